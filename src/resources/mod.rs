//! Resources: things of the forge that are read by URI. One table of templates, from which listing, parsing, reading,
//! completion and the documentation come.
//!
//! To add a resource: write its reader in the file of its family and give it a row in [`TEMPLATES`]. A reader asks
//! the fetch functions that the tools use, and returns [`Content`]; the server bounds and wraps it.

mod bounded;
mod collections;
mod commits;
mod content;
mod files;
pub mod markdown;
mod people;
mod repos;
mod talk;
pub mod uri;

use futures::future::BoxFuture;

pub use bounded::MOST;
pub use content::{Beside, Content, Lifetime};
pub use uri::Values;

use crate::fetch::At;
use crate::forgejo::{ApiError, Forge};
use crate::tools::Bound;

/// A kind of resource.
pub struct Template {
    /// An RFC 6570 template.
    pub uri: &'static str,
    pub name: &'static str,
    pub title: &'static str,
    pub description: &'static str,
    /// The type of the first block; `None` when it differs.
    pub mime: Option<&'static str>,
    read: Reader,
}

type Reader = for<'read> fn(&'read Read<'read>) -> BoxFuture<'read, Result<Content, ApiError>>;

/// What a reader has at hand.
pub struct Read<'read> {
    pub forge: &'read Forge,
    pub values: &'read Values,
    pub bound: Bound,
}

impl<'read> Read<'read> {
    fn at(&self) -> Result<At<'read>, ApiError> {
        Ok(At { owner: self.values.text("owner")?, repo: self.values.text("repo")? })
    }
}

impl Template {
    /// Reads a resource of this kind.
    ///
    /// # Errors
    /// Whatever the requests came to.
    pub async fn read<'read>(&self, read: &'read Read<'read>) -> Result<Content, ApiError> {
        (self.read)(read).await
    }
}

const JSON: Option<&str> = Some("application/json");

