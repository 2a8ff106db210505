//! Files and diffs of pull requests.

use serde_json::json;

use crate::harness::{Answer, Upstream};

#[tokio::test]
async fn p16_changed_files_are_paged_by_their_header() {
    let forge = Upstream::start();
    forge.replay("pulls/pull_files_limit_1");
    let arguments = json!({ "owner": "harbor", "repo": "lighthouse", "index": 7, "limit": 1, "whitespace": "ignore-all" });
    let page = forge.call("list_pull_request_files", arguments).await.json();
    assert_eq!((&page["has_more"], &page["total_count"]), (&json!(true), &json!(3)));
    assert_eq!(page["items"][0]["path"], "assets/spring.png");
    let asked = forge.last("GET /repos/harbor/lighthouse/pulls/7/files");
    assert_eq!(
        (asked.query("whitespace"), asked.query("page")),
        (vec!["ignore-all".to_owned()], vec!["1".to_owned()])
    );
    let forge = Upstream::start();
    forge.replay("pulls/pull_files_past_end");
    let arguments = json!({ "owner": "harbor", "repo": "lighthouse", "index": 7, "limit": 2, "page": 9 });
    let page = forge.call("list_pull_request_files", arguments).await.json();
    assert_eq!((&page["items"], &page["has_more"]), (&json!([]), &json!(false)));
}

#[tokio::test]
async fn s5_a_diff_is_plain_text() {
    let forge = Upstream::start();
    forge.replay("pulls/pull_diff");
    let called = forge
        .call("get_pull_request_diff", json!({ "owner": "harbor", "repo": "lighthouse", "index": 7 }))
        .await;
    assert!(called.text().starts_with("diff --git "), "{}", called.text());
    assert_eq!(called.blocks().len(), 1, "nothing is left, nothing is said");
    assert!(called.result.structured_content.is_none());
    let file = json!({ "owner": "harbor", "repo": "lighthouse", "index": 7, "path": "/src/lamp.rs" });
    let part = forge.call("get_pull_request_diff", file).await.text();
    assert!(part.starts_with("diff --git a/src/lamp.rs") && called.text().contains(&part), "{part}");
    assert_eq!(part.matches("diff --git ").count(), 1);
    let file = json!({ "owner": "harbor", "repo": "lighthouse", "index": 7, "file_path": "nope" });
    let called = forge.call("get_pull_request_diff", file).await;
    assert!(called.error().contains("list_pull_request_files"), "{}", called.error());
}

#[tokio::test]
async fn odd_paths_are_found_in_a_diff() {
    let forge = Upstream::start();
    let diff = "diff --git a/a b.txt b/a b.txt\n+1\ndiff --git \"a/\\303\\274.txt\" \"b/\\303\\274.txt\"\n+2\ndiff --git a/old b/new\nrename\n";
    forge.on("GET /repos/o/r/pulls/1.diff", Answer::raw(200, "text/plain", diff));
    for (path, part) in [("a b.txt", "+1"), ("ü.txt", "+2"), ("old", "rename"), ("new", "rename")] {
        let text = forge
            .call("get_pull_request_diff", json!({ "owner": "o", "repo": "r", "index": 1, "path": path }))
            .await
            .text();
        assert!(text.contains(part) && text.matches("diff --git").count() == 1, "{path}: {text}");
    }
}

#[tokio::test]
async fn a_diff_of_nothing_is_not_found() {
    let forge = Upstream::start();
    forge.replay("pulls/pull_diff_missing");
    let called = forge
        .call("get_pull_request_diff", json!({ "owner": "harbor", "repo": "lighthouse", "index": 9999 }))
        .await;
    assert_eq!(called.kind(), "not_found");
}

#[tokio::test]
async fn s6_the_kind_of_a_diff_is_a_part_of_its_segment() {
    let forge = Upstream::start();
    forge.on("GET /repos/o/r/pulls/12.diff", Answer::raw(200, "text/plain", "diff --git a/x b/x\n"));
    forge.call("get_pull_request_diff", json!({ "owner": "o", "repo": "r", "index": 12 })).await.text();
    assert_eq!(forge.targets(), ["GET /repos/o/r/pulls/12.diff"]);
}
