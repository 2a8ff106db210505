//! Files and folders.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Value, json};

use crate::harness::{Answer, Called, Upstream};

const RAW: &str = "GET /repos/harbor/lighthouse/raw/";

async fn read(raw: &str, path: &str, more: Value) -> Called {
    let forge = Upstream::start();
    forge.on(&format!("{RAW}{raw}"), Answer::recorded(&format!("contents/raw_{path}")));
    get(&forge, path, more).await
}

async fn get(forge: &Upstream, path: &str, more: Value) -> Called {
    let mut arguments = json!({ "owner": "harbor", "repo": "lighthouse", "path": path });
    arguments.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    forge.call("get_file_content", arguments).await
}

#[tokio::test]
async fn a_text_comes_plainly_with_its_sha_beside() {
    let called = read("README.md", "README.md", json!({})).await;
    assert!(called.result.structured_content.is_none());
    assert!(called.text().starts_with('#'), "{}", called.text());
    let note = called.note();
    assert_eq!(note["path"], "README.md");
    assert_eq!(note["sha"].as_str().unwrap().len(), 40);
    assert_eq!(note["size"], called.text().len());
    assert!(note["total_lines"].is_number() && note.get("next").is_none(), "{note}");
}

#[tokio::test]
async fn every_kind_of_text_comes_as_it_is() {
    let crlf = read("data/crlf.csv", "data/crlf.csv", json!({})).await;
    assert_eq!(crlf.text(), "day,hours\r\nmonday,6\r\ntuesday,7\r\n");
    let open = read("data/no-newline.txt", "data/no-newline.txt", json!({})).await;
    assert!(!open.text().ends_with('\n') && !open.text().is_empty());
    let empty = read("data/empty.txt", "data/empty.txt", json!({})).await;
    assert_eq!((empty.text().as_str(), &empty.note()["total_lines"]), ("", &json!(0)));
    let bom = read("data/bom.txt", "data/bom.txt", json!({})).await;
    assert_eq!(bom.text(), "starts with a byte order mark\n");
    assert_eq!(bom.note()["hidden_characters_removed"], 1);
    let latin = read("data/latin1.txt", "data/latin1.txt", json!({})).await;
    assert_eq!(latin.text(), "Café Am Geländer, 5 µm\n".replace("Am", "am"));
    assert!(latin.note()["charset"].is_string());
}

#[tokio::test]
async fn e1_odd_paths_are_encoded_once() {
    read("docs/%C3%BCn%C3%AF%20c%C3%B6d%C3%A9%20(1).md", "docs/ünï cödé (1).md", json!({})).await.text();
    read("docs/100%25/a+b%23c%3F.md", "docs/100%/a+b#c?.md", json!({})).await.text();
    let forge = Upstream::start();
    forge.on(&format!("{RAW}README.md"), Answer::recorded("contents/raw_README.md"));
    get(&forge, "/README.md/", json!({ "ref": "feature/x" })).await.text();
    assert_eq!(forge.seen()[0].query("ref"), ["feature/x"]);
}

#[tokio::test]
async fn e3_paths_that_leave_their_route_are_refused() {
    for path in ["", "/", ".", "..", "a/../b", "a//b", "a/./b", "a\\b", "../x"] {
        let forge = Upstream::start();
        let called = get(&forge, path, json!({})).await;
        assert_eq!(called.kind(), "invalid_arguments", "{path:?}");
        assert!(forge.seen().is_empty(), "{path:?}");
    }
}

#[tokio::test]
async fn s4_a_symlink_and_a_submodule_say_where_they_point() {
    let link = read("docs/latest.md", "docs/latest.md", json!({})).await;
    assert_eq!(link.texts(), ["docs/latest.md is a symlink to keeper-guide.md"]);
    let forge = Upstream::start();
    forge.on(&format!("{RAW}vendor/foghorn"), Answer::recorded("contents/raw_vendor/foghorn"));
    let contents = "GET /repos/harbor/lighthouse/contents/vendor/foghorn";
    forge.on(contents, Answer::recorded("contents/contents_vendor/foghorn"));
    let module = get(&forge, "vendor/foghorn", json!({})).await;
    assert_eq!(module.texts().len(), 1);
    assert!(
        module.text().contains("submodule") && module.text().contains("2891e769011e467d"),
        "{}",
        module.text()
    );
}

