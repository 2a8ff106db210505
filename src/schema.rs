//! The one pass that makes schemas portable.
//!
//! Gemini, `OpenAI` and Copilot each refuse a part of JSON Schema, so every schema is brought into one plain form:
//! objects with properties, string enums, `date-time` as the only format. Three forms leave this file: the raw input
//! schema, which keeps bounds, defaults and our `x-` keys for the argument stage and the help of the command line; and
//! the input and output schemas of the wire, from which everything that clients do not need is stripped.
//!
//! Our keys: `x-aliases` (other names of a parameter), `x-values` (other words of an enum), `x-empty` (an empty text
//! is a value, it clears) and `x-entries` (made here: the schema of the values of a map with free keys).
//!
//! It deliberately knows no tool and validates no value. What it cannot express plainly it leaves in place, so that
//! [`violations`] shows it to a test.

use schemars::generate::{Contract, SchemaGenerator, SchemaSettings};
use schemars::{JsonSchema, Schema};
use serde_json::{Map, Value, json};

/// Keys that carry nothing a model or the argument stage uses.
const DROPPED: [&str; 17] = [
    "$schema",
    "additionalProperties",
    "unevaluatedProperties",
    "title",
    "examples",
    "deprecated",
    "readOnly",
    "writeOnly",
    "uniqueItems",
    "minItems",
    "maxItems",
    "minLength",
    "maxLength",
    "pattern",
    "contentEncoding",
    "contentMediaType",
    "propertyNames",
];

/// Keys that a portable schema may hold.
const PORTABLE: [&str; 7] = ["type", "description", "properties", "required", "items", "enum", "format"];

/// Parameters that explain themselves and carry no description on the wire.
const SELF_EXPLAINING: [&str; 5] = ["owner", "repo", "index", "page", "limit"];

/// Builds the input schema of an argument struct in our normal form, with bounds, defaults and `x-` keys.
#[must_use]
pub fn raw_input<T: JsonSchema>() -> Map<String, Value> {
    generate::<T>(Contract::Deserialize)
}

/// Brings a schema of the forge's description into our normal form; an object of which it says nothing takes anything.
#[must_use]
pub fn described(mut schema: Map<String, Value>) -> Map<String, Value> {
    open_unknown(&mut schema);
    normal(schema)
}

fn open_unknown(schema: &mut Map<String, Value>) {
    let is_object = schema.get("type").and_then(Value::as_str) == Some("object");
    if is_object && !schema.contains_key("properties") {
        schema.entry("additionalProperties").or_insert(Value::Bool(true));
    }
    let fields = schema.get_mut("properties").and_then(Value::as_object_mut);
    fields.into_iter().flat_map(Map::values_mut).filter_map(Value::as_object_mut).for_each(open_unknown);
    for key in ["items", "additionalProperties"] {
        schema.get_mut(key).and_then(Value::as_object_mut).into_iter().for_each(open_unknown);
    }
}

/// Reduces a raw input schema to what clients see.
#[must_use]
pub fn wire_input(raw: &Map<String, Value>) -> Map<String, Value> {
    let mut wire = stripped(raw, true);
    wire.shift_remove("description");
    if let Some(Value::Object(properties)) = wire.get_mut("properties") {
        for name in SELF_EXPLAINING {
            if let Some(Value::Object(property)) = properties.get_mut(name) {
                property.shift_remove("description");
            }
        }
    }
    wire
}

/// Builds the output schema of a result type as clients see it, without descriptions.
#[must_use]
///
/// Only what is no text stays required: the result stage leaves empty texts out.
pub fn wire_output<T: JsonSchema>() -> Map<String, Value> {
    let mut schema = stripped(&generate::<T>(Contract::Serialize), false);
    texts_optional(&mut schema);
    schema
}

