//! Pull requests: list, get, create, update, merge.

use std::time::Duration;

use chrono::{DateTime, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::args::{ListState, PageArgs, RepoRef, State};
use super::issues::not_blank;
use super::{Access, Call, Domain, Tool, ToolEntry};
use crate::fetch::{self, names};
use crate::forgejo::api::types;
use crate::forgejo::page::{Ask, ListAnswer, Paging, Total, slice};
use crate::forgejo::{Answer, ApiError, Forge, Kind, Maybe};
use crate::reply::{Page, Record};
use crate::views;

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
        &["repoListPullRequests", "issueListLabels", "orgListLabels", "issueGetMilestonesList"];
    type Output = Page<views::PullRow>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        let forge = &call.forge;
        let ask = self.page.ask(forge, 20).await;
        let labels = names::resolve_labels(forge, self.repo.at(), &self.labels).await?;
        let milestone = match &self.milestone {
            Some(word) => Some(names::resolve_milestone(forge, self.repo.at(), word).await?.id),
            None => None,
        };
        let ids: Vec<i64> = labels.iter().map(|label| label.id).collect();
        let (rows, paging) = self.fetch(forge, ask, &ids, milestone).await?;
        if rows.iter().all(|pull| self.matches(pull)) {
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
        let head = self
            .head
            .as_deref()
            .map(|head| head.rsplit_once(':').map_or(head, |(_, branch)| branch).to_owned());
        let page = std::num::NonZeroU64::new(u64::from(ask.page)).unwrap_or(std::num::NonZeroU64::MIN);
        request
            .state(self.state.as_str())
            .maybe(head, |request, head| request.head(head))
            .maybe(self.base.clone(), |request, base| request.base(base))
            .maybe(self.poster.clone(), |request, login| request.poster(login))
            .maybe((!labels.is_empty()).then(|| labels.to_vec()), |request, labels| request.labels(labels))
            .maybe(milestone, |request, id| request.milestone(id))
            .maybe(self.sort, |request, sort| request.sort(format!("{sort:?}").to_lowercase()))
            .page(page)
            .limit(u64::from(ask.limit))
            .send()
            .page_of(forge, ask, Total::Exact)
            .await
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
        self.head.as_deref().is_none_or(|head| is(&pull.head, head))
            && self.base.as_deref().is_none_or(|base| is(&pull.base, base))
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

/// Opens a pull request.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct CreatePullRequest {
    #[serde(flatten)]
    repo: RepoRef,
    title: String,
    /// Branch to merge; owner:branch from a fork
    head: String,
    /// Branch to merge into
    base: String,
    /// Markdown
    body: Option<String>,
    /// Marks it as work in progress
    #[serde(default)]
    draft: bool,
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
}

impl Tool for CreatePullRequest {
    const NAME: &str = "create_pull_request";
    const TITLE: &str = "Create pull request";
    const DOMAIN: Domain = Domain::Pull;
    const ACCESS: Access = Access::Create;
    const CORE: bool = true;
    const OPERATIONS: &[&str] =
        &["repoCreatePullRequest", "issueListLabels", "orgListLabels", "issueGetMilestonesList"];
    type Output = Record<views::Pull>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        let forge = &call.forge;
        let labels = names::resolve_labels(forge, self.repo.at(), &self.labels).await?;
        let milestone = match &self.milestone {
            Some(word) => Some(names::resolve_milestone(forge, self.repo.at(), word).await?.id),
            None => None,
        };
        let title = not_blank("title", self.title)?;
        let body = types::CreatePullRequestOption {
            assignees: (!self.assignees.is_empty()).then_some(self.assignees),
            base: Some(not_blank("base", self.base)?),
            body: self.body,
            due_date: self.due_date,
            head: Some(not_blank("head", self.head)?),
            labels: (!labels.is_empty()).then(|| labels.iter().map(|label| label.id).collect()),
            milestone,
            title: Some(if self.draft { as_draft(title) } else { title }),
            ..types::CreatePullRequestOption::default()
        };
        let request = forge.api()?.repo_create_pull_request().owner(&self.repo.owner).repo(&self.repo.repo);
        let made = request.body(body).send().answer(forge).await.map_err(|error| {
            match (error.kind(), error.status()) {
                (Kind::Conflict, _) => error
                    .explain("there is a pull request for these branches already")
                    .hint("list_repo_pull_requests with head and base finds it"),
                (Kind::NotFound, _) | (_, Some(500)) => error
                    .explain("the repository, head or base does not exist, or this token may not see it")
                    .hint("list_branches shows the branches; a branch of a fork is owner:branch"),
                _ => error,
            }
        })?;
        let made = made.into_inner();
        let mut warnings = Vec::new();
        let has = made.labels.as_deref().unwrap_or_default();
        if !labels.iter().all(|label| has.iter().any(|own| own.id == Some(label.id))) {
            warnings.push(
                "labels were not set; the token may lack the right to write to the repository".to_owned(),
            );
        }
        if milestone.is_some() && made.milestone.as_ref().and_then(|own| own.id) != milestone {
            warnings.push(
                "the milestone was not set; the token may lack the right to write to the repository"
                    .to_owned(),
            );
        }
        Ok(Record::new(views::Pull::from(types::PullRequest { body: None, ..made })).warn(warnings))
    }
}

