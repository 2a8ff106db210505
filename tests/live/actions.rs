//! Workflows on a forge without a runner: runs wait, so their jobs have no logs.

use serde_json::json;

use crate::forge::Repo;

const WORKFLOW: &str = "on:\n  workflow_dispatch:\n    inputs:\n      lamp:\n        required: true\n        default: north\njobs:\n  lint:\n    runs-on: nowhere\n    steps:\n      - run: echo\n";

#[tokio::test]
async fn a_run_is_started_and_waits() {
    let Some(repo) = Repo::start("actions").await else { return };
    assert_eq!(repo.ok("list_workflow_runs", json!({})).await["items"], json!([]));
    let path = ".forgejo/workflows/lint it.yml";
    repo.ok("create_file", json!({ "path": path, "content": WORKFLOW, "message": "Add" })).await;
    let (kind, text) =
        repo.fails("dispatch_workflow", json!({ "workflow": "none.yml", "ref": "main" })).await;
    assert!(kind != "unavailable" && text.contains("none.yml"), "{kind}: {text}");
    let inputs = json!({ "workflow": "lint it.yml", "ref": "main", "inputs": { "colour": "red" } });
    let (kind, text) = repo.fails("dispatch_workflow", inputs).await;
    assert!(kind == "invalid_arguments" && text.contains("lamp"), "{text}");
    let started = json!({ "workflow": "lint it.yml", "inputs": "{\"lamp\":\"east\"}" });
    let started = repo.ok("dispatch_workflow", started).await;
    let run = started["run_id"].clone();
    assert!(run.is_number(), "{started}");

    let listed = repo.ok("list_workflow_runs", json!({ "workflow": "lint it.yml", "ref": "main" })).await;
    assert_eq!((&listed["items"][0]["id"], &listed["total_count"]), (&run, &json!(1)), "{listed}");
    assert_eq!(repo.ok("list_workflow_runs", json!({ "status": "success" })).await["items"], json!([]));
    let read = repo.ok("get_workflow_run", json!({ "run_id": run })).await;
    assert_eq!((&read["id"], &read["status"]), (&run, &json!("waiting")), "{read}");
    let jobs = repo.ok("list_action_run_jobs", json!({ "run_id": run })).await;
    assert_eq!(jobs["items"][0]["name"], "lint", "{jobs}");
    let job = jobs["items"][0]["id"].clone();
    let (kind, text) = repo.fails("get_action_job_logs", json!({ "job_id": job })).await;
    assert!(kind == "precondition_failed" && text.contains("has not started"), "{kind}: {text}");
    for (tool, missing) in [
        ("get_workflow_run", json!({ "run_id": 999_999_999 })),
        ("list_action_run_jobs", json!({ "run_id": 999_999_999 })),
        ("get_action_job_logs", json!({ "job_id": 999_999_999 })),
    ] {
        assert_eq!(repo.fails(tool, missing).await.0, "not_found", "{tool}");
    }
    repo.operation("CancelActionRun", json!({ "run_id": run })).await;
    assert_eq!(repo.ok("get_workflow_run", json!({ "run_id": run })).await["status"], "cancelled");
    repo.end().await;
}
