//! The command line: what the program's words mean, and the only place that prints.
//!
//! Without `--cli` the program serves. With it, a call goes to the same server over an MCP session inside the process,
//! so that every stage holds for people and scripts as it does for agents.

mod call;
mod client;
mod doctor;
mod git_remote;
mod input;
mod list;
mod out;
mod pages;
mod parameters;
mod program;
mod protocol;
mod render;
mod save;
mod serve;
mod shell;
mod tool_help;

use std::ffi::OsString;
use std::process::ExitCode;

use tokio::runtime::Builder;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::prelude::*;

use self::out::{Failure, Outcome};
use self::program::{Program, Word};
use crate::config::{Config, ConfirmMode, Flags, LogFormat};
use crate::forgejo::{Source, no_url};
use crate::server::Server;

/// Runs the program.
#[must_use]
pub fn run(arguments: &[OsString]) -> ExitCode {
    out::finish(start(arguments))
}

fn start(arguments: &[OsString]) -> Outcome {
    let program = Program::read(arguments)?;
    match program.word.clone() {
        None => serve::run(&program),
        Some(Word::Completions { shell }) => shell::completions(shell),
        Some(Word::Man) => shell::manual(),
        Some(Word::Tool(words)) => call::run(program, arguments, &words),
        Some(Word::List) => list::run(program.shown, &server(&program)?),
        Some(Word::Doctor) => doctor::run(&program),
        Some(Word::Resources) => protocol::resources(program.shown, server(&program)?),
        Some(Word::Prompts) => protocol::prompts(program.shown, server(&program)?),
        Some(Word::Read { uri, output_file }) => {
            protocol::read(program.shown, server(&program)?, uri, output_file)
        }
    }
}

/// A server with an instance to call. Nothing in the folder one stands in replaces what was configured; it only chooses
/// among the instances of the settings file when nothing else does.
fn server(program: &Program) -> Outcome<Server> {
    let instances = &program.flags.layers.instances;
    let is_open = !program.flags.demo && program.flags.url.is_none() && !instances.is_empty();
    let server = match is_open.then(|| git_remote::instance(instances)).flatten() {
        Some(name) => configured(&program.with_instance(&name)?, |config| config)?,
        None => configured(program, |config| config)?,
    };
    match server.config().source {
        Source::Missing if is_open => {
            let names: Vec<&str> = instances.iter().map(|(name, _)| name.as_str()).collect();
            let error = no_url().hint(format!("choose one with --instance: {}", names.join(", ")));
            Err(Failure::Unusable(error.to_string()))
        }
        Source::Missing => Err(Failure::Unusable(no_url().to_string())),
        _ => Ok(server),
    }
}

/// A server as the flags and variables say, with what else must hold of the configuration.
fn configured(program: &Program, holds: fn(Config) -> Config) -> Outcome<Server> {
    log(&program.flags, program.cli);
    if program.token_is_visible() {
        tell(
            program,
            "warning",
            "other users of this machine can see a token in the command line; set FORGEJO_ACCESS_TOKEN instead",
        );
    }
    for warning in &program.flags.layers.warnings {
        tell(program, "warning", warning);
    }
    let unusable = |error: crate::forgejo::ApiError| Failure::Unusable(error.to_string());
    let mut flags = program.flags.clone();
    if program.yes {
        flags.confirm = ConfirmMode::Never;
    }
    Config::from_flags(flags).map(holds).and_then(Server::new).map_err(unusable)
}

/// Tells people something; where the log is for programs, as a line of it.
fn tell(program: &Program, label: &str, text: &str) {
    match program.flags.log_format {
        LogFormat::Text => out::say(label, text),
        LogFormat::Json if label == "warning" => tracing::warn!("{text}"),
        LogFormat::Json => tracing::info!("{text}"),
    }
}

/// Sends the log to standard error.
fn log(flags: &Flags, in_process: bool) {
    // The session inside the process ends without ceremony, which the protocol's library remarks on.
    let library = if in_process { LevelFilter::OFF } else { LevelFilter::WARN };
    let own = if flags.debug { LevelFilter::DEBUG } else { LevelFilter::INFO };
    let levels = Targets::new()
        .with_default(LevelFilter::WARN)
        .with_target("rmcp", library)
        .with_target("forgejo_mcp", own);
    let lines = tracing_subscriber::fmt::layer().with_writer(std::io::stderr);
    let lines = match flags.log_format {
        LogFormat::Text => lines.with_ansi(out::stderr_has_colour()).boxed(),
        LogFormat::Json => lines.json().with_ansi(false).boxed(),
    };
    // A second call in one process keeps the first log.
    let _ = tracing_subscriber::registry().with(lines.with_filter(levels)).try_init();
}

/// Runs to the end, on this thread.
fn wait_for<T>(work: impl Future<Output = Outcome<T>>) -> Outcome<T> {
    wait_on(Builder::new_current_thread(), work)
}

/// Runs to the end; what still waits for a stream then must not hold up the end of the program.
fn wait_on<T>(mut runtime: Builder, work: impl Future<Output = Outcome<T>>) -> Outcome<T> {
    let runtime =
        runtime.enable_all().build().map_err(|error| Failure::Failed(format!("no runtime: {error}")))?;
    let ended = runtime.block_on(work);
    runtime.shutdown_background();
    ended
}
