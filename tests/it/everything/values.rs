//! Values that fit a schema: answers of the forge from its description, and arguments of calls from their schemas.

use forgejo_mcp::secret;
use serde_json::{Map, Value, json};

use super::forge::description;

/// How deep answers go; what lies deeper is left out.
const DEPTH: usize = 5;
/// A commit.
pub(super) const SHA: &str = "0123456789abcdef0123456789abcdef01234567";
/// A moment.
const TIME: &str = "2026-01-02T03:04:05Z";

/// What texts and secrets of answers are.
#[derive(Clone)]
pub(super) struct Maker {
    /// Every text that people can write.
    pub(super) text: String,
    /// Every text in a field that holds a secret.
    pub(super) secret: String,
}

impl Default for Maker {
    fn default() -> Self {
        Self { text: "lamp".to_owned(), secret: "a-secret".to_owned() }
    }
}

impl Maker {
    /// A value that fits a schema of the description.
    pub(super) fn answer(&self, schema: &Value) -> Value {
        self.inside("", schema, DEPTH)
    }

    fn inside(&self, name: &str, schema: &Value, depth: usize) -> Value {
        if let Some(reference) = schema["$ref"].as_str() {
            let definition = reference.rsplit('/').next().unwrap();
            return match depth {
                0 => Value::Null,
                _ => self.inside(name, &description()["components"]["schemas"][definition], depth - 1),
            };
        }
        if let Some(words) = schema["enum"].as_array() {
            return words[0].clone();
        }
        match schema["type"].as_str() {
            Some("integer") => json!(1),
            Some("number") => json!(1.5),
            Some("boolean") => json!(is_true(name)),
            Some("array") => match self.inside(name, &schema["items"], depth) {
                Value::Null => json!([]),
                item => json!([item]),
            },
            Some("object") => {
                let mut fields = Map::new();
                for (name, field) in schema["properties"].as_object().into_iter().flatten() {
                    let value = self.inside(name, field, depth);
                    if !value.is_null() {
                        fields.insert(name.clone(), value);
                    }
                }
                if name == "config" {
                    for key in ["secret", "key"] {
                        fields
                            .insert(key.to_owned(), self.inside(key, &schema["additionalProperties"], depth));
                    }
                }
                // What has this is an access token, and its value has the name of a checksum.
                if fields.contains_key("token_last_eight") {
                    fields.insert("sha1".to_owned(), json!(self.secret));
                }
                Value::Object(fields)
            }
            Some("string") => json!(self.string(name, schema["format"].as_str())),
            _ => Value::Null,
        }
    }

    fn string(&self, name: &str, format: Option<&str>) -> String {
        if secret::is_field(name) {
            return self.secret.clone();
        }
        let known = match name {
            "login" | "username" | "login_name" => "alice",
            "full_name" if self.text == "lamp" => "harbor/lighthouse",
            "content" | "content_base64" => "aGVsbG8=",
            "encoding" => "base64",
            "state" => "open",
            "type" => "file",
            "color" => "00aabb",
            "uuid" => "01234567-89ab-cdef-0123-456789abcdef",
            "version" => "16.0.0+gitea-1.22.0",
            _ if name.ends_with("sha") || name.ends_with("commit_id") || name == "commit" => SHA,
            "issue_url" => "https://forge.example/harbor/lighthouse/issues/1",
            "pull_request_url" => "",
            _ if name.contains("url") => "https://forge.example/harbor/lighthouse",
            _ if format == Some("date-time") || name.ends_with("_at") => TIME,
            _ if format == Some("email") || name == "email" => "alice@forge.example",
            _ => return self.text.clone(),
        };
        known.to_owned()
    }
}

/// Which switches of answers are on: those that let calls go on.
fn is_true(name: &str) -> bool {
    !matches!(
        name,
        "archived" | "merged" | "is_archived" | "draft" | "empty" | "mirror" | "locked" | "truncated"
    )
}

/// A value that fits a schema of arguments.
pub(super) fn argument(name: &str, schema: &Map<String, Value>) -> Value {
    if let Some(words) = schema.get("enum").and_then(Value::as_array) {
        return words[0].clone();
    }
    let field = |key: &str| schema.get(key).and_then(Value::as_object);
    match schema.get("type").and_then(Value::as_str) {
        Some("integer" | "number") => json!(1),
        Some("boolean") => json!(true),
        Some("array") => json!([argument(name, field("items").unwrap_or(&Map::new()))]),
        Some("object") => {
            let fields = field("properties").into_iter().flatten();
            Value::Object(
                fields
                    .map(|(name, inner)| (name.clone(), argument(name, inner.as_object().unwrap())))
                    .collect(),
            )
        }
        Some("string") if schema.contains_key("format") => json!(TIME),
        _ => json!(text(name)),
    }
}

fn text(name: &str) -> String {
    let known = match name {
        "owner" | "org" | "template_owner" => "harbor",
        "repo" | "repo_name" => "lighthouse",
        "template_repo" => "template",
        "sha" | "commit_sha" | "head_commit_id" | "last_commit_sha" => SHA,
        "content" | "content_base64" | "image" => "aGVsbG8=",
        "basehead" => "main...topic",
        "color" => "00aabb",
        "mime_type" => "text/plain",
        "index" | "id" => "1",
        "date" => "2026-01-02",
        "path" | "filepath" => "docs/a.md",
        _ => return format!("{name}-x"),
    };
    known.to_owned()
}
