//! All tests in one binary: the generated client is compiled and linked once.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::needless_pass_by_value,
    clippy::print_stdout,
    clippy::cast_possible_truncation,
    clippy::float_cmp,
    clippy::type_complexity,
    clippy::too_many_lines,
    reason = "a test fails by panicking, and what it calls is short; clippy.toml speaks of test functions only"
)]

mod adapt;
mod after_write;
mod answers;
mod arguments;
mod boundary;
mod clean;
mod cli;
mod completions;
mod convert;
mod demo;
mod diff;
mod docs;
mod everything;
mod finish;
mod generated;
mod harness;
mod http;
mod mocks;
mod older;
mod path_safety;
mod paths;
mod peer_calls;
mod peer_defects;
mod progress;
mod prompts;
mod recorder;
mod recordings;
mod resources;
mod schema;
mod stdio;
mod surface;
mod tails;
mod tidy;
mod tls;
mod tools;
mod uploads;

/// The steps of the build, run in memory.
#[allow(dead_code, unreachable_pub)]
#[path = "../../build/mod.rs"]
mod build;

/// Typed mocks of the forge.
#[allow(
    dead_code,
    clippy::all,
    clippy::pedantic,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    unreachable_pub,
    unused_lifetimes,
    redundant_imports
)]
#[path = "../../generated/mock.rs"]
#[rustfmt::skip]
mod mock;

/// One call and one reading of every operation.
#[allow(
    clippy::all,
    clippy::pedantic,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    unreachable_pub,
    unused_lifetimes,
    redundant_imports
)]
#[path = "../../generated/drive.rs"]
#[rustfmt::skip]
mod drive;
