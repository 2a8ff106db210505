//! The real binary as people and scripts run it: nothing in its environment, and a folder of its own.

mod all_pages;
mod check;
mod files;
mod flags;
mod instances;
mod proxy;
mod remotes;
mod seeds;
mod settings;
mod shown;
mod snapshots;
mod tokens;

use std::ffi::OsStr;
use std::path::Path;
use std::time::Duration;

use serde_json::Value;
use tempfile::TempDir;

use crate::harness::Upstream;

/// One run of the binary, before it.
pub(crate) struct Cli {
    command: assert_cmd::Command,
    folder: TempDir,
}

/// What a run came to.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) status: i32,
    pub(crate) out: String,
    pub(crate) err: String,
    /// Where it ran; gone with this value.
    folder: TempDir,
}

impl Cli {
    /// A run with these words.
    pub(crate) fn new(words: &[&str]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let mut command = assert_cmd::Command::new(env!("CARGO_BIN_EXE_forgejo-mcp"));
        command.env_clear().current_dir(folder.path()).timeout(Duration::from_secs(60)).args(words);
        // Without PATH there is no git, without these nothing of the machine's own settings is used.
        #[expect(clippy::disallowed_methods, reason = "a test may look where programs are")]
        let path = std::env::var_os("PATH");
        if let Some(path) = path {
            command.env("PATH", path);
        }
        command.env("GIT_CONFIG_GLOBAL", "/dev/null").env("GIT_CONFIG_NOSYSTEM", "1");
        command.env("HOME", folder.path()).env("XDG_CONFIG_HOME", folder.path());
        Self { command, folder }
    }

    /// A run with the recorded forge.
    pub(crate) fn demo(words: &[&str]) -> Self {
        Self::new(&[&["--demo", "--cli"], words].concat())
    }

    pub(crate) fn env(mut self, name: &str, value: impl AsRef<OsStr>) -> Self {
        self.command.env(name, value);
        self
    }

    pub(crate) fn stdin(mut self, text: &str) -> Self {
        self.command.write_stdin(text);
        self
    }

    /// The folder that it runs in.
    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Puts a file there.
    pub(crate) fn file(self, name: &str, bytes: impl AsRef<[u8]>) -> Self {
        std::fs::write(self.folder().join(name), bytes).unwrap();
        self
    }

    pub(crate) fn run(mut self) -> Ran {
        let output = self.command.output().unwrap();
        Ran {
            status: output.status.code().expect("an exit status, no signal"),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
            folder: self.folder,
        }
    }
}

impl Ran {
    /// What a success printed.
    pub(crate) fn out(&self) -> &str {
        assert_eq!(self.status, 0, "{self:?}");
        &self.out
    }

    /// What a success printed, as JSON.
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(self.out()).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// What a run said that called nothing.
    pub(crate) fn unusable(&self) -> &str {
        self.failed_with(2)
    }

    /// What a failed call said.
    pub(crate) fn failed(&self) -> &str {
        self.failed_with(1)
    }

    fn failed_with(&self, status: i32) -> &str {
        assert_eq!(self.status, status, "{self:?}");
        assert_eq!(self.out, "", "errors are not data");
        assert!(self.err.starts_with("error: "), "{self:?}");
        &self.err
    }

    /// The bytes of a file in the folder of the run.
    pub(crate) fn file(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.folder.path().join(name)).unwrap()
    }

    /// The names in the folder of the run.
    pub(crate) fn names(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.folder.path()).unwrap();
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
    }
}

impl Upstream {
    /// A run against this forge, without a token.
    pub(crate) fn cli(&self, words: &[&str]) -> Cli {
        Cli::new(&[&["--cli"], words].concat()).env("FORGEJO_URL", &self.url)
    }
}
