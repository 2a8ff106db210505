//! Writes to pull requests: create and update.

use chrono::{DateTime, Utc};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::fetch::{self, Unit, names};
use crate::forgejo::api::types;
use crate::forgejo::{Answer, ApiError, Forge, Kind};
use crate::reply::Record;
use crate::tools::args::{RepoRef, State, given, names_nothing, not_blank};
use crate::tools::wanted::Wanted;
use crate::tools::{Access, Call, Domain, Tool};
use crate::views;

/// Opens a pull request.
#[derive(Debug, Deserialize, JsonSchema)]
pub(in crate::tools) struct CreatePullRequest {
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
    const OPERATIONS: &[&str] = &[
        "repoCreatePullRequest",
        "issueListLabels",
        "orgListLabels",
        "issueGetMilestonesList",
        "repoGetAssignees",
        "repoGet",
    ];
    type Output = Record<views::Pull>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        let forge = &call.forge;
        let labels = names::resolve_labels(forge, self.repo.at(), &self.labels).await?;
        let labels: Vec<i64> = labels.into_iter().map(|label| label.id).collect();
        let assignees = names::resolve_assignees(forge, self.repo.at(), &self.assignees).await?;
        let milestone = match given(&self.milestone) {
            Some(word) => Some(names::resolve_milestone(forge, self.repo.at(), word).await?.id),
            None => None,
        };
        let title = not_blank("title", self.title)?;
        let body = types::CreatePullRequestOption {
            assignees: (!assignees.is_empty()).then(|| assignees.clone()),
            base: Some(not_blank("base", self.base)?),
            body: self.body,
            due_date: self.due_date,
            head: Some(not_blank("head", self.head)?),
            labels: (!labels.is_empty()).then(|| labels.clone()),
            milestone,
            title: Some(if self.draft { as_draft(title) } else { title }),
            ..types::CreatePullRequestOption::default()
        };
        let request = forge.api()?.repo_create_pull_request().owner(&self.repo.owner).repo(&self.repo.repo);
        let made = match request.body(body).send().answer(forge).await {
            Ok(made) => made.into_inner(),
            Err(error) => return Err(not_opened(forge, &self.repo, error).await),
        };
        let wanted = Wanted {
            labels: Some(labels),
            assignees: Some(assignees),
            milestone,
            due_date: self.due_date.map(|_| true),
        };
        let warnings = wanted.missing_in(&(&made).into());
        Ok(Record::new(views::Pull::from(types::PullRequest { body: None, ..made })).warn(warnings))
    }
}

/// Says why a pull request could not be opened.
async fn not_opened(forge: &Forge, repo: &RepoRef, error: ApiError) -> ApiError {
    match (error.kind(), error.status()) {
        (Kind::Conflict, _) => error
            .explain("there is a pull request for these branches already")
            .hint("list_repo_pull_requests with head and base finds it"),
        (Kind::NotFound, _) | (_, Some(500)) => {
            let error = error
                .as_kind(Kind::NotFound)
                .explain("the repository, head or base does not exist, or this token may not see it")
                .hint("list_branches shows the branches; a branch of a fork is owner:branch");
            fetch::unit_off(forge, repo.at(), Unit::Pulls, error).await
        }
        _ => error,
    }
}

/// Forgejo knows drafts by the beginning of their title.
fn as_draft(title: String) -> String {
    let lower = title.to_lowercase();
    if lower.starts_with("wip:") || lower.starts_with("[wip]") { title } else { format!("WIP: {title}") }
}

/// Changes a pull request; what is not named stays as it is.
#[derive(Debug, Deserialize, JsonSchema)]
pub(in crate::tools) struct UpdatePullRequest {
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
    /// Kept as the end of its day, UTC
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
        "repoGetAssignees",
        "repoGetPullRequest",
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
        let labels: Option<Vec<i64>> = match &self.labels {
            Some(words) => {
                let labels = names::resolve_labels(forge, self.repo.at(), words).await?;
                Some(labels.into_iter().map(|label| label.id).collect())
            }
            None => None,
        };
        let assignees = match &self.assignees {
            Some(words) => Some(names::resolve_assignees(forge, self.repo.at(), words).await?),
            None => None,
        };
        let body = types::EditPullRequestOption {
            allow_maintainer_edit: self.allow_maintainer_edit,
            assignees: assignees.clone(),
            base: self.base.map(|base| not_blank("base", base)).transpose()?,
            body: self.body,
            due_date: self.due_date,
            labels: labels.clone(),
            milestone,
            state: self.state.map(|state| state.as_str().to_owned()),
            title: self.title.map(|title| not_blank("title", title)).transpose()?,
            unset_due_date: self.clear_due_date.then_some(true),
            ..types::EditPullRequestOption::default()
        };
        let nothing = names_nothing(&body);
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
            let sent = Box::pin(request.body(body).send().answer(forge));
            sent.await.map_err(|error| match error.status() {
                Some(412) => error
                    .explain("the state of this pull request cannot change")
                    .hint("a merged pull request cannot be opened or closed"),
                Some(403) if self.allow_maintainer_edit.is_some() => {
                    error.hint("allow_maintainer_edit is for the author of a pull request from a fork")
                }
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
        let wanted = Wanted {
            labels,
            assignees,
            milestone: milestone.or(clears_milestone.then_some(0)),
            due_date: self.due_date.map(|_| true).or(self.clear_due_date.then_some(false)),
        };
        let warnings = wanted.missing_in(&(&now).into());
        Ok(Record::new(views::Pull::from(types::PullRequest { body: None, ..now })).warn(warnings))
    }
}
