//! What exists for whom: read-only mode, toolsets, single tools and operations. The same answer holds for listings,
//! searches and calls.
//!
//! A tool that is switched off takes its operations with it, so that the door is no way around: those with which it
//! writes, or, of a tool that reads, the one that it is about. An operation that is switched off takes the tools that
//! stand on it.

use std::collections::BTreeSet;

use super::operations::access;
use crate::config::Config;
use crate::forgejo::operation::{Access, Operation, operation, operations};
use crate::forgejo::{ApiError, Kind};
use crate::nearest::nearest;
use crate::tools::{self, Domain, ToolEntry};

/// Which tools exist, and which of them are listed.
#[derive(Clone, Debug)]
pub struct Policy {
    read_only: bool,
    /// `None`: everything exists.
    chosen: Option<BTreeSet<&'static str>>,
    excluded: BTreeSet<&'static str>,
    /// Operations that are switched off.
    closed: BTreeSet<&'static str>,
    list_all: bool,
}

/// A choice of tools as somebody wrote it, with the name of each setting.
#[derive(Clone, Copy)]
pub(super) struct Selection<'words> {
    pub(super) read_only: bool,
    pub(super) toolsets: (&'words str, &'words [String]),
    pub(super) tools: (&'words str, &'words [String]),
    pub(super) exclude_tools: (&'words str, &'words [String]),
}

impl Policy {
    /// Whether only what reads exists.
    #[must_use]
    pub fn read_only(&self) -> bool {
        self.read_only
    }

    /// Reads the selection; unknown names are errors with the nearest match.
    ///
    /// # Errors
    /// `invalid_arguments`, naming the word.
    pub fn from_config(config: &Config) -> Result<Self, ApiError> {
        let name = |id: &str| config.layers.origins.name(id);
        Self::of(&Selection {
            read_only: config.read_only,
            toolsets: (&name("toolsets"), &config.toolsets),
            tools: (&name("tools"), &config.tools),
            exclude_tools: (&name("exclude_tools"), &config.exclude_tools),
        })
    }

    pub(super) fn of(selection: &Selection<'_>) -> Result<Self, ApiError> {
        let Selection { read_only, toolsets, tools: single, exclude_tools } = *selection;
        let mut chosen = BTreeSet::new();
        let mut list_all = false;
        let mut everything = false;
        for word in toolsets.1 {
            match word.as_str() {
                "all" => {
                    list_all = true;
                    everything = true;
                }
                "core" => chosen.extend(tools::all().filter(|tool| tool.core).map(|tool| tool.name)),
                name => {
                    let domain = domain(toolsets.0, name)?;
                    chosen.extend(tools::all().filter(|tool| tool.domain == domain).map(|tool| tool.name));
                }
            }
        }
        for name in single.1 {
            chosen.insert(tool_named(single.0, name)?.name);
        }
        let mut excluded = BTreeSet::new();
        let mut closed = BTreeSet::new();
        for name in exclude_tools.1 {
            if let Some(tool) = tools::find(name) {
                excluded.insert(tool.name);
                closed.extend(acts(tool));
                continue;
            }
            let Some(operation) = operation(name) else {
                let names = tools::all().map(|tool| tool.name);
                let names = names.chain(operations().iter().map(|operation| operation.id));
                return Err(unknown(exclude_tools.0, name, nearest(name, names)));
            };
            closed.insert(operation.id);
            let stands_on = |tool: &&ToolEntry| acts(tool).any(|id| id == operation.id);
            excluded.extend(tools::all().filter(stands_on).map(|tool| tool.name));
        }
        let explicit = !toolsets.1.is_empty() || !single.1.is_empty();
        let chosen = (explicit && !everything).then_some(chosen);
        Ok(Self { read_only, list_all: list_all || chosen.is_some(), chosen, excluded, closed })
    }

    /// What both allow.
    #[must_use]
    pub(super) fn and(&self, other: &Self) -> Self {
        let chosen = match (&self.chosen, &other.chosen) {
            (Some(one), Some(two)) => Some(one.intersection(two).copied().collect()),
            (one, two) => one.as_ref().or(two.as_ref()).cloned(),
        };
        Self {
            read_only: self.read_only || other.read_only,
            list_all: self.list_all || other.list_all,
            chosen,
            excluded: self.excluded.union(&other.excluded).copied().collect(),
            closed: self.closed.union(&other.closed).copied().collect(),
        }
    }

