//! The stage that asks before something irrecoverable happens.

use crate::forgejo::ApiError;
use crate::tools::{Access, Prepared, ToolEntry};

/// Lets a call pass, or asks for a confirmation first.
pub(super) fn check(tool: &ToolEntry, prepared: &Prepared) -> Result<(), ApiError> {
    if tool.access == Access::Destroy && prepared.target.is_none() {
        return Err(ApiError::internal("an irrecoverable act must name its target"));
    }
    Ok(())
}
