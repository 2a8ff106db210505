//! Writing reviews: create, submit, dismiss, delete.

use schemars::JsonSchema;
use serde::Deserialize;

use super::{PullRef, ReviewRef};
use crate::forgejo::api::types;
use crate::forgejo::{Answer, ApiError, Forge, Kind};
use crate::reply::Record;
use crate::tools::args::{given, not_blank};
use crate::tools::{Access, Call, Domain, Tool};
use crate::views::{self, Done};

/// The verdict of a review.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[schemars(extend("x-values" = {"APPROVE": "APPROVED", "CHANGES_REQUESTED": "REQUEST_CHANGES", "REQUESTED_CHANGES": "REQUEST_CHANGES", "REJECT": "REQUEST_CHANGES", "REJECTED": "REQUEST_CHANGES", "COMMENTED": "COMMENT"}))]
pub(in crate::tools) enum Verdict {
    Approved,
    RequestChanges,
    Comment,
    Pending,
}

impl Verdict {
    fn as_str(self) -> &'static str {
        match self {
            Self::Approved => "APPROVED",
            Self::RequestChanges => "REQUEST_CHANGES",
            Self::Comment => "COMMENT",
            Self::Pending => "PENDING",
        }
    }
}

/// A comment at a line of the diff.
#[derive(Debug, Deserialize, JsonSchema)]
pub(in crate::tools) struct InlineComment {
    path: String,
    /// Markdown
    body: String,
    /// Line in the new file
    #[schemars(range(min = 0), extend("x-aliases" = ["newLineNum", "new_line", "new_line_num", "line"]))]
    new_position: Option<i64>,
    /// Line in the old file, for a removed line
    #[schemars(range(min = 0), extend("x-aliases" = ["oldLineNum", "old_line", "old_line_num"]))]
    old_position: Option<i64>,
    /// Further lines below; from Forgejo 16
    #[schemars(range(min = 0), extend("x-aliases" = ["extra_lines_count"]))]
    extra_lines: Option<i64>,
}

impl InlineComment {
    fn into_option(self) -> Result<types::CreatePullReviewComment, ApiError> {
        let path = self.path.trim_start_matches('/').to_owned();
        let path = not_blank("path of a comment", path)?;
        let new_position = self.new_position.filter(|line| *line > 0);
        let old_position = self.old_position.filter(|line| *line > 0);
        match (new_position, old_position) {
            (None, None) => {
                return Err(ApiError::invalid(format!("the comment on {path} names no line"))
                    .hint("give new_position, or old_position for a removed line"));
            }
            (Some(_), Some(_)) => {
                return Err(ApiError::invalid(format!("the comment on {path} names two lines"))
                    .hint("give new_position or old_position"));
            }
            _ => {}
        }
        Ok(types::CreatePullReviewComment {
            body: Some(not_blank("body of a comment", self.body)?),
            extra_lines_count: self.extra_lines.filter(|count| *count > 0),
            new_position,
            old_position,
            path: Some(path),
        })
    }
}

/// Reviews a pull request, with comments at lines; PENDING keeps it unseen until it is submitted.
#[derive(Debug, Deserialize, JsonSchema)]
pub(in crate::tools) struct CreatePullReview {
    #[serde(flatten)]
    pull: PullRef,
    #[schemars(extend("x-aliases" = ["event"]))]
    state: Verdict,
    /// Markdown; needed to request changes
    body: Option<String>,
    #[serde(default)]
    comments: Vec<InlineComment>,
    /// Commit that was reviewed; the head when left out
    #[schemars(extend("x-aliases" = ["sha"]))]
    commit_id: Option<String>,
}

