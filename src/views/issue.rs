//! Issues, as rows of a list and whole.

use schemars::JsonSchema;
use serde::Serialize;

use super::text::UserText;
use super::{author, logins, set, when};
use crate::forgejo::api::types;

/// An issue in a list.
#[derive(Debug, Serialize, JsonSchema)]
pub struct IssueRow {
    pub number: Option<i64>,
    pub title: UserText,
    pub state: Option<String>,
    /// Only in searches over several repositories.
    pub repo: Option<String>,
    /// Whether it is a pull request.
    pub pull: Option<bool>,
    pub author: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub labels: Vec<UserText>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub assignees: Vec<String>,
    pub milestone: Option<UserText>,
    pub comments: Option<i64>,
    pub created_at: Option<String>,
    pub updated_at: Option<String>,
    pub due_date: Option<String>,
}

/// An issue whole.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Issue {
    #[serde(flatten)]
    pub row: IssueRow,
    pub body: Option<UserText>,
    pub url: Option<String>,
    pub closed_at: Option<String>,
    pub locked: Option<bool>,
    pub pinned: Option<i64>,
    /// The branch or tag that it is bound to.
    #[serde(rename = "ref")]
    pub reference: Option<String>,
    /// Files that were attached to its text.
    pub attachments: Option<usize>,
}

impl IssueRow {
    /// A row that names its repository, for lists over several.
    #[must_use]
    pub fn with_repo(issue: types::Issue) -> Self {
        let repo = issue.repository.as_ref().and_then(|repo| repo.full_name.clone());
        Self { repo, ..Self::from(issue) }
    }
}

impl From<types::Issue> for IssueRow {
    fn from(issue: types::Issue) -> Self {
        Self {
            number: issue.number,
            title: UserText::line(issue.title.unwrap_or_default()),
            state: issue.state,
            repo: None,
            pull: issue.pull_request.map(|_| true),
            author: author(issue.user, issue.original_author),
            labels: super::label::names(issue.labels),
            assignees: logins(issue.assignees),
            milestone: issue.milestone.and_then(|milestone| milestone.title).map(UserText::line),
            comments: issue.comments.filter(|count| *count > 0),
            created_at: when(issue.created_at),
            updated_at: when(issue.updated_at),
            due_date: when(issue.due_date),
        }
    }
}

impl From<types::Issue> for Issue {
    fn from(mut issue: types::Issue) -> Self {
        Self {
            body: issue.body.take().map(UserText::body),
            url: issue.html_url.take(),
            closed_at: when(issue.closed_at.take()),
            locked: set(issue.is_locked),
            pinned: issue.pin_order.filter(|order| *order > 0),
            reference: issue.ref_.take(),
            attachments: issue.assets.take().map(|assets| assets.len()).filter(|count| *count > 0),
            row: IssueRow::from(issue),
        }
    }
}
