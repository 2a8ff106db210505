//! Starting a workflow by hand.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::args::RepoRef;
use super::args::not_blank;
use super::runs::file_name;
use super::{Access, Call, Domain, Tool, ToolEntry};
use crate::fetch::workflow;
use crate::forgejo::api::types;
use crate::forgejo::{Answer, ApiError, Forge, Kind};
use crate::reply::Record;
use crate::views;

pub(super) const TOOLS: &[ToolEntry] = &[ToolEntry::of::<DispatchWorkflow>()];

/// Starts a workflow that has `on: workflow_dispatch`, and tells the run.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct DispatchWorkflow {
    #[serde(flatten)]
    repo: RepoRef,
    /// Name of its file, such as build.yml
    #[schemars(extend("x-aliases" = ["workflow_id", "workflowfilename"]))]
    workflow: String,
    /// Branch or tag; default branch when left out
    #[serde(rename = "ref")]
    #[schemars(extend("x-aliases" = ["branch"], "x-empty" = true))]
    reference: Option<String>,
    /// Names and values
    #[serde(default)]
    inputs: Map<String, Value>,
}

impl Tool for DispatchWorkflow {
    const NAME: &str = "dispatch_workflow";
    const TITLE: &str = "Run workflow";
    const DOMAIN: Domain = Domain::Actions;
    const ACCESS: Access = Access::Create;
    const OPERATIONS: &[&str] = &["DispatchWorkflow", "repoGet", "repoGetRawFile", "repoGetContents"];
    type Output = Record<views::Dispatched>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        let forge = &call.forge;
        let workflow = file_name(&not_blank("workflow", self.workflow.clone())?);
        let inputs = texts(&self.inputs)?;
        let reference = match self.reference.as_ref().filter(|name| !name.trim().is_empty()) {
            Some(name) => name.clone(),
            None => self.default_branch(forge).await?,
        };
        let mut warnings = self.check_inputs(forge, &workflow, &reference, &inputs).await?;
        let body = types::DispatchWorkflowOption {
            inputs: (!inputs.is_empty()).then_some(inputs),
            ref_: reference.clone(),
            return_run_info: Some(true),
        };
        let request = forge.api()?.dispatch_workflow().owner(&self.repo.owner).repo(&self.repo.repo);
        let started = match request.workflowfilename(&workflow).body(body).send().answer(forge).await {
            Ok(started) => started.into_inner(),
            Err(error) => return Err(self.refusal(forge, &workflow, &reference, error).await),
        };
        if started.id.is_none() {
            warnings
                .push("the forge did not say which run it started: list_workflow_runs shows it".to_owned());
        }
        let dispatched = views::Dispatched {
            workflow,
            reference,
            run_id: started.id,
            run_number: started.run_number,
            jobs: started.jobs.unwrap_or_default(),
        };
        Ok(Record::new(dispatched).warn(warnings))
    }
}

impl DispatchWorkflow {
    async fn default_branch(&self, forge: &Forge) -> Result<String, ApiError> {
        let request = forge.api()?.repo_get().owner(&self.repo.owner).repo(&self.repo.repo);
        let branch = request.send().answer(forge).await?.into_inner().default_branch;
        branch
            .filter(|branch| !branch.is_empty())
            .ok_or_else(|| ApiError::invalid("the repository has no default branch; name a ref"))
    }

    /// Refuses inputs that the workflow does not have, which the forge would drop, and says which required ones are
    /// missing, for which it takes the default.
    async fn check_inputs(
        &self,
        forge: &Forge,
        workflow: &str,
        reference: &str,
        given: &BTreeMap<String, String>,
    ) -> Result<Vec<String>, ApiError> {
        if given.is_empty() {
            return Ok(Vec::new());
        }
        // Without the file, or when it cannot be told what it says, the forge decides.
        let text = workflow::text(forge, self.repo.at(), workflow, reference).await.ok().flatten();
        let Some(known) = text.as_deref().and_then(workflow::inputs) else {
            return Ok(Vec::new());
        };
        if let Some(unknown) = given.keys().find(|name| !known.iter().any(|input| input.name == **name)) {
            let names: Vec<&str> = known.iter().map(|input| input.name.as_str()).collect();
            let hint = if names.is_empty() {
                "it takes none".to_owned()
            } else {
                format!("it takes {}", names.join(", "))
            };
            return Err(
                ApiError::invalid(format!("{workflow} has no input {unknown:?} at {reference}")).hint(hint)
            );
        }
        let missing = known.iter().filter(|input| input.required && !given.contains_key(&input.name));
        Ok(missing
            .map(|input| format!("{} is required and was not given: its default is used", input.name))
            .collect())
    }

    /// The forge fails inside when the ref or the workflow is unknown.
    async fn refusal(&self, forge: &Forge, workflow: &str, reference: &str, error: ApiError) -> ApiError {
        if error.kind() == Kind::NotFound {
            return error.explain("the repository is missing or hidden, or its Actions are off");
        }
        if error.status() != Some(500) {
            return error;
        }
        match workflow::text(forge, self.repo.at(), workflow, reference).await {
            Ok(None) => error
                .as_kind(Kind::Validation)
                .explain(format!("there is no workflow {workflow} at {reference}"))
                .hint("list_repo_contents of .forgejo/workflows shows the files; ref must be a branch or tag that holds it"),
            Ok(Some(_)) => error
                .as_kind(Kind::Validation)
                .explain(format!("the forge cannot start {workflow} at {reference}"))
                .hint("it must have `on: workflow_dispatch` on a branch or tag, and Actions must be on"),
            Err(_) => error.hint("the ref or the workflow is probably unknown"),
        }
    }
}

/// The values of inputs as the forge takes them: as text.
fn texts(inputs: &Map<String, Value>) -> Result<BTreeMap<String, String>, ApiError> {
    let mut texts = BTreeMap::new();
    for (name, value) in inputs {
        let text = match value {
            Value::Null => continue,
            Value::String(text) => text.clone(),
            Value::Bool(_) | Value::Number(_) => value.to_string(),
            Value::Array(_) | Value::Object(_) => {
                return Err(ApiError::invalid(format!("inputs.{name} must be text, a number or a boolean")));
            }
        };
        texts.insert(name.clone(), text);
    }
    Ok(texts)
}
