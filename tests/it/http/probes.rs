//! What orchestrators and Prometheus see.

use serde_json::json;

use super::served::{Served, answer, call, forge, list_branches, refusal};
use crate::harness::{Answer, Upstream};

async fn get(served: &Served, path: &str) -> reqwest::Response {
    // They come by the address of a pod, and with no token.
    let request = served.client.get(format!("{}{path}", served.url));
    request.header("host", "10.1.2.3:8080").send().await.unwrap()
}

#[tokio::test]
async fn a_live_server_with_a_forge_is_ready() {
    let forge = forge();
    let served = Served::start(&forge).await;
    assert_eq!(get(&served, "/healthz").await.status(), 200);
    assert_eq!(get(&served, "/readyz").await.status(), 200);
}

#[tokio::test]
async fn a_forge_that_wants_a_login_is_there() {
    let forge = Upstream::start();
    forge.on("GET /version", Answer::json(403, &json!({ "message": "Must be signed in" })));
    let served = Served::start(&forge).await;
    assert_eq!(get(&served, "/readyz").await.status(), 200);
}

#[tokio::test]
async fn a_server_whose_forge_is_away_lives_but_is_not_ready() {
    let forge = Upstream::start();
    forge.on("GET /version", Answer::raw(502, "text/html", "<html><h1>Bad Gateway</h1></html>"));
    let served = Served::start(&forge).await;
    assert_eq!(get(&served, "/healthz").await.status(), 200);
    let (status, body) = refusal(get(&served, "/readyz").await).await;
    assert_eq!(status, 503);
    assert!(body["error"].as_str().unwrap().contains("502"), "{body}");
}

#[tokio::test]
async fn probes_do_not_flood_the_forge() {
    let forge = Upstream::start();
    let asked = forge.on("GET /version", Answer::json(200, &json!({ "version": "16.0.0" })));
    let served = Served::start(asked).await;
    for _ in 0..20 {
        assert_eq!(get(&served, "/readyz").await.status(), 200);
    }
    let metrics = get(&served, "/metrics").await.text().await.unwrap();
    assert!(metrics.contains("forgejo_mcp_upstream_requests_total{outcome=\"2xx\"} 1\n"), "{metrics}");
}

#[tokio::test]
async fn metrics_count_calls_without_saying_who_or_what() {
    let forge = forge();
    let served = Served::start(&forge).await;
    answer(served.of("canary-token-of-alice"), list_branches()).await;
    let missing = json!({ "owner": "secret-owner", "repo": "secret-repo" });
    answer(served.of("canary-token-of-alice"), call("list_branches", missing)).await;
    answer(served.of("canary-token-of-alice"), call("no_such_canary", json!({}))).await;
    let raw = json!({ "name": "repoListBranches", "arguments": { "owner": "o", "repo": "r" } });
    answer(served.of("canary-token-of-alice"), call("call_read_tool", raw)).await;
    let response = get(&served, "/metrics").await;
    assert!(response.headers()["content-type"].to_str().unwrap().starts_with("application/openmetrics-text"));
    let metrics = response.text().await.unwrap();
    for line in [
        "forgejo_mcp_calls_total{tool=\"list_branches\",outcome=\"done\"} 1",
        "forgejo_mcp_calls_total{tool=\"list_branches\",outcome=\"not_found\"} 1",
        "forgejo_mcp_calls_total{tool=\"unknown\",outcome=\"invalid_arguments\"} 1",
        "forgejo_mcp_calls_total{tool=\"repoListBranches\",outcome=\"done\"} 1",
        "forgejo_mcp_duration_seconds_count{tool=\"list_branches\"} 2",
        "forgejo_mcp_calls_in_flight 0",
        "forgejo_mcp_upstream_requests_in_flight 0",
        "# EOF",
    ] {
        assert!(metrics.lines().any(|found| found == line), "{line} is not in\n{metrics}");
    }
    for word in ["canary", "secret-owner", "secret-repo", "alice"] {
        assert!(!metrics.contains(word), "{word} is in\n{metrics}");
    }
}

#[tokio::test]
async fn elsewhere_is_nothing() {
    let forge = forge();
    let served = Served::start(&forge).await;
    for path in ["/", "/mcp/", "/sse", "/message", "/metrics/x"] {
        let response = served.client.get(format!("{}{path}", served.url)).send().await.unwrap();
        let (status, body) = refusal(response).await;
        assert_eq!(status, 404, "{path}");
        assert!(body["error"].as_str().unwrap().contains("/mcp"));
    }
    let response = served.client.get(format!("{}/mcp", served.url)).header("authorization", "token t").send();
    assert_eq!(response.await.unwrap().status(), 405);
}
