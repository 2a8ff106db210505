//! What hangs on repositories: attachments, wiki, labels, protections, hooks, releases, times, dependencies.

use serde_json::json;

use crate::forge::{Repo, texts};

#[tokio::test]
async fn files_are_attached_and_come_back_undamaged() {
    let Some(repo) = Repo::start("attachments").await else { return };
    let issue = repo.ok("create_issue", json!({ "title": "Files" })).await["number"].clone();
    let made = repo
        .ok(
            "create_issue_attachment",
            json!({ "index": issue, "content": "AAEC/w==", "filename": "a ü.bin.txt" }),
        )
        .await;
    let id = made["id"].clone();
    assert_eq!(repo.ok("list_issue_attachments", json!({ "index": issue })).await["items"][0]["id"], id);
    let got = repo.call("download_issue_attachment", json!({ "index": issue, "attachment_id": id })).await;
    let shown = serde_json::to_value(&got.content).unwrap().to_string();
    assert!(shown.contains("AAEC/w=="), "{shown}");
    repo.ok("edit_issue_attachment", json!({ "index": issue, "attachment_id": id, "name": "b.txt" })).await;
    assert_eq!(
        repo.ok("get_issue_attachment", json!({ "index": issue, "attachment_id": id })).await["name"],
        "b.txt"
    );
    repo.ok("delete_issue_attachment", json!({ "index": issue, "attachment_id": id })).await;
    assert_eq!(
        repo.fails("get_issue_attachment", json!({ "index": issue, "attachment_id": id })).await.0,
        "not_found"
    );

    let comment =
        repo.ok("create_issue_comment", json!({ "index": issue, "body": "with a file" })).await["id"].clone();
    let on = |more: serde_json::Value| {
        let mut on = json!({ "comment_id": comment });
        on.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        on
    };
    let made =
        repo.ok("create_comment_attachment", on(json!({ "content": "aGk=", "filename": "c.txt" }))).await;
    let file = json!({ "attachment_id": made["id"] });
    assert_eq!(repo.ok("list_comment_attachments", on(json!({}))).await["items"][0]["id"], made["id"]);
    assert_eq!(texts(&repo.call("download_comment_attachment", on(file.clone())).await)[0], "hi");
    let renamed = json!({ "attachment_id": made["id"], "name": "d.txt" });
    repo.ok("edit_comment_attachment", on(renamed)).await;
    assert_eq!(repo.ok("get_comment_attachment", on(file.clone())).await["name"], "d.txt");
    repo.ok("delete_comment_attachment", on(file.clone())).await;
    assert_eq!(repo.fails("get_comment_attachment", on(file)).await.0, "not_found");

    let release = repo.ok("create_release", json!({ "tag_name": "v1", "name": "One" })).await["id"].clone();
    let asset = repo
        .ok(
            "create_release_attachment",
            json!({ "release_id": release, "content": "aGk=", "filename": "hi.txt" }),
        )
        .await;
    let got = repo
        .call("download_release_attachment", json!({ "release_id": release, "attachment_id": asset["id"] }))
        .await;
    assert_eq!(texts(&got)[0], "hi");
    let named = json!({ "release_id": release, "attachment_id": asset["id"], "name": "ho.txt" });
    assert_eq!(repo.ok("edit_release_attachment", named).await["name"], "ho.txt");
    let listed = repo.ok("list_release_attachments", json!({ "release_id": release })).await;
    assert_eq!(listed["items"].as_array().unwrap().len(), 1, "{listed}");
    let link = json!({ "release_id": release, "external_url": "https://example.org/x.zip" });
    let link = repo.ok("create_release_attachment", link).await;
    let there = json!({ "release_id": release, "attachment_id": link["id"] });
    let got = repo.call("download_release_attachment", there.clone()).await;
    assert!(texts(&got)[0].contains("https://example.org/x.zip"), "{:?}", texts(&got));
    repo.ok("delete_release_attachment", there).await;
    repo.ok("edit_release", json!({ "release_id": release, "body": "text" })).await;
    let read = repo.ok("get_release_by_id", json!({ "release_id": release })).await;
    assert_eq!((&read["name"], &read["body"]), (&json!("One"), &json!("text")), "what is not named stays");
    let file = json!({ "release_id": release, "attachment_id": asset["id"] });
    assert_eq!(repo.ok("get_release_attachment", file.clone()).await["size"], 2);
    repo.ok("delete_release_attachment", file.clone()).await;
    assert_eq!(repo.fails("get_release_attachment", file).await.0, "not_found");
    repo.ok("delete_release", json!({ "release_id": release })).await;
    repo.ok("create_release", json!({ "tag_name": "v2/x" })).await;
    repo.ok("delete_release_by_tag", json!({ "tag": "v2/x" })).await;
    assert_eq!(repo.fails("delete_release_by_tag", json!({ "tag": "v2/x" })).await.0, "not_found");
    repo.end().await;
}

