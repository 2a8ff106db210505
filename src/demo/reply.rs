//! Responses: JSON, a refusal in Forgejo's form, a recorded line as it came.
//! It deliberately sets only the headers that a client can act on.

use super::data::Recorded;
use bytes::Bytes;
use http::header::{CONTENT_TYPE, HeaderName, HeaderValue};
use http::{Response, StatusCode};
use serde_json::{Value, json};

/// An answer that is an error: its status, and a sentence.
#[derive(Debug, Clone)]
pub(super) struct Refusal {
    status: StatusCode,
    message: String,
}

impl Refusal {
    pub(super) fn new(status: StatusCode, message: impl Into<String>) -> Self {
        Self { status, message: message.into() }
    }
}

pub(super) fn refuse(refusal: &Refusal) -> Response<Bytes> {
    json(
        refusal.status,
        &json!({ "message": refusal.message, "url": "https://forge.example/api/swagger", "errors": [] }),
    )
}

pub(super) fn json(status: StatusCode, body: &Value) -> Response<Bytes> {
    let mut response = Response::new(Bytes::from(body.to_string()));
    *response.status_mut() = status;
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/json;charset=utf-8"));
    response
}

/// A recorded line with the status, headers and body that it came with.
pub(super) fn replay(line: &Recorded) -> Response<Bytes> {
    let mut response = Response::new(line.bytes());
    *response.status_mut() = StatusCode::from_u16(line.status).unwrap_or_default();
    for (name, value) in &line.headers {
        set(&mut response, name, value);
    }
    response
}

/// Sets a header; a value that is none is left out.
pub(super) fn set(response: &mut Response<Bytes>, name: &str, value: &str) {
    if let (Ok(name), Ok(value)) = (HeaderName::try_from(name), HeaderValue::from_bytes(value.as_bytes())) {
        response.headers_mut().insert(name, value);
    }
}
