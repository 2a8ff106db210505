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
    assert_eq!(finding(&ran, "token")["said"], "of the account alice, by FORGEJO_ACCESS_TOKEN");
    assert_eq!(finding(&ran, "proxy")["said"], "none for this address");
    assert_eq!(finding(&ran, "settings")["said"], "no settings file; flags and variables alone");
    assert_eq!(finding(&ran, "scopes")["said"], "read:issue, read:user (reads only)");
    assert!(finding(&ran, "pages")["said"].as_str().unwrap().contains("50"), "{ran:?}");
}

#[test]
fn it_is_readable_and_needs_no_cli() {
    let ran = Cli::new(&["--demo", "doctor"]).run();
    assert!(ran.out().lines().any(|line| line.starts_with("ok       url      the demo")), "{ran:?}");
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

fn said(ran: &Ran, check: &str) -> String {
    finding(ran, check)["said"].as_str().unwrap().to_owned()
}

#[test]
fn wrong_settings_are_a_finding() {
    for (settings, wanted) in [
        ("tokn = 'x'", "there is no setting"),
        ("url = 'forge.example'", "the Forgejo URL"),
        ("toolsets = ['isue']", "there is no \"isue\""),
        ("token = 'x'\ntoken_file = 'y'", "both give a token"),
    ] {
        let cli = Cli::new(&["--config=settings.toml", "doctor", "--json"]).file("settings.toml", settings);
        let ran = cli.run();
        assert_eq!(ran.status, 1, "{ran:?}");
        assert_eq!(finding(&ran, "settings")["state"], "problem");
        assert!(said(&ran, "settings").contains(wanted), "{ran:?}");
    }
}

#[test]
fn the_settings_file_and_its_instances_are_told() {
    let forge = healthy();
    let settings = format!("instance = 'work'\n[instances.work]\nurl = {:?}\n", forge.url);
    let cli = Cli::new(&["--config=settings.toml", "doctor", "--json"]).file("settings.toml", settings);
    let ran = cli.run();
    assert_eq!(ran.status, 0, "{ran:?}");
    assert_eq!(said(&ran, "settings"), "settings.toml, with one instance");
    assert_eq!(said(&ran, "url"), format!("{}/", forge.url));
}

#[test]
fn a_token_that_cannot_be_read_is_told_and_the_rest_is_checked() {
    let cli = Cli::new(&["doctor", "--json"]).env("FORGEJO_ACCESS_TOKEN_FILE", "missing");
    let ran = cli.env("FORGEJO_URL", &healthy().url).run();
    assert_eq!(ran.status, 1, "{ran:?}");
    assert_eq!(finding(&ran, "connect")["state"], "ok");
    assert_eq!(finding(&ran, "token")["state"], "problem");
    assert!(said(&ran, "token").contains("missing cannot be read"), "{ran:?}");
    assert!(finding(&ran, "token")["fix"].is_string());
}

#[cfg(unix)]
#[test]
fn a_token_file_that_others_can_read_is_warned_of() {
    use std::os::unix::fs::PermissionsExt;
    let cli = Cli::new(&["--token-file=token", "doctor", "--json"]).file("token", TOKEN);
    let path = cli.folder().join("token");
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o644)).unwrap();
    let ran = cli.env("FORGEJO_URL", &healthy().url).run();
    assert_eq!(ran.status, 0, "{ran:?}");
    assert_eq!(finding(&ran, "token")["fix"], "chmod 600 token");
    assert!(ran.out.contains("of the account alice, by --token-file"), "{ran:?}");
}

#[test]
fn files_of_certificates_are_looked_at_before_they_are_needed() {
    for (flag, wanted) in [("--ca-file", "holds no certificate"), ("--client-cert", "has no usable key")] {
        let cli = Cli::new(&[flag, "file.pem", "doctor", "--json"]).file("file.pem", "nothing\n");
        let ran = cli.env("FORGEJO_URL", &healthy().url).run();
        assert_eq!(ran.status, 1, "{ran:?}");
        assert!(said(&ran, "certs").contains(wanted), "{ran:?}");
        assert!(finding(&ran, "certs")["fix"].as_str().unwrap().contains(flag), "{ran:?}");
    }
}

#[test]
fn the_proxy_is_told_without_its_password() {
    let proxy = Upstream::start();
    let address = proxy.url.replace("http://", "http://somebody:hunter2@");
    let cli = Cli::new(&["doctor", "--json", "--url=http://forge.test"]).env("HTTP_PROXY", address);
    let ran = cli.run();
    assert!(said(&ran, "proxy").starts_with(&proxy.url), "{ran:?}");
    assert!(!ran.out.contains("hunter2"), "{ran:?}");
}
