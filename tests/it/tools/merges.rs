//! Merging.

use std::time::Duration;

use serde_json::{Value, json};

use crate::harness::{Answer, Called, Upstream};

async fn merge(forge: &Upstream, index: u64, more: Value) -> Called {
    let mut arguments = json!({ "owner": "harbor", "repo": "workshop", "index": index, "style": "merge" });
    arguments.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    forge.call("merge_pull_request", arguments).await
}

fn pull(forge: &Upstream, index: u64, now: &Value) {
    forge.on(&format!("GET /repos/harbor/workshop/pulls/{index}"), Answer::json(200, now));
}

fn open() -> Value {
    json!({ "number": 1, "title": "t", "state": "open", "mergeable": true, "head": { "sha": "aaa" } })
}

#[tokio::test]
async fn s13_a_merge_reports_what_it_became() {
    let forge = Upstream::start();
    forge.replay("merges/merge");
    forge.replay("merges/merged_pull");
    let more =
        json!({ "head_commit_id": "abc", "title": "T", "message": "", "delete_branch_after_merge": "true" });
    let merged = merge(&forge, 13, more).await.json();
    let sent = forge.last("POST /repos/harbor/workshop/pulls/13/merge").json();
    assert_eq!(sent["Do"], "merge");
    assert_eq!((&sent["head_commit_id"], &sent["delete_branch_after_merge"]), (&json!("abc"), &json!(true)));
    assert_eq!((&sent["MergeTitleField"], sent.get("MergeMessageField")), (&json!("T"), None));
    assert_eq!((&merged["merged"], &merged["state"]), (&json!(true), &json!("merged")));
    assert!(merged["merge_commit"].is_string() && merged["merged_by"].is_string());
    assert!(merged.get("warnings").is_none());
}

#[tokio::test]
async fn every_style_is_sent_as_the_forge_spells_it() {
    for (word, sent) in [
        ("rebase_merge", "rebase-merge"),
        ("squash", "squash"),
        ("Rebase", "rebase"),
        ("ff", "fast-forward-only"),
        ("manually-merged", "manually-merged"),
    ] {
        let forge = Upstream::start();
        forge.replay("merges/merge");
        forge.replay("merges/merged_pull");
        merge(&forge, 13, json!({ "style": word })).await.json();
        assert_eq!(forge.writes()[0].json()["Do"], sent);
    }
    let forge = Upstream::start();
    assert_eq!(merge(&forge, 13, json!({ "style": "braid" })).await.kind(), "invalid_arguments");
}

#[tokio::test]
async fn s1_a_scheduled_merge_is_201_without_a_body() {
    let forge = Upstream::start();
    forge.replay("merges/merge_when_checks_succeed_scheduled");
    pull(&forge, 22, &open());
    let merged = merge(&forge, 22, json!({ "merge_when_checks_succeed": true })).await.json();
    assert_eq!((&merged["merged"], &merged["scheduled"]), (&json!(false), &json!(true)));
    assert!(merged.get("warnings").is_none());
}

#[tokio::test]
async fn s8_a_merge_whose_branch_stays_is_a_merge() {
    let forge = Upstream::start();
    forge.replay("merges/merge_but_branch_delete_refused");
    forge.replay("merges/merge_but_branch_delete_refused_pull");
    let merged = merge(&forge, 23, json!({ "delete_branch_after_merge": true })).await.json();
    assert_eq!(merged["merged"], true);
    assert!(merged["warnings"][0].as_str().unwrap().contains("the head branch is protected"), "{merged}");
}

#[tokio::test]
async fn s13_every_refusal_says_what_it_means() {
    for (recorded, index, now, kind, part) in [
        ("merge_stale_head_409", 13, open(), "conflict", "head of harbor/workshop#13 has moved"),
        ("merge_as_reader", 13, open(), "forbidden", "this account may not merge"),
        (
            "merge_again",
            13,
            json!({ "number": 13, "state": "closed", "merged": true }),
            "precondition_failed",
            "merged already",
        ),
        (
            "merge_draft",
            21,
            json!({ "number": 21, "state": "open", "draft": true }),
            "precondition_failed",
            "is a draft",
        ),
        ("merge_blocked_by_protection", 22, open(), "precondition_failed", "Not all required status checks"),
        ("merge_blocked_by_missing_check", 22, open(), "precondition_failed", "holds it back"),
        ("merge_manually_not_enabled", 24, open(), "precondition_failed", "merge_styles"),
        ("merge_schedule_again", 22, open(), "conflict", "is scheduled to be merged"),
    ] {
        let forge = Upstream::start();
        forge.replay(&format!("merges/{recorded}"));
        pull(&forge, index, &now);
        let called = merge(&forge, index, json!({ "head_sha": "abc" })).await;
        assert_eq!(called.kind(), kind, "{recorded}: {}", called.error());
        assert!(called.error().contains(part), "{recorded}: {}", called.error());
        assert_eq!(forge.writes().len(), 1, "{recorded}");
    }
    let forge = Upstream::start();
    forge.on("POST /repos/harbor/workshop/pulls/11/merge", Answer::recorded("merges/merge_closed_pull"));
    pull(&forge, 11, &json!({ "number": 11, "state": "closed" }));
    let called = merge(&forge, 11, json!({})).await;
    assert!(called.error().contains("#11 is closed"), "{}", called.error());
}

#[tokio::test]
async fn s13_try_again_later_is_tried_again_with_the_same_head() {
    let forge = Upstream::start();
    let later = Answer::recorded("merges/merge_conflict");
    forge.in_turn("POST /repos/harbor/workshop/pulls/20/merge", [later, Answer::empty(200)]);
    let done = json!({ "number": 20, "title": "t", "state": "closed", "merged": true });
    let computing =
        json!({ "number": 20, "title": "t", "state": "open", "mergeable": false, "head": { "sha": "aaa" } });
    forge.in_turn(
        "GET /repos/harbor/workshop/pulls/20",
        [Answer::json(200, &computing), Answer::json(200, &done)],
    );
    assert_eq!(merge(&forge, 20, json!({})).await.json()["merged"], true);
    let writes = forge.writes();
    assert_eq!(writes.len(), 2);
    assert_eq!(writes[1].json()["head_commit_id"], "aaa", "not a commit that came meanwhile");
}

#[tokio::test]
async fn s13_a_conflict_is_told_from_computing() {
    let forge = Upstream::start();
    forge.replay("merges/merge_conflict");
    forge.replay("merges/pull_with_conflict");
    let called = merge(&forge, 20, json!({})).await;
    assert_eq!(called.kind(), "conflict");
    assert!(called.error().contains("branches conflict"), "{}", called.error());
}

#[tokio::test]
async fn a_merge_without_an_answer_is_looked_at() {
    let forge = Upstream::start();
    forge.on("POST /repos/harbor/workshop/pulls/13/merge", Answer::empty(200).after(Duration::from_secs(3)));
    forge.replay("merges/merged_pull");
    let session = forge.session_with(|flags| flags.timeout = Some(1)).await;
    let arguments = json!({ "owner": "harbor", "repo": "workshop", "index": 13, "style": "merge" });
    let merged = session.call("merge_pull_request", arguments.clone()).await.json();
    assert_eq!(merged["merged"], true);
    assert!(merged["warnings"][0].as_str().unwrap().contains("no answer came in time"), "{merged}");
    pull(&forge, 13, &open());
    assert_eq!(session.call("merge_pull_request", arguments).await.kind(), "outcome_unknown");
    assert_eq!(forge.writes().len(), 2, "one for each call");
}
