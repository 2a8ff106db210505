//! Teams of organisations.

use serde_json::json;

use crate::harness::{Answer, Upstream};

/// An organisation with its teams: clerks 5, crew 2, keepers 6, lookout 3, Owners 1.
fn harbor() -> Upstream {
    let forge = Upstream::start();
    forge.replay("teams/list_teams_default");
    forge
}

#[tokio::test]
async fn list_org_teams_shows_rights_short() {
    let forge = harbor();
    let page = forge.call("list_org_teams", json!({ "org": "harbor" })).await.json();
    assert_eq!(page["total_count"], 5);
    assert_eq!(page["items"][0]["units"], json!(["issues:write", "wiki"]));
    assert_eq!(page["items"][2]["permission"], "admin");
    assert!(page["items"][2].get("units").is_none(), "an admin team has all: {page}");
    assert_eq!(page["items"][3]["units"], json!(["code", "issues", "pulls"]));
}

#[tokio::test]
async fn list_org_teams_of_nobody() {
    let forge = harbor();
    let called = forge.call("list_org_teams", json!({ "org": "no-such" })).await;
    assert_eq!(called.kind(), "not_found");
}

#[tokio::test]
async fn p19_search_org_teams_finds_teams_that_the_caller_is_not_in() {
    let forge = harbor();
    forge.replay("search/search_teams_as_owner_outside_the_team");
    let page = forge.call("search_org_teams", json!({ "org": "harbor", "keyword": "CREW" })).await.json();
    assert_eq!(page["items"].as_array().unwrap().len(), 1);
    assert_eq!(page["items"][0]["id"], 2);
    assert_eq!(page["total_count"], 1);
    let asked = forge.last("GET /orgs/harbor/teams");
    assert_eq!((asked.query("page"), asked.query("limit")), (vec!["1".into()], vec!["50".into()]));
}

#[tokio::test]
async fn search_org_teams_reads_descriptions_and_pages() {
    let forge = harbor();
    let page = forge
        .call("search_org_teams", json!({ "org": "harbor", "q": "people", "limit": 1, "page": 2 }))
        .await;
    let page = page.json();
    assert_eq!(page["items"][0]["name"], "lookout");
    assert_eq!((&page["total_count"], &page["has_more"]), (&json!(2), &json!(false)));
    let none = forge.call("search_org_teams", json!({ "org": "harbor", "keyword": "zzzz" })).await.json();
    assert_eq!(none["items"], json!([]));
}

#[tokio::test]
async fn s15_create_org_team_names_units_when_nobody_does() {
    let forge = Upstream::start();
    forge.replay("teams/create_team_write");
    let team = forge
        .call("create_org_team", json!({ "org": "harbor", "name": "crew", "permission": "write" }))
        .await
        .json();
    assert_eq!((&team["id"], &team["permission"]), (&json!(2), &json!("write")));
    let sent = forge.last("POST /orgs/harbor/teams").json();
    let units = sent["units_map"].as_object().unwrap();
    assert_eq!(units.len(), 8);
    assert!(units.values().all(|level| level == "write"), "{sent}");
    assert!(sent.get("units").is_none());
}

#[tokio::test]
async fn create_org_team_takes_units_and_other_levels() {
    let forge = Upstream::start();
    forge.replay("teams/create_team_units_map");
    let arguments = json!({ "org": "harbor", "name": "clerks", "units": "repo.wiki", "units_map": { "issues": "write" } });
    let team = forge.call("create_org_team", arguments).await.json();
    assert_eq!(team["units"], json!(["issues:write", "wiki"]));
    let sent = forge.last("POST /orgs/harbor/teams").json();
    assert_eq!(
        sent,
        json!({ "name": "clerks", "permission": "read", "units_map": { "repo.issues": "write", "repo.wiki": "read" } })
    );
}

#[tokio::test]
async fn create_org_team_of_admins_sends_no_units() {
    let forge = Upstream::start();
    let recorded = forge.replay("teams/create_team_admin");
    let arguments = json!({ "org": "harbor", "name": "keepers", "permission": "admin",
        "includes_all_repositories": true, "can_create_org_repo": true });
    let team = forge.call("create_org_team", arguments).await.json();
    assert_eq!(team["all_repositories"], true);
    assert_eq!(forge.last("POST /orgs/harbor/teams").json(), recorded.sent);
}

