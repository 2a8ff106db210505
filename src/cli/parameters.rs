//! Flags of a tool, made from its input schema: one per parameter, under its name and its aliases.
//!
//! Values are passed on as they were written: what is a number or a boolean is decided by the server's argument stage,
//! as for every other caller.

use std::collections::BTreeSet;

use clap::builder::ArgAction;
use clap::{Arg, ArgMatches};
use serde_json::{Map, Value};

use super::input::{Input, json};
use super::out::{Failure, Outcome};
use super::tool_help;

type Schema = Map<String, Value>;

/// What kind of value a parameter takes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    Text,
    Number,
    Boolean,
    /// A list of texts, numbers or booleans.
    Words,
    /// A list of objects.
    Records,
    Object,
}

impl Shape {
    pub(super) fn of(property: &Value) -> Self {
        let kind = |schema: &Value| schema.get("type").and_then(Value::as_str).map(str::to_owned);
        match kind(property).as_deref() {
            Some("integer" | "number") => Self::Number,
            Some("boolean") => Self::Boolean,
            Some("object") => Self::Object,
            Some("array") => match property.get("items").and_then(kind).as_deref() {
                Some("object" | "array") => Self::Records,
                _ => Self::Words,
            },
            _ => Self::Text,
        }
    }
}

/// The parameters of a tool with their schemas, those that must be given first.
pub(super) fn all(schema: &Schema) -> Vec<(&str, &Value)> {
    let properties = schema.get("properties").and_then(Value::as_object);
    let mut all: Vec<(&str, &Value)> =
        properties.into_iter().flatten().map(|(name, property)| (name.as_str(), property)).collect();
    all.sort_by_key(|(name, _)| !is_required(schema, name));
    all
}

pub(super) fn is_required(schema: &Schema, name: &str) -> bool {
    let required = schema.get("required").and_then(Value::as_array);
    required.into_iter().flatten().any(|required| required == name)
}

/// The other names of a parameter.
pub(super) fn aliases(property: &Value) -> impl Iterator<Item = &str> {
    property.get("x-aliases").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str)
}

/// Whether a written name means a parameter, in any of its spellings.
pub(super) fn means(written: &str, name: &str, property: &Value) -> bool {
    let plain = |name: &str| name.replace(['-', '_'], "").to_lowercase();
    let written = plain(written);
    std::iter::once(name).chain(aliases(property)).any(|other| plain(other) == written)
}

/// Takes out the arguments that mean a parameter.
pub(super) fn remove(arguments: &mut Map<String, Value>, schema: &Schema, name: &str) {
    if let Some(property) = schema.get("properties").and_then(|all| all.get(name)) {
        arguments.retain(|written, _| !means(written, name, property));
    }
}

/// Whether an argument that is not null means a parameter.
pub(super) fn is_given(arguments: &Map<String, Value>, schema: &Schema, name: &str) -> bool {
    let property = schema.get("properties").and_then(|all| all.get(name)).unwrap_or(&Value::Null);
    arguments.iter().any(|(written, value)| !value.is_null() && means(written, name, property))
}

/// The flag of a parameter as it is shown.
pub(super) fn flag(name: &str) -> String {
    name.replace('_', "-")
}

fn id(name: &str) -> String {
    format!("parameter {name}")
}

/// The flags of a tool, with every name that they take.
pub(super) fn flags(schema: &Schema) -> (Vec<Arg>, BTreeSet<String>) {
    let all = all(schema);
    let mut taken: BTreeSet<String> = all.iter().map(|(name, _)| flag(name)).collect();
    let mut made = Vec::new();
    for (name, property) in all {
        let spellings = std::iter::once(name).chain(aliases(property));
        let spellings = spellings.flat_map(|name| [flag(name), name.to_owned(), name.replace('-', "_")]);
        let others: Vec<String> = spellings.filter(|spelling| taken.insert(spelling.clone())).collect();
        let argument = Arg::new(id(name))
            .long(flag(name))
            .aliases(others)
            .help(tool_help::parameter(name, property, is_required(schema, name)))
            .value_name(tool_help::value_name(property));
        made.push(match Shape::of(property) {
            Shape::Boolean => argument.num_args(0..=1).default_missing_value("true"),
            Shape::Words | Shape::Records => argument.action(ArgAction::Append).allow_hyphen_values(true),
            Shape::Text | Shape::Number | Shape::Object => argument.allow_hyphen_values(true),
        });
    }
    (made, taken)
}

/// Reads the parameters that were given as flags.
pub(super) fn given(schema: &Schema, matches: &ArgMatches, input: &Input) -> Outcome<Map<String, Value>> {
    let all = all(schema);
    let mut arguments = Map::new();
    for (name, property) in &all {
        let values: Vec<&String> = matches.get_many(&id(name)).into_iter().flatten().collect();
        let Some(last) = values.last() else { continue };
        let what = format!("--{}", flag(name));
        for value in &values {
            refuse_flag(&what, value, &all)?;
        }
        let value = match Shape::of(property) {
            Shape::Number | Shape::Boolean => Value::from(last.as_str()),
            Shape::Text => Value::from(input.text(&what, last)?),
            Shape::Object => json(&what, &input.text(&what, last)?)?,
            Shape::Words => words(&what, &values)?,
            Shape::Records => records(&what, &values, input)?,
        };
        arguments.insert((*name).to_owned(), value);
    }
    Ok(arguments)
}

/// Refuses a value that is another flag: its own was forgotten.
fn refuse_flag(what: &str, value: &str, all: &[(&str, &Value)]) -> Outcome {
    let Some(written) = value.strip_prefix("--") else { return Ok(()) };
    let written = written.split('=').next().unwrap_or(written);
    if written.is_empty() || !all.iter().any(|(name, property)| means(written, name, property)) {
        return Ok(());
    }
    Err(Failure::unusable(
        format!("{what} lacks its value: --{written} follows"),
        "a text that is really meant to look like a flag can be given with --args",
    ))
}

/// A list: each value is a JSON list, or words with commas between them.
fn words(what: &str, values: &[&String]) -> Outcome<Value> {
    let mut elements = Vec::new();
    for value in values {
        if value.trim_start().starts_with('[') {
            match json(what, value)? {
                Value::Array(more) => elements.extend(more),
                other => elements.push(other),
            }
            continue;
        }
        elements.extend(value.split(',').map(str::trim).filter(|word| !word.is_empty()).map(Value::from));
    }
    Ok(Value::Array(elements))
}

/// A list of objects: each value is one of them, or a list of them.
fn records(what: &str, values: &[&String], input: &Input) -> Outcome<Value> {
    let mut elements = Vec::new();
    for value in values {
        match json(what, &input.text(what, value)?)? {
            Value::Array(more) => elements.extend(more),
            one => elements.push(one),
        }
    }
    Ok(Value::Array(elements))
}
