//! What was probably meant by a name that nobody has.

/// No name of ours is longer. A word of megabytes is no typing error, and would take long to compare.
pub const LONGEST_NAME: usize = 60;

/// The name that looks most like another, when any does.
#[must_use]
pub fn nearest<'name>(word: &str, names: impl Iterator<Item = &'name str>) -> Option<&'name str> {
    let word: String = word.chars().take(LONGEST_NAME).collect::<String>().to_lowercase();
    names
        .map(|name| (strsim::jaro_winkler(&word, name), name))
        .filter(|(likeness, _)| *likeness > 0.75)
        .max_by(|(one, _), (other, _)| one.total_cmp(other))
        .map(|(_, name)| name)
}