#[tokio::test]
async fn create_org_team_refuses_what_the_forge_would_drop() {
    let forge = Upstream::start();
    for (arguments, said) in [
        (json!({ "org": "harbor", "name": "" }), "name must not be empty"),
        (json!({ "org": "harbor", "name": "x", "units": ["coode"] }), "is no unit"),
        (json!({ "org": "harbor", "name": "x", "permission": "owner" }), "permission"),
        (json!({ "org": "harbor", "name": "x", "permission": "admin", "units": ["code"] }), "every unit"),
        (json!({ "org": "harbor", "name": "x", "units_map": { "code": "much" } }), "units_map.code"),
    ] {
        let called = forge.call("create_org_team", arguments).await;
        assert_eq!(called.kind(), "invalid_arguments");
        assert!(called.error().contains(said), "{}", called.error());
    }
    assert!(forge.seen().is_empty());
}

#[tokio::test]
async fn create_org_team_that_exists_is_a_conflict() {
    let forge = Upstream::start();
    forge.replay("teams/create_team_taken_422");
    let called = forge.call("create_org_team", json!({ "org": "harbor", "name": "crew" })).await;
    assert_eq!(called.kind(), "conflict");
}

#[tokio::test]
async fn add_team_member_takes_id_or_name() {
    let forge = harbor();
    forge.replay("teams/get_team");
    forge.replay("teams/add_team_member_bob");
    let by_id = forge.call("add_team_member", json!({ "team_id": 2, "user": "bob" })).await;
    assert_eq!(by_id.json()["done"], "bob is in team crew (id 2)");
    let by_name =
        forge.call("add_team_member", json!({ "team": "crew", "org": "harbor", "user": "bob" })).await;
    assert_eq!(by_name.json()["done"], "bob is in team crew (id 2)");
    assert_eq!(forge.writes().len(), 2);
}

#[tokio::test]
async fn add_team_member_refuses_the_unknown() {
    let forge = harbor();
    forge.on("GET /teams/5", Answer::json(200, &json!({ "id": 5, "name": "clerks" })));
    forge.replay("teams/add_team_member_unknown");
    let called = forge.call("add_team_member", json!({ "team_id": 5, "user": "no-such" })).await;
    assert_eq!(called.kind(), "not_found");
    assert!(called.error().contains("no such user"), "{}", called.error());
    forge.replay("teams/get_team_missing");
    let called = forge.call("add_team_member", json!({ "team_id": 999_999, "user": "bob" })).await;
    assert!(called.error().contains("no team with id 999999"), "{}", called.error());
    let called = forge.call("add_team_member", json!({ "team_id": "crew", "user": "bob" })).await;
    assert!(called.error().contains("together with org"), "{}", called.error());
    let called =
        forge.call("add_team_member", json!({ "team_id": "crw", "org": "harbor", "user": "bob" })).await;
    assert!(called.error().contains("crew (id 2)"), "candidates are named: {}", called.error());
}

#[tokio::test]
async fn remove_team_member_removes() {
    let forge = harbor();
    forge.replay("teams/get_team");
    forge.replay("teams/team_member");
    forge.on("DELETE /teams/2/members/bob", Answer::empty(204));
    let called = forge.call("remove_team_member", json!({ "team_id": "2", "user": "bob" })).await;
    assert_eq!(called.json()["done"], "bob is not in team crew (id 2) any more");
    assert_eq!(forge.writes().len(), 1);
}

#[tokio::test]
async fn i27_remove_team_member_says_that_somebody_was_none() {
    let forge = harbor();
    forge.replay("teams/get_team");
    forge.replay("teams/team_member_not_404");
    forge.on("DELETE /teams/2/members/dave", Answer::empty(204));
    let called = forge.call("remove_team_member", json!({ "team_id": 2, "user": "dave" })).await;
    assert_eq!(called.json()["done"], "dave was not a member of team crew (id 2); nothing was changed");
    assert!(forge.writes().is_empty());
}

