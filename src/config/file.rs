//! The settings file: TOML with the names of the flags, and named instances.
//!
//! Every flag can stand in it, read by the flag's own rules, so that a flag that is added is a key at once. Everything in
//! the file is checked at start, also what is not used this time.

use std::any::TypeId;
use std::collections::BTreeMap;
use std::ops::Range;
use std::path::{Path, PathBuf};

use clap::{Arg, Args, Command};
use etcetera::BaseStrategy;
use toml::de::{DeTable, DeValue};

use super::flags::Flags;
use super::values;
use crate::forgejo::ApiError;
use crate::nearest::nearest;
use crate::secret::Secret;

/// The flags that are no keys: the file cannot name itself, and the demo is for looking around.
pub const LEFT_OUT: [&str; 2] = ["config", "demo"];
/// The table of the named instances.
const INSTANCES: &str = "instances";
/// What stands at the top alone: an instance does not choose an instance.
const TOP_ALONE: [&str; 1] = ["instance"];

/// A file that was read and checked.
#[derive(Debug)]
pub(super) struct SettingsFile {
    path: PathBuf,
    pub(super) top: Table,
    pub(super) instances: BTreeMap<String, Table>,
}

/// Settings by the field of their flag.
pub(super) type Table = BTreeMap<String, Entry>;

/// One setting of the file.
#[derive(Clone)]
pub(super) struct Entry {
    pub(super) values: Vec<String>,
    /// The key with its file and line.
    pub(super) name: String,
}

impl std::fmt::Debug for Entry {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // Values may be secrets.
        formatter.write_str(&self.name)
    }
}

/// Where the file lies when nobody names one; nowhere without a home.
pub(super) fn usual_place() -> Option<PathBuf> {
    let folders = etcetera::base_strategy::choose_native_strategy().ok()?;
    Some(folders.config_dir().join(env!("CARGO_PKG_NAME")).join("config.toml"))
}

impl SettingsFile {
    /// Reads a file. One that is not there is nothing, unless somebody named it.
    pub(super) fn read(path: &Path, is_named: bool) -> Result<Option<Self>, ApiError> {
        let text = match std::fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound && !is_named => return Ok(None),
            Err(error) => {
                return Err(ApiError::invalid(format!(
                    "the settings file {} cannot be read: {error}",
                    path.display()
                ))
                .hint("--config names another one"));
            }
        };
        Self::parse(path, &text).map(Some)
    }

    fn parse(path: &Path, text: &str) -> Result<Self, ApiError> {
        let reader = Reader { path, text, command: Flags::augment_args(Command::new("settings")) };
        let document = DeTable::parse(text).map_err(|error| {
            let at = error.span().unwrap_or_default();
            ApiError::invalid(format!("{}: {}", reader.place(&at), error.message()))
        })?;
        let (named, own): (Vec<_>, Vec<_>) =
            document.get_ref().iter().partition(|(key, _)| key.get_ref() == INSTANCES);
        let mut instances = BTreeMap::new();
        for (key, value) in named {
            let DeValue::Table(tables) = value.get_ref() else {
                return Err(reader.refusal(&key.span(), "instances are tables: [instances.NAME]"));
            };
            for pair in tables {
                let (name, table) = reader.instance(pair)?;
                instances.insert(name, table);
            }
        }
        let top = reader.table(own.into_iter(), &[])?;
        let file = Self { path: path.to_owned(), top, instances };
        if let Some(chosen) = file.default_instance() {
            file.instance(chosen, &file.top_name("instance"))?;
        }
        Ok(file)
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// The instance that the file itself chooses.
    pub(super) fn default_instance(&self) -> Option<&str> {
        self.top.get("instance")?.values.first().map(String::as_str)
    }

    /// The settings of an instance; `chosen_by` is the setting that names it.
    pub(super) fn instance(&self, name: &str, chosen_by: &str) -> Result<&Table, ApiError> {
        self.instances.get(name).ok_or_else(|| {
            let names: Vec<&str> = self.instances.keys().map(String::as_str).collect();
            let error =
                ApiError::invalid(format!("{chosen_by}: {} has no instance {name:?}", self.path.display()));
            match nearest(name, names.iter().copied()) {
                Some(near) => error.hint(format!("did you mean {near}?")),
                None if names.is_empty() => error.hint("write one: [instances.NAME] with a url"),
                None => error.hint(format!("there are {}", names.join(", "))),
            }
        })
    }

    fn top_name(&self, id: &str) -> String {
        self.top.get(id).map_or_else(|| id.to_owned(), |entry| entry.name.clone())
    }

    /// Whether secrets stand in the file itself.
    pub(super) fn holds_secrets(&self) -> bool {
        let command = Flags::augment_args(Command::new("settings"));
        command
            .get_arguments()
            .filter(|argument| argument.get_value_parser().type_id() == TypeId::of::<Secret>())
            .map(|argument| argument.get_id().as_str())
            .any(|id| {
                std::iter::once(&self.top).chain(self.instances.values()).any(|table| table.contains_key(id))
            })
    }
}

