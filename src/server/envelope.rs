//! The last stage: a finished reply as the protocol wants it.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use rmcp::model::{CallToolResult, ContentBlock, ResourceContents};

use super::finish::{Block, Finished};

/// Wraps a reply as a tool result.
pub(super) fn wrap(finished: Finished) -> CallToolResult {
    let Finished { structured, blocks } = finished;
    let mut result = CallToolResult::success(blocks.into_iter().map(content).collect());
    result.structured_content = structured;
    result.is_error = None;
    result
}

fn content(block: Block) -> ContentBlock {
    match block {
        Block::Text(text) => ContentBlock::text(text),
        Block::Image { mime, bytes } => ContentBlock::image(BASE64_STANDARD.encode(bytes), mime),
        Block::Blob { uri, mime, bytes } => ContentBlock::resource(
            ResourceContents::blob(BASE64_STANDARD.encode(bytes), uri).with_mime_type(mime),
        ),
    }
}