#[tokio::test]
async fn wiki_pages_keep_what_an_edit_does_not_name() {
    let Some(repo) = Repo::start("wiki").await else { return };
    let title = "Guides/Getting 100% ü";
    repo.ok("create_wiki_page", json!({ "title": title, "content": "one\ntwo\n" })).await;
    assert_eq!(repo.fails("create_wiki_page", json!({ "title": title, "content": "x" })).await.0, "conflict");
    let page = repo.call("get_wiki_page", json!({ "page_name": title, "start_line": 2 })).await;
    assert_eq!(texts(&page)[0], "two\n");
    repo.ok("update_wiki_page", json!({ "page_name": title, "content": "three\n" })).await;
    let listed = repo.ok("list_wiki_pages", json!({})).await;
    assert_eq!(listed["items"][0]["title"], title, "{listed}");
    assert_eq!(
        repo.ok("get_wiki_revisions", json!({ "page_name": title })).await["items"].as_array().unwrap().len(),
        2
    );
    repo.ok("delete_wiki_page", json!({ "page_name": title })).await;
    assert_eq!(repo.fails("get_wiki_page", json!({ "page_name": title })).await.0, "not_found");
    repo.end().await;
}

#[tokio::test]
async fn labels_protections_and_hooks_keep_what_an_edit_does_not_name() {
    let Some(repo) = Repo::start("settings").await else { return };
    let label = repo
        .ok("create_repo_label", json!({ "name": "bug", "color": "#f00", "description": "d" }))
        .await["id"]
        .clone();
    repo.operation("issueEditLabel", json!({ "id": label, "is_archived": true })).await;
    let edited = repo.ok("edit_repo_label", json!({ "id": label, "color": "00ff00" })).await;
    assert_eq!((&edited["archived"], &edited["color"]), (&json!(true), &json!("00ff00")), "{edited}");
    assert_eq!(repo.ok("get_repo_label", json!({ "id": "bug" })).await["description"], "d");
    repo.operation("issueEditLabel", json!({ "id": label, "is_archived": false })).await;
    repo.ok("create_issue", json!({ "title": "x", "labels": ["bug"] })).await;
    assert!(repo.fails("delete_repo_label", json!({ "id": label })).await.1.contains('1'));
    repo.ok("delete_repo_label", json!({ "id": label, "delete_mode": "force" })).await;

    repo.ok(
        "create_branch_protection",
        json!({ "branch_name": "release/*", "required_approvals": 2, "enable_push": false }),
    )
    .await;
    repo.ok("edit_branch_protection", json!({ "rule": "release/*", "dismiss_stale_approvals": true })).await;
    let rule = repo.ok("get_branch_protection", json!({ "rule": "release/*" })).await;
    assert_eq!(
        (&rule["required_approvals"], &rule["dismiss_stale_approvals"]),
        (&json!(2), &json!(true)),
        "{rule}"
    );
    let rules = repo.ok("list_branch_protections", json!({})).await;
    assert_eq!((&rules["items"][0]["rule"], &rules["has_more"]), (&json!("release/*"), &json!(false)));
    let unknown = json!({ "rule": "x", "enable_push": true, "enable_push_whitelist": true,
        "push_whitelist_usernames": "no-such-user" });
    let (kind, text) = repo.fails("create_branch_protection", unknown).await;
    assert!(kind == "validation" && text.contains(&repo.live.owner), "it names who there is: {text}");
    repo.ok("delete_branch_protection", json!({ "rule": "release/*" })).await;

    let hook = repo
        .ok("create_repo_hook", json!({ "url": "http://127.0.0.1:9/x", "events": "issues_only,push", "branch_filter": "main", "secret": "s3cr3t-value" }))
        .await;
    let edited = repo.ok("edit_repo_hook", json!({ "id": hook["id"], "active": false })).await;
    assert!(edited.to_string().contains("main") && !edited.to_string().contains("s3cr3t"), "{edited}");
    let read = repo.ok("get_repo_hook", json!({ "id": hook["id"] })).await;
    assert_eq!(
        (&read["branch_filter"], read["events"].as_array().unwrap().len()),
        (&json!("main"), 2),
        "{read}"
    );
    repo.ok("test_repo_hook", json!({ "id": hook["id"] })).await;
    let listed = repo.ok("list_repo_hooks", json!({})).await;
    assert!(listed["items"].as_array().unwrap().len() == 1 && !listed.to_string().contains("s3cr3t"));
    repo.ok("delete_repo_hook", json!({ "id": hook["id"] })).await;
    assert_eq!(repo.fails("delete_repo_hook", json!({ "id": hook["id"] })).await.0, "not_found");
    repo.end().await;
}

