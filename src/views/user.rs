//! Users.

use schemars::JsonSchema;
use serde::Serialize;

use super::text::UserText;
use super::{line, set, when};
use crate::forgejo::api::types;

/// A user in a list.
#[derive(Debug, Serialize, JsonSchema)]
pub struct UserRow {
    pub login: Option<String>,
    pub full_name: Option<UserText>,
    pub url: Option<String>,
}

/// The caller.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Me {
    #[serde(flatten)]
    pub row: UserRow,
    pub id: Option<i64>,
    pub email: Option<String>,
    pub is_admin: Option<bool>,
    pub restricted: Option<bool>,
    pub visibility: Option<String>,
    pub description: Option<UserText>,
    pub location: Option<UserText>,
    pub website: Option<UserText>,
    pub pronouns: Option<UserText>,
    pub followers: Option<i64>,
    pub following: Option<i64>,
    pub starred_repos: Option<i64>,
    pub created_at: Option<String>,
    pub last_login: Option<String>,
}

impl From<types::User> for UserRow {
    fn from(user: types::User) -> Self {
        Self { login: user.login, full_name: line(user.full_name), url: user.html_url }
    }
}

impl From<types::User> for Me {
    fn from(mut user: types::User) -> Self {
        Self {
            id: user.id,
            email: user.email.take(),
            is_admin: set(user.is_admin),
            restricted: set(user.restricted),
            visibility: user.visibility.take(),
            description: line(user.description.take()),
            location: line(user.location.take()),
            website: line(user.website.take()),
            pronouns: line(user.pronouns.take()),
            followers: user.followers_count.filter(|count| *count > 0),
            following: user.following_count.filter(|count| *count > 0),
            starred_repos: user.starred_repos_count.filter(|count| *count > 0),
            created_at: when(user.created.take()),
            last_login: when(user.last_login.take()),
            row: UserRow::from(user),
        }
    }
}
