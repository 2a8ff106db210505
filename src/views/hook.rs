//! Webhooks. Their secret never comes from the forge; their authorization header does, and is never shown.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

use super::{set, when};
use crate::forgejo::api::types;
use crate::secret;

/// A webhook.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Hook {
    pub id: Option<i64>,
    #[serde(rename = "type")]
    pub kind: Option<String>,
    pub url: Option<String>,
    pub active: bool,
    pub content_type: Option<String>,
    pub events: Vec<String>,
    pub branch_filter: Option<String>,
    pub has_authorization_header: Option<bool>,
    /// Settings of its type.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub config: BTreeMap<String, String>,
    pub created_at: Option<String>,
    pub updated_at: Option<String>,
}

impl From<types::Hook> for Hook {
    fn from(hook: types::Hook) -> Self {
        let config = hook.config.unwrap_or_default();
        let url = hook.url.filter(|url| !url.is_empty()).or_else(|| config.get("url").cloned());
        let of_type = |key: &str| !matches!(key, "url" | "content_type") && !secret::is_about_one(key);
        Self {
            id: hook.id,
            url: url.map(|url| secret::address(&url).into_owned()),
            active: hook.active == Some(true),
            content_type: hook.content_type.or_else(|| config.get("content_type").cloned()),
            events: hook.events.unwrap_or_default(),
            branch_filter: hook.branch_filter,
            has_authorization_header: set(hook.authorization_header.map(|header| !header.is_empty())),
            config: config.into_iter().filter(|(key, value)| of_type(key) && !value.is_empty()).collect(),
            kind: hook.type_,
            created_at: when(hook.created_at),
            updated_at: when(hook.updated_at),
        }
    }
}
