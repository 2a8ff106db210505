//! Issues: list and get.

mod writes;

use chrono::{DateTime, Utc};
use schemars::JsonSchema;
use serde::Deserialize;

use super::args::{ListState, PageArgs, RepoRef, given};
use super::{Access, Call, Domain, Tool, ToolEntry};
use crate::fetch::{self, Unit, issues, names};
use crate::forgejo::api::types;
use crate::forgejo::page::{Ask, ListAnswer, Paging, Total};
use crate::forgejo::{Answer, ApiError, Forge, Maybe};
use crate::reply::{Page, Record};
use crate::views;
use writes::{CreateIssue, IssueStateChange, UpdateIssue};

pub(super) const TOOLS: &[ToolEntry] = &[
    ToolEntry::of::<ListRepoIssues>(),
    ToolEntry::of::<GetIssueByIndex>(),
    ToolEntry::of::<CreateIssue>(),
    ToolEntry::of::<UpdateIssue>(),
    ToolEntry::of::<IssueStateChange>(),
];

/// What a list of issues holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(extend("x-values" = {"issue": "issues", "pull": "pulls", "pull_requests": "pulls"}))]
pub(super) enum IssueType {
    #[default]
    Issues,
    Pulls,
    All,
}

/// Order of a list of issues.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(extend("x-values" = {"created": "latest", "newest": "latest", "updated": "recentupdate", "comments": "mostcomment"}))]
pub(super) enum IssueSort {
    Relevance,
    Latest,
    Oldest,
    Recentupdate,
    Leastupdate,
    Mostcomment,
    Leastcomment,
    Nearduedate,
    Farduedate,
}

impl IssueSort {
    pub(super) fn as_str(self) -> &'static str {
        match self {
            Self::Relevance => "relevance",
            Self::Latest => "latest",
            Self::Oldest => "oldest",
            Self::Recentupdate => "recentupdate",
            Self::Leastupdate => "leastupdate",
            Self::Mostcomment => "mostcomment",
            Self::Leastcomment => "leastcomment",
            Self::Nearduedate => "nearduedate",
            Self::Farduedate => "farduedate",
        }
    }
}

/// Lists issues of a repository; pull requests too when `type` says so.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct ListRepoIssues {
    #[serde(flatten)]
    repo: RepoRef,
    /// Default open
    #[serde(default)]
    state: ListState,
    /// Default issues
    #[serde(rename = "type", default)]
    kind: IssueType,
    /// Names or ids; issues that have all of them
    #[serde(default)]
    labels: Vec<String>,
    /// Titles or ids; issues of any of them
    #[serde(default)]
    #[schemars(extend("x-aliases" = ["milestone"]))]
    milestones: Vec<String>,
    /// Words in title, text or comments
    #[schemars(extend("x-aliases" = ["query", "keyword", "search"]))]
    q: Option<String>,
    /// Login of the author
    #[schemars(extend("x-aliases" = ["author"]))]
    created_by: Option<String>,
    /// Login
    #[schemars(extend("x-aliases" = ["assignee"]))]
    assigned_by: Option<String>,
    /// Login
    mentioned_by: Option<String>,
    /// Updated at or after
    since: Option<DateTime<Utc>>,
    /// Updated before
    before: Option<DateTime<Utc>>,
    sort: Option<IssueSort>,
    #[serde(flatten)]
    page: PageArgs,
}

impl Tool for ListRepoIssues {
    const NAME: &str = "list_repo_issues";
    const TITLE: &str = "List issues";
    const DOMAIN: Domain = Domain::Issue;
    const ACCESS: Access = Access::Read;
    const CORE: bool = true;
    const OPERATIONS: &[&str] =
        &["issueListIssues", "issueListLabels", "orgListLabels", "issueGetMilestonesList", "repoGet"];
    type Output = Page<views::IssueRow>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        let forge = &call.forge;
        let ask = self.page.ask(forge, 20).await;
        let labels = names::resolve_labels(forge, self.repo.at(), &self.labels).await?;
        let milestones = names::resolve_milestones(forge, self.repo.at(), &self.milestones).await?;
        let page = async |ask: Ask, labels: Vec<String>, milestones: Vec<String>| {
            self.fetch(forge, ask, &labels, &milestones).await
        };
        let found = issues::filtered(forge, ask, &labels, &milestones, page).await?;
        let hidden =
            if found.issues.is_empty() && ask.page == 1 { self.hidden_rows(forge).await } else { None };
        let warnings = found.warning.into_iter().chain(hidden);
        Ok(Page::new(found.issues.into_iter().map(Into::into).collect(), found.paging).warn(warnings))
    }
}

