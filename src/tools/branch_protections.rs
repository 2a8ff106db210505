//! Rules that protect branches.

use schemars::JsonSchema;
use serde::Deserialize;

use super::args::{PageArgs, RepoRef};
use super::compare::ignored;
use super::{Access, Call, Domain, Tool, ToolEntry};
use crate::fetch::{At, names, one, pages};
use crate::forgejo::api::types;
use crate::forgejo::{Answer, ApiError, Forge, Kind};
use crate::reply::{Page, Record};
use crate::views::{self, Done};

pub(super) const TOOLS: &[ToolEntry] = &[
    ToolEntry::of::<ListBranchProtections>(),
    ToolEntry::of::<GetBranchProtection>(),
    ToolEntry::of::<CreateBranchProtection>(),
    ToolEntry::of::<EditBranchProtection>(),
    ToolEntry::of::<DeleteBranchProtection>(),
];

/// One rule of a repository.
#[derive(Debug, Deserialize, JsonSchema)]
struct RuleRef {
    #[serde(flatten)]
    repo: RepoRef,
    /// Branch name or pattern, such as release/*
    #[schemars(extend("x-aliases" = ["rule_name", "branch_name", "branch", "name"]))]
    rule: String,
}

/// Lists the branch protection rules of a repository.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct ListBranchProtections {
    #[serde(flatten)]
    repo: RepoRef,
    #[serde(flatten)]
    page: PageArgs,
}

impl Tool for ListBranchProtections {
    const NAME: &str = "list_branch_protections";
    const TITLE: &str = "List branch protections";
    const DOMAIN: Domain = Domain::BranchProtection;
    const ACCESS: Access = Access::Read;
    const OPERATIONS: &[&str] = &["repoListBranchProtection"];
    type Output = Page<views::BranchProtection>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        let ask = self.page.ask(&call.forge, 100).await;
        let page = pages::branch_protections(&call.forge, self.repo.at(), ask).await?;
        Ok(Page::of(page))
    }
}

/// Gets a branch protection rule.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct GetBranchProtection {
    #[serde(flatten)]
    rule: RuleRef,
}

impl Tool for GetBranchProtection {
    const NAME: &str = "get_branch_protection";
    const TITLE: &str = "Get branch protection";
    const DOMAIN: Domain = Domain::BranchProtection;
    const ACCESS: Access = Access::Read;
    const OPERATIONS: &[&str] = &["repoGetBranchProtection"];
    type Output = Record<views::BranchProtection>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        Ok(Record::new(self.rule.get(call).await?.into()))
    }
}

impl RuleRef {
    async fn get(&self, call: &Call) -> Result<types::BranchProtection, ApiError> {
        let found = one::branch_protection(&call.forge, self.repo.at(), &self.rule).await;
        found.map_err(|error| self.missing(error))
    }

    fn missing(&self, error: ApiError) -> ApiError {
        match error.kind() {
            Kind::NotFound => error
                .explain(format!(
                    "{} has no rule {:?}, or this token may not see the repository",
                    self.repo, self.rule
                ))
                .hint("rules are found by their own pattern, not by a branch they cover: see list_branch_protections"),
            _ => error,
        }
    }
}

/// What a rule demands.
#[derive(Debug, Deserialize, JsonSchema)]
struct Demands {
    enable_push: Option<bool>,
    enable_push_whitelist: Option<bool>,
    push_whitelist_usernames: Option<Vec<String>>,
    push_whitelist_teams: Option<Vec<String>>,
    push_whitelist_deploy_keys: Option<bool>,
    enable_merge_whitelist: Option<bool>,
    merge_whitelist_usernames: Option<Vec<String>>,
    merge_whitelist_teams: Option<Vec<String>>,
    enable_status_check: Option<bool>,
    /// Patterns of contexts that must succeed
    status_check_contexts: Option<Vec<String>>,
    #[schemars(range(min = 0))]
    required_approvals: Option<i64>,
    enable_approvals_whitelist: Option<bool>,
    #[schemars(extend("x-aliases" = ["approvals_whitelist_username"]))]
    approvals_whitelist_usernames: Option<Vec<String>>,
    approvals_whitelist_teams: Option<Vec<String>>,
    block_on_rejected_reviews: Option<bool>,
    block_on_official_review_requests: Option<bool>,
    block_on_outdated_branch: Option<bool>,
    dismiss_stale_approvals: Option<bool>,
    ignore_stale_approvals: Option<bool>,
    require_signed_commits: Option<bool>,
    /// Patterns, separated by ;
    protected_file_patterns: Option<String>,
    /// Patterns, separated by ;
    unprotected_file_patterns: Option<String>,
    apply_to_admins: Option<bool>,
}

