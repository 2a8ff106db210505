//! Files and folders of a repository: read, list, write.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::args::{PageArgs, RepoRef};
use super::issues::not_blank;
use super::{Access, Call, Domain, Tool, ToolEntry};
use crate::fetch::raw::{self, AtPath, RawFile};
use crate::fetch::text::{LineRange, lines, readable};
use crate::forgejo::api::types;
use crate::forgejo::page::{ListAnswer, Paging, slice};
use crate::forgejo::{Answer, ApiError, Kind, Maybe};
use crate::reply::{Media, Page, Raw, Record, Text};
use crate::views;

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
        let reference = self.reference.as_deref().filter(|name| !name.trim().is_empty());
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
        if file.is_text().await? {
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

async fn text(
    file: RawFile,
    range: LineRange,
    bound: usize,
    mut note: Map<String, Value>,
) -> Result<Raw, ApiError> {
    let charset = file.charset();
    let kept = lines(file.chunks, range, bound).await?;
    let decoded = match charset {
        Some(charset) => {
            note.insert("charset".to_owned(), Value::from(charset.name()));
            charset.decode(&kept.bytes).0.into_owned().into_bytes()
        }
        None => kept.bytes,
    };
    let (text, cleaned) = readable(&decoded);
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

async fn media(
    path: &str,
    mut file: RawFile,
    bound: usize,
    mut note: Map<String, Value>,
) -> Result<Raw, ApiError> {
    let mime = file.mime();
    note.insert("type".to_owned(), Value::from(mime.as_str()));
    let bytes = file.bytes(bound).await?;
    if let Some(bytes) = &bytes {
        note.insert("size".to_owned(), json!(bytes.len()));
    } else {
        note.insert("cut".to_owned(), Value::from(format!("larger than {bound} bytes: save it with forgejo-mcp --cli get_file_content … --output-file FILE")));
    }
    Ok(Raw::Media(Media { name: path.to_owned(), mime, bytes, note }))
}

/// Lists a folder of a repository.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct ListRepoContents {
    #[serde(flatten)]
    repo: RepoRef,
    /// Folder; the root when left out
    #[serde(default)]
    #[schemars(extend("x-aliases" = ["filePath", "file_path", "filepath"], "x-empty" = true))]
    path: String,
    /// Branch, tag or commit; default branch when left out
    #[serde(rename = "ref")]
    #[schemars(extend("x-aliases" = ["branch", "sha"], "x-empty" = true))]
    reference: Option<String>,
    #[serde(flatten)]
    page: PageArgs,
}

impl Tool for ListRepoContents {
    const NAME: &str = "list_repo_contents";
    const TITLE: &str = "List folder";
    const DOMAIN: Domain = Domain::Repo;
    const ACCESS: Access = Access::Read;
    const CORE: bool = true;
    const OPERATIONS: &[&str] = &["repoGetContents", "repoGetContentsList"];
    type Output = Page<views::FolderEntry>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        let forge = &call.forge;
        let path = folder_path(&self.path);
        let reference = self.reference.filter(|name| !name.trim().is_empty());
        let rows = if path.is_empty() {
            let request = forge.api()?.repo_get_contents_list().owner(&self.repo.owner).repo(&self.repo.repo);
            let request = request.maybe(reference, |request, name| request.ref_(name));
            request.send().rows(forge).await?
        } else {
            let request =
                forge.api()?.repo_get_contents().owner(&self.repo.owner).repo(&self.repo.repo).filepath(path);
            let request = request.maybe(reference, |request, name| request.ref_(name));
            let found = request.send().answer(forge).await?.into_inner();
            if !found.is_array() {
                return Err(
                    ApiError::invalid(format!("{path} is not a folder")).hint("get_file_content reads it")
                );
            }
            serde_json::from_value(found)
                .map_err(|error| ApiError::internal(format!("the folder cannot be read: {error}")))?
        };
        // The forge gives a folder whole; pages are cut here, when they are asked for.
        let limit = self.page.limit.unwrap_or(u32::try_from(rows.len()).unwrap_or(u32::MAX)).max(1);
        let ask = crate::forgejo::page::Ask { page: self.page.page.unwrap_or(1), limit };
        let (rows, paging) = slice(rows, ask);
        Ok(Page::new(rows.into_iter().map(Into::into).collect(), paging))
    }
}

/// Lists the tree of a branch, tag or commit, with everything below when `recursive`.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct GetRepoTree {
    #[serde(flatten)]
    repo: RepoRef,
    /// Branch, tag, commit or tree; HEAD when left out
    #[serde(rename = "ref")]
    #[schemars(extend("x-aliases" = ["sha", "branch"], "x-empty" = true))]
    reference: Option<String>,
    #[serde(default)]
    recursive: bool,
    #[serde(flatten)]
    page: PageArgs,
}

/// How many entries Forgejo gives on a page of a tree.
const TREE_CAP: u32 = 1_000;

