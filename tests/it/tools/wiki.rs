//! Pages of wikis.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Value, json};

use crate::harness::{Answer, Session, Upstream, exchange};

const WIKI: &str = "/repos/harbor/workshop/wiki";

fn workshop(more: Value) -> Value {
    let mut arguments = json!({ "owner": "harbor", "repo": "workshop" });
    arguments.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    arguments
}

/// A page of the forge.
fn page(title: &str, content: &str, commit: &str) -> Answer {
    let coded = BASE64_STANDARD.encode(content);
    let body = json!({ "title": title, "sub_url": title, "html_url": "https://forge.example/x",
        "content_base64": coded, "last_commit": { "sha": commit, "message": "m\n" } });
    Answer::json(200, &body)
}

fn at(name: &str) -> String {
    format!("GET {WIKI}/page/{name}")
}

#[tokio::test]
async fn p6_pages_are_listed_with_a_total_that_is_an_upper_bound() {
    let forge = Upstream::start();
    forge.replay("wiki/list_pages");
    let list = forge.call("list_wiki_pages", workshop(json!({}))).await.json();
    assert_eq!(list["total_at_most"], 9);
    assert_eq!(list.get("total_count"), None);
    assert_eq!(list["has_more"], false);
    let row = &list["items"][2];
    assert_eq!(
        (&row["title"], &row["sub_url"]),
        (&json!("Guides/Getting started"), &json!("Guides%2FGetting-started"))
    );
    assert_eq!(row["last_commit"], "a765529e762382b001be24a9da9340533d925148");
    let sent = forge.last(&format!("GET {WIKI}/pages"));
    assert_eq!((sent.query("page"), sent.query("limit")), (vec!["1".to_owned()], vec!["30".to_owned()]));
}

#[tokio::test]
async fn p5_a_short_or_empty_page_in_the_middle_is_not_the_end() {
    let forge = Upstream::start();
    let short = Answer::json(200, &json!([{ "title": "a" }])).header("x-total-count", "17");
    forge.on(&format!("GET {WIKI}/pages"), short);
    let list = forge.call("list_wiki_pages", workshop(json!({ "limit": 5, "page": 2 }))).await.json();
    assert_eq!(list["next"], json!({ "page": 3, "limit": 5 }));
    let list = forge.call("list_wiki_pages", workshop(json!({ "limit": 5, "page": 4 }))).await.json();
    assert_eq!(list["has_more"], false);
}

#[tokio::test]
async fn p5_one_row_is_taken_from_a_page_of_two() {
    let forge = Upstream::start();
    let two = Answer::json(200, &json!([{ "title": "c" }, { "title": "d" }])).header("x-total-count", "4");
    forge.on(&format!("GET {WIKI}/pages?page=2&limit=2"), two);
    for (page, title, more) in [(3, "c", true), (4, "d", false)] {
        let list = forge.call("list_wiki_pages", workshop(json!({ "limit": 1, "page": page }))).await.json();
        assert_eq!(list["items"], json!([{ "title": title }]));
        assert_eq!((&list["limit"], &list["has_more"]), (&json!(1), &json!(more)));
    }
}

#[tokio::test]
async fn a_wiki_without_pages_is_an_empty_list_and_one_that_is_off_an_error() {
    let forge = Upstream::start();
    forge.replay("wiki/list_pages_before_first");
    assert_eq!(forge.call("list_wiki_pages", workshop(json!({}))).await.json()["items"], json!([]));
    forge.replay("wiki/get_page_before_first");
    let called = forge.call("get_wiki_page", workshop(json!({ "page_name": "Home" }))).await;
    assert_eq!(called.kind(), "not_found");
    assert!(called.error().contains("no page yet"), "{}", called.error());
    let off = Answer::json(404, &json!({ "message": "The target couldn't be found.", "errors": [] }));
    forge.on(&format!("GET {WIKI}/pages"), off);
    let called = forge.call("list_wiki_pages", workshop(json!({}))).await;
    assert!(called.error().contains("wiki is off"), "{}", called.error());
}

