//! Every tool that a text names exists.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use forgejo_mcp::tools;

/// Tools that are named already and still to come; a name that exists does not belong here.
const AWAITED: &[&str] = &[
    "create_release",
    "get_action_job_logs",
    "get_commit",
    "get_commit_statuses",
    "get_wiki_page",
    "list_action_run_jobs",
    "list_branch_protections",
    "list_org_labels",
    "list_repo_hooks",
    "list_workflow_runs",
];

/// The first words of tool names: a snake-case word that begins with one is meant as a tool.
const VERBS: &[&str] =
    &["add", "create", "delete", "dismiss", "edit", "get", "list", "merge", "search", "submit", "update"];

/// Words of that shape that are no tools.
const NO_TOOLS: &[&str] = &["list_tool", "get_or_init"];

fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else {
            found.push(path);
        }
    }
    found
}

/// The string literals of a source, without comments.
fn literals(source: &str) -> String {
    let code = source.lines().filter(|line| !line.trim_start().starts_with("//"));
    code.flat_map(|line| line.split('"').skip(1).step_by(2)).collect::<Vec<_>>().join("\n")
}

#[test]
fn every_tool_that_a_resource_or_prompt_names_exists() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let files = ["resources", "prompts", "server"].map(|folder| sources(&root.join(folder))).concat();
    let mut named = BTreeSet::new();
    for file in files {
        let text = literals(&fs::read_to_string(&file).unwrap());
        for word in text.split(|c: char| !c.is_ascii_lowercase() && c != '_') {
            let is_tool = word.split_once('_').is_some_and(|(verb, _)| VERBS.contains(&verb));
            if is_tool && !NO_TOOLS.contains(&word) {
                named.insert(word.to_owned());
            }
        }
    }
    assert!(named.len() > 15, "too few tools for this test: {named:?}");
    let missing: Vec<&String> = named
        .iter()
        .filter(|name| tools::find(name).is_none() && !AWAITED.contains(&name.as_str()))
        .collect();
    assert!(missing.is_empty(), "named, but no tools: {missing:?}");
}
