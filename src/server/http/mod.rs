//! HTTP for many clients: stateless, each request with a token of its own. Any number of replicas may stand side by
//! side, since none remembers anything that another would need.
//!
//! A request to `/mcp` goes through: hosts → limits → identity → codes → rmcp. The probes stand beside that way.

mod codes;
mod hosts;
mod identity;
mod limits;
mod probes;
mod sse;

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, X_CONTENT_TYPE_OPTIONS};
use axum::http::{HeaderValue, StatusCode};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};
use serde_json::json;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::set_header::SetResponseHeaderLayer;

use super::Server;
use crate::config::{Serving, Transport};
use crate::forgejo::{ApiError, Kind};

use hosts::Hosts;
use identity::Identities;
use sse::Sessions;

/// How long calls may go on after the server was told to end.
const GRACE: Duration = Duration::from_secs(25);
/// How long the answers of calls that were then ended may take to leave.
const LAST_WORDS: Duration = Duration::from_secs(2);
/// How long a connection may say nothing between two requests, or take for the head of one; longer than the proxies
/// that keep connections open.
const QUIET: Duration = Duration::from_secs(75);
/// Connections that are open at once; more wait to be accepted.
const CONNECTIONS: usize = 4096;

/// A server that listens.
pub struct Listening {
    listener: TcpListener,
    app: Router,
    server: Server,
    /// Told to the older sessions, which would never end by themselves.
    draining: CancellationToken,
}

/// Listens where the configuration says. Nobody is answered before [`Listening::serve`].
///
/// # Errors
/// `invalid_arguments` for a list of hosts or origins that cannot be read; `unavailable` when the address is taken.
pub async fn listen(server: Server) -> Result<Listening, ApiError> {
    let serving = server.config().serving.clone();
    let draining = CancellationToken::new();
    let app = app(&server, &serving, &draining)?;
    let address = (serving.host.as_str(), serving.port);
    let listener = TcpListener::bind(address).await.map_err(|error| {
        ApiError::new(
            Kind::Unavailable,
            format!("cannot listen on {} port {}: {error}", serving.host, serving.port),
        )
        .hint("choose others with --http-host and --http-port")
    })?;
    Ok(Listening { listener, app, server, draining })
}

impl Listening {
    /// Where it listens.
    ///
    /// # Errors
    /// When the system does not say.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Answers until `ended`; then accepts nothing new, and lets calls under way finish for a while.
    pub async fn serve(self, ended: impl Future<Output = ()>) {
        let Self { listener, app, server, draining } = self;
        let connections = GracefulShutdown::new();
        let room = Arc::new(Semaphore::new(CONNECTIONS));
        let mut ended = std::pin::pin!(ended);
        loop {
            let accepted = async {
                let place = Arc::clone(&room).acquire_owned().await;
                (place, listener.accept().await)
            };
            let (place, accepted) = tokio::select! {
                () = &mut ended => break,
                accepted = accepted => accepted,
            };
            match accepted {
                Ok((stream, _)) => {
                    // Small answers should not wait for more to send.
                    let _ = stream.set_nodelay(true);
                    let connection = http1::Builder::new()
                        .timer(TokioTimer::new())
                        .header_read_timeout(QUIET)
                        .serve_connection(TokioIo::new(stream), TowerToHyperService::new(app.clone()));
                    let connection = connections.watch(connection);
                    tokio::spawn(async move {
                        if let Err(error) = connection.await {
                            tracing::debug!(%error, "a connection ended early");
                        }
                        drop(place);
                    });
                }
                Err(error) => {
                    // Such as too many open files: it passes, and must not spin.
                    tracing::warn!(%error, "a connection was not accepted");
                    tokio::time::sleep(Duration::from_millis(100)).await;
                }
            }
        }
        drop(listener);
        tracing::info!("ending: no new connections, calls under way may finish");
        draining.cancel();
        let mut all = std::pin::pin!(connections.shutdown());
        if tokio::time::timeout(GRACE, &mut all).await.is_err() {
            tracing::warn!("calls still under way are ended");
            server.shared.closing.cancel();
            let _ = tokio::time::timeout(LAST_WORDS, all).await;
        }
    }
}

/// Everything that is answered, from the outside in.
fn app(server: &Server, serving: &Serving, draining: &CancellationToken) -> Result<Router, ApiError> {
    let hosts = Hosts::of(serving)?;
    let sessions = Sessions::new(server.clone(), draining.clone());
    let mut mcp = Router::new().route_service("/mcp", streamable(server, serving));
    if serving.transport == Transport::Sse {
        mcp = mcp.merge(sse::routes(sessions));
    }
    let no_store = HeaderValue::from_static("no-store");
    let no_sniff = HeaderValue::from_static("nosniff");
    let guarded = mcp
        .layer(axum::middleware::from_fn(codes::restore))
        .layer(from_fn_with_state(Identities::of(server, serving), identity::identify))
        .layer(limits::layer(serving.max_concurrent))
        .layer(DefaultBodyLimit::max(serving.max_body))
        .layer(hosts.cors())
        .layer(from_fn_with_state(Arc::new(hosts), hosts::check))
        .layer(SetResponseHeaderLayer::if_not_present(CACHE_CONTROL, no_store))
        .layer(SetResponseHeaderLayer::if_not_present(X_CONTENT_TYPE_OPTIONS, no_sniff))
        .layer(CatchPanicLayer::new());
    let probes = Router::new()
        .route("/healthz", get(|| async { "ok\n" }))
        .route("/readyz", get(probes::ready))
        .route("/metrics", get(probes::metrics))
        .with_state(probes::Probed::of(server));
    let nothing_here = || async { refusal(StatusCode::NOT_FOUND, "nothing is here; MCP is at /mcp", None) };
    Ok(guarded.merge(probes).fallback(nothing_here))
}

/// rmcp's service, which remembers nothing between requests.
fn streamable(server: &Server, serving: &Serving) -> StreamableHttpService<Server, NeverSessionManager> {
    let config = StreamableHttpServerConfig::default()
        .with_legacy_session_mode(false)
        .with_json_response(true)
        .with_max_request_body_bytes(serving.max_body)
        // Ours stands before it, for the older transport too.
        .disable_allowed_hosts()
        .disable_allowed_origins();
    let server = server.clone();
    StreamableHttpService::new(move || Ok(server.clone()), Arc::default(), config)
}

/// A request that is not let in, as JSON.
fn refusal(status: StatusCode, error: &str, hint: Option<&str>) -> Response {
    let mut body = json!({ "error": error });
    if let (Some(hint), Some(fields)) = (hint, body.as_object_mut()) {
        fields.insert("hint".to_owned(), hint.into());
    }
    (status, [(CONTENT_TYPE, "application/json")], body.to_string()).into_response()
}
