//! Notifications.

use serde_json::json;

use crate::harness::{Answer, Session, Upstream, exchange};

const ALL: &str = "/notifications";
const REPO: &str = "/repos/harbor/lighthouse/notifications";

#[tokio::test]
async fn notifications_are_short_rows() {
    let forge = Upstream::start();
    forge.replay("notifications/list_all");
    let page = forge.call("check_notifications", json!({ "all": true, "limit": 5 })).await.json();
    assert_eq!(
        page["items"][0],
        json!({ "id": 7, "repo": "harbor/lighthouse", "type": "issue", "number": 3, "title": "Fog bell rings on clear days",
            "state": "open", "unread": true, "updated_at": "2026-11-30T20:22:02Z",
            "url": format!("{}/harbor/lighthouse/issues/3#issuecomment-357", forge.url) })
    );
    assert_eq!((&page["total_count"], &page["has_more"]), (&json!(28), &json!(true)));
    let sent = forge.last(&format!("GET {ALL}"));
    assert_eq!(
        (sent.query("all"), sent.query("page"), sent.query("limit")),
        (vec!["true".to_owned()], vec!["1".to_owned()], vec!["5".to_owned()])
    );
}

#[tokio::test]
async fn i21_filters_are_words_that_the_forge_knows() {
    let forge = Upstream::start();
    forge.replay("notifications/list_status_two");
    let filter = json!({ "status": ["unread", "pinned"], "type": "pr", "since": "2026-01-01", "before": "2027-01-01T00:00:00+01:00" });
    forge.call("check_notifications", filter).await.json();
    let sent = forge.last(&format!("GET {ALL}"));
    assert_eq!(sent.query("status-types"), ["unread", "pinned"]);
    assert_eq!(sent.query("subject-type"), ["pull"]);
    assert_eq!(sent.query("since"), ["2026-01-01T00:00:00Z"]);
    assert_eq!(sent.query("before"), ["2026-12-31T23:00:00Z"]);
    for odd in
        [json!({ "status": "odd" }), json!({ "subject_type": "lamp" }), json!({ "since": "yesterday" })]
    {
        assert_eq!(forge.call("check_notifications", odd).await.kind(), "invalid_arguments");
    }
    assert_eq!(forge.seen().len(), 1);
}

#[tokio::test]
async fn without_a_token_they_are_refused() {
    let forge = Upstream::start();
    forge.replay("notifications/list_anonymous_401");
    assert_eq!(forge.call("check_notifications", json!({})).await.kind(), "unauthorized");
}

#[tokio::test]
async fn notifications_of_one_repository() {
    let forge = Upstream::start();
    forge.replay("notifications/list_repo");
    let arguments =
        json!({ "owner": "harbor", "repo": "lighthouse", "status_types": "unread", "type": "issue" });
    let page = forge.call("list_repo_notifications", arguments).await.json();
    assert_eq!(page["total_count"], 12);
    let sent = forge.last(&format!("GET {REPO}"));
    assert_eq!(
        (sent.query("status-types"), sent.query("subject-type")),
        (vec!["unread".to_owned()], vec!["issue".to_owned()])
    );
    forge.replay("notifications/list_repo_without_access");
    let called = forge.call("list_repo_notifications", json!({ "owner": "alice", "repo": "sandbox" })).await;
    assert_eq!(called.kind(), "not_found");
}

#[tokio::test]
async fn the_number_is_read_from_either_address_of_a_pull_request() {
    // 15 gives a pull request the address of an issue.
    let forge = Upstream::start();
    for url in ["https://x/api/v1/repos/o/r/pulls/12", "https://x/api/v1/repos/o/r/issues/12"] {
        let thread = json!({ "id": 1, "subject": { "type": "Pull", "title": "t", "url": url } });
        forge.on("GET /notifications/threads/1", Answer::json(200, &thread));
        assert_eq!(forge.call("get_notification_thread", json!({ "id": 1 })).await.json()["number"], 12);
    }
    let commit = json!({ "id": 1, "subject": { "type": "Commit", "title": "t", "url": "https://x/git/commits/1234567" } });
    forge.on("GET /notifications/threads/1", Answer::json(200, &commit));
    assert_eq!(forge.call("get_notification_thread", json!({ "id": 1 })).await.json().get("number"), None);
}

