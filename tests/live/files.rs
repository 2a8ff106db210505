//! Files, folders, branches and commits.

use serde_json::json;

use crate::forge::{Repo, texts};

#[tokio::test]
async fn files_are_written_and_read_under_odd_names() {
    let Some(repo) = Repo::start("files").await else { return };
    let path = "docs/100%/a+b#c ü 🗼.md";
    let made = repo
        .ok("create_file", json!({ "path": path, "content": "one\ntwo\nthree\n", "message": "Add" }))
        .await;
    let sha = made["sha"].as_str().unwrap().to_owned();
    let read = repo
        .call("get_file_content", json!({ "path": path, "ref": "main", "start_line": 2, "end_line": 2 }))
        .await;
    assert_eq!(texts(&read)[0], "two\n");
    assert!(texts(&read)[1].contains(&sha), "{:?}", texts(&read));

    let (kind, _) =
        repo.fails("create_file", json!({ "path": path, "content": "x", "message": "Again" })).await;
    assert_eq!(kind, "conflict");
    let updated = repo.ok("update_file", json!({ "path": path, "content": "AAEC/w==", "encoding": "base64", "sha": sha, "message": "Bytes" })).await;
    let (kind, _) = repo
        .fails("update_file", json!({ "path": path, "content": "x", "sha": sha, "message": "Stale" }))
        .await;
    assert_eq!(kind, "conflict");
    let bytes = repo.call("get_file_content", json!({ "path": path })).await;
    let blob = serde_json::to_value(&bytes.content[0]).unwrap();
    assert_eq!(blob["resource"]["blob"], "AAEC/w==");

    let folder = repo.ok("list_repo_contents", json!({ "path": "docs/100%" })).await;
    assert_eq!(folder["items"][0]["path"], path);
    let (kind, text) = repo.fails("get_file_content", json!({ "path": "docs" })).await;
    assert!(kind == "invalid_arguments" && text.contains("list_repo_contents"), "{text}");
    let tree = repo.ok("get_repo_tree", json!({ "ref": "main", "recursive": true })).await;
    assert!(tree["items"].as_array().unwrap().iter().any(|entry| entry["path"] == path));
    let commits = repo.ok("list_repo_commits", json!({ "path": path, "limit": 1 })).await;
    assert_eq!((commits["items"].as_array().unwrap().len(), &commits["has_more"]), (1, &json!(true)));
    let next = repo.ok("list_repo_commits", json!({ "path": path, "limit": 1, "page": 2 })).await;
    assert_ne!(next["items"][0]["sha"], commits["items"][0]["sha"]);
    let commit = repo.ok("get_commit", json!({ "sha": "main" })).await;
    assert_eq!(
        (&commit["message"], &commit["items"][0]["path"]),
        (&json!("Bytes"), &json!(path)),
        "{commit}"
    );
    assert_eq!(repo.fails("get_commit", json!({ "sha": "1".repeat(40) })).await.0, "not_found");
    let none = repo.ok("get_commit_statuses", json!({ "sha": "main" })).await;
    assert_eq!(none["state"], "unknown");
    for (context, state) in [("ci/a", "success"), ("ci/b", "failure"), ("ci/b", "success")] {
        let body = json!({ "sha": commit["sha"], "context": context, "state": state });
        repo.operation("repoCreateStatus", body).await;
    }
    let combined = repo.ok("get_commit_statuses", json!({ "sha": "main" })).await;
    assert_eq!((&combined["state"], &combined["total_count"]), (&json!("success"), &json!(2)), "{combined}");

    repo.ok("delete_file", json!({ "path": path, "sha": updated["sha"], "message": "Remove" })).await;
    assert_eq!(repo.fails("get_file_content", json!({ "path": path })).await.0, "not_found");
    repo.end().await;
}

#[tokio::test]
async fn branches_come_and_go() {
    let Some(repo) = Repo::start("branches").await else { return };
    for name in ["feature/a", "100%", "a#b", "ü"] {
        repo.ok("create_branch", json!({ "branch": name, "old_branch": "main" })).await;
    }
    let page = repo.ok("list_branches", json!({ "limit": 2 })).await;
    assert_eq!(
        (&page["total_count"], &page["has_more"], &page["next"]["page"]),
        (&json!(5), &json!(true), &json!(2))
    );
    for name in ["feature/a", "100%", "a#b", "ü"] {
        repo.ok("create_file", json!({ "path": "x", "content": name, "message": "x", "branch": name })).await;
        let read = repo.call("get_file_content", json!({ "path": "x", "ref": name })).await;
        assert_eq!(texts(&read)[0], name);
        repo.ok("delete_branch", json!({ "branch": name })).await;
    }
    assert_eq!(repo.fails("delete_branch", json!({ "branch": "ü" })).await.0, "not_found");
    assert_eq!(repo.fails("delete_branch", json!({ "branch": ".." })).await.0, "invalid_arguments");
    assert_eq!(
        repo.fails("create_branch", json!({ "branch": "x", "old_branch": "nothing" })).await.0,
        "not_found"
    );
    repo.end().await;
}
