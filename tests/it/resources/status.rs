//! The status of a commit: every scenario of its specification, on the wire.

use serde_json::{Value, json};

use super::wire::{VERSIONS, Wire};
use crate::harness::{Answer, Upstream};

const SHA: &str = "5884684a49eccfd812ca1ae940f4de99d917be97";
const ROUTE: &str = "GET /repos/o/r/commits/5884684a49eccfd812ca1ae940f4de99d917be97/status";

fn uri() -> String {
    format!("forgejo://repo/o/r/commit/{SHA}/status")
}

fn status(id: u64, context: &str, state: &str) -> Value {
    json!({ "id": id, "context": context, "status": state })
}

fn answer(statuses: &[Value], total: usize) -> Answer {
    let body = json!({ "state": "success", "sha": SHA, "total_count": statuses.len(), "statuses": statuses });
    Answer::json(200, &body).header("x-total-count", &total.to_string())
}

fn forge_with(statuses: &[Value]) -> Upstream {
    let forge = Upstream::start();
    forge.on(ROUTE, answer(statuses, statuses.len()));
    forge
}

#[tokio::test]
async fn template_appears_in_templates_list_with_cacheability_note() {
    let forge = Upstream::start();
    for version in VERSIONS {
        let mut wire = Wire::here(&forge, version).await;
        let listed = wire.result("resources/templates/list", json!({})).await;
        let templates = listed["resourceTemplates"].as_array().unwrap();
        let uri = "forgejo://repo/{owner}/{repo}/commit/{sha}/status";
        let template = templates.iter().find(|template| template["uriTemplate"] == uri).unwrap();
        assert_eq!(template["mimeType"], "application/json");
        let description = template["description"].as_str().unwrap();
        assert!(description.contains("cacheable") && description.contains("Pinned to the full sha"));
    }
}

#[tokio::test]
async fn few_statuses_come_all_with_the_aggregate() {
    let forge = forge_with(&[status(1, "build", "success"), status(2, "lint", "failure")]);
    for version in VERSIONS {
        let read = Wire::here(&forge, version).await.read(&uri()).await;
        let status = read.json();
        assert_eq!(status["sha"], SHA);
        assert_eq!(status["state"], "failure");
        assert_eq!(status["total_count"], 2);
        assert_eq!(status["statuses"].as_array().unwrap().len(), 2);
        assert_eq!(status["truncated"], false);
        assert!(!read.is_cut());
        assert!(read.beside().starts_with(&format!("# Status of {SHA}: failure")));
        assert_eq!(read.blocks[1]["mimeType"], "text/markdown");
    }
    assert_eq!(forge.last(ROUTE).query("page"), ["1"]);
    assert_eq!(forge.last(ROUTE).query("limit"), ["50"]);
}

#[tokio::test]
async fn all_seven_keys_of_an_entry_are_always_there() {
    let forge = forge_with(&[json!({ "id": 1, "creator": null })]);
    let status = Wire::here(&forge, VERSIONS[0]).await.read(&uri()).await.json();
    let entry = status["statuses"][0].as_object().unwrap();
    let keys: Vec<&str> = entry.keys().map(String::as_str).collect();
    let seven =
        ["context", "state", "target_url", "description", "creator_login", "created_at", "updated_at"];
    assert_eq!(keys, seven);
    assert!(entry.values().all(|value| value == ""), "{entry:?}");
}

#[tokio::test]
async fn entries_show_who_said_what_when_and_where() {
    let entry = json!({
        "id": 7, "context": "ci", "status": "warning", "target_url": "/o/r/actions/runs/3",
        "description": "slow\u{202e}", "creator": { "login": "bob" },
        "created_at": "2026-01-02T03:04:05+01:00", "updated_at": "0001-01-01T00:00:00Z",
    });
    let forge = forge_with(&[entry]);
    let status = Wire::here(&forge, VERSIONS[0]).await.read(&uri()).await.json();
    let shown = &status["statuses"][0];
    assert_eq!(shown["state"], "warning", "the raw word is kept");
    assert_eq!(shown["target_url"], format!("{}/o/r/actions/runs/3", forge.url));
    assert_eq!(shown["description"], "slow");
    assert_eq!(status["hidden_characters_removed"], 1);
    assert_eq!(shown["creator_login"], "bob");
    assert_eq!(shown["created_at"], "2026-01-02T02:04:05Z");
    assert_eq!(shown["updated_at"], "");
    assert_eq!(status["state"], "failure");
}

