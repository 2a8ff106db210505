//! A request of any operation, built from its row in the operations table, for calls that no typed function serves.
//! Names in paths obey the same rules as those of the generated client.

use std::pin::Pin;

use bytes::Bytes;
use futures::{Stream, StreamExt, TryStreamExt};
use http::HeaderMap;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use reqwest::{Body, Method as HttpMethod, Request, Response};
use serde_json::{Map, Value};
use url::Url;

use super::answer;
use super::api::types::PathSegment;
use super::caller::Forge;
use super::error::{ApiError, Kind};
use super::exchange;
use super::on_the_way::OnTheWay;
use super::operation::{BodyKind, Location, Operation};

/// What stays as it is in a segment of a path.
const SEGMENT: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'~');

/// The bytes of an answer as they come.
pub type Chunks = Pin<Box<dyn Stream<Item = Result<Bytes, ApiError>> + Send>>;

/// A success of an operation.
pub struct RawAnswer {
    pub status: u16,
    pub headers: HeaderMap,
    pub chunks: Chunks,
}

impl RawAnswer {
    /// An answer whose bytes tell the caller how far they are.
    fn of(forge: &Forge, response: Response) -> Self {
        let status = response.status().as_u16();
        let headers = response.headers().clone();
        let broken = |error| ApiError::new(Kind::Unavailable, format!("the transfer broke off: {error}"));
        let size =
            headers.get(http::header::CONTENT_LENGTH).and_then(|size| size.to_str().ok()?.parse().ok());
        let chunks = forge.progress().watch(response.bytes_stream().map_err(broken), size).boxed();
        Self { status, headers, chunks }
    }

    /// Reads the whole body.
    ///
    /// # Errors
    /// `unavailable` when it breaks off or is larger than `most`.
    pub async fn bytes(mut self, most: usize) -> Result<Vec<u8>, ApiError> {
        let mut body = Vec::new();
        while let Some(chunk) = self.chunks.next().await {
            body.extend_from_slice(&chunk?);
            if body.len() > most {
                return Err(ApiError::new(
                    Kind::Unavailable,
                    format!("the answer is larger than {most} bytes"),
                )
                .hint("ask for less"));
            }
        }
        Ok(body)
    }
}

impl Forge {
    /// Calls an operation with arguments by name: parameters of path and query, and the fields of the body.
    ///
    /// # Errors
    /// `invalid_arguments` for a value that cannot stand in its place, and whatever the call came to.
    pub async fn call_operation(
        &self,
        operation: &'static Operation,
        arguments: &Map<String, Value>,
    ) -> Result<RawAnswer, ApiError> {
        let mut request = Request::new(method(operation)?, self.url_of(operation, arguments)?);
        if let Some((content_type, body)) = body_of(operation, arguments)? {
            request
                .headers_mut()
                .insert(http::header::CONTENT_TYPE, http::HeaderValue::from_static(content_type));
            *request.body_mut() = Some(Body::from(body));
        }
        let sending = async {
            self.caller().prepare(&mut request, operation).await?;
            let client = self.instance().client()?;
            Ok::<_, ApiError>(exchange::send(self.caller(), client, request, Some(operation)).await)
        };
        let (sent, way) = OnTheWay::of(sending).await;
        match sent? {
            Ok(response) if response.status().is_success() => Ok(RawAnswer::of(self, response)),
            Ok(response) => Err(answer::from_response(self, &way, response).await),
            Err(error) => Err(answer::no_answer(self, &way, &error)),
        }
    }

    fn url_of(&self, operation: &Operation, arguments: &Map<String, Value>) -> Result<Url, ApiError> {
        let mut path = operation.path.to_owned();
        for parameter in operation.parameters.iter().filter(|parameter| parameter.location == Location::Path)
        {
            let text = arguments.get(parameter.name).map(text_of).unwrap_or_default();
            let name = PathSegment::try_from(text.as_str())
                .map_err(|_| ApiError::invalid(answer::not_a_name(parameter.name)))?;
            let encoded = utf8_percent_encode(&name, SEGMENT).to_string();
            path = path.replace(&format!("{{{}}}", parameter.name), &encoded);
        }
        let mut url = Url::parse(&format!("{}{path}", self.instance().base()?))
            .map_err(|error| ApiError::internal(format!("no address can be made: {error}")))?;
        let mut pairs = Vec::new();
        for parameter in operation.parameters.iter().filter(|parameter| parameter.location == Location::Query)
        {
            match arguments.get(parameter.name) {
                Some(Value::Array(items)) => {
                    pairs.extend(items.iter().map(|item| (parameter.name, text_of(item))));
                }
                Some(value) => pairs.push((parameter.name, text_of(value))),
                None => {}
            }
        }
        if !pairs.is_empty() {
            url.query_pairs_mut().extend_pairs(pairs);
        }
        Ok(url)
    }
}

fn method(operation: &Operation) -> Result<HttpMethod, ApiError> {
    operation.method.as_str().parse().map_err(|_| ApiError::internal("the operations table names no method"))
}

/// What goes into the body: the `body` argument, or everything that is no parameter of path or query.
fn body_of(
    operation: &Operation,
    arguments: &Map<String, Value>,
) -> Result<Option<(&'static str, Vec<u8>)>, ApiError> {
    if operation.body_kind == BodyKind::None {
        return Ok(None);
    }
    let is_parameter = |name: &str| {
        operation
            .parameters
            .iter()
            .any(|parameter| parameter.name == name && parameter.location != Location::Header)
    };
    let flat: Map<String, Value> = arguments
        .iter()
        .filter(|(name, _)| !is_parameter(name))
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect();
    let is_given = !flat.is_empty();
    let body = match flat.get("body") {
        Some(Value::Object(whole)) if flat.len() == 1 => Value::Object(whole.clone()),
        Some(Value::Object(_)) => {
            return Err(ApiError::invalid("give body, or its fields one by one, not both"));
        }
        Some(other) if operation.body_kind == BodyKind::Text || !other.is_string() => other.clone(),
        _ => Value::Object(flat),
    };
    if operation.body_kind == BodyKind::Text {
        return Ok(Some(("text/plain", text_of(&body).into_bytes())));
    }
    if !operation.body_required && !is_given {
        return Ok(None);
    }
    Ok(Some(("application/json", body.to_string().into_bytes())))
}

fn text_of(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}
