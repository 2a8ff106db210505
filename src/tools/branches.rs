//! Branches of a repository.

use schemars::JsonSchema;
use serde::Deserialize;

use super::args::{PageArgs, RepoRef, given, not_blank};
use super::{Access, Call, Domain, Tool, ToolEntry};
use crate::forgejo::api::types;
use crate::forgejo::page::{ListAnswer, Total};
use crate::forgejo::{Answer, ApiError, Kind};
use crate::reply::{Page, Record};
use crate::views::{self, Done};

pub(super) const TOOLS: &[ToolEntry] =
    &[ToolEntry::of::<ListBranches>(), ToolEntry::of::<CreateBranch>(), ToolEntry::of::<DeleteBranch>()];

/// Lists the branches of a repository with their last commits.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct ListBranches {
    #[serde(flatten)]
    repo: RepoRef,
    #[serde(flatten)]
    page: PageArgs,
}

impl Tool for ListBranches {
    const NAME: &str = "list_branches";
    const TITLE: &str = "List branches";
    const DOMAIN: Domain = Domain::Repo;
    const ACCESS: Access = Access::Read;
    const CORE: bool = true;
    const OPERATIONS: &[&str] = &["repoListBranches"];
    type Output = Page<views::Branch>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        let ask = self.page.ask(&call.forge, 100).await;
        let request = call.forge.api()?.repo_list_branches().owner(&self.repo.owner).repo(&self.repo.repo);
        let page = request
            .page(ask.page_i64())
            .limit(ask.limit_i64())
            .send()
            .page_of(&call.forge, ask, Total::Exact)
            .await?;
        Ok(Page::of(page))
    }
}

/// Creates a branch from another branch, a tag or a commit.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct CreateBranch {
    #[serde(flatten)]
    repo: RepoRef,
    /// Name of the new branch
    #[schemars(extend("x-aliases" = ["branch_name", "new_branch", "new_branch_name"]))]
    branch: String,
    /// Branch, tag or commit to start from
    #[schemars(extend("x-aliases" = ["old_branch_name", "old_ref", "from", "ref"]))]
    old_branch: Option<String>,
}

impl Tool for CreateBranch {
    const NAME: &str = "create_branch";
    const TITLE: &str = "Create branch";
    const DOMAIN: Domain = Domain::Repo;
    const ACCESS: Access = Access::Create;
    const CORE: bool = true;
    const OPERATIONS: &[&str] = &["repoCreateBranch"];
    type Output = Record<views::Branch>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        let body = types::CreateBranchRepoOption {
            new_branch_name: not_blank("branch", self.branch.clone())?,
            old_branch_name: None,
            old_ref_name: given(&self.old_branch).map(str::to_owned),
        };
        let request = call.forge.api()?.repo_create_branch().owner(&self.repo.owner).repo(&self.repo.repo);
        let made = request.body(body).send().answer(&call.forge).await.map_err(|error| match error.kind() {
            Kind::NotFound => error
                .explain("the repository, or the branch to start from, does not exist, or this token may not see it")
                .hint("an empty repository has no branch to start from: create_file makes its first"),
            Kind::Conflict => error
                .explain(format!("there is a branch {} already, or one that stands in its way", self.branch))
                .hint("`a` and `a/b` cannot both be branches"),
            // An unknown start is answered so, without a word.
            Kind::Unavailable if error.status() == Some(500) && error.said().is_none() => error
                .as_kind(Kind::NotFound)
                .explain("the branch, tag or commit to start from does not exist")
                .hint("list_branches shows the branches"),
            Kind::Validation => error.explain(format!("git does not take {:?} as the name of a branch", self.branch)),
            _ => error,
        })?;
        Ok(Record::new(made.into_inner().into()))
    }
}

/// Deletes a branch. Commits that are on no other branch or tag are lost.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct DeleteBranch {
    #[serde(flatten)]
    repo: RepoRef,
    #[schemars(extend("x-aliases" = ["branch_name"]))]
    branch: String,
}

impl Tool for DeleteBranch {
    const NAME: &str = "delete_branch";
    const TITLE: &str = "Delete branch";
    const DOMAIN: Domain = Domain::Repo;
    const ACCESS: Access = Access::Destroy;
    const CORE: bool = true;
    const OPERATIONS: &[&str] = &["repoDeleteBranch", "repoGetBranch"];
    type Output = Record<Done>;

    fn target(&self) -> Option<String> {
        Some(self.branch.clone())
    }

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        // A branch that is gone already is answered with an unexplained 500, so it is looked at first.
        let request = call.forge.api()?.repo_get_branch().owner(&self.repo.owner).repo(&self.repo.repo);
        let branch = request.branch(&self.branch).send().answer(&call.forge).await?.into_inner();
        let request = call.forge.api()?.repo_delete_branch().owner(&self.repo.owner).repo(&self.repo.repo);
        request.branch(&self.branch).send().answer(&call.forge).await.map_err(|error| {
            match error.kind() {
                Kind::Forbidden => error
                    .explain(format!("{} cannot be deleted", self.branch))
                    .hint("it is the default branch, is protected, or the token lacks the right to write"),
                _ => error,
            }
        })?;
        let sha = branch.commit.and_then(|commit| commit.id).unwrap_or_default();
        Ok(Record::new(Done::new(format!(
            "branch {} of {} is deleted; it was at {sha}",
            self.branch, self.repo
        ))))
    }
}
