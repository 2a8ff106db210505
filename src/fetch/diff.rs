//! The part of a diff that is about one file, picked out of the stream.

use bytes::Bytes;
use futures::StreamExt;

use super::raw::Chunks;

/// How the part of a file begins.
const HEADER: &[u8] = b"diff --git ";
/// The most of a line that is looked at to tell what it is; the rest of it passes by.
const LONGEST_HEADER: usize = 16 * 1024;

/// Lets pass only the part of one file, by its new or its old path.
#[must_use]
pub fn of_file(chunks: Chunks, path: &str) -> Chunks {
    let filter = Filter {
        wanted: Wanted::new(path),
        line: Vec::new(),
        state: State::LineStart,
        inside: false,
        held: Vec::new(),
    };
    futures::stream::unfold((Some(chunks), filter), |(chunks, mut filter)| async move {
        let mut chunks = chunks?;
        loop {
            let mut kept = Vec::new();
            let more = match chunks.next().await {
                Some(Ok(chunk)) => {
                    filter.take(&chunk, &mut kept);
                    true
                }
                Some(Err(error)) => return Some((Err(error), (None, filter))),
                None => {
                    filter.finish(&mut kept);
                    false
                }
            };
            if !kept.is_empty() {
                return Some((Ok(Bytes::from(kept)), (more.then_some(chunks), filter)));
            }
            if !more {
                return None;
            }
        }
    })
    .fuse()
    .boxed()
}

struct Filter {
    wanted: Wanted,
    /// The beginning of the current line, while it is not clear what the line is.
    line: Vec<u8>,
    state: State,
    /// Whether the current part is the wanted one.
    inside: bool,
    /// The header lines of a part of which it is not yet clear which file it is about.
    held: Vec<u8>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// A line begins, or its kind is not clear yet.
    LineStart,
    /// The rest of a line whose kind is clear.
    LineRest,
}

impl Filter {
    fn take(&mut self, chunk: &[u8], kept: &mut Vec<u8>) {
        for piece in chunk.split_inclusive(|byte| *byte == b'\n') {
            let ends = piece.ends_with(b"\n");
            if self.state == State::LineRest {
                self.pass(piece, kept);
            } else {
                self.line.extend_from_slice(piece);
                if ends || !self.may_tell_something() || self.line.len() > LONGEST_HEADER {
                    self.line_known(kept);
                }
            }
            let passes_by = !ends && self.line.is_empty();
            self.state = if passes_by { State::LineRest } else { State::LineStart };
        }
    }

    /// Whether the line, as far as it came, must be seen to its end: it may be a header, or stand below one.
    fn may_tell_something(&self) -> bool {
        let length = HEADER.len().min(self.line.len());
        !self.held.is_empty() || self.line.get(..length) == HEADER.get(..length)
    }

    fn line_known(&mut self, kept: &mut Vec<u8>) {
        let line = std::mem::take(&mut self.line);
        if line.starts_with(HEADER) {
            self.held.clear();
            if let Some(is_wanted) = self.wanted.judge_header(&line) {
                self.inside = is_wanted;
            } else {
                self.inside = false;
                self.held.extend_from_slice(&line);
                return;
            }
        } else if !self.held.is_empty() {
            // Only the lines below tell the names of this part.
            match self.wanted.judge_below(&line) {
                Some(is_wanted) => {
                    self.inside = is_wanted;
                    let held = std::mem::take(&mut self.held);
                    self.pass(&held, kept);
                }
                None if self.held.len() < LONGEST_HEADER => {
                    self.held.extend_from_slice(&line);
                    return;
                }
                None => self.held.clear(),
            }
        }
        self.pass(&line, kept);
    }

    fn finish(&mut self, kept: &mut Vec<u8>) {
        if !self.line.is_empty() {
            self.line_known(kept);
        }
    }

    fn pass(&self, bytes: &[u8], kept: &mut Vec<u8>) {
        if self.inside {
            kept.extend_from_slice(bytes);
        }
    }
}

/// How the path looks where a diff names it: plain, or quoted when git finds it odd.
struct Wanted {
    spellings: Vec<Vec<u8>>,
}

