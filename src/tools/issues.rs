//! Issues: list, get, create, update, open and close.

use chrono::{DateTime, Utc};
use schemars::JsonSchema;
use serde::Deserialize;

use super::args::{ListState, PageArgs, RepoRef, State};
use super::{Access, Call, Domain, Tool, ToolEntry};
use crate::fetch::{self, issues, names};
use crate::forgejo::api::types;
use crate::forgejo::page::{Ask, ListAnswer, Paging, Total};
use crate::forgejo::{Answer, ApiError, Forge, Kind, Maybe};
use crate::reply::{Page, Record};
use crate::views;

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
        let mut milestones = Vec::new();
        for word in &self.milestones {
            milestones.push(names::resolve_milestone(forge, self.repo.at(), word).await?);
        }
        let labels: Vec<String> = labels.into_iter().map(|label| label.name).collect();
        let milestones: Vec<String> = milestones.into_iter().map(|milestone| milestone.name).collect();
        let found = issues::filtered(
            forge,
            ask,
            &labels,
            &milestones,
            async |ask: Ask, labels: Vec<String>, milestones: Vec<String>| {
                self.fetch(forge, ask, &labels, &milestones).await
            },
        )
        .await?;
        let strangely_empty = found.issues.is_empty() && ask.page == 1 && found.warning.is_none();
        let hidden = if strangely_empty { self.hidden_rows(forge).await } else { None };
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
        request
            .maybe(joined(labels), |request, names| request.labels(names))
            .maybe(joined(milestones), |request, names| request.milestones(names))
            .maybe(self.q.clone(), |request, words| request.q(words))
            .maybe(self.created_by.clone(), |request, login| request.created_by(login))
            .maybe(self.assigned_by.clone(), |request, login| request.assigned_by(login))
            .maybe(self.mentioned_by.clone(), |request, login| request.mentioned_by(login))
            .maybe(self.since, |request, time| request.since(time))
            .maybe(self.before, |request, time| request.before(time))
            .maybe(self.sort, |request, sort| request.sort(sort.as_str()))
            .send()
            .page_of(forge, ask, Total::Exact)
            .await
    }

    /// A milestone without a title, or a label without a name, hides every issue from lists without such a filter.
    async fn hidden_rows(&self, forge: &Forge) -> Option<String> {
        let filtered = !self.labels.is_empty() || !self.milestones.is_empty() || self.q.is_some();
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

/// Creates an issue.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct CreateIssue {
    #[serde(flatten)]
    repo: RepoRef,
    title: String,
    /// Markdown
    body: Option<String>,
    /// Names or ids
    #[serde(default)]
    labels: Vec<String>,
    /// Logins
    #[serde(default)]
    #[schemars(extend("x-aliases" = ["assignee"]))]
    assignees: Vec<String>,
    /// Title or id
    milestone: Option<String>,
    due_date: Option<DateTime<Utc>>,
    /// Branch or tag that it is about
    #[serde(rename = "ref")]
    reference: Option<String>,
}

impl Tool for CreateIssue {
    const NAME: &str = "create_issue";
    const TITLE: &str = "Create issue";
    const DOMAIN: Domain = Domain::Issue;
    const ACCESS: Access = Access::Create;
    const CORE: bool = true;
    const OPERATIONS: &[&str] = &[
        "issueCreateIssue",
        "issueListLabels",
        "orgListLabels",
        "issueGetMilestonesList",
        "repoGetAssignees",
    ];
    type Output = Record<views::Issue>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        let forge = &call.forge;
        let title = not_blank("title", self.title)?;
        let labels = names::resolve_labels(forge, self.repo.at(), &self.labels).await?;
        let milestone = match &self.milestone {
            Some(word) => Some(names::resolve_milestone(forge, self.repo.at(), word).await?),
            None => None,
        };
        check_assignees(forge, &self.repo, &self.assignees).await?;
        let body = types::CreateIssueOption {
            assignee: None,
            assignees: (!self.assignees.is_empty()).then(|| self.assignees.clone()),
            body: self.body,
            closed: None,
            due_date: self.due_date,
            labels: (!labels.is_empty()).then(|| labels.iter().map(|label| label.id).collect()),
            milestone: milestone.as_ref().map(|milestone| milestone.id),
            ref_: self.reference,
            title,
        };
        let request =
            forge.api()?.issue_create_issue().owner(&self.repo.owner).repo(&self.repo.repo).body(body);
        let made = request.send().answer(forge).await?.into_inner();
        let wanted = Wanted {
            labels: Some(labels.into_iter().map(|label| label.name).collect()),
            assignees: Some(self.assignees),
            milestone: milestone.map(|milestone| milestone.id),
            due_date: self.due_date.is_some(),
        };
        let warnings = wanted.missing_in(&made);
        Ok(Record::new(views::Issue::from(types::Issue { body: None, ..made })).warn(warnings))
    }
}

