//! Says what a new description changes: operations and types added, removed or changed, and which tools use them.
//!
//! Compares the texts of the generated files, old against new, so it needs no state of its own.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use super::Generated;

/// How many names one line of the report holds at most.
const NAMES: usize = 40;

/// The files of one generation that the report compares.
pub(crate) struct Texts<'a> {
    pub(crate) client: &'a str,
    pub(crate) operations: &'a str,
}

impl<'a> From<&'a Generated> for Texts<'a> {
    fn from(generated: &'a Generated) -> Self {
        Self { client: &generated.client, operations: &generated.operations }
    }
}

/// One line per kind of change, then one per changed or removed operation that a tool names.
pub(crate) fn report(old: &Texts<'_>, new: &Texts<'_>, tools: &Path) -> Vec<String> {
    let operations = Difference::between(&operations(old.operations), &operations(new.operations));
    let types = Difference::between(&types(old.client), &types(new.client));
    let mut lines = operations.lines("operations");
    lines.extend(types.lines("types"));
    let touched: BTreeSet<&String> = operations.removed.iter().chain(&operations.changed).collect();
    let sources = sources(tools);
    for id in touched {
        let quoted = format!("\"{id}\"");
        let users: Vec<&str> = sources
            .iter()
            .filter(|(_, text)| text.contains(&quoted))
            .map(|(name, _)| name.as_str())
            .collect();
        if !users.is_empty() {
            let what = if operations.removed.contains(id) { "removed" } else { "changed" };
            lines.push(format!("{what} operation {id} is used in {}", users.join(", ")));
        }
    }
    lines
}

struct Difference {
    added: BTreeSet<String>,
    removed: BTreeSet<String>,
    changed: BTreeSet<String>,
}

impl Difference {
    fn between(old: &BTreeMap<String, String>, new: &BTreeMap<String, String>) -> Self {
        let missing_in = |from: &BTreeMap<String, String>, other: &BTreeMap<String, String>| {
            from.keys().filter(|name| !other.contains_key(*name)).cloned().collect()
        };
        Self {
            added: missing_in(new, old),
            removed: missing_in(old, new),
            changed: old
                .iter()
                .filter(|(name, text)| new.get(*name).is_some_and(|other| other != *text))
                .map(|(name, _)| name.clone())
                .collect(),
        }
    }

    fn lines(&self, what: &str) -> Vec<String> {
        [("added", &self.added), ("removed", &self.removed), ("changed", &self.changed)]
            .into_iter()
            .filter(|(_, names)| !names.is_empty())
            .map(|(change, names)| {
                let shown: Vec<&str> = names.iter().map(String::as_str).take(NAMES).collect();
                let more = names.len().saturating_sub(NAMES);
                let rest = if more > 0 { format!(" and {more} more") } else { String::new() };
                format!("{what} {change} ({}): {}{rest}", names.len(), shown.join(", "))
            })
            .collect()
    }
}

/// The rows of the table by operation id.
fn operations(table: &str) -> BTreeMap<String, String> {
    table
        .split("    Operation {\n")
        .skip(1)
        .filter_map(|row| {
            let (row, _) = row.split_once("\n    },\n")?;
            let id = row.split('"').nth(1)?;
            Some((id.to_owned(), row.to_owned()))
        })
        .collect()
}

/// The types of the client by name: what stands between the head of a type and its closing brace.
fn types(client: &str) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    let mut lines = client.lines();
    while let Some(line) = lines.next() {
        let head = line.strip_prefix("    pub struct ").or_else(|| line.strip_prefix("    pub enum "));
        let Some(head) = head else { continue };
        let name: String = head.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
        let mut text = vec![line];
        if line.ends_with('{') {
            text.extend(lines.by_ref().take_while(|line| *line != "    }"));
        }
        found.insert(name, text.join("\n"));
    }
    // The builders of operations stand at the same depth, and follow the operations.
    found.retain(|_, text| !text.contains("client: &'a super::Client"));
    found
}

/// The sources below a folder with their paths, sorted.
fn sources(folder: &Path) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs")
            && let Ok(text) = fs::read_to_string(&path)
        {
            found.push((path.display().to_string(), text));
        }
    }
    found.sort();
    found
}
