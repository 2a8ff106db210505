//! Writes to files: each is a commit of its own.

use base64::Engine;
use base64::prelude::{BASE64_STANDARD, BASE64_STANDARD_NO_PAD};
use schemars::JsonSchema;
use serde::Deserialize;

use super::file_path;
use crate::forgejo::api::types;
use crate::forgejo::{Answer, ApiError, Kind, Maybe};
use crate::reply::Record;
use crate::tools::args::{RepoRef, given, not_blank};
use crate::tools::{Access, Call, Domain, Tool};
use crate::views;

/// What every write to a file names.
#[derive(Debug, Deserialize, JsonSchema)]
pub(in crate::tools) struct WriteTo {
    /// Commit message
    message: String,
    /// Default branch when left out
    #[schemars(extend("x-aliases" = ["branch_name"]))]
    branch: Option<String>,
    /// New branch for the commit
    #[schemars(extend("x-aliases" = ["new_branch_name"]))]
    new_branch: Option<String>,
    /// `Name <e-mail>`
    author: Option<String>,
    /// Add a Signed-off-by line
    #[serde(default)]
    signoff: bool,
}

impl WriteTo {
    fn author(&self) -> Result<Option<types::Identity>, ApiError> {
        let Some(author) = given(&self.author) else { return Ok(None) };
        let parsed = author.strip_suffix('>').and_then(|text| text.split_once('<'));
        let (name, email) =
            parsed.ok_or_else(|| ApiError::invalid("author must look like `Name <e-mail>`"))?;
        Ok(Some(types::Identity { name: Some(name.trim().to_owned()), email: Some(email.trim().to_owned()) }))
    }

    fn branch(&self) -> Option<String> {
        given(&self.branch).map(str::to_owned)
    }

    fn new_branch(&self) -> Option<String> {
        given(&self.new_branch).map(str::to_owned)
    }

    fn written_branch(&self) -> Option<String> {
        self.new_branch().or_else(|| self.branch())
    }
}

/// How the content of a file is given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(in crate::tools) enum Encoding {
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
    BASE64_STANDARD_NO_PAD
        .decode(unpadded)
        .map(|bytes| BASE64_STANDARD.encode(bytes))
        .map_err(|error| ApiError::invalid(format!("content is no base64: {error}")))
}

/// Creates a file in a commit of its own.
#[derive(Debug, Deserialize, JsonSchema)]
pub(in crate::tools) struct CreateFile {
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
            branch: self.to.branch(),
            committer: None,
            content: encoded(&self.content, self.encoding)?,
            dates: None,
            force_overwrite_new_branch: None,
            message: Some(not_blank("message", self.to.message.clone())?),
            new_branch: self.to.new_branch(),
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
pub(in crate::tools) struct UpdateFile {
    #[serde(flatten)]
    repo: RepoRef,
    #[schemars(extend("x-aliases" = ["filePath", "file_path", "filepath"]))]
    path: String,
    #[schemars(extend("x-empty" = true))]
    content: String,
    /// Default text
    #[serde(default)]
    encoding: Encoding,
    /// Blob that is replaced, from `get_file_content`
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
    const OPERATIONS: &[&str] = &["repoUpdateFile", "repoGetContents"];
    type Output = Record<views::FileCommit>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        let path = file_path(&self.path)?;
        let from_path = given(&self.from_path).map(file_path).transpose()?;
        let body = types::UpdateFileOptions {
            author: self.to.author()?,
            branch: self.to.branch(),
            committer: None,
            content: encoded(&self.content, self.encoding)?,
            dates: None,
            force_overwrite_new_branch: None,
            from_path: from_path.map(str::to_owned),
            message: Some(not_blank("message", self.to.message.clone())?),
            new_branch: self.to.new_branch(),
            sha: not_blank("sha", self.sha.clone())?,
            signoff: self.to.signoff.then_some(true),
        };
        let request = call.forge.api()?.repo_update_file().owner(&self.repo.owner).repo(&self.repo.repo);
        let sent = request.filepath(path).body(body).send().answer(&call.forge).await;
        let made = match sent {
            Ok(made) => made.into_inner(),
            // An unexplained 500 is what the forge says to a path that is not there.
            Err(error) if error.status() == Some(500) => {
                return Err(self.missing(call, from_path.unwrap_or(path), error).await);
            }
            Err(error) => return Err(write_error(error, path)),
        };
        Ok(Record::new(views::FileCommit::new(made.content, made.commit, self.to.written_branch())))
    }
}

impl UpdateFile {
    async fn missing(&self, call: &Call, path: &str, error: ApiError) -> ApiError {
        let Ok(api) = call.forge.api() else { return error };
        let request = api.repo_get_contents().owner(&self.repo.owner).repo(&self.repo.repo).filepath(path);
        let request = request.maybe(self.to.branch(), |request, name| request.ref_(name));
        match request.send().answer(&call.forge).await {
            Err(looked) if looked.kind() == Kind::NotFound => error
                .as_kind(Kind::NotFound)
                .explain(format!("there is no {path} on this branch"))
                .hint("create_file makes it; list_repo_contents shows what is there"),
            _ => error,
        }
    }
}

/// Deletes a file in a commit of its own.
#[derive(Debug, Deserialize, JsonSchema)]
pub(in crate::tools) struct DeleteFile {
    #[serde(flatten)]
    repo: RepoRef,
    #[schemars(extend("x-aliases" = ["filePath", "file_path", "filepath"]))]
    path: String,
    /// Blob that is deleted, from `get_file_content`
    sha: String,
    #[serde(flatten)]
    to: WriteTo,
}

impl Tool for DeleteFile {
    const NAME: &str = "delete_file";
    const TITLE: &str = "Delete file";
    const DOMAIN: Domain = Domain::Repo;
    const ACCESS: Access = Access::Change;
    const OPERATIONS: &[&str] = &["repoDeleteFile"];
    type Output = Record<views::FileCommit>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        let path = file_path(&self.path)?;
        let body = types::DeleteFileOptions {
            author: self.to.author()?,
            branch: self.to.branch(),
            committer: None,
            dates: None,
            force_overwrite_new_branch: None,
            message: Some(not_blank("message", self.to.message.clone())?),
            new_branch: self.to.new_branch(),
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
        Some(400 | 409 | 422) if said.contains("sha does not match") => error
            .as_kind(Kind::Conflict)
            .explain(format!("{path} has changed since its sha was read"))
            .hint("read it again with get_file_content and try with the new sha"),
        Some(422) if said.contains("branch already exists") => error
            .as_kind(Kind::Conflict)
            .explain("the new branch exists already")
            .hint("write to it with branch instead of new_branch"),
        Some(422) if said.contains("already exists") => error
            .as_kind(Kind::Conflict)
            .explain(format!("{path} exists already"))
            .hint("update_file replaces a file"),
        Some(404) => error.explain("the branch, or the path on it, does not exist, or this token may not see it"),
        Some(403) => error.explain("the branch cannot be written to").hint("it may be protected, or the token lacks the right to write; name a new_branch and open a pull request"),
        _ => error,
    }
}
