//! Versions of this program and of the instance.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Access, Call, Domain, Tool, ToolEntry};
use crate::forgejo::{Answer, ApiError};
use crate::reply::Record;

pub(super) const TOOLS: &[ToolEntry] = &[ToolEntry::of::<GetForgejoMcpServerVersion>()];

/// Gets the versions of this server and of the Forgejo instance.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct GetForgejoMcpServerVersion {}

/// Versions.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Versions {
    /// Of this program.
    version: &'static str,
    /// Of the instance.
    forgejo: Option<String>,
    /// Of the API description that this program was made from.
    described: &'static str,
    url: Option<String>,
}

impl Tool for GetForgejoMcpServerVersion {
    const NAME: &str = "get_forgejo_mcp_server_version";
    const TITLE: &str = "Get versions";
    const DOMAIN: Domain = Domain::Version;
    const ACCESS: Access = Access::Read;
    const CORE: bool = true;
    const OPERATIONS: &[&str] = &["getVersion"];
    type Output = Record<Versions>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        let asked = match call.forge.api() {
            Ok(api) => api.get_version().send().answer(&call.forge).await,
            Err(error) => Err(error),
        };
        let (forgejo, warning) = match asked {
            Ok(answer) => (answer.into_inner().version, None),
            Err(error) => (None, Some(format!("the instance did not say its version: {error}"))),
        };
        let versions = Versions {
            version: env!("CARGO_PKG_VERSION"),
            forgejo,
            described: crate::forgejo::operation::described_version(),
            url: call.forge.instance().base().ok().map(str::to_owned),
        };
        Ok(Record::new(versions).warn(warning))
    }
}
