//! Files attached to issues, comments and releases: listing, reading, downloading, renaming, deleting.

use std::sync::Arc;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Value, json};

use crate::harness::{Answer, Session, TOKEN, Upstream, exchange};

const UUID: &str = "9ec695d3-d41f-4456-bad7-f30bea52ab29";

fn lighthouse(more: Value) -> Value {
    let mut arguments = json!({ "owner": "harbor", "repo": "lighthouse" });
    arguments.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    arguments
}

fn workshop(more: Value) -> Value {
    let mut arguments = lighthouse(more);
    arguments["repo"] = json!("workshop");
    arguments
}

/// A record of an attached file, as the forge gives it.
fn record(id: i64, name: &str, size: usize) -> Value {
    json!({
        "id": id, "name": name, "size": size, "download_count": 0, "created_at": "2026-11-30T20:20:16Z",
        "uuid": UUID, "browser_download_url": format!("https://forge.example/attachments/{UUID}"),
        "type": "attachment",
    })
}

/// A forge with one file on issue 1 of o/r, served with this answer.
fn serving(name: &str, size: usize, answer: Answer) -> Upstream {
    let forge = Upstream::start();
    forge.on("GET /repos/o/r/issues/1/assets/7", Answer::json(200, &record(7, name, size)));
    forge.on(&format!("GET /attachments/{UUID}"), answer);
    forge
}

fn file_of_issue() -> Value {
    json!({ "owner": "o", "repo": "r", "index": 1, "attachment_id": 7 })
}

#[tokio::test]
async fn lists_of_all_three_kinds_are_whole() {
    let forge = Upstream::start();
    forge.replay("attachments/list_issue_attachments");
    forge.replay("attachments/list_comment_attachments");
    forge.replay("releases/list_release_assets");
    let issue = forge.call("list_issue_attachments", lighthouse(json!({ "index": 1 }))).await.json();
    let names: Vec<&Value> = issue["items"].as_array().unwrap().iter().map(|row| &row["name"]).collect();
    assert_eq!(names, ["lamp.png", "trace.txt", "empty.txt"]);
    assert_eq!((&issue["total_count"], &issue["has_more"]), (&json!(3), &json!(false)));
    assert_eq!(issue["items"][0]["size"], 148);
    let comment =
        forge.call("list_comment_attachments", lighthouse(json!({ "comment_id": 47 }))).await.json();
    assert_eq!(comment["items"][0]["name"], "spring.txt");
    let release = forge.call("list_release_attachments", workshop(json!({ "release_id": 19 }))).await.json();
    let kinds: Vec<&Value> = release["items"].as_array().unwrap().iter().map(|row| &row["kind"]).collect();
    assert_eq!(kinds.iter().filter(|kind| **kind == "external").count(), 1, "{release}");
}

/// The forge ignores page and limit of these lists.
#[tokio::test]
async fn p04_pages_of_attachments_are_cut_here() {
    let forge = Upstream::start();
    forge.replay("releases/list_release_assets");
    let second = workshop(json!({ "release_id": 19, "page": 2, "limit": 2 }));
    let page = forge.call("list_release_attachments", second).await.json();
    assert_eq!(page["items"].as_array().unwrap().len(), 1);
    assert_eq!(
        (&page["page"], &page["has_more"], &page["total_count"]),
        (&json!(2), &json!(false), &json!(3))
    );
}

#[tokio::test]
async fn get_names_the_file_and_its_address() {
    let forge = Upstream::start();
    forge.replay("attachments/get_issue_attachment");
    forge.replay("attachments/get_comment_attachment");
    forge.replay("releases/get_release_asset");
    let file = lighthouse(json!({ "index": 1, "attachment_id": 1 }));
    let file = forge.call("get_issue_attachment", file).await.json();
    assert_eq!(file["download_url"], format!("{}/attachments/{UUID}", forge.url));
    assert_eq!(file["created_at"], "2026-11-30T20:20:16Z");
    let file = lighthouse(json!({ "comment_id": 47, "attachment_id": 5 }));
    assert_eq!(forge.call("get_comment_attachment", file).await.json()["name"], "spring.txt");
    let file = workshop(json!({ "release_id": 19, "attachment_id": 8 }));
    assert_eq!(forge.call("get_release_attachment", file).await.json()["name"], "lamp.bin");
}

