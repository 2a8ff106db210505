//! Swagger 2.0 → OpenAPI 3.0.3, the only form that progenitor reads.
//!
//! A faithful translation of what Forgejo's description uses. What is wrong in it, or too much for progenitor, is
//! left to `adapt`. The base path becomes a part of every path: then the client's base URL is the instance itself,
//! also for instances below a sub-path, and the typed mocks see the paths that are really asked for.

use serde_json::{Map, Value, json};

use super::Error;

/// The words of a schema that mean the same in both formats. What is not listed is left behind: vendor extensions,
/// examples, titles (they would become type names), and `uniqueItems`, which the description puts on strings.
const KEPT: [&str; 9] =
    ["type", "format", "description", "enum", "default", "minimum", "maximum", "required", "pattern"];

/// Translates a whole description.
pub(crate) fn convert(swagger: &Value) -> Result<Value, Error> {
    let base_path = swagger["basePath"].as_str().unwrap_or_default().trim_end_matches('/');
    let mut paths = Map::new();
    for (path, item) in object(swagger, "paths")? {
        let mut operations = Map::new();
        for (method, operation) in item.as_object().ok_or("a path is no object")? {
            operations.insert(method.clone(), convert_operation(operation, swagger)?);
        }
        paths.insert(format!("{base_path}{path}"), Value::Object(operations));
    }
    let schemas: Map<String, Value> = object(swagger, "definitions")?
        .iter()
        .map(|(name, definition)| (name.clone(), convert_schema(definition)))
        .collect();
    Ok(json!({
        "openapi": "3.0.3",
        "info": { "title": swagger["info"]["title"], "version": swagger["info"]["version"] },
        "paths": paths,
        "components": { "schemas": schemas },
    }))
}

fn object<'a>(value: &'a Value, key: &str) -> Result<&'a Map<String, Value>, Error> {
    value[key].as_object().ok_or_else(|| format!("the description has no {key}").into())
}

fn convert_operation(operation: &Value, swagger: &Value) -> Result<Value, Error> {
    let mut converted = Map::new();
    for key in ["tags", "summary", "description", "operationId", "deprecated"] {
        if let Some(value) = operation.get(key) {
            converted.insert(key.to_owned(), value.clone());
        }
    }
    let parameters = operation["parameters"].as_array().map(Vec::as_slice).unwrap_or_default();
    let plain: Vec<Value> = parameters
        .iter()
        .filter(|parameter| !matches!(parameter["in"].as_str(), Some("body" | "formData")))
        .map(convert_parameter)
        .collect();
    converted.insert("parameters".to_owned(), Value::Array(plain));
    if let Some(body) = convert_body(parameters, media_types(operation, swagger, "consumes")) {
        converted.insert("requestBody".to_owned(), body);
    }
    let mut responses = Map::new();
    for (status, response) in object(operation, "responses")? {
        let produces = media_types(operation, swagger, "produces");
        responses.insert(status.clone(), convert_response(status, response, &produces, swagger)?);
    }
    converted.insert("responses".to_owned(), Value::Object(responses));
    Ok(Value::Object(converted))
}

fn media_types(operation: &Value, swagger: &Value, key: &str) -> Vec<String> {
    let declared = operation.get(key).or_else(|| swagger.get(key)).and_then(Value::as_array);
    let types: Vec<String> =
        declared.into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect();
    if types.is_empty() { vec!["application/json".to_owned()] } else { types }
}

fn convert_parameter(parameter: &Value) -> Value {
    let mut converted = Map::new();
    for key in ["name", "in", "description", "required"] {
        if let Some(value) = parameter.get(key) {
            converted.insert(key.to_owned(), value.clone());
        }
    }
    let mut schema = convert_schema(parameter);
    if let Some(schema) = schema.as_object_mut() {
        schema.remove("description");
        schema.remove("required");
    }
    converted.insert("schema".to_owned(), schema);
    Value::Object(converted)
}

