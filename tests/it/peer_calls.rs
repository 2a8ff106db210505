//! Every tool of the Go server is called with exactly its parameters, in its spelling and form, and the right requests
//! leave. The rows are `tests/data/peer_calls.txt`, which says how they are read.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use forgejo_mcp::tools;
use serde_json::{Map, Value, json};

use crate::harness::{Answer, Called, Seen, Upstream, operation_of, success_of};

/// One call and what must leave.
struct Row {
    tool: String,
    call: Map<String, Value>,
    given: Vec<(String, u16, Value)>,
    sends: Vec<Sent>,
    refused: Option<String>,
}

/// A request as the table writes it.
#[derive(Debug, PartialEq)]
struct Sent {
    method: String,
    /// As sent.
    path: String,
    /// Decoded, sorted.
    query: Vec<(String, String)>,
    body: Value,
}

impl Sent {
    fn read(line: &str) -> Self {
        let mut words = line.splitn(3, ' ');
        let (method, target) = (words.next().unwrap(), words.next().unwrap());
        let body = words.next().map_or(Value::Null, |body| serde_json::from_str(body).unwrap());
        Self::new(method, target, body)
    }

    fn new(method: &str, target: &str, body: Value) -> Self {
        let (path, query) = target.split_once('?').unwrap_or((target, ""));
        let mut query: Vec<_> = url::form_urlencoded::parse(query.as_bytes()).into_owned().collect();
        query.sort();
        Self { method: method.to_owned(), path: path.to_owned(), query, body }
    }

    /// Whether it is what was seen.
    fn is(&self, seen: &Seen) -> bool {
        let other = Self::new(&seen.method, &seen.target, seen.json());
        let same_body = match &self.body {
            Value::String(part) => String::from_utf8_lossy(&seen.body).contains(part),
            body => *body == other.body,
        };
        same_body && (&self.method, &self.path, &self.query) == (&other.method, &other.path, &other.query)
    }
}

/// A seen request as the table would write it.
fn written(seen: &Seen) -> String {
    let sent = Sent::new(&seen.method, &seen.target, seen.json());
    let query = seen.target.split_once('?').map_or_else(String::new, |(_, query)| format!("?{query}"));
    let body = match &sent.body {
        Value::Null if seen.body.is_empty() => String::new(),
        Value::Null => format!(" {}", Value::from(String::from_utf8_lossy(&seen.body))),
        body => format!(" {body}"),
    };
    format!("sends {} {}{query}{body}", sent.method, sent.path)
}

fn rows() -> Vec<Row> {
    let text = include_str!("../data/peer_calls.txt").replace("\n  &", "&").replace("\n  ", " ");
    let mut rows: Vec<Row> = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
        let (word, rest) = line.split_once(' ').unwrap();
        if word == "tool" {
            rows.push(Row {
                tool: rest.to_owned(),
                call: Map::new(),
                given: Vec::new(),
                sends: Vec::new(),
                refused: None,
            });
            continue;
        }
        let row = rows.last_mut().expect("a tool first");
        match word {
            "call" => row.call = serde_json::from_str(rest).unwrap_or_else(|error| panic!("{rest}: {error}")),
            "given" => {
                let mut words = rest.splitn(4, ' ');
                let route = format!("{} {}", words.next().unwrap(), words.next().unwrap());
                let status = words.next().unwrap().parse().unwrap();
                row.given.push((route, status, serde_json::from_str(words.next().unwrap()).unwrap()));
            }
            "sends" => row.sends.push(Sent::read(rest)),
            "refused" => row.refused = Some(rest.to_owned()),
            other => panic!("{other} is no word of the table"),
        }
    }
    rows
}

/// Answers as the real forge did when it was asked for the same operation.
fn as_recorded(seen: &Seen) -> Answer {
    if seen.path().starts_with("/attachments/") {
        return Answer::raw(200, "text/plain", "kept\n");
    }
    let operation = operation_of(&seen.method, seen.path());
    let operation = operation.unwrap_or_else(|| panic!("{} {} is no operation", seen.method, seen.target));
    success_of(operation.id).map_or_else(|| Answer::empty(204), |exchange| Answer::from(&exchange))
}

impl Row {
    /// Tells the forge what to answer.
    fn give(&self, forge: &Upstream) {
        for (route, status, body) in &self.given {
            let text = body.as_str().filter(|_| route.rsplit('.').next() == Some("diff"));
            let answer = text
                .map_or_else(|| Answer::json(*status, body), |text| Answer::raw(*status, "text/plain", text));
            forge.on(route, answer);
        }
    }

    /// Makes the call; files may be read below a folder.
    async fn made(&self, forge: &Upstream, root: &Path) -> Called {
        let session = forge
            .session_with(|flags| {
                flags.allow_file_path_upload = true;
                flags.upload_root = Some(root.to_owned());
            })
            .await;
        let mut call = self.call.clone();
        if let Some(Value::String(path)) = call.get_mut("file_path") {
            *path = path.replace("ROOT", root.to_str().unwrap());
        }
        session.call(&self.tool, Value::Object(call)).await
    }

