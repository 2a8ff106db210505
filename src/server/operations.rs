//! Operations of the API as callees of the door: their arguments from the operations table, their answers shaped by
//! general rules, since no view knows them.

use serde_json::{Map, Value, json};

use crate::forgejo::ApiError;
use crate::forgejo::operation::{self, BodyKind, Kind, Location, Operation, Parameter};
use crate::schema::described;
use crate::tools::{Access, CONFIRM, CONFIRM_HELP, Prepared, attachments, operation_call};

/// Operations that cannot be undone, or that hand out a secret by making one. The user is asked first.
const IRRECOVERABLE: &[&str] = &[
    "DeleteActionRun",
    "acceptRepoTransfer",
    "adminCreateUserAccessToken",
    "adminDeleteUnadoptedRepository",
    "adminDeleteUser",
    "deletePackage",
    "issueDelete",
    // Without looking where the label is in use, as `delete_mode: force` of the tools.
    "issueDeleteLabel",
    "issueResetTime",
    "orgDelete",
    "orgDeleteLabel",
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
    let mut input = Input::of(operation);
    match body(operation) {
        Body::None => {}
        Body::Whole(schema) => input.add("body", Value::Object(schema), operation.body_required),
        Body::Fields { schema, fields, required } => {
            let hidden: Vec<&String> = fields.keys().filter(|name| input.has(name)).collect();
            // A field that has the name of a parameter can only be given inside the body.
            let needs_body = required.iter().any(|name| hidden.contains(&name));
            if needs_body || (!hidden.is_empty() && !fields.contains_key("body")) {
                input.add("body", Value::Object(schema), needs_body);
            }
            for (name, field) in fields.iter().filter(|_| !needs_body) {
                if !input.has(name) {
                    input.add(name, field.clone(), required.contains(name));
                }
            }
        }
    }
    input.schema()
}

/// The arguments by which a call is checked: of an operation whose body was given whole, the parameters and the body.
pub(super) fn input_of_call(
    operation: &Operation,
    given: &Map<String, Value>,
) -> Result<Map<String, Value>, ApiError> {
    let Body::Fields { schema, fields, .. } = body(operation) else { return Ok(input(operation)) };
    let is_whole = match given.get("body") {
        Some(Value::Object(_)) => true,
        Some(Value::Null) | None => false,
        Some(_) => !fields.contains_key("body"),
    };
    if !is_whole {
        return Ok(input(operation));
    }
    let mut input = Input::of(operation);
    if let Some(twice) =
        given.keys().find(|name| *name != "body" && fields.contains_key(*name) && !input.has(name))
    {
        return Err(ApiError::invalid(format!(
            "`{twice}` is a field of `body`: give the fields one by one, or body"
        )));
    }
    input.add("body", Value::Object(schema), true);
    Ok(input.schema())
}

/// A schema of arguments in the making.
struct Input {
    properties: Map<String, Value>,
    required: Vec<Value>,
}

impl Input {
    /// The arguments beside the body.
    fn of(operation: &Operation) -> Self {
        let mut input = Self { properties: Map::new(), required: Vec::new() };
        let is_form = operation.body_kind == BodyKind::Form;
        for parameter in operation.parameters {
            match parameter.location {
                Location::Header => {}
                // The name of a file stands in the query; it is an argument like that of the tools.
                Location::Query if is_form => {}
                Location::Path | Location::Query => {
                    input.add(parameter.name, parameter_schema(parameter), parameter.required);
                }
            }
        }
        for (name, description) in operation_call::own_parameters(operation) {
            let least = i32::from(*name != "offset");
            input.add(
                name,
                json!({ "type": "integer", "minimum": least, "description": description }),
                false,
            );
        }
        if is_form {
            let takes_link = operation.body.is_some_and(|form| form.contains("\"external_url\""));
            input.properties.extend(attachments::form_parameters(takes_link));
        }
        if is_irrecoverable(operation) {
            input.add(CONFIRM, json!({ "type": "string", "description": CONFIRM_HELP }), false);
        }
        input
    }

    fn has(&self, name: &str) -> bool {
        self.properties.contains_key(name)
    }

    fn add(&mut self, name: &str, schema: Value, is_required: bool) {
        self.properties.insert(name.to_owned(), schema);
        if is_required {
            self.required.push(Value::from(name));
        }
    }

    fn schema(self) -> Map<String, Value> {
        let mut schema = Map::new();
        schema.insert("type".to_owned(), Value::from("object"));
        schema.insert("properties".to_owned(), Value::Object(self.properties));
        if !self.required.is_empty() {
            schema.insert("required".to_owned(), Value::Array(self.required));
        }
        schema
    }
}

/// What goes into the body of an operation.
enum Body {
    None,
    /// A text, or an object that nothing is known of.
    Whole(Map<String, Value>),
    /// An object whose fields stand side by side with the parameters.
    Fields {
        schema: Map<String, Value>,
        fields: Map<String, Value>,
        required: Vec<String>,
    },
}

fn body(operation: &Operation) -> Body {
    if operation.body_kind == BodyKind::Form {
        return Body::None;
    }
    let Some(Value::Object(schema)) = operation.body.and_then(|body| serde_json::from_str(body).ok()) else {
        return Body::None;
    };
    let schema = described(schema);
    match schema.get("properties") {
        Some(Value::Object(fields)) if !fields.is_empty() => {
            let fields = fields.clone();
            let names = schema.get("required").and_then(Value::as_array).into_iter().flatten();
            let required = names.filter_map(Value::as_str).map(str::to_owned).collect();
            Body::Fields { schema, fields, required }
        }
        _ => Body::Whole(schema),
    }
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
