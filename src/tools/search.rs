//! Searches over everything that the caller can see.

use chrono::{DateTime, Utc};
use schemars::JsonSchema;
use serde::Deserialize;

use super::args::{ListState, PageArgs, given};
use super::issues::{IssueSort, IssueType};
use super::{Access, Call, Domain, Tool, ToolEntry};
use crate::forgejo::api::types;
use crate::forgejo::page::{ListAnswer, Paging, Total};
use crate::forgejo::{Answer, ApiError, Forge, Kind, Maybe};
use crate::reply::Page;
use crate::views;

pub(super) const TOOLS: &[ToolEntry] =
    &[ToolEntry::of::<SearchRepos>(), ToolEntry::of::<SearchIssues>(), ToolEntry::of::<SearchUsers>()];

/// Order of a search for repositories.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(extend("x-values" = {"name": "alpha"}))]
pub(super) enum RepoSort {
    #[default]
    Updated,
    Alpha,
    Created,
    Size,
    Id,
    Stars,
    Forks,
}

#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum Order {
    #[default]
    Desc,
    Asc,
}

/// What kind of repository.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum RepoMode {
    Source,
    Fork,
    Mirror,
    Collaborative,
}

impl RepoSort {
    fn as_str(self) -> &'static str {
        match self {
            Self::Updated => "updated",
            Self::Alpha => "alpha",
            Self::Created => "created",
            Self::Size => "size",
            Self::Id => "id",
            Self::Stars => "stars",
            Self::Forks => "forks",
        }
    }
}

impl Order {
    fn as_str(self) -> &'static str {
        match self {
            Self::Desc => "desc",
            Self::Asc => "asc",
        }
    }
}

impl RepoMode {
    fn as_str(self) -> &'static str {
        match self {
            Self::Source => "source",
            Self::Fork => "fork",
            Self::Mirror => "mirror",
            Self::Collaborative => "collaborative",
        }
    }
}

/// Searches repositories.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct SearchRepos {
    /// Words in the name
    #[serde(default)]
    #[schemars(extend("x-aliases" = ["q", "query"]))]
    keyword: String,
    /// User or organisation
    owner: Option<String>,
    /// Search topics instead of names
    #[serde(default)]
    topic: bool,
    /// Search descriptions too
    #[serde(default)]
    include_desc: bool,
    mode: Option<RepoMode>,
    archived: Option<bool>,
    template: Option<bool>,
    /// Default updated
    #[serde(default)]
    sort: RepoSort,
    /// Default desc
    #[serde(default)]
    order: Order,
    #[serde(flatten)]
    page: PageArgs,
}

impl Tool for SearchRepos {
    const NAME: &str = "search_repos";
    const TITLE: &str = "Search repositories";
    const DOMAIN: Domain = Domain::Search;
    const ACCESS: Access = Access::Read;
    const CORE: bool = true;
    const OPERATIONS: &[&str] = &["repoSearch", "userGet"];
    type Output = Page<views::RepoRow>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        let forge = &call.forge;
        let ask = self.page.ask(forge, 100).await;
        let owner = match given(&self.owner) {
            Some(name) => Some(id_of(forge, name).await?),
            None => None,
        };
        let request = forge.api()?.repo_search().page(ask.page_i64()).limit(ask.limit_i64());
        let request = request.sort(self.sort.as_str()).order(self.order.as_str());
        let request = request
            .maybe(Some(self.keyword).filter(|words| !words.trim().is_empty()), |request, words| {
                request.q(words)
            })
            .maybe(owner, |request, id| request.uid(id).exclusive(true))
            .maybe(self.topic.then_some(true), |request, flag| request.topic(flag))
            .maybe(self.include_desc.then_some(true), |request, flag| request.include_desc(flag))
            .maybe(self.mode, |request, mode| request.mode(mode.as_str()))
            .maybe(self.archived, |request, flag| request.archived(flag))
            .maybe(self.template, |request, flag| request.template(flag));
        let found = request.send().answer(forge).await?;
        let headers = found.headers().clone();
        let rows = found.into_inner().data.unwrap_or_default();
        let paging = Paging::read(&headers, ask, rows.len(), Total::Exact);
        Ok(Page::new(rows.into_iter().map(Into::into).collect(), paging))
    }
}

