//! Webhooks of repositories.

use serde_json::{Value, json};

use crate::harness::{Answer, Upstream};

const HOOKS: &str = "/repos/harbor/workshop/hooks";
const HEADER: &str = "Bearer of-the-receiver-123";

fn with(fields: Value) -> Value {
    let mut arguments = json!({ "owner": "harbor", "repo": "workshop" });
    arguments.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
    arguments
}

/// A webhook as the forge gives it, with these events.
fn stored(events: Value) -> Value {
    json!({ "id": 1, "type": "forgejo", "branch_filter": "main", "url": "https://hooks.example/ci",
            "config": { "content_type": "json", "url": "https://hooks.example/ci" }, "events": events,
            "authorization_header": HEADER, "content_type": "json", "active": true })
}

fn forge_with(hook: &Value) -> Upstream {
    let forge = Upstream::start();
    forge.on(&format!("GET {HOOKS}/1"), Answer::json(200, hook));
    forge.on(&format!("PATCH {HOOKS}/1"), Answer::json(200, hook));
    forge
}

#[tokio::test]
async fn list_repo_hooks_is_paged_and_shows_no_secret() {
    let forge = Upstream::start();
    let answer = Answer::json(200, &json!([stored(json!(["push"]))])).header("x-total-count", "5");
    forge.on(&format!("GET {HOOKS}"), answer);
    let called = forge.call("list_repo_hooks", with(json!({ "limit": 1 }))).await;
    let page = called.json();
    assert_eq!(page["items"][0]["has_authorization_header"], true);
    assert_eq!((&page["total_count"], &page["next"]), (&json!(5), &json!({ "page": 2, "limit": 1 })));
    assert!(!called.text().contains("of-the-receiver"), "{}", called.text());
    assert_eq!(forge.last(&format!("GET {HOOKS}")).query("page"), ["1"]);
}

#[tokio::test]
async fn list_repo_hooks_without_the_right() {
    let forge = Upstream::start();
    forge.replay("hooks/list_hooks_as_writer_403");
    assert_eq!(forge.call("list_repo_hooks", with(json!({}))).await.kind(), "forbidden");
}

#[tokio::test]
async fn get_repo_hook_hides_what_is_secret() {
    let mut hook = stored(json!(["push"]));
    hook["url"] = json!("https://me:pass-word@hooks.example/x?access_token=tok-en&room=3");
    hook["config"]["secret"] = json!("sec-ret");
    let forge = forge_with(&hook);
    let called = forge.call("get_repo_hook", with(json!({ "id": "1" }))).await;
    let text = called.text();
    for secret in ["pass-word", "tok-en", "sec-ret", "of-the-receiver", "me:"] {
        assert!(!text.contains(secret), "{secret}: {text}");
    }
    assert!(text.contains("room=3"), "{text}");
    assert_eq!(called.json()["active"], true);
}

#[tokio::test]
async fn get_repo_hook_shows_settings_and_absence() {
    let forge = Upstream::start();
    let recorded = crate::harness::exchange("hooks/create_hook_slack");
    forge.on(&format!("GET {HOOKS}/3"), Answer::from(&recorded));
    let hook = forge.call("get_repo_hook", with(json!({ "id": 3 }))).await.json();
    assert_eq!(hook["config"], json!({ "channel": "#lamp" }));
    assert_eq!(hook["active"], false);
    assert!(hook.get("has_authorization_header").is_none());
    forge.replay("hooks/get_hook_missing");
    let called = forge.call("get_repo_hook", with(json!({ "id": 999_999 }))).await;
    assert!(called.error().contains("has no webhook 999999"), "{}", called.error());
}

#[tokio::test]
async fn create_repo_hook_sends_everything_and_shows_no_secret() {
    let forge = Upstream::start();
    forge.replay("hooks/create_hook");
    let arguments = with(json!({ "url": "https://hooks.example/ci", "events": "push,issues,pull_request",
        "secret": "sec-ret", "authorization_header": HEADER, "branch_filter": "main", "http_method": "post",
        "content_type": "json", "active": true }));
    let called = forge.call("create_repo_hook", arguments).await;
    assert!(called.json().get("warnings").is_none(), "{}", called.text());
    assert_eq!(called.json()["has_authorization_header"], true);
    assert!(!called.text().contains("REDACTED") && !called.text().contains("sec-ret"), "{}", called.text());
    assert_eq!(
        forge.last(&format!("POST {HOOKS}")).json(),
        json!({ "type": "forgejo", "active": true, "branch_filter": "main", "authorization_header": HEADER,
                "events": ["push", "issues", "pull_request"],
                "config": { "url": "https://hooks.example/ci", "content_type": "json", "secret": "sec-ret" } })
    );
}

