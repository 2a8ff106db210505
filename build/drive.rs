//! Emits one call of every operation with a text in its path, with that text in every such place.
//!
//! The test of path safety runs over them, so that it covers every route of the client without naming any.

use std::fmt::Write as _;

use serde_json::{Value, json};

use super::Error;
use super::adapt::parameters::PATH_SEGMENT;
use super::emit::HEADER;
use super::names::{pascal, snake};
use super::schema::{operations, reference};

/// The text of the file.
pub(crate) fn drive(adapted: &Value) -> Result<String, Error> {
    let mut arms = Vec::new();
    for (_, _, operation) in operations(adapted) {
        if let Some(arm) = arm(operation, adapted)? {
            arms.push(arm);
        }
    }
    arms.sort();

    let mut text = String::from(HEADER);
    text.push_str("use forgejo_mcp::forgejo::api::{self, Client, types};\n\n");
    writeln!(text, "/// How one operation is called with the same text in every place of its path.")?;
    writeln!(text, "pub type Drive = for<'a> fn(&'a Client, &'a str) -> Calling<'a>;\n")?;
    writeln!(text, "/// A call under way: the error as text, without the body of an answer.")?;
    writeln!(
        text,
        "pub type Calling<'a> = std::pin::Pin<Box<dyn Future<Output = Result<(), String>> + Send + 'a>>;\n"
    )?;
    text.push_str(BODY_AND_ERROR);
    writeln!(text, "/// Every operation with a text in its path, by id.")?;
    writeln!(text, "pub static DRIVES: [(&str, Drive); {}] = [", arms.len())?;
    for (id, calls) in &arms {
        writeln!(text, "    ({id:?}, |client, value| Box::pin(async move {{")?;
        writeln!(text, "        {calls}.send().await.map(drop).map_err(said)")?;
        writeln!(text, "    }})),")?;
    }
    writeln!(text, "];")?;
    Ok(text)
}

/// What every call shares.
const BODY_AND_ERROR: &str = "\
fn body<T: serde::de::DeserializeOwned>(text: &str) -> T {
    serde_json::from_str(text).expect(\"a minimal body\")
}

fn said(error: api::Error<()>) -> String {
    match error {
        api::Error::InvalidRequest(message) => format!(\"invalid request: {message}\"),
        api::Error::UnexpectedResponse(response) => format!(\"status {}\", response.status()),
        other => other.to_string(),
    }
}

";

/// The call of one operation, without a text in its path nothing.
fn arm(operation: &Value, spec: &Value) -> Result<Option<(String, String)>, Error> {
    let id = operation["operationId"].as_str().unwrap_or_default();
    let mut calls = format!("client.{}()", snake(id));
    let mut has_text = false;
    for parameter in operation["parameters"].as_array().into_iter().flatten() {
        let name = parameter["name"].as_str().unwrap_or_default();
        let schema = &parameter["schema"];
        let value = if reference(schema) == Some(PATH_SEGMENT) {
            has_text = true;
            "value".to_owned()
        } else if parameter["in"] == "path" || parameter["required"] == true {
            match (schema["enum"][0].as_str(), schema["type"].as_str()) {
                (Some(word), _) => format!("{word:?}"),
                (None, Some("integer")) => "1".to_owned(),
                (None, Some("string")) => "\"x\"".to_owned(),
                (None, other) => return Err(format!("{id} needs {name} of type {other:?}").into()),
            }
        } else {
            continue;
        };
        write!(calls, ".{}({value})", snake(name))?;
    }
    if let Some(schema) = operation["requestBody"]["content"]["application/json"].get("schema") {
        let name = reference(schema).map_or_else(|| pascal(&format!("{id}-body")), pascal);
        write!(calls, ".body(body::<types::{name}>({:?}))", minimal(schema, spec).to_string())?;
    }
    Ok(has_text.then(|| (id.to_owned(), calls)))
}

/// The smallest value that a schema takes.
fn minimal(schema: &Value, spec: &Value) -> Value {
    if let Some(name) = reference(schema) {
        return minimal(&spec["components"]["schemas"][name], spec);
    }
    if let Some(word) = schema["enum"].get(0) {
        return word.clone();
    }
    match (schema["type"].as_str(), schema["format"].as_str()) {
        (Some("object"), _) => {
            let required = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
            required.map(|name| (name.to_owned(), minimal(&schema["properties"][name], spec))).collect()
        }
        (Some("array"), _) => json!([]),
        (Some("integer" | "number"), _) => json!(1),
        (Some("boolean"), _) => json!(true),
        (_, Some("date-time")) => json!("2026-01-02T03:04:05Z"),
        _ => json!("x"),
    }
}
