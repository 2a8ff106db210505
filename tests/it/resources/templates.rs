//! Every template: good, missing, forbidden and malformed, at both ends of the protocol's versions.

use std::collections::BTreeSet;

use forgejo_mcp::resources::TEMPLATES;
use serde_json::{Value, json};

use super::wire::{VERSIONS, Wire};
use crate::harness::{Answer, Upstream};

const SHA: &str = "5884684a49eccfd812ca1ae940f4de99d917be97";

struct Case {
    template: &'static str,
    uri: &'static str,
    /// What is asked, the first request first, as it stands on the wire.
    routes: Vec<(&'static str, Answer)>,
    /// What the JSON says at a pointer.
    says: (&'static str, Value),
    malformed: &'static [&'static str],
}

fn case(
    template: &'static str,
    uri: &'static str,
    routes: &[(&'static str, Value)],
    says: (&'static str, Value),
    malformed: &'static [&'static str],
) -> Case {
    let routes = routes.iter().map(|(route, body)| (*route, Answer::json(200, body))).collect();
    Case { template, uri, routes, says, malformed }
}

fn cases() -> Vec<Case> {
    let row = |more: Value| {
        let mut row = json!({ "id": 5, "number": 12, "title": "T", "name": "n" });
        row.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        row
    };
    let mut cases = vec![
        case(
            "owner",
            "forgejo://owner/harbor",
            &[
                ("GET /users/harbor", json!({ "login": "harbor" })),
                ("GET /orgs/harbor", json!({ "name": "harbor" })),
            ],
            ("/kind", json!("organization")),
            &["forgejo://owner/", "forgejo://owner/a%2Fb", "forgejo://owner/..", "forgejo://owner/a/b"],
        ),
        case(
            "repo",
            "forgejo://repo/o/r",
            &[("GET /repos/o/r", json!({ "full_name": "o/r" }))],
            ("/name", json!("o/r")),
            &["forgejo://repo/o", "forgejo://repo//r", "forgejo://repo/o/%2E%2E", "forgejo://repo/o/r/"],
        ),
        case(
            "commit",
            "forgejo://repo/o/r/commit/5884684A49ECCFD812CA1AE940F4DE99D917BE97",
            &[(
                "GET /repos/o/r/git/commits/5884684a49eccfd812ca1ae940f4de99d917be97",
                json!({ "sha": SHA, "files": [{ "filename": "a.rs", "status": "modified" }] }),
            )],
            ("/files/0/path", json!("a.rs")),
            &["forgejo://repo/o/r/commit/main", "forgejo://repo/o/r/commit/5884684"],
        ),
        case(
            "commit_status",
            "forgejo://repo/o/r/commit/5884684a49eccfd812ca1ae940f4de99d917be97/status",
            &[(
                "GET /repos/o/r/commits/5884684a49eccfd812ca1ae940f4de99d917be97/status",
                json!({ "sha": SHA, "statuses": [{ "id": 1, "context": "ci", "status": "success" }] }),
            )],
            ("/state", json!("success")),
            &[
                "forgejo://repo/o/r/commit/5884684/status",
                "forgejo://repo/o/r/commit/5884684a49eccfd812ca1ae940f4de99d917be97/statuses",
            ],
        ),
        case(
            "issue",
            "forgejo://repo/o/r/issue/12",
            &[("GET /repos/o/r/issues/12", row(json!({ "body": "text" })))],
            ("/body", json!("text")),
            &[
                "forgejo://repo/o/r/issue/abc",
                "forgejo://repo/o/r/issue/0",
                "forgejo://repo/o/r/issue/12?page=1",
            ],
        ),
        case(
            "issues",
            "forgejo://repo/o/r/issues?state=all",
            &[("GET /repos/o/r/issues?state=all&type=issues&page=1&limit=30", json!([row(json!({}))]))],
            ("/issues/0/number", json!(12)),
            &[
                "forgejo://repo/o/r/issues?state=paused",
                "forgejo://repo/o/r/issues?page=0",
                "forgejo://repo/o/r/issues?page=1&page=2",
                "forgejo://repo/o/r/issues?author=me",
                "forgejo://repo/o/r/issues?labels=100%",
                "forgejo://repo/o/r/issues#top",
            ],
        ),
        case(
            "pull_request",
            "forgejo://repo/o/r/pr/12",
            &[
                ("GET /repos/o/r/pulls/12", row(json!({ "state": "open" }))),
                ("GET /repos/o/r/pulls/12/files?page=1&limit=30", json!([{ "filename": "a.rs" }])),
            ],
            ("/files/0/path", json!("a.rs")),
            &["forgejo://repo/o/r/pr/x", "forgejo://repo/o/r/pull/12"],
        ),
        case(
            "comments",
            "forgejo://repo/o/r/issue/12/comments?limit=2",
            &[("GET /repos/o/r/issues/12/comments", json!([{ "id": 1, "body": "b" }]))],
            ("/comments/0/body", json!("b")),
            &[
                "forgejo://repo/o/r/pull/12/comments",
                "forgejo://repo/o/r/pr/x/comments",
                "forgejo://repo/o/r/pr/12/comments?limit=many",
                "forgejo://repo/o/r/pr/12/comments?offset=3",
            ],
        ),
        case(
            "comment",
            "forgejo://repo/o/r/pr/12/comment/5",
            &[(
                "GET /repos/o/r/issues/comments/5",
                json!({ "id": 5, "body": "b", "pull_request_url": "https://x/o/r/pulls/12" }),
            )],
            ("/body", json!("b")),
            &["forgejo://repo/o/r/wiki/12/comment/5", "forgejo://repo/o/r/issue/12/comment/x"],
        ),
        case(
            "label",
            "forgejo://repo/o/r/label/5",
            &[("GET /repos/o/r/labels/5", row(json!({ "color": "fff" })))],
            ("/id", json!(5)),
            &["forgejo://repo/o/r/label/bug"],
        ),
        case(
            "labels",
            "forgejo://repo/o/r/labels",
            &[("GET /repos/o/r/labels?page=1&limit=30", json!([row(json!({}))]))],
            ("/labels/0/id", json!(5)),
            &["forgejo://repo/o/r/labels?limit=0", "forgejo://repo/o/r/labels?limit"],
        ),
        case(
            "org_labels",
            "forgejo://org/harbor/labels",
            &[("GET /orgs/harbor/labels?page=1&limit=30", json!([row(json!({}))]))],
            ("/labels/0/id", json!(5)),
            &["forgejo://org/harbor/labels?page=-1", "forgejo://org/harbor"],
        ),
        case(
            "milestone",
            "forgejo://repo/o/r/milestone/5",
            &[("GET /repos/o/r/milestones/5", row(json!({})))],
            ("/title", json!("T")),
            &["forgejo://repo/o/r/milestone/v1"],
        ),
        case(
            "release",
            "forgejo://repo/o/r/release/v2.2%2Frc%231",
            &[("GET /repos/o/r/releases/tags/v2.2%2Frc%231", json!({ "id": 5, "tag_name": "v2.2/rc#1" }))],
            ("/tag", json!("v2.2/rc#1")),
            &[
                "forgejo://repo/o/r/release/v2.2/rc",
                "forgejo://repo/o/r/release/",
                "forgejo://repo/o/r/release/a%5Cb",
            ],
        ),
        case(
            "run",
            "forgejo://repo/o/r/run/5",
            &[
                ("GET /repos/o/r/actions/runs/5", row(json!({ "status": "failure" }))),
                (
                    "GET /repos/o/r/actions/runs/5/jobs",
                    json!([{ "id": 7, "name": "test", "status": "failure" }]),
                ),
            ],
            ("/jobs/0/status", json!("failure")),
            &["forgejo://repo/o/r/run/last"],
        ),
        case(
            "branch_protections",
            "forgejo://repo/o/r/branch_protections",
            &[("GET /repos/o/r/branch_protections", json!([{ "rule_name": "release/*" }]))],
            ("/branch_protections/0/rule", json!("release/*")),
            &["forgejo://repo/o/r/branch_protections?page=1"],
        ),
        case(
            "branch_protection",
            "forgejo://repo/o/r/branch_protection/release%2F%2A",
            &[("GET /repos/o/r/branch_protections/release%2F*", json!({ "rule_name": "release/*" }))],
            ("/rule", json!("release/*")),
            &["forgejo://repo/o/r/branch_protection/release/*", "forgejo://repo/o/r/branch_protection/100%"],
        ),
        case(
            "hooks",
            "forgejo://repo/o/r/hooks",
            &[("GET /repos/o/r/hooks?page=1&limit=30", json!([row(json!({}))]))],
            ("/hooks/0/id", json!(5)),
            &["forgejo://repo/o/r/hooks/"],
        ),
        case(
            "hook",
            "forgejo://repo/o/r/hook/5",
            &[("GET /repos/o/r/hooks/5", row(json!({ "events": ["push"] })))],
            ("/events/0", json!("push")),
            &["forgejo://repo/o/r/hook/git"],
        ),
        case(
            "wiki_page",
            "forgejo://repo/o/r/wiki/Guides%2FGetting%20started",
            &[(
                "GET /repos/o/r/wiki/page/Guides%2FGetting%20started",
                json!({ "title": "Guides/Getting started", "content_base64": "IyBIaQo=" }),
            )],
            ("/title", json!("Guides/Getting started")),
            &[
                "forgejo://repo/o/r/wiki/Guides/Getting%20started",
                "forgejo://repo/o/r/wiki/%zz",
                "forgejo://repo/o/r/wiki/%ff",
            ],
        ),
    ];
    cases.push(Case {
        template: "file",
        uri: "forgejo://repo/o/r/file/feature%2Fx/docs%2F100%25.md",
        routes: vec![(
            "GET /repos/o/r/raw/docs/100%25.md?ref=feature/x",
            Answer::raw(200, "text/plain; charset=utf-8", "hello"),
        )],
        says: ("/kind", json!("text")),
        malformed: &[
            "forgejo://repo/o/r/file/main",
            "forgejo://repo/o/r/file/main/..%2Fx",
            "forgejo://repo/o/r/file/main/a%2F%2Fb",
        ],
    });
    cases
}

#[test]
fn every_template_has_a_case() {
    let cases: BTreeSet<&str> = cases().iter().map(|case| case.template).collect();
    let templates: BTreeSet<&str> = TEMPLATES.iter().map(|template| template.name).collect();
    assert_eq!(cases, templates);
}

#[tokio::test]
async fn good_ones_are_read() {
    for case in cases() {
        let forge = Upstream::start();
        for (route, answer) in &case.routes {
            forge.on(route, answer.clone());
        }
        for version in VERSIONS {
            let read = Wire::here(&forge, version).await.read(case.uri).await;
            let (pointer, expected) = &case.says;
            assert_eq!(read.json().pointer(pointer), Some(expected), "{}: {}", case.template, read.json());
            let one_block = matches!(case.template, "label" | "labels" | "org_labels");
            assert_eq!(read.blocks.len(), if one_block { 1 } else { 2 }, "{}", case.template);
            assert!(!read.is_cut(), "{}", case.template);
        }
        // Everything that was asked for was foreseen.
        let paths: Vec<&str> =
            case.routes.iter().map(|(route, _)| route.split(['?', ' ']).nth(1).unwrap()).collect();
        for seen in forge.seen() {
            assert!(paths.contains(&seen.path()), "{}: {}", case.template, seen.target);
        }
    }
}

#[tokio::test]
async fn missing_ones_are_not_found() {
    for case in cases() {
        let forge = Upstream::start();
        for version in VERSIONS {
            let failed = Wire::here(&forge, version).await.failure(case.uri).await;
            assert_eq!(failed["code"], -32003, "{} at {version}: {failed}", case.template);
            assert_eq!(failed["data"]["status"], 404);
        }
    }
}

#[tokio::test]
async fn forbidden_ones_are_said_so() {
    for case in cases() {
        let forge = Upstream::start();
        let said = json!({ "message": "token does not have at least one of required scope(s): [read:x]" });
        let path = case.routes[0].0.split('?').next().unwrap();
        forge.on(path, Answer::json(403, &said));
        for version in VERSIONS {
            let failed = Wire::here(&forge, version).await.failure(case.uri).await;
            assert_eq!(failed["code"], -32002, "{} at {version}: {failed}", case.template);
            assert!(failed["message"].as_str().unwrap().contains("read:x"), "{failed}");
        }
    }
}

#[tokio::test]
async fn other_failures_are_internal() {
    for case in cases() {
        let forge = Upstream::start();
        let path = case.routes[0].0.split('?').next().unwrap();
        for answer in [Answer::empty(401), Answer::json(418, &json!({ "message": "teapot" }))] {
            forge.on(path, answer);
            let code = Wire::here(&forge, VERSIONS[1]).await.code(case.uri).await;
            assert_eq!(code, -32603, "{}", case.template);
        }
    }
}

#[tokio::test]
async fn malformed_ones_are_refused_before_any_request() {
    let forge = Upstream::start();
    for version in VERSIONS {
        let mut wire = Wire::here(&forge, version).await;
        for case in cases() {
            for uri in case.malformed {
                let failed = wire.failure(uri).await;
                assert_eq!(failed["code"], -32602, "{uri} at {version}: {failed}");
            }
        }
        for uri in
            ["", "forgejo:", "forgejo://", "forgejo://nothing/x", "https://forge.example/o/r", "repo/o/r"]
        {
            assert_eq!(wire.code(uri).await, -32602, "{uri}");
        }
    }
    assert_eq!(forge.targets(), Vec::<String>::new());
}
