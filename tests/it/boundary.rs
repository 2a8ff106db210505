//! The boundary to the forge: what is tried again, what is followed, and what every kind of failure becomes.

use std::io::Read;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant, SystemTime};

use forgejo_mcp::config::{CommandWords, ConfirmMode, Flags};
use forgejo_mcp::fetch::{self, At};
use forgejo_mcp::forgejo::{Forge, Guard, HttpSettings, Instance, Source};
use forgejo_mcp::secret::Secret;
use serde_json::{Value, json};

use crate::harness::{Answer, Called, Seen, Session, TOKEN, Upstream};

const ISSUE: &str = "/repos/o/r/issues/1";

async fn read(forge: &Upstream) -> Called {
    forge.call("get_issue_by_index", json!({ "owner": "o", "repo": "r", "index": 1 })).await
}

async fn write(forge: &Upstream) -> Called {
    forge.call("create_issue_comment", json!({ "owner": "o", "repo": "r", "index": 1, "body": "b" })).await
}

fn issue() -> Answer {
    Answer::json(200, &json!({ "number": 1, "title": "t" }))
}

fn meta(called: &Called) -> Value {
    serde_json::to_value(called.result.meta.as_ref().unwrap()).unwrap()
}

#[tokio::test]
async fn a_read_is_tried_again_after_what_passes() {
    for status in [429, 502, 503, 504] {
        let forge = Upstream::start();
        forge.in_turn(&format!("GET {ISSUE}"), [Answer::empty(status), issue()]);
        assert_eq!(read(&forge).await.json()["number"], 1, "{status}");
        assert_eq!(forge.seen().len(), 2, "{status}");
    }
    let forge = Upstream::start();
    forge.in_turn(&format!("GET {ISSUE}"), [issue().broken_after(0), issue()]);
    let called = read(&forge).await;
    assert!(called.result.is_error != Some(true) || called.kind() == "unavailable");
}

#[tokio::test]
async fn it_gives_up_after_three_tries() {
    let forge = Upstream::start();
    forge.on(&format!("GET {ISSUE}"), Answer::empty(503));
    assert_eq!(read(&forge).await.kind(), "unavailable");
    assert_eq!(forge.seen().len(), 3);
}

#[tokio::test]
async fn plain_failures_are_not_tried_again() {
    for status in [400, 403, 404, 409, 500] {
        let forge = Upstream::start();
        forge.on(&format!("GET {ISSUE}"), Answer::empty(status));
        read(&forge).await.error();
        assert_eq!(forge.seen().len(), 1, "{status}");
    }
}

#[tokio::test]
async fn retry_after_is_honoured_in_seconds_and_as_a_date() {
    let wait_for = async |wait: &str| {
        let forge = Upstream::start();
        forge.in_turn(&format!("GET {ISSUE}"), [Answer::empty(429).header("retry-after", wait), issue()]);
        read(&forge).await.json();
        assert_eq!(forge.seen().len(), 2);
    };
    let started = Instant::now();
    wait_for("1").await;
    assert!(started.elapsed() >= Duration::from_secs(1), "{:?}", started.elapsed());
    let date = httpdate::fmt_http_date(SystemTime::now() + Duration::from_secs(4));
    wait_for(&date).await;
    assert!(SystemTime::now() >= httpdate::parse_http_date(&date).unwrap(), "not before {date}");
    let forge = Upstream::start();
    forge.on(&format!("GET {ISSUE}"), Answer::empty(429).header("retry-after", "600"));
    let called = read(&forge).await;
    assert_eq!(called.kind(), "rate_limited");
    assert_eq!(
        (meta(&called)["retry_after"].clone(), meta(&called)["status"].clone()),
        (json!(600), json!(429))
    );
    assert_eq!(forge.seen().len(), 1, "a long wait is not waited for");
}

#[tokio::test]
async fn a_write_is_sent_once() {
    for (status, kind) in [
        (429, "rate_limited"),
        (502, "outcome_unknown"),
        (503, "unavailable"),
        (504, "outcome_unknown"),
        (500, "unavailable"),
    ] {
        let forge = Upstream::start();
        forge.on(&format!("POST {ISSUE}/comments"), Answer::empty(status));
        assert_eq!(write(&forge).await.kind(), kind, "{status}");
        assert_eq!(forge.writes().len(), 1, "{status}");
    }
}

