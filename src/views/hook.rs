//! Webhooks. Their secret and authorization header are never shown, only that there is one.

use schemars::JsonSchema;
use serde::Serialize;

use super::when;
use crate::forgejo::api::types;

/// A webhook.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Hook {
    pub id: Option<i64>,
    /// forgejo, slack, discord …
    pub kind: Option<String>,
    pub active: Option<bool>,
    pub url: Option<String>,
    pub content_type: Option<String>,
    pub http_method: Option<String>,
    pub events: Vec<String>,
    pub branch_filter: Option<String>,
    /// Whether an authorization header is set.
    pub has_authorization: Option<bool>,
    pub created_at: Option<String>,
    pub updated_at: Option<String>,
}

impl From<types::Hook> for Hook {
    fn from(hook: types::Hook) -> Self {
        let config = hook.config.unwrap_or_default();
        let setting = |name: &str| config.get(name).filter(|value| !value.is_empty()).cloned();
        Self {
            id: hook.id,
            kind: hook.type_,
            active: hook.active,
            url: setting("url").map(|url| without_login(&url)),
            content_type: setting("content_type"),
            http_method: setting("http_method"),
            events: hook.events.unwrap_or_default(),
            branch_filter: hook.branch_filter.filter(|filter| !filter.is_empty()),
            has_authorization: hook.authorization_header.filter(|header| !header.is_empty()).map(|_| true),
            created_at: when(hook.created_at),
            updated_at: when(hook.updated_at),
        }
    }
}

/// A URL without the name and password that may stand before its host.
fn without_login(text: &str) -> String {
    let Ok(mut url) = url::Url::parse(text) else { return text.to_owned() };
    if url.username().is_empty() && url.password().is_none() {
        return text.to_owned();
    }
    // A URL with a host takes both.
    let _ = url.set_username("");
    let _ = url.set_password(None);
    url.to_string()
}
