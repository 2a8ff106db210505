//! A record as markdown, for people: fields as a list, rows as a table, long texts below. One way for every resource.

use serde_json::{Map, Value};

/// Renders a record below a heading; the sentinel of a cut list comes last.
#[must_use]
pub fn render(heading: &str, record: &Map<String, Value>) -> String {
    let mut fields = String::new();
    let mut parts = Vec::new();
    for (name, value) in record {
        match value {
            _ if matches!(name.as_str(), "truncated" | "list_tool" | "sentinel") => {}
            Value::String(text) if text.is_empty() => {}
            Value::String(text) if is_long(name, text) => parts.push(text.trim_end().to_owned()),
            Value::Array(rows) if rows.iter().any(Value::is_object) => {
                parts.push(format!("## {}\n\n{}", words(name), list(rows)));
            }
            Value::Array(rows) if rows.is_empty() => {}
            _ => fields.push_str(&format!("- {}: {}\n", words(name), inline(value))),
        }
    }
    let sentinel = record.get("sentinel").and_then(Value::as_str).map(str::to_owned);
    let title = format!("# {}", heading.split_whitespace().collect::<Vec<_>>().join(" "));
    let fields = Some(fields.trim_end().to_owned()).filter(|fields| !fields.is_empty());
    let all: Vec<String> = [title].into_iter().chain(fields).chain(parts).chain(sentinel).collect();
    all.join("\n\n")
}

fn is_long(name: &str, text: &str) -> bool {
    matches!(name, "body" | "message") || text.contains('\n')
}

fn words(name: &str) -> String {
    name.replace('_', " ")
}

/// A value on one line.
fn inline(value: &Value) -> String {
    match value {
        Value::String(text) => text.split_whitespace().collect::<Vec<_>>().join(" "),
        Value::Array(items) => items.iter().map(inline).collect::<Vec<_>>().join(", "),
        Value::Object(fields) => {
            let fields = fields.iter().map(|(name, value)| format!("{} {}", words(name), inline(value)));
            fields.collect::<Vec<_>>().join("; ")
        }
        other => other.to_string(),
    }
}

fn list(rows: &[Value]) -> String {
    let has_texts = rows.iter().any(|row| row.get("body").is_some());
    if has_texts { sections(rows) } else { table(rows) }
}

/// Rows that carry texts, one below the other.
fn sections(rows: &[Value]) -> String {
    let section = |row: &Value| {
        let text = row.get("body").and_then(Value::as_str).unwrap_or_default().trim_end();
        let rest = row.as_object().into_iter().flatten().filter(|(name, _)| *name != "body");
        let rest: Vec<String> = rest.map(|(_, value)| inline(value)).collect();
        format!("### {}\n\n{text}", rest.join(" · "))
    };
    rows.iter().map(section).collect::<Vec<_>>().join("\n\n")
}

fn table(rows: &[Value]) -> String {
    let mut columns: Vec<&str> = Vec::new();
    for name in rows.iter().filter_map(Value::as_object).flat_map(Map::keys) {
        if !columns.contains(&name.as_str()) {
            columns.push(name);
        }
    }
    let line = |cells: Vec<String>| format!("| {} |", cells.join(" | "));
    let cell = |row: &Value, name: &str| row.get(name).map(inline).unwrap_or_default().replace('|', "\\|");
    let head = line(columns.iter().map(|name| words(name)).collect());
    let rule = line(columns.iter().map(|_| "---".to_owned()).collect());
    let rows = rows.iter().map(|row| line(columns.iter().map(|name| cell(row, name)).collect()));
    [head, rule].into_iter().chain(rows).collect::<Vec<_>>().join("\n")
}
