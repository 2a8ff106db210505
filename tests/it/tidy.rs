//! Rules that hold for the whole repository and that neither the compiler nor clippy knows.

use std::fs;
use std::path::{Path, PathBuf};

/// Folders and files that people write; `generated/` and recordings are not among them.
const WRITTEN: [&str; 13] = [
    ".ci",
    "AGENTS.md",
    "CHANGELOG.md",
    "Cargo.toml",
    "README.md",
    "build",
    "build.rs",
    "clippy.toml",
    "deny.toml",
    "openspec",
    "src",
    "swagger",
    "tests",
];
/// What is text that people write.
const TEXT: [&str; 7] = ["rs", "md", "toml", "sh", "py", "txt", "run"];
/// A file of more lines holds two things.
const MOST_LINES: usize = 700;

/// What a layer must not name, since arrows point one way: cli → server → tools, resources, prompts → fetch → views →
/// forgejo → generated.
const ARROWS: [(&str, &[&str]); 9] = [
    (
        "src/forgejo",
        &[
            "rmcp",
            "crate::views",
            "crate::fetch",
            "crate::tools",
            "crate::resources",
            "crate::prompts",
            "crate::server",
            "crate::cli",
            "crate::config",
        ],
    ),
    (
        "src/demo",
        &["rmcp", "reqwest", "crate::views", "crate::fetch", "crate::tools", "crate::server", "crate::cli"],
    ),
    (
        "src/views",
        &[
            "rmcp",
            "reqwest",
            "crate::fetch",
            "crate::tools",
            "crate::resources",
            "crate::prompts",
            "crate::server",
            "crate::cli",
            "crate::config",
        ],
    ),
    (
        "src/fetch",
        &[
            "rmcp",
            "reqwest",
            "crate::tools",
            "crate::resources",
            "crate::prompts",
            "crate::server",
            "crate::cli",
            "crate::config",
        ],
    ),
    (
        "src/tools",
        &[
            "rmcp",
            "reqwest",
            "progenitor_client",
            "std::env",
            "crate::resources",
            "crate::prompts",
            "crate::server",
            "crate::cli",
            "crate::config",
        ],
    ),
    ("src/resources", &["reqwest", "progenitor_client", "std::env", "crate::server", "crate::cli"]),
    ("src/prompts", &["reqwest", "progenitor_client", "std::env", "crate::server", "crate::cli"]),
    ("src/server", &["reqwest", "progenitor_client", "std::env", "crate::cli"]),
    ("src/cli", &["reqwest", "progenitor_client"]),
];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The files below a path, sorted, as paths from the root.
fn below(path: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![root().join(path)];
    while let Some(path) = open.pop() {
        if path.is_dir() {
            open.extend(fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path()));
        } else if path.is_file() {
            found.push(path.strip_prefix(root()).unwrap().to_owned());
        }
    }
    found.sort();
    found
}

fn read(path: &Path) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn has_extension(path: &Path, extensions: &[&str]) -> bool {
    // `.ci/run` is a script without an extension.
    let name = path.extension().or(path.file_name()).unwrap_or_default();
    extensions.iter().any(|extension| name == *extension)
}

/// Every text that people write, with its path.
fn texts() -> Vec<(PathBuf, String)> {
    let files = WRITTEN.iter().flat_map(|path| below(path)).filter(|path| has_extension(path, &TEXT));
    files.map(|path| (path.clone(), read(&path))).collect()
}

/// The Rust sources below a folder, with their paths.
fn sources(folder: &str) -> Vec<(PathBuf, String)> {
    let files = below(folder).into_iter().filter(|path| has_extension(path, &["rs"]));
    files.map(|path| (path.clone(), read(&path))).collect()
}

/// The lines of a source that are code, with their numbers.
fn code(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.lines().enumerate().map(|(at, line)| (at + 1, line)).filter(|(_, line)| {
        let line = line.trim_start();
        !line.starts_with("//")
    })
}

/// Fails with everything that was found, one a line.
fn none(rule: &str, found: &[String]) {
    assert!(found.is_empty(), "{rule}:\n{}", found.join("\n"));
}

#[test]
fn texts_are_clean() {
    let texts = texts();
    assert!(texts.len() > 100, "only {} texts are looked at", texts.len());
    let mut found = Vec::new();
    for (path, text) in &texts {
        for (at, line) in text.lines().enumerate() {
            if line.ends_with([' ', '\t']) {
                found.push(format!("{}:{}: white space at the end", path.display(), at + 1));
            }
        }
        if text.contains('\r') {
            found.push(format!("{}: carriage return", path.display()));
        }
        if !text.is_empty() && (!text.ends_with('\n') || text.ends_with("\n\n")) {
            found.push(format!("{}: does not end with one line end", path.display()));
        }
    }
    none("untidy text", &found);
}

