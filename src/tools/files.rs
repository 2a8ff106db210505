//! Reading a file of a repository. Folders and writes are in the files below this one.

mod folders;
mod writes;

use futures::StreamExt;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::args::{RepoRef, given};
use super::{Access, Call, Domain, Tool, ToolEntry};
use crate::fetch::raw::{self, AtPath, RawFile};
use crate::fetch::text::{LineRange, lines, readable};
use crate::forgejo::page::ListAnswer;
use crate::forgejo::{ApiError, Maybe};
use crate::reply::{Media, Raw, Text};
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

/// Gets a file: text as text, images as images. The second block names the blob sha that update_file wants.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct GetFileContent {
    #[serde(flatten)]
    repo: RepoRef,
    #[schemars(extend("x-aliases" = ["filePath", "file_path", "filepath"]))]
    path: String,
    /// Branch, tag or commit; default branch when left out
    #[serde(rename = "ref")]
    #[schemars(extend("x-aliases" = ["branch", "sha"], "x-empty" = true))]
    reference: Option<String>,
    /// First line
    #[schemars(range(min = 1))]
    start_line: Option<u32>,
    /// Last line
    #[schemars(range(min = 1))]
    end_line: Option<u32>,
    /// Most bytes of text
    #[schemars(range(min = 1))]
    max_bytes: Option<u32>,
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
        let range = LineRange::new(self.start_line, self.end_line)?;
        let path = file_path(&self.path)?;
        let reference = given(&self.reference);
        let mut file = match raw::open(&call.forge, self.repo.at(), path, reference).await? {
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
        if let Some(sink) = &call.sink {
            let size = sink.save(file.chunks).await?;
            note.insert("saved".to_owned(), json!(sink.path()));
            note.insert("size".to_owned(), json!(size));
            return Ok(Raw::Text(Text { text: String::new(), note: Some(note), ..Text::default() }));
        }
        if is_text(&mut file).await? {
            text(file, range, call.bound.raw_text(self.max_bytes), note).await
        } else {
            media(path, file, call.bound.media, note).await
        }
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

/// Whether a file is text: by what the forge makes of it, and by its first bytes.
async fn is_text(file: &mut RawFile) -> Result<bool, ApiError> {
    let kind = file.content_type.as_str();
    let textual = kind.starts_with("text/")
        || kind.starts_with("image/svg")
        || kind.contains("json")
        || kind.contains("xml")
        || kind.is_empty();
    if !textual && !kind.starts_with("application/octet-stream") {
        return Ok(false);
    }
    let first = match file.chunks.next().await {
        Some(first) => first?,
        None => return Ok(true),
    };
    let binary = first.contains(&0)
        || (!textual && std::str::from_utf8(&first).is_err_and(|error| error.error_len().is_some()));
    let rest = std::mem::replace(&mut file.chunks, futures::stream::empty().boxed());
    file.chunks = futures::stream::iter([Ok(first)]).chain(rest).boxed();
    Ok(!binary)
}

async fn text(
    file: RawFile,
    range: LineRange,
    bound: usize,
    mut note: Map<String, Value>,
) -> Result<Raw, ApiError> {
    let mut kept = lines(file.chunks, range, bound).await?;
    if let Some(charset) = charset(&file.content_type) {
        note.insert("charset".to_owned(), Value::from(charset.name()));
        kept.bytes = charset.decode(&kept.bytes).0.into_owned().into_bytes();
    } else if let std::borrow::Cow::Owned(replaced) = String::from_utf8_lossy(&kept.bytes) {
        note.insert("invalid_utf8".to_owned(), Value::from("replaced by U+FFFD"));
        kept.bytes = replaced.into_bytes();
    }
    // Decoding makes texts longer, and the bound is one on what is sent.
    kept.shrink_to(bound);
    let (text, cleaned) = readable(&kept.bytes);
    if kept.last < kept.first && range.start > 1 {
        let total = kept.total.unwrap_or_default();
        return Err(ApiError::invalid(format!(
            "start_line {} is past the end: the file has {total} lines",
            range.start
        )));
    }
    if range.start > 1 || range.end.is_some() || kept.more {
        note.insert("lines".to_owned(), Value::from(format!("{}-{}", kept.first, kept.last)));
    }
    if let Some(total) = kept.total {
        note.insert("total_lines".to_owned(), json!(total));
    }
    if kept.cut_inside {
        note.insert(
            "cut".to_owned(),
            Value::from(format!(
                "line {} is longer than the bound; raise max_bytes to see more of it",
                kept.last
            )),
        );
    } else if kept.more && range.end.is_none_or(|end| kept.last < end) {
        note.insert("cut".to_owned(), Value::from("more lines follow"));
    }
    if kept.more {
        note.insert("next".to_owned(), json!({ "start_line": kept.last + 1 }));
    }
    Ok(Raw::Text(Text { text, note: Some(note), cleaned }))
}

/// The character set that the forge found, when it is not UTF-8.
fn charset(content_type: &str) -> Option<&'static encoding_rs::Encoding> {
    let name = content_type.split_once("charset=")?.1.trim_matches(['"', ' ']);
    encoding_rs::Encoding::for_label(name.as_bytes()).filter(|found| *found != encoding_rs::UTF_8)
}

async fn media(
    path: &str,
    mut file: RawFile,
    bound: usize,
    mut note: Map<String, Value>,
) -> Result<Raw, ApiError> {
    let mime = file.content_type.split(';').next().unwrap_or_default().trim().to_owned();
    let mime = if mime.is_empty() { "application/octet-stream".to_owned() } else { mime };
    note.insert("type".to_owned(), Value::from(mime.as_str()));
    let mut bytes = Vec::new();
    let mut fits = file.size.is_none_or(|size| size <= bound as u64);
    while fits && let Some(chunk) = file.chunks.next().await {
        bytes.extend_from_slice(&chunk?);
        fits = bytes.len() <= bound;
    }
    if fits {
        note.insert("size".to_owned(), json!(bytes.len()));
    } else {
        note.insert("cut".to_owned(), Value::from(format!("larger than {bound} bytes: save it with forgejo-mcp --cli get_file_content … --output-file FILE")));
    }
    let bytes = fits.then(|| bytes.into());
    Ok(Raw::Media(Media { name: path.to_owned(), mime, bytes, note }))
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
