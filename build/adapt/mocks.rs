//! Passes for the copy of the description that the typed mocks are made from.
//!
//! The mocks paste values into patterns and know fewer types than the client does; none of this reaches the client.

use serde_json::{Map, Value, json};

use super::super::operations::is_wildcard;
use super::super::schema::{Direction, each_inline_schema, each_operation, fields_of, items_of};

/// Makes the mocks' copy.
pub(crate) fn adapt_for_mocks(adapted: &Value) -> Value {
    let mut spec = adapted.clone();
    send_lists_as_text(&mut spec);
    answer_scalars_as_objects(&mut spec);
    answer_lists_without_null(&mut spec);
    match_any_end_of_wildcard_routes(&mut spec);
    spec
}

/// Turns lists in the query into texts: the mocks call `to_string` on them.
fn send_lists_as_text(spec: &mut Value) {
    each_operation(spec, |_, _, operation| {
        for parameter in items_of(operation, "parameters").into_iter().flatten() {
            if parameter["schema"]["type"] == "array" {
                parameter["schema"] = json!({ "type": "string" });
            }
        }
    });
}

/// Turns answers that are a mere value into objects: the mocks take what they send by reference, and fail on these.
fn answer_scalars_as_objects(spec: &mut Value) {
    each_inline_schema(spec, Direction::Response, |schema| {
        if matches!(schema["type"].as_str(), Some("boolean" | "integer" | "number")) {
            *schema = json!({ "type": "object" });
        }
    });
}

/// Lets a test give a list without wrapping it.
fn answer_lists_without_null(spec: &mut Value) {
    each_inline_schema(spec, Direction::Response, |schema| {
        if let Some(fields) = schema.as_object_mut() {
            fields.remove("nullable");
        }
    });
}

/// Ends wildcard routes in `.*`: their last part is sent with raw slashes, which the pattern of a parameter never
/// matches.
fn match_any_end_of_wildcard_routes(spec: &mut Value) {
    let Some(paths) = fields_of(spec, "paths") else { return };
    let mut matched = Map::new();
    for (path, mut item) in std::mem::take(paths) {
        let last = path.rsplit('/').next().unwrap_or_default();
        if !is_wildcard(&path) {
            matched.insert(path, item);
            continue;
        }
        let name = last.trim_start_matches('{').trim_end_matches('}').to_owned();
        for (_, operation) in item.as_object_mut().into_iter().flatten() {
            if let Some(parameters) = items_of(operation, "parameters") {
                parameters.retain(|parameter| parameter["name"] != name.as_str());
            }
        }
        matched.insert(format!("{}.*", path.trim_end_matches(last)), item);
    }
    *paths = matched;
}
