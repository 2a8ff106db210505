//! One exchange with the forge: sent once for a write, again within a cap for a read; redirects are
//! followed by hand; an empty answer becomes what the generated types can read.

use std::time::{Duration, Instant, SystemTime};

use http::StatusCode;
use http::header::{AUTHORIZATION, CONTENT_LENGTH, LOCATION, RETRY_AFTER};
use reqwest::{Method, Request, Response, ResponseBuilderExt};

use super::caller::Caller;
use super::error::{ApiError, Kind};
use super::operation::{Operation, ResponseKind};

/// How often a read is tried in all.
const TRIES: u32 = 3;
/// The longest wait between two tries; a forge that wants more is obeyed by giving up.
const LONGEST_WAIT: Duration = Duration::from_secs(5);
const REDIRECTS: usize = 5;

/// Sends a request and answers with what came, whatever its status.
pub(super) async fn send(
    caller: &Caller,
    client: &reqwest::Client,
    mut request: Request,
    operation: Option<&'static Operation>,
) -> reqwest::Result<Response> {
    let streams = operation
        .is_some_and(|operation| matches!(operation.response, ResponseKind::Text | ResponseKind::Binary));
    if !streams && request.timeout().is_none() {
        // Streams are bounded by the pause between two chunks, everything else as a whole.
        *request.timeout_mut() = Some(caller.instance().settings().timeout);
    }
    let started = Instant::now();
    let method = request.method().clone();
    let path = request.url().path().to_owned();
    let result = match caller.instance().demo() {
        Some(demo) => {
            let answer = demo.answer(&method, request.url());
            Ok(with_url(answer, request.url()))
        }
        None => follow(caller, client, request, streams).await,
    };
    match &result {
        Ok(response) => tracing::debug!(
            operation = operation.map(|operation| operation.id),
            %method,
            path,
            status = response.status().as_u16(),
            ms = started.elapsed().as_millis(),
            "forge answered"
        ),
        Err(error) => tracing::debug!(
            operation = operation.map(|operation| operation.id),
            %method,
            path,
            timeout = error.is_timeout(),
            connect = error.is_connect(),
            ms = started.elapsed().as_millis(),
            "forge did not answer"
        ),
    }
    result.map(|response| fill_empty(response, operation))
}

/// A refusal that shows the request that a write would have sent.
pub(super) fn dry_run(request: &Request) -> ApiError {
    let body = request.body().and_then(reqwest::Body::as_bytes).map(String::from_utf8_lossy);
    let shown = body.map_or_else(String::new, |body| format!("\n{body}"));
    ApiError::new(
        Kind::DryRun,
        format!("nothing was sent; it would have been {} {}{shown}", request.method(), request.url()),
    )
}

/// Follows redirects of reads; a write keeps its answer, so that the new name can be told.
async fn follow(
    caller: &Caller,
    client: &reqwest::Client,
    request: Request,
    streams: bool,
) -> reqwest::Result<Response> {
    let mut request = request;
    for _ in 0..REDIRECTS {
        let next = if is_read(&request) { request.try_clone() } else { None };
        let response = retry(client, request).await?;
        let target = next.as_ref().and_then(|next| redirect_target(&response, next));
        let (Some(mut next), Some(target)) = (next, target) else {
            return Ok(response);
        };
        let own = caller.instance().is_own_origin(&target);
        if !own && !streams {
            return Ok(response);
        }
        if !own {
            // Attachments may live in an object store; the token is for the forge alone.
            next.headers_mut().remove(AUTHORIZATION);
        }
        tracing::debug!(to = target.path(), same_origin = own, "forge redirects");
        *next.url_mut() = target;
        request = next;
    }
    retry(client, request).await
}

fn redirect_target(response: &Response, request: &Request) -> Option<url::Url> {
    if !response.status().is_redirection() || response.status() == StatusCode::NOT_MODIFIED {
        return None;
    }
    let location = response.headers().get(LOCATION)?.to_str().ok()?;
    request.url().join(location).ok()
}

async fn retry(client: &reqwest::Client, request: Request) -> reqwest::Result<Response> {
    let mut request = request;
    for attempt in 1..TRIES {
        let again = if is_read(&request) { request.try_clone() } else { None };
        let result = client.execute(request).await;
        let wait = match &result {
            Ok(response) if is_passing(response.status()) => {
                asked_wait(&response).unwrap_or_else(|| pause(attempt))
            }
            Err(error) if error.is_request() && !error.is_connect() && !error.is_timeout() => pause(attempt),
            _ => return result,
        };
        let Some(again) = again.filter(|_| wait <= LONGEST_WAIT) else {
            return result;
        };
        tracing::debug!(attempt, wait_ms = wait.as_millis(), "trying again");
        tokio::time::sleep(wait).await;
        request = again;
    }
    client.execute(request).await
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
    let empty = response.status() == StatusCode::NO_CONTENT
        || response.headers().get(CONTENT_LENGTH).is_some_and(|length| length == "0");
    if !response.status().is_success() || !empty {
        return response;
    }
    let url = response.url().clone();
    let mut filled = http::Response::new(bytes::Bytes::from_static(filler.as_bytes()));
    *filled.status_mut() = response.status();
    *filled.headers_mut() = response.headers().clone();
    with_url(filled, &url)
}

fn with_url(response: http::Response<bytes::Bytes>, url: &url::Url) -> Response {
    let (parts, body) = response.into_parts();
    let mut builder = http::Response::builder().status(parts.status).url(url.clone());
    if let Some(headers) = builder.headers_mut() {
        *headers = parts.headers;
    }
    // Status and headers come from a built response, so building cannot fail.
    Response::from(builder.body(body).unwrap_or_default())
}
