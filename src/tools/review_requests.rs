//! Asking people and teams for a review.

use schemars::JsonSchema;
use serde::Deserialize;

use super::args::RepoRef;
use super::wanted::read_again;
use super::{Access, Call, Domain, Tool, ToolEntry};
use crate::fetch::{self, names};
use crate::forgejo::api::types;
use crate::forgejo::{Answer, ApiError, Forge};
use crate::reply::Record;
use crate::views;

pub(super) const TOOLS: &[ToolEntry] =
    &[ToolEntry::of::<CreateReviewRequests>(), ToolEntry::of::<DeleteReviewRequests>()];

/// Whom to ask.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct Asked {
    #[serde(flatten)]
    repo: RepoRef,
    /// Number of the pull request
    #[schemars(range(min = 1))]
    index: i64,
    /// Logins or ids
    #[serde(default)]
    reviewers: Vec<String>,
    /// Names or ids of teams
    #[serde(default)]
    team_reviewers: Vec<String>,
}

impl Asked {
    async fn options(&self, forge: &Forge) -> Result<types::PullReviewRequestOptions, ApiError> {
        if self.reviewers.is_empty() && self.team_reviewers.is_empty() {
            return Err(ApiError::invalid("reviewers or team_reviewers must name somebody"));
        }
        let reviewers = names::resolve_reviewers(forge, self.repo.at(), &self.reviewers).await?;
        let teams = names::resolve_teams(forge, self.repo.at(), &self.team_reviewers).await?;
        Ok(types::PullReviewRequestOptions {
            reviewers: Some(reviewers).filter(|names| !names.is_empty()),
            team_reviewers: Some(teams).filter(|names| !names.is_empty()),
        })
    }

    fn explain(&self, error: ApiError) -> ApiError {
        match error.status() {
            Some(500) if self.reviewers.is_empty() => error
                .explain(
                    "the forge fails when a team alone is asked by somebody whose right comes from a team",
                )
                .hint("name a user beside the team, or let the author or an admin ask"),
            Some(404) => error.explain(
                "the pull request, a reviewer or a team does not exist, or is hidden from this token",
            ),
            Some(422) => error
                .explain("somebody cannot be asked for a review")
                .hint("reviewers must be able to read the repository, and cannot be the author"),
            _ => error,
        }
    }

    /// What the requests came to, with the pull request as it is now: the answer of the forge says less.
    async fn report<T>(
        &self,
        sent: Result<T, ApiError>,
        done: &str,
        call: &Call,
    ) -> Result<Record<views::Pull>, ApiError> {
        sent.map_err(|error| self.explain(error))?;
        let known = types::PullRequest { number: Some(self.index), ..types::PullRequest::default() };
        let (pull, unread) =
            read_again(fetch::pull(&call.forge, self.repo.at(), self.index).await, known, done);
        Ok(Record::new(types::PullRequest { body: None, ..pull }.into()).warn(unread))
    }
}

/// Asks users and teams to review a pull request.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct CreateReviewRequests {
    #[serde(flatten)]
    asked: Asked,
}

impl Tool for CreateReviewRequests {
    const NAME: &str = "create_review_requests";
    const TITLE: &str = "Request reviews";
    const DOMAIN: Domain = Domain::Pull;
    const ACCESS: Access = Access::Create;
    const IDEMPOTENT: bool = true;
    const CORE: bool = true;
    const OPERATIONS: &[&str] =
        &["repoCreatePullReviewRequests", "repoGetPullRequest", "repoGetReviewers", "repoListTeams"];
    type Output = Record<views::Pull>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        let (forge, Asked { repo, index, .. }) = (&call.forge, &self.asked);
        let options = self.asked.options(forge).await?;
        let request = forge.api()?.repo_create_pull_review_requests().owner(&repo.owner).repo(&repo.repo);
        let sent = request.index(*index).body(options).send().answer(forge).await;
        self.asked.report(sent, "the reviews are requested", call).await
    }
}

/// Takes back requests for a review.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct DeleteReviewRequests {
    #[serde(flatten)]
    asked: Asked,
}

impl Tool for DeleteReviewRequests {
    const NAME: &str = "delete_review_requests";
    const TITLE: &str = "Withdraw review requests";
    const DOMAIN: Domain = Domain::Pull;
    const ACCESS: Access = Access::Change;
    const IDEMPOTENT: bool = true;
    const OPERATIONS: &[&str] =
        &["repoDeletePullReviewRequests", "repoGetPullRequest", "repoGetReviewers", "repoListTeams"];
    type Output = Record<views::Pull>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        let (forge, Asked { repo, index, .. }) = (&call.forge, &self.asked);
        let options = self.asked.options(forge).await?;
        let request = forge.api()?.repo_delete_pull_review_requests().owner(&repo.owner).repo(&repo.repo);
        let sent = request.index(*index).body(options).send().answer(forge).await;
        self.asked.report(sent, "the requests are taken back", call).await
    }
}
