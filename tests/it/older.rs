//! What Forgejo 15 and 11 answer differently, where no test beside a tool holds it: recorded with the real versions.

use serde_json::{Value, json};

use crate::harness::{Answer, Upstream, exchange};

/// What a tool makes of the same exchange of several versions.
async fn each(name: &str, versions: &[&str], tool: &str, arguments: Value) -> Vec<Value> {
    let mut made = Vec::new();
    for version in versions {
        let forge = Upstream::start();
        forge.replay(&version_of(name, version));
        made.push(forge.call(tool, arguments.clone()).await.json());
    }
    made
}

fn version_of(name: &str, version: &str) -> String {
    if version == "16" { name.to_owned() } else { format!("versions/{version}/{name}") }
}

/// In 15 and 11 `url` of a pull request is its web address; in 16 it is that of the API.
#[tokio::test]
async fn the_address_of_a_pull_request_is_the_web_address_on_every_version() {
    let arguments =
        json!({ "owner": "harbor", "repo": "lighthouse", "title": "t", "head": "a", "base": "b" });
    let made = each("pulls/create_pull", &["16", "15.0", "11.0"], "create_pull_request", arguments).await;
    for pull in &made {
        let url = pull["url"].as_str().unwrap();
        assert!(url.ends_with(&format!("/harbor/lighthouse/pulls/{}", pull["number"])), "{url}");
        assert!(!url.contains("/api/"), "{url}");
    }
}

/// In 16 the API address of an issue that is a pull request ends in `pulls`, before in `issues`.
#[tokio::test]
async fn a_pull_request_read_as_an_issue_is_the_same_on_every_version() {
    let arguments = json!({ "owner": "harbor", "repo": "lighthouse", "index": 10 });
    let versions = ["16", "15.0", "11.0"];
    let made = each("demo/repo_issues_10", &versions, "get_issue_by_index", arguments).await;
    for issue in &made {
        assert_eq!(issue["number"], 10);
        assert!(issue["url"].as_str().unwrap().ends_with("/harbor/lighthouse/pulls/10"), "{issue}");
    }
    assert_eq!(made[1]["title"], made[0]["title"]);
}

/// A comment on the old side of a new file: 500 in 16, a review in 15 and 11.
#[tokio::test]
async fn a_review_on_the_old_side_is_made_by_older_versions() {
    for version in ["15.0", "11.0"] {
        let forge = Upstream::start();
        forge.replay(&version_of("reviews/review_old_side", version));
        forge.on("GET /repos/harbor/workshop/pulls/11/reviews", Answer::json(200, &json!([])));
        let arguments = json!({
            "owner": "harbor", "repo": "workshop", "index": 11, "state": "COMMENT", "body": "b",
            "comments": [{ "path": "a.txt", "body": "b", "oldLineNum": 1 }],
        });
        let review = forge.call("create_pull_review", arguments).await.json();
        assert_eq!(review["state"], "COMMENT", "{version}");
    }
}

/// A team that a team's right gives is asked without the page that 15 and 16 fail with.
#[tokio::test]
async fn a_team_alone_can_be_asked_on_11() {
    for (tool, name) in [
        ("create_review_requests", "review_requests/request_team_by_right_of_a_team_500"),
        ("delete_review_requests", "review_requests/withdraw_team_request_500"),
    ] {
        let forge = Upstream::start();
        let recorded = forge.replay(&version_of(name, "11.0"));
        forge.replay(&version_of("review_requests/pull_with_requested_reviewers", "11.0"));
        let arguments =
            json!({ "owner": "harbor", "repo": "workshop", "index": 12, "team_reviewers": ["crew"] });
        assert_eq!(forge.call(tool, arguments).await.json()["number"], 12, "{tool}");
        assert_eq!(forge.writes()[0].json(), recorded.sent, "{tool}");
    }
}

/// With Actions off a dispatch answers 500 in 11 and 404 since.
#[tokio::test]
async fn a_dispatch_where_actions_are_off_says_so_on_every_version() {
    for version in ["16", "11.0"] {
        let forge = Upstream::start();
        forge.replay(&version_of("actions/dispatch_unit_off", version));
        let arguments = json!({ "owner": "harbor", "repo": "quiet", "workflow": "check.yml", "ref": "main" });
        let called = forge.call("dispatch_workflow", arguments).await;
        assert!(
            matches!(called.kind().as_str(), "not_found" | "validation"),
            "{version}: {}",
            called.error()
        );
        assert!(!called.error().contains("<html"), "{}", called.error());
    }
}