fn convert_body(parameters: &[Value], consumes: Vec<String>) -> Option<Value> {
    if let Some(body) = parameters.iter().find(|parameter| parameter["in"] == "body") {
        let mut content = Map::new();
        for media_type in consumes {
            content.insert(media_type, json!({ "schema": convert_schema(&body["schema"]) }));
        }
        return Some(json!({ "required": body["required"] == true, "content": content }));
    }
    let fields: Vec<&Value> = parameters.iter().filter(|parameter| parameter["in"] == "formData").collect();
    if fields.is_empty() {
        return None;
    }
    let mut properties = Map::new();
    let mut required = Vec::new();
    for field in fields {
        let name = field["name"].as_str().unwrap_or_default();
        if field["required"] == true {
            required.push(name);
        }
        let mut schema = convert_schema(field);
        if let Some(schema) = schema.as_object_mut() {
            schema.remove("required");
        }
        properties.insert(name.to_owned(), schema);
    }
    let mut schema = json!({ "type": "object", "properties": properties });
    if !required.is_empty() {
        schema["required"] = json!(required);
    }
    Some(json!({ "required": true, "content": { "multipart/form-data": { "schema": schema } } }))
}

fn convert_response(
    status: &str,
    response: &Value,
    produces: &[String],
    swagger: &Value,
) -> Result<Value, Error> {
    let is_shared = response.get("$ref").is_some();
    let response = match response["$ref"].as_str() {
        Some(reference) => {
            let name = reference.rsplit('/').next().unwrap_or_default();
            swagger["responses"].get(name).ok_or_else(|| format!("no response {name}"))?
        }
        None => response,
    };
    let mut converted = json!({ "description": response["description"].as_str().unwrap_or_default() });
    let carries_bytes = !produces.iter().any(|media_type| is_json(media_type));
    let schema = match response.get("schema") {
        Some(schema) => Some(convert_schema(schema)),
        // Downloads say what they produce, but have no schema.
        None if carries_bytes && status == "200" && !is_shared => {
            Some(json!({ "type": "string", "format": "binary" }))
        }
        None => None,
    };
    if let Some(schema) = schema {
        let media_type = produces.iter().find(|media_type| is_json(media_type)).or(produces.first());
        let media_type = media_type.map_or("application/json", String::as_str);
        let media_type = if is_json(media_type) { "application/json" } else { media_type };
        converted["content"] = json!({ media_type: { "schema": schema } });
    }
    Ok(converted)
}

/// Whether a media type holds one JSON document; `application/ld+json` does, newline-delimited JSON does not.
fn is_json(media_type: &str) -> bool {
    media_type == "application/json" || media_type.ends_with("+json")
}

/// Translates a schema, or a parameter that carries its schema in itself.
fn convert_schema(schema: &Value) -> Value {
    if let Some(reference) = schema["$ref"].as_str() {
        let name = reference.trim_start_matches("#/definitions/");
        let mut converted = json!({ "$ref": format!("#/components/schemas/{name}") });
        if let Some(description) = schema.get("description") {
            converted["description"] = description.clone();
        }
        return converted;
    }
    let mut converted = Map::new();
    for key in KEPT {
        if let Some(value) = schema.get(key) {
            converted.insert(key.to_owned(), value.clone());
        }
    }
    if schema["type"] == "file" {
        converted.insert("type".to_owned(), json!("string"));
        converted.insert("format".to_owned(), json!("binary"));
    }
    if let Some(properties) = schema["properties"].as_object() {
        let properties: Map<String, Value> =
            properties.iter().map(|(name, property)| (name.clone(), convert_schema(property))).collect();
        converted.insert("properties".to_owned(), Value::Object(properties));
    }
    for key in ["items", "additionalProperties"] {
        if let Some(inner) = schema.get(key).filter(|inner| inner.is_object()) {
            converted.insert(key.to_owned(), convert_schema(inner));
        }
    }
    Value::Object(converted)
}
