//! Time spent on issues.

use chrono::{DateTime, Utc};
use schemars::JsonSchema;
use serde::Deserialize;

use super::args::{PageArgs, RepoRef};
use super::{Access, Call, Domain, Tool, ToolEntry};
use crate::forgejo::api::types;
use crate::forgejo::page::{ListAnswer, Paging, Total};
use crate::forgejo::{Answer, ApiError, Kind, Maybe};
use crate::reply::{Page, Record};
use crate::views::{self, Done};

pub(super) const TOOLS: &[ToolEntry] = &[
    ToolEntry::of::<AddIssueTime>(),
    ToolEntry::of::<ListIssueTrackedTimes>(),
    ToolEntry::of::<ListRepoTrackedTimes>(),
    ToolEntry::of::<ListMyTrackedTimes>(),
    ToolEntry::of::<DeleteIssueTimeEntry>(),
    ToolEntry::of::<ResetIssueTime>(),
];

/// Adds time spent on an issue or pull request.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct AddIssueTime {
    #[serde(flatten)]
    repo: RepoRef,
    /// Number of the issue or pull request
    #[schemars(range(min = 1))]
    index: i64,
    /// This or duration
    #[schemars(range(min = 1), extend("x-aliases" = ["time"]))]
    seconds: Option<i64>,
    /// Such as 1h30m
    #[schemars(extend("x-empty" = true))]
    duration: Option<String>,
    /// Who spent it, for repository admins; default the caller
    #[schemars(extend("x-aliases" = ["user"]))]
    user_name: Option<String>,
    /// Default now
    #[schemars(extend("x-aliases" = ["created"]))]
    created_at: Option<DateTime<Utc>>,
}

impl Tool for AddIssueTime {
    const NAME: &str = "add_issue_time";
    const TITLE: &str = "Add time";
    const DOMAIN: Domain = Domain::Tracking;
    const ACCESS: Access = Access::Create;
    const OPERATIONS: &[&str] = &["issueAddTime"];
    type Output = Record<views::TrackedTime>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        let duration = self.duration.as_deref().map(str::trim).filter(|text| !text.is_empty());
        let time = match (self.seconds, duration) {
            (Some(seconds), None) => seconds,
            (None, Some(text)) => seconds_of(text)?,
            (None, None) => return Err(ApiError::invalid("give seconds or duration")),
            (Some(_), Some(_)) => return Err(ApiError::invalid("give seconds or duration, not both")),
        };
        let user = self.user_name.filter(|login| !login.trim().is_empty());
        let body = types::AddTimeOption { created: self.created_at, time, user_name: user.clone() };
        let request = call.forge.api()?.issue_add_time().owner(&self.repo.owner).repo(&self.repo.repo);
        let request = request.index(self.index).body(body).send();
        let added = request.answer(&call.forge).await.map_err(|error| match &user {
            // The forge fails inside when there is no such user.
            Some(login) if error.status() == Some(500) => error
                .explain(format!("the forge failed inside, probably because there is no user {login:?}"))
                .hint("search_users finds logins"),
            _ => tracking_refused(error),
        })?;
        let added = views::TrackedTime::from(added.into_inner());
        // Who may not add time for others adds it to the own, without a word.
        let warning =
            user.filter(|user| !added.user.as_ref().is_some_and(|own| own.eq_ignore_ascii_case(user)));
        let warning = warning.map(|user| {
            format!(
                "the time was added for {}, not for {user}: only a repository admin adds time for others",
                added.user.as_deref().unwrap_or("the caller")
            )
        });
        Ok(Record::new(added).warn(warning))
    }
}

