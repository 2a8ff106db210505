//! Searches for repositories, people and teams, and single profiles, out of the recorded ones.
//! A search deliberately finds only what the demo can answer for when it is asked further.

use super::data::Data;
use super::filter::containing;
use super::page::{self, Listing};
use super::reply::{self, Refusal};
use super::request::{self, Ask};
use super::rows::{at, entries};
use super::{Answer, data::Recorded};
use http::StatusCode;
use serde_json::{Value, json};

const MODES: [&str; 4] = ["source", "fork", "mirror", "collaborative"];

/// Finds the recorded repository, if the parameters select it.
pub(super) fn search_repositories(data: &Data, ask: &Ask) -> Answer {
    let mode = ask.value("mode");
    if let Some(odd) = mode.filter(|mode| !MODES.contains(mode)) {
        let message = format!("Invalid search mode: {odd:?}");
        return Err(Some(Refusal::new(StatusCode::UNPROCESSABLE_ENTITY, message)));
    }
    let line = data.find(&request::segments("/api/v1/repos/harbor/lighthouse")).ok_or(None)?;
    let repository = line.json();
    let q = ask.value("q").map(str::to_lowercase);
    let topic = |topic: &Value| topic.as_str() == q.as_deref();
    let found = if q.is_some() && ask.flag("topic") == Some(true) {
        entries(&repository, "/topics").any(topic)
    } else {
        let fields: &[&str] =
            if ask.flag("includeDesc") == Some(true) { &["/name", "/description"] } else { &["/name"] };
        let by_both = q.as_deref().is_some_and(|q| holds_owner_and_name(&repository, q));
        by_both || !containing(vec![repository.clone()], q.as_deref(), fields).is_empty()
    };
    let flags = [("archived", "/archived"), ("template", "/template"), ("is_private", "/private")];
    let selected = found
        && flags
            .iter()
            .all(|(name, field)| ask.flag(name).is_none_or(|wanted| *at(&repository, field) == wanted))
        && ask.count("uid").is_none_or(|id| *at(&repository, "/owner/id") == id)
        && mode.is_none_or(|mode| mode == "source");
    let rows = if selected { vec![repository] } else { Vec::new() };
    let wrapper = Some((json!({ "ok": true, "data": [] }), "data"));
    Ok(page::reply(Listing { wrapper, ..Listing::plain("repoSearch", rows) }, ask))
}

/// Whether owner and name each hold their half of `owner/name`, as Forgejo reads a keyword with a slash.
fn holds_owner_and_name(repository: &Value, q: &str) -> bool {
    let halves =
        |text: &str| text.split_once('/').map(|(owner, name)| (owner.to_lowercase(), name.to_lowercase()));
    let full_name = at(repository, "/full_name").as_str().and_then(halves);
    full_name.zip(halves(q)).is_some_and(|((owner, name), (some_owner, some_name))| {
        owner.contains(&some_owner) && name.contains(&some_name)
    })
}

/// Finds people by login, full name or id.
pub(super) fn search_users(data: &Data, ask: &Ask) -> Listing<'static> {
    let rows = data.users().into_values().collect();
    let mut rows = containing(rows, ask.value("q"), &["/login", "/full_name"]);
    if let Some(id) = ask.count("uid") {
        rows.retain(|user| *at(user, "/id") == id);
    }
    let wrapper = Some((json!({ "data": [], "ok": true }), "data"));
    Listing { wrapper, ..Listing::plain("userSearch", rows) }
}

/// Finds teams of the organisation; like Forgejo, only those that the asker is in.
pub(super) fn search_teams(data: &Data, ask: &Ask) -> Listing<'static> {
    let fields: &[&str] =
        if ask.flag("include_desc") == Some(false) { &["/name"] } else { &["/name", "/description"] };
    let mut rows = containing(data.rows(&["user", "teams"]), ask.value("q"), fields);
    rows.retain(|team| *at(team, "/organization/name") == "harbor");
    let wrapper = Some((json!({ "data": [], "ok": true }), "data"));
    Listing { wrapper, ..Listing::plain("teamSearch", rows) }
}

/// A profile: recorded by itself, or in a list.
pub(super) fn user(data: &Data, ask: &Ask, login: &str) -> Answer {
    let alone = data.find(&ask.path).map(Recorded::json);
    let profile = alone.or_else(|| data.users().remove(login)).ok_or(None)?;
    Ok(reply::json(StatusCode::OK, &profile))
}
