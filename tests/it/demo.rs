//! The recorded forge answers as Forgejo would: filters, pages, odd names, and what it does not hold.

#![allow(clippy::unwrap_used, clippy::indexing_slicing)] // a test may panic, its helpers too

use flate2::{Crc, read::GzDecoder};
use forgejo_mcp::demo::Demo;
use http::{Method, Response, StatusCode};
use serde_json::Value;
use std::collections::BTreeSet;
use std::io::Read;
use std::time::{Duration, Instant};
use url::Url;

const HERE: &str = "/api/v1/repos/harbor/lighthouse";
const HEAD: &str = "9c2cbe53e1f87e1341e8a42bb9d2306c9c229a39";
const LOGO_CRC: u32 = 0xde5d_6fcc;
const ENCODED_README: &str = "/contents/docs%2F%C3%BCn%C3%AF%20c%C3%B6d%C3%A9%20%281%29.md";

fn get(path: &str) -> Response<bytes::Bytes> {
    Demo::new().answer(&Method::GET, &Url::parse(&format!("https://demo.test{path}")).unwrap())
}

/// Asks below the repository.
fn here(path: &str) -> Response<bytes::Bytes> {
    get(&format!("{HERE}{path}"))
}

fn json(response: &Response<bytes::Bytes>) -> Value {
    serde_json::from_slice(response.body()).unwrap()
}

fn header<'r>(response: &'r Response<bytes::Bytes>, name: &str) -> Option<&'r str> {
    response.headers().get(name).map(|value| value.to_str().unwrap())
}

/// The rows of an answer, out of their wrapper.
fn rows(response: &Response<bytes::Bytes>) -> Vec<Value> {
    assert_eq!(response.status(), StatusCode::OK);
    match json(response) {
        Value::Null => Vec::new(),
        Value::Array(rows) => rows,
        body => ["data", "workflow_runs", "topics", "tree"]
            .iter()
            .find_map(|key| body.get(key))
            .map(|rows| rows.as_array().cloned().unwrap_or_default())
            .unwrap(),
    }
}

fn numbers(path: &str) -> Vec<i64> {
    let response = here(path);
    let rows = rows(&response);
    let total = header(&response, "x-total-count").unwrap();
    if !path.contains("page=") {
        assert_eq!(total, rows.len().to_string(), "{path}");
    }
    rows.iter().map(|row| row["number"].as_i64().unwrap()).collect()
}

fn column(response: &Response<bytes::Bytes>, pointer: &str) -> Vec<String> {
    let text = |row: &Value| {
        row.pointer(pointer).map(|value| value.as_str().map_or(value.to_string(), str::to_owned))
    };
    rows(response).iter().filter_map(text).collect()
}

fn message(response: &Response<bytes::Bytes>) -> String {
    json(response)["message"].as_str().unwrap().to_owned()
}

/// What was recorded: about each line, and its body.
fn recorded() -> Vec<(Value, Value)> {
    let packed = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/src/demo/demo.jsonl.gz")).unwrap();
    let mut text = String::new();
    GzDecoder::new(packed.as_slice()).read_to_string(&mut text).unwrap();
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    lines.chunks(2).map(|pair| (pair[0].clone(), pair[1].clone())).collect()
}

/// The path of every list that was recorded.
fn lists() -> BTreeSet<String> {
    let is_list =
        |body: &Value| body.is_array() || body.get("workflow_runs").is_some() || body.get("topics").is_some();
    let lists = recorded()
        .into_iter()
        .filter(|(about, body)| about["kind"] == "json" && about["status"] == 200 && is_list(body));
    let repository = |body: &Value| body.get("default_branch").is_some();
    lists
        .filter(|(_, body)| !repository(body))
        .map(|(about, _)| about["path"].as_str().unwrap().split('?').next().unwrap().to_owned())
        .collect()
}

/// Answers whose recorded body is changed on purpose: rows of other repositories are left out of them.
fn has_rows_of_others(body: &Value) -> bool {
    let text = body.to_string();
    ["workshop", "ledger", "gift", "quiet", "attic", "sandbox", "migrated", "mirrored"].iter().any(|name| {
        text.contains(&format!("\"harbor/{name}\"")) || text.contains(&format!("\"alice/{name}\""))
    })
}

