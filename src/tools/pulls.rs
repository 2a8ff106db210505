//! Pull requests: list and get.

mod merge;
mod writes;

use schemars::JsonSchema;
use serde::Deserialize;

use super::args::{ListState, PageArgs, RepoRef, given};
use super::{Access, Call, Domain, Tool, ToolEntry};
use crate::fetch::{self, Unit, names};
use crate::forgejo::api::types;
use crate::forgejo::page::{Ask, ListAnswer, Paging, Total, slice};
use crate::forgejo::{ApiError, Forge, Kind, Maybe};
use crate::reply::{Page, Record};
use crate::views;
use merge::MergePullRequest;
use writes::{CreatePullRequest, UpdatePullRequest};

pub(super) const TOOLS: &[ToolEntry] = &[
    ToolEntry::of::<ListRepoPullRequests>(),
    ToolEntry::of::<GetPullRequestByIndex>(),
    ToolEntry::of::<CreatePullRequest>(),
    ToolEntry::of::<UpdatePullRequest>(),
    ToolEntry::of::<MergePullRequest>(),
];

/// Order of a list of pull requests.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum PullSort {
    Oldest,
    Recentupdate,
    Recentclose,
    Leastupdate,
    Mostcomment,
    Leastcomment,
    Priority,
}

impl PullSort {
    fn as_str(self) -> &'static str {
        match self {
            Self::Oldest => "oldest",
            Self::Recentupdate => "recentupdate",
            Self::Recentclose => "recentclose",
            Self::Leastupdate => "leastupdate",
            Self::Mostcomment => "mostcomment",
            Self::Leastcomment => "leastcomment",
            Self::Priority => "priority",
        }
    }
}

/// Lists pull requests of a repository.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct ListRepoPullRequests {
    #[serde(flatten)]
    repo: RepoRef,
    /// Default open
    #[serde(default)]
    state: ListState,
    /// Branch to merge, or owner:branch
    head: Option<String>,
    /// Branch to merge into
    base: Option<String>,
    /// Login of the author
    #[schemars(extend("x-aliases" = ["author", "created_by"]))]
    poster: Option<String>,
    /// Names or ids; those that have all of them
    #[serde(default)]
    labels: Vec<String>,
    /// Title or id
    #[schemars(extend("x-aliases" = ["milestones"]))]
    milestone: Option<String>,
    sort: Option<PullSort>,
    #[serde(flatten)]
    page: PageArgs,
}

/// How many pull requests are looked through when the forge cannot filter.
const MOST_FILTERED: usize = 1_000;

impl Tool for ListRepoPullRequests {
    const NAME: &str = "list_repo_pull_requests";
    const TITLE: &str = "List pull requests";
    const DOMAIN: Domain = Domain::Pull;
    const ACCESS: Access = Access::Read;
    const CORE: bool = true;
    const OPERATIONS: &[&str] =
        &["repoListPullRequests", "issueListLabels", "orgListLabels", "issueGetMilestonesList", "repoGet"];
    type Output = Page<views::PullRow>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        let forge = &call.forge;
        let ask = self.page.ask(forge, 20).await;
        let labels = names::resolve_labels(forge, self.repo.at(), &self.labels).await?;
        let milestone = match given(&self.milestone) {
            Some(word) => Some(names::resolve_milestone(forge, self.repo.at(), word).await?.id),
            None => None,
        };
        let ids: Vec<i64> = labels.iter().map(|label| label.id).collect();
        let (rows, paging) = self.fetch(forge, ask, &ids, milestone).await?;
        // A page that fits says nothing of the pages that follow it.
        let filtered = !paging.has_more || self.forge_filters(forge).await;
        if filtered && rows.iter().all(|pull| self.matches(pull)) {
            return Ok(Page::new(rows.into_iter().map(Into::into).collect(), paging));
        }
        // Forgejo 11 and 15 ignore head and base, and none knows the owner of a head.
        let all =
            fetch::gather(forge, MOST_FILTERED, async |ask| self.fetch(forge, ask, &ids, milestone).await)
                .await?;
        let complete = all.len() < MOST_FILTERED;
        let (rows, paging) = slice(all.into_iter().filter(|pull| self.matches(pull)).collect(), ask);
        let warning =
            (!complete).then(|| format!("only the first {MOST_FILTERED} pull requests were looked through"));
        Ok(Page::new(rows.into_iter().map(Into::into).collect(), paging).warn(warning))
    }
}

