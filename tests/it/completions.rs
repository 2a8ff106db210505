//! Completion of arguments, on the wire.

use serde_json::{Value, json};

use crate::harness::{Answer, Upstream};
use crate::resources::wire::{VERSIONS, Wire};

async fn complete(wire: &mut Wire, uri: &str, name: &str, typed: &str, context: Value) -> Value {
    let params = json!({
        "ref": { "type": "ref/resource", "uri": uri },
        "argument": { "name": name, "value": typed },
        "context": { "arguments": context },
    });
    wire.result("completion/complete", params).await["completion"].clone()
}

fn in_repository() -> Value {
    json!({ "owner": "o", "repo": "r" })
}

const FILE: &str = "forgejo://repo/{owner}/{repo}/file/{ref}/{path}";
const REPO: &str = "forgejo://repo/{owner}/{repo}";

#[tokio::test]
async fn branches_complete_prefix_first_with_one_request() {
    let forge = Upstream::start();
    let branches = json!([{ "name": "old-feature" }, { "name": "feature/x" }, { "name": "main" }, { "name": "Feature/y" }]);
    forge.on(
        "GET /repos/o/r/branches?page=1&limit=50",
        Answer::json(200, &branches).header("x-total-count", "4"),
    );
    for version in VERSIONS {
        let mut wire = Wire::here(&forge, version).await;
        let found = complete(&mut wire, FILE, "ref", "fea", in_repository()).await;
        assert_eq!(found["values"], json!(["feature/x", "Feature/y", "old-feature"]));
        assert_eq!((&found["total"], &found["hasMore"]), (&json!(3), &json!(false)));
        // What follows comes from the same rows.
        let found = complete(&mut wire, FILE, "ref", "main", in_repository()).await;
        assert_eq!(found["values"], json!(["main"]));
    }
    assert_eq!(forge.seen().len(), VERSIONS.len(), "{:?}", forge.targets());
}

#[tokio::test]
async fn each_kind_of_argument_completes_with_one_request() {
    let repo = "forgejo://repo/{owner}/{repo}";
    let named = |name: &str| json!([{ "id": 7, "number": 7, "name": name, "title": name, "sha": "abc", "rule_name": name }]);
    for (template, argument, route, rows, typed, value) in [
        ("/release/{tag}", "tag", "/repos/o/r/tags", json!([{ "name": "v1/rc" }]), "v", "v1/rc"),
        ("/commit/{sha}", "sha", "/repos/o/r/commits", named("x"), "a", "abc"),
        ("/label/{id}", "id", "/repos/o/r/labels", named("bug"), "bu", "7"),
        (
            "/issues{?state,labels,page,limit}",
            "labels",
            "/repos/o/r/labels",
            named("bug"),
            "docs,b",
            "docs,bug",
        ),
        ("/milestone/{id}", "id", "/repos/o/r/milestones", named("v1"), "v1", "7"),
        ("/run/{id}", "id", "/repos/o/r/actions/runs", json!({ "workflow_runs": named("Fix") }), "fix", "7"),
        ("/issue/{index}", "index", "/repos/o/r/issues", named("Fog"), "7", "7"),
        ("/pr/{index}", "index", "/repos/o/r/pulls", named("Fog"), "fog", "7"),
        (
            "/branch_protection/{rule}",
            "rule",
            "/repos/o/r/branch_protections",
            named("release/*"),
            "re",
            "release/*",
        ),
        (
            "/wiki/{pageName}",
            "pageName",
            "/repos/o/r/wiki/pages",
            named("Guides/Start"),
            "start",
            "Guides/Start",
        ),
    ] {
        let forge = Upstream::start();
        forge.on(&format!("GET {route}"), Answer::json(200, &rows));
        let mut wire = Wire::here(&forge, VERSIONS[1]).await;
        let found = complete(&mut wire, &format!("{repo}{template}"), argument, typed, in_repository()).await;
        assert_eq!(found["values"], json!([value]), "{template} {argument}");
        assert_eq!(forge.seen().len(), 1, "{:?}", forge.targets());
    }
}

#[tokio::test]
async fn the_kind_that_is_filled_in_decides_between_issues_and_pulls() {
    let forge = Upstream::start();
    forge.on("GET /repos/o/r/issues?type=issues", Answer::json(200, &json!([{ "number": 3 }])));
    forge.on("GET /repos/o/r/pulls", Answer::json(200, &json!([{ "number": 4 }])));
    let mut wire = Wire::here(&forge, VERSIONS[0]).await;
    let uri = "forgejo://repo/{owner}/{repo}/{kind}/{index}/comments{?page,limit}";
    let mut context = in_repository();
    context["kind"] = json!("pr");
    assert_eq!(complete(&mut wire, uri, "index", "", context.clone()).await["values"], json!(["4"]));
    context["kind"] = json!("issue");
    assert_eq!(complete(&mut wire, uri, "index", "", context).await["values"], json!(["3"]));
    assert_eq!(complete(&mut wire, uri, "kind", "p", json!({})).await["values"], json!(["pr"]));
    assert_eq!(complete(&mut wire, uri, "page", "", json!({})).await["values"], json!([]));
}

