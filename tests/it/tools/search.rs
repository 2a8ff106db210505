//! Searches.

use serde_json::{Value, json};

use crate::harness::{Answer, Upstream};

#[tokio::test]
async fn p9_the_rows_of_a_search_for_repositories_are_unwrapped() {
    let forge = Upstream::start();
    forge.replay("search/search_repos_q");
    let page = forge
        .call("search_repos", json!({ "q": "light", "sort": "name", "order": "ASC", "topic": false }))
        .await
        .json();
    let asked = forge.last("GET /repos/search");
    assert_eq!(
        (asked.query("q"), asked.query("sort"), asked.query("order")),
        (vec!["light".to_owned()], vec!["alpha".to_owned()], vec!["asc".to_owned()])
    );
    assert!(asked.query("topic").is_empty());
    assert!(page["items"][0]["name"].as_str().unwrap().contains('/'), "{page}");
    let forge = Upstream::start();
    forge.replay("search/search_repos_past_end");
    let page = forge.call("search_repos", json!({ "page": 99, "limit": 5 })).await.json();
    assert_eq!((&page["items"], &page["has_more"]), (&json!([]), &json!(false)), "p15");
}

#[tokio::test]
async fn an_owner_becomes_an_id_and_an_unknown_one_is_an_error() {
    let forge = Upstream::start();
    forge.on("GET /users/harbor", Answer::json(200, &json!({ "id": 6, "login": "harbor" })));
    forge.replay("search/search_repos_uid_exclusive");
    forge.call("search_repos", json!({ "owner": "harbor" })).await.json();
    let asked = forge.last("GET /repos/search");
    assert_eq!(
        (asked.query("uid"), asked.query("exclusive")),
        (vec!["6".to_owned()], vec!["true".to_owned()])
    );
    let called = forge.call("search_repos", json!({ "owner": "no-such" })).await;
    assert_eq!(called.kind(), "not_found");
    assert!(called.error().contains("no user or organisation no-such"), "{}", called.error());
}

async fn issues(forge: &Upstream, arguments: Value) -> crate::harness::Called {
    forge.on("GET /user", Answer::json(200, &json!({ "id": 2, "login": "alice" })));
    forge.call("search_issues", arguments).await
}

#[tokio::test]
async fn i3_the_callers_own_names_become_flags() {
    let forge = Upstream::start();
    forge.replay("search/search_issues_created");
    let arguments = json!({ "created_by": "Alice", "assignee": "@me", "mentioned_by": "", "owner": "harbor", "review_requested": true });
    let page = issues(&forge, arguments).await.json();
    let asked = forge.last("GET /repos/issues/search");
    for (name, value) in [
        ("created", vec!["true"]),
        ("assigned", vec!["true"]),
        ("mentioned", vec![]),
        ("owner", vec!["harbor"]),
        ("labels", vec![]),
        ("review_requested", vec!["true"]),
        ("created_by", vec![]),
        ("type", vec![]),
        ("state", vec!["open"]),
    ] {
        assert_eq!(asked.query(name), value, "{name}");
    }
    assert!(page["items"][0]["repo"].as_str().unwrap().contains('/'), "{page}");
}

#[tokio::test]
async fn i3_anybody_elses_name_is_refused_and_the_other_tool_named() {
    for name in ["created_by", "assigned_by", "mentioned_by"] {
        let forge = Upstream::start();
        let called = issues(&forge, json!({ name: "carol" })).await;
        assert_eq!(called.kind(), "invalid_arguments");
        assert!(called.error().contains(&format!("list_repo_issues takes {name}")), "{}", called.error());
        let session = forge.session_with(|flags| flags.token = None).await;
        let called = session.call("search_issues", json!({ name: "alice" })).await;
        assert!(called.error().contains("without a token"), "{}", called.error());
    }
}

#[tokio::test]
async fn what_the_search_cannot_ask_for_is_refused() {
    let forge = Upstream::start();
    let called = issues(&forge, json!({ "team": "crew" })).await;
    assert!(called.error().contains("team needs owner"), "{}", called.error());
    let called = issues(&forge, json!({ "labels": ["needs: triage, soon"] })).await;
    assert!(called.error().contains("holds a comma"), "{}", called.error());
    assert!(forge.seen().is_empty());
    forge.replay("search/search_issues_owner_unknown");
    assert_eq!(issues(&forge, json!({ "owner": "no-such" })).await.kind(), "validation");
    forge.replay("search/search_issues_past_end");
    assert_eq!(issues(&forge, json!({ "page": 99 })).await.json()["items"], json!([]));
}
