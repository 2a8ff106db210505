//! Milestones of a repository.

use schemars::JsonSchema;
use serde::Deserialize;

use super::args::{ListState, PageArgs, RepoRef, given};
use super::{Access, Call, Domain, Tool, ToolEntry};
use crate::forgejo::page::{ListAnswer, Total};
use crate::forgejo::{ApiError, Maybe};
use crate::reply::Page;
use crate::views;

pub(super) const TOOLS: &[ToolEntry] = &[ToolEntry::of::<ListRepoMilestones>()];

/// Lists the milestones of a repository.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct ListRepoMilestones {
    #[serde(flatten)]
    repo: RepoRef,
    /// Default open
    #[serde(default)]
    state: ListState,
    /// Part of the title
    #[schemars(extend("x-aliases" = ["title"]))]
    name: Option<String>,
    #[serde(flatten)]
    page: PageArgs,
}

impl Tool for ListRepoMilestones {
    const NAME: &str = "list_repo_milestones";
    const TITLE: &str = "List milestones";
    const DOMAIN: Domain = Domain::Issue;
    const ACCESS: Access = Access::Read;
    const CORE: bool = true;
    const OPERATIONS: &[&str] = &["issueGetMilestonesList"];
    type Output = Page<views::Milestone>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        let forge = &call.forge;
        let ask = self.page.ask(forge, 100).await;
        let request = forge.api()?.issue_get_milestones_list().owner(&self.repo.owner).repo(&self.repo.repo);
        let request = request
            .state(self.state.as_str())
            .maybe(given(&self.name), |request, name| request.name(name))
            .page(ask.page_i64())
            .limit(ask.limit_i64());
        let page = request.send().page_of(forge, ask, Total::Exact).await?;
        Ok(Page::of(page))
    }
}
