//! Merging a pull request. The answer alone does not say what happened, so the pull request is read again.

use std::time::Duration;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::fetch;
use crate::forgejo::api::types;
use crate::forgejo::{Answer, ApiError, Forge, Kind};
use crate::reply::Record;
use crate::tools::args::{RepoRef, given};
use crate::tools::{Access, Call, Domain, Tool};
use crate::views;

/// How a pull request is merged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(extend("x-values" = {"rebase_merge": "rebase-merge", "ff": "fast-forward-only", "fast-forward": "fast-forward-only"}))]
pub(in crate::tools) enum MergeStyle {
    Merge,
    Rebase,
    RebaseMerge,
    Squash,
    FastForwardOnly,
    ManuallyMerged,
}

/// Merges a pull request, and reports what it became.
#[derive(Debug, Deserialize, JsonSchema)]
pub(in crate::tools) struct MergePullRequest {
    #[serde(flatten)]
    repo: RepoRef,
    /// Number of the pull request
    #[schemars(range(min = 1))]
    index: i64,
    #[schemars(extend("x-aliases" = ["do", "method"]))]
    style: MergeStyle,
    /// Head commit that was reviewed; refused when it moved
    #[schemars(extend("x-aliases" = ["head_commit_id", "expected_head", "sha"]))]
    head_sha: Option<String>,
    /// First line of the commit message
    title: Option<String>,
    /// Rest of the commit message
    message: Option<String>,
    delete_branch_after_merge: Option<bool>,
    /// Passes over protection rules, for admins
    #[serde(default)]
    force_merge: bool,
    /// Merges later when checks are still running
    #[serde(default)]
    merge_when_checks_succeed: bool,
    /// Commit that merged it, for manually-merged
    merge_commit_id: Option<String>,
}

/// What a merge came to.
#[expect(clippy::struct_field_names, reason = "the words of the result")]
#[derive(Debug, Serialize, JsonSchema)]
pub(in crate::tools) struct Merged {
    number: Option<i64>,
    /// open, closed or merged
    state: Option<String>,
    merged: bool,
    /// Whether it will be merged when the checks succeed.
    scheduled: Option<bool>,
    merge_commit: Option<String>,
    merged_by: Option<String>,
    merged_at: Option<String>,
    head: Option<String>,
    base: Option<String>,
    url: Option<String>,
}

/// How often a merge is tried while the forge still works out whether it can be merged.
const TRIES: u32 = 6;

impl Tool for MergePullRequest {
    const NAME: &str = "merge_pull_request";
    const TITLE: &str = "Merge pull request";
    const DOMAIN: Domain = Domain::Pull;
    const ACCESS: Access = Access::Change;
    const CORE: bool = true;
    const OPERATIONS: &[&str] = &["repoMergePullRequest", "repoGetPullRequest"];
    type Output = Record<Merged>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        let forge = &call.forge;
        let mut expected = given(&self.head_sha).map(str::to_owned);
        for attempt in 1..=TRIES {
            let error = match self.send(forge, expected.clone()).await {
                Ok(status) => return self.report(forge, status == 201).await,
                Err(error) => error,
            };
            let Ok(now) = fetch::pull(forge, self.repo.at(), self.index).await else {
                return Err(self.explain(error, None));
            };
            let head = now.head.as_ref().and_then(|head| head.sha.clone());
            let was_merged = now.merged == Some(true);
            let after_merge =
                matches!(error.status(), Some(403 | 500)) || error.kind() == Kind::OutcomeUnknown;
            if was_merged && after_merge {
                let warning = match error.said() {
                    _ if error.kind() == Kind::OutcomeUnknown => {
                        "no answer came in time; read again, it is merged".to_owned()
                    }
                    Some(said) => format!("merged, but not everything after it worked: {said}"),
                    None => "merged, but not everything after it worked; the branch may be left".to_owned(),
                };
                return Ok(Record::new(merged(now, false)).warn([warning]));
            }
            let may_pass = error.status() == Some(405)
                && error.said().is_some_and(|said| said.contains("try again later"));
            // The forge says the same while it computes and for a conflict; only the flag tells them apart, late.
            let conflict = now.mergeable == Some(false) && attempt >= TRIES / 2;
            if !may_pass || conflict || attempt == TRIES {
                return Err(self.explain(error, Some(&now)));
            }
            expected = expected.or(head);
            tokio::time::sleep(Duration::from_millis(500)).await;
        }
        Err(ApiError::internal("merging ended without an answer"))
    }
}

