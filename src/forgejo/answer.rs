//! The one mapping from whatever a request came to, to a value or an `ApiError`: status kept, body read within
//! bounds, the caller's token scrubbed.

use std::pin::Pin;

use http::StatusCode;
use http::header::{ALLOW, CONTENT_TYPE, LOCATION};
use progenitor_client::{Error, ResponseValue};
use reqwest::Response;
use serde_json::Value;

use super::caller::Forge;
use super::error::{ApiError, Kind};
use super::exchange::asked_wait;
use super::on_the_way::OnTheWay;
use super::scope::first_major;
use super::tls;

/// The most of an error body that is read.
const ERROR_BODY: usize = 16 * 1024;
/// The most of it that is shown.
const SAID: usize = 600;

/// Turns the future of a generated request into a value or an `ApiError`.
pub trait Answer<T> {
    /// Waits for the answer.
    fn answer(self, forge: &Forge) -> impl Future<Output = Result<ResponseValue<T>, ApiError>> + Send;
}

impl<T: Send, F> Answer<T> for F
where
    F: Future<Output = Result<ResponseValue<T>, Error<()>>> + Send,
{
    async fn answer(self, forge: &Forge) -> Result<ResponseValue<T>, ApiError> {
        let (outcome, way) = OnTheWay::of(self).await;
        match outcome {
            Ok(value) => Ok(value),
            // Boxed, so that it is not a part of the future of every operation.
            Err(error) => Err(Box::pin(failure(forge, way, error)).await),
        }
    }
}

async fn failure(forge: &Forge, way: OnTheWay, error: Error<()>) -> ApiError {
    match error {
        Error::InvalidRequest(problem) => ApiError::invalid(invalid_request(&problem)),
        Error::Custom(text) => way.refusal.unwrap_or_else(|| ApiError::internal(text)),
        // The body is read as part of the exchange, so a break inside it comes this way, too.
        Error::CommunicationError(error) if error.is_decode() || (error.is_body() && !way.uploads()) => {
            broken_body(forge, &way, &error)
        }
        Error::CommunicationError(error) | Error::InvalidUpgrade(error) => no_answer(forge, &way, &error),
        Error::ResponseBodyError(error) => broken_body(forge, &way, &error),
        Error::InvalidResponsePayload(body, error) => unreadable(forge, &way, &body, &error),
        Error::ErrorResponse(value) => refused(forge, &way, value.status(), None),
        Error::UnexpectedResponse(response) => from_response(forge, &way, response).await,
    }
}

/// The error that an answer with a failure status stands for.
pub(super) async fn from_response(forge: &Forge, way: &OnTheWay, response: Response) -> ApiError {
    let status = response.status();
    let wait = asked_wait(&response);
    let lacks_method = status == StatusCode::METHOD_NOT_ALLOWED && response.headers().contains_key(ALLOW);
    let location = header(&response, &LOCATION);
    let content_type = header(&response, &CONTENT_TYPE).unwrap_or_default();
    let body = bounded_text(response).await;
    let plain_text = content_type.starts_with("text/plain");
    if lacks_method || (status == StatusCode::NOT_FOUND && plain_text && body.trim() == "404 page not found")
    {
        return unsupported(way, status);
    }
    // Behind some proxies the forge's own words for a missing route are lost.
    let may_lack = matches!(status, StatusCode::NOT_FOUND | StatusCode::METHOD_NOT_ALLOWED);
    if let Some(major) = way.operation.map(first_major).filter(|major| may_lack && *major > 0)
        && older_than(forge, major).await
    {
        return unsupported(way, status);
    }
    if status.is_redirection() {
        return moved(forge, way, status, location.as_deref());
    }
    // Scrubbed before it is shortened: half a token is a secret too.
    let said = said(&content_type, &forge.scrub(&body));
    refused(forge, way, status, said).retry_after(wait)
}

/// Whether the instance is older than a version. It is asked in a call of its own, whose failures end here.
fn older_than(forge: &Forge, major: u32) -> Pin<Box<dyn Future<Output = bool> + Send>> {
    let forge = forge.for_one_call();
    Box::pin(async move { forge.is_older_than(major).await })
}

fn header(response: &Response, name: &http::HeaderName) -> Option<String> {
    response.headers().get(name)?.to_str().ok().map(str::to_owned)
}

