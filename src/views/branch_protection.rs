//! Branch protection rules.

use schemars::JsonSchema;
use serde::Serialize;

use super::{set, when};
use crate::forgejo::api::types;

/// A rule that protects the branches whose names fit its pattern.
#[derive(Debug, Serialize, JsonSchema)]
pub struct BranchProtection {
    /// A name or a glob.
    pub rule: Option<String>,
    pub push: Option<bool>,
    /// Who may push; absent when everybody who can write may.
    pub push_allowed: Option<Allowed>,
    pub push_deploy_keys: Option<bool>,
    /// Who may merge; absent when everybody who can write may.
    pub merge_allowed: Option<Allowed>,
    /// Contexts that must succeed; absent when checks are not required.
    pub status_checks: Option<Vec<String>>,
    pub required_approvals: Option<i64>,
    /// Whose approvals count; absent when everybody's who can write do.
    pub approvals_from: Option<Allowed>,
    pub block_on_rejected_reviews: Option<bool>,
    pub block_on_official_review_requests: Option<bool>,
    pub block_on_outdated_branch: Option<bool>,
    pub dismiss_stale_approvals: Option<bool>,
    pub ignore_stale_approvals: Option<bool>,
    pub require_signed_commits: Option<bool>,
    pub protected_file_patterns: Option<String>,
    pub unprotected_file_patterns: Option<String>,
    pub apply_to_admins: Option<bool>,
    pub created_at: Option<String>,
    pub updated_at: Option<String>,
}

/// Users and teams.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Allowed {
    pub users: Vec<String>,
    pub teams: Vec<String>,
}

impl From<types::BranchProtection> for BranchProtection {
    fn from(rule: types::BranchProtection) -> Self {
        let filled = |text: Option<String>| text.filter(|text| !text.is_empty());
        Self {
            rule: filled(rule.rule_name).or(rule.branch_name),
            push: rule.enable_push,
            push_allowed: allowed(
                rule.enable_push_whitelist,
                rule.push_whitelist_usernames,
                rule.push_whitelist_teams,
            ),
            push_deploy_keys: set(rule.push_whitelist_deploy_keys),
            merge_allowed: allowed(
                rule.enable_merge_whitelist,
                rule.merge_whitelist_usernames,
                rule.merge_whitelist_teams,
            ),
            status_checks: set(rule.enable_status_check)
                .map(|_| rule.status_check_contexts.unwrap_or_default()),
            required_approvals: rule.required_approvals.filter(|count| *count > 0),
            approvals_from: allowed(
                rule.enable_approvals_whitelist,
                rule.approvals_whitelist_username,
                rule.approvals_whitelist_teams,
            ),
            block_on_rejected_reviews: set(rule.block_on_rejected_reviews),
            block_on_official_review_requests: set(rule.block_on_official_review_requests),
            block_on_outdated_branch: set(rule.block_on_outdated_branch),
            dismiss_stale_approvals: set(rule.dismiss_stale_approvals),
            ignore_stale_approvals: set(rule.ignore_stale_approvals),
            require_signed_commits: set(rule.require_signed_commits),
            protected_file_patterns: filled(rule.protected_file_patterns),
            unprotected_file_patterns: filled(rule.unprotected_file_patterns),
            apply_to_admins: set(rule.apply_to_admins),
            created_at: when(rule.created_at),
            updated_at: when(rule.updated_at),
        }
    }
}

fn allowed(on: Option<bool>, users: Option<Vec<String>>, teams: Option<Vec<String>>) -> Option<Allowed> {
    set(on).map(|_| Allowed { users: users.unwrap_or_default(), teams: teams.unwrap_or_default() })
}
