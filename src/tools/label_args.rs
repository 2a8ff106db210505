//! What labels of repositories and of organisations have in common: their fields, colours, and the care before one
//! is deleted.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::fetch;
use crate::forgejo::api::types;
use crate::forgejo::page::{Ask, Paging};
use crate::forgejo::{ApiError, Forge, Kind};
use crate::views::Done;
use crate::views::text::UserText;

/// A new label.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct NewLabel {
    name: String,
    /// rrggbb or rgb
    #[schemars(extend("x-aliases" = ["colour"]))]
    color: String,
    description: Option<String>,
    /// At most one of its scope (the name up to the last slash) on an issue
    exclusive: Option<bool>,
    #[schemars(extend("x-aliases" = ["archived"]))]
    is_archived: Option<bool>,
}

impl NewLabel {
    pub(super) fn option(self) -> Result<types::CreateLabelOption, ApiError> {
        check_name(&self.name)?;
        Ok(types::CreateLabelOption {
            name: self.name,
            color: colour(&self.color)?,
            description: self.description,
            exclusive: self.exclusive,
            is_archived: self.is_archived,
        })
    }
}

/// A change of a label.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct LabelChange {
    /// New name
    name: Option<String>,
    /// rrggbb or rgb
    #[schemars(extend("x-aliases" = ["colour"]))]
    color: Option<String>,
    description: Option<String>,
    /// At most one of its scope (the name up to the last slash) on an issue
    exclusive: Option<bool>,
    #[schemars(extend("x-aliases" = ["archived"]))]
    is_archived: Option<bool>,
}

impl LabelChange {
    /// Refuses, before anything is asked, what cannot be sent.
    pub(super) fn check(mut self) -> Result<Self, ApiError> {
        let Self { name, color, description, exclusive, is_archived } = &self;
        if let Some(name) = name {
            check_name(name)?;
        }
        let nothing = name.is_none() && color.is_none() && description.is_none();
        if nothing && exclusive.is_none() && is_archived.is_none() {
            return Err(ApiError::invalid("nothing to change: give at least one field besides the label"));
        }
        self.color = self.color.as_deref().map(colour).transpose()?;
        Ok(self)
    }

    /// What to send for a label as it is: the forge un-archives one whose state is not sent again.
    pub(super) fn option(self, now: &types::Label) -> types::EditLabelOption {
        types::EditLabelOption {
            name: self.name,
            color: self.color,
            description: self.description,
            exclusive: self.exclusive,
            is_archived: self.is_archived.or(now.is_archived),
        }
    }
}

/// A label without a name hides all other issues from lists, so none is made.
fn check_name(name: &str) -> Result<(), ApiError> {
    if name.trim().is_empty() {
        return Err(ApiError::invalid("name must not be empty"));
    }
    Ok(())
}

/// A colour as the forge stores it: six digits in lower case, without `#`.
fn colour(text: &str) -> Result<String, ApiError> {
    let digits = text.trim().trim_start_matches('#').to_lowercase();
    if !digits.chars().all(|digit| digit.is_ascii_hexdigit()) || !matches!(digits.len(), 3 | 6) {
        return Err(ApiError::invalid(format!("color {text:?} is no colour"))
            .hint("write six or three hexadecimal digits, such as d73a4a, with or without #"));
    }
    if digits.len() == 6 {
        return Ok(digits);
    }
    Ok(digits.chars().flat_map(|digit| [digit, digit]).collect())
}

/// How a label is deleted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum DeleteMode {
    /// Refused while it is in use
    #[default]
    Safe,
    /// Taken off everything
    Force,
}

/// A label as sentences name it.
pub(super) fn shown(label: &types::Label) -> String {
    let name = UserText::line(label.name.clone().unwrap_or_default());
    format!("label {} (id {})", name.as_str(), label.id.unwrap_or_default())
}

/// The report of a deletion.
pub(super) fn deleted(label: &types::Label, home: &str) -> Done {
    Done::new(format!("{} of {home} is deleted", shown(label)))
}

/// Issues that are looked through, at most, when the forge cannot filter by a label.
const MOST_COUNTED: usize = 5_000;

/// Refuses to delete a label that an issue or pull request has. `page` lists them in every state, filtered by a
/// label's name where one is given.
pub(super) async fn refuse_when_used<F, Page>(
    forge: &Forge,
    label: &types::Label,
    page: F,
) -> Result<(), ApiError>
where
    F: Fn(Ask, Option<String>) -> Page,
    Page: Future<Output = Result<(Vec<types::Issue>, Paging), ApiError>>,
{
    let uncounted = |error: ApiError| match error.kind() {
        Kind::NotFound => error
            .explain(format!("whether {} is in use cannot be told; nothing was deleted", shown(label)))
            .hint("issues and pull requests may be switched off; delete_mode force deletes it all the same"),
        _ => error,
    };
    match count(forge, label, page).await.map_err(uncounted)? {
        Uses::Exactly(0) => Ok(()),
        Uses::AtLeast(0) => Err(ApiError::new(
            Kind::PreconditionFailed,
            format!(
                "{} is on none of the first {MOST_COUNTED} issues and pull requests, and there are more; nothing was deleted",
                shown(label)
            ),
        )
        .hint("delete_mode force deletes it without looking")),
        uses => {
            let (word, number) = match uses {
                Uses::Exactly(number) => ("", number),
                Uses::AtLeast(number) => ("at least ", number),
            };
            let things = if number == 1 { "issue or pull request" } else { "issues and pull requests" };
            Err(ApiError::new(
                Kind::PreconditionFailed,
                format!(
                    "{} is in use on {word}{number} {things}, open or closed; nothing was deleted",
                    shown(label)
                ),
            )
            .hint("delete_mode force deletes it and takes it off all of them"))
        }
    }
}

enum Uses {
    Exactly(u64),
    AtLeast(u64),
}

async fn count<F, Page>(forge: &Forge, label: &types::Label, page: F) -> Result<Uses, ApiError>
where
    F: Fn(Ask, Option<String>) -> Page,
    Page: Future<Output = Result<(Vec<types::Issue>, Paging), ApiError>>,
{
    let has = |issue: &types::Issue| issue.labels.iter().flatten().any(|own| own.id == label.id);
    let name = label.name.clone().unwrap_or_default();
    // A comma separates names in the query, and an empty name is no filter.
    let filter = (!name.is_empty() && !name.contains(',')).then_some(name);
    if filter.is_some() {
        let first = Ask { page: 1, limit: forge.page_cap().await };
        let (rows, paging) = page(first, filter.clone()).await?;
        // Labels can share a name, and older versions ignore labels of the organisation: then rows are counted.
        if rows.iter().all(has) && (!paging.has_more || paging.total_count.is_some()) {
            return Ok(Uses::Exactly(paging.total_count.unwrap_or(rows.len() as u64)));
        }
    }
    let rows = fetch::gather(forge, MOST_COUNTED, |ask| page(ask, filter.clone())).await?;
    let found = rows.iter().filter(|issue| has(issue)).count() as u64;
    Ok(if rows.len() < MOST_COUNTED { Uses::Exactly(found) } else { Uses::AtLeast(found) })
}
