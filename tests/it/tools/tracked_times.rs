//! Time spent on issues, and stopwatches.

use serde_json::{Value, json};

use super::wiki::confirmed;
use crate::harness::{Answer, Upstream, exchange};

const TIMES: &str = "/repos/harbor/lighthouse/issues/1/times";

fn issue(index: i64, more: Value) -> Value {
    let mut arguments = json!({ "owner": "harbor", "repo": "lighthouse", "index": index });
    arguments.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    arguments
}

#[tokio::test]
async fn time_is_added_in_seconds_or_as_a_duration() {
    let forge = Upstream::start();
    forge.replay("times/add_time");
    for (given, seconds) in [
        (json!({ "seconds": 5400 }), 5400),
        (json!({ "seconds": "60" }), 60),
        (json!({ "duration": "1h30m" }), 5400),
        (json!({ "duration": "1h 30m 5s" }), 5405),
        (json!({ "duration": "1.5h" }), 5400),
        (json!({ "duration": "90min" }), 5400),
    ] {
        let added = forge.call("add_issue_time", issue(1, given.clone())).await.json();
        assert_eq!(forge.last(&format!("POST {TIMES}")).json(), json!({ "time": seconds }), "{given}");
        assert_eq!(
            (&added["seconds"], &added["user"], &added["issue"]),
            (&json!(5400), &json!("alice"), &json!(1))
        );
    }
}

#[tokio::test]
async fn i13_time_that_makes_no_sense_is_refused_here() {
    let forge = Upstream::start();
    for odd in [
        json!({ "seconds": -5 }),
        json!({ "seconds": 0 }),
        json!({ "duration": "-1h" }),
        json!({ "duration": "90" }),
        json!({ "duration": "1d" }),
        json!({ "duration": "soon" }),
        json!({ "duration": "0.1s" }),
        json!({ "duration": "99999999999h" }),
        json!({ "duration": "1..5h" }),
        json!({ "seconds": 5, "duration": "1h" }),
        json!({}),
    ] {
        assert_eq!(
            forge.call("add_issue_time", issue(1, odd.clone())).await.kind(),
            "invalid_arguments",
            "{odd}"
        );
    }
    assert!(forge.seen().is_empty());
}

#[tokio::test]
async fn i13_time_for_somebody_else_that_went_to_the_caller_is_told() {
    let forge = Upstream::start();
    forge.replay("times/add_time_for_other_as_writer");
    let added = forge
        .call(
            "add_issue_time",
            issue(1, json!({ "seconds": 60, "user_name": "alice", "created": "2026-01-02" })),
        )
        .await
        .json();
    assert!(added["warnings"][0].as_str().unwrap().contains("added for bob, not for alice"), "{added}");
    let sent = forge.last(&format!("POST {TIMES}")).json();
    assert_eq!(sent, json!({ "time": 60, "user_name": "alice", "created": "2026-01-02T00:00:00Z" }));
    forge.replay("times/add_time_for_other_as_admin");
    let added =
        forge.call("add_issue_time", issue(1, json!({ "seconds": 120, "user_name": "Bob" }))).await.json();
    assert_eq!(added.get("warnings"), None);
}

#[tokio::test]
async fn s15_time_for_a_user_that_does_not_exist() {
    let forge = Upstream::start();
    forge.on(&format!("POST {TIMES}"), Answer::json(500, &json!({ "message": "" })));
    let called =
        forge.call("add_issue_time", issue(1, json!({ "seconds": 5, "user_name": "no-such" }))).await;
    assert!(called.error().contains("no user \"no-such\""), "{}", called.error());
    assert_eq!(forge.writes().len(), 1);
}

