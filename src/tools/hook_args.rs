//! The words of webhooks: types, events, settings. The forge takes any event and drops the unknown without a word,
//! so they are enumerated here.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;

use crate::forgejo::ApiError;
use crate::forgejo::api::types;

// What kind of receiver a webhook has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum HookType {
    #[default]
    Forgejo,
    Gitea,
    Gogs,
    Slack,
    Discord,
    Dingtalk,
    Telegram,
    Msteams,
    Feishu,
    Wechatwork,
    Packagist,
}

impl HookType {
    pub(super) fn of_api(self) -> types::CreateHookOptionType {
        match self {
            Self::Forgejo => types::CreateHookOptionType::Forgejo,
            Self::Gitea => types::CreateHookOptionType::Gitea,
            Self::Gogs => types::CreateHookOptionType::Gogs,
            Self::Slack => types::CreateHookOptionType::Slack,
            Self::Discord => types::CreateHookOptionType::Discord,
            Self::Dingtalk => types::CreateHookOptionType::Dingtalk,
            Self::Telegram => types::CreateHookOptionType::Telegram,
            Self::Msteams => types::CreateHookOptionType::Msteams,
            Self::Feishu => types::CreateHookOptionType::Feishu,
            Self::Wechatwork => types::CreateHookOptionType::Wechatwork,
            Self::Packagist => types::CreateHookOptionType::Packagist,
        }
    }

    /// The type of an existing webhook; only Slack has settings of its own.
    pub(super) fn of_word(word: &str) -> Self {
        if word == "slack" { Self::Slack } else { Self::Forgejo }
    }
}

// The form of what is sent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(extend("x-values" = {"application/json": "json", "application/x-www-form-urlencoded": "form"}))]
pub(super) enum ContentType {
    #[default]
    Json,
    Form,
}

impl ContentType {
    pub(super) fn as_str(self) -> &'static str {
        match self {
            Self::Json => "json",
            Self::Form => "form",
        }
    }
}

// How it is sent. The API knows nothing but POST.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "UPPERCASE")]
pub(super) enum Method {
    Post,
    Get,
}

impl Method {
    pub(super) fn check(method: Option<Self>) -> Result<(), ApiError> {
        if method == Some(Self::Get) {
            return Err(ApiError::invalid(
                "http_method GET cannot be set through the API: webhooks use POST",
            )
            .hint("leave it out, or set it in the web interface"));
        }
        Ok(())
    }
}

/// issues and pull_request mean all of theirs
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(extend("x-values" = {
    "pull_request_review_approved": "pull_request_review",
    "pull_request_review_rejected": "pull_request_review",
    "pull_request_review_comment": "pull_request_review",
}))]
pub(super) enum Event {
    Push,
    Create,
    Delete,
    Fork,
    Issues,
    IssuesOnly,
    IssueAssign,
    IssueLabel,
    IssueMilestone,
    IssueComment,
    PullRequest,
    PullRequestOnly,
    PullRequestAssign,
    PullRequestLabel,
    PullRequestMilestone,
    PullRequestComment,
    PullRequestReview,
    PullRequestReviewRequest,
    PullRequestSync,
    Release,
    Repository,
    Wiki,
    Package,
    ActionRunFailure,
    ActionRunRecover,
    ActionRunSuccess,
}

