//! Stopwatches on issues: a person has one at most, and stopping it adds its time.

use schemars::JsonSchema;
use serde::Deserialize;

use super::args::{PageArgs, RepoRef};
use super::tracked_times::tracking_refused;
use super::{Access, Call, Domain, Tool, ToolEntry};
use crate::forgejo::page::{ListAnswer, Total};
use crate::forgejo::{Answer, ApiError, Kind};
use crate::reply::{Page, Record};
use crate::views::{self, Done};

pub(super) const TOOLS: &[ToolEntry] = &[
    ToolEntry::of::<StartIssueStopwatch>(),
    ToolEntry::of::<StopIssueStopwatch>(),
    ToolEntry::of::<CancelIssueStopwatch>(),
    ToolEntry::of::<ListMyStopwatches>(),
];

/// Starts the caller's stopwatch on an issue; one that runs elsewhere is stopped and its time added.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct StartIssueStopwatch {
    #[serde(flatten)]
    repo: RepoRef,
    /// Number of the issue or pull request
    #[schemars(range(min = 1))]
    index: i64,
}

impl Tool for StartIssueStopwatch {
    const NAME: &str = "start_issue_stopwatch";
    const TITLE: &str = "Start stopwatch";
    const DOMAIN: Domain = Domain::Tracking;
    const ACCESS: Access = Access::Change;
    const OPERATIONS: &[&str] = &["issueStartStopWatch"];
    type Output = Record<Done>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        let request =
            call.forge.api()?.issue_start_stop_watch().owner(&self.repo.owner).repo(&self.repo.repo);
        let Self { repo, index } = &self;
        let refused = |error: ApiError| match error.kind() {
            Kind::Conflict => error.explain(format!("the stopwatch on {repo}#{index} runs already")),
            _ => tracking_refused(error),
        };
        request.index(*index).send().answer(&call.forge).await.map_err(refused)?;
        Ok(Record::new(Done::new(format!("the stopwatch on {repo}#{index} runs"))))
    }
}

/// Stops the caller's stopwatch on an issue and adds its time.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct StopIssueStopwatch {
    #[serde(flatten)]
    repo: RepoRef,
    /// Number of the issue or pull request
    #[schemars(range(min = 1))]
    index: i64,
}

impl Tool for StopIssueStopwatch {
    const NAME: &str = "stop_issue_stopwatch";
    const TITLE: &str = "Stop stopwatch";
    const DOMAIN: Domain = Domain::Tracking;
    const ACCESS: Access = Access::Change;
    const OPERATIONS: &[&str] = &["issueStopStopWatch"];
    type Output = Record<Done>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        let request = call.forge.api()?.issue_stop_stop_watch().owner(&self.repo.owner).repo(&self.repo.repo);
        let Self { repo, index } = &self;
        let refused = |error| not_running(error, repo, *index);
        request.index(*index).send().answer(&call.forge).await.map_err(refused)?;
        let done = format!("the stopwatch on {repo}#{index} is stopped and its time added");
        Ok(Record::new(Done::new(done)))
    }
}

/// Cancels the caller's stopwatch on an issue; its time is not added.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct CancelIssueStopwatch {
    #[serde(flatten)]
    repo: RepoRef,
    /// Number of the issue or pull request
    #[schemars(range(min = 1))]
    index: i64,
}

impl Tool for CancelIssueStopwatch {
    const NAME: &str = "cancel_issue_stopwatch";
    const TITLE: &str = "Cancel stopwatch";
    const DOMAIN: Domain = Domain::Tracking;
    const ACCESS: Access = Access::Change;
    const OPERATIONS: &[&str] = &["issueDeleteStopWatch"];
    type Output = Record<Done>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        let request =
            call.forge.api()?.issue_delete_stop_watch().owner(&self.repo.owner).repo(&self.repo.repo);
        let Self { repo, index } = &self;
        let refused = |error| not_running(error, repo, *index);
        request.index(*index).send().answer(&call.forge).await.map_err(refused)?;
        let done = format!("the stopwatch on {repo}#{index} is cancelled; no time was added");
        Ok(Record::new(Done::new(done)))
    }
}

fn not_running(error: ApiError, repo: &RepoRef, index: i64) -> ApiError {
    match error.kind() {
        Kind::Conflict => error
            .explain(format!("the caller has no stopwatch on {repo}#{index}"))
            .hint("list_my_stopwatches shows what runs"),
        _ => tracking_refused(error),
    }
}

/// Lists the caller's running stopwatches.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct ListMyStopwatches {
    #[serde(flatten)]
    page: PageArgs,
}

impl Tool for ListMyStopwatches {
    const NAME: &str = "list_my_stopwatches";
    const TITLE: &str = "List own stopwatches";
    const DOMAIN: Domain = Domain::Tracking;
    const ACCESS: Access = Access::Read;
    const OPERATIONS: &[&str] = &["userGetStopWatches"];
    type Output = Page<views::Stopwatch>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        let ask = self.page.ask(&call.forge, 20).await;
        let request = call.forge.api()?.user_get_stop_watches().page(ask.page_i64()).limit(ask.limit_i64());
        let page = request.send().page_of(&call.forge, ask, Total::Exact).await?;
        Ok(Page::of(page))
    }
}
