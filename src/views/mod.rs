//! What we show instead of the forge's own objects: what an agent needs to act next, users as logins, labels as
//! names, times in UTC, and nothing that says nothing.
//!
//! Views are made from the generated types here and nowhere else.

pub mod clean;
pub mod plain;
pub mod text;

mod branch;
mod branch_protection;
mod comment;
mod commit;
mod file;
mod hook;
mod issue;
mod label;
mod milestone;
mod notification;
mod org;
mod owner;
mod pull;
mod release;
mod repo;
mod review;
mod run;
mod status;
mod tracking;
mod user;
mod wiki;

pub use branch::Branch;
pub use branch_protection::BranchProtection;
pub use comment::Comment;
pub use commit::{Commit, CommitFile, WholeCommit};
pub use file::{ChangedFile, FileCommit, FolderEntry, TreeEntry};
pub use hook::Hook;
pub use issue::{Issue, IssueRow};
pub use label::Label;
pub use milestone::Milestone;
pub use notification::{Marked, Notification};
pub use org::{Org, OrgRow, Team};
pub use owner::Owner;
pub use pull::{Pull, PullRow};
pub use release::{Attachment, Release, ReleaseRow};
pub use repo::{NewRepo, Repo, RepoRow};
pub use review::{Review, ReviewComment};
pub use run::{Dispatched, JobStep, RunJob, WorkflowRun};
pub use status::{CombinedStatus, CommitStatus};
pub use tracking::{Stopwatch, TrackedTime};
pub use user::{Me, UserRow};
pub use wiki::{WikiPage, WikiPageCommit, WikiRevision};

use chrono::{DateTime, Datelike, SecondsFormat, Utc};
use schemars::JsonSchema;
use serde::Serialize;

use crate::forgejo::api::types;

/// What a write did, when there is nothing more to show.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Done {
    /// What is now true.
    pub done: String,
}

impl Done {
    pub fn new(done: impl Into<String>) -> Self {
        Self { done: done.into() }
    }
}

/// A time of the forge in UTC; its placeholders for "never" are left out.
pub(crate) fn when(time: Option<String>) -> Option<String> {
    let time = time?;
    let Ok(parsed) = DateTime::parse_from_rfc3339(&time) else {
        return Some(time).filter(|time| !time.is_empty());
    };
    let utc = parsed.with_timezone(&Utc);
    if utc.year() <= 1 || utc.timestamp() == 0 {
        return None;
    }
    Some(utc.to_rfc3339_opts(SecondsFormat::Secs, true))
}

/// The login of a user; a deleted one is shown by Forgejo as `Ghost`.
pub(crate) fn login(user: Option<types::User>) -> Option<String> {
    user.and_then(|user| user.login).filter(|login| !login.is_empty())
}

/// The logins of several users.
pub(crate) fn logins(users: Option<Vec<types::User>>) -> Vec<String> {
    users.unwrap_or_default().into_iter().filter_map(|user| login(Some(user))).collect()
}

/// A flag that is worth showing only when it is set.
pub(crate) fn set(flag: Option<bool>) -> Option<bool> {
    flag.filter(|flag| *flag)
}

/// A one-line text of a person, when there is one.
pub(crate) fn line(text: Option<String>) -> Option<text::UserText> {
    text.filter(|text| !text.is_empty()).map(text::UserText::line)
}

/// The name of the author of something that was migrated, which the forge keeps apart.
pub(crate) fn author(user: Option<types::User>, original: Option<String>) -> Option<String> {
    original.filter(|name| !name.is_empty()).or_else(|| login(user))
}
