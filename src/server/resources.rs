//! Resources on the wire: listed from the table, read within the bound, completed.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use rmcp::RoleServer;
use rmcp::model::{
    CacheScope, CompleteRequestParams, CompleteResult, CompletionInfo, ListResourceTemplatesResult,
    ListResourcesResult, ReadResourceResult, Reference, Resource, ResourceContents, ResourceTemplate,
};
use rmcp::service::RequestContext;

use super::{Server, call, finish};
use crate::completions::{self, Subject};
use crate::forgejo::{ApiError, Forge, Source};
use crate::resources::uri::{self, Part};
use crate::resources::{Beside, Content, Read, TEMPLATES, Template, markdown};

/// How long a client may keep a list; it changes only with a restart.
const FRESH_MS: u64 = 3_600_000;

pub(super) fn templates() -> ListResourceTemplatesResult {
    let listed = TEMPLATES.iter().map(|template| {
        let Template { uri, name, title, description, mime, .. } = *template;
        let listed = ResourceTemplate::new(uri, name).with_title(title).with_description(description);
        match mime {
            Some(mime) => listed.with_mime_type(mime),
            None => listed,
        }
    });
    let mut result = ListResourceTemplatesResult::with_all_items(listed.collect());
    result.ttl_ms = Some(FRESH_MS);
    result.cache_scope = Some(CacheScope::Private);
    result
}

/// The resources of the default repository: every template that needs no more than its name.
pub(super) fn list(server: &Server) -> Result<ListResourcesResult, ApiError> {
    let mut listed = Vec::new();
    if let Some((owner, repo)) = repository(server) {
        let values = [("owner", owner), ("repo", repo)];
        let named = |part: Part| match part {
            Part::Variable(name) => values.iter().any(|(known, _)| *known == name),
            Part::Literal(_) => true,
        };
        for template in TEMPLATES.iter().filter(|template| template.parts().all(named)) {
            let uri = uri::build(template.name, &values)?;
            let resource = Resource::new(uri, template.name)
                .with_title(template.title)
                .with_description(template.description);
            listed.push(match template.mime {
                Some(mime) => resource.with_mime_type(mime),
                None => resource,
            });
        }
    }
    let mut result = ListResourcesResult::with_all_items(listed);
    result.ttl_ms = Some(FRESH_MS);
    result.cache_scope = Some(CacheScope::Private);
    Ok(result)
}

/// The repository that is meant when none is named.
pub(super) fn repository(server: &Server) -> Option<(&str, &str)> {
    let config = server.config();
    let named = config.default_repo.as_ref().map(|(owner, repo)| (owner.as_str(), repo.as_str()));
    named.or_else(|| matches!(config.source, Source::Demo).then_some(("harbor", "lighthouse")))
}

/// Reads a resource; what is malformed or outside the allowed repositories is refused before anything is asked.
pub(super) async fn read(
    server: &Server,
    uri: &str,
    context: &RequestContext<RoleServer>,
) -> Result<ReadResourceResult, ApiError> {
    let (template, values) = uri::parse(uri)?;
    let forge = server.visitor(context).forge;
    if let (Some(owner), Some(repo)) = (values.maybe_text("owner"), values.maybe_text("repo")) {
        forge.guard().check_repo(owner, repo)?;
    }
    let bound = server.config().bound;
    let reading = Read { forge: &forge, values: &values, bound };
    let content = call::run(template.read(&reading), &forge, &context.ct, server).await?;
    let lifetime = content.lifetime.milliseconds();
    let contents = blocks(content, uri, bound.text, &forge);
    Ok(ReadResourceResult::new(contents).with_ttl_ms(lifetime).with_cache_scope(CacheScope::Private))
}

/// The record as JSON, then what stands beside it.
fn blocks(content: Content, uri: &str, limit: usize, forge: &Forge) -> Vec<ResourceContents> {
    let Content { record, cleaned, beside, .. } = content;
    let value = finish::resource(record, cleaned, limit, forge);
    let text = |text: String, mime: &str| ResourceContents::text(text, uri).with_mime_type(mime);
    let json = text(value.to_string(), "application/json");
    let beside = match beside {
        Beside::Nothing => None,
        Beside::Markdown(heading) => {
            value.as_object().map(|record| text(markdown::render(&heading, record), "text/markdown"))
        }
        Beside::Text { mime, text: body } => Some(text(body, &mime)),
        Beside::Blob { mime, bytes } => {
            Some(ResourceContents::blob(BASE64_STANDARD.encode(bytes), uri).with_mime_type(mime))
        }
    };
    [json].into_iter().chain(beside).collect()
}

/// Completes an argument of a template or a prompt.
pub(super) async fn complete(
    server: &Server,
    request: CompleteRequestParams,
    context: &RequestContext<RoleServer>,
) -> Result<CompleteResult, ApiError> {
    let subject = match &request.r#ref {
        Reference::Resource(reference) => Subject::template(&reference.uri)?,
        Reference::Prompt(reference) => Subject::prompt(&reference.name)?,
        _ => return Err(ApiError::invalid("only resources and prompts have arguments to complete")),
    };
    let mut filled = request.context.and_then(|filled| filled.arguments).unwrap_or_default();
    if let Some((owner, repo)) = repository(server)
        && !filled.contains_key("owner")
        && !filled.contains_key("repo")
    {
        filled.insert("owner".to_owned(), owner.to_owned());
        filled.insert("repo".to_owned(), repo.to_owned());
    }
    let forge = server.visitor(context).forge;
    let (name, typed) = (&request.argument.name, &request.argument.value);
    let found =
        completions::complete(&forge, &server.shared.completions, subject, name, typed, &filled).await?;
    let info = CompletionInfo::with_pagination(found.values, found.total, found.has_more);
    info.map(CompleteResult::new).map_err(ApiError::internal)
}
