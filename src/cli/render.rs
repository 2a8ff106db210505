//! Results in the form that was asked for.
//!
//! Tables are for people: cells are cut to a line, which an ellipsis shows; scripts take json.

use std::fmt::Write;

use comfy_table::{ContentArrangement, Table, presets};
use rmcp::model::{CallToolResult, ContentBlock, ResourceContents};
use serde_json::{Map, Value};

use super::out;
use super::program::Form;

/// The longest cell of a table.
const CELL: usize = 60;

/// A result of a tool.
pub(super) fn result(result: &CallToolResult, form: Form) -> String {
    match (form, &result.structured_content) {
        (Form::Json, Some(structured)) => pretty(structured),
        (Form::Json, None) => pretty(&serde_json::to_value(&result.content).unwrap_or_default()),
        (Form::Table, Some(structured)) => for_people(structured),
        (Form::Text, _) | (Form::Table, None) => plain(&result.content),
    }
}

/// The text blocks of a result.
pub(super) fn texts(result: &CallToolResult) -> impl Iterator<Item = &str> {
    result.content.iter().filter_map(|block| block.as_text()).map(|text| text.text.as_str())
}

/// JSON over several lines.
pub(super) fn pretty(value: &Value) -> String {
    format!("{value:#}")
}

/// Blocks one after the other; what is no text is described.
pub(super) fn plain(blocks: &[ContentBlock]) -> String {
    let mut shown = String::new();
    for block in blocks {
        let line = match block {
            ContentBlock::Text(text) => text.text.clone(),
            ContentBlock::Image(image) => described("image", Some(&image.mime_type), &image.data),
            ContentBlock::Audio(audio) => described("audio", Some(&audio.mime_type), &audio.data),
            ContentBlock::Resource(resource) => contents(&resource.resource),
            ContentBlock::ResourceLink(link) => link.uri.clone(),
            // A kind of a later protocol: its JSON says more than nothing.
            other => pretty(&serde_json::to_value(other).unwrap_or_default()),
        };
        shown.push_str(&line);
        if !line.is_empty() && !line.ends_with('\n') {
            shown.push('\n');
        }
    }
    shown
}

/// The contents of a resource as text.
pub(super) fn contents(contents: &ResourceContents) -> String {
    match contents {
        ResourceContents::TextResourceContents { text, .. } => text.clone(),
        ResourceContents::BlobResourceContents { mime_type, blob, .. } => {
            described("file", mime_type.as_deref(), blob)
        }
        other => pretty(&serde_json::to_value(other).unwrap_or_default()),
    }
}

fn described(what: &str, mime: Option<&str>, base64: &str) -> String {
    let padding = base64.bytes().rev().take_while(|byte| *byte == b'=').count();
    let bytes = (base64.len() / 4 * 3).saturating_sub(padding);
    let mime = mime.unwrap_or("application/octet-stream");
    format!("[{what}: {mime}, {} bytes; --output-file FILE saves it]", out::grouped(bytes as u64))
}

/// An object for people: a page as a table, anything else as lines of keys and values.
fn for_people(structured: &Value) -> String {
    let Some(object) = structured.as_object() else { return pretty(structured) };
    match object.get("items").and_then(Value::as_array) {
        Some(items) => page(object, items),
        None => lines(object, 0),
    }
}

fn page(page: &Map<String, Value>, items: &[Value]) -> String {
    let mut shown = if items.is_empty() { "nothing found\n".to_owned() } else { rows(items) };
    let paging = ["items", "page", "limit", "has_more", "next", "total_count"];
    let beside: Map<String, Value> = page
        .iter()
        .filter(|(name, _)| !paging.contains(&name.as_str()))
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect();
    if !beside.is_empty() {
        let _ = write!(shown, "\n{}", lines(&beside, 0));
    }
    let total = page.get("total_count").map(|total| format!(" of {total}")).unwrap_or_default();
    let _ = write!(shown, "\n{} rows{total}", items.len());
    if let Some(Value::Object(next)) = page.get("next") {
        let flags: Vec<String> = next.iter().map(|(name, value)| format!("--{name} {value}")).collect();
        let _ = write!(shown, "; more with {}, all with --all-pages", flags.join(" "));
    }
    shown.push('\n');
    shown
}

