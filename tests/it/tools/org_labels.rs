//! Labels of organisations.

use serde_json::json;

use crate::harness::{Answer, Upstream};

#[tokio::test]
async fn list_org_labels_is_paged() {
    let forge = Upstream::start();
    forge.replay("labels/list_org_labels");
    let page = forge.call("list_org_labels", json!({ "org": "harbor" })).await.json();
    assert_eq!(page["total_count"], 4);
    assert_eq!(page["items"][0]["name"], "coast-wide");
    assert_eq!(forge.last("GET /orgs/harbor/labels").query("page"), ["1"]);
}

#[tokio::test]
async fn list_org_labels_of_a_user_fails() {
    let forge = Upstream::start();
    forge.replay("labels/list_org_labels_of_a_user");
    assert_eq!(forge.call("list_org_labels", json!({ "org": "alice" })).await.kind(), "not_found");
}

#[tokio::test]
async fn get_org_label_by_id_and_name() {
    let forge = Upstream::start();
    forge.replay("labels/get_org_label");
    forge.replay("labels/list_org_labels");
    let by_id = forge.call("get_org_label", json!({ "org": "harbor", "id": 17 })).await.json();
    let by_name = forge.call("get_org_label", json!({ "org": "harbor", "id": "Coast-Wide" })).await.json();
    assert_eq!((&by_id["id"], &by_name["id"]), (&json!(17), &json!(17)));
}

#[tokio::test]
async fn get_org_label_tells_missing_label_and_missing_organisation() {
    let forge = Upstream::start();
    forge.replay("labels/get_repo_label_by_org_route");
    forge.replay("labels/list_org_labels");
    let called = forge.call("get_org_label", json!({ "org": "harbor", "id": 9 })).await;
    assert_eq!(called.kind(), "not_found");
    assert!(called.error().contains("coast-wide (id 17)"), "{}", called.error());
    let called = forge.call("get_org_label", json!({ "org": "no-such", "id": "x" })).await;
    assert!(called.error().contains("there is no organisation no-such"), "{}", called.error());
}

#[tokio::test]
async fn create_org_label_normalises_and_refuses() {
    let forge = Upstream::start();
    forge.replay("labels/org_label_colour_three_digits");
    let arguments = json!({ "org": "harbor", "name": "colour three digits", "color": "#ABC" });
    let label = forge.call("create_org_label", arguments).await.json();
    assert_eq!((&label["id"], &label["color"]), (&json!(21), &json!("aabbcc")));
    assert!(label.get("warnings").is_none(), "{label}");
    let sent = forge.last("POST /orgs/harbor/labels").json();
    assert_eq!(sent, json!({ "name": "colour three digits", "color": "aabbcc" }));
    let called =
        forge.call("create_org_label", json!({ "org": "harbor", "name": "x", "color": "red" })).await;
    assert_eq!(called.kind(), "invalid_arguments");
    assert_eq!(forge.writes().len(), 1);
}

#[tokio::test]
async fn i5_edit_org_label_resends_its_state() {
    let forge = Upstream::start();
    forge.replay("labels/get_org_label");
    forge.replay("labels/edit_org_label");
    let arguments = json!({ "org": "harbor", "id": 17, "description": "Matters everywhere" });
    let label = forge.call("edit_org_label", arguments).await.json();
    assert_eq!(label["description"], "Matters everywhere");
    assert_eq!(
        forge.last("PATCH /orgs/harbor/labels/17").json(),
        json!({ "description": "Matters everywhere", "is_archived": false })
    );
}

#[tokio::test]
async fn edit_org_label_refuses_an_empty_name() {
    let forge = Upstream::start();
    let called = forge.call("edit_org_label", json!({ "org": "harbor", "id": 17, "name": "" })).await;
    assert_eq!(called.kind(), "invalid_arguments");
    assert!(forge.seen().is_empty());
}

#[tokio::test]
async fn delete_org_label_looks_in_every_repository() {
    let forge = Upstream::start();
    forge.replay("labels/get_org_label");
    let rows = json!([{ "number": 5, "labels": [{ "id": 17 }] }, { "number": 1, "labels": [{ "id": 17 }] }]);
    forge.on("GET /repos/issues/search", Answer::json(200, &rows).header("x-total-count", "2"));
    let called = forge.call("delete_org_label", json!({ "org": "harbor", "id": 17 })).await;
    assert_eq!(called.kind(), "precondition_failed");
    assert!(called.error().contains("in use on 2 issues and pull requests"), "{}", called.error());
    let asked = forge.last("GET /repos/issues/search");
    let query = |name: &str| asked.query(name).join("");
    assert_eq!(
        (query("owner"), query("labels"), query("state")),
        ("harbor".into(), "coast-wide".into(), "all".into())
    );
    assert!(forge.writes().is_empty());
}

#[tokio::test]
async fn delete_org_label_on_a_version_that_ignores_the_filter() {
    let forge = Upstream::start();
    forge.replay("labels/get_org_label");
    let rows = json!([{ "number": 5, "labels": [{ "id": 9 }] }, { "number": 1, "labels": null }]);
    forge.on("GET /repos/issues/search", Answer::json(200, &rows).header("x-total-count", "2"));
    forge.on("DELETE /orgs/harbor/labels/17", Answer::empty(204));
    let called = forge.call("delete_org_label", json!({ "org": "harbor", "id": "17" })).await;
    assert_eq!(called.json()["done"], "label coast-wide (id 17) of harbor is deleted");
}

#[tokio::test]
async fn i27_delete_org_label_that_is_not_there() {
    let forge = Upstream::start();
    forge.replay("labels/list_org_labels");
    forge.replay("labels/delete_org_label_missing");
    let arguments = json!({ "org": "harbor", "id": 999_999, "delete_mode": "force", "confirm": "999999" });
    let called = forge.call("delete_org_label", arguments).await;
    assert_eq!(called.kind(), "not_found");
    assert!(forge.writes().is_empty());
}