#[tokio::test]
async fn no_answer_in_time_is_unavailable_for_reads_and_unknown_for_writes() {
    let late = Duration::from_secs(3);
    let forge = Upstream::start();
    forge.on(&format!("GET {ISSUE}"), issue().after(late));
    forge.on(&format!("POST {ISSUE}/comments"), Answer::json(201, &json!({ "id": 1 })).after(late));
    let session = forge.session_with(|flags| flags.timeout = Some(1)).await;
    let called = session.call("get_issue_by_index", json!({ "owner": "o", "repo": "r", "index": 1 })).await;
    assert_eq!(called.kind(), "unavailable");
    assert!(called.error().contains("in time"), "{}", called.error());
    let arguments = json!({ "owner": "o", "repo": "r", "index": 1, "body": "b" });
    let called = session.call("create_issue_comment", arguments).await;
    assert_eq!(called.kind(), "outcome_unknown");
    assert!(called.error().contains("may have happened"), "{}", called.error());
    assert_eq!(forge.writes().len(), 1);
}

#[tokio::test]
async fn broken_bodies() {
    let body = json!({ "number": 1, "title": "a title that is long enough to be cut" });
    let forge = Upstream::start();
    forge.on(&format!("GET {ISSUE}"), Answer::json(200, &body).broken_after(9));
    assert_eq!(read(&forge).await.kind(), "unavailable");
    forge.on(&format!("POST {ISSUE}/comments"), Answer::json(201, &body).broken_after(9));
    let called = write(&forge).await;
    assert_eq!(called.kind(), "outcome_unknown");
    assert!(called.error().contains("accepted the write"), "{}", called.error());
    assert_eq!(forge.writes().len(), 1);
}

#[tokio::test]
async fn s7_an_unreadable_success_of_a_write_was_accepted() {
    let forge = Upstream::start();
    forge.on(
        &format!("POST {ISSUE}/comments"),
        Answer::raw(201, "text/html", "<html><title>Sign in</title></html>"),
    );
    let called = write(&forge).await;
    assert_eq!(called.kind(), "outcome_unknown");
    assert!(called.error().contains("the write was accepted"), "{}", called.error());
    let forge = Upstream::start();
    forge.on(&format!("GET {ISSUE}"), Answer::raw(200, "text/html", "<html><title>Sign in</title></html>"));
    let called = read(&forge).await;
    assert_eq!(called.kind(), "unavailable");
    assert!(called.error().contains("HTML page") && !called.error().contains('<'), "{}", called.error());
}

#[tokio::test]
async fn a_page_of_a_proxy_becomes_one_line() {
    let forge = Upstream::start();
    let page = "<!DOCTYPE html>\n<html><head><title>502 Bad Gateway</title></head><body>nginx</body></html>";
    forge.on(&format!("GET {ISSUE}"), Answer::raw(403, "text/html", page));
    let error = read(&forge).await.error();
    assert!(error.contains("an HTML page titled \"502 Bad Gateway\"") && !error.contains("<html"), "{error}");
}

#[tokio::test]
async fn s20_a_refused_token_is_never_repeated() {
    for recorded in [
        "users/me_bad_token_401",
        "versions/15.0/errors/me_as_bad_token",
        "versions/11.0/errors/me_as_bad_token",
    ] {
        let forge = Upstream::start();
        forge.replay(recorded);
        let called = forge.call("get_my_user_info", json!({})).await;
        assert_eq!(called.kind(), "unauthorized");
        let error = called.error();
        assert!(!error.contains("0123456789012345") && !error.contains("sha:"), "{error}");
        assert!(error.contains("FORGEJO_ACCESS_TOKEN"), "{error}");
    }
    let forge = Upstream::start();
    forge.on(
        &format!("GET {ISSUE}"),
        Answer::json(403, &json!({ "message": format!("token {TOKEN} is narrow") })),
    );
    let error = read(&forge).await.error();
    assert!(error.contains("token [secret] is narrow"), "{error}");
}

