//! Webhooks of repositories. Their secret and authorization header go in and never come out.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;

use super::args::{PageArgs, RepoRef};
use super::hook_args::{ContentType, Event, HookType, Method, check_url, settings};
use super::{Access, Call, Domain, Tool, ToolEntry};
use crate::fetch::{one, pages};
use crate::forgejo::api::types;
use crate::forgejo::{Answer, ApiError, Kind, Maybe};
use crate::reply::{Page, Record};
use crate::views::{self, Done};

pub(super) const TOOLS: &[ToolEntry] = &[
    ToolEntry::of::<ListRepoHooks>(),
    ToolEntry::of::<GetRepoHook>(),
    ToolEntry::of::<CreateRepoHook>(),
    ToolEntry::of::<EditRepoHook>(),
    ToolEntry::of::<DeleteRepoHook>(),
    ToolEntry::of::<TestRepoHook>(),
];

/// Lists the webhooks of a repository.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct ListRepoHooks {
    #[serde(flatten)]
    repo: RepoRef,
    #[serde(flatten)]
    page: PageArgs,
}

impl Tool for ListRepoHooks {
    const NAME: &str = "list_repo_hooks";
    const TITLE: &str = "List webhooks";
    const DOMAIN: Domain = Domain::Webhook;
    const ACCESS: Access = Access::Read;
    const OPERATIONS: &[&str] = &["repoListHooks"];
    type Output = Page<views::Hook>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        let ask = self.page.ask(&call.forge, 30).await;
        let page = pages::hooks(&call.forge, self.repo.at(), ask).await?;
        Ok(Page::of(page))
    }
}

/// Gets a webhook.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct GetRepoHook {
    #[serde(flatten)]
    repo: RepoRef,
    #[schemars(range(min = 1))]
    id: i64,
}

impl Tool for GetRepoHook {
    const NAME: &str = "get_repo_hook";
    const TITLE: &str = "Get webhook";
    const DOMAIN: Domain = Domain::Webhook;
    const ACCESS: Access = Access::Read;
    const OPERATIONS: &[&str] = &["repoGetHook"];
    type Output = Record<views::Hook>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        Ok(Record::new(hook(call, &self.repo, self.id).await?.into()))
    }
}

async fn hook(call: &Call, repo: &RepoRef, id: i64) -> Result<types::Hook, ApiError> {
    one::hook(&call.forge, repo.at(), id).await.map_err(|error| missing(error, repo, id))
}

fn missing(error: ApiError, repo: &RepoRef, id: i64) -> ApiError {
    match error.kind() {
        Kind::NotFound => {
            error.explain(format!("{repo} has no webhook {id}, or this token may not see the repository"))
        }
        _ => error,
    }
}

/// Creates a webhook of a repository, active unless said otherwise.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct CreateRepoHook {
    #[serde(flatten)]
    repo: RepoRef,
    url: String,
    /// Default forgejo
    #[serde(rename = "type")]
    kind: Option<HookType>,
    /// Default push
    #[serde(default)]
    events: Vec<Event>,
    /// Default json
    #[serde(default)]
    content_type: ContentType,
    /// Always POST
    http_method: Option<Method>,
    /// Key that signs what is sent; cannot be changed later
    secret: Option<String>,
    /// Sent with each call; never shown
    authorization_header: Option<String>,
    /// Pattern of branches, such as {main,release/*}
    branch_filter: Option<String>,
    active: Option<bool>,
    /// Slack: channel (required), username, `icon_url`, color
    #[serde(default)]
    config: BTreeMap<String, String>,
}

