//! One call of every tool and of every operation.

use forgejo_mcp::forgejo::operation::{BodyKind, Operation};
use forgejo_mcp::server::operations::input;
use forgejo_mcp::tools::{self, CONFIRM, Domain, ToolEntry};
use serde_json::{Map, Value, json};

use super::forge::start;
use super::values::{Maker, argument};
use crate::harness::{Answer, Called, Session, Upstream};

/// Arguments that no general rule finds: what excludes each other, and what must fit what the forge answers.
const ARGUMENTS: &[(&str, &str)] = &[
    ("add_issue_dependency", r#"{"depends_on_index": 2}"#),
    ("add_issue_labels", r#"{"labels": ["1"]}"#),
    ("add_issue_time", r#"{"seconds": 60}"#),
    ("add_team_member", r#"{"team_id": "1"}"#),
    ("add_team_repo", r#"{"team_id": "1"}"#),
    ("create_comment_attachment", r#"{"content": "aGk=", "filename": "a.txt"}"#),
    ("create_issue_attachment", r#"{"content": "aGk=", "filename": "a.txt"}"#),
    ("create_release_attachment", r#"{"content": "aGk=", "filename": "a.txt"}"#),
    ("create_repo_hook", r#"{"url": "https://hook.example/x"}"#),
    ("create_review_requests", r#"{"reviewers": ["bob"]}"#),
    ("create_wiki_page", r#"{"title": "Lamps"}"#),
    ("delete_review_requests", r#"{"reviewers": ["bob"]}"#),
    ("edit_branch_protection", r#"{"required_approvals": 2}"#),
    ("edit_org", r#"{"description": "d"}"#),
    ("edit_org_label", r#"{"description": "d"}"#),
    ("edit_release", r#"{"body": "b"}"#),
    ("edit_release_attachment", r#"{"name": "b.txt"}"#),
    ("edit_repo_hook", r#"{"active": false}"#),
    ("edit_repo_label", r#"{"description": "d"}"#),
    ("remove_issue_labels", r#"{"labels": ["1"]}"#),
    ("remove_team_member", r#"{"team_id": "1"}"#),
    ("remove_team_repo", r#"{"team_id": "1"}"#),
    ("update_issue", r#"{"title": "t"}"#),
    ("update_pull_request", r#"{"title": "t"}"#),
    ("update_wiki_page", r#"{"content": "c"}"#),
];

/// What the forge must say for a tool to go on: an empty list, a pending review.
const ANSWERS: &[(&str, &str, u16, &str)] = &[
    ("create_wiki_page", "GET /repos/harbor/lighthouse/wiki/page/Lamps", 404, "{}"),
    ("delete_org", "GET /orgs/harbor/repos", 200, "[]"),
    ("delete_org_label", "GET /repos/issues/search", 200, "[]"),
    (
        "delete_pull_review",
        "GET /repos/harbor/lighthouse/pulls/1/reviews/1",
        200,
        r#"{"id": 1, "state": "PENDING"}"#,
    ),
    ("delete_repo_label", "GET /repos/harbor/lighthouse/issues", 200, "[]"),
    (
        "submit_pull_review",
        "GET /repos/harbor/lighthouse/pulls/1/reviews/1",
        200,
        r#"{"id": 1, "state": "PENDING"}"#,
    ),
];

/// A forge on which a tool can do its work.
pub(super) fn forge_for(tool: &ToolEntry, maker: Maker) -> Upstream {
    let forge = start(maker);
    for (_, route, status, body) in ANSWERS.iter().filter(|(name, ..)| *name == tool.name) {
        forge.on(route, Answer::raw(*status, "application/json", *body));
    }
    forge
}

/// Every tool but those of the door, which only lead to others.
pub(super) fn all() -> impl Iterator<Item = &'static ToolEntry> {
    tools::all().filter(|tool| tool.domain != Domain::Door || tool.name == "find_tools")
}

/// Arguments with which a tool does its work.
pub(super) fn arguments_of(tool: &ToolEntry) -> Value {
    let schema = tool.input();
    let required = schema.get("required").and_then(Value::as_array).into_iter().flatten();
    let properties = &schema["properties"];
    let mut arguments: Map<String, Value> = required
        .map(|name| name.as_str().unwrap())
        .map(|name| (name.to_owned(), argument(name, properties[name].as_object().unwrap())))
        .collect();
    if let Some((_, own)) = ARGUMENTS.iter().find(|(name, _)| *name == tool.name) {
        let own: Map<String, Value> = serde_json::from_str(own).unwrap();
        arguments.extend(own);
    }
    Value::Object(arguments)
}

/// Arguments for everything that an operation takes; of what stands for one another, one.
pub(super) fn arguments_of_operation(operation: &Operation) -> Map<String, Value> {
    let schema = input(operation);
    let properties = schema["properties"].as_object().unwrap();
    let is_form = operation.body_kind == BodyKind::Form;
    let other_way = |name: &str| is_form && matches!(name, "file_path" | "external_url");
    let given = properties.iter().filter(|(name, _)| *name != CONFIRM && !other_way(name));
    given.map(|(name, field)| (name.clone(), argument(name, field.as_object().unwrap()))).collect()
}

/// Calls, and says yes when it is asked; also whether it was asked.
pub(super) async fn agreeing(session: &Session, tool: &str, arguments: Value) -> (Called, bool) {
    let called = session.call(tool, arguments.clone()).await;
    let Some(target) = wanted_target(&called) else { return (called, false) };
    let mut again = arguments;
    match again.get_mut("arguments") {
        Some(inner) => inner[CONFIRM] = json!(target),
        None => again[CONFIRM] = json!(target),
    }
    (session.call(tool, again).await, true)
}

/// The target that a refused call must name.
pub(super) fn wanted_target(called: &Called) -> Option<String> {
    if called.result.is_error != Some(true) || called.kind() != "confirmation_required" {
        return None;
    }
    let text = called.error();
    let (_, target) = text.rsplit_once("call again with confirm: ")?;
    Some(serde_json::from_str(target.trim()).unwrap())
}
