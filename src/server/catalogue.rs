//! The search behind `find_tools`: our tools first, then the operations of the API, ranked by their words (BM25).

use bm25::{Document, SearchEngineBuilder, Tokenizer};
use serde_json::{Map, Value};

use super::operations;
use super::policy::Policy;
use crate::forgejo::operation::{self, Operation};
use crate::tools::door::{CALL_READ_TOOL, CALL_WRITE_TOOL, Found};
use crate::tools::{self, Catalogue, ToolEntry};

/// A tool that fits as well as an operation stands before it: its results are shaped.
const TOOLS_FIRST: f32 = 1.6;

impl Catalogue for Policy {
    fn find(&self, query: &str, limit: usize) -> Vec<Found> {
        let callees = self.callees();
        let documents = callees.iter().enumerate().map(|(id, callee)| Document::new(id, callee.words()));
        let engine =
            SearchEngineBuilder::<usize, u32, Words>::with_tokenizer_and_documents(Words, documents).build();
        let mut hits: Vec<(f32, usize)> = engine
            .search(query, 60)
            .into_iter()
            .map(|hit| {
                let named = callees
                    .get(hit.document.id)
                    .is_some_and(|callee| callee.name().eq_ignore_ascii_case(query.trim()));
                let is_tool = matches!(callees.get(hit.document.id), Some(Callee::Tool(_)));
                let score = hit.score * if is_tool { TOOLS_FIRST } else { 1.0 };
                (if named { f32::MAX } else { score }, hit.document.id)
            })
            .collect();
        hits.sort_by(|(one, _), (other, _)| other.total_cmp(one));
        hits.into_iter().take(limit).filter_map(|(_, id)| callees.get(id)).map(Callee::found).collect()
    }
}

enum Callee {
    Tool(&'static ToolEntry),
    Operation(&'static Operation),
}

impl Policy {
    fn callees(&self) -> Vec<Callee> {
        let door = |tool: &&ToolEntry| tool.domain != tools::Domain::Door;
        let mut callees: Vec<Callee> =
            tools::all().filter(|tool| self.exists(tool)).filter(door).map(Callee::Tool).collect();
        let open = |operation: &&Operation| self.opens(operation);
        callees.extend(operation::operations().iter().filter(open).map(Callee::Operation));
        callees
    }
}

impl Callee {
    fn name(&self) -> &'static str {
        match self {
            Self::Tool(tool) => tool.name,
            Self::Operation(operation) => operation.id,
        }
    }

    /// The words that a search looks at; the name counts twice.
    fn words(&self) -> String {
        match self {
            Self::Tool(tool) => format!(
                "{0} {0} {1} {2} {3}",
                tool.name,
                tool.title,
                tool.description(),
                tool.domain.as_str()
            ),
            Self::Operation(operation) => {
                format!(
                    "{0} {0} {1} {2} {3}",
                    operation.id,
                    operation.summary,
                    operation.tag,
                    operation.path.trim_start_matches("/api/v1")
                )
            }
        }
    }

    fn found(&self) -> Found {
        let (input, writes, kind, since, description) = match self {
            Self::Tool(tool) => (tool.wire_input(), tool.access.writes(), "tool", None, tool.description()),
            Self::Operation(operation) => {
                let input = operations::input(operation);
                let since = (operation.since != "10").then(|| operation.since.to_owned());
                (
                    input,
                    operations::access(operation).writes(),
                    "operation",
                    since,
                    operation.summary.to_owned(),
                )
            }
        };
        Found {
            name: self.name().to_owned(),
            description,
            kind,
            call_with: if writes { CALL_WRITE_TOOL } else { CALL_READ_TOOL },
            arguments: arguments(&input),
            since,
        }
    }
}

/// Arguments in few words: `state: open|closed|all`, `labels: [string]`, `title!: string`.
fn arguments(schema: &Map<String, Value>) -> Vec<String> {
    let required = schema.get("required").and_then(Value::as_array);
    let needed =
        |name: &str| required.is_some_and(|names| names.iter().any(|other| other.as_str() == Some(name)));
    let Some(Value::Object(properties)) = schema.get("properties") else { return Vec::new() };
    properties
        .iter()
        .map(|(name, property)| {
            format!("{name}{}: {}", if needed(name) { "!" } else { "" }, type_of(property))
        })
        .collect()
}

fn type_of(property: &Value) -> String {
    if let Some(Value::Array(words)) = property.get("enum") {
        let words: Vec<&str> = words.iter().filter_map(Value::as_str).collect();
        return words.join("|");
    }
    let kind = property.get("type").and_then(Value::as_str).unwrap_or("any");
    match kind {
        "array" => format!("[{}]", property.get("items").map_or_else(|| "any".to_owned(), type_of)),
        "string" if property.get("format").and_then(Value::as_str) == Some("date-time") => "time".to_owned(),
        "object" => match property.get("properties").and_then(Value::as_object) {
            Some(fields) if !fields.is_empty() => {
                format!("{{{}}}", fields.keys().cloned().collect::<Vec<_>>().join(", "))
            }
            _ => "object".to_owned(),
        },
        other => other.to_owned(),
    }
}

/// Words of names in any spelling, without endings: `list_repo_issues`, `issueListIssues` and "listing issues" meet.
struct Words;

impl Tokenizer for Words {
    fn tokenize(&self, text: &str) -> Vec<String> {
        let mut words = Vec::new();
        let mut word = String::new();
        let mut after_lower = false;
        for character in text.chars() {
            let new_hump = character.is_uppercase() && after_lower;
            if (new_hump || !character.is_alphanumeric()) && !word.is_empty() {
                words.push(stem(&std::mem::take(&mut word)));
            }
            if character.is_alphanumeric() {
                word.extend(character.to_lowercase());
            }
            after_lower = character.is_lowercase();
        }
        if !word.is_empty() {
            words.push(stem(&word));
        }
        words.into_iter().filter(|word| !is_filler(word)).collect()
    }
}

fn is_filler(word: &str) -> bool {
    matches!(
        word,
        "a" | "an"
            | "the"
            | "of"
            | "to"
            | "in"
            | "for"
            | "and"
            | "or"
            | "with"
            | "on"
            | "by"
            | "is"
            | "it"
            | "its"
            | "i"
            | "how"
            | "do"
    )
}

/// A word without its commonest endings, and synonyms that Forgejo and people use for one thing as one.
fn stem(word: &str) -> String {
    let plain = match word {
        "repository" | "repositories" | "repos" | "project" | "projects" => "repo",
        "organization" | "organizations" | "organisation" | "organisations" | "orgs" => "org",
        "pr" | "prs" | "pulls" | "merge" | "merging" | "mr" if word != "merge" && word != "merging" => "pull",
        "remove" | "removes" | "deletes" | "deleting" => "delete",
        "edits" | "editing" | "update" | "updates" | "change" | "changes" | "modify" => "edit",
        "creates" | "creating" | "new" | "make" | "add" | "adds" => "create",
        "webhook" | "webhooks" | "hooks" => "hook",
        "ci" | "pipeline" | "pipelines" | "actions" | "action" => "action",
        "gets" | "show" | "read" | "reads" | "fetch" => "get",
        "lists" | "listing" => "list",
        other => other,
    };
    let plain = plain.strip_suffix("ies").map_or_else(|| plain.to_owned(), |start| format!("{start}y"));
    match plain.strip_suffix('s') {
        Some(start) if start.len() > 2 && !start.ends_with('s') && !start.ends_with('u') => start.to_owned(),
        _ => plain,
    }
}
