//! The stage that makes a reply fit to be sent: empties dropped, secrets out, size within its bound.
//!
//! JSON is never cut: texts of people are shortened first, then rows and entries go, and all of it is said.

mod fit;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::{Map, Value, json};

use crate::forgejo::Forge;
use crate::reply::{Content, Media, Reply, Text};
use crate::secret;
use crate::tools::Bound;
use crate::views::clean::clean;
use crate::views::text::Cleaned;

/// A reply that can be sent as it is.
#[derive(Debug)]
pub(super) struct Finished {
    pub(super) structured: Option<Value>,
    pub(super) blocks: Vec<Block>,
}

#[derive(Debug)]
pub(super) enum Block {
    Text(String),
    Image { mime: String, bytes: bytes::Bytes },
    Blob { uri: String, mime: String, bytes: bytes::Bytes },
}

/// What must be seen beside the content.
pub(super) struct Notes {
    warnings: Vec<String>,
    cleaned: Cleaned,
}
/// What a path in a URI encodes.
const NOT_IN_PATHS: &AsciiSet =
    &NON_ALPHANUMERIC.remove(b'/').remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// Bounds a reply; `whole` lifts the bound on text for a file.
pub(super) fn reply(reply: Reply, bound: Bound, whole: bool, forge: &Forge) -> Finished {
    let Reply { content, warnings, mut cleaned, keeps_secrets } = reply;
    // Warnings quote names that people gave.
    let warnings = warnings
        .into_iter()
        .map(|warning| {
            let found = clean(&warning);
            cleaned.removed += found.removed;
            forge.scrub(&found.text)
        })
        .collect();
    let notes = Notes { warnings, cleaned };
    let limit = if whole { usize::MAX } else { bound.text };
    let tidy = |fields: &mut Map<String, Value>| {
        drop_empties(fields);
        if keeps_secrets {
            // What was asked for is another secret than the caller's own.
            scrub_fields(fields, forge);
        } else {
            redact(fields, forge);
        }
    };
    match content {
        Content::Record(mut fields) => {
            tidy(&mut fields);
            structured(fit::record(&fields, &notes, limit))
        }
        Content::Page(mut rows) => {
            rows.items.iter_mut().filter_map(Value::as_object_mut).for_each(tidy);
            tidy(&mut rows.beside);
            structured(fit::page(rows, &notes, limit))
        }
        Content::Text(mut text) => {
            if forge.holds_token(&text.text) {
                text.text = forge.scrub(&text.text);
            }
            raw_text(text, &notes, if whole { usize::MAX } else { bound.most })
        }
        Content::Media(media) => raw_media(media, &notes, bound),
    }
}

/// Bounds the record of a resource; its empty texts stay, since they may be keys that must be there.
pub(super) fn resource(
    mut record: Map<String, Value>,
    cleaned: Cleaned,
    limit: usize,
    forge: &Forge,
) -> Value {
    redact(&mut record, forge);
    fit::record(&record, &Notes { warnings: Vec::new(), cleaned }, limit)
}

/// Raw text comes bounded from its tool; what decoding made of it is held to the highest bound here.
fn raw_text(text: Text, notes: &Notes, limit: usize) -> Finished {
    let Text { mut text, note, .. } = text;
    let mut note = note.unwrap_or_default();
    if text.len() > limit {
        let end = (0..=limit).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
        let left = text.len() - end;
        text.truncate(end);
        note.insert(
            "cut".to_owned(),
            Value::from(format!("{left} more bytes follow; ask for a smaller range")),
        );
    }
    notes.add_to(&mut note);
    let mut blocks = vec![Block::Text(text)];
    if !note.is_empty() {
        blocks.push(Block::Text(Value::Object(note).to_string()));
    }
    Finished { structured: None, blocks }
}

fn raw_media(media: Media, notes: &Notes, bound: Bound) -> Finished {
    let Media { name, mime, bytes, mut note } = media;
    // Other kinds of image are shown by few clients.
    let is_shown = matches!(mime.as_str(), "image/png" | "image/jpeg" | "image/gif" | "image/webp");
    let block = match bytes {
        Some(bytes) if bytes.len() > bound.media => {
            note.insert(
                "cut".to_owned(),
                Value::from(format!(
                    "{} bytes are too many to show: save them on the command line with --output-file",
                    bytes.len()
                )),
            );
            None
        }
        Some(bytes) if is_shown => Some(Block::Image { mime, bytes }),
        Some(bytes) => {
            let path = utf8_percent_encode(name.trim_start_matches('/'), NOT_IN_PATHS);
            Some(Block::Blob { uri: format!("forgejo-file:///{path}"), mime, bytes })
        }
        None => None,
    };
    notes.add_to(&mut note);
    let note = Block::Text(Value::Object(note).to_string());
    Finished { structured: None, blocks: block.into_iter().chain([note]).collect() }
}

impl Notes {
    /// Adds the fields for what must be seen.
    fn add_to(&self, object: &mut Map<String, Value>) {
        if !self.warnings.is_empty() {
            object.insert("warnings".to_owned(), json!(self.warnings));
        }
        if self.cleaned.removed > 0 {
            object.insert("hidden_characters_removed".to_owned(), json!(self.cleaned.removed));
        }
        if self.cleaned.comments > 0 {
            object.insert("hidden_comments_shown".to_owned(), json!(self.cleaned.comments));
        }
    }
}

/// Drops what says nothing: null and empty strings, at every depth.
fn drop_empties(object: &mut Map<String, Value>) {
    object.retain(|_, value| {
        match value {
            Value::Object(inner) => drop_empties(inner),
            Value::Array(items) => items.iter_mut().filter_map(Value::as_object_mut).for_each(drop_empties),
            _ => {}
        }
        !value.is_null() && value.as_str() != Some("")
    });
}

/// Takes out values of secret fields, and the caller's token wherever the forge repeats it.
fn redact(object: &mut Map<String, Value>, forge: &Forge) {
    secret::hide_fields(object);
    scrub_fields(object, forge);
}

fn scrub_fields(object: &mut Map<String, Value>, forge: &Forge) {
    object.values_mut().for_each(|value| scrub_value(value, forge));
}

fn scrub_value(value: &mut Value, forge: &Forge) {
    match value {
        Value::Object(inner) => scrub_fields(inner, forge),
        Value::Array(items) => items.iter_mut().for_each(|item| scrub_value(item, forge)),
        Value::String(text) if forge.holds_token(text) => *text = forge.scrub(text),
        _ => {}
    }
}

fn structured(value: Value) -> Finished {
    Finished { blocks: vec![Block::Text(value.to_string())], structured: Some(value) }
}
