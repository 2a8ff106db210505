//! Single things, mostly as the forge gives them. A missing or hidden one is `not_found`.

use super::At;
use crate::forgejo::api::types;
use crate::forgejo::{Answer, ApiError, Forge, Kind};
use crate::views;

/// A repository.
///
/// # Errors
/// Whatever the request came to.
pub async fn repo(forge: &Forge, at: At<'_>) -> Result<types::Repository, ApiError> {
    let found = forge.api()?.repo_get().owner(at.owner).repo(at.repo).send().answer(forge).await?;
    Ok(found.into_inner())
}

/// A user or an organisation, and whether it is the latter: the forge answers for both on the route of users.
///
/// # Errors
/// Whatever the first request came to; a token that may not see organisations takes one for a user.
pub async fn owner(forge: &Forge, name: &str) -> Result<(types::User, bool), ApiError> {
    let api = forge.api()?;
    let user = match api.user_get().username(name).send().answer(forge).await {
        Ok(user) => Ok(user.into_inner()),
        Err(error) if error.kind() == Kind::NotFound => Err(error),
        Err(error) => return Err(error),
    };
    let organisation = api.org_get().org(name).send().answer(forge).await;
    match (user, organisation) {
        (Ok(user), organisation) => Ok((user, organisation.is_ok())),
        (Err(_), Ok(organisation)) => Ok((as_user(organisation.into_inner()), true)),
        (Err(missing), Err(_)) => Err(missing),
    }
}

fn as_user(organisation: types::Organization) -> types::User {
    types::User {
        login: organisation.name.or(organisation.username),
        id: organisation.id,
        full_name: organisation.full_name,
        description: organisation.description,
        location: organisation.location,
        website: organisation.website,
        visibility: organisation.visibility,
        created: organisation.created,
        ..types::User::default()
    }
}

/// A commit, by its sha or a name of it.
///
/// # Errors
/// `not_found` when it is missing.
pub async fn commit(
    forge: &Forge,
    at: At<'_>,
    sha: &str,
    with_files: bool,
) -> Result<types::Commit, ApiError> {
    let request = forge.api()?.repo_get_single_commit().owner(at.owner).repo(at.repo).sha(sha);
    let request = request.stat(with_files).files(with_files).verification(false);
    let found = request.send().answer(forge).await.map_err(|error| match error.kind() {
        // One that git cannot name, or that an empty repository cannot have, is missing too.
        Kind::Validation | Kind::Conflict => error.as_kind(Kind::NotFound),
        _ => error,
    })?;
    Ok(found.into_inner())
}

/// A commit with all files that it changes, by path: the forge gives them in another order each time.
///
/// # Errors
/// As [`commit`].
pub async fn commit_and_files(
    forge: &Forge,
    at: At<'_>,
    sha: &str,
) -> Result<(views::WholeCommit, Vec<views::CommitFile>), ApiError> {
    let mut found = commit(forge, at, sha, true).await?;
    let files = found.files.take().unwrap_or_default();
    let mut files: Vec<views::CommitFile> = files.into_iter().map(Into::into).collect();
    files.sort_by(|one, other| one.path.cmp(&other.path));
    Ok((found.into(), files))
}

/// A label of a repository.
///
/// # Errors
/// Whatever the request came to; labels of the organisation are not found here.
pub async fn label(forge: &Forge, at: At<'_>, id: i64) -> Result<types::Label, ApiError> {
    let request = forge.api()?.issue_get_label().owner(at.owner).repo(at.repo).id(id);
    Ok(request.send().answer(forge).await?.into_inner())
}

/// A milestone.
///
/// # Errors
/// Whatever the request came to.
pub async fn milestone(forge: &Forge, at: At<'_>, id: i64) -> Result<types::Milestone, ApiError> {
    let request = forge.api()?.issue_get_milestone().owner(at.owner).repo(at.repo).id(id);
    Ok(request.send().answer(forge).await?.into_inner())
}

/// A release, by its tag.
///
/// # Errors
/// Whatever the request came to; a tag without a release is not found.
pub async fn release_by_tag(forge: &Forge, at: At<'_>, tag: &str) -> Result<types::Release, ApiError> {
    let request = forge.api()?.repo_get_release_by_tag().owner(at.owner).repo(at.repo).tag(tag);
    Ok(request.send().answer(forge).await?.into_inner())
}

/// The newest release that is neither a draft nor a prerelease.
///
/// # Errors
/// Whatever the request came to; a repository without one is not found.
pub async fn latest_release(forge: &Forge, at: At<'_>) -> Result<types::Release, ApiError> {
    let request = forge.api()?.repo_get_latest_release().owner(at.owner).repo(at.repo);
    Ok(request.send().answer(forge).await?.into_inner())
}

/// A branch protection rule, by its name or glob.
///
/// # Errors
/// Whatever the request came to.
pub async fn branch_protection(
    forge: &Forge,
    at: At<'_>,
    rule: &str,
) -> Result<types::BranchProtection, ApiError> {
    let request = forge.api()?.repo_get_branch_protection().owner(at.owner).repo(at.repo).name(rule);
    Ok(request.send().answer(forge).await?.into_inner())
}

/// A webhook, with whatever the forge tells of its secrets: only its view may be shown.
///
/// # Errors
/// Whatever the request came to.
pub async fn hook(forge: &Forge, at: At<'_>, id: i64) -> Result<types::Hook, ApiError> {
    let request = forge.api()?.repo_get_hook().owner(at.owner).repo(at.repo).id(id);
    Ok(request.send().answer(forge).await?.into_inner())
}

/// A workflow run, by its id.
///
/// # Errors
/// Whatever the request came to.
pub async fn run(forge: &Forge, at: At<'_>, id: i64) -> Result<types::ActionRun, ApiError> {
    let request = forge.api()?.get_action_run().owner(at.owner).repo(at.repo).run_id(id);
    Ok(request.send().answer(forge).await?.into_inner())
}
