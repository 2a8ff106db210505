//! Error codes as they were meant: rmcp turns −32002 into −32602 for the newest clients, and over HTTP leaves no other
//! place than the finished answer to put it back. See `server::service` for the other transports.

use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::http::StatusCode;
use axum::http::header::CONTENT_LENGTH;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use rmcp::model::{JsonRpcError, ProtocolVersion};

use super::super::service::restore_code;

/// Refusals are short; what is longer is an answer.
const LONGEST: usize = 16 * 1024;
const CODE: &[u8] = b"-32602";

pub(super) async fn restore(request: Request, next: Next) -> Response {
    let version = request.headers().get("mcp-protocol-version").and_then(|version| version.to_str().ok());
    let is_rewritten = version.is_some_and(|version| version >= ProtocolVersion::V_2026_07_28.as_str());
    let response = next.run(request).await;
    let is_json = response
        .headers()
        .get("content-type")
        .is_some_and(|kind| kind.as_bytes().starts_with(b"application/json"));
    let (mut parts, body) = response.into_parts();
    let short = axum::body::HttpBody::size_hint(&body).upper().is_some_and(|size| size <= LONGEST as u64);
    if !(is_rewritten && is_json && short) {
        return Response::from_parts(parts, body);
    }
    let Ok(bytes) = to_bytes(body, LONGEST).await else {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    };
    let restored = bytes.windows(CODE.len()).any(|window| window == CODE).then(|| {
        let mut message: JsonRpcError = serde_json::from_slice(&bytes).ok()?;
        message.error = restore_code(message.error);
        serde_json::to_vec(&message).ok()
    });
    match restored.flatten() {
        Some(restored) => {
            parts.headers.remove(CONTENT_LENGTH);
            Response::from_parts(parts, Body::from(restored))
        }
        None => Response::from_parts(parts, Body::from(bytes)),
    }
}
