//! Starting workflows.

use forgejo_mcp::fetch::workflow::{Input, inputs};
use serde_json::{Value, json};

use crate::harness::{Answer, Upstream, exchange};

const START: &str = "POST /repos/harbor/lighthouse/actions/workflows/check.yml/dispatches";
const FILE: &str = "GET /repos/harbor/lighthouse/raw/.forgejo/workflows/check.yml";

fn check(more: Value) -> Value {
    let mut arguments =
        json!({ "owner": "harbor", "repo": "lighthouse", "workflow": "check.yml", "ref": "main" });
    arguments.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    arguments
}

const WORKFLOW: &str = "on:\n  push:\n  workflow_dispatch:\n    inputs:\n      lamp:\n        description: Which lamp\n        required: true\n        default: north\n      count:  # how many\n        type: number\njobs:\n  lint:\n    runs-on: docker\n";

fn text(text: &str) -> Answer {
    Answer::raw(200, "text/plain; charset=utf-8", text)
}

#[tokio::test]
async fn s12_a_started_run_is_told() {
    let forge = Upstream::start();
    forge.replay("actions/dispatch_return_run_info");
    forge.on(FILE, text(WORKFLOW));
    let called = forge.call("dispatch_workflow", check(json!({ "inputs": { "lamp": "east" } }))).await;
    assert_eq!(
        called.json(),
        json!({ "workflow": "check.yml", "ref": "main", "run_id": 5, "run_number": 5, "jobs": ["lint", "test"] })
    );
    let sent = forge.last(START).json();
    assert_eq!(sent, json!({ "ref": "main", "inputs": { "lamp": "east" }, "return_run_info": true }));
}

#[tokio::test]
async fn i26_values_become_text_also_from_a_string() {
    let forge = Upstream::start();
    forge.replay("actions/dispatch_return_run_info");
    forge.on(FILE, text(WORKFLOW));
    let given = json!({ "inputs": "{\"lamp\": true, \"count\": 7}" });
    forge.call("dispatch_workflow", check(given)).await.json();
    assert_eq!(forge.last(START).json()["inputs"], json!({ "lamp": "true", "count": "7" }));
    let called = forge.call("dispatch_workflow", check(json!({ "inputs": { "lamp": [1] } }))).await;
    assert_eq!(called.kind(), "invalid_arguments");
    assert_eq!(forge.writes().len(), 1);
}

#[tokio::test]
async fn i26_unknown_inputs_are_refused_and_missing_ones_told() {
    let forge = Upstream::start();
    forge.replay("actions/dispatch_return_run_info");
    forge.on(FILE, text(WORKFLOW));
    let called = forge.call("dispatch_workflow", check(json!({ "inputs": { "bulb": "y" } }))).await;
    assert_eq!(called.kind(), "invalid_arguments");
    assert!(called.error().contains("it takes lamp, count"), "{}", called.error());
    assert!(forge.writes().is_empty());
    let called = forge.call("dispatch_workflow", check(json!({ "inputs": { "count": 2 } }))).await;
    assert!(called.json()["warnings"][0].as_str().unwrap().starts_with("lamp is required"));
}

#[tokio::test]
async fn i26_a_workflow_that_cannot_be_read_leaves_it_to_the_forge() {
    let forge = Upstream::start();
    forge.replay("actions/dispatch_return_run_info");
    forge.call("dispatch_workflow", check(json!({ "inputs": { "bulb": "y" } }))).await.json();
    assert_eq!(forge.last(START).json()["inputs"], json!({ "bulb": "y" }));
}

#[tokio::test]
async fn without_a_ref_the_default_branch_is_taken() {
    let forge = Upstream::start();
    forge.on("GET /repos/harbor/lighthouse", Answer::json(200, &json!({ "default_branch": "trunk" })));
    forge.replay("actions/dispatch_return_run_info");
    let arguments =
        json!({ "owner": "harbor", "repo": "lighthouse", "workflow": ".forgejo/workflows/check.yml" });
    assert_eq!(forge.call("dispatch_workflow", arguments).await.json()["ref"], "trunk");
    assert_eq!(forge.last(START).json()["ref"], "trunk");
}

#[tokio::test]
async fn s12_an_empty_answer_is_a_success_that_points_to_the_list() {
    for recorded in ["actions/dispatch", "versions/11.0/actions/dispatch"] {
        let forge = Upstream::start();
        forge.replay(recorded);
        let done = forge.call("dispatch_workflow", check(json!({}))).await.json();
        assert!(done["warnings"][0].as_str().unwrap().contains("list_workflow_runs"), "{done}");
    }
}

#[tokio::test]
async fn s15_an_unknown_workflow_or_ref_is_named() {
    let forge = Upstream::start();
    forge.on(START, Answer::from(&exchange("actions/dispatch_missing_ref")));
    let called = forge.call("dispatch_workflow", check(json!({ "ref": "no-such" }))).await;
    assert_eq!(called.kind(), "validation");
    assert!(called.error().contains("no workflow check.yml at no-such"), "{}", called.error());
    assert_eq!(forge.last(FILE).query("ref"), ["no-such"]);
    assert_eq!(forge.writes().len(), 1, "a write is not repeated");
    forge.on(FILE, text("on: push\n"));
    let called = forge.call("dispatch_workflow", check(json!({}))).await;
    assert!(called.error().contains("workflow_dispatch"), "{}", called.error());
}

#[tokio::test]
async fn a_reader_is_refused_and_a_repository_without_actions_named() {
    let forge = Upstream::start();
    forge.replay("actions/dispatch_as_reader");
    assert_eq!(forge.call("dispatch_workflow", check(json!({}))).await.kind(), "forbidden");
    forge.on(START, Answer::from(&exchange("actions/dispatch_unit_off")));
    let called = forge.call("dispatch_workflow", check(json!({}))).await;
    assert!(called.error().contains("Actions are off"), "{}", called.error());
}

#[tokio::test]
async fn odd_names_of_workflows_are_encoded() {
    let forge = Upstream::start();
    forge.on("POST /repos/o/r/actions/workflows/100%25%20%23a.yml/dispatches", Answer::empty(204));
    let arguments = json!({ "owner": "o", "repo": "r", "workflow": "100% #a.yml", "ref": "a/b" });
    forge.call("dispatch_workflow", arguments).await.json();
    assert_eq!(forge.writes()[0].json()["ref"], "a/b");
}

fn names(text: &str) -> Option<Vec<String>> {
    inputs(text).map(|inputs| inputs.into_iter().map(|input| input.name).collect())
}

#[test]
fn inputs_of_workflows_in_block_style_are_read() {
    let found = inputs(WORKFLOW).unwrap();
    let lamp = Input { name: "lamp".to_owned(), required: true };
    assert_eq!(found, [lamp, Input { name: "count".to_owned(), required: false }]);
    assert_eq!(names("on:\n  workflow_dispatch:\n  push:\njobs:\n  inputs:\n    a:\n"), Some(vec![]));
    assert_eq!(
        names("\"on\":\n  workflow_dispatch: # by hand\n    inputs:\n      'odd-name':\n"),
        Some(vec!["odd-name".to_owned()])
    );
}

#[test]
fn other_styles_say_nothing() {
    for text in [
        "on: [push, workflow_dispatch]\n",
        "on:\n  workflow_dispatch: { inputs: { a: {} } }\n",
        "on: push\n",
        "",
        "on:\n  workflow_dispatch:\n    inputs: {a: {}}\n",
    ] {
        assert_eq!(names(text), None, "{text}");
    }
}
