//! What the readers make of what the forge says.

use serde_json::json;

use super::wire::{VERSIONS, Wire};
use crate::harness::{Answer, Upstream};

const SHA: &str = "5884684a49eccfd812ca1ae940f4de99d917be97";

#[tokio::test]
async fn an_issue_is_json_and_then_markdown() {
    let forge = Upstream::start();
    forge.replay("issues/get_issue");
    let read = Wire::here(&forge, VERSIONS[1]).await.read("forgejo://repo/harbor/lighthouse/issue/1").await;
    let issue = read.json();
    assert_eq!(issue["number"], 1);
    assert_eq!(read.blocks[1]["mimeType"], "text/markdown");
    let title = issue["title"].as_str().unwrap();
    assert!(read.beside().starts_with(&format!("# Issue #1: {title}\n\n- number: 1\n")), "{}", read.beside());
    assert!(read.beside().contains(issue["body"].as_str().unwrap().trim_end()));
    assert!(!read.blocks[0]["text"].as_str().unwrap().contains("null"));
}

#[tokio::test]
async fn what_hides_in_texts_is_removed_and_counted() {
    let forge = Upstream::start();
    let issue = json!({ "number": 5, "title": "a\u{200b}b", "body": "x\u{202e}y <!-- do this -->" });
    forge.on("GET /repos/o/r/issues/5", Answer::json(200, &issue));
    let read = Wire::here(&forge, VERSIONS[0]).await.read("forgejo://repo/o/r/issue/5").await;
    assert_eq!(read.json()["title"], "ab");
    assert_eq!(read.json()["hidden_characters_removed"], 2);
    assert_eq!(read.json()["hidden_comments_shown"], 1);
    assert!(!read.beside().contains('\u{202e}') && read.beside().contains("xy"));
}

#[tokio::test]
async fn owners_are_told_apart() {
    let forge = Upstream::start();
    forge.on(
        "GET /users/alice",
        Answer::json(
            200,
            &json!({ "login": "alice", "email": "a@x", "is_admin": true, "website": "", "visibility": "" }),
        ),
    );
    let alice = Wire::here(&forge, VERSIONS[0]).await.read("forgejo://owner/alice").await.json();
    assert_eq!(alice, json!({ "login": "alice", "kind": "user" }));
}

#[tokio::test]
async fn a_comment_stands_only_where_its_uri_says() {
    let forge = Upstream::start();
    forge.replay("comments/get_comment");
    let mut wire = Wire::here(&forge, VERSIONS[1]).await;
    let comment = wire.read("forgejo://repo/harbor/lighthouse/issue/1/comment/47").await.json();
    assert_eq!(comment["id"], 47);
    let elsewhere = wire.failure("forgejo://repo/harbor/lighthouse/issue/2/comment/47").await;
    assert_eq!(elsewhere["code"], -32003, "{elsewhere}");
    assert_eq!(wire.code("forgejo://repo/harbor/lighthouse/pr/1/comment/47").await, -32003);
}

#[tokio::test]
async fn an_event_is_no_comment() {
    let forge = Upstream::start();
    forge.replay("comments/get_comment_system_event_204");
    let mut wire = Wire::here(&forge, VERSIONS[0]).await;
    assert_eq!(wire.code("forgejo://repo/harbor/lighthouse/issue/1/comment/1").await, -32003);
}

#[tokio::test]
async fn comments_of_the_other_kind_are_not_found() {
    let forge = Upstream::start();
    let rows =
        json!([{ "id": 1, "body": "b", "issue_url": "", "pull_request_url": "https://x/o/r/pulls/12" }]);
    forge.on("GET /repos/o/r/issues/12/comments", Answer::json(200, &rows));
    let mut wire = Wire::here(&forge, VERSIONS[0]).await;
    assert_eq!(wire.read("forgejo://repo/o/r/pr/12/comments").await.json()["comments"][0]["id"], 1);
    assert_eq!(wire.code("forgejo://repo/o/r/issue/12/comments").await, -32003);
}

#[tokio::test]
async fn hooks_never_show_their_secrets() {
    let forge = Upstream::start();
    let hook = json!({
        "id": 5, "type": "forgejo", "active": true, "events": ["push"],
        "authorization_header": "Bearer sesame-sesame", "secret": "sesame-sesame",
        "config": { "url": "https://me:sesame-sesame@ci.example/x", "secret": "sesame-sesame", "content_type": "json" },
    });
    forge.on("GET /repos/o/r/hooks/5", Answer::json(200, &hook));
    forge.on("GET /repos/o/r/hooks", Answer::json(200, &json!([hook])).header("x-total-count", "1"));
    let mut wire = Wire::here(&forge, VERSIONS[1]).await;
    for uri in ["forgejo://repo/o/r/hook/5", "forgejo://repo/o/r/hooks"] {
        let read = wire.read(uri).await;
        assert!(!read.result.to_string().contains("sesame"), "{}", read.result);
    }
    let hook = wire.read("forgejo://repo/o/r/hook/5").await.json();
    assert_eq!(hook["url"], "https://ci.example/x");
    assert_eq!(hook["has_authorization_header"], true);
}

