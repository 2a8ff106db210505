//! Operations of the API as callees of the door: their arguments from the operations table, their answers shaped by
//! general rules, since no view knows them.

use serde_json::{Map, Value, json};

use crate::forgejo::operation::{self, BodyKind, Kind, Location, Operation, Parameter};
use crate::tools::{Access, CONFIRM, CONFIRM_HELP, Prepared, operation_call};

/// Operations that cannot be undone, or that hand out a secret by making one. The user is asked first.
const IRRECOVERABLE: &[&str] = &[
    "DeleteActionRun",
    "acceptRepoTransfer",
    "adminCreateUserAccessToken",
    "adminDeleteUser",
    "deletePackage",
    "issueDelete",
    "issueResetTime",
    "orgDelete",
    "orgDeleteTeam",
    "registerAdminRunner",
    "registerOrgRunner",
    "registerRepoRunner",
    "registerUserRunner",
    "repoDelete",
    "repoDeleteBranch",
    "repoDeleteRelease",
    "repoDeleteReleaseByTag",
    "repoDeleteWikiPage",
    "repoTransfer",
    "userCreateOAuth2Application",
    "userCreateToken",
    "userUpdateOAuth2Application",
];

/// Whether an operation cannot be undone or is about a secret.
#[must_use]
pub fn is_irrecoverable(operation: &Operation) -> bool {
    operation.access == operation::Access::Secret || IRRECOVERABLE.contains(&operation.id)
}

/// What calling an operation does, in the words of tools.
#[must_use]
pub fn access(operation: &Operation) -> Access {
    match operation.access {
        operation::Access::Read => Access::Read,
        _ if is_irrecoverable(operation) => Access::Destroy,
        _ => Access::Change,
    }
}

/// The arguments of an operation: its parameters and the fields of its body side by side, and `confirm` where needed.
#[must_use]
pub fn input(operation: &Operation) -> Map<String, Value> {
    let mut properties = Map::new();
    let mut required = Vec::new();
    for parameter in operation.parameters.iter().filter(|parameter| parameter.location != Location::Header) {
        properties.insert(parameter.name.to_owned(), parameter_schema(parameter));
        if parameter.required {
            required.push(Value::from(parameter.name));
        }
    }
    if let Some(Value::Object(body)) = operation.body.and_then(|body| serde_json::from_str(body).ok()) {
        add_body(operation, body, &mut properties, &mut required);
    }
    if is_irrecoverable(operation) {
        properties.insert(CONFIRM.to_owned(), json!({ "type": "string", "description": CONFIRM_HELP }));
    }
    let mut schema = Map::new();
    schema.insert("type".to_owned(), Value::from("object"));
    schema.insert("properties".to_owned(), Value::Object(properties));
    if !required.is_empty() {
        schema.insert("required".to_owned(), Value::Array(required));
    }
    schema
}

/// The fields of a body stand flat beside the parameters; `body` itself takes what collides, and what is no object.
fn add_body(
    operation: &Operation,
    body: Map<String, Value>,
    properties: &mut Map<String, Value>,
    required: &mut Vec<Value>,
) {
    let fields =
        body.get("properties").and_then(Value::as_object).filter(|_| operation.body_kind != BodyKind::Text);
    let Some(fields) = fields else {
        properties.entry("body").or_insert_with(|| Value::Object(body));
        return;
    };
    let needed = body.get("required").and_then(Value::as_array).cloned().unwrap_or_default();
    for (name, field) in fields {
        if !properties.contains_key(name) {
            properties.insert(name.clone(), field.clone());
            // The whole body may be given instead, so the forge is left to miss what is needed.
        }
    }
    if !fields.contains_key("body") {
        properties.insert("body".to_owned(), json!({ "type": "object", "properties": fields.clone(), "description": "All fields of the body, instead of one by one" }));
        return;
    }
    required.extend(
        needed.into_iter().filter(|name| name.as_str().is_some_and(|name| properties.contains_key(name))),
    );
}

fn parameter_schema(parameter: &Parameter) -> Value {
    let plain = |kind: &str| json!({ "type": kind });
    let mut schema = match parameter.kind {
        Kind::String | Kind::Date => plain("string"),
        Kind::DateTime => json!({ "type": "string", "format": "date-time" }),
        Kind::Integer => plain("integer"),
        Kind::Number => plain("number"),
        Kind::Boolean => plain("boolean"),
        Kind::Strings => json!({ "type": "array", "items": { "type": "string" } }),
        Kind::Integers => json!({ "type": "array", "items": { "type": "integer" } }),
    };
    if let Value::Object(fields) = &mut schema {
        if !parameter.allowed.is_empty() {
            let target = if parameter.kind == Kind::Strings {
                fields.get_mut("items").and_then(Value::as_object_mut)
            } else {
                Some(&mut *fields)
            };
            if let Some(target) = target {
                target.insert("enum".to_owned(), json!(parameter.allowed));
            }
        }
        if !parameter.description.is_empty() {
            fields.insert("description".to_owned(), Value::from(parameter.description));
        }
    }
    schema
}

/// A call of an operation, ready to run.
pub(super) fn prepare(operation: &'static Operation, arguments: Map<String, Value>) -> Prepared {
    let target = is_irrecoverable(operation).then(|| target(operation, &arguments));
    Prepared::new(target, move |call| Box::pin(operation_call::run(operation, arguments, call)))
}

/// What an irrecoverable operation is about: the values of its path, or its id.
fn target(operation: &Operation, arguments: &Map<String, Value>) -> String {
    let in_path = operation.parameters.iter().filter(|parameter| parameter.location == Location::Path);
    let values: Vec<String> = in_path
        .filter_map(|parameter| arguments.get(parameter.name))
        .map(|value| value.as_str().map_or_else(|| value.to_string(), str::to_owned))
        .collect();
    if values.is_empty() { operation.id.to_owned() } else { values.join("/") }
}