#[tokio::test]
async fn time_and_dependencies_are_kept() {
    let Some(repo) = Repo::start("times").await else { return };
    let one = repo.ok("create_issue", json!({ "title": "one" })).await["number"].clone();
    let two = repo.ok("create_issue", json!({ "title": "two" })).await["number"].clone();
    repo.ok("add_issue_dependency", json!({ "index": one, "depends_on_index": two })).await;
    assert_eq!(repo.ok("list_issue_dependencies", json!({ "index": one })).await["items"][0]["number"], two);
    assert_eq!(repo.ok("list_issue_dependents", json!({ "index": two })).await["items"][0]["number"], one);
    assert_eq!(
        repo.fails("issue_state_change", json!({ "index": one, "state": "closed" })).await.0,
        "precondition_failed"
    );
    repo.ok("remove_issue_dependency", json!({ "index": one, "dependency_index": two })).await;
    repo.ok("add_issue_time", json!({ "index": one, "duration": "1h30m" })).await;
    assert_eq!(
        repo.ok("list_issue_tracked_times", json!({ "index": one })).await["items"][0]["seconds"],
        5_400
    );
    let times = repo.ok("list_repo_tracked_times", json!({ "user": repo.live.owner })).await;
    assert_eq!(times["items"][0]["seconds"], 5_400, "{times}");
    let entry = repo.ok("add_issue_time", json!({ "index": one, "seconds": 60 })).await["id"].clone();
    repo.ok("delete_issue_time_entry", json!({ "index": one, "time_id": entry })).await;
    assert_eq!(
        repo.fails("delete_issue_time_entry", json!({ "index": one, "time_id": entry })).await.0,
        "not_found"
    );
    repo.ok("start_issue_stopwatch", json!({ "index": one })).await;
    assert_eq!(repo.fails("start_issue_stopwatch", json!({ "index": one })).await.0, "conflict");
    let running = repo.live.ok("list_my_stopwatches", json!({})).await;
    assert!(running["items"].to_string().contains(&repo.name), "{running}");
    repo.ok("cancel_issue_stopwatch", json!({ "index": one })).await;
    assert_eq!(repo.fails("stop_issue_stopwatch", json!({ "index": one })).await.0, "conflict");
    repo.ok("start_issue_stopwatch", json!({ "index": one })).await;
    repo.ok("stop_issue_stopwatch", json!({ "index": one })).await;
    repo.live.ok("list_my_tracked_times", json!({ "limit": 1 })).await;
    repo.ok("reset_issue_time", json!({ "index": one })).await;
    repo.end().await;
}
