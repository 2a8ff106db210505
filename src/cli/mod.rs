//! The command line: what the program's flags mean, and the only place that prints.

use std::ffi::OsString;
use std::process::ExitCode;

use clap::Parser;

use crate::config::{Config, Flags};
use crate::server::{Server, stdio};

/// Forgejo for AI agents, scripts and people.
#[derive(Debug, Parser)]
#[command(version)]
struct Arguments {
    #[command(flatten)]
    flags: Flags,
}

/// Runs the program.
#[must_use]
#[expect(clippy::print_stderr, reason = "the command line prints")]
pub fn run(arguments: Vec<OsString>) -> ExitCode {
    let arguments = match Arguments::try_parse_from(arguments) {
        Ok(arguments) => arguments,
        Err(error) => {
            let _ = error.print();
            return ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(1));
        }
    };
    let runtime = match tokio::runtime::Builder::new_current_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => {
            eprintln!("error: no runtime: {error}");
            return ExitCode::FAILURE;
        }
    };
    let server = match Config::from_flags(arguments.flags).and_then(Server::new) {
        Ok(server) => server,
        Err(error) => {
            eprintln!("error: {error}");
            return ExitCode::from(2);
        }
    };
    let ended = runtime.block_on(stdio::serve(server));
    // A read of standard input may still be pending; it must not hold up the end.
    runtime.shutdown_background();
    match ended {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}
