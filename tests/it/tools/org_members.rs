//! Members of organisations.

use serde_json::json;

use crate::harness::{Answer, Upstream};

/// An organisation with alice, who asks, and bob.
fn harbor() -> Upstream {
    let forge = Upstream::start();
    forge.replay("orgs/get_org");
    forge.replay("orgs/is_member");
    forge.replay("orgs/is_member_not_404");
    forge.on("GET /orgs/harbor/members/alice", Answer::empty(204));
    forge.on("GET /user", Answer::json(200, &json!({ "login": "alice" })));
    forge.on("GET /users/dave", Answer::json(200, &json!({ "login": "dave" })));
    forge
}

#[tokio::test]
async fn list_org_members_gives_people() {
    let forge = Upstream::start();
    forge.replay("orgs/list_members_limit50");
    let page = forge.call("list_org_members", json!({ "org": "harbor" })).await.json();
    assert_eq!(page["total_count"], 3);
    assert_eq!(page["items"][0]["login"], "alice");
    assert!(page["items"][0].get("email").is_none());
    assert_eq!(forge.last("GET /orgs/harbor/members").query("page"), ["1"]);
}

#[tokio::test]
async fn list_org_members_without_a_token_says_why() {
    let forge = Upstream::start();
    forge.replay("orgs/list_members_anonymous_401");
    let called = forge.call("list_org_members", json!({ "org": "harbor" })).await;
    assert_eq!(called.kind(), "unauthorized");
}

#[tokio::test]
async fn check_org_membership_tells_both() {
    let forge = harbor();
    let yes = forge.call("check_org_membership", json!({ "org": "harbor", "user": "bob" })).await.json();
    assert_eq!(yes, json!({ "org": "harbor", "user": "bob", "member": true }));
    let no = forge.call("check_org_membership", json!({ "org": "harbor", "user": "dave" })).await.json();
    assert_eq!(no, json!({ "org": "harbor", "user": "dave", "member": false }));
}

#[tokio::test]
async fn check_org_membership_of_nobody_is_an_error() {
    let forge = harbor();
    let called = forge.call("check_org_membership", json!({ "org": "harbor", "user": "davve" })).await;
    assert_eq!(called.kind(), "not_found");
    assert!(called.error().contains("there is no user davve"), "{}", called.error());
    let called = forge.call("check_org_membership", json!({ "org": "harbour", "user": "dave" })).await;
    assert!(called.error().contains("there is no organisation harbour"), "{}", called.error());
}

#[tokio::test]
async fn a_stranger_sees_public_memberships_and_is_told_so() {
    let forge = harbor();
    forge.replay("orgs/is_member_asked_by_stranger_redirects");
    forge.on("GET /user", Answer::json(200, &json!({ "login": "dave" })));
    forge.on("GET /users/bob", Answer::json(200, &json!({ "login": "bob" })));
    let hidden = forge.call("check_org_membership", json!({ "org": "harbor", "user": "bob" })).await;
    assert_eq!(hidden.json()["member"], false);
    assert!(hidden.text().contains("only public memberships"), "{}", hidden.text());
    forge.on("GET /orgs/harbor/public_members/bob", Answer::empty(204));
    let shown = forge.call("check_org_membership", json!({ "org": "harbor", "user": "bob" })).await;
    assert_eq!(shown.json(), json!({ "org": "harbor", "user": "bob", "member": true }));
}

#[tokio::test]
async fn remove_org_member_removes_a_member() {
    let forge = harbor();
    forge.on("DELETE /orgs/harbor/members/bob", Answer::empty(204));
    let called = forge.call("remove_org_member", json!({ "org": "harbor", "user": "bob" })).await;
    assert_eq!(called.json()["done"], "bob is no member of harbor any more");
    assert_eq!(forge.writes().len(), 1);
}

#[tokio::test]
async fn i27_remove_org_member_says_that_somebody_was_none() {
    let forge = harbor();
    forge.replay("orgs/remove_member_again");
    let called = forge.call("remove_org_member", json!({ "org": "harbor", "user": "dave" })).await;
    assert_eq!(called.json()["done"], "dave was not a member of harbor; nothing was changed");
    assert!(forge.writes().is_empty());
}

#[tokio::test]
async fn s15_remove_org_member_explains_the_last_owner() {
    let forge = harbor();
    forge.replay("orgs/remove_last_owner");
    let called = forge.call("remove_org_member", json!({ "org": "harbor", "user": "alice" })).await;
    assert_eq!(called.kind(), "precondition_failed");
    assert!(called.error().contains("last owner"), "{}", called.error());
}