/// Forgejo knows drafts by the beginning of their title.
fn as_draft(title: String) -> String {
    let lower = title.to_lowercase();
    if lower.starts_with("wip:") || lower.starts_with("[wip]") { title } else { format!("WIP: {title}") }
}

/// Changes a pull request; what is not named stays as it is.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct UpdatePullRequest {
    #[serde(flatten)]
    repo: RepoRef,
    /// Number of the pull request
    #[schemars(range(min = 1))]
    index: i64,
    title: Option<String>,
    /// Markdown; empty clears
    #[schemars(extend("x-empty" = true))]
    body: Option<String>,
    /// Branch to merge into
    base: Option<String>,
    /// Logins, all of them; [] clears
    #[schemars(extend("x-aliases" = ["assignee"]))]
    assignees: Option<Vec<String>>,
    /// Names or ids, all of them; [] clears
    labels: Option<Vec<String>>,
    /// Title or id; empty or 0 clears
    #[schemars(extend("x-empty" = true))]
    milestone: Option<String>,
    due_date: Option<DateTime<Utc>>,
    #[serde(default)]
    clear_due_date: bool,
    state: Option<State>,
    /// Let maintainers push to the head
    allow_maintainer_edit: Option<bool>,
}

impl Tool for UpdatePullRequest {
    const NAME: &str = "update_pull_request";
    const TITLE: &str = "Update pull request";
    const DOMAIN: Domain = Domain::Pull;
    const ACCESS: Access = Access::Change;
    const IDEMPOTENT: bool = true;
    const CORE: bool = true;
    const OPERATIONS: &[&str] = &[
        "repoEditPullRequest",
        "issueEditIssue",
        "issueListLabels",
        "orgListLabels",
        "issueGetMilestonesList",
    ];
    type Output = Record<views::Pull>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        let forge = &call.forge;
        if self.clear_due_date && self.due_date.is_some() {
            return Err(ApiError::invalid("due_date and clear_due_date cannot both be given"));
        }
        let clears_milestone = self.milestone.as_deref().is_some_and(|word| matches!(word.trim(), "" | "0"));
        let milestone = match self.milestone.as_deref().filter(|_| !clears_milestone) {
            Some(word) => Some(names::resolve_milestone(forge, self.repo.at(), word).await?.id),
            None => None,
        };
        let labels = match &self.labels {
            Some(words) => Some(
                names::resolve_labels(forge, self.repo.at(), words)
                    .await?
                    .iter()
                    .map(|label| label.id)
                    .collect(),
            ),
            None => None,
        };
        let body = types::EditPullRequestOption {
            allow_maintainer_edit: self.allow_maintainer_edit,
            assignees: self.assignees,
            base: self.base,
            body: self.body,
            due_date: self.due_date,
            labels,
            milestone,
            state: self.state.map(|state| state.as_str().to_owned()),
            title: self.title.map(|title| not_blank("title", title)).transpose()?,
            unset_due_date: self.clear_due_date.then_some(true),
            ..types::EditPullRequestOption::default()
        };
        let nothing = serde_json::to_value(&body)
            .is_ok_and(|value| value.as_object().is_some_and(serde_json::Map::is_empty));
        if nothing && !clears_milestone {
            return Err(ApiError::invalid("nothing to change was named"));
        }
        if !nothing {
            let request = forge
                .api()?
                .repo_edit_pull_request()
                .owner(&self.repo.owner)
                .repo(&self.repo.repo)
                .index(self.index);
            request.body(body).send().answer(forge).await.map_err(|error| match error.status() {
                Some(412) => error
                    .explain("the state of this pull request cannot change")
                    .hint("a merged pull request cannot be opened or closed"),
                _ => error,
            })?;
        }
        if clears_milestone {
            // The pull request's own route ignores milestone 0; the issue's takes it.
            let body = types::EditIssueOption { milestone: Some(0), ..types::EditIssueOption::default() };
            let request = forge
                .api()?
                .issue_edit_issue()
                .owner(&self.repo.owner)
                .repo(&self.repo.repo)
                .index(self.index);
            request.body(body).send().answer(forge).await?;
        }
        let now = fetch::pull(forge, self.repo.at(), self.index).await?;
        let unmoved = milestone.is_some() && now.milestone.as_ref().and_then(|own| own.id) != milestone;
        let kept = clears_milestone && now.milestone.is_some();
        let warning = (unmoved || kept)
            .then(|| "the milestone did not change; the token may lack the right to write".to_owned());
        Ok(Record::new(views::Pull::from(types::PullRequest { body: None, ..now })).warn(warning))
    }
}

