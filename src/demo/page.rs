//! Lists: where their rows are, how much of them one page shows, and the totals and links that go with it.
//!
//! Forgejo's lists differ in all of these; what each does was seen in the recordings and stands in the tables here.
//! Filtering is deliberately elsewhere: rows that arrive here are all counted.

use super::data::{Recorded, is_ours};
use super::reply;
use super::request::Ask;
use super::rows::{put, take_array};
use bytes::Bytes;
use http::{Response, StatusCode};
use serde_json::Value;
use url::form_urlencoded::Serializer;

const DEFAULT_LIMIT: usize = 30;
const GREATEST_LIMIT: usize = 50;

/// Lists that are never cut, whatever is asked for.
const WHOLE: [&str; 19] = [
    "ListActionRunJobs",
    "issueGetCommentReactions",
    "issueGetComments",
    "issueGetLabels",
    "issueListIssueAttachments",
    "issueListIssueCommentAttachments",
    "listLabelTemplates",
    "repoGetAssignees",
    "repoGetContents",
    "repoGetContentsList",
    "repoGetPullReviewComments",
    "repoGetReviewers",
    "repoListAllGitRefs",
    "repoListGitRefs",
    "repoListPinnedIssues",
    "repoListPinnedPullRequests",
    "repoListReleaseAttachments",
    "repoListTeams",
    "userListEmails",
];

/// Lists that are cut only when a page is asked for: a limit alone gives every row.
const CUT_WITH_PAGE: [&str; 21] = [
    "ListActionRuns",
    "ListActionTasks",
    "getRepoVariablesList",
    "issueGetCommentsAndTimeline",
    "issueGetMilestonesList",
    "issueGetRepoComments",
    "issueListLabels",
    "issueTrackedTimes",
    "orgListHooks",
    "orgListLabels",
    "repoListActionsSecrets",
    "repoListHooks",
    "repoListPullReviews",
    "repoListStargazers",
    "repoListStatuses",
    "repoListSubscribers",
    "repoTrackedTimes",
    "userCurrentListStarred",
    "userCurrentTrackedTimes",
    "userListFollowers",
    "userListFollowing",
];

/// Lists that send links to the other pages.
const LINKED: [&str; 14] = [
    "issueListIssues",
    "issueSearchIssues",
    "orgListRepos",
    "repoGetAllCommits",
    "repoGetPullRequestCommits",
    "repoGetPullRequestFiles",
    "repoListBranches",
    "repoListPullRequests",
    "repoListReleases",
    "repoListStatuses",
    "repoListTags",
    "repoSearch",
    "userCurrentListRepos",
    "userSearch",
];

/// The keys under which some lists wrap their rows.
const WRAPPERS: [(&str, &str); 4] = [
    ("ListActionRuns", "workflow_runs"),
    ("ListActionTasks", "workflow_runs"),
    ("repoListTopics", "topics"),
    ("topicSearch", "topics"),
];

/// The rows of a list, and what is sent along with them.
#[derive(Debug)]
pub(super) struct Listing<'a> {
    pub(super) operation: &'a str,
    pub(super) rows: Vec<Value>,
    /// The object around the rows and the key that they have in it.
    pub(super) wrapper: Option<(Value, &'a str)>,
    /// Whether `X-Total-Count` is sent.
    pub(super) total: bool,
    /// Whether `X-Page`, `X-PerPage`, `X-PageCount` and `X-HasMore` are sent.
    pub(super) pager: bool,
}

impl<'a> Listing<'a> {
    /// A bare list with a total.
    pub(super) fn plain(operation: &'a str, rows: Vec<Value>) -> Self {
        Self { operation, rows, wrapper: None, total: true, pager: false }
    }

    /// A recorded list with the rows that the demo can answer for; `None` when the line is no list.
    pub(super) fn recorded(line: &'a Recorded) -> Option<Self> {
        let operation = line.operation.as_deref().unwrap_or_default();
        let total = line.headers.contains_key("x-total-count");
        let pager = line.headers.contains_key("x-hasmore");
        let key = WRAPPERS.iter().find(|(wrapping, _)| *wrapping == operation).map(|(_, key)| *key);
        let mut body = line.json();
        let rows = match key {
            Some(key) => take_array(&mut body, key),
            None => body.as_array_mut().map(std::mem::take),
        };
        let mut rows = rows?;
        if operation != "listForks" {
            rows.retain(is_ours);
        }
        Some(Self { operation, rows, wrapper: key.map(|key| (body, key)), total, pager })
    }
}

