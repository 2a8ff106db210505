// Generated from swagger/forgejo.v1.json by build.rs; do not edit, run `cargo build`.

use std::collections::BTreeMap;

use forgejo_mcp::forgejo::api::{self, Client, types};

/// How one operation is called with the same text in every place of its path.
pub type Drive = for<'a> fn(&'a Client, &'a str) -> Calling<'a>;

/// A call under way: the error as text, without the body of an answer.
pub type Calling<'a> = std::pin::Pin<Box<dyn Future<Output = Result<(), String>> + Send + 'a>>;

/// How the JSON of an answer is read: what is wrong with it as text.
pub type Reading = fn(&str) -> Result<(), String>;

fn body<T: serde::de::DeserializeOwned>(text: &str) -> T {
    serde_json::from_str(text).expect("a minimal body")
}

fn read<T: serde::de::DeserializeOwned>(text: &str) -> Result<(), String> {
    serde_json::from_str::<T>(text).map(drop).map_err(|error| error.to_string())
}

fn said(error: api::Error<()>) -> String {
    match error {
        api::Error::InvalidRequest(message) => format!("invalid request: {message}"),
        api::Error::UnexpectedResponse(response) => format!("status {}", response.status()),
        other => other.to_string(),
    }
}

/// Every operation with a text in its path, by id.
pub static DRIVES: [(&str, Drive); 391] = [
    ("CancelActionRun", |client, value| Box::pin(async move {
        client.cancel_action_run().owner(value).repo(value).run_id(1).send().await.map(drop).map_err(said)
    })),
    ("DeleteActionArtifact", |client, value| Box::pin(async move {
        client.delete_action_artifact().owner(value).repo(value).artifact_id(1).send().await.map(drop).map_err(said)
    })),
    ("DeleteActionRun", |client, value| Box::pin(async move {
        client.delete_action_run().owner(value).repo(value).run_id(1).send().await.map(drop).map_err(said)
    })),
    ("DispatchWorkflow", |client, value| Box::pin(async move {
        client.dispatch_workflow().owner(value).repo(value).workflowfilename(value).body(body::<types::DispatchWorkflowOption>("{\"ref\":\"x\"}")).send().await.map(drop).map_err(said)
    })),
    ("DownloadActionArtifact", |client, value| Box::pin(async move {
        client.download_action_artifact().owner(value).repo(value).artifact_id(1).send().await.map(drop).map_err(said)
    })),
    ("GetActionArtifact", |client, value| Box::pin(async move {
        client.get_action_artifact().owner(value).repo(value).artifact_id(1).send().await.map(drop).map_err(said)
    })),
    ("GetActionRun", |client, value| Box::pin(async move {
        client.get_action_run().owner(value).repo(value).run_id(1).send().await.map(drop).map_err(said)
    })),
    ("GetAnnotatedTag", |client, value| Box::pin(async move {
        client.get_annotated_tag().owner(value).repo(value).sha(value).send().await.map(drop).map_err(said)
    })),
    ("GetBlob", |client, value| Box::pin(async move {
        client.get_blob().owner(value).repo(value).sha(value).send().await.map(drop).map_err(said)
    })),
    ("GetBlobs", |client, value| Box::pin(async move {
        client.get_blobs().owner(value).repo(value).shas("x").send().await.map(drop).map_err(said)
    })),
    ("GetTree", |client, value| Box::pin(async move {
        client.get_tree().owner(value).repo(value).sha(value).send().await.map(drop).map_err(said)
    })),
    ("ListActionArtifacts", |client, value| Box::pin(async move {
        client.list_action_artifacts().owner(value).repo(value).send().await.map(drop).map_err(said)
    })),
    ("ListActionRunArtifacts", |client, value| Box::pin(async move {
        client.list_action_run_artifacts().owner(value).repo(value).run_id(1).send().await.map(drop).map_err(said)
    })),
    ("ListActionRunJobs", |client, value| Box::pin(async move {
        client.list_action_run_jobs().owner(value).repo(value).run_id(1).send().await.map(drop).map_err(said)
    })),
    ("ListActionRuns", |client, value| Box::pin(async move {
        client.list_action_runs().owner(value).repo(value).send().await.map(drop).map_err(said)
    })),
    ("ListActionTasks", |client, value| Box::pin(async move {
        client.list_action_tasks().owner(value).repo(value).send().await.map(drop).map_err(said)
    })),
    ("RerunActionRun", |client, value| Box::pin(async move {
        client.rerun_action_run().owner(value).repo(value).run_id(1).send().await.map(drop).map_err(said)
    })),
    ("acceptRepoTransfer", |client, value| Box::pin(async move {
        client.accept_repo_transfer().owner(value).repo(value).send().await.map(drop).map_err(said)
    })),
    ("adminAddRuleToQuotaGroup", |client, value| Box::pin(async move {
        client.admin_add_rule_to_quota_group().quotagroup(value).quotarule(value).send().await.map(drop).map_err(said)
    })),
    ("adminAddUserToQuotaGroup", |client, value| Box::pin(async move {
        client.admin_add_user_to_quota_group().quotagroup(value).username(value).send().await.map(drop).map_err(said)
    })),
    ("adminAdoptRepository", |client, value| Box::pin(async move {
        client.admin_adopt_repository().owner(value).repo(value).send().await.map(drop).map_err(said)
    })),
    ("adminCreateOrg", |client, value| Box::pin(async move {
        client.admin_create_org().username(value).body(body::<types::CreateOrgOption>("{\"username\":\"x\"}")).send().await.map(drop).map_err(said)
    })),
    ("adminCreatePublicKey", |client, value| Box::pin(async move {
        client.admin_create_public_key().username(value).body(body::<types::CreateKeyOption>("{\"title\":\"x\",\"key\":\"x\"}")).send().await.map(drop).map_err(said)
    })),
    ("adminCreateRepo", |client, value| Box::pin(async move {
        client.admin_create_repo().username(value).body(body::<types::CreateRepoOption>("{\"name\":\"x\"}")).send().await.map(drop).map_err(said)
    })),
    ("adminCreateUserAccessToken", |client, value| Box::pin(async move {
        client.admin_create_user_access_token().username(value).body(body::<types::CreateAccessTokenOption>("{\"name\":\"x\"}")).send().await.map(drop).map_err(said)
    })),
    ("adminCronRun", |client, value| Box::pin(async move {
        client.admin_cron_run().task(value).send().await.map(drop).map_err(said)
    })),
    ("adminDeleteQuotaGroup", |client, value| Box::pin(async move {
        client.admin_delete_quota_group().quotagroup(value).send().await.map(drop).map_err(said)
    })),
    ("adminDeleteQuotaRule", |client, value| Box::pin(async move {
        client.admin_delete_quota_rule().quotarule(value).send().await.map(drop).map_err(said)
    })),
    ("adminDeleteUnadoptedRepository", |client, value| Box::pin(async move {
        client.admin_delete_unadopted_repository().owner(value).repo(value).send().await.map(drop).map_err(said)
    })),
    ("adminDeleteUser", |client, value| Box::pin(async move {
        client.admin_delete_user().username(value).send().await.map(drop).map_err(said)
    })),
    ("adminDeleteUserAccessToken", |client, value| Box::pin(async move {
        client.admin_delete_user_access_token().username(value).token(value).send().await.map(drop).map_err(said)
    })),
    ("adminDeleteUserEmails", |client, value| Box::pin(async move {
        client.admin_delete_user_emails().username(value).body(body::<types::DeleteEmailOption>("{}")).send().await.map(drop).map_err(said)
    })),
    ("adminDeleteUserPublicKey", |client, value| Box::pin(async move {
        client.admin_delete_user_public_key().username(value).id(1).send().await.map(drop).map_err(said)
    })),
    ("adminEditQuotaRule", |client, value| Box::pin(async move {
        client.admin_edit_quota_rule().quotarule(value).body(body::<types::EditQuotaRuleOptions>("{}")).send().await.map(drop).map_err(said)
    })),
    ("adminEditUser", |client, value| Box::pin(async move {
        client.admin_edit_user().username(value).body(body::<types::EditUserOption>("{}")).send().await.map(drop).map_err(said)
    })),
    ("adminGetQuotaGroup", |client, value| Box::pin(async move {
        client.admin_get_quota_group().quotagroup(value).send().await.map(drop).map_err(said)
    })),
    ("adminGetQuotaRule", |client, value| Box::pin(async move {
        client.admin_get_quota_rule().quotarule(value).send().await.map(drop).map_err(said)
    })),
    ("adminGetUserQuota", |client, value| Box::pin(async move {
        client.admin_get_user_quota().username(value).send().await.map(drop).map_err(said)
    })),
    ("adminListUserAccessTokens", |client, value| Box::pin(async move {
        client.admin_list_user_access_tokens().username(value).send().await.map(drop).map_err(said)
    })),
    ("adminListUserEmails", |client, value| Box::pin(async move {
        client.admin_list_user_emails().username(value).send().await.map(drop).map_err(said)
    })),
    ("adminListUsersInQuotaGroup", |client, value| Box::pin(async move {
        client.admin_list_users_in_quota_group().quotagroup(value).send().await.map(drop).map_err(said)
    })),
    ("adminRemoveRuleFromQuotaGroup", |client, value| Box::pin(async move {
        client.admin_remove_rule_from_quota_group().quotagroup(value).quotarule(value).send().await.map(drop).map_err(said)
    })),
    ("adminRemoveUserFromQuotaGroup", |client, value| Box::pin(async move {
        client.admin_remove_user_from_quota_group().quotagroup(value).username(value).send().await.map(drop).map_err(said)
    })),
    ("adminRenameUser", |client, value| Box::pin(async move {
        client.admin_rename_user().username(value).body(body::<types::RenameUserOption>("{\"new_username\":\"x\"}")).send().await.map(drop).map_err(said)
    })),
    ("adminSetUserQuotaGroups", |client, value| Box::pin(async move {
        client.admin_set_user_quota_groups().username(value).body(body::<types::SetUserQuotaGroupsOptions>("{\"groups\":[]}")).send().await.map(drop).map_err(said)
    })),
    ("createFork", |client, value| Box::pin(async move {
        client.create_fork().owner(value).repo(value).body(body::<types::CreateForkOption>("{}")).send().await.map(drop).map_err(said)
    })),
    ("createOrgRepo", |client, value| Box::pin(async move {
        client.create_org_repo().org(value).body(body::<types::CreateRepoOption>("{\"name\":\"x\"}")).send().await.map(drop).map_err(said)
    })),
    ("createOrgRepoDeprecated", |client, value| Box::pin(async move {
        client.create_org_repo_deprecated().org(value).body(body::<types::CreateRepoOption>("{\"name\":\"x\"}")).send().await.map(drop).map_err(said)
    })),
    ("createOrgVariable", |client, value| Box::pin(async move {
        client.create_org_variable().org(value).variablename(value).body(body::<types::CreateVariableOption>("{\"value\":\"x\"}")).send().await.map(drop).map_err(said)
    })),
    ("createRepoVariable", |client, value| Box::pin(async move {
        client.create_repo_variable().owner(value).repo(value).variablename(value).body(body::<types::CreateVariableOption>("{\"value\":\"x\"}")).send().await.map(drop).map_err(said)
    })),
    ("createUserVariable", |client, value| Box::pin(async move {
        client.create_user_variable().variablename(value).body(body::<types::CreateVariableOption>("{\"value\":\"x\"}")).send().await.map(drop).map_err(said)
    })),
    ("deleteAdminRunner", |client, value| Box::pin(async move {
        client.delete_admin_runner().runner_id(value).send().await.map(drop).map_err(said)
    })),
    ("deleteOrgRunner", |client, value| Box::pin(async move {
        client.delete_org_runner().org(value).runner_id(value).send().await.map(drop).map_err(said)
    })),
    ("deleteOrgSecret", |client, value| Box::pin(async move {
        client.delete_org_secret().org(value).secretname(value).send().await.map(drop).map_err(said)
    })),
    ("deleteOrgVariable", |client, value| Box::pin(async move {
        client.delete_org_variable().org(value).variablename(value).send().await.map(drop).map_err(said)
    })),
    ("deletePackage", |client, value| Box::pin(async move {
        client.delete_package().owner(value).type_(value).name(value).version(value).send().await.map(drop).map_err(said)
    })),
    ("deleteRepoRunner", |client, value| Box::pin(async move {
        client.delete_repo_runner().owner(value).repo(value).runner_id(value).send().await.map(drop).map_err(said)
    })),
    ("deleteRepoSecret", |client, value| Box::pin(async move {
        client.delete_repo_secret().owner(value).repo(value).secretname(value).send().await.map(drop).map_err(said)
    })),
    ("deleteRepoVariable", |client, value| Box::pin(async move {
        client.delete_repo_variable().owner(value).repo(value).variablename(value).send().await.map(drop).map_err(said)
    })),
    ("deleteUserRunner", |client, value| Box::pin(async move {
        client.delete_user_runner().runner_id(value).send().await.map(drop).map_err(said)
    })),
    ("deleteUserSecret", |client, value| Box::pin(async move {
        client.delete_user_secret().secretname(value).send().await.map(drop).map_err(said)
    })),
    ("deleteUserVariable", |client, value| Box::pin(async move {
        client.delete_user_variable().variablename(value).send().await.map(drop).map_err(said)
    })),
    ("generateRepo", |client, value| Box::pin(async move {
        client.generate_repo().template_owner(value).template_repo(value).body(body::<types::GenerateRepoOption>("{\"owner\":\"x\",\"name\":\"x\"}")).send().await.map(drop).map_err(said)
    })),
    ("getAdminRunner", |client, value| Box::pin(async move {
        client.get_admin_runner().runner_id(value).send().await.map(drop).map_err(said)
    })),
    ("getGitignoreTemplateInfo", |client, value| Box::pin(async move {
        client.get_gitignore_template_info().name(value).send().await.map(drop).map_err(said)
    })),
    ("getLabelTemplateInfo", |client, value| Box::pin(async move {
        client.get_label_template_info().name(value).send().await.map(drop).map_err(said)
    })),
    ("getLicenseTemplateInfo", |client, value| Box::pin(async move {
        client.get_license_template_info().name(value).send().await.map(drop).map_err(said)
    })),
    ("getOrgRunner", |client, value| Box::pin(async move {
        client.get_org_runner().org(value).runner_id(value).send().await.map(drop).map_err(said)
    })),
    ("getOrgRunners", |client, value| Box::pin(async move {
        client.get_org_runners().org(value).send().await.map(drop).map_err(said)
    })),
    ("getOrgVariable", |client, value| Box::pin(async move {
        client.get_org_variable().org(value).variablename(value).send().await.map(drop).map_err(said)
    })),
    ("getOrgVariablesList", |client, value| Box::pin(async move {
        client.get_org_variables_list().org(value).send().await.map(drop).map_err(said)
    })),
    ("getPackage", |client, value| Box::pin(async move {
        client.get_package().owner(value).type_(value).name(value).version(value).send().await.map(drop).map_err(said)
    })),
    ("getRepoRunner", |client, value| Box::pin(async move {
        client.get_repo_runner().owner(value).repo(value).runner_id(value).send().await.map(drop).map_err(said)
    })),
    ("getRepoRunners", |client, value| Box::pin(async move {
        client.get_repo_runners().owner(value).repo(value).send().await.map(drop).map_err(said)
    })),
    ("getRepoVariable", |client, value| Box::pin(async move {
        client.get_repo_variable().owner(value).repo(value).variablename(value).send().await.map(drop).map_err(said)
    })),
    ("getRepoVariablesList", |client, value| Box::pin(async move {
        client.get_repo_variables_list().owner(value).repo(value).send().await.map(drop).map_err(said)
    })),
    ("getUserRunner", |client, value| Box::pin(async move {
        client.get_user_runner().runner_id(value).send().await.map(drop).map_err(said)
    })),
    ("getUserVariable", |client, value| Box::pin(async move {
        client.get_user_variable().variablename(value).send().await.map(drop).map_err(said)
    })),
    ("issueAddLabel", |client, value| Box::pin(async move {
        client.issue_add_label().owner(value).repo(value).index(1).body(body::<types::IssueLabelsOption>("{}")).send().await.map(drop).map_err(said)
    })),
    ("issueAddSubscription", |client, value| Box::pin(async move {
        client.issue_add_subscription().owner(value).repo(value).index(1).user(value).send().await.map(drop).map_err(said)
    })),
    ("issueAddTime", |client, value| Box::pin(async move {
        client.issue_add_time().owner(value).repo(value).index(1).body(body::<types::AddTimeOption>("{\"time\":1}")).send().await.map(drop).map_err(said)
    })),
    ("issueCheckSubscription", |client, value| Box::pin(async move {
        client.issue_check_subscription().owner(value).repo(value).index(1).send().await.map(drop).map_err(said)
    })),
    ("issueClearLabels", |client, value| Box::pin(async move {
        client.issue_clear_labels().owner(value).repo(value).index(1).body(body::<types::DeleteLabelsOption>("{}")).send().await.map(drop).map_err(said)
    })),
    ("issueCreateComment", |client, value| Box::pin(async move {
        client.issue_create_comment().owner(value).repo(value).index(1).body(body::<types::CreateIssueCommentOption>("{\"body\":\"x\"}")).send().await.map(drop).map_err(said)
    })),
    ("issueCreateIssue", |client, value| Box::pin(async move {
        client.issue_create_issue().owner(value).repo(value).body(body::<types::CreateIssueOption>("{\"title\":\"x\"}")).send().await.map(drop).map_err(said)
    })),
    ("issueCreateIssueBlocking", |client, value| Box::pin(async move {
        client.issue_create_issue_blocking().owner(value).repo(value).index(1).body(body::<types::IssueMeta>("{\"index\":1,\"owner\":\"x\",\"repo\":\"x\"}")).send().await.map(drop).map_err(said)
    })),
    ("issueCreateIssueDependencies", |client, value| Box::pin(async move {
        client.issue_create_issue_dependencies().owner(value).repo(value).index(1).body(body::<types::IssueMeta>("{\"index\":1,\"owner\":\"x\",\"repo\":\"x\"}")).send().await.map(drop).map_err(said)
    })),
    ("issueCreateLabel", |client, value| Box::pin(async move {
        client.issue_create_label().owner(value).repo(value).body(body::<types::CreateLabelOption>("{\"name\":\"x\",\"color\":\"x\"}")).send().await.map(drop).map_err(said)
    })),
    ("issueCreateMilestone", |client, value| Box::pin(async move {
        client.issue_create_milestone().owner(value).repo(value).body(body::<types::CreateMilestoneOption>("{}")).send().await.map(drop).map_err(said)
    })),
    ("issueDelete", |client, value| Box::pin(async move {
        client.issue_delete().owner(value).repo(value).index(1).send().await.map(drop).map_err(said)
    })),
    ("issueDeleteComment", |client, value| Box::pin(async move {
        client.issue_delete_comment().owner(value).repo(value).id(1).send().await.map(drop).map_err(said)
    })),
    ("issueDeleteCommentDeprecated", |client, value| Box::pin(async move {
        client.issue_delete_comment_deprecated().owner(value).repo(value).index(1).id(1).send().await.map(drop).map_err(said)
    })),
    ("issueDeleteCommentReaction", |client, value| Box::pin(async move {
        client.issue_delete_comment_reaction().owner(value).repo(value).id(1).body(body::<types::EditReactionOption>("{}")).send().await.map(drop).map_err(said)
    })),
    ("issueDeleteIssueAttachment", |client, value| Box::pin(async move {
        client.issue_delete_issue_attachment().owner(value).repo(value).index(1).attachment_id(1).send().await.map(drop).map_err(said)
    })),
    ("issueDeleteIssueCommentAttachment", |client, value| Box::pin(async move {
        client.issue_delete_issue_comment_attachment().owner(value).repo(value).id(1).attachment_id(1).send().await.map(drop).map_err(said)
    })),
    ("issueDeleteIssueReaction", |client, value| Box::pin(async move {
        client.issue_delete_issue_reaction().owner(value).repo(value).index(1).body(body::<types::EditReactionOption>("{}")).send().await.map(drop).map_err(said)
    })),
    ("issueDeleteLabel", |client, value| Box::pin(async move {
        client.issue_delete_label().owner(value).repo(value).id(1).send().await.map(drop).map_err(said)
    })),
    ("issueDeleteMilestone", |client, value| Box::pin(async move {
        client.issue_delete_milestone().owner(value).repo(value).id(1).send().await.map(drop).map_err(said)
    })),
    ("issueDeleteStopWatch", |client, value| Box::pin(async move {
        client.issue_delete_stop_watch().owner(value).repo(value).index(1).send().await.map(drop).map_err(said)
    })),
    ("issueDeleteSubscription", |client, value| Box::pin(async move {
        client.issue_delete_subscription().owner(value).repo(value).index(1).user(value).send().await.map(drop).map_err(said)
    })),
    ("issueDeleteTime", |client, value| Box::pin(async move {
        client.issue_delete_time().owner(value).repo(value).index(1).id(1).send().await.map(drop).map_err(said)
    })),
    ("issueEditComment", |client, value| Box::pin(async move {
        client.issue_edit_comment().owner(value).repo(value).id(1).body(body::<types::EditIssueCommentOption>("{\"body\":\"x\"}")).send().await.map(drop).map_err(said)
    })),
    ("issueEditCommentDeprecated", |client, value| Box::pin(async move {
        client.issue_edit_comment_deprecated().owner(value).repo(value).index(1).id(1).body(body::<types::EditIssueCommentOption>("{\"body\":\"x\"}")).send().await.map(drop).map_err(said)
    })),
    ("issueEditIssue", |client, value| Box::pin(async move {
        client.issue_edit_issue().owner(value).repo(value).index(1).body(body::<types::EditIssueOption>("{}")).send().await.map(drop).map_err(said)
    })),
    ("issueEditIssueAttachment", |client, value| Box::pin(async move {
        client.issue_edit_issue_attachment().owner(value).repo(value).index(1).attachment_id(1).body(body::<types::EditAttachmentOptions>("{}")).send().await.map(drop).map_err(said)
    })),
    ("issueEditIssueCommentAttachment", |client, value| Box::pin(async move {
        client.issue_edit_issue_comment_attachment().owner(value).repo(value).id(1).attachment_id(1).body(body::<types::EditAttachmentOptions>("{}")).send().await.map(drop).map_err(said)
    })),
    ("issueEditIssueDeadline", |client, value| Box::pin(async move {
        client.issue_edit_issue_deadline().owner(value).repo(value).index(1).body(body::<types::EditDeadlineOption>("{\"due_date\":\"2026-01-02T03:04:05Z\"}")).send().await.map(drop).map_err(said)
    })),
    ("issueEditLabel", |client, value| Box::pin(async move {
        client.issue_edit_label().owner(value).repo(value).id(1).body(body::<types::EditLabelOption>("{}")).send().await.map(drop).map_err(said)
    })),
    ("issueEditMilestone", |client, value| Box::pin(async move {
        client.issue_edit_milestone().owner(value).repo(value).id(1).body(body::<types::EditMilestoneOption>("{}")).send().await.map(drop).map_err(said)
    })),
    ("issueGetComment", |client, value| Box::pin(async move {
        client.issue_get_comment().owner(value).repo(value).id(1).send().await.map(drop).map_err(said)
    })),
    ("issueGetCommentReactions", |client, value| Box::pin(async move {
        client.issue_get_comment_reactions().owner(value).repo(value).id(1).send().await.map(drop).map_err(said)
    })),
    ("issueGetComments", |client, value| Box::pin(async move {
        client.issue_get_comments().owner(value).repo(value).index(1).send().await.map(drop).map_err(said)
    })),
    ("issueGetCommentsAndTimeline", |client, value| Box::pin(async move {
        client.issue_get_comments_and_timeline().owner(value).repo(value).index(1).send().await.map(drop).map_err(said)
    })),
    ("issueGetIssue", |client, value| Box::pin(async move {
        client.issue_get_issue().owner(value).repo(value).index(1).send().await.map(drop).map_err(said)
    })),
    ("issueGetIssueAttachment", |client, value| Box::pin(async move {
        client.issue_get_issue_attachment().owner(value).repo(value).index(1).attachment_id(1).send().await.map(drop).map_err(said)
    })),
    ("issueGetIssueCommentAttachment", |client, value| Box::pin(async move {
        client.issue_get_issue_comment_attachment().owner(value).repo(value).id(1).attachment_id(1).send().await.map(drop).map_err(said)
    })),
    ("issueGetIssueReactions", |client, value| Box::pin(async move {
        client.issue_get_issue_reactions().owner(value).repo(value).index(1).send().await.map(drop).map_err(said)
    })),
    ("issueGetLabel", |client, value| Box::pin(async move {
        client.issue_get_label().owner(value).repo(value).id(1).send().await.map(drop).map_err(said)
    })),
    ("issueGetLabels", |client, value| Box::pin(async move {
        client.issue_get_labels().owner(value).repo(value).index(1).send().await.map(drop).map_err(said)
    })),
    ("issueGetMilestone", |client, value| Box::pin(async move {
        client.issue_get_milestone().owner(value).repo(value).id(1).send().await.map(drop).map_err(said)
    })),
    ("issueGetMilestonesList", |client, value| Box::pin(async move {
        client.issue_get_milestones_list().owner(value).repo(value).send().await.map(drop).map_err(said)
    })),
    ("issueGetRepoComments", |client, value| Box::pin(async move {
        client.issue_get_repo_comments().owner(value).repo(value).send().await.map(drop).map_err(said)
    })),
    ("issueListBlocks", |client, value| Box::pin(async move {
        client.issue_list_blocks().owner(value).repo(value).index(1).send().await.map(drop).map_err(said)
    })),
    ("issueListIssueAttachments", |client, value| Box::pin(async move {
        client.issue_list_issue_attachments().owner(value).repo(value).index(1).send().await.map(drop).map_err(said)
    })),
    ("issueListIssueCommentAttachments", |client, value| Box::pin(async move {
        client.issue_list_issue_comment_attachments().owner(value).repo(value).id(1).send().await.map(drop).map_err(said)
    })),
    ("issueListIssueDependencies", |client, value| Box::pin(async move {
        client.issue_list_issue_dependencies().owner(value).repo(value).index(1).send().await.map(drop).map_err(said)
    })),
    ("issueListIssues", |client, value| Box::pin(async move {
        client.issue_list_issues().owner(value).repo(value).send().await.map(drop).map_err(said)
    })),
    ("issueListLabels", |client, value| Box::pin(async move {
        client.issue_list_labels().owner(value).repo(value).send().await.map(drop).map_err(said)
    })),
    ("issuePostCommentReaction", |client, value| Box::pin(async move {
        client.issue_post_comment_reaction().owner(value).repo(value).id(1).body(body::<types::EditReactionOption>("{}")).send().await.map(drop).map_err(said)
    })),
    ("issuePostIssueReaction", |client, value| Box::pin(async move {
        client.issue_post_issue_reaction().owner(value).repo(value).index(1).body(body::<types::EditReactionOption>("{}")).send().await.map(drop).map_err(said)
    })),
    ("issueRemoveIssueBlocking", |client, value| Box::pin(async move {
        client.issue_remove_issue_blocking().owner(value).repo(value).index(1).body(body::<types::IssueMeta>("{\"index\":1,\"owner\":\"x\",\"repo\":\"x\"}")).send().await.map(drop).map_err(said)
    })),
    ("issueRemoveIssueDependencies", |client, value| Box::pin(async move {
        client.issue_remove_issue_dependencies().owner(value).repo(value).index(1).body(body::<types::IssueMeta>("{\"index\":1,\"owner\":\"x\",\"repo\":\"x\"}")).send().await.map(drop).map_err(said)
    })),
    ("issueRemoveLabel", |client, value| Box::pin(async move {
        client.issue_remove_label().owner(value).repo(value).index(1).identifier(value).body(body::<types::DeleteLabelsOption>("{}")).send().await.map(drop).map_err(said)
    })),
    ("issueReplaceLabels", |client, value| Box::pin(async move {
        client.issue_replace_labels().owner(value).repo(value).index(1).body(body::<types::IssueLabelsOption>("{}")).send().await.map(drop).map_err(said)
    })),
    ("issueResetTime", |client, value| Box::pin(async move {
        client.issue_reset_time().owner(value).repo(value).index(1).send().await.map(drop).map_err(said)
    })),
    ("issueStartStopWatch", |client, value| Box::pin(async move {
        client.issue_start_stop_watch().owner(value).repo(value).index(1).send().await.map(drop).map_err(said)
    })),
    ("issueStopStopWatch", |client, value| Box::pin(async move {
        client.issue_stop_stop_watch().owner(value).repo(value).index(1).send().await.map(drop).map_err(said)
    })),
    ("issueSubscriptions", |client, value| Box::pin(async move {
        client.issue_subscriptions().owner(value).repo(value).index(1).send().await.map(drop).map_err(said)
    })),
    ("issueTrackedTimes", |client, value| Box::pin(async move {
        client.issue_tracked_times().owner(value).repo(value).index(1).send().await.map(drop).map_err(said)
    })),
    ("linkPackage", |client, value| Box::pin(async move {
        client.link_package().owner(value).type_(value).name(value).repo_name(value).send().await.map(drop).map_err(said)
    })),
    ("listForks", |client, value| Box::pin(async move {
        client.list_forks().owner(value).repo(value).send().await.map(drop).map_err(said)
    })),
    ("listPackageFiles", |client, value| Box::pin(async move {
        client.list_package_files().owner(value).type_(value).name(value).version(value).send().await.map(drop).map_err(said)
    })),
    ("listPackages", |client, value| Box::pin(async move {
        client.list_packages().owner(value).send().await.map(drop).map_err(said)
    })),
    ("lockIssue", |client, value| Box::pin(async move {
        client.lock_issue().owner(value).repo(value).index(1).body(body::<types::IssueLockOption>("{}")).send().await.map(drop).map_err(said)
    })),
    ("moveIssuePin", |client, value| Box::pin(async move {
        client.move_issue_pin().owner(value).repo(value).index(1).position(1).send().await.map(drop).map_err(said)
    })),
    ("notifyGetRepoList", |client, value| Box::pin(async move {
        client.notify_get_repo_list().owner(value).repo(value).send().await.map(drop).map_err(said)
    })),
    ("notifyReadRepoList", |client, value| Box::pin(async move {
        client.notify_read_repo_list().owner(value).repo(value).send().await.map(drop).map_err(said)
    })),
    ("orgAddTeamMember", |client, value| Box::pin(async move {
        client.org_add_team_member().id(1).username(value).send().await.map(drop).map_err(said)
    })),
    ("orgAddTeamRepository", |client, value| Box::pin(async move {
        client.org_add_team_repository().id(1).org(value).repo(value).send().await.map(drop).map_err(said)
    })),
    ("orgBlockUser", |client, value| Box::pin(async move {
        client.org_block_user().org(value).username(value).send().await.map(drop).map_err(said)
    })),
    ("orgCheckQuota", |client, value| Box::pin(async move {
        client.org_check_quota().org(value).subject("x").send().await.map(drop).map_err(said)
    })),
    ("orgConcealMember", |client, value| Box::pin(async move {
        client.org_conceal_member().org(value).username(value).send().await.map(drop).map_err(said)
    })),
    ("orgCreateHook", |client, value| Box::pin(async move {
        client.org_create_hook().org(value).body(body::<types::CreateHookOption>("{\"type\":\"forgejo\",\"config\":{\"content_type\":\"x\",\"url\":\"x\"}}")).send().await.map(drop).map_err(said)
    })),
    ("orgCreateLabel", |client, value| Box::pin(async move {
        client.org_create_label().org(value).body(body::<types::CreateLabelOption>("{\"name\":\"x\",\"color\":\"x\"}")).send().await.map(drop).map_err(said)
    })),
    ("orgCreateTeam", |client, value| Box::pin(async move {
        client.org_create_team().org(value).body(body::<types::CreateTeamOption>("{\"name\":\"x\"}")).send().await.map(drop).map_err(said)
    })),
    ("orgDelete", |client, value| Box::pin(async move {
        client.org_delete().org(value).send().await.map(drop).map_err(said)
    })),
    ("orgDeleteAvatar", |client, value| Box::pin(async move {
        client.org_delete_avatar().org(value).send().await.map(drop).map_err(said)
    })),
    ("orgDeleteHook", |client, value| Box::pin(async move {
        client.org_delete_hook().org(value).id(1).send().await.map(drop).map_err(said)
    })),
    ("orgDeleteLabel", |client, value| Box::pin(async move {
        client.org_delete_label().org(value).id(1).send().await.map(drop).map_err(said)
    })),
    ("orgDeleteMember", |client, value| Box::pin(async move {
        client.org_delete_member().org(value).username(value).send().await.map(drop).map_err(said)
    })),
    ("orgEdit", |client, value| Box::pin(async move {
        client.org_edit().org(value).body(body::<types::EditOrgOption>("{}")).send().await.map(drop).map_err(said)
    })),
    ("orgEditHook", |client, value| Box::pin(async move {
        client.org_edit_hook().org(value).id(1).body(body::<types::EditHookOption>("{}")).send().await.map(drop).map_err(said)
    })),
    ("orgEditLabel", |client, value| Box::pin(async move {
        client.org_edit_label().org(value).id(1).body(body::<types::EditLabelOption>("{}")).send().await.map(drop).map_err(said)
    })),
    ("orgGet", |client, value| Box::pin(async move {
        client.org_get().org(value).send().await.map(drop).map_err(said)
    })),
    ("orgGetHook", |client, value| Box::pin(async move {
        client.org_get_hook().org(value).id(1).send().await.map(drop).map_err(said)
    })),
    ("orgGetLabel", |client, value| Box::pin(async move {
        client.org_get_label().org(value).id(1).send().await.map(drop).map_err(said)
    })),
    ("orgGetQuota", |client, value| Box::pin(async move {
        client.org_get_quota().org(value).send().await.map(drop).map_err(said)
    })),
    ("orgGetRunnerRegistrationToken", |client, value| Box::pin(async move {
        client.org_get_runner_registration_token().org(value).send().await.map(drop).map_err(said)
    })),
    ("orgGetUserPermissions", |client, value| Box::pin(async move {
        client.org_get_user_permissions().username(value).org(value).send().await.map(drop).map_err(said)
    })),
    ("orgIsMember", |client, value| Box::pin(async move {
        client.org_is_member().org(value).username(value).send().await.map(drop).map_err(said)
    })),
    ("orgIsPublicMember", |client, value| Box::pin(async move {
        client.org_is_public_member().org(value).username(value).send().await.map(drop).map_err(said)
    })),
    ("orgListActionsSecrets", |client, value| Box::pin(async move {
        client.org_list_actions_secrets().org(value).send().await.map(drop).map_err(said)
    })),
    ("orgListActivityFeeds", |client, value| Box::pin(async move {
        client.org_list_activity_feeds().org(value).send().await.map(drop).map_err(said)
    })),
    ("orgListBlockedUsers", |client, value| Box::pin(async move {
        client.org_list_blocked_users().org(value).send().await.map(drop).map_err(said)
    })),
    ("orgListHooks", |client, value| Box::pin(async move {
        client.org_list_hooks().org(value).send().await.map(drop).map_err(said)
    })),
    ("orgListLabels", |client, value| Box::pin(async move {
        client.org_list_labels().org(value).send().await.map(drop).map_err(said)
    })),
    ("orgListMembers", |client, value| Box::pin(async move {
        client.org_list_members().org(value).send().await.map(drop).map_err(said)
    })),
    ("orgListPublicMembers", |client, value| Box::pin(async move {
        client.org_list_public_members().org(value).send().await.map(drop).map_err(said)
    })),
    ("orgListQuotaArtifacts", |client, value| Box::pin(async move {
        client.org_list_quota_artifacts().org(value).send().await.map(drop).map_err(said)
    })),
    ("orgListQuotaAttachments", |client, value| Box::pin(async move {
        client.org_list_quota_attachments().org(value).send().await.map(drop).map_err(said)
    })),
    ("orgListQuotaPackages", |client, value| Box::pin(async move {
        client.org_list_quota_packages().org(value).send().await.map(drop).map_err(said)
    })),
    ("orgListRepos", |client, value| Box::pin(async move {
        client.org_list_repos().org(value).send().await.map(drop).map_err(said)
    })),
    ("orgListTeamMember", |client, value| Box::pin(async move {
        client.org_list_team_member().id(1).username(value).send().await.map(drop).map_err(said)
    })),
    ("orgListTeamRepo", |client, value| Box::pin(async move {
        client.org_list_team_repo().id(1).org(value).repo(value).send().await.map(drop).map_err(said)
    })),
    ("orgListTeams", |client, value| Box::pin(async move {
        client.org_list_teams().org(value).send().await.map(drop).map_err(said)
    })),
    ("orgListUserOrgs", |client, value| Box::pin(async move {
        client.org_list_user_orgs().username(value).send().await.map(drop).map_err(said)
    })),
    ("orgPublicizeMember", |client, value| Box::pin(async move {
        client.org_publicize_member().org(value).username(value).send().await.map(drop).map_err(said)
    })),
    ("orgRemoveTeamMember", |client, value| Box::pin(async move {
        client.org_remove_team_member().id(1).username(value).send().await.map(drop).map_err(said)
    })),
    ("orgRemoveTeamRepository", |client, value| Box::pin(async move {
        client.org_remove_team_repository().id(1).org(value).repo(value).send().await.map(drop).map_err(said)
    })),
    ("orgSearchRunJobs", |client, value| Box::pin(async move {
        client.org_search_run_jobs().org(value).send().await.map(drop).map_err(said)
    })),
    ("orgUnblockUser", |client, value| Box::pin(async move {
        client.org_unblock_user().org(value).username(value).send().await.map(drop).map_err(said)
    })),
    ("orgUpdateAvatar", |client, value| Box::pin(async move {
        client.org_update_avatar().org(value).body(body::<types::UpdateUserAvatarOption>("{}")).send().await.map(drop).map_err(said)
    })),
    ("pinIssue", |client, value| Box::pin(async move {
        client.pin_issue().owner(value).repo(value).index(1).send().await.map(drop).map_err(said)
    })),
    ("registerOrgRunner", |client, value| Box::pin(async move {
        client.register_org_runner().org(value).body(body::<types::RegisterRunnerOptions>("{\"name\":\"x\"}")).send().await.map(drop).map_err(said)
    })),
    ("registerRepoRunner", |client, value| Box::pin(async move {
        client.register_repo_runner().owner(value).repo(value).body(body::<types::RegisterRunnerOptions>("{\"name\":\"x\"}")).send().await.map(drop).map_err(said)
    })),
    ("rejectRepoTransfer", |client, value| Box::pin(async move {
        client.reject_repo_transfer().owner(value).repo(value).send().await.map(drop).map_err(said)
    })),
    ("renameOrg", |client, value| Box::pin(async move {
        client.rename_org().org(value).body(body::<types::RenameOrgOption>("{\"new_name\":\"x\"}")).send().await.map(drop).map_err(said)
    })),
    ("repoAddCollaborator", |client, value| Box::pin(async move {
        client.repo_add_collaborator().owner(value).repo(value).collaborator(value).body(body::<types::AddCollaboratorOption>("{}")).send().await.map(drop).map_err(said)
    })),
    ("repoAddFlag", |client, value| Box::pin(async move {
        client.repo_add_flag().owner(value).repo(value).flag(value).send().await.map(drop).map_err(said)
    })),
    ("repoAddPushMirror", |client, value| Box::pin(async move {
        client.repo_add_push_mirror().owner(value).repo(value).body(body::<types::CreatePushMirrorOption>("{}")).send().await.map(drop).map_err(said)
    })),
    ("repoAddTeam", |client, value| Box::pin(async move {
        client.repo_add_team().owner(value).repo(value).team(value).send().await.map(drop).map_err(said)
    })),
    ("repoAddTopic", |client, value| Box::pin(async move {
        client.repo_add_topic().owner(value).repo(value).topic(value).send().await.map(drop).map_err(said)
    })),
    ("repoApplyDiffPatch", |client, value| Box::pin(async move {
        client.repo_apply_diff_patch().owner(value).repo(value).body(body::<types::UpdateFileOptions>("{\"sha\":\"x\",\"content\":\"x\"}")).send().await.map(drop).map_err(said)
    })),
    ("repoCancelScheduledAutoMerge", |client, value| Box::pin(async move {
        client.repo_cancel_scheduled_auto_merge().owner(value).repo(value).index(1).send().await.map(drop).map_err(said)
    })),
    ("repoChangeFiles", |client, value| Box::pin(async move {
        client.repo_change_files().owner(value).repo(value).body(body::<types::ChangeFilesOptions>("{\"files\":[]}")).send().await.map(drop).map_err(said)
    })),
    ("repoCheckCollaborator", |client, value| Box::pin(async move {
        client.repo_check_collaborator().owner(value).repo(value).collaborator(value).send().await.map(drop).map_err(said)
    })),
    ("repoCheckFlag", |client, value| Box::pin(async move {
        client.repo_check_flag().owner(value).repo(value).flag(value).send().await.map(drop).map_err(said)
    })),
    ("repoCheckTeam", |client, value| Box::pin(async move {
        client.repo_check_team().owner(value).repo(value).team(value).send().await.map(drop).map_err(said)
    })),
    ("repoCompareDiff", |client, value| Box::pin(async move {
        client.repo_compare_diff().owner(value).repo(value).basehead(value).send().await.map(drop).map_err(said)
    })),
    ("repoConvert", |client, value| Box::pin(async move {
        client.repo_convert().owner(value).repo(value).send().await.map(drop).map_err(said)
    })),
    ("repoCreateBranch", |client, value| Box::pin(async move {
        client.repo_create_branch().owner(value).repo(value).body(body::<types::CreateBranchRepoOption>("{\"new_branch_name\":\"x\"}")).send().await.map(drop).map_err(said)
    })),
    ("repoCreateBranchProtection", |client, value| Box::pin(async move {
        client.repo_create_branch_protection().owner(value).repo(value).body(body::<types::CreateBranchProtectionOption>("{}")).send().await.map(drop).map_err(said)
    })),
    ("repoCreateFile", |client, value| Box::pin(async move {
        client.repo_create_file().owner(value).repo(value).filepath(value).body(body::<types::CreateFileOptions>("{\"content\":\"x\"}")).send().await.map(drop).map_err(said)
    })),
    ("repoCreateHook", |client, value| Box::pin(async move {
        client.repo_create_hook().owner(value).repo(value).body(body::<types::CreateHookOption>("{\"type\":\"forgejo\",\"config\":{\"content_type\":\"x\",\"url\":\"x\"}}")).send().await.map(drop).map_err(said)
    })),
    ("repoCreateKey", |client, value| Box::pin(async move {
        client.repo_create_key().owner(value).repo(value).body(body::<types::CreateKeyOption>("{\"title\":\"x\",\"key\":\"x\"}")).send().await.map(drop).map_err(said)
    })),
    ("repoCreatePullRequest", |client, value| Box::pin(async move {
        client.repo_create_pull_request().owner(value).repo(value).body(body::<types::CreatePullRequestOption>("{}")).send().await.map(drop).map_err(said)
    })),
    ("repoCreatePullReview", |client, value| Box::pin(async move {
        client.repo_create_pull_review().owner(value).repo(value).index(1).body(body::<types::CreatePullReviewOptions>("{}")).send().await.map(drop).map_err(said)
    })),
    ("repoCreatePullReviewComment", |client, value| Box::pin(async move {
        client.repo_create_pull_review_comment().owner(value).repo(value).index(1).id(1).body(body::<types::CreatePullReviewComment>("{}")).send().await.map(drop).map_err(said)
    })),
    ("repoCreatePullReviewRequests", |client, value| Box::pin(async move {
        client.repo_create_pull_review_requests().owner(value).repo(value).index(1).body(body::<types::PullReviewRequestOptions>("{}")).send().await.map(drop).map_err(said)
    })),
    ("repoCreateRelease", |client, value| Box::pin(async move {
        client.repo_create_release().owner(value).repo(value).body(body::<types::CreateReleaseOption>("{\"tag_name\":\"x\"}")).send().await.map(drop).map_err(said)
    })),
    ("repoCreateStatus", |client, value| Box::pin(async move {
        client.repo_create_status().owner(value).repo(value).sha(value).body(body::<types::CreateStatusOption>("{}")).send().await.map(drop).map_err(said)
    })),
    ("repoCreateTag", |client, value| Box::pin(async move {
        client.repo_create_tag().owner(value).repo(value).body(body::<types::CreateTagOption>("{\"tag_name\":\"x\"}")).send().await.map(drop).map_err(said)
    })),
    ("repoCreateTagProtection", |client, value| Box::pin(async move {
        client.repo_create_tag_protection().owner(value).repo(value).body(body::<types::CreateTagProtectionOption>("{}")).send().await.map(drop).map_err(said)
    })),
    ("repoCreateWikiPage", |client, value| Box::pin(async move {
        client.repo_create_wiki_page().owner(value).repo(value).body(body::<types::CreateWikiPageOptions>("{}")).send().await.map(drop).map_err(said)
    })),
    ("repoDelete", |client, value| Box::pin(async move {
        client.repo_delete().owner(value).repo(value).send().await.map(drop).map_err(said)
    })),
    ("repoDeleteAllFlags", |client, value| Box::pin(async move {
        client.repo_delete_all_flags().owner(value).repo(value).send().await.map(drop).map_err(said)
    })),
    ("repoDeleteAvatar", |client, value| Box::pin(async move {
        client.repo_delete_avatar().owner(value).repo(value).send().await.map(drop).map_err(said)
    })),
    ("repoDeleteBranch", |client, value| Box::pin(async move {
        client.repo_delete_branch().owner(value).repo(value).branch(value).send().await.map(drop).map_err(said)
    })),
    ("repoDeleteBranchProtection", |client, value| Box::pin(async move {
        client.repo_delete_branch_protection().owner(value).repo(value).name(value).send().await.map(drop).map_err(said)
    })),
    ("repoDeleteCollaborator", |client, value| Box::pin(async move {
        client.repo_delete_collaborator().owner(value).repo(value).collaborator(value).send().await.map(drop).map_err(said)
    })),
    ("repoDeleteFile", |client, value| Box::pin(async move {
        client.repo_delete_file().owner(value).repo(value).filepath(value).body(body::<types::DeleteFileOptions>("{\"sha\":\"x\"}")).send().await.map(drop).map_err(said)
    })),
    ("repoDeleteFlag", |client, value| Box::pin(async move {
        client.repo_delete_flag().owner(value).repo(value).flag(value).send().await.map(drop).map_err(said)
    })),
    ("repoDeleteGitHook", |client, value| Box::pin(async move {
        client.repo_delete_git_hook().owner(value).repo(value).id(value).send().await.map(drop).map_err(said)
    })),
    ("repoDeleteHook", |client, value| Box::pin(async move {
        client.repo_delete_hook().owner(value).repo(value).id(1).send().await.map(drop).map_err(said)
    })),
    ("repoDeleteKey", |client, value| Box::pin(async move {
        client.repo_delete_key().owner(value).repo(value).id(1).send().await.map(drop).map_err(said)
    })),
    ("repoDeletePullReview", |client, value| Box::pin(async move {
        client.repo_delete_pull_review().owner(value).repo(value).index(1).id(1).send().await.map(drop).map_err(said)
    })),
    ("repoDeletePullReviewComment", |client, value| Box::pin(async move {
        client.repo_delete_pull_review_comment().owner(value).repo(value).index(1).id(1).comment(1).send().await.map(drop).map_err(said)
    })),
    ("repoDeletePullReviewRequests", |client, value| Box::pin(async move {
        client.repo_delete_pull_review_requests().owner(value).repo(value).index(1).body(body::<types::PullReviewRequestOptions>("{}")).send().await.map(drop).map_err(said)
    })),
    ("repoDeletePushMirror", |client, value| Box::pin(async move {
        client.repo_delete_push_mirror().owner(value).repo(value).name(value).send().await.map(drop).map_err(said)
    })),
    ("repoDeleteRelease", |client, value| Box::pin(async move {
        client.repo_delete_release().owner(value).repo(value).id(1).send().await.map(drop).map_err(said)
    })),
    ("repoDeleteReleaseAttachment", |client, value| Box::pin(async move {
        client.repo_delete_release_attachment().owner(value).repo(value).id(1).attachment_id(1).send().await.map(drop).map_err(said)
    })),
    ("repoDeleteReleaseByTag", |client, value| Box::pin(async move {
        client.repo_delete_release_by_tag().owner(value).repo(value).tag(value).send().await.map(drop).map_err(said)
    })),
    ("repoDeleteTag", |client, value| Box::pin(async move {
        client.repo_delete_tag().owner(value).repo(value).tag(value).send().await.map(drop).map_err(said)
    })),
    ("repoDeleteTagProtection", |client, value| Box::pin(async move {
        client.repo_delete_tag_protection().owner(value).repo(value).id(1).send().await.map(drop).map_err(said)
    })),
    ("repoDeleteTeam", |client, value| Box::pin(async move {
        client.repo_delete_team().owner(value).repo(value).team(value).send().await.map(drop).map_err(said)
    })),
    ("repoDeleteTopic", |client, value| Box::pin(async move {
        client.repo_delete_topic().owner(value).repo(value).topic(value).send().await.map(drop).map_err(said)
    })),
    ("repoDeleteWikiPage", |client, value| Box::pin(async move {
        client.repo_delete_wiki_page().owner(value).repo(value).page_name(value).send().await.map(drop).map_err(said)
    })),
    ("repoDismissPullReview", |client, value| Box::pin(async move {
        client.repo_dismiss_pull_review().owner(value).repo(value).index(1).id(1).body(body::<types::DismissPullReviewOptions>("{}")).send().await.map(drop).map_err(said)
    })),
    ("repoDownloadCommitDiffOrPatch", |client, value| Box::pin(async move {
        client.repo_download_commit_diff_or_patch().owner(value).repo(value).sha(value).diff_type("diff").send().await.map(drop).map_err(said)
    })),
    ("repoDownloadPullDiffOrPatch", |client, value| Box::pin(async move {
        client.repo_download_pull_diff_or_patch().owner(value).repo(value).index(1).diff_type("diff").send().await.map(drop).map_err(said)
    })),
    ("repoEdit", |client, value| Box::pin(async move {
        client.repo_edit().owner(value).repo(value).body(body::<types::EditRepoOption>("{}")).send().await.map(drop).map_err(said)
    })),
    ("repoEditBranchProtection", |client, value| Box::pin(async move {
        client.repo_edit_branch_protection().owner(value).repo(value).name(value).body(body::<types::EditBranchProtectionOption>("{}")).send().await.map(drop).map_err(said)
    })),
    ("repoEditGitHook", |client, value| Box::pin(async move {
        client.repo_edit_git_hook().owner(value).repo(value).id(value).body(body::<types::EditGitHookOption>("{}")).send().await.map(drop).map_err(said)
    })),
    ("repoEditHook", |client, value| Box::pin(async move {
        client.repo_edit_hook().owner(value).repo(value).id(1).body(body::<types::EditHookOption>("{}")).send().await.map(drop).map_err(said)
    })),
    ("repoEditPullRequest", |client, value| Box::pin(async move {
        client.repo_edit_pull_request().owner(value).repo(value).index(1).body(body::<types::EditPullRequestOption>("{}")).send().await.map(drop).map_err(said)
    })),
    ("repoEditRelease", |client, value| Box::pin(async move {
        client.repo_edit_release().owner(value).repo(value).id(1).body(body::<types::EditReleaseOption>("{}")).send().await.map(drop).map_err(said)
    })),
    ("repoEditReleaseAttachment", |client, value| Box::pin(async move {
        client.repo_edit_release_attachment().owner(value).repo(value).id(1).attachment_id(1).body(body::<types::EditAttachmentOptions>("{}")).send().await.map(drop).map_err(said)
    })),
    ("repoEditTagProtection", |client, value| Box::pin(async move {
        client.repo_edit_tag_protection().owner(value).repo(value).id(1).body(body::<types::EditTagProtectionOption>("{}")).send().await.map(drop).map_err(said)
    })),
    ("repoEditWikiPage", |client, value| Box::pin(async move {
        client.repo_edit_wiki_page().owner(value).repo(value).page_name(value).body(body::<types::CreateWikiPageOptions>("{}")).send().await.map(drop).map_err(said)
    })),
    ("repoGet", |client, value| Box::pin(async move {
        client.repo_get().owner(value).repo(value).send().await.map(drop).map_err(said)
    })),
    ("repoGetActionJob", |client, value| Box::pin(async move {
        client.repo_get_action_job().owner(value).repo(value).job_id(1).send().await.map(drop).map_err(said)
    })),
    ("repoGetActionJobLogs", |client, value| Box::pin(async move {
        client.repo_get_action_job_logs().owner(value).repo(value).job_id(1).send().await.map(drop).map_err(said)
    })),
    ("repoGetActionRunLogs", |client, value| Box::pin(async move {
        client.repo_get_action_run_logs().owner(value).repo(value).run_id(1).send().await.map(drop).map_err(said)
    })),
    ("repoGetAllCommits", |client, value| Box::pin(async move {
        client.repo_get_all_commits().owner(value).repo(value).send().await.map(drop).map_err(said)
    })),
    ("repoGetArchive", |client, value| Box::pin(async move {
        client.repo_get_archive().owner(value).repo(value).archive(value).send().await.map(drop).map_err(said)
    })),
    ("repoGetAssignees", |client, value| Box::pin(async move {
        client.repo_get_assignees().owner(value).repo(value).send().await.map(drop).map_err(said)
    })),
    ("repoGetBranch", |client, value| Box::pin(async move {
        client.repo_get_branch().owner(value).repo(value).branch(value).send().await.map(drop).map_err(said)
    })),
    ("repoGetBranchProtection", |client, value| Box::pin(async move {
        client.repo_get_branch_protection().owner(value).repo(value).name(value).send().await.map(drop).map_err(said)
    })),
    ("repoGetCombinedStatusByRef", |client, value| Box::pin(async move {
        client.repo_get_combined_status_by_ref().owner(value).repo(value).ref_(value).send().await.map(drop).map_err(said)
    })),
    ("repoGetCommitPullRequest", |client, value| Box::pin(async move {
        client.repo_get_commit_pull_request().owner(value).repo(value).sha(value).send().await.map(drop).map_err(said)
    })),
    ("repoGetContents", |client, value| Box::pin(async move {
        client.repo_get_contents().owner(value).repo(value).filepath(value).send().await.map(drop).map_err(said)
    })),
    ("repoGetContentsList", |client, value| Box::pin(async move {
        client.repo_get_contents_list().owner(value).repo(value).send().await.map(drop).map_err(said)
    })),
    ("repoGetEditorConfig", |client, value| Box::pin(async move {
        client.repo_get_editor_config().owner(value).repo(value).filepath(value).send().await.map(drop).map_err(said)
    })),
    ("repoGetGitHook", |client, value| Box::pin(async move {
        client.repo_get_git_hook().owner(value).repo(value).id(value).send().await.map(drop).map_err(said)
    })),
    ("repoGetHook", |client, value| Box::pin(async move {
        client.repo_get_hook().owner(value).repo(value).id(1).send().await.map(drop).map_err(said)
    })),
    ("repoGetIssueConfig", |client, value| Box::pin(async move {
        client.repo_get_issue_config().owner(value).repo(value).send().await.map(drop).map_err(said)
    })),
    ("repoGetIssueTemplates", |client, value| Box::pin(async move {
        client.repo_get_issue_templates().owner(value).repo(value).send().await.map(drop).map_err(said)
    })),
    ("repoGetKey", |client, value| Box::pin(async move {
        client.repo_get_key().owner(value).repo(value).id(1).send().await.map(drop).map_err(said)
    })),
    ("repoGetLanguages", |client, value| Box::pin(async move {
        client.repo_get_languages().owner(value).repo(value).send().await.map(drop).map_err(said)
    })),
    ("repoGetLatestRelease", |client, value| Box::pin(async move {
        client.repo_get_latest_release().owner(value).repo(value).send().await.map(drop).map_err(said)
    })),
    ("repoGetNote", |client, value| Box::pin(async move {
        client.repo_get_note().owner(value).repo(value).sha(value).send().await.map(drop).map_err(said)
    })),
    ("repoGetPullRequest", |client, value| Box::pin(async move {
        client.repo_get_pull_request().owner(value).repo(value).index(1).send().await.map(drop).map_err(said)
    })),
    ("repoGetPullRequestByBaseHead", |client, value| Box::pin(async move {
        client.repo_get_pull_request_by_base_head().owner(value).repo(value).base(value).head(value).send().await.map(drop).map_err(said)
    })),
    ("repoGetPullRequestCommits", |client, value| Box::pin(async move {
        client.repo_get_pull_request_commits().owner(value).repo(value).index(1).send().await.map(drop).map_err(said)
    })),
    ("repoGetPullRequestFiles", |client, value| Box::pin(async move {
        client.repo_get_pull_request_files().owner(value).repo(value).index(1).send().await.map(drop).map_err(said)
    })),
    ("repoGetPullReview", |client, value| Box::pin(async move {
        client.repo_get_pull_review().owner(value).repo(value).index(1).id(1).send().await.map(drop).map_err(said)
    })),
    ("repoGetPullReviewComment", |client, value| Box::pin(async move {
        client.repo_get_pull_review_comment().owner(value).repo(value).index(1).id(1).comment(1).send().await.map(drop).map_err(said)
    })),
    ("repoGetPullReviewComments", |client, value| Box::pin(async move {
        client.repo_get_pull_review_comments().owner(value).repo(value).index(1).id(1).send().await.map(drop).map_err(said)
    })),
    ("repoGetPushMirrorByRemoteName", |client, value| Box::pin(async move {
        client.repo_get_push_mirror_by_remote_name().owner(value).repo(value).name(value).send().await.map(drop).map_err(said)
    })),
    ("repoGetRawFile", |client, value| Box::pin(async move {
        client.repo_get_raw_file().owner(value).repo(value).filepath(value).send().await.map(drop).map_err(said)
    })),
    ("repoGetRawFileOrLFS", |client, value| Box::pin(async move {
        client.repo_get_raw_file_or_lfs().owner(value).repo(value).filepath(value).send().await.map(drop).map_err(said)
    })),
    ("repoGetRelease", |client, value| Box::pin(async move {
        client.repo_get_release().owner(value).repo(value).id(1).send().await.map(drop).map_err(said)
    })),
    ("repoGetReleaseAttachment", |client, value| Box::pin(async move {
        client.repo_get_release_attachment().owner(value).repo(value).id(1).attachment_id(1).send().await.map(drop).map_err(said)
    })),
    ("repoGetReleaseByTag", |client, value| Box::pin(async move {
        client.repo_get_release_by_tag().owner(value).repo(value).tag(value).send().await.map(drop).map_err(said)
    })),
    ("repoGetRepoPermissions", |client, value| Box::pin(async move {
        client.repo_get_repo_permissions().owner(value).repo(value).collaborator(value).send().await.map(drop).map_err(said)
    })),
    ("repoGetReviewers", |client, value| Box::pin(async move {
        client.repo_get_reviewers().owner(value).repo(value).send().await.map(drop).map_err(said)
    })),
    ("repoGetRunnerRegistrationToken", |client, value| Box::pin(async move {
        client.repo_get_runner_registration_token().owner(value).repo(value).send().await.map(drop).map_err(said)
    })),
    ("repoGetSingleCommit", |client, value| Box::pin(async move {
        client.repo_get_single_commit().owner(value).repo(value).sha(value).send().await.map(drop).map_err(said)
    })),
    ("repoGetTag", |client, value| Box::pin(async move {
        client.repo_get_tag().owner(value).repo(value).tag(value).send().await.map(drop).map_err(said)
    })),
    ("repoGetTagProtection", |client, value| Box::pin(async move {
        client.repo_get_tag_protection().owner(value).repo(value).id(1).send().await.map(drop).map_err(said)
    })),
    ("repoGetWikiPage", |client, value| Box::pin(async move {
        client.repo_get_wiki_page().owner(value).repo(value).page_name(value).send().await.map(drop).map_err(said)
    })),
    ("repoGetWikiPageRevisions", |client, value| Box::pin(async move {
        client.repo_get_wiki_page_revisions().owner(value).repo(value).page_name(value).send().await.map(drop).map_err(said)
    })),
    ("repoGetWikiPages", |client, value| Box::pin(async move {
        client.repo_get_wiki_pages().owner(value).repo(value).send().await.map(drop).map_err(said)
    })),
    ("repoListActionsSecrets", |client, value| Box::pin(async move {
        client.repo_list_actions_secrets().owner(value).repo(value).send().await.map(drop).map_err(said)
    })),
    ("repoListActivityFeeds", |client, value| Box::pin(async move {
        client.repo_list_activity_feeds().owner(value).repo(value).send().await.map(drop).map_err(said)
    })),
    ("repoListAllGitRefs", |client, value| Box::pin(async move {
        client.repo_list_all_git_refs().owner(value).repo(value).send().await.map(drop).map_err(said)
    })),
    ("repoListBranchProtection", |client, value| Box::pin(async move {
        client.repo_list_branch_protection().owner(value).repo(value).send().await.map(drop).map_err(said)
    })),
    ("repoListBranches", |client, value| Box::pin(async move {
        client.repo_list_branches().owner(value).repo(value).send().await.map(drop).map_err(said)
    })),
    ("repoListCollaborators", |client, value| Box::pin(async move {
        client.repo_list_collaborators().owner(value).repo(value).send().await.map(drop).map_err(said)
    })),
    ("repoListFlags", |client, value| Box::pin(async move {
        client.repo_list_flags().owner(value).repo(value).send().await.map(drop).map_err(said)
    })),
    ("repoListGitHooks", |client, value| Box::pin(async move {
        client.repo_list_git_hooks().owner(value).repo(value).send().await.map(drop).map_err(said)
    })),
    ("repoListGitRefs", |client, value| Box::pin(async move {
        client.repo_list_git_refs().owner(value).repo(value).ref_(value).send().await.map(drop).map_err(said)
    })),
    ("repoListHooks", |client, value| Box::pin(async move {
        client.repo_list_hooks().owner(value).repo(value).send().await.map(drop).map_err(said)
    })),
    ("repoListKeys", |client, value| Box::pin(async move {
        client.repo_list_keys().owner(value).repo(value).send().await.map(drop).map_err(said)
    })),
    ("repoListPinnedIssues", |client, value| Box::pin(async move {
        client.repo_list_pinned_issues().owner(value).repo(value).send().await.map(drop).map_err(said)
    })),
    ("repoListPinnedPullRequests", |client, value| Box::pin(async move {
        client.repo_list_pinned_pull_requests().owner(value).repo(value).send().await.map(drop).map_err(said)
    })),
    ("repoListPullRequests", |client, value| Box::pin(async move {
        client.repo_list_pull_requests().owner(value).repo(value).send().await.map(drop).map_err(said)
    })),
    ("repoListPullReviews", |client, value| Box::pin(async move {
        client.repo_list_pull_reviews().owner(value).repo(value).index(1).send().await.map(drop).map_err(said)
    })),
    ("repoListPushMirrors", |client, value| Box::pin(async move {
        client.repo_list_push_mirrors().owner(value).repo(value).send().await.map(drop).map_err(said)
    })),
    ("repoListReleaseAttachments", |client, value| Box::pin(async move {
        client.repo_list_release_attachments().owner(value).repo(value).id(1).send().await.map(drop).map_err(said)
    })),
    ("repoListReleases", |client, value| Box::pin(async move {
        client.repo_list_releases().owner(value).repo(value).send().await.map(drop).map_err(said)
    })),
    ("repoListStargazers", |client, value| Box::pin(async move {
        client.repo_list_stargazers().owner(value).repo(value).send().await.map(drop).map_err(said)
    })),
    ("repoListStatuses", |client, value| Box::pin(async move {
        client.repo_list_statuses().owner(value).repo(value).sha(value).send().await.map(drop).map_err(said)
    })),
    ("repoListStatusesByRef", |client, value| Box::pin(async move {
        client.repo_list_statuses_by_ref().owner(value).repo(value).ref_(value).send().await.map(drop).map_err(said)
    })),
    ("repoListSubscribers", |client, value| Box::pin(async move {
        client.repo_list_subscribers().owner(value).repo(value).send().await.map(drop).map_err(said)
    })),
    ("repoListTagProtection", |client, value| Box::pin(async move {
        client.repo_list_tag_protection().owner(value).repo(value).send().await.map(drop).map_err(said)
    })),
    ("repoListTags", |client, value| Box::pin(async move {
        client.repo_list_tags().owner(value).repo(value).send().await.map(drop).map_err(said)
    })),
    ("repoListTeams", |client, value| Box::pin(async move {
        client.repo_list_teams().owner(value).repo(value).send().await.map(drop).map_err(said)
    })),
    ("repoListTopics", |client, value| Box::pin(async move {
        client.repo_list_topics().owner(value).repo(value).send().await.map(drop).map_err(said)
    })),
    ("repoMergePullRequest", |client, value| Box::pin(async move {
        client.repo_merge_pull_request().owner(value).repo(value).index(1).body(body::<types::MergePullRequestOption>("{\"Do\":\"merge\"}")).send().await.map(drop).map_err(said)
    })),
    ("repoMirrorSync", |client, value| Box::pin(async move {
        client.repo_mirror_sync().owner(value).repo(value).send().await.map(drop).map_err(said)
    })),
    ("repoNewPinAllowed", |client, value| Box::pin(async move {
        client.repo_new_pin_allowed().owner(value).repo(value).send().await.map(drop).map_err(said)
    })),
    ("repoPullRequestIsMerged", |client, value| Box::pin(async move {
        client.repo_pull_request_is_merged().owner(value).repo(value).index(1).send().await.map(drop).map_err(said)
    })),
    ("repoPushMirrorSync", |client, value| Box::pin(async move {
        client.repo_push_mirror_sync().owner(value).repo(value).send().await.map(drop).map_err(said)
    })),
    ("repoRemoveNote", |client, value| Box::pin(async move {
        client.repo_remove_note().owner(value).repo(value).sha(value).send().await.map(drop).map_err(said)
    })),
    ("repoReplaceAllFlags", |client, value| Box::pin(async move {
        client.repo_replace_all_flags().owner(value).repo(value).body(body::<types::ReplaceFlagsOption>("{}")).send().await.map(drop).map_err(said)
    })),
    ("repoRerunActionJob", |client, value| Box::pin(async move {
        client.repo_rerun_action_job().owner(value).repo(value).job_id(1).send().await.map(drop).map_err(said)
    })),
    ("repoSearchRunJobs", |client, value| Box::pin(async move {
        client.repo_search_run_jobs().owner(value).repo(value).send().await.map(drop).map_err(said)
    })),
    ("repoSetNote", |client, value| Box::pin(async move {
        client.repo_set_note().owner(value).repo(value).sha(value).body(body::<types::NoteOptions>("{}")).send().await.map(drop).map_err(said)
    })),
    ("repoSigningKey", |client, value| Box::pin(async move {
        client.repo_signing_key().owner(value).repo(value).send().await.map(drop).map_err(said)
    })),
    ("repoSubmitPullReview", |client, value| Box::pin(async move {
        client.repo_submit_pull_review().owner(value).repo(value).index(1).id(1).body(body::<types::SubmitPullReviewOptions>("{}")).send().await.map(drop).map_err(said)
    })),
    ("repoSyncForkBranch", |client, value| Box::pin(async move {
        client.repo_sync_fork_branch().owner(value).repo(value).branch(value).send().await.map(drop).map_err(said)
    })),
    ("repoSyncForkBranchInfo", |client, value| Box::pin(async move {
        client.repo_sync_fork_branch_info().owner(value).repo(value).branch(value).send().await.map(drop).map_err(said)
    })),
    ("repoSyncForkDefault", |client, value| Box::pin(async move {
        client.repo_sync_fork_default().owner(value).repo(value).send().await.map(drop).map_err(said)
    })),
    ("repoSyncForkDefaultInfo", |client, value| Box::pin(async move {
        client.repo_sync_fork_default_info().owner(value).repo(value).send().await.map(drop).map_err(said)
    })),
    ("repoTestHook", |client, value| Box::pin(async move {
        client.repo_test_hook().owner(value).repo(value).id(1).send().await.map(drop).map_err(said)
    })),
    ("repoTrackedTimes", |client, value| Box::pin(async move {
        client.repo_tracked_times().owner(value).repo(value).send().await.map(drop).map_err(said)
    })),
    ("repoTransfer", |client, value| Box::pin(async move {
        client.repo_transfer().owner(value).repo(value).body(body::<types::TransferRepoOption>("{\"new_owner\":\"x\"}")).send().await.map(drop).map_err(said)
    })),
    ("repoUnDismissPullReview", |client, value| Box::pin(async move {
        client.repo_un_dismiss_pull_review().owner(value).repo(value).index(1).id(1).send().await.map(drop).map_err(said)
    })),
    ("repoUpdateAvatar", |client, value| Box::pin(async move {
        client.repo_update_avatar().owner(value).repo(value).body(body::<types::UpdateRepoAvatarOption>("{}")).send().await.map(drop).map_err(said)
    })),
    ("repoUpdateBranch", |client, value| Box::pin(async move {
        client.repo_update_branch().owner(value).repo(value).branch(value).body(body::<types::UpdateBranchRepoOption>("{\"name\":\"x\"}")).send().await.map(drop).map_err(said)
    })),
    ("repoUpdateFile", |client, value| Box::pin(async move {
        client.repo_update_file().owner(value).repo(value).filepath(value).body(body::<types::UpdateFileOptions>("{\"sha\":\"x\",\"content\":\"x\"}")).send().await.map(drop).map_err(said)
    })),
    ("repoUpdatePullRequest", |client, value| Box::pin(async move {
        client.repo_update_pull_request().owner(value).repo(value).index(1).send().await.map(drop).map_err(said)
    })),
    ("repoUpdateTopics", |client, value| Box::pin(async move {
        client.repo_update_topics().owner(value).repo(value).body(body::<types::RepoTopicOptions>("{}")).send().await.map(drop).map_err(said)
    })),
    ("repoValidateIssueConfig", |client, value| Box::pin(async move {
        client.repo_validate_issue_config().owner(value).repo(value).send().await.map(drop).map_err(said)
    })),
    ("teamSearch", |client, value| Box::pin(async move {
        client.team_search().org(value).send().await.map(drop).map_err(said)
    })),
    ("unlinkPackage", |client, value| Box::pin(async move {
        client.unlink_package().owner(value).type_(value).name(value).send().await.map(drop).map_err(said)
    })),
    ("unlockIssue", |client, value| Box::pin(async move {
        client.unlock_issue().owner(value).repo(value).index(1).send().await.map(drop).map_err(said)
    })),
    ("unpinIssue", |client, value| Box::pin(async move {
        client.unpin_issue().owner(value).repo(value).index(1).send().await.map(drop).map_err(said)
    })),
    ("updateOrgSecret", |client, value| Box::pin(async move {
        client.update_org_secret().org(value).secretname(value).body(body::<types::CreateOrUpdateSecretOption>("{\"data\":\"x\"}")).send().await.map(drop).map_err(said)
    })),
    ("updateOrgVariable", |client, value| Box::pin(async move {
        client.update_org_variable().org(value).variablename(value).body(body::<types::UpdateVariableOption>("{\"value\":\"x\"}")).send().await.map(drop).map_err(said)
    })),
    ("updateRepoSecret", |client, value| Box::pin(async move {
        client.update_repo_secret().owner(value).repo(value).secretname(value).body(body::<types::CreateOrUpdateSecretOption>("{\"data\":\"x\"}")).send().await.map(drop).map_err(said)
    })),
    ("updateRepoVariable", |client, value| Box::pin(async move {
        client.update_repo_variable().owner(value).repo(value).variablename(value).body(body::<types::UpdateVariableOption>("{\"value\":\"x\"}")).send().await.map(drop).map_err(said)
    })),
    ("updateUserSecret", |client, value| Box::pin(async move {
        client.update_user_secret().secretname(value).body(body::<types::CreateOrUpdateSecretOption>("{\"data\":\"x\"}")).send().await.map(drop).map_err(said)
    })),
    ("updateUserVariable", |client, value| Box::pin(async move {
        client.update_user_variable().variablename(value).body(body::<types::UpdateVariableOption>("{\"value\":\"x\"}")).send().await.map(drop).map_err(said)
    })),
    ("userBlockUser", |client, value| Box::pin(async move {
        client.user_block_user().username(value).send().await.map(drop).map_err(said)
    })),
    ("userCheckFollowing", |client, value| Box::pin(async move {
        client.user_check_following().username(value).target(value).send().await.map(drop).map_err(said)
    })),
    ("userCreateToken", |client, value| Box::pin(async move {
        client.user_create_token().username(value).body(body::<types::CreateAccessTokenOption>("{\"name\":\"x\"}")).send().await.map(drop).map_err(said)
    })),
    ("userCurrentCheckFollowing", |client, value| Box::pin(async move {
        client.user_current_check_following().username(value).send().await.map(drop).map_err(said)
    })),
    ("userCurrentCheckStarring", |client, value| Box::pin(async move {
        client.user_current_check_starring().owner(value).repo(value).send().await.map(drop).map_err(said)
    })),
    ("userCurrentCheckSubscription", |client, value| Box::pin(async move {
        client.user_current_check_subscription().owner(value).repo(value).send().await.map(drop).map_err(said)
    })),
    ("userCurrentDeleteFollow", |client, value| Box::pin(async move {
        client.user_current_delete_follow().username(value).send().await.map(drop).map_err(said)
    })),
    ("userCurrentDeleteStar", |client, value| Box::pin(async move {
        client.user_current_delete_star().owner(value).repo(value).send().await.map(drop).map_err(said)
    })),
    ("userCurrentDeleteSubscription", |client, value| Box::pin(async move {
        client.user_current_delete_subscription().owner(value).repo(value).send().await.map(drop).map_err(said)
    })),
    ("userCurrentPutFollow", |client, value| Box::pin(async move {
        client.user_current_put_follow().username(value).send().await.map(drop).map_err(said)
    })),
    ("userCurrentPutStar", |client, value| Box::pin(async move {
        client.user_current_put_star().owner(value).repo(value).send().await.map(drop).map_err(said)
    })),
    ("userCurrentPutSubscription", |client, value| Box::pin(async move {
        client.user_current_put_subscription().owner(value).repo(value).send().await.map(drop).map_err(said)
    })),
    ("userDeleteAccessToken", |client, value| Box::pin(async move {
        client.user_delete_access_token().username(value).token(value).send().await.map(drop).map_err(said)
    })),
    ("userGet", |client, value| Box::pin(async move {
        client.user_get().username(value).send().await.map(drop).map_err(said)
    })),
    ("userGetHeatmapData", |client, value| Box::pin(async move {
        client.user_get_heatmap_data().username(value).send().await.map(drop).map_err(said)
    })),
    ("userGetTokens", |client, value| Box::pin(async move {
        client.user_get_tokens().username(value).send().await.map(drop).map_err(said)
    })),
    ("userListActivityFeeds", |client, value| Box::pin(async move {
        client.user_list_activity_feeds().username(value).send().await.map(drop).map_err(said)
    })),
    ("userListFollowers", |client, value| Box::pin(async move {
        client.user_list_followers().username(value).send().await.map(drop).map_err(said)
    })),
    ("userListFollowing", |client, value| Box::pin(async move {
        client.user_list_following().username(value).send().await.map(drop).map_err(said)
    })),
    ("userListGPGKeys", |client, value| Box::pin(async move {
        client.user_list_gpg_keys().username(value).send().await.map(drop).map_err(said)
    })),
    ("userListKeys", |client, value| Box::pin(async move {
        client.user_list_keys().username(value).send().await.map(drop).map_err(said)
    })),
    ("userListRepos", |client, value| Box::pin(async move {
        client.user_list_repos().username(value).send().await.map(drop).map_err(said)
    })),
    ("userListStarred", |client, value| Box::pin(async move {
        client.user_list_starred().username(value).send().await.map(drop).map_err(said)
    })),
    ("userListSubscriptions", |client, value| Box::pin(async move {
        client.user_list_subscriptions().username(value).send().await.map(drop).map_err(said)
    })),
    ("userTrackedTimes", |client, value| Box::pin(async move {
        client.user_tracked_times().owner(value).repo(value).user(value).send().await.map(drop).map_err(said)
    })),
    ("userUnblockUser", |client, value| Box::pin(async move {
        client.user_unblock_user().username(value).send().await.map(drop).map_err(said)
    })),
];

