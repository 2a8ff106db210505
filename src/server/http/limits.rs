//! How much is worked on at once, and how often one caller may ask.

use std::num::NonZeroU32;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use axum::BoxError;
use axum::error_handling::HandleErrorLayer;
use axum::http::header::RETRY_AFTER;
use axum::http::{HeaderValue, StatusCode};
use axum::response::Response;
use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use tower::ServiceBuilder;
use tower::layer::util::{Identity, Stack};
use tower::limit::GlobalConcurrencyLimitLayer;
use tower::load_shed::LoadShedLayer;

use super::refusal;

/// After how many checks callers that are long gone are forgotten.
const FORGET_EVERY: u32 = 4096;

type Overload = fn(BoxError) -> std::future::Ready<Response>;
type Limits =
    Stack<GlobalConcurrencyLimitLayer, Stack<LoadShedLayer, Stack<HandleErrorLayer<Overload, ()>, Identity>>>;

/// Refuses what comes while as much as allowed is worked on; a queue would only hide that there is too much.
pub(super) fn layer(at_once: usize) -> ServiceBuilder<Limits> {
    let overloaded: Overload = |_| {
        let mut response = refusal(
            StatusCode::SERVICE_UNAVAILABLE,
            "too many requests are worked on",
            Some("wait a moment; the operator raises the limit with --max-concurrent"),
        );
        response.headers_mut().insert(RETRY_AFTER, HeaderValue::from_static("1"));
        std::future::ready(response)
    };
    ServiceBuilder::new()
        .layer(HandleErrorLayer::new(overloaded))
        .load_shed()
        .layer(GlobalConcurrencyLimitLayer::new(at_once))
}

/// How often each caller may ask.
pub(super) struct Rate {
    limiter: DefaultKeyedRateLimiter<String>,
    checks: AtomicU32,
}

impl Rate {
    pub(super) fn of(per_second: NonZeroU32) -> Self {
        Self { limiter: RateLimiter::keyed(Quota::per_second(per_second)), checks: AtomicU32::new(0) }
    }

    /// Lets a caller pass, or says how long it must wait.
    pub(super) fn check(&self, caller: &String) -> Result<(), Duration> {
        if self.checks.fetch_add(1, Ordering::Relaxed) % FORGET_EVERY == FORGET_EVERY - 1 {
            self.limiter.retain_recent();
        }
        let now = DefaultClock::default().now();
        self.limiter.check_key(caller).map_err(|denied| denied.wait_time_from(now))
    }
}
