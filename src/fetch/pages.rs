//! Pages of lists, as the forge gives them. What it does not page itself is cut here.

use super::At;
use crate::forgejo::api::types;
use crate::forgejo::page::{Ask, ListAnswer, Paging, Total, slice};
use crate::forgejo::{Answer, ApiError, Forge, Maybe};

/// A page: its rows and where they stand.
pub type Rows<T> = Result<(Vec<T>, Paging), ApiError>;

/// Labels of a repository, without those of its organisation.
///
/// # Errors
/// Whatever the request came to.
pub async fn repo_labels(forge: &Forge, at: At<'_>, ask: Ask) -> Rows<types::Label> {
    let list = forge.api()?.issue_list_labels().owner(at.owner).repo(at.repo);
    list.page(ask.page_i64()).limit(ask.limit_i64()).send().page_of(forge, ask, Total::Exact).await
}

/// Labels of an organisation.
///
/// # Errors
/// Whatever the request came to; a user is not found.
pub async fn org_labels(forge: &Forge, org: &str, ask: Ask) -> Rows<types::Label> {
    let list = forge.api()?.org_list_labels().org(org);
    list.page(ask.page_i64()).limit(ask.limit_i64()).send().page_of(forge, ask, Total::Exact).await
}

/// Comments of an issue or pull request; the forge gives all of them at once.
///
/// # Errors
/// Whatever the request came to.
pub async fn comments(forge: &Forge, at: At<'_>, index: i64, ask: Ask) -> Rows<types::Comment> {
    let list = forge.api()?.issue_get_comments().owner(at.owner).repo(at.repo).index(index);
    Ok(slice(list.send().rows(forge).await?, ask))
}

/// Files that a pull request changes.
///
/// # Errors
/// Whatever the request came to.
pub async fn pull_files(forge: &Forge, at: At<'_>, index: i64, ask: Ask) -> Rows<types::ChangedFile> {
    let list = forge.api()?.repo_get_pull_request_files().owner(at.owner).repo(at.repo).index(index);
    list.page(ask.page_i64()).limit(ask.limit_i64()).send().page_of(forge, ask, Total::Exact).await
}

/// Branch protection rules; the forge gives all of them at once.
///
/// # Errors
/// Whatever the request came to.
pub async fn branch_protections(forge: &Forge, at: At<'_>, ask: Ask) -> Rows<types::BranchProtection> {
    let list = forge.api()?.repo_list_branch_protection().owner(at.owner).repo(at.repo);
    Ok(slice(list.send().rows(forge).await?, ask))
}

/// Webhooks of a repository.
///
/// # Errors
/// Whatever the request came to.
pub async fn hooks(forge: &Forge, at: At<'_>, ask: Ask) -> Rows<types::Hook> {
    let list = forge.api()?.repo_list_hooks().owner(at.owner).repo(at.repo);
    list.page(ask.page_i64()).limit(ask.limit_i64()).send().page_of(forge, ask, Total::Exact).await
}

/// Jobs of a workflow run; the forge gives all of them at once.
///
/// # Errors
/// Whatever the request came to; 15 and older do not have it.
pub async fn run_jobs(forge: &Forge, at: At<'_>, run: i64, ask: Ask) -> Rows<types::ActionRunJob> {
    let list = forge.api()?.list_action_run_jobs().owner(at.owner).repo(at.repo).run_id(run);
    Ok(slice(list.send().rows(forge).await?, ask))
}

/// Workflow runs, newest first, perhaps only of one workflow or with one outcome.
///
/// # Errors
/// Whatever the request came to.
pub async fn runs(
    forge: &Forge,
    at: At<'_>,
    workflow: Option<&str>,
    status: Option<types::ListActionRunsStatusItem>,
    ask: Ask,
) -> Result<Vec<types::ActionRun>, ApiError> {
    let list = forge.api()?.list_action_runs().owner(at.owner).repo(at.repo);
    let list = list
        .maybe(workflow, |list, name| list.workflow_id(name))
        .maybe(status, |list, status| list.status(vec![status]))
        .page(ask.page_i64())
        .limit(ask.limit_i64());
    let mut runs = list.send().answer(forge).await?.into_inner().workflow_runs.unwrap_or_default();
    runs.sort_by_key(|run| std::cmp::Reverse(run.id));
    Ok(runs)
}