/// How a pull request is merged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(extend("x-values" = {"rebase_merge": "rebase-merge", "ff": "fast-forward-only", "fast-forward": "fast-forward-only"}))]
pub(super) enum MergeStyle {
    Merge,
    Rebase,
    RebaseMerge,
    Squash,
    FastForwardOnly,
    ManuallyMerged,
}

/// Merges a pull request, and reports what it became.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct MergePullRequest {
    #[serde(flatten)]
    repo: RepoRef,
    /// Number of the pull request
    #[schemars(range(min = 1))]
    index: i64,
    #[schemars(extend("x-aliases" = ["do", "method"]))]
    style: MergeStyle,
    /// Head commit that was reviewed; refused when it moved
    #[schemars(extend("x-aliases" = ["head_commit_id", "expected_head", "sha"]))]
    head_sha: Option<String>,
    /// First line of the commit message
    title: Option<String>,
    /// Rest of the commit message
    message: Option<String>,
    delete_branch_after_merge: Option<bool>,
    /// Passes over protection rules, for admins
    #[serde(default)]
    force_merge: bool,
    /// Merges later when checks are still running
    #[serde(default)]
    merge_when_checks_succeed: bool,
    /// Commit that merged it, for manually-merged
    merge_commit_id: Option<String>,
}

/// What a merge came to.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Merged {
    number: Option<i64>,
    /// open, closed or merged
    state: Option<String>,
    merged: bool,
    /// Whether it will be merged when the checks succeed.
    scheduled: Option<bool>,
    merge_commit: Option<String>,
    merged_by: Option<String>,
    merged_at: Option<String>,
    head: Option<String>,
    base: Option<String>,
    url: Option<String>,
}

/// How often a merge is tried while the forge still works out whether it can be merged.
const TRIES: u32 = 6;

impl Tool for MergePullRequest {
    const NAME: &str = "merge_pull_request";
    const TITLE: &str = "Merge pull request";
    const DOMAIN: Domain = Domain::Pull;
    const ACCESS: Access = Access::Change;
    const CORE: bool = true;
    const OPERATIONS: &[&str] = &["repoMergePullRequest", "repoGetPullRequest"];
    type Output = Record<Merged>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        let forge = &call.forge;
        let mut expected = self.head_sha.clone();
        for attempt in 1..=TRIES {
            let error = match self.send(forge, expected.clone()).await {
                Ok(status) => return self.report(forge, status == 201).await,
                Err(error) => error,
            };
            let now = match fetch::pull(forge, self.repo.at(), self.index).await {
                Ok(now) => now,
                Err(_) => return Err(self.explain(error, None)),
            };
            let head = now.head.as_ref().and_then(|head| head.sha.clone());
            let was_merged = now.merged == Some(true);
            let after_merge =
                matches!(error.status(), Some(403 | 500)) || error.kind() == Kind::OutcomeUnknown;
            if was_merged && after_merge {
                let warning = format!(
                    "merged, but not everything after it worked: {}",
                    error.said().unwrap_or("the branch was not deleted")
                );
                return Ok(Record::new(merged(now, false)).warn([warning]));
            }
            let may_pass = error.status() == Some(405)
                && error.said().is_some_and(|said| said.contains("try again later"));
            // The forge says the same while it computes and for a conflict; only the flag tells them apart, late.
            let conflict = now.mergeable == Some(false) && attempt >= TRIES / 2;
            if !may_pass || conflict || attempt == TRIES {
                return Err(self.explain(error, Some(&now)));
            }
            expected = expected.or(head);
            tokio::time::sleep(Duration::from_millis(500)).await;
        }
        Err(ApiError::internal("merging ended without an answer"))
    }
}

