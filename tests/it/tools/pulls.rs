//! Pull requests.

use serde_json::{Value, json};

use crate::harness::{Answer, Upstream};

fn at(more: Value) -> Value {
    let mut arguments = json!({ "owner": "harbor", "repo": "lighthouse" });
    arguments.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    arguments
}

const LIST: &str = "GET /repos/harbor/lighthouse/pulls";

#[tokio::test]
async fn the_list_filters_by_head_base_and_poster() {
    let forge = Upstream::start();
    forge.replay("pulls/list_pulls_head");
    let arguments =
        at(json!({ "state": "all", "head": "fix/spring", "base": "", "author": "alice", "sort": "oldest" }));
    let page = forge.call("list_repo_pull_requests", arguments).await.json();
    let asked = forge.last(LIST);
    assert_eq!(
        (asked.query("head"), asked.query("poster")),
        (vec!["fix/spring".to_owned()], vec!["alice".to_owned()])
    );
    assert!(asked.query("base").is_empty());
    assert_eq!(asked.query("sort"), ["oldest"]);
    let first = &page["items"][0];
    assert_eq!(first["head"], "fix/spring");
    assert!(
        first["number"].is_number() && first.get("body").is_none() && first.get("url").is_none(),
        "{first}"
    );
}

#[tokio::test]
async fn older_versions_ignore_head_and_base_and_the_list_is_filtered_here() {
    for version in ["15.0", "11.0"] {
        for head in ["fix/spring", "harbor:fix/spring"] {
            let forge = Upstream::start();
            forge.on(
                "GET /version",
                Answer::json(200, &json!({ "version": format!("{version}.0+gitea-1.22.0") })),
            );
            forge.on(LIST, Answer::recorded(&format!("versions/{version}/pulls/list_pulls_head")));
            let page = forge
                .call("list_repo_pull_requests", at(json!({ "state": "all", "head": head })))
                .await
                .json();
            let rows = page["items"].as_array().unwrap();
            assert!(
                !rows.is_empty() && rows.iter().all(|row| row["head"] == "fix/spring"),
                "{version} {head}: {page}"
            );
            assert_eq!((&page["total_count"], &page["has_more"]), (&json!(rows.len()), &json!(false)));
            let page = forge
                .call("list_repo_pull_requests", at(json!({ "state": "all", "base": "no-such" })))
                .await
                .json();
            assert_eq!(page["items"], json!([]), "{version}");
        }
    }
}

#[tokio::test]
async fn a_page_that_fits_by_chance_is_not_trusted_on_older_versions() {
    let pull = |number: u64, base: &str| json!({ "number": number, "title": "t", "state": "open", "base": { "ref": base } });
    let forge = Upstream::start();
    forge.on("GET /version", Answer::json(200, &json!({ "version": "15.0.0" })));
    forge.on(
        &format!("{LIST}?limit=1"),
        Answer::json(200, &json!([pull(1, "dev")])).header("x-total-count", "2"),
    );
    forge.on(
        &format!("{LIST}?limit=50"),
        Answer::json(200, &json!([pull(1, "dev"), pull(2, "main")])).header("x-total-count", "2"),
    );
    let page = forge.call("list_repo_pull_requests", at(json!({ "base": "dev", "limit": 1 }))).await.json();
    assert_eq!((&page["has_more"], &page["total_count"]), (&json!(false), &json!(1)));
}

#[tokio::test]
async fn i1_labels_and_milestones_are_sent_as_ids() {
    let forge = Upstream::start();
    for recorded in [
        "labels/list_labels",
        "labels/list_org_labels",
        "milestones/list_milestones_all",
        "pulls/list_pulls_labels",
    ] {
        forge.replay(recorded);
    }
    forge.call("list_repo_pull_requests", at(json!({ "labels": "bug", "milestone": "v0.5" }))).await.json();
    let asked = forge.last(LIST);
    assert_eq!(
        (asked.query("labels"), asked.query("milestone")),
        (vec!["9".to_owned()], vec!["2".to_owned()])
    );
    for (arguments, part) in
        [(json!({ "labels": "nope" }), "bug"), (json!({ "state": "merged" }), "open, closed, all")]
    {
        let called = forge.call("list_repo_pull_requests", at(arguments)).await;
        assert_eq!(called.kind(), "invalid_arguments");
        assert!(called.error().contains(part), "{}", called.error());
    }
}

