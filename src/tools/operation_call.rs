//! Any operation of the API as a call: its answer is shaped by general rules, since no view knows it.

use futures::StreamExt;
use http::header::CONTENT_TYPE;
use serde_json::{Map, Value, json};

use super::Call;
use crate::fetch::text::from_offset;
use crate::forgejo::operation::{Access, Operation, ResponseKind};
use crate::forgejo::page::{Ask, Paging, Total};
use crate::forgejo::raw::RawAnswer;
use crate::forgejo::{ApiError, Kind};
use crate::reply::{Content, Media, Reply, Rows, Text};
use crate::views::clean::clean;
use crate::views::text::Cleaned;

/// The most of a JSON answer that is read.
const MOST_JSON: usize = 32 * 1024 * 1024;

/// Calls an operation and shapes its answer.
pub(crate) async fn run(
    operation: &'static Operation,
    arguments: Map<String, Value>,
    call: &Call,
) -> Result<Reply, ApiError> {
    let forge = &call.forge;
    let takes = |name: &str| operation.parameters.iter().any(|parameter| parameter.name == name);
    let number = |name: &str| {
        arguments.get(name).and_then(Value::as_u64).and_then(|number| u32::try_from(number).ok())
    };
    let mut arguments = arguments.clone();
    let mut ask = None;
    if takes("page") && takes("limit") {
        // Many lists are cut only when both are sent.
        let asked = forge.ask(number("page"), number("limit"), 30).await;
        arguments.insert("page".to_owned(), json!(asked.page));
        arguments.insert("limit".to_owned(), json!(asked.limit));
        ask = Some(asked);
    }
    let answer = forge.call_operation(operation, &arguments).await?;
    let content_type =
        answer.headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default().to_owned();
    if let Some(sink) = &call.sink
        && operation.response != ResponseKind::Json
    {
        let size = sink.save(answer.chunks).await?;
        let saved =
            Map::from_iter([("saved".to_owned(), json!(sink.path())), ("size".to_owned(), json!(size))]);
        return Ok(reply(Content::Record(saved), Cleaned::default()));
    }
    match operation.response {
        ResponseKind::Text => {
            let text = from_offset(answer.chunks, 0, call.bound.text).await?.into_text(call.bound.text);
            Ok(reply_of_text(text))
        }
        ResponseKind::Binary => media(operation, content_type, answer, call.bound.media).await,
        ResponseKind::Json | ResponseKind::Empty => json_answer(operation, answer, ask).await,
    }
}

async fn json_answer(operation: &Operation, answer: RawAnswer, ask: Option<Ask>) -> Result<Reply, ApiError> {
    let status = answer.status;
    let headers = answer.headers.clone();
    let body = answer.bytes(MOST_JSON).await?;
    if body.iter().all(u8::is_ascii_whitespace) {
        let done =
            Map::from_iter([("done".to_owned(), json!(operation.id)), ("status".to_owned(), json!(status))]);
        return Ok(reply(Content::Record(done), Cleaned::default()));
    }
    let mut value: Value = serde_json::from_slice(&body).map_err(|error| {
        let wrote = operation.access != Access::Read;
        let kind = if wrote { Kind::OutcomeUnknown } else { Kind::Unavailable };
        ApiError::new(
            kind,
            format!(
                "the answer cannot be read: {error}{}",
                if wrote { "; the write was accepted" } else { "" }
            ),
        )
    })?;
    let mut cleaned = Cleaned::default();
    clean_all(&mut value, &mut cleaned);
    let content = match value {
        Value::Object(fields) => Content::Record(fields),
        Value::Array(items) => Content::Page(rows(items, &headers, ask)),
        Value::Null => Content::Page(rows(Vec::new(), &headers, ask)),
        other => Content::Record(Map::from_iter([("value".to_owned(), other)])),
    };
    let mut reply = reply(content, cleaned);
    // Asking for a secret, confirmed, is the one way to see it.
    reply.keeps_secrets = hands_out_secret(operation);
    Ok(reply)
}

/// Whether seeing a secret is the very purpose of an operation.
pub(crate) fn hands_out_secret(operation: &Operation) -> bool {
    const MADE: [&str; 8] = [
        "adminCreateUserAccessToken",
        "registerAdminRunner",
        "registerOrgRunner",
        "registerRepoRunner",
        "registerUserRunner",
        "userCreateOAuth2Application",
        "userCreateToken",
        "userUpdateOAuth2Application",
    ];
    operation.access == Access::Secret || MADE.contains(&operation.id)
}

fn rows(items: Vec<Value>, headers: &http::HeaderMap, ask: Option<Ask>) -> Rows {
    let count = u32::try_from(items.len()).unwrap_or(u32::MAX);
    let paging = match ask {
        Some(ask) if items.len() <= ask.limit as usize => {
            Paging::read(headers, ask, items.len(), Total::Exact)
        }
        // A list that came whole: it has one page.
        _ => Paging { page: 1, limit: count.max(1), has_more: false, total_count: Some(u64::from(count)) },
    };
    Rows { items, paging, beside: Map::new() }
}

async fn media(
    operation: &Operation,
    content_type: String,
    mut answer: RawAnswer,
    bound: usize,
) -> Result<Reply, ApiError> {
    let mime = content_type.split(';').next().unwrap_or_default().trim().to_owned();
    let mime = if mime.is_empty() { "application/octet-stream".to_owned() } else { mime };
    let mut bytes = Vec::new();
    let mut fits = true;
    while fits && let Some(chunk) = answer.chunks.next().await {
        bytes.extend_from_slice(&chunk?);
        fits = bytes.len() <= bound;
    }
    let mut note = Map::from_iter([("type".to_owned(), Value::from(mime.as_str()))]);
    if fits {
        note.insert("size".to_owned(), json!(bytes.len()));
    } else {
        note.insert(
            "cut".to_owned(),
            Value::from(format!("larger than {bound} bytes: save it on the command line with --output-file")),
        );
    }
    let media = Media { name: operation.id.to_owned(), mime, bytes: fits.then(|| bytes.into()), note };
    Ok(reply(Content::Media(media), Cleaned::default()))
}

/// Cleans every text of an answer: nobody knows which of them people wrote.
fn clean_all(value: &mut Value, cleaned: &mut Cleaned) {
    match value {
        Value::String(text) => {
            let found = clean(text);
            if found.removed > 0 {
                cleaned.removed += found.removed;
                *text = found.text.into_owned();
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| clean_all(item, cleaned)),
        Value::Object(fields) => fields.values_mut().for_each(|field| clean_all(field, cleaned)),
        _ => {}
    }
}

fn reply(content: Content, cleaned: Cleaned) -> Reply {
    Reply { content, warnings: Vec::new(), cleaned, keeps_secrets: false }
}

fn reply_of_text(text: Text) -> Reply {
    let cleaned = text.cleaned;
    reply(Content::Text(text), cleaned)
}
