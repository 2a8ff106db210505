//! Filters and orders of issues and pull requests, for the lists of the repository and the search over all.
//! Odd input is deliberately treated as Forgejo treats it: an unknown label or milestone filters nothing.

use super::data::Data;
use super::filter::{known_user, within};
use super::reply::Refusal;
use super::request::Ask;
use super::rows::{at, entries, seconds, text};
use http::StatusCode;
use serde_json::Value;
use std::cmp::Reverse;

/// Who asks.
const ME: &str = "alice";

/// The rows of the repository's issue list that the parameters select, in their order.
pub(super) fn list(rows: Vec<Value>, ask: &Ask, data: &Data) -> Result<Vec<Value>, Refusal> {
    let mut rows = common(rows, ask, data)?;
    let labels = known_labels(ask, data);
    rows.retain(|row| labels.iter().all(|label| has_label(row, label)));
    for (name, has) in [
        ("created_by", is_by as fn(&Data, &Value, &str) -> bool),
        ("assigned_by", is_assigned),
        ("mentioned_by", mentions),
    ] {
        if let Some(login) = ask.value(name) {
            known_user(data, login, StatusCode::NOT_FOUND)?;
            rows.retain(|row| has(data, row, login));
        }
    }
    sort(&mut rows, ask.value("sort").unwrap_or_default());
    Ok(rows)
}

/// The rows of the search over all repositories, of which the demo has one.
pub(super) fn search(data: &Data, ask: &Ask) -> Result<Vec<Value>, Refusal> {
    let mut rows = common(data.inside(&["issues"]), ask, data)?;
    let labels = known_labels(ask, data);
    rows.retain(|row| labels.is_empty() || labels.iter().any(|label| has_label(row, label)));
    match ask.value("owner").map(str::to_lowercase).as_deref() {
        None if ask.value("team").is_some() => {
            let message = "Owner organisation is required for filtering on team";
            return Err(Refusal::new(StatusCode::BAD_REQUEST, message));
        }
        None | Some("harbor") => {}
        Some(owner) => {
            known_user(data, owner, StatusCode::BAD_REQUEST)?;
            rows.clear();
        }
    }
    for (name, has) in [
        ("created", is_by as fn(&Data, &Value, &str) -> bool),
        ("assigned", is_assigned),
        ("mentioned", mentions),
        ("review_requested", is_asked_to_review),
        ("reviewed", has_reviewed),
    ] {
        if ask.flag(name) == Some(true) {
            rows.retain(|row| has(data, row, ME));
        }
    }
    sort(&mut rows, "");
    Ok(rows)
}

/// The rows of the pull request list. Unlike the issue list it takes ids of labels and an absent state for all.
pub(super) fn pulls(mut rows: Vec<Value>, ask: &Ask, data: &Data) -> Result<Vec<Value>, Refusal> {
    if let Some(state @ ("open" | "closed")) = ask.value("state") {
        rows.retain(|row| *at(row, "/state") == state);
    }
    let labels: Result<Vec<i64>, _> = ask.values("labels").into_iter().map(str::parse).collect();
    let Ok(labels) = labels else { return Err(Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, "")) };
    let is_labelled =
        |row: &Value| entries(row, "/labels").any(|label| labels.iter().any(|id| *at(label, "/id") == *id));
    rows.retain(|row| labels.is_empty() || is_labelled(row));
    if let Some(login) = ask.value("poster") {
        known_user(data, login, StatusCode::BAD_REQUEST)?;
        rows.retain(|row| is_by(data, row, login));
    }
    if let Some(id) = ask.count("milestone") {
        rows.retain(|row| *at(row, "/milestone/id") == id);
    }
    for (name, pointer) in [("base", "/base/ref"), ("head", "/head/ref")] {
        if let Some(branch) = ask.value(name) {
            rows.retain(|row| *at(row, pointer) == branch);
        }
    }
    match ask.value("sort") {
        Some("recentclose") => rows.sort_by_key(|row| Reverse((seconds(row, "/closed_at"), number(row)))),
        other => sort(&mut rows, other.unwrap_or_default()),
    }
    Ok(rows)
}

/// The filters that the repository's list and the search have in common.
fn common(rows: Vec<Value>, ask: &Ask, data: &Data) -> Result<Vec<Value>, Refusal> {
    let mut rows = within(rows, ask, "/updated_at")?;
    match ask.value("state") {
        Some("all") => {}
        Some("closed") => rows.retain(|row| *at(row, "/state") == "closed"),
        _ => rows.retain(|row| *at(row, "/state") == "open"),
    }
    match ask.value("type") {
        Some("issues") => rows.retain(|row| at(row, "/pull_request").is_null()),
        Some("pulls") => rows.retain(|row| !at(row, "/pull_request").is_null()),
        _ => {}
    }
    let milestones: Vec<i64> =
        ask.list("milestones").iter().filter_map(|name| milestone_id(data, name)).collect();
    rows.retain(|row| milestones.is_empty() || milestones.iter().any(|id| *at(row, "/milestone/id") == *id));
    if let Some(q) = ask.value("q") {
        let wanted = words(q);
        rows.retain(|row| matches(data, row, &wanted));
    }
    Ok(rows)
}

