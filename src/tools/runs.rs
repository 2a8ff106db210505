//! Runs of workflows and their jobs.

use schemars::JsonSchema;
use serde::Deserialize;

use super::args::{PageArgs, RepoRef};
use super::{Access, Call, Domain, Tool, ToolEntry};
use crate::fetch::{one, pages};
use crate::forgejo::api::types;
use crate::forgejo::page::Paging;
use crate::forgejo::{Answer, ApiError, Kind, Maybe};
use crate::reply::{Page, Record};
use crate::views;

pub(super) const TOOLS: &[ToolEntry] = &[
    ToolEntry::of::<ListWorkflowRuns>(),
    ToolEntry::of::<GetWorkflowRun>(),
    ToolEntry::of::<ListActionRunJobs>(),
];

/// How a run stands or went.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(extend("x-values" = {"in_progress": "running", "queued": "waiting", "pending": "waiting", "requested": "waiting", "succeeded": "success", "failed": "failure", "canceled": "cancelled"}))]
pub(super) enum RunStatus {
    Unknown,
    Waiting,
    Running,
    Success,
    Failure,
    Cancelled,
    Skipped,
    Blocked,
}

impl From<RunStatus> for types::ListActionRunsStatusItem {
    fn from(status: RunStatus) -> Self {
        match status {
            RunStatus::Unknown => Self::Unknown,
            RunStatus::Waiting => Self::Waiting,
            RunStatus::Running => Self::Running,
            RunStatus::Success => Self::Success,
            RunStatus::Failure => Self::Failure,
            RunStatus::Cancelled => Self::Cancelled,
            RunStatus::Skipped => Self::Skipped,
            RunStatus::Blocked => Self::Blocked,
        }
    }
}

/// Lists the runs of workflows, newest first.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct ListWorkflowRuns {
    #[serde(flatten)]
    repo: RepoRef,
    /// Any of them
    #[serde(default)]
    status: Vec<RunStatus>,
    /// Any of them, such as push
    #[serde(default)]
    event: Vec<String>,
    /// Branch, or refs/tags/…
    #[serde(rename = "ref")]
    #[schemars(extend("x-aliases" = ["branch"], "x-empty" = true))]
    reference: Option<String>,
    /// Name of its file
    #[schemars(extend("x-aliases" = ["workflow_id"], "x-empty" = true))]
    workflow: Option<String>,
    /// Whole sha
    #[schemars(extend("x-empty" = true))]
    head_sha: Option<String>,
    #[schemars(range(min = 1))]
    run_number: Option<i64>,
    #[serde(flatten)]
    page: PageArgs,
}

impl Tool for ListWorkflowRuns {
    const NAME: &str = "list_workflow_runs";
    const TITLE: &str = "List workflow runs";
    const DOMAIN: Domain = Domain::Actions;
    const ACCESS: Access = Access::Read;
    const CORE: bool = true;
    const OPERATIONS: &[&str] = &["ListActionRuns"];
    type Output = Page<views::WorkflowRun>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        let some = |text: Option<String>| text.filter(|text| !text.trim().is_empty());
        let head_sha = some(self.head_sha);
        if let Some(sha) = &head_sha
            && !is_whole_sha(sha)
        {
            return Err(ApiError::invalid(format!("head_sha must be a whole commit sha, got {sha:?}"))
                .hint("a branch goes into ref; list_repo_commits shows whole shas"));
        }
        let ask = self.page.ask(&call.forge, 30).await;
        let events: Vec<String> = self.event.into_iter().filter(|event| !event.trim().is_empty()).collect();
        let statuses: Vec<types::ListActionRunsStatusItem> =
            self.status.into_iter().map(Into::into).collect();
        let request = call.forge.api()?.list_action_runs().owner(&self.repo.owner).repo(&self.repo.repo);
        let request = request
            .maybe((!events.is_empty()).then_some(events), |request, events| request.event(events))
            .maybe((!statuses.is_empty()).then_some(statuses), |request, words| request.status(words))
            .maybe(some(self.reference).map(full_ref), |request, name| request.ref_(name))
            .maybe(some(self.workflow).as_deref().map(file_name), |request, name| request.workflow_id(name))
            .maybe(head_sha, |request, sha| request.head_sha(sha))
            .maybe(self.run_number, |request, number| request.run_number(number))
            .page(ask.page_i64())
            .limit(ask.limit_i64());
        let found = request.send().answer(&call.forge).await.map_err(no_runs)?.into_inner();
        let mut runs = found.workflow_runs.unwrap_or_default();
        runs.sort_by_key(|run| std::cmp::Reverse(run.id));
        let total = found.total_count.and_then(|total| u64::try_from(total).ok());
        let end = ask.offset() + runs.len() as u64;
        let has_more =
            total.map_or(runs.len() >= ask.limit as usize, |total| total > end && !runs.is_empty());
        let paging = Paging { page: ask.page, limit: ask.limit, has_more, total_count: total };
        Ok(Page::new(runs.into_iter().map(Into::into).collect(), paging))
    }
}

