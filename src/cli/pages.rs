//! `--all-pages`: one list out of all its pages.

use rmcp::model::{CallToolResult, ContentBlock};
use serde_json::{Map, Value};

use super::client::Client;
use super::out::{Outcome, say};
use super::parameters;

/// As many pages are followed; what is left is said.
const MOST: usize = 200;
/// Rows of a page when nobody says how many; an instance that gives fewer is obeyed.
const ROWS: u32 = 50;

/// Calls a tool for page after page; a failure on the way is the outcome of the whole.
pub(super) async fn call(
    client: &Client,
    tool: &str,
    schema: &Map<String, Value>,
    mut arguments: Map<String, Value>,
) -> Outcome<CallToolResult> {
    let takes_limit = schema.get("properties").is_some_and(|all| all.get("limit").is_some());
    if takes_limit && !parameters::is_given(&arguments, schema, "limit") {
        arguments.insert("limit".to_owned(), ROWS.into());
    }
    let mut result = client.call(tool, arguments.clone()).await?;
    let Some(Value::Object(mut whole)) = result.structured_content.take() else { return Ok(result) };
    if result.is_error == Some(true) {
        return Ok(result);
    }
    let mut count = 1;
    while let Some(Value::Object(next)) = whole.shift_remove("next") {
        client.bar().at(rows(&whole), whole.get("total_count").and_then(Value::as_u64), "rows");
        if count == MOST {
            say("warning", &format!("stopped after {MOST} pages; `next` holds where the list goes on"));
            whole.insert("next".to_owned(), Value::Object(next));
            break;
        }
        for (name, value) in next {
            parameters::remove(&mut arguments, schema, &name);
            arguments.insert(name, value);
        }
        let more = client.call(tool, arguments.clone()).await?;
        let Some(Value::Object(page)) = more.structured_content.clone() else { return Ok(more) };
        append(&mut whole, page);
        count += 1;
    }
    let whole = Value::Object(whole);
    result.content = vec![ContentBlock::text(whole.to_string())];
    result.structured_content = Some(whole);
    Ok(result)
}

fn rows(page: &Map<String, Value>) -> u64 {
    page.get("items").and_then(Value::as_array).map_or(0, |items| items.len() as u64)
}

/// Adds the following page: rows and notices are joined, what stands beside the rows stays that of the first.
fn append(whole: &mut Map<String, Value>, page: Map<String, Value>) {
    for (name, value) in page {
        match (name.as_str(), whole.get_mut(&name), value) {
            ("items" | "warnings", Some(Value::Array(all)), Value::Array(more)) => {
                for value in more {
                    if name == "items" || !all.contains(&value) {
                        all.push(value);
                    }
                }
            }
            ("has_more" | "next" | "total_count", _, value) | (_, None, value) => {
                whole.insert(name, value);
            }
            _ => {}
        }
    }
}
