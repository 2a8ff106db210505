//! The one result type: what a tool gives back before it is bounded, cleaned and wrapped.
//!
//! A tool returns `Record`, `Page`, `Text` or `Media`; the server's finish stage knows how each shrinks.

use bytes::Bytes;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::forgejo::ApiError;
use crate::forgejo::page::Paging;
use crate::schema::wire_output;
use crate::views::text::{Cleaned, counted};

/// What every tool result becomes.
#[derive(Debug)]
pub struct Reply {
    pub content: Content,
    /// Sentences that must be seen.
    pub warnings: Vec<String>,
    /// What was removed from texts that people wrote.
    pub cleaned: Cleaned,
    /// Whether a secret is what was asked for.
    pub keeps_secrets: bool,
}

#[derive(Debug)]
pub enum Content {
    Record(Map<String, Value>),
    Page(Rows),
    Text(Text),
    Media(Media),
}

/// The rows of a page, with what stands beside them.
#[derive(Debug)]
pub struct Rows {
    pub items: Vec<Value>,
    pub paging: Paging,
    /// Further fields of the page.
    pub beside: Map<String, Value>,
}

/// The type of a tool's result.
pub trait IntoReply {
    /// The schema that clients see; `None` for text and media.
    fn schema() -> Option<Map<String, Value>>;

    /// Serialises the result.
    ///
    /// # Errors
    /// `internal` when it cannot be serialised.
    fn into_reply(self) -> Result<Reply, ApiError>;
}

/// One object.
#[derive(Debug)]
pub struct Record<T> {
    value: T,
    warnings: Vec<String>,
}

impl<T> Record<T> {
    pub fn new(value: T) -> Self {
        Self { value, warnings: Vec::new() }
    }

    /// Adds sentences that the caller must see.
    #[must_use]
    pub fn warn(mut self, warnings: impl IntoIterator<Item = String>) -> Self {
        self.warnings.extend(warnings);
        self
    }
}

impl<T: Serialize + JsonSchema> IntoReply for Record<T> {
    fn schema() -> Option<Map<String, Value>> {
        Some(wire_output::<T>())
    }

    fn into_reply(self) -> Result<Reply, ApiError> {
        let (value, cleaned) = serialise(&self.value)?;
        let Value::Object(fields) = value else {
            return Err(ApiError::internal("a record must be an object"));
        };
        Ok(Reply { content: Content::Record(fields), warnings: self.warnings, cleaned, keeps_secrets: false })
    }
}

/// One page of a list. `B` holds what stands beside the rows.
#[derive(Debug)]
pub struct Page<T, B = Nothing> {
    items: Vec<T>,
    paging: Paging,
    beside: B,
    warnings: Vec<String>,
}

/// No fields beside the rows.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Nothing {}

impl<T> Page<T> {
    #[must_use]
    pub fn new(items: Vec<T>, paging: Paging) -> Self {
        Self { items, paging, beside: Nothing {}, warnings: Vec::new() }
    }

    /// A page of the forge's rows, each shown as its view.
    pub fn of<R: Into<T>>((rows, paging): (Vec<R>, Paging)) -> Self {
        Self::new(rows.into_iter().map(Into::into).collect(), paging)
    }
}

impl<T, B> Page<T, B> {
    pub fn with(items: Vec<T>, paging: Paging, beside: B) -> Self {
        Self { items, paging, beside, warnings: Vec::new() }
    }

    /// Adds sentences that the caller must see.
    #[must_use]
    pub fn warn(mut self, warnings: impl IntoIterator<Item = String>) -> Self {
        self.warnings.extend(warnings);
        self
    }
}

/// The shape of a page, for its schema.
#[derive(Serialize, JsonSchema)]
struct PageShape<T, B> {
    items: Vec<T>,
    #[serde(flatten)]
    beside: B,
    page: u32,
    limit: u32,
    has_more: bool,
    /// The arguments that fetch the following rows.
    next: Option<NextPage>,
    total_count: Option<u64>,
}

#[derive(Serialize, JsonSchema)]
struct NextPage {
    page: u32,
    limit: u32,
}

impl<T: Serialize + JsonSchema, B: Serialize + JsonSchema> IntoReply for Page<T, B> {
    fn schema() -> Option<Map<String, Value>> {
        Some(wire_output::<PageShape<T, B>>())
    }

    fn into_reply(self) -> Result<Reply, ApiError> {
        let (items, mut cleaned) = serialise(&self.items)?;
        let (beside, more) = serialise(&self.beside)?;
        cleaned += more;
        let (Value::Array(items), Value::Object(beside)) = (items, beside) else {
            return Err(ApiError::internal("a page holds rows and an object"));
        };
        let content = Content::Page(Rows { items, paging: self.paging, beside });
        Ok(Reply { content, warnings: self.warnings, cleaned, keeps_secrets: false })
    }
}

/// Raw text, never JSON-escaped, with a note when something is left.
#[derive(Debug, Default)]
pub struct Text {
    pub text: String,
    /// What is left and how to get it; shown as a second block.
    pub note: Option<Map<String, Value>>,
    pub cleaned: Cleaned,
}

/// Bytes that are no text.
#[derive(Debug)]
pub struct Media {
    pub name: String,
    pub mime: String,
    /// `None` when they are too many to be shown.
    pub bytes: Option<Bytes>,
    pub note: Map<String, Value>,
}

/// Text or media, as the thing turns out to be.
#[derive(Debug)]
pub enum Raw {
    Text(Text),
    Media(Media),
}

impl Raw {
    /// Nothing but a note of where the whole was saved.
    #[must_use]
    pub fn saved(path: &std::path::Path, size: u64) -> Self {
        let note = Map::from_iter([("saved".to_owned(), json!(path)), ("size".to_owned(), json!(size))]);
        Self::Text(Text { note: Some(note), ..Text::default() })
    }
}

impl IntoReply for Raw {
    fn schema() -> Option<Map<String, Value>> {
        None
    }

    fn into_reply(self) -> Result<Reply, ApiError> {
        Ok(match self {
            Self::Text(text) => Reply {
                cleaned: text.cleaned,
                content: Content::Text(text),
                warnings: Vec::new(),
                keeps_secrets: false,
            },
            Self::Media(media) => Reply {
                content: Content::Media(media),
                warnings: Vec::new(),
                cleaned: Cleaned::default(),
                keeps_secrets: false,
            },
        })
    }
}

fn serialise<T: Serialize>(value: &T) -> Result<(Value, Cleaned), ApiError> {
    let (value, cleaned) = counted(|| serde_json::to_value(value));
    let value =
        value.map_err(|error| ApiError::internal(format!("the result cannot be written: {error}")))?;
    Ok((value, cleaned))
}
