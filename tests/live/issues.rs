//! Issues, comments, labels and milestones.

use serde_json::json;

use crate::forge::Repo;

#[tokio::test]
async fn an_issue_lives() {
    let Some(repo) = Repo::start("issues").await else { return };
    for (name, color) in [("bug", "#ff0000"), ("a,b", "00ff00"), ("100%", "0000ff")] {
        repo.operation("issueCreateLabel", json!({ "name": name, "color": color })).await;
    }
    repo.operation("issueCreateMilestone", json!({ "title": "v1" })).await;
    let me = repo.live.owner.clone();
    let made = repo
        .ok("create_issue", json!({ "title": "Lamp stops 🗼", "body": "<!-- hidden --> text", "labels": "bug,100%", "assignees": [me], "milestone": "v1", "due_date": "2027-01-02" }))
        .await;
    assert!(made.get("warnings").is_none(), "{made}");
    let number = made["number"].clone();
    let issue = repo.ok("get_issue_by_index", json!({ "index": number })).await;
    assert_eq!((&issue["milestone"], &issue["labels"]), (&json!("v1"), &json!(["100%", "bug"])));
    assert!(
        issue["body"].as_str().unwrap().contains("hidden") && issue["hidden_comments_shown"] == 1,
        "{issue}"
    );

    repo.ok("add_issue_labels", json!({ "index": number, "labels": ["a,b"] })).await;
    let listed = repo.ok("list_repo_issues", json!({ "labels": ["a,b"] })).await;
    assert_eq!(listed["items"][0]["number"], number);
    let (kind, text) = repo.fails("list_repo_issues", json!({ "labels": "nothing" })).await;
    assert!(kind == "invalid_arguments" && text.contains("bug"), "{text}");
    let now = repo.ok("remove_issue_labels", json!({ "index": number, "labels": ["bug", "a,b"] })).await;
    assert_eq!(now["labels"], json!(["100%"]));

    let edited = repo
        .ok(
            "update_issue",
            json!({ "index": number, "milestone": "", "clear_due_date": true, "assignees": [] }),
        )
        .await;
    for gone in ["milestone", "due_date", "assignees", "warnings"] {
        assert!(edited.get(gone).is_none(), "{gone}: {edited}");
    }
    assert_eq!(edited["title"], "Lamp stops 🗼", "what is not named stays");
    assert_eq!(
        repo.fails("update_issue", json!({ "index": number, "assignees": ["nobody-here"] })).await.0,
        "invalid_arguments"
    );

    let comment = repo.ok("create_issue_comment", json!({ "index": number, "body": "first" })).await;
    repo.ok("create_issue_comment", json!({ "index": number, "body": "second" })).await;
    let id = comment["id"].clone();
    repo.ok("edit_issue_comment", json!({ "comment_id": id, "body": "changed" })).await;
    assert_eq!(repo.ok("get_issue_comment", json!({ "comment_id": id })).await["body"], "changed");
    let page = repo.ok("list_issue_comments", json!({ "index": number, "limit": 1 })).await;
    assert_eq!((&page["total_count"], &page["has_more"]), (&json!(2), &json!(true)));
    repo.ok("delete_issue_comment", json!({ "comment_id": id })).await;
    assert_eq!(repo.fails("get_issue_comment", json!({ "comment_id": id })).await.0, "not_found");
    assert_eq!(
        repo.fails("create_issue_comment", json!({ "index": number, "body": " " })).await.0,
        "invalid_arguments"
    );

    repo.ok("issue_state_change", json!({ "index": number, "state": "close" })).await;
    assert_eq!(repo.ok("list_repo_issues", json!({})).await["items"], json!([]));
    assert_eq!(repo.ok("list_repo_issues", json!({ "state": "closed" })).await["total_count"], 1);
    assert_eq!(repo.ok("list_repo_labels", json!({})).await["total_count"], 3);
    assert_eq!(repo.ok("list_repo_milestones", json!({})).await["items"][0]["title"], "v1");
    let found = repo
        .live
        .ok(
            "search_issues",
            json!({ "owner": repo.live.owner, "state": "all", "created_by": repo.live.owner }),
        )
        .await;
    assert!(
        found["items"]
            .as_array()
            .unwrap()
            .iter()
            .any(|row| row["repo"].as_str().unwrap().ends_with(&repo.name)),
        "{found}"
    );
    repo.end().await;
}