/// The id of a user or organisation; an organisation answers as a user too.
async fn id_of(forge: &Forge, name: &str) -> Result<i64, ApiError> {
    let found = forge.api()?.user_get().username(name).send().answer(forge).await;
    let found = found.map_err(|error| match error.kind() {
        Kind::NotFound => error.explain(format!("not found: there is no user or organisation {name}")),
        _ => error,
    })?;
    found.id.ok_or_else(|| ApiError::internal(format!("{name} came without an id")))
}

/// Searches issues and pull requests over all repositories. For another author or assignee use `list_repo_issues`.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct SearchIssues {
    /// Words
    #[schemars(extend("x-aliases" = ["query", "keyword"]))]
    q: Option<String>,
    /// User or organisation
    owner: Option<String>,
    /// Only of this team of the owner
    team: Option<String>,
    /// Default open
    #[serde(default)]
    state: ListState,
    /// issues, pulls or all (default)
    #[serde(rename = "type")]
    kind: Option<IssueType>,
    /// Names; any of them
    #[serde(default)]
    labels: Vec<String>,
    /// Titles; any of them
    #[serde(default)]
    #[schemars(extend("x-aliases" = ["milestone"]))]
    milestones: Vec<String>,
    /// Own login
    #[schemars(extend("x-aliases" = ["author"]))]
    created_by: Option<String>,
    /// Own login
    #[schemars(extend("x-aliases" = ["assignee"]))]
    assigned_by: Option<String>,
    /// Own login
    mentioned_by: Option<String>,
    /// Asks for your review
    #[serde(default)]
    review_requested: bool,
    /// You reviewed it
    #[serde(default)]
    reviewed: bool,
    /// Updated at or after
    since: Option<DateTime<Utc>>,
    /// Updated before
    before: Option<DateTime<Utc>>,
    sort: Option<IssueSort>,
    #[serde(flatten)]
    page: PageArgs,
}

impl Tool for SearchIssues {
    const NAME: &str = "search_issues";
    const TITLE: &str = "Search issues";
    const DOMAIN: Domain = Domain::Search;
    const ACCESS: Access = Access::Read;
    const CORE: bool = true;
    const OPERATIONS: &[&str] = &["issueSearchIssues", "userGetCurrent"];
    type Output = Page<views::IssueRow>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        let forge = &call.forge;
        if given(&self.team).is_some() && given(&self.owner).is_none() {
            return Err(ApiError::invalid("team needs owner, the organisation that it belongs to"));
        }
        for name in self.labels.iter().chain(&self.milestones) {
            if name.contains(',') {
                return Err(ApiError::invalid(format!(
                    "{name:?} holds a comma, which this search cannot ask for"
                ))
                .hint("list_repo_issues can"));
            }
        }
        self.check_own_names(forge).await?;
        let ask = self.page.ask(forge, 20).await;
        let joined = |names: &[String]| (!names.is_empty()).then(|| names.join(","));
        let flag = |on: bool| on.then_some(true);
        let kind = match self.kind {
            Some(IssueType::Issues) => Some("issues"),
            Some(IssueType::Pulls) => Some("pulls"),
            Some(IssueType::All) | None => None,
        };
        let page = std::num::NonZeroU64::new(u64::from(ask.page)).unwrap_or(std::num::NonZeroU64::MIN);
        let (rows, paging) = forge
            .api()?
            .issue_search_issues()
            .state(self.state.as_str())
            .maybe(kind, |request, word| request.type_(word))
            .maybe(given(&self.q), |request, words| request.q(words))
            .maybe(given(&self.owner), |request, name| request.owner(name))
            .maybe(given(&self.team), |request, name| request.team(name))
            .maybe(joined(&self.labels), |request, names| request.labels(names))
            .maybe(joined(&self.milestones), |request, names| request.milestones(names))
            .maybe(flag(given(&self.created_by).is_some()), |request, flag| request.created(flag))
            .maybe(flag(given(&self.assigned_by).is_some()), |request, flag| request.assigned(flag))
            .maybe(flag(given(&self.mentioned_by).is_some()), |request, flag| request.mentioned(flag))
            .maybe(flag(self.review_requested), |request, flag| request.review_requested(flag))
            .maybe(flag(self.reviewed), |request, flag| request.reviewed(flag))
            .maybe(self.since, |request, time| request.since(time))
            .maybe(self.before, |request, time| request.before(time))
            .maybe(self.sort, |request, sort| request.sort(sort.as_str()))
            .page(page)
            .limit(u64::from(ask.limit))
            .send()
            .page_of(forge, ask, Total::Exact)
            .await?;
        self.check_was_filtered(&rows)?;
        Ok(Page::new(rows.into_iter().map(views::IssueRow::with_repo).collect(), paging))
    }
}

