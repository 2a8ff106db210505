//! Reviews of pull requests and their comments.

use schemars::JsonSchema;
use serde::Serialize;

use super::text::UserText;
use super::{login, set, when};
use crate::forgejo::api::types;

/// A review.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Review {
    pub id: Option<i64>,
    /// `APPROVED`, `REQUEST_CHANGES`, `COMMENT`, `PENDING` or `REQUEST_REVIEW`
    pub state: Option<String>,
    pub author: Option<String>,
    /// The team that was asked, when no user was.
    pub team: Option<String>,
    pub body: Option<UserText>,
    pub comments: Option<i64>,
    pub commit: Option<String>,
    /// Whether commits came after it.
    pub stale: Option<bool>,
    /// Whether it counts for branch protection.
    pub official: Option<bool>,
    pub dismissed: Option<bool>,
    pub submitted_at: Option<String>,
    pub url: Option<String>,
}

/// A comment of a review, at a line of the diff.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ReviewComment {
    pub id: Option<i64>,
    pub path: Option<String>,
    /// The line in the new file.
    pub new_position: Option<u64>,
    /// The line in the old file.
    pub old_position: Option<u64>,
    pub author: Option<String>,
    pub body: Option<UserText>,
    /// The lines of the diff that it stands below.
    pub diff_hunk: Option<UserText>,
    pub commit: Option<String>,
    /// Who marked it as resolved.
    pub resolved_by: Option<String>,
    pub created_at: Option<String>,
    pub url: Option<String>,
}

/// The end of a hunk is what a comment stands below.
const HUNK_LINES: usize = 6;

impl From<types::PullReview> for Review {
    fn from(review: types::PullReview) -> Self {
        Self {
            id: review.id,
            state: review.state,
            author: login(review.user),
            team: review.team.and_then(|team| team.name),
            body: review.body.map(UserText::body),
            comments: review.comments_count.filter(|count| *count > 0),
            commit: review.commit_id,
            stale: set(review.stale),
            official: set(review.official),
            dismissed: set(review.dismissed),
            submitted_at: when(review.submitted_at),
            url: review.html_url,
        }
    }
}

impl From<types::PullReviewComment> for ReviewComment {
    fn from(comment: types::PullReviewComment) -> Self {
        let hunk = comment.diff_hunk.map(|hunk| {
            let lines: Vec<&str> = hunk.lines().collect();
            lines.get(lines.len().saturating_sub(HUNK_LINES)..).unwrap_or_default().join("\n")
        });
        Self {
            id: comment.id,
            path: comment.path,
            new_position: comment.position.filter(|line| *line > 0),
            old_position: comment.original_position.filter(|line| *line > 0),
            author: login(comment.user),
            body: comment.body.map(UserText::body),
            diff_hunk: hunk.map(UserText::line),
            commit: comment.commit_id,
            resolved_by: login(comment.resolver),
            created_at: when(comment.created_at),
            url: comment.html_url,
        }
    }
}
