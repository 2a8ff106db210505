//! Reading things from the forge and making views of them, for tools and resources alike:
//! `(Forge, arguments) → Result<View, ApiError>`.

pub mod diff;
pub mod issues;
pub mod names;
pub mod one;
pub mod pages;
pub mod present;
pub mod raw;
pub mod statuses;
pub mod text;
pub mod wiki;
pub mod workflow;

use crate::forgejo::api::types;
use crate::forgejo::page::{Ask, Paging};
use crate::forgejo::{Answer, ApiError, Forge, Kind};
use crate::views;

/// The repository that a call is about, by reference.
#[derive(Clone, Copy, Debug)]
pub struct At<'name> {
    pub owner: &'name str,
    pub repo: &'name str,
}

/// One issue.
///
/// # Errors
/// `not_found` when it is missing or hidden.
pub async fn issue(forge: &Forge, at: At<'_>, index: i64) -> Result<views::Issue, ApiError> {
    let found = forge
        .api()?
        .issue_get_issue()
        .owner(at.owner)
        .repo(at.repo)
        .index(index)
        .send()
        .answer(forge)
        .await?;
    Ok(found.into_inner().into())
}

/// Says which unit of a repository is off, when that is why something was not found.
pub async fn unit_off(forge: &Forge, at: At<'_>, unit: Unit, error: ApiError) -> ApiError {
    if error.kind() != Kind::NotFound {
        return error;
    }
    let Ok(repo) = one::repo(forge, at).await else { return error };
    let (name, on) = match unit {
        Unit::Issues => ("issues", repo.has_issues),
        Unit::Pulls => ("pull requests", repo.has_pull_requests),
        Unit::Releases => ("releases", repo.has_releases),
    };
    if on != Some(false) {
        return error;
    }
    error
        .explain(format!("the {name} of {}/{} are switched off", at.owner, at.repo))
        .hint("an admin of the repository can switch them on; get_repo shows which units are on")
}

/// A part of a repository that can be switched off; then the forge answers as if nothing were there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    Issues,
    Pulls,
    Releases,
}

/// One pull request, as the forge gives it.
///
/// # Errors
/// `not_found` when it is missing, hidden, or an issue.
pub async fn pull(forge: &Forge, at: At<'_>, index: i64) -> Result<types::PullRequest, ApiError> {
    let api = forge.api()?;
    let found =
        api.repo_get_pull_request().owner(at.owner).repo(at.repo).index(index).send().answer(forge).await?;
    Ok(found.into_inner())
}

/// One comment of an issue or pull request.
///
/// # Errors
/// As [`comment_as_given`].
pub async fn comment(forge: &Forge, at: At<'_>, id: i64) -> Result<views::Comment, ApiError> {
    comment_as_given(forge, at, id).await.map(Into::into)
}

/// One comment of an issue or pull request, as the forge gives it.
///
/// # Errors
/// `not_found` when it is missing, or when the id is an event or a review comment.
pub async fn comment_as_given(forge: &Forge, at: At<'_>, id: i64) -> Result<types::Comment, ApiError> {
    let found =
        forge.api()?.issue_get_comment().owner(at.owner).repo(at.repo).id(id).send().answer(forge).await?;
    let comment = found.into_inner();
    if comment.id.is_none() {
        // Events and review comments share the ids of comments and answer without a body.
        return Err(ApiError::new(
            Kind::NotFound,
            format!("{id} is an event or a review comment, not a comment"),
        )
        .hint("list_issue_comments gives the ids of comments, list_pull_review_comments those of reviews"));
    }
    Ok(comment)
}

/// Collects the rows of a paged list, up to `most`.
///
/// # Errors
/// The first page that fails.
pub async fn gather<T, F, Page>(forge: &Forge, most: usize, page: F) -> Result<Vec<T>, ApiError>
where
    F: Fn(Ask) -> Page,
    Page: Future<Output = Result<(Vec<T>, Paging), ApiError>>,
{
    let limit = forge.page_cap().await;
    let mut rows = Vec::new();
    for number in 1.. {
        let (found, paging) = page(Ask { page: number, limit }).await?;
        let came = found.len();
        rows.extend(found);
        if paging.has_more || number > 1 {
            forge.progress().report(rows.len() as u64, paging.total_count);
        }
        if !paging.has_more || came == 0 || rows.len() >= most {
            break;
        }
    }
    Ok(rows)
}
