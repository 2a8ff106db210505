//! Workflow runs and their jobs.

use schemars::JsonSchema;
use serde::Serialize;

use super::text::UserText;
use super::{login, set, when};
use crate::forgejo::api::types;

/// A workflow run. How it ended is in `status`.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Run {
    pub id: Option<i64>,
    /// The number that the web shows.
    pub number: Option<i64>,
    pub title: UserText,
    pub workflow: Option<String>,
    pub status: Option<String>,
    pub event: Option<String>,
    /// The branch, tag or pull request that it ran for.
    #[serde(rename = "ref")]
    pub reference: Option<String>,
    pub sha: Option<String>,
    pub triggered_by: Option<String>,
    pub needs_approval: Option<bool>,
    pub created_at: Option<String>,
    pub started_at: Option<String>,
    pub stopped_at: Option<String>,
    pub url: Option<String>,
}

/// A job of a run.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Job {
    pub id: Option<i64>,
    pub name: Option<UserText>,
    pub status: Option<String>,
    pub attempt: Option<i64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub needs: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub runs_on: Vec<String>,
}

impl From<types::ActionRun> for Run {
    fn from(run: types::ActionRun) -> Self {
        let filled = |text: Option<String>| text.filter(|text| !text.is_empty());
        Self {
            id: run.id,
            number: run.index_in_repo,
            title: UserText::line(run.title.unwrap_or_default()),
            workflow: run.workflow_id,
            status: run.status,
            event: filled(run.trigger_event).or(filled(run.event)),
            reference: filled(run.prettyref),
            sha: run.commit_sha,
            triggered_by: login(run.trigger_user),
            needs_approval: set(run.need_approval),
            created_at: when(run.created),
            started_at: when(run.started),
            stopped_at: when(run.stopped),
            url: run.html_url,
        }
    }
}

impl From<types::ActionRunJob> for Job {
    fn from(job: types::ActionRunJob) -> Self {
        Self {
            id: job.id,
            name: job.name.map(UserText::line),
            status: job.status,
            attempt: job.attempt.filter(|attempt| *attempt > 1),
            needs: job.needs.unwrap_or_default(),
            runs_on: job.runs_on.unwrap_or_default(),
        }
    }
}
