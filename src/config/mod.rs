//! Flags and environment, read once into a whole `Config`. Nothing below reads either.

mod environment;
mod flags;
mod serving;
mod values;

use std::path::PathBuf;
use std::time::Duration;

use crate::forgejo::{ApiError, HttpSettings, RepoPattern, Source};
use crate::secret::Secret;
use crate::source::Uploads;
use crate::tools::Bound;

pub use environment::debug_by_old_name;
pub use flags::{ConfirmMode, Flags};
pub use serving::{Serving, ServingFlags, Transport};

use environment::variable;
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
        let given = flags.token.filter(Secret::is_set);
        let token = given.or_else(|| variable("GITEA_ACCESS_TOKEN").map(|token| Secret::new(&token)));
        let token = token.filter(|_| !flags.demo);
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