#[test]
fn the_first_answer_is_quick() {
    let start = Instant::now();
    assert_eq!(json(&get("/api/v1/user"))["login"], "alice");
    assert!(start.elapsed() < Duration::from_secs(1), "{:?}", start.elapsed());
    assert_eq!(json(&get("/api/v1/settings/api"))["max_response_items"], 50);
    assert_eq!(json(&get("/api/v1/version"))["version"], "16.0.0+gitea-1.22.0");
}

#[test]
fn every_line_answers_as_it_was_recorded() {
    let mut answered = 0;
    for (about, body) in recorded() {
        let path = about["path"].as_str().unwrap();
        if path.contains('?') && !path.ends_with("?state=all") {
            continue;
        }
        let response = get(path);
        assert_eq!(u64::from(response.status().as_u16()), about["status"].as_u64().unwrap(), "{path}");
        match about["kind"].as_str().unwrap() {
            "json" if !has_rows_of_others(&body) => assert_eq!(json(&response), body, "{path}"),
            "text" => assert_eq!(response.body(), body.as_str().unwrap(), "{path}"),
            "none" => assert!(response.body().is_empty(), "{path}"),
            _ => {}
        }
        let totals = (header(&response, "x-total-count"), about["headers"]["x-total-count"].as_str());
        // One combined status was recorded with 30 of its 35 rows; the demo counts what it holds.
        if !has_rows_of_others(&body) && totals.1 != Some("35") {
            assert_eq!(totals.0, totals.1, "{path}");
        }
        answered += 1;
    }
    assert!(answered > 400, "{answered}");
}

#[test]
fn pages_of_every_list_make_up_the_whole() {
    for path in lists() {
        let whole = get(&format!("{path}?state=all&page=1&limit=50"));
        let (total, all) = (header(&whole, "x-total-count").map(str::to_owned), rows(&whole));
        assert!(total.iter().all(|total| *total == all.len().to_string()), "{path}: {total:?}");
        for limit in [2, 3, 50] {
            let (mut joined, mut page) = (Vec::new(), 1);
            loop {
                let response = get(&format!("{path}?state=all&page={page}&limit={limit}"));
                let part = rows(&response);
                let link = header(&response, "link").unwrap_or_default();
                if !path.ends_with("/timeline") {
                    assert_eq!(header(&response, "x-total-count"), total.as_deref(), "{path}");
                }
                let more = page * limit < all.len();
                if link.contains("next") {
                    let next = format!("https://demo.test{path}?limit={limit}&page={}&state=all", page + 1);
                    assert!(more && link.contains(&format!("<{next}>; rel=\"next\"")), "{path}: {link}");
                    let last = all.len().div_ceil(limit);
                    assert!(
                        link.contains(&format!("&page={last}&state=all>; rel=\"last\"")),
                        "{path}: {link}"
                    );
                }
                assert_eq!(link.contains("prev"), link.contains("first"), "{path}: {link}");
                if let Some(has_more) = header(&response, "x-hasmore") {
                    assert_eq!((has_more == "true", link.contains("next")), (more, more), "{path}");
                }
                let uncut = page == 1 && part.len() > limit;
                joined.extend(part);
                if uncut || !more {
                    break;
                }
                page += 1;
            }
            assert_eq!(joined, all, "{path} by {limit}");
        }
    }
    assert!(lists().len() > 100, "{}", lists().len());
}

#[test]
fn lists_page_the_way_forgejo_does() {
    // A limit alone cuts some lists, and others only with a page.
    assert_eq!(rows(&here("/issues?state=all&limit=2")).len(), 2);
    assert_eq!(rows(&here("/labels?limit=2")).len(), 8);
    assert_eq!(rows(&here("/labels?page=1&limit=2")).len(), 2);
    assert_eq!(rows(&here("/issues/1/comments?page=2&limit=2")).len(), 4);
    assert_eq!(rows(&here("/wiki/pages?page=1&limit=1")).len(), 3);
    assert_eq!(rows(&here("/actions/runs?page=2&limit=3")).len(), 3);
    assert_eq!(json(&here("/actions/runs?page=2&limit=3"))["total_count"], 8);
    // Odd numbers count as absent, and a limit above the greatest as the greatest.
    for odd in ["page=0", "page=-1", "page=x", "limit=0", "limit=999"] {
        assert_eq!(rows(&here(&format!("/issues?state=all&{odd}"))).len(), 13, "{odd}");
    }
    // A page past the end is empty; the timeline is null there, and counts the rows of the page.
    let past = here("/pulls/7/files?page=9&limit=2");
    assert!(rows(&past).is_empty());
    assert_eq!(header(&past, "x-hasmore"), Some("false"));
    let link = header(&past, "link").unwrap();
    assert_eq!(link.matches("page=1>").count(), 2, "{link}");
    assert_eq!(here("/issues/1/timeline?page=99&limit=5").body(), "null");
    assert_eq!(header(&here("/issues/1/timeline?page=2&limit=5"), "x-total-count"), Some("5"));
    let link = here("/issues?state=all&limit=5&page=2");
    let at = |page: u8, rel: &str| {
        format!("<https://demo.test{HERE}/issues?limit=5&page={page}&state=all>; rel=\"{rel}\"")
    };
    let wanted = [at(3, "next"), at(3, "last"), at(1, "first"), at(1, "prev")].join(",");
    assert_eq!(header(&link, "link"), Some(wanted.as_str()));
}