/// Every kind of resource, in the order of listings. Where two fit a URI, the first counts.
pub static TEMPLATES: &[Template] = &[
    Template {
        uri: "forgejo://owner/{owner}",
        name: "owner",
        title: "Owner",
        description: "A user or an organisation: kind, names, description.",
        mime: JSON,
        read: |read| Box::pin(people::owner(read)),
    },
    Template {
        uri: "forgejo://repo/{owner}/{repo}",
        name: "repo",
        title: "Repository",
        description: "A repository: default branch, units, merge styles, counts, what the caller may do.",
        mime: JSON,
        read: |read| Box::pin(repos::repo(read)),
    },
    Template {
        uri: "forgejo://repo/{owner}/{repo}/commit/{sha}",
        name: "commit",
        title: "Commit",
        description: "A commit by its full sha: message, author, parents, changed files. It never changes.",
        mime: JSON,
        read: |read| Box::pin(commits::commit(read)),
    },
    Template {
        uri: "forgejo://repo/{owner}/{repo}/commit/{sha}/status",
        name: "commit_status",
        title: "Commit status",
        description: "The combined CI status of a commit and the latest status of each context. Pinned to the full sha and therefore cacheable for it, for as long as the answer says: checks may still report.",
        mime: JSON,
        read: |read| Box::pin(commits::status(read)),
    },
    Template {
        uri: "forgejo://repo/{owner}/{repo}/issue/{index}",
        name: "issue",
        title: "Issue",
        description: "An issue with its text, labels, assignees and milestone.",
        mime: JSON,
        read: |read| Box::pin(talk::issue(read)),
    },
    Template {
        uri: "forgejo://repo/{owner}/{repo}/issues{?state,labels,page,limit}",
        name: "issues",
        title: "Issues",
        description: "Issues of a repository, open ones unless state says closed or all; labels by name or id, separated by commas. At most 30 a page.",
        mime: JSON,
        read: |read| Box::pin(collections::issues(read)),
    },
    Template {
        uri: "forgejo://repo/{owner}/{repo}/pr/{index}",
        name: "pull_request",
        title: "Pull request",
        description: "A pull request with its text, branches, whether it can be merged, and the files that it changes.",
        mime: JSON,
        read: |read| Box::pin(talk::pull(read)),
    },
    Template {
        uri: "forgejo://repo/{owner}/{repo}/file/{ref}/{path}",
        name: "file",
        title: "File",
        description: "A file at a branch, tag or commit. Slashes in ref and path are written %2F. The first block says what it is, the second is its content.",
        mime: None,
        read: |read| Box::pin(files::file(read)),
    },
    Template {
        uri: "forgejo://repo/{owner}/{repo}/{kind}/{index}/comments{?page,limit}",
        name: "comments",
        title: "Comments",
        description: "Comments of an issue or pull request (kind issue or pr), oldest first. At most 30 a page.",
        mime: JSON,
        read: |read| Box::pin(talk::comments(read)),
    },
    Template {
        uri: "forgejo://repo/{owner}/{repo}/{kind}/{index}/comment/{id}",
        name: "comment",
        title: "Comment",
        description: "A comment of an issue or pull request (kind issue or pr).",
        mime: JSON,
        read: |read| Box::pin(talk::comment(read)),
    },
    Template {
        uri: "forgejo://repo/{owner}/{repo}/label/{id}",
        name: "label",
        title: "Label",
        description: "A label of a repository.",
        mime: JSON,
        read: |read| Box::pin(repos::label(read)),
    },
    Template {
        uri: "forgejo://repo/{owner}/{repo}/labels{?page,limit}",
        name: "labels",
        title: "Labels",
        description: "Labels of a repository, without those of its organisation. At most 30 a page.",
        mime: JSON,
        read: |read| Box::pin(collections::repo_labels(read)),
    },
    Template {
        uri: "forgejo://org/{org}/labels{?page,limit}",
        name: "org_labels",
        title: "Labels of an organisation",
        description: "Labels that all repositories of an organisation have. At most 30 a page.",
        mime: JSON,
        read: |read| Box::pin(collections::org_labels(read)),
    },
    Template {
        uri: "forgejo://repo/{owner}/{repo}/milestone/{id}",
        name: "milestone",
        title: "Milestone",
        description: "A milestone with how many of its issues are open and closed.",
        mime: JSON,
        read: |read| Box::pin(repos::milestone(read)),
    },
    Template {
        uri: "forgejo://repo/{owner}/{repo}/release/{tag}",
        name: "release",
        title: "Release",
        description: "A release by its tag: notes and attached files. Slashes in the tag are written %2F.",
        mime: JSON,
        read: |read| Box::pin(repos::release(read)),
    },
    Template {
        uri: "forgejo://repo/{owner}/{repo}/run/{id}",
        name: "run",
        title: "Workflow run",
        description: "A workflow run by its id, with its jobs and how each ended.",
        mime: JSON,
        read: |read| Box::pin(repos::run(read)),
    },
    Template {
        uri: "forgejo://repo/{owner}/{repo}/branch_protections",
        name: "branch_protections",
        title: "Branch protections",
        description: "The rules that protect branches of a repository.",
        mime: JSON,
        read: |read| Box::pin(collections::branch_protections(read)),
    },
    Template {
        uri: "forgejo://repo/{owner}/{repo}/branch_protection/{rule}",
        name: "branch_protection",
        title: "Branch protection",
        description: "A branch protection rule by its name or glob, encoded once: release%2F%2A for release/*.",
        mime: JSON,
        read: |read| Box::pin(repos::branch_protection(read)),
    },
    Template {
        uri: "forgejo://repo/{owner}/{repo}/hooks",
        name: "hooks",
        title: "Webhooks",
        description: "Webhooks of a repository, without their secrets.",
        mime: JSON,
        read: |read| Box::pin(collections::hooks(read)),
    },
    Template {
        uri: "forgejo://repo/{owner}/{repo}/hook/{id}",
        name: "hook",
        title: "Webhook",
        description: "A webhook: where it goes and for which events, without its secrets.",
        mime: JSON,
        read: |read| Box::pin(repos::hook(read)),
    },
    Template {
        uri: "forgejo://repo/{owner}/{repo}/wiki/{pageName}",
        name: "wiki_page",
        title: "Wiki page",
        description: "A wiki page by its title, encoded once: Guides%2FGetting%20started. The first block says what it is, the second is its text.",
        mime: JSON,
        read: |read| Box::pin(files::wiki_page(read)),
    },
];
