//! Flags and environment, read once into a whole `Config`. Nothing below reads either.

mod serving;

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{ArgAction, Args, ValueEnum};
use url::Url;

pub use self::serving::{Serving, ServingFlags, Transport};
use crate::forgejo::{ApiError, HttpSettings, RepoPattern, Source};
use crate::secret::Secret;
use crate::source::Uploads;
use crate::tools::Bound;

/// How much text an answer may hold when nobody asks for more.
const DEFAULT_TEXT: usize = 48 * 1024;
/// How much it may hold at most, unless `--max-output` says otherwise.
const DEFAULT_MOST: usize = 288 * 1024;
const DEFAULT_MEDIA: usize = 1024 * 1024;

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

/// The program's own flags. Each is also a variable.
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own on the command line")]
#[derive(Args, Clone, Debug, Default)]
pub struct Flags {
    /// Address of the Forgejo instance
    #[arg(long, env = "FORGEJO_URL", value_name = "URL", hide_env_values = true)]
    pub url: Option<String>,
    /// Access token; other users of the machine can see a command line, so prefer the variable
    #[arg(long, env = "FORGEJO_ACCESS_TOKEN", value_name = "TOKEN", hide_env_values = true)]
    pub token: Option<String>,
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
    #[arg(long, env = "FORGEJO_STATE_KEY", value_name = "KEY", hide_env_values = true)]
    pub state_key: Option<String>,
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
}

/// Everything that was configured.
#[derive(Clone, Debug)]
pub struct Config {
    pub source: Source,
    pub token: Option<Secret>,
    pub http: HttpSettings,
    pub read_only: bool,
    pub toolsets: Vec<String>,
    pub tools: Vec<String>,
    pub exclude_tools: Vec<String>,
    pub repos: Vec<RepoPattern>,
    pub default_repo: Option<(String, String)>,
    pub dry_run: bool,
    pub confirm: ConfirmMode,
    pub audit_log: Option<PathBuf>,
    /// Seals confirmations; made anew at each start when nobody set one.
    pub state_key: Option<Secret>,
    pub bound: Bound,
    pub uploads: Uploads,
    pub serving: Serving,
}

impl Config {
    /// Reads the flags, and the variables that the Go server had under other names.
    ///
    /// # Errors
    /// `invalid_arguments`, naming the setting and what is wrong with it.
    pub fn from_flags(flags: Flags) -> Result<Self, ApiError> {
        let source = if flags.demo {
            Source::Demo
        } else {
            match flags.url.filter(|url| !url.trim().is_empty()).or_else(|| variable("GITEA_HOST")) {
                Some(url) => Source::Instance(instance_url(&url)?),
                None => Source::Missing,
            }
        };
        let given = flags.token.filter(|token| !token.trim().is_empty());
        let token = given.or_else(|| variable("GITEA_ACCESS_TOKEN")).map(|token| Secret::new(&token));
        let token = token.filter(|token| !flags.demo && !token.expose().is_empty());
        let most = flags.max_output.filter(|bytes| *bytes > 0).and_then(|bytes| usize::try_from(bytes).ok());
        let most = most.unwrap_or(DEFAULT_MOST).max(1024);
        let repos = words(flags.repos).iter().map(|text| pattern(text)).collect::<Result<_, _>>()?;
        let default_repo =
            flags.repo.as_deref().filter(|repo| !repo.trim().is_empty()).map(repository).transpose()?;
        let user_agent = flags
            .user_agent
            .filter(|name| !name.trim().is_empty())
            .unwrap_or_else(|| concat!(env!("CARGO_PKG_NAME"), "/", env!("CARGO_PKG_VERSION")).to_owned());
        Ok(Self {
            source,
            token,
            http: HttpSettings {
                timeout: Duration::from_secs(flags.timeout.filter(|seconds| *seconds > 0).unwrap_or(60)),
                user_agent,
                ca_pem: set(flags.ca_file).map(|path| file("--ca-file", &path)).transpose()?,
                client_pem: set(flags.client_cert).map(|path| file("--client-cert", &path)).transpose()?,
            },
            read_only: flags.read_only,
            toolsets: words(flags.toolsets),
            tools: words(flags.tools),
            exclude_tools: words(flags.exclude_tools),
            repos,
            default_repo,
            dry_run: flags.dry_run,
            confirm: flags.confirm,
            audit_log: set(flags.audit_log),
            state_key: flags.state_key.filter(|key| !key.is_empty()).map(|key| Secret::new(&key)),
            bound: Bound { text: DEFAULT_TEXT.min(most), most, media: DEFAULT_MEDIA },
            uploads: Uploads::Local { allowed: flags.allow_file_path_upload, root: flags.upload_root },
            serving: Serving::of(flags.serving),
        })
    }