impl Tool for CreatePullReview {
    const NAME: &str = "create_pull_review";
    const TITLE: &str = "Create review";
    const DOMAIN: Domain = Domain::Pull;
    const ACCESS: Access = Access::Create;
    const CORE: bool = true;
    const OPERATIONS: &[&str] = &["repoCreatePullReview", "repoListPullReviews", "userGetCurrent"];
    type Output = Record<views::Review>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        let forge = &call.forge;
        let has_body = self.body.as_deref().is_some_and(|body| !body.trim().is_empty());
        match self.state {
            Verdict::RequestChanges | Verdict::Pending if !has_body => {
                return Err(ApiError::invalid(format!(
                    "{} needs a body, also with comments",
                    self.state.as_str()
                )));
            }
            Verdict::Comment if !has_body && self.comments.is_empty() => {
                return Err(ApiError::invalid("COMMENT needs a body or comments"));
            }
            _ => {}
        }
        let wants_lines =
            self.comments.iter().any(|comment| comment.extra_lines.is_some_and(|count| count > 0));
        let comments =
            self.comments.into_iter().map(InlineComment::into_option).collect::<Result<Vec<_>, _>>()?;
        if let Some(pending) = self.pull.pending(forge).await? {
            let id = pending.id.unwrap_or_default();
            return Err(ApiError::new(
                Kind::PreconditionFailed,
                format!(
                    "you have a pending review {id} here, which this one would take over with its comments"
                ),
            )
            .hint(format!("submit_pull_review sends review {id}, delete_pull_review drops it")));
        }
        let body = types::CreatePullReviewOptions {
            body: self.body,
            comments: (!comments.is_empty()).then_some(comments),
            commit_id: given(&self.commit_id).map(str::to_owned),
            event: Some(self.state.as_str().to_owned()),
        };
        let PullRef { repo, index } = &self.pull;
        let request = forge
            .api()?
            .repo_create_pull_review()
            .owner(&repo.owner)
            .repo(&repo.repo)
            .index(*index)
            .body(body);
        let made = match request.send().answer(forge).await {
            Ok(made) => made.into_inner(),
            Err(error) if error.status() == Some(500) => return Err(self.pull.half_made(forge, error).await),
            Err(error) => return Err(explain(error)),
        };
        let warnings = [
            different_state(&made, self.state),
            (wants_lines && forge.is_older_than(16).await)
                .then(|| "this instance ignores extra_lines: the comments stand at one line".to_owned()),
        ];
        Ok(Record::new(views::Review::from(made)).warn(warnings.into_iter().flatten()))
    }
}

impl PullRef {
    /// A comment that the diff has no line for fails inside the forge, after the ones before it were stored.
    async fn half_made(&self, forge: &Forge, error: ApiError) -> ApiError {
        let left = self.pending(forge).await.ok().flatten().and_then(|review| review.id);
        let hint = match left {
            Some(id) => format!(
                "a comment stands at a line that the diff does not have; the ones before it are kept in pending review {id}: delete_pull_review drops it, submit_pull_review sends it"
            ),
            None => "a comment may stand at a line that the diff does not have".to_owned(),
        };
        error.explain("the review was not made").hint(hint)
    }
}

/// Submits the caller's pending review with a verdict.
#[derive(Debug, Deserialize, JsonSchema)]
pub(in crate::tools) struct SubmitPullReview {
    #[serde(flatten)]
    review: ReviewRef,
    #[schemars(extend("x-aliases" = ["event"]))]
    state: Verdict,
    /// Markdown
    body: Option<String>,
}

impl Tool for SubmitPullReview {
    const NAME: &str = "submit_pull_review";
    const TITLE: &str = "Submit review";
    const DOMAIN: Domain = Domain::Pull;
    const ACCESS: Access = Access::Change;
    const CORE: bool = true;
    const OPERATIONS: &[&str] = &["repoSubmitPullReview", "repoGetPullReview"];
    type Output = Record<views::Review>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        if self.state == Verdict::Pending {
            return Err(ApiError::invalid(
                "a submitted review needs a verdict: APPROVED, REQUEST_CHANGES or COMMENT",
            ));
        }
        let forge = &call.forge;
        let found = self.review.read(forge).await?;
        check_pending(
            &found,
            self.review.id,
            "only a pending review can be submitted",
            "create_pull_review makes a new one",
        )?;
        // The forge would replace the text of the review by nothing.
        let text = given(&self.body).map(str::to_owned).or(found.body);
        let body = types::SubmitPullReviewOptions { body: text, event: Some(self.state.as_str().to_owned()) };
        let ReviewRef { pull, id } = &self.review;
        let request = forge
            .api()?
            .repo_submit_pull_review()
            .owner(&pull.repo.owner)
            .repo(&pull.repo.repo)
            .index(pull.index);
        let made = request.id(*id).body(body).send().answer(forge).await.map_err(explain)?.into_inner();
        let warning = different_state(&made, self.state);
        Ok(Record::new(views::Review::from(made)).warn(warning))
    }
}

