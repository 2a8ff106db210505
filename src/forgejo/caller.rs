//! Who is calling: one `Forge` handle per caller and instance, with the credentials and the limits of the caller.
//! The generated client carries the `Caller` and asks it, through its hooks, before each request.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use http::HeaderValue;
use http::header::{AUTHORIZATION, RANGE};
use progenitor_client::{ClientHooks, ClientInfo, OperationInfo};
use reqwest::{Request, Response};

use super::api;
use super::dry_run;
use super::error::ApiError;
use super::exchange;
use super::fence::Sent;
use super::guard::Guard;
use super::instance::Instance;
use super::on_the_way::OnTheWay;
use super::operation::{Access, Operation, operation};
use super::path::{pluses_on_wiki_route, slashes_on_wildcard_route};
use super::token::Token;
use crate::progress::Progress;
use crate::secret::Secret;

/// The forge as one caller sees it. Cheap to clone; the connection pool is the instance's.
#[derive(Clone)]
pub struct Forge {
    caller: Caller,
    client: Arc<OnceLock<api::Client>>,
}

/// The caller's credentials and limits, and what is to be known of one call.
#[derive(Clone)]
pub struct Caller(Arc<CallerState>);

struct CallerState {
    instance: Arc<Instance>,
    token: Option<Token>,
    guard: Guard,
    /// The part of what is read that is asked for.
    range: Option<HeaderValue>,
    /// Who waits hears how far the call is.
    progress: Progress,
    /// Whether a request left that may have changed something.
    wrote: AtomicBool,
    /// The writes that a dry run showed instead.
    held_back: Mutex<Vec<String>>,
    /// The account of the caller, once somebody asked.
    login: OnceLock<String>,
}

impl std::fmt::Debug for Caller {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Caller").field("token", &self.0.token).finish_non_exhaustive()
    }
}

impl Forge {
    #[must_use]
    pub fn new(instance: Arc<Instance>, token: Option<Token>, guard: Guard) -> Self {
        Self::of(CallerState {
            instance,
            token,
            guard,
            range: None,
            progress: Progress::default(),
            wrote: AtomicBool::new(false),
            held_back: Mutex::default(),
            login: OnceLock::new(),
        })
    }

    fn of(state: CallerState) -> Self {
        Self { caller: Caller(Arc::new(state)), client: Arc::new(OnceLock::new()) }
    }

    /// The same caller in the middle of the same call.
    fn state(&self) -> CallerState {
        let state = &self.caller.0;
        let held_back = state.held_back.lock().unwrap_or_else(PoisonError::into_inner).clone();
        CallerState {
            instance: Arc::clone(&state.instance),
            token: state.token.clone(),
            guard: state.guard.clone(),
            range: state.range.clone(),
            progress: state.progress.clone(),
            wrote: AtomicBool::new(self.wrote()),
            held_back: Mutex::new(held_back),
            login: state.login.clone(),
        }
    }

    /// The same caller with a memory of its own of what it wrote.
    #[must_use]
    pub fn for_one_call(&self) -> Self {
        let state = &self.caller.0;
        Self::new(Arc::clone(&state.instance), state.token.clone(), state.guard.clone())
    }

    /// The same caller, perhaps only to read.
    #[must_use]
    pub fn for_same_caller(&self, read_only: bool) -> Self {
        self.beside(self.caller.0.token.clone(), read_only)
    }

    /// Another caller of the same instance: with the token that it brought, and perhaps only to read.
    #[must_use]
    pub fn for_caller(&self, token: Option<Secret>, read_only: bool) -> Self {
        self.beside(token.map(Token::from), read_only)
    }

    fn beside(&self, token: Option<Token>, read_only: bool) -> Self {
        let state = &self.caller.0;
        let read_only = state.guard.read_only || read_only;
        Self::new(Arc::clone(&state.instance), token, Guard { read_only, ..state.guard.clone() })
    }

