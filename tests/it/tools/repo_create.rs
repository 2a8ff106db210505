//! New repositories.

use serde_json::json;

use crate::harness::{Answer, Upstream};

/// A forge with templates, where alice asks.
fn forge() -> Upstream {
    let forge = Upstream::start();
    forge.replay("misc/get_licenses");
    forge.replay("misc/get_gitignore_templates");
    forge.replay("misc/get_label_templates");
    forge.on("GET /user", Answer::json(200, &json!({ "login": "alice" })));
    forge
}

#[tokio::test]
async fn create_repo_of_ones_own() {
    let forge = forge();
    let recorded = forge.replay("repos/create_user_repo_private");
    let arguments = json!({ "name": "sandbox", "private": true, "default_branch": "main",
        "description": "Alice tries things", "gitignores": "go", "license": "mit", "issue_labels": "default" });
    let repo = forge.call("create_repo", arguments).await.json();
    assert_eq!((&repo["name"], &repo["private"]), (&json!("alice/sandbox"), &json!(true)));
    assert!(repo["clone_url"].as_str().unwrap().ends_with("/alice/sandbox.git"));
    assert!(repo.get("warnings").is_none(), "{repo}");
    // Templates are spelt as the instance spells them, and files need a first commit.
    assert_eq!(forge.last("POST /user/repos").json(), recorded.sent);
}

#[tokio::test]
async fn create_repo_in_an_organisation() {
    let forge = forge();
    let recorded = forge.replay("repos/create_org_repo");
    let arguments = json!({ "owner": "harbor", "name": "lighthouse", "readme": "Default", "default_branch": "main",
        "description": "Turns the lamp, watches the fog, keeps the log" });
    let repo = forge.call("create_repo", arguments).await.json();
    assert_eq!(repo["name"], "harbor/lighthouse");
    assert_eq!(forge.last("POST /orgs/harbor/repos").json(), recorded.sent);
}

#[tokio::test]
async fn create_repo_with_ones_own_name_as_owner() {
    let forge = forge();
    forge.on("POST /user/repos", Answer::json(201, &json!({ "full_name": "alice/x" })));
    let arguments = json!({ "owner": "Alice", "name": "x", "template": true, "object_format_name": "sha256",
        "trust_model": "committer" });
    forge.call("create_repo", arguments).await.json();
    assert_eq!(
        forge.last("POST /user/repos").json(),
        json!({ "name": "x", "template": true, "object_format_name": "sha256", "trust_model": "committer" })
    );
}

#[tokio::test]
async fn s15_create_repo_refuses_templates_that_the_instance_lacks() {
    let forge = forge();
    for (fields, said) in [
        (json!({ "name": "x", "license": "No-Such-Licence" }), "license: this instance has no template"),
        (json!({ "name": "x", "gitignores": ["Rust", "Pythn"] }), "Python"),
        (json!({ "name": "x", "issue_labels": "None" }), "Default"),
        (json!({ "name": "x", "license": "MIT", "auto_init": false }), "first commit"),
        (json!({ "name": "" }), "name must not be empty"),
    ] {
        let called = forge.call("create_repo", fields).await;
        assert_eq!(called.kind(), "invalid_arguments");
        assert!(called.error().contains(said), "{said}: {}", called.error());
    }
    assert!(forge.writes().is_empty());
}

#[tokio::test]
async fn create_repo_explains_failures() {
    let forge = forge();
    forge.replay("repos/create_org_repo_taken_409");
    let called = forge.call("create_repo", json!({ "owner": "harbor", "name": "lighthouse" })).await;
    assert_eq!(called.kind(), "conflict");
    assert!(called.error().contains("harbor/lighthouse exists already"), "{}", called.error());
    forge.replay("repos/create_org_repo_missing_org_404");
    let called = forge.call("create_repo", json!({ "owner": "no-such-org", "name": "x" })).await;
    assert!(called.error().contains("no organisation no-such-org"), "{}", called.error());
    forge.replay("repos/create_org_repo_as_writer_team_403");
    assert_eq!(
        forge.call("create_repo", json!({ "owner": "harbor", "name": "nope" })).await.kind(),
        "forbidden"
    );
    forge.replay("repos/create_repo_unknown_licence_or_gitignore");
    let called = forge.call("create_repo", json!({ "name": "odd", "readme": "Other" })).await;
    assert!(called.error().contains("a template of readme"), "{}", called.error());
}

#[tokio::test]
async fn create_repo_says_what_the_instance_decided() {
    let forge = forge();
    forge.on("POST /user/repos", Answer::json(201, &json!({ "full_name": "alice/x", "private": true })));
    let called = forge.call("create_repo", json!({ "name": "x", "private": false })).await;
    assert!(called.text().contains("private was not taken over"), "{}", called.text());
}

#[tokio::test]
async fn create_repo_stays_within_the_allowed_repositories() {
    let forge = forge();
    let session = forge.session_with(|flags| flags.repos = vec!["alice/sandbox".to_owned()]).await;
    for arguments in [json!({ "name": "x" }), json!({ "name": "x", "owner": "harbor" })] {
        assert_eq!(session.call("create_repo", arguments).await.kind(), "forbidden");
    }
    assert!(forge.writes().is_empty());
}

#[tokio::test]
async fn fork_repo_takes_the_owner_as_user() {
    let forge = forge();
    forge.replay("sharing/fork_with_name");
    let fork = forge
        .call("fork_repo", json!({ "user": "harbor", "repo": "workshop", "name": "my-workshop" }))
        .await
        .json();
    assert_eq!((&fork["name"], &fork["parent"]), (&json!("bob/my-workshop"), &json!("harbor/workshop")));
    assert_eq!(forge.last("POST /repos/harbor/workshop/forks").json(), json!({ "name": "my-workshop" }));
}

#[tokio::test]
async fn fork_repo_to_an_organisation() {
    let forge = forge();
    forge.replay("sharing/fork");
    forge
        .call("fork_repo", json!({ "owner": "harbor", "repo": "lighthouse", "organization": "reef" }))
        .await
        .json();
    assert_eq!(forge.last("POST /repos/harbor/lighthouse/forks").json(), json!({ "organization": "reef" }));
    forge
        .call("fork_repo", json!({ "owner": "harbor", "repo": "lighthouse", "organization": "alice" }))
        .await
        .json();
    assert_eq!(
        forge.last("POST /repos/harbor/lighthouse/forks").json(),
        json!({}),
        "the caller is no organisation"
    );
}

#[tokio::test]
async fn fork_repo_explains_conflicts_and_missing_rights() {
    let forge = forge();
    forge.replay("sharing/fork_again_409");
    let called = forge.call("fork_repo", json!({ "user": "harbor", "repo": "lighthouse" })).await;
    assert_eq!(called.kind(), "conflict");
    assert!(called.error().contains("fork of harbor/lighthouse already"), "{}", called.error());
    assert!(called.error().contains("bob/lighthouse"), "the forge says which: {}", called.error());
    forge.replay("sharing/fork_to_org_without_right");
    let arguments = json!({ "user": "harbor", "repo": "workshop", "organization": "harbor" });
    assert_eq!(forge.call("fork_repo", arguments).await.kind(), "forbidden");
    let called = forge.call("fork_repo", json!({ "user": "harbor", "repo": "no-such" })).await;
    assert_eq!(called.kind(), "not_found");
}