#[test]
fn issues_are_filtered() {
    for (query, wanted) in [
        ("", vec![13, 10, 9, 8, 7, 5, 4, 3, 2, 1]),
        ("state=paused", vec![13, 10, 9, 8, 7, 5, 4, 3, 2, 1]),
        ("state=closed", vec![12, 11, 6]),
        ("type=issues", vec![5, 4, 3, 2, 1]),
        ("type=pulls&state=all", vec![13, 12, 11, 10, 9, 8, 7]),
        ("labels=bug", vec![7, 3, 1]),
        ("labels=bug,area%2Ffog", vec![3]),
        ("labels=docs,nope", vec![]),
        ("labels=coast-wide", vec![]),
        ("labels=nope&type=issues", vec![5, 4, 3, 2, 1]),
        ("q=lamp", vec![1]),
        ("q=%231&type=issues", vec![1]),
        ("q=tide+table", vec![4]),
        ("q=elephant", vec![]),
        ("milestones=v0.5", vec![4]),
        ("milestones=1&type=issues", vec![3, 1]),
        ("milestones=nope&type=issues", vec![5, 4, 3, 2, 1]),
        ("created_by=carol", vec![5, 2]),
        ("created_by=Carol&state=all&page=2&limit=1", vec![2]),
        ("assigned_by=alice", vec![1]),
        ("mentioned_by=bob", vec![3]),
        ("since=2026-11-30T20:22:19Z", vec![13, 3]),
        ("since=2026-11-30T21:22:19%2B01:00", vec![13, 3]),
        ("before=2026-11-30T20:20:03Z", vec![5, 2]),
        ("type=issues&sort=oldest", vec![1, 2, 3, 4, 5]),
        ("type=issues&sort=recentupdate", vec![3, 4, 1, 5, 2]),
        ("type=issues&sort=leastupdate", vec![2, 5, 1, 4, 3]),
        ("type=issues&sort=mostcomment", vec![1, 4, 3, 5, 2]),
        ("type=issues&sort=leastcomment", vec![5, 2, 4, 3, 1]),
        ("type=issues&sort=nearduedate", vec![1, 3, 4, 5, 2]),
        ("type=issues&sort=farduedate", vec![4, 3, 1, 5, 2]),
        ("author=nobody&type=issues", vec![5, 4, 3, 2, 1]),
    ] {
        assert_eq!(numbers(&format!("/issues?{query}")), wanted, "{query}");
    }
    assert_eq!(here("/issues?created_by=no-such").status(), StatusCode::NOT_FOUND);
    let bad = here("/issues?since=yesterday");
    assert_eq!(bad.status(), StatusCode::UNPROCESSABLE_ENTITY);
    assert!(message(&bad).starts_with("parsing time \"yesterday\" as"), "{}", message(&bad));
}

