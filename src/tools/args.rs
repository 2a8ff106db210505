//! Argument pieces that many tools share.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::fetch::text::LineRange;
use crate::forgejo::page::{Ask, Paging, slice};
use crate::forgejo::{ApiError, Forge};

/// The repository that a call is about.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct RepoRef {
    /// Owner of the repository: a user or an organisation
    pub owner: String,
    /// Name of the repository
    pub repo: String,
}

impl std::fmt::Display for RepoRef {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{}/{}", self.owner, self.repo)
    }
}

/// Which rows of a list.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
pub struct PageArgs {
    /// Page number, from 1
    #[schemars(range(min = 1))]
    pub page: Option<u32>,
    /// Rows on a page; the instance caps it
    #[schemars(range(min = 1))]
    pub limit: Option<u32>,
}

impl PageArgs {
    /// What to ask the forge for.
    pub async fn ask(self, forge: &Forge, default_limit: u32) -> Ask {
        forge.ask(self.page, self.limit, default_limit).await
    }

    /// Cuts pages from a list that the forge gives whole; without a limit it stays whole.
    pub fn of_whole<T>(self, rows: Vec<T>) -> (Vec<T>, Paging) {
        let limit = self.limit.unwrap_or(u32::try_from(rows.len()).unwrap_or(u32::MAX)).max(1);
        slice(rows, Ask { page: self.page.unwrap_or(1), limit })
    }
}

/// Which part of a text file.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
pub struct LineArgs {
    /// First line
    #[schemars(range(min = 1))]
    pub start_line: Option<u32>,
    /// Last line
    #[schemars(range(min = 1))]
    pub end_line: Option<u32>,
    /// Most bytes of text
    #[schemars(range(min = 1))]
    pub max_bytes: Option<u32>,
}

impl LineArgs {
    /// Reads the range.
    ///
    /// # Errors
    /// `invalid_arguments` when it ends before it starts.
    pub fn range(self) -> Result<LineRange, ApiError> {
        LineRange::new(self.start_line, self.end_line)
    }
}

/// The state of issues or pull requests in a list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ListState {
    #[default]
    Open,
    Closed,
    All,
}

impl ListState {
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Closed => "closed",
            Self::All => "all",
        }
    }
}

/// Open or closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(extend("x-values" = {"close": "closed", "reopen": "open", "opened": "open", "reopened": "open"}))]
pub enum State {
    Open,
    Closed,
}

impl State {
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Closed => "closed",
        }
    }
}

impl RepoRef {
    /// The reference that the fetch functions take.
    #[must_use]
    pub fn at(&self) -> crate::fetch::At<'_> {
        crate::fetch::At { owner: &self.owner, repo: &self.repo }
    }
}

/// Refuses a text that the forge would ignore or answer with an error of its own.
///
/// # Errors
/// `invalid_arguments` when there is nothing but blanks.
pub fn not_blank(name: &str, text: String) -> Result<String, ApiError> {
    if text.trim().is_empty() {
        Err(ApiError::invalid(format!("{name} must not be empty")))
    } else {
        Ok(text)
    }
}

/// An optional text that says something: clients send "" for what they leave out.
#[must_use]
pub fn given(text: &Option<String>) -> Option<&str> {
    text.as_deref().map(str::trim).filter(|text| !text.is_empty())
}

/// Whether the body of an edit names nothing to change.
#[must_use]
pub fn names_nothing(body: &impl serde::Serialize) -> bool {
    serde_json::to_value(body).is_ok_and(|value| value.as_object().is_some_and(serde_json::Map::is_empty))
}
