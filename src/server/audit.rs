//! The audit log: one line of JSON per write, with when, who, what, on what and how it ended. Never a body.

use std::collections::BTreeSet;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use chrono::{SecondsFormat, Utc};
use serde_json::{Map, Value, json};

use super::door::Callee;
use crate::forgejo::operation::Location;
use crate::forgejo::{ApiError, Forge};

/// The arguments that say what a write was about, without saying what was written.
const TARGETS: [&str; 18] = [
    "owner",
    "repo",
    "org",
    "user",
    "username",
    "index",
    "id",
    "comment_id",
    "release_id",
    "team_id",
    "attachment_id",
    "tag",
    "branch",
    "path",
    "page_name",
    "rule",
    "run_id",
    "name",
];

/// Where lines go; nowhere when no file was named.
pub(super) struct AuditLog(Option<Mutex<File>>);

/// A write that is about to happen.
pub(super) struct Audited {
    tool: &'static str,
    caller: String,
    target: Map<String, Value>,
}

impl Audited {
    pub(super) fn of(callee: &Callee, arguments: &Map<String, Value>, forge: &Forge) -> Self {
        let short =
            |value: &&Value| value.is_number() || value.as_str().is_some_and(|text| text.len() <= 256);
        // Of an operation, its path says what it is about.
        let in_path = match callee {
            Callee::Operation(operation) => operation.parameters,
            Callee::Tool(_) => &[],
        };
        let in_path = in_path.iter().filter(|parameter| parameter.location == Location::Path);
        let names: BTreeSet<&str> = in_path.map(|parameter| parameter.name).chain(TARGETS).collect();
        let target = names
            .into_iter()
            .filter_map(|name| Some((name, arguments.get(name)?)))
            .filter(|(_, value)| short(value))
            .map(|(name, value)| (name.to_owned(), value.clone()))
            .collect();
        Self { tool: callee.name(), caller: forge.caller_id(), target }
    }
}

impl AuditLog {
    /// Opens the file for appending.
    pub(super) fn open(path: Option<&Path>) -> Result<Self, ApiError> {
        let Some(path) = path else { return Ok(Self(None)) };
        let file = OpenOptions::new().create(true).append(true).open(path).map_err(|error| {
            ApiError::invalid(format!("--audit-log: {} cannot be written: {error}", path.display()))
        })?;
        Ok(Self(Some(Mutex::new(file))))
    }

    /// Writes the line of one write.
    pub(super) fn write(&self, audited: &Audited, failure: Option<&ApiError>) {
        let Some(file) = &self.0 else { return };
        let line = json!({
            "time": Utc::now().to_rfc3339_opts(SecondsFormat::Millis, true),
            "caller": audited.caller,
            "tool": audited.tool,
            "target": audited.target,
            "outcome": failure.map_or("done", |error| error.kind().as_str()),
            "status": failure.and_then(ApiError::status),
        });
        let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
        if let Err(error) = writeln!(file, "{line}") {
            tracing::error!(%error, "the audit log cannot be written");
        }
    }
}
