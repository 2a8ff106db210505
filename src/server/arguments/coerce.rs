//! Single values: what is accepted in place of a number, a boolean, text, a time, an object or a list.
//!
//! It deliberately accepts only what can mean one thing: `"12"` is a number, `"12abc"`, `1.5` and `"yes"` are not
//! what was asked. Text that is due as text passes untouched, with its spaces.

use chrono::{DateTime, Datelike, NaiveDate, NaiveTime, SecondsFormat, Utc};
use serde_json::{Map, Value};

use super::{Place, names};

/// From here on a floating-point number no longer holds every whole number.
const EXACT: f64 = 9_007_199_254_740_992.0;

type Schema = Map<String, Value>;

/// Reads a whole number within the schema's bounds.
pub(super) fn integer(value: &Value, schema: &Schema) -> Option<Value> {
    let whole = match value {
        Value::Number(number) => number.as_i64().or_else(|| whole_float(number.as_f64()?))?,
        Value::String(text) => whole_text(text.trim())?,
        _ => return None,
    };
    let bound = |key: &str| schema.get(key).and_then(Value::as_i64);
    let above = bound("minimum").is_none_or(|minimum| whole >= minimum);
    let below = bound("maximum").is_none_or(|maximum| whole <= maximum);
    (above && below).then(|| whole.into())
}

/// Reads a number within the schema's bounds.
pub(super) fn number(value: &Value, schema: &Schema) -> Option<Value> {
    let number = match value {
        Value::Number(_) => value.clone(),
        Value::String(text) => number_text(text.trim())?,
        _ => return None,
    };
    let size = number.as_f64()?;
    let bound = |key: &str| schema.get(key).and_then(Value::as_f64);
    let above = bound("minimum").is_none_or(|minimum| size >= minimum);
    let below = bound("maximum").is_none_or(|maximum| size <= maximum);
    (above && below).then_some(number)
}

/// Reads a boolean or its name.
pub(super) fn boolean(value: &Value) -> Option<Value> {
    match value {
        Value::Bool(_) => Some(value.clone()),
        Value::String(text) if text.trim().eq_ignore_ascii_case("true") => Some(true.into()),
        Value::String(text) if text.trim().eq_ignore_ascii_case("false") => Some(false.into()),
        _ => None,
    }
}

/// Reads text, a word of an enum or a time; numbers and booleans are written out.
pub(super) fn text(value: Value, schema: &Schema, place: Place) -> Result<Value, String> {
    let text = match value {
        Value::String(text) => text,
        Value::Number(_) | Value::Bool(_) => value.to_string(),
        other => return Err(refusal(place, schema, &other)),
    };
    if text.is_empty() && schema.get("x-empty") == Some(&Value::Bool(true)) {
        return Ok(text.into());
    }
    if let Some(words) = schema.get("enum").and_then(Value::as_array) {
        return word(&text, words, schema)
            .map(Value::from)
            .ok_or_else(|| refusal(place, schema, &Value::String(text)));
    }
    if schema.get("format").and_then(Value::as_str) == Some("date-time") {
        return time(text.trim())
            .map(Value::from)
            .ok_or_else(|| refusal(place, schema, &Value::String(text)));
    }
    Ok(text.into())
}

/// Reads an object or text that holds one; anything else is handed back.
pub(super) fn members(value: Value) -> Result<Map<String, Value>, Value> {
    match value {
        Value::Object(members) => Ok(members),
        Value::String(text) => serde_json::from_str(text.trim()).map_err(|_| Value::String(text)),
        other => Err(other),
    }
}

/// Reads the elements of a list; anything that is not one is handed back.
pub(super) fn elements(value: Value, of_records: bool) -> Result<Vec<Value>, Value> {
    let text = match value {
        Value::Array(elements) => return Ok(elements),
        Value::Object(_) if !of_records => return Err(value),
        Value::Object(_) => return Ok(vec![value]),
        Value::String(text) => text,
        Value::Null => return Err(value),
        Value::Bool(_) | Value::Number(_) if of_records => return Err(value),
        scalar => return Ok(vec![scalar]),
    };
    let trimmed = text.trim();
    if trimmed.is_empty() {
        return Ok(Vec::new());
    }
    if of_records {
        return match serde_json::from_str(trimmed) {
            Ok(Value::Array(elements)) => Ok(elements),
            Ok(record @ Value::Object(_)) => Ok(vec![record]),
            _ => Err(Value::String(text)),
        };
    }
    if trimmed.starts_with('[') && trimmed.ends_with(']') {
        return serde_json::from_str(trimmed).map_err(|_| Value::String(text));
    }
    let items = trimmed.split(',').map(str::trim).filter(|item| !item.is_empty());
    Ok(items.map(Value::from).collect())
}