#[tokio::test]
async fn one_thread_and_those_that_are_missing_or_of_others() {
    let forge = Upstream::start();
    forge.replay("notifications/thread");
    assert_eq!(forge.call("get_notification_thread", json!({ "id": "7" })).await.json()["unread"], true);
    forge.replay("notifications/thread_missing");
    assert_eq!(forge.call("get_notification_thread", json!({ "id": 999_999 })).await.kind(), "not_found");
    forge.replay("notifications/thread_of_other_403");
    assert_eq!(forge.call("get_notification_thread", json!({ "id": 7 })).await.kind(), "forbidden");
}

#[tokio::test]
async fn p8_marking_a_thread_answers_205_with_the_thread() {
    let forge = Upstream::start();
    assert_eq!(exchange("notifications/mark_thread_read").status, 205);
    forge.replay("notifications/mark_thread_read");
    let done = forge.call("mark_notification_read", json!({ "id": 7 })).await.json();
    assert_eq!((&done["id"], &done["unread"]), (&json!(7), &json!(false)));
    let route = "PATCH /notifications/threads/7";
    assert_eq!(forge.last(route).query("to-status"), ["read"]);
    forge.replay("notifications/mark_thread_pinned");
    let done = forge.call("mark_notification_read", json!({ "id": 7, "status": "pinned" })).await.json();
    assert_eq!(done["pinned"], true);
    assert_eq!(forge.last(route).query("to-status"), ["pinned"]);
    assert_eq!(
        forge.call("mark_notification_read", json!({ "id": 7, "status": "odd" })).await.kind(),
        "invalid_arguments"
    );
}

#[tokio::test]
async fn p8_marking_all_answers_205_with_what_changed() {
    let forge = Upstream::start();
    forge.replay("notifications/mark_all_read");
    let done = forge.call("mark_all_notifications_read", json!({})).await.json();
    assert_eq!((&done["marked"], &done["ids"][0]), (&json!(28), &json!(6)));
    assert!(!forge.last(&format!("PUT {ALL}")).target.contains("last_read_at"));
    forge.replay("notifications/mark_all_read_nothing_left");
    let done =
        forge.call("mark_all_notifications_read", json!({ "last_read_at": "2026-01-02" })).await.json();
    assert_eq!(done, json!({ "marked": 0, "ids": [] }));
    assert_eq!(forge.last(&format!("PUT {ALL}")).query("last_read_at"), ["2026-01-02T00:00:00Z"]);
    assert_eq!(
        forge.call("mark_all_notifications_read", json!({ "last_read_at": "yesterday" })).await.kind(),
        "invalid_arguments"
    );
}

#[tokio::test]
async fn p8_marking_those_of_a_repository() {
    let forge = Upstream::start();
    let marked = forge.replay("notifications/mark_repo_read");
    let count = serde_json::from_slice::<Vec<serde_json::Value>>(&marked.body).unwrap().len();
    let lighthouse = json!({ "owner": "harbor", "repo": "lighthouse" });
    let done = forge.call("mark_repo_notifications_read", lighthouse).await.json();
    assert_eq!(done["marked"], count);
    forge.last(&format!("PUT {REPO}"));
    let called = forge.call("mark_repo_notifications_read", json!({ "owner": "o", "repo": "none" })).await;
    assert_eq!(called.kind(), "not_found");
}

#[tokio::test]
async fn the_demo_has_notifications() {
    let session = Session::demo().await;
    let page = session.call("check_notifications", json!({ "limit": 1 })).await.json();
    let id = page["items"][0]["id"].clone();
    assert_eq!(session.call("get_notification_thread", json!({ "id": id })).await.json()["id"], id);
}
