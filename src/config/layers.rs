//! The file below the variables, and the variables below the flags. clap decides which value wins; what the file says are
//! the flags' default values.
//!
//! Address and credentials are one thing: a token goes only to the instance it was configured for. So credentials of a
//! level are left out when another level names another instance.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap::parser::ValueSource;
use clap::{ArgMatches, Command};
use url::Url;

use super::environment::{TOKENS, problem, with_variables, without_variable};
use super::file::{Entry, SettingsFile, Table, usual_place};
use super::origin::Origins;
use crate::forgejo::ApiError;

/// What is for one instance alone.
const CREDENTIALS: [&str; 4] = ["token", "token_file", "token_command", "client_cert"];

/// What stands below the command line, and where each setting came from.
#[derive(Clone, Debug, Default)]
pub struct Layers {
    pub origins: Origins,
    /// The file that was read.
    pub file: Option<PathBuf>,
    /// Names and addresses of the file's instances.
    pub instances: Vec<(String, String)>,
    /// What people should know.
    pub warnings: Vec<String>,
}

/// Why a command line cannot be used.
#[derive(Debug)]
pub enum Refusal {
    Usage(clap::Error),
    Settings(ApiError),
}

impl From<ApiError> for Refusal {
    fn from(error: ApiError) -> Self {
        Self::Settings(error)
    }
}

/// Reads a command line with the variables, without the file.
///
/// # Errors
/// What clap says, or which variable is wrong.
pub fn read_without_file(command: Command, arguments: &[OsString]) -> Result<ArgMatches, Refusal> {
    let mut command = with_variables(command);
    command.try_get_matches_from_mut(arguments).map_err(|error| {
        let is_given = |long: &str| {
            let flag = format!("--{long}");
            arguments.iter().any(|word| word.to_string_lossy().starts_with(&flag))
        };
        match problem(&command, is_given).filter(|_| error.use_stderr()) {
            Some(problem) => Refusal::Settings(problem),
            None => Refusal::Usage(error),
        }
    })
}

/// Reads a command line with the variables and the file that it names; `first` is what it came to without the file, and
/// stays that where the file has no say.
///
/// # Errors
/// What clap says, or what is wrong with which setting.
pub fn read(
    command: Command,
    arguments: &[OsString],
    first: ArgMatches,
) -> Result<(ArgMatches, Layers), Refusal> {
    let named = first.get_one::<PathBuf>("config");
    let is_named = named.is_some();
    let file = match named.cloned().or_else(usual_place) {
        Some(path) => SettingsFile::read(&path, is_named)?,
        None => None,
    };
    let command = with_variables(command);
    let plan = Plan::of(&command, &first, file.as_ref())?;
    let (command, matches) = if plan.in_file.is_empty() && plan.silent.is_empty() {
        (command, first)
    } else {
        let mut command = plan.beneath(command);
        let matches = command.try_get_matches_from_mut(arguments).map_err(Refusal::Usage)?;
        (command, matches)
    };
    let origins = Origins::of(&command, &matches, |id| plan.in_file.get(id).map(|entry| entry.name.clone()));
    let mut warnings = plan.warnings;
    warnings.extend(file.as_ref().and_then(readable_by_others));
    let instances = file
        .iter()
        .flat_map(|file| &file.instances)
        .filter_map(|(name, table)| Some((name.clone(), table.get("url")?.values.first()?.clone())));
    let instances = instances.collect();
    Ok((matches, Layers { origins, file: file.map(|file| file.path().to_owned()), instances, warnings }))
}

/// Which settings of the variables and the file count.
struct Plan {
    in_file: Table,
    /// Fields whose variable does not count.
    silent: Vec<&'static str>,
    warnings: Vec<String>,
}

impl Plan {
    fn of(command: &Command, first: &ArgMatches, file: Option<&SettingsFile>) -> Result<Self, ApiError> {
        let name = |id: &str| Origins::of(command, first, |_| None).name(id);
        let chosen = chosen_instance(first, file, &name)?;
        let by_name = chosen.is_some_and(|(is_asked_for, _)| is_asked_for);
        let empty = Table::new();
        let top = file.map_or(&empty, |file| &file.top);
        let instance = chosen.map_or(&empty, |(_, table)| table);
        let given = first.get_one::<String>("url").filter(|_| !by_name).cloned();
        let used = given.or_else(|| url_of(instance)).or_else(|| url_of(top));

        let mut plan = Self { in_file: Table::new(), silent: Vec::new(), warnings: Vec::new() };
        if by_name {
            plan.hide_variables(command, first, used.as_deref());
        }
        let has_token = TOKENS.iter().any(|id| instance.contains_key(*id));
        plan.take_top(top, used.as_deref(), has_token);
        plan.in_file.extend(instance.iter().map(|(id, entry)| (id.clone(), entry.clone())));
        Ok(plan)
    }

