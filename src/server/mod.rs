//! The MCP side that is not a tool: who is there, what is listed, and the one way through for every call.

pub mod arguments;
mod audit;
mod call;
mod catalogue;
mod confirm;
mod door;
mod envelope;
mod find;
mod finish;
pub mod http;
mod list;
mod metrics;
pub mod operations;
mod policy;
mod prompts;
mod resources;
mod service;
pub mod stdio;
mod visitor;

use std::sync::Arc;

use rmcp::model::RequestStateCodec;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CompleteRequestParams, CompleteResult, DiscoverResult,
    ErrorData, GetPromptRequestParams, GetPromptResponse, Implementation, InitializeRequestParams,
    InitializeResult, ListPromptsResult, ListResourceTemplatesResult, ListResourcesResult, ListToolsResult,
    PaginatedRequestParams, ReadResourceRequestParams, ReadResourceResponse, ServerCapabilities,
    ServerConfig,
};
use rmcp::service::RequestContext;
use rmcp::{RoleServer, ServerHandler};

pub use find::unknown as unknown_tool;
pub use policy::Policy;
pub use service::{Service, restore_code};

use audit::AuditLog;
use metrics::Metrics;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::completions;
use crate::config::{Config, Transport};
use crate::failure::resource_error;
use crate::forgejo::{ApiError, Forge, Guard, Instance, Source};
use crate::sink::Sink;

/// The server. Cloning is cheap: everything is shared.
#[derive(Clone)]
pub struct Server {
    shared: Arc<Shared>,
    sink: Option<Arc<Sink>>,
}

struct Shared {
    config: Config,
    policy: Arc<Policy>,
    forge: Forge,
    /// Seals what a client must bring back with a confirmation.
    codec: RequestStateCodec,
    audit: AuditLog,
    /// Ends calls when the only client of this process is gone.
    closing: CancellationToken,
    info: ServerConfig,
    completions: completions::Cache,
    /// Counts, where somebody may ask for them.
    metrics: Option<Metrics>,
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
        let codec = state_codec(&config)?;
        let audit = AuditLog::open(config.audit_log.as_deref())?;
        let info = info(&config, &policy);
        let closing = CancellationToken::new();
        let policy = Arc::new(policy);
        let completions = completions::Cache::default();
        let counts = config.serving.transport != Transport::Stdio;
        let metrics = counts.then(|| Metrics::new(forge.instance().traffic()));
        let shared = Shared { config, policy, forge, codec, audit, closing, info, completions, metrics };
        Ok(Self { shared: Arc::new(shared), sink: None })
    }

    /// The forge as the configured caller sees it.
    #[must_use]
    pub fn forge(&self) -> &Forge {
        &self.shared.forge
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

    /// An error as the caller of a request may see it.
    fn refusal(&self, error: &ApiError, context: &RequestContext<RoleServer>) -> ErrorData {
        resource_error(error, &self.visitor(context).forge)
    }

    /// The instructions for a request that chose among the tools.
    fn instructions_for(&self, context: &RequestContext<RoleServer>) -> Option<String> {
        let policy = self.visitor(context).policy;
        let is_narrower = !Arc::ptr_eq(&policy, &self.shared.policy);
        is_narrower.then(|| instructions(&self.shared.config, &policy))
    }
}

/// What the server says of itself; it stays the same until the next start.
fn info(config: &Config, policy: &Policy) -> ServerConfig {
    let implementation =
        Implementation::new(env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION")).with_title("Forgejo");
    let capabilities = ServerCapabilities::builder()
        .enable_tools()
        .enable_resources()
        .enable_prompts()
        .enable_completions()
        .build();
    ServerConfig::new(capabilities)
        .with_server_info(implementation)
        .with_instructions(instructions(config, policy))
}

fn instructions(config: &Config, policy: &Policy) -> String {
    let mut lines = vec![
        "Works with a Forgejo forge: repositories, files, issues, pull requests, reviews, releases, CI runs."
            .to_owned(),
        "Lists are paged: `next` holds the arguments that fetch the following rows. Errors say what to try."
            .to_owned(),
        "Things can also be read as resources under forgejo://; see their templates.".to_owned(),
    ];
    if policy.read_only() {
        lines.push("This server is read-only.".to_owned());
    }
    if matches!(config.source, Source::Demo) {
        lines.push("Demo: a recorded, read-only forge. Try owner `harbor`, repo `lighthouse`.".to_owned());
    }
    if let Some((owner, repo)) = &config.default_repo {
        lines.push(format!("Default repository: {owner}/{repo}; owner and repo may be left out."));
    }
    lines.push(policy.describe());
    lines.join("\n")
}

/// The codec of confirmations: of the configured key, which replicas share, or of a random one.
fn state_codec(config: &Config) -> Result<RequestStateCodec, ApiError> {
    let key = match &config.state_key {
        Some(key) => key.expose().as_bytes().to_vec(),
        None => [Uuid::new_v4(), Uuid::new_v4(), Uuid::new_v4()]
            .iter()
            .flat_map(|part| *part.as_bytes())
            .collect(),
    };
    RequestStateCodec::try_new(key).map_err(|error| {
        let setting = config.layers.origins.name("state_key");
        ApiError::invalid(format!("{setting}: {error}")).hint("it needs at least 32 characters")
    })
}

impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        self.shared.info.clone()
    }

    async fn initialize(
        &self,
        request: InitializeRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<InitializeResult, ErrorData> {
        context.peer.set_peer_info(request.clone());
        let mut result = self.negotiate_initialize(&request)?;
        if let Some(narrower) = self.instructions_for(&context) {
            result.instructions = Some(narrower);
        }
        Ok(result)
    }

    async fn discover(&self, context: RequestContext<RoleServer>) -> Result<DiscoverResult, ErrorData> {
        let mut info = self.get_info();
        if let Some(narrower) = self.instructions_for(&context) {
            info.instructions = Some(narrower);
        }
        Ok(DiscoverResult::from_server_info(self.supported_protocol_versions().into_owned(), info))
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(list::tools(&self.visitor(&context).policy, self.config().dry_run))
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
        context: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        resources::list(self).map_err(|error| self.refusal(&error, &context))
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
        let read = call::guarded(resources::read(self, &request.uri, &context)).await;
        read.map(Into::into).map_err(|error| self.refusal(&error, &context))
    }

    async fn complete(
        &self,
        request: CompleteRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CompleteResult, ErrorData> {
        let completed = call::guarded(resources::complete(self, request, &context)).await;
        completed.map_err(|error| self.refusal(&error, &context))
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
        let prompt = call::guarded(prompts::get(self, request, &context)).await;
        prompt.map(Into::into).map_err(|error| self.refusal(&error, &context))
    }
}
