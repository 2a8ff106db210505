//! Where a result goes that must not pass through memory or JSON: a file of the command line's choice.

use std::path::{Path, PathBuf};
use std::sync::Mutex;

use bytes::Bytes;
use futures::{Stream, StreamExt};
use tokio::io::AsyncWriteExt;

use crate::forgejo::ApiError;

/// A file that takes the raw bytes of one call.
#[derive(Debug)]
pub struct Sink {
    path: PathBuf,
    written: Mutex<Option<u64>>,
}

impl Sink {
    #[must_use]
    pub fn new(path: PathBuf) -> Self {
        Self { path, written: Mutex::new(None) }
    }

    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// How many bytes a call wrote; `None` when none did.
    #[must_use]
    pub fn written(&self) -> Option<u64> {
        *self.written.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    /// Writes a stream to the file, beside it first, so that a broken transfer leaves nothing half.
    ///
    /// # Errors
    /// `internal` when the file cannot be written, else the stream's own error.
    pub async fn save<S>(&self, mut chunks: S) -> Result<u64, ApiError>
    where
        S: Stream<Item = Result<Bytes, ApiError>> + Unpin + Send,
    {
        let failed = |error: std::io::Error| {
            ApiError::internal(format!("{} cannot be written: {error}", self.path.display()))
        };
        // Devices and pipes are written to as they are; replacing one by a file would destroy it.
        let is_special = tokio::fs::metadata(&self.path).await.is_ok_and(|found| !found.is_file());
        let mut name = self.path.file_name().unwrap_or_default().to_owned();
        name.push(".part");
        let part = if is_special { self.path.clone() } else { self.path.with_file_name(name) };
        let mut options = tokio::fs::OpenOptions::new();
        let options = options.write(true).create(!is_special).truncate(!is_special);
        let mut file = options.open(&part).await.map_err(failed)?;
        let mut size = 0;
        let copied: Result<(), ApiError> = async {
            while let Some(chunk) = chunks.next().await {
                let chunk = chunk?;
                size += chunk.len() as u64;
                file.write_all(&chunk).await.map_err(failed)?;
            }
            file.flush().await.map_err(failed)
        }
        .await;
        drop(file);
        if let Err(error) = copied {
            if is_special {
                return Err(error);
            }
            // The original error matters more than a left-over file.
            let _ = tokio::fs::remove_file(&part).await;
            return Err(error);
        }
        if !is_special {
            tokio::fs::rename(&part, &self.path).await.map_err(failed)?;
        }
        *self.written.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = Some(size);
        Ok(size)
    }
}
