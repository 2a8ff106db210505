//! The environment. Each flag names its variable; here stands what clap does not know of them: one that is set to nothing
//! is not set, and the Go server had other names for some. Nothing else reads the environment.

use std::ffi::{OsStr, OsString};

use clap::builder::Resettable;
use clap::{Arg, Command};

use super::values;
use crate::forgejo::ApiError;

/// Names of the Go server, by the field of the setting.
const OLD_NAMES: [(&str, &str); 3] =
    [("url", "GITEA_HOST"), ("token", "GITEA_ACCESS_TOKEN"), ("debug", "GITEA_DEBUG")];
/// The settings that give a token.
pub(super) const TOKENS: [&str; 3] = ["token", "token_file", "token_command"];

/// The same command line, which takes from the environment what is set there.
#[must_use]
pub fn with_variables(command: Command) -> Command {
    let has_token = command
        .get_arguments()
        .any(|argument| TOKENS.contains(&argument.get_id().as_str()) && is_set(argument.get_env()));
    command.mut_args(|argument| {
        let Some(variable) = argument.get_env() else { return argument };
        let id = argument.get_id().as_str();
        if is_set(Some(variable)) {
            return argument;
        }
        let old = OLD_NAMES.iter().find(|(name, old)| *name == id && is_set(Some(OsStr::new(old))));
        match old.filter(|_| id != "token" || !has_token) {
            Some((_, old)) => argument.env(*old),
            None if read(variable).is_some() => without_variable(argument),
            None => argument,
        }
    })
}

/// A flag that is read from the command line alone.
pub(super) fn without_variable(argument: Arg) -> Arg {
    argument.env(Resettable::<clap::builder::OsStr>::Reset)
}

/// The variable that holds what its flag does not take, where the command line itself is not at fault.
pub(super) fn problem(command: &Command, is_given: impl Fn(&str) -> bool) -> Option<ApiError> {
    command.get_arguments().find_map(|argument| {
        let variable = argument.get_env().filter(|_| !argument.get_long().is_some_and(&is_given))?;
        let problem = values::check(argument, &[value(variable)?]).err()?;
        Some(ApiError::invalid(format!("{}: {problem}", variable.to_string_lossy())))
    })
}

/// What a variable holds, if that is anything.
pub(super) fn value(variable: &OsStr) -> Option<String> {
    let value = read(variable)?.to_string_lossy().into_owned();
    Some(value).filter(|value| !value.trim().is_empty())
}

fn is_set(variable: Option<&OsStr>) -> bool {
    variable.and_then(value).is_some()
}

fn read(variable: &OsStr) -> Option<OsString> {
    #[expect(clippy::disallowed_methods, reason = "this is the one place that reads the environment")]
    std::env::var_os(variable)
}
