//! Labels of repositories and organisations.

use schemars::JsonSchema;
use serde::Serialize;

use super::set;
use super::text::UserText;
use crate::forgejo::api::types;

/// A label.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Label {
    pub id: Option<i64>,
    pub name: UserText,
    pub color: Option<String>,
    pub description: Option<UserText>,
    /// Only one label of its scope can be on an issue.
    pub exclusive: Option<bool>,
    pub archived: Option<bool>,
}

impl From<types::Label> for Label {
    fn from(label: types::Label) -> Self {
        Self {
            id: label.id,
            name: UserText::line(label.name.unwrap_or_default()),
            color: label.color,
            description: label.description.filter(|text| !text.is_empty()).map(UserText::line),
            exclusive: set(label.exclusive),
            archived: set(label.is_archived),
        }
    }
}

/// The names of several labels.
pub(super) fn names(labels: Option<Vec<types::Label>>) -> Vec<UserText> {
    labels.unwrap_or_default().into_iter().filter_map(|label| label.name).map(UserText::line).collect()
}
