//! Releases of a repository.

use schemars::JsonSchema;
use serde::Deserialize;

use super::args::{PageArgs, RepoRef, given};
use super::{Access, Call, Domain, Tool, ToolEntry};
use crate::fetch::{self, Unit, one};
use crate::forgejo::page::{ListAnswer, Total};
use crate::forgejo::{Answer, ApiError, Kind, Maybe};
use crate::reply::{Page, Record};
use crate::views;

pub(super) const TOOLS: &[ToolEntry] = &[
    ToolEntry::of::<ListReleases>(),
    ToolEntry::of::<GetReleaseById>(),
    ToolEntry::of::<GetReleaseByTag>(),
    ToolEntry::of::<GetLatestRelease>(),
];

/// Which releases.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(extend("x-values" = {"draft": "drafts", "prerelease": "prereleases", "pre-release": "prereleases", "stable": "published", "release": "published", "released": "published"}))]
pub(super) enum ReleaseState {
    #[default]
    All,
    Drafts,
    Prereleases,
    /// neither draft nor prerelease
    Published,
}

/// Lists the releases of a repository, newest first.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct ListReleases {
    #[serde(flatten)]
    repo: RepoRef,
    /// Default all
    #[serde(default)]
    state: ReleaseState,
    /// Words
    q: Option<String>,
    #[serde(flatten)]
    page: PageArgs,
}

impl Tool for ListReleases {
    const NAME: &str = "list_releases";
    const TITLE: &str = "List releases";
    const DOMAIN: Domain = Domain::Release;
    const ACCESS: Access = Access::Read;
    const CORE: bool = true;
    const OPERATIONS: &[&str] = &["repoListReleases", "repoGet"];
    type Output = Page<views::ReleaseRow>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        let ask = self.page.ask(&call.forge, 20).await;
        let (draft, prerelease) = match self.state {
            ReleaseState::All => (None, None),
            ReleaseState::Drafts => (Some(true), None),
            ReleaseState::Prereleases => (None, Some(true)),
            ReleaseState::Published => (Some(false), Some(false)),
        };
        let request = call.forge.api()?.repo_list_releases().owner(&self.repo.owner).repo(&self.repo.repo);
        let request = request
            .maybe(draft, |request, flag| request.draft(flag))
            .maybe(prerelease, |request, flag| request.pre_release(flag))
            .maybe(given(&self.q), |request, words| request.q(words))
            .page(ask.page_i64())
            .limit(ask.limit_i64());
        let found = request.send().page_of(&call.forge, ask, Total::Exact).await;
        let (rows, paging) = match found {
            Ok(found) => found,
            Err(error) => {
                return Err(fetch::unit_off(&call.forge, self.repo.at(), Unit::Releases, error).await);
            }
        };
        Ok(Page::new(rows.into_iter().map(Into::into).collect(), paging))
    }
}

/// Gets a release by its id.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct GetReleaseById {
    #[serde(flatten)]
    repo: RepoRef,
    #[schemars(range(min = 1), extend("x-aliases" = ["id"]))]
    release_id: i64,
}

impl Tool for GetReleaseById {
    const NAME: &str = "get_release_by_id";
    const TITLE: &str = "Get release by id";
    const DOMAIN: Domain = Domain::Release;
    const ACCESS: Access = Access::Read;
    const OPERATIONS: &[&str] = &["repoGetRelease"];
    type Output = Record<views::Release>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        let request = call.forge.api()?.repo_get_release().owner(&self.repo.owner).repo(&self.repo.repo);
        Ok(Record::new(request.id(self.release_id).send().answer(&call.forge).await?.into_inner().into()))
    }
}

/// Gets the release of a tag.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct GetReleaseByTag {
    #[serde(flatten)]
    repo: RepoRef,
    #[schemars(extend("x-aliases" = ["tag_name"]))]
    tag: String,
}

impl Tool for GetReleaseByTag {
    const NAME: &str = "get_release_by_tag";
    const TITLE: &str = "Get release by tag";
    const DOMAIN: Domain = Domain::Release;
    const ACCESS: Access = Access::Read;
    const OPERATIONS: &[&str] = &["repoGetReleaseByTag"];
    type Output = Record<views::Release>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        Ok(Record::new(one::release_by_tag(&call.forge, self.repo.at(), &self.tag).await?.into()))
    }
}

/// Gets the newest release that is neither a draft nor a prerelease.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct GetLatestRelease {
    #[serde(flatten)]
    repo: RepoRef,
}

impl Tool for GetLatestRelease {
    const NAME: &str = "get_latest_release";
    const TITLE: &str = "Get latest release";
    const DOMAIN: Domain = Domain::Release;
    const ACCESS: Access = Access::Read;
    const CORE: bool = true;
    const OPERATIONS: &[&str] = &["repoGetLatestRelease"];
    type Output = Record<views::Release>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        let found =
            one::latest_release(&call.forge, self.repo.at()).await.map_err(|error| match error.kind() {
                Kind::NotFound => error
                    .explain("not found: the repository is missing or hidden, or has no published release")
                    .hint("list_releases shows drafts and prereleases too"),
                _ => error,
            })?;
        Ok(Record::new(found.into()))
    }
}
