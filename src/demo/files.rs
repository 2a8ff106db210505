//! Files of the branch main: raw bytes, trees and blobs, all made from the recorded contents and the recorded tree.
//! Deliberately not here: other branches, of which no file was recorded, and archives.

use super::Answer;
use super::data::{Data, Recorded};
use super::page::Window;
use super::reply::{self, Refusal};
use super::request::{self, Ask};
use super::rows::{at, entries, put, text};
use bytes::Bytes;
use chrono::DateTime;
use http::header::CONTENT_TYPE;
use http::{HeaderValue, Response, StatusCode};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::{Value, json};

/// How many entries of a tree Forgejo shows at most, and by default.
const TREE_LIMIT: usize = 1000;

/// What is encoded in the name of a download.
const FILE_NAME: &AsciiSet = &NON_ALPHANUMERIC.remove(b'.').remove(b'-').remove(b'_');

/// The sha of the commit that main points to.
pub(super) fn head(data: &Data) -> String {
    let branches = data.inside(&["branches"]);
    let main = branches.iter().find(|branch| *at(branch, "/name") == "main");
    main.map(|branch| text(branch, "/commit/id").to_owned()).unwrap_or_default()
}

/// Whether a ref is main under any of its names, or the commit that it points to.
pub(super) fn is_main(data: &Data, name: &str) -> bool {
    matches!(name, "main" | "heads/main" | "refs/heads/main" | "HEAD")
        || (name.len() >= 7 && head(data).starts_with(name))
}

pub(super) fn require_main(data: &Data, name: Option<&str>) -> Result<(), Refusal> {
    match name {
        Some(name) if !is_main(data, name) => Err(only_main(Some(name))),
        _ => Ok(()),
    }
}

pub(super) fn only_main(name: Option<&str>) -> Refusal {
    let name = name.unwrap_or_default();
    Refusal::new(StatusCode::NOT_FOUND, format!("The demo holds main only: nothing was recorded at {name}"))
}

/// The bytes of a file; of a symbolic link, its target.
pub(super) fn raw(data: &Data, ask: &Ask, file: &str) -> Answer {
    require_main(data, ask.value("ref"))?;
    let contents = contents(data, file).ok_or(None)?;
    let bytes = match at(&contents, "/type").as_str() {
        Some("file") => decode_base64(text(&contents, "/content")),
        Some("symlink") => text(&contents, "/target").as_bytes().to_vec(),
        // Directories and submodules have none.
        _ => return Err(Some(Refusal::new(StatusCode::NOT_FOUND, "getBlobForEntry"))),
    };
    let mut response = Response::new(Bytes::new());
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(content_type(&bytes)));
    let name = text(&contents, "/name");
    let encoded = utf8_percent_encode(name, FILE_NAME);
    let disposition = format!("inline; filename=\"{name}\"; filename*=UTF-8''{encoded}");
    reply::set(&mut response, "content-disposition", &disposition);
    reply::set(&mut response, "etag", &format!("\"{}\"", text(&contents, "/sha")));
    if let Ok(changed) = DateTime::parse_from_rfc3339(text(&contents, "/last_commit_when")) {
        let changed = changed.to_utc().format("%a, %d %b %Y %H:%M:%S GMT").to_string();
        reply::set(&mut response, "last-modified", &changed);
    }
    for header in ["x-forgejo-object-type", "x-gitea-object-type"] {
        reply::set(&mut response, header, text(&contents, "/type"));
    }
    *response.body_mut() = Bytes::from(bytes);
    Ok(response)
}

/// The tree of main or of one of its directories, by sha; paged by `per_page`.
pub(super) fn tree(data: &Data, ask: &Ask, name: &str) -> Answer {
    let whole = whole_tree(data).ok_or(None)?;
    let directory =
        entries(&whole, "/tree").find(|entry| *at(entry, "/type") == "tree" && *at(entry, "/sha") == name);
    let (sha, prefix) = match directory {
        Some(entry) => (name.to_owned(), format!("{}/", text(entry, "/path"))),
        None if is_main(data, name) => (head(data), String::new()),
        None => return Err(Some(only_main(Some(name)))),
    };
    let deep = ask.flag("recursive") == Some(true);
    let rows: Vec<Value> = entries(&whole, "/tree")
        .filter_map(|entry| {
            let path = text(entry, "/path").strip_prefix(&prefix)?;
            let mut entry = entry.clone();
            put(&mut entry, "path", path);
            (deep || !path.contains('/')).then_some(entry)
        })
        .collect();
    let total = rows.len();
    let window = Window::new(ask, "per_page", TREE_LIMIT, TREE_LIMIT);
    let rows = window.cut(rows);
    let shown = window.page.saturating_mul(window.limit);
    let body = json!({
        "sha": sha,
        "url": text(&whole, "/url").replace(text(&whole, "/sha"), &sha),
        "tree": if rows.is_empty() { Value::Null } else { rows.into() },
        "truncated": shown < total,
        "page": window.page,
        "total_count": total,
    });
    let mut response = reply::json(StatusCode::OK, &body);
    reply::set(&mut response, "x-total-count", &total.to_string());
    Ok(response)
}

/// The blob with this sha.
pub(super) fn blob(data: &Data, sha: &str) -> Answer {
    let whole = whole_tree(data).ok_or(None)?;
    let entry =
        entries(&whole, "/tree").find(|entry| *at(entry, "/type") == "blob" && *at(entry, "/sha") == sha);
    let contents = entry.and_then(|entry| contents(data, text(entry, "/path"))).ok_or(None)?;
    let blob = json!({
        "content": at(&contents, "/content"),
        "encoding": at(&contents, "/encoding"),
        "url": at(&contents, "/git_url"),
        "sha": at(&contents, "/sha"),
        "size": at(&contents, "/size"),
    });
    Ok(reply::json(StatusCode::OK, &blob))
}

fn whole_tree(data: &Data) -> Option<Value> {
    data.find(&request::segments("/api/v1/repos/harbor/lighthouse/git/trees/main")).map(Recorded::json)
}

fn contents(data: &Data, file: &str) -> Option<Value> {
    let mut path = request::segments("/api/v1/repos/harbor/lighthouse/contents");
    path.push(file.to_owned());
    data.find(&path).map(Recorded::json)
}

/// The content type as Forgejo tells it from the bytes.
fn content_type(bytes: &[u8]) -> &'static str {
    let is_control = |byte: &u8| *byte < 0x20 && !matches!(byte, b'\t' | b'\n' | 0x0c | b'\r' | 0x1b);
    if bytes.starts_with(b"\x89PNG\r\n") {
        "image/png"
    } else if bytes.iter().any(is_control) {
        "application/octet-stream"
    } else if std::str::from_utf8(bytes).is_ok() {
        "text/plain; charset=utf-8"
    } else {
        "text/plain; charset=iso-8859-1"
    }
}

/// Decodes standard base64, padded or not; characters that are none are skipped.
pub(super) fn decode_base64(text: &str) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    let (mut bits, mut held) = (0_u32, 0);
    for character in text.bytes() {
        let value = match character {
            b'A'..=b'Z' => character - b'A',
            b'a'..=b'z' => character - b'a' + 26,
            b'0'..=b'9' => character - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => continue,
        };
        bits = (bits << 6) | u32::from(value);
        held += 6;
        if held >= 8 {
            held -= 8;
            bytes.extend((bits >> held).to_be_bytes().last());
        }
    }
    bytes
}