/// The forge answers a missing file with 404 and a body of `null`.
#[tokio::test]
async fn s19_a_missing_file_is_said_plainly() {
    let forge = Upstream::start();
    forge.replay("attachments/get_issue_attachment_missing");
    let missing = lighthouse(json!({ "index": 1, "attachment_id": 999_999 }));
    for tool in ["get_issue_attachment", "download_issue_attachment"] {
        let called = forge.call(tool, missing.clone()).await;
        assert_eq!(called.kind(), "not_found");
        let said = called.error();
        assert!(said.contains("harbor/lighthouse#1 has no attachment 999999"), "{said}");
        assert!(!said.contains("null"), "{said}");
    }
}

#[tokio::test]
async fn an_image_comes_as_an_image_undamaged() {
    let forge = Upstream::start();
    forge.replay("attachments/get_issue_attachment");
    let served = forge.replay("attachments/download_attachment");
    let called =
        forge.call("download_issue_attachment", lighthouse(json!({ "index": 1, "attachment_id": 1 }))).await;
    let image = called.blocks()[0].as_image().expect("an image");
    assert_eq!(
        (image.mime_type.as_str(), BASE64_STANDARD.decode(&image.data).unwrap()),
        ("image/png", served.body)
    );
    let seen = forge.last(&format!("GET /attachments/{UUID}"));
    assert_eq!(seen.header("authorization"), Some(format!("token {TOKEN}").as_str()));
}

#[tokio::test]
async fn other_bytes_come_as_a_blob_undamaged() {
    let bytes: Vec<u8> = (0..=255).cycle().take(5_000).collect();
    let forge = serving("lamp #1.bin", 5_000, Answer::raw(200, "application/octet-stream", bytes.clone()));
    let called = forge.call("download_issue_attachment", file_of_issue()).await;
    let block = serde_json::to_value(&called.blocks()[0]).unwrap();
    assert_eq!(BASE64_STANDARD.decode(block["resource"]["blob"].as_str().unwrap()).unwrap(), bytes);
    assert_eq!(block["resource"]["uri"], "forgejo-file:///lamp%20%231.bin");
    assert!(called.texts()[0].contains("\"size\":5000"), "{:?}", called.texts());
}

#[tokio::test]
async fn text_comes_as_text_by_lines() {
    let text = "one\ntwo\nthree\n";
    let forge = serving("trace.txt", text.len(), Answer::raw(200, "text/plain; charset=utf-8", text));
    let called = forge.call("download_issue_attachment", file_of_issue()).await;
    assert_eq!(called.text(), text);
    assert_eq!((&called.note()["name"], &called.note()["size"]), (&json!("trace.txt"), &json!(14)));
    let mut second = file_of_issue();
    second["start_line"] = json!(2);
    second["end_line"] = json!(2);
    let called = forge.call("download_issue_attachment", second).await;
    assert_eq!(called.text(), "two\n");
    assert_eq!(called.note()["next"], json!({ "start_line": 3 }));
}

/// The size in the record can be wrong: what is sent is bounded by itself.
#[tokio::test]
async fn the_cap_holds_whatever_the_record_says() {
    let bytes = vec![0; 1_100_000];
    let forge = serving("big.bin", 10, Answer::raw(200, "application/octet-stream", bytes));
    let called = forge.call("download_issue_attachment", file_of_issue()).await;
    assert_eq!(called.blocks().len(), 1, "no bytes come: {:?}", called.texts());
    let note: Value = serde_json::from_str(&called.text()).unwrap();
    assert_eq!(note["size"], 1_100_000);
    assert_eq!(note["download_url"], format!("{}/attachments/{UUID}", forge.url));
    let cut = note["cut"].as_str().unwrap();
    assert!(cut.contains("--cli download_issue_attachment") && cut.contains("--output-file"), "{cut}");
}

