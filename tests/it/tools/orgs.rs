//! Organisations.

use serde_json::json;

use crate::harness::{Answer, Session, Upstream};

#[tokio::test]
async fn lists_of_organisations_are_paged_and_shaped() {
    let forge = Upstream::start();
    forge.replay("orgs/list_my_orgs_limit50");
    let page = forge.call("list_my_orgs", json!({ "limit": "5", "page": 1 })).await.json();
    assert_eq!(page["items"][0]["name"], "harbor");
    assert_eq!(page["total_count"], 2);
    assert_eq!(page["has_more"], false);
    // Limit alone would cut nothing.
    let asked = forge.last("GET /user/orgs");
    assert_eq!((asked.query("page"), asked.query("limit")), (vec!["1".into()], vec!["5".into()]));
}

#[tokio::test]
async fn organisations_of_a_user() {
    let forge = Upstream::start();
    forge.replay("orgs/list_user_orgs");
    let page = forge.call("list_user_orgs", json!({ "username": "bob" })).await.json();
    assert_eq!(page["items"], json!([]));
    assert_eq!(page["total_count"], 0);
    let missing = forge.call("list_user_orgs", json!({ "user": "no-such" })).await;
    assert_eq!(missing.kind(), "not_found");
}

#[tokio::test]
async fn get_org_shows_its_profile() {
    let forge = Upstream::start();
    forge.replay("orgs/get_org");
    let org = forge.call("get_org", json!({ "org": "harbor" })).await.json();
    assert_eq!(org["full_name"], "The Harbor");
    assert_eq!(org["visibility"], "public");
    assert_eq!(org["website"], "https://harbor.example");
    assert!(org.get("email").is_none(), "an empty text says nothing: {org}");
}

#[tokio::test]
async fn get_org_of_a_user_says_that_it_is_none() {
    let forge = Upstream::start();
    forge.replay("orgs/get_org_of_a_user");
    let called = forge.call("get_org", json!({ "org": "alice" })).await;
    assert_eq!(called.kind(), "not_found");
    assert!(called.error().contains("users are none"), "{}", called.error());
}

#[tokio::test]
async fn get_org_refuses_names_that_leave_the_route() {
    let forge = Upstream::start();
    let called = forge.call("get_org", json!({ "org": ".." })).await;
    assert_eq!(called.kind(), "invalid_arguments");
    assert!(forge.seen().is_empty());
}

#[tokio::test]
async fn create_org_sends_its_profile() {
    let forge = Upstream::start();
    let recorded = forge.replay("orgs/create_org");
    let org = forge
        .call(
            "create_org",
            json!({ "name": "harbor", "full_name": "The Harbor", "description": "Keeps the lights on along the coast",
                    "location": "Pier 4", "website": "https://harbor.example", "visibility": "public" }),
        )
        .await
        .json();
    assert_eq!(org["name"], "harbor");
    assert!(org.get("warnings").is_none(), "{org}");
    assert_eq!(forge.last("POST /orgs").json(), recorded.sent);
}

#[tokio::test]
async fn create_org_with_a_taken_name_is_a_conflict() {
    let forge = Upstream::start();
    forge.replay("orgs/create_org_taken_422");
    let called = forge.call("create_org", json!({ "name": "harbor" })).await;
    assert_eq!(called.kind(), "conflict");
    assert!(called.error().contains("harbor is taken"), "{}", called.error());
}

#[tokio::test]
async fn create_org_refuses_odd_values_before_anything_is_sent() {
    let forge = Upstream::start();
    for arguments in [
        json!({ "name": " " }),
        json!({ "name": "x", "website": "no url" }),
        json!({ "name": "x", "visibility": "dim" }),
    ] {
        let called = forge.call("create_org", arguments).await;
        assert_eq!(called.kind(), "invalid_arguments");
    }
    assert!(forge.seen().is_empty());
}

