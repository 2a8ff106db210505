//! Labels.

use serde_json::json;

use crate::harness::{Answer, Upstream};

#[tokio::test]
async fn p11_page_and_limit_are_always_sent_together() {
    let forge = Upstream::start();
    forge.replay("labels/list_labels_70_limit50");
    forge.on("GET /orgs/harbor/labels", Answer::recorded("labels/list_org_labels"));
    let page = forge
        .call("list_repo_labels", json!({ "owner": "harbor", "repo": "ledger", "limit": 50 }))
        .await
        .json();
    for seen in forge.seen() {
        assert_eq!(
            (seen.query("page"), seen.query("limit")),
            (vec!["1".to_owned()], vec!["50".to_owned()]),
            "{}",
            seen.target
        );
    }
    assert_eq!(page["total_count"], 70);
    assert!(
        page["org_labels"].as_array().unwrap().iter().any(|label| label["name"] == "coast-wide"),
        "{page}"
    );
    let first = &page["items"][0];
    assert!(first["id"].is_number() && first["color"].is_string() && first.get("url").is_none(), "{first}");
}

#[tokio::test]
async fn p11_a_list_that_comes_whole_all_the_same_is_cut_here() {
    let forge = Upstream::start();
    forge.replay("labels/list_labels_70_limit5");
    let arguments =
        json!({ "owner": "harbor", "repo": "ledger", "limit": 5, "page": 2, "include_org_labels": false });
    let page = forge.call("list_repo_labels", arguments).await.json();
    assert_eq!(page["items"].as_array().unwrap().len(), 5);
    assert_eq!(page["next"], json!({ "page": 3, "limit": 5 }));
}

#[tokio::test]
async fn labels_of_the_organisation_come_with_page_one_only() {
    let forge = Upstream::start();
    forge.on(
        "GET /repos/o/r/labels",
        Answer::json(200, &json!([{ "id": 1, "name": "a" }])).header("x-total-count", "9"),
    );
    forge.on("GET /orgs/o/labels", Answer::json(404, &json!({ "message": "not an organisation" })));
    let session = forge.session().await;
    for more in [json!({ "page": 2 }), json!({ "include_org_labels": false })] {
        let mut arguments = json!({ "owner": "o", "repo": "r" });
        arguments.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        let page = session.call("list_repo_labels", arguments).await.json();
        assert!(page.get("org_labels").is_none());
        assert!(forge.seen().iter().all(|seen| !seen.path().starts_with("/orgs")));
    }
    let page = session.call("list_repo_labels", json!({ "owner": "o", "repo": "r" })).await.json();
    assert!(page.get("org_labels").is_none(), "a user has none: {page}");
}

#[tokio::test]
async fn labels_of_a_missing_repository() {
    let forge = Upstream::start();
    let called = forge.call("list_repo_labels", json!({ "owner": "o", "repo": "r" })).await;
    assert_eq!(called.kind(), "not_found");
}
