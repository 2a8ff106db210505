//! What cannot be undone is asked about first: every such tool and operation, by every way of asking.

use forgejo_mcp::config::ConfirmMode;
use forgejo_mcp::forgejo::operation::operations;
use forgejo_mcp::secret::Secret;
use forgejo_mcp::server::operations::is_irrecoverable;
use forgejo_mcp::tools::{self, Access};
use rmcp::ClientHandler;
use rmcp::model::{
    ClientCapabilities, ClientConfig, ElicitRequestParams, ElicitResult, ElicitationAction,
    ElicitationCapability, FormElicitationCapability,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleClient};
use serde_json::{Value, json};

use super::calls::{agreeing, all, arguments_of, arguments_of_operation, forge_for, wanted_target};
use super::forge::start;
use super::values::Maker;
use crate::harness::{Answer, Session, Upstream};
use crate::resources::wire::Wire;

async fn asking(forge: &Upstream, mode: ConfirmMode) -> Session {
    forge.session_with(|flags| flags.confirm = mode).await
}

#[tokio::test]
async fn every_irrecoverable_tool_asks_and_no_other_does() {
    for tool in all().filter(|tool| tool.access.writes()) {
        let forge = forge_for(tool, Maker::default());
        let session = asking(&forge, ConfirmMode::Auto).await;
        let called = session.call(tool.name, arguments_of(tool)).await;
        let target = wanted_target(&called);
        assert_eq!(target.is_some(), tool.access == Access::Destroy, "{}: {:?}", tool.name, called.texts());
        let Some(target) = target else { continue };
        assert!(forge.seen().is_empty(), "{}: {:?}", tool.name, forge.targets());
        // Another name is no yes, and the right one is, by the tool's own name and through the door.
        let mut arguments = arguments_of(tool);
        for wrong in ["", "yes", "true", "*", &format!("{target}x")] {
            arguments["confirm"] = json!(wrong);
            let called = session.call(tool.name, arguments.clone()).await;
            assert_eq!(called.kind(), "confirmation_required", "{} {wrong:?}", tool.name);
        }
        assert!(forge.seen().is_empty(), "{}: {:?}", tool.name, forge.targets());
        let behind = json!({ "name": tool.name, "arguments": arguments_of(tool) });
        let (called, asked) = agreeing(&session, "call_write_tool", behind).await;
        assert!(asked && called.result.is_error != Some(true), "{}: {:?}", tool.name, called.texts());
        assert!(!forge.writes().is_empty(), "{}", tool.name);
    }
}

#[tokio::test]
async fn calls_that_force_ask_whatever_their_tool_does_otherwise() {
    let mut asked = 0;
    for tool in all().filter(|tool| tool.asks && tool.access != Access::Destroy) {
        let forge = forge_for(tool, Maker::default());
        let mut arguments = arguments_of(tool);
        arguments["delete_mode"] = json!("force");
        let session = asking(&forge, ConfirmMode::Auto).await;
        assert!(wanted_target(&session.call(tool.name, arguments).await).is_some(), "{}", tool.name);
        assert!(forge.writes().is_empty(), "{}", tool.name);
        asked += 1;
    }
    assert_eq!(asked, 2, "labels of repositories and organisations");
}

#[tokio::test]
async fn never_asks_nobody_and_always_takes_no_name() {
    for tool in all().filter(|tool| tool.access == Access::Destroy) {
        let forge = forge_for(tool, Maker::default());
        let called = asking(&forge, ConfirmMode::Never).await.call(tool.name, arguments_of(tool)).await;
        assert_ne!(called.result.is_error, Some(true), "{}: {:?}", tool.name, called.texts());
        let forge = forge_for(tool, Maker::default());
        let mut arguments = arguments_of(tool);
        let asked = asking(&forge, ConfirmMode::Auto).await.call(tool.name, arguments.clone()).await;
        arguments["confirm"] = json!(wanted_target(&asked).unwrap());
        let called = asking(&forge, ConfirmMode::Always).await.call(tool.name, arguments).await;
        assert_eq!(called.kind(), "confirmation_required", "{}", tool.name);
        assert!(forge.seen().is_empty(), "{}: {:?}", tool.name, forge.targets());
    }
}

#[tokio::test]
async fn every_irrecoverable_operation_asks_before_anything_is_sent() {
    let forge = start(Maker::default());
    let session = asking(&forge, ConfirmMode::Auto).await;
    let mut asked = 0;
    for operation in operations().iter().filter(|operation| is_irrecoverable(operation)) {
        let arguments = arguments_of_operation(operation);
        let given = json!({ "name": operation.id, "arguments": arguments });
        let called = session.call("call_write_tool", given).await;
        assert!(wanted_target(&called).is_some(), "{}: {:?}", operation.id, called.texts());
        asked += 1;
    }
    assert!(asked > 25, "{asked}");
    assert!(forge.seen().is_empty(), "{:?}", forge.targets());
}

