//! Which repositories a request reaches: those that its path names, those that its body or query names besides, and
//! whatever lies behind an operation that names none. `--repos` is judged by this, where requests leave.
//!
//! What cannot be judged is refused: an operation by the id of a repository or team, one that answers with
//! repositories wherever they are, and a write that names neither a repository nor an owner.

use percent_encoding::percent_decode_str;
use serde_json::{Map, Value};

use super::error::{ApiError, Kind};
use super::guard::RepoPattern;
use super::operation::{Access, Operation};

/// A request as far as it says what it is about.
pub(super) struct Sent<'request> {
    pub(super) operation: &'static Operation,
    /// The path below the instance.
    pub(super) path: &'request str,
    pub(super) query: Option<&'request str>,
    pub(super) body: Option<&'request [u8]>,
    /// The account of the caller, where somebody asked for it.
    pub(super) login: Option<&'request str>,
}

/// Reads that answer with repositories of an owner, or with what lies in them: the whole owner must be covered.
const OF_AN_OWNER: [&str; 13] = [
    "getPackage",
    "issueSearchIssues",
    "listPackageFiles",
    "listPackages",
    "orgGetHook",
    "orgListActivityFeeds",
    "orgListHooks",
    "orgListQuotaArtifacts",
    "orgListQuotaAttachments",
    "orgListQuotaPackages",
    "orgListRepos",
    "orgSearchRunJobs",
    "userListRepos",
];

/// Reads that answer with repositories wherever they are, or with what lies in them.
const ANYWHERE: [&str; 23] = [
    "getActionsRun",
    "notifyGetList",
    "notifyGetThread",
    "orgListTeamActivityFeeds",
    "orgListTeamRepos",
    "repoGetByID",
    "repoSearch",
    "userCurrentListRepos",
    "userCurrentListStarred",
    "userCurrentListSubscriptions",
    "userCurrentTrackedTimes",
    "userGetHook",
    "userGetStopWatches",
    "userListActivityFeeds",
    "userListHooks",
    "userListQuotaArtifacts",
    "userListQuotaAttachments",
    "userListQuotaPackages",
    "userListStarred",
    "userListSubscriptions",
    "userSearchRunJobs",
    "activitypubPersonFeed",
    "activitypubRepository",
];

/// Refuses a request that reaches beyond the repositories of `patterns`.
pub(super) fn check(patterns: &[RepoPattern], sent: &Sent<'_>) -> Result<(), ApiError> {
    let operation = sent.operation;
    let Some(place) = Place::read(operation, sent.path) else {
        return Err(beyond(patterns, &format!("{} leads elsewhere", operation.id)));
    };
    let mut repositories = place.repositories.clone();
    repositories.extend(named_besides(sent, &place).map_err(|problem| beyond(patterns, &problem))?);
    for (owner, name) in &repositories {
        check_one(patterns, owner, name)?;
    }
    if !repositories.is_empty() {
        return Ok(());
    }
    let searched = sent.query.filter(|_| operation.id == "issueSearchIssues");
    let asked = searched.and_then(|query| {
        let mut pairs = url::form_urlencoded::parse(query.as_bytes());
        pairs.find(|(name, _)| name == "owner").map(|(_, owner)| owner.into_owned())
    });
    let whole_owner = place.owner.or(asked).is_some_and(|owner| patterns.iter().any(|p| p.is_all_of(&owner)));
    let reads = operation.access == Access::Read;
    let is_admin = operation.path.starts_with("/api/v1/admin/");
    let allowed = match operation.id {
        _ if is_admin => false,
        id if ANYWHERE.contains(&id) => false,
        id if OF_AN_OWNER.contains(&id) => whole_owner,
        _ => reads || whole_owner,
    };
    if allowed {
        return Ok(());
    }
    Err(beyond(patterns, &format!("{} reaches beyond single repositories", operation.id)))
}

/// Refuses a repository that no pattern covers.
pub(super) fn check_one(patterns: &[RepoPattern], owner: &str, name: &str) -> Result<(), ApiError> {
    if patterns.iter().any(|pattern| pattern.covers(owner, name)) {
        return Ok(());
    }
    Err(beyond(patterns, &format!("{owner}/{name} is outside the repositories that this server may touch")))
}

fn beyond(patterns: &[RepoPattern], problem: &str) -> ApiError {
    let allowed: Vec<String> = patterns.iter().map(ToString::to_string).collect();
    ApiError::new(Kind::Forbidden, problem).hint(format!("this server is limited to {}", allowed.join(", ")))
}