#[tokio::test]
async fn i4_a_new_hook_is_active_unless_said_otherwise() {
    let forge = Upstream::start();
    forge.on(&format!("POST {HOOKS}"), Answer::json(201, &stored(json!(["push"]))));
    forge.call("create_repo_hook", with(json!({ "url": "https://hooks.example/min" }))).await.json();
    let sent = forge.last(&format!("POST {HOOKS}")).json();
    assert_eq!(
        (&sent["active"], &sent["events"], &sent["type"]),
        (&json!(true), &json!(["push"]), &json!("forgejo"))
    );
    let off = with(json!({ "url": "https://hooks.example/min", "active": "false", "type": "slack",
        "config": { "channel": "#lamp" } }));
    forge.call("create_repo_hook", off).await.json();
    let sent = forge.last(&format!("POST {HOOKS}")).json();
    assert_eq!((&sent["active"], &sent["config"]["channel"]), (&json!(false), &json!("#lamp")));
}

#[tokio::test]
async fn i21_create_repo_hook_refuses_what_the_forge_would_drop() {
    let forge = Upstream::start();
    let url = "https://hooks.example/x";
    for (fields, said) in [
        (json!({ "url": url, "events": ["lamp_turned"] }), "events[0]"),
        (json!({ "url": "not a url" }), "https://host/path"),
        (json!({ "url": "ftp://hooks.example" }), "https://host/path"),
        (json!({ "url": url, "type": "pigeon" }), "type"),
        (json!({ "url": url, "content_type": "xml" }), "content_type"),
        (json!({ "url": url, "http_method": "GET" }), "POST"),
        (json!({ "url": url, "type": "slack" }), "config.channel"),
        (json!({ "url": url, "config": { "secret": "s" } }), "a parameter of its own"),
        (json!({ "url": url, "config": { "colour": "s" } }), "config.colour"),
    ] {
        let called = forge.call("create_repo_hook", with(fields)).await;
        assert_eq!(called.kind(), "invalid_arguments");
        assert!(called.error().contains(said), "{said}: {}", called.error());
    }
    assert!(forge.seen().is_empty());
}

#[tokio::test]
async fn create_repo_hook_says_which_events_an_older_version_dropped() {
    let forge = Upstream::start();
    forge.on(&format!("POST {HOOKS}"), Answer::json(201, &stored(json!(["push"]))));
    let arguments =
        with(json!({ "url": "https://hooks.example/x", "events": ["push", "action_run_failure"] }));
    let called = forge.call("create_repo_hook", arguments).await;
    assert!(called.text().contains("still off: action_run_failure"), "{}", called.text());
}

#[tokio::test]
async fn create_repo_hook_without_the_right() {
    let forge = Upstream::start();
    forge.replay("hooks/create_hook_as_writer_403");
    let called = forge.call("create_repo_hook", with(json!({ "url": "https://hooks.example/ci" }))).await;
    assert_eq!(called.kind(), "forbidden");
}

#[tokio::test]
async fn i4_edit_of_active_alone_keeps_events_filter_and_header() {
    let forge = forge_with(&stored(json!([
        "push",
        "issues",
        "pull_request",
        "pull_request_review_approved",
        "pull_request_review_rejected",
        "pull_request_review_comment"
    ])));
    let called = forge.call("edit_repo_hook", with(json!({ "id": 1, "active": false }))).await;
    assert!(!called.text().contains("of-the-receiver"), "{}", called.text());
    assert!(called.json().get("warnings").is_none(), "{}", called.text());
    // `issues` read is opening and closing alone; written it would be everything about issues.
    assert_eq!(
        forge.last(&format!("PATCH {HOOKS}/1")).json(),
        json!({ "active": false, "branch_filter": "main", "authorization_header": HEADER,
                "events": ["push", "issues_only", "pull_request_only", "pull_request_review"] })
    );
}

#[tokio::test]
async fn edit_repo_hook_does_not_turn_reviews_on_for_comments() {
    let forge = forge_with(&stored(json!(["pull_request_comment", "pull_request_review_comment"])));
    let called = forge.call("edit_repo_hook", with(json!({ "id": 1, "active": true }))).await;
    assert!(called.json().get("warnings").is_none(), "{}", called.text());
    let sent = forge.last(&format!("PATCH {HOOKS}/1")).json();
    assert_eq!(sent["events"], json!(["pull_request_comment"]));
}