impl MergePullRequest {
    async fn send(&self, forge: &Forge, expected: Option<String>) -> Result<u16, ApiError> {
        let style = match self.style {
            MergeStyle::Merge => "merge",
            MergeStyle::Rebase => "rebase",
            MergeStyle::RebaseMerge => "rebase-merge",
            MergeStyle::Squash => "squash",
            MergeStyle::FastForwardOnly => "fast-forward-only",
            MergeStyle::ManuallyMerged => "manually-merged",
        };
        let body = types::MergePullRequestOption {
            delete_branch_after_merge: self.delete_branch_after_merge,
            do_: style
                .try_into()
                .map_err(|_| ApiError::internal("a style of merging is unknown to the API"))?,
            force_merge: self.force_merge.then_some(true),
            head_commit_id: expected,
            merge_commit_id: given(&self.merge_commit_id).map(str::to_owned),
            merge_message_field: given(&self.message).map(str::to_owned),
            merge_title_field: given(&self.title).map(str::to_owned),
            merge_when_checks_succeed: self.merge_when_checks_succeed.then_some(true),
        };
        let request = forge
            .api()?
            .repo_merge_pull_request()
            .owner(&self.repo.owner)
            .repo(&self.repo.repo)
            .index(self.index);
        Ok(request.body(body).send().answer(forge).await?.status().as_u16())
    }

    /// Reads the pull request again: what counts is what it became.
    async fn report(&self, forge: &Forge, scheduled: bool) -> Result<Record<Merged>, ApiError> {
        let now = fetch::pull(forge, self.repo.at(), self.index).await.map_err(|error| {
            error
                .as_kind(Kind::OutcomeUnknown)
                .explain("the merge was accepted, but the pull request cannot be read again")
        })?;
        let done = now.merged == Some(true);
        let warning = (!done && !scheduled)
            .then(|| "the forge accepted the merge but does not show it yet: read it again".to_owned());
        Ok(Record::new(merged(now, scheduled && !done)).warn(warning))
    }

    fn explain(&self, error: ApiError, now: Option<&types::PullRequest>) -> ApiError {
        let number = format!("{}#{}", self.repo, self.index);
        let is = |state: &str| now.and_then(|now| now.state.as_deref()) == Some(state);
        let said = error.said().unwrap_or_default().to_owned();
        if now.is_some_and(|now| now.merged == Some(true)) {
            return error.as_kind(Kind::PreconditionFailed).explain(format!("{number} is merged already"));
        }
        let moved = said.contains("head") || given(&self.head_sha).is_some();
        let conflicts = now.is_some_and(|now| now.mergeable == Some(false));
        match error.status() {
            Some(404) if is("closed") => error
                .as_kind(Kind::PreconditionFailed)
                .explain(format!("{number} is closed"))
                .hint("open it with issue_state_change first"),
            Some(405) if said.contains("try again later") && conflicts => error
                .as_kind(Kind::Conflict)
                .explain(format!("{number} cannot be merged: its branches conflict"))
                .hint("merge the base into the head branch, resolve the conflict, push and try again"),
            Some(405) if said.contains("User not allowed") => {
                error.as_kind(Kind::Forbidden).explain(format!("this account may not merge {number}"))
            }
            Some(405) if now.is_some_and(|now| now.draft == Some(true)) => {
                error.explain(format!("{number} is a draft")).hint("take the WIP prefix off its title")
            }
            Some(405) if said.contains("merge style") => error
                .explain(format!("the repository of {number} does not allow this style"))
                .hint("get_repo shows merge_styles"),
            Some(405) => error
                .explain(format!("{number} cannot be merged now"))
                .hint("a protection rule, a missing check or a missing approval of its base holds it back"),
            Some(409) if said.contains("already scheduled") => {
                error.explain(format!("{number} is scheduled to be merged when its checks succeed already"))
            }
            Some(409) if moved => error
                .explain(format!("the head of {number} has moved"))
                .hint("read it again, review what came, and merge with the new head_sha"),
            _ => error,
        }
    }
}

fn merged(now: types::PullRequest, scheduled: bool) -> Merged {
    let merged = now.merged == Some(true);
    let pull = views::Pull::from(now);
    Merged {
        number: pull.row.number,
        state: pull.row.state,
        merged,
        scheduled: scheduled.then_some(true),
        merge_commit: pull.merge_commit,
        merged_by: pull.merged_by,
        merged_at: pull.merged_at,
        head: pull.row.head,
        base: pull.row.base,
        url: pull.url,
    }
}
