//! Runs of workflows and their jobs.

use schemars::JsonSchema;
use serde::Serialize;

use super::text::UserText;
use super::{login, set, when};
use crate::forgejo::api::types;

/// A run of a workflow. How it went is in `status`; there is no conclusion beside it.
#[derive(Debug, Serialize, JsonSchema)]
pub struct WorkflowRun {
    /// What other tools take.
    pub id: Option<i64>,
    /// What people see; counts within the repository.
    pub number: Option<i64>,
    pub title: UserText,
    pub workflow: Option<String>,
    /// waiting, running, blocked, success, failure, cancelled, skipped or unknown
    pub status: Option<String>,
    pub event: Option<String>,
    /// The branch or tag, or the number of the pull request.
    #[serde(rename = "ref")]
    pub reference: Option<String>,
    pub sha: Option<String>,
    pub user: Option<String>,
    pub created_at: Option<String>,
    pub started_at: Option<String>,
    pub stopped_at: Option<String>,
    pub seconds: Option<i64>,
    pub needs_approval: Option<bool>,
    pub from_fork: Option<bool>,
    pub url: Option<String>,
}

/// A job of a run.
#[derive(Debug, Serialize, JsonSchema)]
pub struct RunJob {
    /// What `get_action_job_logs` takes.
    pub id: Option<i64>,
    pub name: UserText,
    pub status: Option<String>,
    pub attempt: Option<i64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub needs: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub runs_on: Vec<String>,
    /// Only newer instances tell.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<JobStep>,
    pub url: Option<String>,
}

/// A step of a job.
#[derive(Debug, Serialize, JsonSchema)]
pub struct JobStep {
    pub number: Option<i64>,
    pub name: UserText,
    pub status: Option<String>,
}

/// A run that was asked for.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Dispatched {
    pub workflow: String,
    #[serde(rename = "ref")]
    pub reference: String,
    pub run_id: Option<i64>,
    pub run_number: Option<i64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub jobs: Vec<String>,
}

const NANOSECONDS: i64 = 1_000_000_000;

impl From<types::ActionRun> for WorkflowRun {
    fn from(run: types::ActionRun) -> Self {
        let some = |text: Option<String>| text.filter(|text| !text.is_empty());
        Self {
            id: run.id,
            number: run.index_in_repo,
            title: UserText::line(run.title.unwrap_or_default()),
            workflow: run.workflow_id,
            status: run.status,
            // Of a dispatched run the event is empty.
            event: some(run.trigger_event).or(some(run.event)),
            reference: run.prettyref,
            sha: run.commit_sha,
            user: login(run.trigger_user),
            created_at: when(run.created),
            started_at: when(run.started),
            stopped_at: when(run.stopped),
            seconds: run.duration.map(|duration| duration / NANOSECONDS).filter(|seconds| *seconds > 0),
            needs_approval: set(run.need_approval),
            from_fork: set(run.is_fork_pull_request),
            url: run.html_url,
        }
    }
}

impl From<types::ActionRunJob> for RunJob {
    fn from(job: types::ActionRunJob) -> Self {
        Self {
            id: job.id,
            name: UserText::line(job.name.unwrap_or_default()),
            status: job.status,
            attempt: job.attempt.filter(|attempt| *attempt > 1),
            needs: job.needs.unwrap_or_default(),
            runs_on: job.runs_on.unwrap_or_default(),
            steps: job.steps.unwrap_or_default().into_iter().map(Into::into).collect(),
            url: job.html_url,
        }
    }
}

impl From<types::ActionRunJobStep> for JobStep {
    fn from(step: types::ActionRunJobStep) -> Self {
        Self { number: step.number, name: UserText::line(step.name.unwrap_or_default()), status: step.status }
    }
}
