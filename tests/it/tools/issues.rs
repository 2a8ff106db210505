//! Issues.

use serde_json::{Value, json};

use crate::harness::{Answer, Session, Upstream, exchange};

fn at(more: Value) -> Value {
    let mut arguments = json!({ "owner": "o", "repo": "r" });
    arguments.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    arguments
}

const LIST: &str = "GET /repos/o/r/issues";

/// A repository with labels, milestones and people.
fn known() -> Upstream {
    let forge = Upstream::start();
    let labels = json!([
        { "id": 1, "name": "bug" }, { "id": 2, "name": "needs: triage, soon" }, { "id": 3, "name": "same" },
        { "id": 4, "name": "same" }, { "id": 5, "name": "7" }, { "id": 7, "name": "seven" },
    ]);
    forge.on("GET /repos/o/r/labels", Answer::json(200, &labels));
    forge.on("GET /orgs/o/labels", Answer::json(200, &json!([{ "id": 17, "name": "coast-wide" }])));
    let milestones = json!([{ "id": 1, "title": "v0.5" }, { "id": 2, "title": "v0.4, winter" }]);
    forge.on("GET /repos/o/r/milestones", Answer::json(200, &milestones));
    let people = json!([{ "id": 2, "login": "alice" }, { "id": 3, "login": "bob" }]);
    forge.on("GET /repos/o/r/assignees", Answer::json(200, &people));
    forge
}

fn issue(number: u64, labels: &[u64]) -> Value {
    let labels: Value = labels.iter().map(|id| json!({ "id": id, "name": format!("label {id}") })).collect();
    json!({ "number": number, "title": "t", "state": "open", "labels": labels })
}

#[tokio::test]
async fn get_issue_shows_what_is_needed() {
    let forge = Upstream::start();
    forge.replay("issues/get_issue");
    let called = forge
        .call("get_issue_by_index", json!({ "owner": "harbor", "repo": "lighthouse", "index": 1 }))
        .await;
    let mut issue = called.json();
    assert_eq!((&issue["number"], &issue["author"]), (&json!(1), &json!("bob")));
    assert!(issue["labels"][0].is_string() && issue["url"].is_string(), "{issue}");
    issue.as_object_mut().unwrap().remove("body");
    assert!(issue.to_string().len() <= 900, "one issue is small: {issue}");
}

#[tokio::test]
async fn a_missing_issue_says_both_reasons() {
    let forge = Upstream::start();
    forge.replay("issues/get_issue_missing");
    let called = forge
        .call("get_issue_by_index", json!({ "owner": "harbor", "repo": "lighthouse", "index": 99_999 }))
        .await;
    assert_eq!(called.kind(), "not_found");
    assert!(called.error().contains("this token may not see it"), "{}", called.error());
}

#[tokio::test]
async fn the_demo_lists_issues() {
    let session = Session::demo().await;
    let page =
        session.call("list_repo_issues", json!({ "owner": "harbor", "repo": "lighthouse" })).await.json();
    assert!(!page["items"].as_array().unwrap().is_empty());
}

#[tokio::test]
async fn thirty_issues_are_small() {
    let forge = Upstream::start();
    forge.replay("pulls/list_issues_default");
    let called = forge
        .call("list_repo_issues", json!({ "owner": "harbor", "repo": "ledger", "state": "all", "limit": 30 }))
        .await;
    let page = called.json();
    assert_eq!(page["items"].as_array().unwrap().len(), 30);
    assert!(called.text().len() <= 12_000, "{}", called.text().len());
    assert_eq!((&page["total_count"], &page["next"]), (&json!(65), &json!({ "page": 2, "limit": 30 })));
}

#[tokio::test]
async fn issues_are_listed_unless_type_says_otherwise() {
    for (kind, sent) in
        [(json!(null), vec!["issues"]), (json!("pull"), vec!["pulls"]), (json!("all"), vec![])]
    {
        let forge = known();
        forge.on(LIST, Answer::json(200, &json!([issue(1, &[])])));
        forge.call("list_repo_issues", at(json!({ "type": kind }))).await.json();
        let asked = forge.last(LIST);
        assert_eq!(asked.query("type"), sent);
        assert_eq!(
            (asked.query("state"), asked.query("page"), asked.query("limit")),
            (vec!["open".to_owned()], vec!["1".to_owned()], vec!["20".to_owned()])
        );
    }
}

