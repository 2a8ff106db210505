//! Comments of issues and pull requests.

use chrono::{DateTime, Utc};
use schemars::JsonSchema;
use serde::Deserialize;

use super::args::not_blank;
use super::args::{PageArgs, RepoRef};
use super::{Access, Call, Domain, Tool, ToolEntry};
use crate::fetch;
use crate::forgejo::api::types;
use crate::forgejo::page::{ListAnswer, slice};
use crate::forgejo::{Answer, ApiError, Kind, Maybe};
use crate::reply::{Page, Record};
use crate::views::{self, Done};

pub(super) const TOOLS: &[ToolEntry] = &[
    ToolEntry::of::<ListIssueComments>(),
    ToolEntry::of::<GetIssueComment>(),
    ToolEntry::of::<CreateIssueComment>(),
    ToolEntry::of::<EditIssueComment>(),
    ToolEntry::of::<DeleteIssueComment>(),
];

/// Lists the comments of an issue or pull request, oldest first.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct ListIssueComments {
    #[serde(flatten)]
    repo: RepoRef,
    /// Number of the issue or pull request
    #[schemars(range(min = 1))]
    index: i64,
    /// Updated at or after
    since: Option<DateTime<Utc>>,
    /// Updated before
    before: Option<DateTime<Utc>>,
    #[serde(flatten)]
    page: PageArgs,
}

impl Tool for ListIssueComments {
    const NAME: &str = "list_issue_comments";
    const TITLE: &str = "List comments";
    const DOMAIN: Domain = Domain::Issue;
    const ACCESS: Access = Access::Read;
    const CORE: bool = true;
    const OPERATIONS: &[&str] = &["issueGetComments"];
    type Output = Page<views::Comment>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        let forge = &call.forge;
        let ask = self.page.ask(forge, 20).await;
        let request =
            forge.api()?.issue_get_comments().owner(&self.repo.owner).repo(&self.repo.repo).index(self.index);
        let request = request
            .maybe(self.since, |request, time| request.since(time))
            .maybe(self.before, |request, time| request.before(time));
        // The forge does not page this list: it comes whole, and the page is cut from it here.
        let page = slice(request.send().rows(forge).await?, ask);
        Ok(Page::of(page))
    }
}

/// Gets one comment of an issue or pull request.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct GetIssueComment {
    #[serde(flatten)]
    repo: RepoRef,
    #[schemars(range(min = 1), extend("x-aliases" = ["id"]))]
    comment_id: i64,
}

impl Tool for GetIssueComment {
    const NAME: &str = "get_issue_comment";
    const TITLE: &str = "Get comment";
    const DOMAIN: Domain = Domain::Issue;
    const ACCESS: Access = Access::Read;
    const OPERATIONS: &[&str] = &["issueGetComment"];
    type Output = Record<views::Comment>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        fetch::comment(&call.forge, self.repo.at(), self.comment_id).await.map(Record::new)
    }
}

/// Comments on an issue or pull request.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct CreateIssueComment {
    #[serde(flatten)]
    repo: RepoRef,
    /// Number of the issue or pull request
    #[schemars(range(min = 1))]
    index: i64,
    /// Markdown
    body: String,
}

impl Tool for CreateIssueComment {
    const NAME: &str = "create_issue_comment";
    const TITLE: &str = "Create comment";
    const DOMAIN: Domain = Domain::Issue;
    const ACCESS: Access = Access::Create;
    const CORE: bool = true;
    const OPERATIONS: &[&str] = &["issueCreateComment"];
    type Output = Record<views::Comment>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        let body = types::CreateIssueCommentOption { body: not_blank("body", self.body)?, updated_at: None };
        let request = call.forge.api()?.issue_create_comment().owner(&self.repo.owner).repo(&self.repo.repo);
        let made = request.index(self.index).body(body).send().answer(&call.forge).await?;
        Ok(Record::new(types::Comment { body: None, ..made.into_inner() }.into()))
    }
}

/// Replaces the text of a comment.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct EditIssueComment {
    #[serde(flatten)]
    repo: RepoRef,
    #[schemars(range(min = 1), extend("x-aliases" = ["id"]))]
    comment_id: i64,
    /// Markdown
    body: String,
}

impl Tool for EditIssueComment {
    const NAME: &str = "edit_issue_comment";
    const TITLE: &str = "Edit comment";
    const DOMAIN: Domain = Domain::Issue;
    const ACCESS: Access = Access::Change;
    const IDEMPOTENT: bool = true;
    const OPERATIONS: &[&str] = &["issueEditComment"];
    type Output = Record<views::Comment>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        let body = types::EditIssueCommentOption { body: not_blank("body", self.body)?, updated_at: None };
        let request = call.forge.api()?.issue_edit_comment().owner(&self.repo.owner).repo(&self.repo.repo);
        let edited = request.id(self.comment_id).body(body).send().answer(&call.forge).await;
        let edited = edited.map_err(|error| own_only(error, "changed"))?.into_inner();
        if edited.id.is_none() {
            return Err(ApiError::new(
                Kind::NotFound,
                format!("{} is an event, not a comment; nothing was changed", self.comment_id),
            ));
        }
        Ok(Record::new(types::Comment { body: None, ..edited }.into()))
    }
}

/// Deletes a comment.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct DeleteIssueComment {
    #[serde(flatten)]
    repo: RepoRef,
    #[schemars(range(min = 1), extend("x-aliases" = ["id"]))]
    comment_id: i64,
}

impl Tool for DeleteIssueComment {
    const NAME: &str = "delete_issue_comment";
    const TITLE: &str = "Delete comment";
    const DOMAIN: Domain = Domain::Issue;
    const ACCESS: Access = Access::Change;
    const OPERATIONS: &[&str] = &["issueDeleteComment"];
    type Output = Record<Done>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        let request = call.forge.api()?.issue_delete_comment().owner(&self.repo.owner).repo(&self.repo.repo);
        let sent = request.id(self.comment_id).send().answer(&call.forge).await;
        sent.map_err(|error| own_only(error, "deleted"))?;
        Ok(Record::new(Done::new(format!("comment {} of {} is deleted", self.comment_id, self.repo))))
    }
}

/// The forge refuses this without a word.
fn own_only(error: ApiError, what: &str) -> ApiError {
    match error.kind() {
        Kind::Forbidden if error.said().is_none() => {
            error.explain(format!("a comment can be {what} by its author and by those who may write"))
        }
        _ => error,
    }
}