fn texts_optional(schema: &mut Map<String, Value>) {
    let is_text = |property: &Value| property.get("type").and_then(Value::as_str) == Some("string");
    let texts: Vec<String> = match schema.get("properties") {
        Some(Value::Object(properties)) => properties
            .iter()
            .filter(|(_, property)| is_text(property))
            .map(|(name, _)| name.clone())
            .collect(),
        _ => Vec::new(),
    };
    if let Some(Value::Array(required)) = schema.get_mut("required") {
        required.retain(|name| !texts.iter().any(|text| name.as_str() == Some(text)));
        if required.is_empty() {
            schema.shift_remove("required");
        }
    }
    if let Some(Value::Object(properties)) = schema.get_mut("properties") {
        properties.values_mut().filter_map(Value::as_object_mut).for_each(texts_optional);
    }
    if let Some(Value::Object(items)) = schema.get_mut("items") {
        texts_optional(items);
    }
}

/// Lists what would keep a schema of the wire from being portable, each with its place.
#[must_use]
pub fn violations(schema: &Map<String, Value>) -> Vec<String> {
    let mut found = Vec::new();
    if schema.get("type").and_then(Value::as_str) != Some("object") {
        found.push("top level: not an object".to_owned());
    }
    inspect(schema, "top level", &mut found);
    found
}

fn generate<T: JsonSchema>(contract: Contract) -> Map<String, Value> {
    // Everything but this call is the same for all types, and compiled once.
    root(generator(contract).into_root_schema_for::<T>())
}

fn generator(contract: Contract) -> SchemaGenerator {
    let mut settings = SchemaSettings::draft2020_12();
    settings.inline_subschemas = true;
    settings.meta_schema = None;
    settings.contract = contract;
    settings.into_generator()
}

fn root(schema: Schema) -> Map<String, Value> {
    match schema.to_value() {
        Value::Object(schema) => normal(schema),
        other => Map::from_iter([("schema".to_owned(), other)]),
    }
}

/// Brings one schema and everything below it into the normal form.
fn normal(mut schema: Map<String, Value>) -> Map<String, Value> {
    unwrap_alternatives(&mut schema);
    drop_null(&mut schema);
    constant_to_enum(&mut schema);
    plain_format(&mut schema);
    if let Some(text) = schema.get("description").and_then(Value::as_str).map(one_paragraph_a_line) {
        schema.insert("description".to_owned(), text.into());
    }
    keep_entries(&mut schema);
    for key in DROPPED {
        schema.shift_remove(key);
    }

    if let Some(Value::Object(properties)) = schema.get_mut("properties") {
        let nullable: Vec<String> = properties
            .iter()
            .filter(|(_, property)| takes_null(property))
            .map(|(name, _)| name.clone())
            .collect();
        properties.values_mut().for_each(normal_in_place);
        // A field that may be null is left out by the result stage and may be left out by a caller.
        if let Some(Value::Array(required)) = schema.get_mut("required") {
            required.retain(|name| !nullable.iter().any(|other| name.as_str() == Some(other)));
        }
    }
    if schema.get("required").and_then(Value::as_array).is_some_and(Vec::is_empty) {
        schema.shift_remove("required");
    }
    if schema.get("type").and_then(Value::as_str) == Some("object") {
        schema.entry("properties").or_insert_with(|| json!({}));
    }
    for key in ["items", "x-entries"] {
        schema.get_mut(key).into_iter().for_each(normal_in_place);
    }
    words_to_items(schema)
}

fn normal_in_place(value: &mut Value) {
    if let Value::Object(schema) = value {
        *schema = normal(std::mem::take(schema));
    }
}

