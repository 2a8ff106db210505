//! Pages of a repository's wiki.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use bytes::Bytes;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::args::not_blank;
use super::args::{PageArgs, RepoRef};
use super::{Access, Call, Domain, Tool, ToolEntry};
use crate::fetch::text::{LineRange, lines};
use crate::fetch::wiki::{self, Found};
use crate::forgejo::api::types;
use crate::forgejo::page::{Ask, Paging, Total, said_total};
use crate::forgejo::{Answer, ApiError, Forge, Kind};
use crate::reply::{Page, Raw, Record};
use crate::views::{self, Done};

pub(super) const TOOLS: &[ToolEntry] = &[
    ToolEntry::of::<ListWikiPages>(),
    ToolEntry::of::<GetWikiPage>(),
    ToolEntry::of::<GetWikiRevisions>(),
    ToolEntry::of::<CreateWikiPage>(),
    ToolEntry::of::<UpdateWikiPage>(),
    ToolEntry::of::<DeleteWikiPage>(),
];

/// Lists the pages of a wiki.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct ListWikiPages {
    #[serde(flatten)]
    repo: RepoRef,
    #[serde(flatten)]
    page: PageArgs,
}

/// The forge counts every file of the wiki, pages or not.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct AtMost {
    #[serde(skip_serializing_if = "Option::is_none")]
    total_at_most: Option<u64>,
}

impl Tool for ListWikiPages {
    const NAME: &str = "list_wiki_pages";
    const TITLE: &str = "List wiki pages";
    const DOMAIN: Domain = Domain::Wiki;
    const ACCESS: Access = Access::Read;
    const OPERATIONS: &[&str] = &["repoGetWikiPages"];
    type Output = Page<views::WikiPage, AtMost>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        let ask = self.page.ask(&call.forge, 30).await;
        // To the forge a limit of 1 is none, so one row is taken from a page of two.
        let sent = if ask.limit == 1 { Ask { page: ask.page.div_ceil(2), limit: 2 } } else { ask };
        let request = call.forge.api()?.repo_get_wiki_pages().owner(&self.repo.owner).repo(&self.repo.repo);
        let request = request.page(sent.page_i64()).limit(sent.limit_i64());
        let answer = match request.send().answer(&call.forge).await {
            Err(error) if wiki::is_empty_wiki(&error) => {
                let paging = Paging { page: ask.page, limit: ask.limit, has_more: false, total_count: None };
                return Ok(Page::with(Vec::new(), paging, AtMost { total_at_most: None }));
            }
            answer => answer.map_err(wiki::explain)?,
        };
        let total = said_total(answer.headers());
        let headers = answer.headers().clone();
        let mut rows = answer.into_inner().unwrap_or_default();
        let mut paging = Paging::read(&headers, ask, rows.len(), Total::AtMost);
        if ask.limit == 1 {
            let second = ask.page % 2 == 0;
            paging.has_more = total.map_or(rows.len() > 1 && !second, |total| total > u64::from(ask.page));
            rows = rows.into_iter().skip(usize::from(second)).take(1).collect();
        }
        Ok(Page::with(rows.into_iter().map(Into::into).collect(), paging, AtMost { total_at_most: total }))
    }
}

/// Gets a wiki page as markdown. The second block names its last commit.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct GetWikiPage {
    #[serde(flatten)]
    repo: RepoRef,
    /// Title or sub_url
    #[schemars(extend("x-aliases" = ["title", "page", "sub_url"]))]
    page_name: String,
    /// First line
    #[schemars(range(min = 1))]
    start_line: Option<u32>,
    /// Last line
    #[schemars(range(min = 1))]
    end_line: Option<u32>,
}

impl Tool for GetWikiPage {
    const NAME: &str = "get_wiki_page";
    const TITLE: &str = "Get wiki page";
    const DOMAIN: Domain = Domain::Wiki;
    const ACCESS: Access = Access::Read;
    const OPERATIONS: &[&str] = &["repoGetWikiPage", "repoGetWikiPages"];
    type Output = Raw;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        let range = LineRange::new(self.start_line, self.end_line)?;
        let found = wiki::find(&call.forge, self.repo.at(), &self.page_name).await?;
        let content = Bytes::from(found.content()?);
        let mut note = Map::new();
        note.insert("title".to_owned(), Value::from(found.title()));
        note.insert("sub_url".to_owned(), json!(found.page.sub_url));
        note.insert("last_commit".to_owned(), json!(found.last_commit()));
        let stream = futures::stream::iter([Ok(content)]);
        if let Some(sink) = &call.sink {
            let size = sink.save(stream).await?;
            return Ok(Raw::saved(sink.path(), size));
        }
        lines(stream, range, call.bound.text).await?.into_text(range, note).map(Raw::Text)
    }
}

