//! Teams of organisations: list, search, create.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;

use super::args::PageArgs;
use super::{Access, Call, Domain, Tool, ToolEntry};
use crate::fetch::names::{self, Named};
use crate::fetch::{self};
use crate::forgejo::api::types;
use crate::forgejo::page::{ListAnswer, Total, slice};
use crate::forgejo::{Answer, ApiError, Forge, Kind};
use crate::reply::{Page, Record};
use crate::views;

pub(super) const TOOLS: &[ToolEntry] =
    &[ToolEntry::of::<ListOrgTeams>(), ToolEntry::of::<SearchOrgTeams>(), ToolEntry::of::<CreateOrgTeam>()];

/// More teams than this are not looked through.
const MOST: usize = 2_000;

/// Lists the teams of an organisation.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct ListOrgTeams {
    org: String,
    #[serde(flatten)]
    page: PageArgs,
}

impl Tool for ListOrgTeams {
    const NAME: &str = "list_org_teams";
    const TITLE: &str = "List teams";
    const DOMAIN: Domain = Domain::Org;
    const ACCESS: Access = Access::Read;
    const OPERATIONS: &[&str] = &["orgListTeams"];
    type Output = Page<views::Team>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        let ask = self.page.ask(&call.forge, 100).await;
        let request = call.forge.api()?.org_list_teams().org(&self.org);
        let request = request.page(ask.page_i64()).limit(ask.limit_i64());
        let page = request.send().page_of(&call.forge, ask, Total::Exact).await?;
        Ok(Page::of(page))
    }
}

/// Searches the teams of an organisation.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct SearchOrgTeams {
    org: String,
    /// Part of the name or description
    #[serde(default)]
    #[schemars(extend("x-aliases" = ["q", "query"]))]
    keyword: String,
    #[serde(flatten)]
    page: PageArgs,
}

impl Tool for SearchOrgTeams {
    const NAME: &str = "search_org_teams";
    const TITLE: &str = "Search teams";
    const DOMAIN: Domain = Domain::Org;
    const ACCESS: Access = Access::Read;
    const OPERATIONS: &[&str] = &["orgListTeams"];
    type Output = Page<views::Team>;

    /// Filters the list: the forge's own search knows only the teams that the caller is in.
    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        let ask = self.page.ask(&call.forge, 100).await;
        let word = self.keyword.trim().to_lowercase();
        let holds =
            |text: &Option<String>| text.as_ref().is_some_and(|text| text.to_lowercase().contains(&word));
        let mut teams = teams(&call.forge, &self.org).await?;
        teams.retain(|team| holds(&team.name) || holds(&team.description));
        let page = slice(teams, ask);
        Ok(Page::of(page))
    }
}

/// All teams of an organisation.
async fn teams(forge: &Forge, org: &str) -> Result<Vec<types::Team>, ApiError> {
    let api = forge.api()?;
    fetch::gather(forge, MOST, async |ask| {
        let list = api.org_list_teams().org(org).page(ask.page_i64()).limit(ask.limit_i64());
        list.send().page_of(forge, ask, Total::Exact).await
    })
    .await
}

/// The team that a word means: an id, or a name within an organisation.
pub(super) async fn resolve(forge: &Forge, org: Option<&str>, word: &str) -> Result<types::Team, ApiError> {
    let id = word.trim().parse::<i64>().ok();
    match (org, id) {
        (Some(org), _) => {
            let teams = teams(forge, org).await?;
            let known: Vec<Named> = teams
                .iter()
                .filter_map(|team| Some(Named { id: team.id?, name: team.name.clone()? }))
                .collect();
            let found = names::resolve("team", word, &known)?.id;
            let team = teams.into_iter().find(|team| team.id == Some(found));
            team.ok_or_else(|| ApiError::internal("the team that was found is not in its list"))
        }
        (None, Some(id)) => {
            let found = forge.api()?.org_get_team().id(id).send().answer(forge).await;
            Ok(found
                .map_err(|error| match error.kind() {
                    Kind::NotFound => error
                        .explain(format!("there is no team with id {id}, or this token may not see it"))
                        .hint("list_org_teams gives ids"),
                    _ => error,
                })?
                .into_inner())
        }
        (None, None) => Err(ApiError::invalid(format!(
            "{word:?} is no id; a team is found by name only together with org"
        ))),
    }
}

/// What a team may do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum Permission {
    #[default]
    Read,
    Write,
    Admin,
}