/// Replaces `anyOf`, `oneOf` and `allOf` by what they say where that is a single thing; keys beside them win.
fn unwrap_alternatives(schema: &mut Map<String, Value>) {
    for key in ["anyOf", "oneOf", "allOf"] {
        let Some(Value::Array(branches)) = schema.get(key) else { continue };
        let mut branches: Vec<Map<String, Value>> =
            branches.iter().filter_map(Value::as_object).filter(|branch| !is_null(branch)).cloned().collect();
        for branch in &mut branches {
            unwrap_alternatives(branch);
            drop_null(branch);
            constant_to_enum(branch);
        }
        let single = match (branches.len(), key) {
            (1, _) => branches.pop(),
            (_, "allOf") => None,
            _ => joined_words(&branches),
        };
        let Some(single) = single else { continue };
        schema.shift_remove(key);
        for (name, value) in single {
            schema.entry(name).or_insert(value);
        }
    }
}

/// Joins branches that are all string enums into one.
fn joined_words(branches: &[Map<String, Value>]) -> Option<Map<String, Value>> {
    let mut words: Vec<Value> = Vec::new();
    for branch in branches {
        for word in branch.get("enum")?.as_array()? {
            if !word.is_string() {
                return None;
            }
            if !words.contains(word) {
                words.push(word.clone());
            }
        }
    }
    let joined = json!({"type": "string", "enum": words});
    if words.is_empty() { None } else { joined.as_object().cloned() }
}

/// Turns an optional type into the plain one.
fn drop_null(schema: &mut Map<String, Value>) {
    if let Some(Value::Array(types)) = schema.get_mut("type") {
        types.retain(|name| name.as_str() != Some("null"));
        if let [single] = types.as_slice() {
            let single = single.clone();
            schema.insert("type".to_owned(), single);
        }
    }
    if let Some(Value::Array(words)) = schema.get_mut("enum")
        && words.len() > 1
    {
        words.retain(|word| !word.is_null());
    }
    if schema.get("default").is_some_and(Value::is_null) {
        schema.shift_remove("default");
    }
}

/// Writes a constant as an enum of one word.
fn constant_to_enum(schema: &mut Map<String, Value>) {
    if let Some(word) = schema.shift_remove("const") {
        if word.is_string() {
            schema.entry("type").or_insert_with(|| "string".into());
        }
        schema.insert("enum".to_owned(), Value::Array(vec![word]));
    }
}

/// Drops formats other than date-time; the width of an integer stays as its bounds.
fn plain_format(schema: &mut Map<String, Value>) {
    let bounds = match schema.get("format").and_then(Value::as_str) {
        None | Some("date-time") => return,
        Some("int32") => Some((i64::from(i32::MIN), i64::from(i32::MAX))),
        Some("uint32") => Some((0, i64::from(u32::MAX))),
        Some(_) => None,
    };
    schema.shift_remove("format");
    let Some((minimum, maximum)) = bounds else { return };
    schema.entry("minimum").or_insert_with(|| minimum.into());
    schema.entry("maximum").or_insert_with(|| maximum.into());
}

/// Keeps the schema of a map's values for the argument stage; clients see an object without properties.
fn keep_entries(schema: &mut Map<String, Value>) {
    match schema.shift_remove("additionalProperties") {
        Some(Value::Object(entries)) => drop(schema.insert("x-entries".to_owned(), entries.into())),
        Some(Value::Bool(true)) => drop(schema.insert("x-entries".to_owned(), json!({}))),
        _ => {}
    }
}

/// Moves what was said on a list about its words to the items that hold them.
fn words_to_items(mut schema: Map<String, Value>) -> Map<String, Value> {
    let about_items = schema.get("items").is_some_and(|items| items.get("enum").is_some());
    if about_items
        && let Some(words) = schema.shift_remove("x-values")
        && let Some(Value::Object(items)) = schema.get_mut("items")
    {
        items.insert("x-values".to_owned(), words);
    }
    schema
}

/// Joins the lines of each paragraph of a doc comment.
fn one_paragraph_a_line(text: &str) -> String {
    let paragraphs = text.split("\n\n").map(|paragraph| {
        paragraph.lines().map(str::trim).filter(|line| !line.is_empty()).collect::<Vec<_>>().join(" ")
    });
    paragraphs.filter(|paragraph| !paragraph.is_empty()).collect::<Vec<_>>().join("\n")
}

