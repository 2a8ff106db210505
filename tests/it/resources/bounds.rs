//! Lists inside resources: cut at thirty, never silently, and never between two pages.

use serde_json::{Value, json};

use super::wire::{VERSIONS, Wire};
use crate::harness::{Answer, Upstream};

fn rows(count: u64) -> Vec<Value> {
    (1..=count)
        .map(|id| json!({ "id": id, "number": id, "title": "t", "name": "n", "filename": format!("f{id}"), "rule_name": format!("r{id}"), "body": "b" }))
        .collect()
}

/// A list with more rows than a resource holds says so, and names the tool that gives the rest.
async fn cut(uri: &str, answers: &[(&str, Value)], total: Option<u64>, list: &str, tool: &str) -> Value {
    let forge = Upstream::start();
    for (route, body) in answers {
        let answer = Answer::json(200, body);
        forge.on(
            route,
            match total {
                Some(total) => answer.header("x-total-count", &total.to_string()),
                None => answer,
            },
        );
    }
    let read = Wire::here(&forge, VERSIONS[1]).await.read(uri).await;
    let json = read.json();
    assert_eq!(json[list].as_array().unwrap().len(), 30, "{uri}");
    assert_eq!((&json["truncated"], &json["list_tool"]), (&json!(true), &json!(tool)), "{uri}");
    let sentinel = json["sentinel"].as_str().unwrap();
    assert!(sentinel.starts_with("[truncated: 30 "), "{sentinel}");
    assert!(sentinel.contains(&format!("{tool} with page=2 and limit=30")), "{sentinel}");
    assert!(read.beside().ends_with(sentinel), "{}", read.beside());
    json
}

#[tokio::test]
async fn each_list_is_cut_with_its_tool() {
    let issues = ("GET /repos/o/r/issues?page=1&limit=30", json!(rows(30)));
    let found =
        cut("forgejo://repo/o/r/issues?limit=100", &[issues], Some(44), "issues", "list_repo_issues").await;
    assert!(found["sentinel"].as_str().unwrap().contains("30 of 44 issues"));
    assert_eq!(found["total_count"], 44);
    let comments = ("GET /repos/o/r/issues/5/comments", json!(rows(31)));
    cut("forgejo://repo/o/r/issue/5/comments", &[comments], None, "comments", "list_issue_comments").await;
    let rules = ("GET /repos/o/r/branch_protections", json!(rows(31)));
    let uri = "forgejo://repo/o/r/branch_protections";
    cut(uri, &[rules], None, "branch_protections", "list_branch_protections").await;
    let hooks = ("GET /repos/o/r/hooks?page=1&limit=30", json!(rows(30)));
    cut("forgejo://repo/o/r/hooks", &[hooks], Some(31), "hooks", "list_repo_hooks").await;
    let pull = [
        ("GET /repos/o/r/pulls/5", json!({ "number": 5, "title": "t" })),
        ("GET /repos/o/r/pulls/5/files?page=1&limit=30", json!(rows(30))),
    ];
    cut("forgejo://repo/o/r/pr/5", &pull, Some(31), "files", "list_pull_request_files").await;
    let run = [
        ("GET /repos/o/r/actions/runs/5", json!({ "id": 5, "title": "t" })),
        ("GET /repos/o/r/actions/runs/5/jobs", json!(rows(31))),
    ];
    cut("forgejo://repo/o/r/run/5", &run, None, "jobs", "list_action_run_jobs").await;
    let sha = "5884684a49eccfd812ca1ae940f4de99d917be97";
    let commit = [(
        "GET /repos/o/r/git/commits/5884684a49eccfd812ca1ae940f4de99d917be97",
        json!({ "sha": sha, "files": rows(31) }),
    )];
    let found = cut(&format!("forgejo://repo/o/r/commit/{sha}"), &commit, None, "files", "get_commit").await;
    // Every page of the tool stands in the same order.
    assert_eq!(found["files"][1]["path"], "f10");
}

#[tokio::test]
async fn without_a_total_the_sentinel_says_more() {
    let forge = Upstream::start();
    forge.on("GET /repos/o/r/labels", Answer::json(200, &json!(rows(30))));
    let page = Wire::here(&forge, VERSIONS[0]).await.read("forgejo://repo/o/r/labels").await.json();
    assert!(page["sentinel"].as_str().unwrap().starts_with("[truncated: 30 labels, more follow;"), "{page}");
    assert!(page.get("total_count").is_none());
}