#[tokio::test]
async fn s18_a_refusal_without_a_word_is_explained() {
    let forge = Upstream::start();
    forge.replay("times/add_time_as_reader_403");
    let called = forge.call("add_issue_time", issue(1, json!({ "seconds": 5 }))).await;
    assert_eq!(called.kind(), "forbidden");
    assert!(called.error().contains("time tracking may be off"), "{}", called.error());
    for recorded in ["times/add_time_tracker_off", "times/list_times_tracker_off"] {
        let answer = Answer::from(&exchange(recorded));
        forge.on(&format!("POST {TIMES}"), answer.clone()).on(&format!("GET {TIMES}"), answer);
        let called = forge.call("add_issue_time", issue(1, json!({ "seconds": 5 }))).await;
        assert_eq!(called.kind(), "precondition_failed", "{}", called.error());
    }
    let called = forge.call("list_issue_tracked_times", issue(1, json!({}))).await;
    assert!(called.error().contains("time tracking is off"), "{}", called.error());
}

#[tokio::test]
async fn times_of_an_issue() {
    let forge = Upstream::start();
    forge.replay("times/list_times_user");
    let page = forge
        .call(
            "list_issue_tracked_times",
            issue(1, json!({ "user": "bob", "since": "2026-01-01", "limit": 2 })),
        )
        .await
        .json();
    assert_eq!(
        page["items"][0],
        json!({ "id": 2, "user": "bob", "seconds": 60, "created_at": "2026-11-30T20:22:04Z" })
    );
    assert_eq!(page["total_count"], 3);
    let sent = forge.last(&format!("GET {TIMES}"));
    assert_eq!(
        (sent.query("user"), sent.query("page"), sent.query("limit")),
        (vec!["bob".to_owned()], vec!["1".to_owned()], vec!["2".to_owned()])
    );
    assert_eq!(sent.query("since"), ["2026-01-01T00:00:00Z"]);
    forge.replay("times/list_times_unknown_user");
    assert_eq!(
        forge.call("list_issue_tracked_times", issue(1, json!({ "user": "no-such" }))).await.kind(),
        "not_found"
    );
    // 11 lets an HTML page follow.
    forge.replay("versions/11.0/times/list_times_unknown_user");
    let called = forge.call("list_issue_tracked_times", issue(1, json!({ "user": "no-such" }))).await;
    assert!(
        called.error().contains("user does not exist") && !called.error().contains('<'),
        "{}",
        called.error()
    );
}

#[tokio::test]
async fn i13_a_reader_sees_no_time_and_is_told_why() {
    let forge = Upstream::start();
    forge.replay("times/list_times_as_reader");
    let page = forge.call("list_issue_tracked_times", issue(1, json!({}))).await.json();
    assert_eq!(page["items"], json!([]));
    assert!(page["warnings"][0].as_str().unwrap().contains("write access"), "{page}");
}

#[tokio::test]
async fn times_of_a_repository_and_of_the_caller() {
    let forge = Upstream::start();
    forge.replay("times/list_repo_times");
    let page = forge
        .call(
            "list_repo_tracked_times",
            json!({ "owner": "harbor", "repo": "lighthouse", "before": "2030-01-01" }),
        )
        .await
        .json();
    assert_eq!((&page["items"][0]["issue"], &page["total_count"]), (&json!(1), &json!(5)));
    assert_eq!(page["items"][0].get("repo"), None);
    assert_eq!(forge.last("GET /repos/harbor/lighthouse/times").query("before"), ["2030-01-01T00:00:00Z"]);
    forge.replay("times/list_my_times");
    let page = forge.call("list_my_tracked_times", json!({})).await.json();
    assert_eq!((&page["items"][0]["repo"], &page["total_count"]), (&json!("harbor/lighthouse"), &json!(2)));
    let sent = forge.last("GET /user/times");
    assert_eq!((sent.query("page"), sent.query("limit")), (vec!["1".to_owned()], vec!["20".to_owned()]));
    forge.on("GET /user/times", Answer::json(401, &json!({ "message": "token is required" })));
    assert_eq!(forge.call("list_my_tracked_times", json!({})).await.kind(), "unauthorized");
    let called = forge.call("list_repo_tracked_times", json!({ "owner": "o", "repo": "none" })).await;
    assert_eq!(called.kind(), "not_found");
}

