//! The documentation tells the truth: tables are those of the program, names and links lead somewhere, and what is
//! printed in `README.md` is what the program prints.
//!
//! `UPDATE_DOCS=1 cargo test docs` writes the generated parts anew.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::{Mutex, PoisonError};

use clap::{Args as _, FromArgMatches as _};
use forgejo_mcp::config::{self, Config, Flags, LEFT_OUT};
use forgejo_mcp::server::Server;
use forgejo_mcp::tools::{self, Access, Domain, ToolEntry};
use regex::{Captures, Regex};
use serde_json::Value;

use crate::harness::{NO_SETTINGS, Session};

/// The pages whose names and links are checked.
const PAGES: [&str; 4] = ["README.md", "AGENTS.md", "CHANGELOG.md", "swagger/SOURCE.md"];

fn page(name: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(name)).unwrap()
}

/// Whether the generated parts are to be written instead of compared.
fn is_update() -> bool {
    #[expect(clippy::disallowed_methods, reason = "a test is told by the person who runs it")]
    let asked = std::env::var("UPDATE_DOCS");
    asked.is_ok_and(|value| !value.is_empty() && value != "0")
}

/// Held while a page is written, since each test writes its own part.
static WRITING: Mutex<()> = Mutex::new(());

/// Compares a page with what `wanted` makes of it, or writes that.
fn settle(name: &str, wanted: impl FnOnce(&str) -> String) {
    let _held = WRITING.lock().unwrap_or_else(PoisonError::into_inner);
    let present = page(name);
    let wanted = wanted(&present);
    if present == wanted {
        return;
    }
    if is_update() {
        fs::write(Path::new(env!("CARGO_MANIFEST_DIR")).join(name), wanted).unwrap();
        return;
    }
    let differs = present.lines().zip(wanted.lines()).find(|(present, wanted)| present != wanted);
    panic!("{name} is out of date; run `UPDATE_DOCS=1 cargo test docs`. First difference:\n{differs:#?}");
}

/// A page with another text between the markers of a part.
fn with_part(page: &str, part: &str, text: &str) -> String {
    let (begin, end) = (format!("<!-- {part}:begin -->"), format!("<!-- {part}:end -->"));
    let (before, rest) = page.split_once(&begin).unwrap_or_else(|| panic!("no {begin}"));
    let (_, after) = rest.split_once(&end).unwrap_or_else(|| panic!("no {end}"));
    format!("{before}{begin}\n\n{}\n\n{end}{after}", text.trim())
}

/// A text as a cell of a table.
fn cell(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").replace('|', "\\|")
}

#[test]
fn tools_table_is_that_of_the_program() {
    let mut text = String::new();
    for domain in Domain::ALL {
        let rows: Vec<&ToolEntry> = tools::all().filter(|tool| tool.domain == *domain).collect();
        if rows.is_empty() {
            continue;
        }
        writeln!(text, "\n### {}\n\n| tool | access | what it does |\n|---|---|---|", domain.as_str())
            .unwrap();
        for tool in rows {
            let name = if tool.core { format!("**`{}`**", tool.name) } else { format!("`{}`", tool.name) };
            writeln!(text, "| {name} | {} | {} |", access(tool.access), cell(&tool.description())).unwrap();
        }
    }
    assert!(text.contains("`list_repo_issues`"));
    settle("README.md", |page| with_part(page, "tools", &text));
}

fn access(access: Access) -> &'static str {
    match access {
        Access::Read => "reads",
        Access::Create => "creates",
        Access::Change => "changes",
        Access::Destroy => "destroys",
    }
}

#[tokio::test]
async fn resource_tables_are_those_of_the_program() {
    let session = Session::demo().await;
    let offers_resources =
        session.client().peer_info().is_some_and(|server| server.capabilities.resources.is_some());
    let templates = if offers_resources {
        session.client().list_all_resource_templates().await.unwrap()
    } else {
        Vec::new()
    };
    let mut text = String::from("| address | type | what it is |\n|---|---|---|\n");
    for template in templates {
        let template = serde_json::to_value(&template).unwrap();
        let field = |name: &str| cell(template[name].as_str().unwrap_or_default());
        writeln!(text, "| `{}` | {} | {} |", field("uriTemplate"), field("mimeType"), field("description"))
            .unwrap();
    }
    for name in ["README.md", "AGENTS.md"] {
        settle(name, |page| with_part(page, "resources", &text));
    }
}

