//! What reading a resource gives, before the server bounds and wraps it.

use serde::Serialize;
use serde_json::{Map, Value};

use crate::forgejo::ApiError;
use crate::views::text::{Cleaned, counted};

/// A resource that was read.
#[derive(Debug)]
pub struct Content {
    /// The first block.
    pub record: Map<String, Value>,
    /// What was removed from texts that people wrote.
    pub cleaned: Cleaned,
    /// The second block.
    pub beside: Beside,
    pub lifetime: Lifetime,
}

/// What stands beside the record.
#[derive(Debug)]
pub enum Beside {
    Nothing,
    /// The record once more, for people, below this heading.
    Markdown(String),
    Text {
        mime: String,
        text: String,
    },
    Blob {
        mime: String,
        bytes: bytes::Bytes,
    },
}

/// How long a client may keep what it read. All of it is the caller's own view, so nobody else may.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lifetime {
    /// It cannot change.
    Forever,
    /// It changes when people act.
    Minute,
    /// It changes while one waits for it.
    Moment,
}

impl Lifetime {
    #[must_use]
    pub fn milliseconds(self) -> u64 {
        match self {
            Self::Forever => 365 * 24 * 3_600_000,
            Self::Minute => 60_000,
            Self::Moment => 10_000,
        }
    }
}

impl Content {
    /// A view as the record, with the same for people below a heading.
    ///
    /// # Errors
    /// `internal` when the view is no object.
    pub fn of(view: &impl Serialize, heading: impl Into<String>) -> Result<Self, ApiError> {
        let (value, cleaned) = written(view)?;
        let Value::Object(mut record) = value else {
            return Err(ApiError::internal("a resource must be an object"));
        };
        // In rows an empty text may be a key that must be there.
        record.retain(|_, value| value.as_str() != Some(""));
        Ok(Self { record, cleaned, beside: Beside::Markdown(heading.into()), lifetime: Lifetime::Minute })
    }

    #[must_use]
    pub fn beside(self, beside: Beside) -> Self {
        Self { beside, ..self }
    }

    #[must_use]
    pub fn living(self, lifetime: Lifetime) -> Self {
        Self { lifetime, ..self }
    }

    /// Adds a field to the record.
    ///
    /// # Errors
    /// `internal` when the value cannot be written.
    pub fn put(&mut self, name: &str, value: &impl Serialize) -> Result<(), ApiError> {
        let (value, cleaned) = written(value)?;
        self.cleaned += cleaned;
        self.record.insert(name.to_owned(), value);
        Ok(())
    }
}

/// A value as JSON without nulls, and what was cleaned in its texts.
fn written(value: &impl Serialize) -> Result<(Value, Cleaned), ApiError> {
    let (value, cleaned) = counted(|| serde_json::to_value(value));
    let mut value =
        value.map_err(|error| ApiError::internal(format!("the resource cannot be written: {error}")))?;
    drop_nulls(&mut value);
    Ok((value, cleaned))
}

fn drop_nulls(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            fields.retain(|_, value| !value.is_null());
            fields.values_mut().for_each(drop_nulls);
        }
        Value::Array(items) => items.iter_mut().for_each(drop_nulls),
        _ => {}
    }
}
