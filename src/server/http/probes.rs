//! What an orchestrator and Prometheus ask: whether the process lives, whether the forge answers, how much was done.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use tokio::sync::Mutex;

use super::refusal;
use crate::forgejo::{Answer, ApiError, Forge, Kind};
use crate::server::Server;

/// How long an answer holds: probes need no account, so they must not become a way to flood the forge.
const HOLDS: Duration = Duration::from_secs(5);
/// How long the forge may take.
const PATIENCE: Duration = Duration::from_secs(4);

const OPEN_METRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// What probes need.
#[derive(Clone)]
pub(super) struct Probed {
    server: Server,
    /// The forge as nobody in particular.
    forge: Forge,
    last: Arc<Mutex<Option<Found>>>,
}

/// What the forge was found to be, and when.
struct Found {
    at: Instant,
    forge: Result<(), String>,
}

impl Probed {
    pub(super) fn of(server: &Server) -> Self {
        let forge = server.shared.forge.for_caller(None, true);
        Self { server: server.clone(), forge, last: Arc::default() }
    }

    async fn reach(&self) -> Result<(), String> {
        let mut last = self.last.lock().await;
        if let Some(known) = last.as_ref().filter(|known| known.at.elapsed() < HOLDS) {
            return known.forge.clone();
        }
        let asked = tokio::time::timeout(PATIENCE, version(&self.forge.for_one_call())).await;
        let found = match asked {
            Ok(found) => found.map_err(|error| error.to_string()),
            Err(_) => Err("the forge did not answer in time".to_owned()),
        };
        *last = Some(Found { at: Instant::now(), forge: found.clone() });
        found
    }
}

/// Asks the forge for its version; that it wants a login for that is an answer, too.
async fn version(forge: &Forge) -> Result<(), ApiError> {
    match forge.api()?.get_version().send().answer(forge).await {
        Err(error) if !matches!(error.kind(), Kind::Unauthorized | Kind::Forbidden) => Err(error),
        _ => Ok(()),
    }
}

pub(super) async fn ready(State(probed): State<Probed>) -> Response {
    match probed.reach().await {
        Ok(()) => "ok\n".into_response(),
        Err(error) => refusal(StatusCode::SERVICE_UNAVAILABLE, &error, None),
    }
}

pub(super) async fn metrics(State(probed): State<Probed>) -> Response {
    let text = probed.server.shared.metrics.as_ref().map(|metrics| metrics.text()).unwrap_or_default();
    ([(CONTENT_TYPE, OPEN_METRICS)], text).into_response()
}
