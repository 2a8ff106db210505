//! Whose request it is: the token that it brings, and the tools that it wants. A token that fails fails; nothing
//! falls back to another one. A request may choose fewer tools than the server allows, never more.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::{AUTHORIZATION, RETRY_AFTER, WWW_AUTHENTICATE};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::limits::Rate;
use super::refusal;
use crate::config::Serving;
use crate::forgejo::{Forge, Source};
use crate::secret::Secret;
use crate::server::Server;
use crate::server::policy::{Policy, Selection};
use crate::server::visitor::Visitor;

const TOOLSETS: &str = "X-MCP-Toolsets";
const TOOLS: &str = "X-MCP-Tools";
const EXCLUDE_TOOLS: &str = "X-MCP-Exclude-Tools";
const READ_ONLY: &str = "X-MCP-Readonly";
/// The headers by which a request asks for less.
pub(super) const WISHES: [&str; 4] = [TOOLSETS, TOOLS, EXCLUDE_TOOLS, READ_ONLY];

/// What is needed to tell who asks.
#[derive(Clone)]
pub(super) struct Identities {
    forge: Forge,
    policy: Arc<Policy>,
    /// Whether a request without a token is served with what the server has.
    lends: bool,
    is_demo: bool,
    rate: Option<Arc<Rate>>,
}

/// Why a request is not let in.
struct Refused {
    status: StatusCode,
    error: String,
    hint: Option<String>,
}

impl Identities {
    pub(super) fn of(server: &Server, serving: &Serving) -> Self {
        let is_demo = matches!(server.config().source, Source::Demo);
        Self {
            forge: server.shared.forge.clone(),
            policy: Arc::clone(&server.shared.policy),
            lends: is_demo || serving.share_token,
            is_demo,
            rate: serving.rate_limit.map(|limit| Arc::new(Rate::of(limit))),
        }
    }

    fn visitor(&self, headers: &HeaderMap) -> Result<Visitor, Refused> {
        let policy = self.policy(headers)?;
        let read_only = policy.read_only();
        let forge = match token(headers)? {
            // The recorded forge knows nobody.
            Some(_) if self.is_demo => self.forge.for_caller(None, read_only),
            Some(token) => self.forge.for_caller(Some(token), read_only),
            None if self.lends => self.forge.for_same_caller(read_only),
            None => return Err(Refused::unauthorized("a token of yours is needed")),
        };
        Ok(Visitor { forge, policy })
    }

    /// The server's choice of tools, narrowed by what the request asks for.
    fn policy(&self, headers: &HeaderMap) -> Result<Arc<Policy>, Refused> {
        let toolsets = words(headers, TOOLSETS)?;
        let tools = words(headers, TOOLS)?;
        let exclude_tools = words(headers, EXCLUDE_TOOLS)?;
        let read_only = switch(headers, READ_ONLY)?;
        if !read_only && toolsets.is_empty() && tools.is_empty() && exclude_tools.is_empty() {
            return Ok(Arc::clone(&self.policy));
        }
        let wanted = Policy::of(&Selection {
            read_only,
            toolsets: (TOOLSETS, &toolsets),
            tools: (TOOLS, &tools),
            exclude_tools: (EXCLUDE_TOOLS, &exclude_tools),
        });
        let wanted = wanted.map_err(|error| Refused::bad(&error))?;
        Ok(Arc::new(self.policy.and(&wanted)))
    }
}

/// Lets a request in with who asks, or says what is missing.
pub(super) async fn identify(State(known): State<Identities>, mut request: Request, next: Next) -> Response {
    let visitor = match known.visitor(request.headers()) {
        Ok(visitor) => visitor,
        Err(refused) => return refused.into_response(),
    };
    if let Some(Err(wait)) = known.rate.as_ref().map(|rate| rate.check(&visitor.forge.caller_id())) {
        let seconds = wait.as_secs_f64().ceil().max(1.0).to_string();
        let mut response =
            refusal(StatusCode::TOO_MANY_REQUESTS, "too many requests of one caller", Some("wait a moment"));
        if let Ok(seconds) = HeaderValue::try_from(seconds) {
            response.headers_mut().insert(RETRY_AFTER, seconds);
        }
        return response;
    }
    request.extensions_mut().insert(visitor);
    // What comes after has no use for it, so it cannot show it.
    request.headers_mut().remove(AUTHORIZATION);
    next.run(request).await
}

/// The token of a request: `token …` or `Bearer …`, as the forge takes it.
fn token(headers: &HeaderMap) -> Result<Option<Secret>, Refused> {
    let mut given = headers.get_all(AUTHORIZATION).iter();
    let Some(value) = given.next() else { return Ok(None) };
    if given.next().is_some() {
        return Err(Refused::unauthorized("the request has several Authorization headers"));
    }
    let value = value.to_str().map_err(|_| Refused::unauthorized("the Authorization header is no text"))?;
    let (scheme, token) = value.trim().split_once(' ').unwrap_or(("", ""));
    let token = token.trim();
    let known = scheme.eq_ignore_ascii_case("token") || scheme.eq_ignore_ascii_case("bearer");
    if !known || token.is_empty() || token.contains(char::is_whitespace) {
        return Err(Refused::unauthorized("the Authorization header holds no token"));
    }
    Ok(Some(Secret::new(token)))
}

/// The words of a header, which may come several times.
fn words(headers: &HeaderMap, name: &'static str) -> Result<Vec<String>, Refused> {
    let mut words = Vec::new();
    for value in headers.get_all(name) {
        let value = value.to_str().map_err(|_| Refused::bad(&format!("{name}: is no text")))?;
        words.extend(value.split(',').map(str::trim).filter(|word| !word.is_empty()).map(str::to_owned));
    }
    Ok(words)
}

/// A header that is on or off. What cannot be read is an error: somebody meant to be safe.
fn switch(headers: &HeaderMap, name: &'static str) -> Result<bool, Refused> {
    let mut on = false;
    for value in headers.get_all(name) {
        let value = value.to_str().unwrap_or("?").trim().to_lowercase();
        on |= match value.as_str() {
            "true" | "1" | "yes" | "on" => true,
            "" | "false" | "0" | "no" | "off" => false,
            _ => return Err(Refused::bad(&format!("{name}: is neither true nor false"))),
        };
    }
    Ok(on)
}

impl Refused {
    fn bad(error: &dyn std::fmt::Display) -> Self {
        Self { status: StatusCode::BAD_REQUEST, error: error.to_string(), hint: None }
    }

    fn unauthorized(error: &str) -> Self {
        Self {
            status: StatusCode::UNAUTHORIZED,
            error: error.to_owned(),
            hint: Some("send Authorization: Bearer TOKEN, with an access token of the forge".to_owned()),
        }
    }
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        let mut response = refusal(self.status, &self.error, self.hint.as_deref());
        if self.status == StatusCode::UNAUTHORIZED {
            let challenge = HeaderValue::from_static(r#"Bearer realm="forgejo-mcp""#);
            response.headers_mut().insert(WWW_AUTHENTICATE, challenge);
        }
        response
    }
}