impl Event {
    pub(super) fn as_str(self) -> &'static str {
        match self {
            Self::Push => "push",
            Self::Create => "create",
            Self::Delete => "delete",
            Self::Fork => "fork",
            Self::Issues => "issues",
            Self::IssuesOnly => "issues_only",
            Self::IssueAssign => "issue_assign",
            Self::IssueLabel => "issue_label",
            Self::IssueMilestone => "issue_milestone",
            Self::IssueComment => "issue_comment",
            Self::PullRequest => "pull_request",
            Self::PullRequestOnly => "pull_request_only",
            Self::PullRequestAssign => "pull_request_assign",
            Self::PullRequestLabel => "pull_request_label",
            Self::PullRequestMilestone => "pull_request_milestone",
            Self::PullRequestComment => "pull_request_comment",
            Self::PullRequestReview => "pull_request_review",
            Self::PullRequestReviewRequest => "pull_request_review_request",
            Self::PullRequestSync => "pull_request_sync",
            Self::Release => "release",
            Self::Repository => "repository",
            Self::Wiki => "wiki",
            Self::Package => "package",
            Self::ActionRunFailure => "action_run_failure",
            Self::ActionRunRecover => "action_run_recover",
            Self::ActionRunSuccess => "action_run_success",
        }
    }

    /// The words that set again the events that were read. `issues` in an answer means opening and closing alone,
    /// and in a request everything about issues; reviews are one event to write and two to read. The forge shows a
    /// third, for comments of reviews, which never stands alone and goes with the comments of pull requests.
    pub(super) fn again(read: &[String]) -> Vec<String> {
        let mut words: Vec<String> = Vec::new();
        for event in read {
            let word = match event.as_str() {
                "issues" => "issues_only",
                "pull_request" => "pull_request_only",
                "pull_request_review_approved" | "pull_request_review_rejected" => "pull_request_review",
                "pull_request_review_comment" => continue,
                other => other,
            };
            if !words.iter().any(|known| known == word) {
                words.push(word.to_owned());
            }
        }
        words
    }

    /// Says which events that were asked for are off, and which others are on: an edit of Forgejo's leaves packages
    /// and runs as they were, and older versions do not know all words.
    pub(super) fn differing(asked: &[String], now: &types::Hook) -> Option<String> {
        let on = Self::again(now.events.as_deref().unwrap_or_default());
        let covers = |asked: &str, event: &str| match asked {
            "issues" => event == "issues_only" || event.starts_with("issue_"),
            "pull_request" => event.starts_with("pull_request"),
            word => word == event,
        };
        let missing = asked.iter().filter(|word| !on.iter().any(|event| covers(word, event)));
        let missing: Vec<&str> = missing.map(String::as_str).collect();
        let left = on.iter().filter(|event| !asked.iter().any(|word| covers(word, event)));
        let left: Vec<&str> = left.map(String::as_str).collect();
        let said = [("still off", missing), ("still on", left)];
        let said: Vec<String> = said
            .into_iter()
            .filter(|(_, events)| !events.is_empty())
            .map(|(state, events)| format!("{state}: {}", events.join(", ")))
            .collect();
        (!said.is_empty()).then(|| format!("the forge did not take over all events; {}", said.join("; ")))
    }
}

/// Refuses an address that no webhook can call; older versions take anything.
pub(super) fn check_url(address: &str) -> Result<(), ApiError> {
    let usable =
        url::Url::parse(address).is_ok_and(|url| matches!(url.scheme(), "http" | "https") && url.has_host());
    if usable {
        return Ok(());
    }
    Err(ApiError::invalid("url is no address that can be called").hint("write it whole: https://host/path"))
}

/// The settings of a type; others would be ignored.
pub(super) fn settings(
    kind: HookType,
    config: BTreeMap<String, String>,
) -> Result<BTreeMap<String, String>, ApiError> {
    const OF_SLACK: [&str; 4] = ["channel", "username", "icon_url", "color"];
    let odd = config.keys().find(|key| kind != HookType::Slack || !OF_SLACK.contains(&key.as_str()));
    let Some(odd) = odd else { return Ok(config) };
    let hint = match odd.as_str() {
        "url" | "content_type" | "secret" | "http_method" => format!("{odd} is a parameter of its own"),
        _ => format!("only webhooks of type slack have settings: {}", OF_SLACK.join(", ")),
    };
    Err(ApiError::invalid(format!("config.{odd} is not taken here")).hint(hint))
}
