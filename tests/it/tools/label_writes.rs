//! Labels of repositories.

use serde_json::{Value, json};

use crate::harness::{Answer, Upstream};

const HERE: &str = "/repos/harbor/lighthouse";

fn with(fields: Value) -> Value {
    let mut arguments = json!({ "owner": "harbor", "repo": "lighthouse" });
    arguments.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
    arguments
}

/// A page of issues that have labels of these ids, and how many there are in all.
fn issues(label_ids: &[i64], total: usize) -> Answer {
    let rows: Vec<Value> = label_ids
        .iter()
        .enumerate()
        .map(|(index, id)| json!({ "number": index + 1, "labels": [{ "id": id, "name": "any" }] }))
        .collect();
    Answer::json(200, &json!(rows)).header("x-total-count", &total.to_string())
}

#[tokio::test]
async fn get_repo_label_by_id_and_by_name() {
    let forge = Upstream::start();
    forge.replay("labels/get_label");
    forge.replay("labels/list_labels");
    let by_id = forge.call("get_repo_label", with(json!({ "id": 9 }))).await.json();
    assert_eq!((&by_id["name"], &by_id["color"]), (&json!("bug"), &json!("d73a4a")));
    assert_eq!(forge.targets(), [format!("GET {HERE}/labels/9")]);
    let by_name = forge.call("get_repo_label", with(json!({ "label": "needs: triage, soon" }))).await.json();
    assert_eq!(by_name["id"], 10);
}

#[tokio::test]
async fn get_repo_label_that_is_missing_names_the_others() {
    let forge = Upstream::start();
    forge.replay("labels/get_label_missing");
    forge.replay("labels/list_labels");
    let called = forge.call("get_repo_label", with(json!({ "id": 999_999 }))).await;
    assert_eq!(called.kind(), "not_found");
    assert!(called.error().contains("area/lamp (id 12)"), "{}", called.error());
    let called = forge.call("get_repo_label", with(json!({ "id": "bugg" }))).await;
    assert_eq!(called.kind(), "invalid_arguments");
    assert!(called.error().contains("bug (id 9)"), "{}", called.error());
}

#[tokio::test]
async fn i14_create_repo_label_normalises_colours() {
    for (given, sent) in [
        ("#ABCDEF", "abcdef"),
        ("abcdef", "abcdef"),
        ("#abc", "aabbcc"),
        ("F0a", "ff00aa"),
        (" #abc ", "aabbcc"),
    ] {
        let forge = Upstream::start();
        forge.on(
            &format!("POST {HERE}/labels"),
            Answer::json(201, &json!({ "id": 1, "name": "area/x 100%", "color": sent, "exclusive": true })),
        );
        let label = forge
            .call(
                "create_repo_label",
                with(json!({ "name": "area/x 100%", "color": given, "exclusive": true })),
            )
            .await
            .json();
        assert_eq!(label, json!({ "id": 1, "name": "area/x 100%", "color": sent, "exclusive": true }));
        let body = forge.last(&format!("POST {HERE}/labels")).json();
        assert_eq!(body, json!({ "name": "area/x 100%", "color": sent, "exclusive": true }));
    }
}

#[tokio::test]
async fn i14_i19_create_repo_label_refuses_words_and_empty_names() {
    let forge = Upstream::start();
    for (name, color, said) in [
        ("x", "red", "no colour"),
        ("x", "#11223344", "no colour"),
        ("x", "", "no colour"),
        ("x", "#ééé", "no colour"),
        ("", "#000000", "name must not be empty"),
        ("  ", "#000000", "name must not be empty"),
    ] {
        let called = forge.call("create_repo_label", with(json!({ "name": name, "color": color }))).await;
        assert_eq!(called.kind(), "invalid_arguments");
        assert!(called.error().contains(said), "{}", called.error());
    }
    assert!(forge.seen().is_empty());
}

#[tokio::test]
async fn create_repo_label_without_the_right() {
    let forge = Upstream::start();
    forge.replay("labels/create_label_as_reader_403");
    let called = forge.call("create_repo_label", with(json!({ "name": "x", "color": "000" }))).await;
    assert_eq!(called.kind(), "forbidden");
}

#[tokio::test]
async fn i5_edit_repo_label_keeps_it_archived() {
    let forge = Upstream::start();
    let archived = json!({ "id": 14, "name": "wontfix", "is_archived": true, "color": "ffffff" });
    forge.on(&format!("GET {HERE}/labels/14"), Answer::json(200, &archived));
    forge.on(&format!("PATCH {HERE}/labels/14"), Answer::json(200, &archived));
    let label = forge.call("edit_repo_label", with(json!({ "id": 14, "description": "" }))).await.json();
    assert_eq!(label["archived"], true);
    assert_eq!(
        forge.last(&format!("PATCH {HERE}/labels/14")).json(),
        json!({ "description": "", "is_archived": true })
    );
    forge.call("edit_repo_label", with(json!({ "id": 14, "archived": false, "color": "#FFF" }))).await.json();
    assert_eq!(
        forge.last(&format!("PATCH {HERE}/labels/14")).json(),
        json!({ "color": "ffffff", "is_archived": false })
    );
}

#[tokio::test]
async fn edit_repo_label_says_what_was_not_taken_over() {
    let forge = Upstream::start();
    let label = json!({ "id": 9, "name": "bug", "exclusive": false, "color": "d73a4a" });
    forge.on(&format!("GET {HERE}/labels/9"), Answer::json(200, &label));
    forge.on(&format!("PATCH {HERE}/labels/9"), Answer::json(200, &label));
    let called = forge.call("edit_repo_label", with(json!({ "id": 9, "exclusive": true }))).await;
    assert!(called.text().contains("exclusive was not taken over"), "{}", called.text());
}

