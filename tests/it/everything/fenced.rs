//! `--repos`: what lies outside is reached by no route.

use forgejo_mcp::forgejo::operation::{Access, operations};
use serde_json::{Value, json};

use super::calls::{all, arguments_of, arguments_of_operation, forge_for};
use super::forge::{answer_schema, description, start};
use super::operations::door;
use super::values::Maker;
use crate::harness::{Called, Session, Upstream};

async fn limited(forge: &Upstream, repos: &str) -> Session {
    let repos = repos.to_owned();
    forge.session_with(|flags| flags.repos = vec![repos]).await
}

/// Whether a schema holds a definition that is, or lies in, a repository.
fn holds_repositories(schema: &Value, depth: usize) -> bool {
    const OF_REPOSITORIES: [&str; 9] = [
        "Activity",
        "Issue",
        "NotificationThread",
        "Package",
        "PullRequest",
        "Repository",
        "RepositoryMeta",
        "StopWatch",
        "TrackedTime",
    ];
    match schema {
        Value::Object(fields) => {
            let named = fields.get("$ref").and_then(Value::as_str).and_then(|name| name.rsplit('/').next());
            let inside = |name| {
                OF_REPOSITORIES.contains(&name)
                    || (depth > 0
                        && holds_repositories(&description()["components"]["schemas"][name], depth - 1))
            };
            named.is_some_and(inside) || fields.values().any(|field| holds_repositories(field, depth))
        }
        Value::Array(items) => items.iter().any(|item| holds_repositories(item, depth)),
        _ => false,
    }
}

#[tokio::test]
async fn no_operation_reaches_another_repository() {
    let forge = start(Maker::default());
    let session = limited(&forge, "elsewhere/only").await;
    session.call("call_read_tool", json!({ "name": "getVersion" })).await;
    let mut passed = Vec::new();
    for operation in operations() {
        forge.taken();
        let given = json!({ "name": operation.id, "arguments": arguments_of_operation(operation) });
        let called = session.call(door(operation), given).await;
        if called.result.is_error == Some(true) {
            assert_eq!(called.kind(), "forbidden", "{}: {}", operation.id, called.error());
            let own = |target: &str| target.ends_with("/settings/api");
            assert!(forge.taken().iter().all(|seen| own(&seen.target)), "{}", operation.id);
            continue;
        }
        passed.push(operation);
    }
    for operation in &passed {
        assert_eq!(operation.access, Access::Read, "{} writes", operation.id);
        assert!(!operation.path.contains("{repo"), "{}", operation.id);
        // Tokens name the repositories that they are for, and that is all.
        let tells = operation.id != "userGetTokens"
            && answer_schema(operation).is_some_and(|schema| holds_repositories(schema, 3));
        assert!(!tells, "{} tells of repositories", operation.id);
    }
    assert!(
        (60..110).contains(&passed.len()),
        "{}: {:?}",
        passed.len(),
        passed.iter().map(|o| o.id).collect::<Vec<_>>()
    );
}

#[tokio::test]
async fn no_tool_reaches_another_repository() {
    for tool in all() {
        let forge = forge_for(tool, Maker::default());
        let session = limited(&forge, "elsewhere/only").await;
        let called = session.call(tool.name, arguments_of(tool)).await;
        let seen = forge.seen();
        assert!(
            !seen.iter().any(|seen| seen.path().contains("/lighthouse")),
            "{}: {:?}",
            tool.name,
            forge.targets()
        );
        assert!(forge.writes().is_empty(), "{}: {:?}", tool.name, forge.targets());
        if tool.access.writes() {
            assert_eq!(called.kind(), "forbidden", "{}", tool.name);
        }
    }
}

/// Tools that are about more than one repository, or about the caller or an owner as a whole.
const BEYOND: [&str; 21] = [
    "check_notifications",
    "get_notification_thread",
    "mark_notification_read",
    "mark_all_notifications_read",
    "list_my_repos",
    "create_repo",
    "fork_repo",
    "create_org_label",
    "edit_org_label",
    "delete_org_label",
    "list_my_tracked_times",
    "list_my_stopwatches",
    "create_org",
    "edit_org",
    "delete_org",
    "remove_org_member",
    "create_org_team",
    "add_team_member",
    "remove_team_member",
    "search_repos",
    "search_issues",
];