#[tokio::test]
async fn s4_a_folder_is_an_error_that_names_the_other_tool() {
    let forge = Upstream::start();
    forge.replay("contents/raw_src");
    forge.replay("contents/contents_src");
    let called = get(&forge, "src", json!({})).await;
    assert_eq!(called.kind(), "invalid_arguments");
    assert!(called.error().contains("list_repo_contents"), "{}", called.error());
}

#[tokio::test]
async fn s4_an_empty_repository_has_no_files() {
    let forge = Upstream::start();
    forge.replay("repos/empty_repo_raw");
    forge.replay("repos/empty_repo_contents_file");
    let arguments = json!({ "owner": "harbor", "repo": "empty", "path": "README.md" });
    let called = forge.call("get_file_content", arguments).await;
    assert_eq!(called.kind(), "not_found");
    assert!(called.error().contains("empty"), "{}", called.error());
    let arguments = json!({ "owner": "harbor", "repo": "empty", "path": "README.md" });
    assert_eq!(forge.call("list_repo_contents", arguments).await.kind(), "not_found");
}

#[tokio::test]
async fn a_missing_file_says_both_reasons() {
    let forge = Upstream::start();
    forge.replay("contents/raw_missing");
    let called = get(&forge, "nope.txt", json!({})).await;
    assert_eq!(called.kind(), "not_found");
    assert!(called.error().contains("missing, or this token may not see it"), "{}", called.error());
}

#[tokio::test]
async fn s9_a_file_without_the_code_unit_is_forbidden() {
    let forge = Upstream::start();
    forge.replay("contents/raw_without_code_unit");
    let arguments = json!({ "owner": "harbor", "repo": "workshop", "path": "README.md" });
    assert_eq!(forge.call("get_file_content", arguments).await.kind(), "forbidden");
}

#[tokio::test]
async fn a_range_of_lines_is_said() {
    let called = read("data/tides.txt", "big_text", json!({})).await;
    assert!(called.result.is_error == Some(true), "another path was asked");
    let forge = Upstream::start();
    forge.on(&format!("{RAW}data/tides.txt"), Answer::recorded("contents/raw_big_text"));
    let called = get(&forge, "data/tides.txt", json!({ "start_line": 2, "end_line": 3 })).await;
    assert_eq!(called.text(), "0002 tide low 074 cm\n0003 tide high 111 cm\n");
    let note = called.note();
    assert_eq!((&note["lines"], &note["next"]), (&json!("2-3"), &json!({ "start_line": 4 })));
    assert!(note.get("cut").is_none(), "what was asked for came whole: {note}");
    let called = get(&forge, "data/tides.txt", json!({ "max_bytes": 50 })).await;
    assert_eq!(called.text(), "0001 tide high 037 cm\n0002 tide low 074 cm\n");
    assert_eq!(
        (&called.note()["cut"], &called.note()["next"]),
        (&json!("more lines follow"), &json!({ "start_line": 3 }))
    );
    let called = get(&forge, "data/tides.txt", json!({ "start_line": 3, "end_line": 2 })).await;
    assert_eq!(called.kind(), "invalid_arguments");
    let called = get(&forge, "data/tides.txt", json!({ "start_line": 999_999 })).await;
    assert!(called.error().contains("past the end"), "{}", called.error());
}

#[tokio::test]
async fn with_metadata_adds_the_last_commit() {
    let forge = Upstream::start();
    forge.on(&format!("{RAW}src/bell.rs"), Answer::recorded("contents/raw_src/main.rs"));
    forge.replay("commits/list_commits_path");
    let note = get(&forge, "src/bell.rs", json!({ "with_metadata": true })).await.note();
    assert!(note["last_commit"]["sha"].is_string(), "{note}");
    let asked = forge.last("GET /repos/harbor/lighthouse/commits");
    assert_eq!(
        (asked.query("path"), asked.query("limit")),
        (vec!["src/bell.rs".to_owned()], vec!["1".to_owned()])
    );
}

