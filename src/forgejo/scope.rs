//! Which scope of a token an operation needs, as Forgejo groups its routes.

use super::operation::{Method, Operation};

/// The groups of routes that scopes are about.
#[must_use]
pub fn category(operation: &Operation) -> Option<&'static str> {
    let path = operation.path.trim_start_matches("/api/v1");
    let in_repo = path.strip_prefix("/repos/{owner}/{repo}");
    let starts = |prefix: &str| path == prefix || path.starts_with(&format!("{prefix}/"));
    let in_repo_starts =
        |prefix: &str| in_repo.is_some_and(|rest| rest == prefix || rest.starts_with(&format!("{prefix}/")));
    if starts("/notifications") || in_repo_starts("/notifications") {
        Some("notification")
    } else if starts("/repos/issues")
        || in_repo_starts("/issues")
        || in_repo_starts("/labels")
        || in_repo_starts("/milestones")
    {
        Some("issue")
    } else if starts("/repos")
        || starts("/repositories")
        || starts("/topics")
        || starts("/user/repos")
        || starts("/user/starred")
        || path == "/users/{username}/repos"
    {
        Some("repository")
    } else if starts("/orgs") || starts("/org") || starts("/teams") {
        Some("organization")
    } else if starts("/packages") {
        Some("package")
    } else if starts("/admin") {
        Some("admin")
    } else if starts("/activitypub") {
        Some("activitypub")
    } else if starts("/user") || starts("/users") {
        Some("user")
    } else {
        // Versions, settings, templates and rendering: what any token may do, or `misc`.
        None
    }
}

/// Whether scopes of a token allow an operation.
#[must_use]
pub fn allows(scopes: &[String], operation: &Operation) -> bool {
    let Some(category) = category(operation) else { return true };
    let reads = matches!(operation.method, Method::Get | Method::Head);
    scopes.iter().any(|scope| {
        scope == "all"
            || *scope == format!("write:{category}")
            || (reads && *scope == format!("read:{category}"))
    })
}

/// The major version from which an operation is there; 0 for the oldest described.
#[must_use]
pub fn first_major(operation: &Operation) -> u32 {
    let since = operation.since.trim_start_matches("by ");
    since.parse().ok().filter(|major| *major > 10).unwrap_or(0)
}
