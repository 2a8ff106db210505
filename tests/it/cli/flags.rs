//! Flags made from the schemas of the tools, and where else arguments come from.

use serde_json::{Value, json};

use super::Cli;
use crate::harness::{Answer, TOKEN, Upstream};

/// A forge that takes one new issue.
fn taking_issues() -> Upstream {
    let forge = Upstream::start();
    let issue = json!({ "number": 7, "title": "t", "state": "open", "html_url": "https://forge.example/o/r/issues/7" });
    forge.on("POST /repos/o/r/issues", Answer::json(201, &issue));
    forge.on("GET /repos/o/r/issues/7", Answer::json(200, &issue));
    forge.on("GET /users/alice", Answer::json(200, &json!({ "login": "alice" })));
    forge.on("GET /users/bob", Answer::json(200, &json!({ "login": "bob" })));
    forge
}

const NEW: [&str; 5] = ["create_issue", "--owner", "o", "--repo", "r"];

fn sent(forge: &Upstream) -> Value {
    forge.last("POST /repos/o/r/issues").json()
}

#[test]
fn a_flag_for_each_parameter() {
    let forge = taking_issues();
    let words =
        [&NEW as &[&str], &["--title", "- dark -", "--body", "--- a\n+++ b", "--due-date", "2026-12-24"]];
    forge.cli(&words.concat()).run().json();
    assert_eq!(sent(&forge)["title"], "- dark -");
    assert_eq!(sent(&forge)["body"], "--- a\n+++ b", "a text may begin with hyphens");
    assert!(sent(&forge)["due_date"].as_str().unwrap().starts_with("2026-12-24"));
}

#[test]
fn other_spellings_of_a_name_are_taken() {
    let forge = taking_issues();
    for spelling in ["--due-date", "--due_date"] {
        forge.cli(&[&NEW as &[&str], &["--title=t", spelling, "2026-12-24"]].concat()).run().json();
        assert!(sent(&forge)["due_date"].is_string(), "{spelling}");
    }
    forge.cli(&[&NEW as &[&str], &["--title=t", "--assignee", "alice"]].concat()).run().json();
    assert_eq!(sent(&forge)["assignees"], json!(["alice"]), "an alias");
    let kebab = Cli::new(&["--cli", "create-issue", "--help"]).run();
    assert!(kebab.out().contains("create_issue"), "tools, too: {kebab:?}");
}

