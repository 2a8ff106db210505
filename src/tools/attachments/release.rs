//! Files attached to releases.

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
    ToolEntry::of::<ListReleaseAttachments>(),
    ToolEntry::of::<GetReleaseAttachment>(),
    ToolEntry::of::<DownloadReleaseAttachment>(),
    ToolEntry::of::<CreateReleaseAttachment>(),
    ToolEntry::of::<EditReleaseAttachment>(),
    ToolEntry::of::<DeleteReleaseAttachment>(),
];

#[derive(Debug, Deserialize, JsonSchema)]
struct OnRelease {
    #[serde(flatten)]
    repo: RepoRef,
    #[schemars(range(min = 1))]
    release_id: i64,
}

impl std::fmt::Display for OnRelease {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "release {1} of {0}", self.repo, self.release_id)
    }
}

impl Carrier for OnRelease {
    fn repo(&self) -> &RepoRef {
        &self.repo
    }

    fn holder(&self) -> Holder {
        Holder::Release(self.release_id)
    }

    async fn list(&self, forge: &Forge) -> Result<Vec<types::Attachment>, ApiError> {
        let request = forge.api()?.repo_list_release_attachments();
        let request = request.owner(&self.repo.owner).repo(&self.repo.repo).id(self.release_id);
        request.send().rows(forge).await
    }

    async fn get(&self, forge: &Forge, id: i64) -> Result<types::Attachment, ApiError> {
        let request = forge.api()?.repo_get_release_attachment();
        let request = request.owner(&self.repo.owner).repo(&self.repo.repo).id(self.release_id);
        Ok(request.attachment_id(id).send().answer(forge).await?.into_inner())
    }

    async fn edit(
        &self,
        forge: &Forge,
        id: i64,
        body: types::EditAttachmentOptions,
    ) -> Result<types::Attachment, ApiError> {
        let request = forge.api()?.repo_edit_release_attachment();
        let request = request.owner(&self.repo.owner).repo(&self.repo.repo).id(self.release_id);
        Ok(request.attachment_id(id).body(body).send().answer(forge).await?.into_inner())
    }

    async fn delete(&self, forge: &Forge, id: i64) -> Result<(), ApiError> {
        let request = forge.api()?.repo_delete_release_attachment();
        let request = request.owner(&self.repo.owner).repo(&self.repo.repo).id(self.release_id);
        request.attachment_id(id).send().answer(forge).await?;
        Ok(())
    }
}

/// Lists the files attached to a release.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct ListReleaseAttachments {
    #[serde(flatten)]
    on: OnRelease,
    #[serde(flatten)]
    page: PageArgs,
}

impl Tool for ListReleaseAttachments {
    const NAME: &str = "list_release_attachments";
    const TITLE: &str = "List release attachments";
    const DOMAIN: Domain = Domain::Release;
    const ACCESS: Access = Access::Read;
    const OPERATIONS: &[&str] = &["repoListReleaseAttachments"];
    type Output = Page<views::Attachment>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        super::list(&self.on, self.page, call).await
    }
}

/// Gets name, size and address of a file attached to a release.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct GetReleaseAttachment {
    #[serde(flatten)]
    on: OnRelease,
    #[schemars(range(min = 1))]
    attachment_id: i64,
}

impl Tool for GetReleaseAttachment {
    const NAME: &str = "get_release_attachment";
    const TITLE: &str = "Get release attachment";
    const DOMAIN: Domain = Domain::Release;
    const ACCESS: Access = Access::Read;
    const OPERATIONS: &[&str] = &["repoGetReleaseAttachment"];
    type Output = Record<views::Attachment>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        super::get(&self.on, self.attachment_id, call).await
    }
}

/// Downloads a file attached to a release: text as text, images as images.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct DownloadReleaseAttachment {
    #[serde(flatten)]
    on: OnRelease,
    #[schemars(range(min = 1))]
    attachment_id: i64,
    #[serde(flatten)]
    lines: LineArgs,
}

impl Tool for DownloadReleaseAttachment {
    const NAME: &str = "download_release_attachment";
    const TITLE: &str = "Download release attachment";
    const DOMAIN: Domain = Domain::Release;
    const ACCESS: Access = Access::Read;
    const OPERATIONS: &[&str] = &["repoGetReleaseAttachment"];
    type Output = Raw;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        super::download(&self.on, self.attachment_id, self.lines, call, Self::NAME).await
    }
}

/// Attaches a file, or a link to one, to a release.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct CreateReleaseAttachment {
    #[serde(flatten)]
    on: OnRelease,
    #[serde(flatten)]
    file: FileArgs,
    /// Or a link to a file elsewhere
    external_url: Option<String>,
}

impl Tool for CreateReleaseAttachment {
    const NAME: &str = "create_release_attachment";
    const TITLE: &str = "Attach file to release";
    const DOMAIN: Domain = Domain::Release;
    const ACCESS: Access = Access::Create;
    const OPERATIONS: &[&str] = &["repoCreateReleaseAttachment"];
    type Output = Record<views::Attachment>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        let Some(url) = self.external_url.filter(|url| !url.is_empty()) else {
            return super::create(&self.on, self.file, call).await;
        };
        let name = self.file.name_of_link()?;
        super::link(&self.on, self.on.release_id, name, &url, call).await
    }
}

/// Renames a file of a release, or changes where a link leads.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct EditReleaseAttachment {
    #[serde(flatten)]
    on: OnRelease,
    #[schemars(range(min = 1))]
    attachment_id: i64,
    /// New name
    #[schemars(extend("x-aliases" = ["filename"]))]
    name: Option<String>,
    /// Links only
    #[schemars(extend("x-aliases" = ["browser_download_url"]))]
    external_url: Option<String>,
}

impl Tool for EditReleaseAttachment {
    const NAME: &str = "edit_release_attachment";
    const TITLE: &str = "Edit release attachment";
    const DOMAIN: Domain = Domain::Release;
    const ACCESS: Access = Access::Change;
    const IDEMPOTENT: bool = true;
    const OPERATIONS: &[&str] = &["repoEditReleaseAttachment"];
    type Output = Record<views::Attachment>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        super::edit(&self.on, self.attachment_id, self.name, self.external_url, call).await
    }
}

/// Deletes a file attached to a release.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct DeleteReleaseAttachment {
    #[serde(flatten)]
    on: OnRelease,
    #[schemars(range(min = 1))]
    attachment_id: i64,
}

impl Tool for DeleteReleaseAttachment {
    const NAME: &str = "delete_release_attachment";
    const TITLE: &str = "Delete release attachment";
    const DOMAIN: Domain = Domain::Release;
    const ACCESS: Access = Access::Change;
    const OPERATIONS: &[&str] = &["repoDeleteReleaseAttachment"];
    type Output = Record<Done>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        super::delete(&self.on, self.attachment_id, call).await
    }
}
