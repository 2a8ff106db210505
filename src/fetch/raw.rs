//! The raw bytes of a file at a ref, with what the forge says of them beside.

use bytes::Bytes;
use futures::{Stream, StreamExt, TryStreamExt};
use http::HeaderMap;
use http::header::{CONTENT_LENGTH, CONTENT_TYPE, ETAG};
use progenitor_client::ResponseValue;

use super::At;
use crate::forgejo::api::{ByteStream, types};
use crate::forgejo::download::Download;
use crate::forgejo::{Answer, ApiError, Forge, Kind, Maybe};

/// A stream of an answer's bytes.
pub type Chunks = std::pin::Pin<Box<dyn Stream<Item = Result<Bytes, ApiError>> + Send>>;

/// A file whose bytes are on their way.
pub struct RawFile {
    pub chunks: Chunks,
    /// The blob.
    pub sha: Option<String>,
    pub size: Option<u64>,
    pub content_type: String,
    pub is_symlink: bool,
}

/// What stands at a path.
pub enum AtPath {
    File(RawFile),
    Folder,
    /// A submodule, with the repository and commit that it points to.
    Submodule {
        url: Option<String>,
        sha: Option<String>,
    },
}

/// Opens a file.
///
/// # Errors
/// `not_found` when nothing stands at the path or the ref does not exist.
pub async fn open(
    forge: &Forge,
    at: At<'_>,
    path: &str,
    reference: Option<&str>,
) -> Result<AtPath, ApiError> {
    let api = forge.api()?;
    let request = api
        .repo_get_raw_file()
        .owner(at.owner)
        .repo(at.repo)
        .filepath(path)
        .maybe(reference, |request, name| request.ref_(name));
    match request.send().answer(forge).await {
        Ok(answer) => Ok(AtPath::File(RawFile::of(forge, answer))),
        // Folders and submodules have no blob; the forge says so with an internal name.
        Err(error) if error.kind() == Kind::NotFound => what_else(forge, at, path, reference, error).await,
        Err(error) => Err(error),
    }
}

impl RawFile {
    fn of(forge: &Forge, answer: ResponseValue<ByteStream>) -> Self {
        let headers = answer.headers();
        let sha = header(headers, ETAG.as_str()).map(|tag| tag.trim_matches('"').to_owned());
        let is_symlink = header(headers, "x-forgejo-object-type").as_deref() == Some("symlink");
        let headers = headers.clone();
        Self { sha, is_symlink, ..Self::plain(&headers, chunks(forge, answer)) }
    }

    fn plain(headers: &HeaderMap, chunks: Chunks) -> Self {
        Self {
            chunks,
            sha: None,
            size: size_of(headers),
            content_type: header(headers, CONTENT_TYPE.as_str()).unwrap_or_default(),
            is_symlink: false,
        }
    }

    /// Whether the file is text: by what the forge makes of it, and by its first bytes.
    ///
    /// # Errors
    /// Whatever the transfer came to.
    pub async fn is_text(&mut self) -> Result<bool, ApiError> {
        let kind = self.content_type.as_str();
        let textual = kind.starts_with("text/")
            || kind.starts_with("image/svg")
            || kind.contains("json")
            || kind.contains("xml")
            || kind.is_empty();
        if !textual && !kind.starts_with("application/octet-stream") {
            return Ok(false);
        }
        let first = match self.chunks.next().await {
            Some(first) => first?,
            None => return Ok(true),
        };
        let binary = first.contains(&0)
            || (!textual && std::str::from_utf8(&first).is_err_and(|error| error.error_len().is_some()));
        let rest = std::mem::replace(&mut self.chunks, futures::stream::empty().boxed());
        self.chunks = futures::stream::iter([Ok(first)]).chain(rest).boxed();
        Ok(!binary)
    }

    /// The character set that the forge found, when it is not UTF-8.
    #[must_use]
    pub fn charset(&self) -> Option<&'static encoding_rs::Encoding> {
        let name = self.content_type.split_once("charset=")?.1.trim_matches(['"', ' ']);
        encoding_rs::Encoding::for_label(name.as_bytes()).filter(|found| *found != encoding_rs::UTF_8)
    }

    /// The type without its parameters.
    #[must_use]
    pub fn mime(&self) -> String {
        match self.content_type.split(';').next().unwrap_or_default().trim() {
            "" => "application/octet-stream".to_owned(),
            mime => mime.to_owned(),
        }
    }

    /// All bytes, unless they are more than `bound`.
    ///
    /// # Errors
    /// Whatever the transfer came to.
    pub async fn bytes(&mut self, bound: usize) -> Result<Option<Bytes>, ApiError> {
        let mut bytes = Vec::new();
        let mut fits = self.size.is_none_or(|size| size <= bound as u64);
        while fits && let Some(chunk) = self.chunks.next().await {
            bytes.extend_from_slice(&chunk?);
            fits = bytes.len() <= bound;
        }
        Ok(fits.then(|| bytes.into()))
    }
}

/// Opens an attached file, which the forge serves on its web side.
///
/// # Errors
/// Whatever the request came to.
pub async fn download(forge: &Forge, url: url::Url) -> Result<RawFile, ApiError> {
    let Download { headers, chunks } = forge.download(url).await?;
    let chunks = forge.progress().watch(chunks, size_of(&headers)).boxed();
    Ok(RawFile::plain(&headers, chunks))
}

/// The bytes of an answer, with our errors; who waits hears how far they are.
#[must_use]
pub fn chunks(forge: &Forge, answer: ResponseValue<ByteStream>) -> Chunks {
    let size = size_of(answer.headers());
    let stream = answer.into_inner_stream().map_err(|error| {
        ApiError::new(Kind::Unavailable, format!("the transfer broke off: {error}")).hint("try again")
    });
    forge.progress().watch(stream, size).boxed()
}

fn size_of(headers: &HeaderMap) -> Option<u64> {
    header(headers, CONTENT_LENGTH.as_str()).and_then(|length| length.parse().ok())
}

async fn what_else(
    forge: &Forge,
    at: At<'_>,
    path: &str,
    reference: Option<&str>,
    missing: ApiError,
) -> Result<AtPath, ApiError> {
    let api = forge.api()?;
    let request = api
        .repo_get_contents()
        .owner(at.owner)
        .repo(at.repo)
        .filepath(path)
        .maybe(reference, |request, name| request.ref_(name));
    let Ok(found) = request.send().answer(forge).await else {
        return Err(missing);
    };
    let found = found.into_inner();
    if let Some(rows) = found.as_array() {
        // In an empty repository every path is an empty folder.
        return if rows.is_empty() {
            Err(missing.explain("not found: the repository is empty, or nothing stands at this path"))
        } else {
            Ok(AtPath::Folder)
        };
    }
    let entry: types::ContentsResponse = serde_json::from_value(found).unwrap_or_default();
    match entry.type_.as_deref() {
        Some("submodule") => Ok(AtPath::Submodule { url: entry.submodule_git_url, sha: entry.sha }),
        Some("dir") => Ok(AtPath::Folder),
        _ => Err(missing),
    }
}

fn header(headers: &HeaderMap, name: &str) -> Option<String> {
    headers.get(name)?.to_str().ok().map(str::to_owned)
}
