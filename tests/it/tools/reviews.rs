//! Reviews: each scenario of the seed `pr-review-write`, and what the forge does besides.

use serde_json::{Value, json};

use crate::harness::{Answer, Upstream};

const PULL: &str = "/repos/harbor/workshop/pulls/11";

fn on(more: Value) -> Value {
    let mut arguments = json!({ "owner": "harbor", "repo": "workshop", "index": 11 });
    arguments.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    arguments
}

/// A forge where the caller has no pending review.
fn calm() -> Upstream {
    let forge = Upstream::start();
    forge.replay("reviews/list_reviews_none");
    forge
}

#[tokio::test]
async fn seed_create_an_approval_review() {
    let forge = calm();
    forge.replay("reviews/review_approved");
    let made =
        forge.call("create_pull_review", on(json!({ "body": "LGTM", "state": "APPROVED" }))).await.json();
    let sent = forge.last(&format!("POST {PULL}/reviews")).json();
    assert_eq!(sent, json!({ "body": "LGTM", "event": "APPROVED" }));
    assert_eq!((&made["state"], &made["author"]), (&json!("APPROVED"), &json!("alice")));
    assert!(made["id"].is_number() && made["url"].is_string());
    assert!(made.get("warnings").is_none(), "{made}");
}

#[tokio::test]
async fn seed_create_a_review_with_inline_comments() {
    for comments in [
        json!([{ "path": "main.go", "body": "Fix this", "newLineNum": 10 }]),
        json!(r#"[{"path":"main.go","body":"Fix this","newLineNum":10}]"#),
        json!([{ "path": "/main.go", "body": "Fix this", "new_position": "10", "oldLineNum": 0 }]),
    ] {
        let forge = calm();
        forge.replay("reviews/review_request_changes");
        let arguments =
            on(json!({ "state": "REQUEST_CHANGES", "body": "Needs fixes", "comments": comments }));
        forge.call("create_pull_review", arguments).await.json();
        let sent = forge.last(&format!("POST {PULL}/reviews")).json();
        assert_eq!(sent["comments"], json!([{ "path": "main.go", "body": "Fix this", "new_position": 10 }]));
        assert_eq!(sent["event"], "REQUEST_CHANGES");
    }
    let forge = calm();
    forge.replay("reviews/review_with_inline_comments");
    let comments = json!([{ "path": "a", "body": "gone", "oldLineNum": 3 }]);
    forge.call("create_pull_review", on(json!({ "state": "COMMENT", "comments": comments }))).await.json();
    let sent = forge.last(&format!("POST {PULL}/reviews")).json();
    assert_eq!(sent["comments"], json!([{ "path": "a", "body": "gone", "old_position": 3 }]));
}

#[tokio::test]
async fn seed_an_invalid_state_is_an_error() {
    let forge = calm();
    let called = forge.call("create_pull_review", on(json!({ "state": "INVALID", "body": "b" }))).await;
    assert_eq!(called.kind(), "invalid_arguments");
    assert!(called.error().contains("APPROVED"), "{}", called.error());
    assert!(forge.seen().is_empty());
}

#[tokio::test]
async fn seed_submit_a_pending_review_as_approved() {
    let forge = Upstream::start();
    forge.replay("reviews/get_pending_as_author");
    forge.replay("reviews/submit_pending");
    let arguments = on(json!({ "id": 5, "state": "APPROVED", "body": "Ready" }));
    let made = forge.call("submit_pull_review", arguments).await.json();
    let sent = forge.last(&format!("POST {PULL}/reviews/5")).json();
    assert_eq!(sent, json!({ "body": "Ready", "event": "APPROVED" }));
    assert_eq!((&made["id"], &made["state"]), (&json!(5), &json!("APPROVED")));
}

#[tokio::test]
async fn submitting_without_a_body_keeps_the_text_of_the_review() {
    let forge = Upstream::start();
    forge.on(
        &format!("GET {PULL}/reviews/5"),
        Answer::json(200, &json!({ "id": 5, "state": "PENDING", "body": "draft" })),
    );
    forge.replay("reviews/submit_pending");
    forge.call("submit_pull_review", on(json!({ "review_id": 5, "state": "approve" }))).await.json();
    let sent = forge.last(&format!("POST {PULL}/reviews/5")).json();
    assert_eq!(sent, json!({ "body": "draft", "event": "APPROVED" }));
}

#[tokio::test]
async fn a_submitted_review_is_not_submitted_again() {
    let forge = Upstream::start();
    forge.on(&format!("GET {PULL}/reviews/5"), Answer::json(200, &json!({ "id": 5, "state": "APPROVED" })));
    let called =
        forge.call("submit_pull_review", on(json!({ "id": 5, "state": "COMMENT", "body": "b" }))).await;
    assert_eq!(called.kind(), "precondition_failed");
    assert!(forge.writes().is_empty());
    let called = forge.call("submit_pull_review", on(json!({ "id": 5, "state": "PENDING" }))).await;
    assert_eq!(called.kind(), "invalid_arguments");
}

#[tokio::test]
async fn seed_dismiss_a_review_with_reason() {
    let forge = Upstream::start();
    forge.replay("reviews/dismiss");
    let arguments = on(json!({ "id": 14, "message": "Outdated feedback" }));
    let review = forge.call("dismiss_pull_review", arguments).await.json();
    let sent = forge.last(&format!("POST {PULL}/reviews/14/dismissals")).json();
    assert_eq!(sent, json!({ "message": "Outdated feedback" }));
    assert_eq!((&review["id"], &review["dismissed"]), (&json!(14), &json!(true)));
}

#[tokio::test]
async fn i29_a_refused_dismissal_says_which_right_it_takes() {
    for (recorded, id) in [("dismiss_as_writer", 14), ("dismiss_comment_review", 8)] {
        let forge = Upstream::start();
        forge.replay(&format!("reviews/{recorded}"));
        let called = forge.call("dismiss_pull_review", on(json!({ "id": id, "message": "" }))).await;
        assert_eq!(called.kind(), "forbidden");
        assert!(called.error().contains("admin of the repository"), "{}", called.error());
    }
}

#[tokio::test]
async fn seed_delete_a_pending_review() {
    let forge = Upstream::start();
    forge.on(&format!("GET {PULL}/reviews/6"), Answer::json(200, &json!({ "id": 6, "state": "PENDING" })));
    forge.replay("reviews/delete_pending_review");
    let done = forge.call("delete_pull_review", on(json!({ "id": 6 }))).await.json();
    assert!(done["done"].as_str().unwrap().contains("review 6"), "{done}");
    assert_eq!(forge.writes().len(), 1);
}

#[tokio::test]
async fn seed_i29_a_review_that_is_not_pending_is_never_deleted() {
    for state in ["APPROVED", "REQUEST_CHANGES", "COMMENT", ""] {
        let forge = Upstream::start();
        forge.on(&format!("GET {PULL}/reviews/5"), Answer::json(200, &json!({ "id": 5, "state": state })));
        let called = forge.call("delete_pull_review", on(json!({ "id": 5 }))).await;
        assert_eq!(called.kind(), "precondition_failed", "{state}");
        assert!(called.error().contains("dismiss_pull_review"), "{}", called.error());
        assert!(forge.writes().is_empty());
    }
}

#[tokio::test]
async fn i8_other_words_for_a_verdict_are_understood() {
    for (word, sent) in [
        ("APPROVE", "APPROVED"),
        ("approved", "APPROVED"),
        ("request_changes", "REQUEST_CHANGES"),
        ("COMMENTED", "COMMENT"),
    ] {
        let forge = calm();
        forge.replay("reviews/review_approved");
        let called = forge.call("create_pull_review", on(json!({ "event": word, "body": "b" }))).await.json();
        assert_eq!(forge.writes()[0].json()["event"], sent);
        assert_eq!(
            called.get("warnings").is_some(),
            sent != "APPROVED",
            "what the forge made of it is compared"
        );
    }
}

#[tokio::test]
async fn i8_what_the_forge_would_refuse_is_refused_here() {
    for (more, part) in [
        (json!({ "state": "REQUEST_CHANGES" }), "needs a body"),
        (
            json!({ "state": "PENDING", "comments": [{ "path": "a", "body": "b", "new_position": 1 }] }),
            "needs a body",
        ),
        (json!({ "state": "COMMENT" }), "needs a body or comments"),
        (json!({ "state": "COMMENT", "comments": [{ "path": "a", "body": "b" }] }), "names no line"),
        (
            json!({ "state": "COMMENT", "comments": [{ "path": "a", "body": "b", "new_position": 0, "old_position": 0 }] }),
            "names no line",
        ),
        (
            json!({ "state": "COMMENT", "comments": [{ "path": "a", "body": "b", "new_position": 1, "old_position": 2 }] }),
            "two lines",
        ),
        (
            json!({ "state": "COMMENT", "comments": [{ "path": "a", "body": " ", "new_position": 1 }] }),
            "must not be empty",
        ),
        (
            json!({ "state": "COMMENT", "comments": [{ "path": "a", "body": "b", "new_position": 1, "extra_lines": -1 }] }),
            "extra_lines",
        ),
        (
            json!({ "state": "COMMENT", "comments": [{ "path": "a", "body": "b", "newLine": 1, "side": "x" }] }),
            "side",
        ),
    ] {
        let forge = Upstream::start();
        let called = forge.call("create_pull_review", on(more)).await;
        assert_eq!(called.kind(), "invalid_arguments");
        assert!(called.error().contains(part), "{part}: {}", called.error());
        assert!(forge.writes().is_empty());
    }
}

#[tokio::test]
async fn i8_a_pending_review_is_not_swallowed() {
    let forge = Upstream::start();
    let pending = json!([{ "id": 3, "state": "APPROVED" }, { "id": 7, "state": "PENDING" }]);
    forge.on(&format!("GET {PULL}/reviews"), Answer::json(200, &pending));
    let called = forge.call("create_pull_review", on(json!({ "state": "APPROVED" }))).await;
    assert_eq!(called.kind(), "precondition_failed");
    assert!(called.error().contains("submit_pull_review sends review 7"), "{}", called.error());
    assert!(forge.writes().is_empty());
}

/// A site admin sees the pending reviews of others, which a review of the admin's own leaves alone.
#[tokio::test]
async fn i8_a_pending_review_of_somebody_else_is_not_in_the_way() {
    let forge = Upstream::start();
    let pending = json!([{ "id": 7, "state": "PENDING", "user": { "login": "bob" } }]);
    forge.on(&format!("GET {PULL}/reviews"), Answer::json(200, &pending));
    forge.on("GET /user", Answer::json(200, &json!({ "id": 1, "login": "root" })));
    forge.on(&format!("POST {PULL}/reviews"), Answer::json(200, &json!({ "id": 8, "state": "APPROVED" })));
    let made = forge.call("create_pull_review", on(json!({ "state": "APPROVED" }))).await.json();
    assert_eq!(made["id"], 8);
    forge.on("GET /user", Answer::json(200, &json!({ "id": 2, "login": "bob" })));
    let called = forge.call("create_pull_review", on(json!({ "state": "APPROVED" }))).await;
    assert_eq!(called.kind(), "precondition_failed");
}

#[tokio::test]
async fn i8_ones_own_pull_request_cannot_be_judged() {
    for recorded in ["review_own_approved_422", "review_own_request_changes"] {
        let forge = calm();
        forge.replay(&format!("reviews/{recorded}"));
        let called = forge.call("create_pull_review", on(json!({ "state": "APPROVED", "body": "b" }))).await;
        assert_eq!(called.kind(), "validation");
        assert!(called.error().contains("one's own"), "{}", called.error());
    }
}

#[tokio::test]
async fn s9_a_failed_review_names_what_is_left_behind() {
    let forge = Upstream::start();
    let left = Answer::recorded("reviews/reviews_after_the_500");
    forge.in_turn(&format!("GET {PULL}/reviews"), [Answer::json(200, &json!([])), left]);
    forge.replay("reviews/review_with_position_zero_500");
    let comments = json!([{ "path": "review/b.txt", "body": "b", "old_position": 1 }]);
    let called =
        forge.call("create_pull_review", on(json!({ "state": "COMMENT", "comments": comments }))).await;
    let error = called.error();
    assert!(error.contains("kept in pending review") && error.contains("delete_pull_review"), "{error}");
    assert_eq!(forge.writes().len(), 1, "never tried again");
}

#[tokio::test]
async fn older_versions_ignore_extra_lines_and_that_is_said() {
    for (version, warned) in [("15.0.3+gitea-1.22.0", true), ("11.0.1", true), ("16.0.0", false)] {
        let forge = calm();
        forge.on("GET /version", Answer::json(200, &json!({ "version": version })));
        forge.replay("reviews/review_comment_event");
        let comments = json!([{ "path": "a", "body": "b", "new_position": 1, "extra_lines_count": 2 }]);
        let made = forge
            .call("create_pull_review", on(json!({ "state": "COMMENT", "comments": comments })))
            .await
            .json();
        assert_eq!(forge.writes()[0].json()["comments"][0]["extra_lines_count"], 2);
        assert_eq!(made.get("warnings").is_some(), warned, "{version}");
    }
}

#[tokio::test]
async fn p13_the_total_counts_hidden_reviews_so_it_is_not_told() {
    let forge = Upstream::start();
    forge.replay("reviews/list_reviews");
    let page = forge.call("list_pull_reviews", on(json!({}))).await.json();
    assert_eq!(page["items"].as_array().unwrap().len(), 11);
    assert!(page.get("total_count").is_none());
    assert_eq!(page["has_more"], false);
}

#[tokio::test]
async fn p5_a_short_page_is_not_the_last_one() {
    let forge = Upstream::start();
    let short = Answer::json(200, &json!([{ "id": 1, "state": "COMMENT" }])).header("x-total-count", "51");
    forge.on(&format!("GET {PULL}/reviews?page=1"), short);
    let second = Answer::json(200, &json!([{ "id": 9, "state": "PENDING" }])).header("x-total-count", "51");
    forge.on(&format!("GET {PULL}/reviews?page=2"), second);
    let page = forge.call("list_pull_reviews", on(json!({ "limit": 50 }))).await.json();
    assert_eq!(page["has_more"], true);
    let called = forge.call("create_pull_review", on(json!({ "state": "APPROVED" }))).await;
    assert!(called.error().contains("pending review 9"), "{}", called.error());
}

#[tokio::test]
async fn comments_of_a_review_are_shaped_and_cut_here() {
    let forge = Upstream::start();
    forge.replay("review_comments/list_review_comments");
    let page = forge.call("list_pull_review_comments", on(json!({ "id": 8 }))).await.json();
    let first = &page["items"][0];
    assert!(
        first["path"].is_string() && first["body"].is_string() && first["new_position"].is_number(),
        "{first}"
    );
    let all = page["items"].as_array().unwrap().len();
    assert_eq!(page["total_count"], all);
    let second =
        forge.call("list_pull_review_comments", on(json!({ "id": 8, "page": 2, "limit": 1 }))).await.json();
    assert_eq!(second["items"][0], page["items"][1]);
    forge.replay("review_comments/list_review_comments_missing_review");
    let called = forge.call("list_pull_review_comments", on(json!({ "id": 999_999 }))).await;
    assert_eq!(called.kind(), "not_found");
}

#[tokio::test]
async fn get_review_shows_one() {
    let forge = Upstream::start();
    forge.replay("reviews/get_review");
    let review = forge.call("get_pull_review", on(json!({ "id": 8 }))).await.json();
    assert_eq!((&review["id"], &review["state"]), (&json!(8), &json!("COMMENT")));
    forge.replay("reviews/get_pending_as_other");
    assert_eq!(forge.call("get_pull_review", on(json!({ "id": 5 }))).await.kind(), "not_found");
}
