//! Comments of issues and pull requests.

use schemars::JsonSchema;
use serde::Serialize;

use super::text::UserText;
use super::{author, when};
use crate::forgejo::api::types;

/// A comment.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Comment {
    pub id: Option<i64>,
    pub author: Option<String>,
    pub body: Option<UserText>,
    pub created_at: Option<String>,
    /// Only when it was edited.
    pub updated_at: Option<String>,
    pub url: Option<String>,
    /// Files that were attached.
    pub attachments: Option<usize>,
}

impl From<types::Comment> for Comment {
    fn from(comment: types::Comment) -> Self {
        let created_at = when(comment.created_at);
        let updated_at = when(comment.updated_at).filter(|at| created_at.as_ref() != Some(at));
        Self {
            id: comment.id,
            author: author(comment.user, comment.original_author),
            body: comment.body.map(UserText::body),
            created_at,
            updated_at,
            url: comment.html_url,
            attachments: comment.assets.map(|assets| assets.len()).filter(|count| *count > 0),
        }
    }
}
