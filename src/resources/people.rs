//! Owners.

use super::{Content, Read};
use crate::fetch::one;
use crate::forgejo::ApiError;
use crate::views;

pub(super) async fn owner(read: &Read<'_>) -> Result<Content, ApiError> {
    let name = read.values.text("owner")?;
    let (user, is_organisation) = one::owner(read.forge, name).await?;
    Content::of(&views::Owner::new(user, is_organisation), format!("Owner {name}"))
}
