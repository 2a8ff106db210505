//! The repository that one stands in, for calls that name none.
//!
//! Only a remote of the configured instance counts, or of one that the settings file names when nothing chose one:
//! nothing in a folder may lead a call to a forge that was not configured, and no setting is read from it.

use std::process::{Command, Stdio};

use serde_json::{Map, Value};
use url::Url;

use super::out;
use super::parameters::is_given;
use crate::forgejo::Source;
use crate::server::Server;

/// Adds owner and repo when a tool takes both and neither was given.
pub(super) fn complete(
    server: &Server,
    schema: &Map<String, Value>,
    mut arguments: Map<String, Value>,
) -> Map<String, Value> {
    let Source::Instance(instance) = &server.config().source else { return arguments };
    let takes = |name: &str| schema.get("properties").is_some_and(|all| all.get(name).is_some());
    let wants = |name: &str| takes(name) && !is_given(&arguments, schema, name);
    if server.config().default_repo.is_some() || !wants("owner") || !wants("repo") {
        return arguments;
    }
    if let Some((remote, (owner, repo))) = choose(|address| repository(instance, address)) {
        if out::stderr_is_terminal() {
            out::say("note", &format!("using {owner}/{repo}, the git remote {remote}"));
        }
        arguments.insert("owner".to_owned(), Value::from(owner));
        arguments.insert("repo".to_owned(), Value::from(repo));
    }
    arguments
}

/// The named instance that the remote lies on, for a command line for which nothing else names one.
pub(super) fn instance(instances: &[(String, String)]) -> Option<String> {
    let instances: Vec<(&str, Url)> =
        instances.iter().filter_map(|(name, url)| Some((name.as_str(), Url::parse(url).ok()?))).collect();
    let (remote, name) = choose(|address| {
        let mut of = instances.iter().filter(|(_, url)| repository(url, address).is_some());
        // Two accounts on one forge: nothing here says which is meant.
        let (name, _) = of.next().filter(|_| of.next().is_none())?;
        Some((*name).to_owned())
    })?;
    if out::stderr_is_terminal() {
        out::say("note", &format!("using the instance {name}, where the git remote {remote} lies"));
    }
    Some(name)
}

/// The remote of the current branch, else origin, else the only one, of those that mean something; with its name.
fn choose<T>(mut meaning: impl FnMut(&str) -> Option<T>) -> Option<(String, T)> {
    let settings = git(&["config", "-z", "--get-regexp", r"^(remote\..*\.url|branch\..*\.remote)$"])?;
    let settings: Vec<(&str, &str)> =
        settings.split('\0').filter_map(|setting| setting.split_once('\n')).collect();
    let mut remotes: Vec<(String, T)> = Vec::new();
    for (key, address) in &settings {
        let Some(name) = key.strip_prefix("remote.").and_then(|key| key.strip_suffix(".url")) else {
            continue;
        };
        if remotes.iter().all(|(other, _)| other != name)
            && let Some(meant) = meaning(address)
        {
            remotes.push((name.to_owned(), meant));
        }
    }
    if remotes.len() < 2 {
        return remotes.pop();
    }
    let branch = git(&["symbolic-ref", "--quiet", "--short", "HEAD"]).unwrap_or_default();
    let setting = format!("branch.{}.remote", branch.trim());
    let upstream = settings.iter().find(|(key, _)| *key == setting).map(|(_, name)| *name);
    let named = |wanted: &str| remotes.iter().position(|(name, _)| name == wanted);
    let position = upstream.and_then(named).or_else(|| named("origin"))?;
    Some(remotes.swap_remove(position))
}

fn git(arguments: &[&str]) -> Option<String> {
    let ran = Command::new("git").args(arguments).stdin(Stdio::null()).stderr(Stdio::null()).output().ok()?;
    if ran.status.success() { String::from_utf8(ran.stdout).ok() } else { None }
}

/// The repository that an address of a remote names, if it lies on the instance.
fn repository(instance: &Url, address: &str) -> Option<(String, String)> {
    let path = match address.split_once("://") {
        Some(("http" | "https", _)) => {
            let url = Url::parse(address).ok()?;
            let same = url.host_str() == instance.host_str()
                && url.port_or_known_default() == instance.port_or_known_default();
            let below = url.path().strip_prefix(instance.path().trim_end_matches('/'))?.to_owned();
            (same && below.starts_with('/')).then_some(below)?
        }
        // The port of SSH says nothing of the web's.
        Some(("ssh" | "git+ssh", _)) => {
            let url = Url::parse(address).ok()?;
            same_host(instance, url.host_str()?).then(|| url.path().to_owned())?
        }
        Some(_) => return None,
        // user@host:owner/name; a single letter before the colon is a drive.
        None => {
            let (host, path) = address.split_once(':')?;
            let host =
                host.rsplit('@').next().filter(|host| host.len() > 1 && !host.contains(['/', '\\']))?;
            same_host(instance, host).then(|| path.to_owned())?
        }
    };
    let path = path.trim_matches('/');
    let path = path.strip_suffix(".git").unwrap_or(path);
    let decoded =
        |part: &str| percent_encoding::percent_decode_str(part).decode_utf8().ok().map(String::from);
    match path.split('/').collect::<Vec<_>>().as_slice() {
        [owner, repo] if !owner.is_empty() && !repo.is_empty() => Some((decoded(owner)?, decoded(repo)?)),
        _ => None,
    }
}

fn same_host(instance: &Url, host: &str) -> bool {
    let host = host.trim_matches(['[', ']']);
    instance.host_str().is_some_and(|own| own.trim_matches(['[', ']']).eq_ignore_ascii_case(host))
}
