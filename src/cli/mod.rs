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

use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::prelude::*;

use self::out::{Failure, Outcome};
use self::program::{Program, Word};
use crate::config::{self, Config, ConfirmMode};
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
        Some(Word::Doctor) => doctor::run(program.shown, &configured(&program, |config| config)?),
        Some(Word::Resources) => protocol::resources(program.shown, server(&program)?),
        Some(Word::Prompts) => protocol::prompts(program.shown, server(&program)?),
        Some(Word::Read { uri, output_file }) => {
            protocol::read(program.shown, server(&program)?, uri, output_file)
        }
    }
}

/// A server with an instance to call; nothing in the folder one stands in replaces it.
fn server(program: &Program) -> Outcome<Server> {
    let server = configured(program, |config| config)?;
    match server.config().source {
        Source::Missing => Err(Failure::Unusable(no_url().to_string())),
        _ => Ok(server),
    }
}

/// A server as the flags and variables say, with what else must hold of the configuration.
fn configured(program: &Program, holds: fn(Config) -> Config) -> Outcome<Server> {
    log(program.flags.debug || config::debug_by_old_name(), program.cli);
    if program.token_is_visible {
        out::say(
            "warning",
            "other users of this machine can see a token in the command line; set FORGEJO_ACCESS_TOKEN instead",
        );
    }
    let unusable = |error: crate::forgejo::ApiError| Failure::Unusable(error.to_string());
    let mut flags = program.flags.clone();
    if program.yes {
        flags.confirm = ConfirmMode::Never;
    }
    Config::from_flags(flags).map(holds).and_then(Server::new).map_err(unusable)
}

/// Sends the log to standard error.
fn log(debug: bool, in_process: bool) {
    // The session inside the process ends without ceremony, which the protocol's library remarks on.
    let library = if in_process { LevelFilter::OFF } else { LevelFilter::WARN };
    let own = if debug { LevelFilter::DEBUG } else { LevelFilter::WARN };
    let levels = Targets::new()
        .with_default(LevelFilter::WARN)
        .with_target("rmcp", library)
        .with_target("forgejo_mcp", own);
    let lines =
        tracing_subscriber::fmt::layer().with_writer(std::io::stderr).with_ansi(out::stderr_has_colour());
    // A second call in one process keeps the first log.
    let _ = tracing_subscriber::registry().with(lines.with_filter(levels)).try_init();
}

/// Runs to the end; what still waits for a stream then must not hold up the end of the program.
fn wait_for<T>(work: impl Future<Output = Outcome<T>>) -> Outcome<T> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| Failure::Failed(format!("no runtime: {error}")))?;
    let ended = runtime.block_on(work);
    runtime.shutdown_background();
    ended
}
