//! Labels: every scenario of their specification, on the wire.

use serde_json::{Value, json};

use super::wire::{VERSIONS, Wire};
use crate::harness::{Answer, Upstream};

fn labels(count: u64) -> Vec<Value> {
    (1..=count).map(|id| json!({ "id": id, "name": format!("l{id}"), "color": "00aabb" })).collect()
}

/// A forge that pages 70 labels as Forgejo does, for each of the limits.
fn seventy(forge: &Upstream, path: &str, limits: &[usize]) {
    let all = labels(70);
    for limit in limits {
        for (page, rows) in all.chunks(*limit).enumerate() {
            let route = format!("GET {path}?page={}&limit={limit}", page + 1);
            forge.on(&route, Answer::json(200, &json!(rows)).header("x-total-count", "70"));
        }
    }
}

#[tokio::test]
async fn the_three_templates_appear_in_templates_list() {
    let forge = Upstream::start();
    for version in VERSIONS {
        let mut wire = Wire::here(&forge, version).await;
        let listed = wire.result("resources/templates/list", json!({})).await;
        for uri in [
            "forgejo://repo/{owner}/{repo}/label/{id}",
            "forgejo://repo/{owner}/{repo}/labels{?page,limit}",
            "forgejo://org/{org}/labels{?page,limit}",
        ] {
            let templates = listed["resourceTemplates"].as_array().unwrap();
            let template = templates.iter().find(|template| template["uriTemplate"] == uri);
            assert_eq!(template.unwrap()["mimeType"], "application/json", "{uri}");
        }
    }
}

#[tokio::test]
async fn an_existing_label_resolves_to_one_block() {
    let forge = Upstream::start();
    forge.replay("labels/get_label");
    for version in VERSIONS {
        let read = Wire::here(&forge, version).await.read("forgejo://repo/harbor/lighthouse/label/9").await;
        assert_eq!(read.blocks.len(), 1);
        let label = read.json();
        assert_eq!(
            (&label["id"], &label["name"], &label["color"]),
            (&json!(9), &json!("bug"), &json!("d73a4a"))
        );
    }
}

#[tokio::test]
async fn an_id_that_is_no_number_is_rejected_without_a_request() {
    let forge = Upstream::start();
    for version in VERSIONS {
        let mut wire = Wire::here(&forge, version).await;
        for id in ["abc", "", "-1", "0", "1.5", "+1", "1e3", "99999999999999999999"] {
            assert_eq!(wire.code(&format!("forgejo://repo/o/r/label/{id}")).await, -32602, "{id}");
        }
        assert_eq!(wire.code("forgejo://label/9").await, -32602, "a label needs its scope");
    }
    assert_eq!(forge.targets(), Vec::<String>::new());
}

#[tokio::test]
async fn a_missing_label_is_not_found() {
    let forge = Upstream::start();
    forge.replay("labels/get_label_missing");
    for version in VERSIONS {
        let code =
            Wire::here(&forge, version).await.code("forgejo://repo/harbor/lighthouse/label/999999").await;
        assert_eq!(code, -32003);
    }
}

#[tokio::test]
async fn a_label_of_a_private_repository_without_access_is_forbidden() {
    let forge = Upstream::start();
    let said = json!({ "message": "token does not have at least one of required scope(s): [read:issue]" });
    forge.on("GET /repos/o/private/labels/5", Answer::json(403, &said));
    for version in VERSIONS {
        let refused = Wire::here(&forge, version).await.failure("forgejo://repo/o/private/label/5").await;
        assert_eq!(refused["code"], -32002, "{version}");
        assert_eq!(refused["data"]["kind"], "forbidden");
    }
}

#[tokio::test]
async fn the_limit_of_the_client_bounds_the_page() {
    let forge = Upstream::start();
    seventy(&forge, "/repos/o/r/labels", &[5]);
    for version in VERSIONS {
        let mut wire = Wire::here(&forge, version).await;
        let read = wire.read("forgejo://repo/o/r/labels?limit=5").await;
        assert_eq!(read.blocks.len(), 1);
        let page = read.json();
        assert_eq!(page["labels"].as_array().unwrap().len(), 5);
        assert_eq!((&page["page"], &page["limit"], &page["total_count"]), (&json!(1), &json!(5), &json!(70)));
        assert_eq!(page["truncated"], true);
        let sentinel = page["sentinel"].as_str().unwrap();
        assert!(sentinel.starts_with("[truncated: 5 of 70 labels"), "{sentinel}");
        assert!(sentinel.contains("list_repo_labels with page=2 and limit=5"), "{sentinel}");
        let next = wire.read("forgejo://repo/o/r/labels?page=2&limit=5").await.json();
        assert_eq!(next["labels"][0]["id"], 6, "no row is skipped");
        let last = wire.read("forgejo://repo/o/r/labels?page=14&limit=5").await;
        assert_eq!(last.json()["labels"].as_array().unwrap().len(), 5);
        assert!(!last.is_cut(), "nothing follows the last page");
    }
}