fn number(row: &Value) -> Option<i64> {
    at(row, "/number").as_i64()
}

/// The labels asked for that exist, by name, in the repository or its organisation.
fn known_labels<'s>(ask: &'s Ask, data: &Data) -> Vec<&'s str> {
    let mut all = data.inside(&["labels"]);
    all.extend(data.rows(&["orgs", "harbor", "labels"]));
    ask.list("labels")
        .into_iter()
        .filter(|name| all.iter().any(|label| *at(label, "/name") == *name))
        .collect()
}

fn has_label(row: &Value, name: &str) -> bool {
    entries(row, "/labels").any(|label| *at(label, "/name") == name)
}

/// The id of the milestone that is asked for by title or by id.
fn milestone_id(data: &Data, name: &str) -> Option<i64> {
    let all = data.inside(&["milestones"]);
    let found = all
        .iter()
        .find(|row| *at(row, "/title") == name)
        .or_else(|| all.iter().find(|row| name.parse::<i64>().is_ok_and(|id| *at(row, "/id") == id)));
    found.and_then(|row| at(row, "/id").as_i64())
}

fn is_by(_: &Data, row: &Value, login: &str) -> bool {
    text(row, "/user/login").eq_ignore_ascii_case(login)
}

fn is_assigned(_: &Data, row: &Value, login: &str) -> bool {
    entries(row, "/assignees").any(|user| text(user, "/login").eq_ignore_ascii_case(login))
}

fn mentions(data: &Data, row: &Value, login: &str) -> bool {
    let handle = format!("@{}", login.to_lowercase());
    let written = format!("{}\n{}", text(row, "/body"), comments(data, row)).to_lowercase();
    written.split(|c: char| !(c.is_alphanumeric() || "@-_.".contains(c))).any(|word| word == handle)
}

fn is_asked_to_review(data: &Data, row: &Value, login: &str) -> bool {
    let pulls = data.inside(&["pulls"]);
    let pull = pulls.iter().find(|pull| number(pull) == number(row));
    pull.is_some_and(|pull| entries(pull, "/requested_reviewers").any(|user| *at(user, "/login") == login))
}

fn has_reviewed(data: &Data, row: &Value, login: &str) -> bool {
    let reviews = data.inside(&["pulls", &at(row, "/number").to_string(), "reviews"]);
    reviews.iter().any(|review| *at(review, "/user/login") == login)
}

/// Everything that was written below an issue.
fn comments(data: &Data, row: &Value) -> String {
    let comments = data.inside(&["issues", &at(row, "/number").to_string(), "comments"]);
    comments.iter().map(|comment| text(comment, "/body")).collect::<Vec<_>>().join("\n")
}

fn words(text: &str) -> Vec<String> {
    text.to_lowercase()
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect()
}

/// Whether title, body and comments have every word, as a beginning; a number must be whole, or the issue's own.
fn matches(data: &Data, row: &Value, wanted: &[String]) -> bool {
    let written = words(&format!("{}\n{}\n{}", text(row, "/title"), text(row, "/body"), comments(data, row)));
    wanted.iter().all(|word| match word.parse::<i64>() {
        Ok(digits) => number(row) == Some(digits) || written.contains(word),
        Err(_) => written.iter().any(|there| there.starts_with(word.as_str())),
    })
}

/// When an issue is due: its own date, else that of its milestone; what is never due comes last either way.
fn due(row: &Value) -> Option<i64> {
    seconds(row, "/due_date").or_else(|| seconds(row, "/milestone/due_on"))
}

/// Orders as Forgejo does; rows that are equal come newest first, or oldest first where that is what is asked for.
fn sort(rows: &mut [Value], order: &str) {
    let newest = |row: &Value| Reverse((seconds(row, "/created_at"), number(row)));
    let updated = |row: &Value| seconds(row, "/updated_at");
    let comments = |row: &Value| at(row, "/comments").as_i64();
    rows.sort_by_key(newest);
    match order {
        "oldest" => rows.reverse(),
        "recentupdate" => rows.sort_by_key(|row| Reverse(updated(row))),
        "leastupdate" => {
            rows.reverse();
            rows.sort_by_key(updated);
        }
        "mostcomment" => rows.sort_by_key(|row| Reverse(comments(row))),
        "leastcomment" => rows.sort_by_key(comments),
        "nearduedate" => rows.sort_by_key(|row| due(row).unwrap_or(i64::MAX)),
        "farduedate" => rows.sort_by_key(|row| Reverse(due(row))),
        _ => {}
    }
}
