//! Names of arguments: aliases, other spellings, and the nearest name for one that nobody knows.
//!
//! It deliberately never guesses: a name that is only similar is refused and the similar one named.

use serde_json::{Map, Value};

use super::Place;

/// Names longer than this are not compared with others and are cut in messages.
const LONGEST: usize = 60;

/// Below this likeness (0 to 1) a name is not worth suggesting.
const ALIKE: f64 = 0.7;

/// As many names are listed beside a suggestion; without one, all are.
const SHORT_LIST: usize = 12;

/// Finds the property that a written name means: itself, an alias, or either in camelCase or with hyphens.
pub(super) fn find<'a>(
    written: &str,
    properties: &'a Map<String, Value>,
) -> Option<(&'a str, &'a Map<String, Value>)> {
    let exact = properties.get_key_value(written);
    let found = exact
        .or_else(|| properties.iter().find(|(_, property)| aliases(property).any(|alias| alias == written)))
        .or_else(|| {
            let snake = snake_case(written)?;
            properties.get_key_value(&snake).or_else(|| {
                properties.iter().find(|(_, property)| {
                    aliases(property).any(|alias| snake_case(alias).as_ref() == Some(&snake))
                })
            })
        });
    found.and_then(|(name, property)| Some((name.as_str(), property.as_object()?)))
}

/// Writes the refusal of an unknown argument with the nearest valid name and, when they are few, all of them.
pub(super) fn unknown(written: &str, properties: &Map<String, Value>, place: Place) -> String {
    let refused = format!("unknown argument `{}`", Place::Field(&place, &shortened(written)));
    let prefix = match place {
        Place::Top => String::new(),
        _ => format!("{place}."),
    };
    if properties.is_empty() {
        return format!("{refused}; none is taken here");
    }
    let all = || {
        let names: Vec<String> = properties.keys().map(|name| format!("`{name}`")).collect();
        format!("; valid here: {}", names.join(", "))
    };
    match nearest_property(written, properties) {
        Some(near) if properties.len() <= SHORT_LIST => {
            format!("{refused}; did you mean `{prefix}{near}`?{}", all())
        }
        Some(near) => format!("{refused}; did you mean `{prefix}{near}`?"),
        None => format!("{refused}{}", all()),
    }
}

/// Picks the word most like the written one, if any is like it at all; case does not count.
pub(super) fn nearest<'a>(written: &str, words: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let written = comparable(written)?;
    nearest_of(&written, words.into_iter().map(|word| (word, word)))
}

/// Lists names in a schema that two parameters of one object both answer to, for a test over all tools.
#[must_use]
pub fn alias_conflicts(raw: &Map<String, Value>) -> Vec<String> {
    let mut conflicts = Vec::new();
    let none = Map::new();
    let properties = raw.get("properties").and_then(Value::as_object).unwrap_or(&none);
    for (name, property) in properties {
        for alias in aliases(property) {
            let spelling = snake_case(alias);
            let same = |other: &str| other == alias || (spelling.is_some() && snake_case(other) == spelling);
            let claimed = properties.iter().filter(|(other, _)| *other != name);
            for (other, rival) in claimed {
                if same(other) || aliases(rival).any(same) {
                    conflicts.push(format!("alias {alias} of {name} is also {other}"));
                }
            }
        }
        let below =
            [Some(property), property.get("items")].into_iter().flatten().filter_map(Value::as_object);
        conflicts.extend(below.flat_map(alias_conflicts));
    }
    conflicts
}

/// Cuts a name or value that a caller wrote to a length that fits a message.
pub(super) fn shortened(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default().escape_debug()),
        None => text.escape_debug().to_string(),
    }
}

fn nearest_property<'a>(written: &str, properties: &'a Map<String, Value>) -> Option<&'a str> {
    let written = comparable(written)?;
    let names = properties.iter().flat_map(|(name, property)| {
        std::iter::once(name.as_str())
            .chain(aliases(property))
            .map(move |candidate| (candidate, name.as_str()))
    });
    nearest_of(&written, names)
}

/// Picks the answer whose candidate is most like the written word; of equals the first.
fn nearest_of<'a>(written: &str, candidates: impl Iterator<Item = (&'a str, &'a str)>) -> Option<&'a str> {
    let mut best: Option<(f64, &str)> = None;
    for (candidate, answer) in candidates {
        let Some(candidate) = comparable(candidate) else { continue };
        let edits = strsim::normalized_damerau_levenshtein(written, &candidate);
        let likeness = edits.max(strsim::jaro_winkler(written, &candidate) - 0.1);
        if likeness >= ALIKE && best.is_none_or(|(highest, _)| likeness > highest) {
            best = Some((likeness, answer));
        }
    }
    best.map(|(_, answer)| answer)
}

/// Prepares a word for comparison; an overlong one is like nothing.
fn comparable(word: &str) -> Option<String> {
    if word.len() > LONGEST {
        return None;
    }
    Some(snake_case(word).unwrap_or_else(|| word.to_lowercase()))
}

fn aliases(property: &Value) -> impl Iterator<Item = &str> {
    property.get("x-aliases").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str)
}

/// Writes a camelCase or hyphenated ASCII name in `snake_case`; other names have no other spelling.
fn snake_case(name: &str) -> Option<String> {
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    if name.len() > LONGEST || !name.chars().all(plain) {
        return None;
    }
    let mut snake = String::with_capacity(name.len() + 4);
    let mut after_lower = false;
    for c in name.chars() {
        if c.is_ascii_uppercase() && after_lower {
            snake.push('_');
        }
        after_lower = c.is_ascii_lowercase() || c.is_ascii_digit();
        snake.push(if c == '-' { '_' } else { c.to_ascii_lowercase() });
    }
    Some(snake)
}
