//! Ends: of a client, of the server, of both at once.

use std::time::Duration;

use serde_json::json;

use super::served::{Served, answer, asked, call, forge, list_branches};
use crate::harness::{Answer, Upstream};

/// A forge whose branches take a while.
fn slow(delay: Duration) -> Upstream {
    let forge = Upstream::start();
    forge.on("GET /repos/o/r/branches", Answer::json(200, &json!([])).after(delay));
    forge
}

#[tokio::test]
async fn a_server_that_is_told_to_end_lets_calls_finish() {
    let forge = slow(Duration::from_secs(2));
    let served = Served::start(&forge).await;
    let call = tokio::spawn(served.of("t").body(list_branches()).send());
    asked(&forge).await;
    served.ended.cancel();
    let response = call.await.unwrap().unwrap();
    assert_eq!(response.status(), 200);
    let found: serde_json::Value = response.json().await.unwrap();
    assert_ne!(found["result"]["isError"], true, "{found}");
    tokio::time::timeout(super::served::PATIENCE, served.running).await.unwrap().unwrap();
    let late = served.client.get(format!("{}/healthz", served.url)).send().await;
    assert!(late.unwrap_err().is_connect());
}

#[tokio::test]
async fn an_idle_server_ends_at_once_also_with_connections_kept_open() {
    let forge = forge();
    let served = Served::start(&forge).await;
    answer(served.of("t"), list_branches()).await;
    served.ended.cancel();
    tokio::time::timeout(Duration::from_secs(10), served.running).await.unwrap().unwrap();
}

#[tokio::test]
async fn a_call_ends_when_its_client_goes_away() {
    // The forge would be asked twice; after the client is gone, it is not asked the second time.
    let forge = slow(Duration::from_secs(1));
    let rows: Vec<_> = (0..50).map(|number| json!({ "number": number })).collect();
    let page = Answer::json(200, &json!(rows)).header("x-total-count", "100").after(Duration::from_secs(1));
    forge.on("GET /repos/o/r/branches", page);
    let served = Served::start(&forge).await;
    let call = tokio::spawn(served.of("t").body(list_branches()).send());
    asked(&forge).await;
    call.abort();
    let metrics = async || {
        let response = served.client.get(format!("{}/metrics", served.url)).send().await.unwrap();
        response.text().await.unwrap()
    };
    let deadline = tokio::time::Instant::now() + super::served::PATIENCE;
    while !metrics().await.contains("forgejo_mcp_calls_in_flight 0\n") {
        assert!(tokio::time::Instant::now() < deadline, "the call goes on");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let found = metrics().await;
    assert!(found.contains("upstream_requests_total{outcome=\"no_answer\"} 1\n"), "{found}");
}

#[tokio::test]
async fn a_forge_that_breaks_off_is_an_error_of_the_call_alone() {
    let forge = forge();
    forge.on("GET /repos/o/broken/branches", Answer::raw(200, "application/json", "[{}]").broken_after(2));
    forge.on("GET /repos/o/html/branches", Answer::raw(200, "text/html", "<html><title>Hi</title></html>"));
    let served = Served::start(&forge).await;
    for repo in ["broken", "html"] {
        let found =
            answer(served.of("t"), call("list_branches", json!({ "owner": "o", "repo": repo }))).await;
        assert_eq!(found["result"]["isError"], true, "{found}");
        assert!(!found.to_string().contains("<html>"), "{found}");
    }
    answer(served.of("t"), list_branches()).await;
}
