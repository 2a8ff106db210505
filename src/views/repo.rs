//! Repositories, as rows of a list and whole.

use schemars::JsonSchema;
use serde::Serialize;

use super::text::UserText;
use super::{set, when};
use crate::forgejo::api::types;

/// A repository in a list.
#[derive(Debug, Serialize, JsonSchema)]
pub struct RepoRow {
    /// owner/name
    pub name: Option<String>,
    pub description: Option<UserText>,
    pub default_branch: Option<String>,
    pub private: Option<bool>,
    pub fork: Option<bool>,
    pub archived: Option<bool>,
    pub mirror: Option<bool>,
    pub template: Option<bool>,
    pub empty: Option<bool>,
    pub language: Option<String>,
    pub stars: Option<i64>,
    pub open_issues: Option<i64>,
    pub open_pulls: Option<i64>,
    pub updated_at: Option<String>,
}

/// A repository whole.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Repo {
    #[serde(flatten)]
    pub row: RepoRow,
    pub id: Option<i64>,
    pub url: Option<String>,
    pub clone_url: Option<String>,
    pub ssh_url: Option<String>,
    pub website: Option<UserText>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub topics: Vec<String>,
    /// The repository that it was forked from.
    pub parent: Option<String>,
    /// Where it is mirrored or migrated from.
    pub original_url: Option<String>,
    pub internal: Option<bool>,
    pub forks: Option<i64>,
    pub watchers: Option<i64>,
    pub releases: Option<i64>,
    pub size_kib: Option<i64>,
    /// What the caller may do: admin, write or read.
    pub permission: Option<String>,
    /// The units that are on: issues, pulls, releases, wiki, actions, packages, projects.
    pub units: Vec<String>,
    /// How pull requests may be merged.
    pub merge_styles: Vec<String>,
    pub default_merge_style: Option<String>,
    pub delete_branch_after_merge: Option<bool>,
    pub created_at: Option<String>,
    pub archived_at: Option<String>,
}

/// A repository that was just made.
#[derive(Debug, Serialize, JsonSchema)]
pub struct NewRepo {
    #[serde(flatten)]
    pub row: RepoRow,
    pub id: Option<i64>,
    pub url: Option<String>,
    pub clone_url: Option<String>,
    pub ssh_url: Option<String>,
    /// The repository that it was forked from.
    pub parent: Option<String>,
}

impl From<types::Repository> for NewRepo {
    fn from(mut repo: types::Repository) -> Self {
        Self {
            id: repo.id,
            url: repo.html_url.take(),
            clone_url: repo.clone_url.take(),
            ssh_url: repo.ssh_url.take(),
            parent: repo.parent.take().and_then(|parent| parent.full_name),
            row: RepoRow::from(repo),
        }
    }
}

impl From<types::Repository> for RepoRow {
    fn from(repo: types::Repository) -> Self {
        Self {
            name: repo.full_name,
            description: repo.description.filter(|text| !text.is_empty()).map(UserText::line),
            default_branch: repo.default_branch,
            private: set(repo.private),
            fork: set(repo.fork),
            archived: set(repo.archived),
            mirror: set(repo.mirror),
            template: set(repo.template),
            empty: set(repo.empty),
            language: repo.language,
            stars: repo.stars_count.filter(|count| *count > 0),
            open_issues: repo.open_issues_count.filter(|count| *count > 0),
            open_pulls: repo.open_pr_counter.filter(|count| *count > 0),
            updated_at: when(repo.updated_at),
        }
    }
}

impl From<types::Repository> for Repo {
    fn from(mut repo: types::Repository) -> Self {
        let units = named([
            ("issues", repo.has_issues),
            ("pulls", repo.has_pull_requests),
            ("releases", repo.has_releases),
            ("wiki", repo.has_wiki),
            ("actions", repo.has_actions),
            ("packages", repo.has_packages),
            ("projects", repo.has_projects),
        ]);
        let merge_styles = named([
            ("merge", repo.allow_merge_commits),
            ("rebase", repo.allow_rebase),
            ("rebase-merge", repo.allow_rebase_explicit),
            ("squash", repo.allow_squash_merge),
            ("fast-forward-only", repo.allow_fast_forward_only_merge),
        ]);
        let permission = repo.permissions.take().and_then(|own| {
            let rights = [("admin", own.admin), ("write", own.push), ("read", own.pull)];
            rights.into_iter().find(|(_, has)| *has == Some(true)).map(|(name, _)| name.to_owned())
        });
        Self {
            id: repo.id,
            url: repo.html_url.take(),
            clone_url: repo.clone_url.take(),
            ssh_url: repo.ssh_url.take(),
            website: repo.website.take().filter(|text| !text.is_empty()).map(UserText::line),
            topics: repo.topics.take().unwrap_or_default(),
            parent: repo.parent.take().and_then(|parent| parent.full_name),
            original_url: repo.original_url.take(),
            internal: set(repo.internal),
            forks: repo.forks_count.filter(|count| *count > 0),
            watchers: repo.watchers_count.filter(|count| *count > 0),
            releases: repo.release_counter.filter(|count| *count > 0),
            size_kib: repo.size,
            permission,
            units,
            merge_styles,
            default_merge_style: repo.default_merge_style.take(),
            delete_branch_after_merge: set(repo.default_delete_branch_after_merge),
            created_at: when(repo.created_at.take()),
            archived_at: when(repo.archived_at.take()),
            row: RepoRow::from(repo),
        }
    }
}

fn named<const N: usize>(flags: [(&str, Option<bool>); N]) -> Vec<String> {
    flags.into_iter().filter(|(_, on)| *on == Some(true)).map(|(name, _)| name.to_owned()).collect()
}
