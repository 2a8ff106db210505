//! Walking over the schemas of an OpenAPI description: what the adapt passes and the operations table share.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

/// How a schema names a definition.
const DEFINITIONS: &str = "#/components/schemas/";

/// The name of the definition that a schema refers to.
pub(crate) fn reference(schema: &Value) -> Option<&str> {
    schema["$ref"].as_str()?.strip_prefix(DEFINITIONS)
}

/// A schema that refers to a definition.
pub(crate) fn refer_to(name: &str) -> Value {
    json!({ "$ref": format!("{DEFINITIONS}{name}") })
}

/// The fields of an object inside a value.
pub(crate) fn fields_of<'a>(value: &'a mut Value, key: &str) -> Option<&'a mut Map<String, Value>> {
    value.get_mut(key).and_then(Value::as_object_mut)
}

/// The items of a list inside a value.
pub(crate) fn items_of<'a>(value: &'a mut Value, key: &str) -> Option<&'a mut Vec<Value>> {
    value.get_mut(key).and_then(Value::as_array_mut)
}

/// The definitions by name.
pub(crate) fn definitions(spec: &mut Value) -> Option<&mut Map<String, Value>> {
    fields_of(spec.get_mut("components")?, "schemas")
}

/// Calls `change` on every operation, with its path and method.
pub(crate) fn each_operation(spec: &mut Value, mut change: impl FnMut(&str, &str, &mut Value)) {
    for (path, item) in fields_of(spec, "paths").into_iter().flatten() {
        for (method, operation) in item.as_object_mut().into_iter().flatten() {
            change(path, method, operation);
        }
    }
}

/// All operations, with path and method.
pub(crate) fn operations(spec: &Value) -> impl Iterator<Item = (&str, &str, &Value)> {
    spec["paths"].as_object().into_iter().flatten().flat_map(|(path, item)| {
        let methods = item.as_object().into_iter().flatten();
        methods.map(move |(method, operation)| (path.as_str(), method.as_str(), operation))
    })
}

/// Which way a schema travels.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Direction {
    /// In parameters and bodies that we send.
    Request,
    /// In bodies that the forge answers.
    Response,
}

/// Calls `change` on the schemas that stand in the operations themselves.
pub(crate) fn each_inline_schema(spec: &mut Value, way: Direction, mut change: impl FnMut(&mut Value)) {
    each_operation(spec, |_, _, operation| match way {
        Direction::Request => {
            for parameter in items_of(operation, "parameters").into_iter().flatten() {
                if let Some(schema) = parameter.get_mut("schema") {
                    change(schema);
                }
            }
            if let Some(body) = operation.get_mut("requestBody") {
                each_content_schema(body, &mut change);
            }
        }
        Direction::Response => {
            for (_, response) in fields_of(operation, "responses").into_iter().flatten() {
                each_content_schema(response, &mut change);
            }
        }
    });
}

fn each_content_schema(holder: &mut Value, change: &mut impl FnMut(&mut Value)) {
    let content = fields_of(holder, "content");
    for (_, media_type) in content.into_iter().flatten() {
        if let Some(schema) = media_type.get_mut("schema") {
            change(schema);
        }
    }
}

/// Calls `change` on a schema and on every schema inside it, innermost last; references are not followed.
pub(crate) fn each_nested(schema: &mut Value, change: &mut impl FnMut(&mut Value)) {
    change(schema);
    for inner in inner_schemas(schema) {
        each_nested(inner, change);
    }
}

/// The schemas directly inside a schema.
pub(crate) fn inner_schemas(schema: &mut Value) -> Vec<&mut Value> {
    let mut found = Vec::new();
    for (key, value) in schema.as_object_mut().into_iter().flatten() {
        match key.as_str() {
            "items" | "additionalProperties" if value.is_object() => found.push(value),
            "properties" => {
                found.extend(value.as_object_mut().into_iter().flatten().map(|(_, property)| property));
            }
            _ => {}
        }
    }
    found
}

/// The names of the definitions that travel this way, directly or inside others.
pub(crate) fn reachable(spec: &Value, way: Direction) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for (_, _, operation) in operations(spec) {
        match way {
            Direction::Request => {
                collect(&operation["parameters"], spec, &mut found);
                collect(&operation["requestBody"], spec, &mut found);
            }
            Direction::Response => collect(&operation["responses"], spec, &mut found),
        }
    }
    found
}

fn collect(value: &Value, spec: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(fields) => {
            if let Some(name) = reference(value)
                && found.insert(name.to_owned())
            {
                collect(&spec["components"]["schemas"][name], spec, found);
            }
            for inner in fields.values() {
                collect(inner, spec, found);
            }
        }
        Value::Array(items) => {
            for inner in items {
                collect(inner, spec, found);
            }
        }
        _ => {}
    }
}
