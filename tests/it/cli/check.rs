//! `doctor`.

use serde_json::{Value, json};

use super::{Cli, Ran};
use crate::harness::{Answer, TOKEN, Upstream};

fn doctor(forge: &Upstream) -> Ran {
    Cli::new(&["doctor", "--json"]).env("FORGEJO_URL", &forge.url).env("FORGEJO_ACCESS_TOKEN", TOKEN).run()
}

/// The finding of one check.
fn finding(ran: &Ran, check: &str) -> Value {
    let all: Vec<Value> = serde_json::from_str(&ran.out).unwrap_or_else(|error| panic!("{error}: {ran:?}"));
    all.into_iter().find(|row| row["check"] == check).unwrap_or_else(|| panic!("{check}: {ran:?}"))
}

fn healthy() -> Upstream {
    let forge = Upstream::start();
    forge.replay("users/me");
    let last = &TOKEN[TOKEN.len() - 8..];
    let tokens = json!([
        { "id": 1, "name": "other", "token_last_eight": "00000000", "scopes": ["all"] },
        { "id": 2, "name": "own", "token_last_eight": last, "scopes": ["read:issue", "read:user"] },
    ]);
    forge.on("GET /users/alice/tokens", Answer::json(200, &tokens));
    forge
}

#[test]
fn a_healthy_instance_has_nothing_to_fix() {
    let ran = doctor(&healthy());
    assert_eq!(ran.status, 0, "{ran:?}");
    assert_eq!(finding(&ran, "connect")["state"], "ok");
    assert!(finding(&ran, "version")["said"].as_str().unwrap().starts_with("16.0.0"), "{ran:?}");
    assert!(finding(&ran, "token")["said"].as_str().unwrap().contains("alice"), "{ran:?}");
    assert_eq!(finding(&ran, "scopes")["said"], "read:issue, read:user (reads only)");
    assert!(finding(&ran, "pages")["said"].as_str().unwrap().contains("50"), "{ran:?}");
}

#[test]
fn it_is_readable_and_needs_no_cli() {
    let ran = Cli::new(&["--demo", "doctor"]).run();
    assert!(ran.out().lines().next().unwrap().starts_with("ok       url      the demo"), "{ran:?}");
    assert_eq!(ran.out, Cli::demo(&["doctor"]).run().out);
}

#[test]
fn without_a_url_it_says_what_to_set() {
    let ran = Cli::new(&["doctor", "--json"]).run();
    assert_eq!(ran.status, 1, "{ran:?}");
    assert_eq!(finding(&ran, "url")["state"], "problem");
    assert!(finding(&ran, "url")["fix"].as_str().unwrap().contains("FORGEJO_URL"));
    assert!(ran.err.starts_with("error: "), "{ran:?}");
}

#[test]
fn an_instance_that_is_down_is_a_problem() {
    let ran = Cli::new(&["doctor", "--json", "--url", "http://127.0.0.1:1"]).run();
    assert_eq!(ran.status, 1, "{ran:?}");
    assert!(finding(&ran, "connect")["said"].as_str().unwrap().contains("cannot be reached"), "{ran:?}");
}

#[test]
fn s21_a_bad_token_fails_public_routes_too_and_is_told_from_a_dead_instance() {
    let forge = Upstream::start();
    let bad = Answer::json(401, &json!({ "message": format!("token {TOKEN} does not exist") }));
    for route in ["GET /version", "GET /user", "GET /settings/api"] {
        forge.on(route, bad.clone());
    }
    let ran = doctor(&forge);
    assert_eq!(ran.status, 1, "{ran:?}");
    assert_eq!(finding(&ran, "connect")["state"], "ok");
    assert_eq!(finding(&ran, "token")["state"], "problem");
    assert!(finding(&ran, "token")["fix"].as_str().unwrap().contains("FORGEJO_ACCESS_TOKEN"));
    assert!(!ran.out.contains(TOKEN) && !ran.err.contains(TOKEN), "{ran:?}");
}

#[test]
fn a_token_of_single_repositories_is_no_problem() {
    let forge = Upstream::start();
    forge.replay("errors/me_as_alice_repo_scoped");
    let ran = doctor(&forge);
    assert_eq!(ran.status, 0, "{ran:?}");
    assert_eq!(finding(&ran, "token")["state"], "ok");
}

#[test]
fn scopes_that_cannot_be_read_are_not_guessed() {
    let forge = Upstream::start();
    forge.replay("users/me");
    let ran = doctor(&forge);
    assert_eq!(ran.status, 0, "{ran:?}");
    assert!(finding(&ran, "scopes")["said"].as_str().unwrap().starts_with("not shown"), "{ran:?}");
}

#[test]
fn clocks_that_disagree_are_noticed() {
    let forge = healthy();
    let version = json!({ "version": "16.0.0+gitea-1.22.0" });
    forge.on("GET /version", Answer::json(200, &version).header("date", "Wed, 21 Oct 2015 07:28:00 GMT"));
    let ran = doctor(&forge);
    assert_eq!(ran.status, 1, "{ran:?}");
    assert_eq!(finding(&ran, "clock")["state"], "problem");
    assert!(finding(&ran, "clock")["said"].as_str().unwrap().contains("ahead of"), "{ran:?}");
}

#[test]
fn old_versions_small_pages_and_no_token_are_warned_of() {
    let forge = Upstream::start();
    forge.on("GET /version", Answer::json(200, &json!({ "version": "1.22.0" })));
    forge.on("GET /settings/api", Answer::json(200, &json!({ "max_response_items": 5 })));
    let ran = Cli::new(&["doctor", "--json"]).env("FORGEJO_URL", &forge.url).run();
    assert_eq!(ran.status, 0, "warnings are no problem: {ran:?}");
    for check in ["version", "pages", "token"] {
        assert_eq!(finding(&ran, check)["state"], "warning", "{check}");
        assert!(finding(&ran, check)["fix"].is_string(), "{check}");
    }
}
