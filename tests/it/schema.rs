//! The schema pass over what schemars makes of every kind of field that tools use.

use chrono::{DateTime, Utc};
use forgejo_mcp::schema::{raw_input, violations, wire_input, wire_output};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

#[derive(Deserialize, JsonSchema)]
#[allow(dead_code)]
struct RepoRef {
    /// Owner of the repository
    owner: String,
    /// Name of the repository
    repo: String,
}

/// A verdict.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[allow(dead_code)]
enum Verdict {
    /// Good to merge
    Approved,
    /// Not yet
    RequestChanges,
    Comment,
    Pending,
}

#[derive(Deserialize, JsonSchema, Default)]
#[serde(rename_all = "lowercase")]
#[allow(dead_code)]
enum State {
    #[default]
    Open,
    Closed,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[allow(dead_code)]
enum Only {
    /// The only one
    One,
}

#[derive(Deserialize, JsonSchema)]
#[allow(dead_code)]
struct Comment {
    /// Path of the file
    #[schemars(extend("x-aliases" = ["filePath"]))]
    path: String,
    body: String,
    #[schemars(extend("x-aliases" = ["newLineNum"]))]
    new_position: Option<u32>,
    index: Option<i32>,
}

#[derive(Deserialize, JsonSchema)]
#[schemars(extend("format" = "date-time"))]
#[allow(dead_code)]
struct Time(String);

/// Creates a review.
///
/// It is shown
/// at once.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[allow(dead_code)]
struct Everything {
    #[serde(flatten)]
    repo: RepoRef,
    /// Pull request number
    index: u32,
    /// The verdict,
    /// in words
    #[schemars(extend("x-aliases" = ["event"], "x-values" = {"APPROVE": "APPROVED"}))]
    state: Option<Verdict>,
    needed: Verdict,
    only: Option<Only>,
    #[serde(default)]
    filter: State,
    /// Comments on lines
    comments: Option<Vec<Comment>>,
    first: Option<Comment>,
    #[schemars(extend("x-values" = {"opened": "open"}))]
    states: Option<Vec<State>>,
    labels: Vec<String>,
    since: Option<DateTime<Utc>>,
    due: Option<Time>,
    #[schemars(range(min = 1, max = 50))]
    limit: Option<i64>,
    small: Option<u8>,
    wide: Option<u64>,
    ratio: Option<f64>,
    #[serde(default)]
    draft: bool,
    inputs: Option<std::collections::BTreeMap<String, String>>,
    arguments: Option<Map<String, Value>>,
    /// A parameter with the name of a keyword
    title: Option<String>,
    default: Option<String>,
    description: Option<String>,
}

#[derive(Deserialize, JsonSchema)]
struct Nothing {}

/// Words without a doc comment come first: schemars gathers them.
#[test]
fn a_raw_schema_is_in_normal_form() {
    let raw = Value::Object(raw_input::<Everything>());
    let expected = [
        ("/type", json!("object")),
        ("/description", json!("Creates a review.\nIt is shown at once.")),
        ("/properties/owner", json!({"description": "Owner of the repository", "type": "string"})),
        (
            "/properties/index",
            json!({"description": "Pull request number", "type": "integer", "minimum": 0, "maximum": 4_294_967_295_u32}),
        ),
        (
            "/properties/state",
            json!({"description": "The verdict, in words", "type": "string",
                "enum": ["COMMENT", "PENDING", "APPROVED", "REQUEST_CHANGES"],
                "x-aliases": ["event"], "x-values": {"APPROVE": "APPROVED"}}),
        ),
        (
            "/properties/needed",
            json!({"description": "A verdict.", "type": "string", "enum": ["COMMENT", "PENDING", "APPROVED", "REQUEST_CHANGES"]}),
        ),
        ("/properties/only/enum", json!(["one"])),
        ("/properties/only/type", json!("string")),
        ("/properties/filter", json!({"type": "string", "enum": ["open", "closed"]})),
        ("/properties/comments/type", json!("array")),
        ("/properties/comments/items/type", json!("object")),
        ("/properties/comments/items/required", json!(["path", "body"])),
        ("/properties/comments/items/properties/path/x-aliases", json!(["filePath"])),
        ("/properties/comments/items/properties/index/minimum", json!(i32::MIN)),
        ("/properties/first/properties/body", json!({"type": "string"})),
        ("/properties/states/items/x-values", json!({"opened": "open"})),
        ("/properties/since", json!({"type": "string", "format": "date-time"})),
        ("/properties/due", json!({"type": "string", "format": "date-time"})),
        ("/properties/limit", json!({"type": "integer", "minimum": 1, "maximum": 50})),
        ("/properties/small", json!({"type": "integer", "minimum": 0, "maximum": 255})),
        ("/properties/wide", json!({"type": "integer", "minimum": 0})),
        ("/properties/ratio", json!({"type": "number"})),
        ("/properties/draft", json!({"type": "boolean", "default": false})),
        ("/properties/inputs", json!({"type": "object", "x-entries": {"type": "string"}, "properties": {}})),
        ("/properties/arguments", json!({"type": "object", "x-entries": {}, "properties": {}})),
        ("/properties/title/type", json!("string")),
        ("/properties/default", json!({"type": "string"})),
        ("/required", json!(["index", "needed", "labels", "owner", "repo"])),
    ];
    for (pointer, value) in expected {
        let found = raw.pointer(pointer);
        if pointer == "/required" || pointer.ends_with("filter") {
            // Order of required and a default of the enum are not the point here.
            let mut found = found.cloned().unwrap_or_default();
            if let Some(found) = found.as_object_mut() {
                found.remove("default");
            }
            let sorted = |value: &Value| {
                let mut words: Vec<String> =
                    value.as_array().into_iter().flatten().map(Value::to_string).collect();
                words.sort();
                words
            };
            assert_eq!(sorted(&found), sorted(&value), "{pointer}");
            continue;
        }
        assert_eq!(found, Some(&value), "{pointer}");
    }
}

#[test]
fn a_wire_schema_is_portable_and_small() {
    let raw = raw_input::<Everything>();
    assert!(!violations(&raw).is_empty(), "the raw schema holds keys of ours");
    let wire = wire_input(&raw);
    assert_eq!(violations(&wire), Vec::<String>::new());
    assert!(wire.get("description").is_none());
    let wire = Value::Object(wire);
    let expected = [
        ("/properties/owner", json!({"type": "string"})),
        ("/properties/index", json!({"type": "integer"})),
        ("/properties/limit", json!({"type": "integer"})),
        ("/properties/draft", json!({"type": "boolean"})),
        ("/properties/inputs", json!({"type": "object", "properties": {}})),
        ("/properties/arguments", json!({"type": "object", "properties": {}})),
        (
            "/properties/comments/items/properties/path",
            json!({"type": "string", "description": "Path of the file"}),
        ),
        (
            "/properties/title",
            json!({"type": "string", "description": "A parameter with the name of a keyword"}),
        ),
        ("/properties/description", json!({"type": "string"})),
        ("/properties/states/items", json!({"type": "string", "enum": ["open", "closed"]})),
    ];
    for (pointer, value) in expected {
        let found = wire.pointer(pointer).cloned().unwrap_or_default();
        assert_eq!(found, value, "{pointer}");
    }
    let properties: Vec<&String> = wire["properties"].as_object().unwrap().keys().collect();
    assert_eq!(&properties[..3], ["owner", "repo", "index"], "declared order is kept");
}

#[test]
fn a_tool_without_parameters_has_an_empty_object() {
    let wire = wire_input(&raw_input::<Nothing>());
    assert_eq!(Value::Object(wire), json!({"type": "object", "properties": {}}));
}

/// One row.
#[derive(Serialize, JsonSchema)]
struct Row {
    /// Number of the issue
    number: u64,
    title: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    body: Option<String>,
    nullable: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    labels: Vec<String>,
    state: Kind,
    updated_at: DateTime<Utc>,
    counts: std::collections::BTreeMap<String, u32>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[allow(dead_code)]
enum Kind {
    /// One
    A,
    B,
}

#[derive(Serialize, JsonSchema)]
#[allow(clippy::struct_field_names)]
struct Page<T> {
    items: Vec<T>,
    page: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<Next>,
}

#[derive(Serialize, JsonSchema)]
struct Next {
    page: u32,
}

#[test]
fn an_output_schema_is_portable_and_bare() {
    let wire = wire_output::<Page<Row>>();
    assert_eq!(violations(&wire), Vec::<String>::new());
    assert_eq!(
        Value::Object(wire),
        json!({"type": "object", "properties": {
            "items": {"type": "array", "items": {"type": "object", "properties": {
                "number": {"type": "integer"}, "title": {"type": "string"}, "body": {"type": "string"},
                "nullable": {"type": "string"}, "labels": {"type": "array", "items": {"type": "string"}},
                "state": {"type": "string", "enum": ["b", "a"]},
                "updated_at": {"type": "string", "format": "date-time"},
                "counts": {"type": "object", "properties": {}}},
                "required": ["number", "counts"]}},
            "page": {"type": "integer"},
            "next": {"type": "object", "properties": {"page": {"type": "integer"}}, "required": ["page"]}},
            "required": ["items", "page"]})
    );
}

#[derive(Deserialize, JsonSchema)]
#[serde(untagged)]
#[allow(dead_code)]
enum Either {
    Number(u32),
    Text(String),
}

#[derive(Deserialize, JsonSchema)]
#[serde(tag = "kind")]
#[allow(dead_code)]
enum Tagged {
    A { a: String },
    B { b: String },
}

#[derive(Deserialize, JsonSchema)]
#[allow(dead_code)]
struct Tree {
    children: Vec<Tree>,
}

#[derive(Deserialize, JsonSchema)]
#[allow(dead_code)]
struct Holder<T> {
    field: T,
}

#[test]
fn what_cannot_be_made_portable_is_found() {
    let cases: [(&str, Map<String, Value>, &str); 8] = [
        ("untagged", raw_input::<Holder<Either>>(), "anyOf"),
        ("tagged", raw_input::<Holder<Option<Tagged>>>(), "oneOf"),
        ("recursive", raw_input::<Tree>(), "$ref"),
        ("free value", raw_input::<Holder<Value>>(), "boolean schema"),
        ("tuple", raw_input::<Holder<(u32, String)>>(), "prefixItems"),
        ("unit", raw_input::<Holder<()>>(), "type null"),
        ("top-level enum", raw_input::<State>(), "not an object"),
        ("top-level list", raw_input::<Vec<String>>(), "not an object"),
    ];
    for (name, raw, word) in cases {
        let found = violations(&wire_input(&raw));
        assert!(found.iter().any(|violation| violation.contains(word)), "{name}: {found:?}");
    }
}

#[test]
fn violations_sees_every_forbidden_key() {
    let base = |extra: Value| {
        let schema = json!({"type": "object", "properties": {"a": extra}});
        schema.as_object().cloned().unwrap()
    };
    let cases = [
        json!({"$ref": "#/x"}),
        json!({"type": "string", "$schema": "x"}),
        json!({"type": "object", "properties": {}, "additionalProperties": false}),
        json!({"type": ["string", "null"]}),
        json!({"type": "integer", "enum": [1, 2]}),
        json!({"type": "string", "enum": ["a", null]}),
        json!({"type": "string", "format": "uri"}),
        json!({"type": "string", "x-aliases": []}),
        json!({"type": "object"}),
        json!({"type": "array"}),
        json!({"type": "array", "items": true}),
        json!({"type": "string", "const": "a"}),
        json!({"type": "array", "items": {"type": "object", "properties": {"b": {"type": "string", "format": "int64"}}}}),
        json!({"anyOf": [{"type": "string"}, {"type": "integer"}]}),
        json!({"allOf": []}),
        json!({"type": "object", "properties": {}, "patternProperties": {}}),
        json!({}),
        json!(true),
        json!("string"),
    ];
    for case in cases {
        assert!(!violations(&base(case.clone())).is_empty(), "{case}");
    }
    assert!(
        violations(&base(json!({"type": "string", "format": "date-time", "description": "x"}))).is_empty()
    );
}
