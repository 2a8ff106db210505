//! Passes over the definitions: closed and exact in requests, generous in answers.

use serde_json::{Value, json};

use super::super::schema::{
    Direction, definitions, each_inline_schema, each_nested, fields_of, inner_schemas, reachable, reference,
};

/// Removes the definitions that no operation uses, such as those of the errors.
pub(crate) fn forget_unused(spec: &mut Value) {
    let mut used = reachable(spec, Direction::Request);
    used.extend(reachable(spec, Direction::Response));
    if let Some(definitions) = definitions(spec) {
        definitions.retain(|name, _| used.contains(name));
    }
}

/// Puts plain definitions (texts, numbers, lists, mere other names) in the place where they are used: as types of
/// their own they only wrap a value. Closed lists of words stay definitions in requests; in answers they are put in
/// place as well, so that a list which is closed in a request can be open in an answer.
pub(crate) fn inline_plain_definitions(spec: &mut Value) {
    let all = spec["components"]["schemas"].clone();
    let inline = |way: Direction, schema: &mut Value| {
        while let Some(definition) = reference(schema).map(|name| &all[name]) {
            let is_type = definition["type"] == "object";
            let is_closed = way == Direction::Request
                && (definition.get("enum").is_some() || definition.get("pattern").is_some());
            if is_type || is_closed {
                break;
            }
            *schema = definition.clone();
        }
    };
    for way in [Direction::Request, Direction::Response] {
        each_inline_schema(spec, way, |schema| each_nested(schema, &mut |inner| inline(way, inner)));
        each_definition(spec, way, |definition| {
            for inner in inner_schemas(definition) {
                each_nested(inner, &mut |inner| inline(way, inner));
            }
        });
    }
}

/// Opens every closed list of words in an answer: the forge answers an empty state, and newer versions have more
/// words.
pub(crate) fn open_response_enums(spec: &mut Value) {
    each_response_schema(spec, |schema| {
        if let Some(fields) = schema.as_object_mut() {
            fields.remove("enum");
        }
    });
}

/// Reads dates in answers as text: the forge writes year 1 or an empty text where there is none. In requests they
/// stay dates.
pub(crate) fn read_dates_as_text(spec: &mut Value) {
    each_response_schema(spec, |schema| {
        if matches!(schema["format"].as_str(), Some("date" | "date-time"))
            && let Some(fields) = schema.as_object_mut()
        {
            fields.remove("format");
        }
    });
}

/// Lets every field of an answer be missing or null: what is required in the description is not always sent, and
/// older versions lack fields.
pub(crate) fn require_nothing_of_responses(spec: &mut Value) {
    each_response_schema(spec, |schema| {
        if let Some(fields) = schema.as_object_mut() {
            fields.remove("required");
        }
    });
}

/// Forgets required names that are no property: a map of texts (the configuration of a new webhook) is a map for
/// the generator only without them.
pub(crate) fn require_only_named_properties(spec: &mut Value) {
    for (_, definition) in definitions(spec).into_iter().flatten() {
        if definition.get("properties").is_none()
            && let Some(fields) = definition.as_object_mut()
        {
            fields.remove("required");
        }
    }
}

/// Takes null for lists and maps. In answers it comes in the place of an empty one (S3). In requests it tells "not
/// named" from "empty": without it the generator leaves out an empty list, and an edit could never clear one.
pub(crate) fn take_null_for_collections(spec: &mut Value) {
    for (_, definition) in definitions(spec).into_iter().flatten() {
        take_null_inside(definition);
    }
    each_inline_schema(spec, Direction::Response, take_null_inside);
}

fn take_null_inside(schema: &mut Value) {
    let required: Vec<Value> = schema["required"].as_array().cloned().unwrap_or_default();
    for (name, property) in fields_of(schema, "properties").into_iter().flatten() {
        if is_collection(property) && !required.iter().any(|required| required == name) {
            property["nullable"] = Value::Bool(true);
        }
    }
    for inner in inner_schemas(schema) {
        take_null_inside(inner);
    }
}

/// Takes null for an answer that is a list: branches of an empty repository, reactions, timeline, issue templates
/// (S3).
pub(crate) fn take_null_for_listed_answers(spec: &mut Value) {
    each_inline_schema(spec, Direction::Response, |schema| {
        if is_collection(schema) && schema.get("properties").is_none() {
            schema["nullable"] = Value::Bool(true);
        }
    });
}

/// Takes null for a file that a commit of several files deleted: its place in the list stays.
pub(crate) fn take_null_for_deleted_files(spec: &mut Value) {
    let files = definitions(spec).and_then(|all| all.get_mut("FilesResponse"));
    if let Some(items) = files.and_then(|files| files.pointer_mut("/properties/files/items")) {
        *items = json!({ "nullable": true, "allOf": [items.take()] });
    }
}

fn is_collection(schema: &Value) -> bool {
    schema["type"] == "array" || schema["type"] == "object"
}

/// Drops the defaults: the generator would fill them in, and so send or show what nobody said.
pub(crate) fn drop_defaults(spec: &mut Value) {
    let drop = |schema: &mut Value| {
        if let Some(fields) = schema.as_object_mut() {
            fields.remove("default");
        }
    };
    for (_, definition) in definitions(spec).into_iter().flatten() {
        each_nested(definition, &mut { drop });
    }
    for way in [Direction::Request, Direction::Response] {
        each_inline_schema(spec, way, |schema| each_nested(schema, &mut { drop }));
    }
}

fn each_response_schema(spec: &mut Value, mut change: impl FnMut(&mut Value)) {
    each_inline_schema(spec, Direction::Response, |schema| each_nested(schema, &mut change));
    each_definition(spec, Direction::Response, |definition| each_nested(definition, &mut change));
}

/// Calls `change` on the objects that travel this way. A definition that travels both ways counts as an answer; a
/// plain one is no object, and was put in place before.
fn each_definition(spec: &mut Value, way: Direction, mut change: impl FnMut(&mut Value)) {
    let answers = reachable(spec, Direction::Response);
    let names = match way {
        Direction::Request => &reachable(spec, Direction::Request) - &answers,
        Direction::Response => answers,
    };
    for (name, definition) in definitions(spec).into_iter().flatten() {
        if names.contains(name) && definition["type"] == "object" {
            change(definition);
        }
    }
}
