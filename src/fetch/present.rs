//! A file of the forge as a reply: text by lines, images and other bytes as they are, or saved where the caller said.

use futures::StreamExt;
use serde_json::{Map, Value, json};

use super::raw::RawFile;
use super::text::{LineRange, lines};
use crate::forgejo::ApiError;
use crate::reply::{Media, Raw, Text};
use crate::sink::Sink;

/// How a file is shown.
#[derive(Clone, Copy, Debug)]
pub struct Shown<'call> {
    /// The name or path of the file.
    pub name: &'call str,
    /// The tool that shows it, for the command that saves what is too large.
    pub tool: &'static str,
    pub range: LineRange,
    /// Most bytes of text.
    pub text: usize,
    /// Most bytes of anything else.
    pub media: usize,
    /// Takes the bytes instead of the reply.
    pub sink: Option<&'call Sink>,
}

/// Makes a reply of a file; what is to be known of it goes into the note.
///
/// # Errors
/// `invalid_arguments` when the range starts past the end, else whatever the stream came to.
pub async fn present(
    mut file: RawFile,
    how: Shown<'_>,
    mut note: Map<String, Value>,
) -> Result<Raw, ApiError> {
    if let Some(sink) = how.sink {
        let size = sink.save(file.chunks).await?;
        note.insert("saved".to_owned(), json!(sink.path()));
        note.insert("size".to_owned(), json!(size));
        return Ok(Raw::Text(Text { text: String::new(), note: Some(note), ..Text::default() }));
    }
    if is_text(&mut file).await? { text(file, how, note).await } else { media(file, how, note).await }
}

/// Whether a file is text: by what the forge makes of it, and by its first bytes.
async fn is_text(file: &mut RawFile) -> Result<bool, ApiError> {
    let kind = file.content_type.as_str();
    let textual = kind.starts_with("text/")
        || kind.starts_with("image/svg")
        || kind.contains("json")
        || kind.contains("xml")
        || kind.is_empty();
    if !textual && !kind.starts_with("application/octet-stream") {
        return Ok(false);
    }
    let first = match file.chunks.next().await {
        Some(first) => first?,
        None => return Ok(true),
    };
    let binary = first.contains(&0)
        || (!textual && std::str::from_utf8(&first).is_err_and(|error| error.error_len().is_some()));
    let rest = std::mem::replace(&mut file.chunks, futures::stream::empty().boxed());
    file.chunks = futures::stream::iter([Ok(first)]).chain(rest).boxed();
    Ok(!binary)
}

async fn text(file: RawFile, how: Shown<'_>, mut note: Map<String, Value>) -> Result<Raw, ApiError> {
    let charset = charset(&file.content_type);
    let mut kept = lines(file.chunks, how.range, how.text).await?;
    if let Some(charset) = charset {
        note.insert("charset".to_owned(), Value::from(charset.name()));
        kept.bytes = charset.decode(&kept.bytes).0.into_owned().into_bytes();
    } else if let std::borrow::Cow::Owned(replaced) = String::from_utf8_lossy(&kept.bytes) {
        note.insert("invalid_utf8".to_owned(), Value::from("replaced by U+FFFD"));
        kept.bytes = replaced.into_bytes();
    }
    // Decoding makes texts longer, and the bound is one on what is sent.
    kept.shrink_to(how.text);
    kept.into_text(how.range, note).map(Raw::Text)
}

/// The character set that the forge found, when it is not UTF-8.
fn charset(content_type: &str) -> Option<&'static encoding_rs::Encoding> {
    let name = content_type.split_once("charset=")?.1.trim_matches(['"', ' ']);
    encoding_rs::Encoding::for_label(name.as_bytes()).filter(|found| *found != encoding_rs::UTF_8)
}

async fn media(mut file: RawFile, how: Shown<'_>, mut note: Map<String, Value>) -> Result<Raw, ApiError> {
    let Shown { name, tool, media: bound, .. } = how;
    let mime = file.content_type.split(';').next().unwrap_or_default().trim().to_owned();
    let mime = if mime.is_empty() { "application/octet-stream".to_owned() } else { mime };
    note.insert("type".to_owned(), Value::from(mime.as_str()));
    let mut bytes = Vec::new();
    let mut fits = file.size.is_none_or(|size| size <= bound as u64);
    while fits && let Some(chunk) = file.chunks.next().await {
        bytes.extend_from_slice(&chunk?);
        fits = bytes.len() <= bound;
    }
    if fits {
        note.insert("size".to_owned(), json!(bytes.len()));
    } else {
        note.insert(
            "cut".to_owned(),
            Value::from(format!(
                "larger than {bound} bytes: save it with forgejo-mcp --cli {tool} … --output-file FILE"
            )),
        );
    }
    let bytes = fits.then(|| bytes.into());
    Ok(Raw::Media(Media { name: name.to_owned(), mime, bytes, note }))
}