#[tokio::test]
async fn one_entry_is_deleted() {
    let forge = Upstream::start();
    forge.replay("times/delete_time");
    let done = forge.call("delete_issue_time_entry", issue(1, json!({ "time_id": 1 }))).await.json();
    assert_eq!(done["done"], "time entry 1 of harbor/lighthouse#1 is deleted");
    forge.replay("times/delete_time_of_other_403");
    let called = forge.call("delete_issue_time_entry", issue(1, json!({ "time_id": 1 }))).await;
    assert!(called.error().contains("somebody else's"), "{}", called.error());
    forge.replay("times/delete_time_again");
    let called = forge.call("delete_issue_time_entry", issue(1, json!({ "id": 1 }))).await;
    assert_eq!(called.kind(), "not_found");
    assert!(called.error().contains("already deleted"), "{}", called.error());
}

#[tokio::test]
async fn i13_reset_deletes_the_callers_time_only() {
    let forge = Upstream::start();
    forge.replay("times/reset_times_clears_own_only");
    let arguments = issue(4, json!({ "confirm": "harbor/lighthouse#4" }));
    let done = confirmed(&forge, "reset_issue_time", arguments.clone()).await;
    assert!(done["done"].as_str().unwrap().contains("other people's is still there"), "{done}");
    assert_eq!(forge.writes()[0].path(), "/repos/harbor/lighthouse/issues/4/times");
    let tool = forgejo_mcp::tools::find("reset_issue_time").unwrap();
    let Value::Object(given) = issue(4, json!({})) else { panic!() };
    assert_eq!(tool.prepare(given).unwrap().target.as_deref(), Some("harbor/lighthouse#4"));
    assert_eq!(exchange("times/reset_times_again").status, 404);
}

#[tokio::test]
async fn stopwatches_start_stop_and_are_cancelled_without_an_answer() {
    let forge = Upstream::start();
    for (recorded, tool, index) in [
        ("start_stopwatch", "start_issue_stopwatch", 4),
        ("stop_stopwatch", "stop_issue_stopwatch", 3),
        ("cancel_stopwatch", "cancel_issue_stopwatch", 4),
    ] {
        let exchange = forge.replay(&format!("times/{recorded}"));
        assert!(exchange.body.is_empty());
        let done = forge.call(tool, issue(index, json!({}))).await.json();
        assert!(done["done"].as_str().unwrap().contains(&format!("harbor/lighthouse#{index}")), "{done}");
        let sent = forge.writes().pop().unwrap();
        assert_eq!(format!("/api/v1{}", sent.target), exchange.target);
    }
}

#[tokio::test]
async fn stopwatches_that_run_already_or_do_not_run() {
    let forge = Upstream::start();
    for (recorded, tool, index, said) in [
        ("start_stopwatch_again_409", "start_issue_stopwatch", 4, "runs already"),
        ("stop_stopwatch_again_409", "stop_issue_stopwatch", 3, "no stopwatch on"),
        ("cancel_stopwatch_again_409", "cancel_issue_stopwatch", 4, "no stopwatch on"),
    ] {
        forge.replay(&format!("times/{recorded}"));
        let called = forge.call(tool, issue(index, json!({}))).await;
        assert_eq!(called.kind(), "conflict");
        assert!(called.error().contains(said), "{}", called.error());
    }
    forge.replay("times/start_stopwatch_tracker_off");
    let quiet = json!({ "owner": "harbor", "repo": "quiet", "index": 1 });
    assert_eq!(forge.call("start_issue_stopwatch", quiet).await.kind(), "forbidden");
}

#[tokio::test]
async fn own_stopwatches_are_listed() {
    let forge = Upstream::start();
    forge.replay("times/my_stopwatches");
    let page = forge.call("list_my_stopwatches", json!({})).await.json();
    assert_eq!(
        page["items"],
        json!([{ "repo": "harbor/lighthouse", "issue": 3, "title": "Fog bell rings on clear days", "seconds": 0, "started_at": "2026-11-30T20:22:04Z" }])
    );
    forge.replay("times/my_stopwatches_none");
    assert_eq!(forge.call("list_my_stopwatches", json!({})).await.json()["total_count"], 0);
    forge.on("GET /user/stopwatches", Answer::json(401, &json!({ "message": "token is required" })));
    assert_eq!(forge.call("list_my_stopwatches", json!({})).await.kind(), "unauthorized");
}
