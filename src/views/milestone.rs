//! Milestones.

use schemars::JsonSchema;
use serde::Serialize;

use super::text::UserText;
use super::when;
use crate::forgejo::api::types;

/// A milestone with how far it is.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Milestone {
    pub id: Option<i64>,
    pub title: UserText,
    pub state: Option<String>,
    pub description: Option<UserText>,
    pub open_issues: Option<i64>,
    pub closed_issues: Option<i64>,
    pub due_on: Option<String>,
    pub closed_at: Option<String>,
}

impl From<types::Milestone> for Milestone {
    fn from(milestone: types::Milestone) -> Self {
        Self {
            id: milestone.id,
            title: UserText::line(milestone.title.unwrap_or_default()),
            state: milestone.state,
            description: milestone.description.filter(|text| !text.is_empty()).map(UserText::body),
            open_issues: milestone.open_issues,
            closed_issues: milestone.closed_issues,
            due_on: when(milestone.due_on),
            closed_at: when(milestone.closed_at),
        }
    }
}
