//! Two processes behind one address: what one began, the other can finish, and the end of one is no end of the other.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use serde_json::{Value, json};
use tokio::net::{TcpListener, TcpStream};

use super::served::{ask, asked, call, client, list_branches, post};
use crate::harness::{Answer, NO_SETTINGS, Upstream};

/// A process of the real program.
struct Replica {
    child: Child,
    address: String,
}

impl Replica {
    fn start(forge: &Upstream) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_forgejo-mcp"))
            .args(["--transport", "http", "--http-port", "0", "--url", &forge.url])
            .args(["--state-key", "a key that all the replicas share, long enough"])
            .env_clear()
            .env("XDG_CONFIG_HOME", NO_SETTINGS)
            .stdin(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = BufReader::new(child.stderr.take().unwrap()).lines();
        let told = lines.map(Result::unwrap).find(|line| line.contains("listening on")).unwrap();
        let address = told.split("http://").nth(1).unwrap().trim_end_matches("/mcp").to_owned();
        Self { child, address }
    }
}

impl Drop for Replica {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// An address that gives its connections to the replicas in turn.
async fn balancer(replicas: &[&Replica]) -> (String, Arc<AtomicUsize>) {
    let addresses: Vec<String> = replicas.iter().map(|replica| replica.address.clone()).collect();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/mcp", listener.local_addr().unwrap());
    let count = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&count);
    tokio::spawn(async move {
        loop {
            let (mut here, _) = listener.accept().await.unwrap();
            let to = addresses[counted.fetch_add(1, Ordering::SeqCst) % addresses.len()].clone();
            tokio::spawn(async move {
                let Ok(mut there) = TcpStream::connect(to).await else { return };
                let _ = tokio::io::copy_bidirectional(&mut here, &mut there).await;
            });
        }
    });
    (url, count)
}

/// A message on a connection of its own, so that each goes to the next replica.
async fn send(url: &str, version: &str, token: &str, message: String) -> Value {
    let mut request = post(&client(), url).bearer_auth(token).body(message).build().unwrap();
    request.headers_mut().insert("mcp-protocol-version", version.parse().unwrap());
    let body: Option<Value> = request.body().and_then(|body| serde_json::from_slice(body.as_bytes()?).ok());
    if version == "2026-07-28" {
        let body = body.unwrap();
        request.headers_mut().insert("mcp-method", body["method"].as_str().unwrap().parse().unwrap());
        request.headers_mut().insert("mcp-name", body["params"]["name"].as_str().unwrap().parse().unwrap());
    }
    let response = client().execute(request).await.unwrap();
    assert_eq!(response.status(), 200);
    response.json().await.unwrap()
}

#[tokio::test]
async fn the_calls_of_one_client_may_go_to_any_replica() {
    let forge = super::served::forge();
    let (one, two) = (Replica::start(&forge), Replica::start(&forge));
    let (url, connections) = balancer(&[&one, &two]).await;
    let opened = json!({ "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": { "name": "c", "version": "1" } });
    let found = send(&url, "2025-06-18", "t", ask("initialize", opened)).await;
    assert_eq!(found["result"]["serverInfo"]["name"], "forgejo-mcp");
    for _ in 0..6 {
        let found = send(&url, "2025-06-18", "t", list_branches()).await;
        assert_eq!(found["result"]["structuredContent"]["page"], 1, "{found}");
    }
    assert_eq!(connections.load(Ordering::SeqCst), 7);
}

/// A deletion by a client of the newest protocol that can ask its user.
fn deletion(branch: &str, more: Value) -> String {
    let mut params = json!({
        "name": "delete_branch",
        "arguments": { "owner": "o", "repo": "r", "branch": branch },
        "_meta": {
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientInfo": { "name": "c", "version": "1" },
            "io.modelcontextprotocol/clientCapabilities": { "elicitation": { "form": {} } },
        },
    });
    for (name, value) in more.as_object().unwrap() {
        params[name] = value.clone();
    }
    ask("tools/call", params)
}

#[tokio::test]
async fn what_one_replica_asks_another_may_hear_answered() {
    let forge = Upstream::start();
    forge.on("GET /repos/o/r", Answer::json(200, &json!({ "name": "r", "full_name": "o/r" })));
    forge.on("GET /repos/o/r/branches/b", Answer::json(200, &json!({ "name": "b" })));
    forge.on("DELETE /repos/o/r/branches/b", Answer::empty(204));
    let (one, two) = (Replica::start(&forge), Replica::start(&forge));
    let (url, _) = balancer(&[&one, &two]).await;
    let newest = |token: &'static str, message: String| send(&url, "2026-07-28", token, message);
    let asked = newest("alice", deletion("b", json!({}))).await;
    let state = asked["result"]["requestState"].as_str().unwrap_or_else(|| panic!("{asked}"));
    let yes = json!({ "requestState": state, "inputResponses": { "confirm": { "action": "accept", "content": { "confirm": true } } } });
    // The yes of one is no yes of another, nor for something else.
    for (token, branch) in [("mallory", "b"), ("alice", "main")] {
        let found = newest(token, deletion(branch, yes.clone())).await;
        assert_eq!(found["result"]["isError"], true, "{found}");
        assert_eq!(forge.writes().len(), 0);
    }
    let done = newest("alice", deletion("b", yes)).await;
    assert_ne!(done["result"]["isError"], true, "{done}");
    assert_eq!(forge.writes().len(), 1);
}

#[tokio::test]
async fn killing_a_replica_in_the_middle_of_a_call_fails_that_call_alone() {
    let forge = super::served::forge();
    forge.on("GET /repos/o/slow/branches", Answer::json(200, &json!([])).after(Duration::from_secs(20)));
    let (mut one, two) = (Replica::start(&forge), Replica::start(&forge));
    let address = |replica: &Replica| format!("http://{}/mcp", replica.address);
    let slow = call("list_branches", json!({ "owner": "o", "repo": "slow" }));
    let lost = tokio::spawn(post(&client(), &address(&one)).bearer_auth("t").body(slow).send());
    asked(&forge).await;
    let other = tokio::spawn(send_owned(address(&two)));
    one.child.kill().unwrap();
    assert!(lost.await.unwrap().is_err());
    assert_eq!(other.await.unwrap()["result"]["structuredContent"]["page"], 1);
}

async fn send_owned(url: String) -> Value {
    send(&url, "2025-06-18", "t", list_branches()).await
}

#[cfg(unix)]
#[tokio::test]
async fn a_process_that_is_told_to_end_finishes_its_calls_and_exits_well() {
    let forge = Upstream::start();
    forge.on("GET /repos/o/r/branches", Answer::json(200, &json!([])).after(Duration::from_secs(1)));
    let mut replica = Replica::start(&forge);
    let call = tokio::spawn(send_owned(format!("http://{}/mcp", replica.address)));
    asked(&forge).await;
    let told = Command::new("kill").args(["-TERM", &replica.child.id().to_string()]).status().unwrap();
    assert!(told.success());
    assert_ne!(call.await.unwrap()["result"]["isError"], true);
    let status = tokio::task::spawn_blocking(move || replica.child.wait().unwrap()).await.unwrap();
    assert!(status.success(), "{status}");
}
