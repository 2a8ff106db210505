//! Statuses that checks report for a commit.

use schemars::JsonSchema;
use serde::Serialize;

use super::text::UserText;
use super::{login, when};
use crate::forgejo::api::types;

/// What one context says of a commit. All seven keys are always there.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Status {
    pub context: UserText,
    /// The forge's own word.
    pub state: String,
    pub target_url: String,
    pub description: UserText,
    pub creator_login: String,
    pub created_at: String,
    pub updated_at: String,
}

impl Status {
    /// A status whose link, which Actions give without a host, leads to the instance at `base`.
    #[must_use]
    pub fn new(status: types::CommitStatus, base: Option<&str>) -> Self {
        let link = status.target_url.unwrap_or_default();
        let absolute = base
            .filter(|_| link.starts_with('/'))
            .and_then(|base| url::Url::parse(base).ok()?.join(&link).ok())
            .map(String::from);
        Self {
            context: UserText::line(status.context.unwrap_or_default()),
            state: status.status.unwrap_or_default(),
            target_url: absolute.unwrap_or(link),
            description: UserText::line(status.description.unwrap_or_default()),
            creator_login: login(status.creator).unwrap_or_default(),
            created_at: when(status.created_at).unwrap_or_default(),
            updated_at: when(status.updated_at).unwrap_or_default(),
        }
    }
}