#[tokio::test]
async fn an_unknown_poster_is_named() {
    let forge = Upstream::start();
    forge.replay("pulls/list_pulls_poster_unknown");
    let called = forge.call("list_repo_pull_requests", at(json!({ "poster": "no-such" }))).await;
    assert_eq!(called.kind(), "validation");
    assert!(called.error().contains("poster must be a user"), "{}", called.error());
}

#[tokio::test]
async fn get_pull_shows_branches_and_whether_it_can_be_merged() {
    let forge = Upstream::start();
    forge.replay("pulls/get_pull");
    let pull = forge.call("get_pull_request_by_index", at(json!({ "index": 7 }))).await.json();
    assert_eq!(
        (&pull["number"], &pull["head"], &pull["base"]),
        (&json!(7), &json!("fix/spring"), &json!("main"))
    );
    assert!(pull["head_sha"].is_string() && pull["mergeable"].is_boolean(), "{pull}");
    forge.replay("pulls/get_pull_of_an_issue");
    assert_eq!(forge.call("get_pull_request_by_index", at(json!({ "index": 1 }))).await.kind(), "not_found");
}

#[tokio::test]
async fn a_pull_pushed_without_a_branch_has_a_head_on_every_version() {
    for version in ["16.0", "15.0", "11.0"] {
        let forge = Upstream::start();
        forge.replay(&format!("versions/{version}/probes/get_agit_pull"));
        let pull = forge
            .call("get_pull_request_by_index", json!({ "owner": "erin", "repo": "one", "index": 3 }))
            .await
            .json();
        assert_eq!(pull["head"], "refs/pull/3/head", "{version}");
        assert!(pull["url"].as_str().unwrap().ends_with("/erin/one/pulls/3"), "{version}");
    }
}

#[tokio::test]
async fn create_sends_what_was_named_and_compares() {
    let forge = Upstream::start();
    forge.replay("pulls/create_pull");
    forge.replay("labels/list_labels");
    forge.replay("labels/list_org_labels");
    forge.on(
        "GET /repos/harbor/lighthouse/assignees",
        Answer::json(200, &json!([{ "id": 3, "login": "bob" }])),
    );
    let more = json!({ "title": "t", "head": "fix/spring", "base": "main", "draft": true, "labels": ["docs"], "assignee": "Bob", "milestone": "", "due_date": "2027-01-01" });
    let made = forge.call("create_pull_request", at(more)).await.json();
    let sent = forge.last("POST /repos/harbor/lighthouse/pulls").json();
    assert_eq!(
        (&sent["title"], &sent["head"], &sent["base"]),
        (&json!("WIP: t"), &json!("fix/spring"), &json!("main"))
    );
    assert_eq!(
        (&sent["assignees"], sent.get("milestone"), &sent["due_date"]),
        (&json!(["bob"]), None, &json!("2027-01-01T00:00:00Z"))
    );
    assert_eq!(made["number"], 7);
    assert!(made["warnings"].to_string().contains("the due date is not as asked"), "i7: {made}");
}

#[tokio::test]
async fn a_refused_creation_says_why() {
    for (recorded, kind, part) in [
        ("pulls/create_pull_duplicate_409", "conflict", "list_repo_pull_requests"),
        ("pulls/create_pull_same_branch", "validation", "no changes"),
        ("pulls/create_pull_missing_head_404", "not_found", "list_branches"),
        ("versions/11.0/pulls/create_pull_missing_head_404", "not_found", "list_branches"),
        ("versions/11.0/pulls/create_pull_missing_base_404", "not_found", "list_branches"),
    ] {
        let forge = Upstream::start();
        forge.replay(recorded);
        let called =
            forge.call("create_pull_request", at(json!({ "title": "t", "head": "a", "base": "b" }))).await;
        assert_eq!(called.kind(), kind, "{recorded}");
        assert!(called.error().contains(part), "{recorded}: {}", called.error());
    }
    let forge = Upstream::start();
    let called =
        forge.call("create_pull_request", at(json!({ "title": "t", "head": "", "base": "b" }))).await;
    assert_eq!(called.kind(), "invalid_arguments");
}

