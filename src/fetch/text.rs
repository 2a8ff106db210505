//! Parts of long texts, read from a stream: a range of lines or bytes is kept, the rest passes by.

use std::borrow::Cow;

use bytes::Bytes;
use futures::{Stream, StreamExt};
use serde_json::{Map, Value, json};

use crate::forgejo::ApiError;
use crate::reply::Text;
use crate::views::text::Cleaned;

/// Which lines of a text; counted from 1, both ends included.
#[derive(Clone, Copy, Debug)]
pub struct LineRange {
    pub start: u64,
    pub end: Option<u64>,
}

impl LineRange {
    /// Reads the range of a call.
    ///
    /// # Errors
    /// `invalid_arguments` when it ends before it starts.
    pub fn new(start: Option<u32>, end: Option<u32>) -> Result<Self, ApiError> {
        let range = Self { start: u64::from(start.unwrap_or(1)), end: end.map(u64::from) };
        if range.end.is_some_and(|end| end < range.start) {
            return Err(ApiError::invalid("end_line is before start_line"));
        }
        Ok(range)
    }
}

/// Lines that were kept, and where they stand.
#[derive(Debug, Default)]
pub struct Lines {
    pub bytes: Vec<u8>,
    pub first: u64,
    pub last: u64,
    /// Whether the text goes on after the last line kept.
    pub more: bool,
    /// The number of all lines, when the end was reached.
    pub total: Option<u64>,
    /// Whether the last line kept is cut inside, because it is longer than the bound.
    pub cut_inside: bool,
}

/// Keeps a range of lines, within `bound` bytes.
///
/// # Errors
/// Whatever the stream came to.
pub async fn lines<S>(mut chunks: S, range: LineRange, bound: usize) -> Result<Lines, ApiError>
where
    S: Stream<Item = Result<Bytes, ApiError>> + Unpin,
{
    let mut kept = Lines { first: range.start, last: range.start.saturating_sub(1), ..Lines::default() };
    let mut number = 1;
    // Where the current line starts in what is kept.
    let mut line_start = 0;
    let mut inside_line = false;
    while let Some(chunk) = chunks.next().await {
        for piece in chunk?.split_inclusive(|byte| *byte == b'\n') {
            let ends = piece.ends_with(b"\n");
            if kept.cut_inside && number == kept.last {
                // The rest of a line that is too long passes by, to see whether another one follows it.
                inside_line = !ends;
                number += u64::from(ends);
                continue;
            }
            if kept.cut_inside || range.end.is_some_and(|end| number > end) {
                kept.more = true;
                return Ok(kept);
            }
            if number >= range.start {
                if kept.bytes.len() + piece.len() > bound {
                    if kept.last >= range.start {
                        kept.more = true;
                        kept.bytes.truncate(line_start);
                        return Ok(kept);
                    }
                    // Not even the first line fits: its beginning is better than nothing.
                    let room = bound.saturating_sub(kept.bytes.len());
                    kept.bytes.extend_from_slice(piece.get(..room).unwrap_or_default());
                    kept.bytes.truncate(character_boundary(&kept.bytes));
                    kept.last = number;
                    kept.cut_inside = true;
                } else {
                    kept.bytes.extend_from_slice(piece);
                }
            }
            inside_line = !ends;
            if ends {
                if number >= range.start {
                    kept.last = number;
                    line_start = kept.bytes.len();
                }
                number += 1;
            }
        }
    }
    let total = if inside_line { number } else { number - 1 };
    if inside_line && number >= range.start {
        kept.last = number;
    }
    kept.total = Some(total);
    Ok(kept)
}

impl Lines {
    /// As a reply, with where the lines stand, what is left and how to get it.
    ///
    /// # Errors
    /// `invalid_arguments` when the range starts past the end.
    pub fn into_text(self, range: LineRange, mut note: Map<String, Value>) -> Result<Text, ApiError> {
        let (text, cleaned) = readable(&self.bytes);
        if self.last < self.first && range.start > 1 {
            let total = self.total.unwrap_or_default();
            return Err(ApiError::invalid(format!(
                "start_line {} is past the end: there are {total} lines",
                range.start
            )));
        }
        if range.start > 1 || range.end.is_some() || self.more {
            note.insert("lines".to_owned(), Value::from(format!("{}-{}", self.first, self.last)));
        }
        if let Some(total) = self.total {
            note.insert("total_lines".to_owned(), json!(total));
        }
        if self.cut_inside {
            let cut =
                format!("line {} is longer than the bound; raise max_bytes to see more of it", self.last);
            note.insert("cut".to_owned(), Value::from(cut));
        } else if self.more && range.end.is_none_or(|end| self.last < end) {
            note.insert("cut".to_owned(), Value::from("more lines follow"));
        }
        if self.more {
            note.insert("next".to_owned(), json!({ "start_line": self.last + 1 }));
        }
        Ok(Text { text, note: Some(note), cleaned })
    }