impl SearchIssues {
    /// The forge drops labels and milestones that it does not know, and without any left it finds everything.
    fn check_was_filtered(&self, rows: &[types::Issue]) -> Result<(), ApiError> {
        let is_among = |wanted: &[String], name: &Option<String>| {
            let name = name.as_deref().unwrap_or_default();
            wanted.iter().any(|wanted| wanted.trim().eq_ignore_ascii_case(name))
        };
        let has_label = |issue: &types::Issue| {
            issue.labels.iter().flatten().any(|label| is_among(&self.labels, &label.name))
        };
        let has_milestone = |issue: &types::Issue| {
            issue.milestone.iter().any(|milestone| is_among(&self.milestones, &milestone.title))
        };
        let unknown = |parameter: &str, names: &[String], tool: &str| {
            let names = names.join(", ");
            ApiError::invalid(format!("{parameter}: nothing that this token may see has {names}"))
                .hint(format!("{tool} shows those of a repository; names must be exact"))
        };
        if !self.labels.is_empty() && !rows.iter().all(has_label) {
            return Err(unknown("labels", &self.labels, "list_repo_labels"));
        }
        if !self.milestones.is_empty() && !rows.iter().all(has_milestone) {
            return Err(unknown("milestones", &self.milestones, "list_repo_milestones"));
        }
        Ok(())
    }

    /// The forge knows these filters for the caller alone, and would ignore anybody else's name.
    async fn check_own_names(&self, forge: &Forge) -> Result<(), ApiError> {
        let asked = [
            ("created_by", given(&self.created_by)),
            ("assigned_by", given(&self.assigned_by)),
            ("mentioned_by", given(&self.mentioned_by)),
        ];
        let flags = self.review_requested || self.reviewed;
        if asked.iter().all(|(_, name)| name.is_none()) && !flags {
            return Ok(());
        }
        if !forge.has_token() && !forge.is_demo() {
            return Err(ApiError::invalid(
                "without a token nobody is the caller, and these filters are about the caller",
            )
            .hint("list_repo_issues takes created_by, assigned_by and mentioned_by of anybody"));
        }
        if asked.iter().all(|(_, name)| name.is_none()) {
            return Ok(());
        }
        let own = forge
            .api()?
            .user_get_current()
            .send()
            .answer(forge)
            .await?
            .into_inner()
            .login
            .unwrap_or_default();
        for (parameter, name) in asked {
            let Some(name) = name else { continue };
            if !name.eq_ignore_ascii_case(&own) && name != "@me" {
                return Err(ApiError::invalid(format!("{parameter} can only be your own login, {own}: this search knows the filter for nobody else"))
                    .hint(format!("list_repo_issues takes {parameter} of anybody, for one repository")));
            }
        }
        Ok(())
    }
}

/// Searches users by login or full name.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct SearchUsers {
    /// Words; everybody when left out
    #[serde(default)]
    #[schemars(extend("x-aliases" = ["q", "query"]))]
    keyword: String,
    #[serde(flatten)]
    page: PageArgs,
}

impl Tool for SearchUsers {
    const NAME: &str = "search_users";
    const TITLE: &str = "Search users";
    const DOMAIN: Domain = Domain::Search;
    const ACCESS: Access = Access::Read;
    const OPERATIONS: &[&str] = &["userSearch"];
    type Output = Page<views::UserRow>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        let forge = &call.forge;
        let ask = self.page.ask(forge, 100).await;
        let words = Some(self.keyword).filter(|words| !words.trim().is_empty());
        let request = forge.api()?.user_search().page(ask.page_i64()).limit(ask.limit_i64());
        let found = request.maybe(words, |request, words| request.q(words)).send().answer(forge).await?;
        let headers = found.headers().clone();
        let rows = found.into_inner().data.unwrap_or_default();
        let paging = Paging::read(&headers, ask, rows.len(), Total::Exact);
        Ok(Page::new(rows.into_iter().map(Into::into).collect(), paging))
    }
}