impl Permission {
    fn as_str(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Write => "write",
            Self::Admin => "admin",
        }
    }
}

/// The units that the forge has for itself, in its own names; external trackers and wikis need a setup of their own.
const UNITS: [&str; 8] = [
    "repo.code",
    "repo.issues",
    "repo.pulls",
    "repo.releases",
    "repo.wiki",
    "repo.projects",
    "repo.packages",
    "repo.actions",
];

/// Creates a team in an organisation.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct CreateOrgTeam {
    org: String,
    name: String,
    description: Option<String>,
    /// Default read
    permission: Option<Permission>,
    /// Where it holds: code, issues, pulls, releases, wiki, projects, packages, actions; default all
    #[serde(default)]
    units: Vec<String>,
    /// Other levels by unit, such as {"issues": "write"}
    #[serde(default)]
    units_map: BTreeMap<String, String>,
    /// Every repository, later ones too
    #[schemars(extend("x-aliases" = ["all_repositories"]))]
    includes_all_repositories: Option<bool>,
    can_create_org_repo: Option<bool>,
}

impl Tool for CreateOrgTeam {
    const NAME: &str = "create_org_team";
    const TITLE: &str = "Create team";
    const DOMAIN: Domain = Domain::Org;
    const ACCESS: Access = Access::Create;
    const OPERATIONS: &[&str] = &["orgCreateTeam"];
    type Output = Record<views::Team>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        if self.name.trim().is_empty() {
            return Err(ApiError::invalid("name must not be empty"));
        }
        let units_map = self.levels()?;
        let body = types::CreateTeamOption {
            name: self.name.clone(),
            description: self.description,
            permission: Some(match self.permission.unwrap_or_default() {
                Permission::Read => types::CreateTeamOptionPermission::Read,
                Permission::Write => types::CreateTeamOptionPermission::Write,
                Permission::Admin => types::CreateTeamOptionPermission::Admin,
            }),
            // The older way to name units; the map says the same and more.
            units: None,
            units_map: (!units_map.is_empty()).then_some(units_map),
            includes_all_repositories: self.includes_all_repositories,
            can_create_org_repo: self.can_create_org_repo,
        };
        let request = call.forge.api()?.org_create_team().org(&self.org).body(body);
        let made = request.send().answer(&call.forge).await.map_err(|error| {
            let taken = error.said().is_some_and(|said| said.contains("already exists"));
            match error.kind() {
                Kind::Validation if taken => error
                    .as_kind(Kind::Conflict)
                    .explain(format!("{} has a team {} already", self.org, self.name)),
                _ => error,
            }
        })?;
        Ok(Record::new(made.into_inner().into()))
    }
}

impl CreateOrgTeam {
    /// The level of each unit, as the forge wants it: without any it answers 500, and an admin team has all.
    fn levels(&self) -> Result<BTreeMap<String, String>, ApiError> {
        let permission = self.permission.unwrap_or_default();
        let named = !self.units.is_empty() || !self.units_map.is_empty();
        if permission == Permission::Admin {
            if named {
                return Err(ApiError::invalid("an admin team has every unit: leave units and units_map out"));
            }
            return Ok(BTreeMap::new());
        }
        let mut levels = BTreeMap::new();
        for name in &self.units {
            levels.insert(unit(name)?, permission.as_str().to_owned());
        }
        if !named {
            levels.extend(UNITS.map(|name| (name.to_owned(), permission.as_str().to_owned())));
        }
        for (name, level) in &self.units_map {
            if !["none", "read", "write"].contains(&level.as_str()) {
                return Err(ApiError::invalid(format!(
                    "units_map.{name} must be none, read or write, got {level:?}"
                )));
            }
            levels.insert(unit(name)?, level.clone());
        }
        Ok(levels)
    }
}

/// The forge's name of a unit.
fn unit(name: &str) -> Result<String, ApiError> {
    let lower = name.trim().to_lowercase();
    let full = if lower.starts_with("repo.") { lower } else { format!("repo.{lower}") };
    if UNITS.contains(&full.as_str()) || full == "repo.ext_issues" || full == "repo.ext_wiki" {
        return Ok(full);
    }
    let known = UNITS.map(|unit| unit.trim_start_matches("repo."));
    Err(ApiError::invalid(format!("{name:?} is no unit")).hint(format!("there are {}", known.join(", "))))
}
