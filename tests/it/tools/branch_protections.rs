//! Rules that protect branches.

use serde_json::{Value, json};

use crate::harness::{Answer, Upstream};

const RULES: &str = "/repos/harbor/workshop/branch_protections";

fn with(fields: Value) -> Value {
    let mut arguments = json!({ "owner": "harbor", "repo": "workshop" });
    arguments.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
    arguments
}

#[tokio::test]
async fn p4_list_branch_protections_slices_here() {
    let forge = Upstream::start();
    forge.replay("branch_protections/list_rules_default");
    let all = forge.call("list_branch_protections", with(json!({}))).await.json();
    assert_eq!((&all["total_count"], &all["has_more"]), (&json!(4), &json!(false)));
    let second = forge.call("list_branch_protections", with(json!({ "limit": 1, "page": 2 }))).await.json();
    assert_eq!(second["items"].as_array().unwrap().len(), 1);
    assert_eq!(second["items"][0]["rule"], all["items"][1]["rule"]);
    assert_eq!(second["next"], json!({ "page": 3, "limit": 1 }));
}

#[tokio::test]
async fn list_branch_protections_of_nothing() {
    let forge = Upstream::start();
    assert_eq!(forge.call("list_branch_protections", with(json!({}))).await.kind(), "not_found");
}

#[tokio::test]
async fn e1_rules_with_odd_names_are_encoded_once() {
    for (rule, recorded, path) in [
        ("release/*", "get_rule_glob", "release%2F"),
        ("feature/a b", "get_rule_space", "feature%2Fa%20b"),
        ("fix/100%", "get_rule_percent", "fix%2F100%25"),
        ("a/b#c?d é🚢", "", "a%2Fb%23c%3Fd%20%C3%A9%F0%9F%9A%A2"),
    ] {
        let forge = Upstream::start();
        if recorded.is_empty() {
            forge.on(&format!("GET {RULES}/{path}"), Answer::json(200, &json!({ "rule_name": rule })));
        } else {
            // The star may travel encoded or not.
            let answer = Answer::from(&forge.replay(&format!("branch_protections/{recorded}")));
            forge.on(&format!("GET {RULES}/release%2F*"), answer);
        }
        let found = forge.call("get_branch_protection", with(json!({ "rule": rule }))).await.json();
        assert_eq!(found["rule"], rule);
        assert!(forge.targets()[0].contains(path), "{:?}", forge.targets());
    }
}

#[tokio::test]
async fn get_branch_protection_shows_what_is_on() {
    let forge = Upstream::start();
    forge.replay("branch_protections/get_rule");
    let rule = forge.call("get_branch_protection", with(json!({ "rule_name": "main" }))).await.json();
    assert_eq!(rule["push_whitelist_usernames"], json!(["alice"]));
    assert_eq!(rule["required_approvals"], 1);
    assert_eq!(rule["protected_file_patterns"], "*.lock;secret/**");
    assert!(
        rule.get("merge_whitelist_teams").is_none() && rule.get("require_signed_commits").is_none(),
        "{rule}"
    );
}

#[tokio::test]
async fn get_branch_protection_that_is_missing() {
    let forge = Upstream::start();
    forge.replay("branch_protections/get_rule_missing");
    let called = forge.call("get_branch_protection", with(json!({ "rule": "none" }))).await;
    assert_eq!(called.kind(), "not_found");
    assert!(called.error().contains("has no rule \"none\""), "{}", called.error());
    let called = forge.call("get_branch_protection", with(json!({ "rule": "a/../b" }))).await;
    assert_eq!(called.kind(), "invalid_arguments");
}

#[tokio::test]
async fn create_branch_protection_sends_what_was_said() {
    let forge = Upstream::start();
    let recorded = forge.replay("branch_protections/create_rule_main");
    let arguments = with(json!({
        "branch_name": "main", "required_approvals": "1", "enable_status_check": true,
        "status_check_contexts": "ci/*,check / lint", "enable_push_whitelist": true, "push_whitelist_usernames": "alice",
        "push_whitelist_teams": ["crew"], "enable_merge_whitelist": "true", "merge_whitelist_usernames": ["alice"],
        "dismiss_stale_approvals": true, "block_on_outdated_branch": true,
        "protected_file_patterns": "*.lock;secret/**", "apply_to_admins": false,
    }));
    let rule = forge.call("create_branch_protection", arguments).await.json();
    assert_eq!(rule["rule"], "main");
    assert!(rule.get("warnings").is_none(), "{rule}");
    // The push whitelist counts only with enable_push, which was left out.
    assert_eq!(forge.last(&format!("POST {RULES}")).json(), recorded.sent);
}

