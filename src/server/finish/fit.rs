//! Objects and pages within a number of bytes.

use serde_json::{Map, Value, json};

use super::Notes;
use crate::forgejo::page::Paging;
use crate::reply::Rows;
use crate::views::text::cut;

/// How far texts are shortened, one step after the other.
const SHORTER: [usize; 6] = [8_000, 3_000, 1_200, 500, 240, 120];
/// How many entries of the lists inside an object are kept, one step after the other.
const FEWER: [usize; 5] = [100, 30, 10, 3, 1];
/// The fields that people write at length. Addresses, paths and names stay whole: cut, they are of no use.
const TEXTS: [&str; 12] = [
    "body",
    "content",
    "data",
    "description",
    "diff_hunk",
    "excerpt",
    "message",
    "note",
    "subject",
    "summary",
    "text",
    "title",
];

/// An object within `limit` bytes.
pub(super) fn record(fields: &Map<String, Value>, notes: &Notes, limit: usize) -> Value {
    let whole = with_notes(fields.clone(), notes, None);
    if size(&whole) <= limit {
        return whole;
    }
    let mut shorter = Map::new();
    for characters in SHORTER {
        shorter.clone_from(fields);
        shorter.iter_mut().for_each(|(name, value)| shorten(name, value, characters));
        let said = format!("long texts are shortened to {characters} characters");
        let value = with_notes(shorter.clone(), notes, Some(&said));
        if size(&value) <= limit {
            return value;
        }
    }
    let mut fewer = shorter;
    for entries in FEWER {
        fewer.values_mut().for_each(|value| keep_first(value, entries));
        let said = format!("long texts are shortened, and lists inside hold their first {entries} entries");
        let value = with_notes(fewer.clone(), notes, Some(&said));
        if size(&value) <= limit {
            return value;
        }
    }
    // What is left is large in a way that nobody foresaw: the largest fields go until the rest fits.
    let mut dropped = Vec::new();
    while let Some(largest) = fewer.iter().max_by_key(|(_, value)| size(value)).map(|(name, _)| name.clone())
    {
        fewer.shift_remove(&largest);
        dropped.push(largest);
        let said = format!("too large, left out: {}", dropped.join(", "));
        let value = with_notes(fewer.clone(), notes, Some(&said));
        if size(&value) <= limit {
            return value;
        }
    }
    json!({ "cut": "the answer is too large to show any of it" })
}

/// A page within `limit` bytes.
pub(super) fn page(rows: Rows, notes: &Notes, limit: usize) -> Value {
    let Rows { items, paging, beside } = rows;
    let whole = assemble(&items, paging, &beside, notes, None);
    if size(&whole) <= limit {
        return whole;
    }
    let mut shortened = Vec::new();
    let mut said = String::new();
    for characters in SHORTER {
        shortened.clone_from(&items);
        for item in &mut shortened {
            shorten("", item, characters);
        }
        said = format!("texts are shortened to {characters} characters; get a single item for the whole");
        let value = assemble(&shortened, paging, &beside, notes, Some(&said));
        if size(&value) <= limit {
            return value;
        }
    }
    fewer_rows(&shortened, paging, beside, notes, &said, limit)
}

/// Drops rows at the end, down to a number that divides the offset, so that a page of that size begins exactly at the
/// first dropped row.
fn fewer_rows(
    items: &[Value],
    paging: Paging,
    mut beside: Map<String, Value>,
    notes: &Notes,
    said: &str,
    limit: usize,
) -> Value {
    beside.values_mut().for_each(|value| keep_first(value, 30));
    let mut said = format!("{said}; rows were left for the next page");
    let offset = u64::from(paging.page.saturating_sub(1)) * u64::from(paging.limit);
    let frame = size(&assemble(&[], paging, &beside, notes, Some(&said))) + 64;
    // The bytes of the first n rows, with their commas.
    let mut sums = Vec::with_capacity(items.len() + 1);
    let mut sum = 0;
    for item in items {
        sum += size(item) + 1;
        sums.push(sum);
    }
    let fits = |count: &usize| sums.get(count - 1).is_some_and(|sum| frame + sum <= limit);
    let begins_right = |count: &usize| offset.is_multiple_of(*count as u64);
    let count = (1..items.len()).rev().filter(begins_right).find(fits);
    let kept = count.unwrap_or(1).min(items.len());
    let mut first: Vec<Value> = items.get(..kept).unwrap_or_default().to_vec();
    if count.is_none() {
        // Not even one row fits: what is left of it is better than nothing.
        said.push_str(", and long lists are shortened");
        let room = limit.saturating_sub(frame);
        for item in &mut first {
            if let Value::Object(fields) = item {
                let none = Notes { warnings: Vec::new(), cleaned: notes.cleaned };
                *item = record(fields, &none, room);
            }
        }
    }
    let size = u32::try_from(kept).unwrap_or(u32::MAX).max(1);
    let paging = Paging {
        page: u32::try_from(offset / u64::from(size)).unwrap_or(u32::MAX).saturating_add(1),
        limit: size,
        has_more: paging.has_more || items.len() > kept,
        total_count: paging.total_count,
    };
    assemble(&first, paging, &beside, notes, Some(&said))
}

fn assemble(
    items: &[Value],
    paging: Paging,
    beside: &Map<String, Value>,
    notes: &Notes,
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
    with_notes(object, notes, cut)
}

fn with_notes(mut object: Map<String, Value>, notes: &Notes, cut: Option<&str>) -> Value {
    notes.add_to(&mut object);
    if let Some(cut) = cut {
        object.insert("cut".to_owned(), Value::from(cut));
    }
    Value::Object(object)
}

/// Shortens the texts of people inside a value.
fn shorten(name: &str, value: &mut Value, characters: usize) {
    match value {
        Value::String(text) if TEXTS.contains(&name) && text.len() > characters => {
            *text = cut(text, characters);
        }
        Value::Array(items) => items.iter_mut().for_each(|item| shorten(name, item, characters)),
        Value::Object(fields) => fields.iter_mut().for_each(|(name, field)| shorten(name, field, characters)),
        _ => {}
    }
}

fn keep_first(value: &mut Value, entries: usize) {
    match value {
        Value::Array(items) => {
            items.truncate(entries);
            for item in items {
                keep_first(item, entries);
            }
        }
        Value::Object(fields) => fields.values_mut().for_each(|field| keep_first(field, entries)),
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
