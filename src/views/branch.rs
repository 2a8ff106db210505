//! Branches.

use schemars::JsonSchema;
use serde::Serialize;

use super::text::UserText;
use super::{set, when};
use crate::forgejo::api::types;

/// A branch with its last commit.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Branch {
    pub name: Option<String>,
    pub sha: Option<String>,
    /// The first line of the last commit's message.
    pub message: Option<UserText>,
    pub date: Option<String>,
    pub protected: Option<bool>,
    /// The rule that protects it.
    pub protection: Option<String>,
    pub can_push: Option<bool>,
    pub can_merge: Option<bool>,
}

impl From<types::Branch> for Branch {
    fn from(branch: types::Branch) -> Self {
        let commit = branch.commit;
        let first_line = |text: String| text.lines().next().unwrap_or_default().to_owned();
        Self {
            name: branch.name,
            sha: commit.as_ref().and_then(|commit| commit.id.clone()),
            message: commit
                .as_ref()
                .and_then(|commit| commit.message.clone())
                .map(first_line)
                .map(UserText::line),
            date: when(commit.and_then(|commit| commit.timestamp)),
            protected: set(branch.protected),
            protection: branch.effective_branch_protection_name,
            can_push: branch.user_can_push,
            can_merge: branch.user_can_merge,
        }
    }
}