#[tokio::test]
async fn create_branch_protection_warns_of_lists_without_effect_and_of_what_was_ignored() {
    let forge = Upstream::start();
    let answer =
        json!({ "rule_name": "release/*", "merge_whitelist_usernames": ["alice"], "apply_to_admins": false });
    forge.on(&format!("POST {RULES}"), Answer::json(201, &answer));
    let arguments =
        with(json!({ "rule": "release/*", "merge_whitelist_usernames": "alice", "apply_to_admins": true }));
    let called = forge.call("create_branch_protection", arguments).await;
    let text = called.text();
    assert!(
        text.contains("the merge whitelist has no effect until enable_merge_whitelist is true"),
        "{text}"
    );
    assert!(text.contains("apply_to_admins was not taken over"), "{text}");
}

#[tokio::test]
async fn create_branch_protection_that_exists_is_a_conflict() {
    let forge = Upstream::start();
    forge.replay("branch_protections/create_rule_exists");
    let called = forge.call("create_branch_protection", with(json!({ "rule": "main" }))).await;
    assert_eq!(called.kind(), "conflict");
    assert!(called.error().contains("edit_branch_protection"), "{}", called.error());
}

#[tokio::test]
async fn create_branch_protection_without_right_or_with_unknown_names() {
    let forge = Upstream::start();
    forge.replay("branch_protections/create_rule_as_writer_403");
    assert_eq!(
        forge.call("create_branch_protection", with(json!({ "rule": "y" }))).await.kind(),
        "forbidden"
    );
    forge.replay("branch_protections/create_rule_unknown_user_422");
    let called = forge.call("create_branch_protection", with(json!({ "rule": "x" }))).await;
    assert!(called.error().contains("name: no-such"), "{}", called.error());
}

#[tokio::test]
async fn unknown_people_and_teams_of_a_rule_are_refused_with_candidates() {
    for (recorded, list, known) in [
        ("create_rule_unknown_user_422", "assignees", json!([{ "id": 2, "login": "no-such-one" }])),
        ("create_rule_unknown_team_422", "teams", json!([{ "id": 3, "name": "no-such-one" }])),
    ] {
        let forge = Upstream::start();
        let exchange = forge.replay(&format!("branch_protections/{recorded}"));
        let at = exchange.target.strip_prefix("/api/v1").unwrap().rsplit_once('/').unwrap().0;
        forge.on(&format!("GET {at}/{list}"), Answer::json(200, &known));
        let called = forge.call("create_branch_protection", with(json!({ "rule": "x" }))).await;
        assert_eq!(called.kind(), "validation");
        assert!(called.error().contains("there are no-such-one"), "{}", called.error());
    }
}

#[tokio::test]
async fn people_and_teams_of_a_rule_are_taken_by_id_too() {
    let forge = Upstream::start();
    forge.otherwise(|seen| match seen.path().rsplit('/').next() {
        Some("reviewers") => Answer::json(200, &json!([{ "id": 2, "login": "bob" }])),
        Some("teams") => Answer::json(200, &json!([{ "id": 3, "name": "crew" }])),
        _ => Answer::json(201, &json!({ "rule_name": "x" })),
    });
    let more = json!({ "rule": "x", "enable_push": true, "enable_push_whitelist": true,
        "push_whitelist_usernames": [2], "push_whitelist_teams": "3" });
    forge.call("create_branch_protection", with(more)).await.json();
    let sent = forge.writes()[0].json();
    assert_eq!(
        (&sent["push_whitelist_usernames"], &sent["push_whitelist_teams"]),
        (&json!(["bob"]), &json!(["crew"]))
    );
}