    /// Makes UTF-8 of what was kept, of a character set when the forge found one. Whether bytes had to be replaced that
    /// are no text. Decoding makes texts longer, and the bound is one on what is sent.
    pub fn decode(&mut self, charset: Option<&'static encoding_rs::Encoding>, bound: usize) -> bool {
        let mut invalid = false;
        if let Some(charset) = charset {
            self.bytes = charset.decode(&self.bytes).0.into_owned().into_bytes();
        } else if let Cow::Owned(replaced) = String::from_utf8_lossy(&self.bytes) {
            self.bytes = replaced.into_bytes();
            invalid = true;
        }
        self.shrink_to(bound);
        invalid
    }

    /// Drops whole lines from the end until the bytes are within the bound; of a single line, its end.
    fn shrink_to(&mut self, bound: usize) {
        while self.bytes.len() > bound {
            let before_last = self.bytes.len().saturating_sub(1);
            let line_end =
                self.bytes.get(..before_last).and_then(|bytes| bytes.iter().rposition(|byte| *byte == b'\n'));
            if let Some(at) = line_end {
                self.bytes.truncate(at + 1);
                self.last = self.last.saturating_sub(1);
                self.more = true;
                self.total = None;
            } else {
                self.bytes.truncate(bound);
                self.bytes.truncate(character_boundary(&self.bytes));
                self.cut_inside = true;
            }
        }
    }
}

/// Keeps the bytes from `offset` on, within `bound`, cut after a whole line where there is one.
///
/// # Errors
/// Whatever the stream came to.
pub async fn from_offset<S>(mut chunks: S, offset: u64, bound: usize) -> Result<Part, ApiError>
where
    S: Stream<Item = Result<Bytes, ApiError>> + Unpin,
{
    let mut part = Part { offset, ..Part::default() };
    let mut position = 0_u64;
    while let Some(chunk) = chunks.next().await {
        let chunk = chunk?;
        let skip = usize::try_from(offset.saturating_sub(position)).unwrap_or(usize::MAX).min(chunk.len());
        position += chunk.len() as u64;
        let rest = chunk.get(skip..).unwrap_or_default();
        let room = bound.saturating_sub(part.bytes.len());
        part.bytes.extend_from_slice(rest.get(..rest.len().min(room)).unwrap_or_default());
        if rest.len() > room {
            part.more = true;
            break;
        }
    }
    if part.more {
        part.end_whole();
    } else {
        part.size = Some(position);
    }
    Ok(part)
}

/// Keeps the last bytes, within `bound` and from the beginning of a line where there is one, however much passes by.
/// `before` bytes stand before the stream.
///
/// # Errors
/// Whatever the stream came to.
pub async fn tail<S>(mut chunks: S, before: u64, bound: usize) -> Result<Part, ApiError>
where
    S: Stream<Item = Result<Bytes, ApiError>> + Unpin,
{
    // One byte more tells whether what is kept begins a line.
    let window = bound.saturating_add(1);
    let mut bytes = Vec::new();
    let mut size = before;
    while let Some(chunk) = chunks.next().await {
        let chunk = chunk?;
        size += chunk.len() as u64;
        bytes.extend_from_slice(chunk.get(chunk.len().saturating_sub(window)..).unwrap_or_default());
        // Moving the window only when it has doubled keeps this linear.
        if bytes.len() >= window.saturating_mul(2) {
            bytes.drain(..bytes.len() - window);
        }
    }
    bytes.drain(..bytes.len().saturating_sub(window));
    let mut part = Part { offset: size - bytes.len() as u64, bytes, more: false, size: Some(size) };
    if part.offset > 0 || part.bytes.len() > bound {
        part.drop_broken_line();
    }
    Ok(part)
}