#[tokio::test]
async fn folders_are_listed_and_cut_into_pages_here() {
    let forge = Upstream::start();
    forge.replay("contents/contents_root");
    let whole = forge
        .call("list_repo_contents", json!({ "owner": "harbor", "repo": "lighthouse", "path": "/" }))
        .await
        .json();
    let all = whole["items"].as_array().unwrap();
    assert_eq!((&whole["total_count"], &whole["has_more"]), (&json!(all.len()), &json!(false)));
    assert!(
        all.iter().any(|entry| entry["kind"] == "dir") && all.iter().any(|entry| entry["kind"] == "file")
    );
    let second = json!({ "owner": "harbor", "repo": "lighthouse", "limit": 2, "page": 2 });
    let second = forge.call("list_repo_contents", second).await.json();
    assert_eq!(second["items"], json!([all[2], all[3]]));
    assert_eq!(second["next"], json!({ "page": 3, "limit": 2 }));
    let forge = Upstream::start();
    forge.replay("contents/contents_README.md");
    let file = json!({ "owner": "harbor", "repo": "lighthouse", "path": "README.md" });
    let called = forge.call("list_repo_contents", file).await;
    assert!(called.error().contains("get_file_content"), "{}", called.error());
}

#[tokio::test]
async fn p10_a_tree_is_paged_by_per_page_and_says_what_follows() {
    let forge = Upstream::start();
    forge.replay("contents/tree_per_page");
    let arguments = json!({ "owner": "harbor", "repo": "lighthouse", "ref": "main", "recursive": true, "limit": 5, "page": 2 });
    let page = forge.call("get_repo_tree", arguments).await.json();
    let asked = forge.last("GET /repos/harbor/lighthouse/git/trees/main");
    assert_eq!((asked.query("per_page"), asked.query("page")), (vec!["5".to_owned()], vec!["2".to_owned()]));
    assert!(asked.query("limit").is_empty());
    assert_eq!((&page["has_more"], &page["limit"]), (&json!(true), &json!(5)));
    assert!(page["total_count"].as_u64().unwrap() > 10);
    let forge = Upstream::start();
    forge.replay("contents/tree_past_end");
    let arguments = json!({ "owner": "harbor", "repo": "lighthouse", "ref": "main", "page": 9, "limit": 50 });
    let page = forge.call("get_repo_tree", arguments).await.json();
    assert_eq!((&page["items"], &page["has_more"]), (&json!([]), &json!(false)), "p15, s3: a null tree");
}

#[tokio::test]
async fn p10_a_lower_cap_of_the_instance_is_said() {
    let forge = Upstream::start();
    let entries: Value =
        (0..3).map(|number| json!({ "path": format!("f{number}"), "type": "blob" })).collect();
    forge.on(
        "GET /repos/o/r/git/trees/HEAD",
        Answer::json(200, &json!({ "tree": entries, "truncated": true, "total_count": 9 })),
    );
    let page = forge.call("get_repo_tree", json!({ "owner": "o", "repo": "r" })).await.json();
    assert_eq!((&page["limit"], &page["next"]), (&json!(3), &json!({ "page": 2, "limit": 3 })));
}

#[tokio::test]
async fn e7_an_unknown_tree_is_not_found() {
    let forge = Upstream::start();
    forge.replay("contents/tree_missing");
    let arguments = json!({ "owner": "harbor", "repo": "lighthouse", "ref": "no-such" });
    assert_eq!(forge.call("get_repo_tree", arguments).await.kind(), "not_found");
    let forge = Upstream::start();
    forge.on("GET /repos/o/r/git/trees/feature%2Fx", Answer::json(200, &json!({ "tree": [] })));
    forge.call("get_repo_tree", json!({ "owner": "o", "repo": "r", "ref": "feature/x" })).await.json();
}

