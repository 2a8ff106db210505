//! Labels of repositories and organisations.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::args::{PageArgs, RepoRef};
use super::{Access, Call, Domain, Tool, ToolEntry};
use crate::fetch::names;
use crate::forgejo::ApiError;
use crate::forgejo::page::{ListAnswer, Total};
use crate::reply::Page;
use crate::views;

pub(super) const TOOLS: &[ToolEntry] = &[ToolEntry::of::<ListRepoLabels>()];

/// Labels that issues of the repository can have from its organisation.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct OrgLabels {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    org_labels: Vec<views::Label>,
}

/// Lists the labels of a repository; its organisation's come with page 1 as `org_labels`.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct ListRepoLabels {
    #[serde(flatten)]
    repo: RepoRef,
    /// Default true
    include_org_labels: Option<bool>,
    #[serde(flatten)]
    page: PageArgs,
}

impl Tool for ListRepoLabels {
    const NAME: &str = "list_repo_labels";
    const TITLE: &str = "List labels";
    const DOMAIN: Domain = Domain::Issue;
    const ACCESS: Access = Access::Read;
    const CORE: bool = true;
    const OPERATIONS: &[&str] = &["issueListLabels", "orgListLabels"];
    type Output = Page<views::Label, OrgLabels>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        let forge = &call.forge;
        let ask = self.page.ask(forge, 100).await;
        let request = forge.api()?.issue_list_labels().owner(&self.repo.owner).repo(&self.repo.repo);
        let (rows, paging) = request
            .page(ask.page_i64())
            .limit(ask.limit_i64())
            .send()
            .page_of(forge, ask, Total::Exact)
            .await?;
        let with_org = self.include_org_labels.unwrap_or(true) && ask.page == 1;
        let org = if with_org { names::org_labels(forge, &self.repo.owner).await? } else { Vec::new() };
        let beside = OrgLabels { org_labels: org.into_iter().map(Into::into).collect() };
        Ok(Page::with(rows.into_iter().map(Into::into).collect(), paging, beside))
    }
}
