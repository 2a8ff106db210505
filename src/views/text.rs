//! Text that people wrote: cleaned when it is made, counted when it is shown.

use std::cell::Cell;
use std::ops::AddAssign;

use schemars::JsonSchema;
use serde::{Serialize, Serializer};

use super::clean::{clean, mark_comments};

/// What was done to texts of people, so that it can be said.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cleaned {
    /// Invisible or direction-changing characters that were removed.
    pub removed: usize,
    /// HTML comments that were made visible.
    pub comments: usize,
}

impl AddAssign for Cleaned {
    fn add_assign(&mut self, other: Self) {
        self.removed += other.removed;
        self.comments += other.comments;
    }
}

/// A text that a person wrote, without what hides in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UserText {
    text: String,
    cleaned: Cleaned,
}

impl UserText {
    /// Cleans a one-line text, such as a title or a name.
    #[must_use]
    pub fn line(text: impl Into<String>) -> Self {
        let text = text.into();
        let found = clean(&text);
        let removed = found.removed;
        if removed == 0 {
            return Self { text, cleaned: Cleaned::default() };
        }
        Self { text: found.text.into_owned(), cleaned: Cleaned { removed, comments: 0 } }
    }

    /// Cleans a text in markdown, such as a body: comments that no reader would see are marked.
    #[must_use]
    pub fn body(text: impl Into<String>) -> Self {
        let Self { text, mut cleaned } = Self::line(text);
        let (marked, comments) = mark_comments(&text);
        if comments == 0 {
            return Self { text, cleaned };
        }
        cleaned.comments = comments;
        Self { text: marked.into_owned(), cleaned }
    }

    /// Cleans a body and keeps its beginning.
    #[must_use]
    pub fn excerpt(text: impl Into<String>, characters: usize) -> Self {
        let Self { text, cleaned } = Self::body(text);
        Self { text: cut(&text, characters), cleaned }
    }

    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }
}

/// The beginning of a text, with a mark that says how much is gone.
#[must_use]
pub fn cut(text: &str, characters: usize) -> String {
    match text.char_indices().nth(characters) {
        None => text.to_owned(),
        Some((at, _)) => {
            let kept = text.get(..at).unwrap_or_default().trim_end();
            let left = text.chars().count() - characters;
            format!("{kept}… [+{left} characters]")
        }
    }
}

thread_local! {
    static COUNT: Cell<Cleaned> = const { Cell::new(Cleaned { removed: 0, comments: 0 }) };
}

/// Runs a serialisation and says what was cleaned in the texts that it wrote.
pub(crate) fn counted<R>(serialise: impl FnOnce() -> R) -> (R, Cleaned) {
    let before = COUNT.replace(Cleaned::default());
    let result = serialise();
    (result, COUNT.replace(before))
}

impl Serialize for UserText {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut count = COUNT.get();
        count += self.cleaned;
        COUNT.set(count);
        serializer.serialize_str(&self.text)
    }
}

impl JsonSchema for UserText {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "UserText".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "string", "x-user-text": true })
    }
}
