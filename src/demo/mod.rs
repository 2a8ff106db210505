//! The recorded forge behind `--demo`: answers a GET the way the recorded Forgejo 16 would have, without any network.
//!
//! It holds one repository, `harbor/lighthouse`, with its organisation and people, as `alice` saw them. Here a
//! request is routed on its decoded path; the sibling files know the single kinds of answers. It deliberately writes
//! nothing, keeps no state, checks no token, and invents no data: whatever was not recorded, and cannot be read off
//! what was, is a 404 that says so.

mod commits;
mod data;
mod files;
mod filter;
mod issues;
mod page;
mod people;
mod reply;
mod request;
mod rows;

use bytes::Bytes;
use data::Data;
use http::{HeaderValue, Method, Response, StatusCode, header};
use page::Listing;
use reply::Refusal;
use request::Ask;
use rows::at;
use serde_json::{Value, json};
use url::Url;

/// The repository that the demo holds, as Forgejo writes it in `full_name`.
const REPOSITORY: &str = "harbor/lighthouse";

/// A handle to the recorded forge; the data is unpacked once, by the first answer.
#[derive(Debug, Clone, Copy, Default)]
pub struct Demo;

impl Demo {
    #[must_use]
    pub const fn new() -> Self {
        Self
    }

    /// Answers like the recorded Forgejo: routes on the decoded path, and filters and pages the rows itself.
    /// Every method but GET and HEAD is refused with a 403.
    #[must_use]
    pub fn answer(&self, method: &Method, url: &Url) -> Response<Bytes> {
        if *method != Method::GET && *method != Method::HEAD {
            return reply::refuse(&Refusal::new(StatusCode::FORBIDDEN, "the demo forge is read-only"));
        }
        let ask = Ask::new(url);
        let mut response = route(Data::shared(), &ask)
            .unwrap_or_else(|refusal| reply::refuse(&refusal.unwrap_or_else(|| absent(url))));
        if *method == Method::HEAD {
            let length = response.body().len();
            response.headers_mut().insert(header::CONTENT_LENGTH, HeaderValue::from(length));
            *response.body_mut() = Bytes::new();
        }
        response
    }
}

/// What a route gives: an answer, a refusal of its own, or `None` when the demo holds nothing there.
type Answer = Result<Response<Bytes>, Option<Refusal>>;

fn absent(url: &Url) -> Refusal {
    let path = url.path();
    let message = format!("The demo holds only what was recorded of {REPOSITORY}: nothing at {path}");
    Refusal::new(StatusCode::NOT_FOUND, message)
}

fn route(data: &Data, ask: &Ask) -> Answer {
    let path: Vec<&str> = ask.path.iter().map(String::as_str).collect();
    match path.as_slice() {
        ["api", "v1", "repos", "search"] => people::search_repositories(data, ask),
        ["api", "v1", "repos", "issues", "search"] => {
            let rows = issues::search(data, ask)?;
            Ok(page::reply(Listing::plain("issueSearchIssues", rows), ask))
        }
        ["api", "v1", "repos", "harbor", "lighthouse", inside @ ..] => repository(data, ask, inside),
        ["api", "v1", "users", "search"] => Ok(page::reply(people::search_users(data, ask), ask)),
        ["api", "v1", "users", login] => people::user(data, ask, login),
        ["api", "v1", "orgs", "harbor", "teams", "search"] => {
            Ok(page::reply(people::search_teams(data, ask), ask))
        }
        ["api", "v1", "notifications", "new"] => {
            let unread = data.notifications().iter().filter(|row| *at(row, "/unread") == true).count();
            Ok(reply::json(StatusCode::OK, &json!({ "new": unread })))
        }
        ["api", "v1", "notifications", "threads", id] => item(&data.notifications(), id),
        _ => recorded(data, ask),
    }
}

/// Answers below `/repos/harbor/lighthouse`.
fn repository(data: &Data, ask: &Ask, inside: &[&str]) -> Answer {
    match inside {
        ["notifications"] => {
            let rows = filter::apply("notifyGetRepoList", data.notifications(), ask, data)?;
            Ok(page::reply(Listing::plain("notifyGetRepoList", rows), ask))
        }
        ["raw" | "media", file] => files::raw(data, ask, file),
        ["contents", ..] => {
            files::require_main(data, ask.value("ref"))?;
            recorded(data, ask)
        }
        ["git", "trees", tree] => files::tree(data, ask, tree),
        ["git", "blobs", sha] => files::blob(data, sha),
        ["git", "refs", prefix] => commits::refs(data, ask, prefix),
        ["git", "commits", name] if data.find(&ask.path).is_none() => commits::one(data, ask, name),
        ["commits"] => commits::list(data, ask),
        ["commits", name, "status"] => commits::combined_status(data, ask, name),
        ["commits", name, "statuses"] | ["statuses", name] => commits::statuses(data, ask, name),
        ["compare", ..] if data.find(&ask.path).is_none() => {
            Err(Some(files::only_main(inside.last().copied())))
        }
        ["actions", "runs", id] => item(&data.inside(&["actions", "runs"]), id),
        ["pulls", base, head] if data.find(&ask.path).is_none() => {
            let pulls = data.inside(&["pulls"]);
            let between = |row: &&Value| *at(row, "/base/ref") == *base && *at(row, "/head/ref") == *head;
            pulls.iter().find(between).map(|row| reply::json(StatusCode::OK, row)).ok_or(None)
        }
        _ => recorded(data, ask),
    }
}

/// Answers with the recorded line: its rows filtered and paged when it is a list, else as it came.
fn recorded(data: &Data, ask: &Ask) -> Answer {
    let line = data.find(&ask.path).ok_or(None)?;
    match Listing::recorded(line) {
        Some(mut listing) => {
            listing.rows = filter::apply(listing.operation, listing.rows, ask, data)?;
            Ok(page::reply(listing, ask))
        }
        None => Ok(reply::replay(line)),
    }
}

/// Answers with one row of a list, for the routes whose rows are the same as their single answers.
fn item(rows: &[Value], id: &str) -> Answer {
    let id: i64 = id.parse().map_err(|_| None)?;
    rows.iter().find(|row| *at(row, "/id") == id).map(|row| reply::json(StatusCode::OK, row)).ok_or(None)
}