    /// Whether a tool may be called.
    #[must_use]
    pub fn exists(&self, tool: &ToolEntry) -> bool {
        let is_forbidden = self.read_only && tool.access.writes();
        let is_excluded = is_forbidden || self.excluded.contains(tool.name);
        !is_excluded && self.chosen.as_ref().is_none_or(|chosen| chosen.contains(tool.name))
    }

    /// Whether an operation may be called by its id.
    #[must_use]
    pub fn opens(&self, operation: &Operation) -> bool {
        self.check_operation(operation).is_ok()
    }

    /// Whether a tool is listed: all that exist when somebody chose, else the core.
    #[must_use]
    pub fn lists(&self, tool: &ToolEntry) -> bool {
        self.exists(tool) && (self.list_all || tool.core)
    }

    pub(super) fn check(&self, tool: &ToolEntry) -> Result<(), ApiError> {
        if self.exists(tool) {
            return Ok(());
        }
        Err(if self.read_only && tool.access.writes() {
            read_only("this tool")
        } else {
            switched_off("this tool is switched off here")
        })
    }

    /// Refuses an operation that may not be called by its id.
    pub(super) fn check_operation(&self, operation: &Operation) -> Result<(), ApiError> {
        if self.read_only && access(operation).writes() {
            return Err(read_only(operation.id));
        }
        if self.chosen.is_some() {
            return Err(switched_off("operations of the API are switched off here: tools were chosen"));
        }
        if self.closed.contains(operation.id) {
            return Err(switched_off(&format!("{} is switched off here", operation.id)));
        }
        Ok(())
    }

    /// What is on, for the server's instructions.
    #[must_use]
    pub fn describe(&self) -> String {
        let mut on = BTreeSet::new();
        let mut count = 0;
        for tool in tools::all().filter(|tool| self.exists(tool)) {
            on.insert(tool.domain);
            count += 1;
        }
        let names: Vec<&str> = on.into_iter().map(Domain::as_str).collect();
        let rest = if !self.list_all && self.chosen.is_none() {
            " Not all are listed: find_tools finds the rest and every operation of the API, call_read_tool and call_write_tool call them."
        } else {
            ""
        };
        format!("{count} tools are on, of the toolsets {}.{rest}", names.join(", "))
    }
}

fn domain(flag: &str, word: &str) -> Result<Domain, ApiError> {
    Domain::ALL.iter().copied().find(|domain| domain.as_str() == word).ok_or_else(|| {
        let names = Domain::ALL.iter().map(|domain| domain.as_str()).chain(["all", "core"]);
        unknown(flag, word, nearest(word, names))
    })
}

fn tool_named(setting: &str, word: &str) -> Result<&'static ToolEntry, ApiError> {
    tools::find(word).ok_or_else(|| unknown(setting, word, nearest(word, tools::all().map(|tool| tool.name))))
}

/// The operations that a tool is for: those with which it writes, or the first of one that reads.
fn acts(tool: &ToolEntry) -> impl Iterator<Item = &'static str> {
    let writes = tool.access.writes();
    let is_act = move |(at, id): &(usize, &&'static str)| match operation(id) {
        Some(operation) if writes => operation.access != Access::Read,
        Some(_) => *at == 0,
        None => false,
    };
    tool.operations.iter().enumerate().filter(is_act).map(|(_, id)| *id)
}

fn read_only(what: &str) -> ApiError {
    ApiError::new(Kind::Forbidden, format!("{what} writes, and the server is read-only"))
        .hint("start it without --read-only to allow writes")
}

fn switched_off(problem: &str) -> ApiError {
    ApiError::new(Kind::Forbidden, problem).hint("see --toolsets, --tools and --exclude-tools")
}

fn unknown(setting: &str, word: &str, near: Option<&str>) -> ApiError {
    let error = ApiError::invalid(format!("{setting}: there is no {word:?}"));
    match near {
        Some(near) => error.hint(format!("did you mean {near}?")),
        None => error,
    }
}
