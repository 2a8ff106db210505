//! Whom TLS trusts, and what went wrong with it in words that people can act on.

use std::error::Error as _;
use std::fmt;
use std::path::Path;
use std::sync::Arc;

use chrono::DateTime;
use rustls::client::WebPkiServerVerifier;
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer, ServerName, UnixTime};
use rustls::{
    AlertDescription, CertificateError, ClientConfig, DigitallySignedStruct, OtherError, RootCertStore,
    SignatureScheme,
};

use super::error::{ApiError, Kind};
use super::http::HttpSettings;

/// How TLS connections are made. Loading roots takes long, so it is left out where nothing is encrypted.
pub(super) fn config(
    settings: &HttpSettings,
    is_encrypted: bool,
    client_cert: Option<&Path>,
) -> Result<ClientConfig, ApiError> {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let unusable = |problem: String| ApiError::internal(format!("TLS cannot be set up: {problem}"));
    let builder = ClientConfig::builder_with_provider(Arc::clone(&provider))
        .with_safe_default_protocol_versions()
        .map_err(|error| unusable(error.to_string()))?;
    let builder = if is_encrypted {
        let roots = Arc::new(roots(settings)?);
        let inner = WebPkiServerVerifier::builder_with_provider(roots, provider)
            .build()
            .map_err(|error| unusable(error.to_string()))?;
        // It decides as the usual one does, and says more.
        builder.dangerous().with_custom_certificate_verifier(Arc::new(Naming(inner)))
    } else {
        builder.with_root_certificates(RootCertStore::empty())
    };
    let Some(path) = client_cert else {
        return Ok(builder.with_no_client_auth());
    };
    let pem = &read("--client-cert", path)?;
    let invalid = |what: &str| {
        ApiError::new(Kind::Unavailable, format!("the client certificate {} {what}", path.display()))
            .hint("--client-cert names a file with the certificate and its key, both in PEM form")
    };
    let chain = certificates(pem).map_err(|error| invalid(&format!("cannot be read: {error}")))?;
    let key = PrivateKeyDer::from_pem_slice(pem)
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
        for certificate in authorities(path)? {
            store.add(certificate).map_err(|error| refused(path, &error.to_string()))?;
        }
    }
    Ok(store)
}

/// The certificates of a file of authorities.
fn authorities(path: &Path) -> Result<Vec<CertificateDer<'static>>, ApiError> {
    let pem = read("--ca-file", path)?;
    let found = certificates(&pem).map_err(|error| refused(path, &error.to_string()))?;
    if found.is_empty() { Err(refused(path, "it holds no certificate")) } else { Ok(found) }
}

fn refused(path: &Path, problem: &str) -> ApiError {
    ApiError::new(Kind::Unavailable, format!("the CA file {} cannot be used: {problem}", path.display()))
        .hint("--ca-file wants certificates in PEM form")
}

/// A file of the operator's. It is read when a client is made, so that what is wrong with it is an error of the call.
fn read(flag: &str, path: &Path) -> Result<Vec<u8>, ApiError> {
    std::fs::read(path).map_err(|error| {
        ApiError::new(Kind::Unavailable, format!("{} cannot be read: {error}", path.display()))
            .hint(format!("{flag} names a file in PEM form that this program may read"))
    })
}

fn certificates(pem: &[u8]) -> Result<Vec<CertificateDer<'static>>, rustls::pki_types::pem::Error> {
    CertificateDer::pem_slice_iter(pem).collect()
}

/// The usual verifier, which tells whose certificate it does not trust.
#[derive(Debug)]
struct Naming(Arc<WebPkiServerVerifier>);

/// A certificate of an authority that is not trusted, with the authority's name where it could be read.
#[derive(Debug)]
struct UnknownAuthority(Option<String>);

impl fmt::Display for UnknownAuthority {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Some(name) => write!(formatter, "the authority {name:?} is not known here"),
            None => formatter.write_str("its authority is not known here"),
        }
    }
}

impl std::error::Error for UnknownAuthority {}

