//! Repositories: the caller's own, and one.

use schemars::JsonSchema;
use serde::Deserialize;

use super::args::{PageArgs, RepoRef};
use super::{Access, Call, Domain, Tool, ToolEntry};
use crate::fetch::one;
use crate::forgejo::page::{ListAnswer, Total};
use crate::forgejo::{ApiError, Maybe};
use crate::reply::{Page, Record};
use crate::views;

pub(super) const TOOLS: &[ToolEntry] = &[ToolEntry::of::<ListMyRepos>(), ToolEntry::of::<GetRepo>()];

/// Order of a list of one's own repositories.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum RepoOrder {
    Name,
    Id,
    Newest,
    Oldest,
    Recentupdate,
    Leastupdate,
    Reversealphabetically,
    Alphabetically,
    Reversesize,
    Size,
    Moststars,
    Feweststars,
    Mostforks,
    Fewestforks,
}

impl RepoOrder {
    fn as_str(self) -> &'static str {
        match self {
            Self::Name => "name",
            Self::Id => "id",
            Self::Newest => "newest",
            Self::Oldest => "oldest",
            Self::Recentupdate => "recentupdate",
            Self::Leastupdate => "leastupdate",
            Self::Reversealphabetically => "reversealphabetically",
            Self::Alphabetically => "alphabetically",
            Self::Reversesize => "reversesize",
            Self::Size => "size",
            Self::Moststars => "moststars",
            Self::Feweststars => "feweststars",
            Self::Mostforks => "mostforks",
            Self::Fewestforks => "fewestforks",
        }
    }
}

/// Lists the repositories that the caller owns or works on.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct ListMyRepos {
    order_by: Option<RepoOrder>,
    #[serde(flatten)]
    page: PageArgs,
}

impl Tool for ListMyRepos {
    const NAME: &str = "list_my_repos";
    const TITLE: &str = "List own repositories";
    const DOMAIN: Domain = Domain::Repo;
    const ACCESS: Access = Access::Read;
    const CORE: bool = true;
    const OPERATIONS: &[&str] = &["userCurrentListRepos"];
    type Output = Page<views::RepoRow>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        let ask = self.page.ask(&call.forge, 100).await;
        let request = call.forge.api()?.user_current_list_repos().page(ask.page_i64()).limit(ask.limit_i64());
        let page = request
            .maybe(self.order_by, |request, order| request.order_by(order.as_str()))
            .send()
            .page_of(&call.forge, ask, Total::Exact)
            .await?;
        Ok(Page::of(page))
    }
}

/// Gets a repository: default branch, rights of the caller, units that are on, ways to merge.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct GetRepo {
    #[serde(flatten)]
    repo: RepoRef,
}

impl Tool for GetRepo {
    const NAME: &str = "get_repo";
    const TITLE: &str = "Get repository";
    const DOMAIN: Domain = Domain::Repo;
    const ACCESS: Access = Access::Read;
    const CORE: bool = true;
    const OPERATIONS: &[&str] = &["repoGet"];
    type Output = Record<views::Repo>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        Ok(Record::new(one::repo(&call.forge, self.repo.at()).await?.into()))
    }
}