const EDIT: &str = "/repos/harbor/workshop/pulls/10";

async fn update(forge: &Upstream, more: Value) -> crate::harness::Called {
    let mut arguments = json!({ "owner": "harbor", "repo": "workshop", "index": 10 });
    arguments.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    forge.call("update_pull_request", arguments).await
}

#[tokio::test]
async fn an_update_sends_only_what_was_named() {
    for (more, sent) in [
        (json!({ "title": "t" }), json!({ "title": "t" })),
        (json!({ "body": "" }), json!({ "body": "" })),
        (json!({ "assignees": "" }), json!({ "assignees": [] })),
        (json!({ "labels": [] }), json!({ "labels": [] })),
        (json!({ "state": "closed" }), json!({ "state": "closed" })),
        (json!({ "clear_due_date": "true" }), json!({ "unset_due_date": true })),
    ] {
        let forge = Upstream::start();
        forge.on(&format!("PATCH {EDIT}"), Answer::json(201, &json!({ "number": 10 })));
        forge.on(
            &format!("GET {EDIT}"),
            Answer::json(200, &json!({ "number": 10, "title": "t", "state": "open" })),
        );
        assert_eq!(update(&forge, more).await.json()["number"], 10);
        assert_eq!(forge.writes()[0].json(), sent);
    }
}

#[tokio::test]
async fn i6_a_milestone_is_cleared_by_the_route_of_issues() {
    let forge = Upstream::start();
    forge.on(
        "PATCH /repos/harbor/workshop/issues/10",
        Answer::recorded("pulls/edit_pull_milestone_zero_by_issue_route"),
    );
    forge.on(
        &format!("GET {EDIT}"),
        Answer::json(200, &json!({ "number": 10, "title": "t", "milestone": { "id": 1, "title": "m" } })),
    );
    let pull = update(&forge, json!({ "milestone": "0" })).await.json();
    let writes = forge.writes();
    assert_eq!((writes.len(), writes[0].json()), (1, json!({ "milestone": 0 })));
    assert!(pull["warnings"].to_string().contains("the milestone is not as asked"), "{pull}");
}

#[tokio::test]
async fn s10_refused_updates_say_why() {
    for (recorded, number, more, kind, part) in [
        ("merges/reopen_merged_412", 13, json!({ "state": "open" }), "precondition_failed", "merged"),
        (
            "pulls/edit_pull_base_missing",
            10,
            json!({ "base": "no-such" }),
            "not_found",
            "new base 'no-such' not exist",
        ),
        (
            "pulls/edit_pull_allow_maintainer_edit",
            10,
            json!({ "allow_maintainer_edit": true }),
            "forbidden",
            "from a fork",
        ),
    ] {
        let forge = Upstream::start();
        forge.replay(recorded);
        let called = update(
            &forge,
            json!({ "index": number })
                .as_object()
                .map(|index| {
                    let mut all = more.as_object().unwrap().clone();
                    all.extend(index.clone());
                    Value::Object(all)
                })
                .unwrap(),
        )
        .await;
        assert_eq!(called.kind(), kind, "{recorded}: {}", called.error());
        assert!(called.error().contains(part), "{recorded}: {}", called.error());
    }
    let forge = Upstream::start();
    for more in [
        json!({}),
        json!({ "title": "" }),
        json!({ "base": "" }),
        json!({ "due_date": "2027-01-01", "clear_due_date": true }),
    ] {
        assert_eq!(update(&forge, more).await.kind(), "invalid_arguments");
    }
    assert!(forge.writes().is_empty());
}
