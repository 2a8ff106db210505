//! `doctor`: asks the instance what every call depends on, and says what to fix.
//!
//! It changes nothing. What a token may write cannot be tried without writing, so scopes are read where the instance
//! shows them to the token, and otherwise not guessed.

mod settings;

use std::fmt::Write;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use http::HeaderMap;
use serde_json::{Value, json};

use super::out::{self, Failure, Outcome};
use super::program::{Form, Program};
use super::{configured, render, wait_for};
use crate::config::Config;
use crate::forgejo::page::ListAnswer;
use crate::forgejo::{Answer, ApiError, Forge, Guard, Instance, Kind, Source, no_url, operation};

/// A clock that is this far off breaks TLS and signed links sooner or later.
const SKEW: Duration = Duration::from_secs(120);
/// The oldest version that is tried.
const OLDEST: u32 = 11;

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Ok,
    Warning,
    Problem,
}

impl State {
    fn as_str(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Warning => "warning",
            Self::Problem => "problem",
        }
    }
}

/// One finding.
struct Finding {
    what: &'static str,
    state: State,
    said: String,
    fix: Option<String>,
}

impl Finding {
    fn new(what: &'static str, state: State, said: impl Into<String>) -> Self {
        Self { what, state, said: said.into(), fix: None }
    }

    fn fix(self, fix: impl Into<String>) -> Self {
        Self { fix: Some(fix.into()), ..self }
    }

    /// A failed question; the last line of an error says what to do.
    fn failed(what: &'static str, error: &ApiError) -> Self {
        Self::said(what, &error.to_string())
    }

    fn said(what: &'static str, text: &str) -> Self {
        let (said, fix) = text.split_once("\nhint: ").map_or((text, None), |(said, fix)| (said, Some(fix)));
        let finding = Self::new(what, State::Problem, said.replace('\n', "; "));
        match fix {
            Some(fix) => finding.fix(fix.replace('\n', "; ")),
            None => finding,
        }
    }
}

/// Checks and reports; something wrong is exit status 1.
pub(super) fn run(program: &Program) -> Outcome {
    let findings = match (&program.refusal, configured(program, |config| config)) {
        (Some(error), _) => vec![Finding::failed("settings", error)],
        (None, Err(Failure::Unusable(error))) => vec![Finding::said("settings", &error)],
        (None, server) => {
            let server = server?;
            wait_for(async { Ok(examine(server.forge(), server.config()).await) })?
        }
    };
    match program.shown.form(Form::Text) {
        Form::Json => {
            let rows = findings.iter().map(|finding| {
                let mut row =
                    json!({ "check": finding.what, "state": finding.state.as_str(), "said": finding.said });
                if let (Some(fix), Value::Object(fields)) = (&finding.fix, &mut row) {
                    fields.insert("fix".to_owned(), Value::from(fix.as_str()));
                }
                row
            });
            out::text(&render::pretty(&rows.collect()))?;
        }
        Form::Text | Form::Table => {
            let mut text = String::new();
            for Finding { what, state, said, fix } in &findings {
                let _ = writeln!(text, "{:<8} {what:<8} {said}", state.as_str());
                if let Some(fix) = fix {
                    let _ = writeln!(text, "{:17} fix: {fix}", "");
                }
            }
            out::text(&text)?;
        }
    }
    let wrong = findings.iter().filter(|finding| finding.state == State::Problem).count();
    match wrong {
        0 => Ok(()),
        1 => Err(Failure::Failed("something is wrong, see above".to_owned())),
        many => Err(Failure::Failed(format!("{many} things are wrong, see above"))),
    }
}

async fn examine(forge: &Forge, config: &Config) -> Vec<Finding> {
    let mut findings = settings::check(config);
    findings.push(address(config));
    if matches!(config.source, Source::Missing) {
        return findings;
    }
    findings.extend(settings::proxy(config));
    // Without a token that can be read, what anybody may ask is asked all the same.
    let token_problem = forge.read_token().await.err();
    let anonymous = token_problem.as_ref().map(|_| {
        let instance = Instance::new(config.source.clone(), config.http.clone());
        Forge::new(Arc::new(instance), None, Guard::default())
    });
    let forge = anonymous.as_ref().unwrap_or(forge);
    let asked = match forge.api() {
        Ok(api) => api.get_version().send().answer(forge).await,
        Err(error) => Err(error),
    };
    let headers = match asked {
        Ok(answer) => {
            let headers = answer.headers().clone();
            findings.push(reached(config));
            findings.push(version(answer.into_inner().version.as_deref().unwrap_or_default()));
            Some(headers)
        }
        // The instance is there and asks who we are.
        Err(error) if matches!(error.kind(), Kind::Unauthorized | Kind::Forbidden) => {
            findings.push(reached(config));
            if !forge.has_token() {
                findings.push(Finding::failed("version", &error));
            }
            None
        }
        Err(error) => {
            findings.push(Finding::failed("connect", &error));
            findings.extend(token_problem.map(|error| Finding::failed("token", &error)));
            return findings;
        }
    };
    match &token_problem {
        Some(error) => findings.push(Finding::failed("token", error)),
        None => findings.extend(token(forge, config).await),
    }
    findings.push(page_cap(forge).await);
    if let Some(headers) = headers.filter(|_| !forge.is_demo()) {
        findings.extend(clock(&headers));
    }
    findings
}

fn address(config: &Config) -> Finding {
    match &config.source {
        Source::Missing => Finding::failed("url", &no_url()),
        Source::Demo => Finding::new("url", State::Ok, "the demo, a recorded forge inside the program"),
        Source::Instance(url) if url.scheme() == "http" && config.token.is_some() && !is_local(url) => {
            Finding::new(
                "url",
                State::Warning,
                format!("{url} is not encrypted: the token can be read on the way"),
            )
            .fix("use https://")
        }
        Source::Instance(url) => Finding::new("url", State::Ok, url.as_str()),
    }
}

