//! The MCP client inside the process: it calls the server as every other client does, shows progress on the terminal,
//! and puts the server's questions to the person there.

use std::io::Write;

use indicatif::{ProgressBar, ProgressStyle};
use rmcp::model::{
    CallToolRequestParams, CallToolResult, ClientCapabilities, ClientConfig, ElicitRequestParams,
    ElicitResult, ElicitationAction, ElicitationCapability, ErrorCode, ErrorData, FormElicitationCapability,
    Implementation, ProgressNotificationParam,
};
use rmcp::service::{NotificationContext, RequestContext, RunningService, ServiceError};
use rmcp::{ClientHandler, RoleClient, ServiceExt};
use serde_json::{Map, Value};

use super::out::{self, Failure, Outcome};
use crate::failure;
use crate::server::Server;

/// How much may be on its way between client and server.
const PIPE: usize = 1 << 20;

/// A session with a server in this process.
pub(super) struct Client {
    running: RunningService<RoleClient, Terminal>,
    bar: Bar,
}

impl Client {
    /// Starts the server and a session with it.
    pub(super) async fn start(server: Server) -> Outcome<Self> {
        let (ours, theirs) = tokio::io::duplex(PIPE);
        tokio::spawn(async move {
            if let Ok(running) = server.into_service().serve(theirs).await {
                // The session ends with the program.
                let _ = running.waiting().await;
            }
        });
        let bar = Bar::new();
        let terminal = Terminal { bar: bar.clone() };
        let running = terminal
            .serve(ours)
            .await
            .map_err(|error| Failure::Failed(format!("the session inside the program failed: {error}")))?;
        Ok(Self { running, bar })
    }

    /// Calls a tool.
    pub(super) async fn call(&self, tool: &str, arguments: Map<String, Value>) -> Outcome<CallToolResult> {
        let request = CallToolRequestParams::new(tool.to_owned()).with_arguments(arguments);
        self.running.call_tool(request).await.map_err(refused)
    }

    pub(super) fn session(&self) -> &RunningService<RoleClient, Terminal> {
        &self.running
    }

    pub(super) fn bar(&self) -> &Bar {
        &self.bar
    }
}

/// A protocol error as it is told to people.
pub(super) fn refused(error: ServiceError) -> Failure {
    let ServiceError::McpError(error) = error else { return Failure::Failed(error.to_string()) };
    if error.code == ErrorCode::METHOD_NOT_FOUND {
        return Failure::Failed(format!("this server does not answer {}", error.message));
    }
    let kind = error.data.as_ref().and_then(|data| data.get("kind")).and_then(Value::as_str);
    let is_unusable = kind.map_or(error.code.0 == -32602, |kind| failure::exit_status(kind) == 2);
    let text = error.message.into_owned();
    if is_unusable { Failure::Unusable(text) } else { Failure::Failed(text) }
}

/// How far a long call is, shown only on a terminal and only once there is something to show.
#[derive(Clone)]
pub(super) struct Bar(Option<ProgressBar>);

impl Bar {
    fn new() -> Self {
        Self(out::stderr_is_terminal().then(ProgressBar::no_length))
    }

    /// Shows how much of how much is done.
    pub(super) fn at(&self, done: u64, total: Option<u64>, unit: &str) {
        let Some(bar) = &self.0 else { return };
        let (template, of) = match total {
            Some(total) => ("{wide_bar} {msg}", format!(" of {}", out::grouped(total))),
            None => ("{spinner} {msg}", String::new()),
        };
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        if let Some(total) = total {
            bar.set_length(total);
        }
        bar.set_message(format!("{}{of} {unit}", out::grouped(done)));
        bar.set_position(done);
    }

    /// Takes it away.
    pub(super) fn end(&self) {
        if let Some(bar) = &self.0 {
            bar.finish_and_clear();
        }
    }
}

/// The client's side of a session: the terminal that the program runs in.
pub(super) struct Terminal {
    bar: Bar,
}

impl ClientHandler for Terminal {
    fn get_info(&self) -> ClientConfig {
        let mut capabilities = ClientCapabilities::default();
        if out::stdin_is_terminal() && out::stderr_is_terminal() {
            let forms = FormElicitationCapability::default();
            capabilities.elicitation = Some(ElicitationCapability::new().with_form(forms));
        }
        let name = concat!(env!("CARGO_PKG_NAME"), "-cli");
        ClientConfig::new(capabilities, Implementation::new(name, env!("CARGO_PKG_VERSION")))
    }

    async fn on_progress(&self, progress: ProgressNotificationParam, _: NotificationContext<RoleClient>) {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "progress is a hint for people"
        )]
        let whole = |number: f64| number.max(0.0) as u64;
        self.bar.at(whole(progress.progress), progress.total.map(whole), "done");
    }

    async fn create_elicitation(
        &self,
        request: ElicitRequestParams,
        _: RequestContext<RoleClient>,
    ) -> Result<ElicitResult, ErrorData> {
        let ElicitRequestParams::FormElicitationParams { message, requested_schema, .. } = request else {
            return Ok(ElicitResult::new(ElicitationAction::Decline));
        };
        let schema = serde_json::to_value(&requested_schema).unwrap_or_default();
        self.bar.end();
        let asked = tokio::task::spawn_blocking(move || ask(&message, &schema)).await;
        Ok(match asked {
            Ok(Some(answers)) => {
                ElicitResult::new(ElicitationAction::Accept).with_content(Value::Object(answers))
            }
            _ => ElicitResult::new(ElicitationAction::Decline),
        })
    }
}

/// Asks for each field of a form; `None` when the person does not want to.
fn ask(message: &str, schema: &Value) -> Option<Map<String, Value>> {
    out::say("question", message);
    let mut answers = Map::new();
    for (name, field) in schema.get("properties")?.as_object()? {
        let said = |key: &str| field.get(key).and_then(Value::as_str);
        let label = said("description").or_else(|| said("title")).unwrap_or(name);
        let is_boolean = said("type") == Some("boolean");
        let line = prompt(&format!("{label}{}: ", if is_boolean { " (yes or no)" } else { "" }))?;
        let answer = if is_boolean {
            matches!(line.to_lowercase().as_str(), "y" | "yes" | "true").then_some(Value::Bool(true))?
        } else if line.is_empty() {
            return None;
        } else {
            Value::from(line)
        };
        answers.insert(name.clone(), answer);
    }
    Some(answers)
}

fn prompt(label: &str) -> Option<String> {
    let mut stderr = anstream::stderr();
    write!(stderr, "{label}").and_then(|()| stderr.flush()).ok()?;
    let mut line = String::new();
    let read = std::io::stdin().read_line(&mut line).ok()?;
    (read > 0).then(|| line.trim().to_owned())
}
