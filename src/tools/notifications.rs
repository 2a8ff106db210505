//! Notifications of the caller.

use chrono::{DateTime, Utc};
use schemars::JsonSchema;
use serde::Deserialize;

use super::args::{PageArgs, RepoRef};
use super::{Access, Call, Domain, Tool, ToolEntry};
use crate::forgejo::api::types;
use crate::forgejo::page::{ListAnswer, Total};
use crate::forgejo::{Answer, ApiError, Maybe};
use crate::reply::{Page, Record};
use crate::views;

pub(super) const TOOLS: &[ToolEntry] = &[
    ToolEntry::of::<CheckNotifications>(),
    ToolEntry::of::<ListRepoNotifications>(),
    ToolEntry::of::<GetNotificationThread>(),
    ToolEntry::of::<MarkNotificationRead>(),
    ToolEntry::of::<MarkAllNotificationsRead>(),
    ToolEntry::of::<MarkRepoNotificationsRead>(),
];

/// The state of a notification; to the forge any other word is none.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum NotificationStatus {
    Unread,
    #[default]
    Read,
    Pinned,
}

impl NotificationStatus {
    fn as_str(self) -> &'static str {
        match self {
            Self::Unread => "unread",
            Self::Read => "read",
            Self::Pinned => "pinned",
        }
    }
}

/// What a notification is about.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(extend("x-values" = {"issues": "issue", "pulls": "pull", "pull_request": "pull", "pr": "pull", "repo": "repository"}))]
pub(super) enum SubjectType {
    Issue,
    Pull,
    Repository,
}

impl SubjectType {
    fn as_str(self) -> &'static str {
        match self {
            Self::Issue => "issue",
            Self::Pull => "pull",
            Self::Repository => "repository",
        }
    }
}

/// Which notifications.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct Filter {
    /// Read ones too
    #[serde(default)]
    all: bool,
    /// Default unread and pinned
    #[serde(default)]
    #[schemars(extend("x-aliases" = ["status_types"]))]
    status: Vec<NotificationStatus>,
    #[serde(rename = "type", default)]
    #[schemars(extend("x-aliases" = ["subject_type"]))]
    kind: Vec<SubjectType>,
    /// Updated at or after
    since: Option<DateTime<Utc>>,
    /// Updated before
    before: Option<DateTime<Utc>>,
}

impl Filter {
    fn status(&self) -> Option<Vec<String>> {
        let words = self.status.iter().map(|status| status.as_str().to_owned());
        (!self.status.is_empty()).then(|| words.collect())
    }

    /// The types, as one of the two operations that list takes them.
    fn kinds<T: for<'word> TryFrom<&'word str>>(&self) -> Option<Vec<T>> {
        let words = self.kind.iter().filter_map(|kind| T::try_from(kind.as_str()).ok());
        (!self.kind.is_empty()).then(|| words.collect())
    }
}

/// Lists the caller's notifications, pinned first, then the latest.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct CheckNotifications {
    #[serde(flatten)]
    filter: Filter,
    #[serde(flatten)]
    page: PageArgs,
}

impl Tool for CheckNotifications {
    const NAME: &str = "check_notifications";
    const TITLE: &str = "Check notifications";
    const DOMAIN: Domain = Domain::User;
    const ACCESS: Access = Access::Read;
    const OPERATIONS: &[&str] = &["notifyGetList"];
    type Output = Page<views::Notification>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        let ask = self.page.ask(&call.forge, 20).await;
        let filter = self.filter;
        let request = call.forge.api()?.notify_get_list().all(filter.all);
        let page = request
            .maybe(filter.status(), |request, words| request.status_types(words))
            .maybe(filter.kinds::<types::NotifyGetListSubjectTypeItem>(), |request, words| {
                request.subject_type(words)
            })
            .maybe(filter.since, |request, time| request.since(time))
            .maybe(filter.before, |request, time| request.before(time))
            .page(ask.page_i64())
            .limit(ask.limit_i64())
            .send()
            .page_of(&call.forge, ask, Total::Exact)
            .await?;
        Ok(Page::of(page))
    }
}

/// Lists the caller's notifications about one repository.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct ListRepoNotifications {
    #[serde(flatten)]
    repo: RepoRef,
    #[serde(flatten)]
    filter: Filter,
    #[serde(flatten)]
    page: PageArgs,
}