/// How every typed answer is read, by operation id.
pub static READINGS: [(&str, Reading); 346] = [
    ("DispatchWorkflow", read::<types::DispatchWorkflowRun>),
    ("GetActionArtifact", read::<types::ActionArtifact>),
    ("GetActionRun", read::<types::ActionRun>),
    ("GetAnnotatedTag", read::<types::AnnotatedTag>),
    ("GetBlob", read::<types::GitBlob>),
    ("GetBlobs", read::<Option<Vec<types::GitBlob>>>),
    ("GetTree", read::<types::GitTreeResponse>),
    ("ListActionArtifacts", read::<Option<Vec<types::ActionArtifact>>>),
    ("ListActionRunArtifacts", read::<Option<Vec<types::ActionArtifact>>>),
    ("ListActionRunJobs", read::<Option<Vec<types::ActionRunJob>>>),
    ("ListActionRuns", read::<types::ListActionRunResponse>),
    ("ListActionTasks", read::<types::ActionTaskResponse>),
    ("acceptRepoTransfer", read::<types::Repository>),
    ("activitypubInstanceActor", read::<types::ActivityPub>),
    ("activitypubInstanceActorOutbox", read::<types::ForgeOutbox>),
    ("activitypubPerson", read::<types::ActivityPub>),
    ("activitypubPersonActivity", read::<types::ActivityPub>),
    ("activitypubPersonActivityNote", read::<types::ActivityPub>),
    ("activitypubPersonFeed", read::<types::ForgeOutbox>),
    ("activitypubRepository", read::<types::ActivityPub>),
    ("activitypubRepositoryOutbox", read::<types::ForgeOutbox>),
    ("adminCreateHook", read::<types::Hook>),
    ("adminCreateOrg", read::<types::Organization>),
    ("adminCreatePublicKey", read::<types::PublicKey>),
    ("adminCreateQuotaGroup", read::<types::QuotaGroup>),
    ("adminCreateQuotaRule", read::<types::QuotaRuleInfo>),
    ("adminCreateRepo", read::<types::Repository>),
    ("adminCreateUser", read::<types::User>),
    ("adminCreateUserAccessToken", read::<types::AccessToken>),
    ("adminCronList", read::<Option<Vec<types::Cron>>>),
    ("adminEditHook", read::<types::Hook>),
    ("adminEditQuotaRule", read::<types::QuotaRuleInfo>),
    ("adminEditUser", read::<types::User>),
    ("adminGetActionRunJobs", read::<Option<Vec<types::ActionRunJob>>>),
    ("adminGetAllEmails", read::<Option<Vec<types::Email>>>),
    ("adminGetAllOrgs", read::<Option<Vec<types::Organization>>>),
    ("adminGetHook", read::<types::Hook>),
    ("adminGetQuotaGroup", read::<types::QuotaGroup>),
    ("adminGetQuotaRule", read::<types::QuotaRuleInfo>),
    ("adminGetRegistrationToken", read::<types::RegistrationToken>),
    ("adminGetRunnerRegistrationToken", read::<types::RegistrationToken>),
    ("adminGetUserQuota", read::<types::QuotaInfo>),
    ("adminListHooks", read::<Option<Vec<types::Hook>>>),
    ("adminListQuotaGroups", read::<Option<Vec<types::QuotaGroup>>>),
    ("adminListQuotaRules", read::<Option<Vec<types::QuotaRuleInfo>>>),
    ("adminListUserAccessTokens", read::<Option<Vec<types::AccessToken>>>),
    ("adminListUserEmails", read::<Option<Vec<types::Email>>>),
    ("adminListUsersInQuotaGroup", read::<Option<Vec<types::User>>>),
    ("adminSearchEmails", read::<Option<Vec<types::Email>>>),
    ("adminSearchRunJobs", read::<Option<Vec<types::ActionRunJob>>>),
    ("adminSearchUsers", read::<Option<Vec<types::User>>>),
    ("adminUnadoptedList", read::<Option<Vec<String>>>),
    ("createCurrentUserRepo", read::<types::Repository>),
    ("createFork", read::<types::Repository>),
    ("createOrgRepo", read::<types::Repository>),
    ("createOrgRepoDeprecated", read::<types::Repository>),
    ("generateRepo", read::<types::Repository>),
    ("getActionsRun", read::<types::ActionRun>),
    ("getAdminRunner", read::<types::ActionRunner>),
    ("getAdminRunners", read::<Option<Vec<types::ActionRunner>>>),
    ("getGeneralAPISettings", read::<types::GeneralApiSettings>),
    ("getGeneralAttachmentSettings", read::<types::GeneralAttachmentSettings>),
    ("getGeneralRepositorySettings", read::<types::GeneralRepoSettings>),
    ("getGeneralUISettings", read::<types::GeneralUiSettings>),
    ("getGitignoreTemplateInfo", read::<types::GitignoreTemplateInfo>),
    ("getLabelTemplateInfo", read::<Option<Vec<types::LabelTemplate>>>),
    ("getLicenseTemplateInfo", read::<types::LicenseTemplateInfo>),
    ("getNodeInfo", read::<types::NodeInfo>),
    ("getOrgRunner", read::<types::ActionRunner>),
    ("getOrgRunners", read::<Option<Vec<types::ActionRunner>>>),
    ("getOrgVariable", read::<types::ActionVariable>),
    ("getOrgVariablesList", read::<Option<Vec<types::ActionVariable>>>),
    ("getPackage", read::<types::Package>),
    ("getRepoRunner", read::<types::ActionRunner>),
    ("getRepoRunners", read::<Option<Vec<types::ActionRunner>>>),
    ("getRepoVariable", read::<types::ActionVariable>),
    ("getRepoVariablesList", read::<Option<Vec<types::ActionVariable>>>),
    ("getUserRunner", read::<types::ActionRunner>),
    ("getUserRunners", read::<Option<Vec<types::ActionRunner>>>),
    ("getUserSettings", read::<types::UserSettings>),
    ("getUserVariable", read::<types::ActionVariable>),
    ("getUserVariablesList", read::<Option<Vec<types::ActionVariable>>>),
    ("getVersion", read::<types::ServerVersion>),
    ("issueAddLabel", read::<Option<Vec<types::Label>>>),
    ("issueAddTime", read::<types::TrackedTime>),
    ("issueCheckSubscription", read::<types::WatchInfo>),
    ("issueCreateComment", read::<types::Comment>),
    ("issueCreateIssue", read::<types::Issue>),
    ("issueCreateIssueBlocking", read::<types::Issue>),
    ("issueCreateIssueDependencies", read::<types::Issue>),
    ("issueCreateLabel", read::<types::Label>),
    ("issueCreateMilestone", read::<types::Milestone>),
    ("issueEditComment", read::<types::Comment>),
    ("issueEditCommentDeprecated", read::<types::Comment>),
    ("issueEditIssue", read::<types::Issue>),
    ("issueEditIssueAttachment", read::<types::Attachment>),
    ("issueEditIssueCommentAttachment", read::<types::Attachment>),
    ("issueEditIssueDeadline", read::<types::IssueDeadline>),
    ("issueEditLabel", read::<types::Label>),
    ("issueEditMilestone", read::<types::Milestone>),
    ("issueGetComment", read::<types::Comment>),
    ("issueGetCommentReactions", read::<Option<Vec<types::Reaction>>>),
    ("issueGetComments", read::<Option<Vec<types::Comment>>>),
    ("issueGetCommentsAndTimeline", read::<Option<Vec<types::TimelineComment>>>),
    ("issueGetIssue", read::<types::Issue>),
    ("issueGetIssueAttachment", read::<types::Attachment>),
    ("issueGetIssueCommentAttachment", read::<types::Attachment>),
    ("issueGetIssueReactions", read::<Option<Vec<types::Reaction>>>),
    ("issueGetLabel", read::<types::Label>),
    ("issueGetLabels", read::<Option<Vec<types::Label>>>),
    ("issueGetMilestone", read::<types::Milestone>),
    ("issueGetMilestonesList", read::<Option<Vec<types::Milestone>>>),
    ("issueGetRepoComments", read::<Option<Vec<types::Comment>>>),
    ("issueListBlocks", read::<Option<Vec<types::Issue>>>),
    ("issueListIssueAttachments", read::<Option<Vec<types::Attachment>>>),
    ("issueListIssueCommentAttachments", read::<Option<Vec<types::Attachment>>>),
    ("issueListIssueDependencies", read::<Option<Vec<types::Issue>>>),
    ("issueListIssues", read::<Option<Vec<types::Issue>>>),
    ("issueListLabels", read::<Option<Vec<types::Label>>>),
    ("issuePostCommentReaction", read::<types::Reaction>),
    ("issuePostIssueReaction", read::<types::Reaction>),
    ("issueRemoveIssueBlocking", read::<types::Issue>),
    ("issueRemoveIssueDependencies", read::<types::Issue>),
    ("issueReplaceLabels", read::<Option<Vec<types::Label>>>),
    ("issueSearchIssues", read::<Option<Vec<types::Issue>>>),
    ("issueSubscriptions", read::<Option<Vec<types::User>>>),
    ("issueTrackedTimes", read::<Option<Vec<types::TrackedTime>>>),
    ("listForks", read::<Option<Vec<types::Repository>>>),
    ("listGitignoresTemplates", read::<Option<Vec<String>>>),
    ("listLabelTemplates", read::<Option<Vec<String>>>),
    ("listLicenseTemplates", read::<Option<Vec<types::LicensesTemplateListEntry>>>),
    ("listPackageFiles", read::<Option<Vec<types::PackageFile>>>),
    ("listPackages", read::<Option<Vec<types::Package>>>),
    ("notifyGetList", read::<Option<Vec<types::NotificationThread>>>),
    ("notifyGetRepoList", read::<Option<Vec<types::NotificationThread>>>),
    ("notifyGetThread", read::<types::NotificationThread>),
    ("notifyNewAvailable", read::<types::NotificationCount>),
    ("notifyReadList", read::<Option<Vec<types::NotificationThread>>>),
    ("notifyReadRepoList", read::<Option<Vec<types::NotificationThread>>>),
    ("notifyReadThread", read::<types::NotificationThread>),
    ("orgCheckQuota", read::<bool>),
    ("orgCreate", read::<types::Organization>),
    ("orgCreateHook", read::<types::Hook>),
    ("orgCreateLabel", read::<types::Label>),
    ("orgCreateTeam", read::<types::Team>),
    ("orgEdit", read::<types::Organization>),
    ("orgEditHook", read::<types::Hook>),
    ("orgEditLabel", read::<types::Label>),
    ("orgEditTeam", read::<types::Team>),
    ("orgGet", read::<types::Organization>),
    ("orgGetAll", read::<Option<Vec<types::Organization>>>),
    ("orgGetHook", read::<types::Hook>),
    ("orgGetLabel", read::<types::Label>),
    ("orgGetQuota", read::<types::QuotaInfo>),
    ("orgGetRunnerRegistrationToken", read::<types::RegistrationToken>),
    ("orgGetTeam", read::<types::Team>),
    ("orgGetUserPermissions", read::<types::OrganizationPermissions>),
    ("orgListActionsSecrets", read::<Option<Vec<types::Secret>>>),
    ("orgListActivityFeeds", read::<Option<Vec<types::Activity>>>),
    ("orgListBlockedUsers", read::<Option<Vec<types::BlockedUser>>>),
    ("orgListCurrentUserOrgs", read::<Option<Vec<types::Organization>>>),
    ("orgListHooks", read::<Option<Vec<types::Hook>>>),
    ("orgListLabels", read::<Option<Vec<types::Label>>>),
    ("orgListMembers", read::<Option<Vec<types::User>>>),
    ("orgListPublicMembers", read::<Option<Vec<types::User>>>),
    ("orgListQuotaArtifacts", read::<Option<Vec<types::QuotaUsedArtifact>>>),
    ("orgListQuotaAttachments", read::<Option<Vec<types::QuotaUsedAttachment>>>),
    ("orgListQuotaPackages", read::<Option<Vec<types::QuotaUsedPackage>>>),
    ("orgListRepos", read::<Option<Vec<types::Repository>>>),
    ("orgListTeamActivityFeeds", read::<Option<Vec<types::Activity>>>),
    ("orgListTeamMember", read::<types::User>),
    ("orgListTeamMembers", read::<Option<Vec<types::User>>>),
    ("orgListTeamRepo", read::<types::Repository>),
    ("orgListTeamRepos", read::<Option<Vec<types::Repository>>>),
    ("orgListTeams", read::<Option<Vec<types::Team>>>),
    ("orgListUserOrgs", read::<Option<Vec<types::Organization>>>),
    ("orgSearchRunJobs", read::<Option<Vec<types::ActionRunJob>>>),
    ("registerAdminRunner", read::<types::RegisterRunnerResponse>),
    ("registerOrgRunner", read::<types::RegisterRunnerResponse>),
    ("registerRepoRunner", read::<types::RegisterRunnerResponse>),
    ("registerUserRunner", read::<types::RegisterRunnerResponse>),
    ("rejectRepoTransfer", read::<types::Repository>),
    ("repoAddPushMirror", read::<types::PushMirror>),
    ("repoApplyDiffPatch", read::<types::FileResponse>),
    ("repoChangeFiles", read::<types::FilesResponse>),
    ("repoCheckTeam", read::<types::Team>),
    ("repoCompareDiff", read::<types::Compare>),
    ("repoConvert", read::<types::Repository>),
    ("repoCreateBranch", read::<types::Branch>),
    ("repoCreateBranchProtection", read::<types::BranchProtection>),
    ("repoCreateFile", read::<types::FileResponse>),
    ("repoCreateHook", read::<types::Hook>),
    ("repoCreateKey", read::<types::DeployKey>),
    ("repoCreatePullRequest", read::<types::PullRequest>),
    ("repoCreatePullReview", read::<types::PullReview>),
    ("repoCreatePullReviewComment", read::<types::PullReviewComment>),
    ("repoCreatePullReviewRequests", read::<Option<Vec<types::PullReview>>>),
    ("repoCreateRelease", read::<types::Release>),
    ("repoCreateStatus", read::<types::CommitStatus>),
    ("repoCreateTag", read::<types::Tag>),
    ("repoCreateTagProtection", read::<types::TagProtection>),
    ("repoCreateWikiPage", read::<types::WikiPage>),
    ("repoDeleteFile", read::<types::FileDeleteResponse>),
    ("repoDismissPullReview", read::<types::PullReview>),
    ("repoEdit", read::<types::Repository>),
    ("repoEditBranchProtection", read::<types::BranchProtection>),
    ("repoEditGitHook", read::<types::GitHook>),
    ("repoEditHook", read::<types::Hook>),
    ("repoEditPullRequest", read::<types::PullRequest>),
    ("repoEditRelease", read::<types::Release>),
    ("repoEditReleaseAttachment", read::<types::Attachment>),
    ("repoEditTagProtection", read::<types::TagProtection>),
    ("repoEditWikiPage", read::<types::WikiPage>),
    ("repoGet", read::<types::Repository>),
    ("repoGetActionJob", read::<types::ActionRunJob>),
    ("repoGetAllCommits", read::<Option<Vec<types::Commit>>>),
    ("repoGetAssignees", read::<Option<Vec<types::User>>>),
    ("repoGetBranch", read::<types::Branch>),
    ("repoGetBranchProtection", read::<types::BranchProtection>),
    ("repoGetByID", read::<types::Repository>),
    ("repoGetCombinedStatusByRef", read::<types::CombinedStatus>),
    ("repoGetCommitPullRequest", read::<types::PullRequest>),
    ("repoGetContents", read::<serde_json::Value>),
    ("repoGetContentsList", read::<Option<Vec<types::ContentsResponse>>>),
    ("repoGetEditorConfig", read::<Option<BTreeMap<String, String>>>),
    ("repoGetGitHook", read::<types::GitHook>),
    ("repoGetHook", read::<types::Hook>),
    ("repoGetIssueConfig", read::<types::IssueConfig>),
    ("repoGetIssueTemplates", read::<Option<Vec<types::IssueTemplate>>>),
    ("repoGetKey", read::<types::DeployKey>),
    ("repoGetLanguages", read::<Option<BTreeMap<String, i64>>>),
    ("repoGetLatestRelease", read::<types::Release>),
    ("repoGetNote", read::<types::Note>),
    ("repoGetPullRequest", read::<types::PullRequest>),
    ("repoGetPullRequestByBaseHead", read::<types::PullRequest>),
    ("repoGetPullRequestCommits", read::<Option<Vec<types::Commit>>>),
    ("repoGetPullRequestFiles", read::<Option<Vec<types::ChangedFile>>>),
    ("repoGetPullReview", read::<types::PullReview>),
    ("repoGetPullReviewComment", read::<types::PullReviewComment>),
    ("repoGetPullReviewComments", read::<Option<Vec<types::PullReviewComment>>>),
    ("repoGetPushMirrorByRemoteName", read::<types::PushMirror>),
    ("repoGetRelease", read::<types::Release>),
    ("repoGetReleaseAttachment", read::<types::Attachment>),
    ("repoGetReleaseByTag", read::<types::Release>),
    ("repoGetRepoPermissions", read::<types::RepoCollaboratorPermission>),
    ("repoGetReviewers", read::<Option<Vec<types::User>>>),
    ("repoGetRunnerRegistrationToken", read::<types::RegistrationToken>),
    ("repoGetSingleCommit", read::<types::Commit>),
    ("repoGetTag", read::<types::Tag>),
    ("repoGetTagProtection", read::<types::TagProtection>),
    ("repoGetWikiPage", read::<types::WikiPage>),
    ("repoGetWikiPageRevisions", read::<types::WikiCommitList>),
    ("repoGetWikiPages", read::<Option<Vec<types::WikiPageMetaData>>>),
    ("repoListActionsSecrets", read::<Option<Vec<types::Secret>>>),
    ("repoListActivityFeeds", read::<Option<Vec<types::Activity>>>),
    ("repoListAllGitRefs", read::<Option<Vec<types::Reference>>>),
    ("repoListBranchProtection", read::<Option<Vec<types::BranchProtection>>>),
    ("repoListBranches", read::<Option<Vec<types::Branch>>>),
    ("repoListCollaborators", read::<Option<Vec<types::User>>>),
    ("repoListFlags", read::<Option<Vec<String>>>),
    ("repoListGitHooks", read::<Option<Vec<types::GitHook>>>),
    ("repoListGitRefs", read::<Option<Vec<types::Reference>>>),
    ("repoListHooks", read::<Option<Vec<types::Hook>>>),
    ("repoListKeys", read::<Option<Vec<types::DeployKey>>>),
    ("repoListPinnedIssues", read::<Option<Vec<types::Issue>>>),
    ("repoListPinnedPullRequests", read::<Option<Vec<types::PullRequest>>>),
    ("repoListPullRequests", read::<Option<Vec<types::PullRequest>>>),
    ("repoListPullReviews", read::<Option<Vec<types::PullReview>>>),
    ("repoListPushMirrors", read::<Option<Vec<types::PushMirror>>>),
    ("repoListReleaseAttachments", read::<Option<Vec<types::Attachment>>>),
    ("repoListReleases", read::<Option<Vec<types::Release>>>),
    ("repoListStargazers", read::<Option<Vec<types::User>>>),
    ("repoListStatuses", read::<Option<Vec<types::CommitStatus>>>),
    ("repoListStatusesByRef", read::<Option<Vec<types::CommitStatus>>>),
    ("repoListSubscribers", read::<Option<Vec<types::User>>>),
    ("repoListTagProtection", read::<Option<Vec<types::TagProtection>>>),
    ("repoListTags", read::<Option<Vec<types::Tag>>>),
    ("repoListTeams", read::<Option<Vec<types::Team>>>),
    ("repoListTopics", read::<types::TopicName>),
    ("repoMigrate", read::<types::Repository>),
    ("repoNewPinAllowed", read::<types::NewIssuePinsAllowed>),
    ("repoSearch", read::<types::SearchResults>),
    ("repoSearchRunJobs", read::<Option<Vec<types::ActionRunJob>>>),
    ("repoSetNote", read::<types::Note>),
    ("repoSubmitPullReview", read::<types::PullReview>),
    ("repoSyncForkBranchInfo", read::<types::SyncForkInfo>),
    ("repoSyncForkDefaultInfo", read::<types::SyncForkInfo>),
    ("repoTrackedTimes", read::<Option<Vec<types::TrackedTime>>>),
    ("repoTransfer", read::<types::Repository>),
    ("repoUnDismissPullReview", read::<types::PullReview>),
    ("repoUpdateFile", read::<types::FileResponse>),
    ("repoValidateIssueConfig", read::<types::IssueConfigValidation>),
    ("teamSearch", read::<types::TeamSearchResponse>),
    ("topicSearch", read::<types::TopicSearchResponse>),
    ("updateUserSettings", read::<types::UserSettings>),
    ("userAddEmail", read::<Option<Vec<types::Email>>>),
    ("userCheckQuota", read::<bool>),
    ("userCreateHook", read::<types::Hook>),
    ("userCreateOAuth2Application", read::<types::OAuth2Application>),
    ("userCreateToken", read::<types::AccessToken>),
    ("userCurrentCheckSubscription", read::<types::WatchInfo>),
    ("userCurrentGetGPGKey", read::<types::GpgKey>),
    ("userCurrentGetKey", read::<types::PublicKey>),
    ("userCurrentListFollowers", read::<Option<Vec<types::User>>>),
    ("userCurrentListFollowing", read::<Option<Vec<types::User>>>),
    ("userCurrentListGPGKeys", read::<Option<Vec<types::GpgKey>>>),
    ("userCurrentListKeys", read::<Option<Vec<types::PublicKey>>>),
    ("userCurrentListRepos", read::<Option<Vec<types::Repository>>>),
    ("userCurrentListStarred", read::<Option<Vec<types::Repository>>>),
    ("userCurrentListSubscriptions", read::<Option<Vec<types::Repository>>>),
    ("userCurrentPostGPGKey", read::<types::GpgKey>),
    ("userCurrentPostKey", read::<types::PublicKey>),
    ("userCurrentPutSubscription", read::<types::WatchInfo>),
    ("userCurrentTrackedTimes", read::<Option<Vec<types::TrackedTime>>>),
    ("userEditHook", read::<types::Hook>),
    ("userGet", read::<types::User>),
    ("userGetCurrent", read::<types::User>),
    ("userGetHeatmapData", read::<Option<Vec<types::UserHeatmapData>>>),
    ("userGetHook", read::<types::Hook>),
    ("userGetOAuth2Application", read::<types::OAuth2Application>),
    ("userGetOAuth2Applications", read::<Option<Vec<types::OAuth2Application>>>),
    ("userGetQuota", read::<types::QuotaInfo>),
    ("userGetRunnerRegistrationToken", read::<types::RegistrationToken>),
    ("userGetStopWatches", read::<Option<Vec<types::StopWatch>>>),
    ("userGetTokens", read::<Option<Vec<types::AccessToken>>>),
    ("userListActionsSecrets", read::<Option<Vec<types::Secret>>>),
    ("userListActivityFeeds", read::<Option<Vec<types::Activity>>>),
    ("userListBlockedUsers", read::<Option<Vec<types::BlockedUser>>>),
    ("userListEmails", read::<Option<Vec<types::Email>>>),
    ("userListFollowers", read::<Option<Vec<types::User>>>),
    ("userListFollowing", read::<Option<Vec<types::User>>>),
    ("userListGPGKeys", read::<Option<Vec<types::GpgKey>>>),
    ("userListHooks", read::<Option<Vec<types::Hook>>>),
    ("userListKeys", read::<Option<Vec<types::PublicKey>>>),
    ("userListQuotaArtifacts", read::<Option<Vec<types::QuotaUsedArtifact>>>),
    ("userListQuotaAttachments", read::<Option<Vec<types::QuotaUsedAttachment>>>),
    ("userListQuotaPackages", read::<Option<Vec<types::QuotaUsedPackage>>>),
    ("userListRepos", read::<Option<Vec<types::Repository>>>),
    ("userListStarred", read::<Option<Vec<types::Repository>>>),
    ("userListSubscriptions", read::<Option<Vec<types::Repository>>>),
    ("userListTeams", read::<Option<Vec<types::Team>>>),
    ("userSearch", read::<types::UserSearchResponse>),
    ("userSearchRunJobs", read::<Option<Vec<types::ActionRunJob>>>),
    ("userTrackedTimes", read::<Option<Vec<types::TrackedTime>>>),
    ("userUpdateOAuth2Application", read::<types::OAuth2Application>),
    ("userVerifyGPGKey", read::<types::GpgKey>),
];
