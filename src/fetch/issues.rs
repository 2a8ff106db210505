//! Lists of issues that the forge filters, or that are filtered here where it cannot.

use super::names::{self, Named};
use super::{At, gather};
use crate::forgejo::api::types;
use crate::forgejo::page::{Ask, ListAnswer, Paging, Total, slice};
use crate::forgejo::{ApiError, Forge, Maybe};

/// How many issues are looked through when the forge cannot filter.
const MOST_FILTERED: usize = 1_000;

/// A page of issues, and what must be said of it.
pub struct Found {
    pub issues: Vec<types::Issue>,
    pub paging: Paging,
    pub warning: Option<String>,
}

/// Asks for the issues that have all of the labels and any of the milestones. `page` asks the forge for one page
/// with the names that it can filter by.
///
/// # Errors
/// The first page that fails.
pub async fn filtered<F, Page>(
    forge: &Forge,
    ask: Ask,
    labels: &[Named],
    milestones: &[Named],
    page: F,
) -> Result<Found, ApiError>
where
    F: Fn(Ask, Vec<String>, Vec<String>) -> Page,
    Page: Future<Output = Result<(Vec<types::Issue>, Paging), ApiError>>,
{
    // A comma separates names in the query, so a name that holds one can only be filtered for here.
    let askable = |one: &&Named| !one.name.contains(',') && !one.name.is_empty();
    let asked: Vec<String> = labels.iter().filter(askable).map(|label| label.name.clone()).collect();
    if labels.iter().chain(milestones).all(|one| askable(&one)) {
        let titles = milestones.iter().map(|milestone| milestone.name.clone()).collect();
        let (issues, paging) = page(ask, asked.clone(), titles).await?;
        if issues.iter().all(|issue| matches(issue, labels, milestones)) {
            return Ok(Found { issues, paging, warning: None });
        }
        // Older versions drop labels of the organisation and answer unfiltered; names may stand for several.
    }
    let rows = gather(forge, MOST_FILTERED, |ask| page(ask, asked.clone(), Vec::new())).await?;
    let complete = rows.len() < MOST_FILTERED;
    let rows: Vec<types::Issue> =
        rows.into_iter().filter(|issue| matches(issue, labels, milestones)).collect();
    let (issues, paging) = slice(rows, ask);
    let warning = (!complete).then(|| format!("only the first {MOST_FILTERED} issues were looked through"));
    Ok(Found { issues, paging, warning })
}

/// A page of the issues of a repository, by state and labels, which are given by name or id.
///
/// # Errors
/// `invalid_arguments` for unknown labels, and whatever the requests came to.
pub async fn of_repo(
    forge: &Forge,
    at: At<'_>,
    state: &str,
    labels: &[String],
    ask: Ask,
) -> Result<Found, ApiError> {
    let labels = names::resolve_labels(forge, at, labels).await?;
    filtered(forge, ask, &labels, &[], async |ask: Ask, labels: Vec<String>, _| {
        let list =
            forge.api()?.issue_list_issues().owner(at.owner).repo(at.repo).state(state).type_("issues");
        list.maybe((!labels.is_empty()).then(|| labels.join(",")), |list, names| list.labels(names))
            .page(ask.page_i64())
            .limit(ask.limit_i64())
            .send()
            .page_of(forge, ask, Total::Exact)
            .await
    })
    .await
}

/// Whether an issue has all labels, and any of the milestones.
fn matches(issue: &types::Issue, labels: &[Named], milestones: &[Named]) -> bool {
    let own = issue.labels.as_deref().unwrap_or_default();
    let has = |wanted: &Named| own.iter().any(|label| label.id == Some(wanted.id));
    let milestone = issue.milestone.as_ref().and_then(|milestone| milestone.id);
    labels.iter().all(has)
        && (milestones.is_empty() || milestones.iter().any(|wanted| milestone == Some(wanted.id)))
}