#[tokio::test]
async fn a_transfer_that_breaks_off_is_an_error() {
    for kind in ["text/plain", "application/zip"] {
        let answer = Answer::raw(200, kind, vec![b'x'; 9_000]).broken_after(4_000);
        let forge = serving("trace", 9_000, answer);
        let called = forge.call("download_issue_attachment", file_of_issue()).await;
        assert_eq!(called.kind(), "unavailable");
        assert!(called.error().contains("broke off"), "{}", called.error());
    }
}

#[tokio::test]
async fn a_broken_transfer_leaves_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("saved.bin");
    let answer = Answer::raw(200, "application/zip", vec![b'x'; 9_000]).broken_after(4_000);
    let forge = serving("trace", 9_000, answer);
    let sink = Arc::new(forgejo_mcp::sink::Sink::new(path));
    let called = forge.saving(&sink).await.call("download_issue_attachment", file_of_issue()).await;
    assert_eq!(called.kind(), "unavailable");
    assert_eq!(sink.written(), None);
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[tokio::test]
async fn a_file_is_saved_past_every_bound() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("saved.bin");
    let bytes: Vec<u8> = (0..20 * 1024 * 1024_u32).map(|at| (at % 251) as u8).collect();
    let forge = serving("big.bin", bytes.len(), Answer::raw(200, "application/octet-stream", bytes.clone()));
    let sink = Arc::new(forgejo_mcp::sink::Sink::new(path.clone()));
    forge.saving(&sink).await.call("download_issue_attachment", file_of_issue()).await.text();
    assert_eq!(sink.written(), Some(bytes.len() as u64));
    assert!(std::fs::read(&path).unwrap() == bytes, "the file is what was served");
}

/// The forge may name itself by another host than the one that it is reached by; the token goes to the latter.
#[tokio::test]
async fn the_token_goes_to_the_configured_origin_only() {
    let (forge, other) = (Upstream::start(), Upstream::start());
    let mut file = record(7, "a.txt", 2);
    file["browser_download_url"] = json!(format!("{}/attachments/{UUID}", other.url));
    forge.on("GET /repos/o/r/issues/1/assets/7", Answer::json(200, &file));
    forge.on(&format!("GET /attachments/{UUID}"), Answer::raw(200, "text/plain", "hi"));
    assert_eq!(forge.call("download_issue_attachment", file_of_issue()).await.text(), "hi");
    assert!(other.seen().is_empty(), "{:?}", other.targets());

    file.as_object_mut().unwrap().remove("uuid");
    forge.on("GET /repos/o/r/issues/1/assets/7", Answer::json(200, &file));
    let called = forge.call("download_issue_attachment", file_of_issue()).await.text();
    assert!(called.contains(&other.url) && called.contains("not fetched"), "{called}");
    assert!(other.seen().is_empty(), "{:?}", other.targets());
}

#[tokio::test]
async fn a_redirect_to_an_object_store_loses_the_token() {
    let (forge, store) = (Upstream::start(), Upstream::start());
    store.on("GET /bucket/a", Answer::raw(200, "text/plain", "from the store"));
    let there = format!("{}/bucket/a?signature=x", store.url);
    let answer = Answer::empty(307).header("location", &there);
    forge.on("GET /repos/o/r/issues/1/assets/7", Answer::json(200, &record(7, "a.txt", 14)));
    forge.on(&format!("GET /attachments/{UUID}"), answer);
    assert_eq!(forge.call("download_issue_attachment", file_of_issue()).await.text(), "from the store");
    assert_eq!(store.last("GET /bucket/a").header("authorization"), None);
}

#[tokio::test]
async fn a_login_page_is_not_the_file() {
    let forge = serving("a.txt", 2, Answer::empty(303).header("location", "/user/login"));
    forge.on("GET /user/login", Answer::raw(200, "text/html", "<html>Sign in</html>"));
    let called = forge.call("download_issue_attachment", file_of_issue()).await;
    assert_eq!(called.kind(), "unauthorized");
    assert!(!called.error().contains("<html>"));
}

#[tokio::test]
async fn a_file_that_is_gone_from_the_web_side_is_not_found() {
    let forge = serving("a.txt", 2, Answer::from(&exchange("attachments/download_attachment_missing")));
    let called = forge.call("download_issue_attachment", file_of_issue()).await;
    assert_eq!(called.kind(), "not_found");
    assert!(called.error().contains(&format!("GET /attachments/{UUID} answered 404")), "{}", called.error());
}

