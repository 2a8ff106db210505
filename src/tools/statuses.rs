//! Statuses of commits.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::args::{PageArgs, RepoRef};
use super::{Access, Call, Domain, Tool, ToolEntry};
use crate::fetch::statuses;
use crate::forgejo::ApiError;
use crate::forgejo::page::{Paging, slice};
use crate::reply::Page;
use crate::views;

pub(super) const TOOLS: &[ToolEntry] = &[ToolEntry::of::<GetCommitStatuses>()];

/// Gets the CI statuses of a commit, the latest of each context, with their combined state.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct GetCommitStatuses {
    #[serde(flatten)]
    repo: RepoRef,
    /// Commit, branch or tag
    #[schemars(extend("x-aliases" = ["ref", "branch", "tag", "commit"]))]
    sha: String,
    #[serde(flatten)]
    page: PageArgs,
}

/// What the contexts say together.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Combined {
    sha: String,
    /// success, pending, failure, error or unknown
    state: &'static str,
}

impl Tool for GetCommitStatuses {
    const NAME: &str = "get_commit_statuses";
    const TITLE: &str = "Get commit statuses";
    const DOMAIN: Domain = Domain::Commit;
    const ACCESS: Access = Access::Read;
    const CORE: bool = true;
    const OPERATIONS: &[&str] = &["repoGetCombinedStatusByRef", "repoGetSingleCommit"];
    type Output = Page<views::CommitStatus, Combined>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        let ask = self.page.ask(&call.forge, 50).await;
        let found = statuses::combined(&call.forge, self.repo.at(), &self.sha).await?;
        let (rows, paging) = slice(found.statuses, ask);
        let paging = Paging { total_count: Some(found.total_count), ..paging };
        Ok(Page::with(rows, paging, Combined { sha: found.sha, state: found.state }))
    }
}
