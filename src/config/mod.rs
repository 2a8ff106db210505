//! Flags, environment and settings file, read once into a whole `Config`. Nothing below reads any of them.

mod environment;
mod file;
mod flags;
mod layers;
mod origin;
mod proxy;
mod serving;
mod values;

use std::path::PathBuf;
use std::time::Duration;

use crate::forgejo::{ApiError, HttpSettings, RepoPattern, Source, Token};
use crate::secret::Secret;
use crate::source::Uploads;
use crate::tools::Bound;

pub use environment::with_variables;
pub use file::LEFT_OUT;
pub use flags::{CommandWords, ConfirmMode, Flags, LogFormat};
pub use layers::{Layers, Refusal, is_readable_by_others, read, read_without_file};
pub use origin::{Level, Origins};
pub use proxy::proxy_of;
pub use serving::{Serving, ServingFlags, Transport};

use environment::TOKENS;
use values::{instance_url, pattern, repository, set, words};

/// How much text an answer may hold when nobody asks for more.
const DEFAULT_TEXT: usize = 48 * 1024;
/// How much it may hold at most, unless `--max-output` says otherwise.
const DEFAULT_MOST: usize = 288 * 1024;
const DEFAULT_MEDIA: usize = 1024 * 1024;

/// Everything that was configured.
#[derive(Clone, Debug)]
pub struct Config {
    pub source: Source,
    pub token: Option<Token>,
    /// The setting that gives the token.
    pub token_setting: Option<String>,
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
    /// Where the settings came from.
    pub layers: Layers,
}

impl Config {
    /// Reads the flags.
    ///
    /// # Errors
    /// `invalid_arguments`, naming the setting and what is wrong with it.
    pub fn from_flags(flags: Flags) -> Result<Self, ApiError> {
        let name = |id: &str| flags.layers.origins.name(id);
        let source = match flags.url.as_deref().filter(|url| !url.trim().is_empty()) {
            _ if flags.demo => Source::Demo,
            Some(url) => Source::Instance(instance_url(&name("url"), url)?),
            None => Source::Missing,
        };
        let timeout = Duration::from_secs(flags.timeout.filter(|seconds| *seconds > 0).unwrap_or(60));
        let (token_setting, token) = if flags.demo { None } else { token(&flags, timeout)? }.unzip();
        let most = flags.max_output.filter(|bytes| *bytes > 0).and_then(|bytes| usize::try_from(bytes).ok());
        let most = most.unwrap_or(DEFAULT_MOST).max(1024);
        let repos = words(flags.repos);
        let repos = repos.iter().map(|text| pattern(&name("repos"), text)).collect::<Result<_, _>>()?;
        let default_repo = flags.repo.as_deref().filter(|repo| !repo.trim().is_empty());
        let default_repo = default_repo.map(|text| repository(&name("repo"), text)).transpose()?;
        let user_agent = flags
            .user_agent
            .filter(|name| !name.trim().is_empty())
            .unwrap_or_else(|| concat!(env!("CARGO_PKG_NAME"), "/", env!("CARGO_PKG_VERSION")).to_owned());
        Ok(Self {
            source,
            token,
            token_setting,
            http: HttpSettings {
                timeout,
                user_agent,
                ca_file: set(flags.ca_file),
                client_cert: set(flags.client_cert),
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
            state_key: flags.state_key.filter(Secret::is_set),
            bound: Bound { text: DEFAULT_TEXT.min(most), most, media: DEFAULT_MEDIA },
            uploads: Uploads::Local { allowed: flags.allow_file_path_upload, root: set(flags.upload_root) },
            serving: Serving::of(flags.serving),
            layers: flags.layers,
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

/// The token of the highest level that gives one, and the setting that does.
fn token(flags: &Flags, patience: Duration) -> Result<Option<(String, Token)>, ApiError> {
    let origins = &flags.layers.origins;
    let given = flags.token.clone().filter(Secret::is_set).map(Token::from);
    let in_file = set(flags.token_file.clone()).map(Token::in_file);
    let command = flags.token_command.clone();
    let from_command = command.map(|CommandWords(words)| Token::from_command(words, patience));
    let sources = TOKENS.into_iter().zip([given, in_file, from_command]);
    let sources: Vec<_> = sources.filter_map(|(id, token)| Some((id, token?))).collect();
    let Some(level) = sources.iter().map(|(id, _)| origins.level(id)).min() else { return Ok(None) };
    let mut sources = sources.into_iter().filter(|(id, _)| origins.level(id) == level);
    match (sources.next(), sources.next()) {
        (Some((one, _)), Some((other, _))) => {
            let (one, other) = (origins.name(one), origins.name(other));
            Err(ApiError::invalid(format!("{one} and {other} both give a token")).hint("keep one of them"))
        }
        (found, _) => Ok(found.map(|(id, token)| (origins.name(id), token))),
    }
}
