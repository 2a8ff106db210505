//! The search for users.

use serde_json::json;

use crate::harness::{Answer, Session, Upstream};

#[tokio::test]
async fn p9_search_users_unwraps_its_rows() {
    let forge = Upstream::start();
    forge.replay("search/search_users_limit");
    let page = forge.call("search_users", json!({ "keyword": "a", "limit": 1 })).await.json();
    assert_eq!(page["items"][0]["login"], "alice");
    assert_eq!((&page["total_count"], &page["next"]), (&json!(5), &json!({ "page": 2, "limit": 1 })));
    let asked = forge.last("GET /users/search");
    let query = |name: &str| asked.query(name).join("");
    assert_eq!((query("q"), query("page"), query("limit")), ("a".into(), "1".into(), "1".into()));
}

#[tokio::test]
async fn search_users_without_words_lists_everybody() {
    let session = Session::demo().await;
    let page = session.call("search_users", json!({})).await.json();
    assert!(page["items"].as_array().unwrap().len() > 1, "{page}");
}

#[tokio::test]
async fn search_users_passes_failures_on() {
    let forge = Upstream::start();
    forge.on("GET /users/search", Answer::json(403, &json!({ "message": "not for you" })));
    let called = forge.call("search_users", json!({ "q": "x" })).await;
    assert_eq!(called.kind(), "forbidden");
    assert!(called.error().contains("not for you"), "{}", called.error());
}
