//! Dependencies of issues.

use serde_json::{Value, json};

use crate::harness::{Answer, Upstream, exchange};

const ON: &str = "/repos/harbor/lighthouse/issues/3/dependencies";
const OF: &str = "/repos/harbor/lighthouse/issues/3/blocks";

fn issue(more: Value) -> Value {
    let mut arguments = json!({ "owner": "harbor", "repo": "lighthouse", "index": 3 });
    arguments.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    arguments
}

/// The dependencies of issue 3, on one page.
fn with_dependencies() -> Upstream {
    let forge = Upstream::start();
    forge.on(&format!("GET {ON}"), Answer::json(200, &json!([])));
    forge.on(&format!("GET {ON}?page=1"), Answer::from(&exchange("dependencies/list_dependencies")));
    forge
}

#[tokio::test]
async fn p4_dependencies_have_no_total() {
    let forge = with_dependencies();
    let page = forge.call("list_issue_dependencies", issue(json!({ "limit": 2 }))).await.json();
    assert_eq!(page.get("total_count"), None);
    assert_eq!((&page["has_more"], &page["next"]), (&json!(true), &json!({ "page": 2, "limit": 2 })));
    assert_eq!((&page["items"][0]["number"], page["items"][0].get("repo")), (&json!(1), None));
    let rest = forge.call("list_issue_dependencies", issue(json!({ "limit": 2, "page": 2 }))).await.json();
    assert_eq!(rest["items"].as_array().unwrap().len(), 1);
    assert_eq!(rest["items"][0]["repo"], "harbor/workshop", "another repository is named");
    assert_eq!(rest["has_more"], false);
}

#[tokio::test]
async fn p5_a_short_page_of_dependents_is_not_the_end() {
    let forge = Upstream::start();
    let row = |number: i64| Answer::json(200, &json!([{ "number": number, "title": "t", "state": "open" }]));
    forge.on(&format!("GET {OF}"), Answer::json(200, &json!([])));
    forge.on(&format!("GET {OF}?page=1&limit=50"), row(1)).on(&format!("GET {OF}?page=2&limit=50"), row(2));
    let page = forge.call("list_issue_dependents", issue(json!({ "limit": 1 }))).await.json();
    assert_eq!((page["items"].as_array().unwrap().len(), &page["has_more"]), (1, &json!(true)));
    let page = forge.call("list_issue_dependents", issue(json!({ "limit": 1, "page": 2 }))).await.json();
    assert_eq!((&page["items"][0]["number"], &page["has_more"]), (&json!(2), &json!(false)));
}

#[tokio::test]
async fn lists_of_a_missing_issue_fail() {
    let forge = Upstream::start();
    for tool in ["list_issue_dependencies", "list_issue_dependents"] {
        let called = forge.call(tool, issue(json!({}))).await;
        assert_eq!(called.kind(), "not_found");
        assert!(called.error().contains("dependencies are off"), "{}", called.error());
    }
}

#[tokio::test]
async fn a_dependency_is_added_also_on_another_repository() {
    let forge = Upstream::start();
    forge.replay("dependencies/add_dependency");
    let done = forge.call("add_issue_dependency", issue(json!({ "depends_on_index": "1" }))).await.json();
    assert_eq!(done["done"], "harbor/lighthouse#3 depends on harbor/lighthouse#1 now");
    assert_eq!(forge.last(&format!("POST {ON}")).json(), exchange("dependencies/add_dependency").sent);
    for other in ["workshop", "harbor/workshop"] {
        let given = issue(json!({ "dependency_index": 1, "depends_on_repo": other }));
        forge.call("add_issue_dependency", given).await.json();
        assert_eq!(
            forge.last(&format!("POST {ON}")).json(),
            exchange("dependencies/add_dependency_other_repo").sent
        );
    }
}

#[tokio::test]
async fn i27_an_issue_cannot_wait_for_itself() {
    let forge = Upstream::start();
    for given in [
        json!({ "depends_on_index": 3 }),
        json!({ "depends_on_index": 3, "depends_on_repo": "Harbor/Lighthouse" }),
    ] {
        let called = forge.call("add_issue_dependency", issue(given)).await;
        assert_eq!(called.kind(), "invalid_arguments");
        assert!(called.error().contains("on itself"), "{}", called.error());
    }
    assert!(forge.seen().is_empty());
}

#[tokio::test]
async fn s15_a_dependency_that_is_there_already_or_would_be_a_circle() {
    let forge = with_dependencies();
    forge.replay("dependencies/add_dependency_again");
    let called = forge.call("add_issue_dependency", issue(json!({ "depends_on_index": 1 }))).await;
    assert_eq!(called.kind(), "conflict");
    assert!(called.error().contains("already"), "{}", called.error());
    forge.on(&format!("GET {OF}"), Answer::json(200, &json!([])));
    let blocks = json!([{ "number": 8, "repository": { "full_name": "harbor/lighthouse" } }]);
    forge.on(&format!("GET {OF}?page=1"), Answer::json(200, &blocks));
    let called = forge.call("add_issue_dependency", issue(json!({ "depends_on_index": 8 }))).await;
    assert_eq!(called.kind(), "conflict");
    assert!(called.error().contains("circle"), "{}", called.error());
    let called = forge.call("add_issue_dependency", issue(json!({ "depends_on_index": 9 }))).await;
    assert_eq!(called.kind(), "unavailable");
    assert_eq!(forge.writes().len(), 3, "a write is not repeated");
}

#[tokio::test]
async fn a_dependency_on_a_missing_issue() {
    let forge = Upstream::start();
    forge.replay("dependencies/add_dependency_missing_404");
    let called = forge.call("add_issue_dependency", issue(json!({ "depends_on_index": 9999 }))).await;
    assert_eq!(called.kind(), "not_found");
    assert!(called.error().contains("harbor/lighthouse#9999"), "{}", called.error());
}

#[tokio::test]
async fn s1_a_removed_dependency_answers_201() {
    let forge = Upstream::start();
    let recorded = forge.replay("dependencies/remove_dependency");
    assert_eq!(recorded.status, 201);
    let given = issue(json!({ "dependency_index": 1, "dependency_repo": "workshop" }));
    let done = forge.call("remove_issue_dependency", given).await.json();
    assert_eq!(done["done"], "harbor/lighthouse#3 no longer depends on harbor/workshop#1");
    assert_eq!(forge.last(&format!("DELETE {ON}")).json(), recorded.sent);
}

#[tokio::test]
async fn s15_a_dependency_that_is_not_there_cannot_be_removed() {
    let forge = with_dependencies();
    forge.replay("dependencies/remove_dependency_again");
    let called = forge.call("remove_issue_dependency", issue(json!({ "depends_on_index": 77 }))).await;
    assert_eq!(called.kind(), "not_found");
    assert!(called.error().contains("does not depend on"), "{}", called.error());
}

#[tokio::test]
async fn a_repository_out_of_bounds_is_not_named() {
    let forge = Upstream::start();
    let session = forge.session_with(|flags| flags.repos = vec!["harbor/lighthouse".to_owned()]).await;
    let given = issue(json!({ "depends_on_index": 1, "depends_on_repo": "harbor/workshop" }));
    assert_eq!(session.call("add_issue_dependency", given).await.kind(), "forbidden");
    assert!(forge.writes().is_empty());
}
