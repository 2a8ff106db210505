//! Creating, changing and deleting releases.

use schemars::JsonSchema;
use serde::Deserialize;

use super::args::{RepoRef, names_nothing, not_blank};
use super::{Access, Call, Domain, Tool, ToolEntry};
use crate::forgejo::api::types;
use crate::forgejo::{Answer, ApiError, Forge, Kind};
use crate::reply::Record;
use crate::views::{self, Done};

pub(super) const TOOLS: &[ToolEntry] = &[
    ToolEntry::of::<CreateRelease>(),
    ToolEntry::of::<EditRelease>(),
    ToolEntry::of::<DeleteRelease>(),
    ToolEntry::of::<DeleteReleaseByTag>(),
];

/// Creates a release, and its tag when that does not exist yet.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct CreateRelease {
    #[serde(flatten)]
    repo: RepoRef,
    #[schemars(extend("x-aliases" = ["tag"]))]
    tag_name: String,
    /// Branch or commit that a new tag is made from; default branch when left out
    #[schemars(extend("x-aliases" = ["target", "branch"]))]
    target_commitish: Option<String>,
    /// Title; the tag when left out
    #[schemars(extend("x-aliases" = ["title"]))]
    name: Option<String>,
    /// Markdown
    body: Option<String>,
    draft: Option<bool>,
    #[schemars(extend("x-aliases" = ["pre_release"]))]
    prerelease: Option<bool>,
    hide_archive_links: Option<bool>,
}

impl Tool for CreateRelease {
    const NAME: &str = "create_release";
    const TITLE: &str = "Create release";
    const DOMAIN: Domain = Domain::Release;
    const ACCESS: Access = Access::Create;
    const OPERATIONS: &[&str] = &["repoCreateRelease", "repoGet"];
    type Output = Record<views::Release>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        check_tag(&self.tag_name)?;
        let target = self.target_commitish.filter(|target| !target.trim().is_empty());
        let body = types::CreateReleaseOption {
            body: self.body,
            draft: self.draft,
            hide_archive_links: self.hide_archive_links,
            name: self.name.filter(|name| !name.trim().is_empty()),
            prerelease: self.prerelease,
            tag_name: self.tag_name.clone(),
            target_commitish: target.clone(),
        };
        let request = call.forge.api()?.repo_create_release().owner(&self.repo.owner).repo(&self.repo.repo);
        let made = match request.body(body).send().answer(&call.forge).await {
            Ok(made) => made.into_inner(),
            Err(error) => return Err(refused(error, &call.forge, &self.repo, &self.tag_name, target).await),
        };
        Ok(Record::new(identity(made)))
    }
}

/// Changes a release; what is not named stays as it is.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct EditRelease {
    #[serde(flatten)]
    repo: RepoRef,
    #[schemars(range(min = 1), extend("x-aliases" = ["id"]))]
    release_id: i64,
    #[schemars(extend("x-aliases" = ["tag"]))]
    tag_name: Option<String>,
    #[schemars(extend("x-aliases" = ["target", "branch"]))]
    target_commitish: Option<String>,
    #[schemars(extend("x-aliases" = ["title"]))]
    name: Option<String>,
    /// Markdown; cannot be emptied, nor can name
    body: Option<String>,
    draft: Option<bool>,
    #[schemars(extend("x-aliases" = ["pre_release"]))]
    prerelease: Option<bool>,
    hide_archive_links: Option<bool>,
}

impl Tool for EditRelease {
    const NAME: &str = "edit_release";
    const TITLE: &str = "Edit release";
    const DOMAIN: Domain = Domain::Release;
    const ACCESS: Access = Access::Change;
    const IDEMPOTENT: bool = true;
    const OPERATIONS: &[&str] = &["repoEditRelease", "repoGet"];
    type Output = Record<views::Release>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        let texts = [("tag_name", &self.tag_name), ("target_commitish", &self.target_commitish)];
        for (parameter, text) in texts.into_iter().chain([("name", &self.name), ("body", &self.body)]) {
            // The forge takes an empty text for one that was left out.
            if text.as_deref() == Some("") {
                return Err(ApiError::invalid(format!("{parameter} of a release cannot be emptied")));
            }
        }
        if let Some(tag) = &self.tag_name {
            check_tag(tag)?;
        }
        let body = types::EditReleaseOption {
            body: self.body,
            draft: self.draft,
            hide_archive_links: self.hide_archive_links,
            name: self.name,
            prerelease: self.prerelease,
            tag_name: self.tag_name.clone(),
            target_commitish: self.target_commitish.clone(),
        };
        if names_nothing(&body) {
            return Err(ApiError::invalid("nothing to change was named").hint("give at least one of tag_name, target_commitish, name, body, draft, prerelease, hide_archive_links"));
        }
        let request = call.forge.api()?.repo_edit_release().owner(&self.repo.owner).repo(&self.repo.repo);
        let edited = match request.id(self.release_id).body(body).send().answer(&call.forge).await {
            Ok(edited) => edited.into_inner(),
            Err(error) => {
                let tag = self.tag_name.unwrap_or_default();
                return Err(refused(error, &call.forge, &self.repo, &tag, self.target_commitish).await);
            }
        };
        Ok(Record::new(identity(edited)))
    }
}

