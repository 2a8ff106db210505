//! The recorded lines: unpacked and indexed once by decoded path, their bodies parsed only when one is asked for.
//! It deliberately knows no route: which line answers a request is decided in the module above.
//!
//! `demo.jsonl.gz` has two lines for each exchange: what it answers (operation, path, status, headers, kind of body),
//! and its body. Lines whose answer can be read off another one (searches, filtered lists, single runs, threads and
//! commits, raw files) are left out. It is made from the recordings of a real Forgejo by one command:
//!
//! ```text
//! jq -nc '[inputs | select(
//!     (.operation | IN("repoSearch", "issueSearchIssues", "userSearch", "teamSearch", "notifyGetThread",
//!                      "notifyNewAvailable", "repoGetSingleCommit", "GetActionRun", "repoGetRawFile") | not)
//!     and (.request.path | test("/git/trees/main$|/milestones$|/(issues|pulls|milestones)[?](?!state=all$)") | not)
//!   )] | sort_by(.operation)[]
//!   | .response as $r
//!   | (if ($r | has("body") | not) then "none"
//!      elif $r.headers["content-type"] | startswith("application/json") then "json"
//!      elif $r.body | has("text") then "text" else "base64" end) as $kind
//!   | {operation, path: .request.path, status: $r.status, headers: $r.headers, kind: $kind},
//!     ($r.body | if $kind == "text" then .text elif $kind == "base64" then .base64 else . end)' \
//!   recordings/demo.jsonl | gzip -9n > src/demo/demo.jsonl.gz
//! ```

use super::rows::at;
use super::{REPOSITORY, files, page::Listing, request};
use bytes::Bytes;
use flate2::read::GzDecoder;
use serde::Deserialize;
use serde_json::Value;
use std::collections::{BTreeMap, HashMap};
use std::io::Read;
use std::sync::OnceLock;

static PACKED: &[u8] = include_bytes!("demo.jsonl.gz");

/// One recorded exchange, and its body as it stands in the unpacked data.
#[derive(Debug, Deserialize)]
pub(super) struct Recorded {
    /// The operation id of Forgejo's API description; downloads have none.
    #[serde(default)]
    pub(super) operation: Option<String>,
    path: String,
    pub(super) status: u16,
    pub(super) headers: BTreeMap<String, String>,
    kind: Kind,
    #[serde(skip)]
    body: Bytes,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Kind {
    None,
    Json,
    Text,
    Base64,
}

impl Recorded {
    /// The body as JSON; null when it is something else.
    pub(super) fn json(&self) -> Value {
        if self.kind == Kind::Json {
            serde_json::from_slice(&self.body).unwrap_or_default()
        } else {
            Value::Null
        }
    }

    /// The body as the forge sent it.
    pub(super) fn bytes(&self) -> Bytes {
        let text = || serde_json::from_slice::<String>(&self.body).unwrap_or_default();
        match self.kind {
            Kind::None => Bytes::new(),
            Kind::Json => self.body.clone(),
            Kind::Text => Bytes::from(text()),
            Kind::Base64 => Bytes::from(files::decode_base64(&text())),
        }
    }

    /// The query that was sent, without the question mark.
    pub(super) fn query(&self) -> &str {
        self.path.split_once('?').map_or("", |(_, query)| query)
    }

    fn is_the_fullest(&self) -> bool {
        self.query().is_empty() || self.query() == "state=all"
    }
}

/// Every recorded line, by its decoded path.
#[derive(Debug, Default)]
pub(super) struct Data {
    lines: HashMap<Vec<String>, Vec<Recorded>>,
}

impl Data {
    pub(super) fn shared() -> &'static Self {
        static SHARED: OnceLock<Data> = OnceLock::new();
        SHARED.get_or_init(Self::unpack)
    }

    fn unpack() -> Self {
        let mut text = Vec::new();
        if GzDecoder::new(PACKED).read_to_end(&mut text).is_err() {
            text.clear();
        }
        let text = Bytes::from(text);
        let mut lines = text.split(|byte| *byte == b'\n').map(|line| text.slice_ref(line));
        let mut data = Self::default();
        while let (Some(about), Some(body)) = (lines.next(), lines.next()) {
            if let Ok(mut line) = serde_json::from_slice::<Recorded>(&about) {
                line.body = body;
                let path = line.path.split('?').next().unwrap_or_default();
                data.lines.entry(request::segments(path)).or_default().push(line);
            }
        }
        data
    }

    /// Every line with this path, whatever its query.
    pub(super) fn all(&self, path: &[String]) -> &[Recorded] {
        self.lines.get(path).map_or(&[], Vec::as_slice)
    }

    /// The line that answers a path most fully: without parameters or with `state=all`, else the first.
    pub(super) fn find(&self, path: &[String]) -> Option<&Recorded> {
        let lines = self.all(path);
        lines.iter().find(|line| line.is_the_fullest()).or(lines.first())
    }

    /// The rows of a list, without those of other repositories; empty when nothing was recorded there.
    pub(super) fn rows(&self, path: &[&str]) -> Vec<Value> {
        let path: Vec<String> = ["api", "v1"].iter().chain(path).map(ToString::to_string).collect();
        self.find(&path).and_then(Listing::recorded).map(|listing| listing.rows).unwrap_or_default()
    }

    /// The rows of a list of the recorded repository.
    pub(super) fn inside(&self, path: &[&str]) -> Vec<Value> {
        self.rows(&[&["repos", "harbor", "lighthouse"], path].concat())
    }

    pub(super) fn notifications(&self) -> Vec<Value> {
        self.rows(&["notifications"])
    }

    /// Everybody whose profile was recorded, in a list or alone, by login.
    pub(super) fn users(&self) -> BTreeMap<String, Value> {
        let single = self.lines.values().flatten();
        let single = single.filter(|line| line.operation.as_deref() == Some("userGet") && line.status == 200);
        let people = self.inside(&["collaborators"]).into_iter().chain(single.map(Recorded::json));
        people.filter_map(|user| Some((at(&user, "/login").as_str()?.to_lowercase(), user))).collect()
    }
}

/// Whether a row belongs to the recorded repository, or to none at all.
pub(super) fn is_ours(row: &Value) -> bool {
    let owners = ["/repository/full_name", "/repo/full_name", "/issue/repository/full_name"];
    let of_row = if at(row, "/default_branch").is_string() { row.get("full_name") } else { None };
    owners.iter().find_map(|pointer| row.pointer(pointer)).or(of_row).is_none_or(|name| name == REPOSITORY)
}
