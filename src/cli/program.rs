//! What the words and flags of a command line mean, before anything is done.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::builder::ArgAction;
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Args, Command, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;

use super::out::{Failure, Outcome};
use crate::config::{self, Flags, Level, Refusal};
use crate::forgejo::ApiError;

const USAGE: &str = "forgejo-mcp [FLAGS]             serves MCP to one client on standard input and output
       forgejo-mcp [FLAGS] --cli WORD  calls a tool, or lists what there is";

const EXAMPLES: &str = "\
Examples:
  forgejo-mcp --demo --cli list_repo_issues --owner harbor --repo lighthouse
  forgejo-mcp --demo --cli list
  forgejo-mcp --cli create_issue --help
  forgejo-mcp --cli create_issue --owner o --repo r --title 'Lamp is dark' --body @report.md
  echo '{\"owner\":\"o\",\"repo\":\"r\"}' | forgejo-mcp --cli list_repo_issues --output=table
  forgejo-mcp --url https://forgejo.example.org doctor

Exit status: 0 done; 1 the call failed; 2 nothing was called, because something in the command line cannot be used.";

/// Forgejo for AI agents, scripts and people: an MCP server and a command line.
#[derive(Clone, Debug, Parser)]
#[command(
    name = "forgejo-mcp",
    version,
    override_usage = USAGE,
    after_help = EXAMPLES,
    args_override_self = true,
    disable_help_subcommand = true,
    max_term_width = 100,
    subcommand_help_heading = "Words after --cli (doctor, completions and man stand alone, too)"
)]
pub(super) struct Program {
    /// Call a tool or list what there is, instead of serving
    #[arg(long)]
    pub(super) cli: bool,
    #[command(flatten)]
    pub(super) flags: Flags,
    #[command(flatten)]
    pub(super) shown: Shown,
    /// Do not ask before something that cannot be undone
    #[arg(long)]
    pub(super) yes: bool,
    #[command(subcommand)]
    pub(super) word: Option<Word>,
    /// The command line that it was read from.
    #[arg(skip)]
    line: Vec<OsString>,
    /// What is wrong with the settings, for `doctor`.
    #[arg(skip)]
    pub(super) refusal: Option<ApiError>,
}

/// How results are printed.
#[derive(Args, Clone, Copy, Debug)]
pub(super) struct Shown {
    /// How results are printed: json unless given, for lists text; table is for people
    #[arg(long, value_enum, value_name = "FORM")]
    output: Option<Form>,
    /// The same as --output=json
    #[arg(long)]
    json: bool,
}

/// A form of output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Form {
    Json,
    Text,
    Table,
}

impl Shown {
    /// The form that was asked for, else the usual one.
    pub(super) fn form(self, usual: Form) -> Form {
        self.output.unwrap_or(if self.json { Form::Json } else { usual })
    }
}

/// The first word that is no flag.
#[derive(Clone, Debug, Subcommand)]
pub(super) enum Word {
    /// Lists the tools by domain
    #[command(override_usage = "forgejo-mcp --cli list [FLAGS]")]
    List,
    /// Lists the templates of resources
    #[command(override_usage = "forgejo-mcp --cli resources [FLAGS]")]
    Resources,
    /// Reads a resource
    #[command(override_usage = "forgejo-mcp --cli read URI [--output-file FILE] [FLAGS]")]
    Read {
        #[arg(value_name = "URI", help = "Such as forgejo://repo/harbor/lighthouse")]
        uri: String,
        /// Write the resource to a file
        #[arg(long, value_name = "FILE")]
        output_file: Option<PathBuf>,
    },
    /// Lists the prompts
    #[command(override_usage = "forgejo-mcp --cli prompts [FLAGS]")]
    Prompts,
    /// Checks settings, address, token and clock, and says what to fix
    Doctor,
    /// Prints a script that completes flags and tools as you type
    Completions {
        #[arg(value_enum, value_name = "SHELL")]
        shell: Shell,
    },
    /// Prints the manual page
    Man,
    /// Calls a tool; `--cli TOOL --help` shows its parameters
    #[command(external_subcommand)]
    Tool(Vec<OsString>),
}

impl Word {
    /// The words that are no tools.
    pub(super) const NAMES: [&str; 7] =
        ["list", "resources", "read", "prompts", "doctor", "completions", "man"];

    /// Whether the word means the same without `--cli`.
    fn stands_alone(&self) -> bool {
        matches!(self, Self::Doctor | Self::Completions { .. } | Self::Man)
    }
}

