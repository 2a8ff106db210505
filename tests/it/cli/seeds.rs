//! The scenarios of the user's own specification of the command line, by their names.

use std::collections::BTreeSet;

use forgejo_mcp::tools::{self, Domain};
use serde_json::{Value, json};

use super::Cli;
use crate::harness::{Answer, TOKEN, Upstream};

const INITIALIZE: &str = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"0"}}}"#;

#[test]
fn cli_mode_entry() {
    let ran = Cli::new(&["--cli", "list", "--demo"]).stdin(&format!("{INITIALIZE}\n")).run();
    assert!(ran.out().contains("get_my_user_info"));
    assert!(!ran.out().contains("jsonrpc"), "no server was started");
}

#[test]
fn normal_mode_unaffected() {
    let ran = Cli::new(&[]).stdin(&format!("{INITIALIZE}\n")).run();
    let answer: Value = serde_json::from_str(ran.out().lines().next().unwrap()).unwrap();
    assert_eq!(answer["result"]["serverInfo"]["name"], "forgejo-mcp");
}

#[test]
fn list_tools_in_human_readable_format() {
    let ran = Cli::demo(&["list"]).run();
    let lines: Vec<&str> = ran.out().lines().collect();
    for domain in Domain::ALL.iter().filter(|domain| tools::all().any(|tool| tool.domain == **domain)) {
        assert!(lines.contains(&domain.as_str()), "{domain:?} has its heading");
    }
    let mut heading = "";
    let mut seen = BTreeSet::new();
    for line in lines.into_iter().filter(|line| !line.is_empty()) {
        let Some(entry) = line.strip_prefix("  ") else {
            heading = line;
            continue;
        };
        let (name, description) = entry.split_once("  ").unwrap();
        let tool = tools::find(name).unwrap_or_else(|| panic!("{line}"));
        assert_eq!(tool.domain.as_str(), heading, "{line}");
        assert_eq!(description.trim(), tool.description().replace('\n', " "));
        seen.insert(name.to_owned());
    }
    assert_eq!(seen.len(), tools::all().count());
}

#[test]
fn list_tools_as_json() {
    let listed = Cli::demo(&["list", "--json"]).run().json();
    let listed = listed.as_array().unwrap();
    assert_eq!(listed.len(), tools::all().count());
    for row in listed {
        let tool = tools::find(row["name"].as_str().unwrap()).unwrap();
        assert_eq!(row["description"], tool.description());
        assert_eq!(row["domain"], tool.domain.as_str());
    }
}

#[test]
fn invoke_tool_with_inline_json_args() {
    let forge = Upstream::start();
    forge.replay("users/me");
    let ran = forge.cli(&["get_my_user_info", "--args", "{}"]).env("FORGEJO_ACCESS_TOKEN", TOKEN).run();
    assert_eq!(ran.json()["login"], "alice");
    assert_eq!(ran.err, "");
}

#[test]
fn unknown_tool_name() {
    let ran = Cli::demo(&["nonexistent_tool", "--args", "{}"]).run();
    assert!(ran.unusable().contains("nonexistent_tool"));
    let near = Cli::demo(&["get_my_user_inf", "--args", "{}"]).run();
    assert!(near.unusable().contains("hint: did you mean get_my_user_info?"), "{near:?}");
}

#[test]
fn invalid_json_in_args() {
    let ran = Cli::demo(&["get_my_user_info", "--args", "not json"]).run();
    assert!(ran.unusable().contains("--args is not JSON"), "{ran:?}");
    assert!(ran.err.contains("line 1 column 2"), "{ran:?}");
}