/// The seconds of a text such as `1h30m` or `1.5h`.
fn seconds_of(text: &str) -> Result<i64, ApiError> {
    let wrong = || {
        ApiError::invalid(format!("duration must be hours, minutes and seconds such as 1h30m, got {text:?}"))
    };
    let mut rest: &str = &text.split_whitespace().collect::<String>();
    let mut total = 0.0_f64;
    while !rest.is_empty() {
        let end = rest.find(|c: char| !c.is_ascii_digit() && c != '.').ok_or_else(wrong)?;
        let (number, unit) = rest.split_at(end);
        let number: f64 = number.parse().map_err(|_| wrong())?;
        let (letter, after) =
            unit.split_at(unit.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(unit.len()));
        let size = match letter {
            "h" => 3_600.0,
            "m" | "min" => 60.0,
            "s" | "sec" => 1.0,
            _ => return Err(wrong()),
        };
        total += number * size;
        rest = after;
    }
    // More than a century is a mistake.
    if !(1.0..3.2e9).contains(&total) {
        return Err(ApiError::invalid(format!("duration must be at least a second, got {text:?}")));
    }
    #[expect(clippy::cast_possible_truncation, reason = "checked to be small; a part of a second is none")]
    Ok(total as i64)
}

/// Says what a refusal means; some come without a word.
pub(super) fn tracking_refused(error: ApiError) -> ApiError {
    let disabled = error.said().is_some_and(|said| said.to_lowercase().contains("disabled"));
    match error.status() {
        Some(400 | 404) if disabled => {
            error.as_kind(Kind::PreconditionFailed).explain("time tracking is off in this repository")
        }
        Some(403) => error
            .explain("this account may not track or change time here")
            .hint("time tracking may be off, be open to contributors with write access only, or the time be somebody else's"),
        _ => error,
    }
}

/// Which times.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct Span {
    /// Added at or after
    since: Option<DateTime<Utc>>,
    /// Added before
    before: Option<DateTime<Utc>>,
    #[serde(flatten)]
    page: PageArgs,
}

/// Who may not write sees no times at all, without a word.
fn nothing_seen(rows: usize, paging: Paging) -> Option<String> {
    (rows == 0 && paging.page == 1)
        .then(|| "none is visible; without write access to the repository none ever is".to_owned())
}

/// Lists the time spent on an issue or pull request.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct ListIssueTrackedTimes {
    #[serde(flatten)]
    repo: RepoRef,
    /// Number of the issue or pull request
    #[schemars(range(min = 1))]
    index: i64,
    /// Login
    #[schemars(extend("x-aliases" = ["user_name"], "x-empty" = true))]
    user: Option<String>,
    #[serde(flatten)]
    span: Span,
}

impl Tool for ListIssueTrackedTimes {
    const NAME: &str = "list_issue_tracked_times";
    const TITLE: &str = "List time of an issue";
    const DOMAIN: Domain = Domain::Tracking;
    const ACCESS: Access = Access::Read;
    const OPERATIONS: &[&str] = &["issueTrackedTimes"];
    type Output = Page<views::TrackedTime>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        let ask = self.span.page.ask(&call.forge, 20).await;
        let request = call.forge.api()?.issue_tracked_times().owner(&self.repo.owner).repo(&self.repo.repo);
        let (rows, paging) = request
            .index(self.index)
            .maybe(self.user.filter(|login| !login.is_empty()), |request, login| request.user(login))
            .maybe(self.span.since, |request, time| request.since(time))
            .maybe(self.span.before, |request, time| request.before(time))
            .page(ask.page_i64())
            .limit(ask.limit_i64())
            .send()
            .page_of(&call.forge, ask, Total::Exact)
            .await
            .map_err(tracking_refused)?;
        let warning = nothing_seen(rows.len(), paging);
        Ok(Page::new(rows.into_iter().map(views::TrackedTime::of_issue).collect(), paging).warn(warning))
    }
}

/// Lists the time spent on all issues of a repository.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct ListRepoTrackedTimes {
    #[serde(flatten)]
    repo: RepoRef,
    /// Login
    #[schemars(extend("x-aliases" = ["user_name"], "x-empty" = true))]
    user: Option<String>,
    #[serde(flatten)]
    span: Span,
}