/// Which rows one page shows.
#[derive(Debug, Clone, Copy)]
pub(super) struct Window {
    pub(super) page: usize,
    pub(super) limit: usize,
}

impl Window {
    pub(super) fn new(ask: &Ask, limit: &str, default: usize, greatest: usize) -> Self {
        let limit = ask.count(limit).map_or(default, |limit| limit.min(greatest));
        Self { page: ask.count("page").unwrap_or(1), limit }
    }

    /// The usual window: 30 rows by default, at most 50.
    pub(super) fn usual(ask: &Ask) -> Self {
        Self::new(ask, "limit", DEFAULT_LIMIT, GREATEST_LIMIT)
    }

    pub(super) fn cut(self, rows: Vec<Value>) -> Vec<Value> {
        rows.into_iter()
            .skip(self.page.saturating_sub(1).saturating_mul(self.limit))
            .take(self.limit)
            .collect()
    }

    fn pages(self, total: usize) -> usize {
        total.div_ceil(self.limit)
    }
}

/// Answers with one page of a list.
pub(super) fn reply(listing: Listing, ask: &Ask) -> Response<Bytes> {
    let Listing { operation, rows, wrapper, total: with_total, pager } = listing;
    let total = rows.len();
    let window = window(operation, ask);
    let rows = if is_cut(operation, ask) { window.cut(rows) } else { rows };
    let shown = rows.len();
    let rows =
        if operation == "issueGetCommentsAndTimeline" && shown == 0 { Value::Null } else { rows.into() };
    let body = match wrapper {
        Some((mut body, key)) => {
            if let Some(count) = body.get_mut("total_count") {
                *count = total.into();
            }
            put(&mut body, key, rows);
            body
        }
        None => rows,
    };
    let mut response = reply::json(StatusCode::OK, &body);
    if with_total {
        let counted = if operation == "issueGetCommentsAndTimeline" { shown } else { total };
        reply::set(&mut response, "x-total-count", &counted.to_string());
    }
    if pager {
        let pages = window.pages(total);
        reply::set(&mut response, "x-page", &window.page.to_string());
        reply::set(&mut response, "x-perpage", &window.limit.to_string());
        reply::set(&mut response, "x-pagecount", &pages.to_string());
        reply::set(&mut response, "x-hasmore", if window.page < pages { "true" } else { "false" });
    }
    if operation == "repoGetAllCommits" {
        reply::set(&mut response, "x-total", &total.to_string());
    }
    if LINKED.contains(&operation) {
        let links = links(ask, window, total);
        if !links.is_empty() {
            reply::set(&mut response, "link", &links);
        }
    }
    response
}

fn window(operation: &str, ask: &Ask) -> Window {
    let usual = Window::usual(ask);
    match operation {
        "issueSearchIssues" => Window::new(ask, "limit", 20, GREATEST_LIMIT),
        // These two take a limit of one for none.
        "repoGetWikiPages" | "issueListBlocks" if usual.limit == 1 => {
            Window { limit: DEFAULT_LIMIT, ..usual }
        }
        _ => usual,
    }
}

fn is_cut(operation: &str, ask: &Ask) -> bool {
    if WHOLE.contains(&operation) {
        return false;
    }
    !CUT_WITH_PAGE.contains(&operation) || ask.count("page").is_some()
}

/// The links to the other pages, on the origin that was asked and with its parameters in order.
fn links(ask: &Ask, window: Window, total: usize) -> String {
    let pages = window.pages(total);
    let page = window.page.min(pages.max(1));
    let (before, after) = (page > 1, page < pages);
    let wanted = [
        (after, page + 1, "next"),
        (after, pages, "last"),
        (before, 1, "first"),
        (before, page.max(2) - 1, "prev"),
    ];
    let links = wanted.iter().filter(|(there, ..)| *there);
    let links = links.map(|(_, page, name)| format!("<{}>; rel=\"{name}\"", link(ask, *page)));
    links.collect::<Vec<_>>().join(",")
}

fn link(ask: &Ask, page: usize) -> String {
    let mut query: Vec<(String, String)> =
        ask.url.query_pairs().into_owned().filter(|(name, _)| name != "page").collect();
    query.push(("page".to_owned(), page.to_string()));
    query.sort_by(|a, b| a.0.cmp(&b.0));
    let query = Serializer::new(String::new()).extend_pairs(query).finish();
    format!("{}{}?{query}", ask.url.origin().ascii_serialization(), ask.url.path())
}
