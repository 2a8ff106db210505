//! New repositories: made from nothing, or forked.

use schemars::JsonSchema;
use serde::Deserialize;

use super::compare::ignored;
use super::{Access, Call, Domain, Tool, ToolEntry};
use crate::forgejo::api::types;
use crate::forgejo::page::ListAnswer;
use crate::forgejo::{Answer, ApiError, Forge, Kind};
use crate::reply::Record;
use crate::views;

pub(super) const TOOLS: &[ToolEntry] = &[ToolEntry::of::<CreateRepo>(), ToolEntry::of::<ForkRepo>()];

// The hash that git names objects by.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum ObjectFormat {
    Sha1,
    Sha256,
}

// Whose signatures count as verified.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum TrustModel {
    Default,
    Collaborator,
    Committer,
    Collaboratorcommitter,
}

/// Creates a repository, empty unless `auto_init` or a file of it is asked for.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct CreateRepo {
    #[schemars(extend("x-aliases" = ["repo"]))]
    name: String,
    /// Organisation; the caller when left out
    #[schemars(extend("x-aliases" = ["org", "organization"]))]
    owner: Option<String>,
    description: Option<String>,
    private: Option<bool>,
    /// Make a first commit
    auto_init: Option<bool>,
    default_branch: Option<String>,
    /// Templates of .gitignore, such as Rust
    #[serde(default)]
    #[schemars(extend("x-aliases" = ["gitignore"]))]
    gitignores: Vec<String>,
    /// Such as MIT
    license: Option<String>,
    /// Template of the README; Default
    readme: Option<String>,
    /// Label set, such as Default
    issue_labels: Option<String>,
    /// Others can start from it
    template: Option<bool>,
    #[schemars(extend("x-aliases" = ["object_format_name"]))]
    object_format: Option<ObjectFormat>,
    trust_model: Option<TrustModel>,
}

impl Tool for CreateRepo {
    const NAME: &str = "create_repo";
    const TITLE: &str = "Create repository";
    const DOMAIN: Domain = Domain::Repo;
    const ACCESS: Access = Access::Create;
    const OPERATIONS: &[&str] = &[
        "createCurrentUserRepo",
        "createOrgRepo",
        "userGetCurrent",
        "listGitignoresTemplates",
        "listLicenseTemplates",
        "listLabelTemplates",
    ];
    type Output = Record<views::NewRepo>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        let forge = &call.forge;
        let owner = self.owner.clone();
        let org = at_home(forge, owner.as_deref(), &self.name).await?;
        let body = self.option(forge).await?;
        let name = &body.name;
        let sent = match &org {
            Some(org) => {
                forge.api()?.create_org_repo().org(org).body(body.clone()).send().answer(forge).await
            }
            None => forge.api()?.create_current_user_repo().body(body.clone()).send().answer(forge).await,
        };
        let made = sent.map_err(|error| match (error.kind(), &org) {
            (Kind::Conflict, _) => {
                error.explain(format!("{}{name} exists already", prefix(org.as_deref())))
            }
            (Kind::NotFound, Some(org)) => error
                .explain(format!("there is no organisation {org}, or this token may not see it"))
                .hint("leave owner out for a repository of your own; a repository of another user cannot be made"),
            _ if error.status() == Some(500) => error.hint(
                "the usual cause is a template of readme, license, gitignores or issue_labels that the instance lacks",
            ),
            _ => error,
        })?;
        let made = made.into_inner();
        let asked = serde_json::json!({
            "private": body.private,
            "template": body.template,
            "description": body.description,
            "object_format_name": body.object_format_name,
        });
        let asked = asked.as_object().map(|asked| asked.iter().filter(|(_, value)| !value.is_null()));
        let asked: serde_json::Map<_, _> =
            asked.into_iter().flatten().map(|(name, value)| (name.clone(), value.clone())).collect();
        let warnings = ignored(&asked, &made);
        Ok(Record::new(views::NewRepo::from(made)).warn(warnings))
    }
}

