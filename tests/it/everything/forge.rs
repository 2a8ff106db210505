//! A forge that answers every operation as its description says, with values that the test chooses.

use std::path::Path;
use std::sync::OnceLock;

use forgejo_mcp::forgejo::operation::{Location, Method, Operation, ResponseKind, operations};
use serde_json::{Value, json};

use super::values::Maker;
use crate::build::{convert, load};
use crate::harness::{Answer, Seen, Upstream};

/// The description as the build reads it.
pub(super) fn description() -> &'static Value {
    static DESCRIPTION: OnceLock<Value> = OnceLock::new();
    DESCRIPTION.get_or_init(|| {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("swagger/forgejo.v1.json");
        convert::convert(&load::swagger(&path).unwrap()).unwrap()
    })
}

/// The schema of a success of an operation.
pub(super) fn answer_schema(operation: &Operation) -> Option<&'static Value> {
    let method = operation.method.as_str().to_lowercase();
    let responses = description()["paths"][operation.path][method]["responses"].as_object().unwrap();
    let successes = responses.iter().filter(|(status, _)| status.starts_with('2'));
    successes
        .filter_map(|(_, response)| response["content"].get("application/json"))
        .map(|json| &json["schema"])
        .next()
}

/// The operation that a request is of: the route with the most words that fits.
pub(super) fn operation_of(seen: &Seen) -> Option<&'static Operation> {
    let path = format!("/api/v1{}", seen.path());
    let fits = |operation: &&Operation| operation.method.as_str() == seen.method && leads(operation, &path);
    // A route of words goes before one with parameters, and `{index}.{diffType}` before `{index}`.
    let words = |operation: &&Operation| {
        let parts = operation.path.split('/');
        parts.map(|part| if part.contains('{') { part.matches('.').count() } else { 10 }).sum::<usize>()
    };
    operations().iter().filter(fits).max_by_key(words)
}

fn leads(operation: &Operation, path: &str) -> bool {
    let route: Vec<&str> = operation.path.split('/').collect();
    let sent: Vec<&str> = path.split('/').collect();
    let long_enough = if operation.wildcard { sent.len() >= route.len() } else { sent.len() == route.len() };
    let fits = |part: &str, sent: &str| {
        if part.contains('{') {
            return !sent.is_empty() && part.matches('.').count() <= sent.matches('.').count();
        }
        part == sent
    };
    long_enough && route.iter().zip(sent).all(|(part, sent)| fits(part, sent))
}

/// Starts a forge that answers everything with values of a maker.
pub(super) fn start(maker: Maker) -> Upstream {
    let forge = Upstream::start();
    forge.otherwise(move |seen| answer(seen, &maker));
    forge
}

fn answer(seen: &Seen, maker: &Maker) -> Answer {
    let Some(operation) = operation_of(seen) else {
        // The web side, such as a download.
        return Answer::raw(200, "text/plain", maker.text.clone());
    };
    match operation.response {
        ResponseKind::Text => Answer::raw(200, "text/plain; charset=utf-8", format!("{}\n", maker.text)),
        ResponseKind::Binary => Answer::raw(200, "application/octet-stream", "bytes\u{0}"),
        ResponseKind::Empty => Answer::empty(204),
        ResponseKind::Json | ResponseKind::List => {
            let schema =
                answer_schema(operation).unwrap_or_else(|| panic!("{} answers nothing", operation.id));
            let status = if operation.method == Method::Post { 201 } else { 200 };
            let mut body = maker.answer(schema);
            special(operation, seen, &mut body);
            Answer::json(status, &body).header("x-total-count", "1")
        }
    }
}

/// What a real forge would say of what was asked: the same number, name or sha.
fn special(operation: &Operation, seen: &Seen, body: &mut Value) {
    let path = format!("/api/v1{}", seen.path());
    let parts = operation.path.split('/').zip(path.split('/'));
    for (part, sent) in parts {
        let sent = percent_encoding::percent_decode_str(sent).decode_utf8_lossy().into_owned();
        let Ok(number) = sent.parse::<i64>() else { continue };
        for (parameter, field) in [("{index}", "number"), ("{id}", "id")] {
            if part == parameter && body.get(field).is_some() {
                body[field] = json!(number);
            }
        }
    }
}

/// Whether a parameter stands in the path.
pub(super) fn is_in_path(operation: &Operation, name: &str) -> bool {
    operation
        .parameters
        .iter()
        .any(|parameter| parameter.name == name && parameter.location == Location::Path)
}
