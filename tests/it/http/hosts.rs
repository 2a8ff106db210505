//! By which name, and from which page, the server may be reached.

use forgejo_mcp::config::{Config, Flags};
use forgejo_mcp::server::{Server, http};

use super::served::{Served, forge, list_branches, serving};

/// The status of a call with a Host and an Origin.
async fn status(served: &Served, host: Option<&str>, origin: Option<&str>) -> u16 {
    let mut request = served.of("t").body(list_branches());
    if let Some(host) = host {
        request = request.header("host", host);
    }
    if let Some(origin) = origin {
        request = request.header("origin", origin);
    }
    request.send().await.unwrap().status().as_u16()
}

#[tokio::test]
async fn by_default_only_names_and_pages_of_this_machine_are_let_in() {
    let forge = forge();
    let served = Served::start(&forge).await;
    for host in ["localhost", "LOCALHOST:8080", "127.0.0.1:1", "[::1]:8080", "127.8.9.1"] {
        assert_eq!(status(&served, Some(host), None).await, 200, "{host}");
    }
    for host in ["evil.example", "localhost.evil.example", "127.0.0.1.nip.io", "10.0.0.1:8080", "a@b:c"] {
        assert_eq!(status(&served, Some(host), None).await, 403, "{host}");
    }
    for origin in ["http://localhost:6274", "https://127.0.0.1", "http://[::1]:3000"] {
        assert_eq!(status(&served, None, Some(origin)).await, 200, "{origin}");
    }
    for origin in ["https://evil.example", "null", "http://localhost.evil.example", "file:///x", ""] {
        assert_eq!(status(&served, None, Some(origin)).await, 403, "{origin}");
    }
}

#[tokio::test]
async fn the_lists_say_who_else_is_let_in() {
    let forge = forge();
    let served = Served::with(&forge, |flags| {
        flags.serving.allowed_hosts = vec!["MCP.example.org".to_owned(), "other.example:8443".to_owned()];
        flags.serving.allowed_origins = vec!["https://app.example.org".to_owned()];
    })
    .await;
    for (host, expected) in [
        ("mcp.example.org", 200),
        ("mcp.example.org:9000", 200),
        ("other.example:8443", 200),
        ("other.example:8444", 403),
        ("other.example", 403),
        ("localhost", 403),
    ] {
        assert_eq!(status(&served, Some(host), None).await, expected, "{host}");
    }
    for (origin, expected) in [
        ("https://app.example.org", 200),
        ("https://app.example.org:443", 200),
        ("http://app.example.org", 403),
        ("https://app.example.org:8443", 403),
        ("http://localhost:6274", 403),
    ] {
        assert_eq!(status(&served, Some("mcp.example.org"), Some(origin)).await, expected, "{origin}");
    }
}

#[tokio::test]
async fn a_star_lets_everybody_in() {
    let forge = forge();
    let served = Served::with(&forge, |flags| {
        flags.serving.allowed_hosts = vec!["*".to_owned()];
        flags.serving.allowed_origins = vec!["*".to_owned()];
    })
    .await;
    assert_eq!(status(&served, Some("whatever.example"), Some("null")).await, 200);
}

#[tokio::test]
async fn browsers_may_show_answers_to_pages_that_are_let_in() {
    let forge = forge();
    let served = Served::start(&forge).await;
    let preflight = |origin: &'static str| {
        let request = served.client.request(reqwest::Method::OPTIONS, format!("{}/mcp", served.url));
        let request = request.header("origin", origin).header("access-control-request-method", "POST");
        request.header("access-control-request-headers", "authorization,content-type").send()
    };
    let own = preflight("http://localhost:6274").await.unwrap();
    assert_eq!(own.status(), 200);
    assert_eq!(own.headers()["access-control-allow-origin"], "http://localhost:6274");
    assert!(own.headers()["access-control-allow-headers"].to_str().unwrap().contains("authorization"));
    let evil = preflight("https://evil.example").await.unwrap();
    assert_eq!(evil.status(), 403);
    assert!(!evil.headers().contains_key("access-control-allow-origin"));
}

#[tokio::test]
async fn lists_that_cannot_be_read_fail_at_the_start() {
    for (hosts, origins, told) in [
        (vec!["not a host".to_owned()], vec![], "--allowed-hosts: \"not a host\" is not a host"),
        (
            vec![],
            vec!["app.example.org".to_owned()],
            "--allowed-origins: \"app.example.org\" is not an origin",
        ),
    ] {
        let mut flags = Flags { demo: true, serving: serving(), ..Flags::default() };
        flags.serving.allowed_hosts = hosts;
        flags.serving.allowed_origins = origins;
        let server = Server::new(Config::from_flags(flags).unwrap()).unwrap();
        let error = http::listen(server).await.err().unwrap().to_string();
        assert!(error.starts_with(told), "{error}");
    }
}
