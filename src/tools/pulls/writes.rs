//! Writes to pull requests: create and update.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::fetch::{self, Unit, names};
use crate::forgejo::api::types;
use crate::forgejo::{Answer, ApiError, Forge, Kind};
use crate::reply::Record;
use crate::tools::args::{RepoRef, State, names_nothing, not_blank};
use crate::tools::wanted::{ChangedFields, NewFields, Wanted, read_again};
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
    #[serde(flatten)]
    fields: NewFields,
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
        let title = not_blank("title", self.title)?;
        let wanted = self.fields.resolve(forge, self.repo.at()).await?;
        let body = types::CreatePullRequestOption {
            assignees: wanted.new_assignees(),
            base: Some(not_blank("base", self.base)?),
            body: self.body,
            due_date: self.fields.due_date,
            head: Some(not_blank("head", self.head)?),
            labels: wanted.new_labels(),
            milestone: wanted.milestone,
            title: Some(if self.draft { as_draft(title) } else { title }),
            ..types::CreatePullRequestOption::default()
        };
        let request = forge.api()?.repo_create_pull_request().owner(&self.repo.owner).repo(&self.repo.repo);
        let made = match request.body(body).send().answer(forge).await {
            Ok(made) => made.into_inner(),
            Err(error) => return Err(not_opened(forge, &self.repo, error).await),
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
    /// Names or ids, all of them; [] clears
    labels: Option<Vec<String>>,
    #[serde(flatten)]
    fields: ChangedFields,
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
        let title = self.title.map(|title| not_blank("title", title)).transpose()?;
        let base = self.base.map(|base| not_blank("base", base)).transpose()?;
        let wanted = self.fields.resolve(forge, self.repo.at()).await?;
        let labels = match &self.labels {
            Some(words) => {
                let labels = names::resolve_labels(forge, self.repo.at(), words).await?;
                Some(labels.into_iter().map(|label| label.id).collect())
            }
            None => None,
        };
        let wanted = Wanted { labels, ..wanted };
        let clears_milestone = wanted.milestone == Some(0);
        let body = types::EditPullRequestOption {
            allow_maintainer_edit: self.allow_maintainer_edit,
            assignees: wanted.assignees.clone(),
            base,
            body: self.body,
            due_date: self.fields.due_date,
            labels: wanted.labels.clone(),
            milestone: wanted.milestone.filter(|id| *id != 0),
            state: self.state.map(|state| state.as_str().to_owned()),
            title,
            unset_due_date: self.fields.unset_due_date(),
            ..types::EditPullRequestOption::default()
        };
        let edits = !names_nothing(&body);
        if !edits && !clears_milestone {
            return Err(ApiError::invalid("nothing to change was named"));
        }
        let mut known = types::PullRequest { number: Some(self.index), ..types::PullRequest::default() };
        if edits {
            known = edit(forge, &self.repo, self.index, body).await?;
        }
        if clears_milestone {
            clear_milestone(forge, &self.repo, self.index).await.map_err(|error| {
                if edits {
                    error.explain("only the milestone is left: everything else is changed")
                } else {
                    error
                }
            })?;
        }
        let now = fetch::pull(forge, self.repo.at(), self.index).await;
        let (now, unread) = read_again(now, known, "the pull request is changed");
        let warnings = match unread {
            Some(warning) => vec![warning],
            None => wanted.missing_in(&(&now).into()),
        };
        Ok(Record::new(views::Pull::from(types::PullRequest { body: None, ..now })).warn(warnings))
    }
}

async fn edit(
    forge: &Forge,
    repo: &RepoRef,
    index: i64,
    body: types::EditPullRequestOption,
) -> Result<types::PullRequest, ApiError> {
    let maintainers = body.allow_maintainer_edit.is_some();
    let request = forge.api()?.repo_edit_pull_request().owner(&repo.owner).repo(&repo.repo).index(index);
    let sent = Box::pin(request.body(body).send().answer(forge)).await;
    let edited = sent.map_err(|error| match error.status() {
        Some(412) => error
            .explain("the state of this pull request cannot change")
            .hint("a merged pull request cannot be opened or closed"),
        Some(403) if maintainers => {
            error.hint("allow_maintainer_edit is for the author of a pull request from a fork")
        }
        _ => error,
    })?;
    Ok(edited.into_inner())
}

/// The pull request's own route ignores milestone 0; the issue's takes it.
async fn clear_milestone(forge: &Forge, repo: &RepoRef, index: i64) -> Result<(), ApiError> {
    let body = types::EditIssueOption { milestone: Some(0), ..types::EditIssueOption::default() };
    let request = forge.api()?.issue_edit_issue().owner(&repo.owner).repo(&repo.repo).index(index);
    request.body(body).send().answer(forge).await?;
    Ok(())
}