impl Tool for GetRepoTree {
    const NAME: &str = "get_repo_tree";
    const TITLE: &str = "Get tree";
    const DOMAIN: Domain = Domain::Repo;
    const ACCESS: Access = Access::Read;
    const CORE: bool = true;
    const OPERATIONS: &[&str] = &["GetTree"];
    type Output = Page<views::TreeEntry>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        let forge = &call.forge;
        let reference =
            self.reference.filter(|name| !name.trim().is_empty()).unwrap_or_else(|| "HEAD".to_owned());
        let page = self.page.page.unwrap_or(1);
        let limit = self.page.limit.unwrap_or(TREE_CAP).clamp(1, TREE_CAP);
        let request = forge.api()?.get_tree().owner(&self.repo.owner).repo(&self.repo.repo).sha(reference);
        let request = request.recursive(self.recursive).page(i64::from(page)).per_page(i64::from(limit));
        let tree = request.send().answer(forge).await?.into_inner();
        let rows = tree.tree.unwrap_or_default();
        let paging = Paging {
            page,
            limit,
            has_more: tree.truncated.unwrap_or(false) && !rows.is_empty(),
            total_count: tree.total_count.and_then(|total| u64::try_from(total).ok()),
        };
        Ok(Page::new(rows.into_iter().map(Into::into).collect(), paging))
    }
}

/// What every write to a file names.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct WriteTo {
    /// Commit message
    message: String,
    /// Branch to write to; default branch when left out
    #[schemars(extend("x-aliases" = ["branch_name"]))]
    branch: Option<String>,
    /// New branch for the commit
    #[schemars(extend("x-aliases" = ["new_branch_name"]))]
    new_branch: Option<String>,
    /// Name and e-mail of the author, as `Name <e-mail>`
    author: Option<String>,
    /// Add a Signed-off-by line
    #[serde(default)]
    signoff: bool,
}

impl WriteTo {
    fn author(&self) -> Result<Option<types::Identity>, ApiError> {
        let Some(author) = &self.author else { return Ok(None) };
        let parsed = author.trim().strip_suffix('>').and_then(|text| text.split_once('<'));
        let (name, email) =
            parsed.ok_or_else(|| ApiError::invalid("author must look like `Name <e-mail>`"))?;
        Ok(Some(types::Identity { name: Some(name.trim().to_owned()), email: Some(email.trim().to_owned()) }))
    }

    fn written_branch(&self) -> Option<String> {
        self.new_branch.clone().or_else(|| self.branch.clone())
    }
}

/// How the content of a file is given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum Encoding {
    #[default]
    Text,
    Base64,
}

/// The content as the forge wants it: padded base64.
fn encoded(content: &str, encoding: Encoding) -> Result<String, ApiError> {
    if encoding == Encoding::Text {
        return Ok(BASE64_STANDARD.encode(content));
    }
    let compact: String = content.split_whitespace().collect();
    let unpadded = compact.trim_end_matches('=');
    base64::prelude::BASE64_STANDARD_NO_PAD
        .decode(unpadded)
        .map(|bytes| BASE64_STANDARD.encode(bytes))
        .map_err(|error| ApiError::invalid(format!("content is no base64: {error}")))
}

/// Creates a file in a commit of its own.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct CreateFile {
    #[serde(flatten)]
    repo: RepoRef,
    #[schemars(extend("x-aliases" = ["filePath", "file_path", "filepath"]))]
    path: String,
    #[schemars(extend("x-empty" = true))]
    content: String,
    /// Default text
    #[serde(default)]
    encoding: Encoding,
    #[serde(flatten)]
    to: WriteTo,
}

impl Tool for CreateFile {
    const NAME: &str = "create_file";
    const TITLE: &str = "Create file";
    const DOMAIN: Domain = Domain::Repo;
    const ACCESS: Access = Access::Create;
    const CORE: bool = true;
    const OPERATIONS: &[&str] = &["repoCreateFile"];
    type Output = Record<views::FileCommit>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        let path = file_path(&self.path)?;
        let body = types::CreateFileOptions {
            author: self.to.author()?,
            branch: self.to.branch.clone(),
            committer: None,
            content: encoded(&self.content, self.encoding)?,
            dates: None,
            force_overwrite_new_branch: None,
            message: Some(not_blank("message", self.to.message.clone())?),
            new_branch: self.to.new_branch.clone(),
            signoff: self.to.signoff.then_some(true),
        };
        let request = call.forge.api()?.repo_create_file().owner(&self.repo.owner).repo(&self.repo.repo);
        let made = request
            .filepath(path)
            .body(body)
            .send()
            .answer(&call.forge)
            .await
            .map_err(|error| write_error(error, path))?;
        let made = made.into_inner();
        Ok(Record::new(views::FileCommit::new(made.content, made.commit, self.to.written_branch())))
    }
}

