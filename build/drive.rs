//! Emits what tests need to go over all operations without naming any: one call of each operation with a text in its
//! path, with that text in every such place; and one reading of each typed answer.
//!
//! The test of path safety runs over the calls, the test of the recordings over the readings.

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
    let mut readings = Vec::new();
    for (_, _, operation) in operations(adapted) {
        if let Some(schema) = operation["responses"]["2XX"]["content"]["application/json"].get("schema") {
            let id = operation["operationId"].as_str().unwrap_or_default();
            readings.push((id.to_owned(), rust_type(schema, &pascal(&format!("{id}-response")))?));
        }
        if let Some(arm) = arm(operation, adapted)? {
            arms.push(arm);
        }
    }
    arms.sort();

    let mut text = String::from(HEADER);
    text.push_str(
        "use std::collections::BTreeMap;\n\nuse forgejo_mcp::forgejo::api::{self, Client, types};\n\n",
    );
    writeln!(text, "/// How one operation is called with the same text in every place of its path.")?;
    writeln!(text, "pub type Drive = for<'a> fn(&'a Client, &'a str) -> Calling<'a>;\n")?;
    writeln!(text, "/// A call under way: the error as text, without the body of an answer.")?;
    writeln!(
        text,
        "pub type Calling<'a> = std::pin::Pin<Box<dyn Future<Output = Result<(), String>> + Send + 'a>>;\n"
    )?;
    writeln!(text, "/// How the JSON of an answer is read: what is wrong with it as text.")?;
    writeln!(text, "pub type Reading = fn(&str) -> Result<(), String>;\n")?;
    text.push_str(BODY_AND_ERROR);
    writeln!(text, "/// Every operation with a text in its path, by id.")?;
    writeln!(text, "pub static DRIVES: [(&str, Drive); {}] = [", arms.len())?;
    for (id, calls) in &arms {
        writeln!(text, "    ({id:?}, |client, value| Box::pin(async move {{")?;
        writeln!(text, "        {calls}.send().await.map(drop).map_err(said)")?;
        writeln!(text, "    }})),")?;
    }
    writeln!(text, "];\n")?;
    readings.sort();
    writeln!(text, "/// How every typed answer is read, by operation id.")?;
    writeln!(text, "pub static READINGS: [(&str, Reading); {}] = [", readings.len())?;
    for (id, answer) in &readings {
        writeln!(text, "    ({id:?}, read::<{answer}>),")?;
    }
    writeln!(text, "];")?;
    Ok(text)
}

/// The type that progenitor gives an answer; `name` is what an object without a definition is called.
fn rust_type(schema: &Value, name: &str) -> Result<String, Error> {
    if let Some(definition) = reference(schema) {
        return Ok(format!("types::{}", pascal(definition)));
    }
    let bare = match schema["type"].as_str() {
        Some("array") => format!("Vec<{}>", rust_type(&schema["items"], name)?),
        Some("object") if schema.get("additionalProperties").is_some() => {
            format!("BTreeMap<String, {}>", rust_type(&schema["additionalProperties"], name)?)
        }
        Some("object") => format!("types::{name}"),
        Some("string") => "String".to_owned(),
        Some("integer") => "i64".to_owned(),
        Some("boolean") => "bool".to_owned(),
        None => "serde_json::Value".to_owned(),
        Some(other) => return Err(format!("{name} is of type {other}").into()),
    };
    Ok(if schema["nullable"] == true { format!("Option<{bare}>") } else { bare })
}

/// What every call shares.
const BODY_AND_ERROR: &str = "\
fn body<T: serde::de::DeserializeOwned>(text: &str) -> T {
    serde_json::from_str(text).expect(\"a minimal body\")
}

fn read<T: serde::de::DeserializeOwned>(text: &str) -> Result<(), String> {
    serde_json::from_str::<T>(text).map(drop).map_err(|error| error.to_string())
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
