//! What the door makes of answers that no view knows.

use serde_json::{Value, json};

use super::forge::start;
use super::values::Maker;
use crate::harness::{Answer, Called, Upstream};

async fn read(forge: &Upstream, name: &str, arguments: Value) -> Called {
    forge.call("call_read_tool", json!({ "name": name, "arguments": arguments })).await
}

fn at(more: Value) -> Value {
    let mut all = json!({ "owner": "o", "repo": "r" });
    all.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    all
}

fn parsed(called: &Called) -> Value {
    assert!(called.result.structured_content.is_none(), "the door has no output schema");
    serde_json::from_str(&called.text()).unwrap()
}

#[tokio::test]
async fn people_repositories_labels_and_times_are_short() {
    let forge = Upstream::start();
    let alice = json!({ "id": 1, "login": "alice", "full_name": "Alice", "avatar_url": "https://a.example", "email": "" });
    let repository = json!({ "id": 2, "name": "r", "full_name": "o/r", "owner": alice, "clone_url": "https://h.example/o/r" });
    let issue = json!({
        "number": 1,
        "title": "t",
        "body": "before <!-- hidden --> after",
        "user": alice,
        "assignees": [alice],
        "assignee": null,
        "milestone": { "id": 3, "title": "m", "due_on": "0001-01-01T00:00:00Z", "closed_at": null },
        "labels": [{ "id": 4, "name": "bug", "color": "ff0000", "exclusive": false }],
        "repository": { "id": 2, "name": "r", "owner": "o", "full_name": "o/r" },
        "created_at": "2026-01-02T04:04:05+01:00",
        "closed_at": "1970-01-01T00:00:00Z",
        "ref": "",
        "pull_request": null,
    });
    forge.on("GET /repos/o/r/issues/1", Answer::json(200, &issue));
    let shown = parsed(&read(&forge, "issueGetIssue", at(json!({ "index": 1 }))).await);
    let expected = json!({
        "number": 1,
        "title": "t",
        "body": "before [hidden comment: hidden] after",
        "user": "alice",
        "assignees": ["alice"],
        "milestone": { "id": 3, "title": "m" },
        "labels": ["bug"],
        "repository": "o/r",
        "created_at": "2026-01-02T03:04:05Z",
        "hidden_comments_shown": 1,
    });
    assert_eq!(shown, expected);
    // What the answer itself is about stays whole.
    forge.on("GET /users/alice", Answer::json(200, &alice));
    assert_eq!(parsed(&read(&forge, "userGet", json!({ "username": "alice" })).await)["full_name"], "Alice");
    forge.on("GET /repos/o/r", Answer::json(200, &repository));
    let shown = parsed(&read(&forge, "repoGet", at(json!({}))).await);
    assert_eq!((&shown["full_name"], &shown["owner"]), (&json!("o/r"), &json!("alice")));
}

#[tokio::test]
async fn secrets_are_hidden_by_the_names_of_their_fields() {
    let forge = Upstream::start();
    let hook = json!({
        "id": 1,
        "type": "forgejo",
        "url": "https://u:p4ss@hook.example/x?token=t0ken&a=1",
        "authorization_header": "Bearer s3cret",
        "config": { "url": "https://hook.example/x?secret=s3cret", "secret": "s3cret", "sign_key": "s3cret", "content_type": "json" },
        "events": ["push"],
    });
    forge.on("GET /repos/o/r/hooks/1", Answer::json(200, &hook));
    let called = read(&forge, "repoGetHook", at(json!({ "id": 1 }))).await;
    let text = called.text();
    for secret in ["s3cret", "p4ss", "t0ken"] {
        assert!(!text.contains(secret), "{text}");
    }
    let shown = parsed(&called);
    assert_eq!(shown["authorization_header"], "[secret]");
    assert_eq!(shown["config"]["content_type"], "json");
    // A checksum has the name that the value of a token has.
    forge.on("GET /packages/o/generic/p/1/files", Answer::json(200, &json!([{ "id": 1, "sha1": "abc" }])));
    let package = json!({ "owner": "o", "type": "generic", "name": "p", "version": "1" });
    assert_eq!(parsed(&read(&forge, "listPackageFiles", package).await)["items"][0]["sha1"], "abc");
    let token = json!([{ "id": 1, "name": "n", "sha1": "s3cret", "token_last_eight": "12345678" }]);
    forge.on("GET /users/alice/tokens", Answer::json(200, &token));
    let shown = parsed(&read(&forge, "userGetTokens", json!({ "username": "alice" })).await);
    assert_eq!(shown["items"][0]["sha1"], "[secret]");
}

fn numbers(from: u32, to: u32) -> Value {
    (from..=to).map(|id| json!({ "id": id, "name": format!("n{id}") })).collect()
}

fn ids(page: &Value) -> Vec<u64> {
    page["items"].as_array().unwrap().iter().map(|row| row["id"].as_u64().unwrap()).collect()
}

#[tokio::test]
async fn a_list_that_the_forge_does_not_page_is_paged_here() {
    let forge = Upstream::start();
    forge.on("GET /repos/o/r/branch_protections", Answer::json(200, &numbers(1, 7)));
    let whole = parsed(&read(&forge, "repoListBranchProtection", at(json!({}))).await);
    assert_eq!((ids(&whole).len(), &whole["has_more"]), (7, &json!(false)));
    let mut arguments = at(json!({ "limit": 3 }));
    let mut seen = Vec::new();
    loop {
        let page = parsed(&read(&forge, "repoListBranchProtection", arguments.clone()).await);
        seen.extend(ids(&page));
        assert_eq!(page["total_count"], 7);
        let Some(next) = page.get("next") else { break };
        arguments.as_object_mut().unwrap().extend(next.as_object().unwrap().clone());
    }
    assert_eq!(seen, (1..=7).collect::<Vec<u64>>());
    assert!(forge.seen().iter().all(|seen| seen.query("page").is_empty()));
}

