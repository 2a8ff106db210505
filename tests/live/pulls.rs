//! Pull requests, reviews and merging.

use serde_json::json;

use crate::forge::{Live, Repo, texts};

#[tokio::test]
async fn a_pull_request_is_reviewed_and_merged() {
    let Some(repo) = Repo::start("pulls").await else { return };
    repo.ok("create_file", json!({ "path": "src/a b.rs", "content": "fn main() {}\n// two\n", "message": "Add", "new_branch": "feature/x" })).await;
    let pull = repo
        .ok(
            "create_pull_request",
            json!({ "title": "Feature", "head": "feature/x", "base": "main", "body": "text" }),
        )
        .await;
    let number = pull["number"].clone();
    let head = pull["head_sha"].as_str().unwrap().to_owned();
    assert_eq!(
        repo.fails("create_pull_request", json!({ "title": "Again", "head": "feature/x", "base": "main" }))
            .await
            .0,
        "conflict"
    );
    assert_eq!(
        repo.fails("create_pull_request", json!({ "title": "No", "head": "nothing", "base": "main" }))
            .await
            .0,
        "not_found"
    );
    let listed = repo.ok("list_repo_pull_requests", json!({ "head": "feature/x", "base": "main" })).await;
    assert_eq!((&listed["items"][0]["number"], &listed["total_count"]), (&number, &json!(1)));
    assert_eq!(repo.ok("list_repo_pull_requests", json!({ "head": "main" })).await["items"], json!([]));
    assert_eq!(
        repo.ok("list_pull_request_files", json!({ "index": number })).await["items"][0]["path"],
        "src/a b.rs"
    );
    let diff =
        repo.call("get_pull_request_diff", json!({ "index": number, "file_path": "src/a b.rs" })).await;
    assert!(texts(&diff)[0].contains("+fn main() {}"), "{:?}", texts(&diff));

    let line = json!([{ "path": "src/a b.rs", "body": "here", "newLineNum": 2 }]);
    let pending = repo
        .ok(
            "create_pull_review",
            json!({ "index": number, "state": "PENDING", "body": "draft", "comments": line.to_string() }),
        )
        .await;
    let id = pending["id"].clone();
    let (kind, text) =
        repo.fails("create_pull_review", json!({ "index": number, "state": "COMMENT", "body": "x" })).await;
    assert!(kind == "precondition_failed" && text.contains("submit_pull_review"), "{text}");
    assert_eq!(
        repo.ok("list_pull_review_comments", json!({ "index": number, "id": id })).await["items"][0]["new_position"],
        2
    );
    let submitted = repo
        .ok("submit_pull_review", json!({ "index": number, "id": id, "state": "COMMENT", "body": "done" }))
        .await;
    assert_eq!(submitted["state"], "COMMENT");
    assert_eq!(repo.ok("get_pull_review", json!({ "index": number, "id": id })).await["state"], "COMMENT");
    let read = repo.ok("get_pull_request_by_index", json!({ "index": number })).await;
    assert_eq!((&read["head_sha"], &read["state"]), (&json!(head), &json!("open")), "{read}");
    let (kind, text) = repo.fails("delete_pull_review", json!({ "index": number, "id": id })).await;
    assert!(kind == "precondition_failed" && text.contains("dismiss_pull_review"), "{text}");
    assert!(
        repo.fails("create_pull_review", json!({ "index": number, "state": "APPROVE", "body": "mine" }))
            .await
            .1
            .contains("own")
    );
    let pending =
        repo.ok("create_pull_review", json!({ "index": number, "state": "PENDING", "body": "draft" })).await;
    repo.ok("delete_pull_review", json!({ "index": number, "id": pending["id"] })).await;
    let wrong_line = json!([{ "path": "src/a b.rs", "body": "x", "old_position": 9 }]);
    let failed = repo
        .call(
            "create_pull_review",
            json!({ "index": number, "state": "COMMENT", "body": "x", "comments": wrong_line }),
        )
        .await;
    if failed.is_error == Some(true) {
        assert!(texts(&failed).join("\n").contains("line"), "{:?}", texts(&failed));
    }
    assert_eq!(repo.ok("list_pull_reviews", json!({ "index": number })).await["items"][0]["id"], id);
    another_person_reviews(&repo, &number).await;

    let edited = repo.ok("update_pull_request", json!({ "index": number, "title": "Better" })).await;
    assert_eq!(edited["title"], "Better");
    let (kind, text) = repo
        .fails("merge_pull_request", json!({ "index": number, "style": "merge", "head_sha": "0".repeat(40) }))
        .await;
    assert_eq!(kind, "conflict", "{text}");
    let merged = repo
        .ok("merge_pull_request", json!({ "index": number, "style": "squash", "head_sha": head, "delete_branch_after_merge": true }))
        .await;
    assert_eq!((&merged["merged"], &merged["state"]), (&json!(true), &json!("merged")));
    let (kind, text) = repo.fails("merge_pull_request", json!({ "index": number, "style": "merge" })).await;
    assert!(kind == "precondition_failed" && text.contains("already"), "{text}");
    repo.end().await;
}

#[tokio::test]
async fn a_conflict_is_called_one() {
    let Some(repo) = Repo::start("conflict").await else { return };
    let readme = repo.call("get_file_content", json!({ "path": "README.md" })).await;
    let note: serde_json::Value = serde_json::from_str(&texts(&readme)[1]).unwrap();
    repo.ok("update_file", json!({ "path": "README.md", "content": "theirs\n", "sha": note["sha"], "message": "t", "new_branch": "theirs" })).await;
    repo.ok(
        "update_file",
        json!({ "path": "README.md", "content": "ours\n", "sha": note["sha"], "message": "o" }),
    )
    .await;
    let pull = repo
        .ok("create_pull_request", json!({ "title": "Conflict", "head": "theirs", "base": "main" }))
        .await;
    let (kind, text) =
        repo.fails("merge_pull_request", json!({ "index": pull["number"], "style": "merge" })).await;
    assert_eq!(kind, "conflict", "{text}");
    repo.end().await;
}

/// Somebody else is asked, approves, and is dismissed.
async fn another_person_reviews(repo: &Repo, number: &serde_json::Value) {
    let Some(other) = Live::admin().await else { return };
    let asked = json!({ "index": number, "reviewers": [other.owner] });
    let pull = repo.ok("create_review_requests", asked.clone()).await;
    assert!(pull["requested_reviewers"].to_string().contains(&other.owner), "{pull}");
    let pull = repo.ok("delete_review_requests", asked).await;
    assert!(pull.get("requested_reviewers").is_none(), "{pull}");
    let approval = json!({ "index": number, "state": "APPROVED", "body": "LGTM" });
    let review = other.ok("create_pull_review", repo.with(approval)).await;
    assert_eq!(review["state"], "APPROVED");
    let reason = json!({ "index": number, "id": review["id"], "message": "Outdated feedback" });
    let dismissed = repo.ok("dismiss_pull_review", reason).await;
    assert_eq!(dismissed["dismissed"], true, "{dismissed}");
}
