//! Exchanges that were recorded with a real Forgejo, by file and name: `issues/create_issue_with_labels`.

use std::collections::HashMap;
use std::fs;
use std::io::Read;
use std::path::Path;
use std::sync::{Mutex, OnceLock};

use forgejo_mcp::forgejo::operation::{Operation, operations};
use serde_json::Value;

/// One request and its answer.
#[derive(Clone, Debug)]
pub(crate) struct Exchange {
    pub(crate) method: String,
    /// As it was sent, with its query.
    pub(crate) target: String,
    /// What was sent, where it was JSON.
    pub(crate) sent: Value,
    pub(crate) status: u16,
    pub(crate) headers: Vec<(String, String)>,
    /// The bytes that came; empty when none did.
    pub(crate) body: Vec<u8>,
}

/// Finds an exchange; `versions/15.0/pulls/list_pulls_head` is one of an older version.
pub(crate) fn exchange(name: &str) -> Exchange {
    let (file, name) = name.split_once('/').expect("file/name");
    let line = file_of(file).get(name).unwrap_or_else(|| panic!("{file} has no exchange {name}"));
    let exchange: Value = serde_json::from_str(line).unwrap();
    let (request, response) = (&exchange["request"], &exchange["response"]);
    let headers = response["headers"].as_object().unwrap();
    let body = response.get("body").map(bytes_of).unwrap_or_default();
    Exchange {
        method: request["method"].as_str().unwrap().to_owned(),
        target: request["path"].as_str().unwrap().to_owned(),
        sent: request["body"].clone(),
        status: response["status"].as_u64().unwrap().try_into().unwrap(),
        headers: headers
            .iter()
            .map(|(name, value)| (name.clone(), value.as_str().unwrap().to_owned()))
            .collect(),
        body,
    }
}

/// The first whole success that was recorded of an operation.
pub(crate) fn success_of(operation: &str) -> Option<Exchange> {
    static SUCCESSES: OnceLock<HashMap<String, String>> = OnceLock::new();
    let successes = SUCCESSES.get_or_init(|| {
        let mut found = HashMap::new();
        for file in domains() {
            for line in text_of(&file).lines() {
                let exchange: Value = serde_json::from_str(line).unwrap();
                let response = &exchange["response"];
                let whole = response["status"].as_u64().unwrap() < 300 && response.get("cut").is_none();
                if let (true, Some(operation)) = (whole, exchange["operation"].as_str()) {
                    let name = exchange["name"].as_str().unwrap();
                    found.entry(operation.to_owned()).or_insert_with(|| format!("{file}/{name}"));
                }
            }
        }
        found
    });
    Some(exchange(successes.get(operation)?))
}

/// The files of recordings with what each domain can do; the others repeat it, page by page or caller by caller.
fn domains() -> Vec<String> {
    const OTHERS: [&str; 4] = ["demo", "errors", "paging", "versions"];
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/recordings");
    let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
    let names = names.filter_map(|name| name.to_str()?.strip_suffix(".jsonl.gz").map(str::to_owned));
    let mut names: Vec<String> = names.filter(|name| !OTHERS.contains(&name.as_str())).collect();
    names.sort();
    names
}

/// The operation that a request of a raw path below `/api/v1` is for.
pub(crate) fn operation_of(method: &str, path: &str) -> Option<&'static Operation> {
    let is_for = |operation: &&Operation| {
        let template = operation.path.strip_prefix("/api/v1").unwrap_or(operation.path);
        operation.method.as_str() == method && fits(template, path, operation.wildcard)
    };
    // `{index}.{diffType}` says more than `{index}`.
    let literal = |operation: &&Operation| {
        let parts = operation.path.split('/').filter(|part| !part.contains('{')).count();
        (parts, operation.path.matches("}.{").count())
    };
    operations().iter().filter(is_for).max_by_key(literal)
}

fn fits(template: &str, path: &str, wildcard: bool) -> bool {
    let (templates, parts): (Vec<&str>, Vec<&str>) =
        (template.split('/').collect(), path.split('/').collect());
    let as_long = parts.len() == templates.len() || (wildcard && parts.len() > templates.len());
    let fits_part = |(template, part): (&&str, &&str)| {
        if template.starts_with('{') {
            !template.contains('.') || part.contains('.')
        } else {
            template == part
        }
    };
    as_long && templates.iter().zip(&parts).all(fits_part)
}

fn bytes_of(body: &Value) -> Vec<u8> {
    use base64::Engine;
    if let Some(text) = body.get("text").and_then(Value::as_str) {
        return text.as_bytes().to_vec();
    }
    if let Some(coded) = body.get("base64").and_then(Value::as_str) {
        return base64::prelude::BASE64_STANDARD.decode(coded).unwrap();
    }
    body.to_string().into_bytes()
}

/// The lines of a file by name; read once.
fn file_of(file: &str) -> &'static HashMap<String, String> {
    static FILES: OnceLock<Mutex<HashMap<String, &'static HashMap<String, String>>>> = OnceLock::new();
    let mut files = FILES.get_or_init(Mutex::default).lock().unwrap();
    files.entry(file.to_owned()).or_insert_with(|| {
        let text = text_of(file);
        let name =
            |line: &str| serde_json::from_str::<Value>(line).unwrap()["name"].as_str().unwrap().to_owned();
        Box::leak(Box::new(text.lines().map(|line| (name(line), line.to_owned())).collect()))
    })
}

fn text_of(file: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/recordings/{file}.jsonl.gz"));
    let packed = fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut text = String::new();
    flate2::read::GzDecoder::new(packed.as_slice()).read_to_string(&mut text).unwrap();
    text
}
