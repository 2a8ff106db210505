//! Each request acts as whoever sent it, and within what it asked for.

use serde_json::{Value, json};

use super::served::{Served, answer, ask, call, forge, list_branches, refusal, tokens};
use crate::harness::{Answer, TOKEN, Upstream};

#[tokio::test]
async fn each_request_acts_with_its_own_token() {
    let forge = forge();
    let served = Served::start(&forge).await;
    for (sent, expected) in [
        ("Bearer alice-token-1", "token alice-token-1"),
        ("token bob-token-22", "token bob-token-22"),
        ("BEARER carol-token", "token carol-token"),
        ("ToKeN   dora-token  ", "token dora-token"),
    ] {
        answer(served.anonymous().header("authorization", sent), list_branches()).await;
        assert_eq!(tokens(&forge).last().unwrap(), expected);
    }
}

#[tokio::test]
async fn a_request_without_a_usable_token_is_told_to_bring_one() {
    let forge = forge();
    let served = Served::start(&forge).await;
    let bare = [
        None,
        Some("0123456789abcdef"),
        Some("Basic YTpi"),
        Some("Bearer"),
        Some("Bearer "),
        Some("Bearer a b"),
    ];
    for header in bare {
        let request =
            header.map_or(served.anonymous(), |value| served.anonymous().header("authorization", value));
        let response = request.body(list_branches()).send().await.unwrap();
        assert_eq!(response.headers()["www-authenticate"], "Bearer realm=\"forgejo-mcp\"", "{header:?}");
        let (status, body) = refusal(response).await;
        assert_eq!(status, 401, "{header:?}");
        assert!(body["hint"].as_str().unwrap().contains("Authorization: Bearer TOKEN"), "{body}");
        assert!(!body.to_string().contains("0123456789abcdef"), "{body}");
    }
    let twice = served.of("one").header("authorization", "Bearer two").body(list_branches()).send().await;
    assert_eq!(twice.unwrap().status(), 401);
    assert_eq!(forge.targets(), [""; 0], "nothing leaves");
}

#[tokio::test]
async fn the_servers_token_is_lent_only_when_it_is_shared() {
    let forge = forge();
    let served = Served::with(&forge, |flags| flags.serving.share_token = true).await;
    answer(served.anonymous(), list_branches()).await;
    answer(served.of("of-their-own"), list_branches()).await;
    assert_eq!(tokens(&forge), [format!("token {TOKEN}"), "token of-their-own".to_owned()]);
    // What looks like a token but is none is a mistake, not an absence.
    let response = served.anonymous().header("authorization", "of-their-own").body(list_branches());
    assert_eq!(response.send().await.unwrap().status(), 401);
    assert_eq!(forge.seen().len(), 2);
}

#[tokio::test]
async fn a_token_that_fails_never_falls_back_to_another() {
    let forge = Upstream::start();
    let refused = json!({ "message": "invalid username, password or token" });
    forge.on("GET /repos/o/r/branches", Answer::json(401, &refused));
    let served = Served::with(&forge, |flags| flags.serving.share_token = true).await;
    let found = answer(served.of("expired-token"), list_branches()).await;
    assert_eq!(found["result"]["isError"], true);
    assert_eq!(found["result"]["_meta"]["kind"], "unauthorized");
    assert_eq!(tokens(&forge), ["token expired-token"]);
}

#[tokio::test]
async fn the_recorded_forge_needs_no_token_and_reads_none() {
    let served = Served::demo().await;
    let get = || call("get_issue_by_index", json!({ "owner": "harbor", "repo": "lighthouse", "index": 1 }));
    for request in [served.anonymous(), served.of("whoever")] {
        assert_eq!(answer(request, get()).await["result"]["structuredContent"]["number"], 1);
    }
}