/// What product rules call irrecoverable: deleting these things as a whole, handing them over, and showing secrets.
#[test]
fn operations_that_destroy_or_hand_out_are_irrecoverable() {
    let destroys = [
        "/repos/{owner}/{repo}",
        "/orgs/{org}",
        "/admin/users/{username}",
        "/packages/{owner}/{type}/{name}/{version}",
        "/teams/{id}",
        "/repos/{owner}/{repo}/issues/{index}",
        "/repos/{owner}/{repo}/issues/{index}/times",
        "/repos/{owner}/{repo}/releases/{id}",
        "/repos/{owner}/{repo}/releases/tags/{tag}",
        "/repos/{owner}/{repo}/actions/runs/{run_id}",
        "/repos/{owner}/{repo}/branches/{branch}",
        "/repos/{owner}/{repo}/wiki/page/{pageName}",
        "/repos/{owner}/{repo}/labels/{id}",
        "/orgs/{org}/labels/{id}",
        "/admin/unadopted/{owner}/{repo}",
    ];
    for operation in operations() {
        let path = operation.path.trim_start_matches("/api/v1");
        let deletes = operation.method.as_str() == "DELETE" && destroys.contains(&path);
        let hands_over = operation.method.as_str() == "POST" && path.ends_with("/transfer");
        let hands_out = operation.access == forgejo_mcp::forgejo::operation::Access::Secret;
        if deletes || hands_over || hands_out {
            assert!(is_irrecoverable(operation), "{}", operation.id);
        }
    }
    // Names of the list exist: a typing error would switch a question off.
    let tools = tools::all().filter(|tool| tool.access == Access::Destroy);
    for tool in tools {
        let acts = tool.operations.iter().filter_map(|id| forgejo_mcp::forgejo::operation::operation(id));
        assert!(acts.into_iter().any(is_irrecoverable), "{} asks, its operation does not", tool.name);
    }
}

/// A client that shows forms, and whose user answers always the same.
#[derive(Clone)]
struct Person {
    action: ElicitationAction,
    content: Option<Value>,
    questions: std::sync::Arc<std::sync::Mutex<Vec<String>>>,
}

impl Person {
    fn who(action: ElicitationAction, content: Option<Value>) -> Self {
        Self { action, content, questions: std::sync::Arc::default() }
    }
}

impl ClientHandler for Person {
    fn get_info(&self) -> ClientConfig {
        let mut capabilities = ClientCapabilities::default();
        let mut elicitation = ElicitationCapability::default();
        elicitation.form = Some(FormElicitationCapability::default());
        capabilities.elicitation = Some(elicitation);
        let mut info = ClientConfig::default();
        info.capabilities = capabilities;
        info
    }

    async fn create_elicitation(
        &self,
        request: ElicitRequestParams,
        _: RequestContext<RoleClient>,
    ) -> Result<ElicitResult, ErrorData> {
        self.questions.lock().unwrap().push(serde_json::to_string(&request).unwrap());
        let mut result = ElicitResult::new(self.action.clone());
        result.content.clone_from(&self.content);
        Ok(result)
    }
}

#[tokio::test]
async fn a_client_that_can_ask_asks_its_user() {
    let delete = json!({ "owner": "harbor", "repo": "lighthouse", "branch": "topic" });
    for (action, content, agrees) in [
        (ElicitationAction::Accept, Some(json!({ "confirm": true })), true),
        (ElicitationAction::Accept, Some(json!({ "confirm": false })), false),
        (ElicitationAction::Accept, None, false),
        (ElicitationAction::Decline, None, false),
        (ElicitationAction::Cancel, Some(json!({ "confirm": true })), false),
    ] {
        for mode in [ConfirmMode::Auto, ConfirmMode::Always] {
            let forge = start(Maker::default());
            forge.on("DELETE /repos/harbor/lighthouse/branches/topic", Answer::empty(204));
            let person = Person::who(action.clone(), content.clone());
            let client =
                crate::harness::connect(forge.server(|flags| flags.confirm = mode), person.clone()).await;
            // A name in the arguments does not stand for the user's own yes.
            let mut arguments = delete.clone();
            arguments["confirm"] = json!("topic");
            let request = rmcp::model::CallToolRequestParams::new("delete_branch")
                .with_arguments(arguments.as_object().unwrap().clone());
            let result = client.call_tool(request).await.unwrap();
            assert_eq!(result.is_error != Some(true), agrees, "{action:?} {content:?}: {result:?}");
            assert_eq!(forge.writes().len(), usize::from(agrees));
            let questions = person.questions.lock().unwrap();
            assert_eq!(questions.len(), 1);
            assert!(
                questions[0].contains("delete_branch") && questions[0].contains("topic"),
                "{questions:?}"
            );
        }
    }
}

/// A call at the newest protocol, by a client that shows forms.
async fn newest(wire: &mut Wire, name: &str, arguments: &Value, more: Value) -> Value {
    let mut params = json!({
        "name": name,
        "arguments": arguments,
        "_meta": {
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientInfo": { "name": "test", "version": "1" },
            "io.modelcontextprotocol/clientCapabilities": { "elicitation": { "form": {} } },
        },
    });
    params.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    let answer = wire.ask("tools/call", params).await;
    assert!(answer.get("error").is_none(), "{answer}");
    answer["result"].clone()
}