/// The filter wants a full ref; a plain name is a branch.
fn full_ref(name: String) -> String {
    if name.starts_with("refs/") { name } else { format!("refs/heads/{name}") }
}

/// A workflow is known by the name of its file, wherever that lives.
pub(super) fn file_name(workflow: &str) -> String {
    let folder = [".forgejo/workflows/", ".gitea/workflows/", ".github/workflows/"];
    let name = workflow.trim_start_matches('/');
    folder.iter().find_map(|folder| name.strip_prefix(folder)).unwrap_or(workflow).to_owned()
}

fn is_whole_sha(text: &str) -> bool {
    matches!(text.len(), 40 | 64) && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

fn no_runs(error: ApiError) -> ApiError {
    match error.kind() {
        Kind::NotFound => {
            error.explain("not found: it is missing, this token may not see it, or Actions are off")
        }
        _ => error,
    }
}

/// Gets one run of a workflow; how it went is in `status`.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct GetWorkflowRun {
    #[serde(flatten)]
    repo: RepoRef,
    /// `id`, not `number`
    #[schemars(range(min = 1), extend("x-aliases" = ["id"]))]
    run_id: i64,
}

impl Tool for GetWorkflowRun {
    const NAME: &str = "get_workflow_run";
    const TITLE: &str = "Get workflow run";
    const DOMAIN: Domain = Domain::Actions;
    const ACCESS: Access = Access::Read;
    const OPERATIONS: &[&str] = &["GetActionRun"];
    type Output = Record<views::WorkflowRun>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        let found = one::run(&call.forge, self.repo.at(), self.run_id).await;
        Ok(Record::new(found.map_err(no_such_run)?.into()))
    }
}

/// The number of a run is easily taken for its id.
fn no_such_run(error: ApiError) -> ApiError {
    match error.kind() {
        Kind::NotFound => no_runs(error)
            .hint("run_id is the id of a run; with its number, ask list_workflow_runs for run_number"),
        _ => error,
    }
}

/// Lists the jobs of a run with their ids, for `get_action_job_logs`.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct ListActionRunJobs {
    #[serde(flatten)]
    repo: RepoRef,
    /// `id`, not `number`
    #[schemars(range(min = 1), extend("x-aliases" = ["id"]))]
    run_id: i64,
    #[serde(flatten)]
    page: PageArgs,
}

impl Tool for ListActionRunJobs {
    const NAME: &str = "list_action_run_jobs";
    const TITLE: &str = "List jobs";
    const DOMAIN: Domain = Domain::Actions;
    const ACCESS: Access = Access::Read;
    const CORE: bool = true;
    const OPERATIONS: &[&str] = &["ListActionRunJobs"];
    type Output = Page<views::RunJob>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        let ask = self.page.ask(&call.forge, 30).await;
        let found = pages::run_jobs(&call.forge, self.repo.at(), self.run_id, ask).await;
        let page = found.map_err(no_such_run)?;
        Ok(Page::of(page))
    }
}