fn write(more: Value) -> Value {
    let mut arguments =
        json!({ "owner": "harbor", "repo": "workshop", "path": "notes/one.txt", "message": "x" });
    arguments.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    arguments
}

const ONE: &str = "/repos/harbor/workshop/contents/notes/one.txt";

#[tokio::test]
async fn create_file_sends_padded_base64() {
    let forge = Upstream::start();
    forge.on(&format!("POST {ONE}"), Answer::recorded("contents/create_file"));
    let more = json!({ "content": "ünï\n", "branch_name": "main", "new_branch_name": "", "author": "Ada <ada@x.org>", "signoff": true });
    let made = forge.call("create_file", write(more)).await.json();
    assert_eq!(
        forge.writes()[0].json(),
        json!({ "author": { "name": "Ada", "email": "ada@x.org" }, "branch": "main", "content": BASE64_STANDARD.encode("ünï\n"), "message": "x", "signoff": true })
    );
    assert_eq!((&made["path"], &made["branch"]), (&json!("notes/one.txt"), &json!("main")));
    assert!(made["sha"].is_string() && made["commit"].is_string());
}

#[tokio::test]
async fn e6_base64_is_taken_with_line_breaks_and_without_padding() {
    for content in ["YWdh\naW4K", "eA", "eA=="] {
        let forge = Upstream::start();
        forge.on(&format!("POST {ONE}"), Answer::recorded("contents/create_file"));
        forge.call("create_file", write(json!({ "content": content, "encoding": "base64" }))).await.json();
        let sent = forge.writes()[0].json()["content"].as_str().unwrap().to_owned();
        assert!(BASE64_STANDARD.decode(&sent).is_ok(), "{sent}");
    }
    let forge = Upstream::start();
    let called =
        forge.call("create_file", write(json!({ "content": "no base64!", "encoding": "base64" }))).await;
    assert_eq!(called.kind(), "invalid_arguments");
    assert!(forge.seen().is_empty());
}

#[tokio::test]
async fn an_empty_file_can_be_made_but_not_by_leaving_content_out() {
    let forge = Upstream::start();
    forge.on(&format!("POST {ONE}"), Answer::recorded("contents/create_file_empty"));
    forge.call("create_file", write(json!({ "content": "" }))).await.json();
    assert_eq!(forge.writes()[0].json()["content"], "");
    assert_eq!(forge.call("create_file", write(json!({}))).await.kind(), "invalid_arguments");
}

#[tokio::test]
async fn s11_refused_writes_say_what_they_mean() {
    for (tool, recorded, kind, part) in [
        ("create_file", "create_file_exists_422", "conflict", "update_file"),
        ("create_file", "create_file_new_branch_exists", "conflict", "new branch exists"),
        ("create_file", "create_file_missing_branch_404", "not_found", "branch does not exist"),
        ("create_file", "create_file_as_reader_403", "forbidden", "right to write"),
        ("update_file", "update_file_stale_sha_409", "conflict", "get_file_content"),
        ("update_file", "update_file_on_protected_branch", "conflict", "changed since"),
        ("delete_file", "delete_file_stale_sha", "conflict", "get_file_content"),
        ("delete_file", "delete_file_again_404", "not_found", "repository file does not exist"),
    ] {
        let forge = Upstream::start();
        let method = match tool {
            "create_file" => "POST",
            "update_file" => "PUT",
            _ => "DELETE",
        };
        forge.on(&format!("{method} {ONE}"), Answer::recorded(&format!("contents/{recorded}")));
        let more = if tool == "create_file" {
            json!({ "content": "a" })
        } else {
            json!({ "content": "a", "sha": "f00" })
        };
        let mut arguments = write(more);
        if tool == "delete_file" {
            arguments.as_object_mut().unwrap().remove("content");
        }
        let called = forge.call(tool, arguments).await;
        assert_eq!(called.kind(), kind, "{recorded}: {}", called.error());
        assert!(called.error().contains(part), "{recorded}: {}", called.error());
        assert_eq!(forge.writes().len(), 1);
    }
}