    /// Makes the call; gives what did not come out as the row says.
    async fn check(&self, root: &Path) -> Result<(), String> {
        let forge = Upstream::start();
        forge.otherwise(as_recorded);
        self.give(&forge);
        let called = self.made(&forge, root).await;
        let seen = forge.all_seen();
        let all: Vec<String> = seen.iter().map(written).collect();
        let told = |problem: &str| Err(format!("{}: {problem}\n{}", self.tool, all.join("\n")));
        let failed = called.result.is_error == Some(true);
        match &self.refused {
            Some(text) if !failed || !called.error().contains(text) => {
                return told(&format!("not refused: {:?}", called.texts()));
            }
            None if failed => return told(&called.error()),
            None if self.sends.is_empty() => return told("says nothing of what leaves"),
            _ => {}
        }
        let mut left = seen.iter();
        for sent in &self.sends {
            if !left.any(|seen| sent.is(seen)) {
                return told(&format!("did not send, or not in this order, {sent:?}"));
            }
        }
        match forge.writes().iter().find(|write| !self.sends.iter().any(|sent| sent.is(write))) {
            Some(write) => told(&format!("also sent {}", written(write))),
            None => Ok(()),
        }
    }
}

#[tokio::test]
async fn every_tool_of_the_peer_sends_what_its_users_mean() {
    let root = tempfile::tempdir().unwrap();
    fs::write(root.path().join("notes.txt"), "from a file").unwrap();
    let mut problems = Vec::new();
    for row in rows() {
        problems.extend(row.check(root.path()).await.err());
    }
    assert!(problems.is_empty(), "{} rows:\n{}", problems.len(), problems.join("\n\n"));
}

/// The report of a newer description, and checks of versions and scopes, trust what a tool says it uses.
#[tokio::test]
async fn every_tool_of_the_peer_sends_only_what_it_declares() {
    // What every call may ask: the page cap and the version of the instance.
    const OF_ALL: [&str; 2] = ["getGeneralAPISettings", "getVersion"];
    let root = tempfile::tempdir().unwrap();
    fs::write(root.path().join("notes.txt"), "from a file").unwrap();
    let mut undeclared = BTreeSet::new();
    for row in rows() {
        let forge = Upstream::start();
        forge.otherwise(as_recorded);
        row.give(&forge);
        row.made(&forge, root.path()).await;
        let declared = tools::find(&row.tool).unwrap().operations;
        for seen in forge.seen().iter().filter(|seen| !seen.path().starts_with("/attachments/")) {
            let id = operation_of(&seen.method, seen.path()).unwrap().id;
            if !declared.contains(&id) && !OF_ALL.contains(&id) {
                undeclared.insert(format!("{} sends {id}", row.tool));
            }
        }
    }
    assert!(undeclared.is_empty(), "{undeclared:#?}");
}

/// Whatever a tool asks first, a refusal is an error that says what the forge said, and nothing is written after it.
#[tokio::test]
async fn every_tool_of_the_peer_fails_as_the_forge_does() {
    let root = tempfile::tempdir().unwrap();
    fs::write(root.path().join("notes.txt"), "from a file").unwrap();
    for row in rows() {
        // The version of this program is known whatever the forge says.
        if row.refused.is_some() || row.tool == "get_forgejo_mcp_server_version" {
            continue;
        }
        let forge = Upstream::start();
        forge.otherwise(|_| Answer::json(403, &json!({ "message": "because I say so" })));
        let called = row.made(&forge, root.path()).await;
        assert_eq!(called.kind(), "forbidden", "{}: {}", row.tool, called.error());
        assert!(called.error().contains("answered 403: because I say so"), "{}", called.error());
        let meta = serde_json::to_value(called.result.meta.as_ref().unwrap()).unwrap();
        assert_eq!(meta["status"], 403, "{}", row.tool);
        assert!(forge.writes().len() <= 1, "{}: {:?}", row.tool, forge.targets());
    }
}

#[test]
fn every_parameter_of_the_peer_is_in_the_table() {
    let mut given: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for row in rows() {
        given.entry(row.tool).or_default().extend(row.call.into_iter().map(|(name, _)| name));
    }
    let lines = include_str!("../data/peer_parameters.txt").lines().filter(|line| !line.starts_with('#'));
    let wanted: BTreeMap<String, BTreeSet<String>> = lines
        .map(|line| {
            let (tool, parameters) = line.split_once(':').unwrap();
            (tool.to_owned(), parameters.split_whitespace().map(str::to_owned).collect())
        })
        .collect();
    assert_eq!(wanted.len(), 141);
    assert_eq!(given, wanted);
}
