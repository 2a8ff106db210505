//! Passes over what we send.

use serde_json::{Value, json};

use super::super::schema::{definitions, each_operation, fields_of, items_of, refer_to};

/// The name of the schema that every text in a path gets.
pub(crate) const PATH_SEGMENT: &str = "PathSegment";

/// What a text in a path may be: components between slashes, none of them empty, `.` or `..`, and no backslash and no
/// control character anywhere.
pub(crate) const PATH_SEGMENT_PATTERN: &str =
    r"^(?!\.{1,2}(?:/|$))[^/\\\x00-\x1f\x7f-\x9f]+(?:/(?!\.{1,2}(?:/|$))[^/\\\x00-\x1f\x7f-\x9f]+)*$";

/// Removes the operations that take `multipart/form-data`, which progenitor does not know; three uploads, written by
/// hand. They stay in the table of operations.
pub(crate) fn drop_multipart(spec: &mut Value) {
    for (_, item) in fields_of(spec, "paths").into_iter().flatten() {
        if let Some(operations) = item.as_object_mut() {
            operations.retain(|_, operation| {
                operation["requestBody"]["content"].get("multipart/form-data").is_none()
            });
        }
    }
    if let Some(paths) = fields_of(spec, "paths") {
        paths.retain(|_, item| item.as_object().is_some_and(|operations| !operations.is_empty()));
    }
}

/// Gives every text in a path one named schema with a pattern, so that the client refuses what would leave its route
/// before any request is made (E3): progenitor encodes neither `.` nor `\`, and URLs resolve both. The rule about
/// components holds behind proxies that decode `%2F`, too. Closed lists of words (`diffType`) stay what they are.
pub(crate) fn make_path_segments_safe(spec: &mut Value) {
    each_operation(spec, |_, _, operation| {
        for parameter in items_of(operation, "parameters").into_iter().flatten() {
            let schema = &parameter["schema"];
            if parameter["in"] == "path" && schema["type"] == "string" && schema.get("enum").is_none() {
                parameter["schema"] = refer_to(PATH_SEGMENT);
            }
        }
    });
    if let Some(definitions) = definitions(spec) {
        let schema = json!({
            "type": "string",
            "description": "A text in the path of a request. Slashes are allowed between components; a component is \
                            never empty, `.` or `..`, and there is no backslash and no control character.",
            "pattern": PATH_SEGMENT_PATTERN,
        });
        definitions.insert(PATH_SEGMENT.to_owned(), schema);
    }
}
