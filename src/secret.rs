//! A string that must never be seen: it has no `Display`, prints as `[secret]` in debug output,
//! and is scrubbed from whatever the forge repeats.

use std::fmt;

/// What is shorter opens no forge, and would be found in the middle of words.
const SHORTEST: usize = 8;

/// A token or another value that may be sent to the forge but never shown.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// Wraps a value; surrounding white space is not part of it.
    #[must_use]
    pub fn new(value: &str) -> Self {
        Self(value.trim().to_owned())
    }

    /// Whether there is a value at all.
    #[must_use]
    pub fn is_set(&self) -> bool {
        !self.0.is_empty()
    }

    /// The value itself, for the one place that sends it.
    #[must_use]
    pub fn expose(&self) -> &str {
        &self.0
    }

    /// Whether `text` holds the value.
    #[must_use]
    pub fn is_in(&self, text: &str) -> bool {
        self.0.len() >= SHORTEST && text.contains(&self.0)
    }

    /// Replaces every occurrence of the value in `text`.
    #[must_use]
    pub fn scrub(&self, text: &str) -> String {
        if self.is_in(text) { text.replace(&self.0, "[secret]") } else { text.to_owned() }
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("[secret]")
    }
}