fn yes(state: &Value) -> Value {
    let answer = json!({ "action": "accept", "content": { "confirm": true } });
    json!({ "requestState": state, "inputResponses": { "confirm": answer } })
}

fn is_refused(result: &Value) -> bool {
    result["isError"] == true && result["_meta"]["kind"] == "confirmation_required"
}

#[tokio::test]
async fn at_the_newest_protocol_a_yes_is_good_for_this_call_alone() {
    let forge = start(Maker::default());
    let mut wire = Wire::here_with(&forge, "2026-07-28", |_| {}).await;
    let topic = json!({ "owner": "harbor", "repo": "lighthouse", "branch": "topic" });
    let asked = newest(&mut wire, "delete_branch", &topic, json!({})).await;
    assert_eq!(asked["resultType"], "input_required", "{asked}");
    let state = &asked["requestState"];
    let message = asked["inputRequests"]["confirm"]["params"]["message"].as_str().unwrap();
    assert!(message.contains("delete_branch") && message.contains("topic"), "{message}");
    assert!(!state.as_str().unwrap().contains("topic"));

    // Another branch, another repository, another argument, another tool, the same by the raw operation.
    let with = |name: &str, value: &str| {
        let mut other = topic.clone();
        other[name] = json!(value);
        other
    };
    let raw = json!({ "name": "repoDeleteBranch", "arguments": topic });
    for (name, arguments) in [
        ("delete_branch", with("branch", "main")),
        ("delete_branch", with("repo", "workshop")),
        ("delete_branch", with("owner", "mallory")),
        ("delete_wiki_page", json!({ "owner": "harbor", "repo": "lighthouse", "page_name": "topic" })),
        ("call_write_tool", raw),
    ] {
        let result = newest(&mut wire, name, &arguments, yes(state)).await;
        assert!(is_refused(&result), "{name} {arguments}: {result}");
    }
    // A state that somebody changed, one that was never sealed, a no, and no answer at all.
    let mut changed = state.as_str().unwrap().to_owned();
    changed.replace_range(changed.len() - 2.., "xx");
    for more in [
        yes(&json!(changed)),
        yes(&json!("topic")),
        json!({ "requestState": state, "inputResponses": { "confirm": { "action": "decline" } } }),
        json!({ "requestState": state, "inputResponses": { "confirm": { "action": "accept", "content": { "confirm": false } } } }),
        json!({ "requestState": state, "inputResponses": { "other": { "action": "accept", "content": { "confirm": true } } } }),
        json!({ "requestState": state }),
    ] {
        let result = newest(&mut wire, "delete_branch", &topic, more.clone()).await;
        assert!(is_refused(&result), "{more}: {result}");
    }
    assert!(forge.writes().is_empty(), "{:?}", forge.targets());
    let done = newest(&mut wire, "delete_branch", &topic, yes(state)).await;
    assert_ne!(done["isError"], true, "{done}");
    assert_eq!(forge.writes().len(), 1);
}

#[tokio::test]
async fn a_yes_of_one_caller_or_server_is_none_of_another() {
    const KEY: &str = "0123456789abcdef0123456789abcdef-shared";
    let forge = start(Maker::default());
    let topic = json!({ "owner": "harbor", "repo": "lighthouse", "branch": "topic" });
    let mut alice =
        Wire::here_with(&forge, "2026-07-28", |flags| flags.state_key = Some(Secret::new(KEY))).await;
    let asked = newest(&mut alice, "delete_branch", &topic, json!({})).await;
    let state = &asked["requestState"];
    let mut bob = Wire::here_with(&forge, "2026-07-28", |flags| {
        flags.state_key = Some(Secret::new(KEY));
        flags.token = Some(Secret::new("the-token-of-somebody-else"));
    })
    .await;
    assert!(is_refused(&newest(&mut bob, "delete_branch", &topic, yes(state)).await));
    let mut other_key = Wire::here_with(&forge, "2026-07-28", |_| {}).await;
    assert!(is_refused(&newest(&mut other_key, "delete_branch", &topic, yes(state)).await));
    assert!(forge.writes().is_empty());
    // A replica with the same key takes it.
    let mut replica =
        Wire::here_with(&forge, "2026-07-28", |flags| flags.state_key = Some(Secret::new(KEY))).await;
    assert_ne!(newest(&mut replica, "delete_branch", &topic, yes(state)).await["isError"], true);
}

#[test]
fn a_yes_that_comes_too_late_is_none() {
    use rmcp::model::{RequestStateCodec, SealOptions};
    let codec = RequestStateCodec::try_new(b"0123456789abcdef0123456789abcdef".to_vec()).unwrap();
    let short = SealOptions::new().associated_data(b"call").ttl(std::time::Duration::from_millis(5));
    let state = codec.seal_with(b"topic", &short);
    std::thread::sleep(std::time::Duration::from_millis(50));
    assert!(codec.open_with(&state, b"call").is_err());
}
