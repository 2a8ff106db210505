//! The tools. One tool is one type: its argument struct with its declaration and its `run`, in the file of its noun.
//!
//! To add a tool: write the argument struct (its doc comment is the description, the fields' doc comments are the
//! parameters), implement [`Tool`], and name it in the table at the top of its file. Selection, read-only mode,
//! confirmation, the schemas, the documentation tables and the tests over the whole list read that declaration.

mod access;
pub mod args;
pub(crate) mod attachments;
mod branch_protections;
mod branches;
mod commits;
mod compare;
mod dependencies;
mod dispatch;
pub mod door;
mod files;
mod hook_args;
mod hooks;
mod issue_comments;
mod issue_labels;
mod issues;
mod job_logs;
mod label_args;
mod labels;
mod milestones;
mod notifications;
pub(crate) mod operation_call;
mod org_labels;
mod org_members;
mod orgs;
mod pull_content;
mod pulls;
mod release_writes;
mod releases;
mod repo_create;
mod repos;
mod review_requests;
mod reviews;
mod runs;
mod search;
mod statuses;
mod stopwatches;
mod team_access;
mod teams;
mod tracked_times;
mod user;
mod version;
mod wanted;
mod wiki;

use std::collections::BTreeMap;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};
use tokio_util::sync::CancellationToken;

use crate::forgejo::{ApiError, Forge};
use crate::reply::{IntoReply, Reply};
use crate::schema;
use crate::sink::Sink;
use crate::source::Uploads;

/// The toolsets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Domain {
    User,
    Repo,
    Issue,
    Pull,
    Search,
    Version,
    Actions,
    Attachment,
    BranchProtection,
    Org,
    Release,
    Tracking,
    Webhook,
    Wiki,
    /// The search for tools and the two tools that call everything.
    Door,
    Commit,
}

impl Domain {
    pub const ALL: &[Self] = &[
        Self::User,
        Self::Repo,
        Self::Issue,
        Self::Pull,
        Self::Search,
        Self::Version,
        Self::Actions,
        Self::Attachment,
        Self::BranchProtection,
        Self::Org,
        Self::Release,
        Self::Tracking,
        Self::Webhook,
        Self::Wiki,
        Self::Door,
        Self::Commit,
    ];

    /// The name in `--toolsets`, listings and documentation.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::User => "user",
            Self::Repo => "repo",
            Self::Issue => "issue",
            Self::Pull => "pull",
            Self::Search => "search",
            Self::Version => "version",
            Self::Actions => "actions",
            Self::Attachment => "attachment",
            Self::BranchProtection => "branch-protection",
            Self::Org => "org",
            Self::Release => "release",
            Self::Tracking => "tracking",
            Self::Webhook => "webhook",
            Self::Wiki => "wiki",
            Self::Door => "door",
            Self::Commit => "commit",
        }
    }
}

/// What a tool does to the forge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Changes nothing.
    Read,
    /// Adds something and leaves what was there.
    Create,
    /// Changes or removes something that can be put back, unless the call has a [`Tool::target`].
    Change,
    /// Cannot be undone; the user is asked, with the target named.
    Destroy,
}

impl Access {
    #[must_use]
    pub fn writes(self) -> bool {
        self != Self::Read
    }
}

/// A tool: its arguments are the type itself.
pub trait Tool: DeserializeOwned + JsonSchema + Send + Sync + 'static {
    const NAME: &'static str;
    const TITLE: &'static str;
    const DOMAIN: Domain;
    const ACCESS: Access;
    /// Whether calling it again with the same arguments changes nothing more. Reads always are.
    const IDEMPOTENT: bool = false;
    /// Whether it is listed when nobody chose.
    const CORE: bool = false;
    /// Whether some calls must be confirmed: the schema then has a `confirm` argument.
    const ASKS: bool = matches!(Self::ACCESS, Access::Destroy);
    /// The operations of the API that it uses.
    const OPERATIONS: &'static [&'static str];

    type Output: IntoReply;

    /// What an irrecoverable call destroys, as the user must name it to confirm; `None` when it can be undone.
    /// What an irrecoverable act destroys, as the user must name it to confirm. A tool that is [`Access::Destroy`]
    /// always has one. One that is [`Access::Change`] has one when this call, by its mode, cannot be undone; so the
    /// confirm stage asks whenever there is a target, whatever the access.
    fn target(&self) -> Option<String> {
        None
    }

    /// Does the work.
    fn run(self, call: &Call) -> impl Future<Output = Result<Self::Output, ApiError>> + Send;
}