/// Replaces a file, or moves it with `from_path`, in a commit of its own.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct UpdateFile {
    #[serde(flatten)]
    repo: RepoRef,
    #[schemars(extend("x-aliases" = ["filePath", "file_path", "filepath"]))]
    path: String,
    #[schemars(extend("x-empty" = true))]
    content: String,
    /// Default text
    #[serde(default)]
    encoding: Encoding,
    /// Blob that is replaced, from get_file_content
    sha: String,
    /// Path that it moves from
    from_path: Option<String>,
    #[serde(flatten)]
    to: WriteTo,
}

impl Tool for UpdateFile {
    const NAME: &str = "update_file";
    const TITLE: &str = "Update file";
    const DOMAIN: Domain = Domain::Repo;
    const ACCESS: Access = Access::Change;
    const CORE: bool = true;
    const OPERATIONS: &[&str] = &["repoUpdateFile"];
    type Output = Record<views::FileCommit>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        let path = file_path(&self.path)?;
        let from_path = self.from_path.as_deref().map(file_path).transpose()?;
        let body = types::UpdateFileOptions {
            author: self.to.author()?,
            branch: self.to.branch.clone(),
            committer: None,
            content: encoded(&self.content, self.encoding)?,
            dates: None,
            force_overwrite_new_branch: None,
            from_path: from_path.map(str::to_owned),
            message: Some(not_blank("message", self.to.message.clone())?),
            new_branch: self.to.new_branch.clone(),
            sha: not_blank("sha", self.sha.clone())?,
            signoff: self.to.signoff.then_some(true),
        };
        let request = call.forge.api()?.repo_update_file().owner(&self.repo.owner).repo(&self.repo.repo);
        let made = request
            .filepath(path)
            .body(body)
            .send()
            .answer(&call.forge)
            .await
            .map_err(|error| write_error(error, path))?;
        let made = made.into_inner();
        Ok(Record::new(views::FileCommit::new(made.content, made.commit, self.to.written_branch())))
    }
}

/// Deletes a file in a commit of its own.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct DeleteFile {
    #[serde(flatten)]
    repo: RepoRef,
    #[schemars(extend("x-aliases" = ["filePath", "file_path", "filepath"]))]
    path: String,
    /// Blob that is deleted, from get_file_content
    sha: String,
    #[serde(flatten)]
    to: WriteTo,
}

impl Tool for DeleteFile {
    const NAME: &str = "delete_file";
    const TITLE: &str = "Delete file";
    const DOMAIN: Domain = Domain::Repo;
    const ACCESS: Access = Access::Change;
    const CORE: bool = true;
    const OPERATIONS: &[&str] = &["repoDeleteFile"];
    type Output = Record<views::FileCommit>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        let path = file_path(&self.path)?;
        let body = types::DeleteFileOptions {
            author: self.to.author()?,
            branch: self.to.branch.clone(),
            committer: None,
            dates: None,
            force_overwrite_new_branch: None,
            message: Some(not_blank("message", self.to.message.clone())?),
            new_branch: self.to.new_branch.clone(),
            sha: not_blank("sha", self.sha.clone())?,
            signoff: self.to.signoff.then_some(true),
        };
        let request = call.forge.api()?.repo_delete_file().owner(&self.repo.owner).repo(&self.repo.repo);
        let gone = request
            .filepath(path)
            .body(body)
            .send()
            .answer(&call.forge)
            .await
            .map_err(|error| write_error(error, path))?;
        let content =
            types::ContentsResponse { path: Some(path.to_owned()), ..types::ContentsResponse::default() };
        Ok(Record::new(views::FileCommit::new(
            Some(content),
            gone.into_inner().commit,
            self.to.written_branch(),
        )))
    }
}

/// Says what a refused write to a file means.
fn write_error(error: ApiError, path: &str) -> ApiError {
    let said = error.said().unwrap_or_default().to_lowercase();
    match error.status() {
        Some(400 | 409 | 422) if said.contains("sha does not match") || said.contains("sha provided") => error
            .as_kind(Kind::Conflict)
            .explain(format!("{path} has changed since its sha was read"))
            .hint("read it again with get_file_content and try with the new sha"),
        Some(422) if said.contains("already exists") => error
            .as_kind(Kind::Conflict)
            .explain(format!("{path}, or the new branch, exists already"))
            .hint("update_file replaces a file"),
        Some(404) => error.explain("the branch, or the path on it, does not exist, or this token may not see it"),
        Some(403) => error.explain("the branch cannot be written to").hint("it may be protected, or the token lacks the right to write; name a new_branch and open a pull request"),
        Some(500) => error.hint("the path may not exist on this branch: list_repo_contents shows what is there"),
        _ => error,
    }
}

/// The path of a file, without one leading and one trailing slash.
fn file_path(path: &str) -> Result<&str, ApiError> {
    let path = folder_path(path);
    if path.is_empty() { Err(ApiError::invalid("path must name a file")) } else { Ok(path) }
}

/// The path of a folder; empty for the root.
fn folder_path(path: &str) -> &str {
    let path = path.strip_prefix('/').unwrap_or(path);
    let path = path.strip_suffix('/').unwrap_or(path);
    if path == "." { "" } else { path }
}