#[tokio::test]
async fn recorded_rules_are_found_by_their_odd_names() {
    let forge = Upstream::start();
    for (name, rule) in [
        ("get_rule_glob_star_unencoded", "release%2F%2A"),
        ("get_rule_space", "feature%2Fa%20b"),
        ("get_rule_percent", "fix%2F100%25"),
    ] {
        forge.replay(&format!("branch_protections/{name}"));
        let uri = format!("forgejo://repo/harbor/workshop/branch_protection/{rule}");
        let read = Wire::here(&forge, VERSIONS[0]).await.read(&uri).await.json();
        let decoded = percent_encoding::percent_decode_str(rule).decode_utf8_lossy().into_owned();
        assert_eq!(read["rule"], decoded);
    }
}

#[tokio::test]
async fn a_wiki_page_is_what_it_is_and_then_its_text() {
    let forge = Upstream::start();
    forge.replay("wiki/get_page_space_encoded");
    let uri = "forgejo://repo/harbor/workshop/wiki/Guides%2FGetting%20started";
    let read = Wire::here(&forge, VERSIONS[1]).await.read(uri).await;
    assert_eq!(read.json()["title"], "Guides/Getting started");
    assert_eq!(read.json()["sub_url"], "Guides%2FGetting%20started");
    assert!(read.json().get("content_base64").is_none());
    assert_eq!(read.beside(), "# Getting started\n");
    assert_eq!(read.blocks[1]["mimeType"], "text/markdown");
}

#[tokio::test]
async fn files_come_as_what_they_are() {
    let forge = Upstream::start();
    forge.on(
        "GET /repos/o/r/raw/a.txt",
        Answer::raw(200, "text/plain; charset=utf-8", "one\ntwo\n").header("etag", "\"b10b\""),
    );
    forge.on("GET /repos/o/r/raw/a.png", Answer::raw(200, "image/png", vec![0x89, b'P', 0, 1]));
    forge.on(
        "GET /repos/o/r/raw/link",
        Answer::raw(200, "text/plain", "a.txt").header("x-forgejo-object-type", "symlink"),
    );
    forge.on(
        "GET /repos/o/r/contents/sub",
        Answer::json(
            200,
            &json!({ "type": "submodule", "submodule_git_url": "https://x/y.git", "sha": SHA }),
        ),
    );
    forge.on("GET /repos/o/r/contents/docs", Answer::json(200, &json!([{ "name": "a" }])));
    let long = "a line of text\n".repeat(10_000);
    forge.on("GET /repos/o/r/raw/long.txt", Answer::raw(200, "text/plain; charset=utf-8", long));
    let mut wire = Wire::here(&forge, VERSIONS[1]).await;
    let text = wire.read("forgejo://repo/o/r/file/main/a.txt").await;
    assert_eq!(
        text.json(),
        json!({ "path": "a.txt", "ref": "main", "kind": "text", "sha": "b10b", "size": 8, "mime": "text/plain" })
    );
    assert_eq!(text.beside(), "one\ntwo\n");
    let image = wire.read("forgejo://repo/o/r/file/main/a.png").await;
    assert_eq!(image.json()["kind"], "binary");
    assert_eq!(
        (&image.blocks[1]["mimeType"], &image.blocks[1]["blob"]),
        (&json!("image/png"), &json!("iVAAAQ=="))
    );
    let link = wire.read("forgejo://repo/o/r/file/main/link").await;
    assert_eq!((&link.json()["kind"], &link.json()["target"]), (&json!("symlink"), &json!("a.txt")));
    assert_eq!(link.blocks.len(), 1);
    let module = wire.read("forgejo://repo/o/r/file/main/sub").await.json();
    assert_eq!(
        (&module["kind"], &module["target"], &module["sha"]),
        (&json!("submodule"), &json!("https://x/y.git"), &json!(SHA))
    );
    let folder = wire.failure("forgejo://repo/o/r/file/main/docs").await;
    assert_eq!(folder["code"], -32003);
    assert!(folder["message"].as_str().unwrap().contains("list_repo_contents"));
    let long = wire.read("forgejo://repo/o/r/file/main/long.txt").await;
    assert_eq!(long.json()["truncated"], true);
    let sentinel = long.json()["sentinel"].as_str().unwrap().to_owned();
    assert!(
        sentinel.starts_with("[truncated: lines 1-3276, more follow; next: get_file_content from line 3277"),
        "{sentinel}"
    );
    assert!(long.beside().len() <= 48 * 1024 && long.beside().ends_with("text\n"));
}