#[tokio::test]
async fn a_page_is_raw_markdown_with_its_commit_in_the_second_block() {
    let forge = Upstream::start();
    forge.replay("wiki/get_page");
    let called = forge.call("get_wiki_page", workshop(json!({ "page_name": "Home" }))).await;
    assert_eq!(called.text(), "# Workshop\n\nStart here.\n");
    let note = json!({ "title": "Home", "sub_url": "Home", "last_commit": "e5ee5e8783b1f96498a52aba2b0275972a56667e", "total_lines": 3 });
    assert_eq!(called.note(), note);
}

#[tokio::test]
async fn lines_of_a_page_can_be_asked_for() {
    let forge = Upstream::start();
    forge.replay("wiki/get_page");
    let called = forge
        .call("get_wiki_page", workshop(json!({ "page_name": "Home", "start_line": 3, "end_line": 9 })))
        .await;
    assert_eq!(called.text(), "Start here.\n");
    assert_eq!(called.note()["lines"], "3-3");
    for (start, end) in [(9, None), (3, Some(2))] {
        let lines = json!({ "page_name": "Home", "start_line": start, "end_line": end });
        assert_eq!(forge.call("get_wiki_page", workshop(lines)).await.kind(), "invalid_arguments");
    }
}

#[tokio::test]
async fn pages_are_found_by_title_and_by_encoded_address() {
    for (asked, sent) in [
        ("Guides/Getting started", "Guides%2FGetting%20started"),
        ("Guides%2FGetting-started", "Guides%2FGetting-started"),
        ("50% & more", "50%25%20&%20more"),
        ("100%", "100%25"),
        ("hash#1", "hash%231"),
        ("q?x", "q%3Fx"),
        ("a+b", "a%2Bb"),
        ("a%2Bb", "a%2Bb"),
        ("lamp 🔦", "lamp%20%F0%9F%94%A6"),
        ("with-dash", "with-dash.-"),
        ("with-dash.-", "with-dash.-"),
        ("a-b+c.-", "a-b%20c.-"),
        ("a-b c", "a-b%20c.-"),
        ("notes.md", "notes.md.-"),
    ] {
        let forge = Upstream::start();
        forge.on(&at(sent), page("T", "text", "c"));
        let called = forge.call("get_wiki_page", workshop(json!({ "page_name": asked }))).await;
        assert_eq!(called.text(), "text", "{asked}");
    }
}

#[tokio::test]
async fn a_missing_page_is_refused_with_candidates() {
    let forge = Upstream::start();
    forge.replay("wiki/list_pages");
    forge.replay("wiki/get_page_lower_case");
    let called = forge.call("get_wiki_page", workshop(json!({ "page_name": "home" }))).await;
    assert_eq!(called.kind(), "not_found");
    assert!(called.error().contains("there are Home,"), "{}", called.error());
    let called = forge.call("get_wiki_page", workshop(json!({ "page_name": "a/../b" }))).await;
    assert_eq!(called.kind(), "invalid_arguments");
}

#[tokio::test]
async fn p6_revisions_carry_their_total_in_the_body() {
    let forge = Upstream::start();
    forge.on(&at("Guides%2FGetting%20started"), page("Guides/Getting started", "x", "c"));
    forge.replay("wiki/revisions_of_sub_page");
    let name = json!({ "page_name": "Guides/Getting started" });
    let list = forge.call("get_wiki_revisions", workshop(name)).await.json();
    assert_eq!((&list["total_count"], &list["has_more"]), (&json!(2), &json!(false)));
    assert_eq!(list["items"][0]["sha"], "1f651c8e9e3ed6d580cd1285283b4a41259a85de");
    assert_eq!(list["items"][0]["message"], "Update \"Guides%2FGetting-started\"");
    assert_eq!(list["items"][1]["author"], "Alice of the Harbor");
}