#[tokio::test]
async fn s21_a_bad_token_is_told_from_missing_rights() {
    let forge = Upstream::start();
    forge.replay("errors/repo_as_bad_token");
    let called = forge.call("get_repo", json!({ "owner": "harbor", "repo": "lighthouse" })).await;
    assert_eq!(called.kind(), "unauthorized");
    let session = forge.session_with(|flags| flags.token = None).await;
    forge.replay("users/me_anonymous_401");
    let called = session.call("get_my_user_info", json!({})).await;
    assert!(called.error().contains("wants a token"), "{}", called.error());
    assert!(forge.last("GET /user").header("authorization").is_none());
}

#[tokio::test]
async fn the_token_is_sent_as_a_header_and_nowhere_else() {
    let forge = Upstream::start();
    forge.on(&format!("GET {ISSUE}"), issue());
    read(&forge).await.json();
    let seen = forge.last(&format!("GET {ISSUE}"));
    assert_eq!(seen.header("authorization"), Some(format!("token {TOKEN}").as_str()));
    assert!(!seen.target.contains(TOKEN));
    assert!(seen.header("api-version").is_none());
    assert!(seen.header("user-agent").unwrap().starts_with("forgejo-mcp/"));
}

#[tokio::test]
async fn s24_a_missing_scope_is_named() {
    let forge = Upstream::start();
    forge.replay("errors/me_as_alice_narrow");
    let called = forge.call("get_my_user_info", json!({})).await;
    assert_eq!(called.kind(), "forbidden");
    assert!(called.error().contains("make a token with one of [read:user]"), "{}", called.error());
}

#[tokio::test]
async fn s17_a_read_follows_a_renamed_repository() {
    for recorded in
        ["repos/get_repo_by_old_name_redirects", "versions/11.0/repos/get_repo_by_old_name_redirects"]
    {
        let forge = Upstream::start();
        forge.on(
            "GET /repos/harbor/workbench",
            Answer::json(200, &json!({ "full_name": "harbor/workbench" })),
        );
        forge.replay(recorded);
        let repo = forge.call("get_repo", json!({ "owner": "harbor", "repo": "workshop" })).await.json();
        assert_eq!(repo["name"], "harbor/workbench");
        assert!(forge.last("GET /repos/harbor/workbench").header("authorization").is_some());
    }
}

#[tokio::test]
async fn s17_a_write_is_not_repeated_at_the_new_name() {
    for status in [301, 307] {
        let forge = Upstream::start();
        let moved = Answer::empty(status).header("location", "/api/v1/repos/new/name/issues/1/comments");
        forge.on(&format!("POST {ISSUE}/comments"), moved);
        let called = write(&forge).await;
        assert_eq!(called.kind(), "conflict");
        assert!(called.error().contains("/repos/new/name") && called.error().contains("nothing was changed"));
        assert_eq!(forge.seen().len(), 1);
    }
}

#[tokio::test]
async fn another_origin_is_not_followed_and_never_sees_the_token() {
    let other = Upstream::start();
    other.on(ISSUE_ROUTE, issue());
    other.on("GET /store/f", Answer::raw(200, "text/plain", "from the store\n"));
    let forge = Upstream::start();
    forge.on(ISSUE_ROUTE, Answer::empty(302).header("location", &format!("{}/api/v1{ISSUE}", other.url)));
    let called = read(&forge).await;
    assert_eq!(called.kind(), "conflict");
    assert!(other.seen().is_empty());
    forge
        .on("GET /repos/o/r/raw/f", Answer::empty(302).header("location", &format!("{}/store/f", other.url)));
    let called = forge.call("get_file_content", json!({ "owner": "o", "repo": "r", "path": "f" })).await;
    assert_eq!(called.text(), "from the store\n", "files may live in a store of their own");
    assert!(other.seen()[0].header("authorization").is_none());
}

const ISSUE_ROUTE: &str = "GET /repos/o/r/issues/1";

#[tokio::test]
async fn a_redirect_does_not_lead_out_of_the_allowed_repositories() {
    let forge = Upstream::start();
    forge.on("GET /repos/other/secret", Answer::json(200, &json!({ "full_name": "other/secret" })));
    forge.on("GET /repos/o/r", Answer::empty(301).header("location", "/api/v1/repos/other/secret"));
    let session = forge.session_with(|flags| flags.repos = vec!["o/*".to_owned()]).await;
    let called = session.call("get_repo", json!({ "owner": "o", "repo": "r" })).await;
    assert_eq!(called.kind(), "conflict");
    assert_eq!(forge.seen().len(), 1, "{:?}", forge.targets());
}

