//! Logs of jobs. They may be large, so only what is shown is asked for, or kept from what passes by.

use http::header::CONTENT_RANGE;
use schemars::JsonSchema;
use serde::Deserialize;

use super::args::RepoRef;
use super::{Access, Call, Domain, Tool, ToolEntry};
use crate::fetch::raw::chunks;
use crate::fetch::text::{Part, from_offset, tail};
use crate::forgejo::api::{ByteStream, ResponseValue};
use crate::forgejo::{Answer, ApiError, Forge, Kind, Maybe};
use crate::reply::{Raw, Text};

pub(super) const TOOLS: &[ToolEntry] = &[ToolEntry::of::<GetActionJobLogs>()];

/// How much of a log is shown when nobody says.
const USUAL: u32 = 32 * 1024;

/// Gets the log of a job: its end, or the part from `offset` on.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct GetActionJobLogs {
    #[serde(flatten)]
    repo: RepoRef,
    /// From `list_action_run_jobs`
    #[schemars(range(min = 1), extend("x-aliases" = ["id"]))]
    job_id: i64,
    /// Default the latest
    #[schemars(range(min = 1))]
    attempt: Option<i64>,
    /// Bytes to skip
    #[schemars(range(min = 0))]
    offset: Option<u64>,
    /// Default 32768
    #[schemars(range(min = 1, max = 262_144))]
    max_bytes: Option<u32>,
}

impl Tool for GetActionJobLogs {
    const NAME: &str = "get_action_job_logs";
    const TITLE: &str = "Get job log";
    const DOMAIN: Domain = Domain::Actions;
    const ACCESS: Access = Access::Read;
    const CORE: bool = true;
    const OPERATIONS: &[&str] = &["repoGetActionJobLogs"];
    type Output = Raw;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        let forge = &call.forge;
        if let Some(sink) = &call.sink {
            let size = sink.save(chunks(forge, self.open(forge).await?)).await?;
            return Ok(Raw::saved(sink.path(), size));
        }
        let bound = call.bound.raw_text(Some(self.max_bytes.unwrap_or(USUAL)));
        let text = match self.offset {
            None => self.end(forge, bound).await?.into_tail_text(bound),
            Some(offset) => self.from(forge, offset, bound).await?,
        };
        Ok(Raw::Text(text))
    }
}

impl GetActionJobLogs {
    async fn open(&self, forge: &Forge) -> Result<ResponseValue<ByteStream>, ApiError> {
        let request = forge.api()?.repo_get_action_job_logs().owner(&self.repo.owner).repo(&self.repo.repo);
        let request =
            request.job_id(self.job_id).maybe(self.attempt, |request, number| request.attempt(number));
        request.send().answer(forge).await.map_err(|error| not_yet(error, self.job_id))
    }

    /// The last bytes.
    async fn end(&self, forge: &Forge, bound: usize) -> Result<Part, ApiError> {
        let answer = self.open(&forge.with_range(&format!("bytes=-{}", bound + 1))).await?;
        // A forge that gives the whole is read to its end.
        let before = Range::of(&answer).map_or(0, |range| range.start);
        tail(chunks(forge, answer), before, bound).await
    }

    /// The bytes from an offset on.
    async fn from(&self, forge: &Forge, offset: u64, bound: usize) -> Result<Text, ApiError> {
        // One byte more tells whether something follows.
        let range = format!("bytes={offset}-{}", offset.saturating_add(bound as u64));
        let answer = match self.open(&forge.with_range(&range)).await {
            Err(error) if error.status() == Some(416) => return self.past_end(forge, offset, error).await,
            answer => answer?,
        };
        let part = match Range::of(&answer) {
            Some(range) => from_offset(chunks(forge, answer), 0, bound).await?.after(range.start),
            None => from_offset(chunks(forge, answer), offset, bound).await?,
        };
        match part.size {
            Some(size) if size < offset => Err(past_end(offset, size)),
            _ => Ok(part.into_text(bound)),
        }
    }

    /// Who follows a growing log asks at its end again and again; beyond it there is a mistake.
    async fn past_end(&self, forge: &Forge, offset: u64, error: ApiError) -> Result<Text, ApiError> {
        let answer = self.open(&forge.with_range("bytes=-1")).await?;
        match Range::of(&answer) {
            Some(Range { size, .. }) if size == offset => {
                Ok(Part { offset, size: Some(size), ..Part::default() }.into_text(0))
            }
            Some(Range { size, .. }) => Err(past_end(offset, size)),
            None => Err(error.as_kind(Kind::InvalidArguments).explain("offset is past the end of the log")),
        }
    }
}

fn past_end(offset: u64, size: u64) -> ApiError {
    ApiError::invalid(format!("offset {offset} is past the end: the log has {size} bytes"))
        .hint("leave offset out to see the end")
}

/// Says why a job has no log.
fn not_yet(error: ApiError, job: i64) -> ApiError {
    match error.status() {
        Some(404) if error.said().is_some_and(|said| said.contains("not been executed")) => error
            .as_kind(Kind::PreconditionFailed)
            .explain(format!("job {job} has not started, so it has no log"))
            .hint("list_action_run_jobs shows how it stands; try again when it runs"),
        Some(500) => error
            .explain(format!(
                "the log of job {job} cannot be read; a job that runs and has written nothing has none"
            ))
            .hint("list_action_run_jobs shows how it stands; try again in a moment"),
        _ => error,
    }
}

/// Which part of the log came.
struct Range {
    start: u64,
    size: u64,
}

impl Range {
    /// Reads `bytes 10-19/50`; `None` when the whole came.
    fn of(answer: &ResponseValue<ByteStream>) -> Option<Self> {
        let said = answer.headers().get(CONTENT_RANGE)?.to_str().ok()?;
        let (part, size) = said.strip_prefix("bytes ")?.split_once('/')?;
        let (start, _) = part.split_once('-')?;
        Some(Self { start: start.parse().ok()?, size: size.parse().ok()? })
    }
}