#[tokio::test]
async fn i22_the_last_owner_stays() {
    let forge = harbor();
    forge.on("GET /teams/1", Answer::json(200, &json!({ "id": 1, "name": "Owners", "permission": "owner" })));
    forge.on("GET /teams/1/members/alice", Answer::json(200, &json!({ "login": "alice" })));
    forge.on("DELETE /teams/1/members/alice", Answer::json(500, &json!({ "message": "" })));
    let called = forge.call("remove_team_member", json!({ "team_id": 1, "user": "alice" })).await;
    assert_eq!(called.kind(), "precondition_failed");
    assert!(called.error().contains("last owner"), "{}", called.error());
}

#[tokio::test]
async fn add_team_repo_adds() {
    let forge = harbor();
    forge.replay("teams/add_team_repo");
    let called =
        forge.call("add_team_repo", json!({ "org": "harbor", "repo": "workshop", "team_id": 5 })).await;
    assert_eq!(called.json()["done"], "team clerks (id 5) has harbor/workshop");
    assert_eq!(forge.writes().len(), 1);
}

#[tokio::test]
async fn add_team_repo_refuses_the_unknown() {
    let forge = harbor();
    forge.replay("teams/add_team_repo_missing");
    let called =
        forge.call("add_team_repo", json!({ "org": "harbor", "repo": "no-such", "team_id": "clerks" })).await;
    assert_eq!(called.kind(), "not_found");
    assert!(called.error().contains("no repository harbor/no-such"), "{}", called.error());
    let other =
        forge.call("add_team_repo", json!({ "org": "harbor", "repo": "workshop", "team_id": 77 })).await;
    assert_eq!(other.kind(), "invalid_arguments", "a team of somebody else is none of this organisation");
}

#[tokio::test]
async fn add_team_repo_stays_within_the_allowed_repositories() {
    let forge = harbor();
    let session = forge.session_with(|flags| flags.repos = vec!["harbor/lighthouse".to_owned()]).await;
    let called =
        session.call("add_team_repo", json!({ "org": "harbor", "repo": "workshop", "team_id": 5 })).await;
    assert_eq!(called.kind(), "forbidden");
    assert!(forge.writes().is_empty());
}

#[tokio::test]
async fn remove_team_repo_removes_and_warns_of_teams_with_all() {
    let forge = harbor();
    forge.replay("teams/team_repo");
    forge.replay("teams/remove_team_repo");
    let called =
        forge.call("remove_team_repo", json!({ "org": "harbor", "repo": "workshop", "team_id": 5 })).await;
    assert_eq!(called.json()["done"], "team clerks (id 5) does not have harbor/workshop any more");
    assert!(!called.text().contains("new ones"));
    forge
        .on("GET /teams/2/repos/harbor/workshop", Answer::json(200, &json!({ "id": 2, "name": "workshop" })));
    forge.on("DELETE /teams/2/repos/harbor/workshop", Answer::empty(204));
    let called = forge
        .call("remove_team_repo", json!({ "org": "harbor", "repo": "workshop", "team_id": "crew" }))
        .await;
    assert!(called.text().contains("new ones still come to it"), "{}", called.text());
}

#[tokio::test]
async fn i27_remove_team_repo_says_that_it_was_not_there() {
    let forge = harbor();
    forge.replay("teams/team_repo_not_404");
    forge.on("DELETE /teams/5/repos/harbor/ledger", Answer::empty(204));
    let called =
        forge.call("remove_team_repo", json!({ "org": "harbor", "repo": "ledger", "team_id": 5 })).await;
    assert_eq!(called.json()["done"], "team clerks (id 5) did not have harbor/ledger; nothing was changed");
    assert!(forge.writes().is_empty());
}

#[tokio::test]
async fn i22_the_owners_keep_every_repository() {
    let forge = harbor();
    let called = forge
        .call("remove_team_repo", json!({ "org": "harbor", "repo": "workshop", "team_id": "Owners" }))
        .await;
    assert_eq!(called.kind(), "precondition_failed");
    assert!(forge.writes().is_empty());
}
