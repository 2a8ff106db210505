//! What `--cli TOOL --help` says: each parameter with its type, whether it must be given, what it means and takes.

use std::fmt::Write;

use serde_json::{Map, Value};

use super::parameters::{Shape, aliases, all, flag, is_required};
use crate::tools::ToolEntry;

/// One parameter, in a sentence or two.
pub(super) fn parameter(name: &str, property: &Value, is_required: bool) -> String {
    let mut parts =
        vec![format!("{}, {}", kind(property), if is_required { "required" } else { "optional" })];
    let said = description(property).unwrap_or_else(|| usual(name).to_owned());
    if !said.is_empty() {
        parts.push(said);
    }
    let items = property.get("items").unwrap_or(property);
    if let Some(words) = words(property).or_else(|| words(items)) {
        parts.push(format!("One of {}", words.join(", ")));
    }
    parts.extend(range(property));
    if let Some(default) = property.get("default").filter(|default| !is_plain(default)) {
        parts.push(format!("Default {}", shown(default)));
    }
    if let Some(fields) = fields(items) {
        parts.push(format!("JSON with {fields}"));
    }
    let others: Vec<String> = aliases(property).map(|alias| format!("--{}", flag(alias))).collect();
    if !others.is_empty() {
        parts.push(format!("Also {}", others.join(", ")));
    }
    parts.join(". ")
}

/// The placeholder of a value.
pub(super) fn value_name(property: &Value) -> &'static str {
    match Shape::of(property) {
        Shape::Text if property.get("format").is_some() => "TIME",
        Shape::Text if property.get("enum").is_some() => "WORD",
        Shape::Text => "TEXT",
        Shape::Number => "NUMBER",
        Shape::Boolean => "BOOL",
        Shape::Words => "LIST",
        Shape::Records | Shape::Object => "JSON",
    }
}

/// What stands below the parameters: how values are written, and the shortest call.
pub(super) fn below(tool: &ToolEntry, schema: &Map<String, Value>) -> String {
    let mut call = format!("forgejo-mcp --cli {}", tool.name);
    let mut arguments = Map::new();
    for (name, property) in all(schema) {
        if !is_required(schema, name) {
            continue;
        }
        let value = sample(name, property);
        let written = match &value {
            Value::String(text)
                if text.chars().all(|letter| letter.is_alphanumeric() || "/-_.".contains(letter)) =>
            {
                text.clone()
            }
            Value::String(text) => format!("'{text}'"),
            Value::Number(_) | Value::Bool(_) => value.to_string(),
            other => format!("'{other}'"),
        };
        let _ = write!(call, " --{} {written}", flag(name));
        arguments.insert(name.to_owned(), value);
    }
    let json = Value::Object(arguments);
    format!(
        "Text is also taken from a file, @FILE, or from standard input, -.\n\
         Lists are written a,b or by repeating the flag.\n\
         The program's flags (--url, --demo, --output, …) may stand here, too; see forgejo-mcp --help.\n\n\
         Example:\n  {call}\n  forgejo-mcp --cli {} --args '{json}'",
        tool.name
    )
}

fn kind(property: &Value) -> &'static str {
    match Shape::of(property) {
        Shape::Text if property.get("format").is_some() => "time",
        Shape::Text => "text",
        Shape::Number if property.get("type").and_then(Value::as_str) == Some("number") => "number",
        Shape::Number => "whole number",
        Shape::Boolean => "true or false",
        Shape::Object => "object",
        Shape::Records => "list of objects",
        Shape::Words => match property.get("items").map(Shape::of) {
            Some(Shape::Number) => "list of numbers",
            _ => "list of text",
        },
    }
}

/// What the names say that need no description in the listing of a client.
fn usual(name: &str) -> &'static str {
    match name {
        "owner" => "User or organisation that the repository belongs to",
        "repo" => "Name of the repository",
        "index" => "Number of the issue or pull request",
        "page" => "Page, from 1",
        "limit" => "Rows on a page",
        _ => "",
    }
}

fn description(property: &Value) -> Option<String> {
    let text = property.get("description").and_then(Value::as_str)?.replace('\n', " ");
    let text = text.trim().trim_end_matches('.');
    (!text.is_empty()).then(|| text.to_owned())
}

fn words(schema: &Value) -> Option<Vec<&str>> {
    let words = schema.get("enum")?.as_array()?;
    Some(words.iter().filter_map(Value::as_str).collect())
}

/// The bounds, where they say more than the width of a number.
fn range(property: &Value) -> Option<String> {
    let bound = |key: &str| property.get(key).and_then(Value::as_i64);
    let least = bound("minimum").filter(|least| *least > 0);
    let most = bound("maximum").filter(|most| *most < i64::from(i32::MAX));
    match (least, most) {
        (Some(least), Some(most)) => Some(format!("From {least} to {most}")),
        (Some(least), None) => Some(format!("At least {least}")),
        (None, Some(most)) => Some(format!("At most {most}")),
        (None, None) => None,
    }
}

fn is_plain(default: &Value) -> bool {
    match default {
        Value::Null | Value::Bool(false) => true,
        Value::Array(items) => items.is_empty(),
        Value::Object(fields) => fields.is_empty(),
        Value::String(text) => text.is_empty(),
        _ => false,
    }
}

fn shown(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// The fields of an object, those that must be there marked.
fn fields(schema: &Value) -> Option<String> {
    let fields = schema.as_object()?;
    let named = all(fields);
    let named = named.iter().map(|(name, property)| {
        let required = if is_required(fields, name) { ", required" } else { "" };
        let words = words(property).map(|words| format!(": {}", words.join(" or "))).unwrap_or_default();
        format!("{name} ({}{required}{words})", kind(property))
    });
    let named: Vec<String> = named.collect();
    (!named.is_empty()).then(|| named.join(", "))
}

/// A value as it might be given.
fn sample(name: &str, property: &Value) -> Value {
    if let Some(word) = words(property).and_then(|words| words.first().copied()) {
        return Value::from(word);
    }
    match (name, Shape::of(property)) {
        ("owner" | "org", _) => Value::from("harbor"),
        ("repo", _) => Value::from("lighthouse"),
        ("index", _) => Value::from(7),
        ("path" | "file_path", Shape::Text) => Value::from("docs/README.md"),
        ("branch" | "ref" | "base", Shape::Text) => Value::from("main"),
        ("title", _) => Value::from("Lamp is dark"),
        (_, Shape::Number) => Value::from(1),
        (_, Shape::Boolean) => Value::from(true),
        (_, Shape::Text) if property.get("format").is_some() => Value::from("2026-01-31"),
        (_, Shape::Text) => Value::from(format!("some {}", name.replace('_', " "))),
        (_, Shape::Words) => Value::from(vec![sample(name, property.get("items").unwrap_or(&Value::Null))]),
        (_, Shape::Records) => Value::from(vec![record(property.get("items").unwrap_or(&Value::Null))]),
        (_, Shape::Object) => record(property),
    }
}

fn record(schema: &Value) -> Value {
    let Some(fields) = schema.as_object() else { return Value::Object(Map::new()) };
    let required = all(fields).into_iter().filter(|(name, _)| is_required(fields, name));
    required.map(|(name, property)| (name.to_owned(), sample(name, property))).collect()
}
