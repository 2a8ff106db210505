//! Any operation of the API as a call: its answer is shaped by general rules, since no view knows it.

use futures::StreamExt;
use http::header::CONTENT_TYPE;
use serde_json::{Map, Value, json};

use super::args::PageArgs;
use super::{Call, attachments};
use crate::fetch::text::from_offset;
use crate::forgejo::operation::{Access, BodyKind, Operation, ResponseKind};
use crate::forgejo::page::{Ask, Paging, Total, said_total, slice};
use crate::forgejo::raw::RawAnswer;
use crate::forgejo::{ApiError, Kind};
use crate::reply::{Content, Media, Reply, Rows, Text};
use crate::views::plain::shape;
use crate::views::text::Cleaned;

/// The most of a JSON answer that is read.
const MOST_JSON: usize = 32 * 1024 * 1024;

/// What a call may say beside what its operation takes, because the forge gives the whole at once: which part of a text,
/// which rows of a list.
pub(crate) fn own_parameters(operation: &Operation) -> &'static [(&'static str, &'static str)] {
    match operation.response {
        ResponseKind::Text | ResponseKind::Binary => {
            &[("offset", "First byte"), ("max_bytes", "Most bytes of text")]
        }
        ResponseKind::List if operation.access == Access::Read && !is_paged(operation) => {
            &[("page", "Page number, from 1"), ("limit", "Rows on a page")]
        }
        _ => &[],
    }
}

/// Whether the forge gives a list in pages.
fn is_paged(operation: &Operation) -> bool {
    let takes = |name: &str| operation.parameters.iter().any(|parameter| parameter.name == name);
    takes("page") && takes("limit")
}

/// The parts of a call that its operation does not take.
#[derive(Clone, Copy, Default)]
struct Own {
    page: PageArgs,
    offset: u64,
    max_bytes: Option<u32>,
}

impl Own {
    fn take(operation: &Operation, arguments: &mut Map<String, Value>) -> Self {
        let mut own = Self::default();
        for (name, _) in own_parameters(operation) {
            let number = arguments.shift_remove(*name).and_then(|value| value.as_u64());
            let small = number.and_then(|number| u32::try_from(number).ok());
            match *name {
                "page" => own.page.page = small,
                "limit" => own.page.limit = small,
                "offset" => own.offset = number.unwrap_or_default(),
                _ => own.max_bytes = small,
            }
        }
        own
    }
}