fn rows(items: &[Value]) -> String {
    let mut columns: Vec<&str> = Vec::new();
    for name in items.iter().filter_map(Value::as_object).flat_map(Map::keys) {
        if !columns.contains(&name.as_str()) {
            columns.push(name);
        }
    }
    if columns.is_empty() {
        return items.iter().map(cell).collect::<Vec<_>>().join("\n") + "\n";
    }
    let body = items.iter().map(|item| {
        columns.iter().map(|name| item.get(name).map(cell).unwrap_or_default()).collect::<Vec<_>>()
    });
    table(&columns, body)
}

/// Aligned columns, within the width of the terminal.
pub(super) fn table(columns: &[&str], rows: impl Iterator<Item = Vec<String>>) -> String {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    if let Some(width) = out::width() {
        table.set_content_arrangement(ContentArrangement::Dynamic).set_width(width);
    }
    table.set_header(columns.iter().map(|name| name.to_uppercase()).collect::<Vec<_>>());
    table.add_rows(rows);
    for column in table.column_iter_mut() {
        column.set_padding((0, 2));
    }
    let mut shown = table.trim_fmt();
    shown.push('\n');
    shown
}

/// A value in one line of a table.
fn cell(value: &Value) -> String {
    let text = match value {
        Value::Array(items) => items.iter().map(cell).collect::<Vec<_>>().join(", "),
        Value::Object(fields) => {
            let named = fields.iter().map(|(name, value)| format!("{name}: {}", cell(value)));
            named.collect::<Vec<_>>().join(", ")
        }
        other => scalar(other),
    };
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let line: String = line.chars().filter(|letter| !letter.is_control()).collect();
    match line.char_indices().nth(CELL) {
        Some((end, _)) => format!("{}…", line.get(..end).unwrap_or_default().trim_end()),
        None => line,
    }
}

fn scalar(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::Bool(true) => "yes".to_owned(),
        Value::Bool(false) => "no".to_owned(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// Keys and values, deeper ones indented.
fn lines(object: &Map<String, Value>, depth: usize) -> String {
    let indent = "  ".repeat(depth);
    let widest = object.keys().map(|name| name.chars().count()).max().unwrap_or_default();
    let mut shown = String::new();
    for (name, value) in object {
        match value {
            Value::Object(fields) => {
                let _ = write!(shown, "{indent}{name}:\n{}", lines(fields, depth + 1));
            }
            Value::Array(items) if items.iter().any(Value::is_object) => {
                let _ = writeln!(shown, "{indent}{name}:");
                for item in items {
                    let below = match item {
                        Value::Object(fields) => lines(fields, depth + 2),
                        other => format!("{indent}    {}\n", cell(other)),
                    };
                    let _ = writeln!(shown, "{indent}  - {}", below.trim_start().trim_end());
                }
            }
            Value::String(text) if text.contains('\n') => {
                let _ = writeln!(shown, "{indent}{name}:");
                for line in text.lines() {
                    let line: String = line.chars().filter(|letter| !letter.is_control()).collect();
                    let _ = writeln!(shown, "{indent}  {line}");
                }
            }
            other => {
                let value = match other {
                    Value::Array(items) => items.iter().map(scalar).collect::<Vec<_>>().join(", "),
                    other => scalar(other),
                };
                let value: String = value.chars().filter(|letter| !letter.is_control()).collect();
                let name = format!("{name}:");
                let _ = writeln!(shown, "{indent}{name:<width$} {value}", width = widest + 1);
            }
        }
    }
    shown
}