    /// The same for callers from elsewhere: files of this machine are none of theirs, nor is the server's own token
    /// unless it is shared.
    #[must_use]
    pub fn for_remote_callers(self) -> Self {
        let token = self.token.filter(|_| self.serving.share_token);
        Self { token, uploads: Uploads::Remote, ..self }
    }
}

/// Whether the old server's debug variable is on.
#[must_use]
pub fn debug_by_old_name() -> bool {
    variable("GITEA_DEBUG")
        .is_some_and(|value| !matches!(value.to_lowercase().as_str(), "0" | "false" | "no" | "off"))
}

fn variable(name: &str) -> Option<String> {
    #[expect(clippy::disallowed_methods, reason = "this is the one place that reads the environment")]
    let value = std::env::var(name);
    value.ok().filter(|value| !value.trim().is_empty())
}

fn instance_url(text: &str) -> Result<Url, ApiError> {
    let text = text.trim();
    let problem = |what: &str| {
        ApiError::invalid(format!("the Forgejo URL {what}")).hint("it looks like https://forgejo.example.org")
    };
    let mut url = Url::parse(text).map_err(|error| problem(&format!("cannot be read: {error}")))?;
    if !matches!(url.scheme(), "http" | "https") || url.host_str().is_none() {
        return Err(problem("must start with https:// or http:// and name a host"));
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err(problem("must not hold a name or password; use a token"));
    }
    url.set_query(None);
    url.set_fragment(None);
    let path = url.path().trim_end_matches('/');
    let path = path.strip_suffix("/api/v1").unwrap_or(path).to_owned();
    url.set_path(&path);
    Ok(url)
}

fn pattern(text: &str) -> Result<RepoPattern, ApiError> {
    RepoPattern::parse(text)
        .ok_or_else(|| ApiError::invalid(format!("--repos: {text:?} is not owner/name or owner/*")))
}

fn repository(text: &str) -> Result<(String, String), ApiError> {
    match text.trim().split_once('/') {
        Some((owner, name)) if !owner.is_empty() && !name.is_empty() && !name.contains('/') => {
            Ok((owner.to_owned(), name.to_owned()))
        }
        _ => Err(ApiError::invalid(format!("--repo: {text:?} is not owner/name"))),
    }
}

/// A path that names something.
fn set(path: Option<PathBuf>) -> Option<PathBuf> {
    path.filter(|path| !path.as_os_str().is_empty())
}

/// A number; a variable that is set to nothing counts as not set, which 0 stands for.
fn number(text: &str) -> Result<u64, String> {
    if text.trim().is_empty() {
        return Ok(0);
    }
    text.trim().parse().map_err(|_| "not a whole number".to_owned())
}

fn file(flag: &str, path: &Path) -> Result<Vec<u8>, ApiError> {
    std::fs::read(path)
        .map_err(|error| ApiError::invalid(format!("{flag}: {} cannot be read: {error}", path.display())))
}

fn words(words: Vec<String>) -> Vec<String> {
    words.into_iter().map(|word| word.trim().to_owned()).filter(|word| !word.is_empty()).collect()
}
