//! The first stage: which tool a call means. A name that nobody has is answered with the nearest ones.

use crate::forgejo::ApiError;
use crate::nearest::{LONGEST_NAME, nearest};
use crate::tools::{self, ToolEntry};
use crate::views::text::cut;

use super::policy::Policy;

/// The tool of a name, if policy lets it exist.
pub(super) fn tool(name: &str, policy: &Policy) -> Result<&'static ToolEntry, ApiError> {
    let Some(tool) = tools::find(name) else {
        let names = tools::all().filter(|tool| policy.exists(tool)).map(|tool| tool.name);
        return Err(unknown(name, names, "list the tools to see their names"));
    };
    policy.check(tool)?;
    Ok(tool)
}

/// The error for a name that no tool has; `hint` says what to do when none is like it.
#[must_use]
pub fn unknown<'name>(name: &str, names: impl Iterator<Item = &'name str>, hint: &str) -> ApiError {
    let error = ApiError::invalid(format!("there is no tool named {:?}", cut(name, LONGEST_NAME)));
    match nearest(name, names) {
        Some(near) => error.hint(format!("did you mean {near}?")),
        None => error.hint(hint),
    }
}