#[tokio::test]
async fn i3_people_and_times_are_asked_for_and_empty_words_are_not() {
    let forge = known();
    forge.on(LIST, Answer::json(200, &json!([issue(1, &[])])));
    let filters = json!({
        "author": "carol", "assignee": "al/ice", "mentioned_by": "", "q": " ", "since": "2026-05-01",
        "before": "2026-06-01T10:00:00+02:00", "sort": "newest", "milestones": "", "labels": "",
    });
    forge.call("list_repo_issues", at(filters)).await.json();
    let asked = forge.last(LIST);
    assert_eq!(
        (asked.query("created_by"), asked.query("assigned_by")),
        (vec!["carol".to_owned()], vec!["al/ice".to_owned()])
    );
    assert_eq!(asked.query("since"), ["2026-05-01T00:00:00Z"]);
    assert_eq!(asked.query("before"), ["2026-06-01T08:00:00Z"]);
    assert_eq!(asked.query("sort"), ["latest"]);
    for absent in ["mentioned_by", "q", "labels", "milestones"] {
        assert!(asked.query(absent).is_empty(), "{absent}");
    }
}

#[tokio::test]
async fn i1_labels_are_resolved_and_asked_for_by_name() {
    let forge = known();
    forge.on(LIST, Answer::json(200, &json!([issue(1, &[1, 17])])));
    let page =
        forge.call("list_repo_issues", at(json!({ "labels": ["Bug", "17"], "milestone": [] }))).await.json();
    assert_eq!(forge.last(LIST).query("labels"), ["bug,coast-wide"]);
    assert_eq!(page["items"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn i1_unknown_and_ambiguous_names_are_refused_with_candidates() {
    for (arguments, part) in [
        (json!({ "labels": "bugg" }), "bug (id 1)"),
        (json!({ "labels": ["same"] }), "same (id 3), same (id 4)"),
        (json!({ "labels": [7] }), "ambiguous"),
        (json!({ "milestones": "v0" }), "v0.5 (id 1)"),
    ] {
        let forge = known();
        let called = forge.call("list_repo_issues", at(arguments)).await;
        assert_eq!(called.kind(), "invalid_arguments");
        assert!(called.error().contains(part), "{}", called.error());
        assert!(forge.seen().iter().all(|seen| seen.path() != "/repos/o/r/issues"));
    }
}

#[tokio::test]
async fn i1_a_name_with_a_comma_is_filtered_for_here() {
    let forge = known();
    forge.on(LIST, Answer::json(200, &json!([issue(1, &[1]), issue(2, &[2]), issue(3, &[1, 2])])));
    let page = forge.call("list_repo_issues", at(json!({ "labels": [2] }))).await.json();
    let numbers: Vec<_> = page["items"].as_array().unwrap().iter().map(|row| row["number"].clone()).collect();
    assert_eq!(numbers, [2, 3]);
    assert!(forge.last(LIST).query("labels").is_empty());
    assert_eq!((&page["total_count"], &page["has_more"]), (&json!(2), &json!(false)));
}

#[tokio::test]
async fn labels_of_the_same_name_are_told_apart_by_id() {
    let forge = known();
    forge.on(LIST, Answer::json(200, &json!([issue(1, &[3]), issue(2, &[4])])));
    let page = forge.call("list_repo_issues", at(json!({ "labels": [4] }))).await.json();
    assert_eq!((&page["items"][0]["number"], page["items"].as_array().unwrap().len()), (&json!(2), 1));
}

#[tokio::test]
async fn forgejo_11_ignores_labels_of_the_organisation_and_the_list_is_filtered_here() {
    let forge = Upstream::start();
    forge.replay("labels/list_labels");
    forge.replay("labels/list_org_labels");
    forge.replay("versions/11.0/issues/list_issues_label_org");
    let all: Value =
        serde_json::from_slice(&exchange("versions/11.0/issues/list_issues_label_org").body).unwrap();
    let arguments = json!({ "owner": "harbor", "repo": "lighthouse", "labels": "coast-wide", "limit": 50 });
    let page = forge.call("list_repo_issues", arguments).await.json();
    let rows = page["items"].as_array().unwrap();
    assert!(rows.len() < all.as_array().unwrap().len());
    assert!(
        rows.iter().all(|row| row["labels"].as_array().unwrap().contains(&json!("coast-wide"))),
        "{page}"
    );
}

#[tokio::test]
async fn i1_an_unknown_author_is_named() {
    let forge = Upstream::start();
    forge.replay("issues/list_issues_created_by_unknown");
    let arguments = json!({ "owner": "harbor", "repo": "lighthouse", "created_by": "no-such" });
    let called = forge.call("list_repo_issues", arguments).await;
    assert_eq!(called.kind(), "not_found");
    assert!(called.error().contains("is no user"), "{}", called.error());
}

#[tokio::test]
async fn s25_a_switched_off_unit_is_named() {
    let forge = Upstream::start();
    for recorded in ["unit_off_issues", "unit_off_pulls", "unit_off_releases", "unit_off_create_issue"] {
        forge.replay(&format!("repos/{recorded}"));
    }
    let off = json!({ "has_issues": false, "has_pull_requests": false, "has_releases": false });
    forge.on("GET /repos/harbor/quiet", Answer::json(200, &off));
    let session = forge.session().await;
    for (tool, more, part) in [
        ("list_repo_issues", json!({}), "issues of harbor/quiet are switched off"),
        ("create_issue", json!({ "title": "t" }), "issues of harbor/quiet are switched off"),
        ("list_repo_pull_requests", json!({}), "pull requests of harbor/quiet are switched off"),
        ("list_releases", json!({}), "releases of harbor/quiet are switched off"),
    ] {
        let mut arguments = json!({ "owner": "harbor", "repo": "quiet" });
        arguments.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        let called = session.call(tool, arguments).await;
        assert_eq!(called.kind(), "not_found", "{tool}");
        assert!(called.error().contains(part), "{tool}: {}", called.error());
    }
}

#[tokio::test]
async fn i19_a_nameless_milestone_that_hides_issues_is_found() {
    let forge = Upstream::start();
    forge.on(LIST, Answer::json(200, &json!([])));
    forge.on("GET /repos/o/r", Answer::json(200, &json!({ "open_issues_count": 4 })));
    forge.on("GET /repos/o/r/milestones", Answer::json(200, &json!([{ "id": 4, "title": "" }])));
    let page = forge.call("list_repo_issues", at(json!({}))).await.json();
    assert!(page["warnings"][0].as_str().unwrap().contains("milestone 4, which has no title"), "{page}");
    let forge = Upstream::start();
    forge.on(LIST, Answer::json(200, &json!([])));
    forge.on("GET /repos/o/r", Answer::json(200, &json!({ "open_issues_count": 0 })));
    let page = forge.call("list_repo_issues", at(json!({}))).await.json();
    assert!(page.get("warnings").is_none());
}

#[tokio::test]
async fn create_sends_ids_and_shows_the_identity() {
    let forge = known();
    forge.on("POST /repos/o/r/issues", Answer::recorded("issues/create_issue_with_labels"));
    let more = json!({
        "title": "t", "body": "b", "labels": "bug,coast-wide", "assignee": "Alice", "milestone": "V0.5",
        "due_date": "2027-01-05", "ref": "feature/x",
    });
    let made = forge.call("create_issue", at(more)).await.json();
    assert_eq!(
        forge.writes()[0].json(),
        json!({ "title": "t", "body": "b", "labels": [1, 17], "assignees": ["alice"], "milestone": 1, "due_date": "2027-01-05T00:00:00Z", "ref": "feature/x" })
    );
    assert_eq!(made["number"], 1);
    assert!(made.get("body").is_none() && made["url"].is_string(), "{made}");
}

#[tokio::test]
async fn create_sends_what_was_recorded() {
    let forge = Upstream::start();
    for recorded in ["labels/list_labels", "labels/list_org_labels", "milestones/list_milestones_all"] {
        forge.replay(recorded);
    }
    forge.replay("repos/get_assignees");
    let recorded = forge.replay("issues/create_issue_with_labels");
    let mut arguments = recorded.sent.clone();
    for (name, value) in [("owner", "harbor"), ("repo", "lighthouse"), ("labels", "9,12")] {
        arguments[name] = json!(value);
    }
    let made = forge.call("create_issue", arguments).await.json();
    assert_eq!(forge.writes()[0].json(), recorded.sent);
    assert!(made.get("warnings").is_none(), "everything was set: {made}");
}

#[tokio::test]
async fn i20_unknown_labels_milestones_and_people_are_refused_before_the_write() {
    for (more, part) in [
        (json!({ "labels": "nope" }), "bug (id 1)"),
        (json!({ "milestone": "nope" }), "v0.5 (id 1)"),
        (json!({ "assignees": ["no-such"] }), "alice (id 2)"),
        (json!({ "title": " " }), "title must not be empty"),
        (json!({ "colour": "red" }), "unknown argument `colour`"),
    ] {
        let forge = known();
        let mut arguments = at(json!({ "title": "t" }));
        arguments.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        let called = forge.call("create_issue", arguments).await;
        assert_eq!(called.kind(), "invalid_arguments");
        assert!(called.error().contains(part), "{}", called.error());
        assert!(forge.writes().is_empty());
    }
}

#[tokio::test]
async fn i7_what_the_forge_drops_is_said() {
    let forge = known();
    forge.on("POST /repos/o/r/issues", Answer::recorded("issues/create_issue_reader_labels_dropped"));
    let more = json!({ "title": "t", "labels": [17], "assignees": ["alice"], "due_date": "2027-01-05" });
    let made = forge.call("create_issue", at(more)).await.json();
    let warnings = made["warnings"].to_string();
    for part in ["labels are not", "assignees are not", "the due date is not"] {
        assert!(warnings.contains(part), "{warnings}");
    }
}

const ISSUE: &str = "PATCH /repos/o/r/issues/8";

async fn update(more: Value, answer: Answer) -> (Value, crate::harness::Called) {
    let forge = known();
    forge.on(ISSUE, answer);
    let mut arguments = at(json!({ "index": 8 }));
    arguments.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    let called = forge.call("update_issue", arguments).await;
    (forge.writes().first().map(crate::harness::Seen::json).unwrap_or_default(), called)
}

#[tokio::test]
async fn an_update_sends_only_what_was_named() {
    for (more, sent) in [
        (json!({ "title": "t" }), json!({ "title": "t" })),
        (json!({ "body": "" }), json!({ "body": "" })),
        (json!({ "assignees": [] }), json!({ "assignees": [] })),
        (json!({ "assignee": "bob" }), json!({ "assignees": ["bob"] })),
        (json!({ "assignees": ["2"] }), json!({ "assignees": ["alice"] })),
        (json!({ "milestone": "v0.5" }), json!({ "milestone": 1 })),
        (json!({ "milestone": "" }), json!({ "milestone": 0 })),
        (json!({ "milestone": 0 }), json!({ "milestone": 0 })),
        (json!({ "state": "close" }), json!({ "state": "closed" })),
        (json!({ "clear_due_date": true }), json!({ "unset_due_date": true })),
        (json!({ "due_date": "2027-03-04T12:30:00+02:00" }), json!({ "due_date": "2027-03-04T10:30:00Z" })),
    ] {
        let state = if more.get("state").is_some() { "closed" } else { "open" };
        let (was, called) =
            update(more.clone(), Answer::json(201, &json!({ "number": 8, "title": "t", "state": state })))
                .await;
        assert_eq!(was, sent, "i9, i10: {more}");
        called.json();
    }
}

#[tokio::test]
async fn s10_i10_edits_are_checked_and_compared() {
    let (sent, called) = update(json!({ "title": "" }), Answer::empty(500)).await;
    assert_eq!((sent, called.kind().as_str()), (Value::Null, "invalid_arguments"));
    let (sent, called) =
        update(json!({ "due_date": "2027-01-01", "clear_due_date": true }), Answer::empty(500)).await;
    assert_eq!((sent, called.kind().as_str()), (Value::Null, "invalid_arguments"));
    let (sent, called) = update(json!({}), Answer::empty(500)).await;
    assert_eq!((sent, called.kind().as_str()), (Value::Null, "invalid_arguments"));
    let (sent, called) = update(json!({ "assignees": "no-such" }), Answer::empty(500)).await;
    assert_eq!((sent, called.kind().as_str()), (Value::Null, "invalid_arguments"), "s15");
    let kept = json!({ "number": 8, "title": "t", "state": "open", "due_date": "2027-01-01T23:59:59Z", "milestone": { "id": 1, "title": "m" } });
    let (_, called) =
        update(json!({ "clear_due_date": true, "milestone": "" }), Answer::json(201, &kept)).await;
    assert_eq!(called.json()["warnings"].as_array().unwrap().len(), 2, "{}", called.json());
}

#[tokio::test]
async fn s10_a_state_that_cannot_change_is_explained() {
    let forge = Upstream::start();
    forge.replay("merges/reopen_merged_by_issue_route");
    let arguments = json!({ "owner": "harbor", "repo": "workshop", "index": 13, "state": "open" });
    let called = forge.call("issue_state_change", arguments).await;
    assert_eq!(called.kind(), "precondition_failed");
    assert!(
        called.error().contains("open dependencies") && called.error().contains("merged"),
        "{}",
        called.error()
    );
    let forge = Upstream::start();
    forge.replay("issues/edit_issue_close_again");
    let arguments = json!({ "owner": "harbor", "repo": "workshop", "index": 8, "state": "closed" });
    let row = forge.call("issue_state_change", arguments).await.json();
    assert_eq!((&row["number"], &row["state"]), (&json!(8), &json!("closed")));
    assert_eq!(forge.writes()[0].json(), json!({ "state": "closed" }), "i16: updated_at is not sent");
    let called = forge.call("issue_state_change", at(json!({ "index": 1, "state": "paused" }))).await;
    assert_eq!(called.kind(), "invalid_arguments", "i21");
}

#[tokio::test]
async fn s18_an_edit_refused_without_a_word_says_whose_right_it_is() {
    let (_, called) =
        update(json!({ "title": "t" }), Answer::recorded("issues/edit_issue_as_stranger")).await;
    assert_eq!(called.kind(), "forbidden");
    assert!(called.error().contains("by its author and by those who may write"), "{}", called.error());
}

#[tokio::test]
async fn s23_an_archived_repository_takes_no_issue() {
    let forge = Upstream::start();
    forge.replay("repos/archived_create_issue");
    let called =
        forge.call("create_issue", json!({ "owner": "harbor", "repo": "attic", "title": "t" })).await;
    assert_eq!(called.kind(), "precondition_failed");
    assert!(called.error().contains("archived"), "{}", called.error());
}

#[tokio::test]
async fn i2_an_argument_that_nobody_knows_is_refused_with_the_nearest() {
    let forge = known();
    for (given, nearest) in
        [(json!({ "titel": "t" }), "title"), (json!({ "title": "t", "asignees": ["bob"] }), "assignees")]
    {
        let called = forge.call("create_issue", at(given)).await;
        assert_eq!(called.kind(), "invalid_arguments");
        assert!(called.error().contains(nearest), "{}", called.error());
    }
    assert!(forge.seen().is_empty());
}

#[tokio::test]
async fn i9_a_single_assignee_is_sent_as_the_list_that_it_replaces() {
    for tool in ["update_issue", "update_pull_request"] {
        let forge = known();
        let answer =
            Answer::json(201, &json!({ "number": 1, "title": "t", "assignees": [{ "login": "bob" }] }));
        forge.on("PATCH /repos/o/r/issues/1", answer.clone()).on("PATCH /repos/o/r/pulls/1", answer.clone());
        forge.on("GET /repos/o/r/pulls/1", answer);
        forge.call(tool, at(json!({ "index": 1, "assignee": "bob" }))).await.json();
        assert_eq!(forge.writes()[0].json(), json!({ "assignees": ["bob"] }), "{tool}");
    }
}

#[tokio::test]
async fn i16_the_time_of_a_change_is_left_to_the_forge() {
    for (tool, more) in [
        ("create_issue", json!({ "title": "t" })),
        ("update_issue", json!({ "index": 1, "title": "t" })),
        ("create_issue_comment", json!({ "index": 1, "body": "b" })),
        ("edit_issue_comment", json!({ "comment_id": 1, "body": "b" })),
        ("add_issue_labels", json!({ "index": 1, "labels": "bug" })),
    ] {
        let forge = known();
        forge.call(tool, at(more)).await;
        let writes = forge.writes();
        assert_eq!(writes.len(), 1, "{tool}");
        assert!(!String::from_utf8_lossy(&writes[0].body).contains("updated"), "{tool}");
    }
}

#[tokio::test]
async fn p17_a_new_issue_is_not_looked_for_in_the_search_which_lags_behind() {
    let forge = known();
    forge.on("POST /repos/o/r/issues", Answer::json(201, &json!({ "number": 9, "title": "t" })));
    forge.call("create_issue", at(json!({ "title": "t" }))).await.json();
    assert_eq!(forge.targets(), ["POST /repos/o/r/issues"]);
}