/// A private repository is hidden from a public-only token by 404, in 11 refused by 403.
#[tokio::test]
async fn a_public_only_token_is_told_what_it_lacks() {
    let kinds = [("16", "not_found"), ("11.0", "forbidden")];
    for (version, kind) in kinds {
        let forge = Upstream::start();
        forge.replay(&version_of("errors/private_repo_as_alice_public_only", version));
        let called = forge.call("get_repo", json!({ "owner": "alice", "repo": "sandbox" })).await;
        assert_eq!(called.kind(), kind, "{version}");
    }
}

/// 11 takes any address of a webhook; it is refused here before it is sent.
#[tokio::test]
async fn a_webhook_without_an_address_is_refused_for_every_version() {
    assert_eq!(exchange("versions/11.0/hooks/create_hook_bad_url").status, 201);
    let forge = Upstream::start();
    let arguments = json!({ "owner": "harbor", "repo": "workshop", "url": "no url", "events": "push" });
    assert_eq!(forge.call("create_repo_hook", arguments).await.kind(), "invalid_arguments");
    assert!(forge.seen().is_empty());
}

/// 11 clears the stored header when an edit leaves it out.
#[tokio::test]
async fn the_header_of_a_webhook_is_sent_again_for_older_versions() {
    let forge = Upstream::start();
    let hook = json!({ "id": 1, "type": "forgejo", "active": true, "authorization_header": "Bearer kept", "events": ["push"], "branch_filter": "main" });
    forge.on("GET /repos/harbor/workshop/hooks/1", Answer::json(200, &hook));
    forge.replay("versions/11.0/hooks/edit_hook_active_only_resets_the_rest");
    let arguments = json!({ "owner": "harbor", "repo": "workshop", "id": 1, "active": false });
    let edited = forge.call("edit_repo_hook", arguments).await.json();
    let sent = forge.writes()[0].json();
    assert_eq!(
        sent,
        json!({ "active": false, "authorization_header": "Bearer kept", "branch_filter": "main", "events": ["push"] })
    );
    assert!(!edited.to_string().contains("Bearer kept"), "{edited}");
}

/// Answers of older versions lack fields; what they have is shown, and marking still says what was marked.
#[tokio::test]
async fn notifications_are_marked_on_11() {
    let forge = Upstream::start();
    forge.replay("versions/11.0/notifications/mark_thread_read");
    assert_eq!(forge.call("mark_notification_read", json!({ "id": 7 })).await.json()["id"], 7);
    forge.replay("versions/11.0/notifications/mark_repo_read");
    let arguments = json!({ "owner": "harbor", "repo": "lighthouse" });
    let marked = forge.call("mark_repo_notifications_read", arguments).await.json();
    assert_eq!(marked["marked"].as_u64().unwrap() as usize, marked["ids"].as_array().unwrap().len());
}

/// Labels are taken off by id, which 11 alone demands; it answers a name with 422.
#[tokio::test]
async fn labels_are_taken_off_by_id_for_11() {
    assert_eq!(exchange("versions/11.0/issues/remove_label_by_name").status, 422);
    let forge = Upstream::start();
    let labels = Answer::json(200, &json!([{ "id": 5, "name": "bug" }]));
    forge.on("GET /repos/o/r/labels", labels.clone()).on("GET /repos/o/r/issues/1/labels", labels);
    forge.on("DELETE /repos/o/r/issues/1/labels/5", Answer::empty(204));
    let arguments = json!({ "owner": "o", "repo": "r", "index": 1, "labels": "bug" });
    forge.call("remove_issue_labels", arguments).await.json();
    assert_eq!(forge.writes()[0].path(), "/repos/o/r/issues/1/labels/5");
}

/// Fields that came later are missing without a trace: the time an organisation was made, units of a team.
#[tokio::test]
async fn organisations_and_teams_are_shown_on_every_version() {
    let orgs = each("orgs/get_org", &["16", "15.0", "11.0"], "get_org", json!({ "org": "harbor" })).await;
    assert!(orgs.iter().all(|org| org["name"] == "harbor"), "{orgs:?}");
    let arguments = json!({ "org": "harbor", "name": "t", "units": ["code"] });
    let teams =
        each("teams/create_team_units_map", &["16", "15.0", "11.0"], "create_org_team", arguments).await;
    assert!(teams.iter().all(|team| team["id"].is_number() && team["name"].is_string()), "{teams:?}");
}
