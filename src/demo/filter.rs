//! Filters of the lists other than issues: one function for all, that picks by operation which parameters count.
//! A parameter that Forgejo does not know is deliberately ignored here too.

use super::data::Data;
use super::issues;
use super::reply::Refusal;
use super::request::Ask;
use super::rows::{at, seconds, text};
use http::StatusCode;
use serde_json::Value;

/// The words that Forgejo knows for the state of a run.
const RUN_STATUSES: [&str; 8] =
    ["unknown", "waiting", "running", "success", "failure", "cancelled", "skipped", "blocked"];

/// Applies the parameters that the operation has to its rows.
pub(super) fn apply(
    operation: &str,
    rows: Vec<Value>,
    ask: &Ask,
    data: &Data,
) -> Result<Vec<Value>, Refusal> {
    match operation {
        "issueListIssues" => issues::list(rows, ask, data),
        "repoListPullRequests" => issues::pulls(rows, ask, data),
        "issueGetMilestonesList" => Ok(milestones(rows, ask)),
        "ListActionRuns" => runs(rows, ask),
        "notifyGetList" | "notifyGetRepoList" => within(notifications(rows, ask), ask, "/updated_at"),
        "issueGetComments" | "issueGetRepoComments" | "issueGetCommentsAndTimeline" => {
            within(rows, ask, "/updated_at")
        }
        "issueTrackedTimes" | "repoTrackedTimes" | "userCurrentTrackedTimes" => times(rows, ask, data),
        "repoListReleases" => Ok(releases(rows, ask)),
        "repoListStatuses" => Ok(statuses(rows, ask)),
        "repoGetPullRequestFiles" => Ok(skip_to(rows, ask)),
        "topicSearch" => Ok(containing(rows, ask.value("q"), &["/topic_name"])),
        "listPackages" => Ok(packages(rows, ask)),
        _ => Ok(rows),
    }
}

/// Keeps the rows whose moment is neither before `since` nor after `before`.
pub(super) fn within(mut rows: Vec<Value>, ask: &Ask, pointer: &str) -> Result<Vec<Value>, Refusal> {
    let (since, before) = (ask.moment("since")?, ask.moment("before")?);
    rows.retain(|row| {
        let moment = seconds(row, pointer).unwrap_or_default();
        since.is_none_or(|since| moment >= since.timestamp())
            && before.is_none_or(|before| moment <= before.timestamp())
    });
    Ok(rows)
}

/// Keeps the rows that have a word in one of these fields, in any case.
pub(super) fn containing(mut rows: Vec<Value>, word: Option<&str>, fields: &[&str]) -> Vec<Value> {
    if let Some(word) = word.map(str::to_lowercase) {
        let has = |row: &Value, field: &&str| text(row, field).to_lowercase().contains(&word);
        rows.retain(|row| fields.iter().any(|field| has(row, field)));
    }
    rows
}

/// Refuses a login that nobody recorded has.
pub(super) fn known_user(data: &Data, login: &str, status: StatusCode) -> Result<(), Refusal> {
    if data.users().contains_key(&login.to_lowercase()) {
        return Ok(());
    }
    Err(Refusal::new(status, format!("user does not exist [uid: 0, name: {login}]")))
}

fn milestones(mut rows: Vec<Value>, ask: &Ask) -> Vec<Value> {
    match ask.value("state") {
        Some("all") => {}
        Some("closed") => rows.retain(|row| *at(row, "/state") == "closed"),
        _ => rows.retain(|row| *at(row, "/state") == "open"),
    }
    containing(rows, ask.value("name"), &["/title"])
}

