//! Tests over the whole list of tools: what clients see, and what it costs them.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use forgejo_mcp::config::Flags;
use forgejo_mcp::forgejo::operation::operation;
use forgejo_mcp::schema::violations;
use forgejo_mcp::server::arguments::alias_conflicts;
use forgejo_mcp::tools::{self, Access};
use serde_json::{Map, Value, json};

use crate::harness::Session;

/// The definitions of all tools, as a client gets them.
async fn definitions() -> Vec<rmcp::model::Tool> {
    let flags = Flags { demo: true, toolsets: vec!["all".to_owned()], ..Flags::default() };
    Session::start(flags).await.client().list_all_tools().await.unwrap()
}

#[test]
fn names_are_unique_and_plain() {
    let mut seen = BTreeSet::new();
    for tool in tools::all() {
        assert!(seen.insert(tool.name), "{} twice", tool.name);
        assert!(
            tool.name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_' || byte.is_ascii_digit())
        );
        assert!(!tool.title.is_empty() && tool.title.len() <= 40, "{}: {}", tool.name, tool.title);
    }
}

#[test]
fn descriptions_are_one_or_two_sentences() {
    for tool in tools::all() {
        let text = tool.description();
        let sentences = text.split(". ").count();
        assert!(text.ends_with('.') && sentences <= 2 && !text.contains('\n'), "{}: {text}", tool.name);
    }
}

#[tokio::test]
async fn annotations_are_set_on_purpose() {
    let listed = definitions().await;
    assert_eq!(listed.len(), tools::all().count());
    for definition in listed {
        let tool = tools::find(&definition.name).unwrap();
        let annotations = definition.annotations.unwrap();
        assert_eq!(annotations.read_only_hint, Some(tool.access == Access::Read), "{}", tool.name);
        let destructive = matches!(tool.access, Access::Change | Access::Destroy);
        assert_eq!(annotations.destructive_hint, Some(destructive), "{}", tool.name);
        assert_eq!(annotations.idempotent_hint, Some(tool.idempotent), "{}", tool.name);
        assert_eq!(annotations.open_world_hint, Some(true), "{}", tool.name);
        assert!(definition.title.is_some());
    }
}

#[test]
fn operations_exist_and_match_the_access() {
    for tool in tools::all().filter(|tool| tool.domain != tools::Domain::Door) {
        let mut writes = false;
        for id in tool.operations {
            let operation = operation(id).unwrap_or_else(|| panic!("{}: no operation {id}", tool.name));
            assert_eq!(operation.id, *id, "{}: the id, not the function", tool.name);
            writes |= operation.access == forgejo_mcp::forgejo::operation::Access::Write;
        }
        assert_eq!(writes, tool.access.writes(), "{} reads or writes by its operations", tool.name);
    }
}

#[test]
fn schemas_are_portable_and_names_are_not_claimed_twice() {
    for tool in tools::all() {
        let wire = tool.wire_input();
        assert_eq!(violations(&wire), Vec::<String>::new(), "{}", tool.name);
        if let Some(output) = tool.wire_output() {
            assert_eq!(violations(&output), Vec::<String>::new(), "{}", tool.name);
        }
        let raw = tool.input();
        assert_eq!(alias_conflicts(&raw), Vec::<String>::new(), "{}", tool.name);
        let names = |schema: &Map<String, Value>| -> Vec<String> {
            schema["properties"].as_object().unwrap().keys().cloned().collect()
        };
        assert_eq!(names(&raw), names(&wire), "{}", tool.name);
        for name in names(&wire) {
            assert!(
                name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_'),
                "{}: {name}",
                tool.name
            );
        }
    }
}

#[tokio::test]
async fn definitions_are_as_they_were() {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("snapshots/tools");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    let definitions = definitions().await;
    settings.bind(|| {
        for definition in definitions {
            insta::assert_json_snapshot!(definition.name.to_string(), definition);
        }
    });
}

#[tokio::test]
async fn listings_are_small() {
    let (mut inputs, mut outputs, mut largest) = (0, 0, Vec::new());
    // What is listed when nobody chose.
    let (mut core, mut core_count) = (0, 0);
    let definitions = definitions().await;
    for definition in &definitions {
        let input = definition.name.len()
            + definition.description.as_ref().map_or(0, |text| text.len())
            + Value::Object((*definition.input_schema).clone()).to_string().len();
        let output = definition
            .output_schema
            .as_ref()
            .map_or(0, |schema| Value::Object((**schema).clone()).to_string().len());
        inputs += input;
        outputs += output;
        if tools::find(&definition.name).is_some_and(|tool| tool.core) {
            core += input;
            core_count += 1;
        }
        largest.push((input, output, definition.name.to_string()));
    }
    largest.sort_by_key(|(input, output, _)| std::cmp::Reverse(input + output));
    largest.truncate(12);
    let count = definitions.len();
    println!("{} + {} bytes a tool; largest {largest:?}", inputs / count, outputs / count);
    assert!(inputs / count <= 520, "{} bytes a tool; {largest:#?}", inputs / count);
    assert!(
        core <= 25_000 && core / core_count <= 520,
        "{core} bytes for {core_count} tools listed by default"
    );
    assert!((inputs + outputs) / count <= 1_100, "{} bytes a tool; {largest:#?}", (inputs + outputs) / count);
}

