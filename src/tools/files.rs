//! Reading a file of a repository. Folders and writes are in the files below this one.

mod folders;
mod writes;

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::args::{LineArgs, RepoRef, given};
use super::{Access, Call, Domain, Tool, ToolEntry};
use crate::fetch::present::{Shown, present};
use crate::fetch::raw::{self, AtPath};
use crate::fetch::text::{LineRange, lines, readable};
use crate::forgejo::page::ListAnswer;
use crate::forgejo::{ApiError, Maybe};
use crate::reply::{Raw, Text};
use crate::views;
use folders::{GetRepoTree, ListRepoContents};
use writes::{CreateFile, DeleteFile, UpdateFile};

pub(super) const TOOLS: &[ToolEntry] = &[
    ToolEntry::of::<GetFileContent>(),
    ToolEntry::of::<ListRepoContents>(),
    ToolEntry::of::<GetRepoTree>(),
    ToolEntry::of::<CreateFile>(),
    ToolEntry::of::<UpdateFile>(),
    ToolEntry::of::<DeleteFile>(),
];

/// Gets a file: text as text, images as images. The second block names the blob sha that `update_file` wants.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct GetFileContent {
    #[serde(flatten)]
    repo: RepoRef,
    #[schemars(extend("x-aliases" = ["filePath", "file_path", "filepath"]))]
    path: String,
    /// Branch, tag or commit
    #[serde(rename = "ref")]
    #[schemars(extend("x-aliases" = ["branch", "sha"], "x-empty" = true))]
    reference: Option<String>,
    #[serde(flatten)]
    lines: LineArgs,
    /// Add the last commit
    #[serde(default)]
    with_metadata: bool,
}

impl Tool for GetFileContent {
    const NAME: &str = "get_file_content";
    const TITLE: &str = "Get file";
    const DOMAIN: Domain = Domain::Repo;
    const ACCESS: Access = Access::Read;
    const CORE: bool = true;
    const OPERATIONS: &[&str] = &["repoGetRawFile", "repoGetContents", "repoGetAllCommits"];
    type Output = Raw;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        let range = self.lines.range()?;
        let path = file_path(&self.path)?;
        let reference = given(&self.reference);
        let file = match raw::open(&call.forge, self.repo.at(), path, reference).await? {
            AtPath::File(file) => file,
            AtPath::Folder => {
                return Err(
                    ApiError::invalid(format!("{path} is a folder")).hint("list_repo_contents lists it")
                );
            }
            AtPath::Submodule { url, sha } => {
                let text = format!(
                    "{path} is a submodule: {} at {}",
                    url.unwrap_or_default(),
                    sha.unwrap_or_default()
                );
                return Ok(Raw::Text(Text { text, ..Text::default() }));
            }
        };
        if file.is_symlink {
            let target = lines(file.chunks, LineRange { start: 1, end: None }, 4096).await?.bytes;
            let (target, _) = readable(&target);
            return Ok(Raw::Text(Text {
                text: format!("{path} is a symlink to {target}"),
                ..Text::default()
            }));
        }
        let mut note = Map::new();
        note.insert("path".to_owned(), Value::from(path));
        if let Some(sha) = &file.sha {
            note.insert("sha".to_owned(), Value::from(sha.as_str()));
        }
        if let Some(size) = file.size {
            note.insert("size".to_owned(), json!(size));
        }
        if self.with_metadata {
            note.insert("last_commit".to_owned(), self.last_commit(call, path, reference).await?);
        }
        let how = Shown {
            name: path,
            tool: Self::NAME,
            range,
            text: call.bound.raw_text(self.lines.max_bytes),
            media: call.bound.media,
            sink: call.sink.as_deref(),
        };
        present(file, how, note).await
    }
}

impl GetFileContent {
    async fn last_commit(&self, call: &Call, path: &str, reference: Option<&str>) -> Result<Value, ApiError> {
        let request = call.forge.api()?.repo_get_all_commits().owner(&self.repo.owner).repo(&self.repo.repo);
        let request = request.path(path).page(1).limit(1).stat(false).files(false).verification(false);
        let found =
            request.maybe(reference, |request, name| request.sha(name)).send().rows(&call.forge).await?;
        let commit = found.into_iter().next().map(views::Commit::from);
        Ok(serde_json::to_value(commit).unwrap_or_default())
    }
}

/// The path of a file, without one leading and one trailing slash.
fn file_path(path: &str) -> Result<&str, ApiError> {
    let path = folder_path(path);
    if path.is_empty() {
        return Err(ApiError::invalid("path must name a file"));
    }
    if path.split('/').any(|part| matches!(part, "" | "." | "..")) {
        return Err(ApiError::invalid(format!(
            "{path:?} is no path: `.`, `..` and empty parts have no place in it"
        )));
    }
    Ok(path)
}

/// The path of a folder; empty for the root.
fn folder_path(path: &str) -> &str {
    let path = path.strip_prefix('/').unwrap_or(path);
    let path = path.strip_suffix('/').unwrap_or(path);
    if path == "." { "" } else { path }
}
