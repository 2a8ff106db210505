//! What is asked: the path in decoded segments and the query, read the way Forgejo reads them (its leniency included).
//! It deliberately does not judge a path: one that nothing was recorded at is found out by looking.

use super::reply::Refusal;
use chrono::{DateTime, FixedOffset};
use http::StatusCode;
use percent_encoding::percent_decode_str;
use url::Url;

/// Routes of a repository that take the rest of the path as one name, with or without encoded slashes.
const WILDCARDS: [&str; 7] = ["archive", "branches", "compare", "contents", "media", "raw", "tags"];

/// A request: where to, and with which parameters.
#[derive(Debug)]
pub(super) struct Ask<'a> {
    pub(super) url: &'a Url,
    pub(super) path: Vec<String>,
    query: Vec<(String, String)>,
}

impl<'a> Ask<'a> {
    pub(super) fn new(url: &'a Url) -> Self {
        Self { url, path: segments(url.path()), query: url.query_pairs().into_owned().collect() }
    }

    /// The first value of a parameter; an empty one counts as absent.
    pub(super) fn value(&self, name: &str) -> Option<&str> {
        self.query
            .iter()
            .find(|(key, value)| key == name && !value.is_empty())
            .map(|(_, value)| value.as_str())
    }

    /// Every value of a repeatable parameter.
    pub(super) fn values(&self, name: &str) -> Vec<&str> {
        let values = self.query.iter().filter(|(key, value)| key == name && !value.is_empty());
        values.map(|(_, value)| value.as_str()).collect()
    }

    /// The values of a parameter that is separated by commas.
    pub(super) fn list(&self, name: &str) -> Vec<&str> {
        self.value(name).map(|value| value.split(',').map(str::trim).collect()).unwrap_or_default()
    }

    pub(super) fn flag(&self, name: &str) -> Option<bool> {
        self.value(name).and_then(|value| match value {
            "1" | "t" | "T" | "true" | "TRUE" | "True" => Some(true),
            "0" | "f" | "F" | "false" | "FALSE" | "False" => Some(false),
            _ => None,
        })
    }

    /// A count that is at least one; anything else counts as absent.
    pub(super) fn count(&self, name: &str) -> Option<usize> {
        self.value(name).and_then(|value| value.parse().ok()).filter(|count| *count > 0)
    }

    /// A moment, or a refusal in Forgejo's words when it cannot be read.
    pub(super) fn moment(&self, name: &str) -> Result<Option<DateTime<FixedOffset>>, Refusal> {
        let Some(value) = self.value(name) else { return Ok(None) };
        DateTime::parse_from_rfc3339(value).map(Some).map_err(|_| {
            let layout = "2006-01-02T15:04:05Z07:00";
            let message = format!("parsing time {value:?} as {layout:?}: cannot parse {value:?} as \"2006\"");
            Refusal::new(StatusCode::UNPROCESSABLE_ENTITY, message)
        })
    }
}

/// Splits a path into decoded segments. Empty ones are dropped, as Forgejo does; an encoded slash stays inside its
/// segment, except that a name on a wildcard route is one segment either way. Names of owners are lowercased.
pub(super) fn segments(path: &str) -> Vec<String> {
    let decoded = path.split('/').filter(|segment| !segment.is_empty());
    let mut segments: Vec<String> =
        decoded.map(|segment| percent_decode_str(segment).decode_utf8_lossy().into_owned()).collect();
    let (owner, name) = match segments.get(2).map(String::as_str) {
        Some("repos") => (3..5, wildcard(&segments)),
        Some("orgs" | "users" | "packages") => (3..4, None),
        _ => (0..0, None),
    };
    for segment in segments.iter_mut().take(owner.end).skip(owner.start) {
        *segment = segment.to_lowercase();
    }
    if let Some(start) = name.filter(|start| *start < segments.len()) {
        let name = segments.split_off(start).join("/");
        let name = name.trim_matches('/');
        if !name.is_empty() {
            segments.push(name.to_owned());
        }
    }
    segments
}

/// Where the name of a wildcard route starts.
fn wildcard(segments: &[String]) -> Option<usize> {
    match (segments.get(5)?.as_str(), segments.get(6)?.as_str()) {
        ("git", "refs") => Some(7),
        (word, _) if WILDCARDS.contains(&word) => Some(6),
        _ => None,
    }
}
