//! What the caller may do here: account, scopes, version of the instance, and what follows for the tools.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Access, Call, Domain, Tool, ToolEntry};
use crate::forgejo::operation::{self, operation};
use crate::forgejo::page::ListAnswer;
use crate::forgejo::{Answer, ApiError, Forge, Kind, scope};
use crate::reply::Record;

pub(super) const TOOLS: &[ToolEntry] = &[ToolEntry::of::<ForgejoAccess>()];

/// Says what this token may do here: account, scopes, version, page cap, and tools that cannot be used.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct ForgejoAccess {}

/// What the caller may do.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Rights {
    url: Option<String>,
    /// Of the instance.
    forgejo: Option<String>,
    /// The most rows on a page.
    page_cap: u32,
    /// The account; none without a token.
    user: Option<String>,
    is_admin: Option<bool>,
    /// Of the token, when the forge tells.
    scopes: Option<Vec<String>>,
    /// Tools that this version of Forgejo cannot serve whole.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tools_missing_here: Vec<&'static str>,
    /// Tools that the token's scopes forbid.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tools_forbidden: Vec<&'static str>,
    /// Whether the server itself only reads.
    read_only: Option<bool>,
}

impl Tool for ForgejoAccess {
    const NAME: &str = "forgejo_access";
    const TITLE: &str = "Get access";
    const DOMAIN: Domain = Domain::Version;
    const ACCESS: Access = Access::Read;
    const CORE: bool = true;
    const OPERATIONS: &[&str] = &["getVersion", "getGeneralAPISettings", "userGetCurrent", "userGetTokens"];
    type Output = Record<Rights>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        let forge = &call.forge;
        let mut warnings = Vec::new();
        let version = forge.api()?.get_version().send().answer(forge).await?.into_inner().version;
        let account = account(forge, &mut warnings).await?;
        let scopes = match account.as_ref().and_then(|user| user.login.clone()) {
            Some(login) => scopes(forge, &login, &mut warnings).await,
            None => None,
        };
        let major = version.as_deref().and_then(|text| text.split('.').next()?.parse::<u32>().ok());
        let rights = Rights {
            url: forge.instance().base().ok().map(str::to_owned),
            forgejo: version,
            page_cap: forge.page_cap().await,
            user: account.as_ref().and_then(|user| user.login.clone()),
            is_admin: account.and_then(|user| user.is_admin).filter(|is| *is),
            tools_missing_here: major.map_or_else(Vec::new, missing),
            tools_forbidden: scopes.as_deref().map_or_else(Vec::new, forbidden),
            scopes,
            read_only: forge.guard().read_only.then_some(true),
        };
        Ok(Record::new(rights).warn(warnings))
    }
}

async fn account(
    forge: &Forge,
    warnings: &mut Vec<String>,
) -> Result<Option<crate::forgejo::api::types::User>, ApiError> {
    if !forge.has_token() && !forge.is_demo() {
        warnings.push("no token is set: only public data can be read".to_owned());
        return Ok(None);
    }
    match forge.api()?.user_get_current().send().answer(forge).await {
        Ok(user) => Ok(Some(user.into_inner())),
        Err(error) if error.kind() == Kind::Forbidden => {
            warnings.push("the token may not read its own account, so its scopes are unknown; a token for single repositories is like that".to_owned());
            Ok(None)
        }
        Err(error) => Err(error),
    }
}

/// The scopes of the token, found among the account's tokens by its last characters.
async fn scopes(forge: &Forge, login: &str, warnings: &mut Vec<String>) -> Option<Vec<String>> {
    let request = forge.api().ok()?.user_get_tokens().username(login).page(1).limit(50);
    let tokens = request.send().rows(forge).await.unwrap_or_default();
    let own = tokens
        .into_iter()
        .find(|token| token.token_last_eight.as_deref().is_some_and(|end| forge.token_ends_with(end)));
    if own.is_none() && !forge.is_demo() {
        warnings.push("the forge does not tell the scopes of this token".to_owned());
    }
    own.and_then(|token| token.scopes)
}

/// Tools of which an operation is newer than the instance.
fn missing(major: u32) -> Vec<&'static str> {
    let lacks = |id: &&str| operation(id).is_some_and(|operation| scope::first_major(operation) > major);
    super::all().filter(|tool| tool.operations.iter().any(&lacks)).map(|tool| tool.name).collect()
}

/// Tools whose main operation the scopes forbid: the first with which one writes, or the first of one that reads.
fn forbidden(scopes: &[String]) -> Vec<&'static str> {
    let main = |tool: &ToolEntry| {
        let mut operations = tool.operations.iter().filter_map(|id| operation(id));
        operations.find(|operation| !tool.access.writes() || operation.access != operation::Access::Read)
    };
    let refused = |tool: &&ToolEntry| main(tool).is_some_and(|operation| !scope::allows(scopes, operation));
    super::all().filter(refused).map(|tool| tool.name).collect()
}
