//! Commits and what checks say of them.

use serde::Serialize;

use super::bounded::List;
use super::{Content, Lifetime, MOST, Read};
use crate::fetch::{one, statuses};
use crate::forgejo::ApiError;
use crate::forgejo::page::{Ask, Paging, slice};
use crate::views;

const FILES: List = List { name: "files", tool: "get_commit" };
const STATUSES: List = List { name: "statuses", tool: "get_commit_statuses" };

pub(super) async fn commit(read: &Read<'_>) -> Result<Content, ApiError> {
    let sha = read.values.text("sha")?;
    let (commit, files) = one::commit_and_files(read.forge, read.at()?, sha).await?;
    let mut content = Content::of(&commit, format!("Commit {sha}"))?.living(Lifetime::Forever);
    let (files, paging) = slice(files, Ask { page: 1, limit: MOST });
    content.embed(FILES, files, paging)?;
    Ok(content)
}

/// The combined status. Its keys are always there, whatever the forge leaves empty.
#[derive(Serialize)]
struct Combined {
    sha: String,
    state: &'static str,
    total_count: u64,
}

pub(super) async fn status(read: &Read<'_>) -> Result<Content, ApiError> {
    let sha = read.values.text("sha")?;
    let found = statuses::combined(read.forge, read.at()?, sha).await?;
    let heading = format!("Status of {sha}: {}", found.state);
    let total = found.total_count;
    let combined = Combined { sha: found.sha, state: found.state, total_count: total };
    let mut content = Content::of(&combined, heading)?.living(Lifetime::Moment);
    let shown: Vec<views::CommitStatus> = found.statuses.into_iter().take(MOST as usize).collect();
    let paging =
        Paging { page: 1, limit: MOST, has_more: total > shown.len() as u64, total_count: Some(total) };
    content.embed(STATUSES, shown, paging)?;
    Ok(content)
}
