//! Forms of output, colours, closed pipes, and what else is printed.

use std::process::{Command, Stdio};

use forgejo_mcp::tools;
use serde_json::{Value, json};

use super::Cli;
use crate::harness::{Answer, NO_SETTINGS, Upstream};

const ISSUES: [&str; 4] = ["list_repo_issues", "--owner=harbor", "--repo=lighthouse", "--output=table"];

#[test]
fn a_page_is_a_table() {
    let ran = Cli::demo(&[&ISSUES as &[&str], &["--limit=2"]].concat()).run();
    let lines: Vec<&str> = ran.out().lines().collect();
    assert!(lines[0].starts_with("NUMBER  TITLE"), "{ran:?}");
    assert_eq!(lines.len(), 5, "header, two rows, a gap, the foot: {ran:?}");
    assert!(lines[4].starts_with("2 rows of "), "{ran:?}");
    assert!(lines[4].contains("--page 2 --limit 2"), "{ran:?}");
    let column = lines[0].find("STATE").unwrap();
    let cell: String = lines[2].chars().skip(column).take(4).collect();
    assert_eq!(cell, "open", "columns are aligned: {ran:?}");
}

#[test]
fn tables_hold_no_control_characters_and_no_line_ends_of_others() {
    let forge = Upstream::start();
    let issue = json!({ "number": 1, "title": "a\u{1b}[31mred\u{7}\nnext", "state": "open", "body": "x\u{1b}]0;t\u{7}\ny" });
    forge.on("GET /repos/o/r/issues", Answer::json(200, &json!([issue])));
    forge.on("GET /repos/o/r/issues/1", Answer::json(200, &issue));
    for words in [&["list_repo_issues"] as &[&str], &["get_issue_by_index", "--index=1"]] {
        let ran = forge.cli(&[words, &["--owner=o", "--repo=r", "--output=table"]].concat()).run();
        assert!(ran.out().contains("red"), "{ran:?}");
        assert!(!ran.out.contains(['\u{1b}', '\u{7}']), "{ran:?}");
    }
}

#[test]
fn a_record_is_lines_of_keys_and_values() {
    let words = ["get_issue_by_index", "--owner=harbor", "--repo=lighthouse", "--index=3", "--output=table"];
    let ran = Cli::demo(&words).run();
    assert!(ran.out().lines().any(|line| line.starts_with("number:") && line.ends_with(" 3")), "{ran:?}");
    assert!(!ran.out.contains('{'), "{ran:?}");
}

#[test]
fn an_empty_page_says_so() {
    let forge = Upstream::start();
    forge.on("GET /repos/harbor/lighthouse/issues", Answer::json(200, &json!([])));
    let ran = forge.cli(&ISSUES).run();
    assert!(ran.out().starts_with("nothing found"), "{ran:?}");
}

#[test]
fn the_list_obeys_the_selection() {
    let listed = Cli::demo(&["list", "--json", "--read-only"]).run().json();
    let listed = listed.as_array().unwrap();
    assert!(listed.iter().all(|row| row["access"] == "read"));
    assert_eq!(listed.len(), tools::all().filter(|tool| !tool.access.writes()).count());
    let ran = Cli::new(&["--toolsets=version", "--demo", "--cli", "list"]).run();
    assert!(ran.out().starts_with("version\n"), "{ran:?}");
    let ran = Cli::demo(&["list", "--output=table"]).run();
    let header: Vec<&str> = ran.out().lines().next().unwrap().split_whitespace().collect();
    assert_eq!(header, ["DOMAIN", "NAME", "ACCESS", "DESCRIPTION"]);
    let ran = Cli::demo(&["list", "--toolsets=isue"]).run();
    assert!(ran.unusable().contains("did you mean issue?"), "{ran:?}");
}

#[test]
fn colours_are_for_terminals_and_no_color_wins() {
    let words = ["nonexistent_tool"];
    let has_escape = |ran: &super::Ran| ran.err.contains('\u{1b}');
    assert!(!has_escape(&Cli::demo(&words).run()), "not on a pipe");
    assert!(has_escape(&Cli::demo(&words).env("CLICOLOR_FORCE", "1").run()), "unless forced");
    let both = Cli::demo(&words).env("CLICOLOR_FORCE", "1").env("NO_COLOR", "1").run();
    assert!(!has_escape(&both), "{both:?}");
    let help =
        Cli::new(&["--cli", "create_issue", "--help"]).env("NO_COLOR", "1").env("CLICOLOR_FORCE", "1").run();
    assert!(!help.out().contains('\u{1b}'));
}

#[test]
fn a_reader_that_has_seen_enough_is_no_failure() {
    for words in
        [&["--demo", "--cli", "list"] as &[&str], &["--cli", "create_issue", "--help"], &["man"], &["--help"]]
    {
        let mut child = Command::new(env!("CARGO_BIN_EXE_forgejo-mcp"))
            .args(words)
            .env_clear()
            .env("XDG_CONFIG_HOME", NO_SETTINGS)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let ended = child.wait_with_output().unwrap();
        assert!(ended.status.success(), "{words:?}: {ended:?}");
        assert_eq!(String::from_utf8_lossy(&ended.stderr), "", "{words:?}");
    }
}

#[test]
fn version_help_completions_and_manual() {
    let version = Cli::new(&["--version"]).run();
    assert_eq!(version.out(), format!("forgejo-mcp {}\n", env!("CARGO_PKG_VERSION")));
    assert_eq!(Cli::new(&["-h"]).run().out(), Cli::new(&["--cli", "--help"]).run().out());
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = Cli::new(&["completions", shell]).run();
        // The generators for the others know no values.
        let tools = !matches!(shell, "bash" | "zsh" | "fish") || script.out().contains("create_issue");
        assert!(tools, "{shell} completes tools");
        assert!(script.out().contains("read-only"), "{shell} completes flags");
    }
    assert_eq!(
        Cli::new(&["--cli", "completions", "bash"]).run().out(),
        Cli::new(&["completions", "bash"]).run().out()
    );
    assert!(Cli::new(&["completions", "tcsh"]).run().unusable().contains("tcsh"));
    let manual = Cli::new(&["man"]).run();
    assert!(manual.out().contains(".TH forgejo"), "{}", manual.out);
    assert!(manual.out().contains("FORGEJO_URL"), "variables are named: {}", manual.out);
}

#[test]
fn resources_and_prompts_are_asked_of_the_server() {
    for word in ["resources", "prompts"] {
        assert_eq!(Cli::demo(&[word]).run().status, 0);
        assert!(Cli::demo(&[word, "--json"]).run().json().is_array(), "{word}");
    }
    let ran = Cli::demo(&["read", "forgejo://no/such/thing/at/all"]).run();
    assert_ne!(ran.status, 0, "{ran:?}");
    assert!(ran.err.starts_with("error: ") && ran.out.is_empty(), "{ran:?}");
    Cli::demo(&["read"]).run().unusable();
}

#[test]
fn the_log_goes_to_standard_error() {
    let ran = Cli::demo(&["get_my_user_info", "--args={}", "--debug"]).run();
    ran.json();
    assert!(ran.err.contains("forge answered"), "{ran:?}");
    let ran = Cli::demo(&["get_my_user_info", "--args={}"]).env("GITEA_DEBUG", "true").run();
    assert!(ran.err.contains("forge answered"), "the Go server's variable: {ran:?}");
    let quiet: Value = Cli::demo(&["get_my_user_info", "--args={}"]).env("FORGEJO_DEBUG", "0").run().json();
    assert_eq!(quiet["login"], "alice");
}
