//! Commits.

use serde_json::{Value, json};

use crate::harness::{Answer, Upstream};

fn rows(count: usize) -> Value {
    (0..count).map(|number| json!({ "sha": format!("{number:040}") })).collect()
}

fn shas(page: &Value) -> Vec<usize> {
    let items = page["items"].as_array().unwrap();
    items.iter().map(|item| item["sha"].as_str().unwrap().parse().unwrap()).collect()
}

#[tokio::test]
async fn list_asks_lean_and_shows_what_is_needed() {
    let forge = Upstream::start();
    forge.replay("commits/list_commits_lean");
    let arguments = json!({ "owner": "harbor", "repo": "lighthouse", "sha": "feature/x", "limit": 20 });
    let page = forge.call("list_repo_commits", arguments).await.json();
    let asked = forge.last("GET /repos/harbor/lighthouse/commits");
    for (name, value) in
        [("sha", "feature/x"), ("page", "1"), ("limit", "20"), ("stat", "false"), ("files", "false")]
    {
        assert_eq!(asked.query(name), [value], "{name}");
    }
    let first = &page["items"][0];
    assert!(first["sha"].is_string() && first["message"].is_string() && first["date"].is_string(), "{first}");
    assert!(first["date"].as_str().unwrap().ends_with('Z'), "{first}");
    assert!(
        first.get("commit").is_none()
            && first.get("parents").is_none_or(|all| all.as_array().unwrap().len() > 1)
    );
}

#[tokio::test]
async fn p16_has_more_comes_from_its_header() {
    let forge = Upstream::start();
    forge.replay("commits/list_commits_limit5");
    let arguments = json!({ "owner": "harbor", "repo": "lighthouse", "limit": 5 });
    let page = forge.call("list_repo_commits", arguments).await.json();
    assert_eq!((&page["has_more"], &page["total_count"]), (&json!(true), &json!(8)));
    let forge = Upstream::start();
    forge.replay("commits/list_commits_page99_limit5");
    let arguments = json!({ "owner": "harbor", "repo": "lighthouse", "limit": 5, "page": 99 });
    let page = forge.call("list_repo_commits", arguments).await.json();
    assert_eq!((&page["has_more"], &page["items"]), (&json!(false), &json!([])));
}

#[tokio::test]
async fn p20_commits_of_a_path_are_asked_for_in_fifties_and_cut_here() {
    let forge = Upstream::start();
    let fifty = Answer::json(200, &rows(50)).header("x-total-count", "60");
    forge.on("GET /repos/o/r/commits?page=1&limit=50&path=src/a.rs", fifty);
    let arguments = json!({ "owner": "o", "repo": "r", "path": "/src/a.rs", "limit": 20, "page": 2 });
    let page = forge.call("list_repo_commits", arguments).await.json();
    assert_eq!(shas(&page), (20..40).collect::<Vec<_>>());
    assert_eq!((&page["page"], &page["limit"], &page["has_more"]), (&json!(2), &json!(20), &json!(true)));
    assert_eq!(page["total_count"], 60);
    assert_eq!(forge.seen().len(), 1, "{:?}", forge.targets());
}

#[tokio::test]
async fn p20_a_page_over_two_pages_of_the_forge_is_joined() {
    let forge = Upstream::start();
    forge.on("GET /repos/o/r/commits?page=1", Answer::json(200, &rows(50)).header("x-total-count", "55"));
    let rest: Value = (50..55).map(|number| json!({ "sha": format!("{number:040}") })).collect();
    forge.on("GET /repos/o/r/commits?page=2", Answer::json(200, &rest).header("x-total-count", "55"));
    let arguments = json!({ "owner": "o", "repo": "r", "path": "a", "limit": 20, "page": 3 });
    let page = forge.call("list_repo_commits", arguments).await.json();
    assert_eq!(shas(&page), (40..55).collect::<Vec<_>>());
    assert_eq!(page["has_more"], false);
}

#[tokio::test]
async fn older_versions_give_fifty_rows_whatever_the_limit() {
    for version in ["15.0", "11.0"] {
        let forge = Upstream::start();
        let name = format!("versions/{version}/probes/commits_of_path_limit_2");
        forge.on("GET /repos/erin/one/commits", Answer::recorded(&name));
        let arguments = json!({ "owner": "erin", "repo": "one", "path": "a.txt", "limit": 2 });
        let page = forge.call("list_repo_commits", arguments).await.json();
        assert_eq!(page["items"].as_array().unwrap().len(), 2, "{version}");
        assert_eq!(page["has_more"], true, "{version}");
        assert_eq!(forge.last("GET /repos/erin/one/commits").query("limit"), ["50"]);
    }
}

#[tokio::test]
async fn the_root_is_no_path() {
    for path in ["", "/", "."] {
        let forge = Upstream::start();
        forge.replay("commits/list_commits_default");
        let arguments = json!({ "owner": "harbor", "repo": "lighthouse", "path": path, "limit": 20 });
        forge.call("list_repo_commits", arguments).await.json();
        let asked = forge.last("GET /repos/harbor/lighthouse/commits");
        assert!(asked.query("path").is_empty() && asked.query("limit") == ["20"], "{}", asked.target);
    }
}

