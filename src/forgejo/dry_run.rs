//! What a dry run shows instead of sending: method, address and body of a write, without secrets.

use std::borrow::Cow;

use reqwest::Request;
use serde_json::Value;

use super::error::{ApiError, Kind};
use super::operation::{BodyKind, Operation};
use crate::secret;

/// The most characters of one text of a body that are shown.
const LONGEST: usize = 400;

/// A request as people may see it.
pub(super) fn shown(request: &Request, operation: &Operation) -> String {
    let line = format!("{} {}", request.method(), request.url());
    if operation.body_kind == BodyKind::Form {
        return format!("{line}\n(a form with the file)");
    }
    match request.body().and_then(reqwest::Body::as_bytes) {
        Some(body) => format!("{line}\n{}", shown_body(body, operation)),
        None => line,
    }
}

/// The error that ends a call whose write was shown.
pub(super) fn held_back(shown: &str) -> ApiError {
    ApiError::new(Kind::DryRun, format!("nothing was sent; it would have been {shown}"))
}

fn shown_body(body: &[u8], operation: &Operation) -> String {
    let Ok(mut body) = serde_json::from_slice::<Value>(body) else {
        return format!("({} bytes)", body.len());
    };
    secret::hide_inside(&mut body);
    // The value of a secret of CI has a name that says nothing.
    if operation.path.contains("/actions/secrets/")
        && let Some(value) = body.get_mut("data")
    {
        *value = Value::from(secret::HIDDEN);
    }
    shorten(&mut body);
    body.to_string()
}

/// Shortens long texts, and takes names and passwords out of addresses.
fn shorten(value: &mut Value) {
    match value {
        Value::Object(fields) => fields.values_mut().for_each(shorten),
        Value::Array(items) => items.iter_mut().for_each(shorten),
        Value::String(text) => {
            if let Cow::Owned(address) = secret::address(text) {
                *text = address;
            }
            if let Some((at, _)) = text.char_indices().nth(LONGEST) {
                let left = text.len() - at;
                text.truncate(at);
                text.push_str(&format!("… [+{left} bytes]"));
            }
        }
        _ => {}
    }
}
