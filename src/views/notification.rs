//! Notifications.

use schemars::JsonSchema;
use serde::Serialize;

use super::text::UserText;
use super::{set, when};
use crate::forgejo::api::types;

/// A notification: something happened to its subject that the caller has not seen.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Notification {
    pub id: Option<i64>,
    pub repo: Option<String>,
    /// issue, pull, commit or repository
    #[serde(rename = "type")]
    pub kind: Option<String>,
    /// Of the issue or pull request.
    pub number: Option<i64>,
    pub title: UserText,
    /// open, closed or merged
    pub state: Option<String>,
    pub unread: bool,
    pub pinned: Option<bool>,
    pub updated_at: Option<String>,
    /// The latest comment, else the subject.
    pub url: Option<String>,
}

/// What was marked.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Marked {
    /// How many notifications changed.
    pub marked: usize,
    pub ids: Vec<i64>,
}

impl From<types::NotificationThread> for Notification {
    fn from(thread: types::NotificationThread) -> Self {
        let subject = thread.subject.unwrap_or_default();
        let some = |text: Option<String>| text.filter(|text| !text.is_empty());
        let kind = some(subject.type_).map(|kind| kind.to_lowercase());
        let has_number = matches!(kind.as_deref(), Some("issue" | "pull"));
        let number = subject.url.as_deref().and_then(|url| url.rsplit('/').next()?.parse().ok());
        Self {
            id: thread.id,
            repo: thread.repository.and_then(|repo| repo.full_name),
            number: number.filter(|_| has_number),
            kind,
            title: UserText::line(subject.title.unwrap_or_default()),
            state: some(subject.state),
            unread: thread.unread.unwrap_or_default(),
            pinned: set(thread.pinned),
            updated_at: when(thread.updated_at),
            url: some(subject.latest_comment_html_url).or(some(subject.html_url)),
        }
    }
}

impl From<Vec<types::NotificationThread>> for Marked {
    fn from(threads: Vec<types::NotificationThread>) -> Self {
        Self { marked: threads.len(), ids: threads.into_iter().filter_map(|thread| thread.id).collect() }
    }
}