/// Bytes that were kept, and where they stand.
#[derive(Debug, Default)]
pub struct Part {
    pub bytes: Vec<u8>,
    pub offset: u64,
    /// Whether more follows.
    pub more: bool,
    /// The size of the whole, when the end was reached.
    pub size: Option<u64>,
}

impl Part {
    /// Drops the end of the line that begins before what is kept, or, in a very long line, of a character.
    fn drop_broken_line(&mut self) {
        let line_end = self.bytes.iter().position(|byte| *byte == b'\n').map(|at| at + 1);
        let in_character = |byte: &u8| byte & 0b1100_0000 == 0b1000_0000;
        let dropped = line_end
            .filter(|at| *at < self.bytes.len())
            .unwrap_or_else(|| 1 + self.bytes.iter().skip(1).take_while(|byte| in_character(byte)).count());
        self.bytes.drain(..dropped.min(self.bytes.len()));
        self.offset += dropped as u64;
    }

    /// The same bytes in a text that has `before` more in front.
    #[must_use]
    pub fn after(self, before: u64) -> Self {
        Self { offset: self.offset + before, size: self.size.map(|size| size + before), ..self }
    }

    /// As a reply that says how to get what stands before the tail.
    #[must_use]
    pub fn into_tail_text(self, bound: usize) -> Text {
        let start = self.offset;
        let mut text = self.into_text(bound);
        if start > 0 {
            let room = start.min(bound as u64);
            let note = text.note.get_or_insert_default();
            note.insert("cut".to_owned(), Value::from("only the end is shown"));
            note.insert("previous".to_owned(), json!({ "offset": start - room, "max_bytes": room }));
        }
        text
    }

    /// Cuts after the last whole line; without a line end, at least not inside a character.
    fn end_whole(&mut self) {
        let line_end = self.bytes.iter().rposition(|byte| *byte == b'\n').map(|at| at + 1);
        let whole = line_end.unwrap_or_else(|| character_boundary(&self.bytes));
        if whole > 0 {
            self.bytes.truncate(whole);
        }
    }

    /// As a reply, with what is left and how to get it.
    #[must_use]
    pub fn into_text(mut self, bound: usize) -> Text {
        let (mut text, mut cleaned) = readable(&self.bytes);
        while text.len() > bound && self.bytes.len() > 1 {
            // What is no UTF-8 takes three bytes for each of its own, and the bound is one on what is sent.
            self.bytes.truncate((self.bytes.len() * bound / text.len()).max(1));
            self.end_whole();
            (self.more, self.size) = (true, None);
            (text, cleaned) = readable(&self.bytes);
        }
        let Self { bytes, offset, more, size } = self;
        let next = offset + bytes.len() as u64;
        let mut note = Map::new();
        if more || offset > 0 {
            note.insert("bytes".to_owned(), json!(format!("{offset}-{next}")));
        }
        if let Some(size) = size.filter(|_| offset > 0) {
            note.insert("size".to_owned(), json!(size));
        }
        if more {
            note.insert("cut".to_owned(), Value::from("more follows"));
            note.insert("next".to_owned(), json!({ "offset": next, "max_bytes": bound }));
        }
        Text { text, note: (!note.is_empty()).then_some(note), cleaned }
    }
}

/// Bytes as text without what hides in it; what is no UTF-8 is replaced.
#[must_use]
pub fn readable(bytes: &[u8]) -> (String, Cleaned) {
    let text = String::from_utf8_lossy(bytes);
    let found = crate::views::clean::clean(&text);
    let cleaned = Cleaned { removed: found.removed, comments: 0 };
    (found.text.into_owned(), cleaned)
}

/// Where to cut so that no character is split: a character that has begun but not ended at the end is left out.
#[must_use]
pub fn character_boundary(bytes: &[u8]) -> usize {
    let is_inner = |byte: &&u8| **byte & 0b1100_0000 == 0b1000_0000;
    let inner = bytes.iter().rev().take(3).take_while(is_inner).count();
    let Some(start) = bytes.len().checked_sub(inner + 1) else { return bytes.len() };
    let length = match bytes.get(start).copied().unwrap_or_default() {
        0b1100_0000..=0b1101_1111 => 2,
        0b1110_0000..=0b1110_1111 => 3,
        0b1111_0000..=0b1111_0111 => 4,
        _ => 1,
    };
    if inner + 1 < length { start } else { bytes.len() }
}
