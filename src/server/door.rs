//! The door: two tools through which every tool and every operation of the API can be called. A call through it is
//! unwrapped here and goes the way of every other call; nothing is easier, and nothing is allowed, because of the door.

use std::sync::Arc;

use serde_json::{Map, Value};

use super::find;
use super::operations;
use super::policy::Policy;
use crate::forgejo::ApiError;
use crate::forgejo::operation::{self, Operation};
use crate::nearest::nearest;
use crate::tools::door::{CALL_READ_TOOL, CALL_WRITE_TOOL};
use crate::tools::{Access, Prepared, ToolEntry};

/// What a call means in the end.
pub(super) enum Callee {
    Tool(&'static ToolEntry),
    Operation(&'static Operation),
}

/// A call without its door.
pub(super) struct Meant {
    pub(super) callee: Callee,
    pub(super) arguments: Map<String, Value>,
    /// Through the door results come as text: the door's tools have no output schema.
    pub(super) through_door: bool,
}

/// Finds what a call means; policy has its say on the door and on what is behind it.
pub(super) fn unwrap(name: &str, arguments: Map<String, Value>, policy: &Policy) -> Result<Meant, ApiError> {
    let tool = find::tool(name, policy)?;
    let wants_write = match tool.name {
        CALL_READ_TOOL => false,
        CALL_WRITE_TOOL => true,
        _ => return Ok(Meant { callee: Callee::Tool(tool), arguments, through_door: false }),
    };
    let mut given = super::arguments::normalise(arguments, &tool.input()).map_err(ApiError::invalid)?;
    let inner = match given.get("name").and_then(Value::as_str) {
        Some(inner) => inner.to_owned(),
        None => {
            return Err(ApiError::invalid("name must name a tool or operation").hint("find_tools finds one"));
        }
    };
    let arguments = match given.remove("arguments") {
        Some(Value::Object(arguments)) => arguments,
        _ => Map::new(),
    };
    let callee = behind(&inner, policy)?;
    let writes = callee.access().writes();
    if writes != wants_write {
        let right = if writes { CALL_WRITE_TOOL } else { CALL_READ_TOOL };
        return Err(ApiError::invalid(format!(
            "{inner} {}, so it goes through {right}",
            if writes { "writes" } else { "only reads" }
        )));
    }
    Ok(Meant { callee, arguments, through_door: true })
}

/// A tool of ours, else an operation of the API.
fn behind(name: &str, policy: &Policy) -> Result<Callee, ApiError> {
    if matches!(name, CALL_READ_TOOL | CALL_WRITE_TOOL) {
        return Err(ApiError::invalid("the door does not lead to itself"));
    }
    if crate::tools::find(name).is_some() {
        return find::tool(name, policy).map(Callee::Tool);
    }
    let Some(operation) = operation::operation(name) else {
        let ids = operation::operations().iter().map(|operation| operation.id);
        let names = crate::tools::all().map(|tool| tool.name).chain(ids);
        let error = ApiError::invalid(format!(
            "there is no tool or operation named {:?}",
            crate::views::text::cut(name, 60)
        ));
        return Err(match nearest(name, names) {
            Some(near) => error.hint(format!("did you mean {near}?")),
            None => error.hint("find_tools finds one by words"),
        });
    };
    policy.check_operation(operation)?;
    Ok(Callee::Operation(operation))
}

impl Callee {
    pub(super) fn name(&self) -> &'static str {
        match self {
            Self::Tool(tool) => tool.name,
            Self::Operation(operation) => operation.id,
        }
    }

    pub(super) fn access(&self) -> Access {
        match self {
            Self::Tool(tool) => tool.access,
            Self::Operation(operation) => operations::access(operation),
        }
    }

    /// The full schema of the arguments, as these must be given.
    pub(super) fn input(&self, given: &Map<String, Value>) -> Result<Arc<Map<String, Value>>, ApiError> {
        match self {
            Self::Tool(tool) => Ok(tool.input()),
            Self::Operation(operation) => operations::input_of_call(operation, given).map(Arc::new),
        }
    }

    pub(super) fn prepare(&self, arguments: Map<String, Value>) -> Result<Prepared, ApiError> {
        match self {
            Self::Tool(tool) => tool.prepare(arguments),
            Self::Operation(operation) => Ok(operations::prepare(operation, arguments)),
        }
    }
}
