//! Labels of organisations, which issues in all their repositories can have.

use std::num::NonZeroU64;

use schemars::JsonSchema;
use serde::Deserialize;

use super::args::PageArgs;
use super::compare::ignored;
use super::label_args::{DeleteMode, LabelChange, NewLabel, deleted, refuse_when_used};
use super::orgs::org;
use super::{Access, Call, Domain, Tool, ToolEntry};
use crate::fetch::{names, pages};
use crate::forgejo::api::types;
use crate::forgejo::page::{ListAnswer, Total};
use crate::forgejo::{Answer, ApiError, Forge, Kind, Maybe};
use crate::reply::{Page, Record};
use crate::views::{self, Done};

pub(super) const TOOLS: &[ToolEntry] = &[
    ToolEntry::of::<ListOrgLabels>(),
    ToolEntry::of::<GetOrgLabel>(),
    ToolEntry::of::<CreateOrgLabel>(),
    ToolEntry::of::<EditOrgLabel>(),
    ToolEntry::of::<DeleteOrgLabel>(),
];

/// Lists the labels of an organisation.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct ListOrgLabels {
    org: String,
    #[serde(flatten)]
    page: PageArgs,
}

impl Tool for ListOrgLabels {
    const NAME: &str = "list_org_labels";
    const TITLE: &str = "List organisation labels";
    const DOMAIN: Domain = Domain::Issue;
    const ACCESS: Access = Access::Read;
    const OPERATIONS: &[&str] = &["orgListLabels"];
    type Output = Page<views::Label>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        let ask = self.page.ask(&call.forge, 100).await;
        let page = pages::org_labels(&call.forge, &self.org, ask).await?;
        Ok(Page::of(page))
    }
}

/// Gets a label of an organisation.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct GetOrgLabel {
    org: String,
    /// Id or name
    #[schemars(extend("x-aliases" = ["label", "label_id"]))]
    id: String,
}

impl Tool for GetOrgLabel {
    const NAME: &str = "get_org_label";
    const TITLE: &str = "Get organisation label";
    const DOMAIN: Domain = Domain::Issue;
    const ACCESS: Access = Access::Read;
    const OPERATIONS: &[&str] = &["orgGetLabel", "orgListLabels", "orgGet"];
    type Output = Record<views::Label>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        Ok(Record::new(find(&call.forge, &self.org, &self.id).await?.into()))
    }
}

/// The label of an organisation that a word means.
async fn find(forge: &Forge, name: &str, word: &str) -> Result<types::Label, ApiError> {
    if let Ok(id) = word.trim().parse::<i64>() {
        match forge.api()?.org_get_label().org(name).id(id).send().answer(forge).await {
            Ok(label) => return Ok(label.into_inner()),
            Err(error) if error.kind() == Kind::NotFound => {}
            Err(error) => return Err(error),
        }
    }
    let labels = names::org_labels(forge, name).await?;
    if labels.is_empty() {
        // A user has none either, and that is another mistake.
        org(forge, name).await?;
    }
    names::pick_label(word, labels)
}

/// Creates a label in an organisation, for all its repositories.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct CreateOrgLabel {
    org: String,
    #[serde(flatten)]
    label: NewLabel,
}

impl Tool for CreateOrgLabel {
    const NAME: &str = "create_org_label";
    const TITLE: &str = "Create organisation label";
    const DOMAIN: Domain = Domain::Issue;
    const ACCESS: Access = Access::Create;
    const OPERATIONS: &[&str] = &["orgCreateLabel"];
    type Output = Record<views::Label>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        let body = self.label.option()?;
        let request = call.forge.api()?.org_create_label().org(&self.org).body(body.clone());
        let made = request.send().answer(&call.forge).await?.into_inner();
        let warnings = ignored(&body, &made);
        Ok(Record::new(views::Label::from(made)).warn(warnings))
    }
}

/// Changes a label of an organisation. What is left out stays; an empty description clears.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct EditOrgLabel {
    org: String,
    /// Id or present name
    #[schemars(extend("x-aliases" = ["label", "label_id"]))]
    id: String,
    #[serde(flatten)]
    change: LabelChange,
}

impl Tool for EditOrgLabel {
    const NAME: &str = "edit_org_label";
    const TITLE: &str = "Edit organisation label";
    const DOMAIN: Domain = Domain::Issue;
    const ACCESS: Access = Access::Change;
    const IDEMPOTENT: bool = true;
    const OPERATIONS: &[&str] = &["orgEditLabel", "orgGetLabel", "orgListLabels", "orgGet"];
    type Output = Record<views::Label>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        let change = self.change.check()?;
        let now = find(&call.forge, &self.org, &self.id).await?;
        let body = change.option(&now);
        let request = call.forge.api()?.org_edit_label().org(&self.org).id(now.id.unwrap_or_default());
        let now = request.body(body.clone()).send().answer(&call.forge).await?.into_inner();
        let warnings = ignored(&body, &now);
        Ok(Record::new(views::Label::from(now)).warn(warnings))
    }
}

/// Deletes a label of an organisation; one in use in any repository only with `delete_mode` force.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct DeleteOrgLabel {
    org: String,
    /// Id or name
    #[schemars(extend("x-aliases" = ["label", "label_id"]))]
    id: String,
    /// safe (default) refuses while it is in use, force takes it off everything
    #[serde(default)]
    delete_mode: DeleteMode,
}

impl Tool for DeleteOrgLabel {
    const NAME: &str = "delete_org_label";
    const TITLE: &str = "Delete organisation label";
    const DOMAIN: Domain = Domain::Issue;
    const ACCESS: Access = Access::Change;
    /// Only `force` cannot be undone.
    const ASKS: bool = true;
    const OPERATIONS: &[&str] =
        &["orgDeleteLabel", "orgGetLabel", "orgListLabels", "orgGet", "issueSearchIssues"];
    type Output = Record<Done>;

    fn target(&self) -> Option<String> {
        (self.delete_mode == DeleteMode::Force).then(|| self.id.clone())
    }

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        let (forge, org) = (&call.forge, &self.org);
        // The forge answers the deletion of a label that is not there like any other.
        let label = find(forge, org, &self.id).await?;
        let api = forge.api()?;
        if self.delete_mode == DeleteMode::Safe {
            refuse_when_used(forge, &label, async |ask, name| {
                let page = NonZeroU64::new(u64::from(ask.page)).unwrap_or(NonZeroU64::MIN);
                let list = api.issue_search_issues().owner(org).state("all");
                let list = list.page(page).limit(u64::from(ask.limit));
                let list = list.maybe(name, |request, name| request.labels(name));
                list.send().page_of(forge, ask, Total::Exact).await
            })
            .await?;
        }
        let request = api.org_delete_label().org(org).id(label.id.unwrap_or_default());
        request.send().answer(forge).await?;
        Ok(Record::new(deleted(&label, org)))
    }
}