    /// An instance that was asked for hides the variable's address, and with it what belongs to that. A `--url` hides the
    /// address alone, as with the Go server.
    fn hide_variables(&mut self, command: &Command, first: &ArgMatches, used: Option<&str>) {
        self.silent.push("url");
        let Some(url) = variable_url(command).filter(|url| !is_same(Some(url), used)) else { return };
        self.silent.extend(CREDENTIALS);
        let lost = command.get_arguments().find(|argument| {
            let id = argument.get_id().as_str();
            CREDENTIALS.contains(&id) && first.value_source(id) == Some(ValueSource::EnvVariable)
        });
        if let Some(variable) = lost.and_then(|argument| argument.get_env()) {
            self.warn_of(&variable.to_string_lossy(), &url);
        }
    }

    /// The top of the file, without what is for another instance, and without a second token.
    fn take_top(&mut self, top: &Table, used: Option<&str>, has_token: bool) {
        let elsewhere = url_of(top).filter(|url| !is_same(Some(url), used));
        for (id, entry) in top {
            let is_second = has_token && TOKENS.contains(&id.as_str());
            match &elsewhere {
                _ if is_second => {}
                Some(url) if CREDENTIALS.contains(&id.as_str()) => self.warn_of(&entry.name, url),
                _ => {
                    self.in_file.insert(id.clone(), entry.clone());
                }
            }
        }
    }

    fn warn_of(&mut self, name: &str, url: &str) {
        self.warnings.push(format!("{name} is for {url}, and is not used for another instance"));
    }

    /// The command line with the file below the variables.
    fn beneath(&self, command: Command) -> Command {
        command.mut_args(|argument| {
            let id = argument.get_id().as_str().to_owned();
            let argument =
                if self.silent.contains(&id.as_str()) { without_variable(argument) } else { argument };
            match self.in_file.get(&id) {
                Some(Entry { values, .. }) => argument.default_values(values),
                None => argument,
            }
        })
    }
}

/// The instance that is meant, and whether somebody asked for it by its name outside the file.
fn chosen_instance<'file>(
    first: &ArgMatches,
    file: Option<&'file SettingsFile>,
    name: &impl Fn(&str) -> String,
) -> Result<Option<(bool, &'file Table)>, ApiError> {
    let source = |id: &str| match first.value_source(id) {
        Some(ValueSource::CommandLine) => 2,
        Some(ValueSource::EnvVariable) => 1,
        _ => 0,
    };
    let (by_name, by_url) = (source("instance"), source("url"));
    if by_name > 0 && by_name == by_url {
        let (url, instance) = (name("url"), name("instance"));
        return Err(ApiError::invalid(format!("{url} and {instance} both say which instance is meant"))
            .hint("keep one of them"));
    }
    if by_name > by_url {
        let wanted = first.get_one::<String>("instance").map_or("", String::as_str);
        let chosen_by = name("instance");
        let Some(file) = file else {
            let place = usual_place().map_or_else(String::new, |path| format!(" at {}", path.display()));
            return Err(ApiError::invalid(format!("{chosen_by}: there is no settings file{place}"))
                .hint("instances are named in it: [instances.NAME] with a url"));
        };
        return file.instance(wanted, &chosen_by).map(|table| Some((true, table)));
    }
    let Some(file) = file else { return Ok(None) };
    let Some(wanted) = file.default_instance() else { return Ok(None) };
    let table = file.instance(wanted, "instance")?;
    let given = first.get_one::<String>("url");
    let fits = given.is_none_or(|url| is_same(url_of(table).as_deref(), Some(url)));
    Ok(fits.then_some((false, table)))
}

fn url_of(table: &Table) -> Option<String> {
    table.get("url")?.values.first().cloned()
}

/// The address that the variable names, also when a flag is given.
fn variable_url(command: &Command) -> Option<String> {
    let argument = command.get_arguments().find(|argument| argument.get_id() == "url")?;
    super::environment::value(argument.get_env()?)
}

fn is_same(one: Option<&str>, other: Option<&str>) -> bool {
    let origin = |url: Option<&str>| Some(Url::parse(url?.trim()).ok()?.origin());
    origin(one).is_some_and(|one| Some(one) == origin(other))
}

/// What to say of a file with secrets that other users can read.
fn readable_by_others(file: &SettingsFile) -> Option<String> {
    let path = file.path();
    (file.holds_secrets() && is_readable_by_others(path)).then(|| {
        let path = path.display();
        format!("{path} holds secrets, and other users can read it: chmod 600 {path}")
    })
}

/// Whether other users of the machine can read a file.
#[cfg(unix)]
#[must_use]
pub fn is_readable_by_others(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    std::fs::metadata(path).is_ok_and(|file| file.permissions().mode() & 0o044 != 0)
}

/// Elsewhere the folders of a user are the user's own, and modes say nothing.
#[cfg(not(unix))]
#[must_use]
pub fn is_readable_by_others(_: &Path) -> bool {
    false
}