#[tokio::test]
async fn owners_and_repositories_are_searched_by_what_was_typed() {
    let forge = Upstream::start();
    let found = json!({ "ok": true, "data": [{ "full_name": "harbor/lighthouse" }, { "full_name": "harbor/ledger" }, { "full_name": "sharbor/lamp" }] });
    forge.on("GET /repos/search?q=har/&page=1&limit=50", Answer::json(200, &found));
    forge.on("GET /repos/search?q=harbor/l&page=1&limit=50", Answer::json(200, &found));
    let mut wire = Wire::here(&forge, VERSIONS[0]).await;
    let owners = complete(&mut wire, REPO, "owner", "har", json!({})).await;
    assert_eq!(owners["values"], json!(["harbor", "sharbor"]));
    let repos = complete(&mut wire, REPO, "repo", "l", json!({ "owner": "harbor" })).await;
    assert_eq!(repos["values"], json!(["lighthouse", "ledger"]));
    let mut few =
        Wire::here_with(&forge, VERSIONS[0], |flags| flags.repos = vec!["harbor/ledger".to_owned()]).await;
    let repos = complete(&mut few, REPO, "repo", "l", json!({ "owner": "harbor" })).await;
    assert_eq!(repos["values"], json!(["ledger"]), "others may not be touched here");
}

#[tokio::test]
async fn organisations_are_the_callers_own() {
    let forge = Upstream::start();
    forge.on(
        "GET /user/orgs?page=1&limit=50",
        Answer::json(200, &json!([{ "name": "harbor" }, { "name": "attic" }])),
    );
    let mut wire = Wire::here(&forge, VERSIONS[0]).await;
    let found = complete(&mut wire, "forgejo://org/{org}/labels{?page,limit}", "org", "h", json!({})).await;
    assert_eq!(found["values"], json!(["harbor"]));
}

#[tokio::test]
async fn no_more_than_a_hundred_values_come() {
    let forge = Upstream::start();
    let rules: Vec<Value> = (0..150).map(|number| json!({ "rule_name": format!("r{number}") })).collect();
    forge.on("GET /repos/o/r/branch_protections", Answer::json(200, &json!(rules)));
    let mut wire = Wire::here(&forge, VERSIONS[0]).await;
    let uri = "forgejo://repo/{owner}/{repo}/branch_protection/{rule}";
    let found = complete(&mut wire, uri, "rule", "", in_repository()).await;
    assert_eq!(found["values"].as_array().unwrap().len(), 100);
    assert_eq!((&found["total"], &found["hasMore"]), (&json!(150), &json!(true)));
}

#[tokio::test]
async fn what_cannot_be_completed_is_empty() {
    let forge = Upstream::start();
    let mut wire = Wire::here(&forge, VERSIONS[0]).await;
    let missing = complete(&mut wire, FILE, "ref", "", in_repository()).await;
    assert_eq!(missing["values"], json!([]), "the forge answered 404");
    let asked = forge.seen().len();
    assert_eq!(complete(&mut wire, FILE, "ref", "", json!({})).await["values"], json!([]));
    assert_eq!(forge.seen().len(), asked, "without a repository nothing is asked");
}

#[tokio::test]
async fn unknown_subjects_and_arguments_are_invalid() {
    let forge = Upstream::start();
    let mut wire = Wire::here(&forge, VERSIONS[1]).await;
    for (reference, argument) in [
        (json!({ "type": "ref/resource", "uri": "forgejo://nothing/{x}" }), "x"),
        (json!({ "type": "ref/resource", "uri": REPO }), "branch"),
        (json!({ "type": "ref/prompt", "name": "nothing" }), "owner"),
        (json!({ "type": "ref/prompt", "name": "triage_issue" }), "run"),
    ] {
        let params = json!({ "ref": reference, "argument": { "name": argument, "value": "" } });
        let answer = wire.ask("completion/complete", params).await;
        assert_eq!(answer["error"]["code"], -32602, "{answer}");
    }
}

#[tokio::test]
async fn prompt_arguments_complete_in_the_default_repository() {
    let forge = Upstream::start();
    let runs = json!({ "workflow_runs": [{ "id": 1, "workflow_id": "check.yml" }, { "id": 2, "workflow_id": "check.yml" }] });
    forge.on("GET /repos/o/r/actions/runs", Answer::json(200, &runs));
    let mut wire = Wire::here_with(&forge, VERSIONS[1], |flags| flags.repo = Some("o/r".to_owned())).await;
    let params = json!({
        "ref": { "type": "ref/prompt", "name": "explain_failed_run" },
        "argument": { "name": "workflow", "value": "ch" },
    });
    let found = wire.result("completion/complete", params).await;
    assert_eq!(found["completion"]["values"], json!(["check.yml"]));
}

#[tokio::test]
async fn the_demo_completes() {
    let mut wire = Wire::demo(VERSIONS[0]).await;
    assert_eq!(complete(&mut wire, REPO, "owner", "har", json!({})).await["values"], json!(["harbor"]));
    let repos = complete(&mut wire, REPO, "repo", "li", json!({ "owner": "harbor" })).await;
    assert_eq!(repos["values"], json!(["lighthouse"]));
}
