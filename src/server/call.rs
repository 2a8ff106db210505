//! The one way through for every call: find → policy → arguments → confirm → run → finish → envelope.

use std::panic::AssertUnwindSafe;
use std::time::Duration;

use futures::FutureExt;
use rmcp::RoleServer;
use rmcp::model::{CallToolRequestParams, CallToolResponse, ProgressNotificationParam};
use rmcp::service::RequestContext;
use serde_json::{Map, Value};
use tokio_util::sync::CancellationToken;

use super::audit::Audited;
use super::confirm::{Act, Confirmed, Given};
use super::door::{Callee, Meant};
use super::metrics::{Metrics, Watched};
use super::visitor::Visitor;
use super::{Server, arguments, confirm, door, envelope, finish};
use crate::failure;
use crate::forgejo::{ApiError, Forge, Kind};
use crate::progress::Progress;
use crate::reply::{Content, Reply, Text};
use crate::tools::{Bound, CONFIRM, Call};
use crate::views::text::Cleaned;

/// Answers a `tools/call`; a failure is a result that says what happened.
pub(super) async fn tool(
    server: &Server,
    request: CallToolRequestParams,
    context: RequestContext<RoleServer>,
) -> CallToolResponse {
    let name = request.name.clone();
    let visitor = server.visitor(&context);
    let forge = visitor.forge.clone();
    let watched = server.shared.metrics.as_ref().map(Metrics::call);
    let outcome = guarded(carry_out(server, visitor, request, context, watched.as_ref())).await;
    if let Some(watched) = watched {
        watched.end(&outcome);
    }
    match outcome {
        Ok(response) => response,
        Err(error) => {
            tracing::debug!(tool = forge.scrub(&name), kind = error.kind().as_str(), "call failed");
            failure::tool_result(&name, &error, &forge).into()
        }
    }
}

/// Makes an error of a panic anywhere on the way: a client that gets nothing waits for ever.
pub(super) async fn guarded<T>(running: impl Future<Output = Result<T, ApiError>>) -> Result<T, ApiError> {
    let outcome = AssertUnwindSafe(running).catch_unwind().await;
    outcome.unwrap_or_else(|_| Err(ApiError::internal("this program failed; please report it")))
}

async fn carry_out(
    server: &Server,
    visitor: Visitor,
    request: CallToolRequestParams,
    context: RequestContext<RoleServer>,
    watched: Option<&Watched<'_>>,
) -> Result<CallToolResponse, ApiError> {
    let given = request.arguments.unwrap_or_default();
    let Visitor { forge, policy } = visitor;
    let Meant { callee, arguments, through_door } = door::unwrap(&request.name, given, &policy)?;
    if let Some(watched) = watched {
        watched.means(callee.name());
    }
    let mut arguments = read_arguments(server, &forge, &callee, arguments)?;
    let confirm = arguments.shift_remove(CONFIRM).and_then(|name| name.as_str().map(str::to_owned));
    let bound = bound(server, &arguments);
    let audited = callee.access().writes().then(|| Audited::of(&callee, &arguments, &forge));
    let prepared = callee.prepare(arguments.clone())?;
    // What is only shown needs no yes.
    if let Some(target) = prepared.target.as_ref().filter(|_| !server.config().dry_run) {
        let caller = forge.caller_id();
        let act = Act { tool: callee.name(), target, arguments: &arguments, caller: &caller };
        let given =
            Given { named: confirm, responses: request.input_responses, state: request.request_state };
        match confirm::check(&act, given, server.config().confirm, &server.shared.codec, &context).await? {
            Confirmed::Yes => {}
            Confirmed::Ask(question) => return Ok(CallToolResponse::InputRequired(*question)),
        }
    }
    let call = Call {
        forge: forge.with_progress(progress(&context)),
        bound,
        cancelled: context.ct.clone(),
        sink: server.sink.clone(),
        catalogue: policy,
        uploads: server.config().uploads.clone(),
    };
    let outcome = run(prepared.run(&call), &call.forge, &call.cancelled, server).await;
    // A tool may have made another error of a write that was only shown.
    let shown = call.forge.held_back();
    if let Some(audited) = audited {
        server.shared.audit.write(&audited, shown.as_ref().or(outcome.as_ref().err()));
    }
    let reply = match shown {
        Some(shown) => dry_run(&shown),
        None => outcome?,
    };
    let mut finished = finish::reply(reply, bound, server.sink.is_some(), &call.forge);
    if through_door {
        finished.structured = None;
    }
    Ok(envelope::wrap(finished).into())
}

fn read_arguments(
    server: &Server,
    forge: &Forge,
    callee: &Callee,
    mut given: Map<String, Value>,
) -> Result<Map<String, Value>, ApiError> {
    let schema = callee.input(&given)?;
    if let Some((owner, repo)) = &server.config().default_repo {
        let takes = |name: &str| schema.get("properties").and_then(|all| all.get(name)).is_some();
        let missing = |name: &str| given.get(name).is_none_or(Value::is_null);
        if takes("owner") && takes("repo") && missing("owner") && missing("repo") {
            given.insert("owner".to_owned(), Value::from(owner.as_str()));
            given.insert("repo".to_owned(), Value::from(repo.as_str()));
        }
    }
    let arguments = arguments::normalise(given, &schema).map_err(ApiError::invalid)?;
    if let (Some(owner), Some(repo)) = (text(&arguments, "owner"), text(&arguments, "repo")) {
        forge.guard().check_repo(owner, repo)?;
    }
    Ok(arguments)
}

fn text<'value>(arguments: &'value Map<String, Value>, name: &str) -> Option<&'value str> {
    arguments.get(name).and_then(Value::as_str)
}

/// What a dry run answers: the request that would have been sent, as text, since it is no result of the tool.
fn dry_run(shown: &ApiError) -> Reply {
    Reply {
        content: Content::Text(Text { text: shown.to_string(), ..Text::default() }),
        warnings: Vec::new(),
        cleaned: Cleaned::default(),
        keeps_secrets: false,
    }
}

/// Runs to the end, to the deadline, or until nobody waits any more.
pub(super) async fn run<T>(
    running: impl Future<Output = Result<T, ApiError>>,
    forge: &Forge,
    cancelled: &CancellationToken,
    server: &Server,
) -> Result<T, ApiError> {
    // A file may be as large as it likes; everything else ends some day.
    let deadline = if server.sink.is_some() {
        Duration::from_secs(24 * 3600)
    } else {
        server.config().http.timeout * DEADLINE
    };
    let why = tokio::select! {
        biased;
        outcome = running => return outcome,
        () = cancelled.cancelled() => "the client cancelled the call",
        () = server.shared.closing.cancelled() => "the client went away",
        () = tokio::time::sleep(deadline) => "the call took too long",
    };
    if forge.wrote() {
        return Err(ApiError::new(Kind::OutcomeUnknown, format!("{why} after a write was sent"))
            .hint("the write may have happened: read the thing again before trying once more"));
    }
    Err(ApiError::new(Kind::Unavailable, why))
}

/// How many timeouts of a single answer a whole call may take.
const DEADLINE: u32 = 10;

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
