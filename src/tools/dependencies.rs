//! Which issues wait for which.

use schemars::JsonSchema;
use serde::Deserialize;

use super::args::{PageArgs, RepoRef};
use super::{Access, Call, Domain, Tool, ToolEntry};
use crate::fetch::At;
use crate::forgejo::api::types;
use crate::forgejo::page::{Ask, ListAnswer, Paging, slice};
use crate::forgejo::{Answer, ApiError, Forge, Kind};
use crate::reply::{Page, Record};
use crate::views::{self, Done};

pub(super) const TOOLS: &[ToolEntry] = &[
    ToolEntry::of::<ListIssueDependencies>(),
    ToolEntry::of::<ListIssueDependents>(),
    ToolEntry::of::<AddIssueDependency>(),
    ToolEntry::of::<RemoveIssueDependency>(),
];

/// More than this are not read.
const MOST: usize = 1_000;

/// Which way a dependency points.
#[derive(Clone, Copy)]
enum Side {
    /// What an issue depends on.
    On,
    /// What depends on it.
    Of,
}

/// All issues on one side. The forge leaves out what the caller may not see after it has cut a page, so that neither a
/// short page nor its length says anything: only an empty one ends the list.
async fn all(forge: &Forge, at: At<'_>, index: i64, side: Side) -> Result<Vec<types::Issue>, ApiError> {
    let api = forge.api()?;
    let limit = forge.page_cap().await;
    let mut issues = Vec::new();
    for page in 1.. {
        let ask = Ask { page, limit };
        let came = match side {
            Side::On => {
                let list = api.issue_list_issue_dependencies().owner(at.owner).repo(at.repo).index(index);
                list.page(ask.page_i64()).limit(ask.limit_i64()).send().rows(forge).await
            }
            Side::Of => {
                let list = api.issue_list_blocks().owner(at.owner).repo(at.repo).index(index);
                list.page(ask.page_i64()).limit(ask.limit_i64()).send().rows(forge).await
            }
        };
        let came = came.map_err(explain)?;
        if came.is_empty() || issues.len() >= MOST {
            break;
        }
        issues.extend(came);
        if page > 1 {
            // The forge says no total.
            forge.progress().report(issues.len() as u64, None);
        }
    }
    Ok(issues)
}

fn explain(error: ApiError) -> ApiError {
    match error.kind() {
        Kind::NotFound => error
            .explain("not found: the issue is missing, this token may not see it, or dependencies are off"),
        _ => error,
    }
}

/// One page of a side, which is read whole; the forge says no total.
async fn page(
    call: &Call,
    repo: &RepoRef,
    index: i64,
    side: Side,
    ask: PageArgs,
) -> Result<Page<views::IssueRow>, ApiError> {
    let ask = ask.ask(&call.forge, 20).await;
    let issues = all(&call.forge, repo.at(), index, side).await?;
    let (issues, paging) = slice(issues, ask);
    let here = repo.to_string();
    let rows = issues.into_iter().map(|issue| {
        let row = views::IssueRow::with_repo(issue);
        // The repository is worth a word only when it is another one.
        let repo = row.repo.clone().filter(|name| !name.eq_ignore_ascii_case(&here));
        views::IssueRow { repo, ..row }
    });
    Ok(Page::new(rows.collect(), Paging { total_count: None, ..paging }))
}

/// Lists the issues that an issue depends on; it cannot be closed while they are open.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct ListIssueDependencies {
    #[serde(flatten)]
    repo: RepoRef,
    /// Number of the issue or pull request
    #[schemars(range(min = 1))]
    index: i64,
    #[serde(flatten)]
    page: PageArgs,
}

impl Tool for ListIssueDependencies {
    const NAME: &str = "list_issue_dependencies";
    const TITLE: &str = "List dependencies";
    const DOMAIN: Domain = Domain::Issue;
    const ACCESS: Access = Access::Read;
    const OPERATIONS: &[&str] = &["issueListIssueDependencies"];
    type Output = Page<views::IssueRow>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        page(call, &self.repo, self.index, Side::On, self.page).await
    }
}

/// Lists the issues that depend on an issue.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct ListIssueDependents {
    #[serde(flatten)]
    repo: RepoRef,
    /// Number of the issue or pull request
    #[schemars(range(min = 1))]
    index: i64,
    #[serde(flatten)]
    page: PageArgs,
}

impl Tool for ListIssueDependents {
    const NAME: &str = "list_issue_dependents";
    const TITLE: &str = "List dependents";
    const DOMAIN: Domain = Domain::Issue;
    const ACCESS: Access = Access::Read;
    const OPERATIONS: &[&str] = &["issueListBlocks"];
    type Output = Page<views::IssueRow>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        page(call, &self.repo, self.index, Side::Of, self.page).await
    }
}

/// The issue that is depended on.
struct Other {
    owner: String,
    repo: String,
    index: i64,
}

impl Other {
    /// Reads `name` or `owner/name`; without either it is an issue of the same repository.
    fn read(here: &RepoRef, repo: Option<&str>, index: i64) -> Self {
        let word = repo.map(str::trim).filter(|word| !word.is_empty()).unwrap_or(&here.repo);
        let (owner, repo) = word.split_once('/').unwrap_or((here.owner.as_str(), word));
        Self { owner: owner.to_owned(), repo: repo.to_owned(), index }
    }

    fn is(&self, repo: &RepoRef, index: i64) -> bool {
        self.index == index
            && self.owner.eq_ignore_ascii_case(&repo.owner)
            && self.repo.eq_ignore_ascii_case(&repo.repo)
    }

