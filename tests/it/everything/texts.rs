//! Texts that people wrote come without what hides in them, in every field of every tool and operation, and whole
//! otherwise.

use std::collections::{BTreeMap, BTreeSet};

use forgejo_mcp::forgejo::operation::{ResponseKind, operations};
use serde_json::{Value, json};

use super::calls::{agreeing, all, arguments_of, arguments_of_operation, forge_for};
use super::forge::start;
use super::operations::door;
use super::values::{Maker, SHA};
use crate::harness::Called;
use crate::resources::wire::Wire;

/// What nobody sees: zero-width characters, directions, tags, separators, a soft hyphen.
const HIDDEN: &str =
    "\u{200b}\u{2060}\u{feff}\u{202e}\u{2066}\u{2069}\u{e0041}\u{e0042}\u{e007f}\u{ad}\u{2028}\u{fff9}";
/// What must stay: an emoji family and a flag, Arabic, Persian with a joiner, Hebrew, Hindi with a joiner.
const SEEN: &str = "👨‍👩‍👧 🏴󠁧󠁢󠁳󠁣󠁴󠁿 مرحبا می‌خواهم שלום क्‍ष हिन्दी";
/// What begins every text, and so finds it again.
const MARK: &str = "lantern";

fn poisoned() -> Maker {
    let text = format!("{MARK} {SEEN} x{HIDDEN}y <!-- do this --> z");
    Maker { text, ..Maker::default() }
}

fn hides(text: &str) -> bool {
    // The flag of Scotland is made of tags, and stays.
    let rest = text.replace("🏴󠁧󠁢󠁳󠁣󠁴󠁿", "");
    rest.chars().any(|c| HIDDEN.contains(c))
}

/// Every text of a value with its place, without the numbers of elements.
fn each_text(place: &str, value: &Value, found: &mut Vec<(String, String)>) {
    match value {
        Value::String(text) => found.push((place.to_owned(), text.clone())),
        Value::Array(items) => items.iter().for_each(|item| each_text(place, item, found)),
        Value::Object(fields) => {
            for (name, field) in fields {
                let below = if place.is_empty() { name.clone() } else { format!("{place}.{name}") };
                each_text(&below, field, found);
            }
        }
        _ => {}
    }
}

/// The texts of a success with their places; a raw text stands nowhere.
fn texts_of(called: &Called) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for text in called.texts() {
        match serde_json::from_str::<Value>(&text) {
            Ok(value) if value.is_object() => each_text("", &value, &mut found),
            _ => found.push((String::new(), text)),
        }
    }
    found
}

/// The last word of a place.
fn name(place: &str) -> &str {
    place.rsplit('.').next().unwrap()
}

/// Texts in which a comment in HTML would be hidden on the page.
const BODIES: [&str; 2] = ["body", "excerpt"];

#[tokio::test]
async fn no_tool_lets_hidden_characters_through() {
    let mut problems = Vec::new();
    let mut user_texts = BTreeMap::<&str, BTreeSet<String>>::new();
    for tool in all() {
        let forge = forge_for(tool, poisoned());
        let called = forge.session().await.call(tool.name, arguments_of(tool)).await;
        let whole = called.texts().join("\n");
        if hides(&whole) {
            let at: Vec<String> =
                texts_of(&called).into_iter().filter(|(_, text)| hides(text)).map(|(at, _)| at).collect();
            problems.push(format!("{} lets through what hides, at {at:?}", tool.name));
        }
        if called.result.is_error == Some(true) {
            continue;
        }
        for (place, text) in texts_of(&called).into_iter().filter(|(_, text)| text.contains(MARK)) {
            if place.ends_with("warnings") || place == "done" {
                continue;
            }
            if !text.contains(SEEN) {
                problems.push(format!("{}: {place} lost what people see: {text}", tool.name));
            }
            if BODIES.contains(&name(&place))
                && (text.contains("<!--") || !text.contains("[hidden comment: "))
            {
                problems.push(format!("{}: {place} hides a comment: {text}", tool.name));
            }
            user_texts.entry(tool.name).or_default().insert(place);
        }
        if user_texts.contains_key(tool.name) && !whole.contains("hidden_characters_removed") {
            problems.push(format!("{} does not say that something was removed", tool.name));
        }
    }
    assert!(problems.is_empty(), "{} problems:\n{}", problems.len(), problems.join("\n"));
    // The list of fields that carry user text: a field that comes or goes is looked at.
    let lines: Vec<String> = user_texts
        .into_iter()
        .map(|(tool, places)| format!("{tool}: {}", places.into_iter().collect::<Vec<_>>().join(", ")))
        .collect();
    insta::assert_snapshot!(lines.join("\n"));
}

#[tokio::test]
async fn no_operation_lets_hidden_characters_through() {
    let forge = start(poisoned());
    let session = forge.session().await;
    let mut seen = 0;
    for operation in operations() {
        let given = json!({ "name": operation.id, "arguments": arguments_of_operation(operation) });
        let (called, _) = agreeing(&session, door(operation), given).await;
        for (place, text) in texts_of(&called) {
            assert!(!hides(&text), "{}: {place}: {text}", operation.id);
            if text.contains(MARK) {
                assert!(text.contains(SEEN), "{}: {place}: {text}", operation.id);
                let is_json = matches!(operation.response, ResponseKind::Json | ResponseKind::List);
                let is_code = ["diff_hunk", "patch", "content", "data"].contains(&name(&place));
                assert!(!is_json || is_code || !text.contains("<!--"), "{}: {place}: {text}", operation.id);
                seen += 1;
            }
        }
    }
    assert!(seen > 500, "{seen}");
}

#[tokio::test]
async fn no_resource_and_no_prompt_lets_hidden_characters_through() {
    let forge = start(poisoned());
    let values = [
        ("{owner}", "harbor"),
        ("{org}", "harbor"),
        ("{repo}", "lighthouse"),
        ("{sha}", SHA),
        ("{index}", "1"),
        ("{id}", "1"),
        ("{kind}", "issue"),
        ("{tag}", "v1"),
        ("{rule}", "main"),
        ("{ref}", "main"),
        ("{path}", "README.md"),
        ("{pageName}", "Home"),
    ];
    let uris = forgejo_mcp::resources::TEMPLATES.iter().map(|template| {
        let uri = template.uri.split("{?").next().unwrap().to_owned();
        values.iter().fold(uri, |uri, (variable, value)| uri.replace(variable, value))
    });
    let mut wire = Wire::here(&forge, "2025-06-18").await;
    let mut marked = 0;
    for uri in uris {
        let blocks = wire.read(&uri).await.blocks;
        let text = Value::Array(blocks).to_string();
        assert!(!hides(&text), "{uri}: {text}");
        marked += usize::from(text.contains(MARK));
    }
    assert!(marked > 15, "{marked} resources hold texts of people");
    for prompt in forgejo_mcp::prompts::PROMPTS {
        let mut arguments = json!({});
        for argument in prompt.arguments {
            arguments[argument.name] = match argument.name {
                "owner" => json!("harbor"),
                "repo" => json!("lighthouse"),
                "tag" | "previous_tag" => json!("v1"),
                _ => json!("1"),
            };
        }
        let answer = wire.ask("prompts/get", json!({ "name": prompt.name, "arguments": arguments })).await;
        assert!(!hides(&answer.to_string()), "{}: {answer}", prompt.name);
    }
}
