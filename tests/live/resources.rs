//! Every template of resources on a real forge: good, missing, malformed, and forbidden to a token without scope.

use std::collections::BTreeSet;

use forgejo_mcp::resources::TEMPLATES;
use forgejo_mcp::resources::uri::parse;
use rmcp::model::ResourceContents;
use serde_json::{Value, json};

use crate::forge::{Live, Repo, unique};

/// Addresses of one template below the repository, or whole.
struct Case {
    good: String,
    /// What the JSON of the good one holds.
    says: (&'static str, Value),
    missing: Option<String>,
    malformed: Option<String>,
}

fn json_of(contents: &[ResourceContents]) -> Value {
    match contents.first() {
        Some(ResourceContents::TextResourceContents { text, .. }) => serde_json::from_str(text).unwrap(),
        other => panic!("no JSON: {other:?}"),
    }
}

/// Everything that the templates show.
async fn furnish(repo: &Repo, org: &str) -> Vec<Case> {
    let label = repo.ok("create_repo_label", json!({ "name": "bug", "color": "f00" })).await["id"].clone();
    let milestone = repo.operation("issueCreateMilestone", json!({ "title": "v1" })).await["id"].clone();
    let issue = repo.ok("create_issue", json!({ "title": "I", "labels": ["bug"] })).await["number"].clone();
    let comment = repo.ok("create_issue_comment", json!({ "index": issue, "body": "c" })).await["id"].clone();
    let path = "docs/a b/100%.md";
    repo.ok("create_file", json!({ "path": path, "content": "x", "message": "m", "new_branch": "f/x" }))
        .await;
    let pull = json!({ "title": "P", "head": "f/x", "base": "main" });
    let pull = repo.ok("create_pull_request", pull).await["number"].clone();
    let answer = repo.ok("create_issue_comment", json!({ "index": pull, "body": "c" })).await["id"].clone();
    let commit = repo.ok("get_commit", json!({ "sha": "main" })).await["sha"].as_str().unwrap().to_owned();
    repo.ok("create_release", json!({ "tag_name": "v1/rc", "name": "One" })).await;
    repo.ok("create_branch_protection", json!({ "rule": "release/*" })).await;
    let hook = json!({ "url": "http://127.0.0.1:9/x", "events": "push" });
    let hook = repo.ok("create_repo_hook", hook).await["id"].clone();
    repo.ok("create_wiki_page", json!({ "title": "Guides/Getting started", "content": "# Hello" })).await;
    let workflow =
        "on: [workflow_dispatch]\njobs:\n  lint:\n    runs-on: nowhere\n    steps:\n      - run: echo\n";
    let file = json!({ "path": ".forgejo/workflows/w.yml", "content": workflow, "message": "w" });
    repo.ok("create_file", file).await;
    let run = repo.ok("dispatch_workflow", json!({ "workflow": "w.yml" })).await["run_id"].clone();
    repo.live.ok("create_org_label", json!({ "org": org, "name": "kind", "color": "abcdef" })).await;

    let no = "1".repeat(40);
    let here = format!("forgejo://repo/{}/{}", repo.live.owner, repo.name);
    let nowhere = format!("forgejo://repo/{}/{}", repo.live.owner, unique("missing"));
    let case =
        |good: String, says: (&'static str, Value), missing: Option<String>, malformed: Option<&str>| {
            let below =
                |path: String| if path.starts_with("forgejo:") { path } else { format!("{here}{path}") };
            let malformed = malformed.map(|path| below(path.to_owned()));
            Case { good: below(good), says, missing: missing.map(below), malformed }
        };
    let some = |path: &str| Some(path.to_owned());
    let away = |path: &str| Some(format!("{nowhere}{path}"));
    vec![
        case(
            format!("forgejo://owner/{org}"),
            ("/kind", json!("organization")),
            some("forgejo://owner/no-such-owner"),
            Some("forgejo://owner/.."),
        ),
        case(here.clone(), ("/default_branch", json!("main")), away(""), Some("forgejo://repo/a")),
        case(
            format!("/commit/{commit}"),
            ("/sha", json!(commit)),
            Some(format!("/commit/{no}")),
            Some("/commit/abc"),
        ),
        case(
            format!("/commit/{commit}/status"),
            ("/state", json!("unknown")),
            Some(format!("/commit/{no}/status")),
            Some("/commit/df15877/status"),
        ),
        case(format!("/issue/{issue}"), ("/title", json!("I")), some("/issue/99999"), Some("/issue/x")),
        case(
            "/issues?state=open&labels=bug".to_owned(),
            ("/issues/0/number", issue.clone()),
            away("/issues"),
            Some("/issues?page=x"),
        ),
        case(format!("/pr/{pull}"), ("/title", json!("P")), some("/pr/99999"), Some("/pr/0x1")),
        case(
            "/file/f%2Fx/docs%2Fa%20b%2F100%25.md".to_owned(),
            ("", Value::Null),
            some("/file/main/no-such"),
            Some("/file/main/.."),
        ),
        case(
            format!("/issue/{issue}/comments?limit=5"),
            ("/comments/0/id", comment.clone()),
            some("/issue/99999/comments"),
            Some("/wiki2/1/comments"),
        ),
        case(
            format!("/pr/{pull}/comment/{answer}"),
            ("/id", answer.clone()),
            Some(format!("/issue/{issue}/comment/{answer}")),
            Some("/pr/1/comment/x"),
        ),
        case(format!("/label/{label}"), ("/name", json!("bug")), some("/label/999999"), Some("/label/abc")),
        case(
            "/labels?limit=1".to_owned(),
            ("/labels/0/name", json!("bug")),
            away("/labels"),
            Some("/labels?limit=0"),
        ),
        case(
            format!("forgejo://org/{org}/labels"),
            ("/labels/0/name", json!("kind")),
            some("forgejo://org/no-such-org/labels"),
            Some("forgejo://org//labels"),
        ),
        case(
            format!("/milestone/{milestone}"),
            ("/title", json!("v1")),
            some("/milestone/999999"),
            Some("/milestone/v1"),
        ),
        case("/release/v1%2Frc".to_owned(), ("/tag", json!("v1/rc")), some("/release/v9"), Some("/release/")),
        case(format!("/run/{run}"), ("/jobs/0/name", json!("lint")), some("/run/999999999"), Some("/run/x")),
        case(
            "/branch_protections".to_owned(),
            ("/branch_protections/0/rule", json!("release/*")),
            away("/branch_protections"),
            Some("/branch_protections/"),
        ),
        case(
            "/branch_protection/release%2F%2A".to_owned(),
            ("/rule", json!("release/*")),
            some("/branch_protection/none"),
            Some("/branch_protection/.."),
        ),
        case("/hooks".to_owned(), ("/hooks/0/id", hook.clone()), away("/hooks"), Some("/hooks/x/y")),
        case(format!("/hook/{hook}"), ("/id", hook.clone()), some("/hook/999999"), Some("/hook/x")),
        case(
            "/wiki/Guides%2FGetting%20started".to_owned(),
            ("/title", json!("Guides/Getting started")),
            some("/wiki/None"),
            Some("/wiki/"),
        ),
    ]
}

#[tokio::test]
async fn every_template_is_read() {
    let Some(repo) = Repo::start("resources").await else { return };
    let org = unique("org");
    repo.live.ok("create_org", json!({ "name": org, "visibility": "public" })).await;
    let cases = furnish(&repo, &org).await;
    let covered: BTreeSet<&str> = cases.iter().map(|case| parse(&case.good).unwrap().0.name).collect();
    let all: BTreeSet<&str> = TEMPLATES.iter().map(|template| template.name).collect();
    assert_eq!(covered, all);
    let narrow = Narrow::make(&repo.live.owner).await;
    for Case { good, says: (pointer, value), missing, malformed } in &cases {
        let read = repo.live.read(good).await.unwrap_or_else(|code| panic!("{good}: {code}"));
        if value.is_null() {
            assert_eq!(read.len(), 2, "{good}");
        } else {
            assert_eq!(json_of(&read).pointer(pointer), Some(value), "{good}: {}", json_of(&read));
        }
        for (uri, code) in [(missing, -32003), (malformed, -32602)] {
            let Some(uri) = uri else { continue };
            assert_eq!(repo.live.read(uri).await.err(), Some(code), "{uri}");
        }
        if let Some(narrow) = &narrow {
            assert_eq!(narrow.live.read(good).await.err(), Some(-32002), "{good}");
        }
    }
    if let Some(narrow) = narrow {
        narrow.end(&repo.live.owner).await;
    }
    repo.live.ok("delete_org", json!({ "org": org })).await;
    repo.end().await;
}

/// A session with a token that may only read notifications.
struct Narrow {
    live: Live,
    name: String,
    admin: Live,
}

impl Narrow {
    async fn make(owner: &str) -> Option<Self> {
        let admin = Live::admin().await?;
        let name = unique("narrow");
        let arguments = json!({ "username": owner, "name": name, "scopes": ["read:notification"] });
        let made = json!({ "name": "adminCreateUserAccessToken", "arguments": arguments });
        let made = admin.ok("call_write_tool", made).await;
        let token = made["sha1"].as_str().unwrap_or_else(|| panic!("no token: {made}"));
        let live = Live::with_token(token.to_owned()).await?;
        Some(Self { live, name, admin })
    }

    async fn end(self, owner: &str) {
        let arguments = json!({ "username": owner, "token": self.name });
        let gone = json!({ "name": "adminDeleteUserAccessToken", "arguments": arguments });
        self.admin.ok("call_write_tool", gone).await;
    }
}
