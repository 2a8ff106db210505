//! Read-only mode: no tool and no operation writes, by whatever route; without it, each that writes does. What every tool
//! sends is held against the operations that it declares.

use std::collections::BTreeSet;

use forgejo_mcp::forgejo::operation::{self, operations};
use forgejo_mcp::server::operations::access;
use serde_json::json;

use super::calls::{all, arguments_of, arguments_of_operation, forge_for};
use super::forge::{operation_of, start};
use super::values::Maker;
use crate::harness::{Seen, Session, Upstream};

/// What instances are asked whoever calls.
const ALWAYS: [&str; 2] = ["getGeneralAPISettings", "getVersion"];

fn writes(seen: &Seen) -> bool {
    operation_of(seen).map_or(seen.method != "GET", |operation| operation.access != operation::Access::Read)
}

async fn read_only(forge: &Upstream) -> Session {
    forge.session_with(|flags| flags.read_only = true).await
}

#[tokio::test]
async fn no_tool_writes_in_read_only_mode_by_any_route() {
    let forge = start(Maker::default());
    let session = read_only(&forge).await;
    for tool in all() {
        let arguments = arguments_of(tool);
        let behind = json!({ "name": tool.name, "arguments": arguments });
        let calls = [(tool.name, arguments), ("call_read_tool", behind.clone()), ("call_write_tool", behind)];
        for (name, arguments) in calls {
            let called = session.call(name, arguments).await;
            if tool.access.writes() || name == "call_write_tool" {
                assert_eq!(called.kind(), "forbidden", "{} by {name}: {:?}", tool.name, called.texts());
            }
        }
        let seen = forge.taken();
        assert!(!seen.iter().any(writes), "{}: {seen:#?}", tool.name);
        assert!(!tool.access.writes() || seen.is_empty(), "{}: {seen:#?}", tool.name);
    }
}

#[tokio::test]
async fn no_operation_writes_in_read_only_mode_by_any_route() {
    let forge = start(Maker::default());
    let session = read_only(&forge).await;
    let mut refused = 0;
    for operation in operations() {
        let given = json!({ "name": operation.id, "arguments": arguments_of_operation(operation) });
        for door in ["call_read_tool", "call_write_tool"] {
            let called = session.call(door, given.clone()).await;
            if access(operation).writes() || door == "call_write_tool" {
                assert_eq!(called.kind(), "forbidden", "{} by {door}", operation.id);
                refused += 1;
            }
        }
        // Nor is an operation a tool.
        assert_eq!(session.call(operation.id, json!({})).await.kind(), "invalid_arguments");
        let seen = forge.taken();
        assert!(!seen.iter().any(writes), "{}: {seen:#?}", operation.id);
    }
    assert!(refused > 700, "{refused}");
}

#[tokio::test]
async fn tools_do_what_they_declare() {
    let mut problems = Vec::new();
    let mut used = BTreeSet::new();
    for tool in all() {
        let forge = forge_for(tool, Maker::default());
        let session = forge.session().await;
        let called = session.call(tool.name, arguments_of(tool)).await;
        let seen = forge.taken();
        let sent: Vec<&str> = seen.iter().filter_map(operation_of).map(|operation| operation.id).collect();
        used.extend(sent.iter().copied().map(|id| (tool.name, id)));
        if called.result.is_error == Some(true) {
            problems.push(format!("{} fails: {}; sent {sent:?}", tool.name, called.error()));
        }
        for id in sent.iter().filter(|id| !ALWAYS.contains(id) && !tool.operations.contains(id)) {
            problems.push(format!("{} sends {id}, which it does not declare", tool.name));
        }
        if seen.iter().any(writes) != tool.access.writes() {
            problems.push(format!("{} is declared {:?}, and sent {sent:?}", tool.name, tool.access));
        }
    }
    assert!(problems.is_empty(), "{} problems:\n{}", problems.len(), problems.join("\n"));
    assert!(used.len() > 150, "{}", used.len());
}