/// Changes an issue or pull request; what is not named stays as it is.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct UpdateIssue {
    #[serde(flatten)]
    repo: RepoRef,
    /// Number of the issue
    #[schemars(range(min = 1))]
    index: i64,
    title: Option<String>,
    /// Markdown; empty clears
    #[schemars(extend("x-empty" = true))]
    body: Option<String>,
    /// Logins, all of them; [] clears
    #[schemars(extend("x-aliases" = ["assignee"]))]
    assignees: Option<Vec<String>>,
    /// Title or id; empty or 0 clears
    #[schemars(extend("x-empty" = true))]
    milestone: Option<String>,
    /// Kept as the end of its day
    due_date: Option<DateTime<Utc>>,
    #[serde(default)]
    clear_due_date: bool,
    state: Option<State>,
    /// Branch or tag that it is about
    #[serde(rename = "ref")]
    reference: Option<String>,
}

impl Tool for UpdateIssue {
    const NAME: &str = "update_issue";
    const TITLE: &str = "Update issue";
    const DOMAIN: Domain = Domain::Issue;
    const ACCESS: Access = Access::Change;
    const IDEMPOTENT: bool = true;
    const CORE: bool = true;
    const OPERATIONS: &[&str] = &["issueEditIssue", "issueGetMilestonesList", "repoGetAssignees"];
    type Output = Record<views::Issue>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        let forge = &call.forge;
        if self.clear_due_date && self.due_date.is_some() {
            return Err(ApiError::invalid("due_date and clear_due_date cannot both be given"));
        }
        let title = self.title.map(|title| not_blank("title", title)).transpose()?;
        let milestone = match self.milestone.as_deref().map(str::trim) {
            Some("" | "0") => Some(0),
            Some(word) => Some(names::resolve_milestone(forge, self.repo.at(), word).await?.id),
            None => None,
        };
        check_assignees(forge, &self.repo, self.assignees.as_deref().unwrap_or_default()).await?;
        let body = types::EditIssueOption {
            title,
            body: self.body,
            assignees: self.assignees.clone(),
            milestone,
            due_date: self.due_date,
            unset_due_date: self.clear_due_date.then_some(true),
            state: self.state.map(|state| state.as_str().to_owned()),
            ref_: self.reference,
            ..types::EditIssueOption::default()
        };
        if body.is_nothing() {
            return Err(ApiError::invalid("nothing to change was named").hint("give at least one of title, body, assignees, milestone, due_date, clear_due_date, state, ref"));
        }
        let edited = edit(forge, &self.repo, self.index, body).await?;
        let wanted = Wanted {
            labels: None,
            assignees: self.assignees,
            milestone: milestone.filter(|id| *id != 0),
            due_date: self.due_date.is_some(),
        };
        let mut warnings = wanted.missing_in(&edited);
        let still = |what: &str| format!("{what} was not cleared; the token may lack the right to write");
        warnings.extend((milestone == Some(0) && edited.milestone.is_some()).then(|| still("the milestone")));
        warnings.extend(
            (self.clear_due_date && views::when(edited.due_date.clone()).is_some())
                .then(|| still("the due date")),
        );
        Ok(Record::new(views::Issue::from(types::Issue { body: None, ..edited })).warn(warnings))
    }
}

/// Opens or closes an issue or pull request.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct IssueStateChange {
    #[serde(flatten)]
    repo: RepoRef,
    /// Number of the issue
    #[schemars(range(min = 1))]
    index: i64,
    state: State,
}

impl Tool for IssueStateChange {
    const NAME: &str = "issue_state_change";
    const TITLE: &str = "Open or close issue";
    const DOMAIN: Domain = Domain::Issue;
    const ACCESS: Access = Access::Change;
    const IDEMPOTENT: bool = true;
    const CORE: bool = true;
    const OPERATIONS: &[&str] = &["issueEditIssue"];
    type Output = Record<views::IssueRow>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        let state = Some(self.state.as_str().to_owned());
        let body = types::EditIssueOption { state, ..types::EditIssueOption::default() };
        let edited = edit(&call.forge, &self.repo, self.index, body).await?;
        Ok(Record::new(edited.into()))
    }
}