impl ListRepoIssues {
    async fn fetch(
        &self,
        forge: &Forge,
        ask: Ask,
        labels: &[String],
        milestones: &[String],
    ) -> Result<(Vec<types::Issue>, Paging), ApiError> {
        let joined = |names: &[String]| (!names.is_empty()).then(|| names.join(","));
        let request = forge
            .api()?
            .issue_list_issues()
            .owner(&self.repo.owner)
            .repo(&self.repo.repo)
            .state(self.state.as_str())
            .page(ask.page_i64())
            .limit(ask.limit_i64());
        let request = match self.kind {
            IssueType::Issues => request.type_("issues"),
            IssueType::Pulls => request.type_("pulls"),
            IssueType::All => request,
        };
        let found = request
            .maybe(joined(labels), |request, names| request.labels(names))
            .maybe(joined(milestones), |request, names| request.milestones(names))
            .maybe(given(&self.q), |request, words| request.q(words))
            .maybe(given(&self.created_by), |request, login| request.created_by(login))
            .maybe(given(&self.assigned_by), |request, login| request.assigned_by(login))
            .maybe(given(&self.mentioned_by), |request, login| request.mentioned_by(login))
            .maybe(self.since, |request, time| request.since(time))
            .maybe(self.before, |request, time| request.before(time))
            .maybe(self.sort, |request, sort| request.sort(sort.as_str()))
            .send()
            .page_of(forge, ask, Total::Exact)
            .await;
        match found {
            Err(error) if error.said().is_some_and(|said| said.contains("user does not exist")) => {
                Err(error.explain("not found: created_by, assigned_by or mentioned_by is no user"))
            }
            Err(error) => Err(fetch::unit_off(forge, self.repo.at(), Unit::Issues, error).await),
            found => found,
        }
    }

    /// A milestone without a title, or a label without a name, hides every issue from lists without such a filter.
    async fn hidden_rows(&self, forge: &Forge) -> Option<String> {
        let filtered = !self.labels.is_empty() || !self.milestones.is_empty() || given(&self.q).is_some();
        if filtered || self.state == ListState::Closed || self.kind != IssueType::Issues {
            return None;
        }
        let repo = forge
            .api()
            .ok()?
            .repo_get()
            .owner(&self.repo.owner)
            .repo(&self.repo.repo)
            .send()
            .answer(forge)
            .await;
        let open = repo.ok()?.open_issues_count.filter(|count| *count > 0)?;
        let nameless = |all: Vec<names::Named>| all.into_iter().find(|one| one.name.is_empty());
        if let Some(milestone) = names::milestones(forge, self.repo.at()).await.ok().and_then(nameless) {
            return Some(format!(
                "{open} open issues are hidden by milestone {}, which has no title: give it one",
                milestone.id
            ));
        }
        let label = names::labels(forge, self.repo.at()).await.ok().and_then(nameless)?;
        Some(format!("{open} open issues are hidden by label {}, which has no name: give it one", label.id))
    }
}

/// Gets one issue with its text, labels, assignees and milestone.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct GetIssueByIndex {
    #[serde(flatten)]
    repo: RepoRef,
    /// Number of the issue
    #[schemars(range(min = 1))]
    index: i64,
}

impl Tool for GetIssueByIndex {
    const NAME: &str = "get_issue_by_index";
    const TITLE: &str = "Get issue";
    const DOMAIN: Domain = Domain::Issue;
    const ACCESS: Access = Access::Read;
    const CORE: bool = true;
    const OPERATIONS: &[&str] = &["issueGetIssue"];
    type Output = Record<views::Issue>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        fetch::issue(&call.forge, self.repo.at(), self.index).await.map(Record::new)
    }
}
