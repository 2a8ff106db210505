//! Which level gave a setting: the command line, a variable or the file. Errors name it as the person wrote it.

use std::collections::BTreeMap;

use clap::Command;
use clap::parser::{ArgMatches, ValueSource};

/// A level; the first wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    Flag,
    Variable,
    File,
}

/// Where every setting came from, by the name of its field. What is not there is named as a flag.
#[derive(Clone, Debug, Default)]
pub struct Origins(BTreeMap<String, (Level, String)>);

impl Origins {
    /// Reads the origins of what a command line came to; `in_file` names a setting of the file.
    pub(super) fn of(
        command: &Command,
        matches: &ArgMatches,
        in_file: impl Fn(&str) -> Option<String>,
    ) -> Self {
        let mut origins = BTreeMap::new();
        for argument in command.get_arguments() {
            let id = argument.get_id().as_str();
            let known = matches.try_contains_id(id).unwrap_or(false);
            let origin = match matches.value_source(id).filter(|_| known) {
                Some(ValueSource::EnvVariable) => argument
                    .get_env()
                    .map(|variable| (Level::Variable, variable.to_string_lossy().into_owned())),
                Some(ValueSource::CommandLine) => Some((Level::Flag, flag(id))),
                _ => in_file(id).map(|name| (Level::File, name)),
            };
            if let Some(origin) = origin {
                origins.insert(id.to_owned(), origin);
            }
        }
        Self(origins)
    }

    /// The setting as it was written: `--url`, `FORGEJO_URL`, or its key with the file and line.
    #[must_use]
    pub fn name(&self, id: &str) -> String {
        self.0.get(id).map_or_else(|| flag(id), |(_, name)| name.clone())
    }

    /// The level that gave a setting.
    #[must_use]
    pub fn level(&self, id: &str) -> Level {
        self.0.get(id).map_or(Level::Flag, |(level, _)| *level)
    }
}

fn flag(id: &str) -> String {
    format!("--{}", id.replace('_', "-"))
}