impl MergePullRequest {
    async fn send(&self, forge: &Forge, expected: Option<String>) -> Result<u16, ApiError> {
        let style = match self.style {
            MergeStyle::Merge => "merge",
            MergeStyle::Rebase => "rebase",
            MergeStyle::RebaseMerge => "rebase-merge",
            MergeStyle::Squash => "squash",
            MergeStyle::FastForwardOnly => "fast-forward-only",
            MergeStyle::ManuallyMerged => "manually-merged",
        };
        let body = types::MergePullRequestOption {
            delete_branch_after_merge: self.delete_branch_after_merge,
            do_: style
                .try_into()
                .map_err(|_| ApiError::internal("a style of merging is unknown to the API"))?,
            force_merge: self.force_merge.then_some(true),
            head_commit_id: expected,
            merge_commit_id: self.merge_commit_id.clone(),
            merge_message_field: self.message.clone(),
            merge_title_field: self.title.clone(),
            merge_when_checks_succeed: self.merge_when_checks_succeed.then_some(true),
        };
        let request = forge
            .api()?
            .repo_merge_pull_request()
            .owner(&self.repo.owner)
            .repo(&self.repo.repo)
            .index(self.index);
        Ok(request.body(body).send().answer(forge).await?.status().as_u16())
    }

    /// Reads the pull request again: what counts is what it became.
    async fn report(&self, forge: &Forge, scheduled: bool) -> Result<Record<Merged>, ApiError> {
        let now = fetch::pull(forge, self.repo.at(), self.index).await.map_err(|error| {
            error
                .as_kind(Kind::OutcomeUnknown)
                .explain("the merge was accepted, but the pull request cannot be read again")
        })?;
        let done = now.merged == Some(true);
        let warning = (!done && !scheduled)
            .then(|| "the forge accepted the merge but does not show it yet: read it again".to_owned());
        Ok(Record::new(merged(now, scheduled && !done)).warn(warning))
    }

    fn explain(&self, error: ApiError, now: Option<&types::PullRequest>) -> ApiError {
        let number = format!("{}#{}", self.repo, self.index);
        let is = |state: &str| now.and_then(|now| now.state.as_deref()) == Some(state);
        let said = error.said().unwrap_or_default().to_owned();
        if now.is_some_and(|now| now.merged == Some(true)) {
            return error.as_kind(Kind::PreconditionFailed).explain(format!("{number} is merged already"));
        }
        match error.status() {
            Some(404) if is("closed") => error.as_kind(Kind::PreconditionFailed).explain(format!("{number} is closed")).hint("open it with issue_state_change first"),
            Some(405) if said.contains("try again later") && now.is_some_and(|now| now.mergeable == Some(false)) => {
                error.as_kind(Kind::Conflict).explain(format!("{number} cannot be merged: its branches conflict, or a required check or approval is missing")).hint("update the head branch, or see the protection of the base")
            }
            Some(405) if said.contains("not allowed to merge") => error.as_kind(Kind::Forbidden).explain(format!("this account may not merge {number}")),
            Some(405) if now.is_some_and(|now| now.draft == Some(true)) => error.explain(format!("{number} is a draft")).hint("take the WIP prefix off its title"),
            Some(405) => error.explain(format!("{number} cannot be merged now")).hint("a protection rule, a missing check or a style that the repository does not allow; get_repo shows merge_styles"),
            Some(409) if said.contains("head") || self.head_sha.is_some() => error.explain(format!("the head of {number} has moved")).hint("read it again, review what came, and merge with the new head_sha"),
            _ => error,
        }
    }
}

fn merged(now: types::PullRequest, scheduled: bool) -> Merged {
    let merged = now.merged == Some(true);
    let pull = views::Pull::from(now);
    Merged {
        number: pull.row.number,
        state: pull.row.state,
        merged,
        scheduled: scheduled.then_some(true),
        merge_commit: pull.merge_commit,
        merged_by: pull.merged_by,
        merged_at: pull.merged_at,
        head: pull.row.head,
        base: pull.row.base,
        url: pull.url,
    }
}
