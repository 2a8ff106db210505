//! What single values mean, and what is wrong with those that mean nothing.

use std::error::Error as _;
use std::path::PathBuf;

use clap::builder::ArgAction;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command};
use toml::de::DeValue;
use url::Url;

use super::environment::without_variable;
use crate::forgejo::{ApiError, RepoPattern};

/// The address of an instance, without what only its API or web side has.
pub(super) fn instance_url(name: &str, text: &str) -> Result<Url, ApiError> {
    let text = text.trim();
    let problem = |what: &str| {
        ApiError::invalid(format!("{name}: the Forgejo URL {what}"))
            .hint("it looks like https://forgejo.example.org")
    };
    let mut url = Url::parse(text).map_err(|error| problem(&format!("cannot be read: {error}")))?;
    if !matches!(url.scheme(), "http" | "https") || url.host_str().is_none() {
        return Err(problem("must start with https:// or http:// and name a host"));
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err(problem("must not hold a name or password; use a token"));
    }
    url.set_query(None);
    url.set_fragment(None);
    let path = url.path().trim_end_matches('/');
    let path = path.strip_suffix("/api/v1").unwrap_or(path).to_owned();
    url.set_path(&path);
    Ok(url)
}

/// A repository, or all of an owner.
pub(super) fn pattern(name: &str, text: &str) -> Result<RepoPattern, ApiError> {
    RepoPattern::parse(text)
        .ok_or_else(|| ApiError::invalid(format!("{name}: {text:?} is not owner/name or owner/*")))
}

/// An owner and a name.
pub(super) fn repository(name: &str, text: &str) -> Result<(String, String), ApiError> {
    match text.trim().split_once('/') {
        Some((owner, repo)) if !owner.is_empty() && !repo.is_empty() && !repo.contains('/') => {
            Ok((owner.to_owned(), repo.to_owned()))
        }
        _ => Err(ApiError::invalid(format!("{name}: {text:?} is not owner/name"))),
    }
}

/// A path that names something.
pub(super) fn set(path: Option<PathBuf>) -> Option<PathBuf> {
    path.filter(|path| !path.as_os_str().is_empty())
}

/// The words of a list that say something.
pub(super) fn words(words: Vec<String>) -> Vec<String> {
    words.into_iter().map(|word| word.trim().to_owned()).filter(|word| !word.is_empty()).collect()
}

/// Whether a flag takes no value of its own.
pub(super) fn is_switch(argument: &Arg) -> bool {
    matches!(argument.get_action(), ArgAction::SetTrue)
}

/// Whether a flag takes any number of values.
pub(super) fn is_list(argument: &Arg) -> bool {
    argument.get_value_delimiter().is_some() || matches!(argument.get_action(), ArgAction::Append)
}

/// Says what is wrong with the values of a flag, by the flag's own rules.
pub(super) fn check(argument: &Arg, values: &[String]) -> Result<(), String> {
    let Some(long) = argument.get_long().filter(|_| !is_switch(argument)) else { return Ok(()) };
    let words: Vec<String> = values.iter().map(|value| format!("--{long}={value}")).collect();
    let alone = without_variable(argument.clone()).global(false);
    let command = Command::new("setting").no_binary_name(true).disable_help_flag(true).arg(alone);
    command.try_get_matches_from(words).map(drop).map_err(|error| problem(&error, argument))
}

fn problem(error: &clap::Error, argument: &Arg) -> String {
    let shown = match error.get(ContextKind::InvalidValue) {
        Some(ContextValue::String(value)) if !argument.is_hide_env_values_set() => format!("{value:?}"),
        _ => "the value".to_owned(),
    };
    match (error.kind(), error.get(ContextKind::ValidValue)) {
        (ErrorKind::InvalidValue, Some(ContextValue::Strings(words))) if !words.is_empty() => {
            format!("{shown} is none of {}", words.join(", "))
        }
        _ => match error.source() {
            Some(source) => format!("{shown} is {source}"),
            None => format!("{shown} cannot be used"),
        },
    }
}

/// A value of the file as the flag of its key would take it.
pub(super) fn written(argument: &Arg, value: &DeValue<'_>) -> Result<Vec<String>, String> {
    if is_switch(argument) {
        return match (value, value.as_str()) {
            (DeValue::Boolean(on), _) => Ok(vec![on.to_string()]),
            (_, Some(word @ ("true" | "false"))) => Ok(vec![word.to_owned()]),
            _ => Err(format!("takes true or false, not {}", kind(value))),
        };
    }
    match value {
        DeValue::Array(items) if is_list(argument) => {
            items.iter().map(|item| single(item.get_ref())).collect::<Result<_, _>>()
        }
        DeValue::Array(_) => Err("takes one value, not a list".to_owned()),
        value => Ok(vec![single(value)?]),
    }
}

fn single(value: &DeValue<'_>) -> Result<String, String> {
    match value {
        DeValue::String(text) => Ok(text.clone().into_owned()),
        DeValue::Integer(number) => i64::from_str_radix(number.as_str(), number.radix())
            .map(|number| number.to_string())
            .map_err(|_| "takes no number as large as this".to_owned()),
        value => Err(format!("takes a text or a whole number, not {}", kind(value))),
    }
}

fn kind(value: &DeValue<'_>) -> &'static str {
    match value {
        DeValue::String(_) => "a text",
        DeValue::Integer(_) => "a number",
        DeValue::Float(_) => "a fraction",
        DeValue::Boolean(_) => "true or false",
        DeValue::Datetime(_) => "a time",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
    }
}