/// Lists the commits that changed a wiki page under its present name.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct GetWikiRevisions {
    #[serde(flatten)]
    repo: RepoRef,
    /// Title or sub_url
    #[schemars(extend("x-aliases" = ["title", "sub_url"]))]
    page_name: String,
    #[serde(flatten)]
    page: PageArgs,
}

/// How many revisions the forge gives on a page; it takes no limit.
const REVISIONS: u32 = 50;

impl Tool for GetWikiRevisions {
    const NAME: &str = "get_wiki_revisions";
    const TITLE: &str = "List page revisions";
    const DOMAIN: Domain = Domain::Wiki;
    const ACCESS: Access = Access::Read;
    const OPERATIONS: &[&str] = &["repoGetWikiPageRevisions", "repoGetWikiPage", "repoGetWikiPages"];
    type Output = Page<views::WikiRevision>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        let forge = &call.forge;
        let ask = self.page.ask(forge, 30).await;
        let found = wiki::find(forge, self.repo.at(), &self.page_name).await?;
        let first_page = ask.offset() / u64::from(REVISIONS) + 1;
        let last_page = (ask.offset() + u64::from(ask.limit)).div_ceil(u64::from(REVISIONS));
        let mut commits = Vec::new();
        let mut total = None;
        for page in first_page..=last_page {
            let request = forge.api()?.repo_get_wiki_page_revisions().owner(&self.repo.owner);
            let request = request.repo(&self.repo.repo).page_name(&found.name);
            let page = i64::try_from(page).unwrap_or(i64::MAX);
            let list = request.page(page).send().answer(forge).await.map_err(wiki::explain)?.into_inner();
            total = list.count.and_then(|count| u64::try_from(count).ok()).or(total);
            let came = list.commits.unwrap_or_default();
            let last = came.len() < REVISIONS as usize;
            commits.extend(came);
            if last {
                break;
            }
        }
        let skip = ask.offset() - (first_page - 1) * u64::from(REVISIONS);
        let left = commits.len().saturating_sub(usize::try_from(skip).unwrap_or(usize::MAX));
        let end = ask.offset() + u64::from(ask.limit);
        let has_more = total.map_or(left > ask.limit as usize, |total| total > end);
        let rows: Vec<views::WikiRevision> = commits
            .into_iter()
            .skip(usize::try_from(skip).unwrap_or(usize::MAX))
            .take(ask.limit as usize)
            .map(Into::into)
            .collect();
        Ok(Page::new(rows, Paging { page: ask.page, limit: ask.limit, has_more, total_count: total }))
    }
}

/// Creates a wiki page.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct CreateWikiPage {
    #[serde(flatten)]
    repo: RepoRef,
    title: String,
    /// Markdown
    content: String,
    /// Of the commit
    message: Option<String>,
}

impl Tool for CreateWikiPage {
    const NAME: &str = "create_wiki_page";
    const TITLE: &str = "Create wiki page";
    const DOMAIN: Domain = Domain::Wiki;
    const ACCESS: Access = Access::Create;
    const OPERATIONS: &[&str] = &["repoCreateWikiPage", "repoGetWikiPage"];
    type Output = Record<views::WikiPage>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        let forge = &call.forge;
        let title = not_blank("title", self.title)?.trim().to_owned();
        // Some versions overwrite a page of the same title.
        if wiki::exists(forge, self.repo.at(), &title).await? {
            return Err(taken(&title));
        }
        let body = page_options(title.clone(), self.content.as_bytes(), self.message);
        let request = forge.api()?.repo_create_wiki_page().owner(&self.repo.owner).repo(&self.repo.repo);
        let made = request.body(body).send().answer(forge).await.map_err(|error| {
            let exists = error.said().is_some_and(|said| said.contains("already exists"));
            if exists { taken(&title) } else { wiki::explain(error) }
        })?;
        Ok(Record::new(made.into_inner().into()))
    }
}

fn taken(title: &str) -> ApiError {
    ApiError::new(Kind::Conflict, format!("there is a page {title:?} already; nothing was changed"))
        .hint("update_wiki_page changes a page")
}

fn page_options(title: String, content: &[u8], message: Option<String>) -> types::CreateWikiPageOptions {
    types::CreateWikiPageOptions {
        title: Some(title),
        content_base64: Some(BASE64_STANDARD.encode(content)),
        message: message.filter(|message| !message.trim().is_empty()),
    }
}

