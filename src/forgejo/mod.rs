//! The boundary to the forge: the generated client and what surrounds it. Knows nothing of MCP.

pub mod operation;
pub mod path;

#[allow(
    clippy::all,
    clippy::pedantic,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    unreachable_pub,
    unused_lifetimes,
    redundant_imports,
    rustdoc::all
)]
#[path = "../../generated/client.rs"]
#[rustfmt::skip]
pub mod api;

/// Who calls.
#[derive(Debug, Clone)]
pub struct Caller;

impl progenitor_client::ClientHooks<Caller> for api::Client {
    async fn pre<E>(
        &self,
        request: &mut reqwest::Request,
        info: &progenitor_client::OperationInfo,
    ) -> Result<(), progenitor_client::Error<E>> {
        if let Some(operation) = operation::operation(info.operation_id) {
            path::slashes_on_wildcard_route(request.url_mut(), operation);
        }
        Ok(())
    }
}