impl Tool for CreateRepoHook {
    const NAME: &str = "create_repo_hook";
    const TITLE: &str = "Create webhook";
    const DOMAIN: Domain = Domain::Webhook;
    const ACCESS: Access = Access::Create;
    const OPERATIONS: &[&str] = &["repoCreateHook"];
    type Output = Record<views::Hook>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        check_url(&self.url)?;
        Method::check(self.http_method)?;
        let kind = self.kind.unwrap_or_default();
        let mut extra = settings(kind, self.config)?;
        if kind == HookType::Slack && !extra.contains_key("channel") {
            return Err(ApiError::invalid("a webhook of type slack needs config.channel"));
        }
        if let Some(secret) = self.secret.filter(|secret| !secret.is_empty()) {
            extra.insert("secret".to_owned(), secret);
        }
        let events = if self.events.is_empty() { vec![Event::Push] } else { self.events };
        let asked: Vec<String> = events.iter().map(|event| event.as_str().to_owned()).collect();
        let body = types::CreateHookOption {
            type_: kind.of_api(),
            // The forge makes a webhook that is off when nothing is said.
            active: Some(self.active.unwrap_or(true)),
            events: Some(asked.clone()),
            branch_filter: self.branch_filter,
            authorization_header: self.authorization_header,
            config: types::CreateHookOptionConfig {
                url: self.url,
                content_type: self.content_type.as_str().to_owned(),
                extra,
            },
        };
        let request = call.forge.api()?.repo_create_hook().owner(&self.repo.owner).repo(&self.repo.repo);
        let made = request.body(body).send().answer(&call.forge).await?.into_inner();
        let warning = Event::differing(&asked, &made);
        Ok(Record::new(views::Hook::from(made)).warn(warning))
    }
}

/// Changes a webhook. What is left out stays; the secret cannot be changed, nor the authorization header removed.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct EditRepoHook {
    #[serde(flatten)]
    repo: RepoRef,
    #[schemars(range(min = 1))]
    id: i64,
    url: Option<String>,
    /// Replaces those it has
    events: Option<Vec<Event>>,
    content_type: Option<ContentType>,
    /// Always POST
    http_method: Option<Method>,
    /// Refused: the forge keeps the first one
    secret: Option<String>,
    authorization_header: Option<String>,
    branch_filter: Option<String>,
    active: Option<bool>,
    /// Slack: channel, username, `icon_url`, color
    #[serde(default)]
    config: BTreeMap<String, String>,
}

impl Tool for EditRepoHook {
    const NAME: &str = "edit_repo_hook";
    const TITLE: &str = "Edit webhook";
    const DOMAIN: Domain = Domain::Webhook;
    const ACCESS: Access = Access::Change;
    const IDEMPOTENT: bool = true;
    const OPERATIONS: &[&str] = &["repoEditHook", "repoGetHook"];
    type Output = Record<views::Hook>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        self.check()?;
        let now = hook(call, &self.repo, self.id).await?;
        let config = self.new_config(&now)?;
        // Events and branch filter fall back to their defaults when they are left out, and before version 12 so does
        // the authorization header: all three are sent again.
        let events = self.events.map_or_else(
            || Event::again(now.events.as_deref().unwrap_or_default()),
            |events| events.iter().map(|event| event.as_str().to_owned()).collect(),
        );
        let header = self.authorization_header.or(now.authorization_header);
        let body = types::EditHookOption {
            active: self.active,
            authorization_header: header.filter(|header| !header.is_empty()),
            branch_filter: self.branch_filter.or(now.branch_filter),
            config: (!config.is_empty()).then_some(config),
            events: Some(events.clone()),
        };
        let request = call.forge.api()?.repo_edit_hook().owner(&self.repo.owner).repo(&self.repo.repo);
        let now = request.id(self.id).body(body).send().answer(&call.forge).await?.into_inner();
        let warning = Event::differing(&events, &now);
        Ok(Record::new(views::Hook::from(now)).warn(warning))
    }
}

