//! Organisations and teams.

use serde_json::json;

use crate::forge::{Live, unique};

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
    live.ok("create_org_label", json!({ "org": org, "name": "kind", "color": "abcdef" })).await;
    assert_eq!(live.ok("list_org_labels", json!({ "org": org })).await["items"][0]["name"], "kind");
    live.ok("delete_org", json!({ "org": org })).await;
    assert_eq!(live.fails("get_org", json!({ "org": org })).await.0, "not_found");
}
