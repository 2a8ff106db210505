//! Passes over which answers an operation may give.

use serde_json::{Map, Value, json};

use super::super::schema::{each_operation, refer_to};

/// Reads any success status as the success that is described, and forgets every other answer.
///
/// - progenitor takes one type of success per operation, 19 operations describe several (S2): the one with a JSON
///   body wins, an answer without a body is completed by the client's hook.
/// - Other success codes come than those described (S1), and they differ between versions: a write that succeeded
///   must never be reported as an unexpected answer.
/// - Redirects are no success: a caller sees them by their status.
/// - Errors are read by hand, since their bodies may be JSON, text, HTML or nothing (S19, S22); a typed error would
///   lose the status of those that are not what is described (S7).
pub(crate) fn accept_any_success(spec: &mut Value) {
    each_operation(spec, |_, _, operation| {
        let described: Vec<&Value> = operation["responses"]
            .as_object()
            .into_iter()
            .flatten()
            .filter(|(status, _)| status.starts_with('2'))
            .map(|(_, response)| response)
            .collect();
        let typed = described.iter().find(|response| response["content"].get("application/json").is_some());
        let with_body = described.iter().find(|response| response.get("content").is_some());
        let success = typed.or(with_body).or(described.first());
        let success = success.map_or_else(|| json!({ "description": "success" }), |found| (*found).clone());
        operation["responses"] = Value::Object(Map::from_iter([("2XX".to_owned(), success)]));
    });
}

/// Leaves the answer of the contents route untyped: an object for a file, a list for a folder, and an empty list for
/// every path of an empty repository (S4).
pub(crate) fn leave_contents_untyped(spec: &mut Value) {
    for_operation(spec, "repoGetContents", |operation| {
        operation["responses"]["2XX"]["content"] = json!({ "application/json": { "schema": {} } });
    });
}

/// Gives the topic search its wrapper: the description says a list, the forge answers `{"topics": […]}` (P9).
pub(crate) fn wrap_found_topics(spec: &mut Value) {
    for_operation(spec, "topicSearch", |operation| {
        operation["responses"]["2XX"]["content"] = json!({ "application/json": { "schema": {
            "type": "object",
            "properties": { "topics": { "type": "array", "items": refer_to("TopicResponse") } },
        } } });
    });
}

fn for_operation(spec: &mut Value, id: &str, change: impl Fn(&mut Value)) {
    each_operation(spec, |_, _, operation| {
        if operation["operationId"] == id {
            change(operation);
        }
    });
}