#[tokio::test]
async fn redirects_end() {
    let forge = Upstream::start();
    forge.on(ISSUE_ROUTE, Answer::empty(301).header("location", &format!("/api/v1{ISSUE}")));
    assert_eq!(read(&forge).await.kind(), "conflict");
    assert!(forge.seen().len() < 10);
}

#[tokio::test]
async fn s14_a_route_that_the_instance_lacks_is_unsupported() {
    let text = Answer::recorded("misc/no_such_route");
    let refused = Answer::empty(405).header("allow", "GET");
    for answer in [text, refused] {
        let forge = Upstream::start();
        forge.on(ISSUE_ROUTE, answer);
        let called = read(&forge).await;
        assert_eq!(called.kind(), "unsupported");
        assert!(called.error().contains("this instance lacks issueGetIssue"), "{}", called.error());
    }
    let forge = Upstream::start();
    forge.on(ISSUE_ROUTE, Answer::json(404, &json!({ "message": "404 page not found" })));
    assert_eq!(read(&forge).await.kind(), "not_found", "JSON is a thing that is not there");
}

#[tokio::test]
async fn s19_s26_every_shape_of_an_error_body_is_read() {
    for (answer, part) in [
        (Answer::json(422, &json!(null)), "answered 422"),
        (Answer::raw(422, "application/json", "{\"message\":\"first\"}{\"message\":\"second\"}"), ": first"),
        (Answer::raw(422, "application/json", "{\"message\":\"first\"}\n<html>page</html>"), ": first"),
        (Answer::raw(422, "text/plain", "plain   words\n"), ": plain words"),
        (
            Answer::json(422, &json!({ "message": "m", "errors": ["m", "e"], "invalidTopics": ["t"] })),
            ": m; e; t",
        ),
        (Answer::json(422, &json!({ "message": "m", "invalidTopics": "t" })), ": m; t"),
        (Answer::json(422, &json!({ "message": "%!s(<nil>)" })), "the forge refused the values"),
        (Answer::json(422, &json!("text")), ": text"),
        (Answer::raw(422, "application/json", "{\"message\": \"cut off"), "answered 422"),
        (Answer::raw(422, "application/octet-stream", [0xff, 0xfe]), "answered 422"),
        (Answer::empty(422), "answered 422"),
    ] {
        let forge = Upstream::start();
        forge.on(ISSUE_ROUTE, answer);
        let called = read(&forge).await;
        assert_eq!((called.kind().as_str(), meta(&called)["status"].clone()), ("validation", json!(422)));
        assert!(called.error().contains(part), "{part}: {}", called.error());
    }
    let forge = Upstream::start();
    forge.on(ISSUE_ROUTE, Answer::json(422, &json!({ "message": "m".repeat(100_000) })));
    assert!(read(&forge).await.error().len() < 2_000, "bounded");
}

#[tokio::test]
async fn s18_an_empty_403_is_explained() {
    let forge = Upstream::start();
    forge.on(ISSUE_ROUTE, Answer::empty(403));
    let called = read(&forge).await;
    assert_eq!(called.kind(), "forbidden");
    assert!(called.error().contains("hint: the account lacks the right"), "{}", called.error());
}

#[tokio::test]
async fn every_status_has_its_kind() {
    for (status, kind) in [
        (400, "validation"),
        (401, "unauthorized"),
        (403, "forbidden"),
        (404, "not_found"),
        (405, "precondition_failed"),
        (409, "conflict"),
        (412, "precondition_failed"),
        (413, "validation"),
        (418, "unavailable"),
        (422, "validation"),
        (423, "precondition_failed"),
        (500, "unavailable"),
        (501, "unavailable"),
    ] {
        let forge = Upstream::start();
        forge.on(ISSUE_ROUTE, Answer::json(status, &json!({ "message": "said" })));
        let called = read(&forge).await;
        assert_eq!(called.kind(), kind, "{status}");
        assert!(called.error().contains(&format!("GET {ISSUE} answered {status}")), "{}", called.error());
    }
}

