//! How far a long call is: bytes of a transfer, or rows of a list that is gathered page by page.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use bytes::Bytes;
use futures::{Stream, TryStreamExt};

/// Tells the client how far a long call is. Does nothing when nobody asked for it.
#[derive(Clone, Default)]
pub struct Progress(Option<Arc<Told>>);

struct Told {
    report: Box<Report>,
    /// Progress only grows, also when a call does one long thing after the other.
    last: AtomicU64,
}

/// Takes how much of how much is done.
type Report = dyn Fn(u64, Option<u64>) + Send + Sync;

impl Progress {
    pub fn new(report: impl Fn(u64, Option<u64>) + Send + Sync + 'static) -> Self {
        Self(Some(Arc::new(Told { report: Box::new(report), last: AtomicU64::new(0) })))
    }

    /// Reports how much of how much is done.
    pub fn report(&self, done: u64, total: Option<u64>) {
        if let Some(told) = &self.0
            && told.last.fetch_max(done, Ordering::Relaxed) < done
        {
            (told.report)(done, total);
        }
    }

    /// Reports how much of a stream has passed, about a hundred times in all.
    pub fn watch<S, E>(
        &self,
        chunks: S,
        total: Option<u64>,
    ) -> impl Stream<Item = Result<Bytes, E>> + Send + use<S, E>
    where
        S: Stream<Item = Result<Bytes, E>> + Send,
    {
        let progress = self.clone();
        let step = total.map_or(1024 * 1024, |total| total / 100);
        let (mut done, mut reported) = (0, 0);
        chunks.inspect_ok(move |chunk| {
            done += chunk.len() as u64;
            if done - reported >= step || Some(done) == total {
                reported = done;
                progress.report(done, total);
            }
        })
    }
}