/// Calls an operation and shapes its answer.
pub(crate) async fn run(
    operation: &'static Operation,
    mut arguments: Map<String, Value>,
    call: &Call,
) -> Result<Reply, ApiError> {
    let forge = &call.forge;
    if operation.body_kind == BodyKind::Form {
        let made = attachments::by_operation(operation, arguments, call).await?;
        let value = serde_json::to_value(made)
            .map_err(|error| ApiError::internal(format!("the answer cannot be written: {error}")))?;
        return Ok(shaped(value, operation, |rows| whole(rows, PageArgs::default())));
    }
    let own = Own::take(operation, &mut arguments);
    let mut ask = None;
    if is_paged(operation) {
        let number = |name: &str| {
            arguments.get(name).and_then(Value::as_u64).and_then(|number| u32::try_from(number).ok())
        };
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
        && matches!(operation.response, ResponseKind::Text | ResponseKind::Binary)
    {
        let size = sink.save(answer.chunks).await?;
        let saved =
            Map::from_iter([("saved".to_owned(), json!(sink.path())), ("size".to_owned(), json!(size))]);
        return Ok(reply(Content::Record(saved), Cleaned::default()));
    }
    match operation.response {
        // Files that are texts come as such, whatever the description says.
        ResponseKind::Text | ResponseKind::Binary
            if operation.response == ResponseKind::Text || content_type.starts_with("text/") =>
        {
            let bound = call.bound.raw_text(own.max_bytes);
            Ok(reply_of_text(from_offset(answer.chunks, own.offset, bound).await?.into_text(bound)))
        }
        ResponseKind::Text | ResponseKind::Binary => {
            media(operation, content_type, answer, call.bound.media).await
        }
        ResponseKind::Json | ResponseKind::List | ResponseKind::Empty => {
            json_answer(operation, answer, ask, own.page).await
        }
    }
}

async fn json_answer(
    operation: &Operation,
    answer: RawAnswer,
    ask: Option<Ask>,
    page: PageArgs,
) -> Result<Reply, ApiError> {
    let status = answer.status;
    let headers = answer.headers.clone();
    let body = answer.bytes(MOST_JSON).await?;
    if body.iter().all(u8::is_ascii_whitespace) {
        let done =
            Map::from_iter([("done".to_owned(), json!(operation.id)), ("status".to_owned(), json!(status))]);
        return Ok(reply(Content::Record(done), Cleaned::default()));
    }
    let value: Value = serde_json::from_slice(&body).map_err(|error| {
        let wrote = operation.access != Access::Read;
        let kind = if wrote { Kind::OutcomeUnknown } else { Kind::Unavailable };
        let accepted = if wrote { "; the write was accepted" } else { "" };
        ApiError::new(kind, format!("the answer cannot be read: {error}{accepted}"))
    })?;
    Ok(match ask {
        Some(ask) => {
            let (value, total) = unwrapped(value);
            shaped(value, operation, |rows| paged(rows, &headers, ask, total))
        }
        None => shaped(value, operation, |rows| whole(rows, page)),
    })
}

/// A reply of an answer of the forge; `page` makes rows of a list.
fn shaped(mut value: Value, operation: &Operation, page: impl FnOnce(Vec<Value>) -> Rows) -> Reply {
    let mut cleaned = Cleaned::default();
    shape(&mut value, &mut cleaned);
    let content = match value {
        Value::Object(fields) => Content::Record(fields),
        Value::Array(items) => Content::Page(page(items)),
        Value::Null => Content::Page(page(Vec::new())),
        other => Content::Record(Map::from_iter([("value".to_owned(), other)])),
    };
    let mut reply = reply(content, cleaned);
    // Asking for a secret, confirmed, is the one way to see it.
    reply.keeps_secrets = hands_out_secret(operation);
    reply
}

/// The rows of an answer that holds them in an object with nothing but their number, and that number.
fn unwrapped(value: Value) -> (Value, Option<u64>) {
    let Value::Object(mut fields) = value else { return (value, None) };
    let counts = |name: &str| matches!(name, "ok" | "total_count");
    let others: Vec<String> = fields.keys().filter(|name| !counts(name)).cloned().collect();
    let total = fields.get("total_count").and_then(Value::as_u64);
    match others.as_slice() {
        [name] if fields.get(name).is_some_and(|rows| rows.is_array() || rows.is_null()) => {
            (fields.shift_remove(name).unwrap_or_default(), total)
        }
        _ => (Value::Object(fields), None),
    }
}

/// A page of a list that the forge pages, or gives whole all the same.
fn paged(items: Vec<Value>, headers: &http::HeaderMap, ask: Ask, total: Option<u64>) -> Rows {
    let total = total.or_else(|| said_total(headers));
    let count = items.len() as u64;
    // Some lists come whole, whatever page is asked for.
    let is_whole = count > u64::from(ask.limit) || (ask.page > 1 && total == Some(count));
    if is_whole {
        return rows(slice(items, ask));
    }
    let mut paging = Paging::read(headers, ask, items.len(), Total::Exact);
    if let Some(total) = total {
        paging.total_count = Some(total);
        paging.has_more = count > 0 && total > ask.offset() + count;
    }
    rows((items, paging))
}

/// A page of a list that the forge gives whole.
fn whole(items: Vec<Value>, page: PageArgs) -> Rows {
    rows(page.of_whole(items))
}

fn rows((items, paging): (Vec<Value>, Paging)) -> Rows {
    Rows { items, paging, beside: Map::new() }
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

fn reply(content: Content, cleaned: Cleaned) -> Reply {
    Reply { content, warnings: Vec::new(), cleaned, keeps_secrets: false }
}

fn reply_of_text(text: Text) -> Reply {
    let cleaned = text.cleaned;
    reply(Content::Text(text), cleaned)
}