#[tokio::test]
async fn create_branch_protection_refuses_contradictions() {
    let forge = Upstream::start();
    for fields in [
        json!({ "rule": " " }),
        json!({ "rule": "x", "required_approvals": -1 }),
        json!({ "rule": "x", "enable_push": false, "enable_push_whitelist": true }),
        json!({ "rule": "x", "push_whitelist_deploy_keys": true }),
        json!({ "rule": "x", "branch_name": "y" }),
    ] {
        assert_eq!(forge.call("create_branch_protection", with(fields)).await.kind(), "invalid_arguments");
    }
    assert!(forge.seen().is_empty());
}

#[tokio::test]
async fn i11_edit_branch_protection_sends_only_what_was_named() {
    let forge = Upstream::start();
    forge.replay("branch_protections/get_rule");
    forge.replay("branch_protections/edit_rule_false_and_empty");
    let arguments =
        with(json!({ "rule": "main", "dismiss_stale_approvals": false, "push_whitelist_usernames": [],
        "status_check_contexts": "", "protected_file_patterns": "" }));
    let rule = forge.call("edit_branch_protection", arguments).await.json();
    assert!(rule.get("push_whitelist_usernames").is_none());
    assert_eq!(
        forge.last(&format!("PATCH {RULES}/main")).json(),
        json!({ "dismiss_stale_approvals": false, "push_whitelist_usernames": [], "status_check_contexts": [],
                "protected_file_patterns": "" })
    );
}

#[tokio::test]
async fn i11_edit_branch_protection_keeps_what_is_left_out() {
    let forge = Upstream::start();
    forge.replay("branch_protections/get_rule");
    forge.replay("branch_protections/edit_rule_one_field");
    let arguments = with(json!({ "rule": "main", "required_approvals": 2, "enable_push": null }));
    let rule = forge.call("edit_branch_protection", arguments).await.json();
    assert_eq!(rule["required_approvals"], 2);
    assert_eq!(forge.last(&format!("PATCH {RULES}/main")).json(), json!({ "required_approvals": 2 }));
}

#[tokio::test]
async fn edit_branch_protection_sends_the_flags_that_the_push_whitelist_needs() {
    let forge = Upstream::start();
    let now = json!({ "rule_name": "a/b", "enable_push": true, "enable_push_whitelist": true });
    forge.on(&format!("GET {RULES}/a%2Fb"), Answer::json(200, &now));
    forge.on(&format!("PATCH {RULES}/a%2Fb"), Answer::json(200, &now));
    let arguments = with(json!({ "rule": "a/b", "push_whitelist_deploy_keys": true }));
    forge.call("edit_branch_protection", arguments).await.json();
    assert_eq!(
        forge.last(&format!("PATCH {RULES}/a%2Fb")).json(),
        json!({ "enable_push": true, "enable_push_whitelist": true, "push_whitelist_deploy_keys": true })
    );
    let arguments = with(json!({ "rule": "a/b", "enable_push_whitelist": false }));
    forge.call("edit_branch_protection", arguments).await.json();
    assert_eq!(
        forge.last(&format!("PATCH {RULES}/a%2Fb")).json(),
        json!({ "enable_push": true, "enable_push_whitelist": false })
    );
}

#[tokio::test]
async fn edit_branch_protection_of_nothing_or_with_nothing() {
    let forge = Upstream::start();
    forge.replay("branch_protections/edit_rule_missing");
    let called =
        forge.call("edit_branch_protection", with(json!({ "rule": "none", "required_approvals": 1 }))).await;
    assert_eq!(called.kind(), "not_found");
    forge.replay("branch_protections/get_rule");
    let called = forge.call("edit_branch_protection", with(json!({ "rule": "main" }))).await;
    assert_eq!(called.kind(), "invalid_arguments");
    assert!(forge.writes().is_empty());
}

#[tokio::test]
async fn delete_branch_protection_by_odd_names() {
    let forge = Upstream::start();
    forge.replay("branch_protections/delete_rule_fix/100%");
    let called = forge.call("delete_branch_protection", with(json!({ "rule": "fix/100%" }))).await;
    assert_eq!(called.json()["done"], "rule \"fix/100%\" of harbor/workshop is deleted");
    forge.replay("branch_protections/delete_rule_again_404");
    let called = forge.call("delete_branch_protection", with(json!({ "rule": "main" }))).await;
    assert_eq!(called.kind(), "not_found");
}
