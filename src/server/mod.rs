//! The MCP side that is not a tool: who is there, what is listed, and the one way through for every call.

pub mod arguments;
mod call;
mod confirm;
mod envelope;
mod find;
mod finish;
mod list;
mod policy;
mod prompts;
mod resources;
mod service;
pub mod stdio;

use std::sync::Arc;

use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CompleteRequestParams, CompleteResult, ErrorData,
    GetPromptRequestParams, GetPromptResponse, Implementation, ListPromptsResult,
    ListResourceTemplatesResult, ListResourcesResult, ListToolsResult, PaginatedRequestParams,
    ReadResourceRequestParams, ReadResourceResponse, ServerCapabilities, ServerConfig,
};
use rmcp::service::RequestContext;
use rmcp::{RoleServer, ServerHandler};

pub use policy::Policy;
pub use service::{Service, restore_code};

use crate::completions;
use crate::config::Config;
use crate::failure::resource_error;
use crate::forgejo::{ApiError, Forge, Guard, Instance};
use crate::sink::Sink;

/// The server. Cloning is cheap: everything is shared.
#[derive(Clone)]
pub struct Server {
    shared: Arc<Shared>,
    sink: Option<Arc<Sink>>,
}

struct Shared {
    config: Config,
    policy: Policy,
    forge: Forge,
    completions: completions::Cache,
}

impl Server {
    /// Makes a server; nothing is connected before the first call.
    ///
    /// # Errors
    /// `invalid_arguments` when the selection names tools that do not exist.
    pub fn new(config: Config) -> Result<Self, ApiError> {
        let policy = Policy::from_config(&config)?;
        let instance = Arc::new(Instance::new(config.source.clone(), config.http.clone()));
        let guard =
            Guard { read_only: config.read_only, repos: config.repos.clone(), dry_run: config.dry_run };
        let forge = Forge::new(instance, config.token.clone(), guard);
        Ok(Self {
            shared: Arc::new(Shared { config, policy, forge, completions: completions::Cache::default() }),
            sink: None,
        })
    }

    /// The same server, whose raw answers go to a file.
    #[must_use]
    pub fn with_sink(self, sink: Arc<Sink>) -> Self {
        Self { sink: Some(sink), ..self }
    }

    #[must_use]
    pub fn config(&self) -> &Config {
        &self.shared.config
    }

    #[must_use]
    pub fn policy(&self) -> &Policy {
        &self.shared.policy
    }

    fn instructions(&self) -> String {
        let mut lines = vec![
            "Works with a Forgejo forge: repositories, files, issues, pull requests, reviews, releases.".to_owned(),
            "Lists are paged: `next` holds the arguments that fetch the following rows. Errors say what to try."
                .to_owned(),
        ];
        lines.push("Things can also be read as resources under forgejo://; see their templates.".to_owned());
        if self.config().read_only {
            lines.push("This server is read-only.".to_owned());
        }
        if matches!(self.config().source, crate::forgejo::Source::Demo) {
            lines
                .push("Demo: a recorded, read-only forge. Try owner `harbor`, repo `lighthouse`.".to_owned());
        }
        if let Some((owner, repo)) = &self.config().default_repo {
            lines.push(format!("Default repository: {owner}/{repo}; owner and repo may be left out."));
        }
        lines.push(self.shared.policy.describe());
        lines.join("\n")
    }
}

impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder()
            .enable_tools()
            .enable_resources()
            .enable_prompts()
            .enable_completions()
            .build();
        ServerConfig::new(capabilities)
            .with_server_info(
                Implementation::new(env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION")).with_title("Forgejo"),
            )
            .with_instructions(self.instructions())
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(list::tools(self))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        Ok(call::tool(self, request, context).await)
    }

    async fn list_resources(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        resources::list(self).map_err(|error| resource_error(&error))
    }

    async fn list_resource_templates(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        Ok(resources::templates())
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let read = resources::read(self, &request.uri, &context.ct).await;
        read.map(Into::into).map_err(|error| resource_error(&error))
    }

    async fn complete(
        &self,
        request: CompleteRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CompleteResult, ErrorData> {
        resources::complete(self, request).await.map_err(|error| resource_error(&error))
    }

    async fn list_prompts(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        Ok(prompts::list(self))
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        let prompt = prompts::get(self, request, &context.ct).await;
        prompt.map(Into::into).map_err(|error| resource_error(&error))
    }
}
