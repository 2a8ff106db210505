//! What can be checked without asking the forge: the settings file, the files that settings name, the proxy.

use super::{Finding, State};
use crate::config::{self, Config};
use crate::forgejo::Source;

/// The settings file, the files of the token and of certificates, as far as there are any.
pub(super) fn check(config: &Config) -> Vec<Finding> {
    let mut findings = vec![settings_file(config)];
    let is_demo = matches!(config.source, Source::Demo);
    let token_file = config.token.as_ref().and_then(|token| token.file());
    if let Some(path) = token_file.filter(|path| config::is_readable_by_others(path)) {
        let path = path.display();
        findings.push(
            Finding::new("token", State::Warning, format!("other users of this machine can read {path}"))
                .fix(format!("chmod 600 {path}")),
        );
    }
    if !is_demo && (config.http.ca_file.is_some() || config.http.client_cert.is_some()) {
        findings.push(certificates(config));
    }
    findings
}

fn settings_file(config: &Config) -> Finding {
    let layers = &config.layers;
    let Some(path) = &layers.file else {
        return Finding::new("settings", State::Ok, "no settings file; flags and variables alone");
    };
    let said = match layers.instances.len() {
        0 => path.display().to_string(),
        1 => format!("{}, with one instance", path.display()),
        many => format!("{}, with {many} instances", path.display()),
    };
    match layers.warnings.as_slice() {
        [] => Finding::new("settings", State::Ok, said),
        warnings => Finding::new("settings", State::Warning, format!("{said}: {}", warnings.join("; ")))
            .fix("see above"),
    }
}

fn certificates(config: &Config) -> Finding {
    if let Err(error) = config.http.check() {
        return Finding::failed("certs", &error);
    }
    let mut said = Vec::new();
    if let Some(path) = &config.http.ca_file {
        said.push(format!("the authorities of {} are trusted, too", path.display()));
    }
    if let Some(path) = &config.http.client_cert {
        said.push(format!("{} is shown to the forge", path.display()));
    }
    Finding::new("certs", State::Ok, said.join("; "))
}

/// The proxy between this machine and the forge.
pub(super) fn proxy(config: &Config) -> Option<Finding> {
    let Source::Instance(url) = &config.source else { return None };
    Some(match config::proxy_of(url) {
        Some(proxy) => Finding::new("proxy", State::Ok, format!("{proxy}; NO_PROXY makes exceptions")),
        None => Finding::new("proxy", State::Ok, "none for this address"),
    })
}
