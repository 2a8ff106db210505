//! Pages of a wiki and their revisions.

use schemars::JsonSchema;
use serde::Serialize;

use super::text::UserText;
use super::when;
use crate::forgejo::api::types;

/// A page in a list, or one that was written.
#[derive(Debug, Serialize, JsonSchema)]
pub struct WikiPage {
    pub title: UserText,
    /// The page's address in the wiki, encoded.
    pub sub_url: Option<String>,
    #[serde(flatten)]
    pub last_commit: WikiPageCommit,
    pub url: Option<String>,
}

/// The last commit of a page.
#[derive(Debug, Default, Serialize, JsonSchema)]
pub struct WikiPageCommit {
    pub last_commit: Option<String>,
    pub author: Option<UserText>,
    pub updated_at: Option<String>,
}

/// A commit that changed a page.
#[derive(Debug, Serialize, JsonSchema)]
pub struct WikiRevision {
    pub sha: Option<String>,
    pub message: Option<UserText>,
    pub author: Option<UserText>,
    pub date: Option<String>,
}

impl From<types::WikiPageMetaData> for WikiPage {
    fn from(page: types::WikiPageMetaData) -> Self {
        Self {
            title: UserText::line(page.title.unwrap_or_default()),
            sub_url: page.sub_url,
            last_commit: page.last_commit.map(Into::into).unwrap_or_default(),
            url: None,
        }
    }
}

impl From<types::WikiPage> for WikiPage {
    fn from(page: types::WikiPage) -> Self {
        Self {
            title: UserText::line(page.title.unwrap_or_default()),
            sub_url: page.sub_url,
            last_commit: page.last_commit.map(Into::into).unwrap_or_default(),
            url: page.html_url,
        }
    }
}

impl From<types::WikiCommit> for WikiPageCommit {
    fn from(commit: types::WikiCommit) -> Self {
        let revision = WikiRevision::from(commit);
        Self { last_commit: revision.sha, author: revision.author, updated_at: revision.date }
    }
}

impl From<types::WikiCommit> for WikiRevision {
    fn from(commit: types::WikiCommit) -> Self {
        let author = commit.author.unwrap_or_default();
        Self {
            sha: commit.sha,
            message: commit.message.map(|text| UserText::line(text.trim_end())),
            author: author.name.filter(|name| !name.is_empty()).map(UserText::line),
            date: when(author.date),
        }
    }
}
