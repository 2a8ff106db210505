//! Starts the program: the command line decides everything else.

use std::process::ExitCode;

fn main() -> ExitCode {
    forgejo_mcp::cli::run(&std::env::args_os().collect::<Vec<_>>())
}
