//! The real binary over standard streams, as clients run it.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::harness::{Answer, NO_SETTINGS, TOKEN, Upstream};

/// Far longer than anything here takes; a machine may be busy.
const PATIENCE: Duration = Duration::from_secs(30);

/// A running server.
struct Server {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Server {
    fn start(words: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_forgejo-mcp"))
            .args(words)
            .env_clear()
            .env("XDG_CONFIG_HOME", NO_SETTINGS)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let (sender, lines) = channel();
        let stdout = BufReader::new(child.stdout.take().unwrap());
        thread::spawn(move || {
            for line in stdout.lines() {
                let _ = sender.send(line.unwrap());
            }
        });
        let stdin = child.stdin.take();
        Self { child, stdin, lines }
    }

    fn send(&mut self, message: &Value) {
        writeln!(self.stdin.as_mut().unwrap(), "{message}").unwrap();
    }

    /// The next line, which must be a JSON-RPC message.
    fn line(&self) -> Value {
        let line = self.lines.recv_timeout(PATIENCE).expect("a line in time");
        let message: Value = serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line}"));
        assert_eq!(message["jsonrpc"], "2.0", "{line}");
        message
    }

    fn ask(&mut self, id: u32, method: &str, params: Value) -> Value {
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        loop {
            let message = self.line();
            if message["id"] == id {
                return message;
            }
        }
    }

    fn initialize(&mut self, version: &str) -> Value {
        let client = json!({ "name": "test", "version": "1" });
        let params = json!({ "protocolVersion": version, "capabilities": {}, "clientInfo": client });
        let answer = self.ask(1, "initialize", params);
        self.send(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
        answer["result"].clone()
    }

    fn call(&mut self, id: u32, tool: &str, arguments: Value) -> Value {
        let answer = self.ask(id, "tools/call", json!({ "name": tool, "arguments": arguments }));
        assert!(answer.get("error").is_none(), "a result, no protocol error: {answer}");
        answer["result"].clone()
    }

    /// Closes its input and waits; gives the status, what was still printed, and what was logged.
    fn close(mut self) -> (ExitStatus, Duration, Vec<String>, String) {
        let started = Instant::now();
        drop(self.stdin.take());
        let status = loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                break status;
            }
            assert!(started.elapsed() < PATIENCE, "it does not end");
            thread::sleep(Duration::from_millis(20));
        };
        let took = started.elapsed();
        let rest: Vec<String> = self.lines.iter().collect();
        let mut log = String::new();
        self.child.stderr.take().unwrap().read_to_string(&mut log).unwrap();
        (status, took, rest, log)
    }
}

fn text(result: &Value) -> &str {
    result["content"][0]["text"].as_str().unwrap()
}

#[test]
fn starts_without_a_url_and_says_what_to_set() {
    let mut server = Server::start(&[]);
    assert_eq!(server.initialize("2025-06-18")["serverInfo"]["name"], "forgejo-mcp");
    let tools = server.ask(2, "tools/list", json!({}));
    assert!(tools["result"]["tools"].as_array().unwrap().len() > 10);
    let result = server.call(3, "get_my_user_info", json!({}));
    assert_eq!(result["isError"], true);
    assert!(text(&result).contains("FORGEJO_URL"), "{result}");
    let (status, ..) = server.close();
    assert!(status.success());
}

#[test]
fn a_client_that_says_nothing_is_no_failure() {
    let (status, _, rest, log) = Server::start(&[]).close();
    assert!(status.success(), "{log}");
    assert!(rest.is_empty() && log.is_empty(), "{rest:?} {log}");
}

#[test]
fn starts_with_the_host_down_and_says_what_is_wrong() {
    let mut server = Server::start(&["--url", "http://127.0.0.1:1"]);
    server.initialize("2025-06-18");
    assert!(server.ask(2, "tools/list", json!({}))["result"]["tools"].is_array());
    let result = server.call(3, "get_my_user_info", json!({}));
    assert_eq!(result["isError"], true);
    assert!(text(&result).contains("cannot be reached"), "{result}");
    assert_eq!(result["_meta"]["kind"], "unavailable");
}

#[test]
fn starts_with_a_token_that_may_not_read_its_user() {
    let forge = Upstream::start();
    forge.replay("errors/me_as_alice_repo_scoped");
    forge.on("GET /repos/o/r/issues", Answer::json(200, &json!([])));
    let mut server = Server::start(&["--url", &forge.url, "--token", TOKEN]);
    server.initialize("2025-06-18");
    assert_eq!(server.call(2, "get_my_user_info", json!({}))["isError"], true);
    let result = server.call(3, "list_repo_issues", json!({ "owner": "o", "repo": "r" }));
    assert_ne!(result["isError"], true, "{result}");
}

