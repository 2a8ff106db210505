//! Prompts: what a person asks for by name. Each is a task, the steps with the tools to use, and the resources that
//! it needs from the start.
//!
//! To add a prompt: write its planner in a file of its own and give it a row in [`PROMPTS`].

mod draft_release_notes;
mod explain_failed_run;
mod review_pull_request;
mod triage_issue;

use futures::future::BoxFuture;
use serde_json::{Map, Value};

use crate::completions::Source;
use crate::fetch::At;
use crate::forgejo::{ApiError, Forge};

/// A prompt.
pub struct Prompt {
    pub name: &'static str,
    pub title: &'static str,
    pub description: &'static str,
    pub arguments: &'static [Argument],
    plan: Planner,
}

/// An argument of a prompt; clients send all of them as texts.
pub struct Argument {
    pub name: &'static str,
    pub description: &'static str,
    pub required: bool,
    pub source: Source,
}

type Planner = for<'plan> fn(&'plan Forge, &'plan Arguments) -> BoxFuture<'plan, Result<Plan, ApiError>>;

/// What a prompt says, before its resources are read.
#[derive(Debug, Default)]
pub struct Plan {
    pub task: String,
    /// Tools stand in backticks.
    pub steps: Vec<String>,
    pub embeds: Vec<Embed>,
}

/// A resource that a prompt puts before the model.
#[derive(Debug)]
pub struct Embed {
    pub uri: String,
    /// Whether the prompt makes no sense without it.
    pub needed: bool,
}

impl Embed {
    fn needed(uri: String) -> Self {
        Self { uri, needed: true }
    }

    fn helpful(uri: String) -> Self {
        Self { uri, needed: false }
    }
}

impl Prompt {
    /// Decides what the prompt says and which resources it needs.
    ///
    /// # Errors
    /// Whatever is wrong with the arguments, and whatever the requests came to.
    pub async fn plan<'plan>(
        &self,
        forge: &'plan Forge,
        arguments: &'plan Arguments,
    ) -> Result<Plan, ApiError> {
        (self.plan)(forge, arguments).await
    }
}

const OWNER: Argument =
    Argument { name: "owner", description: "Owner of the repository", required: true, source: Source::Owner };
const REPO: Argument =
    Argument { name: "repo", description: "Name of the repository", required: true, source: Source::Repo };

/// Every prompt, in the order of listings.
pub static PROMPTS: &[Prompt] = &[
    Prompt {
        name: "review_pull_request",
        title: "Review a pull request",
        description: "Reads a pull request with its talk and checks, and writes a review.",
        arguments: &[
            OWNER,
            REPO,
            Argument {
                name: "index",
                description: "Number of the pull request",
                required: true,
                source: Source::Pull,
            },
            Argument {
                name: "focus",
                description: "What to look at most, such as security or tests",
                required: false,
                source: Source::Free,
            },
        ],
        plan: |forge, arguments| Box::pin(review_pull_request::plan(forge, arguments)),
    },
    Prompt {
        name: "triage_issue",
        title: "Triage an issue",
        description: "Reads an issue, looks for duplicates, and proposes labels, milestone and an answer.",
        arguments: &[
            OWNER,
            REPO,
            Argument {
                name: "index",
                description: "Number of the issue",
                required: true,
                source: Source::Issue,
            },
        ],
        plan: |_, arguments| Box::pin(std::future::ready(triage_issue::plan(arguments))),
    },
    Prompt {
        name: "explain_failed_run",
        title: "Explain a failed run",
        description: "Finds out why a workflow run failed and what would repair it.",
        arguments: &[
            OWNER,
            REPO,
            Argument {
                name: "run",
                description: "Id of the run; the latest failed one when left out",
                required: false,
                source: Source::Run,
            },
            Argument {
                name: "workflow",
                description: "File name of the workflow, to look for the latest failed run of it",
                required: false,
                source: Source::Workflow,
            },
        ],
        plan: |forge, arguments| Box::pin(explain_failed_run::plan(forge, arguments)),
    },
    Prompt {
        name: "draft_release_notes",
        title: "Draft release notes",
        description: "Collects what changed since a release and drafts the notes of the next.",
        arguments: &[
            OWNER,
            REPO,
            Argument {
                name: "tag",
                description: "Tag of the release to write for",
                required: false,
                source: Source::Tag,
            },
            Argument {
                name: "since",
                description: "Tag of the release to start from; the latest when left out",
                required: false,
                source: Source::Tag,
            },
            Argument {
                name: "target",
                description: "Branch or commit to release; the default branch when left out",
                required: false,
                source: Source::Branch,
            },
        ],
        plan: |forge, arguments| Box::pin(draft_release_notes::plan(forge, arguments)),
    },
];

