//! Prompts, on the wire.

use forgejo_mcp::prompts::PROMPTS;
use serde_json::{Value, json};

use crate::harness::{Answer, Upstream};
use crate::resources::wire::{VERSIONS, Wire};

const SHA: &str = "5884684a49eccfd812ca1ae940f4de99d917be97";

async fn get(wire: &mut Wire, name: &str, arguments: Value) -> Got {
    let result = wire.result("prompts/get", json!({ "name": name, "arguments": arguments })).await;
    let messages = result["messages"].as_array().unwrap();
    assert!(messages.iter().all(|message| message["role"] == "user"));
    let embedded = messages.iter().skip(1).map(|message| {
        assert_eq!(message["content"]["type"], "resource");
        message["content"]["resource"].clone()
    });
    Got { text: messages[0]["content"]["text"].as_str().unwrap().to_owned(), embedded: embedded.collect() }
}

struct Got {
    text: String,
    embedded: Vec<Value>,
}

impl Got {
    fn uris(&self) -> Vec<&str> {
        self.embedded.iter().map(|resource| resource["uri"].as_str().unwrap()).collect()
    }
}

#[tokio::test]
async fn the_four_prompts_are_listed_with_their_arguments() {
    let forge = Upstream::start();
    for version in VERSIONS {
        let mut wire = Wire::here(&forge, version).await;
        let listed = wire.result("prompts/list", json!({})).await;
        let prompts = listed["prompts"].as_array().unwrap();
        let names: Vec<&str> = prompts.iter().map(|prompt| prompt["name"].as_str().unwrap()).collect();
        assert_eq!(
            names,
            ["review_pull_request", "triage_issue", "explain_failed_run", "draft_release_notes"]
        );
        for prompt in prompts {
            assert!(prompt["title"].is_string() && prompt["description"].is_string());
            assert_eq!(prompt["arguments"][0]["name"], "owner");
            assert_eq!(prompt["arguments"][0]["required"], true);
        }
    }
    let mut wire = Wire::here_with(&forge, VERSIONS[1], |flags| flags.repo = Some("o/r".to_owned())).await;
    let listed = wire.result("prompts/list", json!({})).await;
    assert_eq!(listed["prompts"][0]["arguments"][0]["required"], false, "there is a default repository");
    assert_eq!(forge.targets(), Vec::<String>::new());
}

#[tokio::test]
async fn a_review_brings_the_pull_request_its_comments_and_checks() {
    let forge = Upstream::start();
    let pull = json!({ "number": 12, "title": "Fix", "state": "open", "head": { "ref": "x", "sha": SHA } });
    forge.on("GET /repos/o/r/pulls/12", Answer::json(200, &pull));
    forge.on("GET /repos/o/r/pulls/12/files", Answer::json(200, &json!([{ "filename": "a.rs" }])));
    forge.on("GET /repos/o/r/issues/12/comments", Answer::json(200, &json!([{ "id": 1, "body": "Nice" }])));
    let status = json!({ "sha": SHA, "statuses": [{ "id": 1, "context": "ci", "status": "failure" }] });
    forge.on(&format!("GET /repos/o/r/commits/{SHA}/status"), Answer::json(200, &status));
    for version in VERSIONS {
        let mut wire = Wire::here(&forge, version).await;
        // Numbers come as texts, with a mark, or as numbers.
        for index in [json!("12"), json!("#12"), json!(12), json!(" 12 ")] {
            let arguments = json!({ "owner": "o", "repo": "r", "index": index, "focus": "tests" });
            let got = get(&mut wire, "review_pull_request", arguments).await;
            let status = format!("forgejo://repo/o/r/commit/{SHA}/status");
            let expected = ["forgejo://repo/o/r/pr/12", "forgejo://repo/o/r/pr/12/comments", status.as_str()];
            assert_eq!(got.uris(), expected);
            assert!(
                got.text.contains("pull request #12 of o/r") && got.text.contains("tests"),
                "{}",
                got.text
            );
            assert!(
                got.text.contains("`get_pull_request_diff`") && got.text.contains("`create_pull_review`")
            );
            let pull: Value = serde_json::from_str(got.embedded[0]["text"].as_str().unwrap()).unwrap();
            assert_eq!(pull["files"][0]["path"], "a.rs");
        }
    }
}

#[tokio::test]
async fn what_only_helps_may_be_missing_and_is_said() {
    let forge = Upstream::start();
    forge.on("GET /repos/o/r/issues/3", Answer::json(200, &json!({ "number": 3, "title": "Fog" })));
    forge.on("GET /repos/o/r/issues/3/comments", Answer::json(200, &json!([])));
    forge.on("GET /repos/o/r/labels", Answer::empty(403));
    let mut wire = Wire::here(&forge, VERSIONS[0]).await;
    let got = get(&mut wire, "triage_issue", json!({ "owner": "o", "repo": "r", "index": "3" })).await;
    assert_eq!(got.uris(), ["forgejo://repo/o/r/issue/3", "forgejo://repo/o/r/issue/3/comments"]);
    assert!(got.text.contains("forgejo://repo/o/r/labels could not be read"), "{}", got.text);
}

