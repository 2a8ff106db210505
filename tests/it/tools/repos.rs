//! Repositories.

use serde_json::json;

use crate::harness::{Answer, Upstream};

#[tokio::test]
async fn get_repo_shows_rights_units_and_styles() {
    for recorded in ["repos/get_repo_as_alice", "versions/11.0/repos/get_repo_as_alice"] {
        let forge = Upstream::start();
        forge.replay(recorded);
        let repo = forge.call("get_repo", json!({ "owner": "harbor", "repo": "lighthouse" })).await.json();
        assert_eq!((&repo["name"], &repo["permission"]), (&json!("harbor/lighthouse"), &json!("admin")));
        assert!(repo["units"].as_array().unwrap().contains(&json!("issues")), "{repo}");
        assert!(repo["merge_styles"].as_array().unwrap().contains(&json!("squash")));
        assert!(repo.get("owner").is_none() && repo.get("permissions").is_none());
    }
}

#[tokio::test]
async fn a_hidden_repository_is_missing_or_hidden() {
    let forge = Upstream::start();
    forge.replay("repos/get_private_repo_as_dave");
    let called = forge.call("get_repo", json!({ "owner": "alice", "repo": "sandbox" })).await;
    assert_eq!(called.kind(), "not_found");
    assert!(called.error().contains("missing, or this token may not see it"), "{}", called.error());
}

#[tokio::test]
async fn own_repositories_are_paged_and_ordered() {
    let forge = Upstream::start();
    forge.replay("repos/list_my_repos_page2_limit5");
    let page =
        forge.call("list_my_repos", json!({ "page": "2", "limit": 5.0, "order_by": "newest" })).await.json();
    let asked = forge.last("GET /user/repos");
    assert_eq!(
        (asked.query("page"), asked.query("limit"), asked.query("order_by")),
        (vec!["2".to_owned()], vec!["5".to_owned()], vec!["newest".to_owned()])
    );
    assert_eq!((&page["page"], &page["limit"]), (&json!(2), &json!(5)));
    let called = forge.call("list_my_repos", json!({ "order_by": "sideways" })).await;
    assert_eq!(called.kind(), "invalid_arguments");
}

#[tokio::test]
async fn p3_the_cap_is_asked_for_once_and_unknown_means_fifty() {
    let forge = Upstream::start();
    forge.on("GET /settings/api", Answer::json(200, &json!({ "max_response_items": 7 })));
    forge.on("GET /user/repos", Answer::json(200, &json!([])));
    let session = forge.session().await;
    for _ in 0..2 {
        assert_eq!(session.call("list_my_repos", json!({ "limit": 100 })).await.json()["limit"], 7);
    }
    assert_eq!(forge.last("GET /user/repos").query("limit"), ["7"]);
    forge.on("GET /settings/api", Answer::empty(404));
    assert_eq!(forge.call("list_my_repos", json!({ "limit": 100 })).await.json()["limit"], 50);
}