/// Changes or renames a wiki page; what is not named stays.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct UpdateWikiPage {
    #[serde(flatten)]
    repo: RepoRef,
    /// Title or sub_url
    #[schemars(extend("x-aliases" = ["sub_url"]))]
    page_name: String,
    /// Markdown, the whole page
    #[schemars(extend("x-empty" = true))]
    content: Option<String>,
    /// New title
    #[schemars(extend("x-aliases" = ["new_title"]))]
    title: Option<String>,
    /// Of the commit
    message: Option<String>,
    /// Refuse if the page has changed since
    #[schemars(extend("x-aliases" = ["sha"]))]
    last_commit: Option<String>,
}

impl Tool for UpdateWikiPage {
    const NAME: &str = "update_wiki_page";
    const TITLE: &str = "Update wiki page";
    const DOMAIN: Domain = Domain::Wiki;
    const ACCESS: Access = Access::Change;
    const OPERATIONS: &[&str] = &["repoEditWikiPage", "repoGetWikiPage", "repoGetWikiPages"];
    type Output = Record<views::WikiPage>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        let forge = &call.forge;
        let new_title = self.title.as_deref().map(str::trim).filter(|title| !title.is_empty());
        if self.content.is_none() && new_title.is_none() {
            return Err(ApiError::invalid("nothing to change was named").hint("give content, title, or both"));
        }
        // The forge makes a page that is missing, empties one that is only renamed, and renames one whose title is
        // not sent: so the page is read, and both are sent again.
        let found = wiki::find(forge, self.repo.at(), &self.page_name).await?;
        self.refuse_if_changed(&found)?;
        let title = new_title.unwrap_or_else(|| found.title()).to_owned();
        if title != found.title() && wiki::exists(forge, self.repo.at(), &title).await? {
            return Err(taken(&title));
        }
        let body = match &self.content {
            Some(content) => page_options(title.clone(), content.as_bytes(), self.message),
            None => page_options(title.clone(), &found.content()?, self.message),
        };
        let edited = edit(forge, &self.repo, &found.name, body).await?;
        let other = edited.title.as_deref().filter(|now| *now != title);
        let warning = other.map(|now| format!("the forge calls the page {now:?} now"));
        Ok(Record::new(views::WikiPage::from(edited)).warn(warning))
    }
}

impl UpdateWikiPage {
    /// The last writer wins with the forge, so what the caller has read is compared here.
    fn refuse_if_changed(&self, found: &Found) -> Result<(), ApiError> {
        let Some(read) = self.last_commit.as_deref().map(str::trim).filter(|sha| !sha.is_empty()) else {
            return Ok(());
        };
        match found.last_commit() {
            Some(now) if !now.starts_with(read) => Err(ApiError::new(
                Kind::Conflict,
                format!("{:?} has changed since {read}: its last commit is {now}", found.title()),
            )
            .hint("read it again with get_wiki_page and try with the new last_commit")),
            _ => Ok(()),
        }
    }
}

async fn edit(
    forge: &Forge,
    repo: &RepoRef,
    name: &str,
    body: types::CreateWikiPageOptions,
) -> Result<types::WikiPage, ApiError> {
    let request = forge.api()?.repo_edit_wiki_page().owner(&repo.owner).repo(&repo.repo).page_name(name);
    Ok(request.body(body).send().answer(forge).await.map_err(wiki::explain)?.into_inner())
}

/// Deletes a wiki page.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct DeleteWikiPage {
    #[serde(flatten)]
    repo: RepoRef,
    /// Title or sub_url
    #[schemars(extend("x-aliases" = ["title", "sub_url"]))]
    page_name: String,
}

impl Tool for DeleteWikiPage {
    const NAME: &str = "delete_wiki_page";
    const TITLE: &str = "Delete wiki page";
    const DOMAIN: Domain = Domain::Wiki;
    const ACCESS: Access = Access::Destroy;
    const OPERATIONS: &[&str] = &["repoDeleteWikiPage", "repoGetWikiPage", "repoGetWikiPages"];
    type Output = Record<Done>;

    fn target(&self) -> Option<String> {
        Some(self.page_name.clone())
    }

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        let forge = &call.forge;
        let found = wiki::find(forge, self.repo.at(), &self.page_name).await?;
        let request = forge.api()?.repo_delete_wiki_page().owner(&self.repo.owner).repo(&self.repo.repo);
        request.page_name(&found.name).send().answer(forge).await.map_err(wiki::explain)?;
        let last = found.last_commit().unwrap_or_default();
        let done = format!(
            "wiki page {:?} of {} is deleted; it was last changed by {last}",
            found.title(),
            self.repo
        );
        Ok(Record::new(Done::new(done)))
    }
}
