//! Members of organisations.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::args::PageArgs;
use super::orgs::org;
use super::{Access, Call, Domain, Tool, ToolEntry};
use crate::forgejo::page::{ListAnswer, Total};
use crate::forgejo::{Answer, ApiError, Forge, Kind};
use crate::reply::{Page, Record};
use crate::views::{self, Done};

pub(super) const TOOLS: &[ToolEntry] = &[
    ToolEntry::of::<ListOrgMembers>(),
    ToolEntry::of::<CheckOrgMembership>(),
    ToolEntry::of::<RemoveOrgMember>(),
];

/// Lists the members of an organisation; who is none sees the public ones.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct ListOrgMembers {
    org: String,
    #[serde(flatten)]
    page: PageArgs,
}

impl Tool for ListOrgMembers {
    const NAME: &str = "list_org_members";
    const TITLE: &str = "List organisation members";
    const DOMAIN: Domain = Domain::Org;
    const ACCESS: Access = Access::Read;
    const OPERATIONS: &[&str] = &["orgListMembers"];
    type Output = Page<views::UserRow>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        let ask = self.page.ask(&call.forge, 100).await;
        let request = call.forge.api()?.org_list_members().org(&self.org);
        let request = request.page(ask.page_i64()).limit(ask.limit_i64());
        let page = request.send().page_of(&call.forge, ask, Total::Exact).await?;
        Ok(Page::of(page))
    }
}

/// Whether a user is a member of an organisation.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Membership {
    org: String,
    user: String,
    member: bool,
}

/// Tells whether a user is a member of an organisation.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct CheckOrgMembership {
    org: String,
    #[schemars(extend("x-aliases" = ["username", "login"]))]
    user: String,
}

impl Tool for CheckOrgMembership {
    const NAME: &str = "check_org_membership";
    const TITLE: &str = "Check organisation membership";
    const DOMAIN: Domain = Domain::Org;
    const ACCESS: Access = Access::Read;
    const OPERATIONS: &[&str] = &["orgIsMember", "orgGet", "userGet", "userGetCurrent"];
    type Output = Record<Membership>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        let Self { org, user } = self;
        let found = standing(&call.forge, &org, &user).await?;
        let warning = (found == Standing::NotPublic).then(|| {
            "the caller is no member, so only public memberships can be seen: the user may be a hidden one"
                .to_owned()
        });
        let member = found == Standing::Member;
        Ok(Record::new(Membership { org, user, member }).warn(warning))
    }
}

/// Removes a user from an organisation and all its teams.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct RemoveOrgMember {
    org: String,
    #[schemars(extend("x-aliases" = ["username", "login"]))]
    user: String,
}

impl Tool for RemoveOrgMember {
    const NAME: &str = "remove_org_member";
    const TITLE: &str = "Remove organisation member";
    const DOMAIN: Domain = Domain::Org;
    const ACCESS: Access = Access::Change;
    const IDEMPOTENT: bool = true;
    const OPERATIONS: &[&str] = &["orgDeleteMember", "orgIsMember", "orgGet", "userGet", "userGetCurrent"];
    type Output = Record<Done>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        let Self { org, user } = &self;
        // The forge answers the removal of somebody who is no member like any other.
        if standing(&call.forge, org, user).await? == Standing::NoMember {
            return Ok(Record::new(Done::new(format!(
                "{user} was not a member of {org}; nothing was changed"
            ))));
        }
        let request = call.forge.api()?.org_delete_member().org(org).username(user);
        request.send().answer(&call.forge).await.map_err(|error| last_owner(error, user))?;
        Ok(Record::new(Done::new(format!("{user} is no member of {org} any more"))))
    }
}

/// Explains the silent 500 that answers the removal of an organisation's last owner.
pub(super) fn last_owner(error: ApiError, user: &str) -> ApiError {
    match error.status() {
        Some(500) => error
            .as_kind(Kind::PreconditionFailed)
            .explain(format!("{user} could not be removed, most likely as the last owner"))
            .hint("add another owner to the team Owners first"),
        _ => error,
    }
}

/// What can be seen of a user's membership.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Standing {
    Member,
    NoMember,
    /// No public member, and more the caller may not see.
    NotPublic,
}

/// Looks a membership up. A negative answer alone would not tell a stranger from a misspelt name.
async fn standing(forge: &Forge, org_name: &str, user: &str) -> Result<Standing, ApiError> {
    if is_member(forge, org_name, user).await? {
        return Ok(Standing::Member);
    }
    org(forge, org_name).await?;
    let known = forge.api()?.user_get().username(user).send().answer(forge).await;
    known.map_err(|error| match error.kind() {
        Kind::NotFound => error.explain(format!("there is no user {user}")),
        _ => error,
    })?;
    // A token without the scope to read its own user still gets an answer, with less certainty.
    let Ok(own) = forge.api()?.user_get_current().send().answer(forge).await else {
        return Ok(Standing::NotPublic);
    };
    let own = own.into_inner();
    let login = own.login.unwrap_or_default();
    let sees_all = own.is_admin == Some(true)
        || login.eq_ignore_ascii_case(user)
        || is_member(forge, org_name, &login).await?;
    Ok(if sees_all { Standing::NoMember } else { Standing::NotPublic })
}

async fn is_member(forge: &Forge, org: &str, user: &str) -> Result<bool, ApiError> {
    match forge.api()?.org_is_member().org(org).username(user).send().answer(forge).await {
        Ok(_) => Ok(true),
        Err(error) if error.kind() == Kind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}