fn is_null(schema: &Map<String, Value>) -> bool {
    schema.get("type").and_then(Value::as_str) == Some("null")
}

/// Tells whether a schema as schemars wrote it admits null.
fn takes_null(schema: &Value) -> bool {
    let types = schema.get("type").and_then(Value::as_array);
    let branches = schema.get("anyOf").and_then(Value::as_array);
    types.is_some_and(|types| types.iter().any(|name| name.as_str() == Some("null")))
        || branches.is_some_and(|branches| branches.iter().filter_map(Value::as_object).any(is_null))
}

/// Copies a schema in normal form without what the wire does not carry.
fn stripped(schema: &Map<String, Value>, descriptions: bool) -> Map<String, Value> {
    let hidden = |key: &str| {
        key.starts_with("x-")
            || matches!(key, "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum" | "multipleOf")
            || key == "default"
            || (key == "description" && !descriptions)
    };
    let below = |value: &Value| match value {
        Value::Object(inner) => Value::Object(stripped(inner, descriptions)),
        other => other.clone(),
    };
    let kept = schema.iter().filter(|(key, _)| !hidden(key)).map(|(key, value)| {
        let value = match (key.as_str(), value) {
            ("properties", Value::Object(properties)) => {
                properties.iter().map(|(name, property)| (name.clone(), below(property))).collect()
            }
            // What the list is about says it.
            ("items", items) => without_description(below(items)),
            (_, other) => other.clone(),
        };
        (key.clone(), value)
    });
    // A map of a known length is made to measure. One that grows takes room for four entries, which is a hundred bytes
    // each, and a list holds a thousand maps at once.
    kept.collect::<Vec<_>>().into_iter().collect()
}

fn without_description(mut schema: Value) -> Value {
    if let Value::Object(fields) = &mut schema {
        fields.shift_remove("description");
    }
    schema
}

fn inspect(schema: &Map<String, Value>, place: &str, found: &mut Vec<String>) {
    let mut report = |what: String| found.push(format!("{place}: {what}"));
    for key in schema.keys().filter(|key| !PORTABLE.contains(&key.as_str())) {
        report(format!("key {key}"));
    }
    match schema.get("type") {
        Some(Value::String(name)) if name == "null" => report("type null".to_owned()),
        Some(Value::String(name)) if name == "object" && !schema.contains_key("properties") => {
            report("object without properties".to_owned());
        }
        Some(Value::String(name)) if name == "array" && !schema.contains_key("items") => {
            report("array without items".to_owned());
        }
        Some(Value::String(_)) => {}
        Some(_) => report("type list".to_owned()),
        None => report("no type".to_owned()),
    }
    if let Some(words) = schema.get("enum") {
        let strings = words.as_array().is_some_and(|words| words.iter().all(Value::is_string));
        if !strings || schema.get("type").and_then(Value::as_str) != Some("string") {
            report("enum of other than strings".to_owned());
        }
    }
    if let Some(format) = schema.get("format").filter(|format| format.as_str() != Some("date-time")) {
        report(format!("format {format}"));
    }

    let properties = schema.get("properties").and_then(Value::as_object);
    let named = properties.into_iter().flatten().map(|(name, value)| (format!("{place}.{name}"), value));
    let items = schema.get("items").map(|items| (format!("{place}[]"), items));
    let branches =
        ["anyOf", "oneOf", "allOf"].iter().filter_map(|key| Some((key, schema.get(*key)?.as_array()?)));
    let branches = branches.flat_map(|(key, branches)| branches.iter().map(move |branch| (key, branch)));
    let branches = branches.map(|(key, branch)| (format!("{place}.{key}"), branch));
    for (place, value) in named.chain(items).chain(branches) {
        match value {
            Value::Object(inner) => inspect(inner, &place, found),
            Value::Bool(_) => found.push(format!("{place}: boolean schema")),
            _ => found.push(format!("{place}: not a schema")),
        }
    }
}
