//! The stage that makes a reply fit to be sent: bounds, cuts that are said, nothing empty, bytes unharmed.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use rmcp::model::ContentBlock;
use serde_json::{Value, json};

use crate::harness::{Answer, Called, Upstream};

/// The bound of an answer when nobody asks for more.
const BOUND: usize = 48 * 1024;

fn issues(from: usize, count: usize, title: usize) -> Value {
    let issue = |number: usize| {
        let title: String = std::iter::repeat_n('t', title).collect();
        json!({ "number": number, "title": title, "state": "open", "html_url": format!("https://f.example/{number}") })
    };
    (from..from + count).map(issue).collect()
}

fn numbers(page: &Value) -> Vec<u64> {
    page["items"].as_array().unwrap().iter().map(|item| item["number"].as_u64().unwrap()).collect()
}

async fn list(forge: &Upstream, more: Value) -> Called {
    let mut arguments = json!({ "owner": "o", "repo": "r" });
    arguments.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    forge.call("list_repo_issues", arguments).await
}

#[tokio::test]
async fn texts_are_shortened_before_rows_go() {
    let forge = Upstream::start();
    forge.on("GET /repos/o/r/issues", Answer::json(200, &issues(1, 20, 9_000)).header("x-total-count", "40"));
    let called = list(&forge, json!({})).await;
    let page = called.json();
    assert!(called.text().len() <= BOUND, "{}", called.text().len());
    assert_eq!(numbers(&page), (1..=20).collect::<Vec<_>>(), "no row went");
    assert!(page["cut"].as_str().unwrap().contains("shortened to 1200 characters"), "{}", page["cut"]);
    let title = page["items"][0]["title"].as_str().unwrap();
    assert!(title.ends_with("… [+7800 characters]"), "the count is of the whole text: {}", &title[1190..]);
    assert_eq!(page["next"], json!({ "page": 2, "limit": 20 }));
}

#[tokio::test]
async fn rows_go_down_to_a_divisor_and_next_begins_at_the_first_dropped_one() {
    let wide = |count: usize| -> Value {
        let labels: Value =
            (0..60).map(|n| json!({ "id": n, "name": format!("label {n} {}", "x".repeat(100)) })).collect();
        (0..count).map(|n| json!({ "number": n + 21, "title": "t", "labels": labels })).collect()
    };
    let forge = Upstream::start();
    forge.on(
        "GET /repos/o/r/issues?page=2&limit=20",
        Answer::json(200, &wide(20)).header("x-total-count", "60"),
    );
    let called = list(&forge, json!({ "page": 2 })).await;
    let page = called.json();
    assert!(called.text().len() <= BOUND, "{}", called.text().len());
    let kept = numbers(&page).len() as u64;
    let limit = page["limit"].as_u64().unwrap();
    assert!(limit < 20 && 20 % limit == 0 && kept == limit, "{limit} {kept}");
    assert_eq!(numbers(&page).first(), Some(&21));
    let next = page["next"]["page"].as_u64().unwrap();
    assert_eq!((next - 1) * limit, 20 + kept, "the next page begins at the first dropped row");
    assert_eq!((&page["next"]["limit"], &page["has_more"]), (&json!(limit), &json!(true)));
    assert!(page["cut"].as_str().unwrap().contains("rows were left for the next page"));
}

#[tokio::test]
async fn a_row_that_never_fits_is_cut_all_the_same() {
    let labels: Value = (0..4_000).map(|n| json!({ "id": n, "name": format!("label {n}") })).collect();
    let rows: Value = (0..2).map(|n| json!({ "number": n, "title": "t", "labels": labels })).collect();
    let forge = Upstream::start();
    forge.on("GET /repos/o/r/issues", Answer::json(200, &rows));
    let called = list(&forge, json!({})).await;
    assert!(called.text().len() <= BOUND, "{}", called.text().len());
    assert!(
        called.json()["cut"].as_str().unwrap().contains("lists are shortened"),
        "{}",
        called.json()["cut"]
    );
}

#[tokio::test]
async fn a_record_is_bounded_too_and_its_addresses_stay_whole() {
    let url = format!("https://f.example/{}", "a".repeat(300));
    let files: Value =
        (0..900).map(|n| json!({ "id": n, "name": "n".repeat(90), "browser_download_url": url })).collect();
    let forge = Upstream::start();
    let release =
        json!({ "id": 1, "tag_name": "v1", "body": "b".repeat(60_000), "assets": files, "html_url": url });
    forge.on("GET /repos/o/r/releases/1", Answer::json(200, &release));
    let called = forge.call("get_release_by_id", json!({ "owner": "o", "repo": "r", "release_id": 1 })).await;
    let release = called.json();
    assert!(called.text().len() <= BOUND, "{}", called.text().len());
    assert!(release["cut"].is_string());
    assert_eq!(release["url"], json!(url));
    assert_eq!(release["attachments"][0]["download_url"], json!(url));
}