#[tokio::test]
async fn i18_edit_org_keeps_what_the_forge_would_clear() {
    let forge = Upstream::start();
    forge.replay("orgs/get_org");
    forge.on(
        "PATCH /orgs/harbor",
        Answer::json(
            200,
            &json!({ "name": "harbor", "full_name": "The Harbor", "description": "New", "location": "",
            "website": "https://harbor.example", "visibility": "private" }),
        ),
    );
    let org = forge
        .call(
            "edit_org",
            json!({ "org": "harbor", "description": "New", "location": "", "visibility": "private" }),
        )
        .await
        .json();
    assert_eq!(org["description"], "New");
    assert!(org.get("warnings").is_none(), "{org}");
    let sent = forge.last("PATCH /orgs/harbor").json();
    assert_eq!(
        sent,
        json!({ "full_name": "The Harbor", "description": "New", "location": "", "website": "https://harbor.example",
                "visibility": "private" }),
        "email and visibility are kept by the forge and sent only when they change"
    );
}

#[tokio::test]
async fn edit_org_says_what_was_not_taken_over() {
    let forge = Upstream::start();
    forge.replay("orgs/get_org");
    forge.on("PATCH /orgs/harbor", Answer::json(200, &json!({ "name": "harbor", "email": "old@x.example" })));
    let org = forge.call("edit_org", json!({ "org": "harbor", "email": "new@x.example" })).await;
    assert!(org.text().contains("email was not taken over"), "{}", org.text());
}

#[tokio::test]
async fn edit_org_without_a_change_or_right_is_refused() {
    let forge = Upstream::start();
    let called = forge.call("edit_org", json!({ "org": "harbor" })).await;
    assert_eq!(called.kind(), "invalid_arguments");
    assert!(forge.seen().is_empty());
    forge.replay("orgs/get_org");
    forge.replay("orgs/edit_org_as_writer_403");
    let called = forge.call("edit_org", json!({ "org": "harbor", "description": "x" })).await;
    assert_eq!(called.kind(), "forbidden");
    assert!(called.error().contains("Must be an organization owner"), "{}", called.error());
}

#[tokio::test]
async fn s15_delete_org_with_repositories_is_refused_before_the_forge_fails() {
    let forge = Upstream::start();
    let rows = json!([{ "id": 1, "name": "lighthouse" }]);
    forge.on("GET /orgs/harbor/repos", Answer::json(200, &rows).header("x-total-count", "7"));
    let called = forge.call("delete_org", json!({ "org": "harbor", "confirm": "harbor" })).await;
    assert_eq!(called.kind(), "precondition_failed");
    assert!(called.error().contains("harbor owns 7 repositories"), "{}", called.error());
    assert!(forge.writes().is_empty());
}

#[tokio::test]
async fn delete_org_deletes_an_empty_one() {
    let forge = Upstream::start();
    forge.on("GET /orgs/harbor-vault/repos", Answer::json(200, &json!([])).header("x-total-count", "0"));
    forge.replay("orgs/delete_org");
    let called = forge.call("delete_org", json!({ "org": "harbor-vault", "confirm": "harbor-vault" })).await;
    assert_eq!(called.json()["done"], "organisation harbor-vault is deleted");
    assert_eq!(forge.writes().len(), 1);
}

#[tokio::test]
async fn s15_delete_org_explains_a_500() {
    let forge = Upstream::start();
    forge.on("GET /orgs/harbor/repos", Answer::json(200, &json!([])).header("x-total-count", "0"));
    forge.replay("orgs/delete_org_with_repos");
    let called = forge.call("delete_org", json!({ "org": "harbor", "confirm": "harbor" })).await;
    assert!(called.error().contains("packages"), "{}", called.error());
}

#[tokio::test]
async fn the_demo_has_an_organisation() {
    let session = Session::demo().await;
    let org = session.call("get_org", json!({ "org": "harbor" })).await.json();
    assert_eq!(org["name"], "harbor");
    let members = session.call("list_org_members", json!({ "org": "harbor" })).await.json();
    assert!(!members["items"].as_array().unwrap().is_empty());
}