#[tokio::test]
async fn two_hundred_callers_are_never_mixed_up() {
    let forge = Upstream::start();
    for caller in 0..200 {
        let branch = json!([{ "name": format!("of-{caller}") }]);
        forge.on(&format!("GET /repos/o/r{caller}/branches"), Answer::json(200, &branch));
    }
    let served = Served::start(&forge).await;
    let calls = (0..200).map(|caller| {
        let request = served.of(&format!("token-of-{caller}-"));
        let message = call("list_branches", json!({ "owner": "o", "repo": format!("r{caller}") }));
        async move {
            let found = answer(request, message).await;
            assert_eq!(found["result"]["structuredContent"]["items"][0]["name"], format!("of-{caller}"));
        }
    });
    futures::future::join_all(calls).await;
    let seen = forge.seen();
    assert_eq!(seen.len(), 200);
    for seen in seen {
        let caller = seen.path().trim_start_matches("/repos/o/r").trim_end_matches("/branches").to_owned();
        assert_eq!(seen.header("authorization"), Some(format!("token token-of-{caller}-").as_str()));
    }
}

/// The names that are listed for a request with these headers.
async fn listed(served: &Served, headers: &[(&str, &str)]) -> Vec<String> {
    let request = headers.iter().fold(served.of("t"), |request, (name, value)| request.header(*name, *value));
    let found = answer(request, ask("tools/list", json!({}))).await;
    let tools = found["result"]["tools"].as_array().unwrap();
    tools.iter().map(|tool| tool["name"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn a_request_may_choose_fewer_tools() {
    let forge = forge();
    let served = Served::start(&forge).await;
    let usual = listed(&served, &[]).await;
    assert_eq!(listed(&served, &[("X-MCP-Tools", "list_branches, get_issue_by_index")]).await.len(), 2);
    let wiki = listed(&served, &[("X-MCP-Toolsets", "wiki")]).await;
    assert_eq!(wiki.len(), 6, "{wiki:?}");
    let both = listed(&served, &[("X-MCP-Toolsets", "wiki"), ("X-MCP-Tools", "list_branches")]).await;
    assert_eq!(both.len(), 7);
    let without = listed(&served, &[("X-MCP-Exclude-Tools", "list_branches")]).await;
    assert_eq!(without.len(), usual.len() - 1);
    let reading = listed(&served, &[("X-MCP-Readonly", "TRUE")]).await;
    assert!(reading.contains(&"list_branches".to_owned()) && !reading.contains(&"create_issue".to_owned()));
    assert!(listed(&served, &[("X-MCP-Toolsets", "all")]).await.len() >= 141);
    // The next request is not affected.
    assert_eq!(listed(&served, &[]).await, usual);
}

#[tokio::test]
async fn a_request_never_gets_more_than_the_server_allows() {
    let forge = forge();
    let served = Served::with(&forge, |flags| {
        flags.toolsets = vec!["wiki".to_owned(), "issue".to_owned()];
        flags.exclude_tools = vec!["delete_wiki_page".to_owned()];
        flags.read_only = true;
    })
    .await;
    for wish in [
        [("X-MCP-Toolsets", "all"), ("X-MCP-Readonly", "false")],
        [("X-MCP-Toolsets", "wiki,repo"), ("X-MCP-Exclude-Tools", "")],
        [("X-MCP-Tools", "delete_wiki_page,list_branches,create_issue"), ("X-MCP-Readonly", "0")],
    ] {
        for name in listed(&served, &wish).await {
            assert!(
                !["delete_wiki_page", "list_branches", "create_issue"].contains(&name.as_str()),
                "{name}"
            );
        }
        let request =
            wish.iter().fold(served.of("t"), |request, (name, value)| request.header(*name, *value));
        let found = answer(request, call("list_branches", json!({ "owner": "o", "repo": "r" }))).await;
        assert_eq!(found["result"]["_meta"]["kind"], "forbidden", "{found}");
    }
    assert_eq!(forge.targets(), [""; 0]);
}

#[tokio::test]
async fn what_a_request_narrows_holds_for_every_route_to_a_tool() {
    let forge = forge();
    forge.on("POST /repos/o/r/issues", Answer::json(201, &json!({ "number": 1 })));
    let served = Served::start(&forge).await;
    let issue = json!({ "owner": "o", "repo": "r", "title": "t" });
    let raw = json!({ "name": "issueCreateIssue", "arguments": issue });
    let tool = json!({ "name": "create_issue", "arguments": issue });
    let reading = |message: String| answer(served.of("t").header("x-mcp-readonly", "true"), message);
    for message in [
        call("create_issue", issue.clone()),
        call("call_write_tool", raw.clone()),
        call("call_write_tool", tool.clone()),
        call("call_read_tool", raw),
        call("call_read_tool", tool),
    ] {
        let found = reading(message.clone()).await;
        assert_eq!(found["result"]["isError"], true, "{message}: {found}");
    }
    assert_eq!(forge.writes().len(), 0);
    let found = reading(call("find_tools", json!({ "query": "create issue" }))).await;
    assert!(!found.to_string().contains("\\\"create_issue\\\""), "{found}");
    let opened = json!({ "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": { "name": "c", "version": "1" } });
    let found = reading(ask("initialize", opened)).await;
    assert!(found["result"]["instructions"].as_str().unwrap().contains("read-only"), "{found}");
}

#[tokio::test]
async fn a_wish_that_cannot_be_read_is_refused_with_the_nearest_name() {
    let forge = forge();
    let served = Served::start(&forge).await;
    for (name, value, told) in [
        ("X-MCP-Toolsets", "isues", "did you mean issue?"),
        ("X-MCP-Tools", "lst_branches", "did you mean list_branches?"),
        ("X-MCP-Exclude-Tools", "delete_repos", "X-MCP-Exclude-Tools"),
        ("X-MCP-Readonly", "maybe", "neither true nor false"),
    ] {
        let response = served.of("t").header(name, value).body(list_branches()).send().await.unwrap();
        let (status, body) = refusal(response).await;
        assert_eq!(status, 400);
        assert!(body["error"].as_str().unwrap().contains(told), "{name}: {body}");
    }
    assert_eq!(forge.targets(), [""; 0]);
}

#[tokio::test]
async fn resources_and_completions_are_read_as_the_caller() {
    let forge = forge();
    forge.on(
        "GET /repos/o/r/labels/7",
        Answer::json(200, &json!({ "id": 7, "name": "x", "color": "ff0000" })),
    );
    let served = Served::start(&forge).await;
    let read = ask("resources/read", json!({ "uri": "forgejo://repo/o/r/label/7" }));
    let found = answer(served.of("reader-token"), read).await;
    assert!(found["result"]["contents"][0]["text"].as_str().unwrap().contains("\"name\":\"x\""), "{found}");
    for caller in ["first-token", "second-token"] {
        let wanted = json!({
            "ref": { "type": "ref/resource", "uri": "forgejo://repo/{owner}/{repo}/file/{ref}/{path}" },
            "argument": { "name": "ref", "value": "" },
            "context": { "arguments": { "owner": "o", "repo": "r" } },
        });
        answer(served.of(caller), ask("completion/complete", wanted)).await;
    }
    let tokens = tokens(&forge);
    for expected in ["token reader-token", "token first-token", "token second-token"] {
        assert!(tokens.iter().any(|token| token == expected), "{expected}: {tokens:?}");
    }
    assert!(!tokens.contains(&format!("token {TOKEN}")));
}

#[tokio::test]
async fn files_of_the_servers_machine_are_not_for_remote_callers() {
    let forge = forge();
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("f.txt"), "secret").unwrap();
    let served = Served::with(&forge, |flags| {
        flags.allow_file_path_upload = true;
        flags.upload_root = Some(folder.path().to_owned());
    })
    .await;
    let upload = json!({ "owner": "o", "repo": "r", "index": 1, "file_path": "f.txt" });
    let found: Value = answer(served.of("t"), call("create_issue_attachment", upload)).await;
    assert_eq!(found["result"]["_meta"]["kind"], "forbidden");
    assert!(found.to_string().contains("not for remote callers"), "{found}");
    assert_eq!(forge.writes().len(), 0);
}
