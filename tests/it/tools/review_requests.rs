//! Review requests, with the scenarios of the seed.

use serde_json::{Value, json};

use crate::harness::{Answer, Upstream};

const ASKED: &str = "/repos/harbor/workshop/pulls/12/requested_reviewers";

fn on(more: Value) -> Value {
    let mut arguments = json!({ "owner": "harbor", "repo": "workshop", "index": 12 });
    arguments.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    arguments
}

#[tokio::test]
async fn seed_request_reviews_from_users() {
    for reviewers in [json!(["alice", "bob"]), json!("alice, bob"), json!(r#"["alice","bob"]"#)] {
        let forge = Upstream::start();
        forge.replay("review_requests/request_users");
        forge.replay("review_requests/pull_with_requested_reviewers");
        let pull = forge.call("create_review_requests", on(json!({ "reviewers": reviewers }))).await.json();
        assert_eq!(forge.last(&format!("POST {ASKED}")).json(), json!({ "reviewers": ["alice", "bob"] }));
        assert_eq!(pull["number"], 12);
        assert!(!pull["requested_reviewers"].as_array().unwrap().is_empty(), "{pull}");
        assert!(pull.get("body").is_none());
    }
}

#[tokio::test]
async fn seed_request_reviews_from_a_team() {
    let forge = Upstream::start();
    forge.replay("review_requests/request_team_as_author");
    forge.replay("review_requests/pull_with_requested_reviewers");
    let pull =
        forge.call("create_review_requests", on(json!({ "team_reviewers": ["backend-team"] }))).await.json();
    assert_eq!(forge.last(&format!("POST {ASKED}")).json(), json!({ "team_reviewers": ["backend-team"] }));
    assert!(pull["requested_teams"].is_array() || pull["requested_reviewers"].is_array(), "{pull}");
}

#[tokio::test]
async fn seed_cancel_a_review_request() {
    let forge = Upstream::start();
    forge.replay("review_requests/withdraw_request");
    forge.replay("review_requests/pull_with_requested_reviewers");
    let pull = forge.call("delete_review_requests", on(json!({ "reviewers": ["alice"] }))).await.json();
    assert_eq!(forge.last(&format!("DELETE {ASKED}")).json(), json!({ "reviewers": ["alice"] }));
    assert_eq!(pull["number"], 12);
}

#[tokio::test]
async fn ids_of_people_and_teams_are_taken() {
    let forge = Upstream::start();
    forge
        .on("GET /repos/harbor/workshop/reviewers", Answer::json(200, &json!([{ "id": 7, "login": "bob" }])));
    forge.on("GET /repos/harbor/workshop/teams", Answer::json(200, &json!([{ "id": 3, "name": "crew" }])));
    forge.replay("review_requests/request_users");
    forge.replay("review_requests/pull_with_requested_reviewers");
    forge
        .call("create_review_requests", on(json!({ "reviewers": ["7"], "team_reviewers": [3] })))
        .await
        .json();
    assert_eq!(
        forge.last(&format!("POST {ASKED}")).json(),
        json!({ "reviewers": ["bob"], "team_reviewers": ["crew"] })
    );
    let called = forge.call("create_review_requests", on(json!({ "reviewers": ["99"] }))).await;
    assert_eq!(called.kind(), "invalid_arguments");
    assert!(called.error().contains("bob (id 7)"), "{}", called.error());
}

#[tokio::test]
async fn s16_a_team_asked_by_right_of_a_team_is_explained_without_a_page() {
    for (tool, recorded) in [
        ("create_review_requests", "request_team_by_right_of_a_team_500"),
        ("delete_review_requests", "withdraw_team_request_500"),
    ] {
        let forge = Upstream::start();
        forge.replay(&format!("review_requests/{recorded}"));
        let error = forge.call(tool, on(json!({ "team_reviewers": ["crew"] }))).await.error();
        assert!(
            error.contains("whose right comes from a team") && error.contains("name a user beside the team"),
            "{error}"
        );
        assert!(!error.contains("<html") && error.lines().count() < 6, "{error}");
        assert_eq!(forge.writes().len(), 1);
    }
}

#[tokio::test]
async fn refused_requests_say_what_is_wrong() {
    for (recorded, kind, part) in [
        ("request_author_422", "validation", "cannot be the author"),
        ("request_unknown_user", "not_found", "User 'no-such' not exist"),
        ("request_unknown_team", "not_found", "Team 'no-such' not exist"),
        ("request_as_stranger", "validation", "Doer can't choose reviewer"),
    ] {
        let forge = Upstream::start();
        forge.replay(&format!("review_requests/{recorded}"));
        let called = forge.call("create_review_requests", on(json!({ "reviewers": ["no-such"] }))).await;
        assert_eq!(called.kind(), kind, "{recorded}");
        assert!(called.error().contains(part), "{recorded}: {}", called.error());
    }
    let forge = Upstream::start();
    for more in [json!({}), json!({ "reviewers": "" })] {
        assert_eq!(forge.call("create_review_requests", on(more)).await.kind(), "invalid_arguments");
    }
    assert!(forge.seen().is_empty());
}