/// The prompt of a name.
///
/// # Errors
/// `invalid_arguments`, naming the prompts that there are.
pub fn find(name: &str) -> Result<&'static Prompt, ApiError> {
    PROMPTS.iter().find(|prompt| prompt.name == name).ok_or_else(|| {
        let names: Vec<&str> = PROMPTS.iter().map(|prompt| prompt.name).collect();
        ApiError::invalid(format!("there is no prompt {name:?}"))
            .hint(format!("there are {}", names.join(", ")))
    })
}

/// The tools that a step names: snake-case words in backticks.
pub fn tools_in(step: &str) -> impl Iterator<Item = &str> {
    let is_name = |word: &&str| {
        word.contains('_') && word.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_')
    };
    step.split('`').skip(1).step_by(2).filter(is_name)
}

/// The arguments that were given, as texts.
#[derive(Debug, Default)]
pub struct Arguments(Vec<(&'static str, String)>);

impl Arguments {
    /// Reads what a client sent. The repository may be left out when there is a default one.
    ///
    /// # Errors
    /// `invalid_arguments` for what is unknown, missing, or no text.
    pub fn read(
        prompt: &'static Prompt,
        given: Map<String, Value>,
        repository: Option<(&str, &str)>,
    ) -> Result<Self, ApiError> {
        let mut read = Vec::new();
        for (name, value) in given {
            let Some(known) = prompt.arguments.iter().find(|known| known.name == name) else {
                let names: Vec<&str> = prompt.arguments.iter().map(|known| known.name).collect();
                return Err(ApiError::invalid(format!("{} has no argument {name:?}", prompt.name))
                    .hint(format!("its arguments are {}", names.join(", "))));
            };
            let text = match value {
                Value::String(text) => text.trim().to_owned(),
                Value::Number(number) => number.to_string(),
                Value::Null => continue,
                _ => return Err(ApiError::invalid(format!("{name} must be a text"))),
            };
            if !text.is_empty() {
                read.push((known.name, text));
            }
        }
        let mut arguments = Self(read);
        if let Some((owner, repo)) = repository
            && arguments.maybe("owner").is_none()
            && arguments.maybe("repo").is_none()
        {
            arguments.0.push(("owner", owner.to_owned()));
            arguments.0.push(("repo", repo.to_owned()));
        }
        let missing =
            prompt.arguments.iter().find(|known| known.required && arguments.maybe(known.name).is_none());
        match missing {
            Some(missing) => Err(ApiError::invalid(format!("{} needs {}", prompt.name, missing.name))
                .hint(missing.description)),
            None => Ok(arguments),
        }
    }

    /// An argument, when it was given.
    #[must_use]
    pub fn maybe(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(known, _)| *known == name).map(|(_, text)| text.as_str())
    }

    /// An argument that the prompt requires.
    ///
    /// # Errors
    /// `invalid_arguments` when it is missing.
    pub fn text(&self, name: &str) -> Result<&str, ApiError> {
        self.maybe(name).ok_or_else(|| ApiError::invalid(format!("{name} is missing")))
    }

    /// A positive number; `#12` and `12.0` are numbers too.
    ///
    /// # Errors
    /// `invalid_arguments` when it is missing or no such number.
    pub fn number(&self, name: &str) -> Result<i64, ApiError> {
        let text = self.text(name)?;
        let digits = text.strip_prefix('#').unwrap_or(text);
        let digits = digits.strip_suffix(".0").unwrap_or(digits);
        let number = digits.parse().ok().filter(|number: &i64| *number > 0);
        number.ok_or_else(|| ApiError::invalid(format!("{name} must be a positive number, not {text:?}")))
    }

    fn at(&self) -> Result<At<'_>, ApiError> {
        Ok(At { owner: self.text("owner")?, repo: self.text("repo")? })
    }

    /// The URI of a resource of the repository.
    fn uri(&self, template: &str, more: &[(&str, &str)]) -> Result<String, ApiError> {
        let at = self.at()?;
        let own = [("owner", at.owner), ("repo", at.repo)];
        let values: Vec<(&str, &str)> = own.into_iter().chain(more.iter().copied()).collect();
        crate::resources::uri::build(template, &values)
    }
}
