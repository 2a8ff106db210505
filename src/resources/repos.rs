//! A repository and its single things that are no talk, file or commit.

use super::bounded::List;
use super::{Beside, Content, Lifetime, MOST, Read};
use crate::fetch::{one, pages};
use crate::forgejo::page::Ask;
use crate::forgejo::{ApiError, Kind};
use crate::views;

const JOBS: List = List { name: "jobs", tool: "list_action_run_jobs" };

pub(super) async fn repo(read: &Read<'_>) -> Result<Content, ApiError> {
    let at = read.at()?;
    let found = views::Repo::from(one::repo(read.forge, at).await?);
    Content::of(&found, format!("Repository {}/{}", at.owner, at.repo))
}

pub(super) async fn label(read: &Read<'_>) -> Result<Content, ApiError> {
    let found = one::label(read.forge, read.at()?, read.values.number("id")?).await?;
    Ok(Content::of(&views::Label::from(found), "")?.beside(Beside::Nothing))
}

pub(super) async fn milestone(read: &Read<'_>) -> Result<Content, ApiError> {
    let found = one::milestone(read.forge, read.at()?, read.values.number("id")?).await?;
    let found = views::Milestone::from(found);
    let heading = format!("Milestone {}", found.title.as_str());
    Content::of(&found, heading)
}

pub(super) async fn release(read: &Read<'_>) -> Result<Content, ApiError> {
    let tag = read.values.text("tag")?;
    let found = views::Release::from(one::release_by_tag(read.forge, read.at()?, tag).await?);
    Content::of(&found, format!("Release {tag}"))
}

pub(super) async fn branch_protection(read: &Read<'_>) -> Result<Content, ApiError> {
    let rule = read.values.text("rule")?;
    let found = one::branch_protection(read.forge, read.at()?, rule).await?;
    Content::of(&views::BranchProtection::from(found), format!("Branch protection {rule}"))
}

pub(super) async fn hook(read: &Read<'_>) -> Result<Content, ApiError> {
    let id = read.values.number("id")?;
    let found = views::Hook::from(one::hook(read.forge, read.at()?, id).await?);
    Content::of(&found, format!("Webhook {id}"))
}

pub(super) async fn run(read: &Read<'_>) -> Result<Content, ApiError> {
    let (at, id) = (read.at()?, read.values.number("id")?);
    let found = views::WorkflowRun::from(one::run(read.forge, at, id).await?);
    let over = found.stopped_at.is_some();
    let heading = format!("Run {id}: {}", found.title.as_str());
    let lifetime = if over { Lifetime::Minute } else { Lifetime::Moment };
    let mut content = Content::of(&found, heading)?.living(lifetime);
    match pages::run_jobs(read.forge, at, id, Ask { page: 1, limit: MOST }).await {
        Ok((jobs, paging)) => {
            let jobs: Vec<views::RunJob> = jobs.into_iter().map(Into::into).collect();
            content.embed(JOBS, jobs, paging)?;
        }
        // Versions before 16 tell of a run, but not of its jobs.
        Err(error) if error.kind() == Kind::Unsupported => {
            content.put("jobs_unknown", &"this instance does not tell the jobs of a run")?;
        }
        Err(error) => return Err(error),
    }
    Ok(content)
}
