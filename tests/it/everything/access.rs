//! What a token may do, and failures that are about its scopes or the instance's version.

use forgejo_mcp::forgejo::operation::{Access, operations};
use forgejo_mcp::forgejo::scope::first_major;
use serde_json::{Value, json};

use super::calls::{all, arguments_of, arguments_of_operation};
use super::operations::door;
use crate::harness::{Answer, TOKEN, Upstream};

fn forge(version: &str, scopes: Option<&[&str]>) -> Upstream {
    let forge = Upstream::start();
    forge.on("GET /version", Answer::json(200, &json!({ "version": version })));
    forge.on("GET /user", Answer::json(200, &json!({ "id": 1, "login": "alice" })));
    let end = &TOKEN[TOKEN.len() - 8..];
    if let Some(scopes) = scopes {
        let token = json!([
            { "id": 1, "name": "other", "token_last_eight": "00000000", "scopes": ["all"] },
            { "id": 2, "name": "own", "token_last_eight": end, "scopes": scopes },
        ]);
        forge.on("GET /users/alice/tokens", Answer::json(200, &token));
    }
    forge
}

fn names(value: &Value) -> Vec<&str> {
    value.as_array().into_iter().flatten().filter_map(Value::as_str).collect()
}

#[tokio::test]
async fn scopes_and_version_say_what_cannot_be_used() {
    let known = forge("15.0.3+gitea-1.22.0", Some(&["read:repository", "write:issue"]));
    let rights = known.call("forgejo_access", json!({})).await.json();
    assert_eq!((&rights["user"], &rights["page_cap"]), (&json!("alice"), &json!(50)));
    assert_eq!(rights["scopes"], json!(["read:repository", "write:issue"]));
    let missing = names(&rights["tools_missing_here"]);
    assert!(missing.contains(&"get_action_job_logs") && !missing.contains(&"create_issue"), "{missing:?}");
    let forbidden = names(&rights["tools_forbidden"]);
    for (tool, refused) in [
        ("create_issue", false),
        ("list_repo_issues", false),
        ("get_file_content", false),
        ("create_file", true),
        ("merge_pull_request", true),
        ("check_notifications", true),
        ("list_my_orgs", true),
        ("find_tools", false),
    ] {
        assert_eq!(forbidden.contains(&tool), refused, "{tool}: {forbidden:?}");
    }
    let newest = forge("17.0.0-dev", Some(&["all"])).call("forgejo_access", json!({})).await.json();
    assert_eq!((newest.get("tools_missing_here"), newest.get("tools_forbidden")), (None, None));
}

#[tokio::test]
async fn what_the_forge_does_not_tell_is_said_to_be_unknown() {
    let forge = forge("16.0.0", None);
    let rights = forge.call("forgejo_access", json!({})).await.json();
    assert!(
        rights["scopes"].is_null() && rights["warnings"][0].as_str().unwrap().contains("scopes"),
        "{rights}"
    );
    // A token for single repositories may not read its account; the rest is answered.
    forge.on("GET /user", Answer::recorded("errors/me_as_alice_repo_scoped"));
    let rights = forge.call("forgejo_access", json!({})).await.json();
    assert!(rights["user"].is_null() && rights["forgejo"] == "16.0.0", "{rights}");
    let session = forge.session_with(|flags| flags.token = None).await;
    let rights = session.call("forgejo_access", json!({})).await.json();
    assert!(rights["warnings"][0].as_str().unwrap().contains("no token"), "{rights}");
}

#[tokio::test]
async fn s24_every_tool_names_the_scope_that_is_missing() {
    let forge = Upstream::start();
    let said = "token does not have at least one of required scope(s): [write:lamp]";
    forge.otherwise(move |_| Answer::json(403, &json!({ "message": said })));
    let session = forge.session().await;
    let mut named = 0;
    for tool in all() {
        forge.taken();
        let called = session.call(tool.name, arguments_of(tool)).await;
        if called.result.is_error != Some(true) || forge.seen().is_empty() {
            continue;
        }
        assert_eq!(called.kind(), "forbidden", "{}", tool.name);
        assert!(called.error().contains("[write:lamp]"), "{}: {}", tool.name, called.error());
        named += 1;
    }
    assert!(named > 100, "{named}");
}

#[tokio::test]
async fn s14_what_an_instance_is_too_old_for_is_unsupported_with_its_version() {
    for (version, old) in [("11.0.3+gitea-1.22.0", true), ("99.0.0", false)] {
        let forge = Upstream::start();
        forge.on("GET /version", Answer::json(200, &json!({ "version": version })));
        forge.otherwise(|_| Answer::json(404, &json!({ "message": "not found" })));
        let session = forge.session().await;
        let mut newer = 0;
        for operation in operations().iter().filter(|operation| operation.access == Access::Read) {
            let given = json!({ "name": operation.id, "arguments": arguments_of_operation(operation) });
            let called = session.call(door(operation), given).await;
            if matches!(operation.id, "getVersion" | "getGeneralAPISettings") {
                continue;
            }
            let lacks = old && first_major(operation) > 11;
            let kind = if lacks { "unsupported" } else { "not_found" };
            assert_eq!(called.kind(), kind, "{} on {version}: {}", operation.id, called.error());
            if lacks {
                let since = operation.since.trim_start_matches("by ");
                assert!(called.error().contains(&format!("Forgejo {since}")), "{}", called.error());
                newer += 1;
            }
        }
        assert_eq!(newer > 10, old, "{newer}");
    }
}
