//! Issues, pull requests and what people say there.

use super::bounded::{self, List};
use super::{Content, MOST, Read};
use crate::fetch::{self, pages};
use crate::forgejo::api::types;
use crate::forgejo::{ApiError, Kind};
use crate::views;

const COMMENTS: List = List { name: "comments", tool: "list_issue_comments" };
const FILES: List = List { name: "files", tool: "list_pull_request_files" };

pub(super) async fn issue(read: &Read<'_>) -> Result<Content, ApiError> {
    let index = read.values.number("index")?;
    let found = fetch::issue(read.forge, read.at()?, index).await?;
    Content::of(&found, format!("Issue #{index}: {}", found.row.title.as_str()))
}

pub(super) async fn pull(read: &Read<'_>) -> Result<Content, ApiError> {
    let (at, index) = (read.at()?, read.values.number("index")?);
    let found = views::Pull::from(fetch::pull(read.forge, at, index).await?);
    let heading = format!("Pull request #{index}: {}", found.row.title.as_str());
    let mut content = Content::of(&found, heading)?;
    let ask = read.forge.ask(Some(1), Some(MOST), MOST).await;
    let (files, paging) = pages::pull_files(read.forge, at, index, ask).await?;
    let files: Vec<views::ChangedFile> = files.into_iter().map(Into::into).collect();
    content.embed(FILES, files, paging)?;
    Ok(content)
}

pub(super) async fn comments(read: &Read<'_>) -> Result<Content, ApiError> {
    let (kind, index) = (read.values.text("kind")?, read.values.number("index")?);
    let ask = bounded::ask(read).await;
    let (rows, paging) = pages::comments(read.forge, read.at()?, index, ask).await?;
    if let Some(elsewhere) = rows.iter().find(|comment| !belongs(comment, kind, index)) {
        return Err(not_here(kind, index, elsewhere.id.unwrap_or_default()));
    }
    let rows: Vec<views::Comment> = rows.into_iter().map(Into::into).collect();
    let mut content = Content::of(&serde_json::Map::new(), format!("Comments of {kind} #{index}"))?;
    content.embed(COMMENTS, rows, paging)?;
    content.put_paging(paging)?;
    Ok(content)
}

pub(super) async fn comment(read: &Read<'_>) -> Result<Content, ApiError> {
    let (kind, index) = (read.values.text("kind")?, read.values.number("index")?);
    let id = read.values.number("id")?;
    let found = fetch::comment_as_given(read.forge, read.at()?, id).await?;
    if !belongs(&found, kind, index) {
        return Err(not_here(kind, index, id));
    }
    Content::of(&views::Comment::from(found), format!("Comment {id} of {kind} #{index}"))
}

/// Whether a comment stands where the URI says: the forge finds it by its id alone.
fn belongs(comment: &types::Comment, kind: &str, index: i64) -> bool {
    let filled = |url: &Option<String>| url.clone().filter(|url| !url.is_empty());
    let (issue, pull) = (filled(&comment.issue_url), filled(&comment.pull_request_url));
    let own = if kind == "pr" { &pull } else { &issue };
    match own {
        Some(url) => url.rsplit('/').next().is_some_and(|number| number == index.to_string()),
        None => issue.is_none() && pull.is_none(),
    }
}

fn not_here(kind: &str, index: i64, id: i64) -> ApiError {
    ApiError::new(Kind::NotFound, format!("comment {id} does not stand on {kind} {index}"))
        .hint("kind is issue for issues and pr for pull requests; list_issue_comments gives the ids")
}
