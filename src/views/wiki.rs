//! Wiki pages, without their text: that goes as it is.

use schemars::JsonSchema;
use serde::Serialize;

use super::text::UserText;
use super::when;
use crate::forgejo::api::types;

/// What is known of a wiki page.
#[derive(Debug, Serialize, JsonSchema)]
pub struct WikiPage {
    pub title: UserText,
    /// The name that finds the page in every case, decoded.
    pub name: Option<String>,
    /// The last commit that changed it.
    pub sha: Option<String>,
    pub author: Option<UserText>,
    pub message: Option<UserText>,
    pub updated_at: Option<String>,
    pub revisions: Option<i64>,
    pub url: Option<String>,
}

impl From<types::WikiPage> for WikiPage {
    fn from(page: types::WikiPage) -> Self {
        let commit = page.last_commit.unwrap_or_default();
        let (author, date) = commit.author.map_or((None, None), |author| (author.name, author.date));
        let decoded =
            |name: String| percent_encoding::percent_decode_str(&name).decode_utf8_lossy().into_owned();
        Self {
            title: UserText::line(page.title.unwrap_or_default()),
            name: page.sub_url.map(decoded),
            sha: commit.sha,
            author: author.map(UserText::line),
            message: commit.message.map(|text| UserText::line(text.trim_end())),
            updated_at: when(date),
            revisions: page.commit_count,
            url: page.html_url,
        }
    }
}
