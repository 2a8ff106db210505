//! The tools against a real Forgejo, when `FORGEJO_TEST_URL` and `FORGEJO_TEST_TOKEN` say where. Each test makes what it
//! needs under a name of its own, and deletes it at the end. Without the variables the tests are skipped, and say so.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::print_stdout,
    clippy::disallowed_methods,
    clippy::too_many_lines,
    clippy::assigning_clones,
    reason = "a test fails by panicking, and reads where the forge is from the environment"
)]

mod forge;

mod actions;
mod content;
mod files;
mod issues;
mod notifications;
mod organisations;
mod pulls;
mod releases;
mod resources;
