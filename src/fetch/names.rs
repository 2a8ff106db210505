//! Names for ids: labels and milestones are given by either, and what is unknown or ambiguous is refused with the
//! candidates. The forge itself drops unknown ones without a word.

use super::{At, gather, pages};
use crate::forgejo::api::types;
use crate::forgejo::page::{ListAnswer, Total};
use crate::forgejo::{ApiError, Forge, Kind};

/// More labels or milestones than this are not searched for a name.
const MOST: usize = 2_000;

/// Something that has an id and a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    pub id: i64,
    pub name: String,
}

/// The labels of a repository and, when its owner is an organisation, of that.
///
/// # Errors
/// Whatever the repository's list came to; an owner without labels is no error.
pub async fn labels(forge: &Forge, at: At<'_>) -> Result<Vec<Named>, ApiError> {
    let mut labels = repo_labels(forge, at).await?;
    labels.extend(org_labels(forge, at.owner).await?);
    Ok(labels.into_iter().filter_map(|label| named(label.id, label.name)).collect())
}

/// The labels of a repository, without those of its organisation.
///
/// # Errors
/// Whatever the list came to.
pub async fn repo_labels(forge: &Forge, at: At<'_>) -> Result<Vec<types::Label>, ApiError> {
    gather(forge, MOST, |ask| pages::repo_labels(forge, at, ask)).await
}

/// The label of a list that a word means.
///
/// # Errors
/// `not_found` for an unknown id, `invalid_arguments` for an unknown or ambiguous name; both with the candidates.
pub fn pick_label(word: &str, labels: Vec<types::Label>) -> Result<types::Label, ApiError> {
    let known: Vec<Named> = labels.iter().filter_map(|label| named(label.id, label.name.clone())).collect();
    let found = resolve("label", word, &known).map_err(|error| match word.trim().parse::<i64>() {
        Ok(_) => error.as_kind(Kind::NotFound),
        Err(_) => error,
    })?;
    let label = labels.into_iter().find(|label| label.id == Some(found.id));
    label.ok_or_else(|| ApiError::internal("the label that was found is not in its list"))
}

/// The labels of an organisation; none for a user.
///
/// # Errors
/// Whatever the list came to, except that the owner is no organisation.
pub async fn org_labels(forge: &Forge, owner: &str) -> Result<Vec<types::Label>, ApiError> {
    let found = gather(forge, MOST, |ask| pages::org_labels(forge, owner, ask)).await;
    match found {
        // A user has no labels; a narrow token may not see an organisation's.
        Err(error) if matches!(error.kind(), Kind::NotFound | Kind::Forbidden) => Ok(Vec::new()),
        found => found,
    }
}

/// The milestones of a repository, open and closed.
///
/// # Errors
/// Whatever the list came to.
pub async fn milestones(forge: &Forge, at: At<'_>) -> Result<Vec<Named>, ApiError> {
    let api = forge.api()?;
    let found = gather(forge, MOST, async |ask| {
        let list = api.issue_get_milestones_list().owner(at.owner).repo(at.repo).state("all");
        list.page(ask.page_i64()).limit(ask.limit_i64()).send().page_of(forge, ask, Total::Exact).await
    })
    .await?;
    Ok(found.into_iter().filter_map(|milestone| named(milestone.id, milestone.title)).collect())
}

fn named(id: Option<i64>, name: Option<String>) -> Option<Named> {
    Some(Named { id: id?, name: name.unwrap_or_default() })
}

/// The labels that words mean.
///
/// # Errors
/// `invalid_arguments` for a word that is unknown or ambiguous, and whatever the lists came to.
pub async fn resolve_labels(forge: &Forge, at: At<'_>, words: &[String]) -> Result<Vec<Named>, ApiError> {
    if words.is_empty() {
        return Ok(Vec::new());
    }
    let known = labels(forge, at).await?;
    let mut resolved: Vec<Named> = Vec::new();
    for word in words {
        let found = resolve("label", word, &known)?;
        if !resolved.contains(found) {
            resolved.push(found.clone());
        }
    }
    Ok(resolved)
}

/// The milestone that a word means.
///
/// # Errors
/// `invalid_arguments` when it is unknown or ambiguous, and whatever the list came to.
pub async fn resolve_milestone(forge: &Forge, at: At<'_>, word: &str) -> Result<Named, ApiError> {
    resolve("milestone", word, &milestones(forge, at).await?).cloned()
}

/// The milestones that words mean; the list is read once, and only when there are words.
///
/// # Errors
/// As [`resolve_milestone`].
pub async fn resolve_milestones(forge: &Forge, at: At<'_>, words: &[String]) -> Result<Vec<Named>, ApiError> {
    if words.is_empty() {
        return Ok(Vec::new());
    }
    let known = milestones(forge, at).await?;
    words.iter().map(|word| resolve("milestone", word, &known).cloned()).collect()
}

/// The logins that words mean, among the people who can be assigned.
///
/// # Errors
/// `invalid_arguments` for somebody who cannot be.
pub async fn resolve_assignees(forge: &Forge, at: At<'_>, words: &[String]) -> Result<Vec<String>, ApiError> {
    if words.is_empty() {
        return Ok(Vec::new());
    }
    let list = forge.api()?.repo_get_assignees().owner(at.owner).repo(at.repo).send().rows(forge).await;
    // Without the list the forge decides.
    let Ok(list) = list else { return Ok(words.to_vec()) };
    names_of("assignee", words, &people(list))
}