impl Program {
    /// Reads a command line up to its word, with the variables and the settings file below it.
    pub(super) fn read(arguments: &[OsString]) -> Outcome<Self> {
        let first = config::read_without_file(command(), arguments)?;
        let program = Self::from_arg_matches(&first)?.checked()?;
        if matches!(program.word, Some(Word::Completions { .. } | Word::Man)) {
            return Ok(program);
        }
        let (matches, layers) = match config::read(command(), arguments, first) {
            // What is wrong with the settings is a finding there.
            Err(Refusal::Settings(error)) if matches!(program.word, Some(Word::Doctor)) => {
                return Ok(Self { refusal: Some(error), ..program });
            }
            read => read?,
        };
        let mut program = Self::from_arg_matches(&matches)?;
        program.flags.layers = layers;
        program.line = arguments.to_vec();
        Ok(program)
    }

    /// Whether other users of the machine can see the token.
    pub(super) fn token_is_visible(&self) -> bool {
        self.flags.token.is_some() && self.flags.layers.origins.level("token") == Level::Flag
    }

    /// The same command line with an instance of the settings file.
    pub(super) fn with_instance(&self, name: &str) -> Outcome<Self> {
        let mut line = self.line.clone();
        line.insert(1.min(line.len()), format!("--instance={name}").into());
        Ok(Self { cli: self.cli, word: self.word.clone(), ..Self::read(&line)? })
    }

    /// Refuses words that mean nothing where they stand.
    fn checked(self) -> Outcome<Self> {
        let program = self;
        match &program.word {
            None if program.cli => Err(Failure::unusable(
                "nothing to do after --cli",
                "name a tool, or list to see them; forgejo-mcp --help has examples",
            )),
            Some(word) if !program.cli && !word.stands_alone() => {
                let example = match word {
                    Word::Tool(words) => words.first().map(|word| word.to_string_lossy().into_owned()),
                    _ => None,
                };
                let example = example.unwrap_or_else(|| "list".to_owned());
                Err(Failure::unusable(
                    format!("{example:?} is no flag, and without --cli the program takes no such word"),
                    &format!("the command line starts with --cli: forgejo-mcp --cli {example}"),
                ))
            }
            _ => Ok(program),
        }
    }

    /// The same command line with the program's flags that stand after a tool.
    pub(super) fn with_flags(
        self,
        arguments: &[OsString],
        words: usize,
        later: &ArgMatches,
    ) -> Outcome<Self> {
        let later = written_again(later);
        if later.is_empty() {
            return Ok(self);
        }
        let before = arguments.get(..arguments.len().saturating_sub(words)).unwrap_or(arguments);
        let before = before.iter().filter(|word| word.as_os_str() != "--cli").cloned();
        let all: Vec<OsString> = before.chain(later).collect();
        Ok(Self { cli: true, word: self.word, ..Self::read(&all)? })
    }
}

/// The command line, with the program's flags accepted after every word.
pub(super) fn command() -> Command {
    Program::command()
        .disable_help_flag(true)
        .mut_subcommands(|word| word.disable_help_flag(true))
        .arg(help_flag())
        .mut_args(|argument| argument.global(true))
}

/// One kind of help: a line or two for each flag.
pub(super) fn help_flag() -> Arg {
    Arg::new("help").short('h').long("help").action(ArgAction::HelpShort).help("Print help")
}

/// The program's flags for a place after a tool: hidden there, and only those whose names are free.
pub(super) fn flags_beside(is_taken: impl Fn(&str) -> bool) -> Vec<Arg> {
    let named = |argument: &Arg| argument.get_long().is_some_and(|long| long != "cli" && !is_taken(long));
    let command = config::with_variables(Program::command());
    command
        .get_arguments()
        .filter(|argument| named(argument))
        .map(|argument| argument.clone().hide(true))
        .collect()
}

/// The program's flags that were given, as they would stand in a command line.
fn written_again(matches: &ArgMatches) -> Vec<OsString> {
    let mut words = Vec::new();
    for argument in Program::command().get_arguments() {
        let (id, Some(long)) = (argument.get_id().as_str(), argument.get_long()) else { continue };
        let given = matches.try_contains_id(id).unwrap_or(false)
            && matches.value_source(id) == Some(ValueSource::CommandLine);
        if !given {
            continue;
        }
        if matches!(argument.get_action(), ArgAction::SetTrue) {
            words.push(format!("--{long}").into());
            continue;
        }
        for value in matches.get_raw(id).into_iter().flatten() {
            let mut word = OsString::from(format!("--{long}="));
            word.push(value);
            words.push(word);
        }
    }
    words
}
