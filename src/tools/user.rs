//! The caller.

use schemars::JsonSchema;
use serde::Deserialize;

use super::{Access, Call, Domain, Tool, ToolEntry};
use crate::forgejo::{Answer, ApiError, Kind};
use crate::reply::Record;
use crate::views;

pub(super) const TOOLS: &[ToolEntry] = &[ToolEntry::of::<GetMyUserInfo>()];

/// Gets the account that the token belongs to.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct GetMyUserInfo {}

impl Tool for GetMyUserInfo {
    const NAME: &str = "get_my_user_info";
    const TITLE: &str = "Get own account";
    const DOMAIN: Domain = Domain::User;
    const ACCESS: Access = Access::Read;
    const CORE: bool = true;
    const OPERATIONS: &[&str] = &["userGetCurrent"];
    type Output = Record<views::Me>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        let found = call.forge.api()?.user_get_current().send().answer(&call.forge).await;
        let me = found.map_err(|error| match error.kind() {
            // Tokens of single repositories cannot read their own user; everything else may work.
            Kind::Forbidden => error.explain("this token may not read its own account; other calls may work"),
            _ => error,
        })?;
        Ok(Record::new(me.into_inner().into()))
    }
}
