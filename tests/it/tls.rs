//! TLS: whom it trusts, what it shows, and what is said when it fails.

use std::io::{Read, Write};
use std::net::TcpListener;
use std::path::PathBuf;
use std::sync::Arc;

use forgejo_mcp::config::Flags;
use forgejo_mcp::secret::Secret;
use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, DnType, IsCa, KeyPair, date_time_ymd};
use serde_json::json;
use tempfile::TempDir;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer, PrivatePkcs8KeyDer};
use tokio_rustls::rustls::server::WebPkiClientVerifier;
use tokio_rustls::rustls::{RootCertStore, ServerConfig, ServerConnection, Stream, crypto::ring};

use crate::harness::{Called, Session, TOKEN};

/// An authority that nobody knows.
struct Authority(CertifiedIssuer<'static, KeyPair>);

/// A certificate with its key.
struct Issued {
    certificate: CertificateDer<'static>,
    key: Vec<u8>,
    pem: String,
}

impl Authority {
    fn new(name: &str) -> Self {
        let mut params = CertificateParams::new(Vec::new()).unwrap();
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        params.distinguished_name.push(DnType::OrganizationName, "Harbour");
        params.distinguished_name.push(DnType::CommonName, name);
        Self(CertifiedIssuer::self_signed(params, KeyPair::generate().unwrap()).unwrap())
    }

    fn issue(&self, names: &[&str], change: impl FnOnce(&mut CertificateParams)) -> Issued {
        let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        let mut params = CertificateParams::new(names).unwrap();
        change(&mut params);
        let key = KeyPair::generate().unwrap();
        let certificate = params.signed_by(&key, &self.0).unwrap();
        let pem = format!("{}{}", certificate.pem(), key.serialize_pem());
        Issued { certificate: certificate.der().clone(), key: key.serialize_der(), pem }
    }

    /// The authority's certificate as a file.
    fn file(&self, folder: &TempDir) -> PathBuf {
        let path = folder.path().join("authority.pem");
        std::fs::write(&path, self.0.pem()).unwrap();
        path
    }
}

/// Of whom a server wants a certificate.
enum Clients<'authority> {
    Nobody,
    Everybody(&'authority Authority),
    WhoHasOne(&'authority Authority),
}

/// A server that answers every request with an issue. Gives the port.
fn serve(issued: &Issued, clients: &Clients<'_>) -> u16 {
    serve_with(issued, clients, |_| {
        let body = r#"{"number":1,"title":"over TLS"}"#;
        let head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n";
        format!("{head}content-length: {}\r\nconnection: close\r\n\r\n{body}", body.len())
    })
}

/// A server with answers of its own; they are told whether a client's certificate was shown.
fn serve_with(
    issued: &Issued,
    clients: &Clients<'_>,
    answer: impl Fn(bool) -> String + Send + 'static,
) -> u16 {
    let provider = Arc::new(ring::default_provider());
    let verifier = |authority: &Authority| {
        let mut roots = RootCertStore::empty();
        roots.add(authority.0.der().clone()).unwrap();
        WebPkiClientVerifier::builder_with_provider(Arc::new(roots), Arc::clone(&provider))
    };
    let builder = ServerConfig::builder_with_provider(Arc::clone(&provider));
    let builder = builder.with_safe_default_protocol_versions().unwrap();
    let builder = match clients {
        Clients::Nobody => builder.with_no_client_auth(),
        Clients::Everybody(authority) => {
            builder.with_client_cert_verifier(verifier(authority).build().unwrap())
        }
        Clients::WhoHasOne(authority) => {
            builder.with_client_cert_verifier(verifier(authority).allow_unauthenticated().build().unwrap())
        }
    };
    let key = PrivateKeyDer::Pkcs8(PrivatePkcs8KeyDer::from(issued.key.clone()));
    let config = Arc::new(builder.with_single_cert(vec![issued.certificate.clone()], key).unwrap());
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    std::thread::spawn(move || {
        for mut tcp in listener.incoming().flatten() {
            let mut tls = ServerConnection::new(Arc::clone(&config)).unwrap();
            let mut stream = Stream::new(&mut tls, &mut tcp);
            let read = stream.read(&mut [0; 4096]);
            if read.is_ok_and(|read| read > 0) {
                let _ = stream.write_all(answer(stream.conn.peer_certificates().is_some()).as_bytes());
                stream.conn.send_close_notify();
            }
            // What was refused is told before the end, too.
            let _ = stream.flush();
        }
    });
    port
}

async fn session(port: u16, change: impl FnOnce(&mut Flags)) -> Session {
    let url = Some(format!("https://localhost:{port}"));
    let mut flags = Flags { url, token: Some(Secret::new(TOKEN)), timeout: Some(10), ..Flags::default() };
    change(&mut flags);
    Session::start(flags).await
}

async fn read(session: &Session) -> Called {
    session.call("get_issue_by_index", json!({ "owner": "o", "repo": "r", "index": 1 })).await
}

/// What a call says that TLS makes fail.
async fn failed(port: u16, change: impl FnOnce(&mut Flags)) -> String {
    let called = read(&session(port, change).await).await;
    assert_eq!(called.kind(), "unavailable");
    called.error()
}

#[tokio::test]
async fn an_unknown_authority_is_named_and_can_be_added() {
    let folder = tempfile::tempdir().unwrap();
    let authority = Authority::new("Lighthouse Root");
    let port = serve(&authority.issue(&["localhost"], |_| ()), &Clients::Nobody);
    let error = failed(port, |_| ()).await;
    assert!(error.contains("the certificate of localhost is not trusted"), "{error}");
    assert!(error.contains("\"Lighthouse Root\" is not known here"), "{error}");
    assert!(error.contains("hint: ") && error.contains("--ca-file"), "{error}");
    let path = authority.file(&folder);
    let session = session(port, |flags| flags.ca_file = Some(path)).await;
    assert_eq!(read(&session).await.json()["title"], "over TLS");
}

#[tokio::test]
async fn an_authority_without_a_common_name_is_told_by_its_organisation() {
    let mut params = CertificateParams::new(Vec::new()).unwrap();
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    params.distinguished_name = rcgen::DistinguishedName::new();
    params.distinguished_name.push(DnType::OrganizationName, "Only Harbour");
    let authority = Authority(CertifiedIssuer::self_signed(params, KeyPair::generate().unwrap()).unwrap());
    let error = failed(serve(&authority.issue(&["localhost"], |_| ()), &Clients::Nobody), |_| ()).await;
    assert!(error.contains("\"Only Harbour\""), "{error}");
}

#[tokio::test]
async fn expired_and_future_certificates_say_so() {
    let folder = tempfile::tempdir().unwrap();
    let authority = Authority::new("Root");
    let path = authority.file(&folder);
    let old = authority.issue(&["localhost"], |params| {
        params.not_before = date_time_ymd(2019, 1, 1);
        params.not_after = date_time_ymd(2020, 2, 3);
    });
    let error = failed(serve(&old, &Clients::Nobody), |flags| flags.ca_file = Some(path.clone())).await;
    assert!(error.contains("the certificate of localhost expired on 2020-02-03"), "{error}");
    assert!(error.contains("hint: renew"), "{error}");
    let early = authority.issue(&["localhost"], |params| params.not_before = date_time_ymd(2090, 1, 1));
    let error = failed(serve(&early, &Clients::Nobody), |flags| flags.ca_file = Some(path)).await;
    assert!(error.contains("is not valid before 2090-01-01"), "{error}");
}

#[tokio::test]
async fn a_certificate_for_another_name_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let authority = Authority::new("Root");
    let path = authority.file(&folder);
    let port = serve(&authority.issue(&["forge.example.org"], |_| ()), &Clients::Nobody);
    let error = failed(port, |flags| flags.ca_file = Some(path)).await;
    assert!(error.contains("the certificate is not for localhost"), "{error}");
    assert!(error.contains("forge.example.org"), "{error}");
}

#[tokio::test]
async fn a_client_certificate_is_shown_to_who_asks_for_it() {
    let folder = tempfile::tempdir().unwrap();
    let authority = Authority::new("Root");
    let path = authority.file(&folder);
    let port = serve(&authority.issue(&["localhost"], |_| ()), &Clients::Everybody(&authority));
    let error = failed(port, |flags| flags.ca_file = Some(path.clone())).await;
    assert!(error.contains("localhost wants a client certificate"), "{error}");
    assert!(error.contains("--client-cert"), "{error}");
    let own = folder.path().join("own.pem");
    std::fs::write(&own, authority.issue(&["alice"], |_| ()).pem).unwrap();
    let both = |flags: &mut Flags| (flags.ca_file, flags.client_cert) = (Some(path.clone()), Some(own));
    assert_eq!(read(&session(port, both).await).await.json()["title"], "over TLS");
    // One of another authority.
    let other = folder.path().join("other.pem");
    std::fs::write(&other, Authority::new("Other").issue(&["mallory"], |_| ()).pem).unwrap();
    let error = failed(port, |flags| (flags.ca_file, flags.client_cert) = (Some(path), Some(other))).await;
    assert!(error.contains("refused the connection") && error.contains("--client-cert"), "{error}");
}

#[tokio::test]
async fn plain_http_on_a_port_for_tls_says_so() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    std::thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            let _ = stream.read(&mut [0; 512]);
            let _ = stream.write_all(b"HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\n");
        }
    });
    let error = failed(port, |_| ()).await;
    assert!(error.contains("localhost does not speak TLS on this port"), "{error}");
    assert!(error.contains("http://"), "{error}");
}

