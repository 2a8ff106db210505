//! Messages over HTTP: error codes as on stdio, progress as it comes, confirmation by name.

use serde_json::{Value, json};

use super::served::{Served, answer, ask, call, forge};
use crate::harness::{Answer, Upstream};

/// Reads a resource with a version of the protocol.
async fn read(served: &Served, version: &str, uri: &str) -> Value {
    let mut params = json!({ "uri": uri });
    let mut request = served.of("t");
    if version == "2026-07-28" {
        params["_meta"] = json!({
            "io.modelcontextprotocol/protocolVersion": version,
            "io.modelcontextprotocol/clientInfo": { "name": "c", "version": "1" },
            "io.modelcontextprotocol/clientCapabilities": {},
        });
        request = request.header("mcp-method", "resources/read").header("mcp-name", uri);
    }
    let mut built = request.body(ask("resources/read", params)).build().unwrap();
    built.headers_mut().insert("mcp-protocol-version", version.parse().unwrap());
    let response = served.client.execute(built).await.unwrap();
    assert_eq!(response.status(), 200);
    response.json().await.unwrap()
}

#[tokio::test]
async fn resource_errors_have_the_codes_of_stdio() {
    let forge = Upstream::start();
    let hidden = json!({ "message": "token does not have at least one of required scope(s): [read:issue]" });
    forge.on("GET /repos/o/r/labels/7", Answer::json(403, &hidden));
    forge.on("GET /repos/o/r/labels/9", Answer::json(500, &json!({ "message": "boom" })));
    let served = Served::start(&forge).await;
    for version in ["2024-11-05", "2025-06-18", "2025-11-25", "2026-07-28"] {
        for (id, code) in [("7", -32002), ("8", -32003), ("9", -32603), ("x", -32602)] {
            let found = read(&served, version, &format!("forgejo://repo/o/r/label/{id}")).await;
            assert_eq!(found["error"]["code"], code, "{version} {id}: {found}");
            assert_eq!(found["id"], 1);
        }
    }
}

#[tokio::test]
async fn a_good_answer_of_the_newest_version_is_left_as_it_is() {
    let forge = Upstream::start();
    let label = json!({ "id": 7, "name": "says -32602", "color": "ff0000" });
    forge.on("GET /repos/o/r/labels/7", Answer::json(200, &label));
    let served = Served::start(&forge).await;
    let found = read(&served, "2026-07-28", "forgejo://repo/o/r/label/7").await;
    assert!(found["result"]["contents"][0]["text"].as_str().unwrap().contains("says -32602"), "{found}");
}

#[tokio::test]
async fn progress_comes_as_events_before_the_answer() {
    let forge = forge();
    let attached = json!({ "id": 3, "name": "f.bin", "size": 3_000_000, "uuid": "x" });
    forge.on("POST /repos/o/r/issues/1/assets", Answer::json(201, &attached));
    let served = Served::start(&forge).await;
    let content = "QUFB".repeat(1_000_000);
    let params = json!({
        "name": "create_issue_attachment",
        "arguments": { "owner": "o", "repo": "r", "index": 1, "filename": "f.bin", "content": content },
        "_meta": { "progressToken": "p1" },
    });
    let response = served.of("t").body(ask("tools/call", params)).send().await.unwrap();
    assert_eq!(response.status(), 200);
    assert_eq!(response.headers()["content-type"], "text/event-stream");
    let text = response.text().await.unwrap();
    let messages: Vec<Value> = text
        .lines()
        .filter_map(|line| line.strip_prefix("data:"))
        .filter_map(|data| serde_json::from_str(data).ok())
        .collect();
    let (last, before) = messages.split_last().unwrap();
    assert_eq!(last["result"]["structuredContent"]["name"], "f.bin", "{text}");
    assert!(!before.is_empty());
    assert!(before.iter().all(|notice| notice["params"]["progressToken"] == "p1"), "{before:?}");
}

#[tokio::test]
async fn an_older_client_confirms_by_name() {
    let forge = Upstream::start();
    forge.on("GET /repos/o/r", Answer::json(200, &json!({ "name": "r", "full_name": "o/r" })));
    forge.on("GET /repos/o/r/branches/b", Answer::json(200, &json!({ "name": "b" })));
    forge.on("DELETE /repos/o/r/branches/b", Answer::empty(204));
    let served = Served::with(&forge, |flags| flags.confirm = forgejo_mcp::config::ConfirmMode::Auto).await;
    let mut arguments = json!({ "owner": "o", "repo": "r", "branch": "b" });
    let found = answer(served.of("t"), call("delete_branch", arguments.clone())).await;
    assert_eq!(found["result"]["_meta"]["kind"], "confirmation_required", "{found}");
    assert_eq!(forge.writes().len(), 0);
    let text = found["result"]["content"][0]["text"].as_str().unwrap();
    let target = text.split("confirm: \"").nth(1).unwrap().split('"').next().unwrap();
    arguments["confirm"] = target.into();
    let found = answer(served.of("t"), call("delete_branch", arguments)).await;
    assert_ne!(found["result"]["isError"], true, "{found}");
    assert_eq!(forge.writes().len(), 1);
}