#[test]
fn every_line_is_json_rpc_at_debug_level() {
    let mut server = Server::start(&["--demo", "--debug"]);
    server.initialize("2025-06-18");
    for id in 2..6 {
        server.call(id, "get_my_user_info", json!({}));
    }
    let (status, _, rest, log) = server.close();
    assert!(status.success());
    assert!(rest.is_empty(), "{rest:?}");
    assert!(log.contains("forge answered"), "the log is where it belongs: {log}");
}

#[test]
fn bad_flags_leave_standard_output_alone() {
    for words in [
        &["--no-such-flag"] as &[&str],
        &["--transport=pigeon"],
        &["--url=not a url"],
        &["--toolsets=isue"],
        &["--tools=create_isue"],
        &["--repos=nonsense"],
        &["--config=/no/such/file"],
        &["--timeout=soon"],
        &["--token-command='open"],
    ] {
        let server = Server::start(words);
        let (status, _, rest, log) = server.close();
        assert_eq!(status.code(), Some(2), "{words:?}: {log}");
        assert!(rest.is_empty(), "{words:?}: {rest:?}");
        assert!(log.starts_with("error: "), "{words:?}: {log}");
    }
}

#[test]
fn every_protocol_version_is_negotiated() {
    for version in ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"] {
        let mut server = Server::start(&["--demo"]);
        assert_eq!(server.initialize(version)["protocolVersion"], version);
        assert_eq!(
            server.call(2, "get_my_user_info", json!({}))["structuredContent"]["login"],
            "alice",
            "{version}"
        );
    }
    // One that nobody knows is answered with one that is known.
    let mut server = Server::start(&["--demo"]);
    assert_eq!(server.initialize("2099-01-01")["protocolVersion"], "2025-11-25");
}

#[test]
fn the_newest_protocol_needs_no_initialize() {
    let mut server = Server::start(&["--demo"]);
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": { "name": "test", "version": "1" },
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    let found = server.ask(1, "server/discover", json!({ "_meta": meta }));
    let versions = found["result"]["supportedVersions"].as_array().unwrap_or_else(|| panic!("{found}"));
    assert!(versions.contains(&json!("2026-07-28")), "{found}");
    let call = json!({ "_meta": meta, "name": "get_my_user_info", "arguments": {} });
    let answer = server.ask(2, "tools/call", call);
    assert_eq!(answer["result"]["structuredContent"]["login"], "alice", "{answer}");
}

#[test]
fn it_ends_soon_after_its_input_even_in_the_middle_of_a_call() {
    let forge = Upstream::start();
    forge.on("GET /user", Answer::json(200, &json!({})).after(Duration::from_secs(600)));
    let mut server = Server::start(&["--url", &forge.url]);
    server.initialize("2025-06-18");
    let call = json!({ "name": "get_my_user_info", "arguments": {} });
    server.send(&json!({ "jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": call }));
    let started = Instant::now();
    while forge.seen().is_empty() {
        assert!(started.elapsed() < PATIENCE, "the call does not reach the forge");
        thread::sleep(Duration::from_millis(10));
    }
    let (status, took, rest, log) = server.close();
    assert!(status.success(), "{log}");
    // Two seconds are promised; the forge would answer after ten minutes, and the timeout is one.
    assert!(took < Duration::from_secs(20), "it took {took:?}");
    for line in rest {
        assert!(serde_json::from_str::<Value>(&line).is_ok(), "{line}");
    }
}

#[test]
fn unknown_tools_and_bad_arguments_are_results() {
    let mut server = Server::start(&["--demo"]);
    server.initialize("2025-06-18");
    for (id, tool, arguments, said) in [
        (2, "get_my_user_inf", json!({}), "did you mean get_my_user_info?"),
        (3, "get_issue_by_index", json!({ "owner": "o" }), "missing required parameters"),
        (4, "get_my_user_info", json!({ "lamp": 1 }), "unknown argument"),
    ] {
        let result = server.call(id, tool, arguments);
        assert_eq!(result["isError"], true, "{result}");
        assert_eq!(result["_meta"]["kind"], "invalid_arguments");
        assert!(text(&result).contains(said), "{result}");
        assert_eq!(text(&result).matches(tool).count().min(1), 1, "the tool is named: {result}");
    }
}