/// What a path names.
#[derive(Default)]
struct Place {
    /// The owner of what the path is about, where it is about more than one repository.
    owner: Option<String>,
    repositories: Vec<(String, String)>,
    /// The last part of a comparison.
    compared: Option<String>,
}

impl Place {
    /// Reads a path, decoded; `None` when it is not one of the operation's route, such as after a redirect.
    fn read(operation: &Operation, path: &str) -> Option<Self> {
        let mut place = Self::default();
        let mut parts = operation.path.split('/').peekable();
        let mut rest = Some(path);
        while let Some(part) = parts.next() {
            // Raw slashes may stand in the last parameter.
            let (sent, after) = match rest?.split_once('/') {
                Some((sent, after)) if parts.peek().is_some() => (sent, Some(after)),
                _ => (rest?, None),
            };
            rest = after;
            let decoded = || percent_decode_str(sent).decode_utf8_lossy().into_owned();
            // A proxy that decodes would make another route of an owner with a slash.
            let names_owner = matches!(part, "{owner}" | "{org}" | "{template_owner}" | "{username}");
            if names_owner && decoded().contains('/') {
                return None;
            }
            match part {
                "{owner}" | "{org}" | "{template_owner}" => place.owner = Some(decoded()),
                "{username}" if operation.path.starts_with("/api/v1/users/") => place.owner = Some(decoded()),
                "{repo}" | "{template_repo}" | "{repo_name}" => {
                    place.repositories.push((place.owner.clone()?, decoded()));
                }
                "{basehead}" => place.compared = Some(decoded()),
                part if part.contains('{') => {}
                part if part == sent => {}
                _ => return None,
            }
        }
        // Nobody who owns something is named by an account's other doings, such as its tokens.
        if operation.access != Access::Read && operation.path.starts_with("/api/v1/users/") {
            place.owner = None;
        }
        rest.is_none().then_some(place)
    }
}

/// The repositories that a body, or the words of a comparison, name besides the path.
fn named_besides(sent: &Sent<'_>, place: &Place) -> Result<Vec<(String, String)>, String> {
    let body: Map<String, Value> =
        sent.body.and_then(|body| serde_json::from_slice(body).ok()).unwrap_or_default();
    let text = |name: &str| {
        body.get(name).and_then(Value::as_str).filter(|text| !text.is_empty()).map(str::to_owned)
    };
    let (owner, repo) = place.repositories.first().cloned().unwrap_or_default();
    let org = || place.owner.clone().unwrap_or_default();
    // Without an owner the forge takes the caller's account.
    let needed = |name: &str, owner: Option<String>| {
        owner.or_else(|| sent.login.map(str::to_owned)).ok_or_else(|| {
            format!("without {name}, the new repository has an owner that --repos cannot judge")
        })
    };
    Ok(match sent.operation.id {
        "issueCreateIssueBlocking"
        | "issueCreateIssueDependencies"
        | "issueRemoveIssueBlocking"
        | "issueRemoveIssueDependencies" => {
            vec![(text("owner").unwrap_or(owner), text("repo").unwrap_or(repo))]
        }
        "repoCreatePullRequest" => head_of(&text("head").unwrap_or_default(), &repo).into_iter().collect(),
        "repoCompareDiff" => {
            let compared = place.compared.as_deref().unwrap_or_default();
            compared.split("..").filter_map(|side| head_of(side.trim_matches('.'), &repo)).collect()
        }
        "repoTransfer" => text("new_owner").map(|owner| (owner, repo)).into_iter().collect(),
        "repoEdit" => text("name").map(|name| (owner, name)).into_iter().collect(),
        "createFork" => {
            vec![(needed("organization", text("organization"))?, text("name").unwrap_or(repo))]
        }
        "generateRepo" => vec![(needed("owner", text("owner"))?, text("name").unwrap_or_default())],
        "repoMigrate" => {
            vec![(needed("repo_owner", text("repo_owner"))?, text("repo_name").unwrap_or_default())]
        }
        "createCurrentUserRepo" => vec![(needed("an organisation", None)?, text("name").unwrap_or_default())],
        "createOrgRepo" | "createOrgRepoDeprecated" => vec![(org(), text("name").unwrap_or_default())],
        _ => Vec::new(),
    })
}

/// The repository of a head such as `owner:branch` or `owner/name:branch`; a branch alone names none.
fn head_of(head: &str, repo: &str) -> Option<(String, String)> {
    let (whose, _) = head.split_once(':')?;
    Some(match whose.split_once('/') {
        Some((owner, name)) => (owner.to_owned(), name.to_owned()),
        None => (whose.to_owned(), repo.to_owned()),
    })
}
