//! Completions and the manual page, made from the same declarations as the help.

use clap::builder::PossibleValuesParser;
use clap_complete::Shell;

use super::out::{self, Failure, Outcome};
use super::program::{Word, command};
use crate::tools;

/// Prints a script for a shell: flags, words, and after `--cli` the names of the tools.
pub(super) fn completions(shell: Shell) -> Outcome {
    let names: Vec<&str> = Word::NAMES.into_iter().chain(tools::all().map(|tool| tool.name)).collect();
    let mut command = command().mut_arg("cli", |argument| {
        argument
            .action(clap::ArgAction::Set)
            .num_args(1)
            .value_name("WORD")
            .value_parser(PossibleValuesParser::new(names.clone()))
    });
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command, "forgejo-mcp", &mut script);
    out::data(&script)
}

/// Prints the manual page.
pub(super) fn manual() -> Outcome {
    let mut page = Vec::new();
    clap_mangen::Man::new(command()).render(&mut page).map_err(|error| Failure::Failed(error.to_string()))?;
    out::data(&page)
}