    /// The same caller, asking for a part of what it reads, such as `bytes=-1024`. The forge may answer with the whole.
    #[must_use]
    pub fn with_range(&self, range: &str) -> Self {
        Self::of(CallerState { range: HeaderValue::try_from(range).ok(), ..self.state() })
    }

    /// The same caller, who hears how far the call is.
    #[must_use]
    pub fn with_progress(&self, progress: Progress) -> Self {
        Self::of(CallerState { progress, ..self.state() })
    }

    /// Tells the caller how far the call is.
    #[must_use]
    pub fn progress(&self) -> &Progress {
        &self.caller.0.progress
    }

    /// The generated client, made on first use.
    ///
    /// # Errors
    /// `unavailable` when no URL is configured or no HTTP client can be made.
    pub fn api(&self) -> Result<&api::Client, ApiError> {
        if let Some(client) = self.client.get() {
            return Ok(client);
        }
        let instance = self.instance();
        let base = instance.base()?;
        let http = instance.client()?.clone();
        Ok(self.client.get_or_init(|| api::Client::new_with_client(base, http, self.caller.clone())))
    }

    #[must_use]
    pub fn instance(&self) -> &Instance {
        &self.caller.0.instance
    }

    /// Whether answers come from the recorded forge.
    #[must_use]
    pub fn is_demo(&self) -> bool {
        self.instance().demo().is_some()
    }

    /// Whether calls carry a token.
    #[must_use]
    pub fn has_token(&self) -> bool {
        self.caller.0.token.is_some()
    }

    /// Reads the token where it is kept, which otherwise happens with the first request.
    ///
    /// # Errors
    /// `unauthorized` when there is none.
    pub async fn read_token(&self) -> Result<(), ApiError> {
        match &self.caller.0.token {
            Some(token) => token.get().await.map(drop),
            None => Ok(()),
        }
    }

    /// The limits of this caller.
    #[must_use]
    pub fn guard(&self) -> &Guard {
        &self.caller.0.guard
    }

    /// Whether the caller's token ends so; the forge tells tokens by their last characters.
    #[must_use]
    pub fn token_ends_with(&self, end: &str) -> bool {
        end.len() >= 8 && self.caller.look(|token| token.expose().ends_with(end)) == Some(true)
    }

    /// Whether a text holds the caller's token.
    #[must_use]
    pub fn holds_token(&self, text: &str) -> bool {
        self.caller.look(|token| token.is_in(text)) == Some(true)
    }

    /// Whether a request of this call left that may have changed something.
    #[must_use]
    pub fn wrote(&self) -> bool {
        self.caller.0.wrote.load(Ordering::Relaxed)
    }

    /// The writes of this call that a dry run showed instead of sending; `None` when there was none.
    #[must_use]
    pub fn held_back(&self) -> Option<ApiError> {
        let shown = self.caller.0.held_back.lock().unwrap_or_else(PoisonError::into_inner);
        (!shown.is_empty()).then(|| dry_run::held_back(&shown.join("\nand ")))
    }

    /// Remembers the account of the caller for the rest of the call: what is made without an owner becomes its own.
    pub fn remember_login(&self, login: &str) {
        // The account stays the same, so the first word counts.
        let _ = self.caller.0.login.set(login.to_owned());
    }

    /// Tells callers apart without showing their tokens.
    #[must_use]
    pub fn caller_id(&self) -> String {
        self.caller.0.token.as_ref().map_or_else(|| "anonymous".to_owned(), Token::id)
    }

    /// Removes the caller's token from a text of the forge.
    #[must_use]
    pub fn scrub(&self, text: &str) -> String {
        self.caller.scrub(text)
    }

    pub(super) fn caller(&self) -> &Caller {
        &self.caller
    }
}

impl Caller {
    pub(super) fn instance(&self) -> &Instance {
        &self.0.instance
    }

    pub(super) fn scrub(&self, text: &str) -> String {
        self.look(|token| token.scrub(text)).unwrap_or_else(|| text.to_owned())
    }

    /// Looks at the token, if it was read by now; before, nobody can have repeated it.
    fn look<T>(&self, look: impl FnOnce(&Secret) -> T) -> Option<T> {
        self.0.token.as_ref().and_then(|token| token.look(look))
    }

