//! A session with the real forge, and a repository that is gone after the test.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use forgejo_mcp::config::{Config, ConfirmMode, Flags};
use forgejo_mcp::secret::Secret;
use forgejo_mcp::server::Server;
use rmcp::model::{CallToolRequestParams, CallToolResult, ReadResourceRequestParams, ResourceContents};
use rmcp::service::{RunningService, ServiceError};
use rmcp::{RoleClient, ServiceExt};
use serde_json::{Value, json};

/// A client of the server, which talks to the real forge.
pub(crate) struct Live {
    client: RunningService<RoleClient, ()>,
    pub(crate) owner: String,
}

/// A repository for one test.
pub(crate) struct Repo {
    pub(crate) live: Live,
    pub(crate) name: String,
}

impl Live {
    /// A session, or nothing when no forge is named.
    pub(crate) async fn start() -> Option<Self> {
        let Some(token) = variable("FORGEJO_TEST_TOKEN") else {
            println!("skipped: FORGEJO_TEST_URL and FORGEJO_TEST_TOKEN name no forge");
            return None;
        };
        let mut live = Self::with_token(token).await?;
        live.owner = live.ok("get_my_user_info", json!({})).await["login"].as_str().unwrap().to_owned();
        Some(live)
    }

    /// A session of a site admin, who is somebody else.
    pub(crate) async fn admin() -> Option<Self> {
        let Some(token) = variable("FORGEJO_TEST_ADMIN_TOKEN") else {
            println!("skipped in part: FORGEJO_TEST_ADMIN_TOKEN names no admin");
            return None;
        };
        let mut live = Self::with_token(token).await?;
        live.owner = live.ok("get_my_user_info", json!({})).await["login"].as_str().unwrap().to_owned();
        Some(live)
    }

    /// A session of whoever has a token.
    pub(crate) async fn with_token(token: String) -> Option<Self> {
        let flags = Flags {
            url: Some(variable("FORGEJO_TEST_URL")?),
            token: Some(Secret::new(&token)),
            confirm: ConfirmMode::Never,
            timeout: Some(30),
            ..Flags::default()
        };
        let server = Server::new(Config::from_flags(flags).unwrap()).unwrap();
        let (ours, theirs) = tokio::io::duplex(1 << 20);
        tokio::spawn(async move {
            if let Ok(running) = server.into_service().serve(theirs).await {
                let _ = running.waiting().await;
            }
        });
        Some(Self { client: ().serve(ours).await.unwrap(), owner: String::new() })
    }

    /// The blocks of a resource, or the code of the error.
    pub(crate) async fn read(&self, uri: &str) -> Result<Vec<ResourceContents>, i32> {
        match self.client.read_resource(ReadResourceRequestParams::new(uri)).await {
            Ok(read) => Ok(read.contents),
            Err(ServiceError::McpError(error)) => Err(error.code.0),
            Err(other) => panic!("{uri}: {other}"),
        }
    }

    pub(crate) async fn call(&self, tool: &str, arguments: Value) -> CallToolResult {
        let Value::Object(arguments) = arguments else { panic!("arguments must be an object") };
        let request = CallToolRequestParams::new(tool.to_owned()).with_arguments(arguments);
        let answer = tokio::time::timeout(Duration::from_secs(60), self.client.call_tool(request));
        answer.await.expect("an answer in time").expect("a result")
    }

    /// The structured result of a success.
    pub(crate) async fn ok(&self, tool: &str, arguments: Value) -> Value {
        let result = self.call(tool, arguments.clone()).await;
        assert_ne!(result.is_error, Some(true), "{tool} {arguments}: {}", texts(&result).join("\n"));
        let structured = result.structured_content.clone();
        structured.unwrap_or_else(|| serde_json::from_str(&texts(&result)[0]).unwrap_or(Value::Null))
    }

    /// The kind and text of a failure.
    pub(crate) async fn fails(&self, tool: &str, arguments: Value) -> (String, String) {
        let result = self.call(tool, arguments.clone()).await;
        assert_eq!(result.is_error, Some(true), "{tool} {arguments} did not fail: {:?}", texts(&result));
        let meta = serde_json::to_value(&result.meta).unwrap();
        (meta["kind"].as_str().unwrap_or_default().to_owned(), texts(&result).join("\n"))
    }
}

/// The text blocks of a result.
pub(crate) fn texts(result: &CallToolResult) -> Vec<String> {
    result.content.iter().filter_map(|block| block.as_text()).map(|text| text.text.clone()).collect()
}

fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.is_empty())
}

/// A name that no other run uses.
pub(crate) fn unique(word: &str) -> String {
    let nanos = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_nanos();
    format!("live-{word}-{nanos:x}")
}

impl Repo {
    /// A new repository with a first commit, or nothing when no forge is named.
    pub(crate) async fn start(word: &str) -> Option<Self> {
        let live = Live::start().await?;
        let name = unique(word);
        let body = json!({ "name": name, "auto_init": true, "default_branch": "main" });
        live.ok("call_write_tool", json!({ "name": "createCurrentUserRepo", "arguments": body })).await;
        Some(Self { live, name })
    }

    /// Arguments with owner and repository.
    pub(crate) fn with(&self, mut more: Value) -> Value {
        more["owner"] = json!(self.live.owner);
        more["repo"] = json!(self.name);
        more
    }

    pub(crate) async fn ok(&self, tool: &str, more: Value) -> Value {
        self.live.ok(tool, self.with(more)).await
    }

    pub(crate) async fn fails(&self, tool: &str, more: Value) -> (String, String) {
        self.live.fails(tool, self.with(more)).await
    }

    pub(crate) async fn call(&self, tool: &str, more: Value) -> CallToolResult {
        self.live.call(tool, self.with(more)).await
    }

    /// An operation of the API through the door.
    pub(crate) async fn operation(&self, id: &str, more: Value) -> Value {
        self.live.ok("call_write_tool", json!({ "name": id, "arguments": self.with(more) })).await
    }

    pub(crate) async fn end(self) {
        self.operation("repoDelete", json!({})).await;
        assert_eq!(self.fails("get_repo", json!({})).await.0, "not_found");
    }
}
