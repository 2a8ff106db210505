//! How an error is shown: as a tool result, as a resource error code, and as an exit status.

use rmcp::model::{CallToolResult, ContentBlock, ErrorCode, ErrorData, MetaObject};
use serde_json::{Value, json};

use crate::forgejo::{ApiError, Forge, Kind};
use crate::views::clean::clean;
use crate::views::text::cut;

/// The most of a name that a caller wrote which is repeated to it.
const LONGEST_NAME: usize = 80;
/// The most bytes of an error.
const LONGEST: usize = 8 * 1024;

/// A failed call as a tool result: text for the reader, `_meta` for programs.
#[must_use]
pub fn tool_result(tool: &str, error: &ApiError, forge: &Forge) -> CallToolResult {
    let meta = json!({
        "kind": error.kind().as_str(),
        "status": error.status(),
        "retry_after": error.wait().map(|wait| wait.as_secs()),
    });
    let Value::Object(mut meta) = meta else { return CallToolResult::default() };
    meta.retain(|_, value| !value.is_null());
    let text = shown(&format!("{}: {error}", cut(tool, LONGEST_NAME)), forge);
    CallToolResult::error(vec![ContentBlock::text(text)]).with_meta(Some(MetaObject(meta)))
}

/// The caller may not read a resource.
pub const FORBIDDEN: ErrorCode = ErrorCode(-32002);
/// A resource is missing or hidden.
pub const NOT_FOUND: ErrorCode = ErrorCode(-32003);

/// A failed read of a resource.
#[must_use]
pub fn resource_error(error: &ApiError, forge: &Forge) -> ErrorData {
    let code = match error.kind() {
        Kind::InvalidArguments => ErrorCode::INVALID_PARAMS,
        Kind::NotFound => NOT_FOUND,
        Kind::Forbidden => FORBIDDEN,
        _ => ErrorCode::INTERNAL_ERROR,
    };
    let data = json!({ "kind": error.kind().as_str(), "status": error.status() });
    ErrorData::new(code, shown(&error.to_string(), forge), Some(data))
}

/// The text of an error as it may be seen: the forge's words, and names that people gave, are in it. A caller may even have
/// put its token where a name belongs.
fn shown(text: &str, forge: &Forge) -> String {
    clean(&cut(&forge.scrub(text), LONGEST)).text.into_owned()
}

/// The exit status of a failed command-line call: 2 when nothing was called, else 1.
#[must_use]
pub fn exit_status(kind: &str) -> u8 {
    if kind == Kind::InvalidArguments.as_str() { 2 } else { 1 }
}
