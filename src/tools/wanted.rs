//! What a write asked for, held against what came out: the forge drops without a word what the caller may not set.

use crate::forgejo::api::types;
use crate::views;

/// What was asked for; `None` where nothing was.
#[derive(Debug, Default)]
pub(super) struct Wanted {
    /// Ids.
    pub(super) labels: Option<Vec<i64>>,
    /// Logins.
    pub(super) assignees: Option<Vec<String>>,
    /// An id; 0 for none.
    pub(super) milestone: Option<i64>,
    /// Whether there should be one.
    pub(super) due_date: Option<bool>,
}

/// What an issue or pull request has.
#[derive(Debug)]
pub(super) struct Has {
    labels: Vec<i64>,
    assignees: Vec<String>,
    milestone: Option<i64>,
    due_date: bool,
}

impl Has {
    fn new(
        labels: Option<&Vec<types::Label>>,
        assignees: Option<&Vec<types::User>>,
        milestone: Option<&types::Milestone>,
        due_date: Option<&String>,
    ) -> Self {
        Self {
            labels: labels.into_iter().flatten().filter_map(|label| label.id).collect(),
            assignees: assignees.into_iter().flatten().filter_map(|user| user.login.clone()).collect(),
            milestone: milestone.and_then(|milestone| milestone.id),
            due_date: views::when(due_date.cloned()).is_some(),
        }
    }
}

impl From<&types::Issue> for Has {
    fn from(issue: &types::Issue) -> Self {
        Self::new(
            issue.labels.as_ref(),
            issue.assignees.as_ref(),
            issue.milestone.as_ref(),
            issue.due_date.as_ref(),
        )
    }
}

impl From<&types::PullRequest> for Has {
    fn from(pull: &types::PullRequest) -> Self {
        Self::new(
            pull.labels.as_ref(),
            pull.assignees.as_ref(),
            pull.milestone.as_ref(),
            pull.due_date.as_ref(),
        )
    }
}

impl Wanted {
    /// A sentence for each thing that did not come out as it was asked for.
    pub(super) fn missing_in(&self, has: &Has) -> Vec<String> {
        let labels_differ = self.labels.as_ref().is_some_and(|wanted| {
            !wanted.iter().all(|id| has.labels.contains(id)) || (wanted.is_empty() && !has.labels.is_empty())
        });
        let is_assigned = |login: &String| has.assignees.iter().any(|own| own.eq_ignore_ascii_case(login));
        let assignees_differ = self.assignees.as_ref().is_some_and(|wanted| {
            !wanted.iter().all(is_assigned) || (wanted.is_empty() && !has.assignees.is_empty())
        });
        let milestone_differs =
            self.milestone.is_some_and(|wanted| wanted != has.milestone.unwrap_or_default());
        let due_date_differs = self.due_date.is_some_and(|wanted| wanted != has.due_date);
        [
            (labels_differ, "labels are"),
            (assignees_differ, "assignees are"),
            (milestone_differs, "the milestone is"),
            (due_date_differs, "the due date is"),
        ]
        .into_iter()
        .filter(|(differs, _)| *differs)
        .map(|(_, what)| {
            format!("{what} not as asked: the forge ignores what this token may not set; it takes the right to write to the repository")
        })
        .collect()
    }
}
