//! Parts of long texts, read from a stream: a range of lines or bytes is kept, the rest passes by.

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
            if range.end.is_some_and(|end| number > end) {
                kept.more = true;
                return Ok(kept);
            }
            if number >= range.start {
                if kept.bytes.len() + piece.len() > bound {
                    kept.more = true;
                    if kept.last < range.start {
                        // Not even the first line fits: its beginning is better than nothing.
                        let room = bound.saturating_sub(kept.bytes.len());
                        kept.bytes.extend_from_slice(piece.get(..room).unwrap_or_default());
                        kept.bytes.truncate(character_boundary(&kept.bytes));
                        kept.last = number;
                        kept.cut_inside = true;
                    } else {
                        kept.bytes.truncate(line_start);
                    }
                    return Ok(kept);
                }
                kept.bytes.extend_from_slice(piece);
            }
            inside_line = !piece.ends_with(b"\n");
            if !inside_line {
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
        let whole = part.bytes.iter().rposition(|byte| *byte == b'\n').map(|at| at + 1);
        // Without a line end, the cut must at least not split a character.
        let whole = whole.unwrap_or_else(|| character_boundary(&part.bytes));
        if whole > 0 {
            part.bytes.truncate(whole);
        }
    } else {
        part.size = Some(position);
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
    /// As a reply, with what is left and how to get it.
    #[must_use]
    pub fn into_text(self, bound: usize) -> Text {
        let Self { bytes, offset, more, size } = self;
        let next = offset + bytes.len() as u64;
        let (text, cleaned) = readable(&bytes);
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