impl Demands {
    /// The same with names for the ids of people and teams.
    async fn named(mut self, forge: &Forge, at: At<'_>) -> Result<Self, ApiError> {
        let Self {
            push_whitelist_usernames, merge_whitelist_usernames, approvals_whitelist_usernames, ..
        } = &mut self;
        let people = [push_whitelist_usernames, merge_whitelist_usernames, approvals_whitelist_usernames];
        for words in people.into_iter().flatten() {
            *words = names::resolve_reviewers(forge, at, words).await?;
        }
        let Self { push_whitelist_teams, merge_whitelist_teams, approvals_whitelist_teams, .. } = &mut self;
        let teams = [push_whitelist_teams, merge_whitelist_teams, approvals_whitelist_teams];
        for words in teams.into_iter().flatten() {
            *words = names::resolve_teams(forge, at, words).await?;
        }
        Ok(self)
    }

    /// What to send for a rule as it is. The push whitelist counts for the forge only when the flags above it are
    /// sent with it, so they are.
    fn option(self, now: &types::BranchProtection) -> Result<types::EditBranchProtectionOption, ApiError> {
        let deploy_keys = self.push_whitelist_deploy_keys;
        let wants_whitelist = self.enable_push_whitelist == Some(true);
        if wants_whitelist && self.enable_push == Some(false) {
            return Err(ApiError::invalid(
                "enable_push_whitelist says who may push, and enable_push false says nobody may: leave one out",
            ));
        }
        let whitelist = match deploy_keys {
            Some(_) => self.enable_push_whitelist.or(now.enable_push_whitelist),
            None => self.enable_push_whitelist,
        };
        if deploy_keys == Some(true) && whitelist != Some(true) {
            return Err(ApiError::invalid(
                "push_whitelist_deploy_keys belongs to the push whitelist: give enable_push_whitelist true too",
            ));
        }
        let push = match whitelist {
            Some(true) => Some(true),
            Some(false) => self.enable_push.or(now.enable_push),
            None => self.enable_push,
        };
        Ok(types::EditBranchProtectionOption {
            enable_push: push,
            enable_push_whitelist: whitelist,
            push_whitelist_usernames: self.push_whitelist_usernames,
            push_whitelist_teams: self.push_whitelist_teams,
            push_whitelist_deploy_keys: deploy_keys,
            enable_merge_whitelist: self.enable_merge_whitelist,
            merge_whitelist_usernames: self.merge_whitelist_usernames,
            merge_whitelist_teams: self.merge_whitelist_teams,
            enable_status_check: self.enable_status_check,
            status_check_contexts: self.status_check_contexts,
            required_approvals: self.required_approvals,
            enable_approvals_whitelist: self.enable_approvals_whitelist,
            approvals_whitelist_username: self.approvals_whitelist_usernames,
            approvals_whitelist_teams: self.approvals_whitelist_teams,
            block_on_rejected_reviews: self.block_on_rejected_reviews,
            block_on_official_review_requests: self.block_on_official_review_requests,
            block_on_outdated_branch: self.block_on_outdated_branch,
            dismiss_stale_approvals: self.dismiss_stale_approvals,
            ignore_stale_approvals: self.ignore_stale_approvals,
            require_signed_commits: self.require_signed_commits,
            protected_file_patterns: self.protected_file_patterns,
            unprotected_file_patterns: self.unprotected_file_patterns,
            apply_to_admins: self.apply_to_admins,
        })
    }
}