    fn is_among(&self, issues: &[types::Issue]) -> bool {
        let name = format!("{}/{}", self.owner, self.repo);
        issues.iter().any(|issue| {
            let repo = issue.repository.as_ref().and_then(|repo| repo.full_name.as_deref());
            issue.number == Some(self.index) && repo.is_some_and(|repo| repo.eq_ignore_ascii_case(&name))
        })
    }

    fn meta(&self) -> types::IssueMeta {
        types::IssueMeta { index: self.index, owner: self.owner.clone(), repo: self.repo.clone() }
    }
}

impl std::fmt::Display for Other {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{}/{}#{}", self.owner, self.repo, self.index)
    }
}

/// Makes an issue depend on another one.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct AddIssueDependency {
    #[serde(flatten)]
    repo: RepoRef,
    /// Number of the issue or pull request
    #[schemars(range(min = 1))]
    index: i64,
    /// Number of the one to wait for
    #[schemars(range(min = 1), extend("x-aliases" = ["dependency_index"]))]
    depends_on_index: i64,
    /// Its repository, when another
    depends_on_repo: Option<String>,
}

impl Tool for AddIssueDependency {
    const NAME: &str = "add_issue_dependency";
    const TITLE: &str = "Add dependency";
    const DOMAIN: Domain = Domain::Issue;
    const ACCESS: Access = Access::Change;
    const OPERATIONS: &[&str] =
        &["issueCreateIssueDependencies", "issueListIssueDependencies", "issueListBlocks"];
    type Output = Record<Done>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        let forge = &call.forge;
        let Self { repo, index, .. } = &self;
        let other = Other::read(repo, self.depends_on_repo.as_deref(), self.depends_on_index);
        // The forge lets an issue wait for itself for ever.
        if other.is(repo, *index) {
            return Err(ApiError::invalid("an issue cannot depend on itself"));
        }
        forge.guard().check_repo(&other.owner, &other.repo)?;
        let request = forge.api()?.issue_create_issue_dependencies().owner(&repo.owner).repo(&repo.repo);
        match request.index(*index).body(other.meta()).send().answer(forge).await {
            Ok(_) => Ok(Record::new(Done::new(format!("{repo}#{index} depends on {other} now")))),
            Err(error) if error.status() == Some(500) => Err(self.refusal(forge, &other, error).await),
            Err(error) => Err(missing(error, &other)),
        }
    }
}

impl AddIssueDependency {
    /// The forge fails inside when the dependency is there already, in either direction.
    async fn refusal(&self, forge: &Forge, other: &Other, error: ApiError) -> ApiError {
        let Self { repo, index, .. } = self;
        let among = async |side| {
            all(forge, repo.at(), *index, side).await.is_ok_and(|issues| other.is_among(&issues))
        };
        if among(Side::On).await {
            return error
                .as_kind(Kind::Conflict)
                .explain(format!("{repo}#{index} depends on {other} already"))
                .hint("nothing was changed, and nothing needs to be");
        }
        if among(Side::Of).await {
            return error
                .as_kind(Kind::Conflict)
                .explain(format!("{other} depends on {repo}#{index}, so this would be a circle"))
                .hint("remove_issue_dependency removes the other direction");
        }
        error
    }
}

/// Removes the dependency of an issue on another one.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct RemoveIssueDependency {
    #[serde(flatten)]
    repo: RepoRef,
    /// Number of the issue or pull request
    #[schemars(range(min = 1))]
    index: i64,
    /// Number of the one it depends on
    #[schemars(range(min = 1), extend("x-aliases" = ["depends_on_index"]))]
    dependency_index: i64,
    /// Its repository, when another
    #[schemars(extend("x-aliases" = ["depends_on_repo"]))]
    dependency_repo: Option<String>,
}

impl Tool for RemoveIssueDependency {
    const NAME: &str = "remove_issue_dependency";
    const TITLE: &str = "Remove dependency";
    const DOMAIN: Domain = Domain::Issue;
    const ACCESS: Access = Access::Change;
    const OPERATIONS: &[&str] = &["issueRemoveIssueDependencies", "issueListIssueDependencies"];
    type Output = Record<Done>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        let forge = &call.forge;
        let Self { repo, index, .. } = &self;
        let other = Other::read(repo, self.dependency_repo.as_deref(), self.dependency_index);
        forge.guard().check_repo(&other.owner, &other.repo)?;
        let request = forge.api()?.issue_remove_issue_dependencies().owner(&repo.owner).repo(&repo.repo);
        match request.index(*index).body(other.meta()).send().answer(forge).await {
            Ok(_) => Ok(Record::new(Done::new(format!("{repo}#{index} no longer depends on {other}")))),
            // The forge fails inside when there is no such dependency.
            Err(error) if error.status() == Some(500) => {
                let known = all(forge, repo.at(), *index, Side::On).await;
                Err(match known {
                    Ok(issues) if !other.is_among(&issues) => error
                        .as_kind(Kind::NotFound)
                        .explain(format!("{repo}#{index} does not depend on {other}"))
                        .hint("list_issue_dependencies shows what it depends on"),
                    _ => error,
                })
            }
            Err(error) => Err(missing(error, &other)),
        }
    }
}

/// Says which of the two issues is missing.
fn missing(error: ApiError, other: &Other) -> ApiError {
    if error.kind() == Kind::NotFound
        && error.said().is_some_and(|said| said.contains("issue does not exist"))
    {
        return error
            .explain(format!("{other}, or the issue itself, is missing, or this token may not see it"));
    }
    explain(error)
}
