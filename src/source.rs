//! Where uploaded bytes come from: text in the call, or a file that the operator lets calls read.
//!
//! A file is streamed, never held whole. What lies outside the configured folder is refused without saying whether
//! it exists.

use std::io;
use std::path::{Component, Path, PathBuf};

use base64::Engine;
use base64::alphabet;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use bytes::{Bytes, BytesMut};
use futures::StreamExt;
use futures::stream::{self, BoxStream};
use tokio::fs::{self, File};
use tokio::io::AsyncReadExt;

use crate::forgejo::{ApiError, Kind};

/// How much of a file is in memory at once.
const CHUNK: usize = 64 * 1024;

/// Which files of this machine may be uploaded. None, unless the operator says so.
#[derive(Clone, Debug)]
pub enum Uploads {
    /// Callers are at this machine.
    Local {
        allowed: bool,
        /// The folder that files must lie in, with symlinks resolved.
        root: Option<PathBuf>,
    },
    /// Callers are elsewhere: a path of theirs means nothing here, and ours are not for them.
    Remote,
}

/// Bytes to upload, and what their source says of them.
pub struct Source {
    pub size: u64,
    pub chunks: BoxStream<'static, io::Result<Bytes>>,
    /// The media type, where the source names one.
    pub mime: Option<String>,
}

impl Source {
    /// Reads base64 in any of its spellings: with or without padding and line breaks, in the alphabet for URLs, or as
    /// a `data:` URL.
    ///
    /// # Errors
    /// `invalid_arguments` when it is none.
    pub fn base64(content: &str) -> Result<Self, ApiError> {
        let (mime, coded) = match content.trim_start().strip_prefix("data:") {
            Some(url) => {
                let (head, coded) = url.split_once(',').unwrap_or((url, ""));
                let head = head.strip_suffix(";base64").ok_or_else(|| {
                    ApiError::invalid("content is a data: URL that is not in base64")
                        .hint("content must be the file's bytes in base64")
                })?;
                (Some(head.to_owned()).filter(|mime| !mime.is_empty()), coded)
            }
            None => (None, content),
        };
        let coded: String = coded.split_whitespace().collect();
        let alphabet = if coded.contains(['-', '_']) { &alphabet::URL_SAFE } else { &alphabet::STANDARD };
        let padding = GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent);
        let bytes = GeneralPurpose::new(alphabet, padding).decode(coded).map_err(|error| {
            ApiError::invalid(format!("content is no base64: {error}"))
                .hint("content must be the file's bytes in base64")
        })?;
        let bytes = Bytes::from(bytes);
        let size = bytes.len() as u64;
        let mut rest = bytes;
        let pieces = std::iter::from_fn(move || {
            let length = rest.len().min(CHUNK);
            (length > 0).then(|| Ok(rest.split_to(length)))
        });
        Ok(Self { size, chunks: stream::iter(pieces).boxed(), mime })
    }
}

impl Uploads {
    /// Opens a file, if calls may read it.
    ///
    /// # Errors
    /// `forbidden` when files are not allowed or this one lies outside the folder, `invalid_arguments` when it cannot
    /// be read.
    pub async fn open(&self, path: &str) -> Result<Source, ApiError> {
        let resolved = self.resolve(path).await?;
        let failed = |error: io::Error| ApiError::invalid(format!("{path} cannot be read: {error}"));
        // Opening a pipe would wait for its writer, so the kind is looked at first.
        if !fs::metadata(&resolved).await.map_err(failed)?.is_file() {
            return Err(ApiError::invalid(format!("{path} is not a regular file")));
        }
        let file = File::open(&resolved).await.map_err(failed)?;
        let size = file.metadata().await.map_err(failed)?.len();
        Ok(Source { size, chunks: chunks(file, size), mime: None })
    }

    /// The file that a path means, without symlinks.
    async fn resolve(&self, path: &str) -> Result<PathBuf, ApiError> {
        let Self::Local { allowed, root } = self else {
            return Err(ApiError::new(
                Kind::Forbidden,
                "file_path names a file of the server's machine, which is not for remote callers",
            )
            .hint("give the bytes as content in base64"));
        };
        if !allowed {
            return Err(ApiError::new(Kind::Forbidden, "uploads by file_path are switched off").hint(
                "give the bytes as content in base64; the operator can allow files with --allow-file-path-upload and --upload-root",
            ));
        }
        let Some(configured) = root else {
            return Err(ApiError::new(
                Kind::Forbidden,
                "uploads by file_path are allowed, but no folder is set that files may come from",
            )
            .hint("the operator sets it with --upload-root or FORGEJO_MCP_UPLOAD_ROOT"));
        };
        let root = fs::canonicalize(configured).await.map_err(|error| {
            ApiError::new(Kind::Forbidden, format!("the upload folder cannot be used: {error}"))
                .hint("the operator sets it with --upload-root or FORGEJO_MCP_UPLOAD_ROOT")
        })?;
        let outside = || {
            ApiError::new(Kind::Forbidden, format!("{path} is outside the folder that files may come from"))
                .hint(format!("name a file below {}", configured.display()))
        };
        let asked = Path::new(path);
        let climbs = asked.components().any(|part| part == Component::ParentDir);
        let elsewhere = asked.has_root() && !asked.starts_with(configured) && !asked.starts_with(&root);
        if climbs || elsewhere {
            return Err(outside());
        }
        // An absolute path replaces the folder, a relative one is taken from it.
        let resolved = fs::canonicalize(root.join(asked))
            .await
            .map_err(|error| ApiError::invalid(format!("{path} cannot be read: {error}")))?;
        if resolved.starts_with(&root) { Ok(resolved) } else { Err(outside()) }
    }
}

/// The bytes of a file of a known size; one that changed meanwhile is an error, not a shorter upload.
fn chunks(file: File, size: u64) -> BoxStream<'static, io::Result<Bytes>> {
    let read = |(mut file, left): (tokio::io::Take<File>, u64)| async move {
        let mut chunk = BytesMut::with_capacity(CHUNK);
        let count = file.read_buf(&mut chunk).await? as u64;
        match (count, left) {
            (0, 0) => Ok(None),
            (0, _) => Err(io::Error::other("the file became shorter while it was sent")),
            _ => Ok(Some((chunk.freeze(), (file, left - count)))),
        }
    };
    stream::try_unfold((file.take(size), size), read).boxed()
}