/// Writes the refusal of a value with what is accepted in its place.
pub(super) fn refusal(place: Place, schema: &Schema, value: &Value) -> String {
    let got = match value {
        Value::Null => "null".to_owned(),
        Value::Bool(_) | Value::Number(_) => value.to_string(),
        Value::String(text) => format!("\"{}\"", names::shortened(text)),
        Value::Array(_) => "a list".to_owned(),
        Value::Object(_) => "an object".to_owned(),
    };
    let suggestion = match (value.as_str(), schema.get("enum").and_then(Value::as_array)) {
        (Some(text), Some(words)) => nearest_word(text.trim(), words, schema),
        _ => None,
    };
    let suggestion = suggestion.map(|near| format!("; did you mean \"{near}\"?")).unwrap_or_default();
    format!("`{place}` must be {}, got {got}{suggestion}", accepted(schema))
}

/// Says what a parameter accepts, to stand after "must be".
pub(super) fn accepted(schema: &Schema) -> String {
    let kind = match schema.get("type").and_then(Value::as_str) {
        Some("integer") => "a whole number",
        Some("number") => "a number",
        Some("boolean") => return "true or false".to_owned(),
        Some("object") => return "an object".to_owned(),
        Some("array") => {
            let items = schema.get("items").and_then(Value::as_object);
            return match items.map(accepted) {
                Some(item) => format!("a list, each element {item}"),
                None => "a list".to_owned(),
            };
        }
        Some("string") => {
            if let Some(words) = schema.get("enum").and_then(Value::as_array) {
                let words: Vec<&str> = words.iter().filter_map(Value::as_str).collect();
                return match words.as_slice() {
                    [only] => format!("\"{only}\""),
                    _ => format!("one of {}", words.join(", ")),
                };
            }
            return match schema.get("format") {
                Some(_) => {
                    "a time (RFC 3339, such as 2026-01-31T12:00:00Z) or a date (2026-01-31)".to_owned()
                }
                None => "text".to_owned(),
            };
        }
        _ => return "a value".to_owned(),
    };
    match (schema.get("minimum"), schema.get("maximum")) {
        (Some(minimum), Some(maximum)) => format!("{kind} from {minimum} to {maximum}"),
        (Some(minimum), None) => format!("{kind}, at least {minimum}"),
        (None, Some(maximum)) => format!("{kind}, at most {maximum}"),
        (None, None) => kind.to_owned(),
    }
}

/// Reads a float that is a whole number and small enough to be exact.
fn whole_float(float: f64) -> Option<i64> {
    if float.fract() != 0.0 || float.abs() > EXACT {
        return None;
    }
    // A negative zero would print as "-0", which parses as 0.
    format!("{float:.0}").parse().ok()
}

/// Reads digits with an optional sign and an optional fraction of zeros.
fn whole_text(text: &str) -> Option<i64> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
    if fraction.is_empty() || !fraction.bytes().all(|digit| digit == b'0') {
        return None;
    }
    whole.parse().ok()
}

/// Reads a number as JSON writes it, so that words such as `inf` are none.
fn number_text(text: &str) -> Option<Value> {
    let value: Value = serde_json::from_str(text).ok()?;
    value.is_number().then_some(value)
}

/// Finds the word of an enum that a text means; case does not count, and other words may stand for it.
fn word(text: &str, words: &[Value], schema: &Schema) -> Option<String> {
    let text = text.trim();
    let same = |word: &str| word.to_lowercase() == text.to_lowercase();
    let known = || words.iter().filter_map(Value::as_str);
    let exact = known().find(|word| *word == text).or_else(|| known().find(|word| same(word)));
    let other = || {
        let others = schema.get("x-values").and_then(Value::as_object)?;
        let meant =
            others.get(text).or_else(|| others.iter().find(|(word, _)| same(word)).map(|(_, word)| word))?;
        meant.as_str()
    };
    exact.or_else(other).map(str::to_owned)
}

/// Suggests the word of an enum nearest to a text, also by way of the other words that are taken for it.
fn nearest_word(text: &str, words: &[Value], schema: &Schema) -> Option<String> {
    let others = schema.get("x-values").and_then(Value::as_object);
    let known = words.iter().filter_map(Value::as_str);
    let near =
        names::nearest(text, known.chain(others.into_iter().flatten().map(|(word, _)| word.as_str())))?;
    let meant = others.and_then(|others| others.get(near)).and_then(Value::as_str);
    Some(meant.unwrap_or(near).to_owned())
}

/// Writes an RFC 3339 time or a date, which means its midnight, in UTC.
fn time(text: &str) -> Option<String> {
    let time: DateTime<Utc> = match text.len() {
        10 if text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-') => {
            NaiveDate::parse_from_str(text, "%Y-%m-%d").ok()?.and_time(NaiveTime::MIN).and_utc()
        }
        _ => DateTime::parse_from_rfc3339(text).ok()?.to_utc(),
    };
    // RFC 3339 has four digits for the year; an offset may lead out of them.
    (0..=9999).contains(&time.year()).then(|| time.to_rfc3339_opts(SecondsFormat::AutoSi, true))
}
