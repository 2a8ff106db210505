//! Long calls say how far they are: bytes of transfers, rows of lists that are gathered page by page.

use std::sync::Arc;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use forgejo_mcp::sink::Sink;
use serde_json::{Value, json};

use crate::harness::{Answer, Upstream, Watching};

#[tokio::test]
async fn an_upload_tells_its_bytes() {
    let forge = Upstream::start();
    let made = json!({ "id": 7, "name": "x", "size": 400_000, "uuid": "ab-12", "type": "attachment" });
    forge.on("POST /repos/o/r/issues/1/assets", Answer::json(201, &made));
    let content = BASE64_STANDARD.encode(vec![7; 400_000]);
    let arguments = json!({ "owner": "o", "repo": "r", "index": 1, "content": content, "filename": "x" });
    let told = Watching::told(forge.server(|_| {}), "create_issue_attachment", arguments, 400_000.0).await;
    assert!(told.len() > 1 && told.len() <= 101, "{told:?}");
    assert!(told.iter().all(|(_, total)| *total == Some(400_000.0)), "{told:?}");
}

#[tokio::test]
async fn downloads_tell_their_bytes() {
    let forge = Upstream::start();
    let long = "0123456789abcde\n".repeat(50_000);
    for route in
        ["GET /repos/o/r/raw/big.txt", "GET /repos/o/r/actions/jobs/5/logs", "GET /attachments/ab-12"]
    {
        forge.on(route, Answer::raw(200, "text/plain", long.clone()));
    }
    let file = json!({ "id": 7, "name": "big.txt", "size": 800_000, "uuid": "ab-12", "type": "attachment" });
    forge.on("GET /repos/o/r/releases/1/assets/7", Answer::json(200, &file));
    for (tool, more) in [
        ("get_file_content", json!({ "path": "big.txt" })),
        ("get_action_job_logs", json!({ "job_id": 5 })),
        ("download_release_attachment", json!({ "release_id": 1, "attachment_id": 7 })),
    ] {
        let mut arguments = json!({ "owner": "o", "repo": "r" });
        arguments.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        // Shown, a text is read no further than it fits; saved, it is read whole.
        let folder = tempfile::tempdir().unwrap();
        let server = forge.server(|_| {}).with_sink(Arc::new(Sink::new(folder.path().join("big.txt"))));
        let told = Watching::told(server, tool, arguments, 800_000.0).await;
        assert!(told.len() > 1, "{tool}: {told:?}");
        assert!(told.iter().all(|(_, total)| *total == Some(800_000.0)), "{tool}: {told:?}");
    }
}

#[tokio::test]
async fn all_statuses_tell_how_many_were_read() {
    let forge = Upstream::start();
    for (page, count) in [(1, 50), (2, 50), (3, 20)] {
        let statuses: Vec<Value> = (0..count)
            .map(|row| json!({ "id": page * 100 + row, "context": format!("c{page}-{row}"), "status": "success" }))
            .collect();
        let body = json!({ "sha": "a".repeat(40), "state": "success", "statuses": statuses });
        let answer = Answer::json(200, &body).header("x-total-count", "120");
        forge.on(&format!("GET /repos/o/r/commits/main/status?page={page}"), answer);
    }
    let arguments = json!({ "owner": "o", "repo": "r", "sha": "main" });
    let told = Watching::told(forge.server(|_| {}), "get_commit_statuses", arguments, 120.0).await;
    assert_eq!(told, [(50.0, Some(120.0)), (100.0, Some(120.0)), (120.0, Some(120.0))]);
}

#[tokio::test]
async fn a_list_that_is_gathered_tells_its_rows() {
    let forge = Upstream::start();
    for page in [1, 2] {
        let teams: Vec<Value> = (0..50 - 20 * (page - 1))
            .map(|row| json!({ "id": page * 100 + row, "name": format!("t{page}-{row}") }))
            .collect();
        let answer = Answer::json(200, &json!(teams)).header("x-total-count", "80");
        forge.on(&format!("GET /orgs/o/teams?page={page}"), answer);
    }
    let arguments = json!({ "org": "o", "keyword": "t2" });
    let told = Watching::told(forge.server(|_| {}), "search_org_teams", arguments, 80.0).await;
    assert_eq!(told, [(50.0, Some(80.0)), (80.0, Some(80.0))]);
}

#[tokio::test]
async fn a_raw_operation_that_is_saved_tells_its_bytes() {
    let forge = Upstream::start();
    let archive = Answer::raw(200, "application/zip", vec![7; 300_000]);
    forge.on("GET /repos/o/r/archive/main.zip", archive);
    let folder = tempfile::tempdir().unwrap();
    let server = forge.server(|_| {}).with_sink(Arc::new(Sink::new(folder.path().join("main.zip"))));
    let arguments = json!({ "owner": "o", "repo": "r", "archive": "main.zip" });
    let call = json!({ "name": "repoGetArchive", "arguments": arguments });
    let told = Watching::told(server, "call_read_tool", call, 300_000.0).await;
    assert!(told.iter().all(|(_, total)| *total == Some(300_000.0)), "{told:?}");
}