/// An instance may give fewer rows than thirty; the next page must begin where it stopped.
#[tokio::test]
async fn p3_the_cap_of_the_instance_counts_too() {
    let forge = Upstream::start();
    forge.on("GET /settings/api", Answer::json(200, &json!({ "max_response_items": 10 })));
    let page = Answer::json(200, &json!(rows(10))).header("x-total-count", "25");
    forge.on("GET /repos/o/r/labels?page=1&limit=10", page);
    let page = Wire::here(&forge, VERSIONS[0]).await.read("forgejo://repo/o/r/labels").await.json();
    assert_eq!(page["limit"], 10);
    assert!(page["sentinel"].as_str().unwrap().contains("page=2 and limit=10"));
}

/// Comments ignore page and limit: all come, and the page is cut here.
#[tokio::test]
async fn p1_comments_are_paged_here() {
    let forge = Upstream::start();
    forge.replay("comments/list_comments_120_page2_limit5");
    let mut wire = Wire::here(&forge, VERSIONS[1]).await;
    let first = wire.read("forgejo://repo/harbor/ledger/issue/1/comments?page=1&limit=5").await.json();
    let second = wire.read("forgejo://repo/harbor/ledger/issue/1/comments?page=2&limit=5").await.json();
    assert_eq!(second["total_count"], 120);
    let id = |page: &Value, row: usize| page["comments"][row]["id"].as_i64().unwrap();
    assert!(id(&first, 4) < id(&second, 0));
    assert_eq!(second["comments"].as_array().unwrap().len(), 5);
    let last = wire.read("forgejo://repo/harbor/ledger/issue/1/comments?page=24&limit=5").await;
    assert!(!last.is_cut());
    let past = wire.read("forgejo://repo/harbor/ledger/issue/1/comments?page=25&limit=5").await;
    assert_eq!(past.json()["comments"], json!([]));
    assert!(!past.is_cut());
}

#[tokio::test]
async fn labels_filter_issues_by_name_or_id_and_unknown_ones_are_refused() {
    let forge = Upstream::start();
    let known = json!([{ "id": 3, "name": "bug" }, { "id": 4, "name": "a,b" }]);
    forge.on("GET /repos/o/r/labels", Answer::json(200, &known).header("x-total-count", "2"));
    let issue = |number: u64, labels: Value| json!({ "number": number, "title": "t", "labels": labels });
    let both = json!([{ "id": 3, "name": "bug" }, { "id": 4, "name": "a,b" }]);
    let rows = json!([issue(1, both), issue(2, json!([{ "id": 3, "name": "bug" }]))]);
    forge.on("GET /repos/o/r/issues?labels=bug", Answer::json(200, &rows).header("x-total-count", "2"));
    let mut wire = Wire::here(&forge, VERSIONS[0]).await;
    let by_id = wire.read("forgejo://repo/o/r/issues?labels=3").await.json();
    assert_eq!(by_id["issues"].as_array().unwrap().len(), 2);
    // I1: a comma in a name cannot be asked for, so those are filtered here.
    let comma = wire.read("forgejo://repo/o/r/issues?labels=bug,a%2Cb").await.json();
    assert_eq!(comma["issues"].as_array().unwrap().len(), 1);
    assert_eq!(comma["issues"][0]["number"], 1);
    let unknown = wire.failure("forgejo://repo/o/r/issues?labels=nope").await;
    assert_eq!(unknown["code"], -32602);
    assert!(unknown["message"].as_str().unwrap().contains("bug (id 3)"), "{unknown}");
}

#[tokio::test]
async fn long_texts_are_shortened_and_said() {
    let forge = Upstream::start();
    let body = "lorem ipsum ".repeat(20_000);
    forge.on(
        "GET /repos/o/r/issues/5",
        Answer::json(200, &json!({ "number": 5, "title": "t", "body": body })),
    );
    let read = Wire::here(&forge, VERSIONS[0]).await.read("forgejo://repo/o/r/issue/5").await;
    assert!(read.blocks[0]["text"].as_str().unwrap().len() < 48 * 1024);
    assert!(read.json()["cut"].as_str().unwrap().contains("shortened"), "{}", read.json()["cut"]);
}
