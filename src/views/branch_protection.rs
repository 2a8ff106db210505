//! Rules that protect branches.

use schemars::JsonSchema;
use serde::Serialize;

use super::set;
use crate::forgejo::api::types;

/// A rule. A flag that is not there is off, a list that is not there is empty.
#[derive(Debug, Serialize, JsonSchema)]
pub struct BranchProtection {
    /// Name of the branch, or a pattern.
    pub rule: Option<String>,
    pub enable_push: bool,
    pub enable_push_whitelist: Option<bool>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub push_whitelist_usernames: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub push_whitelist_teams: Vec<String>,
    pub push_whitelist_deploy_keys: Option<bool>,
    pub enable_merge_whitelist: Option<bool>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub merge_whitelist_usernames: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub merge_whitelist_teams: Vec<String>,
    pub enable_status_check: Option<bool>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub status_check_contexts: Vec<String>,
    pub required_approvals: i64,
    pub enable_approvals_whitelist: Option<bool>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub approvals_whitelist_usernames: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub approvals_whitelist_teams: Vec<String>,
    pub block_on_rejected_reviews: Option<bool>,
    pub block_on_official_review_requests: Option<bool>,
    pub block_on_outdated_branch: Option<bool>,
    pub dismiss_stale_approvals: Option<bool>,
    pub ignore_stale_approvals: Option<bool>,
    pub require_signed_commits: Option<bool>,
    pub protected_file_patterns: Option<String>,
    pub unprotected_file_patterns: Option<String>,
    pub apply_to_admins: Option<bool>,
}

impl From<types::BranchProtection> for BranchProtection {
    fn from(rule: types::BranchProtection) -> Self {
        Self {
            rule: rule.rule_name.filter(|name| !name.is_empty()).or(rule.branch_name),
            enable_push: rule.enable_push == Some(true),
            enable_push_whitelist: set(rule.enable_push_whitelist),
            push_whitelist_usernames: rule.push_whitelist_usernames.unwrap_or_default(),
            push_whitelist_teams: rule.push_whitelist_teams.unwrap_or_default(),
            push_whitelist_deploy_keys: set(rule.push_whitelist_deploy_keys),
            enable_merge_whitelist: set(rule.enable_merge_whitelist),
            merge_whitelist_usernames: rule.merge_whitelist_usernames.unwrap_or_default(),
            merge_whitelist_teams: rule.merge_whitelist_teams.unwrap_or_default(),
            enable_status_check: set(rule.enable_status_check),
            status_check_contexts: rule.status_check_contexts.unwrap_or_default(),
            required_approvals: rule.required_approvals.unwrap_or_default(),
            enable_approvals_whitelist: set(rule.enable_approvals_whitelist),
            approvals_whitelist_usernames: rule.approvals_whitelist_username.unwrap_or_default(),
            approvals_whitelist_teams: rule.approvals_whitelist_teams.unwrap_or_default(),
            block_on_rejected_reviews: set(rule.block_on_rejected_reviews),
            block_on_official_review_requests: set(rule.block_on_official_review_requests),
            block_on_outdated_branch: set(rule.block_on_outdated_branch),
            dismiss_stale_approvals: set(rule.dismiss_stale_approvals),
            ignore_stale_approvals: set(rule.ignore_stale_approvals),
            require_signed_commits: set(rule.require_signed_commits),
            protected_file_patterns: rule.protected_file_patterns,
            unprotected_file_patterns: rule.unprotected_file_patterns,
            apply_to_admins: set(rule.apply_to_admins),
        }
    }
}