/// The demands of a new rule; the forge's two types have the same fields.
fn new_rule(name: String, demands: types::EditBranchProtectionOption) -> types::CreateBranchProtectionOption {
    types::CreateBranchProtectionOption {
        rule_name: Some(name),
        branch_name: None,
        enable_push: demands.enable_push,
        enable_push_whitelist: demands.enable_push_whitelist,
        push_whitelist_usernames: demands.push_whitelist_usernames,
        push_whitelist_teams: demands.push_whitelist_teams,
        push_whitelist_deploy_keys: demands.push_whitelist_deploy_keys,
        enable_merge_whitelist: demands.enable_merge_whitelist,
        merge_whitelist_usernames: demands.merge_whitelist_usernames,
        merge_whitelist_teams: demands.merge_whitelist_teams,
        enable_status_check: demands.enable_status_check,
        status_check_contexts: demands.status_check_contexts,
        required_approvals: demands.required_approvals,
        enable_approvals_whitelist: demands.enable_approvals_whitelist,
        approvals_whitelist_username: demands.approvals_whitelist_username,
        approvals_whitelist_teams: demands.approvals_whitelist_teams,
        block_on_rejected_reviews: demands.block_on_rejected_reviews,
        block_on_official_review_requests: demands.block_on_official_review_requests,
        block_on_outdated_branch: demands.block_on_outdated_branch,
        dismiss_stale_approvals: demands.dismiss_stale_approvals,
        ignore_stale_approvals: demands.ignore_stale_approvals,
        require_signed_commits: demands.require_signed_commits,
        protected_file_patterns: demands.protected_file_patterns,
        unprotected_file_patterns: demands.unprotected_file_patterns,
        apply_to_admins: demands.apply_to_admins,
    }
}

/// Sentences on lists that are stored and have no effect, because the flag that turns them on is off.
fn without_effect(rule: &types::BranchProtection) -> Vec<String> {
    let filled = |names: &Option<Vec<String>>| names.as_ref().is_some_and(|names| !names.is_empty());
    let lists = [
        (
            "the push whitelist",
            "enable_push_whitelist",
            rule.enable_push_whitelist,
            filled(&rule.push_whitelist_usernames) || filled(&rule.push_whitelist_teams),
        ),
        (
            "the merge whitelist",
            "enable_merge_whitelist",
            rule.enable_merge_whitelist,
            filled(&rule.merge_whitelist_usernames) || filled(&rule.merge_whitelist_teams),
        ),
        (
            "the approvals whitelist",
            "enable_approvals_whitelist",
            rule.enable_approvals_whitelist,
            filled(&rule.approvals_whitelist_username) || filled(&rule.approvals_whitelist_teams),
        ),
        (
            "the list of status checks",
            "enable_status_check",
            rule.enable_status_check,
            filled(&rule.status_check_contexts),
        ),
    ];
    let idle = lists.into_iter().filter(|(_, _, on, filled)| *filled && *on != Some(true));
    idle.map(|(list, flag, ..)| format!("{list} has no effect until {flag} is true")).collect()
}

/// Creates a branch protection rule. Flags left out are off: then nobody may push.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct CreateBranchProtection {
    #[serde(flatten)]
    rule: RuleRef,
    #[serde(flatten)]
    demands: Demands,
}

