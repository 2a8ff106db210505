//! Commits, their statuses and refs. The history of a branch is read off the recorded parents, from its head on.
//! Deliberately not here: diffs and comparisons, which are answered as recorded.

use super::data::{Data, Recorded};
use super::filter;
use super::page::{self, Listing, Window};
use super::request::{self, Ask};
use super::rows::{at, entries, put, seconds, take_array, text};
use super::{Answer, files, reply};
use http::StatusCode;
use serde_json::{Value, json};
use std::collections::{BTreeSet, HashMap};

/// The states of a commit status, the worst first.
const WORST_FIRST: [&str; 5] = ["error", "failure", "warning", "pending", "success"];

/// The commits of main, or of a branch whose head was recorded; newest first.
pub(super) fn list(data: &Data, ask: &Ask) -> Answer {
    let name = ask.value("sha").unwrap_or("main");
    let heads = heads(data);
    let start = match heads.iter().find(|(branch, head)| branch_name(name) == branch || name == *head) {
        Some((_, head)) => head.clone(),
        None if files::is_main(data, name) => files::head(data),
        None => return Err(Some(files::only_main(Some(name)))),
    };
    let known = known(data);
    let mut rows = history(&known, &start);
    if let Some(excluded) = ask.value("not").and_then(|name| resolve(data, name)) {
        let excluded = history(&known, &excluded);
        rows.retain(|row| !excluded.iter().any(|other| *at(other, "/sha") == *at(row, "/sha")));
    }
    let (since, until) = (ask.moment("since")?, ask.moment("until")?);
    let committed = |row: &Value| seconds(row, "/commit/committer/date").unwrap_or_default();
    rows.retain(|row| since.is_none_or(|since| committed(row) >= since.timestamp()));
    rows.retain(|row| until.is_none_or(|until| committed(row) <= until.timestamp()));
    if let Some(path) = ask.value("path") {
        let path = path.trim_matches('/');
        rows.retain(|row| entries(row, "/files").any(|file| lies_at(file, path)));
        if rows.is_empty() {
            return Err(None);
        }
    }
    for row in &mut rows {
        thin(row, ask);
    }
    let listing = Listing { operation: "repoGetAllCommits", rows, wrapper: None, total: true, pager: true };
    Ok(page::reply(listing, ask))
}

/// One commit, by sha (also a short one), branch or tag.
pub(super) fn one(data: &Data, ask: &Ask, name: &str) -> Answer {
    let sha = resolve(data, name).ok_or(None)?;
    let mut commit = known(data).remove(&sha).ok_or(None)?;
    thin(&mut commit, ask);
    Ok(reply::json(StatusCode::OK, &commit))
}

/// The combined status of a commit: like Forgejo's, it speaks only of the page that it shows.
pub(super) fn combined_status(data: &Data, ask: &Ask, name: &str) -> Answer {
    let sha = resolve(data, name).ok_or_else(|| Some(files::only_main(Some(name))))?;
    let line = data.find(&path_of(&sha, "status")).ok_or(None)?;
    let mut body = line.json();
    let Some(rows) = take_array(&mut body, "statuses") else {
        return Ok(reply::replay(line));
    };
    let total = rows.len();
    let rows = Window::usual(ask).cut(rows);
    if rows.is_empty() {
        let nothing = json!({
            "state": "", "sha": "", "total_count": 0, "statuses": null, "repository": null, "commit_url": "", "url": ""
        });
        return Ok(reply::json(StatusCode::OK, &nothing));
    }
    if rows.len() < total {
        let worst = WORST_FIRST.iter().find(|state| rows.iter().any(|row| *at(row, "/status") == **state));
        put(&mut body, "state", json!(worst.unwrap_or(&"pending")));
    }
    put(&mut body, "total_count", rows.len());
    put(&mut body, "statuses", rows);
    let mut response = reply::json(StatusCode::OK, &body);
    reply::set(&mut response, "x-total-count", &total.to_string());
    Ok(response)
}

/// The statuses of a commit: its recorded list, else the latest of each context out of its combined status.
pub(super) fn statuses(data: &Data, ask: &Ask, name: &str) -> Answer {
    let sha = resolve(data, name).ok_or_else(|| Some(files::only_main(Some(name))))?;
    let line =
        data.find(&path_of(&sha, "statuses")).or_else(|| data.find(&path_of(&sha, "status"))).ok_or(None)?;
    let rows = match line.json() {
        Value::Array(rows) => rows,
        mut combined => take_array(&mut combined, "statuses").unwrap_or_default(),
    };
    let rows = filter::apply("repoListStatuses", rows, ask, data)?;
    Ok(page::reply(Listing::plain("repoListStatuses", rows), ask))
}

