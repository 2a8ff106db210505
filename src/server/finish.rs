//! The stage that makes a reply fit to be sent: empties dropped, secrets out, size within its bound.
//! JSON is never cut: texts are shortened first, then rows go, and both are said.

use serde_json::{Map, Value, json};

use crate::forgejo::page::Paging;
use crate::reply::{Content, Media, Reply, Rows, Text};
use crate::tools::Bound;
use crate::views::text::{Cleaned, cut};

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

/// How far texts are shortened, one step after the other.
const SHORTER: [usize; 6] = [8_000, 3_000, 1_200, 500, 240, 120];

/// Bounds a reply; `whole` lifts the bound on text for a file.
pub(super) fn reply(reply: Reply, bound: Bound, whole: bool) -> Finished {
    let limit = if whole { usize::MAX } else { bound.text };
    let Reply { content, warnings, cleaned } = reply;
    match content {
        Content::Record(fields) => record(fields, &warnings, cleaned, limit),
        Content::Page(rows) => page(rows, &warnings, cleaned, limit),
        Content::Text(text) => raw_text(text, &warnings, cleaned),
        Content::Media(media) => raw_media(media, bound),
    }
}

fn record(fields: Map<String, Value>, warnings: &[String], cleaned: Cleaned, limit: usize) -> Finished {
    let mut object = fields;
    drop_empties(&mut object);
    redact(&mut object);
    add_notes(&mut object, warnings, cleaned);
    structured(fit(Value::Object(object), limit))
}

/// Shortens the texts of an object until it is within the limit, and says so.
pub(super) fn fit(value: Value, limit: usize) -> Value {
    if size(&value) <= limit {
        return value;
    }
    let steps = SHORTER.into_iter().map(|characters| {
        let mut shorter = value.clone();
        shorten(&mut shorter, characters);
        note_cut(&mut shorter, &format!("long texts are shortened to {characters} characters"));
        shorter
    });
    let mut last = None;
    for step in steps {
        let fits = size(&step) <= limit;
        last = Some(step);
        if fits {
            break;
        }
    }
    last.unwrap_or(value)
}

fn page(rows: Rows, warnings: &[String], cleaned: Cleaned, limit: usize) -> Finished {
    let Rows { mut items, paging, beside } = rows;
    for item in &mut items {
        if let Value::Object(fields) = item {
            drop_empties(fields);
            redact(fields);
        }
    }
    let whole = assemble(&items, paging, &beside, warnings, cleaned, None);
    if size(&whole) <= limit {
        return structured(whole);
    }
    let mut shortened = items;
    let mut said = String::new();
    for characters in SHORTER {
        for item in &mut shortened {
            shorten(item, characters);
        }
        said = format!("texts are shortened to {characters} characters; get a single item for the whole");
        let value = assemble(&shortened, paging, &beside, warnings, cleaned, Some(&said));
        if size(&value) <= limit {
            return structured(value);
        }
    }
    // Rows go, down to a divisor of the limit, so that the next page begins at the first dropped row.
    let divisors = (1..paging.limit).rev().filter(|divisor| paging.limit.is_multiple_of(*divisor));
    let mut smallest = None;
    for divisor in divisors {
        let kept = shortened.get(..divisor as usize).unwrap_or(&shortened);
        let offset = u64::from(paging.page.saturating_sub(1)) * u64::from(paging.limit);
        let first = u32::try_from(offset / u64::from(divisor)).unwrap_or(u32::MAX).saturating_add(1);
        let paging = Paging {
            page: first,
            limit: divisor,
            has_more: paging.has_more || shortened.len() > kept.len(),
            total_count: paging.total_count,
        };
        let value = assemble(
            kept,
            paging,
            &beside,
            warnings,
            cleaned,
            Some(&format!("{said}; rows were left for the next page")),
        );
        let fits = size(&value) <= limit;
        smallest = Some(value);
        if fits {
            break;
        }
    }
    structured(
        smallest.unwrap_or_else(|| assemble(&shortened, paging, &beside, warnings, cleaned, Some(&said))),
    )
}

