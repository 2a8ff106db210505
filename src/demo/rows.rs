//! Reading and changing rows: JSON whose missing parts count as null, so that an odd row is never a fault.
//! Deliberately without meaning of its own: what a part says is known where it is read.

use chrono::DateTime;
use serde_json::Value;

/// The part of a row at a JSON pointer, null when there is none.
pub(super) fn at<'v>(row: &'v Value, pointer: &str) -> &'v Value {
    row.pointer(pointer).unwrap_or(&Value::Null)
}

/// The text at a pointer, empty when there is none.
pub(super) fn text<'v>(row: &'v Value, pointer: &str) -> &'v str {
    at(row, pointer).as_str().unwrap_or_default()
}

/// The entries of the array at a pointer.
pub(super) fn entries<'v>(row: &'v Value, pointer: &str) -> impl Iterator<Item = &'v Value> {
    at(row, pointer).as_array().into_iter().flatten()
}

/// The seconds since 1970 of the moment at a pointer.
pub(super) fn seconds(row: &Value, pointer: &str) -> Option<i64> {
    DateTime::parse_from_rfc3339(text(row, pointer)).ok().map(|moment| moment.timestamp())
}

/// Takes the array out of a field of an object.
pub(super) fn take_array(body: &mut Value, key: &str) -> Option<Vec<Value>> {
    match body.get_mut(key).map(Value::take) {
        Some(Value::Array(rows)) => Some(rows),
        _ => None,
    }
}

/// Sets a field of an object.
pub(super) fn put(body: &mut Value, key: &str, value: impl Into<Value>) {
    if let Some(object) = body.as_object_mut() {
        object.insert(key.to_owned(), value.into());
    }
}
