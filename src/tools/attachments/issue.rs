//! Files attached to issues and pull requests.

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
    ToolEntry::of::<ListIssueAttachments>(),
    ToolEntry::of::<GetIssueAttachment>(),
    ToolEntry::of::<DownloadIssueAttachment>(),
    ToolEntry::of::<CreateIssueAttachment>(),
    ToolEntry::of::<EditIssueAttachment>(),
    ToolEntry::of::<DeleteIssueAttachment>(),
];

#[derive(Debug, Deserialize, JsonSchema)]
struct OnIssue {
    #[serde(flatten)]
    repo: RepoRef,
    /// Number of the issue or pull request
    #[schemars(range(min = 1))]
    index: i64,
}

impl std::fmt::Display for OnIssue {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{}#{}", self.repo, self.index)
    }
}

impl Carrier for OnIssue {
    fn repo(&self) -> &RepoRef {
        &self.repo
    }

    fn holder(&self) -> Holder {
        Holder::Issue(self.index)
    }

    async fn list(&self, forge: &Forge) -> Result<Vec<types::Attachment>, ApiError> {
        let request = forge.api()?.issue_list_issue_attachments();
        let request = request.owner(&self.repo.owner).repo(&self.repo.repo).index(self.index);
        request.send().rows(forge).await
    }

    async fn get(&self, forge: &Forge, id: i64) -> Result<types::Attachment, ApiError> {
        let request = forge.api()?.issue_get_issue_attachment();
        let request = request.owner(&self.repo.owner).repo(&self.repo.repo).index(self.index);
        Ok(request.attachment_id(id).send().answer(forge).await?.into_inner())
    }

    async fn edit(
        &self,
        forge: &Forge,
        id: i64,
        body: types::EditAttachmentOptions,
    ) -> Result<types::Attachment, ApiError> {
        let request = forge.api()?.issue_edit_issue_attachment();
        let request = request.owner(&self.repo.owner).repo(&self.repo.repo).index(self.index);
        Ok(request.attachment_id(id).body(body).send().answer(forge).await?.into_inner())
    }

    async fn delete(&self, forge: &Forge, id: i64) -> Result<(), ApiError> {
        let request = forge.api()?.issue_delete_issue_attachment();
        let request = request.owner(&self.repo.owner).repo(&self.repo.repo).index(self.index);
        request.attachment_id(id).send().answer(forge).await?;
        Ok(())
    }
}

/// Lists the files attached to an issue or pull request.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct ListIssueAttachments {
    #[serde(flatten)]
    on: OnIssue,
    #[serde(flatten)]
    page: PageArgs,
}

impl Tool for ListIssueAttachments {
    const NAME: &str = "list_issue_attachments";
    const TITLE: &str = "List issue attachments";
    const DOMAIN: Domain = Domain::Attachment;
    const ACCESS: Access = Access::Read;
    const OPERATIONS: &[&str] = &["issueListIssueAttachments"];
    type Output = Page<views::Attachment>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        super::list(&self.on, self.page, call).await
    }
}

/// Gets name, size and address of a file attached to an issue or pull request.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct GetIssueAttachment {
    #[serde(flatten)]
    on: OnIssue,
    #[schemars(range(min = 1))]
    attachment_id: i64,
}

impl Tool for GetIssueAttachment {
    const NAME: &str = "get_issue_attachment";
    const TITLE: &str = "Get issue attachment";
    const DOMAIN: Domain = Domain::Attachment;
    const ACCESS: Access = Access::Read;
    const OPERATIONS: &[&str] = &["issueGetIssueAttachment"];
    type Output = Record<views::Attachment>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        super::get(&self.on, self.attachment_id, call).await
    }
}

/// Downloads a file attached to an issue or pull request: text as text, images as images.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct DownloadIssueAttachment {
    #[serde(flatten)]
    on: OnIssue,
    #[schemars(range(min = 1))]
    attachment_id: i64,
    #[serde(flatten)]
    lines: LineArgs,
}

impl Tool for DownloadIssueAttachment {
    const NAME: &str = "download_issue_attachment";
    const TITLE: &str = "Download issue attachment";
    const DOMAIN: Domain = Domain::Attachment;
    const ACCESS: Access = Access::Read;
    const OPERATIONS: &[&str] = &["issueGetIssueAttachment"];
    type Output = Raw;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        super::download(&self.on, self.attachment_id, self.lines, call, Self::NAME).await
    }
}

/// Attaches a file to an issue or pull request.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct CreateIssueAttachment {
    #[serde(flatten)]
    on: OnIssue,
    #[serde(flatten)]
    file: FileArgs,
}

impl Tool for CreateIssueAttachment {
    const NAME: &str = "create_issue_attachment";
    const TITLE: &str = "Attach file to issue";
    const DOMAIN: Domain = Domain::Attachment;
    const ACCESS: Access = Access::Create;
    const OPERATIONS: &[&str] = &["issueCreateIssueAttachment", "getGeneralAttachmentSettings"];
    type Output = Record<views::Attachment>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        super::create(&self.on, self.file, call).await
    }
}

/// Renames a file attached to an issue or pull request.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct EditIssueAttachment {
    #[serde(flatten)]
    on: OnIssue,
    #[schemars(range(min = 1))]
    attachment_id: i64,
    /// New name
    #[schemars(extend("x-aliases" = ["filename"]))]
    name: String,
}

impl Tool for EditIssueAttachment {
    const NAME: &str = "edit_issue_attachment";
    const TITLE: &str = "Rename issue attachment";
    const DOMAIN: Domain = Domain::Attachment;
    const ACCESS: Access = Access::Change;
    const IDEMPOTENT: bool = true;
    const OPERATIONS: &[&str] = &["issueEditIssueAttachment"];
    type Output = Record<views::Attachment>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        super::edit(&self.on, self.attachment_id, Some(self.name), None, call).await
    }
}

/// Deletes a file attached to an issue or pull request.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct DeleteIssueAttachment {
    #[serde(flatten)]
    on: OnIssue,
    #[schemars(range(min = 1))]
    attachment_id: i64,
}

impl Tool for DeleteIssueAttachment {
    const NAME: &str = "delete_issue_attachment";
    const TITLE: &str = "Delete issue attachment";
    const DOMAIN: Domain = Domain::Attachment;
    const ACCESS: Access = Access::Change;
    const OPERATIONS: &[&str] = &["issueDeleteIssueAttachment"];
    type Output = Record<Done>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        super::delete(&self.on, self.attachment_id, call).await
    }
}
