//! One Forgejo instance: where it is, its pooled client, and what it says of itself (page cap, version).

use std::sync::{Arc, OnceLock};

use tokio::sync::OnceCell;
use url::Url;

use super::error::{ApiError, Kind};
use super::http::{self, HttpSettings};
use super::tls;
use super::traffic::Traffic;
use crate::demo::Demo;

/// Where answers come from.
#[derive(Clone, Debug)]
pub enum Source {
    /// A real instance at this address, which may lie below a sub-path.
    Instance(Url),
    /// The recorded forge that ships in the binary.
    Demo,
    /// Nothing is configured: calls say what to set.
    Missing,
}

/// What to say when no instance is configured.
#[must_use]
pub fn no_url() -> ApiError {
    ApiError::new(Kind::Unavailable, "no Forgejo URL is set")
        .hint("set FORGEJO_URL, or start with --url https://… or --instance NAME; --demo needs none")
}

/// An instance, shared by everybody who calls it.
pub struct Instance {
    base: Option<Url>,
    demo: Option<Demo>,
    settings: HttpSettings,
    /// Made on first use; what failed is tried again by the next call.
    client: OnceLock<reqwest::Client>,
    /// How files are fetched from elsewhere: with the same roots, without the client certificate.
    tls_elsewhere: OnceLock<rustls::ClientConfig>,
    page_cap: OnceCell<u32>,
    version: OnceCell<String>,
    traffic: Arc<Traffic>,
}

impl Instance {
    #[must_use]
    pub fn new(source: Source, settings: HttpSettings) -> Self {
        let (base, demo) = match source {
            Source::Instance(base) => (Some(base), None),
            Source::Demo => (Url::parse("https://forge.example/").ok(), Some(Demo::new())),
            Source::Missing => (None, None),
        };
        Self {
            base,
            demo,
            settings,
            client: OnceLock::new(),
            tls_elsewhere: OnceLock::new(),
            page_cap: OnceCell::new(),
            version: OnceCell::new(),
            traffic: Arc::default(),
        }
    }

    /// The address without a trailing slash.
    ///
    /// # Errors
    /// `unavailable` when none is configured.
    pub fn base(&self) -> Result<&str, ApiError> {
        self.base.as_ref().map(|base| base.as_str().trim_end_matches('/')).ok_or_else(no_url)
    }

    /// The address, where one is configured.
    pub(super) fn address(&self) -> Option<&Url> {
        self.base.as_ref()
    }

    /// Whether a URL lies at this instance's scheme, host and port.
    #[must_use]
    pub fn is_own_origin(&self, url: &Url) -> bool {
        self.base.as_ref().is_some_and(|base| base.origin() == url.origin())
    }

    /// What went there.
    #[must_use]
    pub fn traffic(&self) -> Arc<Traffic> {
        Arc::clone(&self.traffic)
    }

    pub(super) fn demo(&self) -> Option<&Demo> {
        self.demo.as_ref()
    }

    pub(super) fn settings(&self) -> &HttpSettings {
        &self.settings
    }

    pub(super) fn client(&self) -> Result<&reqwest::Client, ApiError> {
        if let Some(client) = self.client.get() {
            return Ok(client);
        }
        let made = self.make_client()?;
        Ok(self.client.get_or_init(|| made))
    }

    pub(super) fn tls_elsewhere(&self, is_encrypted: bool) -> Result<rustls::ClientConfig, ApiError> {
        if let Some(config) = self.tls_elsewhere.get().filter(|_| is_encrypted) {
            return Ok(config.clone());
        }
        let made = tls::config(&self.settings, is_encrypted, None)?;
        Ok(if is_encrypted { self.tls_elsewhere.get_or_init(|| made).clone() } else { made })
    }

    fn make_client(&self) -> Result<reqwest::Client, ApiError> {
        let plain = Url::parse("http://demo.invalid/").ok();
        let base = if self.demo.is_some() { plain.as_ref() } else { self.base.as_ref() };
        match base {
            Some(base) => http::client(base, &self.settings),
            None => Err(self.base().err().unwrap_or_else(|| ApiError::internal("no address"))),
        }
    }

    pub(super) fn page_cap_cell(&self) -> &OnceCell<u32> {
        &self.page_cap
    }

    pub(super) fn version_cell(&self) -> &OnceCell<String> {
        &self.version
    }
}
