//! Commits of a repository.

use schemars::JsonSchema;
use serde::Deserialize;

use super::args::{PageArgs, RepoRef, given};
use super::{Access, Call, Domain, Tool, ToolEntry};
use crate::fetch::one;
use crate::forgejo::api::types;
use crate::forgejo::page::{Ask, ListAnswer, Paging, Total};
use crate::forgejo::{ApiError, Forge, Kind, Maybe};
use crate::reply::Page;
use crate::views;

pub(super) const TOOLS: &[ToolEntry] = &[ToolEntry::of::<ListRepoCommits>(), ToolEntry::of::<GetCommit>()];

/// Lists commits, newest first, of a branch or of one path.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct ListRepoCommits {
    #[serde(flatten)]
    repo: RepoRef,
    /// Branch, tag or commit to start from
    #[schemars(extend("x-aliases" = ["ref", "branch"], "x-empty" = true))]
    sha: Option<String>,
    /// File or folder that they touch
    #[schemars(extend("x-aliases" = ["filePath", "file_path", "filepath"], "x-empty" = true))]
    path: Option<String>,
    /// Not reachable from this ref
    not: Option<String>,
    #[serde(flatten)]
    page: PageArgs,
}

/// The size of the forge's own pages when a path is given, whatever limit was asked for.
const PATH_PAGE: u32 = 50;
/// How many commits of a path are collected to cut a page from.
const MOST_OF_PATH: usize = 2_000;

impl Tool for ListRepoCommits {
    const NAME: &str = "list_repo_commits";
    const TITLE: &str = "List commits";
    const DOMAIN: Domain = Domain::Repo;
    const ACCESS: Access = Access::Read;
    const CORE: bool = true;
    const OPERATIONS: &[&str] = &["repoGetAllCommits"];
    type Output = Page<views::Commit>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        let forge = &call.forge;
        let ask = self.page.ask(forge, 50).await;
        let page = match self.path() {
            Some(_) => self.of_path(forge, ask).await?,
            None => self.fetch(forge, ask).await?,
        };
        Ok(Page::of(page))
    }
}

impl ListRepoCommits {
    /// The path, unless it is the root, which every commit touches.
    fn path(&self) -> Option<&str> {
        let path = given(&self.path)?;
        let path = path.strip_prefix('/').unwrap_or(path);
        let path = path.strip_suffix('/').unwrap_or(path);
        Some(path).filter(|path| !matches!(*path, "" | "."))
    }

    /// With a path only pages of 50 are right, so those are asked for and the page is cut from them.
    async fn of_path(&self, forge: &Forge, ask: Ask) -> Result<(Vec<types::Commit>, Paging), ApiError> {
        let end = ask.offset() + u64::from(ask.limit);
        let first_page = ask.offset() / u64::from(PATH_PAGE) + 1;
        let last_page = end.div_ceil(u64::from(PATH_PAGE));
        let mut rows = Vec::new();
        let mut total = None;
        let mut more = false;
        for page in first_page..=last_page {
            let ask = Ask { page: u32::try_from(page).unwrap_or(u32::MAX), limit: PATH_PAGE };
            let (found, paging) = self.fetch(forge, ask).await?;
            total = paging.total_count.or(total);
            more = found.len() >= PATH_PAGE as usize
                && total.is_none_or(|total| total > u64::from(ask.page) * u64::from(PATH_PAGE));
            rows.extend(found);
            if more || page > first_page {
                forge.progress().report(rows.len() as u64, None);
            }
            if !more || rows.len() >= MOST_OF_PATH {
                break;
            }
        }
        let skip =
            usize::try_from(ask.offset() - (first_page - 1) * u64::from(PATH_PAGE)).unwrap_or(usize::MAX);
        let left = rows.len().saturating_sub(skip);
        let has_more = more || left > ask.limit as usize;
        let rows = rows.into_iter().skip(skip).take(ask.limit as usize).collect();
        Ok((rows, Paging { page: ask.page, limit: ask.limit, has_more, total_count: total }))
    }

    async fn fetch(&self, forge: &Forge, ask: Ask) -> Result<(Vec<types::Commit>, Paging), ApiError> {
        let request = forge.api()?.repo_get_all_commits().owner(&self.repo.owner).repo(&self.repo.repo);
        let request = request
            .maybe(given(&self.sha), |request, name| request.sha(name))
            .maybe(self.path(), |request, path| request.path(path))
            .maybe(given(&self.not), |request, name| request.not(name))
            .files(false)
            .verification(false)
            .stat(false)
            .page(ask.page_i64())
            .limit(ask.limit_i64());
        match request.send().page_of(forge, ask, Total::Exact).await {
            // An empty repository has no commits, which the forge calls a conflict.
            Err(error) if error.kind() == Kind::Conflict => Ok((Vec::new(), Paging::of_whole(ask, 0))),
            Err(error) if error.kind() == Kind::NotFound && self.path().is_some() => Err(error.explain(
                "not found: the repository, the ref or the path is missing, or hidden from this token",
            )),
            Err(error) if error.kind() == Kind::NotFound => {
                Err(error
                    .explain("not found: the repository or the ref is missing, or hidden from this token"))
            }
            found => found,
        }
    }
}

/// Gets a commit with its whole message and the files that it changes.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct GetCommit {
    #[serde(flatten)]
    repo: RepoRef,
    /// Commit, branch or tag
    #[schemars(extend("x-aliases" = ["ref", "commit", "commit_id"]))]
    sha: String,
    #[serde(flatten)]
    page: PageArgs,
}

impl Tool for GetCommit {
    const NAME: &str = "get_commit";
    const TITLE: &str = "Get commit";
    const DOMAIN: Domain = Domain::Commit;
    const ACCESS: Access = Access::Read;
    const OPERATIONS: &[&str] = &["repoGetSingleCommit"];
    type Output = Page<views::CommitFile, views::WholeCommit>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        let (commit, files) = one::commit_and_files(&call.forge, self.repo.at(), &self.sha).await?;
        // The forge gives all files at once.
        let (files, paging) = self.page.of_whole(files);
        Ok(Page::with(files, paging, commit))
    }
}
