//! One exchange with the forge: sent once for a write, again within a cap for a read; redirects are
//! followed by hand; an empty answer becomes what the generated types can read.

use std::time::{Duration, Instant, SystemTime};

use futures::StreamExt;
use http::StatusCode;
use http::header::{AUTHORIZATION, LOCATION, RETRY_AFTER};
use reqwest::{Method, Request, Response, ResponseBuilderExt};

use super::caller::Caller;
use super::elsewhere;
use super::on_the_way::OnTheWay;
use super::operation::{BodyKind, Operation, ResponseKind};

/// How often a read is tried in all.
const TRIES: u32 = 3;
/// The longest wait between two tries; a forge that wants more is obeyed by giving up.
const LONGEST_WAIT: Duration = Duration::from_secs(5);
const REDIRECTS: usize = 5;

/// The most of a JSON answer that is held in memory.
const MOST_JSON: usize = 32 * 1024 * 1024;

/// Sends a request and answers with what came, whatever its status. Without an operation it is a download from the
/// web side of the instance.
pub(super) async fn send(
    caller: &Caller,
    client: &reqwest::Client,
    mut request: Request,
    operation: Option<&'static Operation>,
) -> reqwest::Result<Response> {
    let flow = Flow::of(operation);
    let patience = caller.instance().settings().timeout;
    if flow == Flow::Whole {
        *request.timeout_mut() = Some(patience);
    }
    let started = Instant::now();
    let method = request.method().clone();
    // A caller may have put its token where a name belongs.
    let path = caller.scrub(request.url().path());
    let result = match caller.instance().demo() {
        Some(demo) => Ok(with_url(demo.answer(&method, request.url()), request.url())),
        None => follow(caller, client, request, operation, flow).await,
    };
    let operation_id = operation.map(|operation| operation.id);
    let ms = started.elapsed().as_millis();
    match &result {
        Ok(response) => {
            let status = response.status().as_u16();
            OnTheWay::answered(status);
            if status == 401 {
                caller.refused_token();
            }
            tracing::debug!(operation = operation_id, %method, path, status, ms, "forge answered");
        }
        Err(error) => {
            let (timeout, connect) = (error.is_timeout(), error.is_connect());
            tracing::debug!(operation = operation_id, %method, path, timeout, connect, ms, "forge did not answer");
        }
    }
    result.map(|response| match flow {
        Flow::Streams => with_patience(response, patience),
        Flow::Whole | Flow::Upload => fill_empty(response, operation),
    })
}

/// How long parts of an exchange may take.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Flow {
    /// The answer is read whole, within one timeout.
    Whole,
    /// The answer streams: each part of it has the timeout.
    Streams,
    /// A file goes out, which takes as long as it takes.
    Upload,
}

impl Flow {
    fn of(operation: Option<&Operation>) -> Self {
        match operation {
            None => Self::Streams,
            Some(operation) if operation.body_kind == BodyKind::Form => Self::Upload,
            Some(operation) if matches!(operation.response, ResponseKind::Text | ResponseKind::Binary) => {
                Self::Streams
            }
            Some(_) => Self::Whole,
        }
    }
}

/// Follows redirects of reads; a write keeps its answer, so that the new name can be told.
async fn follow(
    caller: &Caller,
    client: &reqwest::Client,
    request: Request,
    operation: Option<&'static Operation>,
    flow: Flow,
) -> reqwest::Result<Response> {
    let mut request = request;
    let mut elsewhere = None;
    for _ in 0..REDIRECTS {
        let next = if is_read(&request) { request.try_clone() } else { None };
        let response = retry(caller, elsewhere.as_ref().unwrap_or(client), request, flow).await?;
        let target = next.as_ref().and_then(|next| redirect_target(&response, next));
        let (Some(mut next), Some(target)) = (next, target) else {
            return Ok(response);
        };
        let own = caller.instance().is_own_origin(&target);
        // Files may live in an object store; anything else has no business elsewhere.
        let may_leave =
            flow == Flow::Streams && (target.scheme() == "https" || next.url().scheme() == "http");
        if !(own || may_leave) || (own && !caller.allows(operation, &target)) {
            return Ok(response);
        }
        elsewhere =
            if own { None } else { elsewhere::client(caller.instance(), &target).await.ok().flatten() };
        if !own {
            if elsewhere.is_none() {
                return Ok(response);
            }
            // The token is for the forge alone.
            next.headers_mut().remove(AUTHORIZATION);
        }
        tracing::debug!(to = caller.scrub(target.path()), same_origin = own, "forge redirects");
        *next.url_mut() = target;
        request = next;
    }
    retry(caller, elsewhere.as_ref().unwrap_or(client), request, flow).await
}

fn redirect_target(response: &Response, request: &Request) -> Option<url::Url> {
    if !response.status().is_redirection() || response.status() == StatusCode::NOT_MODIFIED {
        return None;
    }
    let location = response.headers().get(LOCATION)?.to_str().ok()?;
    request.url().join(location).ok()
}