/// Dismisses a review, so that it no longer counts. Needs the rights of an admin of the repository.
#[derive(Debug, Deserialize, JsonSchema)]
pub(in crate::tools) struct DismissPullReview {
    #[serde(flatten)]
    review: ReviewRef,
    /// Reason
    #[schemars(extend("x-empty" = true))]
    message: String,
    /// Dismiss the author's older ones too
    #[serde(default)]
    #[schemars(extend("x-aliases" = ["priors"]))]
    older_too: bool,
}

impl Tool for DismissPullReview {
    const NAME: &str = "dismiss_pull_review";
    const TITLE: &str = "Dismiss review";
    const DOMAIN: Domain = Domain::Pull;
    const ACCESS: Access = Access::Change;
    const IDEMPOTENT: bool = true;
    const OPERATIONS: &[&str] = &["repoDismissPullReview"];
    type Output = Record<views::Review>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        let ReviewRef { pull, id } = &self.review;
        let body = types::DismissPullReviewOptions {
            message: Some(self.message),
            priors: self.older_too.then_some(true),
        };
        let request =
            call.forge.api()?.repo_dismiss_pull_review().owner(&pull.repo.owner).repo(&pull.repo.repo);
        let request = request.index(pull.index).id(*id).body(body);
        let made = request.send().answer(&call.forge).await.map_err(|error| match error.kind() {
            Kind::Forbidden => error.explain(format!("review {id} cannot be dismissed")).hint(
                "it takes an admin of the repository, and only APPROVED and REQUEST_CHANGES can be dismissed",
            ),
            _ => error,
        })?;
        Ok(Record::new(made.into_inner().into()))
    }
}

/// Deletes the caller's pending review with its comments.
#[derive(Debug, Deserialize, JsonSchema)]
pub(in crate::tools) struct DeletePullReview {
    #[serde(flatten)]
    review: ReviewRef,
}

impl Tool for DeletePullReview {
    const NAME: &str = "delete_pull_review";
    const TITLE: &str = "Delete pending review";
    const DOMAIN: Domain = Domain::Pull;
    const ACCESS: Access = Access::Change;
    const OPERATIONS: &[&str] = &["repoDeletePullReview", "repoGetPullReview"];
    type Output = Record<Done>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        let forge = &call.forge;
        // The forge would delete a submitted one as well.
        let found = self.review.read(forge).await?;
        check_pending(
            &found,
            self.review.id,
            "only a pending review is deleted",
            "dismiss_pull_review takes back a submitted one",
        )?;
        let ReviewRef { pull, id } = &self.review;
        let request = forge.api()?.repo_delete_pull_review().owner(&pull.repo.owner).repo(&pull.repo.repo);
        request.index(pull.index).id(*id).send().answer(forge).await?;
        Ok(Record::new(Done::new(format!("pending review {id} of {}#{} is deleted", pull.repo, pull.index))))
    }
}

fn check_pending(review: &types::PullReview, id: i64, rule: &str, hint: &str) -> Result<(), ApiError> {
    match review.state.as_deref() {
        Some("PENDING") => Ok(()),
        state => Err(ApiError::new(
            Kind::PreconditionFailed,
            format!(
                "review {id} is {}, and {rule}",
                state.filter(|state| !state.is_empty()).unwrap_or("not pending")
            ),
        )
        .hint(hint)),
    }
}

fn different_state(made: &types::PullReview, wanted: Verdict) -> Option<String> {
    let state = made.state.as_deref().unwrap_or_default();
    (state != wanted.as_str()).then(|| format!("the forge made it {state}, not {}", wanted.as_str()))
}

fn explain(error: ApiError) -> ApiError {
    let said = error.said().unwrap_or_default();
    if error.status() == Some(422) && (said.contains("own") || said.contains("your")) {
        return error.explain("one cannot approve or reject one's own pull request").hint("use COMMENT");
    }
    error
}