#[tokio::test]
async fn revisions_are_cut_from_pages_of_fifty() {
    let forge = Upstream::start();
    forge.on(&at("Home"), page("Home", "x", "c"));
    let commits = |from: usize, to: usize| {
        let rows: Vec<Value> = (from..to).map(|number| json!({ "sha": number.to_string() })).collect();
        Answer::json(200, &json!({ "commits": rows, "count": 70 }))
    };
    let route = format!("GET {WIKI}/revisions/Home");
    forge.on(&format!("{route}?page=1"), commits(0, 50)).on(&format!("{route}?page=2"), commits(50, 70));
    let third = json!({ "page_name": "Home", "limit": 20, "page": 3 });
    let list = forge.call("get_wiki_revisions", workshop(third)).await.json();
    let shas: Vec<&str> =
        list["items"].as_array().unwrap().iter().map(|row| row["sha"].as_str().unwrap()).collect();
    assert_eq!((shas.len(), shas[0], shas[19]), (20, "40", "59"));
    assert_eq!(list["has_more"], true);
    let called = forge.call("get_wiki_revisions", workshop(json!({ "page_name": "Nope" }))).await;
    assert_eq!(called.kind(), "not_found");
}

#[tokio::test]
async fn a_page_is_created_when_its_title_is_free() {
    let forge = Upstream::start();
    forge.replay("wiki/create_page_with_slash_and_space");
    let new = json!({ "title": "Guides/Getting started", "content": "# Getting started\n" });
    let made = forge.call("create_wiki_page", workshop(new)).await.json();
    assert_eq!(made["sub_url"], "Guides%2FGetting-started");
    assert_eq!(made["last_commit"], "a765529e762382b001be24a9da9340533d925148");
    assert!(made.get("content_base64").is_none());
    let sent = forge.last(&format!("POST {WIKI}/new")).json();
    assert_eq!(sent, exchange("wiki/create_page_with_slash_and_space").sent);
    forge.last(&at("Guides%2FGetting%20started"));
}

#[tokio::test]
async fn a_title_that_is_taken_is_refused_before_any_write() {
    // 15 would overwrite the page.
    let forge = Upstream::start();
    forge.on(&at("with-dash.-"), page("with-dash", "x", "c"));
    let called =
        forge.call("create_wiki_page", workshop(json!({ "title": "with-dash", "content": "y" }))).await;
    assert_eq!(called.kind(), "conflict");
    assert!(forge.writes().is_empty());
    // Between look and write somebody else may have made it.
    forge.replay("wiki/create_page_exists");
    let called = forge.call("create_wiki_page", workshop(json!({ "title": "Home", "content": "y" }))).await;
    assert_eq!(called.kind(), "conflict");
}

#[tokio::test]
async fn a_title_that_the_forge_refuses_or_that_is_blank() {
    let forge = Upstream::start();
    forge.replay("wiki/create_page_reserved");
    let called = forge.call("create_wiki_page", workshop(json!({ "title": "_pages", "content": "y" }))).await;
    assert_eq!(called.kind(), "validation");
    assert!(called.error().contains("reserved"), "{}", called.error());
    let called = forge.call("create_wiki_page", workshop(json!({ "title": " ", "content": "y" }))).await;
    assert_eq!(called.kind(), "invalid_arguments");
}

#[tokio::test]
async fn an_edit_of_the_text_sends_the_title_again() {
    let forge = Upstream::start();
    forge.on(&at("with-dash.-"), page("with-dash", "old", "c0ffee"));
    let edit = format!("PATCH {WIKI}/page/with-dash.-");
    forge.on(&edit, page("with-dash", "new", "beef"));
    let change =
        json!({ "page_name": "with-dash", "content": "new", "message": "Better", "last_commit": "c0ffee" });
    let done = forge.call("update_wiki_page", workshop(change)).await.json();
    assert_eq!((&done["title"], &done["last_commit"]), (&json!("with-dash"), &json!("beef")));
    let sent =
        json!({ "title": "with-dash", "content_base64": BASE64_STANDARD.encode("new"), "message": "Better" });
    assert_eq!(forge.last(&edit).json(), sent);
}

