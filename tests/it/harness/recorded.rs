//! Exchanges that were recorded with a real Forgejo, by file and name: `issues/create_issue_with_labels`.

use std::collections::HashMap;
use std::fs;
use std::io::Read;
use std::path::Path;
use std::sync::{Mutex, OnceLock};

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
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/recordings/{file}.jsonl.gz"));
        let packed = fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let mut text = String::new();
        flate2::read::GzDecoder::new(packed.as_slice()).read_to_string(&mut text).unwrap();
        let name =
            |line: &str| serde_json::from_str::<Value>(line).unwrap()["name"].as_str().unwrap().to_owned();
        Box::leak(Box::new(text.lines().map(|line| (name(line), line.to_owned())).collect()))
    })
}
