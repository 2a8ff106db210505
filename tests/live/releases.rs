//! Releases, repositories, and what concerns the caller.

use serde_json::json;

use crate::forge::{Live, Repo};

#[tokio::test]
async fn releases_are_found_three_ways() {
    let Some(repo) = Repo::start("releases").await else { return };
    assert_eq!(repo.fails("get_latest_release", json!({})).await.0, "not_found");
    let made = repo
        .operation("repoCreateRelease", json!({ "tag_name": "v1.0/x", "name": "One", "body": "text" }))
        .await;
    repo.operation("repoCreateRelease", json!({ "tag_name": "v2", "prerelease": true })).await;
    assert_eq!(repo.ok("list_releases", json!({})).await["total_count"], 2);
    assert_eq!(repo.ok("list_releases", json!({ "state": "prereleases" })).await["items"][0]["tag"], "v2");
    for found in [
        repo.ok("get_release_by_id", json!({ "release_id": made["id"] })).await,
        repo.ok("get_release_by_tag", json!({ "tag": "v1.0/x" })).await,
        repo.ok("get_latest_release", json!({})).await,
    ] {
        assert_eq!((&found["tag"], &found["body"]), (&json!("v1.0/x"), &json!("text")));
    }
    assert_eq!(repo.ok("get_repo", json!({})).await["permission"], "admin");
    let found = repo.live.ok("search_repos", json!({ "keyword": repo.name, "owner": repo.live.owner })).await;
    assert_eq!(found["total_count"], 1);
    assert!(
        !repo.live.ok("list_my_repos", json!({ "limit": 1 })).await["items"].as_array().unwrap().is_empty()
    );
    repo.end().await;
}

#[tokio::test]
async fn the_forge_says_what_the_token_may_do() {
    let Some(live) = Live::start().await else { return };
    let access = live.ok("forgejo_access", json!({})).await;
    assert_eq!(access["user"], live.owner.as_str());
    assert!(access["scopes"].as_array().is_some_and(|scopes| scopes.contains(&json!("all"))), "{access}");
    assert!(live.ok("get_forgejo_mcp_server_version", json!({})).await["forgejo"].is_string());
}