impl ListRepoPullRequests {
    async fn fetch(
        &self,
        forge: &Forge,
        ask: Ask,
        labels: &[i64],
        milestone: Option<i64>,
    ) -> Result<(Vec<types::PullRequest>, Paging), ApiError> {
        let request = forge.api()?.repo_list_pull_requests().owner(&self.repo.owner).repo(&self.repo.repo);
        let head = given(&self.head).map(|head| head.rsplit_once(':').map_or(head, |(_, branch)| branch));
        let page = std::num::NonZeroU64::new(u64::from(ask.page)).unwrap_or(std::num::NonZeroU64::MIN);
        let found = request
            .state(self.state.as_str())
            .maybe(head, |request, head| request.head(head))
            .maybe(given(&self.base), |request, base| request.base(base))
            .maybe(given(&self.poster), |request, login| request.poster(login))
            .maybe((!labels.is_empty()).then(|| labels.to_vec()), |request, labels| request.labels(labels))
            .maybe(milestone, |request, id| request.milestone(id))
            .maybe(self.sort, |request, sort| request.sort(sort.as_str()))
            .page(page)
            .limit(u64::from(ask.limit))
            .send()
            .page_of(forge, ask, Total::Exact)
            .await;
        match found {
            Err(error) if error.kind() == Kind::Validation => {
                Err(error.explain("the list cannot be filtered so: poster must be a user of this instance"))
            }
            Err(error) => Err(fetch::unit_off(forge, self.repo.at(), Unit::Pulls, error).await),
            found => found,
        }
    }

    /// Whether the forge filters by head and base itself: from 16 on, without the owner of a head.
    async fn forge_filters(&self, forge: &Forge) -> bool {
        let head = given(&self.head);
        if head.is_some_and(|head| head.contains(':')) {
            return false;
        }
        (head.is_none() && given(&self.base).is_none()) || !forge.is_older_than(16).await
    }

    fn matches(&self, pull: &types::PullRequest) -> bool {
        let is = |side: &Option<types::PrBranchInfo>, wanted: &str| {
            let (owner, branch) = match wanted.rsplit_once(':') {
                Some((owner, branch)) => (Some(owner), branch),
                None => (None, wanted),
            };
            let Some(side) = side else { return false };
            let own = side
                .repo
                .as_ref()
                .and_then(|repo| repo.owner.as_ref())
                .and_then(|user| user.login.as_deref());
            let same_owner = owner.is_none_or(|owner| own.is_some_and(|own| own.eq_ignore_ascii_case(owner)));
            same_owner && (side.ref_.as_deref() == Some(branch) || side.label.as_deref() == Some(branch))
        };
        given(&self.head).is_none_or(|head| is(&pull.head, head))
            && given(&self.base).is_none_or(|base| is(&pull.base, base))
    }
}

/// Gets one pull request with its text, branches, reviewers and whether it can be merged.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct GetPullRequestByIndex {
    #[serde(flatten)]
    repo: RepoRef,
    /// Number of the pull request
    #[schemars(range(min = 1))]
    index: i64,
}

impl Tool for GetPullRequestByIndex {
    const NAME: &str = "get_pull_request_by_index";
    const TITLE: &str = "Get pull request";
    const DOMAIN: Domain = Domain::Pull;
    const ACCESS: Access = Access::Read;
    const CORE: bool = true;
    const OPERATIONS: &[&str] = &["repoGetPullRequest"];
    type Output = Record<views::Pull>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        Ok(Record::new(fetch::pull(&call.forge, self.repo.at(), self.index).await?.into()))
    }
}
