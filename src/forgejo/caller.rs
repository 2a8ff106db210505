//! Who is calling: one `Forge` handle per caller and instance, with the credentials and the limits of the caller.
//! The generated client carries the `Caller` and asks it, through its hooks, before each request.

use std::hash::BuildHasher;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use http::HeaderValue;
use http::header::{AUTHORIZATION, HeaderName};
use progenitor_client::{ClientHooks, ClientInfo, OperationInfo};
use reqwest::{Request, Response};

use super::api;
use super::error::ApiError;
use super::exchange;
use super::guard::Guard;
use super::instance::Instance;
use super::operation::{Access, Operation, operation};
use super::path::slashes_on_wildcard_route;
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
    on_the_way: Mutex<OnTheWay>,
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
    /// Our own refusal, which the client's error type has no place for.
    pub(super) refusal: Option<ApiError>,
}

impl Forge {
    #[must_use]
    pub fn new(instance: Arc<Instance>, token: Option<Secret>, guard: Guard) -> Self {
        let state = CallerState { instance, token, guard, on_the_way: Mutex::default() };
        Self { caller: Caller(Arc::new(state)), client: Arc::new(OnceLock::new()) }
    }

    /// The same caller with a memory of its own, so that calls side by side do not mix their errors.
    #[must_use]
    pub fn for_one_call(&self) -> Self {
        let state = &self.caller.0;
        Self::new(Arc::clone(&state.instance), state.token.clone(), state.guard.clone())
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

    /// A number that tells callers apart and says nothing of their tokens.
    #[must_use]
    pub fn caller_number(&self, hasher: &impl BuildHasher) -> u64 {
        hasher.hash_one(self.caller.0.token.as_ref().map(Secret::expose))
    }

    /// The limits of this caller.
    #[must_use]
    pub fn guard(&self) -> &Guard {
        &self.caller.0.guard
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
        let asked = format!("{} {}", request.method(), shown_path(request.url(), &self.0.instance));
        self.remember(OnTheWay { asked: Some(asked), operation: Some(operation), refusal: None });
        self.0.guard.check(operation, request.url())?;
        if self.0.guard.dry_run && operation.access != Access::Read {
            return Err(exchange::dry_run(request));
        }
        // progenitor announces the version of the API description; the forge has no use for it.
        request.headers_mut().remove(HeaderName::from_static("api-version"));
        if let Some(token) = &self.0.token {
            let mut value = HeaderValue::try_from(format!("token {}", token.expose()))
                .map_err(|_| ApiError::invalid("the token holds characters that no header can carry"))?;
            value.set_sensitive(true);
            request.headers_mut().insert(AUTHORIZATION, value);
        }
        Ok(())
    }
}

/// The path as people know it: below the instance and without the API's own prefix.
fn shown_path(url: &url::Url, instance: &Instance) -> String {
    let base = instance.base().ok().and_then(|base| url::Url::parse(base).ok());
    let root = base.as_ref().map_or("", |base| base.path().trim_end_matches('/'));
    let path = url.path().strip_prefix(root).unwrap_or(url.path());
    path.strip_prefix("/api/v1").unwrap_or(path).to_owned()
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
