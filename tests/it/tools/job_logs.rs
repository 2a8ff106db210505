//! Logs of jobs.

use serde_json::{Value, json};

use crate::harness::{Answer, Session, Upstream, exchange};

const LOG: &str = "GET /repos/harbor/lighthouse/actions/jobs/5/logs";

fn job(more: Value) -> Value {
    let mut arguments = json!({ "owner": "harbor", "repo": "lighthouse", "job_id": 5 });
    arguments.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    arguments
}

#[tokio::test]
async fn the_end_is_asked_for_and_shown() {
    let forge = Upstream::start();
    let recorded = forge.replay("actions/logs_range_tail");
    let called = forge.call("get_action_job_logs", job(json!({ "max_bytes": 99 }))).await;
    assert_eq!(forge.last(LOG).header("range"), Some("bytes=-100"));
    let whole = String::from_utf8(recorded.body).unwrap();
    // The line that began before is left out.
    assert_eq!(called.text(), whole.split_once('\n').unwrap().1.replace('\u{1b}', ""));
    let start = 9159 + whole.find('\n').unwrap() + 1;
    let note = called.note();
    assert_eq!(note["bytes"], format!("{start}-9259"));
    assert_eq!(note["size"], 9259);
    assert_eq!(note["previous"], json!({ "offset": start - 99, "max_bytes": 99 }));
}

#[tokio::test]
async fn a_short_log_comes_whole_without_a_note() {
    let forge = Upstream::start();
    forge.on(LOG, Answer::raw(206, "text/plain", "one\ntwo\n").header("content-range", "bytes 0-7/8"));
    let called = forge.call("get_action_job_logs", job(json!({}))).await;
    assert_eq!(called.text(), "one\ntwo\n");
    assert_eq!(called.texts().len(), 1);
    assert_eq!(forge.last(LOG).header("range"), Some("bytes=-32769"));
}

#[tokio::test]
async fn a_forge_that_ignores_ranges_is_read_to_its_end() {
    let forge = Upstream::start();
    let recorded = forge.replay("actions/logs");
    let called = forge.call("get_action_job_logs", job(json!({ "max_bytes": 100 }))).await;
    let whole = String::from_utf8(recorded.body).unwrap();
    assert!(called.text().ends_with("done\n"));
    assert!(called.text().len() <= 100);
    assert_eq!(called.note()["size"], whole.len());
    let called = forge.call("get_action_job_logs", job(json!({ "offset": 1024, "max_bytes": 200 }))).await;
    assert!(whole[1024..].starts_with(&called.text()));
    assert!(called.text().ends_with('\n'));
}

#[tokio::test]
async fn an_offset_is_a_range_and_tells_the_next() {
    let forge = Upstream::start();
    forge.replay("actions/logs_range_middle");
    let called = forge.call("get_action_job_logs", job(json!({ "offset": 1024, "max_bytes": 99 }))).await;
    assert_eq!(forge.last(LOG).header("range"), Some("bytes=1024-1123"));
    let text = called.text();
    assert!(text.starts_with("sion 12 %\n") && text.ends_with("tension 19 %\n"), "{text}");
    let end = 1024 + text.len();
    assert_eq!(called.note()["bytes"], format!("1024-{end}"));
    assert_eq!(called.note()["next"], json!({ "offset": end, "max_bytes": 99 }));
}

#[tokio::test]
async fn the_last_part_says_the_size_and_no_next() {
    let forge = Upstream::start();
    forge.replay("actions/logs_range_open_end");
    let called = forge.call("get_action_job_logs", job(json!({ "offset": 6000 }))).await;
    assert_eq!(called.note()["bytes"], "6000-9259");
    assert_eq!(called.note()["size"], 9259);
    assert_eq!(called.note().get("next"), None);
}

#[tokio::test]
async fn past_the_end_is_an_error_and_at_the_end_is_nothing_new() {
    let forge = Upstream::start();
    let refused = Answer::from(&exchange("actions/logs_range_past_end_416"));
    let last = Answer::raw(206, "text/plain", "\n").header("content-range", "bytes 9258-9258/9259");
    forge.in_turn(LOG, [refused.clone(), last.clone(), refused, last]);
    let called = forge.call("get_action_job_logs", job(json!({ "offset": 9_999_999 }))).await;
    assert_eq!(called.kind(), "invalid_arguments");
    assert!(called.error().contains("9259 bytes"), "{}", called.error());
    let called = forge.call("get_action_job_logs", job(json!({ "offset": 9259 }))).await;
    assert_eq!(called.text(), "");
    assert_eq!(called.note()["size"], 9259);
}

#[tokio::test]
async fn past_the_end_of_a_forge_that_ignores_ranges() {
    let forge = Upstream::start();
    forge.replay("actions/logs");
    let called = forge.call("get_action_job_logs", job(json!({ "offset": 20_000 }))).await;
    assert_eq!(called.kind(), "invalid_arguments");
    assert!(called.error().contains("9259 bytes"), "{}", called.error());
}

#[tokio::test]
async fn a_waiting_job_and_one_that_wrote_nothing_yet_are_explained() {
    let forge = Upstream::start();
    forge.replay("actions/logs_of_waiting_job");
    let called = forge.call("get_action_job_logs", job(json!({}))).await;
    assert_eq!(called.kind(), "precondition_failed");
    assert!(called.error().contains("has not started"), "{}", called.error());
    forge.replay("actions/job_running_logs");
    let called = forge.call("get_action_job_logs", job(json!({}))).await;
    assert_eq!(called.kind(), "unavailable");
    assert!(called.error().contains("has written nothing"), "{}", called.error());
}

#[tokio::test]
async fn an_attempt_is_asked_for_by_its_number() {
    let forge = Upstream::start();
    forge.replay("actions/logs_attempt_9");
    let called = forge.call("get_action_job_logs", job(json!({ "attempt": 9 }))).await;
    assert_eq!(called.kind(), "not_found");
    assert!(called.error().contains("attempt 9"), "{}", called.error());
    assert_eq!(forge.last(LOG).query("attempt"), ["9"]);
}

#[tokio::test]
async fn a_missing_job_and_an_older_instance() {
    let forge = Upstream::start();
    forge.on(LOG, Answer::from(&exchange("actions/logs_missing")));
    assert_eq!(forge.call("get_action_job_logs", job(json!({}))).await.kind(), "not_found");
    forge.on(LOG, Answer::from(&exchange("versions/15.0/actions/job_running_logs")));
    let called = forge.call("get_action_job_logs", job(json!({}))).await;
    assert_eq!(called.kind(), "unsupported");
}

#[tokio::test]
async fn bytes_that_are_no_text_are_replaced() {
    let forge = Upstream::start();
    forge.on(LOG, Answer::raw(200, "text/plain", b"ok \xff\xfe\n".to_vec()));
    assert_eq!(forge.call("get_action_job_logs", job(json!({}))).await.text(), "ok \u{fffd}\u{fffd}\n");
}

#[tokio::test]
async fn max_bytes_has_a_most() {
    let forge = Upstream::start();
    let called = forge.call("get_action_job_logs", job(json!({ "max_bytes": 262_145 }))).await;
    assert_eq!(called.kind(), "invalid_arguments");
    assert!(forge.seen().is_empty());
}

#[tokio::test]
async fn the_demo_shows_the_end_of_a_log() {
    let session = Session::demo().await;
    let called = session.call("get_action_job_logs", job(json!({ "max_bytes": 200 }))).await;
    assert!(called.text().len() <= 200 && called.text().ends_with('\n'));
    assert!(called.note()["previous"]["offset"].is_u64());
}