#[test]
fn pipe_json_via_stdin() {
    let forge = Upstream::start();
    forge.on("GET /repos/goern/forgejo-mcp/issues", Answer::json(200, &json!([])));
    let ran = forge.cli(&["list_repo_issues"]).stdin(r#"{"owner":"goern","repo":"forgejo-mcp"}"#).run();
    assert_eq!(ran.json()["items"], json!([]));
    forge.last("GET /repos/goern/forgejo-mcp/issues");
}

#[test]
fn inline_args_take_precedence_over_stdin() {
    let forge = Upstream::start();
    forge.on("GET /repos/o/inline/issues", Answer::json(200, &json!([])));
    let words = ["list_repo_issues", "--args", r#"{"owner":"o","repo":"inline"}"#];
    let ran = forge.cli(&words).stdin(r#"{"owner":"o","repo":"piped"}"#).run();
    ran.json();
    forge.last("GET /repos/o/inline/issues");
    assert!(!forge.targets().iter().any(|target| target.contains("piped")), "{:?}", forge.targets());
}

#[test]
fn show_tool_parameters() {
    let ran = Cli::new(&["--cli", "create_issue", "--help"]).run();
    let schema = tools::find("create_issue").unwrap().input();
    let required: Vec<&Value> = schema["required"].as_array().unwrap().iter().collect();
    for name in schema["properties"].as_object().unwrap().keys() {
        let flag = format!("--{} <", name.replace('_', "-"));
        let line = ran.out().lines().find(|line| line.contains(&flag));
        let line = line.unwrap_or_else(|| panic!("{flag}: {}", ran.out));
        let status = if required.contains(&&json!(name)) { ", required" } else { ", optional" };
        assert!(line.contains(status), "{line}");
        assert!(line.contains("text") || line.contains("time") || line.contains("number"), "{line}");
    }
    assert!(ran.out().contains("Markdown"), "descriptions are shown");
}

#[test]
fn explicit_json_output_for_list() {
    assert!(Cli::demo(&["list", "--output=json"]).run().json().is_array());
}

#[test]
fn explicit_text_output_for_tool_execution() {
    let forge = Upstream::start();
    let text = "first line\nsecond \"line\"\n";
    forge.on("GET /repos/o/r/raw/a.txt", Answer::raw(200, "text/plain; charset=utf-8", text));
    let args = r#"{"owner":"o","repo":"r","path":"a.txt"}"#;
    let ran = forge.cli(&["get_file_content", "--args", args, "--output=text"]).run();
    assert!(ran.out().starts_with(text), "never JSON-escaped: {ran:?}");

    forge.replay("users/me");
    let ran = forge.cli(&["get_my_user_info", "--args", "{}", "--output=text"]).run();
    assert_eq!(ran.json()["login"], "alice", "the text of a record is its JSON");
}

#[test]
fn default_output_for_tool_execution_is_json() {
    let forge = Upstream::start();
    forge.replay("users/me");
    let usual = forge.cli(&["get_my_user_info", "--args", "{}"]).run();
    let asked = forge.cli(&["get_my_user_info", "--args", "{}", "--output=json"]).run();
    assert!(usual.json().is_object());
    assert_eq!(usual.out, asked.out);
}

#[test]
fn default_output_for_list_is_text() {
    let ran = Cli::demo(&["list"]).run();
    assert!(ran.out().starts_with("user\n  get_my_user_info"), "{}", ran.out);
    assert!(serde_json::from_str::<Value>(&ran.out).is_err());
}

#[test]
fn successful_tool_execution_output() {
    let ran = Cli::demo(&["get_my_user_info", "--args", "{}"]).run();
    assert_eq!(ran.json()["login"], "alice");
    assert_eq!(ran.err, "");
}

#[test]
fn tool_handler_error() {
    let forge = Upstream::start();
    forge.on("GET /user", Answer::json(500, &json!({ "message": "lamp out" })));
    let ran = forge.cli(&["get_my_user_info", "--args", "{}"]).run();
    assert!(ran.failed().contains("GET /user answered 500: lamp out"), "{ran:?}");
    assert!(ran.err.contains("\nhint: "), "{ran:?}");
}

#[test]
fn tool_result_with_is_error_flag() {
    let forge = Upstream::start();
    let args = r#"{"owner":"o","repo":"r","index":9}"#;
    let ran = forge.cli(&["get_issue_by_index", "--args", args]).run();
    assert!(ran.failed().starts_with("error: get_issue_by_index: not found"), "{ran:?}");
    // What is refused before anything is asked has its own status.
    let args = r#"{"owner":"o","repo":"r","index":"nine"}"#;
    let asked = forge.targets().len();
    let ran = forge.cli(&["get_issue_by_index", "--args", args]).run();
    assert!(ran.unusable().contains("`index` must be a whole number"), "{ran:?}");
    assert_eq!(forge.targets().len(), asked);
}

#[test]
fn missing_url_in_cli_mode() {
    for words in [&["list"] as &[&str], &["get_my_user_info", "--args", "{}"], &["resources"], &["prompts"]] {
        let ran = Cli::new(&[&["--cli"], words].concat()).run();
        assert!(ran.unusable().contains("no Forgejo URL is set"), "{ran:?}");
        assert!(ran.err.contains("FORGEJO_URL") && ran.err.contains("--url") && ran.err.contains("--demo"));
    }
}

#[test]
fn environment_variable_configuration() {
    let forge = Upstream::start();
    forge.replay("users/me");
    let ran = forge.cli(&["get_my_user_info"]).env("FORGEJO_ACCESS_TOKEN", TOKEN).stdin("").run();
    ran.json();
    let sent = forge.last("GET /user");
    assert_eq!(sent.header("authorization"), Some(format!("token {TOKEN}").as_str()));

    // The flag wins over the variable, and the names of the Go server hold.
    let ran = Cli::new(&["--url", &forge.url, "--cli", "get_my_user_info"])
        .env("FORGEJO_URL", "http://127.0.0.1:1")
        .env("GITEA_ACCESS_TOKEN", "old-name")
        .run();
    ran.json();
    assert_eq!(forge.last("GET /user").header("authorization"), Some("token old-name"));
    Cli::new(&["--cli", "get_my_user_info"]).env("GITEA_HOST", &forge.url).run().json();
}
