//! JSON-RPC as it stands on the wire, with the server in this process or with the real program.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;

use forgejo_mcp::config::{Config, Flags};
use forgejo_mcp::secret::Secret;
use forgejo_mcp::server::Server;
use rmcp::ServiceExt;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, DuplexStream, ReadHalf, WriteHalf};

use crate::harness::{NO_SETTINGS, TOKEN, Upstream};

/// The oldest and the newest version of the protocol that clients speak.
pub(crate) const VERSIONS: [&str; 2] = ["2024-11-05", "2026-07-28"];

pub(crate) struct Wire {
    channel: Channel,
    version: &'static str,
    next: u64,
    /// What the server said of itself.
    pub(crate) server: Value,
}

enum Channel {
    Here { read: tokio::io::BufReader<ReadHalf<DuplexStream>>, write: WriteHalf<DuplexStream> },
    Program { child: Child, read: BufReader<ChildStdout>, write: Option<ChildStdin> },
}

impl Wire {
    /// A session with the server in this process.
    pub(crate) async fn here(forge: &Upstream, version: &'static str) -> Self {
        Self::here_with(forge, version, |_| {}).await
    }

    pub(crate) async fn here_with(
        forge: &Upstream,
        version: &'static str,
        change: impl FnOnce(&mut Flags),
    ) -> Self {
        let mut flags = Flags {
            url: Some(forge.url.clone()),
            token: Some(Secret::new(TOKEN)),
            timeout: Some(5),
            ..Flags::default()
        };
        change(&mut flags);
        Self::start_here(flags, version).await
    }

    pub(crate) async fn demo(version: &'static str) -> Self {
        Self::start_here(Flags { demo: true, ..Flags::default() }, version).await
    }

    async fn start_here(flags: Flags, version: &'static str) -> Self {
        let server = Server::new(Config::from_flags(flags).unwrap()).unwrap();
        let (ours, theirs) = tokio::io::duplex(1 << 20);
        tokio::spawn(async move {
            if let Ok(running) = server.into_service().serve(theirs).await {
                let _ = running.waiting().await;
            }
        });
        let (read, write) = tokio::io::split(ours);
        Self::open(Channel::Here { read: tokio::io::BufReader::new(read), write }, version).await
    }

    /// A session with the real program.
    pub(crate) async fn program(forge: &Upstream, version: &'static str) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_forgejo-mcp"))
            .env_clear()
            .env("XDG_CONFIG_HOME", NO_SETTINGS)
            .env("FORGEJO_URL", &forge.url)
            .env("FORGEJO_ACCESS_TOKEN", TOKEN)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .unwrap();
        let read = BufReader::new(child.stdout.take().unwrap());
        let write = child.stdin.take();
        Self::open(Channel::Program { child, read, write }, version).await
    }

    async fn open(channel: Channel, version: &'static str) -> Self {
        let mut wire = Self { channel, version, next: 1, server: Value::Null };
        let opened = if version == "2026-07-28" {
            wire.ask("server/discover", json!({})).await
        } else {
            let client = json!({ "name": "test", "version": "1" });
            let hello = json!({ "protocolVersion": version, "capabilities": {}, "clientInfo": client });
            let opened = wire.ask("initialize", hello).await;
            wire.send(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" })).await;
            opened
        };
        wire.server = opened["result"].clone();
        assert!(wire.server.is_object(), "{opened}");
        wire
    }

    /// Sends a request and gives the whole answer.
    pub(crate) async fn ask(&mut self, method: &str, mut params: Value) -> Value {
        let id = self.next;
        self.next += 1;
        if self.version == "2026-07-28" && params.get("_meta").is_none() {
            params["_meta"] = json!({
                "io.modelcontextprotocol/protocolVersion": self.version,
                "io.modelcontextprotocol/clientInfo": { "name": "test", "version": "1" },
                "io.modelcontextprotocol/clientCapabilities": {},
            });
        }
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params })).await;
        loop {
            let line = self.line().await;
            assert!(!line.contains(TOKEN), "the token came out: {line}");
            let answer: Value =
                serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line:?}"));
            if answer["id"] == id {
                return answer;
            }
        }
    }

    /// The result of a request that succeeds.
    pub(crate) async fn result(&mut self, method: &str, params: Value) -> Value {
        let answer = self.ask(method, params).await;
        assert!(answer.get("error").is_none(), "{method}: {answer}");
        answer["result"].clone()
    }

    /// Reads a resource that is there.
    pub(crate) async fn read(&mut self, uri: &str) -> Reading {
        let result = self.result("resources/read", json!({ "uri": uri })).await;
        let blocks = result["contents"].as_array().unwrap().clone();
        assert!(blocks.iter().all(|block| block["uri"] == uri), "{blocks:?}");
        Reading { result, blocks }
    }

    /// The code with which a read fails.
    pub(crate) async fn code(&mut self, uri: &str) -> i64 {
        self.failure(uri).await["code"].as_i64().unwrap()
    }

    pub(crate) async fn failure(&mut self, uri: &str) -> Value {
        let answer = self.ask("resources/read", json!({ "uri": uri })).await;
        assert!(answer["error"].is_object(), "{uri} was read: {answer}");
        answer["error"].clone()
    }

    async fn send(&mut self, message: &Value) {
        let line = format!("{message}\n");
        match &mut self.channel {
            Channel::Here { write, .. } => write.write_all(line.as_bytes()).await.unwrap(),
            Channel::Program { write, .. } => write.as_mut().unwrap().write_all(line.as_bytes()).unwrap(),
        }
    }

    async fn line(&mut self) -> String {
        let mut line = String::new();
        match &mut self.channel {
            Channel::Here { read, .. } => {
                let read = tokio::time::timeout(Duration::from_secs(30), read.read_line(&mut line));
                read.await.expect("an answer in time").unwrap();
            }
            Channel::Program { read, .. } => {
                read.read_line(&mut line).unwrap();
            }
        }
        line
    }
}

impl Drop for Wire {
    fn drop(&mut self) {
        if let Channel::Program { child, write, .. } = &mut self.channel {
            drop(write.take());
            let _ = child.wait();
        }
    }
}

/// What a read gave.
#[derive(Debug)]
pub(crate) struct Reading {
    pub(crate) result: Value,
    pub(crate) blocks: Vec<Value>,
}

impl Reading {
    /// The first block, which is JSON.
    pub(crate) fn json(&self) -> Value {
        assert_eq!(self.blocks[0]["mimeType"], "application/json");
        serde_json::from_str(self.blocks[0]["text"].as_str().unwrap()).unwrap()
    }

    /// The text of the second block.
    pub(crate) fn beside(&self) -> &str {
        assert_eq!(self.blocks.len(), 2, "{:?}", self.blocks);
        self.blocks[1]["text"].as_str().unwrap()
    }

    /// Whether any block says that something was cut.
    pub(crate) fn is_cut(&self) -> bool {
        self.blocks
            .iter()
            .any(|block| block["text"].as_str().is_some_and(|text| text.contains("[truncated:")))
    }
}