impl EditRepoHook {
    /// Refuses what the forge would ignore, or take for something else.
    fn check(&self) -> Result<(), ApiError> {
        let again = "create a new webhook and delete this one";
        if self.secret.is_some() {
            return Err(ApiError::invalid("the secret of a webhook cannot be changed").hint(again));
        }
        if self.authorization_header.as_ref().is_some_and(String::is_empty) {
            return Err(
                ApiError::invalid("the authorization header of a webhook cannot be removed").hint(again)
            );
        }
        if self.events.as_ref().is_some_and(Vec::is_empty) {
            return Err(ApiError::invalid("events must name at least one event")
                .hint("active false turns a webhook off"));
        }
        Method::check(self.http_method)?;
        if let Some(url) = &self.url {
            check_url(url)?;
        }
        let nothing = self.url.is_none() && self.events.is_none() && self.content_type.is_none();
        let nothing = nothing && self.authorization_header.is_none() && self.branch_filter.is_none();
        if nothing && self.active.is_none() && self.config.is_empty() {
            return Err(ApiError::invalid("nothing to change: give at least one field besides id"));
        }
        Ok(())
    }

    /// The settings to send; of a Slack webhook all four are replaced when one is, so all are sent.
    fn new_config(&self, now: &types::Hook) -> Result<BTreeMap<String, String>, ApiError> {
        let mut config = BTreeMap::new();
        if !self.config.is_empty() {
            let kind = HookType::of_word(now.type_.as_deref().unwrap_or_default());
            let stored = now.config.clone().unwrap_or_default();
            config = stored
                .into_iter()
                .filter(|(key, _)| !matches!(key.as_str(), "url" | "content_type"))
                .collect();
            config.extend(settings(kind, self.config.clone())?);
        }
        if let Some(url) = &self.url {
            config.insert("url".to_owned(), url.clone());
        }
        if let Some(content_type) = self.content_type {
            config.insert("content_type".to_owned(), content_type.as_str().to_owned());
        }
        Ok(config)
    }
}

/// Deletes a webhook.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct DeleteRepoHook {
    #[serde(flatten)]
    repo: RepoRef,
    #[schemars(range(min = 1))]
    id: i64,
}

impl Tool for DeleteRepoHook {
    const NAME: &str = "delete_repo_hook";
    const TITLE: &str = "Delete webhook";
    const DOMAIN: Domain = Domain::Webhook;
    const ACCESS: Access = Access::Change;
    const OPERATIONS: &[&str] = &["repoDeleteHook"];
    type Output = Record<Done>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        let Self { repo, id } = &self;
        let request = call.forge.api()?.repo_delete_hook().owner(&repo.owner).repo(&repo.repo).id(*id);
        request.send().answer(&call.forge).await.map_err(|error| missing(error, repo, *id))?;
        Ok(Record::new(Done::new(format!("webhook {id} of {repo} is deleted"))))
    }
}

/// Sends a test delivery of a webhook: a push of the last commit.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct TestRepoHook {
    #[serde(flatten)]
    repo: RepoRef,
    #[schemars(range(min = 1))]
    id: i64,
    /// Branch, tag or commit
    #[serde(rename = "ref")]
    reference: Option<String>,
}

impl Tool for TestRepoHook {
    const NAME: &str = "test_repo_hook";
    const TITLE: &str = "Test webhook";
    const DOMAIN: Domain = Domain::Webhook;
    const ACCESS: Access = Access::Create;
    const OPERATIONS: &[&str] = &["repoTestHook"];
    type Output = Record<Done>;

    async fn run(self, call: &Call) -> Result<Self::Output, ApiError> {
        let Self { repo, id, reference } = self;
        let request = call.forge.api()?.repo_test_hook().owner(&repo.owner).repo(&repo.repo).id(id);
        let request = request.maybe(reference, |request, name| request.ref_(name));
        request.send().answer(&call.forge).await.map_err(|error| {
            let empty = error.said().is_some_and(|said| said.contains("repository is empty"));
            if empty {
                let error = error.as_kind(Kind::PreconditionFailed);
                return error.explain(format!("{repo} is empty: a test needs a commit to tell of"));
            }
            missing(error, &repo, id)
        })?;
        Ok(Record::new(Done::new(format!(
            "a test delivery of webhook {id} of {repo} is on its way; whether it arrived shows in the web interface"
        ))))
    }
}