/// The refs that start like this.
pub(super) fn refs(data: &Data, ask: &Ask, prefix: &str) -> Answer {
    let mut rows = data.inside(&["git", "refs"]);
    rows.retain(|row| text(row, "/ref").strip_prefix("refs/").is_some_and(|name| name.starts_with(prefix)));
    if rows.is_empty() {
        return Err(None);
    }
    let listing = Listing { total: false, ..Listing::plain("repoListGitRefs", rows) };
    Ok(page::reply(listing, ask))
}

/// The sha of a branch, tag or commit; `None` for what was not recorded.
fn resolve(data: &Data, name: &str) -> Option<String> {
    if files::is_main(data, name) {
        return Some(files::head(data));
    }
    let refs = data.inside(&["git", "refs"]);
    let spellings =
        [name.to_owned(), format!("refs/{name}"), format!("refs/heads/{name}"), format!("refs/tags/{name}")];
    if let Some(found) =
        refs.iter().find(|row| spellings.iter().any(|spelling| *at(row, "/ref") == *spelling))
    {
        return Some(text(found, "/object/sha").to_owned());
    }
    let shas = refs.iter().map(|row| text(row, "/object/sha").to_owned()).chain(known(data).into_keys());
    let mut fitting =
        shas.filter(|sha| name.len() >= 4 && sha.starts_with(name)).collect::<BTreeSet<_>>().into_iter();
    fitting.next().filter(|_| fitting.next().is_none())
}

fn branch_name(name: &str) -> &str {
    name.strip_prefix("refs/heads/").unwrap_or(name)
}

fn path_of(sha: &str, what: &str) -> Vec<String> {
    request::segments(&format!("/api/v1/repos/harbor/lighthouse/commits/{sha}/{what}"))
}

fn commit_lines(data: &Data) -> &[Recorded] {
    data.all(&request::segments("/api/v1/repos/harbor/lighthouse/commits"))
}

/// The branches whose commits were recorded, with their heads.
fn heads(data: &Data) -> Vec<(String, String)> {
    let lines = commit_lines(data).iter();
    let heads = lines.filter_map(|line| {
        let query: HashMap<_, _> =
            url::form_urlencoded::parse(line.query().as_bytes()).into_owned().collect();
        Some((query.get("sha")?.clone(), line.json().pointer("/0/sha")?.as_str()?.to_owned()))
    });
    heads.collect()
}

/// Every commit that was recorded in a list, by sha.
fn known(data: &Data) -> HashMap<String, Value> {
    let pulls = data.inside(&["pulls"]);
    let of_pulls =
        pulls.iter().flat_map(|pull| data.inside(&["pulls", &at(pull, "/number").to_string(), "commits"]));
    let of_lists = commit_lines(data)
        .iter()
        .map(Recorded::json)
        .filter_map(|mut body| body.as_array_mut().map(std::mem::take));
    let commits = of_pulls.chain(of_lists.flatten());
    commits.map(|commit| (text(&commit, "/sha").to_owned(), commit)).collect()
}

/// The commits that lead to one, newest first.
fn history(known: &HashMap<String, Value>, start: &str) -> Vec<Value> {
    let (mut rows, mut seen, mut next) = (Vec::new(), BTreeSet::new(), vec![start.to_owned()]);
    while let Some(sha) = next.pop() {
        if let Some(commit) = known.get(&sha).filter(|_| seen.insert(sha.clone())) {
            let parents = entries(commit, "/parents");
            next.extend(parents.map(|parent| text(parent, "/sha").to_owned()));
            rows.push(commit.clone());
        }
    }
    rows.sort_by_key(|row| std::cmp::Reverse(seconds(row, "/commit/committer/date")));
    rows
}

fn lies_at(file: &Value, path: &str) -> bool {
    text(file, "/filename").strip_prefix(path).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// Leaves out the parts of a commit that are not wanted.
fn thin(commit: &mut Value, ask: &Ask) {
    for (name, pointer) in [("stat", "/stats"), ("files", "/files"), ("verification", "/commit/verification")]
    {
        if let (Some(false), Some(part)) = (ask.flag(name), commit.pointer_mut(pointer)) {
            *part = Value::Null;
        }
    }
}