#[tokio::test]
async fn a_missing_url_says_what_to_set() {
    let session = Session::start(Flags::default()).await;
    let called = session.call("get_repo", json!({ "owner": "o", "repo": "r" })).await;
    assert_eq!(called.kind(), "unavailable");
    assert!(called.error().contains("FORGEJO_URL"), "{}", called.error());
}

#[tokio::test]
async fn a_host_that_is_down_is_unavailable() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    drop(listener);
    let flags = Flags { url: Some(url), token: Some(Secret::new(TOKEN)), ..Default::default() };
    let flags = Flags { confirm: ConfirmMode::Never, ..flags };
    let session = Session::start(flags).await;
    for tool in ["get_repo", "delete_branch"] {
        let arguments = match tool {
            "get_repo" => json!({ "owner": "o", "repo": "r" }),
            _ => json!({ "owner": "o", "repo": "r", "branch": "b" }),
        };
        let called = session.call(tool, arguments).await;
        assert_eq!(called.kind(), "unavailable");
        assert!(called.error().contains("cannot be reached"), "{}", called.error());
    }
}

#[tokio::test]
async fn bytes_that_are_no_http_are_unavailable() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let _ = std::io::Write::write_all(&mut &stream, b"SSH-2.0-nothing here\r\n");
        }
    });
    for scheme in ["http", "https"] {
        let url = Some(format!("{scheme}://{address}"));
        let flags = Flags { url, token: Some(Secret::new(TOKEN)), ..Default::default() };
        let session = Session::start(flags).await;
        let called = session.call("get_repo", json!({ "owner": "o", "repo": "r" })).await;
        assert_eq!(called.kind(), "unavailable", "{scheme}");
    }
}

#[cfg(unix)]
#[tokio::test]
async fn a_refused_token_of_a_command_is_asked_for_again() {
    let folder = tempfile::tempdir().unwrap();
    let runs = folder.path().join("runs");
    let counts = format!("echo x >> {0}; echo token-$(wc -l < {0})", runs.display());
    let forge = Upstream::start();
    let refused = Answer::json(401, &json!({ "message": "invalid username, password or token" }));
    forge.in_turn(ISSUE_ROUTE, [issue(), issue(), refused, issue(), issue()]);
    let command = CommandWords(vec!["sh".to_owned(), "-c".to_owned(), counts]);
    let session =
        forge.session_with(|flags| (flags.token, flags.token_command) = (None, Some(command))).await;
    for is_known in [true, true, false, true, true] {
        let called =
            session.call("get_issue_by_index", json!({ "owner": "o", "repo": "r", "index": 1 })).await;
        assert_eq!(called.result.is_error != Some(true), is_known);
    }
    let sent = |seen: &Seen| seen.header("authorization").unwrap().to_owned();
    let sent: Vec<String> = forge.seen().iter().map(sent).collect();
    assert_eq!(sent[..3], ["token token-1", "token token-1", "token token-1"]);
    assert_eq!(sent[3..], ["token token-2", "token token-2"], "what worked is kept, what was refused is not");
}

#[cfg(unix)]
#[tokio::test]
async fn a_command_that_fails_is_tried_again_and_starts_nothing_wrong() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("token");
    let forge = Upstream::start();
    forge.on(ISSUE_ROUTE, issue());
    let command = CommandWords(vec!["cat".to_owned(), path.display().to_string()]);
    let session =
        forge.session_with(|flags| (flags.token, flags.token_command) = (None, Some(command))).await;
    let arguments = json!({ "owner": "o", "repo": "r", "index": 1 });
    let called = session.call("get_issue_by_index", arguments.clone()).await;
    assert_eq!(called.kind(), "unauthorized");
    assert!(called.error().contains("the token command \"cat\" failed"), "{}", called.error());
    assert!(forge.seen().is_empty());
    std::fs::write(&path, TOKEN).unwrap();
    session.call("get_issue_by_index", arguments).await.json();
}

