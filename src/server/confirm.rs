//! The stage that asks before something irrecoverable happens.

use crate::forgejo::ApiError;
use crate::tools::{Access, Prepared, ToolEntry};

/// Lets a call pass, or asks for a confirmation first. What counts is whether the call has a target: tools that
/// destroy always have one, others in a mode that cannot be undone.
pub(super) fn check(tool: &ToolEntry, prepared: &Prepared) -> Result<(), ApiError> {
    if tool.access == Access::Destroy && prepared.target.is_none() {
        return Err(ApiError::internal("an irrecoverable act must name its target"));
    }
    Ok(())
}
