//! Emits the table of all operations, from which the raw door, the checks of arguments and the reports live.
//!
//! Made from the converted description before it is adapted: the table holds every operation, also those that
//! progenitor cannot take, and says what the description says.

use std::fmt::Write as _;

use serde_json::{Map, Value, json};

use super::access::access;
use super::emit::HEADER;
use super::load::Older;
use super::names::snake;
use super::schema::{operations, reference};
use super::{Error, convert};

/// How deep definitions are put into the schema of a body; what lies deeper is any object.
const DEPTH: usize = 4;

/// Ends of routes that Forgejo matches with a wildcard: raw slashes may stand in their last parameter.
const WILDCARDS: [&str; 8] = [
    "/repos/{owner}/{repo}/archive/{archive}",
    "/repos/{owner}/{repo}/branches/{branch}",
    "/repos/{owner}/{repo}/compare/{basehead}",
    "/repos/{owner}/{repo}/contents/{filepath}",
    "/repos/{owner}/{repo}/git/refs/{ref}",
    "/repos/{owner}/{repo}/media/{filepath}",
    "/repos/{owner}/{repo}/raw/{filepath}",
    "/repos/{owner}/{repo}/tags/{tag}",
];

/// Whether Forgejo matches the end of a route with a wildcard.
pub(crate) fn is_wildcard(path: &str) -> bool {
    WILDCARDS.iter().any(|wildcard| path.ends_with(wildcard))
}

/// The text of the table.
pub(crate) fn table(converted: &Value, older: &[Older]) -> Result<String, Error> {
    let history = History::new(older)?;
    let newest = converted["info"]["version"].as_str().unwrap_or_default();
    let newest = newest.split('.').next().unwrap_or_default();
    let mut rows: Vec<(String, String)> = Vec::new();
    for (path, method, operation) in operations(converted) {
        let id = operation["operationId"].as_str().ok_or_else(|| format!("{method} {path} has no id"))?;
        let since = history.first_seen(method, path).unwrap_or(newest);
        rows.push((id.to_owned(), row(id, method, path, operation, since, converted)?));
    }
    rows.sort();
    let mut by_function: Vec<(String, usize)> =
        rows.iter().enumerate().map(|(position, (id, _))| (snake(id), position)).collect();
    by_function.sort();

    let mut text = String::from(HEADER);
    text.push_str(
        "use super::{Access, BodyKind, Kind, Location, Method, Operation, Parameter, ResponseKind};\n\n",
    );
    writeln!(text, "/// The version of the description that the table was made from.")?;
    writeln!(text, "pub(super) const DESCRIBED_VERSION: &str = {};\n", converted["info"]["version"])?;
    writeln!(text, "/// All operations, sorted by id.")?;
    writeln!(text, "pub(super) static OPERATIONS: [Operation; {}] = [", rows.len())?;
    for (_, row) in &rows {
        text.push_str(row);
    }
    writeln!(text, "];\n")?;
    writeln!(text, "/// Positions in the table, sorted by the name of the client's function.")?;
    writeln!(text, "pub(super) static BY_FUNCTION: [u16; {}] = [", by_function.len())?;
    for chunk in by_function.chunks(20) {
        let line: Vec<String> = chunk.iter().map(|(_, position)| position.to_string()).collect();
        writeln!(text, "    {},", line.join(", "))?;
    }
    writeln!(text, "];")?;
    Ok(text)
}

fn row(
    id: &str,
    method: &str,
    path: &str,
    operation: &Value,
    since: &str,
    spec: &Value,
) -> Result<String, Error> {
    let (body_kind, body) = body(&operation["requestBody"], spec)?;
    let response = response_kind(&operation["responses"]);
    let variant = match method {
        "get" => "Get",
        "head" => "Head",
        "post" => "Post",
        "put" => "Put",
        "patch" => "Patch",
        "delete" => "Delete",
        other => return Err(format!("{id} has the unknown method {other}").into()),
    };
    let mut text = String::new();
    writeln!(text, "    Operation {{")?;
    writeln!(text, "        id: {id:?},")?;
    writeln!(text, "        function: {:?},", snake(id))?;
    writeln!(text, "        method: Method::{variant},")?;
    writeln!(text, "        path: {path:?},")?;
    writeln!(text, "        tag: {:?},", operation["tags"][0].as_str().unwrap_or_default())?;
    writeln!(text, "        summary: {:?},", one_line(&operation["summary"]))?;
    writeln!(text, "        parameters: &[")?;
    for parameter in operation["parameters"].as_array().into_iter().flatten() {
        writeln!(text, "            {},", parameter_row(parameter)?)?;
    }
    writeln!(text, "        ],")?;
    writeln!(text, "        body: {body:?},")?;
    writeln!(text, "        body_kind: BodyKind::{body_kind},")?;
    writeln!(text, "        body_required: {},", operation["requestBody"]["required"] == true)?;
    writeln!(text, "        response: ResponseKind::{response},")?;
    writeln!(text, "        deprecated: {},", operation["deprecated"] == true)?;
    writeln!(text, "        since: {since:?},")?;
    writeln!(text, "        access: Access::{},", access(id, method))?;
    writeln!(text, "        wildcard: {},", is_wildcard(path))?;
    writeln!(text, "        empty_body: {:?},", empty_body(&operation["responses"]))?;
    writeln!(text, "    }},")?;
    Ok(text)
}

fn one_line(text: &Value) -> String {
    text.as_str().unwrap_or_default().split_whitespace().collect::<Vec<_>>().join(" ")
}

