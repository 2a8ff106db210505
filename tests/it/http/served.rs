//! A server that listens on this machine, and requests to it.

use std::time::Duration;

use forgejo_mcp::config::{Config, ConfirmMode, Flags, ServingFlags, Transport};
use forgejo_mcp::secret::Secret;
use forgejo_mcp::server::{Server, http};
use reqwest::{RequestBuilder, Response};
use serde_json::{Value, json};
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use crate::harness::{TOKEN, Upstream};

/// Far longer than anything here takes; a machine may be busy.
pub(super) const PATIENCE: Duration = Duration::from_secs(30);

/// A server in this process, for as long as the test runs.
pub(super) struct Served {
    pub(super) url: String,
    pub(super) client: reqwest::Client,
    pub(super) ended: CancellationToken,
    pub(super) running: JoinHandle<()>,
}

impl Served {
    /// A server for this forge. Its own token is TOKEN, which nobody may use who was not lent it.
    pub(super) async fn start(forge: &Upstream) -> Self {
        Self::with(forge, |_| {}).await
    }

    pub(super) async fn with(forge: &Upstream, change: impl FnOnce(&mut Flags)) -> Self {
        let mut flags = Flags {
            url: Some(forge.url.clone()),
            token: Some(Secret::new(TOKEN)),
            timeout: Some(5),
            confirm: ConfirmMode::Never,
            serving: serving(),
            ..Flags::default()
        };
        change(&mut flags);
        Self::run(flags).await
    }

    pub(super) async fn demo() -> Self {
        Self::run(Flags { demo: true, serving: serving(), ..Flags::default() }).await
    }

    async fn run(flags: Flags) -> Self {
        let config = Config::from_flags(flags).unwrap().for_remote_callers();
        let listening = http::listen(Server::new(config).unwrap()).await.unwrap();
        let url = format!("http://{}", listening.address().unwrap());
        let ended = CancellationToken::new();
        let running = tokio::spawn(listening.serve(ended.clone().cancelled_owned()));
        Self { url, client: client(), ended, running }
    }

    /// A request to /mcp without anybody's token.
    pub(super) fn anonymous(&self) -> RequestBuilder {
        post(&self.client, &format!("{}/mcp", self.url))
    }

    /// A request to /mcp with a token.
    pub(super) fn of(&self, token: &str) -> RequestBuilder {
        self.anonymous().header("authorization", format!("Bearer {token}"))
    }
}

pub(super) fn serving() -> ServingFlags {
    ServingFlags { transport: Transport::Http, http_port: Some(0), ..ServingFlags::default() }
}

pub(super) fn client() -> reqwest::Client {
    // reqwest is built without a provider of its own; a second one is no harm.
    let _ = rustls::crypto::ring::default_provider().install_default();
    reqwest::Client::builder().no_proxy().timeout(PATIENCE).build().unwrap()
}

/// A POST of MCP.
pub(super) fn post(client: &reqwest::Client, url: &str) -> RequestBuilder {
    client
        .post(url)
        .header("accept", "application/json, text/event-stream")
        .header("content-type", "application/json")
        .header("mcp-protocol-version", "2025-06-18")
}

/// A request of JSON-RPC.
pub(super) fn ask(method: &str, params: Value) -> String {
    json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params }).to_string()
}

/// A call of a tool.
pub(super) fn call(tool: &str, arguments: Value) -> String {
    ask("tools/call", json!({ "name": tool, "arguments": arguments }))
}

/// Sends a message, which must be answered with 200.
pub(super) async fn answer(request: RequestBuilder, message: String) -> Value {
    let response = request.body(message).send().await.unwrap();
    assert_eq!(response.status(), 200);
    response.json().await.unwrap()
}

/// The status and the JSON of a refusal.
pub(super) async fn refusal(response: Response) -> (u16, Value) {
    let status = response.status().as_u16();
    (status, response.json().await.unwrap())
}

/// A forge with one repository.
pub(super) fn forge() -> Upstream {
    let forge = Upstream::start();
    forge.on("GET /repos/o/r/branches", crate::harness::Answer::json(200, &json!([])));
    forge
}

/// The call that tests make when any will do.
pub(super) fn list_branches() -> String {
    call("list_branches", json!({ "owner": "o", "repo": "r" }))
}

/// Waits until a call has come as far as the forge.
pub(super) async fn asked(forge: &Upstream) {
    let waited = async {
        while forge.seen().is_empty() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(PATIENCE, waited).await.expect("the forge is asked in time");
}

/// The tokens that a forge saw.
pub(super) fn tokens(forge: &Upstream) -> Vec<String> {
    forge.seen().iter().map(|seen| seen.header("authorization").unwrap_or_default().to_owned()).collect()
}