#[tokio::test]
async fn i19_edit_repo_label_refuses_empty_names_bad_colours_and_nothing() {
    let forge = Upstream::start();
    for change in [json!({ "id": 9, "name": "" }), json!({ "id": 9, "color": "reddish" }), json!({ "id": 9 })]
    {
        let called = forge.call("edit_repo_label", with(change)).await;
        assert_eq!(called.kind(), "invalid_arguments");
    }
    assert!(forge.seen().is_empty());
}

#[tokio::test]
async fn delete_repo_label_refuses_one_in_use_and_counts() {
    let forge = Upstream::start();
    forge.replay("labels/get_label");
    forge.on(&format!("GET {HERE}/issues"), issues(&[9, 9, 9], 120));
    let called = forge.call("delete_repo_label", with(json!({ "id": 9 }))).await;
    assert_eq!(called.kind(), "precondition_failed");
    assert!(called.error().contains("in use on 120 issues and pull requests"), "{}", called.error());
    assert!(called.error().contains("delete_mode force"), "{}", called.error());
    let asked = forge.last(&format!("GET {HERE}/issues"));
    assert_eq!((asked.query("labels"), asked.query("state")), (vec!["bug".into()], vec!["all".into()]));
    assert!(asked.query("type").is_empty(), "issues and pull requests");
    assert!(forge.writes().is_empty());
}

#[tokio::test]
async fn delete_repo_label_deletes_one_that_nothing_has() {
    let forge = Upstream::start();
    forge.replay("labels/get_label");
    forge.on(&format!("GET {HERE}/issues"), issues(&[], 0));
    forge.on(&format!("DELETE {HERE}/labels/9"), Answer::empty(204));
    let called = forge.call("delete_repo_label", with(json!({ "id": "9", "delete_mode": "safe" }))).await;
    assert_eq!(called.json()["done"], "label bug (id 9) of harbor/lighthouse is deleted");
    assert_eq!(forge.writes().len(), 1);
}

#[tokio::test]
async fn i1_delete_repo_label_counts_names_with_commas_itself() {
    let forge = Upstream::start();
    let label = json!({ "id": 10, "name": "needs: triage, soon" });
    forge.on(&format!("GET {HERE}/labels/10"), Answer::json(200, &label));
    forge.on(&format!("GET {HERE}/issues"), issues(&[9, 10, 12], 3));
    let called = forge.call("delete_repo_label", with(json!({ "id": 10 }))).await;
    assert!(called.error().contains("in use on 1 issue or pull request"), "{}", called.error());
    assert!(forge.last(&format!("GET {HERE}/issues")).query("labels").is_empty());
    assert!(forge.writes().is_empty());
}

#[tokio::test]
async fn i15_delete_repo_label_does_not_count_another_of_the_same_name() {
    let forge = Upstream::start();
    forge.replay("labels/get_label");
    forge.on(&format!("GET {HERE}/issues"), issues(&[24, 24], 2));
    forge.on(&format!("DELETE {HERE}/labels/9"), Answer::empty(204));
    let called = forge.call("delete_repo_label", with(json!({ "id": 9 }))).await;
    assert!(called.json()["done"].as_str().unwrap().contains("is deleted"));
}

#[tokio::test]
async fn s25_delete_repo_label_when_issues_are_off() {
    let forge = Upstream::start();
    forge.replay("labels/get_label");
    let called = forge.call("delete_repo_label", with(json!({ "id": 9 }))).await;
    assert!(
        called.error().contains("whether label bug (id 9) is in use cannot be told"),
        "{}",
        called.error()
    );
    assert!(forge.writes().is_empty());
}

#[tokio::test]
async fn delete_repo_label_with_force_does_not_look() {
    let forge = Upstream::start();
    forge.replay("labels/get_label");
    forge.on(&format!("DELETE {HERE}/labels/9"), Answer::empty(204));
    let arguments = with(json!({ "id": 9, "delete_mode": "force", "confirm": "9" }));
    let called = forge.call("delete_repo_label", arguments).await;
    assert!(called.json()["done"].as_str().unwrap().contains("is deleted"));
    assert_eq!(forge.targets(), [format!("GET {HERE}/labels/9"), format!("DELETE {HERE}/labels/9")]);
}

#[tokio::test]
async fn i27_delete_repo_label_that_is_not_there_says_so() {
    let forge = Upstream::start();
    forge.replay("labels/list_labels");
    forge.on(&format!("DELETE {HERE}/labels/26"), Answer::empty(204));
    let arguments = with(json!({ "id": 26, "delete_mode": "force", "confirm": "26" }));
    let called = forge.call("delete_repo_label", arguments).await;
    assert_eq!(called.kind(), "not_found");
    assert!(forge.writes().is_empty());
}

#[test]
fn only_force_has_a_target() {
    let tool = forgejo_mcp::tools::find("delete_repo_label").unwrap();
    let target = |mode: &str| {
        let Value::Object(arguments) = with(json!({ "id": "9", "delete_mode": mode })) else { panic!() };
        tool.prepare(arguments).unwrap().target
    };
    assert_eq!(target("safe"), None);
    assert_eq!(target("force").as_deref(), Some("9"));
}
