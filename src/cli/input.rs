//! Values that stand elsewhere: `@file` is the text of a file, `-` that of standard input.

use std::cell::Cell;
use std::io::Read;

use serde_json::{Map, Value};

use super::out::{Failure, Outcome, stdin_is_terminal};

/// Standard input, which can be read once.
#[derive(Default)]
pub(super) struct Input {
    is_read: Cell<bool>,
}

impl Input {
    /// The text that a value stands for; `what` names it in messages.
    pub(super) fn text(&self, what: &str, value: &str) -> Outcome<String> {
        if value == "-" {
            return self.stdin(what);
        }
        match value.strip_prefix('@') {
            None | Some("") => Ok(value.to_owned()),
            // Two of them stand for one.
            Some(rest) if rest.starts_with('@') => Ok(rest.to_owned()),
            Some(path) => {
                std::fs::read(path).map_err(|error| error.to_string()).and_then(text_of).map_err(|problem| {
                    Failure::unusable(
                        format!("{what}: the file {path} cannot be used: {problem}"),
                        "@ names a file; a text that begins with @ is written with two, @@",
                    )
                })
            }
        }
    }

    /// All of standard input.
    pub(super) fn stdin(&self, what: &str) -> Outcome<String> {
        if self.is_read.replace(true) {
            return Err(Failure::Unusable(format!("{what}: standard input can be read for one value only")));
        }
        let mut bytes = Vec::new();
        std::io::stdin()
            .lock()
            .read_to_end(&mut bytes)
            .map_err(|error| error.to_string())
            .and_then(|_| text_of(bytes))
            .map_err(|problem| Failure::Unusable(format!("{what}: standard input cannot be used: {problem}")))
    }

    /// The arguments in standard input, when it is no terminal; nothing there is no argument.
    pub(super) fn piped_arguments(&self) -> Outcome<Map<String, Value>> {
        if stdin_is_terminal() {
            return Ok(Map::new());
        }
        let text = self.stdin("arguments")?;
        if text.trim().is_empty() { Ok(Map::new()) } else { arguments("standard input", &text) }
    }
}

/// Reads the arguments of a call.
pub(super) fn arguments(what: &str, text: &str) -> Outcome<Map<String, Value>> {
    match json(what, text)? {
        Value::Object(arguments) => Ok(arguments),
        other => Err(Failure::unusable(
            format!("{what} must be a JSON object, got {}", kind(&other)),
            r#"arguments look like {"owner": "harbor", "repo": "lighthouse"}"#,
        )),
    }
}

/// Reads JSON.
pub(super) fn json(what: &str, text: &str) -> Outcome<Value> {
    serde_json::from_str(text).map_err(|error| {
        Failure::unusable(
            format!("{what} is not JSON: {error}"),
            r#"JSON looks like {"owner": "harbor", "labels": ["bug"]}; put it in single quotes for the shell"#,
        )
    })
}

fn text_of(bytes: Vec<u8>) -> Result<String, String> {
    let text = String::from_utf8(bytes).map_err(|_| "it is not text in UTF-8".to_owned())?;
    Ok(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text))
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "text",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}
