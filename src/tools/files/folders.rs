//! Folders and trees of a repository.

use schemars::JsonSchema;
use serde::Deserialize;

use super::folder_path;
use crate::forgejo::page::{Ask, ListAnswer, Paging, slice};
use crate::forgejo::{Answer, ApiError, Kind, Maybe};
use crate::reply::Page;
use crate::tools::args::{PageArgs, RepoRef, given};
use crate::tools::{Access, Call, Domain, Tool};
use crate::views;

/// Lists a folder of a repository.
#[derive(Debug, Deserialize, JsonSchema)]
pub(in crate::tools) struct ListRepoContents {
    #[serde(flatten)]
    repo: RepoRef,
    /// Folder; the root when left out
    #[serde(default)]
    #[schemars(extend("x-aliases" = ["filePath", "file_path", "filepath"], "x-empty" = true))]
    path: String,
    /// Branch, tag or commit
    #[serde(rename = "ref")]
    #[schemars(extend("x-aliases" = ["branch", "sha"], "x-empty" = true))]
    reference: Option<String>,
    #[serde(flatten)]
    page: PageArgs,
}

/// Rows on a page when a page was asked for and no limit.
const SOME: u32 = 100;

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
        let reference = given(&self.reference);
        let rows: Vec<_> = if path.is_empty() {
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
            if found.as_array().is_some_and(Vec::is_empty) {
                // Git keeps no empty folders; an empty repository answers so to every path.
                return Err(ApiError::new(
                    Kind::NotFound,
                    format!("there is no {path}: {} is empty", self.repo),
                ));
            }
            serde_json::from_value(found)
                .map_err(|error| ApiError::internal(format!("the folder cannot be read: {error}")))?
        };
        // The forge gives a folder whole; pages are cut here, when they are asked for.
        let all = if self.page.page.is_some() { SOME } else { u32::try_from(rows.len()).unwrap_or(u32::MAX) };
        let ask = Ask { page: self.page.page.unwrap_or(1), limit: self.page.limit.unwrap_or(all).max(1) };
        let page = slice(rows, ask);
        Ok(Page::of(page))
    }
}

/// Lists the tree of a branch, tag or commit, with everything below when `recursive`.
#[derive(Debug, Deserialize, JsonSchema)]
pub(in crate::tools) struct GetRepoTree {
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
        let reference = given(&self.reference).unwrap_or("HEAD");
        let page = self.page.page.unwrap_or(1);
        let limit = self.page.limit.unwrap_or(TREE_CAP).clamp(1, TREE_CAP);
        let request = forge.api()?.get_tree().owner(&self.repo.owner).repo(&self.repo.repo).sha(reference);
        let request = request.recursive(self.recursive).page(i64::from(page)).per_page(i64::from(limit));
        let tree = request.send().answer(forge).await.map_err(|error| match error.status() {
            Some(400) => error.as_kind(Kind::NotFound).explain(format!(
                "{reference} is no branch, tag, commit or tree of {}, or it is empty",
                self.repo
            )),
            _ => error,
        })?;
        let tree = tree.into_inner();
        let rows = tree.tree.unwrap_or_default();
        let has_more = tree.truncated.unwrap_or(false) && !rows.is_empty();
        // An instance may give less on a page than was asked for.
        let limit = if has_more { u32::try_from(rows.len()).unwrap_or(limit) } else { limit };
        let paging = Paging {
            page,
            limit,
            has_more,
            total_count: tree.total_count.and_then(|total| u64::try_from(total).ok()),
        };
        Ok(Page::new(rows.into_iter().map(Into::into).collect(), paging))
    }
}