impl Wanted {
    fn new(path: &str) -> Self {
        let spellings =
            [path.to_owned(), format!("\"{}\"", quoted(path, true)), format!("\"{}\"", quoted(path, false))];
        Self { spellings: spellings.into_iter().map(String::into_bytes).collect() }
    }

    /// Whether a header is of the file; `None` when it does not tell. Names with blanks make headers ambiguous.
    fn judge_header(&self, line: &[u8]) -> Option<bool> {
        let names = line.get(HEADER.len()..).unwrap_or_default().trim_ascii_end();
        let same = self.spellings.iter().any(|path| {
            let one = with_side(path, b"a/");
            let other = with_side(path, b"b/");
            names.len() == one.len() + 1 + other.len() && names.starts_with(&one) && names.ends_with(&other)
        });
        if same {
            return Some(true);
        }
        if let [old, new] = names.split(|byte| *byte == b' ').collect::<Vec<_>>().as_slice() {
            let is =
                |name: &[u8], side: &[u8]| self.spellings.iter().any(|path| with_side(path, side) == name);
            return Some(is(old, b"a/") || is(new, b"b/"));
        }
        let holds = |path: &Vec<u8>| {
            let inner = path.strip_prefix(b"\"").and_then(|path| path.strip_suffix(b"\"")).unwrap_or(path);
            !inner.is_empty() && names.windows(inner.len()).any(|window| window == inner)
        };
        if self.spellings.iter().any(holds) { None } else { Some(false) }
    }

    /// Whether a line below an ambiguous header says that the part is of the file.
    fn judge_below(&self, line: &[u8]) -> Option<bool> {
        let line = line.strip_suffix(b"\n").unwrap_or(line);
        let line = line.strip_suffix(b"\t").unwrap_or(line);
        for word in [b"rename from ".as_slice(), b"copy from ", b"rename to ", b"copy to "] {
            if let Some(name) = line.strip_prefix(word) {
                let is_ours = self.spellings.iter().any(|path| path.as_slice() == name);
                let is_last = word.ends_with(b" to ");
                return if is_ours { Some(true) } else { is_last.then_some(false) };
            }
        }
        for (word, side) in [(b"--- ".as_slice(), b"a/".as_slice()), (b"+++ ", b"b/")] {
            if let Some(name) = line.strip_prefix(word) {
                let is_ours = self.spellings.iter().any(|path| with_side(path, side) == name);
                let is_last = word == b"+++ ";
                return if is_ours { Some(true) } else { is_last.then_some(false) };
            }
        }
        // A binary file has neither; its line names both sides.
        let is_binary = line.starts_with(b"Binary files ") || line.starts_with(b"GIT binary patch");
        is_binary.then(|| {
            self.spellings.iter().any(|path| {
                let (old, new) = (with_side(path, b"a/"), with_side(path, b"b/"));
                [old, new].iter().any(|name| line.windows(name.len()).any(|window| window == name.as_slice()))
            })
        })
    }
}

/// A spelling of a path with the side of the diff before it, inside the quotes where it has them.
fn with_side(path: &[u8], side: &[u8]) -> Vec<u8> {
    match path.strip_prefix(b"\"") {
        Some(rest) => [b"\"", side, rest].concat(),
        None => [side, path].concat(),
    }
}

/// A path as git quotes it; whether it escapes what is not ASCII is a setting of the forge's git.
fn quoted(path: &str, escapes_all: bool) -> String {
    use std::fmt::Write;
    let mut quoted = String::new();
    for character in path.chars() {
        match character {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\t' => quoted.push_str("\\t"),
            '\n' => quoted.push_str("\\n"),
            '\r' => quoted.push_str("\\r"),
            '\u{7}' => quoted.push_str("\\a"),
            '\u{8}' => quoted.push_str("\\b"),
            '\u{b}' => quoted.push_str("\\v"),
            '\u{c}' => quoted.push_str("\\f"),
            ' '..='~' => quoted.push(character),
            _ if character.is_ascii() || escapes_all => {
                for byte in character.to_string().bytes() {
                    // Writing to a string cannot fail.
                    let _ = write!(quoted, "\\{byte:03o}");
                }
            }
            _ => quoted.push(character),
        }
    }
    quoted
}