#[tokio::test]
async fn edit_repo_hook_sends_only_the_settings_that_were_named() {
    let forge = forge_with(&stored(json!(["push"])));
    let arguments = with(json!({ "id": 1, "url": "https://hooks.example/ci2", "branch_filter": "",
        "authorization_header": "Bearer new", "events": ["push"] }));
    forge.call("edit_repo_hook", arguments).await.json();
    assert_eq!(
        forge.last(&format!("PATCH {HOOKS}/1")).json(),
        json!({ "branch_filter": "", "authorization_header": "Bearer new", "events": ["push"],
                "config": { "url": "https://hooks.example/ci2" } })
    );
}

#[tokio::test]
async fn edit_repo_hook_of_slack_keeps_its_other_settings() {
    let mut hook = stored(json!(["push"]));
    hook["type"] = json!("slack");
    hook["authorization_header"] = json!("");
    hook["config"] = json!({ "channel": "#lamp", "color": "", "content_type": "json", "icon_url": "", "url": "u",
        "username": "keeper" });
    let forge = forge_with(&hook);
    forge.call("edit_repo_hook", with(json!({ "id": 1, "config": { "channel": "#fog" } }))).await.json();
    assert_eq!(
        forge.last(&format!("PATCH {HOOKS}/1")).json(),
        json!({ "branch_filter": "main", "events": ["push"],
                "config": { "channel": "#fog", "color": "", "icon_url": "", "username": "keeper" } })
    );
}

#[tokio::test]
async fn edit_repo_hook_says_which_events_stayed() {
    let forge = forge_with(&stored(json!(["push", "package"])));
    let called = forge.call("edit_repo_hook", with(json!({ "id": 1, "events": ["push"] }))).await;
    assert!(called.text().contains("still on: package"), "{}", called.text());
}

#[tokio::test]
async fn i4_edit_repo_hook_refuses_what_cannot_be_changed() {
    let forge = Upstream::start();
    for (fields, said) in [
        (json!({ "id": 1, "secret": "new" }), "secret of a webhook cannot be changed"),
        (json!({ "id": 1, "authorization_header": "" }), "cannot be removed"),
        (json!({ "id": 1, "events": [] }), "at least one event"),
        (json!({ "id": 1, "url": "not a url" }), "https://host/path"),
        (json!({ "id": 1 }), "nothing to change"),
    ] {
        let called = forge.call("edit_repo_hook", with(fields)).await;
        assert_eq!(called.kind(), "invalid_arguments");
        assert!(called.error().contains(said), "{said}: {}", called.error());
    }
    assert!(forge.seen().is_empty());
    let called = forge.call("edit_repo_hook", with(json!({ "id": 9, "active": true }))).await;
    assert_eq!(called.kind(), "not_found");
}

#[tokio::test]
async fn delete_repo_hook_and_again() {
    let forge = Upstream::start();
    forge.replay("hooks/delete_hook");
    let called = forge.call("delete_repo_hook", with(json!({ "id": 1 }))).await;
    assert_eq!(called.json()["done"], "webhook 1 of harbor/workshop is deleted");
    forge.replay("hooks/delete_hook_again");
    let called = forge.call("delete_repo_hook", with(json!({ "id": 1 }))).await;
    assert_eq!(called.kind(), "not_found");
}

#[tokio::test]
async fn test_repo_hook_sends_a_delivery() {
    let forge = Upstream::start();
    forge.replay("hooks/test_hook");
    let called = forge.call("test_repo_hook", with(json!({ "id": 1, "ref": "a/b 100%" }))).await;
    assert!(called.json()["done"].as_str().unwrap().contains("on its way"));
    assert_eq!(forge.last(&format!("POST {HOOKS}/1/tests")).query("ref"), ["a/b 100%"]);
}

#[tokio::test]
async fn test_repo_hook_of_an_empty_repository() {
    let forge = Upstream::start();
    forge.replay("hooks/test_hook_empty_repo");
    let called = forge.call("test_repo_hook", json!({ "owner": "harbor", "repo": "empty", "id": 1 })).await;
    assert_eq!(called.kind(), "precondition_failed");
    assert!(called.error().contains("needs a commit"), "{}", called.error());
}
