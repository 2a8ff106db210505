//! Attached files, which the forge serves on its web side and the API description does not know.
//!
//! The address is made from the file's own id below the configured URL, so that the token goes nowhere else, also
//! where the forge names itself differently. Links to other places are told, never followed.

use futures::stream::BoxStream;
use futures::{StreamExt, TryStreamExt};
use http::HeaderMap;
use reqwest::{Method, Request};
use url::Url;

use super::api::types;
use super::caller::Forge;
use super::error::{ApiError, Kind};
use super::on_the_way::OnTheWay;
use super::{answer, exchange};

/// A file on its way.
pub struct Download {
    pub headers: HeaderMap,
    pub chunks: BoxStream<'static, Result<bytes::Bytes, ApiError>>,
}

impl Forge {
    /// Where this instance serves an attached file; `None` when the file lies elsewhere.
    ///
    /// # Errors
    /// `unavailable` when no URL is configured.
    pub fn attachment_url(&self, file: &types::Attachment) -> Result<Option<Url>, ApiError> {
        let base = self.instance().base()?;
        if file.type_.as_deref() == Some("external") {
            return Ok(None);
        }
        if let Some(uuid) = file.uuid.as_deref().filter(|uuid| is_uuid(uuid)) {
            return Ok(Url::parse(&format!("{base}/attachments/{uuid}")).ok());
        }
        let named = file.browser_download_url.as_deref().and_then(|url| Url::parse(url).ok());
        let below = |url: &Url| url.as_str().strip_prefix(base).is_some_and(|rest| rest.starts_with('/'));
        Ok(named.filter(|url| self.instance().is_own_origin(url) && below(url)))
    }

    /// Opens a file on the web side of the instance.
    ///
    /// # Errors
    /// `not_found` when it is missing or hidden, and whatever else the forge answers.
    pub async fn download(&self, url: Url) -> Result<Download, ApiError> {
        let client = self.instance().client()?;
        let mut request = Request::new(Method::GET, url);
        let sending = async {
            self.caller().prepare_download(&mut request).await?;
            Ok::<_, ApiError>(exchange::send(self.caller(), client, request, None).await)
        };
        let (sent, way) = OnTheWay::of(sending).await;
        let response = sent?.map_err(|error| answer::no_answer(self, &way, &error))?;
        if !response.status().is_success() {
            return Err(answer::from_response(self, &way, response).await);
        }
        if response.url().path().ends_with("/user/login") {
            // The web side shows its login page where the API would answer 401.
            return Err(ApiError::new(Kind::Unauthorized, "the forge wants a login for this file")
                .hint("check that the token may read the repository"));
        }
        let headers = response.headers().clone();
        let forge = self.clone();
        let chunks = response.bytes_stream();
        let chunks = chunks.map_err(move |error| answer::broken_body(&forge, &way, &error)).boxed();
        Ok(Download { headers, chunks })
    }
}

fn is_uuid(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_hexdigit() || byte == b'-')
}
