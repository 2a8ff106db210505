//! Milestones.

use serde_json::json;

use crate::harness::Upstream;

#[tokio::test]
async fn milestones_are_listed_by_state_and_title() {
    let forge = Upstream::start();
    forge.replay("milestones/list_milestones_by_name");
    let arguments = json!({ "owner": "harbor", "repo": "lighthouse", "state": "ALL", "title": "v0.5" });
    let page = forge.call("list_repo_milestones", arguments).await.json();
    let asked = forge.last("GET /repos/harbor/lighthouse/milestones");
    assert_eq!(
        (asked.query("state"), asked.query("name")),
        (vec!["all".to_owned()], vec!["v0.5".to_owned()])
    );
    assert_eq!(asked.query("page"), ["1"], "p11");
    let first = &page["items"][0];
    assert_eq!(first["title"], "v0.5");
    assert!(first["id"].is_number() && first["open_issues"].is_number(), "{first}");
}

#[tokio::test]
async fn i21_an_unknown_state_is_refused_here() {
    let forge = Upstream::start();
    let called =
        forge.call("list_repo_milestones", json!({ "owner": "o", "repo": "r", "state": "odd" })).await;
    assert_eq!(called.kind(), "invalid_arguments");
    assert!(called.error().contains("open, closed, all"), "{}", called.error());
    assert!(forge.seen().is_empty());
}