#[tokio::test]
async fn an_empty_repository_has_no_commits() {
    let forge = Upstream::start();
    forge.replay("commits/list_commits_empty_repo_409");
    let page = forge.call("list_repo_commits", json!({ "owner": "harbor", "repo": "empty" })).await.json();
    assert_eq!((&page["items"], &page["has_more"]), (&json!([]), &json!(false)));
}

#[tokio::test]
async fn s19_a_null_body_of_an_error_is_no_failure_of_ours() {
    let forge = Upstream::start();
    forge.replay("commits/list_commits_missing_branch");
    let arguments = json!({ "owner": "harbor", "repo": "lighthouse", "ref": "no-such" });
    let called = forge.call("list_repo_commits", arguments).await;
    assert_eq!(called.kind(), "not_found");
    assert!(called.error().contains("the ref is missing"), "{}", called.error());
}

#[tokio::test]
async fn s22_an_internal_name_stands_behind_our_sentence() {
    let forge = Upstream::start();
    forge.replay("commits/list_commits_path_missing");
    let arguments = json!({ "owner": "harbor", "repo": "lighthouse", "path": "no/such" });
    let error = forge.call("list_repo_commits", arguments).await.error();
    let (ours, theirs) =
        (error.find("the path is missing").unwrap(), error.find("FileCommitsCount").unwrap());
    assert!(ours < theirs, "{error}");
}

#[tokio::test]
async fn p18_odd_page_numbers_are_refused_here() {
    for (name, value) in [
        ("page", json!(0)),
        ("page", json!(-1)),
        ("limit", json!(0)),
        ("page", json!("x")),
        ("limit", json!(1.5)),
    ] {
        let forge = Upstream::start();
        let called = forge.call("list_repo_commits", json!({ "owner": "o", "repo": "r", name: value })).await;
        assert_eq!(called.kind(), "invalid_arguments");
        assert!(called.error().contains(name), "{}", called.error());
        assert!(forge.seen().is_empty());
    }
}

#[tokio::test]
async fn get_commit_gives_the_whole_message_and_the_files() {
    let forge = Upstream::start();
    let exchange = forge.replay("commits/get_commit");
    let sha = exchange.target.rsplit('/').next().unwrap();
    let arguments = json!({ "owner": "harbor", "repo": "lighthouse", "sha": sha });
    let page = forge.call("get_commit", arguments).await.json();
    let asked = forge.last(&format!("GET /repos/harbor/lighthouse/git/commits/{sha}"));
    assert_eq!(
        (asked.query("files"), asked.query("verification")),
        (vec!["true".into()], vec!["false".into()])
    );
    let given: Value = serde_json::from_slice(&exchange.body).unwrap();
    assert_eq!(page["sha"], sha);
    assert_eq!(page["message"], given["commit"]["message"].as_str().unwrap().trim_end());
    assert_eq!(page["parents"][0], given["parents"][0]["sha"]);
    assert_eq!(page["url"].as_str().unwrap().rsplit('/').next().unwrap(), sha);
    assert_eq!(page["items"].as_array().unwrap().len(), given["files"].as_array().unwrap().len());
    assert_eq!(page["items"][0]["path"], given["files"][0]["filename"]);
    assert_eq!(page["items"][0]["status"], given["files"][0]["status"]);
}

/// The forge gives the files of a commit in another order each time, so pages are cut by path.
#[tokio::test]
async fn get_commit_pages_its_files_in_one_order() {
    let files = |names: &[&str]| {
        let files: Vec<Value> =
            names.iter().map(|name| json!({ "filename": name, "status": "added" })).collect();
        Answer::json(200, &json!({ "sha": "a".repeat(40), "files": files }))
    };
    let forge = Upstream::start();
    forge.in_turn(
        "GET /repos/o/r/git/commits/feature%2Fx",
        [files(&["b", "d", "a/x y", "c"]), files(&["c", "a/x y", "d", "b"])],
    );
    let session = forge.session().await;
    let mut seen = Vec::new();
    for page in [1, 2] {
        let arguments = json!({ "owner": "o", "repo": "r", "ref": "feature/x", "page": page, "limit": 2 });
        let page = session.call("get_commit", arguments).await.json();
        assert_eq!(page["total_count"], 4);
        let items = page["items"].as_array().unwrap();
        seen.extend(items.iter().map(|item| item["path"].as_str().unwrap().to_owned()));
    }
    assert_eq!(seen, ["a/x y", "b", "c", "d"]);
}

#[tokio::test]
async fn e7_a_missing_commit_and_an_impossible_name_are_not_found() {
    let forge = Upstream::start();
    forge.replay("commits/get_commit_missing");
    let sha = "1".repeat(40);
    let called =
        forge.call("get_commit", json!({ "owner": "harbor", "repo": "lighthouse", "sha": sha })).await;
    assert_eq!(called.kind(), "not_found");
    forge.on(
        "GET /repos/o/r/git/commits/a..b",
        Answer::json(422, &json!({ "message": "no valid ref or sha: a..b" })),
    );
    let called = forge.call("get_commit", json!({ "owner": "o", "repo": "r", "sha": "a..b" })).await;
    assert_eq!(called.kind(), "not_found");
    assert!(called.error().contains("no valid ref"), "{}", called.error());
}
