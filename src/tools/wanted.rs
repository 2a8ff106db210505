//! What writes to issues and pull requests have in common: their fields with names for ids, what was asked for held
//! against what came out (the forge drops without a word what the caller may not set), and the look at the result.

use chrono::{DateTime, Utc};
use schemars::JsonSchema;
use serde::Deserialize;

use super::args::given;
use crate::fetch::{At, names};
use crate::forgejo::api::types;
use crate::forgejo::{ApiError, Forge};
use crate::views;

/// What a new issue or pull request gets beside its text.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct NewFields {
    /// Names or ids
    #[serde(default)]
    labels: Vec<String>,
    /// Logins
    #[serde(default)]
    #[schemars(extend("x-aliases" = ["assignee"]))]
    assignees: Vec<String>,
    /// Title or id
    milestone: Option<String>,
    pub(super) due_date: Option<DateTime<Utc>>,
}

impl NewFields {
    /// Looks up what the words mean.
    pub(super) async fn resolve(&self, forge: &Forge, at: At<'_>) -> Result<Wanted, ApiError> {
        let labels = names::resolve_labels(forge, at, &self.labels).await?;
        let milestone = match given(&self.milestone) {
            Some(word) => Some(names::resolve_milestone(forge, at, word).await?.id),
            None => None,
        };
        let assignees = names::resolve_assignees(forge, at, &self.assignees).await?;
        Ok(Wanted {
            labels: Some(labels.into_iter().map(|label| label.id).collect()),
            assignees: Some(assignees),
            milestone,
            due_date: self.due_date.map(|_| true),
        })
    }
}

/// What an edit changes beside the text; what is not named stays.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct ChangedFields {
    /// Logins, all of them; [] clears
    #[schemars(extend("x-aliases" = ["assignee"]))]
    assignees: Option<Vec<String>>,
    /// Title or id; empty or 0 clears
    #[schemars(extend("x-empty" = true))]
    milestone: Option<String>,
    /// Kept as the end of its day, UTC
    pub(super) due_date: Option<DateTime<Utc>>,
    #[serde(default)]
    clear_due_date: bool,
}

impl ChangedFields {
    /// Looks up what the words mean.
    pub(super) async fn resolve(&self, forge: &Forge, at: At<'_>) -> Result<Wanted, ApiError> {
        if self.clear_due_date && self.due_date.is_some() {
            return Err(ApiError::invalid("due_date and clear_due_date cannot both be given"));
        }
        let milestone = match self.milestone.as_deref().map(str::trim) {
            Some("" | "0") => Some(0),
            Some(word) => Some(names::resolve_milestone(forge, at, word).await?.id),
            None => None,
        };
        let assignees = match &self.assignees {
            Some(words) => Some(names::resolve_assignees(forge, at, words).await?),
            None => None,
        };
        let due_date = self.due_date.map(|_| true).or(self.clear_due_date.then_some(false));
        Ok(Wanted { labels: None, assignees, milestone, due_date })
    }

    /// The flag that clears the due date, when it is to be cleared.
    pub(super) fn unset_due_date(&self) -> Option<bool> {
        self.clear_due_date.then_some(true)
    }
}

/// What a write left, as it is read again; where that fails, what is known without, with a sentence that says so: the
/// write itself is done, and must not look as if it had failed.
pub(super) fn read_again<T>(found: Result<T, ApiError>, known: T, done: &str) -> (T, Option<String>) {
    match found {
        Ok(now) => (now, None),
        Err(error) => {
            let why = error.to_string().replace('\n', "; ");
            (known, Some(format!("{done}, but what came of it could not be read: {why}")))
        }
    }
}

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
    /// The labels to send with something new.
    pub(super) fn new_labels(&self) -> Option<Vec<i64>> {
        self.labels.clone().filter(|ids| !ids.is_empty())
    }

    /// The assignees to send with something new.
    pub(super) fn new_assignees(&self) -> Option<Vec<String>> {
        self.assignees.clone().filter(|logins| !logins.is_empty())
    }

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
