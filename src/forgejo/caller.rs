//! Who is calling: one `Forge` handle per caller and instance, with the credentials and the limits of the caller.
//! The generated client carries the `Caller` and asks it, through its hooks, before each request.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use http::HeaderValue;
use http::header::{AUTHORIZATION, RANGE};
use progenitor_client::{ClientHooks, ClientInfo, OperationInfo};
use reqwest::{Request, Response};

use super::api;
use super::error::ApiError;
use super::exchange;
use super::guard::Guard;
use super::instance::Instance;
use super::operation::{Access, BodyKind, Operation, operation};
use super::path::{pluses_on_wiki_route, slashes_on_wildcard_route};
use crate::secret::Secret;

/// The forge as one caller sees it. Cheap to clone; the connection pool is the instance's.
#[derive(Clone)]
pub struct Forge {
    caller: Caller,
    client: Arc<OnceLock<api::Client>>,
}

/// The caller's credentials and limits, and the request that is on its way.
#[derive(Clone)]
pub struct Caller(Arc<CallerState>);

struct CallerState {
    instance: Arc<Instance>,
    token: Option<Secret>,
    guard: Guard,
    /// The part of what is read that is asked for.
    range: Option<HeaderValue>,
    on_the_way: Mutex<OnTheWay>,
    /// Whether a request left that may have changed something.
    wrote: AtomicBool,
}

impl std::fmt::Debug for Caller {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Caller").field("token", &self.0.token).finish_non_exhaustive()
    }
}

/// What the error mapping needs to know of the last request.
#[derive(Clone, Default)]
pub(super) struct OnTheWay {
    /// Method and path, as shown to people.
    pub(super) asked: Option<String>,
    pub(super) operation: Option<&'static Operation>,
    /// The status of its answer, once one came.
    pub(super) status: Option<u16>,
    /// Our own refusal, which the client's error type has no place for.
    pub(super) refusal: Option<ApiError>,
}

impl Forge {
    #[must_use]
    pub fn new(instance: Arc<Instance>, token: Option<Secret>, guard: Guard) -> Self {
        Self::of(CallerState {
            instance,
            token,
            guard,
            range: None,
            on_the_way: Mutex::default(),
            wrote: AtomicBool::new(false),
        })
    }

    fn of(state: CallerState) -> Self {
        Self { caller: Caller(Arc::new(state)), client: Arc::new(OnceLock::new()) }
    }

    /// The same caller with a memory of its own, so that calls side by side do not mix their errors.
    #[must_use]
    pub fn for_one_call(&self) -> Self {
        let state = &self.caller.0;
        Self::new(Arc::clone(&state.instance), state.token.clone(), state.guard.clone())
    }

