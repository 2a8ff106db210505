//! Finding a page of a wiki by what people call it: its title, or its address as listings show it.
//!
//! The forge finds a page by its address. In it spaces are dashes, and a title with a dash of its own ends in `.-`.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;

use super::{At, gather};
use crate::forgejo::api::types;
use crate::forgejo::page::{ListAnswer, Total};
use crate::forgejo::{Answer, ApiError, Forge, Kind};

/// How many pages are looked through for names like the one that is missing.
const MOST: usize = 500;
/// How many of them are shown.
const SHOWN: usize = 10;

/// A page, and the name that it is found by.
#[derive(Debug)]
pub struct Found {
    pub name: String,
    pub page: types::WikiPage,
}

impl Found {
    #[must_use]
    pub fn title(&self) -> &str {
        self.page.title.as_deref().unwrap_or(&self.name)
    }

    #[must_use]
    pub fn last_commit(&self) -> Option<&str> {
        self.page.last_commit.as_ref()?.sha.as_deref()
    }

    /// The page's own text.
    ///
    /// # Errors
    /// `unavailable` when the forge's answer cannot be read.
    pub fn content(&self) -> Result<Vec<u8>, ApiError> {
        let coded: String =
            self.page.content_base64.as_deref().unwrap_or_default().split_whitespace().collect();
        BASE64_STANDARD.decode(coded).map_err(|error| {
            ApiError::new(Kind::Unavailable, format!("the text of the page cannot be read: {error}"))
        })
    }
}

/// Finds a page by its title or its address.
///
/// # Errors
/// `not_found`, with the pages that are named alike.
pub async fn find(forge: &Forge, at: At<'_>, name: &str) -> Result<Found, ApiError> {
    let mut missing = None;
    for name in spellings(name) {
        match page(forge, at, &name).await {
            Ok(page) => return Ok(Found { name, page }),
            Err(error) if error.kind() == Kind::NotFound => missing = missing.or(Some(error)),
            Err(error) => return Err(error),
        }
    }
    let missing = missing.unwrap_or_else(|| ApiError::invalid("page_name must not be empty"));
    Err(candidates(forge, at, name, missing).await)
}

/// Whether there is a page of exactly this title.
///
/// # Errors
/// Whatever kept it from being told.
pub async fn exists(forge: &Forge, at: At<'_>, title: &str) -> Result<bool, ApiError> {
    match page(forge, at, &address(title)).await {
        Ok(_) => Ok(true),
        Err(error) if error.kind() == Kind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

/// Whether a 404 of the wiki says that it has no page yet, rather than that it is off or hidden.
#[must_use]
pub fn is_empty_wiki(error: &ApiError) -> bool {
    error.kind() == Kind::NotFound
        && error.said().is_some_and(|said| said.contains("no such file or directory"))
}

/// Says what a 404 of the wiki may mean.
#[must_use]
pub fn explain(error: ApiError) -> ApiError {
    if is_empty_wiki(&error) {
        return error.explain("the wiki has no page yet").hint("create_wiki_page makes the first one");
    }
    match error.kind() {
        Kind::NotFound => error.explain(
            "not found: the page or repository is missing, this token may not see it, or the wiki is off",
        ),
        _ => error,
    }
}

async fn page(forge: &Forge, at: At<'_>, name: &str) -> Result<types::WikiPage, ApiError> {
    let request = forge.api()?.repo_get_wiki_page().owner(at.owner).repo(at.repo).page_name(name);
    Ok(request.send().answer(forge).await?.into_inner())
}

/// What to ask the forge for, one after the other: the name as it is, as an encoded address, as a title with a dash.
fn spellings(name: &str) -> Vec<String> {
    let name = name.trim();
    let decoded =
        percent_encoding::percent_decode_str(&name.replace('+', " ")).decode_utf8_lossy().into_owned();
    let mut spellings: Vec<String> = Vec::new();
    for spelling in [name.to_owned(), decoded, address(name)] {
        if !spelling.is_empty() && !spellings.contains(&spelling) {
            spellings.push(spelling);
        }
    }
    spellings
}

/// The address that only this title has, not yet encoded.
#[expect(clippy::case_sensitive_file_extension_comparisons, reason = "the forge compares so")]
fn address(title: &str) -> String {
    let title = title.trim();
    let marked = (title.contains('-') || title.ends_with(".md")) && !title.ends_with(".-");
    if marked { format!("{title}.-") } else { title.to_owned() }
}

/// Adds the pages that are named most like the one that is missing.
async fn candidates(forge: &Forge, at: At<'_>, name: &str, missing: ApiError) -> ApiError {
    if is_empty_wiki(&missing) {
        return explain(missing);
    }
    let Ok(api) = forge.api() else { return missing };
    let pages = gather(forge, MOST, async |ask| {
        let list = api
            .repo_get_wiki_pages()
            .owner(at.owner)
            .repo(at.repo)
            .page(ask.page_i64())
            .limit(ask.limit_i64());
        list.send().page_of(forge, ask, Total::AtMost).await
    })
    .await;
    let Ok(pages) = pages else { return explain(missing) };
    let mut titles: Vec<String> = pages.into_iter().filter_map(|page| page.title).collect();
    let wanted = name.to_lowercase();
    let likeness = |title: &String| strsim::jaro_winkler(&wanted, &title.to_lowercase());
    titles.sort_by(|one, other| likeness(other).total_cmp(&likeness(one)));
    let more = titles.len().saturating_sub(SHOWN);
    titles.truncate(SHOWN);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    missing
        .explain(format!("the wiki has no page {name:?}"))
        .hint(format!("there are {}{more}; upper and lower case differ", titles.join(", ")))
}
