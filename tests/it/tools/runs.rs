//! Runs of workflows and their jobs.

use serde_json::{Value, json};

use crate::harness::{Answer, Session, Upstream, exchange};

fn lighthouse(more: Value) -> Value {
    let mut arguments = json!({ "owner": "harbor", "repo": "lighthouse" });
    arguments.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    arguments
}

const RUNS: &str = "GET /repos/harbor/lighthouse/actions/runs";

#[tokio::test]
async fn p7_runs_come_newest_first_with_the_total_of_the_body() {
    let forge = Upstream::start();
    forge.replay("actions/list_runs");
    let page = forge.call("list_workflow_runs", lighthouse(json!({}))).await.json();
    assert_eq!(page["total_count"], 7);
    assert_eq!(page["has_more"], false);
    let ids: Vec<i64> =
        page["items"].as_array().unwrap().iter().map(|run| run["id"].as_i64().unwrap()).collect();
    assert_eq!(ids, [7, 6, 5, 4, 3, 2, 1]);
    let first = forge.last(RUNS);
    assert_eq!((first.query("page"), first.query("limit")), (vec!["1".to_owned()], vec!["30".to_owned()]));
}

#[tokio::test]
async fn runs_in_another_order_are_sorted() {
    let forge = Upstream::start();
    let runs = json!({ "workflow_runs": [{ "id": 1 }, { "id": 3 }, { "id": 2 }], "total_count": 9 });
    forge.on("GET /repos/o/r/actions/runs", Answer::json(200, &runs));
    let page =
        forge.call("list_workflow_runs", json!({ "owner": "o", "repo": "r", "limit": 3 })).await.json();
    assert_eq!(page["items"][0]["id"], 3);
    assert_eq!(page["next"], json!({ "page": 2, "limit": 3 }));
}

#[tokio::test]
async fn a_run_tells_its_outcome_and_no_placeholder_times() {
    let forge = Upstream::start();
    forge.replay("actions/list_runs");
    let page = forge.call("list_workflow_runs", lighthouse(json!({}))).await.json();
    let run = |id: i64| page["items"].as_array().unwrap().iter().find(|run| run["id"] == id).unwrap().clone();
    // A dispatched run has no event of its own.
    assert_eq!(run(6)["event"], "workflow_dispatch");
    assert_eq!((&run(6)["status"], &run(6)["seconds"]), (&json!("success"), &json!(2)));
    assert_eq!(run(3)["event"], "push");
    assert_eq!(run(5)["status"], "cancelled");
    assert_eq!(run(5).get("started_at"), None, "1970 is no time");
    assert!(!page.to_string().contains("1970"));
    assert_eq!(run(7)["ref"], "main");
    assert_eq!(run(7).get("repository"), None);
}

#[tokio::test]
async fn i28_filters_are_sent_as_the_forge_wants_them() {
    let forge = Upstream::start();
    forge.replay("actions/list_runs_status_two");
    let sha = "3686fa569bfa47f4630b5ab366653b7fc8eca90b";
    let filters = json!({ "status": "success,failed", "event": ["push", "schedule"], "ref": "feature/a b",
        "workflow": ".forgejo/workflows/check.yml", "head_sha": sha, "run_number": "7", "page": 2, "limit": 5 });
    forge.call("list_workflow_runs", lighthouse(filters)).await.json();
    let sent = forge.last(RUNS);
    assert_eq!(sent.query("status"), ["success", "failure"]);
    assert_eq!(sent.query("event"), ["push", "schedule"]);
    assert_eq!(sent.query("ref"), ["refs/heads/feature/a b"]);
    assert_eq!(sent.query("workflow_id"), ["check.yml"]);
    assert_eq!(sent.query("head_sha"), [sha]);
    assert_eq!(sent.query("run_number"), ["7"]);
    assert_eq!((sent.query("page"), sent.query("limit")), (vec!["2".to_owned()], vec!["5".to_owned()]));
    forge.call("list_workflow_runs", lighthouse(json!({ "ref": "refs/tags/v1" }))).await.json();
    assert_eq!(forge.last(RUNS).query("ref"), ["refs/tags/v1"]);
}

#[tokio::test]
async fn i28_a_status_that_the_forge_does_not_know_is_refused_here() {
    let forge = Upstream::start();
    let called = forge.call("list_workflow_runs", lighthouse(json!({ "status": "odd" }))).await;
    assert_eq!(called.kind(), "invalid_arguments");
    let called = forge.call("list_workflow_runs", lighthouse(json!({ "head_sha": "3686fa5" }))).await;
    assert_eq!(called.kind(), "invalid_arguments");
    assert!(forge.seen().is_empty());
}