impl CreateRepo {
    /// What to send. Templates that the instance lacks would come to a 500 without a word, so they are looked up.
    async fn option(self, forge: &Forge) -> Result<types::CreateRepoOption, ApiError> {
        if self.name.trim().is_empty() {
            return Err(ApiError::invalid("name must not be empty"));
        }
        let given = |text: &Option<String>| text.as_ref().is_some_and(|text| !text.is_empty());
        let files = !self.gitignores.is_empty() || given(&self.license) || given(&self.readme);
        if files && self.auto_init == Some(false) {
            return Err(ApiError::invalid(
                "gitignores, license and readme are files of the first commit, and auto_init false means none",
            )
            .hint("leave auto_init out, or the files"));
        }
        let api = forge.api()?;
        let mut gitignores = Vec::new();
        if !self.gitignores.is_empty() {
            let known = api.list_gitignores_templates().send().rows(forge).await?;
            for word in &self.gitignores {
                gitignores.push(template("gitignores", word, &known)?);
            }
        }
        let license = match self.license.filter(|word| !word.is_empty()) {
            Some(word) => {
                let known = api.list_license_templates().send().rows(forge).await?;
                let known: Vec<String> = known.into_iter().filter_map(|license| license.name).collect();
                Some(template("license", &word, &known)?)
            }
            None => None,
        };
        let issue_labels = match self.issue_labels.filter(|word| !word.is_empty()) {
            Some(word) => {
                let known = api.list_label_templates().send().rows(forge).await?;
                Some(template("issue_labels", &word, &known)?)
            }
            None => None,
        };
        Ok(types::CreateRepoOption {
            name: self.name,
            description: self.description,
            private: self.private,
            auto_init: if files { Some(true) } else { self.auto_init },
            default_branch: self.default_branch,
            gitignores: (!gitignores.is_empty()).then(|| gitignores.join(",")),
            license,
            readme: self.readme,
            issue_labels,
            template: self.template,
            object_format_name: self.object_format.map(|format| match format {
                ObjectFormat::Sha1 => types::ObjectFormatName::Sha1,
                ObjectFormat::Sha256 => types::ObjectFormatName::Sha256,
            }),
            trust_model: self.trust_model.map(|model| match model {
                TrustModel::Default => types::CreateRepoOptionTrustModel::Default,
                TrustModel::Collaborator => types::CreateRepoOptionTrustModel::Collaborator,
                TrustModel::Committer => types::CreateRepoOptionTrustModel::Committer,
                TrustModel::Collaboratorcommitter => types::CreateRepoOptionTrustModel::Collaboratorcommitter,
            }),
        })
    }
}

/// The template that a word means; case does not count.
fn template(parameter: &str, word: &str, known: &[String]) -> Result<String, ApiError> {
    const SHOWN: usize = 5;
    let lower = word.trim().to_lowercase();
    if let Some(name) = known.iter().find(|name| name.to_lowercase() == lower) {
        return Ok(name.clone());
    }
    let mut nearest: Vec<&String> = known.iter().collect();
    let likeness = |name: &str| strsim::jaro_winkler(&lower, &name.to_lowercase());
    nearest.sort_by(|one, other| likeness(other).total_cmp(&likeness(one)));
    let nearest: Vec<&str> = nearest.into_iter().take(SHOWN).map(String::as_str).collect();
    Err(ApiError::invalid(format!("{parameter}: this instance has no template {word:?}")).hint(format!(
        "the nearest of {} are {}",
        known.len(),
        nearest.join(", ")
    )))
}

/// The organisation that a new repository is for; none when it is the caller's own. Refuses what lies outside the
/// repositories that this server may touch.
async fn at_home(forge: &Forge, owner: Option<&str>, name: &str) -> Result<Option<String>, ApiError> {
    let guarded = !forge.guard().repos.is_empty();
    let Some(owner) = owner.filter(|owner| !owner.is_empty()) else {
        if guarded {
            let own = forge.api()?.user_get_current().send().answer(forge).await?.into_inner();
            let login = own.login.unwrap_or_default();
            forge.guard().check_repo(&login, name)?;
            forge.remember_login(&login);
        }
        return Ok(None);
    };
    forge.guard().check_repo(owner, name)?;
    // A token without the scope to read its own user may still create in an organisation.
    let own = forge.api()?.user_get_current().send().answer(forge).await.ok();
    let own = own.and_then(|own| own.into_inner().login).unwrap_or_default();
    if !own.is_empty() {
        forge.remember_login(&own);
    }
    Ok((!owner.eq_ignore_ascii_case(&own)).then(|| owner.to_owned()))
}

fn prefix(owner: Option<&str>) -> String {
    owner.map_or_else(String::new, |owner| format!("{owner}/"))
}

/// Forks a repository to the caller or to an organisation.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct ForkRepo {
    /// Owner of the repository to fork
    #[schemars(extend("x-aliases" = ["user"]))]
    owner: String,
    /// Name of the repository to fork
    repo: String,
    /// Name of the fork; the same when left out
    name: Option<String>,
    /// Owner of the fork; the caller when left out
    #[schemars(extend("x-aliases" = ["org"]))]
    organization: Option<String>,
}

impl Tool for ForkRepo {
    const NAME: &str = "fork_repo";
    const TITLE: &str = "Fork repository";
    const DOMAIN: Domain = Domain::Repo;
    const ACCESS: Access = Access::Create;
    const OPERATIONS: &[&str] = &["createFork", "userGetCurrent"];
    type Output = Record<views::NewRepo>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        let forge = &call.forge;
        let Self { owner, repo, name, organization } = self;
        let name = name.filter(|name| !name.trim().is_empty());
        let new_name = name.as_deref().unwrap_or(&repo);
        let organization = at_home(forge, organization.as_deref(), new_name).await?;
        let body = types::CreateForkOption { name: name.clone(), organization: organization.clone() };
        let request = forge.api()?.create_fork().owner(&owner).repo(&repo).body(body);
        let made = request.send().answer(forge).await.map_err(|error| {
            let whose = organization.as_deref().unwrap_or("the caller");
            match error.kind() {
                Kind::Conflict => error
                    .explain(format!(
                        "{whose} has a fork of {owner}/{repo} already, or a repository named {new_name}"
                    ))
                    .hint("use that one; only if it is no fork of this repository does another name help"),
                Kind::Forbidden => error
                    .explain(format!("{whose} may not have a fork of {owner}/{repo} made by this account")),
                _ => error,
            }
        })?;
        Ok(Record::new(made.into_inner().into()))
    }
}
