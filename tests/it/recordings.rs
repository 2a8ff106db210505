//! Every recorded success with a JSON body is read with the type that the client has for it.
//!
//! The recordings are `tests/recordings/*.jsonl.gz`: one exchange per line, with `operation`, and `response` with
//! `status` and `body`.

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::io::Read;
use std::path::Path;

use serde_json::Value;

use crate::drive::READINGS;

#[test]
fn every_recorded_success_is_readable() {
    let readings: HashMap<&str, _> = READINGS.into_iter().collect();
    let mut read = 0;
    let mut failures = BTreeMap::new();
    for (file, text) in recordings() {
        for line in text.lines() {
            let exchange: Value = serde_json::from_str(line).unwrap();
            let response = &exchange["response"];
            let is_whole_success = response["status"].as_u64().is_some_and(|status| status < 300)
                && response.get("cut").is_none();
            let operation = exchange["operation"].as_str().unwrap_or_default();
            if let (true, Some(body), Some(reading)) =
                (is_whole_success, response.get("body"), readings.get(operation))
            {
                read += 1;
                if let Err(error) = reading(&body.to_string()) {
                    failures
                        .entry(operation.to_owned())
                        .or_insert(format!("{file}/{}: {error}", exchange["name"]));
                }
            }
        }
    }
    assert!(failures.is_empty(), "{failures:#?}");
    println!("{read} answers read");
}

fn recordings() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/recordings");
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if let Some(name) = name.strip_suffix(".jsonl.gz") {
            let mut text = String::new();
            let packed = fs::read(&path).unwrap();
            flate2::read::GzDecoder::new(packed.as_slice()).read_to_string(&mut text).unwrap();
            found.push((name.to_owned(), text));
        }
    }
    found.sort();
    found
}
