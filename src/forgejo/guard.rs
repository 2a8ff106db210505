//! The last check before a request leaves: what this caller may not do is refused here too,
//! whatever route the call took to get here.

use super::error::{ApiError, Kind};
use super::fence::{self, Sent};
use super::operation::Access;

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

    #[must_use]
    pub fn owner(&self) -> &str {
        &self.owner
    }

    /// The one repository that the pattern covers; `None` for all of the owner.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// Whether the pattern covers every repository of an owner.
    #[must_use]
    pub fn is_all_of(&self, owner: &str) -> bool {
        self.name.is_none() && self.owner == owner.to_lowercase()
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
    /// Refuses a request that this caller may not make.
    pub(super) fn check(&self, sent: &Sent<'_>) -> Result<(), ApiError> {
        let operation = sent.operation;
        if self.read_only && operation.access != Access::Read {
            return Err(ApiError::new(
                Kind::Forbidden,
                format!("{} writes, and this server is read-only", operation.id),
            )
            .hint("start it without --read-only to allow writes"));
        }
        if self.repos.is_empty() { Ok(()) } else { fence::check(&self.repos, sent) }
    }

    /// Refuses a repository outside the configured ones.
    ///
    /// # Errors
    /// `forbidden`, naming the repositories that are allowed.
    pub fn check_repo(&self, owner: &str, name: &str) -> Result<(), ApiError> {
        if self.repos.is_empty() { Ok(()) } else { fence::check_one(&self.repos, owner, name) }
    }
}