#[tokio::test]
async fn a_limit_raises_the_bound_up_to_the_most() {
    let forge = Upstream::start();
    forge.on("GET /repos/o/r/issues", Answer::json(200, &issues(1, 20, 9_000)));
    let called = list(&forge, json!({ "limit": 20 })).await;
    assert!(called.json().get("cut").is_none() && called.text().len() > BOUND);
    let session = forge.session_with(|flags| flags.max_output = Some(60_000)).await;
    let called = session.call("list_repo_issues", json!({ "owner": "o", "repo": "r", "limit": 20 })).await;
    assert!(called.json()["cut"].is_string() && called.text().len() <= 60_000, "{}", called.text().len());
}

#[tokio::test]
async fn nothing_empty_and_no_placeholder_is_shown() {
    let forge = Upstream::start();
    let issue = json!({
        "number": 1, "title": "t", "body": "", "state": "open", "closed_at": null, "due_date": "0001-01-01T00:00:00Z",
        "created_at": "1970-01-01T00:00:00Z", "updated_at": "2026-05-01T12:00:00+02:00", "assignees": null, "labels": [],
        "milestone": null, "ref": "", "user": { "login": "" },
    });
    forge.on("GET /repos/o/r/issues/1", Answer::json(200, &issue));
    let called = forge.call("get_issue_by_index", json!({ "owner": "o", "repo": "r", "index": 1 })).await;
    let shown = json!({ "number": 1, "title": "t", "state": "open", "updated_at": "2026-05-01T10:00:00Z" });
    assert_eq!(called.json(), shown);
}

async fn file(body: impl Into<Vec<u8>>, kind: &str, more: Value) -> Called {
    let forge = Upstream::start();
    forge.on("GET /repos/o/r/raw/f", Answer::raw(200, kind, body).header("etag", "\"f00\""));
    let mut arguments = json!({ "owner": "o", "repo": "r", "path": "f" });
    arguments.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    forge.call("get_file_content", arguments).await
}

const PLAIN: &str = "text/plain; charset=utf-8";

#[tokio::test]
async fn a_long_text_is_cut_after_a_line_and_the_next_one_is_named() {
    let text: String = (1..=20_000).map(|number| format!("line {number}\n")).collect();
    let called = file(text.clone(), PLAIN, json!({})).await;
    assert!(called.text().len() <= BOUND && called.text().ends_with('\n'));
    let next = called.note()["next"]["start_line"].as_u64().unwrap();
    assert_eq!(called.text().lines().count() as u64 + 1, next);
    let rest = file(text.clone(), PLAIN, json!({ "start_line": next })).await;
    assert!(rest.text().starts_with(&format!("line {next}\n")));
    assert_eq!(
        format!("{}{}", called.text(), rest.text()),
        text,
        "a range raises the bound; nothing is lost or twice"
    );
}

#[tokio::test]
async fn one_very_long_line_is_cut_between_characters() {
    let line = "ü".repeat(100);
    let called = file(line.clone(), PLAIN, json!({ "max_bytes": 51 })).await;
    assert_eq!(called.text(), "ü".repeat(25), "no half of a character");
    let note = called.note();
    assert!(note["cut"].as_str().unwrap().contains("longer than the bound"), "{note}");
    assert!(note.get("next").is_none(), "no line follows: {note}");
    assert_eq!(note["total_lines"], 1);
    let called = file(format!("{line}\nnext\n"), PLAIN, json!({ "max_bytes": 51 })).await;
    assert_eq!(called.note()["next"], json!({ "start_line": 2 }));
}

#[tokio::test]
async fn decoding_does_not_break_the_bound() {
    let latin: Vec<u8> = b"\xe9\xe9\xe9\xe9\xe9\xe9\xe9\xe9\xe9\n".repeat(10);
    let called = file(latin, "text/plain; charset=iso-8859-1", json!({ "max_bytes": 50 })).await;
    assert!(called.text().len() <= 50 && called.text().starts_with("ééééééééé\n"), "{}", called.text());
    assert_eq!(called.note()["next"], json!({ "start_line": 3 }));
    let called = file(b"a\xffb\n".to_vec(), PLAIN, json!({})).await;
    assert_eq!((called.text().as_str(), called.note().get("invalid_utf8").is_some()), ("a\u{fffd}b\n", true));
}

