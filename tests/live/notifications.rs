//! Notifications, which take somebody else to cause them.

use std::time::Duration;

use serde_json::{Value, json};

use crate::forge::{Live, Repo};

#[tokio::test]
async fn what_somebody_else_writes_is_notified_and_marked() {
    let Some(repo) = Repo::start("notifications").await else { return };
    let Some(other) = Live::admin().await else { return repo.end().await };
    let issue = repo.ok("create_issue", json!({ "title": "Look here" })).await["number"].clone();
    let comment = json!({ "index": issue, "body": "I looked" });
    other.ok("create_issue_comment", repo.with(comment)).await;
    let thread = notified(&repo).await;
    assert_eq!((&thread["number"], &thread["unread"]), (&issue, &json!(true)), "{thread}");
    let id = thread["id"].clone();
    let all = repo.live.ok("check_notifications", json!({ "type": "issue", "limit": 50 })).await;
    assert!(all["items"].as_array().unwrap().iter().any(|row| row["id"] == id), "{all}");
    assert_eq!(repo.live.ok("get_notification_thread", json!({ "id": id })).await["title"], "Look here");
    let marked = repo.live.ok("mark_notification_read", json!({ "id": id })).await;
    assert_eq!(marked["unread"], false, "{marked}");
    assert_eq!(repo.ok("list_repo_notifications", json!({})).await["items"], json!([]));
    assert_eq!(repo.ok("list_repo_notifications", json!({ "all": true })).await["items"][0]["id"], id);
    repo.live.ok("mark_notification_read", json!({ "id": id, "status": "unread" })).await;
    let marked = repo.ok("mark_repo_notifications_read", json!({})).await;
    assert_eq!(marked["ids"], json!([id]), "{marked}");
    assert_eq!(repo.ok("mark_repo_notifications_read", json!({})).await["marked"], 0);
    // Nothing of anybody else's is touched: only what is older than the repository.
    let long_ago = json!({ "last_read_at": "2000-01-01T00:00:00Z" });
    assert_eq!(repo.live.ok("mark_all_notifications_read", long_ago).await["marked"], 0);
    let (kind, _) = repo.live.fails("get_notification_thread", json!({ "id": 999_999_999 })).await;
    assert_eq!(kind, "not_found");
    repo.end().await;
}

/// The notification about the repository; the forge makes it a moment later.
async fn notified(repo: &Repo) -> Value {
    for _ in 0..50 {
        let page = repo.ok("list_repo_notifications", json!({})).await;
        if let Some(thread) = page["items"].get(0) {
            return thread.clone();
        }
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    panic!("no notification came");
}
