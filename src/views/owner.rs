//! Owners of repositories: people and organisations alike.

use schemars::JsonSchema;
use serde::Serialize;

use super::text::UserText;
use super::when;
use crate::forgejo::api::types;

/// A user or an organisation.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Owner {
    pub login: Option<String>,
    /// user or organization
    pub kind: &'static str,
    pub id: Option<i64>,
    pub full_name: Option<UserText>,
    pub description: Option<UserText>,
    pub location: Option<UserText>,
    pub website: Option<UserText>,
    pub visibility: Option<String>,
    pub followers: Option<i64>,
    pub created_at: Option<String>,
    pub url: Option<String>,
}

impl Owner {
    /// The forge answers for both kinds with the same object; who asked knows which it is.
    #[must_use]
    pub fn new(user: types::User, is_organisation: bool) -> Self {
        let text = |text: Option<String>| text.filter(|text| !text.is_empty()).map(UserText::line);
        Self {
            login: user.login,
            kind: if is_organisation { "organization" } else { "user" },
            id: user.id,
            full_name: text(user.full_name),
            description: text(user.description),
            location: text(user.location),
            website: text(user.website),
            visibility: user.visibility,
            followers: user.followers_count.filter(|count| *count > 0),
            created_at: when(user.created),
            url: user.html_url,
        }
    }
}