impl Tool for ListRepoTrackedTimes {
    const NAME: &str = "list_repo_tracked_times";
    const TITLE: &str = "List time of a repository";
    const DOMAIN: Domain = Domain::Tracking;
    const ACCESS: Access = Access::Read;
    const OPERATIONS: &[&str] = &["repoTrackedTimes"];
    type Output = Page<views::TrackedTime>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        let ask = self.span.page.ask(&call.forge, 20).await;
        let request = call.forge.api()?.repo_tracked_times().owner(&self.repo.owner).repo(&self.repo.repo);
        let (rows, paging) = request
            .maybe(self.user.filter(|login| !login.is_empty()), |request, login| request.user(login))
            .maybe(self.span.since, |request, time| request.since(time))
            .maybe(self.span.before, |request, time| request.before(time))
            .page(ask.page_i64())
            .limit(ask.limit_i64())
            .send()
            .page_of(&call.forge, ask, Total::Exact)
            .await
            .map_err(tracking_refused)?;
        let warning = nothing_seen(rows.len(), paging);
        Ok(Page::new(rows.into_iter().map(views::TrackedTime::of_repo).collect(), paging).warn(warning))
    }
}

/// Lists the time that the caller spent, in all repositories.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct ListMyTrackedTimes {
    #[serde(flatten)]
    span: Span,
}

impl Tool for ListMyTrackedTimes {
    const NAME: &str = "list_my_tracked_times";
    const TITLE: &str = "List own time";
    const DOMAIN: Domain = Domain::Tracking;
    const ACCESS: Access = Access::Read;
    const OPERATIONS: &[&str] = &["userCurrentTrackedTimes"];
    type Output = Page<views::TrackedTime>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        let ask = self.span.page.ask(&call.forge, 20).await;
        let request = call.forge.api()?.user_current_tracked_times();
        let page = request
            .maybe(self.span.since, |request, time| request.since(time))
            .maybe(self.span.before, |request, time| request.before(time))
            .page(ask.page_i64())
            .limit(ask.limit_i64())
            .send()
            .page_of(&call.forge, ask, Total::Exact)
            .await?;
        Ok(Page::of(page))
    }
}

/// Deletes one entry of tracked time.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct DeleteIssueTimeEntry {
    #[serde(flatten)]
    repo: RepoRef,
    /// Number of the issue or pull request
    #[schemars(range(min = 1))]
    index: i64,
    /// Id of the entry
    #[schemars(range(min = 1), extend("x-aliases" = ["id"]))]
    time_id: i64,
}

impl Tool for DeleteIssueTimeEntry {
    const NAME: &str = "delete_issue_time_entry";
    const TITLE: &str = "Delete time";
    const DOMAIN: Domain = Domain::Tracking;
    const ACCESS: Access = Access::Change;
    const OPERATIONS: &[&str] = &["issueDeleteTime"];
    type Output = Record<Done>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        let request = call.forge.api()?.issue_delete_time().owner(&self.repo.owner).repo(&self.repo.repo);
        let request = request.index(self.index).id(self.time_id).send();
        request.answer(&call.forge).await.map_err(tracking_refused)?;
        let Self { repo, index, time_id } = self;
        Ok(Record::new(Done::new(format!("time entry {time_id} of {repo}#{index} is deleted"))))
    }
}

/// Deletes all time that the caller spent on an issue; other people's stays.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct ResetIssueTime {
    #[serde(flatten)]
    repo: RepoRef,
    /// Number of the issue or pull request
    #[schemars(range(min = 1))]
    index: i64,
}

impl Tool for ResetIssueTime {
    const NAME: &str = "reset_issue_time";
    const TITLE: &str = "Delete own time";
    const DOMAIN: Domain = Domain::Tracking;
    const ACCESS: Access = Access::Destroy;
    const OPERATIONS: &[&str] = &["issueResetTime"];
    type Output = Record<Done>;

    fn target(&self) -> Option<String> {
        Some(format!("{}#{}", self.repo, self.index))
    }

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        let request = call.forge.api()?.issue_reset_time().owner(&self.repo.owner).repo(&self.repo.repo);
        let Self { repo, index } = &self;
        request.index(*index).send().answer(&call.forge).await.map_err(|error| {
            let none = error.said().is_some_and(|said| said.contains("tracked_time does not exist"));
            if none {
                error.explain(format!("the caller has no time on {repo}#{index}; nothing was deleted"))
            } else {
                tracking_refused(error)
            }
        })?;
        let done = format!("the caller's time on {repo}#{index} is deleted; other people's is still there");
        Ok(Record::new(Done::new(done)))
    }
}
