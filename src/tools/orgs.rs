//! Organisations: list, get, create, edit, delete.

use schemars::JsonSchema;
use serde::Deserialize;

use super::args::PageArgs;
use super::compare::ignored;
use super::{Access, Call, Domain, Tool, ToolEntry};
use crate::forgejo::api::types;
use crate::forgejo::page::{Ask, ListAnswer, Total};
use crate::forgejo::{Answer, ApiError, Forge, Kind};
use crate::reply::{Page, Record};
use crate::views::{self, Done};

pub(super) const TOOLS: &[ToolEntry] = &[
    ToolEntry::of::<ListMyOrgs>(),
    ToolEntry::of::<ListUserOrgs>(),
    ToolEntry::of::<GetOrg>(),
    ToolEntry::of::<CreateOrg>(),
    ToolEntry::of::<EditOrg>(),
    ToolEntry::of::<DeleteOrg>(),
];

// Who sees an organisation.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum Visibility {
    Public,
    /// Signed-in users alone
    Limited,
    /// Members alone
    Private,
}

/// Lists the organisations of the caller.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct ListMyOrgs {
    #[serde(flatten)]
    page: PageArgs,
}

impl Tool for ListMyOrgs {
    const NAME: &str = "list_my_orgs";
    const TITLE: &str = "List own organisations";
    const DOMAIN: Domain = Domain::Org;
    const ACCESS: Access = Access::Read;
    const OPERATIONS: &[&str] = &["orgListCurrentUserOrgs"];
    type Output = Page<views::OrgRow>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        let ask = self.page.ask(&call.forge, 100).await;
        let request =
            call.forge.api()?.org_list_current_user_orgs().page(ask.page_i64()).limit(ask.limit_i64());
        let page = request.send().page_of(&call.forge, ask, Total::Exact).await?;
        Ok(Page::of(page))
    }
}

/// Lists the organisations of a user that the caller can see.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct ListUserOrgs {
    #[schemars(extend("x-aliases" = ["username", "login"]))]
    user: String,
    #[serde(flatten)]
    page: PageArgs,
}

impl Tool for ListUserOrgs {
    const NAME: &str = "list_user_orgs";
    const TITLE: &str = "List organisations of a user";
    const DOMAIN: Domain = Domain::Org;
    const ACCESS: Access = Access::Read;
    const OPERATIONS: &[&str] = &["orgListUserOrgs"];
    type Output = Page<views::OrgRow>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        let ask = self.page.ask(&call.forge, 100).await;
        let request = call.forge.api()?.org_list_user_orgs().username(&self.user);
        let request = request.page(ask.page_i64()).limit(ask.limit_i64());
        let page = request.send().page_of(&call.forge, ask, Total::Exact).await?;
        Ok(Page::of(page))
    }
}

/// Gets an organisation.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct GetOrg {
    org: String,
}

impl Tool for GetOrg {
    const NAME: &str = "get_org";
    const TITLE: &str = "Get organisation";
    const DOMAIN: Domain = Domain::Org;
    const ACCESS: Access = Access::Read;
    const OPERATIONS: &[&str] = &["orgGet"];
    type Output = Record<views::Org>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        Ok(Record::new(org(&call.forge, &self.org).await?.into()))
    }
}

/// An organisation as the forge gives it.
pub(super) async fn org(forge: &Forge, name: &str) -> Result<types::Organization, ApiError> {
    let found =
        forge.api()?.org_get().org(name).send().answer(forge).await.map_err(|error| match error.kind() {
            Kind::NotFound => error.explain(format!(
                "there is no organisation {name}, or this token may not see it; users are none"
            )),
            _ => error,
        })?;
    Ok(found.into_inner())
}

/// What people say of an organisation.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct Profile {
    full_name: Option<String>,
    description: Option<String>,
    email: Option<String>,
    location: Option<String>,
    /// URL
    website: Option<String>,
    visibility: Option<Visibility>,
    /// Whether repository administrators may change the teams of a repository
    repo_admin_change_team_access: Option<bool>,
}

impl Profile {
    fn check(&self) -> Result<(), ApiError> {
        let website = self.website.as_deref().unwrap_or_default();
        if !website.is_empty() && url::Url::parse(website).is_err() {
            return Err(ApiError::invalid(format!("website {website:?} is no URL"))
                .hint("write it with its scheme: https://…"));
        }
        Ok(())
    }

    fn says_nothing(&self) -> bool {
        let texts = [&self.full_name, &self.description, &self.email, &self.location, &self.website];
        texts.iter().all(|text| text.is_none())
            && self.visibility.is_none()
            && self.repo_admin_change_team_access.is_none()
    }
}

/// Creates an organisation; the caller becomes its owner.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct CreateOrg {
    /// Short name, as in URLs
    #[schemars(extend("x-aliases" = ["org", "username"]))]
    name: String,
    #[serde(flatten)]
    profile: Profile,
}

