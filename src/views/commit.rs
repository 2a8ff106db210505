//! Commits.

use schemars::JsonSchema;
use serde::Serialize;

use super::text::UserText;
use super::{login, when};
use crate::forgejo::api::types;

/// A commit in a list.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Commit {
    pub sha: Option<String>,
    pub message: Option<UserText>,
    /// The account, or the name in the commit when no account has its address.
    pub author: Option<UserText>,
    pub date: Option<String>,
    /// More than one for a merge.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub parents: Vec<String>,
    pub additions: Option<i64>,
    pub deletions: Option<i64>,
}

const MESSAGE: usize = 600;

impl From<types::Commit> for Commit {
    fn from(commit: types::Commit) -> Self {
        let inner = commit.commit;
        let signature = inner.as_ref().and_then(|inner| inner.author.clone());
        let name = signature.as_ref().and_then(|author| author.name.clone());
        let parents: Vec<String> =
            commit.parents.unwrap_or_default().into_iter().filter_map(|parent| parent.sha).collect();
        let stats = commit.stats;
        Self {
            sha: commit.sha,
            message: inner
                .and_then(|inner| inner.message)
                .map(|text| UserText::excerpt(text.trim_end(), MESSAGE)),
            author: login(commit.author).or(name).map(UserText::line),
            date: when(signature.and_then(|author| author.date).or(commit.created)),
            parents: if parents.len() > 1 { parents } else { Vec::new() },
            additions: stats.as_ref().and_then(|stats| stats.additions),
            deletions: stats.and_then(|stats| stats.deletions),
        }
    }
}
