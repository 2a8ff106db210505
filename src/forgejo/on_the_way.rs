//! What is remembered of a request while it is on its way, for the error that it may come to. Every request has a
//! memory of its own, so that requests side by side in one call do not mix their errors.

use std::cell::RefCell;

use super::error::ApiError;
use super::operation::{Access, BodyKind, Operation};

tokio::task_local! {
    static MEMORY: RefCell<OnTheWay>;
}

/// What the error mapping needs to know of a request.
#[derive(Clone, Default)]
pub(super) struct OnTheWay {
    /// Method and path, as shown to people.
    pub(super) asked: Option<String>,
    pub(super) operation: Option<&'static Operation>,
    /// The status of its answer, once one came.
    pub(super) status: Option<u16>,
    /// Our own refusal, which the client's error type has no place for.
    pub(super) refusal: Option<ApiError>,
}

impl OnTheWay {
    /// Waits for a request, from its preparation to its answer; gives what came and what is to be known of it.
    pub(super) async fn of<T>(request: impl Future<Output = T>) -> (T, Self) {
        // On the heap: the futures of the generated client are large, and this one would hold them twice.
        let request = Box::pin(request);
        MEMORY
            .scope(RefCell::default(), async {
                let outcome = request.await;
                (outcome, Self::now())
            })
            .await
    }

    /// What is known of the request that is being sent.
    pub(super) fn now() -> Self {
        MEMORY.try_with(|memory| memory.borrow().clone()).unwrap_or_default()
    }

    /// Begins to remember a request.
    pub(super) fn begin(asked: String, operation: Option<&'static Operation>) {
        Self::change(|way| *way = Self { asked: Some(asked), operation, ..Self::default() });
    }

    /// Remembers the status of its answer.
    pub(super) fn answered(status: u16) {
        Self::change(|way| way.status = Some(status));
    }

    /// Remembers why it goes no further; gives the error that says so to the generated client.
    pub(super) fn refuse<E>(refusal: ApiError) -> progenitor_client::Error<E> {
        let text = refusal.to_string();
        Self::change(|way| way.refusal = Some(refusal));
        progenitor_client::Error::Custom(text)
    }

    fn change(change: impl FnOnce(&mut Self)) {
        // Without a memory nobody will ask.
        let _ = MEMORY.try_with(|memory| change(&mut memory.borrow_mut()));
    }

    /// Whether the request sends a file.
    pub(super) fn uploads(&self) -> bool {
        self.operation.is_some_and(|operation| operation.body_kind == BodyKind::Form)
    }

    /// Whether the request may have changed something.
    pub(super) fn may_have_written(&self) -> bool {
        self.operation.is_some_and(|operation| operation.access == Access::Write)
    }
}
