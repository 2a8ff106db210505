//! Pull requests, as rows of a list and whole.

use schemars::JsonSchema;
use serde::Serialize;

use super::text::UserText;
use super::{login, logins, set, when};
use crate::forgejo::api::types;

/// A pull request in a list.
#[derive(Debug, Serialize, JsonSchema)]
pub struct PullRow {
    pub number: Option<i64>,
    pub title: UserText,
    /// open, closed or merged
    pub state: Option<String>,
    pub draft: Option<bool>,
    pub author: Option<String>,
    /// The branch to merge; with its owner when it lies in another repository.
    pub head: Option<String>,
    /// The branch to merge into.
    pub base: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub labels: Vec<UserText>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub assignees: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub requested_reviewers: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub requested_teams: Vec<String>,
    pub milestone: Option<UserText>,
    pub comments: Option<i64>,
    pub created_at: Option<String>,
    pub updated_at: Option<String>,
    pub due_date: Option<String>,
}

/// A pull request whole.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Pull {
    #[serde(flatten)]
    pub row: PullRow,
    pub body: Option<UserText>,
    pub url: Option<String>,
    pub head_sha: Option<String>,
    pub base_sha: Option<String>,
    pub merge_base: Option<String>,
    pub mergeable: Option<bool>,
    pub merged_at: Option<String>,
    pub merged_by: Option<String>,
    pub merge_commit: Option<String>,
    pub closed_at: Option<String>,
    pub additions: Option<i64>,
    pub deletions: Option<i64>,
    pub changed_files: Option<i64>,
    pub review_comments: Option<i64>,
    pub maintainer_can_edit: Option<bool>,
    pub locked: Option<bool>,
}

impl From<types::PullRequest> for PullRow {
    fn from(pull: types::PullRequest) -> Self {
        let state = if pull.merged == Some(true) { Some("merged".to_owned()) } else { pull.state };
        let own = pull.base.as_ref().and_then(|base| base.repo_id);
        Self {
            number: pull.number,
            title: UserText::line(pull.title.unwrap_or_default()),
            state,
            draft: set(pull.draft),
            author: login(pull.user),
            head: pull.head.and_then(|head| head_name(head, own)),
            base: pull.base.and_then(|base| base.ref_),
            labels: super::label::names(pull.labels),
            assignees: logins(pull.assignees),
            requested_reviewers: logins(pull.requested_reviewers),
            requested_teams: pull
                .requested_reviewers_teams
                .unwrap_or_default()
                .into_iter()
                .filter_map(|team| team.name)
                .collect(),
            milestone: pull.milestone.and_then(|milestone| milestone.title).map(UserText::line),
            comments: pull.comments.filter(|count| *count > 0),
            created_at: when(pull.created_at),
            updated_at: when(pull.updated_at),
            due_date: when(pull.due_date),
        }
    }
}

/// The head branch, with its owner when it is not in the repository itself. 11 and 15 leave the label empty for pull
/// requests that were pushed without a branch; the ref is always there.
fn head_name(head: types::PrBranchInfo, own: Option<i64>) -> Option<String> {
    let name = head.ref_.filter(|name| !name.is_empty()).or(head.label)?;
    let elsewhere = head.repo_id.is_some() && head.repo_id != own;
    let owner = head.repo.and_then(|repo| login(repo.owner)).filter(|_| elsewhere);
    Some(owner.map_or_else(|| name.clone(), |owner| format!("{owner}:{name}")))
}

impl From<types::PullRequest> for Pull {
    fn from(mut pull: types::PullRequest) -> Self {
        let open = pull.state.as_deref() == Some("open");
        let sha = |side: &Option<types::PrBranchInfo>| side.as_ref().and_then(|side| side.sha.clone());
        Self {
            body: pull.body.take().map(UserText::body),
            url: pull.html_url.take(),
            head_sha: sha(&pull.head),
            base_sha: sha(&pull.base),
            merge_base: pull.merge_base.take(),
            mergeable: pull.mergeable.filter(|_| open),
            merged_at: when(pull.merged_at.take()),
            merged_by: login(pull.merged_by.take()),
            merge_commit: pull.merge_commit_sha.take().filter(|_| pull.merged == Some(true)),
            closed_at: when(pull.closed_at.take()),
            additions: pull.additions,
            deletions: pull.deletions,
            changed_files: pull.changed_files,
            review_comments: pull.review_comments.filter(|count| *count > 0),
            maintainer_can_edit: set(pull.allow_maintainer_edit),
            locked: set(pull.is_locked),
            row: PullRow::from(pull),
        }
    }
}
