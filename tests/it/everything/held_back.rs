//! `--dry-run` and `--audit-log` over every tool and operation that writes.

use std::fs;

use forgejo_mcp::forgejo::operation::{BodyKind, operations};
use forgejo_mcp::server::operations::access;
use serde_json::{Value, json};

use super::calls::{all, arguments_of, arguments_of_operation, forge_for};
use super::forge::{operation_of, start};
use super::values::Maker;
use crate::harness::{Answer, Session, Upstream};

/// A value that is a secret wherever it is sent.
const SENT: &str = "canary-sent-5ec2e7";

async fn dry(forge: &Upstream) -> Session {
    forge
        .session_with(|flags| {
            flags.dry_run = true;
            flags.confirm = forgejo_mcp::config::ConfirmMode::Auto;
            flags.toolsets = vec!["all".to_owned()];
        })
        .await
}

#[tokio::test]
async fn every_tool_that_writes_shows_its_request_and_sends_none() {
    for tool in all().filter(|tool| tool.access.writes()) {
        let forge = forge_for(tool, Maker::default());
        let called = dry(&forge).await.call(tool.name, arguments_of(tool)).await;
        let text = called.text();
        assert!(text.starts_with("nothing was sent; it would have been "), "{}: {text}", tool.name);
        let line = text.lines().next().unwrap().rsplit_once("have been ").unwrap().1;
        let (method, url) = line.split_once(' ').unwrap();
        assert!(url.starts_with(&forge.url) && method != "GET", "{}: {line}", tool.name);
        assert!(called.result.structured_content.is_none(), "{}", tool.name);
        assert!(forge.writes().is_empty(), "{}: {:?}", tool.name, forge.targets());
    }
}

#[tokio::test]
async fn every_operation_that_writes_shows_its_request_and_sends_none() {
    let forge = start(Maker::default());
    let session = dry(&forge).await;
    let mut shown = 0;
    for operation in operations().iter().filter(|operation| access(operation).writes()) {
        let arguments = arguments_of_operation(operation);
        let called =
            session.call("call_write_tool", json!({ "name": operation.id, "arguments": arguments })).await;
        let text = called.text();
        let head = format!(
            "nothing was sent; it would have been {} {}/api/v1/",
            operation.method.as_str(),
            forge.url
        );
        assert!(text.starts_with(&head), "{}: {text}", operation.id);
        assert_eq!(
            text.lines().count() > 1,
            operation.body_kind != BodyKind::None,
            "{}: {text}",
            operation.id
        );
        shown += 1;
    }
    assert!(shown > 250, "{shown}");
    assert!(forge.seen().is_empty(), "{:?}", forge.targets());
}

#[tokio::test]
async fn clients_are_told_no_result_that_a_dry_run_does_not_give() {
    let forge = start(Maker::default());
    let listed = dry(&forge).await.client().list_all_tools().await.unwrap();
    for definition in listed {
        let tool = forgejo_mcp::tools::find(&definition.name).unwrap();
        let has_result = tool.wire_output().is_some() && !tool.access.writes();
        assert_eq!(definition.output_schema.is_some(), has_result, "{}", tool.name);
    }
}