/// What the forge said, as one line; `None` when it said nothing that helps.
fn said(content_type: &str, body: &str) -> Option<String> {
    let body = body.trim();
    if content_type.contains("html") || body.starts_with('<') {
        let title = body.split_once("<title>").and_then(|(_, rest)| rest.split_once("</title>"));
        let title = title.map(|(title, _)| title.trim()).filter(|title| !title.is_empty());
        return Some(title.map_or_else(
            || "an HTML page".to_owned(),
            |title| shorten(&format!("an HTML page titled {title:?}")),
        ));
    }
    // Some answers hold two documents, or one and a page: the first counts.
    let first = serde_json::Deserializer::from_str(body).into_iter::<Value>().next();
    let text = match first {
        Some(Ok(Value::Object(fields))) => {
            let message = fields.get("message").and_then(Value::as_str).unwrap_or_default();
            let mut parts = vec![message.to_owned()];
            for key in ["errors", "invalidTopics", "error"] {
                match fields.get(key) {
                    Some(Value::String(text)) => parts.push(text.clone()),
                    Some(Value::Array(items)) => {
                        parts.extend(items.iter().filter_map(Value::as_str).map(str::to_owned));
                    }
                    _ => {}
                }
            }
            let mut told = Vec::<String>::new();
            for part in parts {
                let line = part.split_whitespace().collect::<Vec<_>>().join(" ");
                if !line.is_empty() && !told.contains(&line) {
                    told.push(line);
                }
            }
            told.join("; ")
        }
        Some(Ok(Value::String(text))) => text,
        Some(Ok(_)) => String::new(),
        _ => body.split_whitespace().collect::<Vec<_>>().join(" "),
    };
    let text = text.trim();
    (!text.is_empty()).then(|| shorten(text))
}

fn shorten(text: &str) -> String {
    match text.char_indices().nth(SAID) {
        Some((at, _)) => format!("{}…", text.get(..at).unwrap_or_default()),
        None => text.to_owned(),
    }
}

/// Reads at most `ERROR_BODY` bytes of an answer.
async fn bounded_text(mut response: Response) -> String {
    let mut body = Vec::new();
    while let Ok(Some(chunk)) = response.chunk().await {
        body.extend_from_slice(&chunk);
        if body.len() >= ERROR_BODY {
            body.truncate(ERROR_BODY);
            break;
        }
    }
    String::from_utf8_lossy(&body).into_owned()
}

fn refused(forge: &Forge, way: &OnTheWay, status: StatusCode, said: Option<String>) -> ApiError {
    let code = status.as_u16();
    let (kind, message, hint) = explain(forge, code, said.as_deref());
    // A 401 repeats the token in several spellings: its message is never passed on.
    let said = if code == 401 { None } else { said };
    let error = with_request(ApiError::new(kind, message), way).answered(code, said);
    let unsure = matches!(code, 502 | 504) && way.may_have_written();
    let error = if unsure { error.as_kind(Kind::OutcomeUnknown).hint(OUTCOME_HINT) } else { error };
    match hint {
        Some(hint) if !unsure => error.hint(hint),
        _ => error,
    }
}

const OUTCOME_HINT: &str = "the write may have happened: read the thing again before trying once more";

fn explain(forge: &Forge, code: u16, said: Option<&str>) -> (Kind, &'static str, Option<String>) {
    let said = said.unwrap_or_default();
    let hint = |text: &str| Some(text.to_owned());
    match code {
        400 | 422 => (Kind::Validation, "the forge refused the values", None),
        401 if forge.has_token() => (
            Kind::Unauthorized,
            "the forge does not know this token",
            hint("check FORGEJO_ACCESS_TOKEN: it may be revoked, mistyped or of another instance"),
        ),
        401 => (Kind::Unauthorized, "the forge wants a token for this", hint("set FORGEJO_ACCESS_TOKEN")),
        403 if forge.is_demo() => {
            (Kind::Forbidden, "the demo is read-only", hint("use a real instance with --url to write"))
        }
        403 => {
            let scope = said.split_once("required scope(s):").map(|(_, scopes)| scopes.trim().to_owned());
            match scope {
                Some(scope) => (
                    Kind::Forbidden,
                    "the token lacks a scope",
                    Some(format!("make a token with one of {scope}")),
                ),
                None => (
                    Kind::Forbidden,
                    "this is not allowed",
                    hint(
                        "the account lacks the right, a protection forbids it, or the unit is not open to it",
                    ),
                ),
            }
        }
        404 => (Kind::NotFound, "not found: it is missing, or this token may not see it", None),
        409 => (Kind::Conflict, "this conflicts with what is there", None),
        405 | 412 => (Kind::PreconditionFailed, "the forge refuses this in the present state", None),
        413 => (Kind::Validation, "too large for this instance", None),
        423 => (Kind::PreconditionFailed, "the repository is archived", hint("un-archive it first")),
        429 => (Kind::RateLimited, "the forge asks to slow down", None),
        500 => (
            Kind::Unavailable,
            "the forge failed inside",
            hint(
                "Forgejo answers 500 to some plain wrong input (an unknown name, a ref that git refuses): check the values before trying again",
            ),
        ),
        502..=504 => (Kind::Unavailable, "the forge, or a proxy before it, is not available", None),
        _ => (Kind::Unavailable, "the forge gave an unexpected answer", None),
    }
}

fn unsupported(way: &OnTheWay, status: StatusCode) -> ApiError {
    let message = way.operation.map_or_else(
        || "this instance has no such route".to_owned(),
        |operation| format!("this instance lacks {}", operation.id),
    );
    let hint = way.operation.map_or_else(String::new, |operation| {
        format!(
            "it came {} Forgejo {}; a switched-off feature answers the same, and so does a wrong --url",
            since_word(operation.since),
            since_number(operation.since)
        )
    });
    with_request(ApiError::new(Kind::Unsupported, message), way).answered(status.as_u16(), None).hint(hint)
}

