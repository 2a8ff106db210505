//! What tests of tools stand on: a fake forge that answers as it is told, recorded exchanges, and a real MCP client
//! that talks to the server in this process.

mod recorded;
mod session;
mod upstream;

/// A folder for settings that is not there, so that tests do not depend on those of whoever runs them.
pub(crate) const NO_SETTINGS: &str = "/no/such/folder";

pub(crate) use recorded::{exchange, operation_of, success_of};
pub(crate) use session::{Called, Session, TOKEN, Watching, connect};
pub(crate) use upstream::{Answer, Seen, Upstream};
