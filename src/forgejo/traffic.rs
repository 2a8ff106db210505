//! How many requests went to the forge, and what came of them.

use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};

use http::StatusCode;

/// Counts of one instance, for all callers together.
#[derive(Debug, Default)]
pub struct Traffic {
    succeeded: AtomicU64,
    redirected: AtomicU64,
    refused: AtomicU64,
    broken: AtomicU64,
    unanswered: AtomicU64,
    in_flight: AtomicI64,
}

/// A request on its way; one that is given up counts as unanswered.
pub(super) struct Sent<'traffic> {
    traffic: &'traffic Traffic,
    status: Option<StatusCode>,
}

impl Traffic {
    /// Counts by outcome: the class of the status, or that no answer came.
    #[must_use]
    pub fn counts(&self) -> [(&'static str, u64); 5] {
        let read = |count: &AtomicU64| count.load(Ordering::Relaxed);
        [
            ("2xx", read(&self.succeeded)),
            ("3xx", read(&self.redirected)),
            ("4xx", read(&self.refused)),
            ("5xx", read(&self.broken)),
            ("no_answer", read(&self.unanswered)),
        ]
    }

    /// Requests that wait for their answer.
    #[must_use]
    pub fn in_flight(&self) -> i64 {
        self.in_flight.load(Ordering::Relaxed)
    }

    pub(super) fn sent(&self) -> Sent<'_> {
        self.in_flight.fetch_add(1, Ordering::Relaxed);
        Sent { traffic: self, status: None }
    }
}

impl Sent<'_> {
    pub(super) fn answered(mut self, status: StatusCode) {
        self.status = Some(status);
    }
}

impl Drop for Sent<'_> {
    fn drop(&mut self) {
        let Traffic { succeeded, redirected, refused, broken, unanswered, in_flight } = self.traffic;
        let count = match self.status.map(|status| status.as_u16()) {
            None => unanswered,
            Some(..300) => succeeded,
            Some(..400) => redirected,
            Some(..500) => refused,
            Some(_) => broken,
        };
        count.fetch_add(1, Ordering::Relaxed);
        in_flight.fetch_sub(1, Ordering::Relaxed);
    }
}