#[tokio::test]
async fn cache_hints_say_what_cannot_change() {
    let forge = Upstream::start();
    forge.on(&format!("GET /repos/o/r/git/commits/{SHA}"), Answer::json(200, &json!({ "sha": SHA })));
    forge.on(
        &format!("GET /repos/o/r/commits/{SHA}/status"),
        Answer::json(200, &json!({ "statuses": [{ "id": 1 }] })),
    );
    forge.on("GET /repos/o/r/raw/a", Answer::raw(200, "text/plain", "x"));
    forge.on("GET /repos/o/r", Answer::json(200, &json!({ "full_name": "o/r" })));
    let mut wire = Wire::here(&forge, "2026-07-28").await;
    let year = 365 * 24 * 3_600_000_u64;
    for (uri, kept) in [
        (format!("forgejo://repo/o/r/commit/{SHA}"), year),
        (format!("forgejo://repo/o/r/file/{SHA}/a"), year),
        ("forgejo://repo/o/r/file/main/a".to_owned(), 60_000),
        (format!("forgejo://repo/o/r/commit/{SHA}/status"), 10_000),
        ("forgejo://repo/o/r".to_owned(), 60_000),
    ] {
        let result = wire.read(&uri).await.result;
        assert_eq!((&result["ttlMs"], &result["cacheScope"]), (&json!(kept), &json!("private")), "{uri}");
    }
}

/// Versions before 16 tell of a run, but not of its jobs.
#[tokio::test]
async fn a_run_is_read_where_its_jobs_are_not_told() {
    let forge = Upstream::start();
    forge.on(
        "GET /repos/o/r/actions/runs/5",
        Answer::json(200, &json!({ "id": 5, "title": "t", "status": "failure" })),
    );
    forge.on("GET /repos/o/r/actions/runs/5/jobs", Answer::raw(404, "text/plain", "404 page not found\n"));
    let run = Wire::here(&forge, VERSIONS[0]).await.read("forgejo://repo/o/r/run/5").await.json();
    assert_eq!(run["status"], "failure");
    assert!(run["jobs_unknown"].is_string() && run.get("jobs").is_none());
}

#[tokio::test]
async fn a_route_that_the_instance_lacks_is_no_missing_resource() {
    let forge = Upstream::start();
    forge.on("GET /repos/o/r/actions/runs/5", Answer::raw(404, "text/plain", "404 page not found\n"));
    assert_eq!(Wire::here(&forge, VERSIONS[0]).await.code("forgejo://repo/o/r/run/5").await, -32603);
}

#[tokio::test]
async fn repositories_outside_the_allowed_ones_are_forbidden_without_a_request() {
    let forge = Upstream::start();
    for version in VERSIONS {
        let mut wire = Wire::here_with(&forge, version, |flags| flags.repos = vec!["o/*".to_owned()]).await;
        assert_eq!(wire.code("forgejo://repo/other/r").await, -32002, "{version}");
        assert_eq!(wire.code("forgejo://repo/o/r").await, -32003);
    }
    assert!(forge.seen().iter().all(|seen| seen.path() == "/repos/o/r"), "{:?}", forge.targets());
}

#[tokio::test]
async fn read_only_mode_changes_nothing() {
    let forge = Upstream::start();
    forge.replay("labels/get_label");
    let mut wire = Wire::here_with(&forge, VERSIONS[0], |flags| flags.read_only = true).await;
    assert_eq!(wire.read("forgejo://repo/harbor/lighthouse/label/9").await.json()["id"], 9);
}

#[tokio::test]
async fn the_demo_reads_every_template() {
    let mut wire = Wire::demo(VERSIONS[1]).await;
    let repo = "forgejo://repo/harbor/lighthouse";
    for uri in [
        "forgejo://owner/harbor".to_owned(),
        repo.to_owned(),
        format!("{repo}/commit/b8f53c0668129471479e6d7767f6341dac089859"),
        format!("{repo}/commit/b8f53c0668129471479e6d7767f6341dac089859/status"),
        format!("{repo}/issue/1"),
        format!("{repo}/issues?state=all&labels=bug"),
        format!("{repo}/issue/1/comments"),
        format!("{repo}/pr/7"),
        format!("{repo}/label/9"),
        format!("{repo}/labels"),
        "forgejo://org/harbor/labels".to_owned(),
        format!("{repo}/branch_protections"),
        format!("{repo}/branch_protection/release%2F%2A"),
        format!("{repo}/hooks"),
        format!("{repo}/hook/8"),
        format!("{repo}/wiki/Home"),
        format!("{repo}/file/main/README.md"),
        format!("{repo}/release/v0.3.0"),
        format!("{repo}/milestone/1"),
        format!("{repo}/run/3"),
    ] {
        assert!(wire.read(&uri).await.json().is_object(), "{uri}");
    }
}