#[test]
fn pull_requests_are_filtered() {
    for (query, wanted) in [
        ("", vec![13, 12, 11, 10, 9, 8, 7]),
        ("state=open", vec![13, 10, 9, 8, 7]),
        ("state=closed", vec![12, 11]),
        ("state=closed&sort=recentclose", vec![12, 11]),
        ("sort=oldest", vec![7, 8, 9, 10, 11, 12, 13]),
        ("milestone=1", vec![7]),
        ("labels=9", vec![7]),
        ("poster=dave", vec![9]),
        ("base=same-as-main", vec![9]),
        ("head=fix%2Fspring", vec![9, 7]),
        ("head=harbor:fix%2Fspring", vec![]),
    ] {
        assert_eq!(numbers(&format!("/pulls?{query}")), wanted, "{query}");
    }
    assert_eq!(here("/pulls?labels=bug").status(), StatusCode::INTERNAL_SERVER_ERROR);
    assert_eq!(here("/pulls?poster=no-such").status(), StatusCode::BAD_REQUEST);
    assert_eq!(json(&here("/pulls/main/docs%2Fkeeper"))["number"], 11);
    assert_eq!(column(&here("/pulls/7/files?skip-to=src%2Flamp.rs"), "/filename"), ["src/lamp.rs"]);
    assert!(here("/pulls/7.diff").body().starts_with(b"diff --git"));
    assert_eq!(header(&here("/pulls/7.diff"), "content-type"), Some("text/plain; charset=utf-8"));
    assert_eq!(here("/pulls/12/merge").status(), StatusCode::NO_CONTENT);
    assert_eq!(here("/pulls/13/merge").status(), StatusCode::NOT_FOUND);
}

#[test]
fn other_lists_are_filtered() {
    assert_eq!(column(&here("/milestones"), "/title").len(), 2);
    assert!(rows(&here("/milestones?state=closed")).is_empty());
    assert_eq!(column(&here("/milestones?name=V0.5"), "/title"), ["v0.5"]);
    assert_eq!(column(&here("/releases?pre-release=true"), "/tag_name"), ["v0.4.0-rc1"]);
    assert_eq!(
        column(&here("/actions/runs?status=cancelled&status=waiting&limit=2&page=1"), "/id"),
        ["9", "8"]
    );
    assert_eq!(column(&here("/actions/runs?run_number=1"), "/id"), ["1"]);
    assert_eq!(rows(&here("/actions/runs?ref=refs%2Fheads%2Fmain&workflow_id=check.yml")).len(), 8);
    assert!(rows(&here("/actions/runs?ref=main")).is_empty());
    assert_eq!(json(&here("/actions/runs?event=push&status=waiting"))["total_count"], 1);
    assert_eq!(here("/actions/runs?status=odd").status(), StatusCode::BAD_REQUEST);
    assert_eq!(json(&here("/actions/runs/9"))["title"], "Move main on again");
    assert!(!here("/actions/jobs/13/logs").body().is_empty());
    assert_eq!(column(&here("/times?user=bob"), "/id"), ["2", "3", "4"]);
    assert_eq!(here("/times?user=no-such").status(), StatusCode::NOT_FOUND);
    assert_eq!(column(&here("/issues/comments?since=2026-11-30T20:22:00Z"), "/id"), ["357"]);
    assert_eq!(column(&get("/api/v1/notifications?subject-type=issue"), "/subject/title").len(), 5);
    assert!(rows(&get("/api/v1/notifications?status-types=read")).is_empty());
    assert_eq!(column(&here("/notifications?limit=2"), "/id"), ["56", "52"]);
    assert_eq!(json(&get("/api/v1/notifications/threads/22"))["id"], 22);
    assert!(rows(&get("/api/v1/packages/harbor?type=npm")).is_empty());
    assert_eq!(rows(&get("/api/v1/packages/harbor?q=oil")).len(), 1);
    let sha = "b8f53c0668129471479e6d7767f6341dac089859";
    assert_eq!(
        column(&here(&format!("/statuses/{sha}?state=failure&sort=leastindex")), "/id"),
        ["5", "12", "13"]
    );
}