#[tokio::test]
async fn a_dry_run_shows_no_secret() {
    let forge = start(Maker::default());
    let session = dry(&forge).await;
    let repo = json!({ "owner": "harbor", "repo": "lighthouse" });
    let calls = [
        (
            "create_repo_hook",
            json!({ "url": "https://hook.example/x", "secret": SENT, "authorization_header": SENT }),
        ),
        (
            "repoCreateHook",
            json!({ "type": "forgejo", "authorization_header": SENT, "config": { "url": "https://a.example", "content_type": "json", "secret": SENT } }),
        ),
        ("updateRepoSecret", json!({ "secretname": "KEY", "data": SENT })),
        (
            "repoAddPushMirror",
            json!({ "remote_address": "https://m.example/r.git", "remote_username": "u", "remote_password": SENT }),
        ),
        (
            "repoMigrate",
            json!({ "clone_addr": format!("https://u:{SENT}@h.example/r.git"), "repo_name": "r", "auth_token": SENT, "auth_password": SENT }),
        ),
        ("adminCreateUser", json!({ "username": "u", "email": "u@h.example", "password": SENT })),
    ];
    for (name, arguments) in calls {
        let mut all = repo.clone();
        all.as_object_mut().unwrap().extend(arguments.as_object().unwrap().clone());
        if matches!(name, "repoMigrate" | "adminCreateUser") {
            all = arguments;
        }
        let called = session.call("call_write_tool", json!({ "name": name, "arguments": all })).await;
        let text = called.text();
        assert!(text.contains("POST ") || text.contains("PUT "), "{name}: {text}");
        assert!(!text.contains(SENT), "{name}: {text}");
    }
    assert!(forge.writes().is_empty());
}

fn lines(file: &std::path::Path) -> Vec<Value> {
    fs::read_to_string(file).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[tokio::test]
async fn every_write_leaves_one_line_without_its_body() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("audit.jsonl");
    let mut expected = Vec::new();
    for tool in all() {
        let forge = forge_for(tool, Maker::default());
        let path = file.clone();
        let session = forge.session_with(|flags| flags.audit_log = Some(path)).await;
        session.call(tool.name, arguments_of(tool)).await;
        if tool.access.writes() {
            expected.push(tool.name);
        }
    }
    let lines = lines(&file);
    let tools: Vec<&str> = lines.iter().map(|line| line["tool"].as_str().unwrap()).collect();
    assert_eq!(tools, expected);
    for line in &lines {
        let fields: Vec<&str> = line.as_object().unwrap().keys().map(String::as_str).collect();
        assert_eq!(fields, ["time", "caller", "tool", "target", "outcome", "status"], "{line}");
        assert_eq!(line["outcome"], "done", "{line}");
        // Targets are names and numbers; `-x` ends the free texts that were sent.
        let target = line["target"].to_string();
        for text in ["title-x", "body-x", "content-x", "message-x", "aGk="] {
            assert!(!target.contains(text), "{line}");
        }
    }
}

#[tokio::test]
async fn operations_failures_and_dry_runs_are_audited_and_reads_are_not() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("audit.jsonl");
    let forge = Upstream::start();
    forge.on("POST /repos/harbor/lighthouse/issues", Answer::json(403, &json!({ "message": "no" })));
    let issue = json!({ "owner": "harbor", "repo": "lighthouse", "title": SENT, "body": SENT });
    let behind = json!({ "name": "issueCreateIssue", "arguments": issue });
    for dry_run in [false, true] {
        let path = file.clone();
        let session = forge
            .session_with(|flags| {
                flags.audit_log = Some(path);
                flags.dry_run = dry_run;
            })
            .await;
        session.call("call_write_tool", behind.clone()).await;
        session
            .call(
                "call_read_tool",
                json!({ "name": "repoGet", "arguments": { "owner": "harbor", "repo": "x" } }),
            )
            .await;
        session.call("get_repo", json!({ "owner": "harbor", "repo": "lighthouse" })).await;
    }
    let lines = lines(&file);
    assert_eq!(lines.len(), 2, "{lines:#?}");
    let target = json!({ "owner": "harbor", "repo": "lighthouse" });
    for (line, outcome, status) in [(&lines[0], "forbidden", json!(403)), (&lines[1], "dry_run", Value::Null)]
    {
        assert_eq!(
            (&line["tool"], &line["outcome"], &line["status"]),
            (&json!("issueCreateIssue"), &json!(outcome), &status)
        );
        assert_eq!(line["target"], target);
        assert!(!line.to_string().contains(SENT), "{line}");
    }
    assert!(operation_of(&forge.writes()[0]).is_some());
}
