//! Organisations and their teams.

use schemars::JsonSchema;
use serde::Serialize;

use super::text::UserText;
use super::{line, set, when};
use crate::forgejo::api::types;

/// An organisation in a list.
#[derive(Debug, Serialize, JsonSchema)]
pub struct OrgRow {
    pub name: Option<String>,
    pub full_name: Option<UserText>,
    pub description: Option<UserText>,
    pub visibility: Option<String>,
}

/// An organisation whole.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Org {
    #[serde(flatten)]
    pub row: OrgRow,
    pub id: Option<i64>,
    pub email: Option<String>,
    pub location: Option<UserText>,
    pub website: Option<UserText>,
    /// Administrators of a repository may change which teams have it.
    pub repo_admin_change_team_access: Option<bool>,
    pub created_at: Option<String>,
}

impl From<types::Organization> for OrgRow {
    fn from(org: types::Organization) -> Self {
        Self {
            name: org.name,
            full_name: line(org.full_name),
            description: line(org.description),
            visibility: org.visibility,
        }
    }
}

impl From<types::Organization> for Org {
    fn from(mut org: types::Organization) -> Self {
        Self {
            id: org.id,
            email: org.email.take(),
            location: line(org.location.take()),
            website: line(org.website.take()),
            repo_admin_change_team_access: set(org.repo_admin_change_team_access),
            created_at: when(org.created.take()),
            row: OrgRow::from(org),
        }
    }
}

/// A team of an organisation.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Team {
    pub id: Option<i64>,
    pub name: UserText,
    pub description: Option<UserText>,
    /// none, read, write, admin or owner
    pub permission: Option<String>,
    /// Where permission holds; `name:level` where another one does. Left out when it is all of them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub units: Vec<String>,
    pub all_repositories: Option<bool>,
    pub can_create_org_repo: Option<bool>,
}

impl From<types::Team> for Team {
    fn from(team: types::Team) -> Self {
        let permission = team.permission.unwrap_or_default();
        let everything = matches!(permission.as_str(), "admin" | "owner");
        let units = team.units_map.unwrap_or_default().into_iter().map(|(unit, level)| {
            let unit = unit.strip_prefix("repo.").unwrap_or(&unit);
            if level == permission { unit.to_owned() } else { format!("{unit}:{level}") }
        });
        Self {
            id: team.id,
            name: UserText::line(team.name.unwrap_or_default()),
            description: line(team.description),
            units: if everything { Vec::new() } else { units.collect() },
            permission: Some(permission),
            all_repositories: set(team.includes_all_repositories),
            can_create_org_repo: set(team.can_create_org_repo),
        }
    }
}
