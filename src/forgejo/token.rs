//! Where the caller's token comes from: it is given, or a file or command has it, which is asked when the first request
//! needs it.
//!
//! So a command that fails is an error of the call that needed the token, never of the start. What a command printed is
//! never shown.

use std::io::{BufRead, BufReader, Read};
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use sha2::{Digest, Sha256};

use super::error::{ApiError, Kind};
use crate::secret::Secret;

/// No token is longer.
const LONGEST: u64 = 64 * 1024;
/// How often a running command is looked at.
const GLANCE: Duration = Duration::from_millis(5);

/// A token, or where it is kept. Cloning is cheap, and clones share what was read.
#[derive(Clone)]
pub struct Token(Arc<Shared>);

struct Shared {
    place: Place,
    known: Mutex<Option<Secret>>,
    /// Whether the forge refused what is known, so that the next request asks again.
    refused: AtomicBool,
    /// Held while the place is asked, so that calls side by side ask once.
    asking: tokio::sync::Mutex<()>,
}

#[derive(Clone)]
enum Place {
    Given(Secret),
    File(PathBuf),
    Command { words: Vec<String>, patience: Duration },
}

impl std::fmt::Debug for Token {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("[secret]")
    }
}

impl From<Secret> for Token {
    fn from(secret: Secret) -> Self {
        Self::at(Place::Given(secret))
    }
}

impl Token {
    /// The first line of a file.
    #[must_use]
    pub fn in_file(path: PathBuf) -> Self {
        Self::at(Place::File(path))
    }

    /// The first line that a command prints. It runs without a shell and for a bounded time.
    #[must_use]
    pub fn from_command(words: Vec<String>, patience: Duration) -> Self {
        Self::at(Place::Command { words, patience })
    }

    fn at(place: Place) -> Self {
        Self(Arc::new(Shared {
            place,
            known: Mutex::default(),
            refused: AtomicBool::new(false),
            asking: tokio::sync::Mutex::default(),
        }))
    }

    /// The token, read where it is kept when it is not known yet.
    ///
    /// # Errors
    /// `unauthorized` when the file or command does not give one.
    pub async fn get(&self) -> Result<Secret, ApiError> {
        if let Some(secret) = self.usable() {
            return Ok(secret);
        }
        let _asking = self.0.asking.lock().await;
        if let Some(secret) = self.usable() {
            return Ok(secret);
        }
        let place = self.0.place.clone();
        let read = tokio::task::spawn_blocking(move || place.read())
            .await
            .unwrap_or_else(|_| Err(ApiError::internal("reading the token failed")));
        let secret = read?;
        *self.0.known.lock().unwrap_or_else(PoisonError::into_inner) = Some(secret.clone());
        self.0.refused.store(false, Ordering::Relaxed);
        Ok(secret)
    }

    fn usable(&self) -> Option<Secret> {
        if self.0.refused.load(Ordering::Relaxed) { None } else { self.look(Secret::clone) }
    }

    /// Looks at the token, if it is known by now.
    pub(super) fn look<T>(&self, look: impl FnOnce(&Secret) -> T) -> Option<T> {
        match &self.0.place {
            Place::Given(secret) => Some(look(secret)),
            Place::File(_) | Place::Command { .. } => {
                self.0.known.lock().unwrap_or_else(PoisonError::into_inner).as_ref().map(look)
            }
        }
    }

    /// The forge does not take it: a file or command may have a newer one by the next request.
    pub(super) fn refuse(&self) {
        if !matches!(self.0.place, Place::Given(_)) {
            self.0.refused.store(true, Ordering::Relaxed);
        }
    }

    /// Tells tokens apart without showing them, before and after they are read.
    pub(super) fn id(&self) -> String {
        let digest = match &self.0.place {
            Place::Given(secret) => Sha256::digest(secret.expose().as_bytes()),
            Place::File(path) => Sha256::digest(path.as_os_str().as_encoded_bytes()),
            Place::Command { words, .. } => Sha256::digest(words.join("\0").as_bytes()),
        };
        digest.iter().take(8).map(|byte| format!("{byte:02x}")).collect()
    }

