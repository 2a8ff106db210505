//! What was chosen or switched off decides what exists, by every route.

use forgejo_mcp::config::{Config, Flags};
use forgejo_mcp::server::Server;
use forgejo_mcp::tools;
use serde_json::{Value, json};

use super::calls::{all, arguments_of};
use super::forge::start;
use super::values::Maker;
use crate::harness::{Session, Upstream};

fn words(text: &str) -> Vec<String> {
    text.split(',').filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

async fn session(forge: &Upstream, toolsets: &str, tools: &str, exclude: &str) -> Session {
    forge
        .session_with(|flags| {
            flags.toolsets = words(toolsets);
            flags.tools = words(tools);
            flags.exclude_tools = words(exclude);
        })
        .await
}

async fn listed(session: &Session) -> Vec<String> {
    session.client().list_all_tools().await.unwrap().into_iter().map(|tool| tool.name.to_string()).collect()
}

#[test]
fn unknown_names_end_the_start_with_the_nearest() {
    for (toolsets, tools, exclude, flag, near) in [
        ("isue", "", "", "--toolsets", "did you mean issue?"),
        ("issue,cor", "", "", "--toolsets", "did you mean core?"),
        ("", "create_isue", "", "--tools", "did you mean create_issue?"),
        ("", "", "delete_brnch", "--exclude-tools", "did you mean delete_branch?"),
        ("", "", "repoDelet", "--exclude-tools", "did you mean repoDelete?"),
    ] {
        let flags = Flags {
            demo: true,
            toolsets: words(toolsets),
            tools: words(tools),
            exclude_tools: words(exclude),
            ..Flags::default()
        };
        let error = Config::from_flags(flags).and_then(Server::new).err().unwrap().to_string();
        assert!(error.contains(flag) && error.contains(near), "{error}");
    }
}

#[tokio::test]
async fn what_was_not_chosen_is_reached_by_no_route() {
    let forge = start(Maker::default());
    let session = session(&forge, "issue,door", "get_repo", "create_issue").await;
    let expected = |tool: &tools::ToolEntry| {
        let chosen = matches!(tool.domain.as_str(), "issue" | "door") || tool.name == "get_repo";
        chosen && tool.name != "create_issue"
    };
    let names: Vec<&str> = tools::all().filter(|tool| expected(tool)).map(|tool| tool.name).collect();
    assert_eq!(listed(&session).await, names);
    for tool in all().filter(|tool| !expected(tool)) {
        let behind = json!({ "name": tool.name, "arguments": arguments_of(tool) });
        for (name, arguments) in
            [(tool.name, arguments_of(tool)), ("call_read_tool", behind.clone()), ("call_write_tool", behind)]
        {
            assert_eq!(session.call(name, arguments).await.kind(), "forbidden", "{} by {name}", tool.name);
        }
    }
    // Nor by the operations of the API.
    let given =
        json!({ "name": "issueCreateIssue", "arguments": { "owner": "o", "repo": "r", "title": "t" } });
    assert_eq!(session.call("call_write_tool", given).await.kind(), "forbidden");
    assert!(forge.seen().is_empty(), "{:?}", forge.targets());
    let found = session.call("find_tools", json!({ "query": "create an issue", "limit": 50 })).await.json();
    for item in found["items"].as_array().unwrap() {
        assert!(names.contains(&item["name"].as_str().unwrap()), "{item}");
    }
}

#[tokio::test]
async fn an_excluded_tool_takes_its_operations_with_it() {
    let forge = start(Maker::default());
    for tool in all().filter(|tool| tool.access.writes()) {
        let session = session(&forge, "", "", tool.name).await;
        let writes = tool.operations.iter().filter_map(|id| forgejo_mcp::forgejo::operation::operation(id));
        let writes =
            writes.filter(|operation| operation.access != forgejo_mcp::forgejo::operation::Access::Read);
        for operation in writes {
            let given = json!({ "name": operation.id, "arguments": {} });
            let called = session.call("call_write_tool", given).await;
            assert_eq!(called.kind(), "forbidden", "{} by {}", tool.name, operation.id);
            let found =
                session.call("find_tools", json!({ "query": operation.id, "limit": 50 })).await.json();
            let names: Vec<&Value> =
                found["items"].as_array().unwrap().iter().map(|item| &item["name"]).collect();
            assert!(
                !names.contains(&&json!(operation.id)) && !names.contains(&&json!(tool.name)),
                "{}",
                tool.name
            );
        }
    }
    // A reading tool closes what it is about, and leaves open what it only looks up.
    let session = session(&forge, "", "", "get_file_content").await;
    let raw = json!({ "owner": "o", "repo": "r", "filepath": "f" });
    let main = tools::find("get_file_content").unwrap().operations[0];
    let called = session.call("call_read_tool", json!({ "name": main, "arguments": raw })).await;
    assert_eq!(called.kind(), "forbidden", "{main}");
    assert!(forge.seen().is_empty(), "{:?}", forge.targets());
}

#[tokio::test]
async fn an_excluded_operation_takes_the_tools_that_stand_on_it() {
    let forge = start(Maker::default());
    let session = session(&forge, "", "", "repoDelete,issueEditIssue").await;
    let place = json!({ "owner": "o", "repo": "r", "index": 1 });
    let delete = json!({ "name": "repoDelete", "arguments": { "owner": "o", "repo": "r" } });
    assert_eq!(session.call("call_write_tool", delete).await.kind(), "forbidden");
    let mut arguments = place.clone();
    arguments["state"] = json!("closed");
    assert_eq!(session.call("issue_state_change", arguments).await.kind(), "forbidden");
    assert!(forge.seen().is_empty(), "{:?}", forge.targets());
    assert!(session.call("get_issue_by_index", place).await.result.is_error != Some(true));
}

#[tokio::test]
async fn all_core_and_nothing_chosen() {
    let forge = start(Maker::default());
    let every = listed(&session(&forge, "all", "", "").await).await;
    assert_eq!(every.len(), tools::all().count());
    let plain = session(&forge, "", "", "").await;
    let core: Vec<&str> = tools::all().filter(|tool| tool.core).map(|tool| tool.name).collect();
    assert_eq!(listed(&plain).await, core);
    // With nothing chosen the rest can be called all the same; with `core` it does not exist.
    let chosen = session(&forge, "core", "", "").await;
    assert_eq!(listed(&chosen).await, core);
    let tool = all().find(|tool| !tool.core && !tool.access.writes()).unwrap();
    assert_ne!(plain.call(tool.name, arguments_of(tool)).await.result.is_error, Some(true));
    assert_eq!(chosen.call(tool.name, arguments_of(tool)).await.kind(), "forbidden");
    let instructions = plain.client().peer_info().unwrap().instructions.clone().unwrap();
    assert!(instructions.contains("call_write_tool"), "{instructions}");
}

#[tokio::test]
async fn the_default_repository_stands_where_none_is_named() {
    let forge = start(Maker::default());
    let session = forge.session_with(|flags| flags.repo = Some("harbor/lighthouse".to_owned())).await;
    session.call("list_repo_issues", json!({})).await.json();
    forge.last("GET /repos/harbor/lighthouse/issues");
    session.call("call_read_tool", json!({ "name": "repoListTags" })).await.text();
    forge.last("GET /repos/harbor/lighthouse/tags");
    // Half a name is no name.
    assert_eq!(session.call("list_repo_issues", json!({ "repo": "x" })).await.kind(), "invalid_arguments");
}
