//! The first stage: which tool a call means. A name that nobody has is answered with the nearest ones.

use crate::forgejo::ApiError;
use crate::tools::{self, ToolEntry};
use crate::views::text::cut;

use super::policy::Policy;

/// No name of ours is longer.
const LONGEST_NAME: usize = 60;

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

/// The name that looks most like another, when any does.
pub(super) fn nearest<'name>(word: &str, names: impl Iterator<Item = &'name str>) -> Option<&'name str> {
    // A word of megabytes is no typing error, and would take long to compare.
    let word: String = word.chars().take(LONGEST_NAME).collect::<String>().to_lowercase();
    names
        .map(|name| (strsim::jaro_winkler(&word, name), name))
        .filter(|(likeness, _)| *likeness > 0.75)
        .max_by(|(one, _), (other, _)| one.total_cmp(other))
        .map(|(_, name)| name)
}
