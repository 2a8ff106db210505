//! Completion of the arguments of resource templates and prompts: one small request, kept for a moment per caller.
//!
//! A completion that cannot be made is empty; it never fails because of the forge.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::fetch::{At, pages};
use crate::forgejo::api::types;
use crate::forgejo::page::{Ask, ListAnswer, Total};
use crate::forgejo::{Answer, ApiError, Forge, Maybe};
use crate::prompts;
use crate::resources::uri::Part;
use crate::resources::{TEMPLATES, Template};

/// The most values that the protocol allows.
const MOST: usize = 100;
/// How long rows are kept: about as long as somebody types.
const KEPT: Duration = Duration::from_secs(30);
/// How many lists are kept, for all callers together.
const LISTS: usize = 128;
/// Nobody waits longer for a hint.
const PATIENCE: Duration = Duration::from_secs(4);
/// One request asks for as many rows as an instance usually gives.
const ASK: Ask = Ask { page: 1, limit: 50 };

/// Where the values of an argument come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// Anything: nothing is proposed.
    Free,
    Owner,
    Org,
    Repo,
    Branch,
    Tag,
    Sha,
    /// Names of labels, several separated by commas.
    Labels,
    LabelId,
    MilestoneId,
    MilestoneTitle,
    Workflow,
    Run,
    Issue,
    Pull,
    /// An issue or a pull request, as `kind` says.
    IssueOrPull,
    Rule,
    WikiPage,
    Words(&'static [&'static str]),
}

/// What has the argument.
#[derive(Clone, Copy)]
pub enum Subject {
    Template(&'static Template),
    Prompt(&'static prompts::Prompt),
}

/// What may be typed.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Completed {
    pub values: Vec<String>,
    pub total: Option<u32>,
    pub has_more: bool,
}

impl Subject {
    /// The template of exactly this URI.
    ///
    /// # Errors
    /// `invalid_arguments` when there is none.
    pub fn template(uri: &str) -> Result<Self, ApiError> {
        let found = TEMPLATES.iter().find(|template| template.uri == uri);
        found.map(Self::Template).ok_or_else(|| {
            ApiError::invalid(format!("no template is {uri:?}")).hint("list the resource templates")
        })
    }

    /// The prompt of this name.
    ///
    /// # Errors
    /// `invalid_arguments` when there is none.
    pub fn prompt(name: &str) -> Result<Self, ApiError> {
        prompts::find(name).map(Self::Prompt)
    }

    /// Where the values of one of its arguments come from.
    ///
    /// # Errors
    /// `invalid_arguments` when it has no such argument.
    pub fn source(self, argument: &str) -> Result<Source, ApiError> {
        let found = match self {
            Self::Template(template) => {
                template.variables().any(|name| name == argument).then(|| of_variable(template, argument))
            }
            Self::Prompt(prompt) => {
                prompt.arguments.iter().find(|known| known.name == argument).map(|known| known.source)
            }
        };
        found.ok_or_else(|| ApiError::invalid(format!("there is no argument {argument:?}")))
    }
}

/// The source of a template's variable: its name says it, for numbers together with the word before it.
fn of_variable(template: &Template, variable: &str) -> Source {
    match variable {
        "owner" => Source::Owner,
        "org" => Source::Org,
        "repo" => Source::Repo,
        "sha" => Source::Sha,
        "ref" => Source::Branch,
        "tag" => Source::Tag,
        "labels" => Source::Labels,
        "rule" => Source::Rule,
        "pageName" => Source::WikiPage,
        "kind" => Source::Words(&["issue", "pr"]),
        "state" => Source::Words(&["open", "closed", "all"]),
        _ => match before(template, variable) {
            Some(Part::Literal("issue")) => Source::Issue,
            Some(Part::Literal("pr")) => Source::Pull,
            Some(Part::Literal("label")) => Source::LabelId,
            Some(Part::Literal("milestone")) => Source::MilestoneId,
            Some(Part::Literal("run")) => Source::Run,
            Some(Part::Variable("kind")) => Source::IssueOrPull,
            _ => Source::Free,
        },
    }
}

fn before(template: &Template, variable: &str) -> Option<Part> {
    let mut last = None;
    for part in template.parts() {
        if matches!(part, Part::Variable(name) if name == variable) {
            return last;
        }
        last = Some(part);
    }
    None
}

/// A value, and another word by which people know it.
#[derive(Clone, Debug)]
struct Candidate {
    value: String,
    known_as: Option<String>,
}

impl Candidate {
    fn new(value: impl Into<String>) -> Self {
        Self { value: value.into(), known_as: None }
    }

