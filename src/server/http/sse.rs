//! The HTTP transport of protocol 2024-11-05, for clients that have nothing newer: a stream of events at `/sse`, and
//! messages to it at `/message`. A session lives in the process that opened it, as long as its stream; a balancer
//! must send both to the same replica. Each message brings the token that the stream was opened with.

use std::collections::HashMap;
use std::convert::Infallible;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::body::Bytes;
use axum::extract::{Extension, Query, State};
use axum::http::StatusCode;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use futures::channel::mpsc::{Receiver, Sender, channel};
use futures::{SinkExt, Stream, StreamExt, stream};
use rmcp::ServiceExt;
use rmcp::model::{ClientJsonRpcMessage, GetExtensions, ServerJsonRpcMessage};
use serde::Deserialize;
use tokio_util::sync::{CancellationToken, DropGuard};
use uuid::Uuid;

use super::refusal;
use crate::server::Server;
use crate::server::visitor::Visitor;

/// Messages that wait in one direction; a client that does not read holds up its own calls.
const WAITING: usize = 64;
/// How often a quiet stream says that it lives.
const ALIVE: Duration = Duration::from_secs(15);

/// The open sessions.
#[derive(Clone)]
pub(super) struct Sessions {
    server: Server,
    open: Arc<Mutex<HashMap<String, Session>>>,
    draining: CancellationToken,
}

/// One open stream, as messages to it see it.
#[derive(Clone)]
struct Session {
    inbox: Sender<ClientJsonRpcMessage>,
    visitor: Visitor,
    /// Requests that have no answer yet.
    unanswered: Arc<AtomicUsize>,
}

/// What the stream of a session needs; when the client closes it, the session is over.
struct Events {
    outbox: Receiver<ServerJsonRpcMessage>,
    unanswered: Arc<AtomicUsize>,
    draining: CancellationToken,
    _over: Over,
}

/// Ends a session when dropped.
struct Over {
    id: String,
    sessions: Sessions,
    _calls: DropGuard,
}

/// The session that a message is for.
#[derive(Deserialize)]
struct Addressed {
    #[serde(rename = "sessionId")]
    session_id: String,
}

impl Sessions {
    pub(super) fn new(server: Server, draining: CancellationToken) -> Self {
        Self { server, open: Arc::default(), draining }
    }

    fn with_open<T>(&self, act: impl FnOnce(&mut HashMap<String, Session>) -> T) -> T {
        act(&mut self.open.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Opens a session for a visitor, and gives its stream.
    fn open(&self, visitor: Visitor) -> impl Stream<Item = Result<Event, Infallible>> + use<> {
        let id = Uuid::new_v4().simple().to_string();
        let (inbox, incoming) = channel(WAITING);
        let (outgoing, outbox) = channel(WAITING);
        let calls = CancellationToken::new();
        let unanswered = Arc::default();
        let session = Session { inbox, visitor, unanswered: Arc::clone(&unanswered) };
        self.with_open(|open| open.insert(id.clone(), session));
        let service = self.server.clone().into_service();
        let running = service.serve_with_ct((outgoing, incoming), calls.clone());
        tokio::spawn(async move {
            match running.await {
                Ok(running) => {
                    let _ = running.waiting().await;
                }
                Err(error) => tracing::debug!(%error, "a session did not begin"),
            }
        });
        // Relative to /sse, so that it holds below any path that a proxy puts before it.
        let endpoint = Event::default().event("endpoint").data(format!("message?sessionId={id}"));
        let over = Over { id, sessions: self.clone(), _calls: calls.drop_guard() };
        let events = Events { outbox, unanswered, draining: self.draining.clone(), _over: over };
        stream::iter([Ok(endpoint)]).chain(stream::unfold(events, |mut events| async move {
            let message = events.next().await?;
            Some((Ok(event(&message)), events))
        }))
    }
}

impl Events {
    /// The next message; none any more when the server ends and every request has its answer.
    async fn next(&mut self) -> Option<ServerJsonRpcMessage> {
        loop {
            let is_ending = self.draining.is_cancelled();
            if is_ending && self.unanswered.load(Ordering::Acquire) == 0 {
                return None;
            }
            tokio::select! {
                message = self.outbox.next() => {
                    let message = message?;
                    if matches!(message, ServerJsonRpcMessage::Response(_) | ServerJsonRpcMessage::Error(_)) {
                        self.unanswered.fetch_sub(1, Ordering::AcqRel);
                    }
                    return Some(message);
                }
                () = self.draining.cancelled(), if !is_ending => {}
            }
        }
    }
}

impl Drop for Over {
    fn drop(&mut self) {
        self.sessions.with_open(|open| open.remove(&self.id));
    }
}

fn event(message: &ServerJsonRpcMessage) -> Event {
    let event = Event::default().event("message");
    // A message of ours is JSON without line breaks.
    event.data(serde_json::to_string(message).unwrap_or_default())
}

pub(super) fn routes(sessions: Sessions) -> Router {
    Router::new().route("/sse", get(listen)).route("/message", post(speak)).with_state(sessions)
}

async fn listen(State(sessions): State<Sessions>, Extension(visitor): Extension<Visitor>) -> Response {
    if sessions.draining.is_cancelled() {
        return refusal(StatusCode::SERVICE_UNAVAILABLE, "the server is ending", None);
    }
    Sse::new(sessions.open(visitor)).keep_alive(KeepAlive::new().interval(ALIVE)).into_response()
}

async fn speak(
    State(sessions): State<Sessions>,
    Extension(visitor): Extension<Visitor>,
    Query(Addressed { session_id }): Query<Addressed>,
    body: Bytes,
) -> Response {
    let session = sessions.with_open(|open| open.get(&session_id).cloned());
    // Whose session it is must not be told to others, so that of somebody else is none.
    let own = session.filter(|session| session.visitor.forge.caller_id() == visitor.forge.caller_id());
    let Some(mut session) = own else {
        return refusal(StatusCode::NOT_FOUND, "no such session", Some("open a new stream at /sse"));
    };
    let mut message: ClientJsonRpcMessage = match serde_json::from_slice(&body) {
        Ok(message) => message,
        Err(error) => {
            return refusal(StatusCode::BAD_REQUEST, &format!("not a message of MCP: {error}"), None);
        }
    };
    if let ClientJsonRpcMessage::Request(request) = &mut message {
        request.request.extensions_mut().insert(session.visitor.clone());
        session.unanswered.fetch_add(1, Ordering::AcqRel);
    }
    match session.inbox.send(message).await {
        Ok(()) => (StatusCode::ACCEPTED, "Accepted").into_response(),
        Err(_) => refusal(StatusCode::NOT_FOUND, "the session is over", Some("open a new stream at /sse")),
    }
}
