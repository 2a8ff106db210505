//! A real MCP client and the server, in this process. Every structured result is held against its tool's schema.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use forgejo_mcp::config::{Config, ConfirmMode, Flags};
use forgejo_mcp::secret::Secret;
use forgejo_mcp::server::Server;
use forgejo_mcp::sink::Sink;
use forgejo_mcp::tools;
use rmcp::model::{CallToolRequestParams, CallToolResult, ContentBlock, ProgressNotificationParam};
use rmcp::service::{NotificationContext, RunningService};
use rmcp::{ClientHandler, RoleClient, ServiceExt};
use serde_json::Value;

use super::Upstream;

/// A token as tests send it; no output may ever hold it.
pub(crate) const TOKEN: &str = "canary-0123456789abcdef0123456789abcdef";

/// A session of a client with a server of its own.
pub(crate) struct Session {
    client: RunningService<RoleClient, ()>,
}

/// What a call came to.
#[derive(Debug)]
pub(crate) struct Called {
    tool: String,
    pub(crate) result: CallToolResult,
}

impl Upstream {
    /// A session with this forge, as somebody with a token.
    pub(crate) async fn session(&self) -> Session {
        self.session_with(|_| {}).await
    }

    /// A session with this forge and other flags.
    pub(crate) async fn session_with(&self, change: impl FnOnce(&mut Flags)) -> Session {
        Session { client: connect(self.server(change), ()).await }
    }

    /// A session whose raw answers go to a file.
    pub(crate) async fn saving(&self, sink: &Arc<Sink>) -> Session {
        let server = self.server(|_| {}).with_sink(Arc::clone(sink));
        Session { client: connect(server, ()).await }
    }

    /// A server for this forge.
    pub(crate) fn server(&self, change: impl FnOnce(&mut Flags)) -> Server {
        let mut flags = Flags {
            url: Some(self.url.clone()),
            token: Some(Secret::new(TOKEN)),
            timeout: Some(5),
            // Tests of the question itself switch it on.
            confirm: ConfirmMode::Never,
            ..Flags::default()
        };
        change(&mut flags);
        Server::new(Config::from_flags(flags).unwrap()).unwrap()
    }

    /// Calls one tool in a session of its own.
    pub(crate) async fn call(&self, tool: &str, arguments: Value) -> Called {
        self.session().await.call(tool, arguments).await
    }
}

impl Session {
    /// A session with the recorded forge.
    pub(crate) async fn demo() -> Self {
        Self::start(Flags { demo: true, ..Flags::default() }).await
    }

    pub(crate) async fn start(flags: Flags) -> Self {
        let server = Server::new(Config::from_flags(flags).unwrap()).unwrap();
        Self { client: connect(server, ()).await }
    }

    pub(crate) fn client(&self) -> &RunningService<RoleClient, ()> {
        &self.client
    }

    pub(crate) async fn call(&self, tool: &str, arguments: Value) -> Called {
        let Value::Object(arguments) = arguments else { panic!("arguments must be an object") };
        let request = CallToolRequestParams::new(tool.to_owned()).with_arguments(arguments);
        let answer = tokio::time::timeout(Duration::from_secs(30), self.client.call_tool(request));
        let result = answer.await.expect("an answer in time").expect("a result, not a protocol error");
        let called = Called { tool: tool.to_owned(), result };
        called.check();
        called
    }
}

/// A client that keeps the progress that it is told.
#[derive(Clone, Default)]
pub(crate) struct Watching(Arc<Mutex<Vec<(f64, Option<f64>)>>>);

impl ClientHandler for Watching {
    async fn on_progress(&self, told: ProgressNotificationParam, _: NotificationContext<RoleClient>) {
        self.0.lock().unwrap().push((told.progress, told.total));
    }
}

impl Watching {
    /// Calls a tool and gives what was told on the way, up to and with this much done.
    pub(crate) async fn told(
        server: Server,
        tool: &'static str,
        arguments: Value,
        done: f64,
    ) -> Vec<(f64, Option<f64>)> {
        let Value::Object(arguments) = arguments else { panic!("arguments must be an object") };
        let watching = Self::default();
        let client = connect(server, watching.clone()).await;
        let result =
            client.call_tool(CallToolRequestParams::new(tool).with_arguments(arguments)).await.unwrap();
        assert_ne!(result.is_error, Some(true), "{result:?}");
        let told = || watching.0.lock().unwrap().clone();
        for _ in 0..100 {
            if told().iter().any(|(so_far, _)| *so_far >= done) {
                break;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        let told = told();
        assert!(told.is_sorted_by(|one, next| one.0 < next.0), "{told:?}");
        assert_eq!(told.last().map(|last| last.0), Some(done), "{told:?}");
        told
    }
}

/// Connects a client to a server in this process.
pub(crate) async fn connect<C: ClientHandler>(server: Server, client: C) -> RunningService<RoleClient, C> {
    let (ours, theirs) = tokio::io::duplex(1 << 20);
    tokio::spawn(async move {
        if let Ok(running) = server.into_service().serve(theirs).await {
            let _ = running.waiting().await;
        }
    });
    client.serve(ours).await.unwrap()
}

impl Called {
    /// Holds what is true of every result.
    fn check(&self) {
        let printed = format!("{:?}", self.result);
        assert!(!printed.contains(TOKEN), "the token came out: {printed}");
        let Some(structured) = &self.result.structured_content else { return };
        let tool = tools::find(&self.tool).expect("a tool of ours");
        let schema = tool.wire_output().expect("structured content needs an output schema");
        let validator = jsonschema::validator_for(&Value::Object(schema)).unwrap();
        let problems: Vec<String> = validator
            .iter_errors(structured)
            .map(|error| format!("{}: {error}", error.instance_path()))
            .collect();
        assert!(problems.is_empty(), "{}: {problems:#?}\n{structured:#}", self.tool);
        assert_eq!(self.texts().first(), Some(&structured.to_string()), "the text is the same JSON");
    }

    /// The text blocks.
    pub(crate) fn texts(&self) -> Vec<String> {
        self.result.content.iter().filter_map(|block| block.as_text()).map(|text| text.text.clone()).collect()
    }

    /// The first text block of a success.
    pub(crate) fn text(&self) -> String {
        assert_ne!(self.result.is_error, Some(true), "{}: {}", self.tool, self.texts().join("\n"));
        self.texts().into_iter().next().unwrap_or_default()
    }

    /// The structured result of a success.
    pub(crate) fn json(&self) -> Value {
        assert_ne!(self.result.is_error, Some(true), "{}: {}", self.tool, self.texts().join("\n"));
        self.result
            .structured_content
            .clone()
            .unwrap_or_else(|| panic!("{} has no structured result", self.tool))
    }

    /// The second block of a text, as JSON.
    pub(crate) fn note(&self) -> Value {
        serde_json::from_str(&self.texts()[1]).unwrap()
    }

    pub(crate) fn blocks(&self) -> &[ContentBlock] {
        &self.result.content
    }

    /// The text of a failure.
    pub(crate) fn error(&self) -> String {
        assert_eq!(self.result.is_error, Some(true), "{} did not fail: {:?}", self.tool, self.texts());
        self.texts().join("\n")
    }

    /// The kind of a failure.
    pub(crate) fn kind(&self) -> String {
        let text = self.error();
        let meta = self.result.meta.as_ref().unwrap_or_else(|| panic!("no meta: {text}"));
        serde_json::to_value(meta).unwrap()["kind"].as_str().unwrap().to_owned()
    }
}
