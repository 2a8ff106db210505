//! Every operation of the API can be called through the door, and what was given leaves as it should.

use forgejo_mcp::forgejo::operation::{BodyKind, Location, Operation, ResponseKind, operation, operations};
use forgejo_mcp::server::operations::{access, is_irrecoverable};
use forgejo_mcp::tools::Access;
use serde_json::{Map, Value, json};

use super::calls::{agreeing, arguments_of_operation};
use super::forge::{is_in_path, start};
use super::values::Maker;
use crate::harness::{Answer, Seen, Session, Upstream};

/// The door that leads to an operation.
pub(super) fn door(operation: &Operation) -> &'static str {
    if access(operation) == Access::Read { "call_read_tool" } else { "call_write_tool" }
}

/// The path of a request, from the values of its parameters.
fn path(operation: &Operation, arguments: &Map<String, Value>) -> String {
    let mut path = operation.path.trim_start_matches("/api/v1").to_owned();
    for parameter in operation.parameters.iter().filter(|parameter| parameter.location == Location::Path) {
        let value = &arguments[parameter.name];
        let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        path = path.replace(&format!("{{{}}}", parameter.name), &text);
    }
    path
}

/// Fails unless a request holds everything that was given.
fn holds(operation: &Operation, arguments: &Map<String, Value>, seen: &Seen) {
    assert_eq!(seen.method, operation.method.as_str(), "{}", operation.id);
    let sent = percent_encoding::percent_decode_str(seen.path()).decode_utf8_lossy().into_owned();
    assert_eq!(sent, path(operation, arguments), "{}", operation.id);
    let own = ["page", "limit", "offset", "max_bytes"];
    let parts = !matches!(operation.response, ResponseKind::Json | ResponseKind::Empty);
    for (name, value) in arguments.iter().filter(|(name, _)| !is_in_path(operation, name)) {
        let in_query = operation.parameters.iter().any(|p| p.name == name && p.location == Location::Query);
        let words = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        if in_query && operation.body_kind != BodyKind::Form {
            let expected: Vec<String> = match value {
                Value::Array(items) => items.iter().map(words).collect(),
                value => vec![words(value)],
            };
            assert_eq!(seen.query(name), expected, "{}: {name}", operation.id);
        } else if parts && own.contains(&name.as_str()) {
            // Which part of the answer is shown concerns the forge nothing.
            assert!(
                seen.query(name).is_empty() && seen.json().get(name).is_none(),
                "{}: {name}",
                operation.id
            );
        } else if operation.body_kind == BodyKind::Json && !(name == "body" && value.is_object()) {
            assert_eq!(&seen.json()[name], value, "{}: {name}", operation.id);
        } else if operation.body_kind == BodyKind::None {
            assert!(own.contains(&name.as_str()), "{}: {name} is not sent", operation.id);
        }
    }
    if let Some(body) = arguments.get("body").filter(|body| body.is_object()) {
        assert_eq!(&seen.json(), body, "{}: the body", operation.id);
    }
}

#[tokio::test]
async fn every_operation_is_called_through_its_door() {
    let forge = start(Maker::default());
    let session = forge.session_with(|flags| flags.confirm = forgejo_mcp::config::ConfirmMode::Auto).await;
    // The page cap is asked for once.
    session.call("call_read_tool", json!({ "name": "repoSearch" })).await;
    let (mut failed, mut sent) = (Vec::new(), 0);
    for operation in operations() {
        let arguments = arguments_of_operation(operation);
        forge.taken();
        let given = json!({ "name": operation.id, "arguments": arguments });
        let (called, asked) = agreeing(&session, door(operation), given).await;
        if called.result.is_error == Some(true) {
            failed.push(format!("{}: {}", operation.id, called.error()));
            continue;
        }
        assert_eq!(asked, is_irrecoverable(operation), "{}: asked", operation.id);
        let seen = forge.taken();
        assert_eq!(seen.len(), 1, "{}: {seen:#?}", operation.id);
        holds(operation, &arguments, &seen[0]);
        sent += 1;
    }
    assert!(failed.is_empty(), "{} failed:\n{}", failed.len(), failed.join("\n"));
    assert_eq!(sent, 512);
}

#[tokio::test]
async fn the_wrong_door_is_refused_and_nothing_is_sent() {
    let forge = start(Maker::default());
    let session = forge.session().await;
    for operation in operations() {
        let (wrong, right) = match access(operation) {
            Access::Read => ("call_write_tool", "call_read_tool"),
            _ => ("call_read_tool", "call_write_tool"),
        };
        let arguments = arguments_of_operation(operation);
        let called = session.call(wrong, json!({ "name": operation.id, "arguments": arguments })).await;
        assert_eq!(called.kind(), "invalid_arguments", "{}", operation.id);
        assert!(called.error().contains(right), "{}: {}", operation.id, called.error());
    }
    assert!(forge.seen().is_empty(), "{:?}", forge.targets());
}

async fn attach(forge: &Upstream, session: &Session, name: &str, arguments: Value) -> Seen {
    forge.taken();
    let called = session.call("call_write_tool", json!({ "name": name, "arguments": arguments })).await;
    assert_ne!(called.result.is_error, Some(true), "{:?}", called.texts());
    forge.taken().into_iter().find(|seen| seen.method == "POST").unwrap()
}