#[tokio::test]
async fn files_that_cannot_be_used_fail_the_call_and_are_read_again() {
    let folder = tempfile::tempdir().unwrap();
    let authority = Authority::new("Root");
    let port = serve(&authority.issue(&["localhost"], |_| ()), &Clients::Nobody);
    let path = folder.path().join("authority.pem");
    let session = session(port, |flags| flags.ca_file = Some(path.clone())).await;
    let error = read(&session).await.error();
    assert!(error.contains("authority.pem cannot be read"), "{error}");
    for text in ["no certificate", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"] {
        std::fs::write(&path, text).unwrap();
        let error = read(&session).await.error();
        assert!(error.contains("authority.pem cannot be used") && error.contains("--ca-file"), "{error}");
    }
    authority.file(&folder);
    assert_eq!(read(&session).await.json()["title"], "over TLS", "the session goes on");
}

#[tokio::test]
async fn a_key_that_is_missing_fails_the_call() {
    let folder = tempfile::tempdir().unwrap();
    let authority = Authority::new("Root");
    let path = authority.file(&folder);
    let error = failed(1, |flags| flags.client_cert = Some(path)).await;
    assert!(error.contains("authority.pem has no usable key"), "{error}");
}

#[tokio::test]
async fn a_store_sees_no_client_certificate() {
    let folder = tempfile::tempdir().unwrap();
    let authority = Authority::new("Root");
    let path = authority.file(&folder);
    let server = authority.issue(&["localhost"], |_| ());
    let store = serve_with(&server, &Clients::WhoHasOne(&authority), |shown| {
        let body = if shown { "somebody" } else { "nobody" };
        format!("HTTP/1.1 200 OK\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{body}", body.len())
    });
    let forge = serve_with(&server, &Clients::Everybody(&authority), move |shown| {
        assert!(shown);
        format!(
            "HTTP/1.1 302 Found\r\nlocation: https://localhost:{store}/f\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
        )
    });
    let own = folder.path().join("own.pem");
    std::fs::write(&own, authority.issue(&["alice"], |_| ()).pem).unwrap();
    let both = |flags: &mut Flags| (flags.ca_file, flags.client_cert) = (Some(path), Some(own));
    let session = session(forge, both).await;
    let called = session.call("get_file_content", json!({ "owner": "o", "repo": "r", "path": "f" })).await;
    assert_eq!(called.text(), "nobody");
}

#[tokio::test]
async fn a_port_that_never_answers_is_given_up() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let started = std::time::Instant::now();
    let error = failed(port, |flags| flags.timeout = Some(1)).await;
    assert!(error.contains("cannot be reached") || error.contains("no answer came in time"), "{error}");
    assert!(started.elapsed().as_secs() < 20, "{error}");
    drop(listener);
}