/// Reads tables, and says where what is wrong stands.
struct Reader<'file> {
    path: &'file Path,
    text: &'file str,
    command: Command,
}

type Pair<'table, 'file> =
    (&'table toml::Spanned<std::borrow::Cow<'file, str>>, &'table toml::Spanned<DeValue<'file>>);

impl Reader<'_> {
    fn place(&self, at: &Range<usize>) -> String {
        let before = self.text.get(..at.start).unwrap_or_default();
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        format!("{}, line {line}, column {column}", self.path.display())
    }

    fn refusal(&self, at: &Range<usize>, problem: &str) -> ApiError {
        ApiError::invalid(format!("{}: {problem}", self.place(at)))
    }

    /// An instance with its name.
    fn instance<'table, 'file: 'table>(
        &self,
        (key, value): Pair<'table, 'file>,
    ) -> Result<(String, Table), ApiError> {
        let name = key.get_ref().to_string();
        let DeValue::Table(table) = value.get_ref() else {
            return Err(self.refusal(&key.span(), &format!("an instance is a table: [instances.{name}]")));
        };
        let table = self.table(table.iter(), &TOP_ALONE)?;
        if !table.contains_key("url") {
            return Err(self.refusal(&key.span(), &format!("the instance {name} has no url")));
        }
        Ok((name, table))
    }

    /// The settings of a table, apart from those that do not belong there.
    fn table<'table, 'file: 'table>(
        &self,
        pairs: impl Iterator<Item = Pair<'table, 'file>>,
        misplaced: &[&str],
    ) -> Result<Table, ApiError> {
        let mut table = Table::new();
        for (key, value) in pairs {
            let id = key.get_ref().replace('-', "_");
            let argument = self.key(&id).filter(|_| !misplaced.contains(&id.as_str()));
            let argument = argument.ok_or_else(|| self.unknown(key.get_ref(), &key.span(), misplaced))?;
            let wrong = |problem: String| self.refusal(&value.span(), &format!("{id} {problem}"));
            let values = values::written(argument, value.get_ref()).map_err(wrong)?;
            values::check(argument, &values)
                .map_err(|problem| self.refusal(&value.span(), &format!("{id}: {problem}")))?;
            let values: Vec<String> = values
                .into_iter()
                .filter(|value| !value.trim().is_empty())
                .map(|value| self.resolved(argument, value))
                .collect();
            let line = self.text.get(..key.span().start).unwrap_or_default().matches('\n').count() + 1;
            let name = format!("{id} ({}, line {line})", self.path.display());
            // As a variable does, a key that is set to nothing leaves things as they are.
            if !values.is_empty() && table.insert(id.clone(), Entry { values, name }).is_some() {
                return Err(self.refusal(&key.span(), &format!("{id} is set twice")));
            }
        }
        Ok(table)
    }

    /// The flag of a key.
    fn key(&self, id: &str) -> Option<&Arg> {
        self.keys().find(|argument| argument.get_id() == id)
    }

    fn keys(&self) -> impl Iterator<Item = &Arg> {
        self.command.get_arguments().filter(|argument| !LEFT_OUT.contains(&argument.get_id().as_str()))
    }

    fn unknown(&self, key: &str, at: &Range<usize>, misplaced: &[&str]) -> ApiError {
        let problem = if misplaced.contains(&key) {
            format!("{key} belongs to the top of the file, not into an instance")
        } else {
            format!("there is no setting {:?}", key.chars().take(60).collect::<String>())
        };
        let known = self.keys().map(|argument| argument.get_id().as_str()).chain([INSTANCES]);
        let error = self.refusal(at, &problem);
        match nearest(key, known.filter(|known| !misplaced.contains(known))) {
            Some(near) => error.hint(format!("did you mean {near}?")),
            None => {
                error.hint("forgejo-mcp --help lists the settings: their flags without the hyphens in front")
            }
        }
    }

    /// A path is taken from the folder of the file, and `~/` is the home.
    fn resolved(&self, argument: &Arg, value: String) -> String {
        if argument.get_value_parser().type_id() != TypeId::of::<PathBuf>() {
            return value;
        }
        let home = value.strip_prefix("~/").and_then(|rest| Some(etcetera::home_dir().ok()?.join(rest)));
        let path = home.unwrap_or_else(|| {
            self.path.parent().map_or_else(|| PathBuf::from(&value), |folder| folder.join(&value))
        });
        path.into_os_string().into_string().unwrap_or(value)
    }
}