#[tokio::test]
async fn files_are_uploaded_by_operation_under_the_rules_of_the_tools() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("tide.txt"), "high at noon").unwrap();
    let forge = start(Maker::default());
    let root = folder.path().to_owned();
    let session = forge
        .session_with(|flags| {
            flags.allow_file_path_upload = true;
            flags.upload_root = Some(root);
        })
        .await;
    let on = json!({ "owner": "harbor", "repo": "lighthouse", "index": 3, "id": 3 });
    for (name, number) in [
        ("issueCreateIssueAttachment", "index"),
        ("issueCreateIssueCommentAttachment", "id"),
        ("repoCreateReleaseAttachment", "id"),
    ] {
        let on =
            json!({ "owner": "harbor", "repo": "lighthouse", number: on[number], "file_path": "tide.txt" });
        let seen = attach(&forge, &session, name, on).await;
        assert!(seen.path().contains("/3/assets"), "{}", seen.target);
        assert_eq!(seen.query("name"), ["tide.txt"]);
        let body = String::from_utf8_lossy(&seen.body).into_owned();
        assert!(body.contains("high at noon") && body.contains("name=\"attachment\""), "{body}");
    }
    let link = json!({ "owner": "harbor", "repo": "lighthouse", "id": 3, "external_url": "https://dist.example/a.zip" });
    let seen = attach(&forge, &session, "repoCreateReleaseAttachment", link).await;
    assert!(String::from_utf8_lossy(&seen.body).contains("https://dist.example/a.zip"));

    forge.taken();
    let refused = [
        (json!({ "file_path": "../etc/passwd" }), "forbidden"),
        (json!({ "file_path": "/etc/passwd" }), "forbidden"),
        (json!({ "content": "aGk=", "file_path": "tide.txt", "filename": "a" }), "invalid_arguments"),
        (json!({ "content": "aGk=" }), "invalid_arguments"),
        (json!({}), "invalid_arguments"),
        (json!({ "external_url": "https://dist.example/a.zip" }), "invalid_arguments"),
    ];
    for (file, kind) in refused {
        let mut arguments = json!({ "owner": "harbor", "repo": "lighthouse", "index": 3 });
        arguments.as_object_mut().unwrap().extend(file.as_object().unwrap().clone());
        let given = json!({ "name": "issueCreateIssueAttachment", "arguments": arguments });
        let called = session.call("call_write_tool", given).await;
        assert_eq!(called.kind(), kind, "{file}: {}", called.error());
    }
    // Where the operator did not allow it, a path is refused.
    let session = forge.session().await;
    let arguments = json!({ "owner": "harbor", "repo": "lighthouse", "index": 3, "file_path": "tide.txt" });
    let given = json!({ "name": "issueCreateIssueAttachment", "arguments": arguments });
    assert_eq!(session.call("call_write_tool", given).await.kind(), "forbidden");
    assert!(forge.writes().is_empty(), "{:?}", forge.targets());
}

#[tokio::test]
async fn a_path_cannot_leave_its_route_through_the_door() {
    let forge = start(Maker::default());
    let session = forge.session().await;
    let mut tried = 0;
    for operation in operations() {
        let mut arguments = arguments_of_operation(operation);
        let mut texts = operation.parameters.iter().filter(|p| {
            p.location == Location::Path && p.kind == forgejo_mcp::forgejo::operation::Kind::String
        });
        let Some(parameter) = texts.next_back() else { continue };
        for value in ["..", "a/../../x", "a\\..\\x", "", "a//b", "a\n"] {
            arguments[parameter.name] = json!(value);
            let given = json!({ "name": operation.id, "arguments": arguments });
            let called = session.call(door(operation), given).await;
            assert_eq!(called.kind(), "invalid_arguments", "{} {value:?}", operation.id);
            tried += 1;
        }
    }
    assert!(tried > 2_000, "{tried}");
    assert!(forge.seen().is_empty(), "{:?}", forge.targets());
}

#[tokio::test]
async fn names_with_odd_characters_arrive_as_they_are() {
    let forge = start(Maker::default());
    let session = forge.session().await;
    for name in ["a/b", "100%", "a#b?c", "two words", "🗼", "a+b"] {
        forge.taken();
        let arguments = json!({ "owner": "harbor", "repo": "lighthouse", "branch": name });
        let given = json!({ "name": "repoGetBranch", "arguments": arguments });
        assert_ne!(session.call("call_read_tool", given).await.result.is_error, Some(true), "{name}");
        let seen = forge.taken();
        let sent = percent_encoding::percent_decode_str(seen.last().unwrap().path())
            .decode_utf8_lossy()
            .into_owned();
        assert_eq!(sent, format!("/repos/harbor/lighthouse/branches/{name}"));
    }
}

#[tokio::test]
async fn an_unknown_name_is_answered_with_the_nearest() {
    let forge = Upstream::start();
    let called = forge.call("call_read_tool", json!({ "name": "issueGetIsue" })).await;
    assert!(called.error().contains("issueGetIssue"), "{}", called.error());
    forge.on("GET /repos/harbor/lighthouse", Answer::json(200, &json!({ "name": "lighthouse" })));
    for arguments in [
        json!({ "owner": "harbor", "repo": "lighthouse" }),
        json!("{\"owner\":\"harbor\",\"repo\":\"lighthouse\"}"),
    ] {
        let called = forge.call("call_read_tool", json!({ "name": "repoGet", "arguments": arguments })).await;
        assert!(called.text().contains("lighthouse"), "{}", called.text());
    }
    assert!(operation("repoGet").is_some());
}