fn assemble(
    items: &[Value],
    paging: Paging,
    beside: &Map<String, Value>,
    warnings: &[String],
    cleaned: Cleaned,
    cut: Option<&str>,
) -> Value {
    let mut object = Map::new();
    object.insert("items".to_owned(), Value::Array(items.to_vec()));
    for (key, value) in beside {
        object.insert(key.clone(), value.clone());
    }
    object.insert("page".to_owned(), json!(paging.page));
    object.insert("limit".to_owned(), json!(paging.limit));
    object.insert("has_more".to_owned(), json!(paging.has_more));
    if paging.has_more {
        object.insert(
            "next".to_owned(),
            json!({ "page": paging.page.saturating_add(1), "limit": paging.limit }),
        );
    }
    if let Some(total) = paging.total_count {
        object.insert("total_count".to_owned(), json!(total));
    }
    add_notes(&mut object, warnings, cleaned);
    let mut value = Value::Object(object);
    if let Some(cut) = cut {
        note_cut(&mut value, cut);
    }
    value
}

fn raw_text(text: Text, warnings: &[String], cleaned: Cleaned) -> Finished {
    let Text { text, note, .. } = text;
    let mut note = note.unwrap_or_default();
    add_notes(&mut note, warnings, cleaned);
    let mut blocks = vec![Block::Text(text)];
    if !note.is_empty() {
        blocks.push(Block::Text(Value::Object(note).to_string()));
    }
    Finished { structured: None, blocks }
}

fn raw_media(media: Media, bound: Bound) -> Finished {
    let Media { name, mime, bytes, note } = media;
    let block = match bytes {
        Some(bytes) if bytes.len() <= bound.media && mime.starts_with("image/") => {
            Some(Block::Image { mime, bytes })
        }
        Some(bytes) if bytes.len() <= bound.media => Some(Block::Blob {
            uri: format!("forgejo-file:///{}", name.trim_start_matches('/')),
            mime,
            bytes,
        }),
        _ => None,
    };
    let note = Block::Text(Value::Object(note).to_string());
    Finished { structured: None, blocks: block.into_iter().chain([note]).collect() }
}

/// Adds what must be seen: warnings, and what was cleaned.
pub(super) fn add_notes(object: &mut Map<String, Value>, warnings: &[String], cleaned: Cleaned) {
    if !warnings.is_empty() {
        object.insert("warnings".to_owned(), json!(warnings));
    }
    if cleaned.removed > 0 {
        object.insert("hidden_characters_removed".to_owned(), json!(cleaned.removed));
    }
    if cleaned.comments > 0 {
        object.insert("hidden_comments_shown".to_owned(), json!(cleaned.comments));
    }
}

fn note_cut(value: &mut Value, said: &str) {
    if let Value::Object(object) = value {
        object.insert("cut".to_owned(), Value::from(said));
    }
}

/// Drops what says nothing: null and empty strings, at every depth.
fn drop_empties(object: &mut Map<String, Value>) {
    object.retain(|_, value| {
        match value {
            Value::Object(inner) => drop_empties(inner),
            Value::Array(items) => {
                for item in items {
                    if let Value::Object(inner) = item {
                        drop_empties(inner);
                    }
                }
            }
            _ => {}
        }
        !value.is_null() && value.as_str() != Some("")
    });
}

/// Field names whose values never leave, whatever tool forgot about them.
const SECRET_FIELDS: [&str; 5] =
    ["authorization_header", "secret", "client_secret", "password", "private_key"];

pub(super) fn redact(object: &mut Map<String, Value>) {
    for (name, value) in object.iter_mut() {
        if SECRET_FIELDS.contains(&name.as_str()) && value.is_string() {
            *value = Value::from("[secret]");
        }
        match value {
            Value::Object(inner) => redact(inner),
            Value::Array(items) => {
                for item in items {
                    if let Value::Object(inner) = item {
                        redact(inner);
                    }
                }
            }
            _ => {}
        }
    }
}

fn shorten(value: &mut Value, characters: usize) {
    match value {
        Value::String(text) if text.len() > characters => *text = cut(text, characters),
        Value::Array(items) => items.iter_mut().for_each(|item| shorten(item, characters)),
        Value::Object(fields) => fields.values_mut().for_each(|field| shorten(field, characters)),
        _ => {}
    }
}

/// The size of a value as compact JSON, without making the text.
fn size(value: &Value) -> usize {
    struct Counter(usize);
    impl std::io::Write for Counter {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0 += bytes.len();
            Ok(bytes.len())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let mut counter = Counter(0);
    // Writing to a counter cannot fail.
    let _ = serde_json::to_writer(&mut counter, value);
    counter.0
}

fn structured(value: Value) -> Finished {
    Finished { blocks: vec![Block::Text(value.to_string())], structured: Some(value) }
}