/// A link is told, also where it points into the forge itself: nobody but the forge says what the token may open.
#[tokio::test]
async fn links_of_releases_are_told_and_not_fetched() {
    let forge = Upstream::start();
    for url in ["https://files.example/lamp.zip".to_owned(), format!("{}/attachments/{UUID}", forge.url)] {
        let mut file = record(10, "elsewhere", 0);
        file["type"] = json!("external");
        file["browser_download_url"] = json!(url);
        forge.on("GET /repos/harbor/workshop/releases/19/assets/10", Answer::json(200, &file));
        let called = forge
            .call("download_release_attachment", workshop(json!({ "release_id": 19, "attachment_id": 10 })))
            .await;
        assert!(called.text().contains(&url), "{}", called.text());
    }
    assert!(
        forge.targets().iter().all(|target| target.contains("/releases/19/assets/10")),
        "{:?}",
        forge.targets()
    );
}

#[tokio::test]
async fn release_files_and_comment_files_are_downloaded() {
    let forge = Upstream::start();
    forge.replay("releases/get_release_asset");
    let served = forge.replay("releases/download_release_asset");
    let called = forge
        .call("download_release_attachment", workshop(json!({ "release_id": 19, "attachment_id": 8 })))
        .await;
    let block = serde_json::to_value(&called.blocks()[0]).unwrap();
    assert_eq!(BASE64_STANDARD.decode(block["resource"]["blob"].as_str().unwrap()).unwrap(), served.body);

    let comment = forge.replay("attachments/get_comment_attachment");
    let uuid = serde_json::from_slice::<Value>(&comment.body).unwrap()["uuid"].as_str().unwrap().to_owned();
    forge.on(&format!("GET /attachments/{uuid}"), Answer::raw(200, "text/plain", "It is the spring\n"));
    let called = forge
        .call("download_comment_attachment", lighthouse(json!({ "comment_id": 47, "attachment_id": 5 })))
        .await;
    assert_eq!(called.text(), "It is the spring\n");
}

#[tokio::test]
async fn the_demo_serves_its_files() {
    let session = Session::demo().await;
    let text = session
        .call("download_issue_attachment", lighthouse(json!({ "index": 1, "attachment_id": 2 })))
        .await;
    assert_eq!(text.text(), "turned 7\nstopped\n");
    let image = session
        .call("download_issue_attachment", lighthouse(json!({ "index": 1, "attachment_id": 1 })))
        .await;
    assert_eq!(image.blocks()[0].as_image().unwrap().mime_type, "image/png");
    let release = session
        .call("download_release_attachment", lighthouse(json!({ "release_id": 35, "attachment_id": 11 })))
        .await;
    assert_eq!(release.note()["name"], "lighthouse-0.3.txt");
}

#[tokio::test]
async fn renames_send_the_name_alone() {
    let forge = Upstream::start();
    forge.replay("attachments/edit_issue_attachment");
    forge.replay("attachments/edit_comment_attachment");
    forge.replay("releases/edit_release_asset");
    let cases = [
        (
            "edit_issue_attachment",
            lighthouse(json!({ "index": 1, "attachment_id": 2, "name": "trace-1.txt" })),
        ),
        (
            "edit_comment_attachment",
            lighthouse(json!({ "comment_id": 47, "attachment_id": 5, "name": "the-spring.txt" })),
        ),
        (
            "edit_release_attachment",
            workshop(json!({ "release_id": 19, "attachment_id": 8, "name": "lamp-2.bin" })),
        ),
    ];
    for (tool, arguments) in cases {
        let name = arguments["name"].clone();
        let edited = forge.call(tool, arguments).await.json();
        assert_eq!(edited["name"], name);
        assert_eq!(edited.get("warnings"), None);
        assert_eq!(forge.writes().last().unwrap().json(), json!({ "name": name }));
    }
}