#[tokio::test]
async fn tools_of_a_covered_repository_work() {
    let mut refused = Vec::new();
    for tool in all() {
        let forge = forge_for(tool, Maker::default());
        let session = limited(&forge, "Harbor/Lighthouse").await;
        let called = session.call(tool.name, arguments_of(tool)).await;
        if called.result.is_error == Some(true) {
            assert_eq!(called.kind(), "forbidden", "{}: {}", tool.name, called.error());
            refused.push(tool.name);
        }
    }
    assert_eq!(refused, BEYOND);
}

async fn calls(session: &Session, name: &str, arguments: Value) -> Called {
    let operation = forgejo_mcp::forgejo::operation::operation(name);
    match operation {
        Some(operation) => {
            session.call(door(operation), json!({ "name": name, "arguments": arguments })).await
        }
        None => session.call(name, arguments).await,
    }
}

#[tokio::test]
async fn what_a_body_or_a_head_names_counts_too() {
    let forge = start(Maker::default());
    let session = limited(&forge, "harbor/lighthouse").await;
    let at = |more: Value| {
        let mut all = json!({ "owner": "harbor", "repo": "lighthouse" });
        all.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        all
    };
    let pull = |head: &str| at(json!({ "title": "t", "base": "main", "head": head }));
    let cases = [
        ("repoCreatePullRequest", pull("topic"), true),
        ("repoCreatePullRequest", pull("harbor:topic"), true),
        ("repoCreatePullRequest", pull("mallory:topic"), false),
        ("repoCreatePullRequest", pull("harbor/vault:topic"), false),
        ("create_pull_request", pull("mallory:topic"), false),
        ("repoCompareDiff", at(json!({ "basehead": "main...topic" })), true),
        ("repoCompareDiff", at(json!({ "basehead": "main...mallory:topic" })), false),
        ("repoCompareDiff", at(json!({ "basehead": "harbor/vault:main..topic" })), false),
        (
            "issueCreateIssueDependencies",
            at(json!({ "index": 1, "body": { "owner": "harbor", "repo": "lighthouse", "index": 2 } })),
            true,
        ),
        (
            "issueCreateIssueDependencies",
            at(json!({ "index": 1, "body": { "owner": "harbor", "repo": "vault", "index": 2 } })),
            false,
        ),
        (
            "issueRemoveIssueBlocking",
            at(json!({ "index": 1, "body": { "owner": "mallory", "repo": "x", "index": 2 } })),
            false,
        ),
        (
            "add_issue_dependency",
            at(json!({ "index": 1, "depends_on_index": 2, "depends_on_repo": "harbor/vault" })),
            false,
        ),
        ("repoTransfer", at(json!({ "new_owner": "mallory" })), false),
        ("repoEdit", at(json!({ "description": "d" })), true),
        ("repoEdit", at(json!({ "name": "vault" })), false),
        ("createFork", at(json!({})), false),
        ("createFork", at(json!({ "organization": "mallory" })), false),
        ("fork_repo", at(json!({})), false),
        ("repoMigrate", json!({ "clone_addr": "https://h.example/r", "repo_name": "lighthouse" }), false),
        (
            "repoMigrate",
            json!({ "clone_addr": "https://h.example/r", "repo_owner": "mallory", "repo_name": "lighthouse" }),
            false,
        ),
        ("createCurrentUserRepo", json!({ "name": "lighthouse" }), false),
        ("createOrgRepo", json!({ "org": "harbor", "name": "vault" }), false),
        ("createOrgRepo", json!({ "org": "harbor", "name": "lighthouse" }), true),
        (
            "generateRepo",
            json!({ "template_owner": "harbor", "template_repo": "lighthouse", "owner": "mallory", "name": "x" }),
            false,
        ),
        ("orgAddTeamRepository", json!({ "id": 1, "org": "harbor", "repo": "vault" }), false),
        ("orgAddTeamMember", json!({ "id": 1, "username": "mallory" }), false),
        (
            "linkPackage",
            json!({ "owner": "harbor", "type": "generic", "name": "p", "repo_name": "vault" }),
            false,
        ),
        ("repoGetByID", json!({ "id": 7 }), false),
        (
            "userCreateHook",
            json!({ "type": "forgejo", "config": { "url": "https://h.example", "content_type": "json" } }),
            false,
        ),
        ("userCurrentPostKey", json!({ "key": "ssh-ed25519 AAAA", "title": "k" }), false),
        ("userCreateToken", json!({ "username": "alice", "name": "n" }), false),
        (
            "orgCreateHook",
            json!({ "org": "harbor", "type": "forgejo", "config": { "url": "https://h.example", "content_type": "json" } }),
            false,
        ),
        ("issueSearchIssues", json!({}), false),
        ("issueSearchIssues", json!({ "owner": "harbor" }), false),
        ("repoSearch", json!({ "q": "vault" }), false),
        ("search_repos", json!({ "q": "vault" }), false),
        ("userListRepos", json!({ "username": "harbor" }), false),
        ("orgListRepos", json!({ "org": "harbor" }), false),
        ("orgListLabels", json!({ "org": "harbor" }), true),
        // Behind a proxy that decodes, this would be the list of repositories.
        ("orgGet", json!({ "org": "harbor/repos" }), false),
    ];
    for (name, arguments, allowed) in cases {
        forge.taken();
        let called = calls(&session, name, arguments.clone()).await;
        if allowed {
            assert_ne!(called.result.is_error, Some(true), "{name} {arguments}: {:?}", called.texts());
        } else {
            assert_eq!(called.kind(), "forbidden", "{name} {arguments}: {}", called.error());
            assert!(called.error().contains("limited to harbor/lighthouse"), "{name}: {}", called.error());
            let sent = forge.taken();
            assert!(
                sent.iter().all(|seen| seen.method == "GET" && !seen.target.contains("vault")),
                "{name}: {sent:#?}"
            );
        }
    }
}