#[tokio::test]
async fn forgejo_11_answers_a_stale_sha_with_422() {
    let forge = Upstream::start();
    forge.on(&format!("PUT {ONE}"), Answer::recorded("versions/11.0/contents/update_file_stale_sha_409"));
    let called = forge.call("update_file", write(json!({ "content": "a", "sha": "f00" }))).await;
    assert_eq!(called.kind(), "conflict");
}

#[tokio::test]
async fn s11_the_500_of_a_missing_path_is_looked_into() {
    let forge = Upstream::start();
    forge.on(&format!("PUT {ONE}"), Answer::recorded("contents/update_file_missing_path"));
    let called =
        forge.call("update_file", write(json!({ "content": "a", "sha": "f00", "branch": "b" }))).await;
    assert_eq!(called.kind(), "not_found");
    assert!(called.error().contains("create_file"), "{}", called.error());
    assert_eq!(forge.last(&format!("GET {ONE}")).query("ref"), ["b"]);
}

#[tokio::test]
async fn update_and_delete_name_the_blob() {
    let forge = Upstream::start();
    forge.on(&format!("PUT {ONE}"), Answer::recorded("contents/update_file"));
    let more = json!({ "content": "a", "sha": "f00", "from_path": "/old.txt" });
    let made = forge.call("update_file", write(more)).await.json();
    let sent = forge.writes()[0].json();
    assert_eq!((&sent["sha"], &sent["from_path"]), (&json!("f00"), &json!("old.txt")));
    assert!(made["sha"].is_string());
    forge.on(&format!("DELETE {ONE}"), Answer::recorded("contents/delete_file"));
    let gone = forge.call("delete_file", write(json!({ "sha": "f00", "new_branch": "gone" }))).await.json();
    assert_eq!(forge.writes()[1].json(), json!({ "message": "x", "new_branch": "gone", "sha": "f00" }));
    assert_eq!((&gone["path"], &gone["branch"]), (&json!("notes/one.txt"), &json!("gone")));
    for more in [
        json!({ "content": "a", "sha": "" }),
        json!({ "content": "a", "sha": "f", "message": " " }),
        json!({ "content": "a", "sha": "f", "from_path": "../x" }),
    ] {
        assert_eq!(forge.call("update_file", write(more)).await.kind(), "invalid_arguments");
    }
}

#[tokio::test]
async fn s23_an_archived_repository_says_so() {
    let forge = Upstream::start();
    forge.on(&format!("POST {ONE}"), Answer::recorded("repos/archived_create_file"));
    let called = forge.call("create_file", write(json!({ "content": "a" }))).await;
    assert_eq!(called.kind(), "precondition_failed");
    assert!(called.error().contains("archived"), "{}", called.error());
}

#[tokio::test]
async fn i25_content_and_the_blob_that_is_replaced_are_demanded() {
    for (tool, more, missing) in [
        ("create_file", json!({}), "content"),
        ("update_file", json!({ "sha": "abc" }), "content"),
        ("update_file", json!({ "content": "x" }), "sha"),
        ("update_file", json!({ "content": "x", "sha": " " }), "sha"),
        ("delete_file", json!({}), "sha"),
    ] {
        let forge = Upstream::start();
        let called = forge.call(tool, write(more)).await;
        assert_eq!(called.kind(), "invalid_arguments", "{tool}");
        assert!(called.error().contains(missing), "{}", called.error());
        assert!(forge.seen().is_empty());
    }
}

#[tokio::test]
async fn i25_a_file_is_moved_by_naming_where_it_was() {
    let forge = Upstream::start();
    forge.on(&format!("PUT {ONE}"), Answer::recorded("contents/create_file"));
    let more = json!({ "content": "x", "sha": "abc", "from_path": "/notes/old 1.txt" });
    forge.call("update_file", write(more)).await.json();
    assert_eq!(forge.writes()[0].json()["from_path"], "notes/old 1.txt");
}