#[tokio::test]
async fn a_store_may_answer_by_another_name_and_then_send_the_download_back() {
    // From the forge to a store, to another store and back: the token is not taken up again.
    let (first, second) = (Upstream::start(), Upstream::start());
    let forge = Upstream::start();
    let to = |url: &str, path: &str| Answer::empty(302).header("location", &format!("{url}{path}"));
    forge.on("GET /repos/o/r/raw/f", to(&first.url, "/a"));
    first.on("GET /a", to(&second.url, "/b"));
    second.on("GET /b", to(&forge.url, "/c"));
    forge.on("GET /c", Answer::raw(200, "text/plain", "round the harbour\n"));
    let called = forge.call("get_file_content", json!({ "owner": "o", "repo": "r", "path": "f" })).await;
    assert_eq!(called.text(), "round the harbour\n");
    for seen in [&first.seen()[0], &second.seen()[0], &forge.last("GET /c")] {
        assert!(seen.header("authorization").is_none(), "{}", seen.target);
    }
}

#[tokio::test]
async fn nothing_where_json_is_due_is_said() {
    let forge = Upstream::start();
    for answer in [Answer::empty(204), Answer::raw(200, "application/json", "")] {
        forge.on(ISSUE_ROUTE, answer);
        let called = read(&forge).await;
        assert_eq!(called.kind(), "unavailable");
        assert!(called.error().contains("answer"), "{}", called.error());
    }
}

/// Two requests of one call that wait for their answers at the same time.
#[tokio::test]
async fn requests_side_by_side_keep_their_own_errors() {
    let forge = Upstream::start();
    let slow = Answer::json(404, &json!({ "message": "no such issue" })).after(Duration::from_millis(300));
    forge.on("GET /repos/o/r/issues/1", slow);
    forge.on("GET /repos/o/r/issues/2", Answer::json(403, &json!({ "message": "issues are hidden" })));
    let http = HttpSettings {
        timeout: Duration::from_secs(5),
        user_agent: "test".to_owned(),
        ca_file: None,
        client_cert: None,
    };
    let source = Source::Instance(forge.url.parse().unwrap());
    let here = Forge::new(Arc::new(Instance::new(source, http)), None, Guard::default());
    let at = At { owner: "o", repo: "r" };
    let (first, second, refused) = tokio::join!(
        fetch::issue(&here, at, 1),
        fetch::issue(&here, at, 2),
        fetch::issue(&here, At { owner: "..", repo: "r" }, 3),
    );
    let (first, second) = (first.err().unwrap().to_string(), second.err().unwrap().to_string());
    assert!(first.contains("GET /repos/o/r/issues/1 answered 404: no such issue"), "{first}");
    assert!(second.contains("GET /repos/o/r/issues/2 answered 403: issues are hidden"), "{second}");
    let refused = refused.err().unwrap().to_string();
    assert!(refused.contains("owner is not a name") && !refused.contains("asked"), "{refused}");
}

/// A server that hangs up on everybody who has asked something; counts them.
fn hanging_up(reset: bool) -> (String, Arc<AtomicUsize>) {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let asked = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&asked);
    std::thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            // What is left unread makes the system send a reset instead of an end.
            let wanted = if reset { 1 } else { 64 * 1024 };
            if stream.read(&mut vec![0; wanted]).is_ok_and(|read| read > 0) {
                counted.fetch_add(1, Ordering::SeqCst);
            }
        }
    });
    (url, asked)
}

#[tokio::test]
async fn a_forge_that_hangs_up_is_asked_again_only_to_read() {
    for reset in [false, true] {
        let (url, asked) = hanging_up(reset);
        let flags = Flags { url: Some(url), confirm: ConfirmMode::Never, ..Flags::default() };
        let session = Session::start(flags).await;
        let called = session.call("get_repo", json!({ "owner": "o", "repo": "r" })).await;
        assert_eq!(called.kind(), "unavailable", "{}", called.error());
        assert_eq!(asked.swap(0, Ordering::SeqCst), 3, "{}", called.error());
        let body = json!({ "owner": "o", "repo": "r", "index": 1, "body": "b" });
        let called = session.call("create_issue_comment", body).await;
        assert_eq!(called.kind(), "outcome_unknown", "{}", called.error());
        assert_eq!(asked.load(Ordering::SeqCst), 1, "a write is sent once");
    }
}
