//! What checks say of a commit, all contexts together.
//!
//! The forge's own combined status speaks only of the page that it shows, and answers for a commit that does not
//! exist as for one without statuses; here all pages count, and the commit is looked up when there are none.

use std::collections::BTreeMap;

use super::{At, one};
use crate::forgejo::api::types;
use crate::forgejo::page::{Ask, Paging, Total};
use crate::forgejo::{Answer, ApiError, Forge, Kind};

/// More contexts than this are not read.
const MOST: usize = 2_000;

/// The state of a commit, as one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum State {
    // The worst first: this order decides.
    Error,
    Failure,
    Pending,
    Success,
    /// Nothing was reported.
    Unknown,
}

impl State {
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Failure => "failure",
            Self::Pending => "pending",
            Self::Success => "success",
            Self::Unknown => "unknown",
        }
    }

    /// What the forge's word for one status counts as.
    #[must_use]
    pub fn of_word(word: &str) -> Self {
        match word {
            "error" => Self::Error,
            "failure" | "warning" => Self::Failure,
            "success" | "skipped" => Self::Success,
            _ => Self::Pending,
        }
    }
}

/// The latest status of each context of a commit.
#[derive(Clone, Debug)]
pub struct Combined {
    pub sha: String,
    pub state: State,
    /// How many contexts there are.
    pub total_count: u64,
    /// The worst first, then by context.
    pub statuses: Vec<types::CommitStatus>,
}

/// Reads the statuses of a commit from all pages.
///
/// # Errors
/// `not_found` when the commit does not exist, and whatever the requests came to.
pub async fn combined(forge: &Forge, at: At<'_>, sha: &str) -> Result<Combined, ApiError> {
    let limit = forge.page_cap().await;
    let mut latest = BTreeMap::new();
    let mut total = None;
    for number in 1.. {
        let (rows, paging) = match page(forge, at, sha, Ask { page: number, limit }).await {
            Ok(found) => found,
            Err(error) if number == 1 => return Err(why(forge, at, sha, error).await),
            Err(error) => return Err(error),
        };
        total = total.or(paging.total_count);
        let came = rows.len();
        for status in rows {
            keep_latest(&mut latest, status);
        }
        if !paging.has_more || came == 0 || latest.len() >= MOST {
            break;
        }
    }
    if latest.is_empty() {
        one::commit(forge, at, sha, false).await.map_err(as_missing)?;
    }
    let mut statuses: Vec<types::CommitStatus> = latest.into_values().collect();
    statuses.sort_by_key(state);
    let state = statuses.first().map_or(State::Unknown, state);
    let total_count = total.unwrap_or(0).max(statuses.len() as u64);
    Ok(Combined { sha: sha.to_owned(), state, total_count, statuses })
}

async fn page(
    forge: &Forge,
    at: At<'_>,
    sha: &str,
    ask: Ask,
) -> Result<(Vec<types::CommitStatus>, Paging), ApiError> {
    let request = forge.api()?.repo_get_combined_status_by_ref().owner(at.owner).repo(at.repo).ref_(sha);
    let answer = request.page(ask.page_i64()).limit(ask.limit_i64()).send().answer(forge).await?;
    let headers = answer.headers().clone();
    let rows = answer.into_inner().statuses.unwrap_or_default();
    let paging = Paging::read(&headers, ask, rows.len(), Total::Exact);
    Ok((rows, paging))
}

fn keep_latest(latest: &mut BTreeMap<String, types::CommitStatus>, status: types::CommitStatus) {
    let context = status.context.clone().unwrap_or_default();
    let is_newer = latest.get(&context).is_none_or(|known| known.id < status.id);
    if is_newer {
        latest.insert(context, status);
    }
}

fn state(status: &types::CommitStatus) -> State {
    State::of_word(status.status.as_deref().unwrap_or_default())
}

/// In an empty repository the forge fails inside where nothing is found.
async fn why(forge: &Forge, at: At<'_>, sha: &str, error: ApiError) -> ApiError {
    if error.status() != Some(500) {
        return error;
    }
    match one::commit(forge, at, sha, false).await.map_err(as_missing) {
        Err(missing) if missing.kind() == Kind::NotFound => missing,
        _ => error,
    }
}

/// A commit that git cannot name, or that an empty repository cannot have, is missing too.
fn as_missing(error: ApiError) -> ApiError {
    match error.kind() {
        Kind::Validation | Kind::Conflict => error.as_kind(Kind::NotFound),
        _ => error,
    }
}