fn is_local(url: &url::Url) -> bool {
    match url.host() {
        Some(url::Host::Domain(name)) => name == "localhost" || name.ends_with(".localhost"),
        Some(url::Host::Ipv4(address)) => address.is_loopback(),
        Some(url::Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    }
}

fn reached(config: &Config) -> Finding {
    let said = match &config.source {
        Source::Instance(url) if url.scheme() == "https" => {
            "the instance answers, and its certificate is trusted"
        }
        _ => "the instance answers",
    };
    Finding::new("connect", State::Ok, said)
}

/// Forgejo says `16.0.0+gitea-1.22.0`; Gitea and Forgejo before 7 say `1.x`.
fn version(said: &str) -> Finding {
    let described = operation::described_version();
    let major = said.split('.').next().and_then(|major| major.parse::<u32>().ok());
    match major {
        None => Finding::new("version", State::Warning, format!("the instance does not say its version: {said:?}"))
            .fix("check that the URL is a Forgejo's"),
        Some(major) if major < OLDEST => Finding::new(
            "version",
            State::Warning,
            format!("{said} is Gitea or older than Forgejo {OLDEST}; some tools will say that they are unsupported"),
        )
        .fix(format!("update to Forgejo {OLDEST} or newer")),
        Some(_) => Finding::new("version", State::Ok, format!("{said} (this program knows the API of {described})")),
    }
}

async fn token(forge: &Forge, config: &Config) -> Vec<Finding> {
    if forge.is_demo() {
        return vec![Finding::new("token", State::Ok, "none is needed")];
    }
    if !forge.has_token() {
        return vec![
            Finding::new("token", State::Warning, "none is set: only public data can be read")
                .fix("make one in the instance's settings, Applications, and set FORGEJO_ACCESS_TOKEN"),
        ];
    }
    let asked = match forge.api() {
        Ok(api) => api.user_get_current().send().answer(forge).await,
        Err(error) => Err(error),
    };
    match asked {
        Ok(user) => {
            let login = user.into_inner().login.unwrap_or_default();
            let setting = config.token_setting.as_deref().unwrap_or("nowhere");
            vec![
                Finding::new("token", State::Ok, format!("of the account {login}, by {setting}")),
                scopes(forge, &login).await,
            ]
        }
        // A token of single repositories, or without read:user, may do everything else.
        Err(error) if error.kind() == Kind::Forbidden => vec![
            Finding::new("token", State::Ok, "works, but may not read its own account")
                .fix("nothing, unless \"me\" and own lists are needed: then make one with read:user"),
        ],
        Err(error) => vec![Finding::failed("token", &error)],
    }
}

/// The scopes of the token, where the instance lists tokens to one (16.0 and newer).
async fn scopes(forge: &Forge, login: &str) -> Finding {
    let asked = match forge.api() {
        Ok(api) => api.user_get_tokens().username(login).page(1).limit(50).send().rows(forge).await,
        Err(error) => Err(error),
    };
    let own = asked.ok().and_then(|tokens| {
        let is_own = |last: &Option<String>| last.as_deref().is_some_and(|last| forge.token_ends_with(last));
        tokens.into_iter().find(|token| is_own(&token.token_last_eight))
    });
    let Some(own) = own else {
        return Finding::new(
            "scopes",
            State::Ok,
            "not shown to this token; a call that lacks one says which",
        );
    };
    let scopes = own.scopes.unwrap_or_default();
    let only = own.repositories.filter(|repositories| !repositories.is_empty());
    let only = only.map_or_else(String::new, |repositories| {
        let names = repositories.into_iter().filter_map(|repository| repository.full_name);
        format!("; only for {}", names.collect::<Vec<_>>().join(", "))
    });
    let writes = scopes.iter().any(|scope| scope == "all" || scope.starts_with("write:"));
    let listed = format!("{}{only}", scopes.join(", "));
    if writes {
        Finding::new("scopes", State::Ok, listed)
    } else {
        Finding::new("scopes", State::Ok, format!("{listed} (reads only)"))
    }
}

async fn page_cap(forge: &Forge) -> Finding {
    let asked = match forge.api() {
        Ok(api) => api.get_general_api_settings().send().answer(forge).await,
        Err(error) => Err(error),
    };
    match asked.map(|settings| settings.into_inner().max_response_items) {
        Ok(Some(cap)) if cap < 10 => Finding::new(
            "pages",
            State::Warning,
            format!("at most {cap} rows on a page: lists take many requests"),
        )
        .fix("raise MAX_RESPONSE_ITEMS in the [api] section of the instance's app.ini"),
        Ok(Some(cap)) => Finding::new("pages", State::Ok, format!("at most {cap} rows on a page")),
        Ok(None) | Err(_) => Finding::new(
            "pages",
            State::Warning,
            "the instance does not say how many rows a page has; 50 are assumed",
        ),
    }
}

fn clock(headers: &HeaderMap) -> Option<Finding> {
    let theirs = httpdate::parse_http_date(headers.get(http::header::DATE)?.to_str().ok()?).ok()?;
    let now = SystemTime::now();
    let (ahead, by) = match now.duration_since(theirs) {
        Ok(by) => (true, by),
        Err(error) => (false, error.duration()),
    };
    if by <= SKEW {
        return Some(Finding::new("clock", State::Ok, "agrees with the instance's"));
    }
    let word = if ahead { "ahead of" } else { "behind" };
    let said = format!("this machine is {} s {word} the instance", by.as_secs());
    Some(
        Finding::new("clock", State::Problem, said)
            .fix("set the clock of whichever is wrong, for example with NTP"),
    )
}
