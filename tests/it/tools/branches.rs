//! Branches.

use serde_json::json;

use crate::harness::{Answer, Upstream};

fn of(branch: &str) -> serde_json::Value {
    json!({ "owner": "harbor", "repo": "workshop", "branch": branch })
}

#[tokio::test]
async fn p3_a_limit_above_the_cap_is_clamped_and_said() {
    let forge = Upstream::start();
    forge.replay("branches/list_branches_limit50");
    let page = forge
        .call("list_branches", json!({ "owner": "harbor", "repo": "ledger", "limit": 100 }))
        .await
        .json();
    let asked = forge.last("GET /repos/harbor/ledger/branches");
    assert_eq!((asked.query("page"), asked.query("limit")), (vec!["1".to_owned()], vec!["50".to_owned()]));
    assert_eq!((&page["limit"], &page["has_more"]), (&json!(50), &json!(true)));
    assert_eq!(page["next"], json!({ "page": 2, "limit": 50 }));
    let first = &page["items"][0];
    assert!(first["name"].is_string() && first["sha"].is_string(), "{first}");
    assert!(first.get("commit").is_none(), "shaped: {first}");
}

#[tokio::test]
async fn p15_a_page_past_the_end_is_empty() {
    let forge = Upstream::start();
    forge.replay("branches/list_branches_page99_limit5");
    let arguments = json!({ "owner": "harbor", "repo": "ledger", "page": 99, "limit": 5 });
    let page = forge.call("list_branches", arguments).await.json();
    assert_eq!((&page["items"], &page["has_more"]), (&json!([]), &json!(false)));
}

#[tokio::test]
async fn s3_null_branches_of_an_empty_repository_are_none() {
    let forge = Upstream::start();
    forge.on("GET /repos/o/r/branches", Answer::json(200, &json!(null)));
    let page = forge.call("list_branches", json!({ "owner": "o", "repo": "r" })).await.json();
    assert_eq!((&page["items"], &page["has_more"]), (&json!([]), &json!(false)));
}

#[tokio::test]
async fn s9_branches_without_the_code_unit_are_forbidden() {
    let forge = Upstream::start();
    forge.replay("contents/branches_without_code_unit");
    let called = forge.call("list_branches", json!({ "owner": "harbor", "repo": "workshop" })).await;
    assert_eq!(called.kind(), "forbidden");
    assert!(called.error().contains("specific read permission"), "{}", called.error());
}

#[tokio::test]
async fn create_branch_sends_name_and_start() {
    let forge = Upstream::start();
    forge.replay("branches/create_branch_ünï/cödé");
    let arguments =
        json!({ "owner": "harbor", "repo": "workshop", "branch": "ünï/cödé", "old_branch": "main" });
    let made = forge.call("create_branch", arguments).await.json();
    let sent = forge.last("POST /repos/harbor/workshop/branches").json();
    assert_eq!(sent, json!({ "new_branch_name": "ünï/cödé", "old_ref_name": "main" }));
    assert_eq!(made["name"], "ünï/cödé");
    assert!(made["sha"].is_string());
}

#[tokio::test]
async fn create_branch_leaves_out_what_is_empty() {
    let forge = Upstream::start();
    forge.replay("branches/create_branch_default_base");
    let arguments = json!({ "owner": "harbor", "repo": "workshop", "branch": "x", "old_branch": "" });
    forge.call("create_branch", arguments).await.json();
    assert_eq!(forge.last("POST /repos/harbor/workshop/branches").json(), json!({ "new_branch_name": "x" }));
}

#[tokio::test]
async fn create_branch_says_what_is_wrong() {
    for (recorded, kind, part) in [
        ("create_branch_exists_409", "conflict", "already"),
        ("create_branch_prefix_conflict", "conflict", "stands in its way"),
        ("create_branch_bad_name", "validation", "git does not take"),
        ("create_branch_missing_base_404", "not_found", "branch to start from"),
        ("create_branch_as_reader_403", "forbidden", "not allowed"),
    ] {
        let forge = Upstream::start();
        forge.replay(&format!("branches/{recorded}"));
        let called = forge.call("create_branch", of("a..b")).await;
        assert_eq!(called.kind(), kind, "{recorded}");
        assert!(called.error().contains(part), "{recorded}: {}", called.error());
    }
    let forge = Upstream::start();
    let called = forge.call("create_branch", of("")).await;
    assert_eq!(called.kind(), "invalid_arguments");
    assert!(forge.seen().is_empty());
}

#[tokio::test]
async fn e1_odd_names_are_encoded_once_with_raw_slashes() {
    for (branch, path) in [
        ("feature/x", "feature/x"),
        ("fix/100%", "fix/100%25"),
        ("hash#1", "hash%231"),
        ("a+b", "a+b"),
        ("a%2Fb", "a%252Fb"),
        ("ünï/cödé", "%C3%BCn%C3%AF/c%C3%B6d%C3%A9"),
        ("a b", "a%20b"),
        ("q?x", "q%3Fx"),
        ("🦀", "%F0%9F%A6%80"),
    ] {
        let forge = Upstream::start();
        let path = format!("/repos/harbor/workshop/branches/{path}");
        forge.on(&format!("GET {path}"), Answer::recorded("branches/get_branch_plain"));
        forge.on(&format!("DELETE {path}"), Answer::empty(204));
        let done = forge.call("delete_branch", of(branch)).await.json();
        assert!(done["done"].as_str().unwrap().contains(branch), "{done}");
        assert_eq!(forge.writes()[0].target, path);
    }
}

#[tokio::test]
async fn e3_a_name_that_would_leave_its_route_is_refused() {
    for branch in ["..", ".", "a/../../b", "a\\b", "a//b", "", "a\nb"] {
        let forge = Upstream::start();
        let called = forge.call("delete_branch", of(branch)).await;
        assert_eq!(called.kind(), "invalid_arguments", "{branch:?}");
        assert!(forge.seen().is_empty(), "{branch:?}: {:?}", forge.targets());
    }
    let forge = Upstream::start();
    let called = forge.call("list_branches", json!({ "owner": "o", "repo": ".." })).await;
    assert_eq!(called.kind(), "invalid_arguments");
    assert!(forge.seen().is_empty());
}

#[tokio::test]
async fn s15_a_missing_branch_is_noticed_before_it_is_deleted() {
    let forge = Upstream::start();
    forge.replay("branches/get_branch_missing");
    let called = forge.call("delete_branch", of("no-such")).await;
    assert_eq!(called.kind(), "not_found");
    assert!(forge.writes().is_empty());
}

#[tokio::test]
async fn the_default_branch_cannot_be_deleted() {
    let forge = Upstream::start();
    forge.on("GET /repos/harbor/workshop/branches/main", Answer::recorded("branches/get_branch_plain"));
    forge.replay("branches/delete_default_branch_403");
    let called = forge.call("delete_branch", of("main")).await;
    assert_eq!(called.kind(), "forbidden");
    assert!(called.error().contains("can not delete default branch"), "{}", called.error());
}

#[tokio::test]
async fn s15_a_branch_from_nothing_says_that_its_start_is_missing() {
    let forge = Upstream::start();
    forge.on("POST /repos/o/r/branches", Answer::json(500, &json!({ "message": "" })));
    let arguments = json!({ "owner": "o", "repo": "r", "branch": "x", "old_branch": "nothing" });
    let called = forge.call("create_branch", arguments).await;
    assert_eq!(called.kind(), "not_found");
    assert!(called.error().contains("list_branches"), "{}", called.error());
    assert_eq!(forge.writes().len(), 1);
}