#[test]
fn nothing_is_left_open() {
    let marks = [
        concat!("TO", "DO"),
        concat!("FIX", "ME"),
        concat!("to", "do!("),
        concat!("unimple", "mented!("),
        concat!("db", "g!("),
    ];
    let mut found = Vec::new();
    for (path, text) in texts() {
        for (at, line) in text.lines().enumerate() {
            if let Some(mark) = marks.iter().find(|mark| line.contains(**mark)) {
                found.push(format!("{}:{}: {mark}", path.display(), at + 1));
            }
        }
    }
    none("left open", &found);
}

#[test]
fn every_source_says_what_it_is_for() {
    let mut found = Vec::new();
    for (path, text) in ["src", "build", "tests/it"].iter().flat_map(|folder| sources(folder)) {
        if !text.starts_with("//! ") {
            found.push(path.display().to_string());
        }
    }
    none("starts without //!", &found);
}

#[test]
fn no_source_is_too_long() {
    let mut found = Vec::new();
    for (path, text) in ["src", "build"].iter().flat_map(|folder| sources(folder)) {
        let lines = text.lines().count();
        if lines > MOST_LINES {
            found.push(format!("{}: {lines} lines", path.display()));
        }
    }
    none("longer than a file should be", &found);
}

#[test]
fn arrows_point_one_way() {
    let mut found = Vec::new();
    for (layer, forbidden) in ARROWS {
        // A layer is a folder, a file, or not there yet.
        let files = sources(layer).into_iter().chain(sources(&format!("{layer}.rs")));
        for (path, text) in files {
            for (at, line) in code(&text) {
                for name in forbidden.iter().filter(|name| names(line, name)) {
                    found.push(format!("{}:{at}: {layer} must not use {name}", path.display()));
                }
            }
        }
    }
    none("an arrow points back", &found);
}

/// Whether a line of code names a crate or module, and not one whose name goes on.
fn names(line: &str, name: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    line.match_indices(name).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        let after = line[at + name.len()..].chars().next();
        !before.is_some_and(is_part) && !after.is_some_and(is_part)
    })
}

#[test]
fn only_the_command_line_prints() {
    let mut found = Vec::new();
    for (path, text) in sources("src").into_iter().filter(|(path, _)| !path.starts_with("src/cli")) {
        for (at, line) in code(&text) {
            if ["println!", "print!", "eprintln!", "eprint!"].iter().any(|name| names(line, name)) {
                found.push(format!("{}:{at}", path.display()));
            }
        }
    }
    none("prints", &found);
}

#[test]
fn only_the_configuration_reads_the_environment() {
    let mut found = Vec::new();
    let is_config = |path: &Path| path.starts_with("src/config") || path == Path::new("src/config.rs");
    for (path, text) in sources("src").into_iter().filter(|(path, _)| !is_config(path)) {
        for (at, line) in code(&text) {
            if ["env::var", "env::var_os", "env::vars"].iter().any(|name| names(line, name)) {
                found.push(format!("{}:{at}", path.display()));
            }
        }
    }
    none("reads the environment", &found);
}

#[test]
fn no_source_is_forgotten() {
    let mut found = Vec::new();
    for folder in ["src", "build", "tests/it"] {
        for (path, _) in sources(folder) {
            let stem = path.file_stem().unwrap().to_str().unwrap();
            let (name, home) = match stem {
                "main" | "lib" => continue,
                "mod" => {
                    let home = path.parent().unwrap();
                    (home.file_name().unwrap().to_str().unwrap(), home.parent().unwrap())
                }
                name => (name, path.parent().unwrap()),
            };
            // `build/mod.rs` itself is mounted by path.
            if home.as_os_str().is_empty() {
                continue;
            }
            if !is_declared(name, home) {
                found.push(format!("{}: no `mod {name};` in {}", path.display(), home.display()));
            }
        }
    }
    none("never compiled", &found);
}

/// Whether a folder's own module declares another.
fn is_declared(name: &str, home: &Path) -> bool {
    let inside = ["mod.rs", "lib.rs", "main.rs"].map(|file| home.join(file));
    let beside = home.with_extension("rs");
    let declaration = format!("mod {name};");
    inside.iter().chain([&beside]).filter(|path| root().join(path).is_file()).any(|path| {
        read(path).lines().any(|line| {
            let line = line.trim_start();
            line.ends_with(&declaration) && !line.starts_with("//")
        })
    })
}
