//! What must never be seen. A `Secret` has no `Display`, prints as `[secret]` in debug output, and is scrubbed from
//! whatever the forge repeats. Secrets that are nobody's `Secret` are known by the names of their fields.

use std::borrow::Cow;
use std::fmt;

use serde_json::{Map, Value};
use url::Url;

/// What is shorter opens no forge, and would be found in the middle of words.
const SHORTEST: usize = 8;

/// What stands in the place of a secret.
pub const HIDDEN: &str = "[secret]";

/// Fields whose texts are secrets, in answers of the forge and in bodies that are sent to it.
const FIELDS: [&str; 15] = [
    "access_token",
    "auth_password",
    "auth_token",
    "authorization_header",
    "client_secret",
    "password",
    "private_key",
    "refresh_token",
    "registration_token",
    "remote_password",
    "runners_token",
    "secret",
    "secret_key",
    "state_key",
    "token",
];
/// The value of an access token, which only such a token has; elsewhere a field of this name is a checksum.
const TOKEN_VALUE: &str = "sha1";
/// What every access token shows of itself.
const TOKEN_END: &str = "token_last_eight";

/// Replaces the secrets of an object of the forge by a mark, at every depth.
pub fn hide_fields(object: &mut Map<String, Value>) {
    let is_token = object.contains_key(TOKEN_END);
    for (name, value) in object.iter_mut() {
        let is_secret = is_field(name) || (is_token && name == TOKEN_VALUE);
        match value {
            Value::String(text) if is_secret && !text.is_empty() => HIDDEN.clone_into(text),
            Value::Object(inner) => hide_fields(inner),
            Value::Array(items) => items.iter_mut().for_each(hide_inside),
            _ => {}
        }
    }
}

/// Replaces the secrets of the objects inside a value.
pub fn hide_inside(value: &mut Value) {
    match value {
        Value::Object(inner) => hide_fields(inner),
        Value::Array(items) => items.iter_mut().for_each(hide_inside),
        _ => {}
    }
}

/// Whether a name of free choice, such as a setting of a webhook or a parameter in an address, speaks of a secret.
#[must_use]
pub fn is_about_one(name: &str) -> bool {
    let name = name.to_lowercase();
    ["secret", "token", "password", "authorization", "sign", "key"].iter().any(|word| name.contains(word))
}

/// An address without what is a credential by its place: user and password, and values named as secrets.
#[must_use]
pub fn address(address: &str) -> Cow<'_, str> {
    let Some(mut url) = Url::parse(address).ok().filter(|url| !url.cannot_be_a_base()) else {
        return Cow::Borrowed(address);
    };
    let secret_query = url.query_pairs().any(|(name, _)| is_about_one(&name));
    let has_user = !url.username().is_empty() || url.password().is_some();
    // The account of an address for ssh is no secret.
    let has_secret_user = has_user && matches!(url.scheme(), "http" | "https");
    if !has_secret_user && !secret_query {
        return Cow::Borrowed(address);
    }
    if has_secret_user {
        // Both fail only for addresses that can have neither.
        let _ = url.set_username("");
        let _ = url.set_password(None);
    }
    if secret_query {
        let shown: Vec<(String, String)> = url
            .query_pairs()
            .map(|(name, value)| {
                let value = if is_about_one(&name) { "…".to_owned() } else { value.into_owned() };
                (name.into_owned(), value)
            })
            .collect();
        url.query_pairs_mut().clear().extend_pairs(shown);
    }
    Cow::Owned(url.into())
}

/// Whether a field of this name holds a secret.
#[must_use]
pub fn is_field(name: &str) -> bool {
    FIELDS.iter().any(|field| field.eq_ignore_ascii_case(name))
}

/// A token or another value that may be sent to the forge but never shown.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// Wraps a value; surrounding white space is not part of it.
    #[must_use]
    pub fn new(value: &str) -> Self {
        Self(value.trim().to_owned())
    }

    /// Whether there is a value at all.
    #[must_use]
    pub fn is_set(&self) -> bool {
        !self.0.is_empty()
    }

    /// The value itself, for the one place that sends it.
    #[must_use]
    pub fn expose(&self) -> &str {
        &self.0
    }

    /// Whether `text` holds the value.
    #[must_use]
    pub fn is_in(&self, text: &str) -> bool {
        self.0.len() >= SHORTEST && text.contains(&self.0)
    }

    /// Replaces every occurrence of the value in `text`.
    #[must_use]
    pub fn scrub(&self, text: &str) -> String {
        if self.is_in(text) { text.replace(&self.0, HIDDEN) } else { text.to_owned() }
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(HIDDEN)
    }
}
