//! Attaching files: the three operations with a form, which the generated client does not have.
//!
//! The body is streamed with its length in front and never held whole. A forge that stops taking bytes is noticed by
//! the pause, not by how long the whole takes.

use std::future::pending;
use std::io;
use std::time::Duration;

use bytes::Bytes;
use futures::StreamExt;
use futures::stream::BoxStream;
use progenitor_client::{ClientHooks, ClientInfo, Error, OperationInfo, ResponseValue, encode_path};
use reqwest::Body;
use reqwest::multipart::{Form, Part};
use tokio::sync::watch;
use url::Url;

use super::answer::{self, Answer};
use super::api::types::{self, PathSegment};
use super::caller::Forge;
use super::error::ApiError;
use super::exchange;
use super::on_the_way::OnTheWay;
use super::operation::{Operation, operation};

/// The one field of the form that the forge reads a file from.
const FILE_FIELD: &str = "attachment";

/// A file to attach.
pub struct Upload {
    pub name: String,
    pub mime: String,
    pub size: u64,
    pub chunks: BoxStream<'static, io::Result<Bytes>>,
}

/// What a file is attached to, in a repository.
#[derive(Clone, Copy, Debug)]
pub enum Holder {
    /// The number of an issue or pull request.
    Issue(i64),
    /// The id of a comment.
    Comment(i64),
    /// The id of a release.
    Release(i64),
}

impl Holder {
    /// What an operation attaches to, by the number in its path.
    #[must_use]
    pub fn of(operation: &Operation, number: i64) -> Option<Self> {
        let all = [Self::Issue(number), Self::Comment(number), Self::Release(number)];
        all.into_iter().find(|holder| holder.operation().0 == operation.id)
    }

    /// The operation that attaches, the parameter that names the holder, and its value.
    fn operation(self) -> (&'static str, &'static str, i64) {
        match self {
            Self::Issue(index) => ("issueCreateIssueAttachment", "{index}", index),
            Self::Comment(id) => ("issueCreateIssueCommentAttachment", "{id}", id),
            Self::Release(id) => ("repoCreateReleaseAttachment", "{id}", id),
        }
    }
}

impl Forge {
    /// Attaches a file.
    ///
    /// # Errors
    /// `outcome_unknown` when the transfer broke off or no answer came, else what the forge answered.
    pub async fn attach_file(
        &self,
        owner: &str,
        repo: &str,
        to: Holder,
        file: Upload,
    ) -> Result<types::Attachment, ApiError> {
        let Upload { name, mime, size, chunks } = file;
        let (passing, passed) = watch::channel(());
        let chunks = chunks.inspect(move |_| {
            passing.send_replace(());
        });
        let part = Part::stream_with_length(Body::wrap_stream(chunks), size)
            .file_name(name.clone())
            .mime_str(&mime)
            .map_err(|_| ApiError::invalid(format!("{mime:?} is not a media type such as text/plain")))?;
        let form = Form::new().part(FILE_FIELD, part);
        let stalled = stall(passed, self.instance().settings().timeout);
        self.send_form(owner, repo, to, &name, form, stalled).await
    }

    /// Attaches a link to a file elsewhere; only releases take one.
    ///
    /// # Errors
    /// Whatever the forge answered.
    pub async fn attach_link(
        &self,
        owner: &str,
        repo: &str,
        release: i64,
        name: &str,
        url: &str,
    ) -> Result<types::Attachment, ApiError> {
        let form = Form::new().text("external_url", url.to_owned());
        self.send_form(owner, repo, Holder::Release(release), name, form, pending()).await
    }

    async fn send_form(
        &self,
        owner: &str,
        repo: &str,
        to: Holder,
        name: &str,
        form: Form,
        stalled: impl Future<Output = ()> + Send,
    ) -> Result<types::Attachment, ApiError> {
        let (id, parameter, number) = to.operation();
        let Some(described) = operation(id) else {
            return Err(ApiError::internal(format!("{id} is not in the operations table")));
        };
        let api = self.api()?;
        let client = self.instance().client()?;
        let sending = async {
            let path = described
                .path
                .replace("{owner}", &segment("owner", owner)?)
                .replace("{repo}", &segment("repo", repo)?)
                .replace(parameter, &number.to_string());
            let mut url = Url::parse(&format!("{}{path}", api.baseurl()))
                .map_err(|error| Error::InvalidRequest(error.to_string()))?;
            url.query_pairs_mut().append_pair("name", name);
            let mut request = client.post(url).multipart(form).build()?;
            api.pre(&mut request, &OperationInfo { operation_id: id }).await?;
            let response = tokio::select! {
                response = exchange::send(self.caller(), client, request, Some(described)) => response?,
                () = stalled => return Err(OnTheWay::refuse(answer::silent_write(&OnTheWay::now()))),
            };
            if response.status().is_success() {
                ResponseValue::<types::Attachment>::from_response(response).await
            } else {
                Err(Error::UnexpectedResponse(response))
            }
        };
        Ok(sending.answer(self).await?.into_inner())
    }
}

/// A name as it stands in a path, refused as the generated client refuses it.
#[expect(clippy::result_large_err, reason = "it is the error of the generated client")]
fn segment(name: &str, value: &str) -> Result<String, Error<()>> {
    PathSegment::try_from(value)
        .map(|value| encode_path(&value))
        .map_err(|_| Error::InvalidRequest(format!("conversion to `PathSegment` for {name} failed")))
}

/// Ends when nothing has passed for as long as the forge may take to answer.
async fn stall(mut passed: watch::Receiver<()>, pause: Duration) {
    while let Ok(Ok(())) = tokio::time::timeout(pause, passed.changed()).await {}
    // The whole body is sent, or the forge has stopped taking it.
    if passed.has_changed().is_err() {
        tokio::time::sleep(pause).await;
    }
}