impl Tool for ListRepoNotifications {
    const NAME: &str = "list_repo_notifications";
    const TITLE: &str = "List notifications of a repository";
    const DOMAIN: Domain = Domain::User;
    const ACCESS: Access = Access::Read;
    const OPERATIONS: &[&str] = &["notifyGetRepoList"];
    type Output = Page<views::Notification>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        let ask = self.page.ask(&call.forge, 20).await;
        let filter = self.filter;
        let request = call.forge.api()?.notify_get_repo_list().owner(&self.repo.owner).repo(&self.repo.repo);
        let page = request
            .all(filter.all)
            .maybe(filter.status(), |request, words| request.status_types(words))
            .maybe(filter.kinds::<types::NotifyGetRepoListSubjectTypeItem>(), |request, words| {
                request.subject_type(words)
            })
            .maybe(filter.since, |request, time| request.since(time))
            .maybe(filter.before, |request, time| request.before(time))
            .page(ask.page_i64())
            .limit(ask.limit_i64())
            .send()
            .page_of(&call.forge, ask, Total::Exact)
            .await?;
        Ok(Page::of(page))
    }
}

/// Gets one notification.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct GetNotificationThread {
    #[schemars(range(min = 1), extend("x-aliases" = ["thread_id"]))]
    id: i64,
}

impl Tool for GetNotificationThread {
    const NAME: &str = "get_notification_thread";
    const TITLE: &str = "Get notification";
    const DOMAIN: Domain = Domain::User;
    const ACCESS: Access = Access::Read;
    const OPERATIONS: &[&str] = &["notifyGetThread"];
    type Output = Record<views::Notification>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        let found = call.forge.api()?.notify_get_thread().id(self.id).send().answer(&call.forge).await?;
        Ok(Record::new(found.into_inner().into()))
    }
}

/// Marks one notification as read, unread or pinned.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct MarkNotificationRead {
    #[schemars(range(min = 1), extend("x-aliases" = ["thread_id"]))]
    id: i64,
    /// Default read
    #[serde(default)]
    #[schemars(extend("x-aliases" = ["to_status"]))]
    status: NotificationStatus,
}

impl Tool for MarkNotificationRead {
    const NAME: &str = "mark_notification_read";
    const TITLE: &str = "Mark notification";
    const DOMAIN: Domain = Domain::User;
    const ACCESS: Access = Access::Change;
    const IDEMPOTENT: bool = true;
    const OPERATIONS: &[&str] = &["notifyReadThread"];
    type Output = Record<views::Notification>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        let request = call.forge.api()?.notify_read_thread().id(self.id).to_status(self.status.as_str());
        Ok(Record::new(request.send().answer(&call.forge).await?.into_inner().into()))
    }
}

/// Marks all unread notifications as read; pinned ones stay.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct MarkAllNotificationsRead {
    /// Only those not updated since; default now
    last_read_at: Option<DateTime<Utc>>,
}

impl Tool for MarkAllNotificationsRead {
    const NAME: &str = "mark_all_notifications_read";
    const TITLE: &str = "Mark all notifications read";
    const DOMAIN: Domain = Domain::User;
    const ACCESS: Access = Access::Change;
    const IDEMPOTENT: bool = true;
    const OPERATIONS: &[&str] = &["notifyReadList"];
    type Output = Record<views::Marked>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        let request = call.forge.api()?.notify_read_list();
        let request = request.maybe(self.last_read_at, |request, time| request.last_read_at(time));
        Ok(Record::new(request.send().rows(&call.forge).await?.into()))
    }
}

/// Marks the unread notifications about one repository as read; pinned ones stay.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct MarkRepoNotificationsRead {
    #[serde(flatten)]
    repo: RepoRef,
    /// Only those not updated since; default now
    last_read_at: Option<DateTime<Utc>>,
}

impl Tool for MarkRepoNotificationsRead {
    const NAME: &str = "mark_repo_notifications_read";
    const TITLE: &str = "Mark notifications of a repository read";
    const DOMAIN: Domain = Domain::User;
    const ACCESS: Access = Access::Change;
    const IDEMPOTENT: bool = true;
    const OPERATIONS: &[&str] = &["notifyReadRepoList"];
    type Output = Record<views::Marked>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        let request = call.forge.api()?.notify_read_repo_list().owner(&self.repo.owner).repo(&self.repo.repo);
        let request = request.maybe(self.last_read_at, |request, time| request.last_read_at(time));
        Ok(Record::new(request.send().rows(&call.forge).await?.into()))
    }
}
