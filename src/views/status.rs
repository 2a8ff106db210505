//! Statuses of commits: what each context says last, and what they say together.

use schemars::JsonSchema;
use serde::Serialize;
use url::Url;

use super::text::UserText;
use super::{login, when};
use crate::forgejo::api::types;

/// What one context says of a commit. Every key is there, also when it says nothing.
#[derive(Debug, Serialize, JsonSchema)]
pub struct CommitStatus {
    pub context: UserText,
    /// The word as it was given; usually success, pending, failure, error, warning or skipped.
    pub state: String,
    pub target_url: String,
    pub description: UserText,
    pub creator_login: String,
    pub created_at: String,
    pub updated_at: String,
}

/// What all contexts say of a commit.
#[derive(Debug, Serialize, JsonSchema)]
pub struct CombinedStatus {
    pub sha: String,
    /// success, pending, failure, error or unknown
    pub state: &'static str,
    /// How many contexts there are.
    pub total_count: u64,
    /// The worst first.
    pub statuses: Vec<CommitStatus>,
}

/// What a word of a status counts as; the worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Weight {
    Failure,
    Error,
    Pending,
    Success,
}

impl Weight {
    /// Forgejo takes any word; one that is not known says that nothing is settled.
    fn of(word: &str) -> Self {
        match word {
            "failure" | "warning" => Self::Failure,
            "error" => Self::Error,
            "success" | "skipped" => Self::Success,
            _ => Self::Pending,
        }
    }

    fn as_str(self) -> &'static str {
        match self {
            Self::Failure => "failure",
            Self::Error => "error",
            Self::Pending => "pending",
            Self::Success => "success",
        }
    }
}

impl CombinedStatus {
    /// Combines the latest statuses of all contexts of a commit on the instance at `base`; without any the state is
    /// unknown.
    #[must_use]
    pub fn new(
        sha: String,
        total_count: u64,
        statuses: Vec<types::CommitStatus>,
        base: Option<&str>,
    ) -> Self {
        let mut statuses: Vec<CommitStatus> =
            statuses.into_iter().map(|status| CommitStatus::new(status, base)).collect();
        let rank = |status: &CommitStatus| Weight::of(&status.state);
        statuses.sort_by(|one, other| {
            rank(one).cmp(&rank(other)).then_with(|| one.context.as_str().cmp(other.context.as_str()))
        });
        let state = statuses.first().map_or("unknown", |worst| rank(worst).as_str());
        Self { sha, state, total_count, statuses }
    }
}

impl CommitStatus {
    /// A status whose link, which Actions give without a host, leads to the instance at `base`.
    fn new(status: types::CommitStatus, base: Option<&str>) -> Self {
        let link = status.target_url.unwrap_or_default();
        let absolute = base
            .filter(|_| link.starts_with('/'))
            .and_then(|base| Url::parse(base).ok()?.join(&link).ok())
            .map(String::from);
        Self {
            context: UserText::line(status.context.unwrap_or_default()),
            state: status.status.unwrap_or_default(),
            target_url: absolute.unwrap_or(link),
            description: UserText::line(status.description.unwrap_or_default()),
            creator_login: login(status.creator).unwrap_or_default(),
            created_at: when(status.created_at).unwrap_or_default(),
            updated_at: when(status.updated_at).unwrap_or_default(),
        }
    }
}
