//! The six tools for attached files, for whatever carries them.

use schemars::JsonSchema;
use serde::Deserialize;

use super::{Carrier, FileOrLink, NameOrLink};
use crate::forgejo::ApiError;
use crate::forgejo::upload::Holder;
use crate::reply::{Page, Raw, Record};
use crate::tools::args::{LineArgs, PageArgs};
use crate::tools::{Access, Call, Domain, Tool};
use crate::views::{self, Done};

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(bound = "C: Carrier")]
#[schemars(bound = "C: Carrier", transform = C::LIST.told())]
pub(super) struct ListAttachments<C> {
    #[serde(flatten)]
    on: C,
    #[serde(flatten)]
    page: PageArgs,
}

impl<C: Carrier> Tool for ListAttachments<C> {
    const NAME: &str = C::LIST.name;
    const TITLE: &str = C::LIST.title;
    const DOMAIN: Domain = C::DOMAIN;
    const ACCESS: Access = Access::Read;
    const OPERATIONS: &[&str] = C::LIST.operations;
    type Output = Page<views::Attachment>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        super::list(&self.on, self.page, call).await
    }
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(bound = "C: Carrier")]
#[schemars(bound = "C: Carrier", transform = C::GET.told())]
pub(super) struct GetAttachment<C> {
    #[serde(flatten)]
    on: C,
    #[schemars(range(min = 1))]
    attachment_id: i64,
}

impl<C: Carrier> Tool for GetAttachment<C> {
    const NAME: &str = C::GET.name;
    const TITLE: &str = C::GET.title;
    const DOMAIN: Domain = C::DOMAIN;
    const ACCESS: Access = Access::Read;
    const OPERATIONS: &[&str] = C::GET.operations;
    type Output = Record<views::Attachment>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        super::get(&self.on, self.attachment_id, call).await
    }
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(bound = "C: Carrier")]
#[schemars(bound = "C: Carrier", transform = C::DOWNLOAD.told())]
pub(super) struct DownloadAttachment<C> {
    #[serde(flatten)]
    on: C,
    #[schemars(range(min = 1))]
    attachment_id: i64,
    #[serde(flatten)]
    lines: LineArgs,
}

impl<C: Carrier> Tool for DownloadAttachment<C> {
    const NAME: &str = C::DOWNLOAD.name;
    const TITLE: &str = C::DOWNLOAD.title;
    const DOMAIN: Domain = C::DOMAIN;
    const ACCESS: Access = Access::Read;
    const OPERATIONS: &[&str] = C::DOWNLOAD.operations;
    type Output = Raw;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        super::download(&self.on, self.attachment_id, self.lines, call, Self::NAME).await
    }
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(bound = "C: Carrier")]
#[schemars(bound = "C: Carrier", transform = C::CREATE.told())]
pub(super) struct CreateAttachment<C: Carrier> {
    #[serde(flatten)]
    on: C,
    #[serde(flatten)]
    new: C::New,
}

impl<C: Carrier> Tool for CreateAttachment<C> {
    const NAME: &str = C::CREATE.name;
    const TITLE: &str = C::CREATE.title;
    const DOMAIN: Domain = C::DOMAIN;
    const ACCESS: Access = Access::Create;
    const OPERATIONS: &[&str] = C::CREATE.operations;
    type Output = Record<views::Attachment>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        let FileOrLink { file, external_url } = self.new.into();
        match (external_url.filter(|url| !url.is_empty()), self.on.holder()) {
            (Some(url), Holder::Release(release)) => {
                super::link(&self.on, release, file.name_of_link()?, &url, call).await
            }
            _ => super::create(&self.on, file, call).await,
        }
    }
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(bound = "C: Carrier")]
#[schemars(bound = "C: Carrier", transform = C::EDIT.told())]
pub(super) struct EditAttachment<C: Carrier> {
    #[serde(flatten)]
    on: C,
    #[schemars(range(min = 1))]
    attachment_id: i64,
    #[serde(flatten)]
    change: C::Change,
}

impl<C: Carrier> Tool for EditAttachment<C> {
    const NAME: &str = C::EDIT.name;
    const TITLE: &str = C::EDIT.title;
    const DOMAIN: Domain = C::DOMAIN;
    const ACCESS: Access = Access::Change;
    const IDEMPOTENT: bool = true;
    const OPERATIONS: &[&str] = C::EDIT.operations;
    type Output = Record<views::Attachment>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        let NameOrLink { name, external_url } = self.change.into();
        super::edit(&self.on, self.attachment_id, name, external_url, call).await
    }
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(bound = "C: Carrier")]
#[schemars(bound = "C: Carrier", transform = C::DELETE.told())]
pub(super) struct DeleteAttachment<C> {
    #[serde(flatten)]
    on: C,
    #[schemars(range(min = 1))]
    attachment_id: i64,
}

impl<C: Carrier> Tool for DeleteAttachment<C> {
    const NAME: &str = C::DELETE.name;
    const TITLE: &str = C::DELETE.title;
    const DOMAIN: Domain = C::DOMAIN;
    const ACCESS: Access = Access::Change;
    const OPERATIONS: &[&str] = C::DELETE.operations;
    type Output = Record<Done>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        super::delete(&self.on, self.attachment_id, call).await
    }
}