/// Deletes a release with its files; the tag stays.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct DeleteRelease {
    #[serde(flatten)]
    repo: RepoRef,
    #[schemars(range(min = 1), extend("x-aliases" = ["id"]))]
    release_id: i64,
}

impl Tool for DeleteRelease {
    const NAME: &str = "delete_release";
    const TITLE: &str = "Delete release";
    const DOMAIN: Domain = Domain::Release;
    const ACCESS: Access = Access::Destroy;
    const OPERATIONS: &[&str] = &["repoDeleteRelease", "repoGetRelease"];
    type Output = Record<Done>;

    fn target(&self) -> Option<String> {
        Some(self.release_id.to_string())
    }

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        let request = call.forge.api()?.repo_get_release().owner(&self.repo.owner).repo(&self.repo.repo);
        let release = request.id(self.release_id).send().answer(&call.forge).await?.into_inner();
        let request = call.forge.api()?.repo_delete_release().owner(&self.repo.owner).repo(&self.repo.repo);
        request.id(self.release_id).send().answer(&call.forge).await?;
        Ok(Record::new(gone(&self.repo, &release)))
    }
}

/// Deletes the release of a tag with its files; the tag stays.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct DeleteReleaseByTag {
    #[serde(flatten)]
    repo: RepoRef,
    #[schemars(extend("x-aliases" = ["tag_name"]))]
    tag: String,
}

impl Tool for DeleteReleaseByTag {
    const NAME: &str = "delete_release_by_tag";
    const TITLE: &str = "Delete release by tag";
    const DOMAIN: Domain = Domain::Release;
    const ACCESS: Access = Access::Destroy;
    const OPERATIONS: &[&str] = &["repoDeleteReleaseByTag", "repoGetReleaseByTag"];
    type Output = Record<Done>;

    fn target(&self) -> Option<String> {
        Some(self.tag.clone())
    }

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        let missing = |error: ApiError| match error.kind() {
            Kind::NotFound => error
                .explain(format!("not found: tag {} has no release, or this token may not see it", self.tag))
                .hint("list_releases shows the releases with their tags"),
            _ => error,
        };
        let api = call.forge.api()?;
        let request = api.repo_get_release_by_tag().owner(&self.repo.owner).repo(&self.repo.repo);
        let release = request.tag(&self.tag).send().answer(&call.forge).await.map_err(missing)?.into_inner();
        let request = api.repo_delete_release_by_tag().owner(&self.repo.owner).repo(&self.repo.repo);
        request.tag(&self.tag).send().answer(&call.forge).await.map_err(missing)?;
        Ok(Record::new(gone(&self.repo, &release)))
    }
}

/// What a write answers: which release it is and in what state, without text and files.
fn identity(release: types::Release) -> views::Release {
    views::Release::from(types::Release { body: None, assets: None, ..release })
}

fn gone(repo: &RepoRef, release: &types::Release) -> Done {
    let id = release.id.unwrap_or_default();
    let tag = release.tag_name.as_deref().unwrap_or_default();
    Done::new(format!("release {id} ({tag}) of {repo} is deleted; tags stay"))
}

/// Refuses a tag that git cannot have; the forge answers those with an unexplained 500.
#[expect(clippy::case_sensitive_file_extension_comparisons, reason = "git compares so")]
fn check_tag(tag: &str) -> Result<(), ApiError> {
    let bad_part = |part: &str| part.is_empty() || part.starts_with('.') || part.ends_with(".lock");
    let bad_character = |character: char| {
        character.is_control() || matches!(character, ' ' | '~' | '^' | ':' | '?' | '*' | '[' | '\\')
    };
    let tag = not_blank("tag_name", tag.to_owned())?;
    let bad = tag.contains(bad_character)
        || tag.split('/').any(bad_part)
        || tag.contains("..")
        || tag.contains("@{")
        || tag == "@"
        || tag.starts_with('-')
        || tag.ends_with('.');
    if bad {
        return Err(ApiError::invalid(format!("tag_name: git takes no tag named {tag:?}"))
            .hint("no spaces, no ~ ^ : ? * [ \\, no .., no part that is empty or starts with a dot"));
    }
    Ok(())
}

/// Says why a release was refused.
async fn refused(
    error: ApiError,
    forge: &Forge,
    repo: &RepoRef,
    tag: &str,
    target: Option<String>,
) -> ApiError {
    let said = error.said().unwrap_or_default();
    match error.status() {
        Some(404) if said.contains("target") => error
            .explain(format!("there is no branch or commit {}", target.unwrap_or_default()))
            .hint("list_branches shows the branches"),
        Some(409) => error
            .explain(format!("the tag {tag} has a release already"))
            .hint("get_release_by_tag gives its id, edit_release changes it"),
        Some(500) if is_archived(forge, repo).await => error
            .as_kind(Kind::PreconditionFailed)
            .explain(format!("{repo} is archived"))
            .hint("un-archive it first"),
        Some(500) => {
            error.hint("the tag may stand below, or above, one that exists (v1 and v1/a), or be protected")
        }
        _ => error,
    }
}

async fn is_archived(forge: &Forge, repo: &RepoRef) -> bool {
    let Ok(api) = forge.api() else { return false };
    let found = api.repo_get().owner(&repo.owner).repo(&repo.repo).send().answer(forge).await;
    found.is_ok_and(|found| found.archived == Some(true))
}