impl Tool for CreateBranchProtection {
    const NAME: &str = "create_branch_protection";
    const TITLE: &str = "Create branch protection";
    const DOMAIN: Domain = Domain::BranchProtection;
    const ACCESS: Access = Access::Create;
    const OPERATIONS: &[&str] =
        &["repoCreateBranchProtection", "repoGetReviewers", "repoGetAssignees", "repoListTeams"];
    type Output = Record<views::BranchProtection>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        let Self { rule: RuleRef { repo, rule }, demands } = self;
        if rule.trim().is_empty() {
            return Err(ApiError::invalid("rule must not be empty"));
        }
        let demands = demands.named(&call.forge, repo.at()).await?;
        let body = new_rule(rule.clone(), demands.option(&types::BranchProtection::default())?);
        let request = call.forge.api()?.repo_create_branch_protection().owner(&repo.owner).repo(&repo.repo);
        let made = match request.body(body.clone()).send().answer(&call.forge).await {
            Ok(made) => made.into_inner(),
            // The forge answers 403 here, as if a right were missing.
            Err(error) if error.said().is_some_and(|said| said.contains("already exist")) => {
                return Err(error
                    .as_kind(Kind::Conflict)
                    .explain(format!("{repo} has a rule {rule:?} already"))
                    .hint("edit_branch_protection changes it"));
            }
            Err(error) => return Err(names::with_candidates(&call.forge, repo.at(), error).await),
        };
        let warnings = ignored(&body, &made).into_iter().chain(without_effect(&made));
        let warnings: Vec<String> = warnings.collect();
        Ok(Record::new(views::BranchProtection::from(made)).warn(warnings))
    }
}

/// Changes a branch protection rule. What is left out stays; an empty list or text clears.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct EditBranchProtection {
    #[serde(flatten)]
    rule: RuleRef,
    #[serde(flatten)]
    demands: Demands,
}

impl Tool for EditBranchProtection {
    const NAME: &str = "edit_branch_protection";
    const TITLE: &str = "Edit branch protection";
    const DOMAIN: Domain = Domain::BranchProtection;
    const ACCESS: Access = Access::Change;
    const IDEMPOTENT: bool = true;
    const OPERATIONS: &[&str] = &[
        "repoEditBranchProtection",
        "repoGetBranchProtection",
        "repoGetReviewers",
        "repoGetAssignees",
        "repoListTeams",
    ];
    type Output = Record<views::BranchProtection>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        let Self { rule, demands } = self;
        let now = rule.get(call).await?;
        let body = demands.named(&call.forge, rule.repo.at()).await?.option(&now)?;
        if serde_json::to_value(&body).is_ok_and(|body| body == serde_json::json!({})) {
            return Err(ApiError::invalid("nothing to change: give at least one field besides the rule"));
        }
        let request = call.forge.api()?.repo_edit_branch_protection();
        let request = request.owner(&rule.repo.owner).repo(&rule.repo.repo).name(&rule.rule);
        let now = match request.body(body.clone()).send().answer(&call.forge).await {
            Ok(now) => now.into_inner(),
            Err(error) => return Err(names::with_candidates(&call.forge, rule.repo.at(), error).await),
        };
        let warnings = ignored(&body, &now).into_iter().chain(without_effect(&now));
        let warnings: Vec<String> = warnings.collect();
        Ok(Record::new(views::BranchProtection::from(now)).warn(warnings))
    }
}

/// Deletes a branch protection rule; the branches that it covers are open then.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct DeleteBranchProtection {
    #[serde(flatten)]
    rule: RuleRef,
}

impl Tool for DeleteBranchProtection {
    const NAME: &str = "delete_branch_protection";
    const TITLE: &str = "Delete branch protection";
    const DOMAIN: Domain = Domain::BranchProtection;
    const ACCESS: Access = Access::Change;
    const OPERATIONS: &[&str] = &["repoDeleteBranchProtection"];
    type Output = Record<Done>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        let Self { rule } = &self;
        let request = call.forge.api()?.repo_delete_branch_protection();
        let request = request.owner(&rule.repo.owner).repo(&rule.repo.repo).name(&rule.rule);
        request.send().answer(&call.forge).await.map_err(|error| rule.missing(error))?;
        Ok(Record::new(Done::new(format!("rule {:?} of {} is deleted", rule.rule, rule.repo))))
    }
}
