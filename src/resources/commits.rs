//! Commits and what checks say of them.

use serde::Serialize;

use super::bounded::List;
use super::{Content, Lifetime, MOST, Read};
use crate::fetch::{one, statuses};
use crate::forgejo::ApiError;
use crate::forgejo::page::{Ask, Paging, slice};
use crate::views;
use crate::views::text::UserText;

const FILES: List = List { name: "files", tool: "call_read_tool" };
const STATUSES: List = List { name: "statuses", tool: "get_commit_statuses" };

/// A file that a commit changes.
#[derive(Serialize)]
struct ChangedFile {
    path: Option<String>,
    status: Option<String>,
}

/// What a row of a list leaves out.
#[derive(Serialize)]
struct Commit {
    #[serde(flatten)]
    row: views::Commit,
    message: Option<UserText>,
    parents: Vec<String>,
    url: Option<String>,
}

pub(super) async fn commit(read: &Read<'_>) -> Result<Content, ApiError> {
    let sha = read.values.text("sha")?;
    let mut found = one::commit(read.forge, read.at()?, sha, true).await?;
    let files = found.files.take().unwrap_or_default();
    let message = found.commit.as_ref().and_then(|commit| commit.message.as_deref());
    let message = message.map(|text| UserText::body(text.trim_end()));
    let parents = found.parents.iter().flatten().filter_map(|parent| parent.sha.clone()).collect();
    let url = found.html_url.take();
    let row = views::Commit { message: None, parents: Vec::new(), ..views::Commit::from(found) };
    let commit = Commit { row, message, parents, url };
    let mut content = Content::of(&commit, format!("Commit {sha}"))?.living(Lifetime::Forever);
    let (files, paging) = slice(files, Ask { page: 1, limit: MOST });
    let shown: Vec<ChangedFile> =
        files.into_iter().map(|file| ChangedFile { path: file.filename, status: file.status }).collect();
    content.embed(FILES, shown, paging)?;
    if paging.has_more {
        // No tool lists them page by page; the operation gives all of them at once.
        let total = paging.total_count.unwrap_or_default();
        let next = format!("{} with name=repoGetSingleCommit gives all of them", FILES.tool);
        content.put("sentinel", &format!("[truncated: {MOST} of {total} files; {next}]"))?;
    }
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