fn runs(mut rows: Vec<Value>, ask: &Ask) -> Result<Vec<Value>, Refusal> {
    if let Some(unknown) = ask.values("status").into_iter().find(|status| !RUN_STATUSES.contains(status)) {
        return Err(Refusal::new(StatusCode::BAD_REQUEST, format!("unknown status: {unknown}")));
    }
    let (statuses, events) = (ask.values("status"), ask.values("event"));
    let is_event = |row: &Value| {
        events.iter().any(|event| *at(row, "/event") == *event || *at(row, "/trigger_event") == *event)
    };
    rows.retain(|row| {
        (statuses.is_empty() || statuses.iter().any(|status| *at(row, "/status") == *status))
            && (events.is_empty() || is_event(row))
            && ask.count("run_number").is_none_or(|number| *at(row, "/index_in_repo") == number)
            && ask.value("head_sha").is_none_or(|sha| *at(row, "/commit_sha") == sha)
            && ask
                .value("ref")
                .is_none_or(|name| name.strip_prefix("refs/heads/") == at(row, "/prettyref").as_str())
            && ask.value("workflow_id").is_none_or(|file| *at(row, "/workflow_id") == file)
    });
    rows.sort_by_key(|row| std::cmp::Reverse(at(row, "/id").as_i64()));
    Ok(rows)
}

fn notifications(mut rows: Vec<Value>, ask: &Ask) -> Vec<Value> {
    let mut statuses = ask.values("status-types");
    statuses.retain(|status| ["unread", "read", "pinned"].contains(status));
    let mut kinds = ask.values("subject-type");
    kinds.retain(|kind| ["issue", "pull", "commit", "repository"].contains(&kind.to_lowercase().as_str()));
    let all = ask.flag("all") == Some(true);
    rows.retain(|row| {
        let (unread, pinned) = (*at(row, "/unread") == true, *at(row, "/pinned") == true);
        let status = if pinned {
            "pinned"
        } else if unread {
            "unread"
        } else {
            "read"
        };
        let listed = if statuses.is_empty() { all || status != "read" } else { statuses.contains(&status) };
        listed
            && (kinds.is_empty()
                || kinds.iter().any(|kind| kind.eq_ignore_ascii_case(text(row, "/subject/type"))))
    });
    rows
}

fn times(mut rows: Vec<Value>, ask: &Ask, data: &Data) -> Result<Vec<Value>, Refusal> {
    if let Some(login) = ask.value("user") {
        known_user(data, login, StatusCode::NOT_FOUND)?;
        rows.retain(|row| text(row, "/user_name").eq_ignore_ascii_case(login));
    }
    within(rows, ask, "/created")
}

fn releases(mut rows: Vec<Value>, ask: &Ask) -> Vec<Value> {
    for (name, field) in [("draft", "/draft"), ("pre-release", "/prerelease")] {
        if let Some(wanted) = ask.flag(name) {
            rows.retain(|row| *at(row, field) == wanted);
        }
    }
    containing(rows, ask.value("q"), &["/name", "/tag_name", "/body"])
}

fn statuses(mut rows: Vec<Value>, ask: &Ask) -> Vec<Value> {
    if let Some(state) = ask.value("state") {
        rows.retain(|row| *at(row, "/status") == state);
    }
    let id = |row: &Value| at(row, "/id").as_i64();
    match ask.value("sort") {
        Some("oldest") => rows.sort_by_key(|row| (seconds(row, "/created_at"), id(row))),
        Some("leastupdate") => rows.sort_by_key(|row| (seconds(row, "/updated_at"), id(row))),
        Some("recentupdate") => rows.sort_by_key(|row| std::cmp::Reverse(seconds(row, "/updated_at"))),
        Some("leastindex") => rows.sort_by_key(id),
        Some("highestindex") => rows.sort_by_key(|row| std::cmp::Reverse(id(row))),
        _ => {}
    }
    rows
}

fn skip_to(rows: Vec<Value>, ask: &Ask) -> Vec<Value> {
    match ask.value("skip-to") {
        Some(file) => rows.into_iter().skip_while(|row| *at(row, "/filename") != file).collect(),
        None => rows,
    }
}

fn packages(mut rows: Vec<Value>, ask: &Ask) -> Vec<Value> {
    if let Some(kind) = ask.value("type") {
        rows.retain(|row| *at(row, "/type") == kind);
    }
    containing(rows, ask.value("q"), &["/name"])
}
