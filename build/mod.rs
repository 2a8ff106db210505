//! From Forgejo's own description of its API (Swagger 2.0) to the generated Rust client.
//!
//! Every module is a set of pure functions; only `load` reads files, and only `write` (called by `build.rs`)
//! writes them. The tests mount this folder too, so that they can run the same steps in memory. Nothing here knows
//! of tools or of MCP.

#![allow(clippy::indexing_slicing, reason = "indexing a JSON value is null where there is nothing")]

pub(crate) mod access;
pub(crate) mod adapt;
pub(crate) mod convert;
pub(crate) mod drive;
pub(crate) mod emit;
pub(crate) mod load;
pub(crate) mod names;
pub(crate) mod operations;
pub(crate) mod report;
pub(crate) mod schema;
pub(crate) mod share;
pub(crate) mod write;

use serde_json::Value;

/// What a step of the build may fail with; the text is shown as it is.
pub(crate) type Error = Box<dyn std::error::Error>;

/// The text of every generated file.
pub(crate) struct Generated {
    /// The typed client and its types.
    pub(crate) client: String,
    /// The table of all operations.
    pub(crate) operations: String,
    /// Typed mocks for tests.
    pub(crate) mock: String,
    /// One call of every operation with a text in its path, for tests.
    pub(crate) drive: String,
}

impl Generated {
    /// The files by name, as they lie in the folder of generated files.
    pub(crate) fn files(&self) -> [(&'static str, &str); 4] {
        [
            ("client.rs", &self.client),
            ("operations.rs", &self.operations),
            ("mock.rs", &self.mock),
            ("drive.rs", &self.drive),
        ]
    }
}

/// Makes all generated files from a description; `older` holds earlier ones with their versions, oldest first.
pub(crate) fn generate(swagger: &Value, older: &[load::Older]) -> Result<Generated, Error> {
    let converted = convert::convert(swagger)?;
    let adapted = adapt::adapt(&converted);
    Ok(Generated {
        client: emit::client(&adapted)?,
        operations: operations::table(&converted, older)?,
        mock: emit::mock(&adapted)?,
        drive: drive::drive(&adapted)?,
    })
}