#[tokio::test]
async fn a_whole_owner_covers_what_is_the_owners() {
    let forge = start(Maker::default());
    let session = limited(&forge, "harbor/*").await;
    for (name, arguments, allowed) in [
        ("orgListRepos", json!({ "org": "Harbor" }), true),
        ("userListRepos", json!({ "username": "harbor" }), true),
        ("issueSearchIssues", json!({ "owner": "harbor" }), true),
        ("createOrgRepo", json!({ "org": "harbor", "name": "new" }), true),
        ("orgCreateLabel", json!({ "org": "harbor", "name": "l", "color": "00aabb" }), true),
        ("orgCreateLabel", json!({ "org": "mallory", "name": "l", "color": "00aabb" }), false),
        ("userListStarred", json!({ "username": "harbor" }), false),
        ("userCreateToken", json!({ "username": "harbor", "name": "n" }), false),
        ("adminDeleteUser", json!({ "username": "harbor" }), false),
        (
            "createFork",
            json!({ "owner": "harbor", "repo": "x", "organization": "harbor", "name": "y" }),
            true,
        ),
    ] {
        let called = calls(&session, name, arguments.clone()).await;
        if allowed {
            assert_ne!(called.result.is_error, Some(true), "{name} {arguments}: {:?}", called.texts());
        } else {
            assert_eq!(called.kind(), "forbidden", "{name} {arguments}: {:?}", called.texts());
        }
    }
}

#[tokio::test]
async fn a_redirect_does_not_lead_outside() {
    use crate::harness::Answer;
    let forge = Upstream::start();
    for (target, allowed) in [
        ("/api/v1/repos/harbor/lighthouse", true),
        ("/api/v1/repos/harbor/vault", false),
        ("/api/v1/repositories/7", false),
        ("/api/v1/user", false),
        ("/api/v1/repos/harbor/lighthouse/../vault", false),
        ("/api/v1/repos/harbor/va%75lt", false),
    ] {
        forge.on("GET /repos/harbor/Lighthouse", Answer::empty(301).header("location", target));
        forge.otherwise(|_| {
            Answer::json(200, &json!({ "name": "lighthouse", "full_name": "harbor/lighthouse" }))
        });
        let session = limited(&forge, "harbor/lighthouse").await;
        forge.taken();
        let called = session.call("get_repo", json!({ "owner": "harbor", "repo": "Lighthouse" })).await;
        let followed = forge.taken().iter().any(|seen| seen.path() != "/repos/harbor/Lighthouse");
        assert_eq!(followed, allowed, "{target}: {:?}", called.texts());
    }
}