#[tokio::test]
async fn an_image_is_an_image_and_other_bytes_are_a_blob() {
    let called = file([0x89, b'P', b'N', b'G', 0, 1], "image/png", json!({})).await;
    let [ContentBlock::Image(image), ContentBlock::Text(_)] = called.blocks() else {
        panic!("{:?}", called.blocks())
    };
    assert_eq!(BASE64_STANDARD.decode(&image.data).unwrap(), [0x89, b'P', b'N', b'G', 0, 1]);
    assert_eq!(image.mime_type, "image/png");
    for (kind, bytes) in [
        ("application/octet-stream", vec![0, 159, 146]),
        ("text/plain", vec![b'a', 0, b'b']),
        ("application/pdf", vec![b'%']),
    ] {
        let called = file(bytes.clone(), kind, json!({})).await;
        let block = serde_json::to_value(&called.blocks()[0]).unwrap();
        let blob = block["resource"]["blob"].as_str().unwrap_or_else(|| panic!("{kind}: {block}"));
        assert_eq!(BASE64_STANDARD.decode(blob).unwrap(), bytes, "{kind}");
        assert_eq!(block["resource"]["mimeType"], kind);
        let note: Value = serde_json::from_str(&called.texts()[0]).unwrap();
        assert_eq!((&note["size"], &note["sha"]), (&json!(bytes.len()), &json!("f00")));
    }
}

#[tokio::test]
async fn bytes_above_the_cap_are_described() {
    let called = file(vec![0; (1 << 20) + 1], "application/octet-stream", json!({})).await;
    assert_eq!(called.blocks().len(), 1);
    let note: Value = serde_json::from_str(&called.text()).unwrap();
    assert_eq!((&note["size"], &note["type"]), (&json!((1 << 20) + 1), &json!("application/octet-stream")));
    assert!(note["cut"].as_str().unwrap().contains("--output-file"), "{note}");
}

#[tokio::test]
async fn an_odd_path_makes_a_valid_address() {
    let forge = Upstream::start();
    forge.on("GET /repos/o/r/raw/a%20b/100%25.bin", Answer::raw(200, "application/octet-stream", [0, 1]));
    let called =
        forge.call("get_file_content", json!({ "owner": "o", "repo": "r", "path": "a b/100%.bin" })).await;
    let block = serde_json::to_value(&called.blocks()[0]).unwrap();
    assert_eq!(block["resource"]["uri"], "forgejo-file:///a%20b/100%25.bin");
}

#[tokio::test]
async fn hidden_characters_are_removed_and_counted() {
    let forge = Upstream::start();
    let recorded = forge.replay("comments/create_comment_invisible_characters");
    let made: Value = serde_json::from_slice(&recorded.body).unwrap();
    forge.on("GET /repos/o/r/issues/comments/49", Answer::json(200, &made));
    let comment =
        forge.call("get_issue_comment", json!({ "owner": "o", "repo": "r", "comment_id": 49 })).await.json();
    assert_eq!(comment["body"], "zerowidth and direction kept");
    assert_eq!(comment["hidden_characters_removed"], 3);
}

#[tokio::test]
async fn a_diff_is_paged_by_bytes() {
    let text: String = (1..=9).map(|number| format!("+ line {number}\n")).collect();
    assert_eq!(paged_diff(text.clone().into_bytes()).await, text);
    let long = format!("+{}\n", "ü".repeat(60));
    assert_eq!(paged_diff(long.clone().into_bytes()).await, long, "no character is split");
    let bytes = b"+\xff\xfe\xfd\xfc\xfb\xfa\xf9\xf8\xff\xff\xff\n".repeat(4);
    assert_eq!(paged_diff(bytes.clone()).await, String::from_utf8_lossy(&bytes));
}

/// Reads a diff in parts of 25 bytes, as `next` says.
async fn paged_diff(diff: Vec<u8>) -> String {
    let forge = Upstream::start();
    forge.on("GET /repos/o/r/pulls/1.diff", Answer::raw(200, "text/plain", diff));
    let mut whole = String::new();
    let mut arguments = json!({ "owner": "o", "repo": "r", "index": 1, "max_bytes": 25 });
    for _ in 0..40 {
        let called = forge.call("get_pull_request_diff", arguments.clone()).await;
        assert!(called.text().len() <= 25, "{}", called.text());
        whole.push_str(&called.text());
        let Some(next) = called.note().get("next").cloned() else { break };
        assert_eq!(called.note()["cut"], "more follows");
        arguments.as_object_mut().unwrap().extend(next.as_object().unwrap().clone());
    }
    whole
}