#[test]
fn lists_by_commas_by_repeating_and_as_json() {
    let forge = taking_issues();
    for words in [
        &["--assignees", "alice,bob"] as &[&str],
        &["--assignees", "alice", "--assignees", "bob"],
        &["--assignees=alice", "--assignees", r#"["bob"]"#],
    ] {
        forge.cli(&[&NEW as &[&str], &["--title=t"], words].concat()).run().json();
        assert_eq!(sent(&forge)["assignees"], json!(["alice", "bob"]), "{words:?}");
    }
}

#[test]
fn a_boolean_stands_alone_or_with_its_value() {
    let forge = Upstream::start();
    forge.on("GET /repos/o/r/raw/a.txt", Answer::raw(200, "text/plain", "x"));
    forge.on("GET /repos/o/r/commits", Answer::json(200, &json!([{ "sha": "abc" }])));
    let base = ["get_file_content", "--owner=o", "--repo=r"];
    for (words, wanted) in [
        (&["--with-metadata", "--path", "a.txt"] as &[&str], true),
        (&["--path", "a.txt", "--with-metadata", "true"], true),
        (&["--path", "a.txt", "--with-metadata=false"], false),
        (&["--path", "a.txt"], false),
    ] {
        let before = forge.targets().len();
        forge.cli(&[&base as &[&str], words].concat()).run().out();
        let asked = forge.targets()[before..].iter().any(|target| target.contains("/commits"));
        assert_eq!(asked, wanted, "{words:?}");
    }
    let ran = forge.cli(&[&base as &[&str], &["--path=a.txt", "--with-metadata=yes"]].concat()).run();
    assert!(ran.unusable().contains("`with_metadata` must be true or false"), "{ran:?}");
}

#[test]
fn objects_are_json() {
    let forge = Upstream::start();
    forge.on("GET /repos/o/r/pulls/3/reviews", Answer::json(200, &json!([])));
    forge.on("POST /repos/o/r/pulls/3/reviews", Answer::json(200, &json!({ "id": 5, "state": "COMMENT" })));
    let base = ["create_pull_review", "--owner=o", "--repo=r", "--index=3", "--state=COMMENT"];
    let one = r#"{"path":"a.rs","body":"x","new_position":4}"#;
    let list = format!("[{one}]");
    let words = [&base as &[&str], &["--comments", one, "--comments", &list]].concat();
    forge.cli(&words).run().json();
    let comments = forge.last("POST /repos/o/r/pulls/3/reviews").json()["comments"].clone();
    assert_eq!(comments.as_array().unwrap().len(), 2);
    assert_eq!(comments[1]["path"], "a.rs");

    let ran = forge.cli(&[&base as &[&str], &["--comments", "{\"path\":\n oops}"]].concat()).run();
    assert!(ran.unusable().contains("--comments is not JSON"), "{ran:?}");
    assert!(ran.err.contains("line 2 column"), "{ran:?}");
}

#[test]
fn text_from_a_file_and_from_standard_input() {
    let forge = taking_issues();
    let text = "# Lamp\n\nIs \"dark\" – ünï 🗼\n";
    let words = [&NEW as &[&str], &["--title=t", "--body", "@report.md"]].concat();
    forge.cli(&words).file("report.md", text).run().json();
    assert_eq!(sent(&forge)["body"], text);
    forge.cli(&[&NEW as &[&str], &["--title=t", "--body", "-"]].concat()).stdin(text).run().json();
    assert_eq!(sent(&forge)["body"], text);
    forge.cli(&[&NEW as &[&str], &["--title=@@alice asks"]].concat()).run().json();
    assert_eq!(sent(&forge)["title"], "@alice asks");

    let asked = forge.writes().len();
    let ran = forge.cli(&[&NEW as &[&str], &["--title", "@no-such"]].concat()).run();
    assert!(ran.unusable().contains("--title: the file no-such cannot be used"), "{ran:?}");
    assert!(ran.err.contains("hint: ") && ran.err.contains("@@"), "{ran:?}");
    let words = [&NEW as &[&str], &["--title=t", "--body", "@bytes"]].concat();
    let ran = forge.cli(&words).file("bytes", [0xff, 0xfe, 0x00]).run();
    assert!(ran.unusable().contains("not text in UTF-8"), "{ran:?}");
    let ran = forge.cli(&[&NEW as &[&str], &["--title", "-", "--body", "-"]].concat()).stdin("x").run();
    assert!(ran.unusable().contains("one value only"), "{ran:?}");
    assert_eq!(forge.writes().len(), asked, "nothing was sent");
}

#[test]
fn args_from_a_file_and_from_standard_input() {
    let forge = taking_issues();
    let args = r#"{"owner":"o","repo":"r","title":"from afar"}"#;
    forge
        .cli(&["create_issue", "--args", "@args.json"])
        .file("args.json", format!("\u{feff}{args}"))
        .run()
        .json();
    assert_eq!(sent(&forge)["title"], "from afar");
    forge.cli(&["create_issue", "--args", "-", "--title=flag"]).stdin(args).run().json();
    assert_eq!(sent(&forge)["title"], "flag", "a flag wins over --args");
}

#[test]
fn flags_win_over_args_in_any_spelling() {
    let forge = taking_issues();
    let args = r#"{"owner":"o","repo":"x","title":"a","assignee":"bob"}"#;
    forge.cli(&["create_issue", "--args", args, "--repo=r", "--assignees=alice"]).run().json();
    assert_eq!(sent(&forge)["assignees"], json!(["alice"]));
    assert_eq!(sent(&forge)["title"], "a");
}

#[test]
fn args_must_be_an_object() {
    for (args, kind) in [("[1]", "a list"), ("7", "a number"), ("\"x\"", "text"), ("null", "null")] {
        let ran = Cli::demo(&["get_my_user_info", "--args", args]).run();
        assert!(ran.unusable().contains(&format!("--args must be a JSON object, got {kind}")), "{ran:?}");
    }
}

#[test]
fn standard_input_is_read_only_without_arguments() {
    let forge = taking_issues();
    forge.cli(&[&NEW as &[&str], &["--title=t"]].concat()).stdin("this is no JSON").run().json();
    let ran = forge.cli(&["get_my_user_info"]).stdin("this is no JSON").run();
    assert!(ran.unusable().contains("standard input is not JSON"), "{ran:?}");
    forge.replay("users/me");
    forge.cli(&["get_my_user_info"]).stdin(" \n").run().json();
}

#[test]
fn a_forgotten_value_is_noticed() {
    let forge = taking_issues();
    let ran = forge.cli(&[&NEW as &[&str], &["--title", "--body", "--assignees=alice"]].concat()).run();
    assert!(
        ran.unusable().contains("--body lacks its value") || ran.err.contains("--title lacks its value"),
        "{ran:?}"
    );
    assert_eq!(forge.writes().len(), 0);
}

#[test]
fn a_mistyped_flag_is_answered_with_the_nearest() {
    let ran = Cli::demo(&["create_issue", "--titel", "x"]).run();
    assert!(ran.unusable().contains("'--title'"), "{ran:?}");
    let ran = Cli::new(&["--reed-only"]).run();
    assert!(ran.unusable().contains("'--read-only'"), "{ran:?}");
    let ran = Cli::demo(&["lst"]).run();
    assert!(ran.unusable().contains("did you mean list?"), "{ran:?}");
}

#[test]
fn the_programs_flags_stand_after_the_tool_too() {
    let forge = taking_issues();
    let mut words = vec!["--url", "http://127.0.0.1:1", "--cli"];
    words.extend(NEW);
    words.extend(["--title=t", "--url", &forge.url, "--user-agent", "lamp/1", "--output=text"]);
    let ran = Cli::new(&words).run();
    assert!(ran.out().starts_with("{\""), "compact: the text block: {ran:?}");
    assert_eq!(forge.last("POST /repos/o/r/issues").header("user-agent"), Some("lamp/1"));
    // `--repo` is the tool's parameter here; before --cli it is the program's default repository.
    let ran = Cli::new(&["--repo", "o/r", "--cli", "create_issue", "--title=t", "--url", &forge.url]).run();
    ran.json();
    let ran = forge.cli(&[&NEW as &[&str], &["--title=t", "--read-only"]].concat()).run();
    assert!(ran.failed().contains("read-only"), "{ran:?}");
}

#[test]
fn a_visible_token_is_warned_of_and_never_shown() {
    let forge = Upstream::start();
    forge.on("GET /user", Answer::json(401, &json!({ "message": format!("bad token {TOKEN}") })));
    let ran =
        Cli::new(&["--url", &forge.url, "--token", TOKEN, "--debug", "--cli", "get_my_user_info"]).run();
    assert_eq!(ran.status, 1, "{ran:?}");
    assert!(ran.err.contains("warning: other users of this machine can see a token"), "{ran:?}");
    assert!(!ran.err.contains(TOKEN) && !ran.out.contains(TOKEN), "{ran:?}");
    let ran = forge.cli(&["get_my_user_info"]).env("FORGEJO_ACCESS_TOKEN", TOKEN).run();
    assert!(!ran.failed().contains("warning"), "a variable is no risk: {ran:?}");
    let ran = forge.cli(&["get_my_user_info", "--token", TOKEN]).run();
    assert!(ran.err.contains("warning: other users"), "after the tool, too: {ran:?}");
}

#[test]
fn words_of_the_command_line_need_cli() {
    let ran = Cli::new(&["list"]).run();
    assert!(ran.unusable().contains("forgejo-mcp --cli list"), "{ran:?}");
    let ran = Cli::new(&["create_issue", "--title", "x"]).run();
    assert!(ran.unusable().contains("forgejo-mcp --cli create_issue"), "{ran:?}");
    assert!(Cli::new(&["--demo", "--cli"]).run().unusable().contains("nothing to do"));
}
