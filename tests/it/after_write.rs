//! Writes that read what they changed: when only that reading fails, the write is done and is reported as done.

use serde_json::{Value, json};

use crate::harness::{Answer, Upstream};

const PULL: &str = "/repos/o/r/pulls/12";

fn on(more: Value) -> Value {
    let mut arguments = json!({ "owner": "o", "repo": "r", "index": 12 });
    arguments.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    arguments
}

/// A forge that takes everything about pull request 12 and shows nothing of it.
fn silent() -> Upstream {
    let forge = Upstream::start();
    forge.on(
        &format!("PATCH {PULL}"),
        Answer::json(201, &json!({ "number": 12, "title": "new", "state": "open" })),
    );
    forge.on(&format!("POST {PULL}/requested_reviewers"), Answer::json(201, &json!([])));
    forge.on(&format!("DELETE {PULL}/requested_reviewers"), Answer::empty(204));
    forge.on("PATCH /repos/o/r/issues/12", Answer::json(201, &json!({ "number": 12 })));
    forge.on(&format!("GET {PULL}"), Answer::json(500, &json!({ "message": "" })));
    forge
}

#[tokio::test]
async fn a_write_whose_result_cannot_be_read_is_done() {
    for (tool, more, done) in [
        ("update_pull_request", json!({ "title": "new" }), "the pull request is changed"),
        ("update_pull_request", json!({ "milestone": "" }), "the pull request is changed"),
        ("create_review_requests", json!({ "reviewers": ["bob"] }), "the reviews are requested"),
        ("delete_review_requests", json!({ "reviewers": ["bob"] }), "the requests are taken back"),
    ] {
        let forge = silent();
        let pull = forge.call(tool, on(more)).await.json();
        assert_eq!(pull["number"], 12, "{tool}");
        let warning = pull["warnings"][0].as_str().unwrap();
        assert!(warning.starts_with(&format!("{done}, but what came of it could not be read")), "{warning}");
        assert!(warning.contains("answered 500"), "{warning}");
        assert_eq!(pull["warnings"].as_array().unwrap().len(), 1, "{pull}");
        assert_eq!(forge.writes().len(), 1, "{tool}");
    }
}

#[tokio::test]
async fn an_update_of_two_steps_says_which_one_failed() {
    let forge = silent();
    forge.on("PATCH /repos/o/r/issues/12", Answer::json(403, &json!({ "message": "no" })));
    let called = forge.call("update_pull_request", on(json!({ "title": "new", "milestone": "0" }))).await;
    assert_eq!(called.kind(), "forbidden");
    assert!(called.error().contains("everything else is changed"), "{}", called.error());
}

#[tokio::test]
async fn labels_that_were_taken_off_are_told_whatever_comes_after() {
    let labels = json!([{ "id": 5, "name": "bug" }, { "id": 7, "name": "docs" }, { "id": 8, "name": "old" }]);
    let forge = Upstream::start();
    forge.on("GET /repos/o/r/labels", Answer::json(200, &labels));
    forge.in_turn(
        "GET /repos/o/r/issues/12/labels",
        [Answer::json(200, &labels), Answer::json(500, &json!({ "message": "" }))],
    );
    forge.on("DELETE /repos/o/r/issues/12/labels/5", Answer::empty(204));
    forge.on("DELETE /repos/o/r/issues/12/labels/7", Answer::empty(204));
    let now = forge.call("remove_issue_labels", on(json!({ "labels": "bug,docs" }))).await.json();
    assert_eq!(now["labels"], json!(["old"]));
    assert!(now["warnings"][0].as_str().unwrap().starts_with("the labels are taken off, but"), "{now}");
    // Half of the work is said, too.
    forge.on("GET /repos/o/r/issues/12/labels", Answer::json(200, &labels));
    forge.on("DELETE /repos/o/r/issues/12/labels/7", Answer::empty(403));
    let called = forge.call("remove_issue_labels", on(json!({ "labels": "bug,docs" }))).await;
    assert_eq!(called.kind(), "forbidden");
    assert!(called.error().contains("taken off before that: bug"), "{}", called.error());
}

#[tokio::test]
async fn s8_a_merge_that_cannot_be_read_again_was_accepted() {
    let forge = silent();
    forge.on(&format!("POST {PULL}/merge"), Answer::empty(200));
    let called = forge.call("merge_pull_request", on(json!({ "style": "merge" }))).await;
    assert_eq!(called.kind(), "outcome_unknown");
    assert!(called.error().contains("the merge was accepted"), "{}", called.error());
}