/// Whether a schema knows a parameter by its name, an alias, or either in camelCase.
fn takes(schema: &Map<String, Value>, written: &str) -> bool {
    let snake: String = written
        .chars()
        .flat_map(|c| c.is_ascii_uppercase().then_some('_').into_iter().chain([c.to_ascii_lowercase()]))
        .collect();
    schema["properties"].as_object().unwrap().iter().any(|(name, property)| {
        let aliases = property.get("x-aliases").and_then(Value::as_array).into_iter().flatten();
        let mut names = aliases.filter_map(Value::as_str).chain([name.as_str()]);
        names.any(|name| name == written || name == snake)
    })
}

#[test]
fn the_peers_parameters_are_accepted() {
    let mut checked = 0;
    for line in include_str!("../data/peer_parameters.txt").lines().filter(|line| !line.starts_with('#')) {
        let (name, parameters) = line.split_once(':').unwrap();
        let Some(tool) = tools::find(name) else { continue };
        let schema = tool.input();
        for parameter in parameters.split_whitespace() {
            assert!(takes(&schema, parameter), "{name} does not take {parameter}");
            checked += 1;
        }
    }
    assert!(checked > 150, "{checked} parameters were checked");
}

/// A value that fits a schema.
fn example(schema: &Map<String, Value>) -> Value {
    if let Some(words) = schema.get("enum").and_then(Value::as_array) {
        return words[0].clone();
    }
    match schema["type"].as_str().unwrap() {
        "integer" | "number" => json!(1),
        "boolean" => json!(true),
        "array" => json!([example(schema["items"].as_object().unwrap())]),
        "object" => required(schema),
        _ if schema.contains_key("format") => json!("2026-01-01T00:00:00Z"),
        _ => json!("x"),
    }
}

/// The required arguments of a schema.
fn required(schema: &Map<String, Value>) -> Value {
    let names = schema.get("required").and_then(Value::as_array).into_iter().flatten();
    names
        .map(|name| name.as_str().unwrap())
        .map(|name| (name.to_owned(), example(schema["properties"][name].as_object().unwrap())))
        .collect()
}

#[test]
fn required_arguments_are_enough_and_irrecoverable_acts_name_their_target() {
    // What is behind the door has its own arguments and targets.
    for tool in tools::all().filter(|tool| tool.domain != tools::Domain::Door) {
        let Value::Object(arguments) = required(&tool.input()) else { unreachable!() };
        let prepared = tool.prepare(arguments.clone());
        let prepared = prepared.unwrap_or_else(|error| panic!("{}: {arguments:?}: {error}", tool.name));
        let names_target = prepared.target.is_some_and(|target| !target.is_empty());
        assert_eq!(names_target, tool.access == Access::Destroy, "{}", tool.name);
    }
}

#[test]
fn every_tool_that_a_text_names_exists() {
    let word = regex::Regex::new(
        r"\b(?:list|get|create|update|edit|delete|add|remove|search|submit|dismiss|merge|find|call|issue_state)_[a-z_]+[a-z]\b",
    )
    .unwrap();
    let text = regex::Regex::new(r#"(?m)^\s*///.*$|"(?:[^"\\\n]|\\.)*""#).unwrap();
    let parameters: BTreeSet<String> = tools::all()
        .flat_map(|tool| tool.input()["properties"].as_object().unwrap().keys().cloned().collect::<Vec<_>>())
        .collect();
    let mut checked = 0;
    for path in sources(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/src"))) {
        let source = fs::read_to_string(&path).unwrap();
        for text in text.find_iter(&source) {
            for name in word.find_iter(text.as_str()).map(|found| found.as_str()) {
                let known =
                    tools::find(name).is_some() || parameters.contains(name) || NOT_TOOLS.contains(&name);
                assert!(known, "{}: {name} is no tool: {}", path.display(), text.as_str().trim());
                checked += 1;
            }
        }
    }
    assert!(checked > 60, "{checked} names were found");
}

/// Words in texts that look like tools.
const NOT_TOOLS: [&str; 2] = ["list_tool", "merge_styles"];

fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let (folders, files): (Vec<_>, Vec<_>) = entries.partition(|path| path.is_dir());
    let below = folders.iter().flat_map(|folder| sources(folder));
    files.into_iter().filter(|path| path.extension().is_some_and(|ext| ext == "rs")).chain(below).collect()
}
