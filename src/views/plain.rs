//! Answers that no view knows, shaped by general rules: people as logins, repositories as `owner/name`, labels as
//! names, times in UTC, comments of HTML marked in every text, since nobody knows which of them people wrote.
//!
//! What an answer is itself about stays an object; only what stands inside it is shortened.

use std::borrow::Cow;

use serde_json::{Map, Value};

use super::clean::mark_comments;
use super::text::Cleaned;
use super::when;
use crate::secret;

/// Texts that are code: a comment in them is no hidden one.
const CODE: [&str; 4] = ["content", "diff_hunk", "patch", "data"];

/// Shapes an answer, or each row of a list.
pub fn shape(value: &mut Value, cleaned: &mut Cleaned) {
    match value {
        Value::Object(fields) => shape_fields(fields, cleaned),
        Value::Array(rows) => rows.iter_mut().for_each(|row| shape(row, cleaned)),
        other => shape_inside("", other, cleaned),
    }
}

fn shape_fields(fields: &mut Map<String, Value>, cleaned: &mut Cleaned) {
    for (name, value) in fields {
        shape_inside(name, value, cleaned);
    }
}

fn shape_inside(name: &str, value: &mut Value, cleaned: &mut Cleaned) {
    match value {
        // The forge's placeholder of no time becomes null, and goes with the other nulls.
        Value::String(text) if is_time(text) => *value = when(Some(text.clone())).into(),
        Value::String(text) => show_hidden(name, text, cleaned),
        Value::Array(items) => items.iter_mut().for_each(|item| shape_inside(name, item, cleaned)),
        Value::Object(fields) => {
            if let Some(mut text) = short(fields).map(str::to_owned) {
                show_hidden(name, &mut text, cleaned);
                *value = Value::from(text);
                return;
            }
            if name == "config" {
                hide_settings(fields);
            }
            shape_fields(fields, cleaned);
        }
        _ => {}
    }
}

/// Hides what the settings of a webhook call a secret in words of their own.
fn hide_settings(fields: &mut Map<String, Value>) {
    let secrets = fields.iter_mut().filter(|(name, value)| secret::is_about_one(name) && value.is_string());
    secrets.for_each(|(_, value)| *value = Value::from(secret::HIDDEN));
}

/// The text that stands for a user, a repository, an organisation or a label inside something else.
fn short(fields: &Map<String, Value>) -> Option<&str> {
    let text = |name: &str| fields.get(name).and_then(Value::as_str);
    let has = |name: &str| fields.contains_key(name);
    if has("login") && has("id") {
        return text("login");
    }
    if has("full_name") && has("name") && has("owner") {
        return text("full_name");
    }
    if has("username") && has("avatar_url") {
        return text("username");
    }
    if has("color") && has("name") && has("id") {
        return text("name");
    }
    None
}

/// Whether a text is a time, and nothing else.
fn is_time(text: &str) -> bool {
    let bytes = text.as_bytes();
    let looks_like_it =
        (20..=35).contains(&bytes.len()) && bytes.get(4) == Some(&b'-') && bytes.get(10) == Some(&b'T');
    looks_like_it && chrono::DateTime::parse_from_rfc3339(text).is_ok()
}

fn show_hidden(name: &str, text: &mut String, cleaned: &mut Cleaned) {
    if let Cow::Owned(address) = secret::address(text) {
        *text = address;
    }
    if CODE.contains(&name) {
        return;
    }
    let (marked, comments) = mark_comments(text);
    if comments > 0 {
        cleaned.comments += comments;
        *text = marked.into_owned();
    }
}