#[tokio::test]
async fn s14_an_instance_without_runs_is_said_so() {
    let forge = Upstream::start();
    forge.on(
        "GET /repos/o/r/actions/runs",
        Answer::raw(404, "text/plain; charset=utf-8", "404 page not found\n"),
    );
    let called = forge.call("list_workflow_runs", json!({ "owner": "o", "repo": "r" })).await;
    assert_eq!(called.kind(), "unsupported");
    assert_eq!(exchange("versions/11.0/actions/run").status, 404);
}

#[tokio::test]
async fn s25_runs_of_a_repository_without_actions() {
    let forge = Upstream::start();
    forge.on(
        "GET /repos/o/r/actions/runs",
        Answer::json(404, &json!({ "message": "The target couldn't be found." })),
    );
    let called = forge.call("list_workflow_runs", json!({ "owner": "o", "repo": "r" })).await;
    assert_eq!(called.kind(), "not_found");
    assert!(called.error().contains("Actions are off"), "{}", called.error());
}

#[tokio::test]
async fn get_run_by_id() {
    let forge = Upstream::start();
    forge.replay("actions/run");
    let run = forge.call("get_workflow_run", lighthouse(json!({ "run_id": "3" }))).await.json();
    assert_eq!((&run["id"], &run["number"], &run["user"]), (&json!(3), &json!(3), &json!("alice")));
    assert_eq!(run["sha"], "3686fa569bfa47f4630b5ab366653b7fc8eca90b");
    assert_eq!(run.get("event_payload"), None);
}

#[tokio::test]
async fn get_run_that_is_missing_speaks_of_the_number() {
    let forge = Upstream::start();
    forge.replay("actions/run_missing");
    let called = forge.call("get_workflow_run", lighthouse(json!({ "run_id": 999_999 }))).await;
    assert_eq!(called.kind(), "not_found");
    assert!(called.error().contains("run_number"), "{}", called.error());
}

#[tokio::test]
async fn p10_jobs_are_paged_here() {
    let forge = Upstream::start();
    forge.replay("actions/jobs_limit_ignored");
    let page = forge
        .call("list_action_run_jobs", lighthouse(json!({ "run_id": 3, "limit": 1, "page": 2 })))
        .await
        .json();
    assert_eq!(page["items"].as_array().unwrap().len(), 1);
    assert_eq!(
        page["items"][0],
        json!({ "id": 6, "name": "test", "status": "success", "needs": ["lint"], "runs_on": ["docker"] })
    );
    assert_eq!((&page["total_count"], &page["has_more"]), (&json!(2), &json!(false)));
}

#[tokio::test]
async fn steps_of_jobs_are_shown_where_the_instance_tells_them() {
    let forge = Upstream::start();
    let jobs = json!([{ "id": 1, "name": "a", "status": "failure", "attempt": 2, "needs": null,
        "steps": [{ "number": 0, "name": "Set up job", "status": "success", "started": "1970-01-01T00:00:00Z" }] }]);
    forge.on("GET /repos/o/r/actions/runs/1/jobs", Answer::json(200, &jobs));
    let page =
        forge.call("list_action_run_jobs", json!({ "owner": "o", "repo": "r", "run_id": 1 })).await.json();
    assert_eq!(
        page["items"][0]["steps"],
        json!([{ "number": 0, "name": "Set up job", "status": "success" }])
    );
    assert_eq!(page["items"][0]["attempt"], 2);
}

#[tokio::test]
async fn jobs_of_a_missing_run_and_of_an_older_instance() {
    let forge = Upstream::start();
    forge.replay("actions/jobs_missing_run");
    let called = forge.call("list_action_run_jobs", lighthouse(json!({ "run_id": 999_999 }))).await;
    assert_eq!(called.kind(), "not_found");
    forge.replay("versions/15.0/actions/jobs");
    let called = forge.call("list_action_run_jobs", lighthouse(json!({ "run_id": 3 }))).await;
    assert_eq!(called.kind(), "unsupported");
    assert!(called.error().contains("16"), "{}", called.error());
}

#[tokio::test]
async fn the_demo_shows_runs_and_jobs() {
    let session = Session::demo().await;
    let page = session.call("list_workflow_runs", lighthouse(json!({ "limit": 2 }))).await.json();
    let id = page["items"][0]["id"].clone();
    let run = session.call("get_workflow_run", lighthouse(json!({ "run_id": id }))).await.json();
    assert_eq!(run["id"], id);
}
