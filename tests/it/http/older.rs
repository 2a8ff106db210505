//! The transport of 2024-11-05: a stream of events, and messages to it.

use std::time::Duration;

use forgejo_mcp::config::Transport;
use futures::StreamExt;
use serde_json::{Value, json};

use super::served::{PATIENCE, Served, ask, call, forge, list_branches, post};
use crate::harness::{Answer, TOKEN, Upstream};

/// A client of the older kind.
struct Older {
    endpoint: String,
    events: futures::stream::BoxStream<'static, reqwest::Result<bytes::Bytes>>,
    read: String,
    client: reqwest::Client,
    token: String,
}

async fn start(forge: &Upstream) -> Served {
    Served::with(forge, |flags| flags.serving.transport = Transport::Sse).await
}

impl Older {
    async fn open(served: &Served, token: &str) -> Self {
        let request = served.client.get(format!("{}/sse", served.url));
        let response = request.header("authorization", format!("Bearer {token}")).send().await.unwrap();
        assert_eq!(response.status(), 200);
        assert_eq!(response.headers()["content-type"], "text/event-stream");
        let base = response.url().clone();
        let mut older = Self {
            endpoint: String::new(),
            events: response.bytes_stream().boxed(),
            read: String::new(),
            client: served.client.clone(),
            token: token.to_owned(),
        };
        let (name, data) = older.event().await.unwrap();
        assert_eq!(name, "endpoint");
        older.endpoint = base.join(&data).unwrap().to_string();
        older
    }

    /// The next event; none when the stream ends.
    async fn event(&mut self) -> Option<(String, String)> {
        loop {
            if let Some(end) = self.read.find("\n\n") {
                let event: String = self.read.drain(..end + 2).collect();
                let field = |name: &str| {
                    event.lines().find_map(|line| line.strip_prefix(name)).map(|text| text.trim().to_owned())
                };
                let found = field("event:").zip(field("data:"));
                if found.is_some() {
                    return found;
                }
                continue;
            }
            let chunk =
                tokio::time::timeout(PATIENCE, self.events.next()).await.expect("an event in time")?;
            self.read.push_str(std::str::from_utf8(&chunk.ok()?).unwrap());
        }
    }

    async fn message(&mut self) -> Value {
        let (name, data) = self.event().await.expect("a message");
        assert_eq!(name, "message");
        serde_json::from_str(&data).unwrap()
    }

    async fn send(&self, message: String) -> u16 {
        let request = post(&self.client, &self.endpoint).bearer_auth(&self.token);
        request.body(message).send().await.unwrap().status().as_u16()
    }

    async fn initialize(&mut self) {
        let params = json!({ "protocolVersion": "2024-11-05", "capabilities": {}, "clientInfo": { "name": "c", "version": "1" } });
        assert_eq!(self.send(ask("initialize", params)).await, 202);
        assert_eq!(self.message().await["result"]["protocolVersion"], "2024-11-05");
        let ready = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
        assert_eq!(self.send(ready.to_string()).await, 202);
    }
}

#[tokio::test]
async fn a_session_lists_calls_and_reads_as_its_caller() {
    let forge = forge();
    let hidden = json!({ "message": "token does not have the scope" });
    forge.on("GET /repos/o/r/labels/7", Answer::json(403, &hidden));
    let served = start(&forge).await;
    let mut older = Older::open(&served, "old-client-token").await;
    older.initialize().await;
    older.send(ask("tools/list", json!({}))).await;
    assert!(older.message().await["result"]["tools"].as_array().unwrap().len() > 40);
    older.send(list_branches()).await;
    assert_eq!(older.message().await["result"]["structuredContent"]["page"], 1);
    older.send(ask("resources/read", json!({ "uri": "forgejo://repo/o/r/label/7" }))).await;
    assert_eq!(older.message().await["error"]["code"], -32002);
    assert!(forge.seen().iter().all(|seen| seen.header("authorization") == Some("token old-client-token")));
}

#[tokio::test]
async fn mcp_is_served_beside_it() {
    let forge = forge();
    let served = start(&forge).await;
    super::served::answer(served.of("t"), list_branches()).await;
}

#[tokio::test]
async fn a_stream_needs_a_token_and_a_known_name() {
    let forge = forge();
    let served = start(&forge).await;
    let open = |host: &'static str| served.client.get(format!("{}/sse", served.url)).header("host", host);
    assert_eq!(open("localhost").send().await.unwrap().status(), 401);
    let evil = open("evil.example").bearer_auth("t").send().await.unwrap();
    assert_eq!(evil.status(), 403);
}

#[tokio::test]
async fn a_session_is_only_for_whoever_opened_it() {
    let forge = forge();
    let served = start(&forge).await;
    let mut older = Older::open(&served, "owner-of-the-session").await;
    older.initialize().await;
    for token in ["somebody-else", TOKEN] {
        let request = post(&served.client, &older.endpoint).bearer_auth(token).body(list_branches());
        assert_eq!(request.send().await.unwrap().status(), 404, "{token}");
    }
    let anonymous = post(&served.client, &older.endpoint).body(list_branches());
    assert_eq!(anonymous.send().await.unwrap().status(), 401);
    assert_eq!(forge.targets(), [""; 0]);
    let elsewhere = format!("{}/message?sessionId=0123456789abcdef", served.url);
    let unknown = post(&served.client, &elsewhere).bearer_auth("owner-of-the-session").body(list_branches());
    assert_eq!(unknown.send().await.unwrap().status(), 404);
    let nowhere =
        post(&served.client, &format!("{}/message", served.url)).bearer_auth("t").body(list_branches());
    assert_eq!(nowhere.send().await.unwrap().status(), 400);
}

#[tokio::test]
async fn what_is_no_message_is_refused_and_harms_nothing() {
    let forge = forge();
    let served = start(&forge).await;
    let mut older = Older::open(&served, "t").await;
    older.initialize().await;
    for nonsense in ["", "{", "[]", "{\"jsonrpc\":\"1.0\"}"] {
        assert_eq!(older.send(nonsense.to_owned()).await, 400, "{nonsense}");
    }
    older.send(list_branches()).await;
    assert_eq!(older.message().await["id"], 1);
}

#[tokio::test]
async fn a_session_is_over_when_its_stream_is_closed() {
    let forge = forge();
    let served = start(&forge).await;
    let mut older = Older::open(&served, "t").await;
    older.initialize().await;
    older.events = futures::stream::empty().boxed();
    let closed = async {
        while older.send(ask("ping", json!({}))).await != 404 {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(PATIENCE, closed).await.expect("the session ends");
}

#[tokio::test]
async fn a_server_that_ends_answers_what_was_asked_and_closes_the_stream() {
    let forge = Upstream::start();
    forge.on("GET /repos/o/r/branches", Answer::json(200, &json!([])).after(Duration::from_secs(1)));
    let served = start(&forge).await;
    let mut older = Older::open(&served, "t").await;
    older.initialize().await;
    older.send(call("list_branches", json!({ "owner": "o", "repo": "r" }))).await;
    served.ended.cancel();
    assert_ne!(older.message().await["result"]["isError"], true);
    assert!(older.event().await.is_none());
    tokio::time::timeout(PATIENCE, served.running).await.unwrap().unwrap();
}