#[tokio::test]
async fn few_labels_come_all_without_a_sentinel() {
    let forge = Upstream::start();
    forge.replay("labels/list_labels");
    for version in VERSIONS {
        let read = Wire::here(&forge, version).await.read("forgejo://repo/harbor/lighthouse/labels").await;
        assert_eq!(read.json()["labels"].as_array().unwrap().len(), 8);
        assert_eq!(read.json()["truncated"], false);
        assert!(!read.is_cut());
    }
    let asked = forge.last("GET /repos/harbor/lighthouse/labels");
    assert_eq!((asked.query("page"), asked.query("limit")), (vec!["1".to_owned()], vec!["30".to_owned()]));
}

#[tokio::test]
async fn many_labels_are_cut_with_a_sentinel_that_names_the_list_tool() {
    let forge = Upstream::start();
    seventy(&forge, "/repos/o/r/labels", &[30]);
    for version in VERSIONS {
        let mut wire = Wire::here(&forge, version).await;
        // A greater limit is clamped before the request, so that page 2 begins where page 1 ends.
        for uri in ["forgejo://repo/o/r/labels", "forgejo://repo/o/r/labels?limit=50"] {
            let read = wire.read(uri).await;
            let page = read.json();
            assert_eq!(page["labels"].as_array().unwrap().len(), 30);
            assert_eq!((&page["limit"], &page["list_tool"]), (&json!(30), &json!("list_repo_labels")));
            assert!(read.is_cut());
        }
        let second = wire.read("forgejo://repo/o/r/labels?page=2&limit=50").await.json();
        assert_eq!(second["labels"][0]["id"], 31);
        let third = wire.read("forgejo://repo/o/r/labels?page=3").await.json();
        assert_eq!(third["labels"].as_array().unwrap().len(), 10);
        assert_eq!(third["truncated"], false);
    }
}

#[tokio::test]
async fn labels_of_a_missing_repository_are_not_found() {
    let forge = Upstream::start();
    for version in VERSIONS {
        let mut wire = Wire::here(&forge, version).await;
        assert_eq!(wire.code("forgejo://repo/o/none/labels").await, -32003);
    }
}

#[tokio::test]
async fn many_labels_of_an_organisation_are_cut_with_its_list_tool() {
    let forge = Upstream::start();
    seventy(&forge, "/orgs/harbor/labels", &[30]);
    for version in VERSIONS {
        let read = Wire::here(&forge, version).await.read("forgejo://org/harbor/labels").await;
        let page = read.json();
        assert_eq!(read.blocks.len(), 1);
        assert_eq!(page["labels"].as_array().unwrap().len(), 30);
        assert!(page["sentinel"].as_str().unwrap().contains("list_org_labels with page=2"));
    }
}

#[tokio::test]
async fn labels_of_a_missing_organisation_are_not_found() {
    let forge = Upstream::start();
    forge.replay("labels/list_org_labels_missing_org");
    for version in VERSIONS {
        assert_eq!(Wire::here(&forge, version).await.code("forgejo://org/no-such/labels").await, -32003);
    }
}

#[tokio::test]
async fn the_real_program_answers_the_same() {
    for version in VERSIONS {
        let forge = Upstream::start();
        seventy(&forge, "/repos/o/r/labels", &[30, 5]);
        let mut wire = Wire::program(&forge, version).await;
        let page = wire.read("forgejo://repo/o/r/labels?limit=5").await.json();
        assert_eq!(page["labels"].as_array().unwrap().len(), 5);
        assert_eq!(wire.code("forgejo://repo/o/r/label/abc").await, -32602);
        assert_eq!(wire.code("forgejo://repo/o/r/label/7").await, -32003);
        forge.on("GET /repos/o/r/labels/7", Answer::empty(403));
        assert_eq!(wire.code("forgejo://repo/o/r/label/7").await, -32002, "{version}");
        forge.on("GET /repos/o/r/labels/7", Answer::raw(500, "text/html", "<html>"));
        assert_eq!(wire.code("forgejo://repo/o/r/label/7").await, -32603);
    }
}