#[test]
fn flags_table_is_that_of_the_program() {
    let command = Flags::augment_args(clap::Command::new("forgejo-mcp"));
    let mut text = String::from("| flag | variable | key in the file | what it is |\n|---|---|---|---|\n");
    for flag in command.get_arguments() {
        let Some(long) = flag.get_long() else { continue };
        let short = flag.get_short().map(|short| format!("-{short}, ")).unwrap_or_default();
        let value = flag.get_value_names().filter(|_| flag.get_action().takes_values());
        let value = value.and_then(|names| names.first()).map(|name| format!(" {name}")).unwrap_or_default();
        let variable = flag.get_env().map(|name| format!("`{}`", name.display())).unwrap_or_default();
        let mut help = flag.get_help().map(ToString::to_string).unwrap_or_default();
        let words: Vec<String> =
            flag.get_possible_values().iter().map(|word| format!("`{}`", word.get_name())).collect();
        if flag.get_action().takes_values() && !words.is_empty() {
            write!(help, ": {}", words.join(", ")).unwrap();
        }
        let id = flag.get_id().as_str();
        let key = if LEFT_OUT.contains(&id) { String::new() } else { format!("`{id}`") };
        writeln!(text, "| `{short}--{long}{value}` | {variable} | {key} | {} |", cell(&help)).unwrap();
    }
    assert!(text.contains("`FORGEJO_URL`"));
    settle("README.md", |page| with_part(page, "flags", &text));
}

#[test]
fn examples_of_settings_files_are_read() {
    let readme = page("README.md");
    let examples: Vec<&str> =
        readme.split("```toml\n").skip(1).map(|block| block.split_once("\n```").unwrap().0).collect();
    assert!(!examples.is_empty());
    for example in examples {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("config.toml");
        fs::write(&path, example).unwrap();
        let words = ["forgejo-mcp".into(), "--config".into(), path.into_os_string()];
        let command = Flags::augment_args(clap::Command::new("forgejo-mcp"));
        let first = config::read_without_file(command.clone(), &words).unwrap();
        let (matches, layers) =
            config::read(command, &words, first).unwrap_or_else(|error| panic!("{error:?}"));
        assert!(layers.instances.len() > 1, "the example shows instances");
        let flags = Flags { layers, ..Flags::from_arg_matches(&matches).unwrap() };
        Config::from_flags(flags).and_then(Server::new).unwrap();
    }
}

/// Words in code that look like names of tools: they begin as one does, and are no parameters.
fn named_tools(text: &str) -> BTreeSet<String> {
    let verbs: BTreeSet<&str> = tools::all().filter_map(|tool| tool.name.split('_').next()).collect();
    let is_parameter =
        |word: &str| tools::all().any(|tool| tool.wire_input()["properties"].get(word).is_some());
    let words = Regex::new(r"`([a-z]+(?:_[a-z]+)+)`|--cli ([a-z]+(?:_[a-z]+)+)").unwrap();
    words
        .captures_iter(text)
        .filter_map(|found| found.get(1).or(found.get(2)))
        .map(|word| word.as_str().to_owned())
        .filter(|word| word.split('_').next().is_some_and(|verb| verbs.contains(verb)))
        .filter(|word| !is_parameter(word))
        .collect()
}

#[test]
fn every_tool_that_is_named_exists() {
    for (name, least) in [("README.md", 20), ("AGENTS.md", 1)] {
        let named = named_tools(&page(name));
        assert!(named.len() >= least, "{name} names too few tools for this test: {named:?}");
        let unknown: Vec<&String> = named.iter().filter(|word| tools::find(word).is_none()).collect();
        assert!(unknown.is_empty(), "{name} names tools that do not exist: {unknown:?}");
    }
}

/// The anchor of a heading.
fn anchor(heading: &str) -> String {
    let text = heading.trim_start_matches('#').trim().to_lowercase();
    let kept = text.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}

#[test]
fn links_lead_somewhere() {
    let links = Regex::new(r"\]\(([^)\s]+)\)").unwrap();
    let mut checked = 0;
    for name in PAGES {
        let text = page(name);
        let home = Path::new(env!("CARGO_MANIFEST_DIR")).join(name).parent().unwrap().to_owned();
        for link in links.captures_iter(&text).map(|found| found[1].to_owned()) {
            if link.starts_with("http") {
                continue;
            }
            checked += 1;
            let (path, place) = link.split_once('#').map_or((link.as_str(), None), |(p, a)| (p, Some(a)));
            let target = if path.is_empty() { text.clone() } else { readable(&home.join(path), name, &link) };
            if let Some(place) = place {
                let headings = target.lines().filter(|line| line.starts_with('#')).map(anchor);
                assert!(
                    headings.into_iter().any(|heading| heading == place),
                    "{name}: no heading for {link}"
                );
            }
        }
    }
    assert!(checked > 5, "only {checked} links are looked at");
}

