//! Files, folders, trees, and the commits that change files.

use schemars::JsonSchema;
use serde::Serialize;

use super::text::UserText;
use crate::forgejo::api::types;

/// An entry of a folder.
#[derive(Debug, Serialize, JsonSchema)]
pub struct FolderEntry {
    pub path: Option<String>,
    /// file, dir, symlink or submodule
    pub kind: Option<String>,
    pub size: Option<i64>,
    pub sha: Option<String>,
    /// Where a symlink points.
    pub target: Option<String>,
    /// Where a submodule lives.
    pub submodule: Option<String>,
}

/// An entry of a tree.
#[derive(Debug, Serialize, JsonSchema)]
pub struct TreeEntry {
    pub path: Option<String>,
    /// blob, tree or commit (a submodule)
    pub kind: Option<String>,
    pub size: Option<i64>,
    pub sha: Option<String>,
}

/// A file that a pull request changes.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ChangedFile {
    pub path: Option<String>,
    /// added, changed, deleted, renamed or copied
    pub status: Option<String>,
    pub previous_path: Option<String>,
    pub additions: Option<i64>,
    pub deletions: Option<i64>,
}

/// What a write to a file came to.
#[derive(Debug, Serialize, JsonSchema)]
pub struct FileCommit {
    pub path: Option<String>,
    pub branch: Option<String>,
    /// The blob that a further write must name.
    pub sha: Option<String>,
    pub size: Option<i64>,
    pub commit: Option<String>,
    pub message: Option<UserText>,
    pub url: Option<String>,
}

impl From<types::ContentsResponse> for FolderEntry {
    fn from(entry: types::ContentsResponse) -> Self {
        Self {
            path: entry.path,
            size: entry.size.filter(|_| entry.type_.as_deref() == Some("file")),
            kind: entry.type_,
            sha: entry.sha,
            target: entry.target,
            submodule: entry.submodule_git_url,
        }
    }
}

impl From<types::GitEntry> for TreeEntry {
    fn from(entry: types::GitEntry) -> Self {
        Self {
            path: entry.path,
            size: entry.size.filter(|_| entry.type_.as_deref() == Some("blob")),
            kind: entry.type_,
            sha: entry.sha,
        }
    }
}

impl From<types::ChangedFile> for ChangedFile {
    fn from(file: types::ChangedFile) -> Self {
        Self {
            path: file.filename,
            status: file.status,
            previous_path: file.previous_filename.filter(|path| !path.is_empty()),
            additions: file.additions,
            deletions: file.deletions,
        }
    }
}

impl FileCommit {
    /// What the forge answers to a write, with the branch that was written to.
    #[must_use]
    pub fn new(
        content: Option<types::ContentsResponse>,
        commit: Option<types::FileCommitResponse>,
        branch: Option<String>,
    ) -> Self {
        let content = content.unwrap_or_default();
        let commit = commit.unwrap_or_default();
        Self {
            path: content.path,
            branch,
            sha: content.sha,
            size: content.size,
            commit: commit.sha,
            message: commit.message.map(|text| UserText::line(text.trim_end())),
            url: content.html_url.or(commit.html_url),
        }
    }
}
