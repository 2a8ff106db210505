//! Commits, and the files that they change.

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

/// One commit, with what a row of a list leaves out.
#[derive(Debug, Serialize, JsonSchema)]
pub struct WholeCommit {
    pub sha: Option<String>,
    pub message: Option<UserText>,
    pub author: Option<UserText>,
    pub date: Option<String>,
    pub parents: Vec<String>,
    pub additions: Option<i64>,
    pub deletions: Option<i64>,
    pub url: Option<String>,
}

/// A file that a commit changes.
#[derive(Debug, Serialize, JsonSchema)]
pub struct CommitFile {
    pub path: Option<String>,
    /// added, modified or removed
    pub status: Option<String>,
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

impl From<types::Commit> for WholeCommit {
    fn from(commit: types::Commit) -> Self {
        let message = commit.commit.as_ref().and_then(|commit| commit.message.as_deref());
        let message = message.map(|text| UserText::body(text.trim_end()));
        let parents = commit.parents.iter().flatten().filter_map(|parent| parent.sha.clone()).collect();
        let url = commit.html_url.clone();
        let Commit { sha, author, date, additions, deletions, .. } = commit.into();
        Self { sha, message, author, date, parents, additions, deletions, url }
    }
}

impl From<types::CommitAffectedFiles> for CommitFile {
    fn from(file: types::CommitAffectedFiles) -> Self {
        Self { path: file.filename, status: file.status }
    }
}
