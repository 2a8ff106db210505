//! One error for everything that can go wrong with a call, and what it tells the person who made it.
//!
//! How an error is shown (tool result, resource code, exit status) is decided in `crate::failure`.

use std::fmt;
use std::time::Duration;

/// What kind of failure it is; callers branch on this, people read the message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    InvalidArguments,
    Unauthorized,
    Forbidden,
    NotFound,
    Conflict,
    PreconditionFailed,
    Validation,
    RateLimited,
    Unavailable,
    OutcomeUnknown,
    Unsupported,
    ConfirmationRequired,
    Internal,
    /// Nothing failed: a dry run shows what would have been sent.
    DryRun,
}

impl Kind {
    /// The word that clients see in `_meta.kind`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::InvalidArguments => "invalid_arguments",
            Self::Unauthorized => "unauthorized",
            Self::Forbidden => "forbidden",
            Self::NotFound => "not_found",
            Self::Conflict => "conflict",
            Self::PreconditionFailed => "precondition_failed",
            Self::Validation => "validation",
            Self::RateLimited => "rate_limited",
            Self::Unavailable => "unavailable",
            Self::OutcomeUnknown => "outcome_unknown",
            Self::Unsupported => "unsupported",
            Self::ConfirmationRequired => "confirmation_required",
            Self::Internal => "internal",
            Self::DryRun => "dry_run",
        }
    }
}

/// A failed call: what was asked, what the forge said, and what to try.
#[derive(Clone, Debug)]
pub struct ApiError(Box<Details>);

#[derive(Clone, Debug)]
struct Details {
    kind: Kind,
    message: String,
    asked: Option<String>,
    said: Option<String>,
    status: Option<u16>,
    retry_after: Option<Duration>,
    hint: Option<String>,
}

impl ApiError {
    /// An error with our own sentence.
    #[must_use]
    pub fn new(kind: Kind, message: impl Into<String>) -> Self {
        Self(Box::new(Details {
            kind,
            message: message.into(),
            asked: None,
            said: None,
            status: None,
            retry_after: None,
            hint: None,
        }))
    }

    /// Arguments that cannot be used; nothing was sent.
    #[must_use]
    pub fn invalid(message: impl Into<String>) -> Self {
        Self::new(Kind::InvalidArguments, message)
    }

    /// A fault of this program.
    #[must_use]
    pub fn internal(message: impl Into<String>) -> Self {
        Self::new(Kind::Internal, message)
    }

    /// Says what to try.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.0.hint = Some(hint.into());
        self
    }

    /// Replaces the sentence and keeps what the forge said.
    #[must_use]
    pub fn explain(mut self, message: impl Into<String>) -> Self {
        self.0.message = message.into();
        self
    }

    /// Changes the kind and keeps the rest.
    #[must_use]
    pub fn as_kind(mut self, kind: Kind) -> Self {
        self.0.kind = kind;
        self
    }

    /// Adds the request that failed, as method and path.
    #[must_use]
    pub fn asked(mut self, asked: impl Into<String>) -> Self {
        self.0.asked = Some(asked.into());
        self
    }

    /// Adds what the forge answered.
    #[must_use]
    pub fn answered(mut self, status: u16, said: Option<String>) -> Self {
        self.0.status = Some(status);
        self.0.said = said;
        self
    }

    /// Adds how long the forge wants to be left alone.
    #[must_use]
    pub fn retry_after(mut self, wait: Option<Duration>) -> Self {
        self.0.retry_after = wait;
        self
    }

    #[must_use]
    pub fn kind(&self) -> Kind {
        self.0.kind
    }

    #[must_use]
    pub fn status(&self) -> Option<u16> {
        self.0.status
    }

    /// What the forge said in its answer, scrubbed and bounded.
    #[must_use]
    pub fn said(&self) -> Option<&str> {
        self.0.said.as_deref()
    }

    #[must_use]
    pub fn wait(&self) -> Option<Duration> {
        self.0.retry_after
    }
}

impl fmt::Display for ApiError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Details { message, asked, said, status, retry_after, hint, .. } = &*self.0;
        formatter.write_str(message)?;
        match (asked, status) {
            (Some(asked), Some(status)) => write!(formatter, "\n{asked} answered {status}")?,
            (Some(asked), None) => write!(formatter, "\nasked: {asked}")?,
            (None, Some(status)) => write!(formatter, "\nstatus {status}")?,
            (None, None) => {}
        }
        if let Some(said) = said {
            write!(formatter, ": {said}")?;
        }
        if let Some(wait) = retry_after {
            write!(formatter, "\nretry after {} s", wait.as_secs())?;
        }
        if let Some(hint) = hint {
            write!(formatter, "\nhint: {hint}")?;
        }
        Ok(())
    }
}

impl std::error::Error for ApiError {}
