//! Finds out what a write left as it was: the forge ignores fields that it does not know, or that the caller may not
//! set, without a word.

use serde::Serialize;
use serde_json::Value;

/// Sentences on the fields that were asked for and came back otherwise. Fields that the answer lacks are not judged.
pub(super) fn ignored(asked: &impl Serialize, now: &impl Serialize) -> Vec<String> {
    let (Ok(Value::Object(asked)), Ok(Value::Object(now))) =
        (serde_json::to_value(asked), serde_json::to_value(now))
    else {
        return Vec::new();
    };
    let differing = asked.into_iter().filter_map(|(name, wanted)| {
        let is = now.get(&name).filter(|is| !is.is_null())?;
        (comparable(&wanted) != comparable(is)).then(|| format!("{name} was not taken over: it is {is}"))
    });
    differing.collect()
}

/// A value in a form in which equal things look equal: lists without their order, names without their case.
fn comparable(value: &Value) -> Value {
    match value {
        Value::String(text) => Value::from(text.trim()),
        Value::Array(items) => {
            let mut items: Vec<String> = items
                .iter()
                .map(|item| item.as_str().map_or_else(|| item.to_string(), str::to_lowercase))
                .collect();
            items.sort();
            Value::from(items)
        }
        other => other.clone(),
    }
}
