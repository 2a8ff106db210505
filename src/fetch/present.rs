//! A file of the forge as a reply: text by lines, images and other bytes as they are, or saved where the caller said.

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
    if file.is_text().await? { text(file, how, note).await } else { media(file, how, note).await }
}

async fn text(file: RawFile, how: Shown<'_>, mut note: Map<String, Value>) -> Result<Raw, ApiError> {
    let charset = file.charset();
    let mut kept = lines(file.chunks, how.range, how.text).await?;
    let replaced = kept.decode(charset, how.text);
    if let Some(charset) = charset {
        note.insert("charset".to_owned(), Value::from(charset.name()));
    } else if replaced {
        note.insert("invalid_utf8".to_owned(), Value::from("replaced by U+FFFD"));
    }
    kept.into_text(how.range, note).map(Raw::Text)
}

async fn media(mut file: RawFile, how: Shown<'_>, mut note: Map<String, Value>) -> Result<Raw, ApiError> {
    let Shown { name, tool, media: bound, .. } = how;
    let mime = file.mime();
    note.insert("type".to_owned(), Value::from(mime.as_str()));
    let bytes = file.bytes(bound).await?;
    if let Some(bytes) = &bytes {
        note.insert("size".to_owned(), json!(bytes.len()));
    } else {
        note.insert(
            "cut".to_owned(),
            Value::from(format!(
                "larger than {bound} bytes: save it with forgejo-mcp --cli {tool} … --output-file FILE"
            )),
        );
    }
    Ok(Raw::Media(Media { name: name.to_owned(), mime, bytes, note }))
}
