//! What a pull request changes: its files and its diff.

use schemars::JsonSchema;
use serde::Deserialize;

use super::args::{PageArgs, RepoRef};
use super::{Access, Call, Domain, Tool, ToolEntry};
use crate::fetch::diff;
use crate::fetch::raw::chunks;
use crate::fetch::text::from_offset;
use crate::forgejo::page::{ListAnswer, Total};
use crate::forgejo::{Answer, ApiError, Maybe};
use crate::reply::{Page, Raw};
use crate::views;

pub(super) const TOOLS: &[ToolEntry] =
    &[ToolEntry::of::<ListPullRequestFiles>(), ToolEntry::of::<GetPullRequestDiff>()];

/// What counts as no change.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Whitespace {
    IgnoreAll,
    IgnoreChange,
    IgnoreEol,
    ShowAll,
}

/// Lists the files that a pull request changes.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct ListPullRequestFiles {
    #[serde(flatten)]
    repo: RepoRef,
    /// Number of the pull request
    #[schemars(range(min = 1))]
    index: i64,
    whitespace: Option<Whitespace>,
    #[serde(flatten)]
    page: PageArgs,
}

impl Tool for ListPullRequestFiles {
    const NAME: &str = "list_pull_request_files";
    const TITLE: &str = "List changed files";
    const DOMAIN: Domain = Domain::Pull;
    const ACCESS: Access = Access::Read;
    const CORE: bool = true;
    const OPERATIONS: &[&str] = &["repoGetPullRequestFiles"];
    type Output = Page<views::ChangedFile>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        let ask = self.page.ask(&call.forge, 50).await;
        let request =
            call.forge.api()?.repo_get_pull_request_files().owner(&self.repo.owner).repo(&self.repo.repo);
        let whitespace = self.whitespace.map(|whitespace| match whitespace {
            Whitespace::IgnoreAll => "ignore-all",
            Whitespace::IgnoreChange => "ignore-change",
            Whitespace::IgnoreEol => "ignore-eol",
            Whitespace::ShowAll => "show-all",
        });
        let request = request.index(self.index).maybe(whitespace, |request, word| request.whitespace(word));
        let page = request
            .page(ask.page_i64())
            .limit(ask.limit_i64())
            .send()
            .page_of(&call.forge, ask, Total::Exact)
            .await?;
        Ok(Page::of(page))
    }
}

/// Gets the diff of a pull request, whole or of one file.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct GetPullRequestDiff {
    #[serde(flatten)]
    repo: RepoRef,
    /// Number of the pull request
    #[schemars(range(min = 1))]
    index: i64,
    /// Only this file
    #[schemars(extend("x-aliases" = ["path", "filePath", "filepath"]))]
    file_path: Option<String>,
    /// Bytes to skip, from `next`
    #[serde(default)]
    offset: u64,
    /// Most bytes of text
    #[schemars(range(min = 1))]
    max_bytes: Option<u32>,
}

impl Tool for GetPullRequestDiff {
    const NAME: &str = "get_pull_request_diff";
    const TITLE: &str = "Get diff";
    const DOMAIN: Domain = Domain::Pull;
    const ACCESS: Access = Access::Read;
    const CORE: bool = true;
    const OPERATIONS: &[&str] = &["repoDownloadPullDiffOrPatch"];
    type Output = Raw;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        let request = call
            .forge
            .api()?
            .repo_download_pull_diff_or_patch()
            .owner(&self.repo.owner)
            .repo(&self.repo.repo);
        let answer = request.index(self.index).diff_type("diff").send().answer(&call.forge).await?;
        let path =
            self.file_path.as_deref().map(|path| path.trim_matches('/')).filter(|path| !path.is_empty());
        let stream = match path {
            Some(path) => diff::of_file(chunks(&call.forge, answer), path),
            None => chunks(&call.forge, answer),
        };
        if let Some(sink) = &call.sink {
            let size = sink.save(stream).await?;
            return Ok(Raw::saved(sink.path(), size));
        }
        let bound = call.bound.raw_text(self.max_bytes);
        let part = from_offset(stream, self.offset, bound).await?;
        if part.bytes.is_empty()
            && self.offset == 0
            && let Some(path) = path
        {
            return Err(ApiError::invalid(format!("{path} is not changed by {}#{}", self.repo, self.index))
                .hint("list_pull_request_files shows what is"));
        }
        Ok(Raw::Text(part.into_text(bound)))
    }
}
