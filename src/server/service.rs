//! The service that transports serve: the server with error codes as they were meant.
//!
//! rmcp turns −32002 into −32602 for clients of 2026-07-28 and newer, since there it no longer means "resource not
//! found". Here it says "forbidden", on every version.

use std::borrow::Cow;

use rmcp::RoleServer;
use rmcp::model::{
    ClientNotification, ClientRequest, ErrorCode, ErrorData, ProtocolVersion, ServerConfig, ServerResult,
};
use rmcp::service::{NotificationContext, RequestContext};

use super::Server;
use crate::failure::FORBIDDEN;
use crate::forgejo::Kind;

/// The server as stdio and sessions inside this process serve it. HTTP insists on the handler itself and restores the
/// codes in what it answers.
pub struct Service(Server);

impl Server {
    /// The server with its error codes kept.
    #[must_use]
    pub fn into_service(self) -> Service {
        Service(self)
    }
}

/// Puts back the code of a refusal, which only its data still tells from wrong parameters.
#[must_use]
pub fn restore_code(mut error: ErrorData) -> ErrorData {
    let kind = error.data.as_ref().and_then(|data| data.get("kind")?.as_str());
    if error.code == ErrorCode::INVALID_PARAMS && kind == Some(Kind::Forbidden.as_str()) {
        error.code = FORBIDDEN;
    }
    error
}

impl rmcp::Service<RoleServer> for Service {
    async fn handle_request(
        &self,
        request: ClientRequest,
        context: RequestContext<RoleServer>,
    ) -> Result<ServerResult, ErrorData> {
        let answer = rmcp::Service::handle_request(&self.0, request, context).await;
        answer.map_err(restore_code)
    }

    async fn handle_notification(
        &self,
        notification: ClientNotification,
        context: NotificationContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        rmcp::Service::handle_notification(&self.0, notification, context).await
    }

    fn get_info(&self) -> ServerConfig {
        rmcp::Service::get_info(&self.0)
    }

    fn supported_protocol_versions(&self) -> Cow<'static, [ProtocolVersion]> {
        rmcp::Service::supported_protocol_versions(&self.0)
    }
}