impl ServerCertVerifier for Naming {
    fn verify_server_cert(
        &self,
        end_entity: &CertificateDer<'_>,
        intermediates: &[CertificateDer<'_>],
        server_name: &ServerName<'_>,
        ocsp_response: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, rustls::Error> {
        let verified = self.0.verify_server_cert(end_entity, intermediates, server_name, ocsp_response, now);
        verified.map_err(|error| match error {
            rustls::Error::InvalidCertificate(CertificateError::UnknownIssuer) => {
                let last = intermediates.last().unwrap_or(end_entity);
                let unknown = UnknownAuthority(issuer(last));
                rustls::Error::InvalidCertificate(CertificateError::Other(OtherError(Arc::new(unknown))))
            }
            error => error,
        })
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        cert: &CertificateDer<'_>,
        dss: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        self.0.verify_tls12_signature(message, cert, dss)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        cert: &CertificateDer<'_>,
        dss: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        self.0.verify_tls13_signature(message, cert, dss)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.0.supported_verify_schemes()
    }
}

/// The name of the authority in a certificate, for people to read: its common name, else its organisation.
fn issuer(certificate: &[u8]) -> Option<String> {
    const COMMON_NAME: &[u8] = &[0x55, 0x04, 0x03];
    const ORGANISATION: &[u8] = &[0x55, 0x04, 0x0a];
    const VERSION: u8 = 0xa0;
    let (_, certificate, _) = element(certificate)?;
    let (_, signed, _) = element(certificate)?;
    let (tag, _, rest) = element(signed)?;
    let (_, _, rest) = if tag == VERSION { element(rest)? } else { (tag, signed, rest) };
    let (_, _, rest) = element(rest)?;
    let (_, mut names, _) = element(rest)?;
    let mut organisation = None;
    while let Some((_, set, rest)) = element(names) {
        names = rest;
        let Some((_, pair, _)) = element(set) else { continue };
        let Some((_, kind, rest)) = element(pair) else { continue };
        let Some((_, text, _)) = element(rest) else { continue };
        let text: String =
            String::from_utf8_lossy(text).chars().filter(|letter| !letter.is_control()).take(100).collect();
        match kind {
            COMMON_NAME => return Some(text),
            ORGANISATION => organisation = Some(text),
            _ => {}
        }
    }
    organisation
}

/// The first element of a DER text: its tag, what it holds, and what follows it.
fn element(der: &[u8]) -> Option<(u8, &[u8], &[u8])> {
    let (tag, rest) = der.split_first()?;
    let (short, rest) = rest.split_first()?;
    let (length, rest) = if *short < 0x80 {
        (usize::from(*short), rest)
    } else {
        let (bytes, rest) =
            rest.split_at_checked(usize::from(short & 0x7f)).filter(|(at, _)| at.len() <= 3)?;
        (bytes.iter().fold(0, |length, byte| (length << 8) | usize::from(*byte)), rest)
    };
    let (held, rest) = rest.split_at_checked(length)?;
    Some((*tag, held, rest))
}

/// What TLS failed at, and what to do about it; `None` for failures of another kind.
pub(super) fn trouble(error: &reqwest::Error) -> Option<(String, &'static str)> {
    let host = error.url().and_then(url::Url::host_str).unwrap_or("the forge");
    let told = match cause(error)? {
        rustls::Error::InvalidCertificate(problem) => certificate_trouble(host, problem),
        rustls::Error::InvalidMessage(_) => (
            format!("{host} does not speak TLS on this port"),
            "use http:// in the URL, or the port that speaks TLS",
        ),
        rustls::Error::AlertReceived(
            AlertDescription::CertificateRequired | AlertDescription::AccessDenied,
        ) => (format!("{host} wants a client certificate"), "name one with --client-cert"),
        rustls::Error::AlertReceived(
            alert @ (AlertDescription::BadCertificate
            | AlertDescription::UnknownCA
            | AlertDescription::CertificateUnknown
            | AlertDescription::CertificateExpired
            | AlertDescription::CertificateRevoked
            | AlertDescription::DecryptError
            | AlertDescription::HandshakeFailure),
        ) => (
            format!("{host} refused the connection: {alert:?}"),
            "if it wants a client certificate, check the one that --client-cert names",
        ),
        problem => (problem.to_string(), "check the URL, the port and the proxy settings"),
    };
    Some(told)
}

fn certificate_trouble(host: &str, problem: &CertificateError) -> (String, &'static str) {
    const CLOCK: &str = "renew the certificate on the server, or set the clock of this machine";
    const AUTHORITY: &str =
        "if it is an authority of your own, name its certificate with --ca-file (FORGEJO_CA_FILE)";
    let day = |time: &UnixTime| {
        let time =
            i64::try_from(time.as_secs()).ok().and_then(|seconds| DateTime::from_timestamp(seconds, 0));
        time.map_or_else(String::new, |time| format!(" {}", time.format("%Y-%m-%d")))
    };
    match problem {
        CertificateError::ExpiredContext { not_after, .. } => {
            (format!("the certificate of {host} expired on{}", day(not_after)), CLOCK)
        }
        CertificateError::Expired => (format!("the certificate of {host} has expired"), CLOCK),
        CertificateError::NotValidYetContext { not_before, .. } => {
            (format!("the certificate of {host} is not valid before{}", day(not_before)), CLOCK)
        }
        CertificateError::NotValidForNameContext { presented, .. } => {
            let names = presented.iter().take(5).map(String::as_str).collect::<Vec<_>>().join(", ");
            let names = if names.is_empty() { String::new() } else { format!(", but for {names}") };
            (
                format!("the certificate is not for {host}{names}"),
                "use a name in the URL that the certificate is for",
            )
        }
        CertificateError::Other(other) if other.0.downcast_ref::<UnknownAuthority>().is_some() => {
            (format!("the certificate of {host} is not trusted: {}", other.0), AUTHORITY)
        }
        CertificateError::UnknownIssuer => {
            (format!("the certificate of {host} is of an authority that is not known here"), AUTHORITY)
        }
        problem => (format!("the certificate of {host} is refused: {problem}"), AUTHORITY),
    }
}

/// The error of TLS within another; errors of input and output hide it from `source`.
fn cause(error: &reqwest::Error) -> Option<&rustls::Error> {
    let mut next: Option<&(dyn std::error::Error + 'static)> = error.source();
    while let Some(error) = next {
        if let Some(found) = error.downcast_ref::<rustls::Error>() {
            return Some(found);
        }
        next = match error.downcast_ref::<std::io::Error>().and_then(std::io::Error::get_ref) {
            Some(inner) => Some(inner),
            None => error.source(),
        };
    }
    None
}