/// What a tool has at hand while it runs.
pub struct Call {
    pub forge: Forge,
    pub bound: Bound,
    pub cancelled: CancellationToken,
    /// Takes the raw bytes instead of the answer.
    pub sink: Option<Arc<Sink>>,
    /// Everything that this caller may call.
    pub catalogue: Arc<dyn Catalogue>,
    /// Which files of this machine may be uploaded.
    pub uploads: Uploads,
}

/// A search over everything that can be called.
pub trait Catalogue: Send + Sync {
    /// What fits some words, best first.
    fn find(&self, query: &str, limit: usize) -> Vec<door::Found>;
}

/// How large an answer may get.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bound {
    /// Bytes of text when nobody asks for more.
    pub text: usize,
    /// Bytes of text that a limit, a range or `max_bytes` may raise it to.
    pub most: usize,
    /// Bytes of media.
    pub media: usize,
}

impl Bound {
    /// The bytes of raw text to give, when a call says how many at most, or asked for a range.
    #[must_use]
    pub fn raw_text(self, max_bytes: Option<u32>) -> usize {
        max_bytes.map_or(self.text, |bytes| usize::try_from(bytes).unwrap_or(usize::MAX).min(self.most))
    }
}

/// One row of the table of tools: the declaration of a type, without the type.
pub struct ToolEntry {
    pub name: &'static str,
    pub title: &'static str,
    pub domain: Domain,
    pub access: Access,
    pub idempotent: bool,
    pub core: bool,
    /// Whether some calls must be confirmed.
    pub asks: bool,
    pub operations: &'static [&'static str],
    make_input: fn() -> Map<String, Value>,
    make_output: fn() -> Option<Map<String, Value>>,
    prepare: fn(Map<String, Value>) -> Result<Prepared, ApiError>,
}

/// The argument that names what is destroyed.
pub const CONFIRM: &str = "confirm";
/// What `confirm` wants.
pub const CONFIRM_HELP: &str = "What is destroyed, by name, once the user agreed";

/// The full input schemas of the tools that were called: making one takes longer than reading arguments with it.
static INPUTS: Mutex<BTreeMap<&'static str, Arc<Map<String, Value>>>> = Mutex::new(BTreeMap::new());

/// A call whose arguments are read.
pub struct Prepared {
    /// What an irrecoverable act destroys.
    pub target: Option<String>,
    run: Run,
}

/// A call under way.
pub(crate) type Running<'call> = Pin<Box<dyn Future<Output = Result<Reply, ApiError>> + Send + 'call>>;
type Run = Box<dyn for<'call> FnOnce(&'call Call) -> Running<'call> + Send>;

impl Prepared {
    /// A call that does not come from a tool's own type.
    pub(crate) fn new(
        target: Option<String>,
        run: impl for<'call> FnOnce(&'call Call) -> Running<'call> + Send + 'static,
    ) -> Self {
        Self { target, run: Box::new(run) }
    }

    /// Runs the tool.
    ///
    /// # Errors
    /// Whatever the tool's calls came to.
    pub async fn run(self, call: &Call) -> Result<Reply, ApiError> {
        (self.run)(call).await
    }
}

impl ToolEntry {
    /// The row of a tool.
    #[must_use]
    pub const fn of<T: Tool>() -> Self {
        Self {
            name: T::NAME,
            title: T::TITLE,
            domain: T::DOMAIN,
            access: T::ACCESS,
            idempotent: T::IDEMPOTENT || matches!(T::ACCESS, Access::Read),
            core: T::CORE,
            asks: T::ASKS,
            operations: T::OPERATIONS,
            make_input: schema::raw_input::<T>,
            make_output: T::Output::schema,
            prepare: prepare::<T>,
        }
    }

