//! The one way through for every call: find → policy → arguments → confirm → run → finish → envelope.

use std::panic::AssertUnwindSafe;

use futures::FutureExt;
use rmcp::RoleServer;
use rmcp::model::{CallToolRequestParams, CallToolResponse, ProgressNotificationParam};
use rmcp::service::RequestContext;
use serde_json::{Map, Value};
use tokio_util::sync::CancellationToken;

use super::{Server, arguments, confirm, envelope, find, finish};
use crate::failure;
use crate::forgejo::{ApiError, Kind};
use crate::tools::{Bound, Call, Progress, ToolEntry};

/// Answers a `tools/call`; a failure is a result that says what happened.
pub(super) async fn tool(
    server: &Server,
    request: CallToolRequestParams,
    context: RequestContext<RoleServer>,
) -> CallToolResponse {
    let name = request.name.clone();
    match carry_out(server, request, context).await {
        Ok(response) => response,
        Err(error) => {
            tracing::debug!(tool = %name, kind = error.kind().as_str(), "call failed");
            failure::tool_result(&name, &error).into()
        }
    }
}

async fn carry_out(
    server: &Server,
    request: CallToolRequestParams,
    context: RequestContext<RoleServer>,
) -> Result<CallToolResponse, ApiError> {
    let tool = find::tool(&request.name, server.policy())?;
    let given = request.arguments.unwrap_or_default();
    let arguments = read_arguments(server, tool, given)?;
    let bound = bound(server, &arguments);
    let prepared = tool.prepare(arguments)?;
    confirm::check(tool, &prepared)?;
    let call = Call {
        forge: server.shared.forge.for_one_call(),
        bound,
        progress: progress(&context),
        cancelled: context.ct.clone(),
        sink: server.sink.clone(),
    };
    let reply = run(prepared.run(&call), &call.cancelled).await?;
    let finished = finish::reply(reply, bound, server.sink.is_some());
    Ok(envelope::wrap(finished).into())
}

fn read_arguments(
    server: &Server,
    tool: &ToolEntry,
    mut given: Map<String, Value>,
) -> Result<Map<String, Value>, ApiError> {
    let schema = tool.input();
    if let Some((owner, repo)) = &server.config().default_repo {
        let takes = |name: &str| schema.get("properties").and_then(|all| all.get(name)).is_some();
        let missing = |name: &str| given.get(name).is_none_or(Value::is_null);
        if takes("owner") && takes("repo") && missing("owner") && missing("repo") {
            given.insert("owner".to_owned(), Value::from(owner.as_str()));
            given.insert("repo".to_owned(), Value::from(repo.as_str()));
        }
    }
    let arguments = arguments::normalise(tool.name, given, &schema).map_err(ApiError::invalid)?;
    if let (Some(owner), Some(repo)) = (text(&arguments, "owner"), text(&arguments, "repo")) {
        server.shared.forge.guard().check_repo(owner, repo)?;
    }
    Ok(arguments)
}

fn text<'value>(arguments: &'value Map<String, Value>, name: &str) -> Option<&'value str> {
    arguments.get(name).and_then(Value::as_str)
}

/// Runs to the end, to the client's cancellation, or into a panic that becomes an error.
pub(super) async fn run<T>(
    running: impl Future<Output = Result<T, ApiError>>,
    cancelled: &CancellationToken,
) -> Result<T, ApiError> {
    let guarded = AssertUnwindSafe(running).catch_unwind();
    tokio::select! {
        biased;
        () = cancelled.cancelled() => Err(ApiError::new(Kind::Unavailable, "cancelled by the client")),
        outcome = guarded => outcome.unwrap_or_else(|_| Err(ApiError::internal("this program failed; please report it"))),
    }
}

/// Reports progress when the client asked for it.
fn progress(context: &RequestContext<RoleServer>) -> Progress {
    let Some(token) = context.meta.get_progress_token() else {
        return Progress::default();
    };
    let peer = context.peer.clone();
    Progress::new(move |done, total| {
        #[expect(clippy::cast_precision_loss, reason = "progress is a hint for people")]
        let mut notice = ProgressNotificationParam::new(token.clone(), done as f64);
        #[expect(clippy::cast_precision_loss, reason = "progress is a hint for people")]
        if let Some(total) = total {
            notice = notice.with_total(total as f64);
        }
        let peer = peer.clone();
        tokio::spawn(async move {
            // A client that went away needs no notice.
            let _ = peer.notify_progress(notice).await;
        });
    })
}

/// The bound of a call: a limit or a range that the caller names may raise it.
fn bound(server: &Server, arguments: &Map<String, Value>) -> Bound {
    let Bound { text, most, media } = server.config().bound;
    let asks_for_more = ["limit", "start_line", "end_line"].iter().any(|name| arguments.contains_key(*name));
    Bound { text: if asks_for_more { most } else { text }, most, media }
}
