//! Prompts on the wire: listed from the table; a prompt's text first, then each resource that it needs.

use rmcp::RoleServer;
use rmcp::model::{
    CacheScope, ContentBlock, GetPromptRequestParams, GetPromptResult, ListPromptsResult, Prompt,
    PromptArgument, PromptMessage, Role,
};
use rmcp::service::RequestContext;

use super::visitor::Visitor;
use super::{Policy, Server, call, resources};
use crate::forgejo::ApiError;
use crate::prompts::{self, Arguments, Embed, PROMPTS, Plan};
use crate::tools;

/// How long a client may keep the list; it changes only with a restart.
const FRESH_MS: u64 = 3_600_000;

pub(super) fn list(server: &Server) -> ListPromptsResult {
    let has_repository = resources::repository(server).is_some();
    let listed = PROMPTS.iter().map(|prompt| {
        let arguments = prompt.arguments.iter().map(|argument| {
            let left_out = has_repository && matches!(argument.name, "owner" | "repo");
            PromptArgument::new(argument.name)
                .with_description(argument.description)
                .with_required(argument.required && !left_out)
        });
        Prompt::new(prompt.name, Some(prompt.description), Some(arguments.collect())).with_title(prompt.title)
    });
    let mut result = ListPromptsResult::with_all_items(listed.collect());
    result.ttl_ms = Some(FRESH_MS);
    result.cache_scope = Some(CacheScope::Private);
    result
}

pub(super) async fn get(
    server: &Server,
    request: GetPromptRequestParams,
    context: &RequestContext<RoleServer>,
) -> Result<GetPromptResult, ApiError> {
    let prompt = prompts::find(&request.name)?;
    let given = request.arguments.unwrap_or_default();
    let arguments = Arguments::read(prompt, given, resources::repository(server))?;
    let Visitor { forge, policy } = server.visitor(context);
    forge.guard().check_repo(arguments.text("owner")?, arguments.text("repo")?)?;
    let plan = call::run(prompt.plan(&forge, &arguments), &forge, &context.ct, server).await?;
    let mut messages = Vec::new();
    let mut unread = Vec::new();
    for Embed { uri, needed } in &plan.embeds {
        match resources::read(server, uri, context).await {
            Ok(read) => messages.extend(
                read.contents
                    .into_iter()
                    .take(1)
                    .map(|contents| PromptMessage::new(Role::User, ContentBlock::resource(contents))),
            ),
            Err(error) if *needed => return Err(error),
            Err(error) => {
                let reason = error.to_string().lines().next().unwrap_or_default().to_owned();
                unread.push(format!("{uri} could not be read: {reason}"));
            }
        }
    }
    let first = PromptMessage::new_text(Role::User, text(&policy, &plan, &unread));
    let all = [first].into_iter().chain(messages).collect();
    Ok(GetPromptResult::new(all).with_description(prompt.description))
}

/// The text of a plan without the steps whose tools are switched off here.
fn text(policy: &Policy, plan: &Plan, unread: &[String]) -> String {
    let off = |name: &&str| tools::find(name).is_some_and(|tool| !policy.exists(tool));
    let steps = plan.steps.iter().filter(|step| !prompts::tools_in(step).any(|name| off(&name)));
    let steps = steps.enumerate().map(|(number, step)| format!("{}. {step}", number + 1));
    let notes = unread.iter().cloned();
    [plan.task.clone()].into_iter().chain(steps).chain(notes).collect::<Vec<_>>().join("\n")
}
