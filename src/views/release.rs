//! Releases and the files that hang on them.

use schemars::JsonSchema;
use serde::Serialize;

use super::text::UserText;
use super::{login, set, when};
use crate::forgejo::api::types;

/// A file that was attached to something.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Attachment {
    pub id: Option<i64>,
    pub name: UserText,
    pub size: Option<i64>,
    pub downloads: Option<i64>,
    /// `external` when it is only a link.
    pub kind: Option<String>,
    pub created_at: Option<String>,
    pub download_url: Option<String>,
}

/// A release in a list.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ReleaseRow {
    pub id: Option<i64>,
    pub tag: Option<String>,
    pub name: Option<UserText>,
    pub draft: Option<bool>,
    pub prerelease: Option<bool>,
    pub author: Option<String>,
    pub target: Option<String>,
    /// The beginning of its text.
    pub excerpt: Option<UserText>,
    pub attachments: Option<usize>,
    pub published_at: Option<String>,
}

/// A release whole.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Release {
    pub id: Option<i64>,
    pub tag: Option<String>,
    pub name: Option<UserText>,
    pub body: Option<UserText>,
    pub draft: Option<bool>,
    pub prerelease: Option<bool>,
    pub author: Option<String>,
    /// The branch or commit that the tag was made from.
    pub target: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub attachments: Vec<Attachment>,
    pub created_at: Option<String>,
    pub published_at: Option<String>,
    pub url: Option<String>,
    pub tarball_url: Option<String>,
}

const EXCERPT: usize = 160;

impl From<types::Attachment> for Attachment {
    fn from(file: types::Attachment) -> Self {
        Self {
            id: file.id,
            name: UserText::line(file.name.unwrap_or_default()),
            size: file.size,
            downloads: file.download_count.filter(|count| *count > 0),
            kind: file.type_.filter(|kind| kind == "external"),
            created_at: when(file.created_at),
            download_url: file.browser_download_url,
        }
    }
}

impl From<types::Release> for ReleaseRow {
    fn from(release: types::Release) -> Self {
        Self {
            id: release.id,
            name: name(release.name, release.tag_name.as_deref()),
            tag: release.tag_name,
            draft: set(release.draft),
            prerelease: set(release.prerelease),
            author: login(release.author),
            target: release.target_commitish,
            excerpt: release
                .body
                .filter(|body| !body.is_empty())
                .map(|body| UserText::excerpt(body, EXCERPT)),
            attachments: release.assets.map(|assets| assets.len()).filter(|count| *count > 0),
            published_at: when(release.published_at),
        }
    }
}

impl From<types::Release> for Release {
    fn from(release: types::Release) -> Self {
        Self {
            id: release.id,
            name: name(release.name, release.tag_name.as_deref()),
            tag: release.tag_name,
            body: release.body.map(UserText::body),
            draft: set(release.draft),
            prerelease: set(release.prerelease),
            author: login(release.author),
            target: release.target_commitish,
            attachments: release.assets.unwrap_or_default().into_iter().map(Attachment::from).collect(),
            created_at: when(release.created_at),
            published_at: when(release.published_at),
            url: release.html_url,
            tarball_url: release.tarball_url,
        }
    }
}

/// The name, when it says more than the tag.
fn name(name: Option<String>, tag: Option<&str>) -> Option<UserText> {
    name.filter(|name| !name.is_empty() && Some(name.as_str()) != tag).map(UserText::line)
}