#[tokio::test]
async fn p1_a_list_that_ignores_its_page_is_cut_here() {
    let forge = Upstream::start();
    forge.on(
        "GET /repos/o/r/issues/1/comments",
        Answer::json(200, &numbers(1, 5)).header("x-total-count", "5"),
    );
    forge.on("GET /repos/o/r/labels", Answer::json(200, &numbers(1, 5)).header("x-total-count", "5"));
    for limit in [2, 3, 5] {
        let mut arguments = at(json!({ "limit": limit }));
        let mut seen = Vec::new();
        for _ in 0..4 {
            let page = parsed(&read(&forge, "issueListLabels", arguments.clone()).await);
            seen.extend(ids(&page));
            let Some(next) = page.get("next") else { break };
            arguments.as_object_mut().unwrap().extend(next.as_object().unwrap().clone());
        }
        assert_eq!(seen, [1, 2, 3, 4, 5], "{limit}");
    }
    let page = parsed(&read(&forge, "issueListLabels", at(json!({ "limit": 30, "page": 2 }))).await);
    assert_eq!(ids(&page), Vec::<u64>::new(), "the rows of page 1 are not those of page 2");
}

#[tokio::test]
async fn p9_rows_in_an_object_are_rows() {
    let forge = Upstream::start();
    forge.on(
        "GET /repos/search",
        Answer::json(200, &json!({ "ok": true, "data": numbers(1, 3) })).header("x-total-count", "8"),
    );
    let page = parsed(&read(&forge, "repoSearch", json!({ "limit": 3 })).await);
    assert_eq!(
        (ids(&page), &page["total_count"], &page["has_more"]),
        (vec![1, 2, 3], &json!(8), &json!(true))
    );
    let runs = json!({ "workflow_runs": numbers(1, 3), "total_count": 4 });
    forge.on("GET /repos/o/r/actions/runs", Answer::json(200, &runs));
    let page = parsed(&read(&forge, "ListActionRuns", at(json!({ "limit": 3 }))).await);
    assert_eq!(
        (ids(&page), &page["total_count"], &page["next"]),
        (vec![1, 2, 3], &json!(4), &json!({ "page": 2, "limit": 3 }))
    );
    forge.on("GET /repos/o/r/tags", Answer::raw(200, "application/json", "null"));
    let page = parsed(&read(&forge, "repoListTags", at(json!({}))).await);
    assert_eq!((ids(&page), &page["has_more"]), (Vec::new(), &json!(false)));
}

#[tokio::test]
async fn no_answer_floods_the_context_and_every_row_is_reached() {
    let forge = Upstream::start();
    let long = "word ".repeat(2_000);
    let rows: Value = (1..=50)
        .map(|id| json!({ "id": id, "name": "n", "body": long, "note": format!("{id}").repeat(900) }))
        .collect();
    forge.on("GET /repos/o/r/branch_protections", Answer::json(200, &rows));
    let mut arguments = at(json!({}));
    let mut seen = Vec::new();
    for _ in 0..60 {
        let called = read(&forge, "repoListBranchProtection", arguments.clone()).await;
        let bound = if arguments.get("limit").is_some() { 288 * 1024 } else { 48 * 1024 };
        assert!(called.text().len() <= bound, "{}", called.text().len());
        let page = parsed(&called);
        seen.extend(ids(&page));
        let Some(next) = page.get("next") else { break };
        arguments.as_object_mut().unwrap().extend(next.as_object().unwrap().clone());
    }
    assert_eq!(seen, (1..=50).collect::<Vec<u64>>());
    let text = "0123456789\n".repeat(20_000);
    forge.on("GET /repos/o/r/raw/big.txt", Answer::raw(200, "text/plain", text.clone()));
    let called = read(&forge, "repoGetRawFile", at(json!({ "filepath": "big.txt" }))).await;
    assert!(called.text().len() <= 48 * 1024, "{}", called.text().len());
    let mut whole = called.text();
    let mut note = called.note();
    while let Some(next) = note.get("next").cloned() {
        let mut arguments = at(json!({ "filepath": "big.txt" }));
        arguments.as_object_mut().unwrap().extend(next.as_object().unwrap().clone());
        let called = read(&forge, "repoGetRawFile", arguments).await;
        whole.push_str(&called.text());
        note = called.texts().get(1).map_or(json!({}), |note| serde_json::from_str(note).unwrap());
    }
    assert_eq!(whole, text);
}

#[tokio::test]
async fn what_is_asked_for_and_confirmed_is_shown() {
    let forge = start(Maker { secret: "the-new-token".to_owned(), ..Maker::default() });
    let given =
        json!({ "name": "repoGetRunnerRegistrationToken", "arguments": { "owner": "o", "repo": "r" } });
    let called = forge.call("call_write_tool", given.clone()).await;
    assert!(called.text().contains("the-new-token"), "{}", called.text());
    assert_eq!(forge.call("call_read_tool", given).await.kind(), "invalid_arguments");
}
