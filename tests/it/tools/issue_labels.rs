//! Labels of issues.

use serde_json::{Value, json};

use crate::harness::{Answer, Upstream, exchange};

fn known() -> Upstream {
    let forge = Upstream::start();
    let labels =
        json!([{ "id": 97, "name": "bug" }, { "id": 98, "name": "97" }, { "id": 99, "name": "docs" }]);
    forge.on("GET /repos/harbor/workshop/labels", Answer::json(200, &labels));
    forge
}

fn on(labels: Value) -> Value {
    json!({ "owner": "harbor", "repo": "workshop", "index": 8, "labels": labels })
}

const LABELS: &str = "/repos/harbor/workshop/issues/8/labels";

#[tokio::test]
async fn i15_labels_are_sent_as_ids() {
    let forge = known();
    forge.on(
        &format!("POST {LABELS}"),
        Answer::json(200, &json!([{ "id": 97, "name": "bug" }, { "id": 99, "name": "docs" }])),
    );
    let now = forge.call("add_issue_labels", on(json!("Bug, 99, bug"))).await.json();
    assert_eq!(forge.writes()[0].json(), json!({ "labels": [97, 99] }));
    assert_eq!(now, json!({ "number": 8, "labels": ["bug", "docs"] }));
}

#[tokio::test]
async fn i15_unknown_and_ambiguous_labels_are_refused() {
    for (labels, part) in [
        (json!("nope"), "bug (id 97)"),
        (json!(["97"]), "ambiguous"),
        (json!([]), "at least one"),
        (json!(""), "at least one"),
    ] {
        for tool in ["add_issue_labels", "remove_issue_labels"] {
            let forge = known();
            let called = forge.call(tool, on(labels.clone())).await;
            assert_eq!(called.kind(), "invalid_arguments");
            assert!(called.error().contains(part), "{}", called.error());
            assert!(forge.writes().is_empty());
        }
    }
}

#[tokio::test]
async fn i15_a_label_that_was_not_added_is_named() {
    let forge = known();
    forge.on(&format!("POST {LABELS}"), Answer::json(200, &json!([])));
    let now = forge.call("add_issue_labels", on(json!("bug"))).await.json();
    assert!(now["warnings"][0].as_str().unwrap().contains("bug"), "{now}");
}

#[tokio::test]
async fn labels_are_taken_off_by_id_and_the_answer_is_what_is_left() {
    let forge = known();
    let bug = json!([{ "id": 97, "name": "bug" }]);
    forge.in_turn(&format!("GET {LABELS}"), [Answer::json(200, &bug), Answer::json(200, &json!([]))]);
    forge.on(&format!("DELETE {LABELS}/97"), Answer::empty(204));
    let now = forge.call("remove_issue_labels", on(json!(["bug", "docs"]))).await.json();
    assert_eq!(
        forge.writes().iter().map(|seen| seen.path().to_owned()).collect::<Vec<_>>(),
        [format!("{LABELS}/97")]
    );
    assert_eq!(now["labels"], json!([]));
    assert!(now["warnings"][0].as_str().unwrap().contains("docs"), "{now}");
}

#[tokio::test]
async fn s1_an_answer_with_the_labels_left_is_success_too() {
    let forge = known();
    forge.on(&format!("GET {LABELS}"), Answer::json(200, &json!([{ "id": 97, "name": "bug" }])));
    forge.on(&format!("DELETE {LABELS}/97"), Answer::recorded("issues/remove_label_github_accept"));
    let now = forge.call("remove_issue_labels", on(json!("bug"))).await.json();
    assert!(now["warnings"][0].as_str().unwrap().contains("still on it"), "{now}");
}

#[tokio::test]
async fn s18_the_right_that_is_missing_is_named() {
    for recorded in ["issues/add_labels_as_reader_403", "versions/11.0/issues/add_labels_as_reader_403"] {
        let forge = known();
        forge.replay(recorded);
        let called = forge.call("add_issue_labels", on(json!("bug"))).await;
        assert_eq!(called.kind(), "forbidden");
        assert!(called.error().contains("those who may write issues"), "{}", called.error());
        assert!(!called.error().contains("<html"));
    }
}

#[tokio::test]
async fn p2_names_are_looked_for_on_every_page_with_one_limit() {
    let forge = Upstream::start();
    let labels = "GET /repos/harbor/ledger/labels";
    forge.on(&format!("{labels}?page=1&limit=50"), Answer::recorded("labels/list_labels_70_limit50"));
    forge.on(&format!("{labels}?page=2&limit=50"), Answer::recorded("labels/list_labels_70_page2_limit50"));
    let second: Value =
        serde_json::from_slice(&exchange("labels/list_labels_70_page2_limit50").body).unwrap();
    let last = second.as_array().unwrap().last().unwrap();
    forge.on("POST /repos/harbor/ledger/issues/1/labels", Answer::json(200, &json!([last])));
    let arguments = json!({ "owner": "harbor", "repo": "ledger", "index": 1, "labels": [last["name"]] });
    let now = forge.call("add_issue_labels", arguments).await.json();
    assert_eq!(forge.writes()[0].json(), json!({ "labels": [last["id"]] }));
    assert_eq!(now["labels"], json!([last["name"]]));
    let asked = forge.seen().into_iter().filter(|seen| seen.path() == "/repos/harbor/ledger/labels").count();
    assert_eq!(asked, 2, "{:?}", forge.targets());
}