#[tokio::test]
async fn states_count_as_the_contract_says() {
    let cases: &[(&[&str], &str)] = &[
        (&["success", "success"], "success"),
        (&["success", "skipped"], "success"),
        (&["skipped"], "success"),
        (&["success", "warning"], "failure"),
        (&["pending", "failure"], "failure"),
        (&["failure", "error", "pending"], "failure"),
        (&["error", "pending"], "error"),
        (&["success", "pending"], "pending"),
        (&["success", "brand-new-word"], "pending"),
        (&["success", ""], "pending"),
    ];
    for (words, expected) in cases {
        let statuses: Vec<Value> =
            words.iter().zip(1..).map(|(word, id)| status(id, &format!("c{id}"), word)).collect();
        let read = Wire::here(&forge_with(&statuses), VERSIONS[0]).await.read(&uri()).await;
        assert_eq!(read.json()["state"], *expected, "{words:?}");
    }
}

#[tokio::test]
async fn the_highest_id_of_a_context_wins() {
    let forge = forge_with(&[
        status(9, "build", "success"),
        status(12, "build", "failure"),
        status(3, "build", "error"),
    ]);
    let status = Wire::here(&forge, VERSIONS[0]).await.read(&uri()).await.json();
    assert_eq!(status["state"], "failure");
    assert_eq!(status["statuses"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn many_statuses_are_cut_at_thirty_with_a_sentinel_and_the_total() {
    let statuses: Vec<Value> = (1..=31).map(|id| status(id, &format!("c{id:02}"), "success")).collect();
    let forge = forge_with(&statuses);
    for version in VERSIONS {
        let read = Wire::here(&forge, version).await.read(&uri()).await;
        let status = read.json();
        assert_eq!(status["statuses"].as_array().unwrap().len(), 30);
        assert_eq!(status["total_count"], 31);
        assert_eq!(status["truncated"], true);
        assert_eq!(status["list_tool"], "get_commit_statuses");
        let sentinel = status["sentinel"].as_str().unwrap();
        assert!(sentinel.starts_with("[truncated: 30 of 31 statuses"), "{sentinel}");
        assert!(sentinel.contains("get_commit_statuses") && sentinel.contains("page=2"), "{sentinel}");
        assert!(read.beside().ends_with(sentinel));
    }
}

#[tokio::test]
async fn exactly_thirty_statuses_are_not_cut() {
    let statuses: Vec<Value> = (1..=30).map(|id| status(id, &format!("c{id:02}"), "success")).collect();
    let read = Wire::here(&forge_with(&statuses), VERSIONS[0]).await.read(&uri()).await;
    assert_eq!(read.json()["statuses"].as_array().unwrap().len(), 30);
    assert!(!read.is_cut());
}

/// The forge says `success` for the first page; a failure stands on the second.
#[tokio::test]
async fn p14_all_pages_count() {
    let forge = Upstream::start();
    let first: Vec<Value> = (1..=50).map(|id| status(id, &format!("c{id:02}"), "success")).collect();
    let second = [status(51, "last", "failure")];
    forge.on(&format!("{ROUTE}?page=1"), answer(&first, 51));
    forge.on(&format!("{ROUTE}?page=2"), answer(&second, 51));
    let status = Wire::here(&forge, VERSIONS[0]).await.read(&uri()).await.json();
    assert_eq!(status["state"], "failure");
    assert_eq!(status["total_count"], 51);
    assert_eq!(status["statuses"][0]["context"], "last", "what failed is shown first");
}

#[tokio::test]
async fn p14_recorded_status_of_35_contexts() {
    let forge = Upstream::start();
    forge.replay("commits/status_combined_35_page1_limit50");
    let uri = format!("forgejo://repo/harbor/lighthouse/commit/{SHA}/status");
    let read = Wire::here(&forge, VERSIONS[1]).await.read(&uri).await;
    assert_eq!(read.json()["state"], "failure");
    assert_eq!(read.json()["total_count"], 35);
    assert_eq!(read.json()["statuses"].as_array().unwrap().len(), 30);
    assert!(read.is_cut());
}

#[tokio::test]
async fn no_statuses_are_unknown() {
    let sha = "6f1ccb6327c54e28668081c8cab813d16bd6b817";
    let forge = Upstream::start();
    forge.replay("commits/status_none_combined");
    let commit = format!("GET /repos/harbor/workshop/git/commits/{sha}");
    forge.on(&commit, Answer::json(200, &json!({ "sha": sha })));
    for version in VERSIONS {
        let uri = format!("forgejo://repo/harbor/workshop/commit/{sha}/status");
        let status = Wire::here(&forge, version).await.read(&uri).await.json();
        assert_eq!(status["state"], "unknown");
        assert_eq!(status["statuses"], json!([]));
        assert_eq!(status["total_count"], 0);
        assert_eq!(status["sha"], sha, "the forge leaves it empty");
    }
    let looked_up = forge.seen().into_iter().filter(|seen| seen.path().contains("/git/commits/")).count();
    assert_eq!(looked_up, 2, "one look-up for each read");
}

#[tokio::test]
async fn a_missing_commit_is_not_found() {
    let forge = Upstream::start();
    forge.replay("commits/status_combined_missing_commit");
    forge.replay("commits/get_commit_missing");
    for version in VERSIONS {
        let sha = "1111111111111111111111111111111111111111";
        let uri = format!("forgejo://repo/harbor/lighthouse/commit/{sha}/status");
        assert_eq!(Wire::here(&forge, version).await.code(&uri).await, -32003);
    }
}

/// The combined status of an empty repository is a 500; there is no commit in it.
#[tokio::test]
async fn s15_a_commit_of_an_empty_repository_is_not_found() {
    let forge = Upstream::start();
    forge.on(ROUTE, Answer::json(500, &json!({ "message": "" })));
    let mut wire = Wire::here(&forge, VERSIONS[0]).await;
    assert_eq!(wire.code(&uri()).await, -32003);
    let commit = format!("GET /repos/o/r/git/commits/{SHA}");
    forge.on(&commit, Answer::json(200, &json!({ "sha": SHA })));
    assert_eq!(wire.code(&uri()).await, -32603, "a commit that is there has failed for another reason");
}

#[tokio::test]
async fn a_short_sha_is_rejected_without_a_request() {
    let forge = Upstream::start();
    for version in VERSIONS {
        let mut wire = Wire::here(&forge, version).await;
        for sha in ["df15877", "", &SHA[1..], &format!("{SHA}0"), &SHA.replace('5', "g")] {
            let uri = format!("forgejo://repo/goern/forgejo-mcp/commit/{sha}/status");
            assert_eq!(wire.code(&uri).await, -32602, "{sha}");
        }
    }
    assert_eq!(forge.targets(), Vec::<String>::new());
}

#[tokio::test]
async fn the_real_program_answers_the_same() {
    for version in VERSIONS {
        let statuses: Vec<Value> = (1..=31).map(|id| status(id, &format!("c{id:02}"), "success")).collect();
        let forge = forge_with(&statuses);
        let mut wire = Wire::program(&forge, version).await;
        let read = wire.read(&uri()).await;
        assert_eq!(read.json()["statuses"].as_array().unwrap().len(), 30);
        assert!(read.is_cut());
        assert_eq!(wire.code("forgejo://repo/o/r/commit/df15877/status").await, -32602);
        let missing = "1111111111111111111111111111111111111111";
        assert_eq!(wire.code(&format!("forgejo://repo/o/r/commit/{missing}/status")).await, -32003);
        let narrow =
            json!({ "message": "token does not have at least one of required scope(s): [read:repository]" });
        forge.on(ROUTE, Answer::json(403, &narrow));
        let refused = wire.failure(&uri()).await;
        assert_eq!(refused["code"], -32002, "{version}");
        assert!(refused["message"].as_str().unwrap().contains("read:repository"));
        forge.on(ROUTE, Answer::json(401, &json!({ "message": "no" })));
        assert_eq!(wire.code(&uri()).await, -32603);
    }
}
