//! Whether an operation reads, writes, or hands out a secret. Reviewed by hand over all operations.
//!
//! The rule is the method: GET reads, everything else writes. The two lists are the exceptions. An operation that a
//! newer description adds falls under the rule, on the safe side for everything but a GET that hands out a secret;
//! a test fails for new GETs that speak of tokens or secrets until they were looked at.

/// Operations that are no GET but change nothing: they render a text that is sent to them.
const READS: [&str; 3] = ["renderMarkdown", "renderMarkdownRaw", "renderMarkup"];

/// GETs whose answer is a credential: whoever has a registration token can add a runner, which then sees secrets.
const SECRETS: [&str; 5] = [
    "adminGetRegistrationToken",
    "adminGetRunnerRegistrationToken",
    "orgGetRunnerRegistrationToken",
    "repoGetRunnerRegistrationToken",
    "userGetRunnerRegistrationToken",
];

/// The variant of `Access` for an operation.
pub(crate) fn access(id: &str, method: &str) -> &'static str {
    if SECRETS.contains(&id) {
        "Secret"
    } else if method == "get" || method == "head" || READS.contains(&id) {
        "Read"
    } else {
        "Write"
    }
}
