//! Lists of a repository or an organisation, page by page.

use serde::Serialize;
use serde_json::Map;

use super::bounded::{self, List};
use super::{Beside, Content, Read};
use crate::fetch::{issues as issue_lists, pages};
use crate::forgejo::ApiError;
use crate::forgejo::page::Paging;
use crate::views;

const ISSUES: List = List { name: "issues", tool: "list_repo_issues" };
const LABELS: List = List { name: "labels", tool: "list_repo_labels" };
const ORG_LABELS: List = List { name: "labels", tool: "list_org_labels" };
const RULES: List = List { name: "branch_protections", tool: "list_branch_protections" };
const HOOKS: List = List { name: "hooks", tool: "list_repo_hooks" };

pub(super) async fn issues(read: &Read<'_>) -> Result<Content, ApiError> {
    let (at, ask) = (read.at()?, bounded::ask(read).await);
    let state = read.values.maybe_text("state").unwrap_or("open");
    let found = issue_lists::of_repo(read.forge, at, state, read.values.list("labels"), ask).await?;
    let heading = format!("Issues of {}/{}, {state}", at.owner, at.repo);
    let mut content = page::<views::IssueRow, _>(ISSUES, heading, found.issues, found.paging)?;
    if let Some(warning) = found.warning {
        content.put("warnings", &[warning])?;
    }
    Ok(content)
}

pub(super) async fn repo_labels(read: &Read<'_>) -> Result<Content, ApiError> {
    let (rows, paging) = pages::repo_labels(read.forge, read.at()?, bounded::ask(read).await).await?;
    Ok(page::<views::Label, _>(LABELS, String::new(), rows, paging)?.beside(Beside::Nothing))
}

pub(super) async fn org_labels(read: &Read<'_>) -> Result<Content, ApiError> {
    let org = read.values.text("org")?;
    let (rows, paging) = pages::org_labels(read.forge, org, bounded::ask(read).await).await?;
    Ok(page::<views::Label, _>(ORG_LABELS, String::new(), rows, paging)?.beside(Beside::Nothing))
}

pub(super) async fn branch_protections(read: &Read<'_>) -> Result<Content, ApiError> {
    let at = read.at()?;
    let (rows, paging) = pages::branch_protections(read.forge, at, bounded::ask(read).await).await?;
    let heading = format!("Branch protections of {}/{}", at.owner, at.repo);
    page::<views::BranchProtection, _>(RULES, heading, rows, paging)
}

pub(super) async fn hooks(read: &Read<'_>) -> Result<Content, ApiError> {
    let at = read.at()?;
    let (rows, paging) = pages::hooks(read.forge, at, bounded::ask(read).await).await?;
    page::<views::Hook, _>(HOOKS, format!("Webhooks of {}/{}", at.owner, at.repo), rows, paging)
}

/// A page of rows, shown as `View`.
fn page<View, Row>(list: List, heading: String, rows: Vec<Row>, paging: Paging) -> Result<Content, ApiError>
where
    View: From<Row> + Serialize,
{
    let mut content = Content::of(&Map::new(), heading)?;
    content.embed(list, rows.into_iter().map(View::from).collect(), paging)?;
    content.put_paging(paging)?;
    Ok(content)
}
