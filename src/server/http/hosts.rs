//! Which names and which web pages may reach the server. A page of somewhere else that resolves its own name to this
//! machine would otherwise talk to it with the rights of whoever looks at the page.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::{
    ACCEPT, AUTHORIZATION, CONTENT_TYPE, HOST, HeaderName, ORIGIN, RETRY_AFTER, WWW_AUTHENTICATE,
};
use axum::http::uri::Authority;
use axum::http::{HeaderValue, Method, StatusCode};
use axum::middleware::Next;
use axum::response::Response;
use tower_http::cors::{AllowHeaders, AllowOrigin, CorsLayer};
use url::{Host, Origin, Url};

use super::{identity, refusal};
use crate::config::Serving;
use crate::forgejo::ApiError;

/// Headers of the protocol that pages of elsewhere may send.
const SENT: [HeaderName; 7] = [
    ACCEPT,
    AUTHORIZATION,
    CONTENT_TYPE,
    HeaderName::from_static("last-event-id"),
    HeaderName::from_static("mcp-method"),
    HeaderName::from_static("mcp-name"),
    HeaderName::from_static("mcp-protocol-version"),
];

/// The names and origins that are let in.
#[derive(Clone, Debug)]
pub(super) struct Hosts {
    names: Vec<Name>,
    origins: Vec<Page>,
}

/// A name that the server is reached by.
#[derive(Clone, Debug)]
enum Name {
    Any,
    Loopback,
    /// In lower case; without a port, any port will do.
    Exactly {
        host: String,
        port: Option<u16>,
    },
}

/// Web pages that may call.
#[derive(Clone, Debug)]
enum Page {
    Any,
    Loopback,
    Exactly(Origin),
}

impl Hosts {
    /// Reads the lists.
    ///
    /// # Errors
    /// `invalid_arguments`, naming the word that is neither a host nor an origin.
    pub(super) fn of(serving: &Serving) -> Result<Self, ApiError> {
        let mut names: Vec<Name> =
            serving.allowed_hosts.iter().map(|text| name(text)).collect::<Result<_, _>>()?;
        if names.is_empty() {
            names.push(Name::Loopback);
            // Who chose an address to listen on means that address, unless it stands for all of them.
            if !serving.is_everywhere() {
                names.push(name(&serving.host)?);
            }
        }
        let mut origins: Vec<Page> =
            serving.allowed_origins.iter().map(|text| page(text)).collect::<Result<_, _>>()?;
        if origins.is_empty() {
            origins.push(Page::Loopback);
        }
        Ok(Self { names, origins })
    }

    /// Lets browsers show answers to the pages that may call.
    pub(super) fn cors(&self) -> CorsLayer {
        let hosts = self.clone();
        let ours = identity::WISHES.iter().filter_map(|name| HeaderName::try_from(*name).ok());
        CorsLayer::new()
            .allow_origin(AllowOrigin::predicate(move |origin, _| hosts.allow_page(origin)))
            .allow_methods([Method::GET, Method::POST])
            .allow_headers(AllowHeaders::list(SENT.into_iter().chain(ours)))
            .expose_headers([RETRY_AFTER, WWW_AUTHENTICATE])
    }

    fn allow_name(&self, authority: &Authority) -> bool {
        let host = authority.host().to_lowercase();
        self.names.iter().any(|name| match name {
            Name::Any => true,
            Name::Loopback => is_loopback(&host),
            Name::Exactly { host: own, port } => {
                *own == host && port.is_none_or(|port| authority.port_u16() == Some(port))
            }
        })
    }

    fn allow_page(&self, origin: &HeaderValue) -> bool {
        let url = origin.to_str().ok().and_then(|text| Url::parse(text).ok());
        self.origins.iter().any(|page| match (page, &url) {
            (Page::Any, _) => true,
            (Page::Loopback, Some(url)) => url.host_str().is_some_and(is_loopback),
            (Page::Exactly(own), Some(url)) => *own == url.origin(),
            (_, None) => false,
        })
    }
}

/// Refuses requests to a name, or from a page, that is not on the lists.
pub(super) async fn check(State(hosts): State<Arc<Hosts>>, request: Request, next: Next) -> Response {
    let named = request.headers().get(HOST).and_then(|host| host.to_str().ok());
    let authority = match request.uri().authority() {
        Some(authority) => Some(authority.clone()),
        None => named.and_then(|host| host.parse().ok()),
    };
    if !authority.is_some_and(|authority| hosts.allow_name(&authority)) {
        return refusal(
            StatusCode::FORBIDDEN,
            "this server does not go by that name",
            Some("the operator lists its names with --allowed-hosts"),
        );
    }
    let origin = request.headers().get(ORIGIN);
    if origin.is_some_and(|origin| !hosts.allow_page(origin)) {
        return refusal(
            StatusCode::FORBIDDEN,
            "pages of that origin may not call this server",
            Some("the operator lists origins with --allowed-origins"),
        );
    }
    next.run(request).await
}

fn name(text: &str) -> Result<Name, ApiError> {
    if text == "*" {
        return Ok(Name::Any);
    }
    // An IPv6 address alone has colons of its own.
    let bracketed = text.parse::<std::net::Ipv6Addr>().map(|address| format!("[{address}]"));
    let authority: Authority = bracketed.as_deref().unwrap_or(text).parse().map_err(|_| {
        ApiError::invalid(format!("--allowed-hosts: {text:?} is not a host"))
            .hint("it looks like mcp.example.org or mcp.example.org:8443")
    })?;
    Ok(Name::Exactly { host: authority.host().to_lowercase(), port: authority.port_u16() })
}

fn page(text: &str) -> Result<Page, ApiError> {
    if text == "*" {
        return Ok(Page::Any);
    }
    let origin = Url::parse(text).ok().map(|url| url.origin()).filter(Origin::is_tuple);
    origin.map(Page::Exactly).ok_or_else(|| {
        ApiError::invalid(format!("--allowed-origins: {text:?} is not an origin"))
            .hint("it looks like https://app.example.org")
    })
}

fn is_loopback(host: &str) -> bool {
    match Host::parse(host) {
        Ok(Host::Domain(name)) => name == "localhost",
        Ok(Host::Ipv4(address)) => address.is_loopback(),
        Ok(Host::Ipv6(address)) => address.is_loopback(),
        Err(_) => false,
    }
}
