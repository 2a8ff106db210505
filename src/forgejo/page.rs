//! Pages of the forge's lists: what to ask for, what came, and whether more is there.

use http::HeaderMap;
use progenitor_client::{Error, ResponseValue};

use super::answer::Answer;
use super::caller::Forge;
use super::error::ApiError;

/// How Forgejo pages when nobody configured it otherwise.
const USUAL_CAP: u32 = 50;

/// What is asked for; the limit is within the instance's cap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ask {
    pub page: u32,
    pub limit: u32,
}

impl Ask {
    /// The index of the first row.
    #[must_use]
    pub fn offset(self) -> u64 {
        (u64::from(self.page).saturating_sub(1)) * u64::from(self.limit)
    }

    #[must_use]
    pub fn page_i64(self) -> i64 {
        i64::from(self.page)
    }

    #[must_use]
    pub fn limit_i64(self) -> i64 {
        i64::from(self.limit)
    }
}

/// What the forge's total of a list is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Total {
    /// It counts the rows that this caller can get.
    Exact,
    /// It counts rows that are not listed, too.
    AtMost,
    /// It counts something else.
    Ignored,
}

/// Where a page stands in its list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Paging {
    pub page: u32,
    pub limit: u32,
    pub has_more: bool,
    /// Only when the forge said it.
    pub total_count: Option<u64>,
}

impl Paging {
    /// Reads the headers of a list of `rows` rows.
    #[must_use]
    pub fn read(headers: &HeaderMap, ask: Ask, rows: usize, total: Total) -> Self {
        let said = said_total(headers).filter(|_| total != Total::Ignored);
        let exact = said.filter(|_| total == Total::Exact);
        // A page of a list with hidden rows may be short in the middle: its places count, not its rows.
        let taken = if total == Total::Exact { rows as u64 } else { u64::from(ask.limit) };
        let has_more = flag(headers, "x-hasmore")
            .or_else(|| has_next_link(headers).then_some(true))
            .or_else(|| said.map(|said| said > ask.offset() + taken && (rows > 0 || total == Total::AtMost)))
            .unwrap_or(rows as u64 >= u64::from(ask.limit));
        Self { page: ask.page, limit: ask.limit, has_more, total_count: exact }
    }

    /// Pages of a list that came in one piece.
    #[must_use]
    pub fn of_whole(ask: Ask, total: usize) -> Self {
        let total = total as u64;
        let has_more = total > ask.offset() + u64::from(ask.limit);
        Self { page: ask.page, limit: ask.limit, has_more, total_count: Some(total) }
    }
}

/// Turns the future of a generated list request into its rows; the forge says `null` for some empty lists.
pub trait ListAnswer<T> {
    /// Waits for one page of the list.
    fn page_of(
        self,
        forge: &Forge,
        ask: Ask,
        total: Total,
    ) -> impl Future<Output = Result<(Vec<T>, Paging), ApiError>> + Send;

    /// Waits for a list that comes whole.
    fn rows(self, forge: &Forge) -> impl Future<Output = Result<Vec<T>, ApiError>> + Send;
}

impl<T: Send, F> ListAnswer<T> for F
where
    F: Future<Output = Result<ResponseValue<Option<Vec<T>>>, Error<()>>> + Send,
{
    async fn page_of(self, forge: &Forge, ask: Ask, total: Total) -> Result<(Vec<T>, Paging), ApiError> {
        let answer = self.answer(forge).await?;
        let headers = answer.headers().clone();
        let rows = answer.into_inner().unwrap_or_default();
        if rows.len() as u64 > u64::from(ask.limit) {
            // Some versions ignore the page of some lists and give everything.
            return Ok(slice(rows, ask));
        }
        let paging = Paging::read(&headers, ask, rows.len(), total);
        Ok((rows, paging))
    }

    async fn rows(self, forge: &Forge) -> Result<Vec<T>, ApiError> {
        Ok(self.answer(forge).await?.into_inner().unwrap_or_default())
    }
}

/// The rows of one page of a list that the forge does not page.
#[must_use]
pub fn slice<T>(rows: Vec<T>, ask: Ask) -> (Vec<T>, Paging) {
    let paging = Paging::of_whole(ask, rows.len());
    let skip = usize::try_from(ask.offset()).unwrap_or(usize::MAX);
    (rows.into_iter().skip(skip).take(ask.limit as usize).collect(), paging)
}

impl Forge {
    /// The most rows that this instance gives on a page; asked once. Unknown, it is the usual number, and asked again.
    pub async fn page_cap(&self) -> u32 {
        let ask = async || {
            let settings = self.api()?.get_general_api_settings().send().answer(self).await?;
            let cap =
                settings.max_response_items.and_then(|cap| u32::try_from(cap).ok()).filter(|cap| *cap > 0);
            Ok::<u32, ApiError>(cap.unwrap_or(USUAL_CAP))
        };
        self.instance().page_cap_cell().get_or_try_init(ask).await.copied().unwrap_or(USUAL_CAP)
    }

    /// What to ask for: at least page 1, and no more rows than the instance gives.
    pub async fn ask(&self, page: Option<u32>, limit: Option<u32>, default_limit: u32) -> Ask {
        let cap = self.page_cap().await;
        Ask { page: page.unwrap_or(1).max(1), limit: limit.unwrap_or(default_limit).clamp(1, cap) }
    }

    /// The version of the instance, such as `16.0.0`; `None` when it does not say.
    pub async fn version(&self) -> Option<String> {
        let ask = async || {
            let said = self.api()?.get_version().send().answer(self).await?.into_inner();
            said.version.ok_or_else(|| ApiError::internal("no version"))
        };
        self.instance().version_cell().get_or_try_init(ask).await.ok().cloned()
    }

    /// Whether the instance says that it is older than a major version; not when it does not say.
    pub async fn is_older_than(&self, major: u32) -> bool {
        let own = self.version().await;
        // It looks like `15.0.3+gitea-1.22.0`.
        let own = own.as_deref().and_then(|version| version.split('.').next()?.parse::<u32>().ok());
        own.is_some_and(|own| own < major)
    }
}

/// The total that the forge says in a header, whatever it is worth.
#[must_use]
pub fn said_total(headers: &HeaderMap) -> Option<u64> {
    number(headers, "x-total-count")
}

fn number(headers: &HeaderMap, name: &str) -> Option<u64> {
    headers.get(name)?.to_str().ok()?.trim().parse().ok()
}

fn flag(headers: &HeaderMap, name: &str) -> Option<bool> {
    headers.get(name)?.to_str().ok()?.trim().parse().ok()
}

fn has_next_link(headers: &HeaderMap) -> bool {
    headers
        .get_all(http::header::LINK)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .any(|value| value.contains("rel=\"next\""))
}
