//! Stub.
use std::borrow::Cow;
pub struct Found<'t> {
    pub text: Cow<'t, str>,
    pub removed: usize,
}
pub fn clean(text: &str) -> Found<'_> {
    Found { text: Cow::Borrowed(text), removed: 0 }
}
pub fn mark_comments(text: &str) -> (Cow<'_, str>, usize) {
    (Cow::Borrowed(text), 0)
}