    /// Hears that the forge refused the token, which a file or command may have renewed by now.
    pub(super) fn refused_token(&self) {
        if let Some(token) = &self.0.token {
            token.refuse();
        }
    }

    /// Whether an operation may go to an address of this instance, such as the target of a redirect.
    pub(super) fn allows(&self, operation: Option<&'static Operation>, url: &url::Url) -> bool {
        operation.is_none_or(|operation| {
            let path = path_below(url, &self.0.instance);
            let login = self.0.login.get().map(String::as_str);
            self.0.guard.check(&Sent { operation, path, query: url.query(), body: None, login }).is_ok()
        })
    }

    /// Prepares a request of an operation, or says why it must not leave.
    pub(super) async fn prepare(
        &self,
        request: &mut Request,
        operation: &'static Operation,
    ) -> Result<(), ApiError> {
        slashes_on_wildcard_route(request.url_mut(), operation);
        pluses_on_wiki_route(request.url_mut(), operation);
        let path = path_below(request.url(), &self.0.instance).to_owned();
        let asked = format!("{} {}", request.method(), path.strip_prefix("/api/v1").unwrap_or(&path));
        OnTheWay::begin(asked, Some(operation));
        let body = request.body().and_then(reqwest::Body::as_bytes);
        let login = self.0.login.get().map(String::as_str);
        let query = request.url().query();
        self.0.guard.check(&Sent { operation, path: &path, query, body, login })?;
        if self.0.guard.dry_run && operation.access != Access::Read {
            let shown = dry_run::shown(request, operation);
            let refusal = dry_run::held_back(&shown);
            self.0.held_back.lock().unwrap_or_else(PoisonError::into_inner).push(shown);
            return Err(refusal);
        }
        self.authorise(request).await?;
        if operation.access != Access::Read {
            self.0.wrote.store(true, Ordering::Relaxed);
        }
        if let Some(range) = &self.0.range {
            request.headers_mut().insert(RANGE, range.clone());
        }
        Ok(())
    }

    /// Prepares a download from the web side of the instance, which no operation describes: it only reads.
    pub(super) async fn prepare_download(&self, request: &mut Request) -> Result<(), ApiError> {
        let asked = format!("{} {}", request.method(), path_below(request.url(), &self.0.instance));
        OnTheWay::begin(asked, None);
        if !self.0.instance.is_own_origin(request.url()) {
            return Err(ApiError::internal("the token is for the instance alone"));
        }
        self.authorise(request).await
    }

    async fn authorise(&self, request: &mut Request) -> Result<(), ApiError> {
        if let Some(token) = &self.0.token {
            let mut value = HeaderValue::try_from(format!("token {}", token.get().await?.expose()))
                .map_err(|_| ApiError::invalid("the token holds characters that no header can carry"))?;
            value.set_sensitive(true);
            request.headers_mut().insert(AUTHORIZATION, value);
        }
        Ok(())
    }
}

/// The path of a request below the instance, which may itself live below a path.
fn path_below<'url>(url: &'url url::Url, instance: &Instance) -> &'url str {
    let root = instance.address().map_or("", |base| base.path().trim_end_matches('/'));
    url.path().strip_prefix(root).unwrap_or(url.path())
}

impl ClientHooks<Caller> for api::Client {
    async fn pre<E>(
        &self,
        request: &mut Request,
        info: &OperationInfo,
    ) -> Result<(), progenitor_client::Error<E>> {
        let caller = self.inner();
        let prepared = match operation(info.operation_id) {
            Some(operation) => caller.prepare(request, operation).await,
            None => Err(ApiError::internal(format!("{} is not in the operations table", info.operation_id))),
        };
        prepared.map_err(OnTheWay::refuse)
    }

    async fn exec(&self, request: Request, info: &OperationInfo) -> reqwest::Result<Response> {
        exchange::send(self.inner(), self.client(), request, operation(info.operation_id)).await
    }
}
