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
    let limit = if whole { usize::MAX } else { bound.text };
    // Views clean what people write; names, paths and refs, and whatever was forgotten, are cleaned here.
    let mut tidy = |fields: &mut Map<String, Value>| {
        clean_fields(fields, &mut cleaned);
        drop_empties(fields);
        // What was asked for and confirmed is another secret than the caller's own.
        if !keeps_secrets {
            secret::hide_fields(fields);
        }
        scrub_fields(fields, forge);
    };
    match content {
        Content::Record(mut fields) => {
            tidy(&mut fields);
            structured(fit::record(&fields, &Notes { warnings, cleaned }, limit))
        }
        Content::Page(mut rows) => {
            tidy(&mut rows.beside);
            for row in &mut rows.items {
                // A row may be a bare text.
                let mut fields = Map::from_iter([(String::new(), row.take())]);
                tidy(&mut fields);
                *row = fields.shift_remove("").unwrap_or_default();
            }
            structured(fit::page(rows, &Notes { warnings, cleaned }, limit))
        }
        Content::Text(mut text) => {
            if forge.holds_token(&text.text) {
                text.text = forge.scrub(&text.text);
            }
            text.note.iter_mut().for_each(tidy);
            raw_text(text, &Notes { warnings, cleaned }, if whole { usize::MAX } else { bound.most })
        }
        Content::Media(mut media) => {
            tidy(&mut media.note);
            raw_media(media, &Notes { warnings, cleaned }, bound)
        }
    }
}

/// Bounds the record of a resource; its empty texts stay, since they may be keys that must be there.
pub(super) fn resource(
    mut record: Map<String, Value>,
    mut cleaned: Cleaned,
    limit: usize,
    forge: &Forge,
) -> Value {
    clean_fields(&mut record, &mut cleaned);
    secret::hide_fields(&mut record);
    scrub_fields(&mut record, forge);
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

/// Takes what hides out of every text.
fn clean_fields(object: &mut Map<String, Value>, cleaned: &mut Cleaned) {
    object.values_mut().for_each(|value| clean_value(value, cleaned));
}

fn clean_value(value: &mut Value, cleaned: &mut Cleaned) {
    match value {
        Value::Object(inner) => clean_fields(inner, cleaned),
        Value::Array(items) => items.iter_mut().for_each(|item| clean_value(item, cleaned)),
        Value::String(text) => {
            let found = clean(text);
            if found.removed > 0 {
                cleaned.removed += found.removed;
                *text = found.text.into_owned();
            }
        }
        _ => {}
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

/// Takes out the caller's token wherever the forge repeats it.
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
