//! `--output-file`: the whole answer in a file, bytes as they are.

use std::path::PathBuf;
use std::sync::Arc;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use bytes::Bytes;
use rmcp::model::{CallToolResult, ContentBlock, ResourceContents};

use super::out::{self, Failure, Outcome};
use super::program::Form;
use super::render;
use crate::sink::Sink;

/// A file to write to; what can be seen to fail is refused before anything is called.
pub(super) fn sink(path: PathBuf) -> Outcome<Arc<Sink>> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let problem = if path.is_dir() {
        Some("it is a folder")
    } else if folder.is_some_and(|folder| !folder.is_dir()) {
        Some("its folder does not exist")
    } else {
        None
    };
    match problem {
        Some(problem) => Err(Failure::Unusable(format!("--output-file {}: {problem}", path.display()))),
        None => Ok(Arc::new(Sink::new(path))),
    }
}

/// Writes a result, unless the tool has written it already; what is not in the file is printed.
pub(super) async fn result(result: &CallToolResult, sink: &Sink, form: Form) -> Outcome {
    if sink.written().is_none() {
        let (bytes, beside) = parts(result, form)?;
        write(sink, bytes).await?;
        out::text(&render::plain(&beside))?;
    } else {
        let told =
            result.content.iter().filter(|block| block.as_text().is_none_or(|text| !text.text.is_empty()));
        out::text(&render::plain(&told.cloned().collect::<Vec<_>>()))?;
    }
    tell(sink);
    Ok(())
}

/// Writes the contents of a resource.
pub(super) async fn resource(contents: &ResourceContents, sink: &Sink) -> Outcome {
    write(sink, bytes(contents)?).await?;
    tell(sink);
    Ok(())
}

/// The bytes for the file, and the blocks that are not in it.
fn parts(result: &CallToolResult, form: Form) -> Outcome<(Vec<u8>, Vec<ContentBlock>)> {
    if result.structured_content.is_some() {
        let mut text = render::result(result, form);
        if !text.ends_with('\n') {
            text.push('\n');
        }
        return Ok((text.into_bytes(), Vec::new()));
    }
    let is_media =
        |block: &&ContentBlock| !matches!(block, ContentBlock::Text(_) | ContentBlock::ResourceLink(_));
    let main = result.content.iter().find(is_media).or_else(|| result.content.first());
    let Some(main) = main else { return Ok((Vec::new(), Vec::new())) };
    let bytes = match main {
        ContentBlock::Text(text) => text.text.clone().into_bytes(),
        ContentBlock::Image(image) => decoded(&image.data)?,
        ContentBlock::Audio(audio) => decoded(&audio.data)?,
        ContentBlock::Resource(resource) => bytes(&resource.resource)?,
        other => render::plain(std::slice::from_ref(other)).into_bytes(),
    };
    let beside = result.content.iter().filter(|block| !std::ptr::eq(*block, main)).cloned().collect();
    Ok((bytes, beside))
}

fn bytes(contents: &ResourceContents) -> Outcome<Vec<u8>> {
    match contents {
        ResourceContents::BlobResourceContents { blob, .. } => decoded(blob),
        other => Ok(render::contents(other).into_bytes()),
    }
}

fn decoded(base64: &str) -> Outcome<Vec<u8>> {
    BASE64_STANDARD
        .decode(base64)
        .map_err(|error| Failure::Failed(format!("the answer's bytes cannot be decoded: {error}")))
}

async fn write(sink: &Sink, bytes: Vec<u8>) -> Outcome {
    sink.save(futures::stream::iter([Ok(Bytes::from(bytes))])).await?;
    Ok(())
}

fn tell(sink: &Sink) {
    let bytes = sink.written().unwrap_or_default();
    out::say("note", &format!("{} bytes are in {}", out::grouped(bytes), sink.path().display()));
}
