//! The one pooled HTTP client: timeouts, roots, proxies. It is made on first use, because loading
//! roots takes longer than everything else at start.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use rustls::{ClientConfig, RootCertStore};
use url::Url;

use super::error::{ApiError, Kind};

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

/// Builds the client for one instance. Waiting is bounded where an exchange is known: a client's own timeout for reading
/// already runs while a request is being sent.
pub(super) fn client(base: &Url, settings: &HttpSettings) -> Result<reqwest::Client, ApiError> {
    let builder = reqwest::Client::builder()
        .user_agent(&settings.user_agent)
        .connect_timeout(settings.timeout.min(Duration::from_secs(10)))
        // Below what proxies use, so that a write seldom meets a connection that was just closed.
        .pool_idle_timeout(Duration::from_secs(20))
        // Redirects are followed by hand: a write must not become a GET, and a token must not leave its origin.
        .redirect(reqwest::redirect::Policy::none())
        .tls_backend_preconfigured(tls(base, settings)?);
    builder.build().map_err(|error| {
        ApiError::new(Kind::Unavailable, format!("no HTTP client can be made: {error}"))
            .hint("check the proxy variables and certificate settings")
    })
}

fn tls(base: &Url, settings: &HttpSettings) -> Result<ClientConfig, ApiError> {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let roots = if base.scheme() == "https" { roots(settings)? } else { RootCertStore::empty() };
    let builder = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(|error| ApiError::internal(format!("TLS cannot be set up: {error}")))?
        .with_root_certificates(roots);
    let Some(path) = &settings.client_cert else {
        return Ok(builder.with_no_client_auth());
    };
    let pem = &read("--client-cert", path)?;
    let invalid = |what: &str| ApiError::new(Kind::Unavailable, format!("the client certificate {what}"));
    let chain = certificates(pem).map_err(|error| invalid(&format!("cannot be read: {error}")))?;
    let key =
        <rustls::pki_types::PrivateKeyDer<'_> as rustls::pki_types::pem::PemObject>::from_pem_slice(pem)
            .map_err(|error| invalid(&format!("has no usable key: {error}")))?;
    builder.with_client_auth_cert(chain, key).map_err(|error| invalid(&format!("is refused: {error}")))
}

/// The system's roots, else the bundled ones, and what the operator adds.
fn roots(settings: &HttpSettings) -> Result<RootCertStore, ApiError> {
    let mut store = RootCertStore::empty();
    let (added, _) = store.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    if added == 0 {
        tracing::debug!("the system has no certificate store; using the bundled roots");
        store.extend(webpki_roots::TLS_SERVER_ROOTS.iter().cloned());
    }
    if let Some(path) = &settings.ca_file {
        let pem = &read("--ca-file", path)?;
        let refused = |error: String| {
            ApiError::new(Kind::Unavailable, format!("the CA file cannot be used: {error}"))
                .hint("--ca-file wants certificates in PEM form")
        };
        let certificates = certificates(pem).map_err(|error| refused(error.to_string()))?;
        if certificates.is_empty() {
            return Err(refused("it holds no certificate".to_owned()));
        }
        for certificate in certificates {
            store.add(certificate).map_err(|error| refused(error.to_string()))?;
        }
    }
    Ok(store)
}

/// A file of the operator's. It is read when the client is made, so that what is wrong with it is an error of the call.
fn read(flag: &str, path: &Path) -> Result<Vec<u8>, ApiError> {
    std::fs::read(path).map_err(|error| {
        ApiError::new(Kind::Unavailable, format!("{} cannot be read: {error}", path.display()))
            .hint(format!("{flag} names a file in PEM form that this program may read"))
    })
}

fn certificates(
    pem: &[u8],
) -> Result<Vec<rustls::pki_types::CertificateDer<'static>>, rustls::pki_types::pem::Error> {
    use rustls::pki_types::pem::PemObject;
    rustls::pki_types::CertificateDer::pem_slice_iter(pem).collect()
}