fn since_word(since: &str) -> &'static str {
    if since.starts_with("by ") { "by" } else { "with" }
}

fn since_number(since: &str) -> &str {
    since.strip_prefix("by ").unwrap_or(since)
}

fn moved(forge: &Forge, way: &OnTheWay, status: StatusCode, location: Option<&str>) -> ApiError {
    // A query may hold the state of a login page.
    let to = location.and_then(|location| location.split(['?', '#']).next()).unwrap_or("somewhere else");
    let to = shorten(&forge.scrub(to));
    let target = location.and_then(|location| url::Url::parse(location).ok());
    let hint = if target.is_some_and(|target| !forge.instance().is_own_origin(&target)) {
        "it leads to another host: correct the URL if the forge is there now; a file is fetched from elsewhere only over https, and never from a network further inside than the forge's own"
    } else {
        "use the new owner and name"
    };
    with_request(ApiError::new(Kind::Conflict, format!("this has moved to {to}; nothing was changed")), way)
        .answered(status.as_u16(), None)
        .hint(hint)
}

pub(super) fn no_answer(forge: &Forge, way: &OnTheWay, error: &reqwest::Error) -> ApiError {
    let write = way.may_have_written();
    let unreachable = |reason: &str, hint: &str| {
        let error = ApiError::new(Kind::Unavailable, format!("the forge cannot be reached: {reason}"));
        with_request(error, way).hint(hint)
    };
    if let Some((reason, hint)) = tls::trouble(error) {
        return unreachable(&forge.scrub(&reason), hint);
    }
    let reason = forge.scrub(&reason(error));
    if error.is_connect() {
        return unreachable(&reason, "check the URL, the network and the proxy settings");
    }
    if write && error.is_timeout() {
        return silent_write(way);
    }
    if write {
        let message = format!("the connection broke: {reason}");
        return with_request(ApiError::new(Kind::OutcomeUnknown, message), way).hint(OUTCOME_HINT);
    }
    if error.is_timeout() {
        return with_request(ApiError::new(Kind::Unavailable, "no answer came in time"), way)
            .hint("try again, ask for less, or raise --timeout");
    }
    with_request(ApiError::new(Kind::Unavailable, format!("the connection broke: {reason}")), way)
}

/// A write that was never answered.
pub(super) fn silent_write(way: &OnTheWay) -> ApiError {
    with_request(ApiError::new(Kind::OutcomeUnknown, "no answer came in time"), way).hint(OUTCOME_HINT)
}

pub(super) fn broken_body(forge: &Forge, way: &OnTheWay, error: &reqwest::Error) -> ApiError {
    let write = way.may_have_written();
    let message = format!("the answer broke off: {}", forge.scrub(&reason(error)));
    if write {
        return with_request(ApiError::new(Kind::OutcomeUnknown, message), way)
            .hint("the forge accepted the write; read the thing again to see what became of it");
    }
    with_request(ApiError::new(Kind::Unavailable, message), way)
}

fn unreadable(forge: &Forge, way: &OnTheWay, body: &[u8], error: &serde_json::Error) -> ApiError {
    let write = way.may_have_written();
    let start = String::from_utf8_lossy(body.get(..body.len().min(64)).unwrap_or_default()).into_owned();
    let what = if start.trim_start().starts_with('<') {
        "an HTML page came instead of JSON".to_owned()
    } else {
        shorten(&forge.scrub(&format!("the answer cannot be read: {error}")))
    };
    if write {
        return with_request(
            ApiError::new(Kind::OutcomeUnknown, format!("{what}; the write was accepted")),
            way,
        )
        .hint("read the thing again to see what became of it");
    }
    with_request(ApiError::new(Kind::Unavailable, what), way)
        .hint("check that the URL is a Forgejo's and that no login page stands before it")
}

fn with_request(error: ApiError, way: &OnTheWay) -> ApiError {
    let error = match &way.asked {
        Some(asked) => error.asked(asked.clone()),
        None => error,
    };
    match way.status {
        Some(status) => error.answered(status, None),
        None => error,
    }
}

/// The innermost cause, which says what happened; the outer ones repeat the URL.
fn reason(error: &reqwest::Error) -> String {
    let mut cause: &dyn std::error::Error = error;
    while let Some(inner) = cause.source() {
        cause = inner;
    }
    cause.to_string()
}

/// Turns progenitor's "conversion to `X` for NAME failed" into a sentence for people.
fn invalid_request(problem: &str) -> String {
    match problem.rsplit_once(" for ").and_then(|(_, rest)| rest.strip_suffix(" failed")) {
        Some(name) if problem.contains("PathSegment") => not_a_name(name),
        Some(name) => format!("{name} has a value that cannot be sent"),
        None => problem.to_owned(),
    }
}

/// Says that a parameter cannot stand in a path.
pub(super) fn not_a_name(parameter: &str) -> String {
    format!(
        "{parameter} is not a name that can stand in a path: it must not be empty, hold a backslash or control character, or have `.`, `..` or nothing between slashes"
    )
}
