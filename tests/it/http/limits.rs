//! Too much is refused, and says when to come back.

use std::time::Duration;

use serde_json::json;

use super::served::{Served, answer, asked, call, forge, list_branches, refusal};
use crate::harness::{Answer, Upstream};

#[tokio::test]
async fn a_body_that_is_too_large_is_refused() {
    let forge = forge();
    let served = Served::with(&forge, |flags| flags.serving.max_body = Some(10_000)).await;
    let arguments = json!({ "owner": "o", "repo": "r", "title": "t", "body": "x".repeat(20_000) });
    let response = served.of("t").body(call("create_issue", arguments)).send().await.unwrap();
    assert_eq!(response.status(), 413);
    assert_eq!(forge.targets(), [""; 0]);
    answer(served.of("t"), list_branches()).await;
}

#[tokio::test]
async fn a_file_fits_into_a_request() {
    let forge = forge();
    let file = json!({ "content": { "name": "f", "path": "f", "sha": "a".repeat(40) }, "commit": { "sha": "b".repeat(40) } });
    forge.on("POST /repos/o/r/contents/f", Answer::json(201, &file));
    let served = Served::start(&forge).await;
    let arguments =
        json!({ "owner": "o", "repo": "r", "path": "f", "message": "m", "content": "x".repeat(8_000_000) });
    let found = answer(served.of("t"), call("create_file", arguments)).await;
    assert_ne!(found["result"]["isError"], true, "{found}");
    assert!(forge.last("POST /repos/o/r/contents/f").body.len() > 8_000_000);
}

#[tokio::test]
async fn what_comes_while_enough_is_worked_on_is_turned_away() {
    let forge = Upstream::start();
    forge.on("GET /repos/o/r/branches", Answer::json(200, &json!([])).after(Duration::from_secs(2)));
    let served = Served::with(&forge, |flags| flags.serving.max_concurrent = Some(1)).await;
    let first = tokio::spawn(served.of("t").body(list_branches()).send());
    asked(&forge).await;
    let second = served.of("t").body(list_branches()).send().await.unwrap();
    assert_eq!(second.headers()["retry-after"], "1");
    assert_eq!(refusal(second).await.0, 503);
    // Whether the process lives is answered all the same.
    let alive = served.client.get(format!("{}/healthz", served.url)).send().await.unwrap();
    assert_eq!(alive.status(), 200);
    assert_eq!(first.await.unwrap().unwrap().status(), 200);
    answer(served.of("t"), list_branches()).await;
}

#[tokio::test]
async fn one_caller_who_asks_too_often_does_not_keep_out_others() {
    let forge = forge();
    let served = Served::with(&forge, |flags| flags.serving.rate_limit = Some(3)).await;
    let mut refused = 0;
    for _ in 0..12 {
        let response = served.of("eager").body(list_branches()).send().await.unwrap();
        if response.status() == 429 {
            assert_eq!(response.headers()["retry-after"], "1");
            refused += 1;
        }
    }
    assert!(refused > 0, "somebody who asks twelve times at once is told to wait");
    answer(served.of("patient"), list_branches()).await;
}
