//! Who is in a team, and which repositories it has.

use schemars::JsonSchema;
use serde::Deserialize;

use super::org_members::last_owner;
use super::teams::resolve;
use super::{Access, Call, Domain, Tool, ToolEntry};
use crate::forgejo::api::types;
use crate::forgejo::{Answer, ApiError, Kind};
use crate::reply::Record;
use crate::views::Done;
use crate::views::text::UserText;

pub(super) const TOOLS: &[ToolEntry] = &[
    ToolEntry::of::<AddTeamMember>(),
    ToolEntry::of::<RemoveTeamMember>(),
    ToolEntry::of::<AddTeamRepo>(),
    ToolEntry::of::<RemoveTeamRepo>(),
];

/// A user of a team.
#[derive(Debug, Deserialize, JsonSchema)]
struct Person {
    /// Id, or name together with org
    #[schemars(extend("x-aliases" = ["team", "id"]))]
    team_id: String,
    #[schemars(extend("x-aliases" = ["username", "login"]))]
    user: String,
    org: Option<String>,
}

/// A repository of a team.
#[derive(Debug, Deserialize, JsonSchema)]
struct Holding {
    /// Owner of the team and the repository
    org: String,
    repo: String,
    /// Id or name
    #[schemars(extend("x-aliases" = ["team", "id"]))]
    team_id: String,
}

/// A team with its id, as sentences name it.
struct Found {
    id: i64,
    shown: String,
    team: types::Team,
}

async fn find(call: &Call, org: Option<&str>, word: &str) -> Result<Found, ApiError> {
    let team = resolve(&call.forge, org, word).await?;
    let id = team.id.unwrap_or_default();
    let name = UserText::line(team.name.clone().unwrap_or_default());
    Ok(Found { id, shown: format!("team {} (id {id})", name.as_str()), team })
}

/// Adds a user to a team, and so to its organisation.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct AddTeamMember {
    #[serde(flatten)]
    person: Person,
}

impl Tool for AddTeamMember {
    const NAME: &str = "add_team_member";
    const TITLE: &str = "Add team member";
    const DOMAIN: Domain = Domain::Org;
    const ACCESS: Access = Access::Create;
    const IDEMPOTENT: bool = true;
    const OPERATIONS: &[&str] = &["orgAddTeamMember", "orgGetTeam", "orgListTeams"];
    type Output = Record<Done>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        let Person { team_id, user, org } = &self.person;
        let Found { id, shown, .. } = find(call, org.as_deref(), team_id).await?;
        let request = call.forge.api()?.org_add_team_member().id(id).username(user);
        request.send().answer(&call.forge).await.map_err(|error| match error.kind() {
            Kind::NotFound => error
                .explain(format!("{user} could not be added to {shown}"))
                .hint("either there is no such user, or the caller is no owner of the organisation"),
            _ => error,
        })?;
        Ok(Record::new(Done::new(format!("{user} is in {shown}"))))
    }
}

/// Removes a user from a team.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct RemoveTeamMember {
    #[serde(flatten)]
    person: Person,
}

impl Tool for RemoveTeamMember {
    const NAME: &str = "remove_team_member";
    const TITLE: &str = "Remove team member";
    const DOMAIN: Domain = Domain::Org;
    const ACCESS: Access = Access::Change;
    const IDEMPOTENT: bool = true;
    const OPERATIONS: &[&str] = &["orgRemoveTeamMember", "orgListTeamMember", "orgGetTeam", "orgListTeams"];
    type Output = Record<Done>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        let Person { team_id, user, org } = &self.person;
        let Found { id, shown, .. } = find(call, org.as_deref(), team_id).await?;
        // The forge answers the removal of somebody who is not there like any other.
        let request = call.forge.api()?.org_list_team_member().id(id).username(user);
        match request.send().answer(&call.forge).await {
            Ok(_) => {}
            Err(error) if error.kind() == Kind::NotFound => {
                return Ok(Record::new(Done::new(format!(
                    "{user} was not a member of {shown}; nothing was changed"
                ))));
            }
            Err(error) => return Err(error),
        }
        let request = call.forge.api()?.org_remove_team_member().id(id).username(user);
        request.send().answer(&call.forge).await.map_err(|error| last_owner(error, user))?;
        Ok(Record::new(Done::new(format!("{user} is not in {shown} any more"))))
    }
}

/// Gives a team a repository of its organisation.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct AddTeamRepo {
    #[serde(flatten)]
    holding: Holding,
}

impl Tool for AddTeamRepo {
    const NAME: &str = "add_team_repo";
    const TITLE: &str = "Add team repository";
    const DOMAIN: Domain = Domain::Org;
    const ACCESS: Access = Access::Create;
    const IDEMPOTENT: bool = true;
    const OPERATIONS: &[&str] = &["orgAddTeamRepository", "orgListTeams"];
    type Output = Record<Done>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        let Holding { org, repo, team_id } = &self.holding;
        call.forge.guard().check_repo(org, repo)?;
        let Found { id, shown, .. } = find(call, Some(org), team_id).await?;
        let request = call.forge.api()?.org_add_team_repository().id(id).org(org).repo(repo);
        request.send().answer(&call.forge).await.map_err(|error| match error.kind() {
            Kind::NotFound => {
                error.explain(format!("there is no repository {org}/{repo}, or this token may not see it"))
            }
            _ => error,
        })?;
        Ok(Record::new(Done::new(format!("{shown} has {org}/{repo}"))))
    }
}

/// Takes a repository from a team; the repository stays.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct RemoveTeamRepo {
    #[serde(flatten)]
    holding: Holding,
}

impl Tool for RemoveTeamRepo {
    const NAME: &str = "remove_team_repo";
    const TITLE: &str = "Remove team repository";
    const DOMAIN: Domain = Domain::Org;
    const ACCESS: Access = Access::Change;
    const IDEMPOTENT: bool = true;
    const OPERATIONS: &[&str] = &["orgRemoveTeamRepository", "orgListTeamRepo", "orgListTeams"];
    type Output = Record<Done>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        let Holding { org, repo, team_id } = &self.holding;
        call.forge.guard().check_repo(org, repo)?;
        let Found { id, shown, team } = find(call, Some(org), team_id).await?;
        if team.permission.as_deref() == Some("owner") {
            return Err(ApiError::new(
                Kind::PreconditionFailed,
                format!("{shown} holds the owners of {org}, who have every repository; nothing was changed"),
            ));
        }
        // The forge answers the removal of a repository that is not there like any other.
        let request = call.forge.api()?.org_list_team_repo().id(id).org(org).repo(repo);
        match request.send().answer(&call.forge).await {
            Ok(_) => {}
            Err(error) if error.kind() == Kind::NotFound => {
                return Ok(Record::new(Done::new(format!(
                    "{shown} did not have {org}/{repo}; nothing was changed"
                ))));
            }
            Err(error) => return Err(error),
        }
        let request = call.forge.api()?.org_remove_team_repository().id(id).org(org).repo(repo);
        request.send().answer(&call.forge).await?;
        let warning = (team.includes_all_repositories == Some(true))
            .then(|| "the team includes all repositories: new ones still come to it".to_owned());
        Ok(Record::new(Done::new(format!("{shown} does not have {org}/{repo} any more"))).warn(warning))
    }
}
