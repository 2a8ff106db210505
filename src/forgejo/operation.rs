//! What is known of every operation of the forge, by its id.
//!
//! The table is generated; this file only says what a row holds and finds one. It does not call anything.

#[path = "../../generated/operations.rs"]
#[rustfmt::skip]
mod table;

/// One operation of Forgejo's API.
#[derive(Debug, PartialEq, Eq)]
pub struct Operation {
    /// The id, exactly as in the description.
    pub id: &'static str,
    /// The name of the client's function, which is also what the client tells its hooks.
    pub function: &'static str,
    pub method: Method,
    /// The route with its parameters in braces, `/api/v1` included.
    pub path: &'static str,
    /// The heading that the description puts it under.
    pub tag: &'static str,
    pub summary: &'static str,
    /// Parameters in the path first, in their order there.
    pub parameters: &'static [Parameter],
    /// The JSON schema of the body, with definitions put in place; of a form, the schema of its fields.
    pub body: Option<&'static str>,
    pub body_kind: BodyKind,
    /// Whether the description demands a body.
    pub body_required: bool,
    pub response: ResponseKind,
    pub deprecated: bool,
    /// The first version that has it: `10` (or earlier), `by 13`, `14` and so on.
    pub since: &'static str,
    pub access: Access,
    /// Whether raw slashes may stand in the last parameter of the path.
    pub wildcard: bool,
    /// What stands for the body where a typed success may come without one.
    pub empty_body: Option<&'static str>,
}

/// A parameter in the path, the query or a header.
#[derive(Debug, PartialEq, Eq)]
pub struct Parameter {
    pub name: &'static str,
    pub location: Location,
    pub required: bool,
    pub kind: Kind,
    /// The words that it may be; empty when it is free.
    pub allowed: &'static [&'static str],
    pub description: &'static str,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Method {
    Get,
    Head,
    Post,
    Put,
    Patch,
    Delete,
}

impl Method {
    /// The word on the wire.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Get => "GET",
            Self::Head => "HEAD",
            Self::Post => "POST",
            Self::Put => "PUT",
            Self::Patch => "PATCH",
            Self::Delete => "DELETE",
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Location {
    Path,
    Query,
    Header,
}

/// What a parameter holds; a list is sent as the same parameter several times.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    String,
    Date,
    DateTime,
    Integer,
    Number,
    Boolean,
    Strings,
    Integers,
}

/// What a request carries.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BodyKind {
    None,
    Json,
    Text,
    Form,
}

/// What a success carries.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ResponseKind {
    Json,
    /// JSON whose outermost value is an array.
    List,
    Text,
    Binary,
    Empty,
}

/// What calling an operation does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Access {
    /// Changes nothing.
    Read,
    Write,
    /// Changes nothing, but hands out a credential.
    Secret,
}

/// The version of Forgejo's description that this program was made from.
#[must_use]
pub fn described_version() -> &'static str {
    table::DESCRIBED_VERSION
}

/// All operations, sorted by id.
#[must_use]
pub fn operations() -> &'static [Operation] {
    &table::OPERATIONS
}

/// Finds an operation by its id, or by the name of the client's function.
#[must_use]
pub fn operation(id: &str) -> Option<&'static Operation> {
    let by_id = table::OPERATIONS.binary_search_by(|operation| operation.id.cmp(id));
    let position = by_id.or_else(|_| {
        let function = |position: &u16| operations().get(usize::from(*position)).map(|o| o.function);
        table::BY_FUNCTION
            .binary_search_by(|position| function(position).cmp(&Some(id)))
            .map(|found| usize::from(table::BY_FUNCTION.get(found).copied().unwrap_or_default()))
    });
    operations().get(position.ok()?)
}
