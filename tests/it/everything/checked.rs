//! The arguments of operations are checked against their own schemas before anything is sent.

use forgejo_mcp::forgejo::operation::operations;
use forgejo_mcp::server::operations::input;
use serde_json::{Map, Value, json};

use super::calls::arguments_of_operation;
use super::forge::start;
use super::operations::door;
use super::values::Maker;
use crate::harness::{Session, Upstream};

/// Values that a schema refuses; none where everything is a text.
fn wrong(schema: &Map<String, Value>) -> Option<Value> {
    if schema.contains_key("enum") {
        return Some(json!("no such word"));
    }
    Some(match schema.get("type").and_then(Value::as_str)? {
        "integer" | "number" => json!("twelve"),
        "boolean" => json!("yes"),
        "string" if schema.contains_key("format") => json!("yesterday"),
        "string" => json!({ "no": "text" }),
        "object" => json!("no object"),
        "array" => match schema["items"].get("type").and_then(Value::as_str) {
            Some("string") => json!([{ "no": "text" }]),
            Some(_) => json!(["no such thing"]),
            None => return None,
        },
        other => panic!("type {other}"),
    })
}

async fn refusal(session: &Session, door: &str, name: &str, arguments: &Map<String, Value>) -> String {
    let called = session.call(door, json!({ "name": name, "arguments": arguments })).await;
    assert_eq!(called.kind(), "invalid_arguments", "{name} {arguments:?}: {}", called.error());
    called.error()
}

#[tokio::test]
async fn every_argument_of_every_operation_is_checked() {
    let forge = start(Maker::default());
    let session = forge.session().await;
    let mut checked = 0;
    for operation in operations() {
        let schema = input(operation);
        let good = arguments_of_operation(operation);
        for (name, property) in schema["properties"].as_object().unwrap() {
            let Some(value) = wrong(property.as_object().unwrap()) else { continue };
            if name == "body" && property["type"] == "string" && good.len() > 1 {
                // An object there is the whole body.
                continue;
            }
            let mut arguments = good.clone();
            arguments.insert(name.clone(), value);
            let said = refusal(&session, door(operation), operation.id, &arguments).await;
            assert!(said.contains(&format!("`{name}")), "{}: {name}: {said}", operation.id);
            checked += 1;
        }
    }
    assert!(checked > 2_000, "{checked} arguments were checked");
    assert!(forge.seen().is_empty(), "{:?}", forge.targets());
}

#[tokio::test]
async fn missing_and_unknown_arguments_are_named() {
    let forge = start(Maker::default());
    let session = forge.session().await;
    let mut missing = 0;
    for operation in operations() {
        let schema = input(operation);
        let required = schema.get("required").and_then(Value::as_array).cloned().unwrap_or_default();
        for name in required.iter().map(|name| name.as_str().unwrap()) {
            let mut arguments = arguments_of_operation(operation);
            arguments.shift_remove(name);
            let said = refusal(&session, door(operation), operation.id, &arguments).await;
            assert!(said.contains(&format!("`{name}`")), "{}: {name}: {said}", operation.id);
            missing += 1;
        }
        let mut arguments = arguments_of_operation(operation);
        arguments.insert("lamp_is_lit".to_owned(), json!(true));
        let said = refusal(&session, door(operation), operation.id, &arguments).await;
        assert!(said.contains("`lamp_is_lit`"), "{}: {said}", operation.id);
    }
    assert!(missing > 900, "{missing}");
    assert!(forge.seen().is_empty(), "{:?}", forge.targets());
}

async fn create_issue(forge: &Upstream, arguments: Value) -> crate::harness::Called {
    let mut all = json!({ "owner": "harbor", "repo": "lighthouse" });
    all.as_object_mut().unwrap().extend(arguments.as_object().unwrap().clone());
    forge.call("call_write_tool", json!({ "name": "issueCreateIssue", "arguments": all })).await
}

#[tokio::test]
async fn fields_of_a_body_are_given_one_by_one_or_whole() {
    let forge = start(Maker::default());
    for arguments in [
        json!({ "title": "t", "body": "b", "labels": [1] }),
        json!({ "body": { "title": "t", "body": "b", "labels": [1] } }),
        json!({ "title": "t", "body": "b", "labels": "1" }),
    ] {
        let called = create_issue(&forge, arguments.clone()).await;
        assert_ne!(called.result.is_error, Some(true), "{arguments}: {:?}", called.texts());
        let sent = forge.last("POST /repos/harbor/lighthouse/issues").json();
        assert_eq!(sent, json!({ "title": "t", "body": "b", "labels": [1] }), "{arguments}");
    }
    let before = forge.writes().len();
    for (arguments, said) in [
        (json!({ "body": { "body": "b" } }), "`body.title`"),
        (json!({ "body": { "title": "t", "labels": ["x"] } }), "`body.labels[0]`"),
        (json!({ "body": { "title": "t", "lamp": 1 } }), "`body.lamp`"),
        (json!({ "title": "t", "body": { "title": "t" } }), "`title`"),
        (json!({ "body": "b" }), "`title`"),
        (json!({ "titel": "t" }), "`title`"),
        (json!({ "title": "t", "due_date": "soon" }), "`due_date`"),
    ] {
        let called = create_issue(&forge, arguments.clone()).await;
        assert_eq!(called.kind(), "invalid_arguments", "{arguments}");
        assert!(called.error().contains(said), "{arguments}: {}", called.error());
    }
    assert_eq!(forge.writes().len(), before);
}

#[tokio::test]
async fn a_field_with_the_name_of_a_parameter_is_given_inside_the_body() {
    let forge = start(Maker::default());
    let place = json!({ "owner": "harbor", "repo": "lighthouse", "index": 3 });
    let name = "issueCreateIssueDependencies";
    let called = forge.call("call_write_tool", json!({ "name": name, "arguments": place })).await;
    assert!(called.error().contains("`body`"), "{}", called.error());
    let mut whole = place.clone();
    whole["body"] = json!({ "owner": "harbor", "repo": "workshop", "index": 4 });
    let called = forge.call("call_write_tool", json!({ "name": name, "arguments": whole })).await;
    assert_ne!(called.result.is_error, Some(true), "{:?}", called.texts());
    assert_eq!(forge.last("POST /repos/harbor/lighthouse/issues/3/dependencies").json(), whole["body"]);
}

#[tokio::test]
async fn maps_with_free_keys_are_taken() {
    let forge = start(Maker::default());
    let config = json!({ "url": "https://hook.example", "content_type": "json" });
    let arguments = json!({ "owner": "harbor", "repo": "lighthouse", "type": "forgejo", "config": config });
    let called =
        forge.call("call_write_tool", json!({ "name": "repoCreateHook", "arguments": arguments })).await;
    assert_ne!(called.result.is_error, Some(true), "{:?}", called.texts());
    assert_eq!(forge.last("POST /repos/harbor/lighthouse/hooks").json()["config"], config);
}