#[test]
fn searches_find_what_the_demo_holds() {
    let found = |query: &str| column(&get(&format!("/api/v1/repos/issues/search?{query}")), "/number");
    assert_eq!(found("q=lamp"), ["1"]);
    assert_eq!(found("labels=docs,area%2Ffog,area%2Flamp"), ["3", "1"]);
    assert_eq!(found("type=pulls&owner=harbor&limit=2"), ["13", "10"]);
    assert_eq!(found("assigned=true"), ["1"]);
    assert_eq!(found("created=true&type=issues"), ["4", "3"]);
    assert_eq!(found("mentioned=true"), ["1"]);
    assert_eq!(found("review_requested=true"), ["7"]);
    assert_eq!(found("state=closed&type=issues"), ["6"]);
    assert_eq!(found("owner=alice"), Vec::<String>::new());
    for odd in ["owner=no-such", "team=crew"] {
        assert_eq!(get(&format!("/api/v1/repos/issues/search?{odd}")).status(), StatusCode::BAD_REQUEST);
    }
    let found = |query: &str| column(&get(&format!("/api/v1/repos/search?{query}")), "/full_name");
    for query in ["", "q=LIGHT", "q=fog&includeDesc=true", "q=coast&topic=true", "archived=false&uid=6"] {
        assert_eq!(found(query), ["harbor/lighthouse"], "{query}");
    }
    for query in ["q=fog", "q=coa&topic=true", "archived=true", "mode=fork", "uid=2"] {
        assert!(found(query).is_empty(), "{query}");
    }
    assert_eq!(get("/api/v1/repos/search?mode=odd").status(), StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(json(&get("/api/v1/repos/search"))["ok"], true);
    assert_eq!(column(&get("/api/v1/users/search?q=bob"), "/login"), ["bob"]);
    assert_eq!(column(&get("/api/v1/users/search?page=2&limit=2"), "/login"), ["carol", "dave"]);
    assert_eq!(json(&get("/api/v1/users/Dave"))["login"], "dave");
    assert!(rows(&get("/api/v1/orgs/harbor/teams/search?q=crew")).is_empty());
    assert_eq!(column(&get("/api/v1/orgs/harbor/teams/search"), "/name"), ["Owners"]);
    assert_eq!(rows(&get("/api/v1/topics/search?q=lamp")).len(), 1);
    assert!(rows(&get("/api/v1/topics/search?q=x")).is_empty());
}

#[test]
fn rows_of_other_repositories_are_left_out() {
    for path in ["/user/repos", "/user/starred", "/orgs/harbor/repos", "/teams/2/repos"] {
        let response = get(&format!("/api/v1{path}"));
        assert_eq!(column(&response, "/full_name"), ["harbor/lighthouse"], "{path}");
        assert_eq!(header(&response, "x-total-count"), Some("1"), "{path}");
    }
    let response = get("/api/v1/notifications");
    assert!(column(&response, "/repository/full_name").iter().all(|name| name == "harbor/lighthouse"));
    assert_eq!(json(&get("/api/v1/notifications/new"))["new"], rows(&response).len());
    assert_eq!(rows(&get("/api/v1/orgs/harbor/activities/feeds")).len(), 2);
    assert_eq!(get("/api/v1/notifications/threads/37").status(), StatusCode::NOT_FOUND);
}

#[test]
fn commits_are_the_history_of_a_branch() {
    let of = |query: &str| column(&here(&format!("/commits?{query}")), "/sha");
    let main = of("");
    assert_eq!((main.len(), main[0].as_str()), (10, HEAD));
    for name in ["main", "refs%2Fheads%2Fmain", HEAD, "9c2cbe53e1"] {
        assert_eq!(of(&format!("sha={name}")), main, "{name}");
    }
    let branch = here("/commits?sha=merge%2Ffix&limit=1");
    assert_eq!(header(&branch, "x-total"), Some("9"));
    assert_eq!(header(&branch, "x-pagecount"), Some("9"));
    assert_eq!(of("sha=merge%2Ffix")[1..], main[2..]);
    assert_eq!(of("path=src%2Fbell.rs").len(), 2);
    assert_eq!(of("path=src").len(), 2);
    assert_eq!(here("/commits?path=no%2Fsuch").status(), StatusCode::NOT_FOUND);
    assert_eq!(of("since=2026-11-30T20:21:00Z").len(), 2);
    assert_eq!(of("until=2026-11-30T20:18:04Z").len(), 1);
    assert_eq!(of("sha=merge%2Ffix&not=main").len(), 1);
    let thin = &rows(&here("/commits?stat=false&files=false&verification=false"))[0];
    assert!(thin["stats"].is_null() && thin["files"].is_null() && thin["commit"]["verification"].is_null());
    for name in ["main", HEAD, "9c2cbe53", "refs%2Fheads%2Fmain"] {
        assert_eq!(json(&here(&format!("/git/commits/{name}")))["sha"], HEAD, "{name}");
    }
    assert_eq!(json(&here("/git/commits/merge%2Ffix"))["files"][0]["filename"], "merge/fix.txt");
    assert!(here(&format!("/git/commits/{HEAD}.diff")).body().starts_with(b"diff --git"));
    assert_eq!(here("/git/commits/1111111111111111").status(), StatusCode::NOT_FOUND);
    assert_eq!(json(&here("/compare/main...fix/spring"))["total_commits"], 1);
    assert_eq!(column(&here("/git/refs/tags"), "/ref"), ["refs/tags/v0.3.0", "refs/tags/v0.4.0-rc1"]);
}

#[test]
fn statuses_speak_of_their_page() {
    let sha = "b8f53c0668129471479e6d7767f6341dac089859";
    let whole = here(&format!("/commits/{sha}/status"));
    assert_eq!(json(&whole)["total_count"], 9);
    let page = here(&format!("/commits/{sha}/status?page=1&limit=2"));
    assert_eq!((json(&page)["total_count"].as_u64(), header(&page, "x-total-count")), (Some(2), Some("9")));
    assert_eq!(json(&page)["state"], "failure");
    assert!(json(&here(&format!("/commits/{sha}/status?page=9&limit=9")))["statuses"].is_null());
    assert_eq!(json(&here("/commits/main/status"))["sha"], HEAD);
    assert_eq!(json(&here("/commits/v0.3.0/status"))["total_count"], 2);
    assert_eq!(rows(&here("/commits/main/statuses")).len(), 2);
    let none = here("/commits/no-such/status");
    assert_eq!(none.status(), StatusCode::NOT_FOUND);
    assert!(message(&none).contains("holds main only"));
}

#[test]
fn files_are_those_of_main() {
    for query in ["", "?ref=main", "?ref=refs%2Fheads%2Fmain", &format!("?ref={HEAD}"), "?ref="] {
        assert_eq!(here(&format!("/contents{query}")).status(), StatusCode::OK, "{query}");
        assert_eq!(here(&format!("/raw/README.md{query}")).status(), StatusCode::OK, "{query}");
    }
    for path in [
        "/contents/README.md?ref=fix%2Fspring",
        "/contents?ref=v0.3.0",
        "/raw/README.md?ref=no-such",
        "/media/README.md?ref=8672ac9d71713f3dcec2dba61d7400d15b934740",
        "/git/trees/fix%2Fspring",
        "/commits?sha=v0.3.0",
        "/compare/v0.3.0...main",
    ] {
        let response = here(path);
        assert_eq!(response.status(), StatusCode::NOT_FOUND, "{path}");
        assert!(message(&response).contains("demo holds main only"), "{path}: {}", message(&response));
    }
    assert_eq!(here("/raw/docs/latest.md").body(), "keeper-guide.md");
    assert_eq!(header(&here("/raw/docs/latest.md"), "x-forgejo-object-type"), Some("symlink"));
    for path in ["/raw/src", "/raw/vendor/foghorn", "/raw/nope.txt", "/contents/nope.txt"] {
        assert_eq!(here(path).status(), StatusCode::NOT_FOUND, "{path}");
    }
    let latin = here("/media/data/latin1.txt");
    assert_eq!(header(&latin, "content-type"), Some("text/plain; charset=iso-8859-1"));
    assert_eq!(header(&here("/raw/data%2Fsignal.bin"), "content-type"), Some("application/octet-stream"));
    assert_eq!(header(&here("/raw/README.md"), "last-modified"), Some("Mon, 30 Nov 2026 20:18:08 GMT"));
    assert!(here("/raw/data/empty.txt").body().is_empty());
}

#[test]
fn every_file_of_the_tree_is_there_whole() {
    let tree = rows(&here("/git/trees/main?recursive=true"));
    assert_eq!(tree.len(), 43);
    for entry in tree.iter().filter(|entry| entry["type"] == "blob") {
        let path = entry["path"].as_str().unwrap();
        let encoded = percent_encoding::utf8_percent_encode(path, percent_encoding::NON_ALPHANUMERIC);
        let raw = here(&format!("/raw/{encoded}"));
        assert_eq!(raw.body().len() as u64, entry["size"].as_u64().unwrap(), "{path}");
        if entry["mode"] != "120000" {
            let blob = json(&here(&format!("/git/blobs/{}", entry["sha"].as_str().unwrap())));
            assert_eq!(blob["size"], entry["size"], "{path}");
        }
    }
    let png = here("/raw/assets/logo.png");
    assert_eq!(header(&png, "content-type"), Some("image/png"));
    assert_eq!(header(&png, "etag"), Some("\"6e754e4b678b8d1a480e3f8c036ec563154c178e\""));
    // The CRC of the whole file, made with another tool than the one under test.
    let mut crc = Crc::new();
    crc.update(png.body());
    assert_eq!((png.body().len(), crc.sum()), (228, LOGO_CRC));
}

#[test]
fn trees_are_paged_by_their_own_parameter() {
    assert_eq!(rows(&here("/git/trees/main")).len(), 14);
    assert_eq!(rows(&here("/git/trees/main?limit=5")).len(), 14);
    let page = here("/git/trees/main?recursive=true&per_page=5&page=2");
    let body = json(&page);
    assert_eq!((body["truncated"].as_bool(), body["total_count"].as_u64()), (Some(true), Some(43)));
    assert_eq!((rows(&page).len(), header(&page, "x-total-count")), (5, Some("43")));
    let past = json(&here("/git/trees/main?recursive=true&per_page=50&page=9"));
    assert!(past["tree"].is_null() && past["truncated"] == false);
    let source = rows(&here("/git/trees/main")).into_iter().find(|entry| entry["path"] == "src").unwrap();
    let below = here(&format!("/git/trees/{}", source["sha"].as_str().unwrap()));
    assert_eq!(column(&below, "/path")[..2], ["bell.rs", "fog.rs"]);
    assert_eq!(json(&below)["sha"], source["sha"]);
}

#[test]
fn odd_names_are_found_however_they_are_encoded() {
    for path in [
        "/branches/merge%2Ffix",
        "/branches/merge/fix",
        "/tags/v0.4.0-rc1",
        "/contents/docs/100%25/a+b%23c%3F.md",
        "/contents/docs%2F100%25%2Fa%2Bb%23c%3F.md",
        "/raw/docs/100%25/a+b%23c%3F.md",
        ENCODED_README,
        "/contents/src%2F",
        "/contents//src/main.rs",
        "/contents/",
        "/branch_protections/release%2F%2A",
        "/releases/tags/v0.3.0",
        "/wiki/page/Guides%2FGetting-started",
        "/git/refs/heads/docs/keeper",
    ] {
        assert_eq!(here(path).status(), StatusCode::OK, "{path}");
    }
    assert_eq!(get("/api/v1/repos/Harbor/LightHouse/branches/main/").status(), StatusCode::OK);
    for path in
        ["/branch_protections/release/*", "/wiki/page/Guides/Getting-started", "/contents/src%252Fmain.rs"]
    {
        assert_eq!(here(path).status(), StatusCode::NOT_FOUND, "{path}");
    }
}

#[test]
fn attachments_are_downloaded_by_their_uuid() {
    let asset = json(&here("/issues/1/assets/1"));
    let file = get(&format!("/attachments/{}", asset["uuid"].as_str().unwrap()));
    assert_eq!(header(&file, "content-type"), Some("image/png"));
    assert_eq!(file.body().len() as u64, asset["size"].as_u64().unwrap());
}

#[test]
fn what_was_not_recorded_is_a_404_that_says_so() {
    for path in
        ["/api/v1/repos/harbor/workshop", "/api/v1/repos/harbor/lighthouse/issues/99", "/", "/api/v1/users/x"]
    {
        let response = get(path);
        assert_eq!(response.status(), StatusCode::NOT_FOUND, "{path}");
        let wanted = format!("The demo holds only what was recorded of harbor/lighthouse: nothing at {path}");
        assert_eq!(message(&response), wanted);
    }
}

#[test]
fn writes_are_refused() {
    let url = Url::parse(&format!("https://demo.test{HERE}/issues")).unwrap();
    for method in [Method::POST, Method::PUT, Method::PATCH, Method::DELETE, Method::OPTIONS] {
        let response = Demo::new().answer(&method, &url);
        assert_eq!(response.status(), StatusCode::FORBIDDEN, "{method}");
        assert_eq!(message(&response), "the demo forge is read-only");
    }
    let head = Demo::new().answer(&Method::HEAD, &url);
    assert_eq!((head.status(), head.body().is_empty()), (StatusCode::OK, true));
    assert_eq!(header(&head, "content-length").unwrap(), here("/issues").body().len().to_string());
}