#[tokio::test]
async fn names_that_are_paths_or_nothing_are_refused_here() {
    let forge = Upstream::start();
    for name in ["", " ", "a/b", "a\\b", "..", "a\nb"] {
        let mut arguments = file_of_issue();
        arguments["name"] = json!(name);
        let called = forge.call("edit_issue_attachment", arguments).await;
        assert_eq!(called.kind(), "invalid_arguments", "{name:?}");
    }
    assert!(forge.seen().is_empty());
}

#[tokio::test]
async fn the_address_of_a_link_can_be_changed() {
    let forge = Upstream::start();
    forge.replay("releases/edit_release_asset_external_url");
    let link = workshop(
        json!({ "release_id": 19, "attachment_id": 10, "browser_download_url": "https://files.example/lamp-2.zip" }),
    );
    let edited = forge.call("edit_release_attachment", link).await.json();
    assert_eq!(edited["download_url"], "https://files.example/lamp-2.zip");
    let sent = forge.writes().last().unwrap().json();
    assert_eq!(sent, json!({ "browser_download_url": "https://files.example/lamp-2.zip" }));

    forge.replay("releases/edit_release_asset_url_of_a_file");
    let file = workshop(
        json!({ "release_id": 19, "attachment_id": 8, "external_url": "https://files.example/no.zip" }),
    );
    let called = forge.call("edit_release_attachment", file).await;
    assert!(called.error().contains("this file is no link"), "{}", called.error());
    let nothing = forge
        .call("edit_release_attachment", workshop(json!({ "release_id": 19, "attachment_id": 8 })))
        .await;
    assert_eq!(nothing.kind(), "invalid_arguments");
}

#[tokio::test]
async fn files_are_deleted_by_their_id() {
    let forge = Upstream::start();
    forge.replay("attachments/delete_issue_attachment");
    forge.replay("attachments/delete_comment_attachment");
    forge.replay("releases/delete_release_asset");
    let cases = [
        ("delete_issue_attachment", lighthouse(json!({ "index": 1, "attachment_id": 7 }))),
        ("delete_comment_attachment", lighthouse(json!({ "comment_id": 47, "attachment_id": 6 }))),
        ("delete_release_attachment", workshop(json!({ "release_id": 19, "attachment_id": 8 }))),
    ];
    for (tool, arguments) in cases {
        let done = forge.call(tool, arguments).await.json();
        assert!(done["done"].as_str().unwrap().ends_with("is deleted"), "{done}");
    }
    assert_eq!(
        forge.targets(),
        [
            "DELETE /repos/harbor/lighthouse/issues/1/assets/7",
            "DELETE /repos/harbor/lighthouse/issues/comments/47/assets/6",
            "DELETE /repos/harbor/workshop/releases/19/assets/8",
        ]
    );
    forge.replay("attachments/delete_issue_attachment_again");
    let again =
        forge.call("delete_issue_attachment", lighthouse(json!({ "index": 1, "attachment_id": 7 }))).await;
    assert_eq!(again.kind(), "not_found");
    forge.replay("attachments/delete_issue_attachment_as_reader_403");
    let reader =
        forge.call("delete_issue_attachment", lighthouse(json!({ "index": 1, "attachment_id": 2 }))).await;
    assert_eq!(reader.kind(), "forbidden");
}

#[tokio::test]
async fn odd_names_of_repositories_stay_in_their_place() {
    let forge = Upstream::start();
    let repo = "100% #1 🗼";
    let arguments = json!({ "owner": "a b", "repo": repo, "index": 1 });
    forge.call("list_issue_attachments", arguments.clone()).await.error();
    let mut upload = arguments;
    upload["content"] = json!("eA==");
    upload["filename"] = json!("x.txt");
    forge.call("create_issue_attachment", upload.clone()).await.error();
    let path = "/repos/a%20b/100%25%20%231%20%F0%9F%97%BC/issues/1/assets";
    assert_eq!(forge.targets(), [format!("GET {path}"), format!("POST {path}?name=x.txt")]);
    for bad in ["..", "a/../b", "a\\b", ""] {
        upload["repo"] = json!(bad);
        assert_eq!(
            forge.call("create_issue_attachment", upload.clone()).await.kind(),
            "invalid_arguments",
            "{bad:?}"
        );
    }
    assert_eq!(forge.targets().len(), 2);
}
