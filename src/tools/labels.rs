//! Labels of repositories.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::args::{PageArgs, RepoRef};
use super::compare::ignored;
use super::label_args::{DeleteMode, LabelChange, NewLabel, deleted, refuse_when_used};
use super::{Access, Call, Domain, Tool, ToolEntry};
use crate::fetch::{names, one, pages};
use crate::forgejo::api::types;
use crate::forgejo::page::{ListAnswer, Total};
use crate::forgejo::{Answer, ApiError, Forge, Kind, Maybe};
use crate::reply::{Page, Record};
use crate::views::{self, Done};

pub(super) const TOOLS: &[ToolEntry] = &[
    ToolEntry::of::<ListRepoLabels>(),
    ToolEntry::of::<GetRepoLabel>(),
    ToolEntry::of::<CreateRepoLabel>(),
    ToolEntry::of::<EditRepoLabel>(),
    ToolEntry::of::<DeleteRepoLabel>(),
];

/// Labels that issues of the repository can have from its organisation.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct OrgLabels {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    org_labels: Vec<views::Label>,
}

/// Lists the labels of a repository; its organisation's come with page 1 as `org_labels`.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct ListRepoLabels {
    #[serde(flatten)]
    repo: RepoRef,
    /// Default true
    include_org_labels: Option<bool>,
    #[serde(flatten)]
    page: PageArgs,
}

impl Tool for ListRepoLabels {
    const NAME: &str = "list_repo_labels";
    const TITLE: &str = "List labels";
    const DOMAIN: Domain = Domain::Issue;
    const ACCESS: Access = Access::Read;
    const CORE: bool = true;
    const OPERATIONS: &[&str] = &["issueListLabels", "orgListLabels"];
    type Output = Page<views::Label, OrgLabels>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        let forge = &call.forge;
        let ask = self.page.ask(forge, 100).await;
        let (rows, paging) = pages::repo_labels(forge, self.repo.at(), ask).await?;
        let with_org = self.include_org_labels.unwrap_or(true) && ask.page == 1;
        let org = if with_org { names::org_labels(forge, &self.repo.owner).await? } else { Vec::new() };
        let beside = OrgLabels { org_labels: org.into_iter().map(Into::into).collect() };
        Ok(Page::with(rows.into_iter().map(Into::into).collect(), paging, beside))
    }
}

/// Gets a label of a repository.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct GetRepoLabel {
    #[serde(flatten)]
    repo: RepoRef,
    /// Id or name
    #[schemars(extend("x-aliases" = ["label", "label_id"]))]
    id: String,
}

impl Tool for GetRepoLabel {
    const NAME: &str = "get_repo_label";
    const TITLE: &str = "Get label";
    const DOMAIN: Domain = Domain::Issue;
    const ACCESS: Access = Access::Read;
    const OPERATIONS: &[&str] = &["issueGetLabel", "issueListLabels"];
    type Output = Record<views::Label>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        Ok(Record::new(find(&call.forge, &self.repo, &self.id).await?.into()))
    }
}

/// The label of a repository that a word means.
async fn find(forge: &Forge, repo: &RepoRef, word: &str) -> Result<types::Label, ApiError> {
    if let Ok(id) = word.trim().parse::<i64>() {
        match one::label(forge, repo.at(), id).await {
            Ok(label) => return Ok(label),
            Err(error) if error.kind() == Kind::NotFound => {}
            Err(error) => return Err(error),
        }
    }
    names::pick_label(word, names::repo_labels(forge, repo.at()).await?)
}

/// Creates a label in a repository.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct CreateRepoLabel {
    #[serde(flatten)]
    repo: RepoRef,
    #[serde(flatten)]
    label: NewLabel,
}

impl Tool for CreateRepoLabel {
    const NAME: &str = "create_repo_label";
    const TITLE: &str = "Create label";
    const DOMAIN: Domain = Domain::Issue;
    const ACCESS: Access = Access::Create;
    const OPERATIONS: &[&str] = &["issueCreateLabel"];
    type Output = Record<views::Label>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        let body = self.label.option()?;
        let request = call.forge.api()?.issue_create_label().owner(&self.repo.owner).repo(&self.repo.repo);
        let made = request.body(body.clone()).send().answer(&call.forge).await?.into_inner();
        let warnings = ignored(&body, &made);
        Ok(Record::new(views::Label::from(made)).warn(warnings))
    }
}

/// Changes a label of a repository. What is left out stays; an empty description clears.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct EditRepoLabel {
    #[serde(flatten)]
    repo: RepoRef,
    /// Id or present name
    #[schemars(extend("x-aliases" = ["label", "label_id"]))]
    id: String,
    #[serde(flatten)]
    change: LabelChange,
}

impl Tool for EditRepoLabel {
    const NAME: &str = "edit_repo_label";
    const TITLE: &str = "Edit label";
    const DOMAIN: Domain = Domain::Issue;
    const ACCESS: Access = Access::Change;
    const IDEMPOTENT: bool = true;
    const OPERATIONS: &[&str] = &["issueEditLabel", "issueGetLabel", "issueListLabels"];
    type Output = Record<views::Label>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        let change = self.change.check()?;
        let now = find(&call.forge, &self.repo, &self.id).await?;
        let body = change.option(&now);
        let request = call.forge.api()?.issue_edit_label().owner(&self.repo.owner).repo(&self.repo.repo);
        let request = request.id(now.id.unwrap_or_default()).body(body.clone());
        let now = request.send().answer(&call.forge).await?.into_inner();
        let warnings = ignored(&body, &now);
        Ok(Record::new(views::Label::from(now)).warn(warnings))
    }
}

/// Deletes a label of a repository; one in use only with `delete_mode` force.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct DeleteRepoLabel {
    #[serde(flatten)]
    repo: RepoRef,
    /// Id or name
    #[schemars(extend("x-aliases" = ["label", "label_id"]))]
    id: String,
    /// safe (default) refuses while it is in use, force takes it off everything
    #[serde(default)]
    delete_mode: DeleteMode,
}

impl Tool for DeleteRepoLabel {
    const NAME: &str = "delete_repo_label";
    const TITLE: &str = "Delete label";
    const DOMAIN: Domain = Domain::Issue;
    const ACCESS: Access = Access::Change;
    /// Only `force` cannot be undone.
    const ASKS: bool = true;
    const OPERATIONS: &[&str] = &["issueDeleteLabel", "issueGetLabel", "issueListLabels", "issueListIssues"];
    type Output = Record<Done>;

    fn target(&self) -> Option<String> {
        (self.delete_mode == DeleteMode::Force).then(|| self.id.clone())
    }

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        let (forge, repo) = (&call.forge, &self.repo);
        // The forge answers the deletion of a label that is not there like any other.
        let label = find(forge, repo, &self.id).await?;
        let api = forge.api()?;
        if self.delete_mode == DeleteMode::Safe {
            refuse_when_used(forge, &label, async |ask, name| {
                let list = api.issue_list_issues().owner(&repo.owner).repo(&repo.repo).state("all");
                let list = list.page(ask.page_i64()).limit(ask.limit_i64());
                let list = list.maybe(name, |request, name| request.labels(name));
                list.send().page_of(forge, ask, Total::Exact).await
            })
            .await?;
        }
        let request = api.issue_delete_label().owner(&repo.owner).repo(&repo.repo);
        request.id(label.id.unwrap_or_default()).send().answer(forge).await?;
        Ok(Record::new(deleted(&label, &repo.to_string())))
    }
}
