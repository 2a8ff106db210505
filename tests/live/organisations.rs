//! Organisations and teams.

use serde_json::json;

use crate::forge::{Live, Repo, unique};

#[tokio::test]
async fn an_organisation_keeps_what_an_edit_does_not_name() {
    let Some(live) = Live::start().await else { return };
    let org = unique("org");
    live.ok(
        "create_org",
        json!({ "name": org, "full_name": "Full", "description": "words", "visibility": "private" }),
    )
    .await;
    live.ok("edit_org", json!({ "org": org, "location": "Pier 4" })).await;
    let read = live.ok("get_org", json!({ "org": org })).await;
    assert_eq!((&read["full_name"], &read["location"]), (&json!("Full"), &json!("Pier 4")), "{read}");
    let team = live.ok("create_org_team", json!({ "org": org, "name": "crew", "permission": "read" })).await;
    live.ok("add_team_member", json!({ "team_id": team["id"], "user": live.owner })).await;
    assert_eq!(live.ok("list_org_teams", json!({ "org": org })).await["items"].as_array().unwrap().len(), 2);
    assert_eq!(
        live.ok("search_org_teams", json!({ "org": org, "keyword": "cre" })).await["items"][0]["name"],
        "crew"
    );
    let member = live.ok("check_org_membership", json!({ "org": org, "user": live.owner })).await;
    assert_eq!(member["member"], true);
    assert_eq!(
        live.ok("list_org_members", json!({ "org": org })).await["items"].as_array().unwrap().len(),
        1
    );
    live.ok("create_repo", json!({ "name": "shared", "owner": org })).await;
    live.ok("add_team_repo", json!({ "org": org, "team_id": "crew", "repo": "shared" })).await;
    let gone = json!({ "org": org, "team_id": team["id"], "repo": "shared" });
    live.ok("remove_team_repo", gone.clone()).await;
    let again = live.ok("remove_team_repo", gone).await;
    assert!(again["done"].as_str().unwrap().contains("not"), "{again}");
    let (kind, _) = live.fails("delete_org", json!({ "org": org })).await;
    assert_eq!(kind, "precondition_failed", "it owns a repository");
    let repo = json!({ "owner": org, "repo": "shared" });
    live.ok("call_write_tool", json!({ "name": "repoDelete", "arguments": repo })).await;
    live.ok("remove_team_member", json!({ "team_id": team["id"], "user": live.owner })).await;
    let last = live.fails("remove_org_member", json!({ "org": org, "user": live.owner })).await;
    assert_eq!(last.0, "precondition_failed", "the last owner stays");
    assert!(live.ok("list_my_orgs", json!({})).await["items"].to_string().contains(&org));
    let of_user = live.ok("list_user_orgs", json!({ "user": live.owner })).await;
    assert!(of_user["items"].to_string().contains(&org), "{of_user}");
    let found = live.ok("search_users", json!({ "keyword": live.owner })).await;
    assert!(found["items"].to_string().contains(&live.owner), "{found}");
    live.ok("create_org_label", json!({ "org": org, "name": "kind", "color": "abcdef" })).await;
    assert_eq!(live.ok("list_org_labels", json!({ "org": org })).await["items"][0]["name"], "kind");
    let edited = json!({ "org": org, "id": "kind", "description": "what it is" });
    let id = live.ok("edit_org_label", edited).await["id"].clone();
    let label = live.ok("get_org_label", json!({ "org": org, "id": id })).await;
    assert_eq!(
        (&label["color"], &label["description"]),
        (&json!("abcdef"), &json!("what it is")),
        "what is not named stays: {label}"
    );
    live.ok("delete_org_label", json!({ "org": org, "id": id })).await;
    assert_eq!(live.fails("get_org_label", json!({ "org": org, "id": id })).await.0, "not_found");
    live.ok("delete_org", json!({ "org": org })).await;
    assert_eq!(live.fails("get_org", json!({ "org": org })).await.0, "not_found");
}

#[tokio::test]
async fn a_repository_is_forked_once() {
    let Some(repo) = Repo::start("fork").await else { return };
    let org = unique("forks");
    repo.live.ok("create_org", json!({ "name": org })).await;
    let fork = repo.ok("fork_repo", json!({ "organization": org, "name": "mine" })).await;
    assert_eq!(fork["name"], format!("{org}/mine"), "{fork}");
    let (kind, text) = repo.fails("fork_repo", json!({ "organization": org, "name": "other" })).await;
    assert_eq!(kind, "conflict", "{text}");
    let gone = json!({ "name": "repoDelete", "arguments": { "owner": org, "repo": "mine" } });
    repo.live.ok("call_write_tool", gone).await;
    repo.live.ok("delete_org", json!({ "org": org })).await;
    repo.end().await;
}
