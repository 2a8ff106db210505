//! The door: a search over everything that can be called, and the two tools that call it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{Access, Call, Domain, Tool, ToolEntry};
use crate::forgejo::ApiError;
use crate::reply::Record;

pub(super) const TOOLS: &[ToolEntry] = &[
    ToolEntry::of::<FindTools>(),
    ToolEntry::door::<CallReadTool>(CALL_READ_TOOL, "Call a reading tool", Access::Read),
    ToolEntry::door::<CallWriteTool>(CALL_WRITE_TOOL, "Call a writing tool", Access::Change),
];

/// The name of the door for calls that read.
pub const CALL_READ_TOOL: &str = "call_read_tool";
/// The name of the door for calls that write.
pub const CALL_WRITE_TOOL: &str = "call_write_tool";

/// Finds tools and raw API operations by words, best first, with their arguments; call_read_tool and call_write_tool call what it finds.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct FindTools {
    /// What you want to do, in words
    query: String,
    /// Default 8
    #[schemars(range(min = 1, max = 50))]
    limit: Option<u32>,
}

/// Something that can be called.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Found {
    pub name: String,
    pub description: String,
    /// tool or operation
    pub kind: &'static str,
    /// The tool of the door that calls it.
    pub call_with: &'static str,
    /// Arguments as `name: type`, with `!` on those that are needed.
    pub arguments: Vec<String>,
    /// The first version of Forgejo that has it.
    pub since: Option<String>,
}

/// What was found.
#[derive(Debug, Serialize, JsonSchema)]
pub struct FoundTools {
    pub items: Vec<Found>,
}

impl Tool for FindTools {
    const NAME: &str = "find_tools";
    const TITLE: &str = "Find tools";
    const DOMAIN: Domain = Domain::Door;
    const ACCESS: Access = Access::Read;
    const CORE: bool = true;
    const OPERATIONS: &[&str] = &[];
    type Output = Record<FoundTools>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        let items = call.catalogue.find(&self.query, self.limit.unwrap_or(8) as usize);
        let nothing = items.is_empty().then(|| "nothing found: use other words".to_owned());
        Ok(Record::new(FoundTools { items }).warn(nothing))
    }
}

/// What a tool of the door takes. The server unwraps such a call; it never runs as a tool.
/// Calls a tool or API operation that only reads, by the name that find_tools gave.
#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(description = "Calls a tool or API operation that only reads, by the name that find_tools gave.")]
#[expect(dead_code, reason = "the server's door stage reads these arguments")]
pub(super) struct CallReadTool {
    name: String,
    /// An object, or a string that holds one
    #[serde(default)]
    arguments: Map<String, Value>,
}

/// What a tool of the door takes. The server unwraps such a call; it never runs as a tool.
#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(description = "Calls a tool or API operation that writes, by the name that find_tools gave.")]
#[expect(dead_code, reason = "the server's door stage reads these arguments")]
pub(super) struct CallWriteTool {
    name: String,
    /// An object, or a string that holds one
    #[serde(default)]
    arguments: Map<String, Value>,
}
