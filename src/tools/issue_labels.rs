//! Labels of an issue or pull request: put on, take off.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::args::RepoRef;
use super::wanted::read_again;
use super::{Access, Call, Domain, Tool, ToolEntry};
use crate::fetch::names;
use crate::forgejo::api::types;
use crate::forgejo::page::ListAnswer;
use crate::forgejo::{Answer, ApiError, Forge, Kind};
use crate::reply::Record;
use crate::views::text::UserText;

pub(super) const TOOLS: &[ToolEntry] =
    &[ToolEntry::of::<AddIssueLabels>(), ToolEntry::of::<RemoveIssueLabels>()];

/// The labels that an issue now has.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct LabelsNow {
    number: i64,
    labels: Vec<UserText>,
}

/// Puts labels on an issue or pull request; those that it has stay.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct AddIssueLabels {
    #[serde(flatten)]
    repo: RepoRef,
    /// Number of the issue or pull request
    #[schemars(range(min = 1))]
    index: i64,
    /// Names or ids
    labels: Vec<String>,
}

impl Tool for AddIssueLabels {
    const NAME: &str = "add_issue_labels";
    const TITLE: &str = "Add labels";
    const DOMAIN: Domain = Domain::Issue;
    const ACCESS: Access = Access::Create;
    const IDEMPOTENT: bool = true;
    const CORE: bool = true;
    const OPERATIONS: &[&str] = &["issueAddLabel", "issueListLabels", "orgListLabels"];
    type Output = Record<LabelsNow>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        let forge = &call.forge;
        let labels = resolved(forge, &self.repo, &self.labels).await?;
        let ids = labels.iter().map(|label| Value::from(label.id)).collect();
        let body = types::IssueLabelsOption { labels: Some(ids), updated_at: None };
        let request =
            forge.api()?.issue_add_label().owner(&self.repo.owner).repo(&self.repo.repo).index(self.index);
        let now = request.body(body).send().rows(forge).await.map_err(writers_only)?;
        let missing: Vec<&str> = labels
            .iter()
            .filter(|label| !now.iter().any(|own| own.id == Some(label.id)))
            .map(|label| label.name.as_str())
            .collect();
        let warning = (!missing.is_empty()).then(|| format!("not added: {}", missing.join(", ")));
        Ok(Record::new(labels_now(self.index, now)).warn(warning))
    }
}

/// Takes labels off an issue or pull request.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct RemoveIssueLabels {
    #[serde(flatten)]
    repo: RepoRef,
    /// Number of the issue or pull request
    #[schemars(range(min = 1))]
    index: i64,
    /// Names or ids
    labels: Vec<String>,
}

impl Tool for RemoveIssueLabels {
    const NAME: &str = "remove_issue_labels";
    const TITLE: &str = "Remove labels";
    const DOMAIN: Domain = Domain::Issue;
    const ACCESS: Access = Access::Change;
    const IDEMPOTENT: bool = true;
    const CORE: bool = true;
    const OPERATIONS: &[&str] = &["issueRemoveLabel", "issueGetLabels", "issueListLabels", "orgListLabels"];
    type Output = Record<LabelsNow>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        let forge = &call.forge;
        let labels = resolved(forge, &self.repo, &self.labels).await?;
        let before = labels_of(forge, &self.repo, self.index).await?;
        let (on, off): (Vec<_>, Vec<_>) =
            labels.into_iter().partition(|label| before.iter().any(|own| own.id == Some(label.id)));
        let mut taken: Vec<&str> = Vec::new();
        for label in &on {
            // By id: Forgejo 11 takes nothing else, and a name of digits would be read as a name first.
            let request = forge.api()?.issue_remove_label().owner(&self.repo.owner).repo(&self.repo.repo);
            let sent = request.index(self.index).identifier(label.id.to_string()).send().answer(forge).await;
            sent.map_err(writers_only).map_err(|error| match taken.as_slice() {
                [] => error,
                taken => error.hint(format!("taken off before that: {}", taken.join(", "))),
            })?;
            taken.push(&label.name);
        }
        let is_on = |label: &types::Label| !on.iter().any(|gone| label.id == Some(gone.id));
        let known = before.into_iter().filter(is_on).collect();
        let now = labels_of(forge, &self.repo, self.index).await;
        let (now, unread) = read_again(now, known, "the labels are taken off");
        let mut warnings: Vec<String> = unread.into_iter().collect();
        if !off.is_empty() {
            let names: Vec<String> = off.into_iter().map(|label| label.name).collect();
            warnings.push(format!("was not on it: {}", names.join(", ")));
        }
        let still: Vec<&str> = on
            .iter()
            .filter(|label| now.iter().any(|own| own.id == Some(label.id)))
            .map(|label| label.name.as_str())
            .collect();
        if !still.is_empty() {
            warnings.push(format!("still on it: {}", still.join(", ")));
        }
        Ok(Record::new(labels_now(self.index, now)).warn(warnings))
    }
}

async fn resolved(forge: &Forge, repo: &RepoRef, words: &[String]) -> Result<Vec<names::Named>, ApiError> {
    if words.is_empty() {
        return Err(ApiError::invalid("labels must name at least one label"));
    }
    names::resolve_labels(forge, repo.at(), words).await
}

/// The forge refuses this without a word, older versions with a page.
fn writers_only(error: ApiError) -> ApiError {
    match error.kind() {
        Kind::Forbidden => error.explain("labels are put on and taken off by those who may write issues"),
        _ => error,
    }
}

async fn labels_of(forge: &Forge, repo: &RepoRef, index: i64) -> Result<Vec<types::Label>, ApiError> {
    let request = forge.api()?.issue_get_labels().owner(&repo.owner).repo(&repo.repo).index(index);
    request.send().rows(forge).await
}

fn labels_now(number: i64, labels: Vec<types::Label>) -> LabelsNow {
    LabelsNow {
        number,
        labels: labels.into_iter().filter_map(|label| label.name).map(UserText::line).collect(),
    }
}
