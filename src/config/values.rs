//! What single values mean, and what is wrong with those that mean nothing.

use std::path::PathBuf;

use url::Url;

use crate::forgejo::{ApiError, RepoPattern};

/// The address of an instance, without what only its API or web side has.
pub(super) fn instance_url(text: &str) -> Result<Url, ApiError> {
    let text = text.trim();
    let problem = |what: &str| {
        ApiError::invalid(format!("the Forgejo URL {what}")).hint("it looks like https://forgejo.example.org")
    };
    let mut url = Url::parse(text).map_err(|error| problem(&format!("cannot be read: {error}")))?;
    if !matches!(url.scheme(), "http" | "https") || url.host_str().is_none() {
        return Err(problem("must start with https:// or http:// and name a host"));
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err(problem("must not hold a name or password; use a token"));
    }
    url.set_query(None);
    url.set_fragment(None);
    let path = url.path().trim_end_matches('/');
    let path = path.strip_suffix("/api/v1").unwrap_or(path).to_owned();
    url.set_path(&path);
    Ok(url)
}

/// A repository, or all of an owner.
pub(super) fn pattern(text: &str) -> Result<RepoPattern, ApiError> {
    RepoPattern::parse(text)
        .ok_or_else(|| ApiError::invalid(format!("--repos: {text:?} is not owner/name or owner/*")))
}

/// An owner and a name.
pub(super) fn repository(text: &str) -> Result<(String, String), ApiError> {
    match text.trim().split_once('/') {
        Some((owner, name)) if !owner.is_empty() && !name.is_empty() && !name.contains('/') => {
            Ok((owner.to_owned(), name.to_owned()))
        }
        _ => Err(ApiError::invalid(format!("--repo: {text:?} is not owner/name"))),
    }
}

/// A path that names something.
pub(super) fn set(path: Option<PathBuf>) -> Option<PathBuf> {
    path.filter(|path| !path.as_os_str().is_empty())
}

/// The words of a list that say something.
pub(super) fn words(words: Vec<String>) -> Vec<String> {
    words.into_iter().map(|word| word.trim().to_owned()).filter(|word| !word.is_empty()).collect()
}