fn parameter_row(parameter: &Value) -> Result<String, Error> {
    let name = parameter["name"].as_str().unwrap_or_default();
    let location = match parameter["in"].as_str() {
        Some("path") => "Path",
        Some("query") => "Query",
        Some("header") => "Header",
        other => return Err(format!("parameter {name} is in {other:?}").into()),
    };
    let schema = &parameter["schema"];
    let kind = match (schema["type"].as_str(), schema["format"].as_str()) {
        (Some("string"), Some("date")) => "Date",
        (Some("string"), Some("date-time")) => "DateTime",
        (Some("string"), _) => "String",
        (Some("integer"), _) => "Integer",
        (Some("number"), _) => "Number",
        (Some("boolean"), _) => "Boolean",
        (Some("array"), _) if schema["items"]["type"] == "integer" => "Integers",
        (Some("array"), _) => "Strings",
        (other, _) => return Err(format!("parameter {name} is of type {other:?}").into()),
    };
    let words = schema.get("enum").or_else(|| schema["items"].get("enum")).and_then(Value::as_array);
    let allowed: Vec<&str> = words.into_iter().flatten().filter_map(Value::as_str).collect();
    Ok(format!(
        "Parameter {{ name: {name:?}, location: Location::{location}, required: {}, kind: Kind::{kind}, \
         allowed: &{allowed:?}, description: {:?} }}",
        parameter["required"] == true,
        one_line(&parameter["description"]),
    ))
}

fn body(request: &Value, spec: &Value) -> Result<(&'static str, Option<String>), Error> {
    let Some((media_type, content)) =
        request["content"].as_object().and_then(|content| content.iter().next())
    else {
        return Ok(("None", None));
    };
    let kind = match media_type.as_str() {
        "application/json" => "Json",
        "text/plain" => "Text",
        "multipart/form-data" => "Form",
        other => return Err(format!("a body of type {other} is not known").into()),
    };
    Ok((kind, Some(serde_json::to_string(&inlined(&content["schema"], spec, DEPTH))?)))
}

/// The schema with its definitions put in place.
fn inlined(schema: &Value, spec: &Value, depth: usize) -> Value {
    if let Some(name) = reference(schema) {
        if depth == 0 {
            return json!({ "type": "object" });
        }
        let mut definition = inlined(&spec["components"]["schemas"][name], spec, depth - 1);
        if let Some(description) = schema.get("description") {
            definition["description"] = description.clone();
        }
        return definition;
    }
    match schema {
        Value::Object(fields) => {
            let fields: Map<String, Value> = fields
                .iter()
                .map(|(key, value)| {
                    let value = match (key.as_str(), value) {
                        ("properties", Value::Object(properties)) => properties
                            .iter()
                            .map(|(name, property)| (name.clone(), inlined(property, spec, depth)))
                            .collect(),
                        ("items" | "additionalProperties", inner) => inlined(inner, spec, depth),
                        (_, other) => other.clone(),
                    };
                    (key.clone(), value)
                })
                .collect();
            Value::Object(fields)
        }
        other => other.clone(),
    }
}

fn successes(responses: &Value) -> Vec<&Value> {
    let all = responses.as_object().into_iter().flatten();
    all.filter(|(status, _)| status.starts_with('2')).map(|(_, response)| response).collect()
}

fn response_kind(responses: &Value) -> &'static str {
    let successes = successes(responses);
    let mut contents = successes.iter().filter_map(|response| response["content"].as_object()).flatten();
    match contents.next().map(|(media_type, content)| (media_type.as_str(), content)) {
        None => "Empty",
        Some(("application/json", content)) if content["schema"]["type"] == "array" => "List",
        Some(("application/json", _)) => "Json",
        Some((media_type, _)) if media_type.starts_with("text/") => "Text",
        Some(_) => "Binary",
    }
}

/// What stands for the body of a typed answer that may come without one (S2).
fn empty_body(responses: &Value) -> Option<&'static str> {
    let successes = successes(responses);
    let typed = successes.iter().find_map(|response| response["content"].get("application/json"))?;
    let may_be_empty = successes.iter().any(|response| response.get("content").is_none());
    let is_list = typed["schema"]["type"] == "array";
    may_be_empty.then_some(if is_list { "[]" } else { "{}" })
}

/// In which description a route was first seen.
struct History {
    routes: Vec<(&'static str, Vec<(String, String)>)>,
}

impl History {
    fn new(older: &[Older]) -> Result<Self, Error> {
        let mut routes = Vec::new();
        for description in older {
            let converted = convert::convert(&description.swagger)?;
            let seen = operations(&converted)
                .map(|(path, method, _)| (method.to_owned(), without_names(path)))
                .collect();
            routes.push((description.since, seen));
        }
        Ok(Self { routes })
    }

    fn first_seen(&self, method: &str, path: &str) -> Option<&'static str> {
        let path = without_names(path);
        self.routes
            .iter()
            .find(|(_, seen)| seen.iter().any(|(m, p)| m == method && *p == path))
            .map(|(since, _)| *since)
    }
}

/// The route without the names of its parameters, which change between versions.
fn without_names(path: &str) -> String {
    let mut bare = String::new();
    let mut inside = false;
    for c in path.chars() {
        match c {
            '{' => inside = true,
            '}' => {
                inside = false;
                bare.push_str("{}");
            }
            _ if inside => {}
            _ => bare.push(c),
        }
    }
    bare
}