#[tokio::test]
async fn a_failed_run_is_found_when_none_is_named() {
    let forge = Upstream::start();
    let runs = json!({ "workflow_runs": [{ "id": 9 }], "total_count": 1 });
    forge.on("GET /repos/o/r/actions/runs?status=failure&workflow_id=check.yml", Answer::json(200, &runs));
    forge.on("GET /repos/o/r/actions/runs/9", Answer::json(200, &json!({ "id": 9, "title": "t" })));
    forge.on(
        "GET /repos/o/r/actions/runs/9/jobs",
        Answer::json(200, &json!([{ "id": 1, "status": "failure" }])),
    );
    let mut wire = Wire::here(&forge, VERSIONS[1]).await;
    let arguments = json!({ "owner": "o", "repo": "r", "workflow": "check.yml" });
    let got = get(&mut wire, "explain_failed_run", arguments).await;
    assert_eq!(got.uris(), ["forgejo://repo/o/r/run/9"]);
    assert!(got.text.contains("`get_action_job_logs`"), "{}", got.text);
    forge.on("GET /repos/o/r/actions/runs", Answer::json(200, &json!({ "workflow_runs": [] })));
    let params = json!({ "name": "explain_failed_run", "arguments": { "owner": "o", "repo": "r" } });
    let none = wire.ask("prompts/get", params).await;
    assert_eq!(none["error"]["code"], -32003, "{none}");
}

#[tokio::test]
async fn release_notes_start_from_the_latest_release() {
    let forge = Upstream::start();
    let release = json!({ "id": 1, "tag_name": "v1/x", "body": "- old" });
    forge.on("GET /repos/o/r", Answer::json(200, &json!({ "full_name": "o/r" })));
    forge.on("GET /repos/o/r/releases/latest", Answer::json(200, &release));
    forge.on("GET /repos/o/r/releases/tags/v1%2Fx", Answer::json(200, &release));
    let mut wire = Wire::here(&forge, VERSIONS[0]).await;
    let arguments = json!({ "owner": "o", "repo": "r", "tag": "v2", "since": null });
    let got = get(&mut wire, "draft_release_notes", arguments).await;
    assert_eq!(got.uris(), ["forgejo://repo/o/r", "forgejo://repo/o/r/release/v1%2Fx"]);
    assert!(got.text.contains("release v2") && got.text.contains("not: v1/x"), "{}", got.text);
    forge.on("GET /repos/o/r/releases/latest", Answer::json(404, &json!({ "message": "no" })));
    let first = get(&mut wire, "draft_release_notes", json!({ "owner": "o", "repo": "r" })).await;
    assert!(first.text.contains("no earlier release"), "{}", first.text);
    assert_eq!(first.uris(), ["forgejo://repo/o/r"]);
}

#[tokio::test]
async fn wrong_arguments_are_invalid_and_nothing_is_asked() {
    let forge = Upstream::start();
    let mut wire = Wire::here(&forge, VERSIONS[1]).await;
    for (name, arguments) in [
        ("nothing", json!({})),
        ("triage_issue", json!({ "owner": "o", "repo": "r" })),
        ("triage_issue", json!({ "owner": "o", "repo": "r", "index": "abc" })),
        ("triage_issue", json!({ "owner": "o", "repo": "r", "index": "0" })),
        ("triage_issue", json!({ "owner": "o", "repo": "r", "index": "1", "isue": "2" })),
        ("triage_issue", json!({ "owner": "o", "repo": "r", "index": ["1"] })),
        ("review_pull_request", json!({ "repo": "r", "index": "1" })),
    ] {
        let answer = wire.ask("prompts/get", json!({ "name": name, "arguments": arguments })).await;
        assert_eq!(answer["error"]["code"], -32602, "{name} {arguments}: {answer}");
    }
    assert_eq!(forge.targets(), Vec::<String>::new());
}

#[tokio::test]
async fn a_missing_or_forbidden_subject_is_said_so() {
    let forge = Upstream::start();
    for version in VERSIONS {
        let mut wire = Wire::here_with(&forge, version, |flags| flags.repos = vec!["o/r".to_owned()]).await;
        let ask = |repo: &str| json!({ "name": "triage_issue", "arguments": { "owner": "o", "repo": repo, "index": "1" } });
        assert_eq!(wire.ask("prompts/get", ask("r")).await["error"]["code"], -32003);
        assert_eq!(wire.ask("prompts/get", ask("other")).await["error"]["code"], -32002, "{version}");
    }
}

#[tokio::test]
async fn steps_whose_tools_are_switched_off_are_left_out() {
    let forge = Upstream::start();
    forge.on("GET /repos/o/r/issues/3", Answer::json(200, &json!({ "number": 3, "title": "Fog" })));
    let mut wire = Wire::here_with(&forge, VERSIONS[0], |flags| flags.read_only = true).await;
    let got = get(&mut wire, "triage_issue", json!({ "owner": "o", "repo": "r", "index": "3" })).await;
    assert!(!got.text.contains("create_issue_comment") && !got.text.contains("update_issue"), "{}", got.text);
    assert!(got.text.contains("list_repo_issues"));
}

#[test]
fn every_prompt_names_its_arguments_once() {
    for prompt in PROMPTS {
        let mut names: Vec<&str> = prompt.arguments.iter().map(|argument| argument.name).collect();
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count, "{}", prompt.name);
    }
}