/// Sends an edit and explains the refusals that are about open dependencies and merged pull requests.
async fn edit(
    forge: &Forge,
    repo: &RepoRef,
    index: i64,
    body: types::EditIssueOption,
) -> Result<types::Issue, ApiError> {
    let wants_state = body.state.clone();
    let request = forge.api()?.issue_edit_issue().owner(&repo.owner).repo(&repo.repo).index(index).body(body);
    let edited = request.send().answer(forge).await.map_err(|error| match error.kind() {
        Kind::PreconditionFailed if error.status() == Some(412) => error
            .explain(format!("the state of {repo}#{index} cannot change"))
            .hint("an issue with open dependencies cannot be closed, and a merged pull request cannot be opened or closed"),
        _ => error,
    })?;
    let edited = edited.into_inner();
    if let Some(wanted) = wants_state
        && edited.state.as_deref().is_some_and(|state| state != wanted)
    {
        return Err(ApiError::new(
            Kind::PreconditionFailed,
            format!("{repo}#{index} did not become {wanted}"),
        )
        .hint("the token may lack the right to write"));
    }
    Ok(edited)
}

trait IsNothing {
    fn is_nothing(&self) -> bool;
}

impl IsNothing for types::EditIssueOption {
    fn is_nothing(&self) -> bool {
        serde_json::to_value(self).is_ok_and(|value| value.as_object().is_some_and(serde_json::Map::is_empty))
    }
}

/// What a write asked for; the forge drops without a word what the caller may not set.
struct Wanted {
    labels: Option<Vec<String>>,
    assignees: Option<Vec<String>>,
    milestone: Option<i64>,
    due_date: bool,
}

impl Wanted {
    fn missing_in(&self, issue: &types::Issue) -> Vec<String> {
        let mut warnings = Vec::new();
        let mut missing = |what: &str| {
            warnings.push(format!("{what} not set; the token may lack the right to write to the repository"));
        };
        let labels = issue.labels.as_deref().unwrap_or_default();
        let has_label = |name: &String| labels.iter().any(|label| label.name.as_ref() == Some(name));
        if self.labels.as_ref().is_some_and(|wanted| !wanted.iter().all(has_label)) {
            missing("labels were");
        }
        let assignees = issue.assignees.as_deref().unwrap_or_default();
        let has_assignee = |login: &String| {
            assignees
                .iter()
                .any(|user| user.login.as_ref().is_some_and(|own| own.eq_ignore_ascii_case(login)))
        };
        if self.assignees.as_ref().is_some_and(|wanted| {
            !wanted.iter().all(has_assignee) || (wanted.is_empty() && !assignees.is_empty())
        }) {
            missing("assignees were");
        }
        let milestone = issue.milestone.as_ref().and_then(|milestone| milestone.id);
        if self.milestone.is_some() && self.milestone != milestone {
            missing("the milestone was");
        }
        if self.due_date && issue.due_date.is_none() {
            missing("the due date was");
        }
        warnings
    }
}

/// Refuses assignees that the forge would answer with an unexplained 500.
async fn check_assignees(forge: &Forge, repo: &RepoRef, logins: &[String]) -> Result<(), ApiError> {
    if logins.is_empty() {
        return Ok(());
    }
    let list = forge.api()?.repo_get_assignees().owner(&repo.owner).repo(&repo.repo).send().rows(forge).await;
    // Without the list the forge decides.
    let Ok(list) = list else { return Ok(()) };
    let known: Vec<String> = list.into_iter().filter_map(|user| user.login).collect();
    let unknown = logins.iter().find(|login| !known.iter().any(|own| own.eq_ignore_ascii_case(login)));
    match unknown {
        Some(login) => Err(ApiError::invalid(format!("{login:?} cannot be assigned in {repo}"))
            .hint(format!("these can: {}", known.join(", ")))),
        None => Ok(()),
    }
}

/// Refuses a text that the forge would ignore or answer with an error of its own.
pub(super) fn not_blank(name: &str, text: String) -> Result<String, ApiError> {
    if text.trim().is_empty() {
        Err(ApiError::invalid(format!("{name} must not be empty")))
    } else {
        Ok(text)
    }
}
