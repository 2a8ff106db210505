//! The network as it is: proxies, which the usual variables name, and a system without authorities. The fake forge plays
//! the proxy: it gets whole addresses.

use serde_json::json;

use super::Cli;
use crate::harness::{Answer, Upstream};

const ISSUES: &str = "http://forge.test/api/v1/repos/o/r/issues";

fn proxy() -> Upstream {
    let proxy = Upstream::start();
    proxy.on(&format!("GET {ISSUES}"), Answer::json(200, &json!([])));
    proxy
}

fn run(variables: &[(&str, &str)], url: &str) -> super::Ran {
    let cli = Cli::new(&["--url", url, "--cli", "list_repo_issues", "--owner=o", "--repo=r"]);
    variables.iter().fold(cli, |cli, (name, value)| cli.env(name, value)).run()
}

#[test]
fn the_proxy_of_the_variables_is_used() {
    for variable in ["HTTP_PROXY", "http_proxy", "ALL_PROXY"] {
        let proxy = proxy();
        run(&[(variable, &proxy.url)], "http://forge.test").json();
        assert_eq!(proxy.last(&format!("GET {ISSUES}")).header("host"), Some("forge.test"), "{variable}");
    }
}

#[test]
fn exceptions_are_honoured() {
    let proxy = proxy();
    let forge = Upstream::start();
    forge.on("GET /repos/o/r/issues", Answer::json(200, &json!([])));
    run(&[("HTTP_PROXY", &proxy.url), ("NO_PROXY", "127.0.0.1")], &forge.url).json();
    let near = forge.seen().len();
    assert!(near > 0);
    assert!(proxy.targets().is_empty(), "{:?}", proxy.targets());
    let ran = run(&[("HTTP_PROXY", &proxy.url), ("NO_PROXY", ".test")], "http://forge.test");
    assert!(ran.failed().contains("cannot be reached"), "{ran:?}");
    run(&[("HTTP_PROXY", &proxy.url)], &forge.url).failed();
    assert_eq!(forge.seen().len(), near, "without an exception, what is near goes through it, too");
}

#[test]
fn a_proxy_that_is_down_is_an_error_of_the_call() {
    let ran = run(&[("HTTP_PROXY", "http://127.0.0.1:1")], "http://forge.test");
    assert!(ran.failed().contains("cannot be reached"), "{ran:?}");
    assert!(ran.err.contains("proxy"), "{ran:?}");
}

#[test]
fn a_public_forge_does_not_lead_into_the_own_network() {
    let inside = Upstream::start();
    inside.on("GET /secret", Answer::raw(200, "text/plain", "what only this machine sees"));
    for location in [
        format!("{}/secret", inside.url),
        inside.url.replace("127.0.0.1", "[::ffff:127.0.0.1]") + "/secret",
        inside.url.replace("127.0.0.1", "localhost") + "/secret",
        "http://169.254.169.254/latest/meta-data".to_owned(),
        "http://10.0.0.1/".to_owned(),
    ] {
        let proxy = Upstream::start();
        let raw = "GET http://forge.test/api/v1/repos/o/r/raw/f";
        proxy.on(raw, Answer::empty(302).header("location", &location));
        let words =
            ["--url=http://forge.test", "--cli", "get_file_content", "--owner=o", "--repo=r", "--path=f"];
        let cli = Cli::new(&words).env("HTTP_PROXY", &proxy.url);
        let ran = cli.env("NO_PROXY", "127.0.0.1,localhost,::ffff:127.0.0.1,169.254.169.254,10.0.0.1").run();
        ran.failed();
        assert!(inside.targets().is_empty(), "{location}: {ran:?}");
    }
}

#[test]
fn without_authorities_of_the_system_the_bundled_ones_are_used() {
    let words = ["--debug", "--url=https://127.0.0.1:1", "--cli", "get_my_user_info"];
    let ran =
        Cli::new(&words).env("SSL_CERT_FILE", "/no/such/file").env("SSL_CERT_DIR", "/no/such/folder").run();
    assert_eq!(ran.status, 1, "{ran:?}");
    assert!(ran.err.contains("using the bundled roots"), "{ran:?}");
    assert!(ran.err.contains("cannot be reached"), "the connection was tried: {ran:?}");
}
