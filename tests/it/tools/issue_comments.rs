//! Comments.

use serde_json::json;

use crate::harness::Upstream;

#[tokio::test]
async fn p1_comments_come_whole_and_are_cut_here() {
    let forge = Upstream::start();
    forge.replay("comments/list_comments_120_page2_limit5");
    let session = forge.session().await;
    let whole = session
        .call("list_issue_comments", json!({ "owner": "harbor", "repo": "ledger", "index": 1, "limit": 50 }))
        .await
        .json();
    assert_eq!((&whole["total_count"], &whole["next"]), (&json!(120), &json!({ "page": 2, "limit": 50 })));
    let arguments = json!({ "owner": "harbor", "repo": "ledger", "index": 1, "limit": 5, "page": 2 });
    let second = session.call("list_issue_comments", arguments).await.json();
    assert_eq!(second["items"].as_array().unwrap()[..], whole["items"].as_array().unwrap()[5..10]);
    let arguments = json!({ "owner": "harbor", "repo": "ledger", "index": 1, "limit": 50, "page": 9 });
    let past = session.call("list_issue_comments", arguments).await.json();
    assert_eq!((&past["items"], &past["has_more"]), (&json!([]), &json!(false)));
}

#[tokio::test]
async fn times_are_sent_and_a_missing_issue_is_said() {
    let forge = Upstream::start();
    forge.replay("comments/list_comments_since_before");
    let arguments = json!({ "owner": "harbor", "repo": "ledger", "index": 1, "since": "2020-01-01", "before": "2020-02-01T00:00:00Z" });
    forge.call("list_issue_comments", arguments).await.json();
    let asked = forge.last("GET /repos/harbor/ledger/issues/1/comments");
    assert_eq!(asked.query("since"), ["2020-01-01T00:00:00Z"]);
    assert_eq!(asked.query("before"), ["2020-02-01T00:00:00Z"]);
    forge.replay("comments/list_comments_missing_issue");
    let called = forge
        .call("list_issue_comments", json!({ "owner": "harbor", "repo": "lighthouse", "index": 99_999 }))
        .await;
    assert_eq!(called.kind(), "not_found");
}

#[tokio::test]
async fn s2_an_event_is_no_comment() {
    let forge = Upstream::start();
    forge.replay("comments/get_comment_system_event_204");
    let called = forge
        .call("get_issue_comment", json!({ "owner": "harbor", "repo": "lighthouse", "comment_id": 1 }))
        .await;
    assert_eq!(called.kind(), "not_found");
    assert!(called.error().contains("is an event"), "{}", called.error());
    forge.on("PATCH /repos/harbor/lighthouse/issues/comments/1", crate::harness::Answer::empty(204));
    let arguments = json!({ "owner": "harbor", "repo": "lighthouse", "comment_id": 1, "body": "b" });
    assert_eq!(forge.call("edit_issue_comment", arguments).await.kind(), "not_found");
}

#[tokio::test]
async fn comments_are_read_written_and_deleted() {
    let forge = Upstream::start();
    for recorded in ["get_comment", "create_comment", "edit_comment", "delete_comment"] {
        forge.replay(&format!("comments/{recorded}"));
    }
    let session = forge.session().await;
    let one = session
        .call("get_issue_comment", json!({ "owner": "harbor", "repo": "lighthouse", "id": 47 }))
        .await
        .json();
    assert!(one["body"].is_string() && one["author"].is_string() && one["url"].is_string(), "{one}");
    let arguments = json!({ "owner": "harbor", "repo": "lighthouse", "index": 1, "body": "b" });
    let made = session.call("create_issue_comment", arguments).await.json();
    assert!(made["id"].is_number() && made.get("body").is_none(), "{made}");
    let arguments = json!({ "owner": "harbor", "repo": "lighthouse", "comment_id": 47, "body": "c" });
    session.call("edit_issue_comment", arguments).await.json();
    let arguments = json!({ "owner": "harbor", "repo": "lighthouse", "comment_id": 51 });
    let done = session.call("delete_issue_comment", arguments).await.json();
    assert!(done["done"].as_str().unwrap().contains("51"));
    let sent: Vec<_> = forge.writes().iter().map(crate::harness::Seen::json).collect();
    assert_eq!(sent, [json!({ "body": "b" }), json!({ "body": "c" }), json!(null)]);
}

#[tokio::test]
async fn i17_a_blank_comment_is_refused_here() {
    let forge = Upstream::start();
    for (tool, id) in [("create_issue_comment", "index"), ("edit_issue_comment", "comment_id")] {
        let called = forge.call(tool, json!({ "owner": "o", "repo": "r", id: 1, "body": " \n" })).await;
        assert_eq!(called.kind(), "invalid_arguments");
    }
    assert!(forge.seen().is_empty());
}

#[tokio::test]
async fn s18_an_edit_of_somebody_elses_comment_is_explained() {
    let forge = Upstream::start();
    forge.replay("comments/edit_comment_of_other_as_reader_403");
    let arguments = json!({ "owner": "harbor", "repo": "lighthouse", "comment_id": 47, "body": "x" });
    let called = forge.call("edit_issue_comment", arguments).await;
    assert_eq!(called.kind(), "forbidden");
    assert!(called.error().contains("changed by its author"), "{}", called.error());
    forge.replay("comments/delete_comment_of_other_403");
    let called = forge
        .call("delete_issue_comment", json!({ "owner": "harbor", "repo": "lighthouse", "comment_id": 51 }))
        .await;
    assert_eq!(called.kind(), "forbidden");
}
