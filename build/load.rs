//! Reads the API descriptions from disk: the present one, and the compressed earlier ones.

use std::fs;
use std::io::Read;
use std::path::Path;

use serde_json::Value;

use super::Error;

/// The earlier descriptions, oldest first: file below `swagger/older`, and what "since" says for an operation that
/// is first seen there. Descriptions of 11 and 12 were never published, hence "by 13".
pub(crate) const OLDER: [(&str, &str); 5] = [
    ("10.json.gz", "10"),
    ("13.json.gz", "by 13"),
    ("14.json.gz", "14"),
    ("15.json.gz", "15"),
    ("16-dev.json.gz", "16"),
];

/// An earlier description.
pub(crate) struct Older {
    /// What is said of an operation that first appears here.
    pub(crate) since: &'static str,
    /// The description itself.
    pub(crate) swagger: Value,
}

/// Reads one description.
pub(crate) fn swagger(path: &Path) -> Result<Value, Error> {
    let bytes = fs::read(path).map_err(|error| format!("cannot read {}: {error}", path.display()))?;
    parse(&bytes, path)
}

/// Reads the earlier descriptions from their folder.
pub(crate) fn older(folder: &Path) -> Result<Vec<Older>, Error> {
    OLDER
        .iter()
        .map(|(file, since)| {
            let path = folder.join(file);
            let packed =
                fs::read(&path).map_err(|error| format!("cannot read {}: {error}", path.display()))?;
            let mut bytes = Vec::new();
            flate2::read::GzDecoder::new(packed.as_slice()).read_to_end(&mut bytes)?;
            Ok(Older { since, swagger: parse(&bytes, &path)? })
        })
        .collect()
}

fn parse(bytes: &[u8], path: &Path) -> Result<Value, Error> {
    let swagger: Value =
        serde_json::from_slice(bytes).map_err(|error| format!("{} is not JSON: {error}", path.display()))?;
    if swagger["swagger"] == "2.0" {
        Ok(swagger)
    } else {
        Err(format!("{} is no Swagger 2.0 description", path.display()).into())
    }
}
