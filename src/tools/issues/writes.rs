//! Writes to issues: create, update, open and close.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::fetch::{self, Unit};
use crate::forgejo::api::types;
use crate::forgejo::{Answer, ApiError, Forge, Kind};
use crate::reply::Record;
use crate::tools::args::{RepoRef, State, given, names_nothing, not_blank};
use crate::tools::wanted::{ChangedFields, NewFields};
use crate::tools::{Access, Call, Domain, Tool};
use crate::views;

/// Creates an issue.
#[derive(Debug, Deserialize, JsonSchema)]
pub(in crate::tools) struct CreateIssue {
    #[serde(flatten)]
    repo: RepoRef,
    title: String,
    /// Markdown
    body: Option<String>,
    #[serde(flatten)]
    fields: NewFields,
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
        "repoGet",
    ];
    type Output = Record<views::Issue>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        let forge = &call.forge;
        let title = not_blank("title", self.title)?;
        let wanted = self.fields.resolve(forge, self.repo.at()).await?;
        let body = types::CreateIssueOption {
            assignee: None,
            assignees: wanted.new_assignees(),
            body: self.body,
            closed: None,
            due_date: self.fields.due_date,
            labels: wanted.new_labels(),
            milestone: wanted.milestone,
            ref_: given(&self.reference).map(str::to_owned),
            title,
        };
        let request =
            forge.api()?.issue_create_issue().owner(&self.repo.owner).repo(&self.repo.repo).body(body);
        let made = match request.send().answer(forge).await {
            Ok(made) => made.into_inner(),
            Err(error) => return Err(fetch::unit_off(forge, self.repo.at(), Unit::Issues, error).await),
        };
        let warnings = wanted.missing_in(&(&made).into());
        Ok(Record::new(views::Issue::from(types::Issue { body: None, ..made })).warn(warnings))
    }
}

/// Changes an issue or pull request; what is not named stays as it is.
#[derive(Debug, Deserialize, JsonSchema)]
pub(in crate::tools) struct UpdateIssue {
    #[serde(flatten)]
    repo: RepoRef,
    /// Number of the issue
    #[schemars(range(min = 1))]
    index: i64,
    title: Option<String>,
    /// Markdown; empty clears
    #[schemars(extend("x-empty" = true))]
    body: Option<String>,
    #[serde(flatten)]
    fields: ChangedFields,
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
        let title = self.title.map(|title| not_blank("title", title)).transpose()?;
        let wanted = self.fields.resolve(forge, self.repo.at()).await?;
        let body = types::EditIssueOption {
            title,
            body: self.body,
            assignees: wanted.assignees.clone(),
            milestone: wanted.milestone,
            due_date: self.fields.due_date,
            unset_due_date: self.fields.unset_due_date(),
            state: self.state.map(|state| state.as_str().to_owned()),
            ref_: self.reference,
            ..types::EditIssueOption::default()
        };
        if names_nothing(&body) {
            return Err(ApiError::invalid("nothing to change was named").hint("give at least one of title, body, assignees, milestone, due_date, clear_due_date, state, ref"));
        }
        let edited = edit(forge, &self.repo, self.index, body).await?;
        let warnings = wanted.missing_in(&(&edited).into());
        Ok(Record::new(views::Issue::from(types::Issue { body: None, ..edited })).warn(warnings))
    }
}

/// Opens or closes an issue or pull request.
#[derive(Debug, Deserialize, JsonSchema)]
pub(in crate::tools) struct IssueStateChange {
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
        Kind::Forbidden if error.said().is_none() => {
            error.explain(format!("{repo}#{index} can be changed by its author and by those who may write"))
        }
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
