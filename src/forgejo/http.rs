//! The one pooled HTTP client: timeouts, roots, proxies. It is made on first use, because loading
//! roots takes longer than everything else at start.

use std::path::PathBuf;
use std::time::Duration;

use rustls::ClientConfig;
use url::Url;

use super::error::{ApiError, Kind};
use super::tls;

/// How connections to the forge are made.
#[derive(Clone, Debug)]
pub struct HttpSettings {
    /// How long one answer may take.
    pub timeout: Duration,
    pub user_agent: String,
    /// Further authorities to trust, in PEM form.
    pub ca_file: Option<PathBuf>,
    /// A client certificate with its key, in PEM form.
    pub client_cert: Option<PathBuf>,
}

impl HttpSettings {
    /// Reads the files of certificates, which otherwise happens with the first call.
    ///
    /// # Errors
    /// `unavailable`, naming the file and what is wrong with it.
    pub fn check(&self) -> Result<(), ApiError> {
        tls::config(self, true, self.client_cert.as_deref()).map(drop)
    }
}

/// Builds the client for one instance.
pub(super) fn client(base: &Url, settings: &HttpSettings) -> Result<reqwest::Client, ApiError> {
    let tls = tls::config(settings, base.scheme() == "https", settings.client_cert.as_deref())?;
    built(builder(settings, tls))
}

/// What all clients have. Waiting is bounded where an exchange is known: a client's own timeout for reading already runs
/// while a request is being sent.
pub(super) fn builder(settings: &HttpSettings, tls: ClientConfig) -> reqwest::ClientBuilder {
    reqwest::Client::builder()
        .user_agent(&settings.user_agent)
        .connect_timeout(settings.timeout.min(Duration::from_secs(10)))
        // Below what proxies use, so that a write seldom meets a connection that was just closed.
        .pool_idle_timeout(Duration::from_secs(20))
        // Redirects are followed by hand: a write must not become a GET, and a token must not leave its origin.
        .redirect(reqwest::redirect::Policy::none())
        .tls_backend_preconfigured(tls)
}

pub(super) fn built(builder: reqwest::ClientBuilder) -> Result<reqwest::Client, ApiError> {
    builder.build().map_err(|error| {
        ApiError::new(Kind::Unavailable, format!("no HTTP client can be made: {error}"))
            .hint("check the proxy variables and certificate settings")
    })
}