    fn numbered(number: Option<i64>, known_as: Option<String>) -> Option<Self> {
        Some(Self { value: number?.to_string(), known_as })
    }
}

/// Rows of one request.
#[derive(Clone, Debug, Default)]
struct Rows {
    candidates: Vec<Candidate>,
    has_more: bool,
}

/// What was fetched a moment ago. A key holds the caller, so that nobody sees another's names.
#[derive(Default)]
pub struct Cache {
    lists: Mutex<HashMap<(String, String), (Instant, Rows)>>,
}

impl Cache {
    fn get(&self, key: &(String, String)) -> Option<Rows> {
        let lists = self.lists.lock().unwrap_or_else(PoisonError::into_inner);
        lists.get(key).filter(|(at, _)| at.elapsed() < KEPT).map(|(_, rows)| rows.clone())
    }

    fn put(&self, key: (String, String), rows: Rows) {
        let mut lists = self.lists.lock().unwrap_or_else(PoisonError::into_inner);
        if lists.len() >= LISTS {
            lists.retain(|_, (at, _)| at.elapsed() < KEPT);
        }
        if lists.len() >= LISTS {
            let oldest = lists.iter().min_by_key(|(_, (at, _))| *at).map(|(key, _)| key.clone());
            oldest.and_then(|key| lists.remove(&key));
        }
        lists.insert(key, (Instant::now(), rows));
    }
}

/// Completes an argument, with the other arguments as far as they are filled in.
///
/// # Errors
/// `invalid_arguments` when there is no such argument.
#[expect(clippy::implicit_hasher, reason = "it is the map of the protocol's library")]
pub async fn complete(
    forge: &Forge,
    cache: &Cache,
    subject: Subject,
    argument: &str,
    typed: &str,
    context: &HashMap<String, String>,
) -> Result<Completed, ApiError> {
    let source = subject.source(argument)?;
    let (done, piece) = match source {
        Source::Labels => typed.rsplit_once(',').map_or(("", typed), |(done, piece)| (done, piece)),
        _ => ("", typed),
    };
    let rows = match source {
        Source::Free => Rows::default(),
        Source::Words(words) => {
            Rows { candidates: words.iter().map(|word| Candidate::new(*word)).collect(), has_more: false }
        }
        _ => fetched(forge, cache, source, piece, context).await,
    };
    let mut found = matching(rows, piece);
    if !done.is_empty() {
        found.values = found.values.into_iter().map(|value| format!("{done},{value}")).collect();
    }
    Ok(found)
}

/// Values that begin with what was typed, then those that hold it.
fn matching(rows: Rows, typed: &str) -> Completed {
    let typed = typed.to_lowercase();
    let words = |candidate: &Candidate| {
        let known_as = candidate.known_as.as_ref().map(|word| word.to_lowercase());
        [Some(candidate.value.to_lowercase()), known_as].into_iter().flatten().collect::<Vec<_>>()
    };
    let begins = |candidate: &Candidate| words(candidate).iter().any(|word| word.starts_with(&typed));
    let holds = |candidate: &Candidate| words(candidate).iter().any(|word| word.contains(&typed));
    let (first, rest): (Vec<_>, Vec<_>) = rows.candidates.into_iter().filter(holds).partition(begins);
    let mut values: Vec<String> = Vec::new();
    for candidate in first.into_iter().chain(rest) {
        if !values.contains(&candidate.value) {
            values.push(candidate.value);
        }
    }
    let count = values.len();
    values.truncate(MOST);
    let total = u32::try_from(count).ok().filter(|_| !rows.has_more);
    Completed { has_more: rows.has_more || count > MOST, values, total }
}

async fn fetched(
    forge: &Forge,
    cache: &Cache,
    source: Source,
    typed: &str,
    context: &HashMap<String, String>,
) -> Rows {
    let given = |name: &str| context.get(name).map_or("", String::as_str);
    let at = At { owner: given("owner"), repo: given("repo") };
    let source = match (source, given("kind")) {
        (Source::IssueOrPull, "pr") => Source::Pull,
        (Source::IssueOrPull, _) => Source::Issue,
        (source, _) => source,
    };
    // Only searches depend on what was typed; lists are asked for once while somebody types.
    let searched = if matches!(source, Source::Owner | Source::Repo) { typed } else { "" };
    let key = (forge.caller_id(), format!("{source:?}\n{}\n{}\n{searched}", at.owner, at.repo));
    if let Some(rows) = cache.get(&key) {
        return rows;
    }
    let asked = tokio::time::timeout(PATIENCE, ask(forge, source, at, typed)).await;
    match asked {
        Ok(Ok(rows)) => {
            cache.put(key, rows.clone());
            rows
        }
        Ok(Err(error)) => {
            tracing::debug!(?source, kind = error.kind().as_str(), "no completion");
            Rows::default()
        }
        Err(_) => Rows::default(),
    }
}

async fn ask(forge: &Forge, source: Source, at: At<'_>, typed: &str) -> Result<Rows, ApiError> {
    let in_repository = !matches!(source, Source::Owner | Source::Org | Source::Repo);
    if in_repository && (at.owner.is_empty() || at.repo.is_empty()) {
        return Ok(Rows::default());
    }
    match source {
        Source::Owner => owners(forge, typed).await,
        Source::Org => orgs(forge).await,
        Source::Repo => repos(forge, at.owner, typed).await,
        Source::Branch | Source::Tag | Source::Sha => refs(forge, source, at).await,
        Source::Labels | Source::LabelId => labels(forge, source, at).await,
        Source::MilestoneId | Source::MilestoneTitle => milestones(forge, source, at).await,
        Source::Workflow | Source::Run => runs(forge, source, at).await,
        Source::Issue | Source::Pull | Source::IssueOrPull => numbers(forge, source, at).await,
        Source::Rule => rules(forge, at).await,
        Source::WikiPage => wiki_pages(forge, at).await,
        Source::Free | Source::Words(_) => Ok(Rows::default()),
    }
}

/// Repositories whose owner and name hold these words, of those that this caller may touch.
async fn search(forge: &Forge, owner: &str, name: &str) -> Result<(Vec<(String, String)>, bool), ApiError> {
    if !forge.guard().repos.is_empty() {
        return covered(forge, owner).await;
    }
    let words = if owner.is_empty() { name.to_owned() } else { format!("{owner}/{name}") };
    let request = forge.api()?.repo_search().page(ASK.page_i64()).limit(ASK.limit_i64());
    let request = request.sort(types::RepoSearchSort::Updated).order(types::RepoSearchOrder::Desc);
    let request =
        request.maybe(Some(words).filter(|words| !words.is_empty()), |request, words| request.q(words));
    let found = request.send().answer(forge).await?.into_inner().data.unwrap_or_default();
    let has_more = found.len() >= ASK.limit as usize;
    Ok((found.iter().filter_map(named).collect(), has_more))
}

/// The repositories that `--repos` names; of an owner whose repositories are all covered, the first page.
async fn covered(forge: &Forge, owner: &str) -> Result<(Vec<(String, String)>, bool), ApiError> {
    let mut found = Vec::new();
    let mut has_more = false;
    for pattern in &forge.guard().repos {
        match pattern.name() {
            Some(name) => found.push((pattern.owner().to_owned(), name.to_owned())),
            None if !owner.is_empty() && pattern.is_all_of(owner) => {
                let list = forge.api()?.user_list_repos().username(owner);
                let list = list.page(ASK.page_i64()).limit(ASK.limit_i64());
                let (repos, paging) = list.send().page_of(forge, ASK, Total::Exact).await?;
                found.extend(repos.iter().filter_map(named));
                has_more |= paging.has_more;
            }
            // An owner alone, for the completion of owners.
            None => found.push((pattern.owner().to_owned(), String::new())),
        }
    }
    Ok((found, has_more))
}

/// The owner and the name of a repository.
fn named(repo: &types::Repository) -> Option<(String, String)> {
    let (owner, name) = repo.full_name.as_deref()?.split_once('/')?;
    Some((owner.to_owned(), name.to_owned()))
}

async fn owners(forge: &Forge, typed: &str) -> Result<Rows, ApiError> {
    let (found, has_more) = search(forge, typed, "").await?;
    Ok(Rows { candidates: found.into_iter().map(|(owner, _)| Candidate::new(owner)).collect(), has_more })
}

async fn repos(forge: &Forge, owner: &str, typed: &str) -> Result<Rows, ApiError> {
    let (found, has_more) = search(forge, owner, typed).await?;
    let own = |found: &(String, String)| {
        !found.1.is_empty() && (owner.is_empty() || found.0.eq_ignore_ascii_case(owner))
    };
    let candidates = found.into_iter().filter(own).map(|(_, name)| Candidate::new(name)).collect();
    Ok(Rows { candidates, has_more })
}

async fn orgs(forge: &Forge) -> Result<Rows, ApiError> {
    let api = forge.api()?;
    let (page, limit) = (ASK.page_i64(), ASK.limit_i64());
    let (found, paging) = if forge.has_token() {
        let list = api.org_list_current_user_orgs().page(page).limit(limit);
        list.send().page_of(forge, ASK, Total::Exact).await?
    } else {
        api.org_get_all().page(page).limit(limit).send().page_of(forge, ASK, Total::Exact).await?
    };
    let name = |org: types::Organization| org.name.or(org.username).map(Candidate::new);
    Ok(Rows { candidates: found.into_iter().filter_map(name).collect(), has_more: paging.has_more })
}

async fn refs(forge: &Forge, source: Source, at: At<'_>) -> Result<Rows, ApiError> {
    let api = forge.api()?;
    let (page, limit) = (ASK.page_i64(), ASK.limit_i64());
    let (candidates, paging) = match source {
        Source::Tag => {
            let list = api.repo_list_tags().owner(at.owner).repo(at.repo).page(page).limit(limit);
            let (found, paging) = list.send().page_of(forge, ASK, Total::Exact).await?;
            (found.into_iter().filter_map(|tag| tag.name).map(Candidate::new).collect(), paging)
        }
        Source::Sha => {
            let list = api.repo_get_all_commits().owner(at.owner).repo(at.repo).page(page).limit(limit);
            let list = list.stat(false).files(false).verification(false);
            let (found, paging) = list.send().page_of(forge, ASK, Total::Exact).await?;
            (found.into_iter().filter_map(|commit| commit.sha).map(Candidate::new).collect(), paging)
        }
        _ => {
            let list = api.repo_list_branches().owner(at.owner).repo(at.repo).page(page).limit(limit);
            let (found, paging) = list.send().page_of(forge, ASK, Total::Exact).await?;
            (
                found.into_iter().filter_map(|branch| branch.name).map(Candidate::new).collect::<Vec<_>>(),
                paging,
            )
        }
    };
    Ok(Rows { candidates, has_more: paging.has_more })
}

async fn labels(forge: &Forge, source: Source, at: At<'_>) -> Result<Rows, ApiError> {
    let (found, paging) = pages::repo_labels(forge, at, ASK).await?;
    let candidate = |label: types::Label| match source {
        Source::LabelId => Candidate::numbered(label.id, label.name),
        _ => label.name.map(Candidate::new),
    };
    Ok(Rows { candidates: found.into_iter().filter_map(candidate).collect(), has_more: paging.has_more })
}

async fn milestones(forge: &Forge, source: Source, at: At<'_>) -> Result<Rows, ApiError> {
    let list = forge.api()?.issue_get_milestones_list().owner(at.owner).repo(at.repo).state("all");
    let list = list.page(ASK.page_i64()).limit(ASK.limit_i64());
    let (found, paging) = list.send().page_of(forge, ASK, Total::Exact).await?;
    let candidate = |milestone: types::Milestone| match source {
        Source::MilestoneId => Candidate::numbered(milestone.id, milestone.title),
        _ => milestone.title.map(Candidate::new),
    };
    Ok(Rows { candidates: found.into_iter().filter_map(candidate).collect(), has_more: paging.has_more })
}

async fn runs(forge: &Forge, source: Source, at: At<'_>) -> Result<Rows, ApiError> {
    let found = pages::runs(forge, at, None, None, ASK).await?;
    let has_more = found.len() >= ASK.limit as usize;
    let candidate = |run: types::ActionRun| match source {
        Source::Run => Candidate::numbered(run.id, run.title),
        _ => run.workflow_id.map(Candidate::new),
    };
    Ok(Rows { candidates: found.into_iter().filter_map(candidate).collect(), has_more })
}

async fn numbers(forge: &Forge, source: Source, at: At<'_>) -> Result<Rows, ApiError> {
    let api = forge.api()?;
    let (page, limit) = (ASK.page_i64(), ASK.limit_i64());
    let (candidates, paging) = if source == Source::Pull {
        let list = api.repo_list_pull_requests().owner(at.owner).repo(at.repo);
        let list = list.page(std::num::NonZeroU64::MIN).limit(u64::from(ASK.limit));
        let (found, paging) = list.send().page_of(forge, ASK, Total::Exact).await?;
        let numbered = found.into_iter().filter_map(|pull| Candidate::numbered(pull.number, pull.title));
        (numbered.collect(), paging)
    } else {
        let list = api.issue_list_issues().owner(at.owner).repo(at.repo).type_("issues");
        let list = list.page(page).limit(limit);
        let (found, paging) = list.send().page_of(forge, ASK, Total::Exact).await?;
        let numbered = found.into_iter().filter_map(|issue| Candidate::numbered(issue.number, issue.title));
        (numbered.collect::<Vec<_>>(), paging)
    };
    Ok(Rows { candidates, has_more: paging.has_more })
}

async fn rules(forge: &Forge, at: At<'_>) -> Result<Rows, ApiError> {
    let (found, paging) = pages::branch_protections(forge, at, Ask { page: 1, limit: u32::MAX }).await?;
    let candidates = found.into_iter().filter_map(|rule| rule.rule_name).map(Candidate::new).collect();
    Ok(Rows { candidates, has_more: paging.has_more })
}

async fn wiki_pages(forge: &Forge, at: At<'_>) -> Result<Rows, ApiError> {
    let list = forge.api()?.repo_get_wiki_pages().owner(at.owner).repo(at.repo);
    let list = list.page(ASK.page_i64()).limit(ASK.limit_i64());
    let (found, paging) = list.send().page_of(forge, ASK, Total::Ignored).await?;
    let candidates = found.into_iter().filter_map(|page| page.title).map(Candidate::new).collect();
    Ok(Rows { candidates, has_more: paging.has_more })
}
