//! Keeps `generated/` in step with the description of Forgejo's API; the steps are in `build/`.
//!
//! `FORGEJO_SWAGGER=path cargo build` generates from another description. In CI stale files are an error. Outside a git
//! checkout, where the crate is being installed, the committed files are used as they are.

#[path = "build/mod.rs"]
mod build;

use std::path::{Path, PathBuf};
use std::{env, fs};

use build::report::{Texts, report};
use build::{Error, generate, load, write};

fn main() -> Result<(), Error> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=build");
    println!("cargo::rerun-if-changed=swagger");
    println!("cargo::rerun-if-env-changed=FORGEJO_SWAGGER");
    println!("cargo::rerun-if-env-changed=CI");
    lay_out();
    if !Path::new(".git").exists() {
        return Ok(());
    }

    let swagger = variable("FORGEJO_SWAGGER").map_or_else(|| "swagger/forgejo.v1.json".into(), PathBuf::from);
    println!("cargo::rerun-if-changed={}", swagger.display());
    let folder = Path::new("generated");
    let previous = ["client.rs", "operations.rs"].map(|name| fs::read_to_string(folder.join(name)));

    let generated = generate(&load::swagger(&swagger)?, &load::older(Path::new("swagger/older"))?)?;
    let written = write::write(&generated, folder, variable("CI").is_some())?;

    if let ([Ok(client), Ok(operations)], false) = (&previous, written.is_empty()) {
        build_print::info!("generated from {}: {}", swagger.display(), written.join(", "));
        for line in report(&Texts { client, operations }, &Texts::from(&generated), Path::new("src/tools")) {
            build_print::info!("{line}");
        }
    }
    Ok(())
}

/// Lays out the release for Linux as `build/layout.ld` says. Other linkers than the usual one may not take such a
/// file, so one that was chosen goes without.
fn lay_out() {
    println!("cargo::rerun-if-changed=build/layout.ld");
    let flags = variable("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default();
    let chosen = variable("RUSTC_LINKER").is_some() || flags.contains("link");
    let release = variable("PROFILE").as_deref() == Some("release");
    let linux = variable("CARGO_CFG_TARGET_OS").as_deref() == Some("linux");
    // The names of the C library's start differ elsewhere, and so may the linker.
    let gnu = variable("CARGO_CFG_TARGET_ENV").as_deref() == Some("gnu");
    if release && linux && gnu && !chosen {
        let folder = variable("CARGO_MANIFEST_DIR").unwrap_or_default();
        println!("cargo::rustc-link-arg-bins=-T{folder}/build/layout.ld");
    }
}

#[expect(clippy::disallowed_methods, reason = "a build script is configured by nothing else")]
fn variable(name: &str) -> Option<String> {
    env::var(name).ok().filter(|value| !value.is_empty())
}
