//! Tracked time and running stopwatches.

use schemars::JsonSchema;
use serde::Serialize;

use super::text::UserText;
use super::when;
use crate::forgejo::api::types;

/// Time that somebody spent on an issue.
#[derive(Debug, Serialize, JsonSchema)]
pub struct TrackedTime {
    pub id: Option<i64>,
    pub repo: Option<String>,
    /// Number of the issue.
    pub issue: Option<i64>,
    pub title: Option<UserText>,
    pub user: Option<String>,
    pub seconds: i64,
    pub created_at: Option<String>,
}

/// A stopwatch that runs.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Stopwatch {
    pub repo: String,
    /// Number of the issue.
    pub issue: Option<i64>,
    pub title: Option<UserText>,
    pub seconds: i64,
    pub started_at: Option<String>,
}

impl TrackedTime {
    /// A row in a list of one issue, whose title need not be repeated.
    #[must_use]
    pub fn of_issue(time: types::TrackedTime) -> Self {
        Self { repo: None, issue: None, title: None, ..Self::from(time) }
    }

    /// A row in a list of one repository.
    #[must_use]
    pub fn of_repo(time: types::TrackedTime) -> Self {
        Self { repo: None, ..Self::from(time) }
    }
}

impl From<types::TrackedTime> for TrackedTime {
    fn from(time: types::TrackedTime) -> Self {
        let issue = time.issue.unwrap_or_default();
        Self {
            id: time.id,
            repo: issue.repository.and_then(|repo| repo.full_name),
            issue: issue.number,
            title: issue.title.map(UserText::line),
            user: time.user_name,
            seconds: time.time.unwrap_or_default(),
            created_at: when(time.created),
        }
    }
}

impl From<types::StopWatch> for Stopwatch {
    fn from(watch: types::StopWatch) -> Self {
        let (owner, name) = (watch.repo_owner_name.unwrap_or_default(), watch.repo_name.unwrap_or_default());
        Self {
            repo: format!("{owner}/{name}"),
            issue: watch.issue_index,
            title: watch.issue_title.map(UserText::line),
            seconds: watch.seconds.unwrap_or_default(),
            started_at: when(watch.created),
        }
    }
}
