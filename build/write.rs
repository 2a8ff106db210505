//! Puts the generated files in place: only what changed, whole or not at all, and never in CI.

use std::fs;
use std::path::Path;

use super::{Error, Generated};

/// Writes the files that differ and tells which; with `check` it fails instead, naming them.
pub(crate) fn write(generated: &Generated, folder: &Path, check: bool) -> Result<Vec<&'static str>, Error> {
    let stale: Vec<(&'static str, &str)> =
        generated.files().into_iter().filter(|(name, text)| !is_current(&folder.join(name), text)).collect();
    let names: Vec<&'static str> = stale.iter().map(|(name, _)| *name).collect();
    if check && !names.is_empty() {
        return Err(format!(
            "generated files are out of date: {}; run `cargo build` without CI set and commit the result",
            names.join(", ")
        )
        .into());
    }
    for (name, text) in stale {
        fs::create_dir_all(folder)?;
        let unfinished = folder.join(format!(".{name}.unfinished"));
        fs::write(&unfinished, text)?;
        fs::rename(&unfinished, folder.join(name))?;
    }
    Ok(names)
}

/// Whether a file holds this text; line ends do not count, since git may change them.
fn is_current(path: &Path, text: &str) -> bool {
    fs::read_to_string(path).is_ok_and(|present| present.replace("\r\n", "\n") == text)
}