/// Sends a read again when it may work soon; a write goes out once.
async fn retry(
    caller: &Caller,
    client: &reqwest::Client,
    request: Request,
    flow: Flow,
) -> reqwest::Result<Response> {
    let mut request = request;
    for attempt in 1..TRIES {
        let again = if is_read(&request) { request.try_clone() } else { None };
        let result = once(caller, client, request, flow).await;
        let wait = match &result {
            Ok(response) if is_passing(response.status()) => {
                asked_wait(response).unwrap_or_else(|| pause(attempt))
            }
            Err(error) if !error.is_connect() && !error.is_timeout() && !error.is_builder() => pause(attempt),
            _ => return result,
        };
        let Some(again) = again.filter(|_| wait <= LONGEST_WAIT) else {
            return result;
        };
        tracing::debug!(attempt, wait_ms = wait.as_millis(), "trying again");
        tokio::time::sleep(wait).await;
        request = again;
    }
    once(caller, client, request, flow).await
}

async fn once(
    caller: &Caller,
    client: &reqwest::Client,
    request: Request,
    flow: Flow,
) -> reqwest::Result<Response> {
    let patience = caller.instance().settings().timeout;
    let traffic = caller.instance().traffic();
    let sent = traffic.sent();
    let answer = match flow {
        Flow::Whole | Flow::Upload => read_whole(client.execute(request).await?).await,
        Flow::Streams => {
            let url = request.url().clone();
            match tokio::time::timeout(patience, client.execute(request)).await {
                Ok(result) => result,
                Err(_) => return Ok(own_answer(StatusCode::GATEWAY_TIMEOUT, "no answer came in time", &url)),
            }
        }
    };
    if let Ok(response) = &answer {
        sent.answered(response.status());
    }
    answer
}

/// Reads an answer into memory, so that a break inside it is noticed where it can be tried again.
async fn read_whole(mut response: Response) -> reqwest::Result<Response> {
    let url = response.url().clone();
    let mut body = Vec::new();
    while let Some(chunk) = response.chunk().await? {
        body.extend_from_slice(&chunk);
        if body.len() > MOST_JSON {
            let message = format!("the answer is larger than {MOST_JSON} bytes");
            return Ok(own_answer(StatusCode::BAD_GATEWAY, &message, &url));
        }
    }
    let mut whole = http::Response::new(bytes::Bytes::from(body));
    *whole.status_mut() = response.status();
    *whole.headers_mut() = response.headers().clone();
    Ok(with_url(whole, &url))
}

/// An answer of our own where the forge gave none that can be used.
fn own_answer(status: StatusCode, message: &str, url: &url::Url) -> Response {
    let body = serde_json::json!({ "message": message }).to_string();
    let mut answer = http::Response::new(bytes::Bytes::from(body));
    *answer.status_mut() = status;
    with_url(answer, url)
}

/// A streamed answer whose parts must not be too far apart.
fn with_patience(response: Response, patience: Duration) -> Response {
    let url = response.url().clone();
    let (status, headers) = (response.status(), response.headers().clone());
    let stream = futures::stream::unfold(Some(Box::pin(response.bytes_stream())), move |stream| async move {
        let mut stream = stream?;
        match tokio::time::timeout(patience, stream.next()).await {
            Ok(Some(Ok(chunk))) => Some((Ok(chunk), Some(stream))),
            Ok(Some(Err(error))) => Some((Err(std::io::Error::other(error)), None)),
            Ok(None) => None,
            Err(_) => Some((Err(std::io::Error::from(std::io::ErrorKind::TimedOut)), None)),
        }
    });
    let mut answer = http::Response::new(reqwest::Body::wrap_stream(stream.fuse()));
    *answer.status_mut() = status;
    *answer.headers_mut() = headers;
    with_url(answer, &url)
}

fn is_read(request: &Request) -> bool {
    matches!(*request.method(), Method::GET | Method::HEAD)
}

/// Whether a status says that the same request may work soon.
fn is_passing(status: StatusCode) -> bool {
    matches!(status.as_u16(), 429 | 502 | 503 | 504)
}

fn pause(attempt: u32) -> Duration {
    Duration::from_millis(200 << attempt.min(6))
}

/// The wait that an answer asks for, in seconds or as a date.
pub(super) fn asked_wait(response: &Response) -> Option<Duration> {
    let value = response.headers().get(RETRY_AFTER)?.to_str().ok()?.trim();
    if let Ok(seconds) = value.parse::<u64>() {
        return Some(Duration::from_secs(seconds));
    }
    let at = httpdate::parse_http_date(value).ok()?;
    Some(at.duration_since(SystemTime::now()).unwrap_or_default())
}

/// Gives an empty success the body that the operation's type can read.
fn fill_empty(response: Response, operation: Option<&Operation>) -> Response {
    let Some(filler) = operation.and_then(|operation| operation.empty_body) else {
        return response;
    };
    // The body was read whole, so its length is known.
    if !response.status().is_success() || response.content_length() != Some(0) {
        return response;
    }
    let url = response.url().clone();
    let mut filled = http::Response::new(bytes::Bytes::from_static(filler.as_bytes()));
    *filled.status_mut() = response.status();
    *filled.headers_mut() = response.headers().clone();
    with_url(filled, &url)
}

fn with_url<B: Into<reqwest::Body> + Default>(response: http::Response<B>, url: &url::Url) -> Response {
    let (parts, body) = response.into_parts();
    let mut builder = http::Response::builder().status(parts.status).url(url.clone());
    if let Some(headers) = builder.headers_mut() {
        *headers = parts.headers;
    }
    // Status and headers come from a built response, so building cannot fail.
    Response::from(builder.body(body).unwrap_or_default())
}
