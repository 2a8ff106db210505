//! Versions.

use serde_json::json;

use crate::harness::{Answer, Session, Upstream};

#[tokio::test]
async fn versions_of_both_sides() {
    let forge = Upstream::start();
    let versions = forge.call("get_forgejo_mcp_server_version", json!({})).await.json();
    assert_eq!(versions["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!((&versions["forgejo"], &versions["url"]), (&json!("16.0.0+gitea-1.22.0"), &json!(forge.url)));
}

#[tokio::test]
async fn s21_without_an_instance_the_own_version_is_told_all_the_same() {
    let forge = Upstream::start();
    forge.on("GET /version", Answer::recorded("errors/version_as_bad_token"));
    let versions = forge.call("get_forgejo_mcp_server_version", json!({})).await.json();
    assert!(versions.get("forgejo").is_none());
    let warning = versions["warnings"][0].as_str().unwrap();
    assert!(warning.contains("does not know this token") && !warning.contains("0123456789"), "{warning}");
    let session = Session::start(forgejo_mcp::config::Flags::default()).await;
    let versions = session.call("get_forgejo_mcp_server_version", json!({})).await.json();
    assert!(versions["warnings"][0].as_str().unwrap().contains("FORGEJO_URL"), "{versions}");
}
