//! Issues.

use serde_json::json;

use crate::harness::{Answer, Session, Upstream};

#[tokio::test]
async fn get_issue_shows_what_is_needed() {
    let forge = Upstream::start();
    let recorded = forge.replay("issues/get_issue");
    let number = recorded.target.rsplit('/').next().unwrap().to_owned();
    let issue = forge
        .call("get_issue_by_index", json!({ "owner": "harbor", "repo": "lighthouse", "index": number }))
        .await;
    assert_eq!(issue.json()["number"].to_string(), number);
}

#[tokio::test]
async fn get_issue_that_is_missing_says_so() {
    let forge = Upstream::start();
    forge.on("GET /repos/o/r/issues/9", Answer::json(404, &json!({ "message": "issue does not exist" })));
    let called = forge.call("get_issue_by_index", json!({ "owner": "o", "repo": "r", "index": 9 })).await;
    assert_eq!(called.kind(), "not_found");
    assert!(called.error().contains("issue does not exist"), "{}", called.error());
}

#[tokio::test]
async fn the_demo_lists_issues() {
    let session = Session::demo().await;
    let page =
        session.call("list_repo_issues", json!({ "owner": "harbor", "repo": "lighthouse" })).await.json();
    assert!(!page["items"].as_array().unwrap().is_empty());
}