    /// The row of a tool of the door, whose calls the server unwraps before they come to run.
    #[must_use]
    pub(crate) const fn door<T: JsonSchema>(name: &'static str, title: &'static str, access: Access) -> Self {
        Self {
            name,
            title,
            domain: Domain::Door,
            access,
            idempotent: matches!(access, Access::Read),
            core: true,
            asks: false,
            operations: &[],
            make_input: schema::raw_input::<T>,
            make_output: || None,
            prepare: |_| Err(ApiError::internal("the door was not unwrapped")),
        }
    }

    /// The full input schema, with aliases and every description; made on first use and kept.
    pub fn input(&self) -> Arc<Map<String, Value>> {
        let mut made = INPUTS.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(made.entry(self.name).or_insert_with(|| Arc::new(self.full_input())))
    }

    /// The input schema as clients see it, made anew: listings are rare and memory is not free.
    #[must_use]
    pub fn wire_input(&self) -> Map<String, Value> {
        schema::wire_input(&self.full_input())
    }

    fn full_input(&self) -> Map<String, Value> {
        let mut input = (self.make_input)();
        if self.asks
            && let Some(Value::Object(properties)) = input.get_mut("properties")
        {
            properties.insert(CONFIRM.to_owned(), json!({ "type": "string", "description": CONFIRM_HELP }));
        }
        input
    }

    /// The output schema as clients see it.
    #[must_use]
    pub fn wire_output(&self) -> Option<Map<String, Value>> {
        (self.make_output)()
    }

    /// One or two sentences on what it does.
    #[must_use]
    pub fn description(&self) -> String {
        described(&(self.make_input)())
    }

    /// The description and the input schema as clients see it, from one making of the schema.
    #[must_use]
    pub fn wire(&self) -> (String, Map<String, Value>) {
        let input = self.full_input();
        (described(&input), schema::wire_input(&input))
    }

    /// Reads normalised arguments.
    ///
    /// # Errors
    /// `invalid_arguments` when a value does not fit its parameter.
    pub fn prepare(&self, arguments: Map<String, Value>) -> Result<Prepared, ApiError> {
        (self.prepare)(arguments)
    }
}

fn described(schema: &Map<String, Value>) -> String {
    schema.get("description").and_then(Value::as_str).unwrap_or_default().to_owned()
}

fn prepare<T: Tool>(arguments: Map<String, Value>) -> Result<Prepared, ApiError> {
    let tool: T = serde_path_to_error::deserialize(Value::Object(arguments)).map_err(unreadable)?;
    let target = tool.target();
    let run: Run = Box::new(move |call| Box::pin(async move { tool.run(call).await?.into_reply() }));
    Ok(Prepared { target, run })
}

fn unreadable(error: serde_path_to_error::Error<serde_json::Error>) -> ApiError {
    let path = error.path().to_string();
    let problem = error.into_inner();
    ApiError::invalid(if path == "." { problem.to_string() } else { format!("{path}: {problem}") })
}

/// The tables of all files, in the order of listings.
static TABLES: &[&[ToolEntry]] = &[
    user::TOOLS,
    notifications::TOOLS,
    repos::TOOLS,
    repo_create::TOOLS,
    branches::TOOLS,
    branch_protections::TOOLS,
    commits::TOOLS,
    statuses::TOOLS,
    files::TOOLS,
    issues::TOOLS,
    issue_comments::TOOLS,
    issue_labels::TOOLS,
    dependencies::TOOLS,
    labels::TOOLS,
    org_labels::TOOLS,
    milestones::TOOLS,
    pulls::TOOLS,
    pull_content::TOOLS,
    reviews::TOOLS,
    review_requests::TOOLS,
    releases::TOOLS,
    runs::TOOLS,
    job_logs::TOOLS,
    dispatch::TOOLS,
    tracked_times::TOOLS,
    stopwatches::TOOLS,
    wiki::TOOLS,
    release_writes::TOOLS,
    attachments::TOOLS,
    orgs::TOOLS,
    org_members::TOOLS,
    teams::TOOLS,
    team_access::TOOLS,
    hooks::TOOLS,
    search::TOOLS,
    version::TOOLS,
    access::TOOLS,
    door::TOOLS,
];

/// Every tool of the program.
pub fn all() -> impl Iterator<Item = &'static ToolEntry> {
    TABLES.iter().flat_map(|table| table.iter())
}

/// The tool of a name.
#[must_use]
pub fn find(name: &str) -> Option<&'static ToolEntry> {
    all().find(|tool| tool.name == name)
}