    /// The file that holds the token, if one does.
    #[must_use]
    pub fn file(&self) -> Option<&std::path::Path> {
        match &self.0.place {
            Place::File(path) => Some(path),
            Place::Given(_) | Place::Command { .. } => None,
        }
    }
}

impl Place {
    fn read(&self) -> Result<Secret, ApiError> {
        match self {
            Self::Given(secret) => Ok(secret.clone()),
            Self::File(path) => {
                let failed = |problem: String| {
                    ApiError::new(Kind::Unauthorized, format!("the token file {} {problem}", path.display()))
                        .hint("its first line must be an access token, and this program must be able to read it")
                };
                let file =
                    std::fs::File::open(path).map_err(|error| failed(format!("cannot be read: {error}")))?;
                let line = first_line(file).map_err(|error| failed(format!("cannot be read: {error}")))?;
                token(&line).ok_or_else(|| failed("is empty".to_owned()))
            }
            Self::Command { words, patience } => run(words, *patience).map_err(|problem| {
                let name = words.first().map_or("", String::as_str);
                ApiError::new(Kind::Unauthorized, format!("the token command {name:?} {problem}"))
                    .hint("it must print an access token on its first line; it runs without a shell")
            }),
        }
    }
}

fn token(line: &str) -> Option<Secret> {
    Some(Secret::new(line)).filter(Secret::is_set)
}

fn first_line(source: impl Read) -> std::io::Result<String> {
    let mut line = String::new();
    BufReader::new(source.take(LONGEST)).read_line(&mut line)?;
    Ok(line)
}

/// Runs a command and answers with the first line that it prints, or says what became of it.
fn run(words: &[String], patience: Duration) -> Result<Secret, String> {
    let (name, arguments) = words.split_first().ok_or("is empty")?;
    let mut child = Command::new(name)
        .args(arguments)
        // Standard input belongs to the protocol.
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| format!("cannot be run: {error}"))?;
    let printed = child.stdout.take().map(line_of);
    let complained = child.stderr.take().map(line_of);
    let status = wait(&mut child, patience)?;
    // What it started may hold the pipes open for longer than the command itself lives.
    let line = |lines: Option<Receiver<String>>| {
        lines.and_then(|lines| lines.recv_timeout(Duration::from_secs(1)).ok()).unwrap_or_default()
    };
    let secret = token(&line(printed));
    if status.success() {
        return secret.ok_or_else(|| "printed nothing".to_owned());
    }
    let complaint = line(complained);
    let complaint = secret.map_or_else(|| complaint.clone(), |secret| secret.scrub(&complaint));
    let complaint = match complaint.trim() {
        "" => String::new(),
        text => format!(": {}", text.chars().take(300).collect::<String>()),
    };
    Err(format!("failed ({status}){complaint}"))
}

/// The first line of a stream, once it is there. The rest is read too, so that whoever writes it does not fail.
fn line_of(stream: impl Read + Send + 'static) -> Receiver<String> {
    let (sender, receiver) = channel();
    std::thread::spawn(move || {
        let mut stream = BufReader::new(stream);
        let mut line = Vec::new();
        let read = stream.by_ref().take(LONGEST).read_until(b'\n', &mut line);
        if read.is_ok() && sender.send(String::from_utf8_lossy(&line).into_owned()).is_ok() {
            let _ = std::io::copy(&mut stream, &mut std::io::sink());
        }
    });
    receiver
}

fn wait(child: &mut Child, patience: Duration) -> Result<ExitStatus, String> {
    let until = Instant::now() + patience;
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return Ok(status),
            Ok(None) if Instant::now() < until => std::thread::sleep(GLANCE),
            Ok(None) => {
                // It may have ended just now.
                let _ = child.kill();
                let _ = child.wait();
                return Err(format!("did not end within {} s", patience.as_secs()));
            }
            Err(error) => return Err(format!("cannot be waited for: {error}")),
        }
    }
}
