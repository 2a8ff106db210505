//! Files attached to comments of issues and pull requests.

use schemars::JsonSchema;
use serde::Deserialize;

use super::{Carrier, FileArgs};
use crate::forgejo::api::types;
use crate::forgejo::page::ListAnswer;
use crate::forgejo::upload::Holder;
use crate::forgejo::{Answer, ApiError, Forge};
use crate::reply::{Page, Raw, Record};
use crate::tools::args::{LineArgs, PageArgs, RepoRef};
use crate::tools::{Access, Call, Domain, Tool, ToolEntry};
use crate::views::{self, Done};

pub(in crate::tools) const TOOLS: &[ToolEntry] = &[
    ToolEntry::of::<ListCommentAttachments>(),
    ToolEntry::of::<GetCommentAttachment>(),
    ToolEntry::of::<DownloadCommentAttachment>(),
    ToolEntry::of::<CreateCommentAttachment>(),
    ToolEntry::of::<EditCommentAttachment>(),
    ToolEntry::of::<DeleteCommentAttachment>(),
];

#[derive(Debug, Deserialize, JsonSchema)]
struct OnComment {
    #[serde(flatten)]
    repo: RepoRef,
    #[schemars(range(min = 1), extend("x-aliases" = ["id"]))]
    comment_id: i64,
}

impl std::fmt::Display for OnComment {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "comment {1} of {0}", self.repo, self.comment_id)
    }
}

impl Carrier for OnComment {
    fn repo(&self) -> &RepoRef {
        &self.repo
    }

    fn holder(&self) -> Holder {
        Holder::Comment(self.comment_id)
    }

    async fn list(&self, forge: &Forge) -> Result<Vec<types::Attachment>, ApiError> {
        let request = forge.api()?.issue_list_issue_comment_attachments();
        let request = request.owner(&self.repo.owner).repo(&self.repo.repo).id(self.comment_id);
        request.send().rows(forge).await
    }

    async fn get(&self, forge: &Forge, id: i64) -> Result<types::Attachment, ApiError> {
        let request = forge.api()?.issue_get_issue_comment_attachment();
        let request = request.owner(&self.repo.owner).repo(&self.repo.repo).id(self.comment_id);
        Ok(request.attachment_id(id).send().answer(forge).await?.into_inner())
    }

    async fn edit(
        &self,
        forge: &Forge,
        id: i64,
        body: types::EditAttachmentOptions,
    ) -> Result<types::Attachment, ApiError> {
        let request = forge.api()?.issue_edit_issue_comment_attachment();
        let request = request.owner(&self.repo.owner).repo(&self.repo.repo).id(self.comment_id);
        Ok(request.attachment_id(id).body(body).send().answer(forge).await?.into_inner())
    }

    async fn delete(&self, forge: &Forge, id: i64) -> Result<(), ApiError> {
        let request = forge.api()?.issue_delete_issue_comment_attachment();
        let request = request.owner(&self.repo.owner).repo(&self.repo.repo).id(self.comment_id);
        request.attachment_id(id).send().answer(forge).await?;
        Ok(())
    }
}

/// Lists the files attached to a comment.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct ListCommentAttachments {
    #[serde(flatten)]
    on: OnComment,
    #[serde(flatten)]
    page: PageArgs,
}

impl Tool for ListCommentAttachments {
    const NAME: &str = "list_comment_attachments";
    const TITLE: &str = "List comment attachments";
    const DOMAIN: Domain = Domain::Attachment;
    const ACCESS: Access = Access::Read;
    const OPERATIONS: &[&str] = &["issueListIssueCommentAttachments"];
    type Output = Page<views::Attachment>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        super::list(&self.on, self.page, call).await
    }
}

/// Gets name, size and address of a file attached to a comment.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct GetCommentAttachment {
    #[serde(flatten)]
    on: OnComment,
    #[schemars(range(min = 1))]
    attachment_id: i64,
}

impl Tool for GetCommentAttachment {
    const NAME: &str = "get_comment_attachment";
    const TITLE: &str = "Get comment attachment";
    const DOMAIN: Domain = Domain::Attachment;
    const ACCESS: Access = Access::Read;
    const OPERATIONS: &[&str] = &["issueGetIssueCommentAttachment"];
    type Output = Record<views::Attachment>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        super::get(&self.on, self.attachment_id, call).await
    }
}

/// Downloads a file attached to a comment: text as text, images as images.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct DownloadCommentAttachment {
    #[serde(flatten)]
    on: OnComment,
    #[schemars(range(min = 1))]
    attachment_id: i64,
    #[serde(flatten)]
    lines: LineArgs,
}

impl Tool for DownloadCommentAttachment {
    const NAME: &str = "download_comment_attachment";
    const TITLE: &str = "Download comment attachment";
    const DOMAIN: Domain = Domain::Attachment;
    const ACCESS: Access = Access::Read;
    const OPERATIONS: &[&str] = &["issueGetIssueCommentAttachment"];
    type Output = Raw;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        super::download(&self.on, self.attachment_id, self.lines, call, Self::NAME).await
    }
}

/// Attaches a file to a comment.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct CreateCommentAttachment {
    #[serde(flatten)]
    on: OnComment,
    #[serde(flatten)]
    file: FileArgs,
}

impl Tool for CreateCommentAttachment {
    const NAME: &str = "create_comment_attachment";
    const TITLE: &str = "Attach file to comment";
    const DOMAIN: Domain = Domain::Attachment;
    const ACCESS: Access = Access::Create;
    const OPERATIONS: &[&str] = &["issueCreateIssueCommentAttachment", "getGeneralAttachmentSettings"];
    type Output = Record<views::Attachment>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        super::create(&self.on, self.file, call).await
    }
}

/// Renames a file attached to a comment.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct EditCommentAttachment {
    #[serde(flatten)]
    on: OnComment,
    #[schemars(range(min = 1))]
    attachment_id: i64,
    /// New name
    #[schemars(extend("x-aliases" = ["filename"]))]
    name: String,
}

impl Tool for EditCommentAttachment {
    const NAME: &str = "edit_comment_attachment";
    const TITLE: &str = "Rename comment attachment";
    const DOMAIN: Domain = Domain::Attachment;
    const ACCESS: Access = Access::Change;
    const IDEMPOTENT: bool = true;
    const OPERATIONS: &[&str] = &["issueEditIssueCommentAttachment"];
    type Output = Record<views::Attachment>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        super::edit(&self.on, self.attachment_id, Some(self.name), None, call).await
    }
}

/// Deletes a file attached to a comment.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct DeleteCommentAttachment {
    #[serde(flatten)]
    on: OnComment,
    #[schemars(range(min = 1))]
    attachment_id: i64,
}

impl Tool for DeleteCommentAttachment {
    const NAME: &str = "delete_comment_attachment";
    const TITLE: &str = "Delete comment attachment";
    const DOMAIN: Domain = Domain::Attachment;
    const ACCESS: Access = Access::Change;
    const OPERATIONS: &[&str] = &["issueDeleteIssueCommentAttachment"];
    type Output = Record<Done>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        super::delete(&self.on, self.attachment_id, call).await
    }
}
