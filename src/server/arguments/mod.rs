//! The one argument stage: from what a caller sent to what a tool's struct takes.
//!
//! Models write numbers as text, lists as `a,b`, null for what they leave out, and names in the spelling of other
//! servers. All that leniency lives here, driven by the raw input schema alone (see `schema`), at every depth.
//! What stays unclear is refused with one sentence that names the parameter and says what is accepted.
//!
//! It deliberately fills in no defaults (serde does), knows no tool, and asks the forge nothing.

mod coerce;
mod names;

use std::fmt;

use serde_json::{Map, Value};

pub use names::alias_conflicts;

/// Brings the arguments of a call into the form of the tool's raw input schema, or says what is wrong.
pub fn normalise(
    arguments: Map<String, Value>,
    raw: &Map<String, Value>,
) -> Result<Map<String, Value>, String> {
    object(arguments, raw, Place::Top).map_err(|problem| problem.to_string())
}

/// Where in the arguments a value stands; written only when something is wrong there.
#[derive(Clone, Copy)]
enum Place<'a> {
    Top,
    Field(&'a Place<'a>, &'a str),
    Element(&'a Place<'a>, usize),
}

impl fmt::Display for Place<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Top => Ok(()),
            Place::Field(Place::Top, name) => f.write_str(name),
            Place::Field(parent, name) => write!(f, "{parent}.{name}"),
            Place::Element(parent, index) => write!(f, "{parent}[{index}]"),
        }
    }
}

/// Normalises the members of one object: names first, then each value by its own schema.
fn object(
    given: Map<String, Value>,
    schema: &Map<String, Value>,
    place: Place,
) -> Result<Map<String, Value>, String> {
    let none = Map::new();
    let properties = schema.get("properties").and_then(Value::as_object).unwrap_or(&none);
    let entries = schema.get("x-entries").and_then(Value::as_object);
    if properties.is_empty() && entries.is_some_and(Map::is_empty) {
        return Ok(given);
    }

    let mut taken = Map::with_capacity(given.len());
    let mut spelled: Vec<(&str, String)> = Vec::new();
    for (written, value) in given {
        if value.is_null() {
            continue;
        }
        let Some((name, property)) = names::find(&written, properties) else {
            let Some(entry) = entries else { return Err(names::unknown(&written, properties, place)) };
            let value = by_schema(value, entry, Place::Field(&place, &names::shortened(&written)))?;
            taken.insert(written, value);
            continue;
        };
        let value = by_schema(value, property, Place::Field(&place, name))?;
        if let Some(earlier) = taken.get(name)
            && *earlier != value
        {
            let other = spelled.iter().find(|(taken, _)| *taken == name).map_or(name, |(_, written)| written);
            let here = Place::Field(&place, name);
            return Err(format!(
                "`{other}` and `{written}` are the same parameter (`{here}`) and were given different values; give only `{here}`"
            ));
        }
        taken.insert(name.to_owned(), value);
        spelled.push((name, written));
    }
    all_required(&taken, schema, properties, place)?;
    Ok(taken)
}

/// Refuses an object that lacks required members, naming all of them at once.
fn all_required(
    taken: &Map<String, Value>,
    schema: &Map<String, Value>,
    properties: &Map<String, Value>,
    place: Place,
) -> Result<(), String> {
    let required = schema.get("required").and_then(Value::as_array).into_iter().flatten();
    let missing: Vec<String> = required
        .filter_map(Value::as_str)
        .filter(|name| !taken.contains_key(*name))
        .map(|name| match properties.get(name).and_then(Value::as_object) {
            Some(property) => format!("`{}` ({})", Place::Field(&place, name), coerce::accepted(property)),
            None => format!("`{}`", Place::Field(&place, name)),
        })
        .collect();
    match missing.as_slice() {
        [] => Ok(()),
        [one] => Err(format!("missing required parameter {one}")),
        many => Err(format!("missing required parameters {}", many.join(", "))),
    }
}

/// Normalises one value by its schema; a value that cannot be meant is refused.
fn by_schema(value: Value, schema: &Map<String, Value>, place: Place) -> Result<Value, String> {
    let outcome = match schema.get("type").and_then(Value::as_str) {
        Some("integer") => coerce::integer(&value, schema),
        Some("number") => coerce::number(&value, schema),
        Some("boolean") => coerce::boolean(&value),
        Some("string") => return coerce::text(value, schema, place),
        Some("object") => match coerce::members(value) {
            Ok(members) => return object(members, schema, place).map(Value::Object),
            Err(value) => return Err(coerce::refusal(place, schema, &value)),
        },
        Some("array") => return list(value, schema, place),
        _ => return Ok(value),
    };
    outcome.ok_or_else(|| coerce::refusal(place, schema, &value))
}

/// Normalises a list: an array, text that holds one, words with commas, or a single element.
fn list(value: Value, schema: &Map<String, Value>, place: Place) -> Result<Value, String> {
    let none = Map::new();
    let items = schema.get("items").and_then(Value::as_object).unwrap_or(&none);
    let of_records = matches!(items.get("type").and_then(Value::as_str), Some("object" | "array"));
    let elements = match coerce::elements(value, of_records) {
        Ok(elements) => elements,
        Err(value) => return Err(coerce::refusal(place, schema, &value)),
    };
    let elements = elements.into_iter().enumerate();
    elements.map(|(index, element)| by_schema(element, items, Place::Element(&place, index))).collect()
}
