//! Counts for Prometheus: calls by tool and outcome, how long they took, what went to the forge. No data of users:
//! the labels are our own words.

use std::sync::{Arc, OnceLock};
use std::time::Instant;

use prometheus_client::collector::Collector;
use prometheus_client::encoding::text::encode;
use prometheus_client::encoding::{DescriptorEncoder, EncodeMetric, NoLabelSet};
use prometheus_client::metrics::MetricType;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::{ConstGauge, Gauge};
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::Registry;
use rmcp::model::CallToolResponse;

use crate::forgejo::{ApiError, Traffic};

type Labels<const COUNT: usize> = [(&'static str, &'static str); COUNT];

/// What is counted.
pub(super) struct Metrics {
    registry: Registry,
    calls: Family<Labels<2>, Counter>,
    seconds: Family<Labels<1>, Histogram, fn() -> Histogram>,
    in_flight: Gauge,
}

/// A call that is counted when it ends, also when nobody waits for its end any more.
pub(super) struct Watched<'metrics> {
    metrics: &'metrics Metrics,
    since: Instant,
    tool: OnceLock<&'static str>,
    outcome: &'static str,
}

impl Metrics {
    pub(super) fn new(traffic: Arc<Traffic>) -> Self {
        let mut registry = Registry::with_prefix("forgejo_mcp");
        let calls = Family::default();
        let seconds: Family<_, _, fn() -> Histogram> =
            Family::new_with_constructor(|| Histogram::new(exponential_buckets(0.005, 2.5, 9)));
        let in_flight = Gauge::default();
        registry.register("calls", "Calls of tools by tool and outcome", calls.clone());
        registry.register("duration_seconds", "How long calls of tools took", seconds.clone());
        registry.register("calls_in_flight", "Calls of tools that are worked on", in_flight.clone());
        registry.register_collector(Box::new(Upstream(traffic)));
        Self { registry, calls, seconds, in_flight }
    }

    /// The counts in the text format of `OpenMetrics`.
    pub(super) fn text(&self) -> String {
        let mut text = String::new();
        // Writing to a string does not fail.
        let _ = encode(&mut text, &self.registry);
        text
    }

    /// Begins to watch a call.
    pub(super) fn call(&self) -> Watched<'_> {
        self.in_flight.inc();
        Watched { metrics: self, since: Instant::now(), tool: OnceLock::new(), outcome: "abandoned" }
    }
}

impl Watched<'_> {
    /// Says which tool or operation the call means.
    pub(super) fn means(&self, name: &'static str) {
        let _ = self.tool.set(name);
    }

    /// Counts the call as ended.
    pub(super) fn end(mut self, outcome: &Result<CallToolResponse, ApiError>) {
        self.outcome = match outcome {
            Ok(CallToolResponse::InputRequired(_)) => "asked",
            Ok(_) => "done",
            Err(error) => error.kind().as_str(),
        };
    }
}

impl Drop for Watched<'_> {
    fn drop(&mut self) {
        // A name that no tool has is not a label: anybody could make up as many as they like.
        let tool = self.tool.get().copied().unwrap_or("unknown");
        let Metrics { calls, seconds, in_flight, .. } = self.metrics;
        calls.get_or_create(&[("tool", tool), ("outcome", self.outcome)]).inc();
        seconds.get_or_create(&[("tool", tool)]).observe(self.since.elapsed().as_secs_f64());
        in_flight.dec();
    }
}

/// Requests to the forge, read when somebody asks.
#[derive(Debug)]
struct Upstream(Arc<Traffic>);

impl Collector for Upstream {
    fn encode(&self, mut encoder: DescriptorEncoder) -> Result<(), std::fmt::Error> {
        let mut requests = encoder.encode_descriptor(
            "upstream_requests",
            "Requests to the forge by what came of them.",
            None,
            MetricType::Counter,
        )?;
        for (outcome, count) in self.0.counts() {
            let label = [("outcome", outcome)];
            let mut labelled = requests.encode_family(&label)?;
            labelled.encode_counter::<NoLabelSet, _, u64>(&count, None)?;
        }
        let in_flight = ConstGauge::new(self.0.in_flight());
        let gauge = encoder.encode_descriptor(
            "upstream_requests_in_flight",
            "Requests to the forge that wait for an answer.",
            None,
            in_flight.metric_type(),
        )?;
        in_flight.encode(gauge)
    }
}
