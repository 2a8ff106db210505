//! Variables that are no flags: the names of the Go server. Nothing else reads the environment.

/// Whether the old server's debug variable is on.
#[must_use]
pub fn debug_by_old_name() -> bool {
    variable("GITEA_DEBUG")
        .is_some_and(|value| !matches!(value.to_lowercase().as_str(), "0" | "false" | "no" | "off"))
}

/// A variable that holds something.
pub(super) fn variable(name: &str) -> Option<String> {
    #[expect(clippy::disallowed_methods, reason = "this is the one place that reads the environment")]
    let value = std::env::var(name);
    value.ok().filter(|value| !value.trim().is_empty())
}
