//! Reviews of pull requests: list, get, and their comments.

mod writes;

use schemars::JsonSchema;
use serde::Deserialize;

use super::args::{PageArgs, RepoRef};
use super::{Access, Call, Domain, Tool, ToolEntry};
use crate::fetch;
use crate::forgejo::api::types;
use crate::forgejo::page::{Ask, ListAnswer, Paging, Total, slice};
use crate::forgejo::{Answer, ApiError, Forge};
use crate::reply::{Page, Record};
use crate::views;
use writes::{CreatePullReview, DeletePullReview, DismissPullReview, SubmitPullReview};

pub(super) const TOOLS: &[ToolEntry] = &[
    ToolEntry::of::<ListPullReviews>(),
    ToolEntry::of::<GetPullReview>(),
    ToolEntry::of::<ListPullReviewComments>(),
    ToolEntry::of::<CreatePullReview>(),
    ToolEntry::of::<SubmitPullReview>(),
    ToolEntry::of::<DismissPullReview>(),
    ToolEntry::of::<DeletePullReview>(),
];

/// The pull request that a call is about.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct PullRef {
    #[serde(flatten)]
    repo: RepoRef,
    /// Number of the pull request
    #[schemars(range(min = 1))]
    index: i64,
}

/// The review that a call is about.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct ReviewRef {
    #[serde(flatten)]
    pull: PullRef,
    /// Id of the review
    #[schemars(range(min = 1), extend("x-aliases" = ["review_id"]))]
    id: i64,
}

impl PullRef {
    async fn reviews(&self, forge: &Forge, ask: Ask) -> Result<(Vec<types::PullReview>, Paging), ApiError> {
        let request = forge
            .api()?
            .repo_list_pull_reviews()
            .owner(&self.repo.owner)
            .repo(&self.repo.repo)
            .index(self.index);
        // The total counts pending reviews of others, which are not listed.
        request.page(ask.page_i64()).limit(ask.limit_i64()).send().page_of(forge, ask, Total::AtMost).await
    }

    /// The caller's pending review. Those of others are listed to site admins only, so whose it is is looked up when
    /// there is one; a token that may not tell takes it for the caller's.
    async fn pending(&self, forge: &Forge) -> Result<Option<types::PullReview>, ApiError> {
        let mut all = fetch::gather(forge, 5_000, async |ask| self.reviews(forge, ask).await).await?;
        all.retain(|review| review.state.as_deref() == Some("PENDING"));
        if all.is_empty() {
            return Ok(None);
        }
        let own = forge.api()?.user_get_current().send().answer(forge).await.ok();
        let own = own.and_then(|own| own.into_inner().login);
        let is_own = |review: &types::PullReview| match (&own, &review.user) {
            (Some(own), Some(user)) => user.login.as_ref() == Some(own),
            _ => true,
        };
        Ok(all.into_iter().find(is_own))
    }
}

impl ReviewRef {
    async fn read(&self, forge: &Forge) -> Result<types::PullReview, ApiError> {
        let PullRef { repo, index } = &self.pull;
        let request =
            forge.api()?.repo_get_pull_review().owner(&repo.owner).repo(&repo.repo).index(*index).id(self.id);
        Ok(request.send().answer(forge).await?.into_inner())
    }
}

/// Lists the reviews of a pull request; of pending ones only the caller's.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct ListPullReviews {
    #[serde(flatten)]
    pull: PullRef,
    #[serde(flatten)]
    page: PageArgs,
}

impl Tool for ListPullReviews {
    const NAME: &str = "list_pull_reviews";
    const TITLE: &str = "List reviews";
    const DOMAIN: Domain = Domain::Pull;
    const ACCESS: Access = Access::Read;
    const CORE: bool = true;
    const OPERATIONS: &[&str] = &["repoListPullReviews"];
    type Output = Page<views::Review>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        let ask = self.page.ask(&call.forge, 20).await;
        let page = self.pull.reviews(&call.forge, ask).await?;
        Ok(Page::of(page))
    }
}

/// Gets one review.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct GetPullReview {
    #[serde(flatten)]
    review: ReviewRef,
}

impl Tool for GetPullReview {
    const NAME: &str = "get_pull_review";
    const TITLE: &str = "Get review";
    const DOMAIN: Domain = Domain::Pull;
    const ACCESS: Access = Access::Read;
    const OPERATIONS: &[&str] = &["repoGetPullReview"];
    type Output = Record<views::Review>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        Ok(Record::new(self.review.read(&call.forge).await?.into()))
    }
}

/// Lists the comments of a review with the lines that they stand at.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct ListPullReviewComments {
    #[serde(flatten)]
    review: ReviewRef,
    #[serde(flatten)]
    page: PageArgs,
}

impl Tool for ListPullReviewComments {
    const NAME: &str = "list_pull_review_comments";
    const TITLE: &str = "List review comments";
    const DOMAIN: Domain = Domain::Pull;
    const ACCESS: Access = Access::Read;
    const CORE: bool = true;
    const OPERATIONS: &[&str] = &["repoGetPullReviewComments"];
    type Output = Page<views::ReviewComment>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        let ask = self.page.ask(&call.forge, 50).await;
        let ReviewRef { pull, id } = &self.review;
        let request =
            call.forge.api()?.repo_get_pull_review_comments().owner(&pull.repo.owner).repo(&pull.repo.repo);
        let found = request.index(pull.index).id(*id).send().rows(&call.forge).await?;
        // The forge gives them whole.
        let page = slice(found, ask);
        Ok(Page::of(page))
    }
}