#[tokio::test]
async fn a_rename_sends_the_text_again_and_never_overwrites() {
    let forge = Upstream::start();
    forge.on(&at("Home"), page("Home", "text", "c"));
    let edit = format!("PATCH {WIKI}/page/Home");
    forge.on(&edit, page("New home", "text", "d"));
    let done = forge
        .call("update_wiki_page", workshop(json!({ "page_name": "Home", "title": "New home" })))
        .await
        .json();
    assert_eq!(done["title"], "New home");
    assert_eq!(
        forge.last(&edit).json(),
        json!({ "title": "New home", "content_base64": BASE64_STANDARD.encode("text") })
    );
    forge.on(&at("Taken"), page("Taken", "precious", "e"));
    let called = forge
        .call("update_wiki_page", workshop(json!({ "page_name": "Home", "title": "Taken", "content": "x" })))
        .await;
    assert_eq!(called.kind(), "conflict");
    assert_eq!(forge.writes().len(), 1);
}

#[tokio::test]
async fn an_empty_text_clears_the_page() {
    let forge = Upstream::start();
    forge.on(&at("Home"), page("Home", "text", "c"));
    let edit = format!("PATCH {WIKI}/page/Home");
    forge.on(&edit, page("Home", "", "d"));
    forge.call("update_wiki_page", workshop(json!({ "page_name": "Home", "content": "" }))).await.json();
    assert_eq!(forge.last(&edit).json(), json!({ "title": "Home", "content_base64": "" }));
}

#[tokio::test]
async fn an_edit_of_a_page_that_has_changed_is_refused() {
    let forge = Upstream::start();
    forge.on(&at("Home"), page("Home", "text", "newer"));
    let change = json!({ "page_name": "Home", "content": "x", "last_commit": "older" });
    let called = forge.call("update_wiki_page", workshop(change)).await;
    assert_eq!(called.kind(), "conflict");
    assert!(called.error().contains("newer"), "{}", called.error());
    assert_eq!(
        forge.call("update_wiki_page", workshop(json!({ "page_name": "Home" }))).await.kind(),
        "invalid_arguments"
    );
    assert!(forge.writes().is_empty());
}

#[tokio::test]
async fn an_edit_never_creates_a_page() {
    let forge = Upstream::start();
    let called =
        forge.call("update_wiki_page", workshop(json!({ "page_name": "Nope", "content": "x" }))).await;
    assert_eq!(called.kind(), "not_found");
    assert!(forge.writes().is_empty());
}

#[tokio::test]
async fn a_deleted_page_is_named_with_its_last_commit() {
    let forge = Upstream::start();
    forge.on(&at("50%25%20&%20more"), page("50% & more", "x", "c0ffee"));
    forge.on(&format!("DELETE {WIKI}/page/50%25%20&%20more"), Answer::empty(204));
    let arguments = workshop(json!({ "page_name": "50% & more", "confirm": "50% & more" }));
    let called = confirmed(&forge, "delete_wiki_page", arguments).await;
    assert!(called["done"].as_str().unwrap().contains("c0ffee"), "{called}");
    let called = forge.call("delete_wiki_page", workshop(json!({ "page_name": "Nope" }))).await;
    assert_eq!(called.result.is_error, Some(true));
    assert_eq!(forge.writes().len(), 1);
}

/// Calls an irrecoverable tool; `confirm` is left out where the program does not know it yet.
pub(crate) async fn confirmed(forge: &Upstream, tool: &str, mut arguments: Value) -> Value {
    let called = forge.call(tool, arguments.clone()).await;
    if called.result.is_error == Some(true) && called.error().contains("confirm") {
        arguments.as_object_mut().unwrap().remove("confirm");
        return forge.call(tool, arguments).await.json();
    }
    called.json()
}

#[tokio::test]
async fn a_reader_may_not_write() {
    let forge = Upstream::start();
    forge.replay("wiki/create_page_as_reader_403");
    let called = forge.call("create_wiki_page", workshop(json!({ "title": "x", "content": "x" }))).await;
    assert_eq!(called.kind(), "forbidden");
}

#[tokio::test]
async fn the_demo_has_a_wiki() {
    let session = Session::demo().await;
    let list =
        session.call("list_wiki_pages", json!({ "owner": "harbor", "repo": "lighthouse" })).await.json();
    let name = list["items"][0]["sub_url"].clone();
    let page = json!({ "owner": "harbor", "repo": "lighthouse", "page_name": name });
    assert!(!session.call("get_wiki_page", page).await.text().is_empty());
}
