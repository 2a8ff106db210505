//! How an error is shown: as a tool result, as a resource error code, and as an exit status.

use rmcp::model::{CallToolResult, ContentBlock, ErrorCode, ErrorData, MetaObject};
use serde_json::{Value, json};

use crate::forgejo::{ApiError, Kind};

/// A failed call as a tool result: text for the reader, `_meta` for programs.
#[must_use]
pub fn tool_result(tool: &str, error: &ApiError) -> CallToolResult {
    let meta = json!({
        "kind": error.kind().as_str(),
        "status": error.status(),
        "retry_after": error.wait().map(|wait| wait.as_secs()),
    });
    let Value::Object(mut meta) = meta else { return CallToolResult::default() };
    meta.retain(|_, value| !value.is_null());
    let text = format!("{tool}: {error}");
    CallToolResult::error(vec![ContentBlock::text(text)]).with_meta(Some(MetaObject(meta)))
}

/// The caller may not read a resource.
pub const FORBIDDEN: ErrorCode = ErrorCode(-32002);
/// A resource is missing or hidden.
pub const NOT_FOUND: ErrorCode = ErrorCode(-32003);

/// A failed read of a resource.
#[must_use]
pub fn resource_error(error: &ApiError) -> ErrorData {
    let code = match error.kind() {
        Kind::InvalidArguments => ErrorCode::INVALID_PARAMS,
        Kind::NotFound => NOT_FOUND,
        Kind::Forbidden => FORBIDDEN,
        _ => ErrorCode::INTERNAL_ERROR,
    };
    let data = json!({ "kind": error.kind().as_str(), "status": error.status() });
    ErrorData::new(code, error.to_string(), Some(data))
}

/// The exit status of a failed command-line call: 2 when nothing was called, else 1.
#[must_use]
pub fn exit_status(kind: &str) -> u8 {
    if kind == Kind::InvalidArguments.as_str() { 2 } else { 1 }
}