    /// The same caller, asking for a part of what it reads, such as `bytes=-1024`. The forge may answer with the whole.
    #[must_use]
    pub fn with_range(&self, range: &str) -> Self {
        let state = &self.caller.0;
        Self::of(CallerState {
            instance: Arc::clone(&state.instance),
            token: state.token.clone(),
            guard: state.guard.clone(),
            range: HeaderValue::try_from(range).ok(),
            on_the_way: Mutex::default(),
            wrote: AtomicBool::new(false),
        })
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

    /// The limits of this caller.
    #[must_use]
    pub fn guard(&self) -> &Guard {
        &self.caller.0.guard
    }

    /// Whether the caller's token ends so; the forge tells tokens by their last characters.
    #[must_use]
    pub fn token_ends_with(&self, end: &str) -> bool {
        end.len() >= 8 && self.caller.0.token.as_ref().is_some_and(|token| token.expose().ends_with(end))
    }

    /// Whether a text holds the caller's token.
    #[must_use]
    pub fn holds_token(&self, text: &str) -> bool {
        self.caller
            .0
            .token
            .as_ref()
            .is_some_and(|token| !token.expose().is_empty() && text.contains(token.expose()))
    }

    /// Whether a request of this call left that may have changed something.
    #[must_use]
    pub fn wrote(&self) -> bool {
        self.caller.0.wrote.load(Ordering::Relaxed)
    }

    /// Tells callers apart without showing their tokens.
    #[must_use]
    pub fn caller_id(&self) -> String {
        use sha2::{Digest, Sha256};
        let Some(token) = &self.caller.0.token else { return "anonymous".to_owned() };
        let digest = Sha256::digest(token.expose().as_bytes());
        digest.iter().take(8).map(|byte| format!("{byte:02x}")).collect()
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
        self.0.token.as_ref().map_or_else(|| text.to_owned(), |token| token.scrub(text))
    }

    pub(super) fn on_the_way(&self) -> OnTheWay {
        self.0.on_the_way.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(super) fn remember_status(&self, status: u16) {
        self.0.on_the_way.lock().unwrap_or_else(PoisonError::into_inner).status = Some(status);
    }

    /// Whether an operation may go to an address of this instance, such as the target of a redirect.
    pub(super) fn allows(&self, operation: Option<&Operation>, url: &url::Url) -> bool {
        operation
            .is_none_or(|operation| self.0.guard.check(operation, path_below(url, &self.0.instance)).is_ok())
    }

    fn remember(&self, on_the_way: OnTheWay) {
        *self.0.on_the_way.lock().unwrap_or_else(PoisonError::into_inner) = on_the_way;
    }

    /// Prepares a request of an operation, or says why it must not leave.
    pub(super) fn prepare(
        &self,
        request: &mut Request,
        operation: &'static Operation,
    ) -> Result<(), ApiError> {
        slashes_on_wildcard_route(request.url_mut(), operation);
        pluses_on_wiki_route(request.url_mut(), operation);
        let path = path_below(request.url(), &self.0.instance).to_owned();
        let asked = format!("{} {}", request.method(), path.strip_prefix("/api/v1").unwrap_or(&path));
        self.remember(OnTheWay {
            asked: Some(asked),
            operation: Some(operation),
            status: None,
            refusal: None,
        });
        self.0.guard.check(operation, &path)?;
        if self.0.guard.dry_run && operation.access != Access::Read {
            return Err(exchange::dry_run(request));
        }
        if operation.access != Access::Read {
            self.0.wrote.store(true, Ordering::Relaxed);
        }
        if let Some(range) = &self.0.range {
            request.headers_mut().insert(RANGE, range.clone());
        }
        self.authorise(request)
    }

    /// Prepares a download from the web side of the instance, which no operation describes: it only reads.
    pub(super) fn prepare_download(&self, request: &mut Request) -> Result<(), ApiError> {
        let asked = format!("{} {}", request.method(), path_below(request.url(), &self.0.instance));
        self.remember(OnTheWay { asked: Some(asked), ..OnTheWay::default() });
        if !self.0.instance.is_own_origin(request.url()) {
            return Err(ApiError::internal("the token is for the instance alone"));
        }
        self.authorise(request)
    }

    fn authorise(&self, request: &mut Request) -> Result<(), ApiError> {
        if let Some(token) = &self.0.token {
            let mut value = HeaderValue::try_from(format!("token {}", token.expose()))
                .map_err(|_| ApiError::invalid("the token holds characters that no header can carry"))?;
            value.set_sensitive(true);
            request.headers_mut().insert(AUTHORIZATION, value);
        }
        Ok(())
    }
}

/// The path of a request below the instance, which may itself live below a path.
fn path_below<'url>(url: &'url url::Url, instance: &Instance) -> &'url str {
    let base = instance.base().ok().and_then(|base| url::Url::parse(base).ok());
    let root = base.as_ref().map_or("", |base| base.path().trim_end_matches('/'));
    url.path().strip_prefix(root).unwrap_or(url.path())
}

impl OnTheWay {
    /// Whether the last request sends a file.
    pub(super) fn uploads(&self) -> bool {
        self.operation.is_some_and(|operation| operation.body_kind == BodyKind::Form)
    }

    /// Whether the last request may have changed something.
    pub(super) fn may_have_written(&self) -> bool {
        self.operation.is_some_and(|operation| operation.access == Access::Write)
    }
}

impl ClientHooks<Caller> for api::Client {
    async fn pre<E>(
        &self,
        request: &mut Request,
        info: &OperationInfo,
    ) -> Result<(), progenitor_client::Error<E>> {
        let caller = self.inner();
        let prepared = operation(info.operation_id)
            .ok_or_else(|| {
                ApiError::internal(format!("{} is not in the operations table", info.operation_id))
            })
            .and_then(|operation| caller.prepare(request, operation));
        prepared.map_err(|refusal| {
            let text = refusal.to_string();
            let before = caller.on_the_way();
            caller.remember(OnTheWay { refusal: Some(refusal), ..before });
            progenitor_client::Error::Custom(text)
        })
    }

    async fn exec(&self, request: Request, info: &OperationInfo) -> reqwest::Result<Response> {
        exchange::send(self.inner(), self.client(), request, operation(info.operation_id)).await
    }
}
