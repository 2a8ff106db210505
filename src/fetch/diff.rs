//! The part of a diff that is about one file, picked out of the stream.

use bytes::Bytes;
use futures::StreamExt;

use super::raw::Chunks;

const HEADER: &[u8] = b"diff --git ";

/// Lets pass only the part of one file, by its new or its old path.
#[must_use]
pub fn of_file(chunks: Chunks, path: &str) -> Chunks {
    let wanted = Wanted::new(path);
    let state = (chunks, wanted, Vec::new(), false, false);
    futures::stream::unfold(state, |(mut chunks, wanted, mut line, mut inside, done)| async move {
        if done {
            return None;
        }
        loop {
            let Some(chunk) = chunks.next().await else {
                let rest = if inside { std::mem::take(&mut line) } else { Vec::new() };
                return (!rest.is_empty())
                    .then(|| (Ok(Bytes::from(rest)), (chunks, wanted, line, inside, true)));
            };
            let chunk = match chunk {
                Ok(chunk) => chunk,
                Err(error) => return Some((Err(error), (chunks, wanted, line, inside, true))),
            };
            let mut kept = Vec::new();
            for piece in chunk.split_inclusive(|byte| *byte == b'\n') {
                line.extend_from_slice(piece);
                if !piece.ends_with(b"\n") {
                    continue;
                }
                if line.starts_with(HEADER) {
                    inside = wanted.is_header_of(&line);
                }
                if inside {
                    kept.extend_from_slice(&line);
                }
                line.clear();
            }
            if !kept.is_empty() {
                return Some((Ok(Bytes::from(kept)), (chunks, wanted, line, inside, false)));
            }
        }
    })
    .boxed()
}

/// How the path looks in the header of its part: plain, or quoted when git finds it odd.
struct Wanted {
    ends: [Vec<u8>; 2],
    starts: [Vec<u8>; 2],
}

impl Wanted {
    fn new(path: &str) -> Self {
        let quoted = quoted(path);
        Self {
            ends: [format!(" b/{path}").into_bytes(), format!(" \"b/{quoted}\"").into_bytes()],
            starts: [format!("a/{path} ").into_bytes(), format!("\"a/{quoted}\" ").into_bytes()],
        }
    }

    fn is_header_of(&self, line: &[u8]) -> bool {
        let line = line.trim_ascii_end();
        let names = line.get(HEADER.len()..).unwrap_or_default();
        self.ends.iter().any(|end| names.ends_with(end))
            || self.starts.iter().any(|start| names.starts_with(start))
    }
}

/// A path as git quotes it: octal escapes for what is not plain ASCII.
fn quoted(path: &str) -> String {
    use std::fmt::Write;
    let mut quoted = String::new();
    for byte in path.bytes() {
        match byte {
            b'"' => quoted.push_str("\\\""),
            b'\\' => quoted.push_str("\\\\"),
            b'\t' => quoted.push_str("\\t"),
            b'\n' => quoted.push_str("\\n"),
            0x20..=0x7e => quoted.push(char::from(byte)),
            _ => {
                // Writing to a string cannot fail.
                let _ = write!(quoted, "\\{byte:03o}");
            }
        }
    }
    quoted
}
