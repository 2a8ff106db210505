//! Statuses of commits.

use serde_json::{Value, json};

use crate::harness::{Answer, Session, Upstream, exchange};

const SHA: &str = "5884684a49eccfd812ca1ae940f4de99d917be97";

fn of(sha: &str, more: Value) -> Value {
    let mut arguments = json!({ "owner": "harbor", "repo": "lighthouse", "sha": sha });
    arguments.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    arguments
}

#[tokio::test]
async fn p14_every_page_of_contexts_counts() {
    let forge = Upstream::start();
    forge.on("GET /settings/api", Answer::json(200, &json!({ "max_response_items": 20 })));
    let route = format!("GET /repos/harbor/lighthouse/commits/{SHA}/status");
    forge.on(&format!("{route}?page=1"), Answer::from(&exchange("commits/status_combined_35_page1_limit20")));
    forge.on(&format!("{route}?page=2"), Answer::from(&exchange("commits/status_combined_35_page2_limit20")));
    let page = forge.call("get_commit_statuses", of(SHA, json!({}))).await.json();
    assert_eq!((&page["state"], &page["sha"]), (&json!("failure"), &json!(SHA)));
    assert_eq!((&page["total_count"], &page["limit"]), (&json!(35), &json!(20)));
    assert_eq!(page["next"], json!({ "page": 2, "limit": 20 }));
    assert_eq!(page["items"].as_array().unwrap().len(), 20);
    assert_eq!(page["items"][0]["state"], "failure", "the worst comes first");
    assert_eq!(forge.seen().len(), 2);
    assert!(forge.seen().iter().all(|seen| seen.query("limit") == ["20"]));
    let rest = forge.call("get_commit_statuses", of(SHA, json!({ "page": 2 }))).await.json();
    assert_eq!((rest["items"].as_array().unwrap().len(), &rest["has_more"]), (15, &json!(false)));
}

#[tokio::test]
async fn a_branch_with_a_slash_is_one_name() {
    let forge = Upstream::start();
    let recorded = exchange("commits/status_combined_by_branch");
    forge.on("GET /repos/harbor/lighthouse/commits/feature%2F100%25/status", Answer::from(&recorded));
    let page = forge.call("get_commit_statuses", of("feature/100%", json!({}))).await.json();
    assert_eq!(page["state"], "failure");
    assert_eq!(page["sha"], "b8f53c0668129471479e6d7767f6341dac089859");
    assert_eq!(page["total_count"], 9);
    // Words of the forge stay as they are in the rows.
    assert!(page["items"].as_array().unwrap().iter().any(|row| row["state"] == "skipped"));
    assert_eq!(page["items"][0]["creator_login"], "bob");
}

/// The combined state of contexts that say these words.
async fn state_of(words: &[&str]) -> Value {
    let forge = Upstream::start();
    let statuses: Vec<Value> = words
        .iter()
        .enumerate()
        .map(|(id, word)| json!({ "id": id, "context": format!("ci/{id}"), "status": word }))
        .collect();
    let body = json!({ "state": "success", "sha": SHA, "total_count": statuses.len(), "statuses": statuses });
    let answer = Answer::json(200, &body).header("x-total-count", &words.len().to_string());
    forge.on(&format!("GET /repos/harbor/lighthouse/commits/{SHA}/status"), answer);
    forge.call("get_commit_statuses", of(SHA, json!({}))).await.json()["state"].clone()
}

#[tokio::test]
async fn words_of_statuses_combine_to_one_of_five() {
    for (words, state) in [
        (vec!["success", "skipped"], "success"),
        (vec!["success", "pending"], "pending"),
        (vec!["great", "success"], "pending"),
        (vec![""], "pending"),
        (vec!["warning", "success"], "failure"),
        (vec!["error", "pending"], "error"),
        (vec!["error", "failure", "success"], "failure"),
    ] {
        assert_eq!(state_of(&words).await, state, "{words:?}");
    }
}

#[tokio::test]
async fn of_one_context_the_highest_id_counts() {
    let forge = Upstream::start();
    let statuses = json!([
        { "id": 9, "context": "ci", "status": "failure", "updated_at": "2026-01-01T00:00:00Z" },
        { "id": 7, "context": "ci", "status": "success", "updated_at": "2027-01-01T00:00:00Z" },
    ]);
    let body = json!({ "sha": SHA, "statuses": statuses });
    let answer = Answer::json(200, &body).header("x-total-count", "2");
    forge.on(&format!("GET /repos/harbor/lighthouse/commits/{SHA}/status"), answer);
    let page = forge.call("get_commit_statuses", of(SHA, json!({}))).await.json();
    assert_eq!(page["items"].as_array().unwrap().len(), 1);
    assert_eq!(page["state"], "failure");
}

#[tokio::test]
async fn a_commit_without_statuses_is_unknown_and_one_that_is_missing_an_error() {
    let forge = Upstream::start();
    let none = exchange("commits/status_none_combined");
    let route = none.target.strip_prefix("/api/v1").unwrap().to_owned();
    forge.on(&format!("GET {route}"), Answer::from(&none));
    let sha = route.split('/').nth(5).unwrap().to_owned();
    let look_up = format!("GET /repos/harbor/workshop/git/commits/{sha}");
    forge.on(&look_up, Answer::json(200, &json!({ "sha": sha })));
    let arguments = json!({ "owner": "harbor", "repo": "workshop", "sha": sha });
    let page = forge.call("get_commit_statuses", arguments.clone()).await.json();
    assert_eq!(
        (&page["state"], &page["sha"], &page["total_count"]),
        (&json!("unknown"), &json!(sha), &json!(0))
    );
    assert_eq!(page["items"], json!([]));
    assert_eq!(forge.seen().len(), 2, "one look-up");
    forge.on(&look_up, Answer::json(404, &json!({ "message": "object does not exist" })));
    assert_eq!(forge.call("get_commit_statuses", arguments).await.kind(), "not_found");
}

#[tokio::test]
async fn s15_an_empty_repository_has_no_commit() {
    let forge = Upstream::start();
    forge
        .on("GET /repos/harbor/lighthouse/commits/main/status", Answer::json(500, &json!({ "message": "" })));
    assert_eq!(forge.call("get_commit_statuses", of("main", json!({}))).await.kind(), "not_found");
}

#[tokio::test]
async fn what_leaves_its_route_is_refused() {
    let forge = Upstream::start();
    let called = forge.call("get_commit_statuses", of("..", json!({}))).await;
    assert_eq!(called.kind(), "invalid_arguments");
    assert!(forge.seen().is_empty());
}

#[tokio::test]
async fn the_demo_has_statuses_of_main() {
    let session = Session::demo().await;
    let page = session.call("get_commit_statuses", of("main", json!({}))).await.json();
    assert!(page["state"].is_string() && page["sha"].is_string());
}