/// The text of a linked file; a folder has none.
fn readable(path: &Path, page: &str, link: &str) -> String {
    assert!(path.exists(), "{page}: {link} leads nowhere");
    if path.is_dir() { String::new() } else { fs::read_to_string(path).unwrap() }
}

/// The blocks of a language that follow a heading, up to the next one of its rank.
fn blocks<'text>(text: &'text str, heading: &str, language: &str) -> Vec<&'text str> {
    let (_, section) =
        text.split_once(&format!("\n## {heading}\n")).unwrap_or_else(|| panic!("no {heading}"));
    let section = section.split_once("\n## ").map_or(section, |(section, _)| section);
    let open = format!("```{language}\n");
    section.split(&open).skip(1).map(|block| block.split_once("\n```").unwrap().0).collect()
}

#[test]
fn both_commands_are_those_of_ci() {
    let readme = page("README.md");
    let script = page(".ci/run");
    for heading in ["Set up and run", "Test"] {
        let commands = blocks(&readme, heading, "sh");
        let [command] = commands.as_slice() else { panic!("{heading} has {} commands", commands.len()) };
        assert!(!command.contains('\n'), "{heading} takes more than one command: {command}");
        let runs = |line: &str| line.trim() == *command || line.contains(&format!("$({command})"));
        assert!(script.lines().any(runs), ".ci/run does not run {command:?}");
    }
}

#[test]
fn examples_of_json_are_json() {
    let readme = page("README.md");
    let examples: Vec<&str> =
        readme.split("```json\n").skip(1).map(|block| block.split_once("\n```").unwrap().0).collect();
    assert!(examples.len() >= 4, "only {} examples", examples.len());
    for example in examples {
        serde_json::from_str::<Value>(example).unwrap_or_else(|error| panic!("{error}:\n{example}"));
    }
}

/// What the program prints for the words of a command line, in the demo and without a terminal.
fn printed(words: &[String]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_forgejo-mcp"));
    command.args(words).env("XDG_CONFIG_HOME", NO_SETTINGS).stdin(Stdio::null());
    let ran = command.output().unwrap();
    let errors = String::from_utf8_lossy(&ran.stderr).into_owned();
    assert!(ran.status.success(), "{words:?}: {errors}");
    String::from_utf8(ran.stdout).unwrap()
}

#[test]
fn shown_output_is_what_the_program_prints() {
    let shown = Regex::new(r"(?s)```console\n\$ forgejo-mcp ([^\n]+)\n(.*?)```\n").unwrap();
    let readme = page("README.md");
    let lines: Vec<String> = shown.captures_iter(&readme).map(|found| found[1].to_owned()).collect();
    assert!(!lines.is_empty());
    let outputs: Vec<String> = lines.iter().map(|line| printed(&words(line))).collect();
    let mut blocks = lines
        .iter()
        .zip(&outputs)
        .map(|(line, output)| format!("```console\n$ forgejo-mcp {line}\n{}\n```\n", output.trim_end()));
    settle("README.md", |page| shown.replace_all(page, |_: &Captures| blocks.next().unwrap()).into_owned());
}

/// The words of a command line; single quotes keep blanks.
fn words(line: &str) -> Vec<String> {
    let parts = Regex::new(r"'([^']*)'|(\S+)").unwrap();
    parts
        .captures_iter(line)
        .map(|found| found.get(1).or(found.get(2)).unwrap().as_str().to_owned())
        .collect()
}

/// The scenario of the seed on label resources.
#[test]
fn docs_list_all_label_templates() {
    let rows = ["repo/{owner}/{repo}/labels", "repo/{owner}/{repo}/label/{id}", "org/{org}/labels"];
    for name in ["README.md", "AGENTS.md"] {
        let page = page(name);
        let (_, rest) = page.split_once("<!-- resources:begin -->").unwrap();
        let (table, _) = rest.split_once("<!-- resources:end -->").unwrap();
        for row in rows {
            let begins = format!("| `forgejo://{row}");
            assert!(table.lines().any(|line| line.starts_with(&begins)), "{name} has no row for {row}");
        }
    }
}
