//! `--all-pages`.

use serde_json::{Value, json};

use crate::harness::{Answer, Upstream};

fn issues(numbers: &[u32]) -> Answer {
    let rows: Vec<Value> =
        numbers.iter().map(|number| json!({ "number": number, "title": "t", "state": "open" })).collect();
    Answer::json(200, &Value::Array(rows)).header("x-total-count", "5")
}

fn numbers(page: &Value) -> Vec<u64> {
    page["items"].as_array().unwrap().iter().map(|row| row["number"].as_u64().unwrap()).collect()
}

const LIST: [&str; 3] = ["list_repo_issues", "--owner=o", "--repo=r"];

#[test]
fn pages_are_joined_into_one() {
    let forge = Upstream::start();
    forge.on("GET /repos/o/r/issues?page=1&limit=2", issues(&[1, 2]));
    forge.on("GET /repos/o/r/issues?page=2&limit=2", issues(&[3, 4]));
    forge.on("GET /repos/o/r/issues?page=3&limit=2", issues(&[5]));
    // Another spelling of a parameter is replaced with it, page after page.
    for limit in ["--limit=2", "--args={\"Limit\":2,\"Page\":1}"] {
        let before = forge.targets().len();
        let ran = forge.cli(&[&LIST as &[&str], &[limit, "--all-pages", "--state=all"]].concat()).run();
        let page = ran.json();
        assert_eq!(numbers(&page), [1, 2, 3, 4, 5]);
        assert_eq!(page["has_more"], false);
        assert_eq!(page["total_count"], 5);
        assert!(page.get("next").is_none(), "{page}");
        let asked = &forge.targets()[before..];
        assert_eq!(asked.len(), 3, "{asked:?}");
        assert!(asked.iter().all(|target| target.contains("state=all")), "{asked:?}");
    }
}

#[test]
fn without_a_limit_pages_are_as_large_as_the_instance_gives() {
    let forge = Upstream::start();
    forge.on("GET /repos/o/r/issues", issues(&[1, 2, 3, 4, 5]));
    let ran = forge.cli(&[&LIST as &[&str], &["--all-pages"]].concat()).run();
    assert_eq!(numbers(&ran.json()).len(), 5);
    assert_eq!(forge.last("GET /repos/o/r/issues").query("limit"), ["50"]);
}

#[test]
fn a_failure_on_the_way_is_a_failure() {
    let forge = Upstream::start();
    forge.on("GET /repos/o/r/issues?page=1", issues(&[1, 2]));
    forge.on("GET /repos/o/r/issues?page=2", Answer::json(500, &json!({ "message": "lamp out" })));
    let ran = forge.cli(&[&LIST as &[&str], &["--limit=2", "--all-pages"]].concat()).run();
    assert!(ran.failed().contains("lamp out"), "{ran:?}");
}

#[test]
fn a_tool_without_pages_refuses() {
    let forge = Upstream::start();
    let ran = forge.cli(&["get_my_user_info", "--all-pages"]).run();
    assert!(ran.unusable().contains("has no pages"), "{ran:?}");
}