impl Tool for CreateOrg {
    const NAME: &str = "create_org";
    const TITLE: &str = "Create organisation";
    const DOMAIN: Domain = Domain::Org;
    const ACCESS: Access = Access::Create;
    const OPERATIONS: &[&str] = &["orgCreate"];
    type Output = Record<views::Org>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        let Self { name, profile } = self;
        if name.trim().is_empty() {
            return Err(ApiError::invalid("name must not be empty"));
        }
        profile.check()?;
        let body = types::CreateOrgOption {
            username: name.clone(),
            full_name: profile.full_name,
            description: profile.description,
            email: profile.email,
            location: profile.location,
            website: profile.website,
            visibility: profile.visibility.map(|visibility| match visibility {
                Visibility::Public => types::CreateOrgOptionVisibility::Public,
                Visibility::Limited => types::CreateOrgOptionVisibility::Limited,
                Visibility::Private => types::CreateOrgOptionVisibility::Private,
            }),
            repo_admin_change_team_access: profile.repo_admin_change_team_access,
        };
        let request = call.forge.api()?.org_create().body(body.clone());
        let made = request.send().answer(&call.forge).await.map_err(|error| {
            let taken = error.said().is_some_and(|said| said.contains("already exists"));
            match error.kind() {
                Kind::Validation if taken => error
                    .as_kind(Kind::Conflict)
                    .explain(format!("the name {name} is taken by a user or an organisation")),
                _ => error,
            }
        })?;
        let made = made.into_inner();
        let warnings = ignored(&body, &made);
        Ok(Record::new(views::Org::from(made)).warn(warnings))
    }
}

/// Changes an organisation. What is left out stays; an empty text clears.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct EditOrg {
    org: String,
    #[serde(flatten)]
    profile: Profile,
}

impl Tool for EditOrg {
    const NAME: &str = "edit_org";
    const TITLE: &str = "Edit organisation";
    const DOMAIN: Domain = Domain::Org;
    const ACCESS: Access = Access::Change;
    const IDEMPOTENT: bool = true;
    const OPERATIONS: &[&str] = &["orgEdit", "orgGet"];
    type Output = Record<views::Org>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        let Self { org: name, profile } = self;
        if profile.says_nothing() {
            return Err(ApiError::invalid("nothing to change: give at least one field besides org"));
        }
        profile.check()?;
        // The forge clears these four texts when they are left out, so what is there is sent again.
        let now = org(&call.forge, &name).await?;
        let body = types::EditOrgOption {
            full_name: profile.full_name.or(now.full_name),
            description: profile.description.or(now.description),
            location: profile.location.or(now.location),
            website: profile.website.or(now.website),
            email: profile.email,
            visibility: profile.visibility.map(|visibility| match visibility {
                Visibility::Public => types::EditOrgOptionVisibility::Public,
                Visibility::Limited => types::EditOrgOptionVisibility::Limited,
                Visibility::Private => types::EditOrgOptionVisibility::Private,
            }),
            repo_admin_change_team_access: profile.repo_admin_change_team_access,
        };
        let request = call.forge.api()?.org_edit().org(&name).body(body.clone());
        let now = request.send().answer(&call.forge).await?.into_inner();
        let warnings = ignored(&body, &now);
        Ok(Record::new(views::Org::from(now)).warn(warnings))
    }
}

/// Deletes an organisation for good. It must not own repositories.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct DeleteOrg {
    org: String,
}

impl Tool for DeleteOrg {
    const NAME: &str = "delete_org";
    const TITLE: &str = "Delete organisation";
    const DOMAIN: Domain = Domain::Org;
    const ACCESS: Access = Access::Destroy;
    const OPERATIONS: &[&str] = &["orgDelete", "orgListRepos"];
    type Output = Record<Done>;

    fn target(&self) -> Option<String> {
        Some(self.org.clone())
    }

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        let Self { org } = &self;
        // With repositories the forge answers 500 and says nothing, so they are looked for first.
        let ask = Ask { page: 1, limit: 1 };
        let repos = call.forge.api()?.org_list_repos().org(org).page(ask.page_i64()).limit(ask.limit_i64());
        let (rows, paging) = repos.send().page_of(&call.forge, ask, Total::Exact).await?;
        if !rows.is_empty() {
            let count = paging.total_count.unwrap_or(1);
            return Err(ApiError::new(
                Kind::PreconditionFailed,
                format!("{org} owns {count} repositories; nothing was deleted"),
            )
            .hint("delete or transfer them first"));
        }
        call.forge.api()?.org_delete().org(org).send().answer(&call.forge).await.map_err(
            |error| match error.status() {
                Some(500) => error
                    .explain(format!("{org} could not be deleted"))
                    .hint("the usual cause is that it still owns repositories or packages"),
                _ => error,
            },
        )?;
        Ok(Record::new(Done::new(format!("organisation {org} is deleted"))))
    }
}