/// The logins that words mean, among the people who can be asked for a review.
///
/// # Errors
/// `invalid_arguments` for an id of nobody, and whatever the list came to.
pub async fn resolve_reviewers(forge: &Forge, at: At<'_>, words: &[String]) -> Result<Vec<String>, ApiError> {
    if !words.iter().any(|word| is_number(word)) {
        // The forge says itself which login it does not know.
        return Ok(words.to_vec());
    }
    let list = forge.api()?.repo_get_reviewers().owner(at.owner).repo(at.repo).send().rows(forge).await?;
    names_of("reviewer", words, &people(list))
}

/// The names of the teams of a repository that words mean.
///
/// # Errors
/// `invalid_arguments` for an id of none, and whatever the list came to.
pub async fn resolve_teams(forge: &Forge, at: At<'_>, words: &[String]) -> Result<Vec<String>, ApiError> {
    if !words.iter().any(|word| is_number(word)) {
        return Ok(words.to_vec());
    }
    let list = forge.api()?.repo_list_teams().owner(at.owner).repo(at.repo).send().rows(forge).await?;
    names_of("team", words, &groups(list))
}

/// Adds who or what there is to an error of the forge that says that a person or a team is unknown.
pub async fn with_candidates(forge: &Forge, at: At<'_>, error: ApiError) -> ApiError {
    let said = error.said().unwrap_or_default();
    let word = said.rsplit_once("name: ").map_or("", |(_, rest)| rest.trim_end_matches(']')).to_owned();
    let known = match (said, forge.api()) {
        (said, Ok(api)) if said.contains("user does not exist") => {
            let list = api.repo_get_assignees().owner(at.owner).repo(at.repo).send().rows(forge).await;
            list.map(people)
        }
        (said, Ok(api)) if said.contains("team does not exist") => {
            let list = api.repo_list_teams().owner(at.owner).repo(at.repo).send().rows(forge).await;
            list.map(groups)
        }
        _ => return error,
    };
    match known {
        Ok(known) => error.hint(candidates(&word, &known)),
        Err(_) => error,
    }
}

fn groups(teams: Vec<types::Team>) -> Vec<Named> {
    teams.into_iter().filter_map(|team| named(team.id, team.name)).collect()
}

fn people(users: Vec<types::User>) -> Vec<Named> {
    users.into_iter().filter_map(|user| named(user.id, user.login)).collect()
}

fn names_of(what: &str, words: &[String], known: &[Named]) -> Result<Vec<String>, ApiError> {
    words.iter().map(|word| resolve(what, word, known).map(|one| one.name.clone())).collect()
}

fn is_number(word: &str) -> bool {
    let word = word.trim();
    !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit())
}

/// The one thing that a word means: an id when it is all digits and the id exists, else a name.
///
/// # Errors
/// `invalid_arguments`, listing the candidates.
pub fn resolve<'known>(what: &str, word: &str, known: &'known [Named]) -> Result<&'known Named, ApiError> {
    let word = word.trim();
    let by_id = word.parse::<i64>().ok().and_then(|id| known.iter().find(|one| one.id == id));
    let by_name: Vec<&Named> = known.iter().filter(|one| one.name == word).collect();
    let by_name = if by_name.is_empty() && by_id.is_none() {
        let lower = word.to_lowercase();
        known.iter().filter(|one| one.name.to_lowercase() == lower && !lower.is_empty()).collect()
    } else {
        by_name
    };
    match (by_id, by_name.as_slice()) {
        (Some(one), []) => Ok(one),
        (None, [one]) => Ok(one),
        (Some(by_id), [by_name]) if by_id.id == by_name.id => Ok(by_id),
        (None, []) => {
            Err(ApiError::invalid(format!("there is no {what} {word:?} here")).hint(candidates(word, known)))
        }
        (by_id, several) => {
            let all: Vec<String> = by_id.into_iter().chain(several.iter().copied()).map(shown).collect();
            Err(ApiError::invalid(format!("the {what} {word:?} is ambiguous"))
                .hint(format!("name one by its id: {}", all.join(", "))))
        }
    }
}

fn shown(one: &Named) -> String {
    format!("{} (id {})", one.name, one.id)
}

/// The names that come nearest, so that the next try works.
fn candidates(word: &str, known: &[Named]) -> String {
    const SHOWN: usize = 20;
    if known.is_empty() {
        return "there are none".to_owned();
    }
    let mut by_likeness: Vec<&Named> = known.iter().collect();
    let lower = word.to_lowercase();
    by_likeness.sort_by(|one, other| {
        let likeness = |named: &Named| strsim::jaro_winkler(&lower, &named.name.to_lowercase());
        likeness(other).total_cmp(&likeness(one))
    });
    let more = known.len().saturating_sub(SHOWN);
    let names: Vec<String> = by_likeness.into_iter().take(SHOWN).map(shown).collect();
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    format!("there are {}{more}", names.join(", "))
}
