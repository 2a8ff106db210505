//! The program's flags and their variables, as they are written.

use std::convert::Infallible;
use std::fmt;
use std::path::PathBuf;

use clap::{ArgAction, Args, ValueEnum};

use super::layers::Layers;
use super::serving::ServingFlags;
use crate::secret::Secret;

/// Whether irrecoverable acts are asked about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum ConfirmMode {
    /// Ask the user through the client; where it cannot ask, `confirm` must name the target
    #[default]
    #[value(alias = "")]
    Auto,
    /// Only the user's own yes counts
    Always,
    /// Never ask, for automation
    Never,
}

/// How lines of the log look.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum LogFormat {
    /// For people
    #[default]
    Text,
    /// One JSON object a line, for programs that collect logs
    Json,
}

/// The program's own flags. Each is also a variable.
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own on the command line")]
#[derive(Args, Clone, Debug, Default)]
pub struct Flags {
    /// Address of the Forgejo instance
    #[arg(long, env = "FORGEJO_URL", value_name = "URL", hide_env_values = true)]
    pub url: Option<String>,
    /// Access token; other users of the machine can see a command line, so prefer the variable
    #[arg(long, env = "FORGEJO_ACCESS_TOKEN", value_name = "TOKEN", hide_env_values = true, value_parser = secret)]
    pub token: Option<Secret>,
    /// File whose first line is the access token
    #[arg(long, env = "FORGEJO_ACCESS_TOKEN_FILE", value_name = "FILE")]
    pub token_file: Option<PathBuf>,
    /// Command that prints the access token on its first line; it runs without a shell when a token is first needed
    #[arg(long, env = "FORGEJO_ACCESS_TOKEN_COMMAND", value_name = "COMMAND", hide_env_values = true, value_parser = command_words)]
    pub token_command: Option<CommandWords>,
    /// Settings file in TOML, instead of the one in the folder for settings
    #[arg(long, env = "FORGEJO_CONFIG", value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Instance of the settings file to work with
    #[arg(long, env = "FORGEJO_INSTANCE", value_name = "NAME")]
    pub instance: Option<String>,
    /// Answer from a small recorded forge: no account, no network
    #[arg(long)]
    pub demo: bool,
    #[command(flatten)]
    pub serving: ServingFlags,
    /// Only tools that read exist
    #[arg(long, env = "FORGEJO_READ_ONLY", action = ArgAction::SetTrue, value_parser = clap::builder::FalseyValueParser::new())]
    pub read_only: bool,
    /// Toolsets to switch on: all, core, or domains
    #[arg(long, env = "FORGEJO_TOOLSETS", value_delimiter = ',', value_name = "NAME,…")]
    pub toolsets: Vec<String>,
    /// Single tools to switch on
    #[arg(long, env = "FORGEJO_TOOLS", value_delimiter = ',', value_name = "NAME,…")]
    pub tools: Vec<String>,
    /// Tools to switch off; wins over everything else
    #[arg(long, env = "FORGEJO_EXCLUDE_TOOLS", value_delimiter = ',', value_name = "NAME,…")]
    pub exclude_tools: Vec<String>,
    /// Repositories that may be touched: owner/name or owner/*
    #[arg(long, env = "FORGEJO_REPOS", value_delimiter = ',', value_name = "OWNER/NAME,…")]
    pub repos: Vec<String>,
    /// Repository to use when a call names none
    #[arg(long, env = "FORGEJO_REPO", value_name = "OWNER/NAME")]
    pub repo: Option<String>,
    /// When to ask before something that cannot be undone
    #[arg(long, env = "FORGEJO_CONFIRM", value_enum, default_value_t)]
    pub confirm: ConfirmMode,
    /// Keep one line per write in this file
    #[arg(long, env = "FORGEJO_AUDIT_LOG", value_name = "FILE")]
    pub audit_log: Option<PathBuf>,
    /// Secret of at least 32 characters that all replicas share, for confirmations
    #[arg(long, env = "FORGEJO_STATE_KEY", value_name = "KEY", hide_env_values = true, value_parser = secret)]
    pub state_key: Option<Secret>,
    /// Show the request that a write would send, and send nothing
    #[arg(long, env = "FORGEJO_DRY_RUN", action = ArgAction::SetTrue, value_parser = clap::builder::FalseyValueParser::new())]
    pub dry_run: bool,
    /// Bytes of text that an answer may hold at most
    #[arg(long, env = "FORGEJO_MAX_OUTPUT", value_name = "BYTES", value_parser = number)]
    pub max_output: Option<u64>,
    /// Seconds to wait for an answer of the forge
    #[arg(long, env = "FORGEJO_TIMEOUT", value_name = "SECONDS", value_parser = number)]
    pub timeout: Option<u64>,
    /// Certificates of further authorities to trust, in PEM form
    #[arg(long, env = "FORGEJO_CA_FILE", value_name = "FILE")]
    pub ca_file: Option<PathBuf>,
    /// Client certificate with its key, in PEM form
    #[arg(long, env = "FORGEJO_CLIENT_CERT", value_name = "FILE")]
    pub client_cert: Option<PathBuf>,
    /// How this program names itself to the forge
    #[arg(long, env = "FORGEJO_USER_AGENT", value_name = "TEXT")]
    pub user_agent: Option<String>,
    /// Let calls upload files of this machine by their path, from below --upload-root
    #[arg(long, env = "FORGEJO_MCP_ALLOW_FILE_PATH_UPLOAD", action = ArgAction::SetTrue, value_parser = clap::builder::FalseyValueParser::new())]
    pub allow_file_path_upload: bool,
    /// The folder that uploaded files must lie in
    #[arg(long, env = "FORGEJO_MCP_UPLOAD_ROOT", value_name = "FOLDER")]
    pub upload_root: Option<PathBuf>,
    /// Log each call to the forge on standard error
    #[arg(long, short = 'd', env = "FORGEJO_DEBUG", action = ArgAction::SetTrue, value_parser = clap::builder::FalseyValueParser::new())]
    pub debug: bool,
    /// Form of the log on standard error
    #[arg(long, env = "FORGEJO_LOG_FORMAT", value_enum, default_value_t)]
    pub log_format: LogFormat,
    /// Where each of these came from.
    #[arg(skip)]
    pub layers: Layers,
}

/// A command and its arguments, which may be secrets.
#[derive(Clone, PartialEq, Eq)]
pub struct CommandWords(pub Vec<String>);

impl fmt::Debug for CommandWords {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("[command]")
    }
}

/// A number; a variable that is set to nothing counts as not set, which 0 stands for.
pub(super) fn number(text: &str) -> Result<u64, String> {
    if text.trim().is_empty() {
        return Ok(0);
    }
    text.trim().parse().map_err(|_| "not a whole number".to_owned())
}

#[expect(clippy::unnecessary_wraps, reason = "clap asks for a result")]
fn secret(text: &str) -> Result<Secret, Infallible> {
    Ok(Secret::new(text))
}

/// Words as a shell splits them.
fn command_words(text: &str) -> Result<CommandWords, String> {
    match shell_words::split(text) {
        Ok(words) if words.is_empty() => Err("empty".to_owned()),
        Ok(words) => Ok(CommandWords(words)),
        Err(error) => Err(format!("no command: {error}")),
    }
}
