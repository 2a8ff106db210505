//! The last check before a request leaves: what this caller may not do is refused here too,
//! whatever route the call took to get here.

use percent_encoding::percent_decode_str;

use super::error::{ApiError, Kind};
use super::operation::{Access, Operation};

/// Limits on what may be sent, from the configuration or the caller's request.
#[derive(Clone, Debug, Default)]
pub struct Guard {
    /// Only operations that read leave.
    pub read_only: bool,
    /// Only these repositories may be named; empty means all.
    pub repos: Vec<RepoPattern>,
    /// Writes are shown instead of sent.
    pub dry_run: bool,
}

/// `owner/name` or `owner/*`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RepoPattern {
    owner: String,
    name: Option<String>,
}

impl RepoPattern {
    /// Reads `owner/name` or `owner/*`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (owner, name) = text.trim().split_once('/')?;
        if owner.is_empty() || name.is_empty() || name.contains('/') || owner.contains('*') {
            return None;
        }
        match name {
            "*" => Some(Self { owner: owner.to_lowercase(), name: None }),
            name if name.contains('*') => None,
            name => Some(Self { owner: owner.to_lowercase(), name: Some(name.to_lowercase()) }),
        }
    }

    /// Whether the pattern covers a repository; the forge ignores case, so does this.
    #[must_use]
    pub fn covers(&self, owner: &str, name: &str) -> bool {
        self.owner == owner.to_lowercase() && self.name.as_ref().is_none_or(|own| *own == name.to_lowercase())
    }
}

impl std::fmt::Display for RepoPattern {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{}/{}", self.owner, self.name.as_deref().unwrap_or("*"))
    }
}

impl Guard {
    /// Refuses a request that this caller may not make; `path` is the one below the instance.
    pub(super) fn check(&self, operation: &Operation, path: &str) -> Result<(), ApiError> {
        if self.read_only && operation.access != Access::Read {
            return Err(ApiError::new(
                Kind::Forbidden,
                format!("{} writes, and this server is read-only", operation.id),
            )
            .hint("start it without --read-only to allow writes"));
        }
        if self.repos.is_empty() {
            return Ok(());
        }
        if NAMES_BY_ID.contains(&operation.id) {
            return Err(ApiError::new(
                Kind::Forbidden,
                format!("{} names a repository by its id, which --repos cannot judge", operation.id),
            ));
        }
        for (owner, name) in repositories_of(operation, path) {
            self.check_repo(&owner, &name)?;
        }
        Ok(())
    }

    /// Refuses a repository outside the configured ones.
    ///
    /// # Errors
    /// `forbidden`, naming the repositories that are allowed.
    pub fn check_repo(&self, owner: &str, name: &str) -> Result<(), ApiError> {
        if self.repos.is_empty() || self.repos.iter().any(|pattern| pattern.covers(owner, name)) {
            return Ok(());
        }
        let allowed: Vec<String> = self.repos.iter().map(ToString::to_string).collect();
        Err(ApiError::new(
            Kind::Forbidden,
            format!("{owner}/{name} is outside the repositories that this server may touch"),
        )
        .hint(format!("allowed: {}", allowed.join(", "))))
    }
}

/// Operations that name a repository by something else than its owner and name.
const NAMES_BY_ID: [&str; 1] = ["repoGetByID"];

/// The repositories that a path below the instance names, decoded, wherever in the route they stand.
fn repositories_of(operation: &Operation, path: &str) -> Vec<(String, String)> {
    let mut owner = String::new();
    let mut found = Vec::new();
    // Only the last parameter may hold slashes, so the parts of route and path go side by side up to there.
    for (part, sent) in operation.path.split('/').zip(path.split('/')) {
        let decoded = || percent_decode_str(sent).decode_utf8_lossy().into_owned();
        match part {
            "{owner}" | "{org}" | "{template_owner}" => owner = decoded(),
            "{repo}" | "{template_repo}" | "{repo_name}" => found.push((owner.clone(), decoded())),
            _ => {}
        }
    }
    found
}
