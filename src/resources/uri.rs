//! URIs of resources: parsed by the table's templates, and built from them. Each variable is percent-encoded exactly
//! once. Whatever is malformed is refused here, before anything is asked.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

use super::{TEMPLATES, Template};
use crate::forgejo::ApiError;
use crate::forgejo::api::types::PathSegment;

const SCHEME: &str = "forgejo://";
/// Everything but the unreserved characters of RFC 3986.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// A part of a template's path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    Literal(&'static str),
    Variable(&'static str),
}

impl Template {
    /// The parts of the path.
    pub fn parts(&self) -> impl Iterator<Item = Part> {
        let path = self.uri.split("{?").next().unwrap_or_default();
        let path = path.strip_prefix(SCHEME).unwrap_or(path);
        path.split('/').map(|part| match part.strip_prefix('{').and_then(|part| part.strip_suffix('}')) {
            Some(name) => Part::Variable(name),
            None => Part::Literal(part),
        })
    }

    /// The names that the query may have.
    pub fn query(&self) -> impl Iterator<Item = &'static str> {
        let query = self.uri.split_once("{?").and_then(|(_, query)| query.strip_suffix('}'));
        query.unwrap_or_default().split(',').filter(|name| !name.is_empty())
    }

    /// The variables of path and query.
    pub fn variables(&self) -> impl Iterator<Item = &'static str> {
        let in_path = self.parts().filter_map(|part| match part {
            Part::Variable(name) => Some(name),
            Part::Literal(_) => None,
        });
        in_path.chain(self.query())
    }

    fn fits(&self, path: &str) -> bool {
        let mut given = path.split('/');
        let all = self.parts().all(|part| {
            given.next().is_some_and(|text| match part {
                Part::Literal(literal) => text == literal,
                Part::Variable(_) => true,
            })
        });
        all && given.next().is_none()
    }
}

/// What a URI says for the variables of its template.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Values(Vec<(&'static str, Given)>);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Given {
    Text(String),
    Number(i64),
    List(Vec<String>),
}

impl Values {
    /// A text that the template has.
    ///
    /// # Errors
    /// `internal` when the template has no such variable.
    pub fn text(&self, name: &str) -> Result<&str, ApiError> {
        self.maybe_text(name).ok_or_else(|| ApiError::internal(format!("the template has no text {name}")))
    }

    /// A text that may be left out.
    #[must_use]
    pub fn maybe_text(&self, name: &str) -> Option<&str> {
        match self.find(name) {
            Some(Given::Text(text)) => Some(text),
            _ => None,
        }
    }

    /// A number that the template has.
    ///
    /// # Errors
    /// `internal` when the template has no such variable.
    pub fn number(&self, name: &str) -> Result<i64, ApiError> {
        match self.find(name) {
            Some(Given::Number(number)) => Ok(*number),
            _ => Err(ApiError::internal(format!("the template has no number {name}"))),
        }
    }

    /// A small number that may be left out.
    #[must_use]
    pub fn maybe_small(&self, name: &str) -> Option<u32> {
        match self.find(name) {
            Some(Given::Number(number)) => Some(u32::try_from(*number).unwrap_or(u32::MAX)),
            _ => None,
        }
    }

    /// The texts of a list; none when it is left out.
    #[must_use]
    pub fn list(&self, name: &str) -> &[String] {
        match self.find(name) {
            Some(Given::List(list)) => list,
            _ => &[],
        }
    }

    fn find(&self, name: &str) -> Option<&Given> {
        self.0.iter().find(|(known, _)| *known == name).map(|(_, given)| given)
    }
}

/// Finds the template of a URI, and what the URI says for its variables.
///
/// # Errors
/// `invalid_arguments`, saying what is malformed.
pub fn parse(uri: &str) -> Result<(&'static Template, Values), ApiError> {
    let rest = uri.strip_prefix(SCHEME).ok_or_else(|| unknown(uri))?;
    if rest.contains('#') {
        return Err(ApiError::invalid("a resource has no fragment").hint("write # inside a name as %23"));
    }
    let (path, query) = rest.split_once('?').map_or((rest, None), |(path, query)| (path, Some(query)));
    let mut problem = None;
    for template in TEMPLATES.iter().filter(|template| template.fits(path)) {
        match read(template, path, query) {
            Ok(values) => return Ok((template, values)),
            Err(error) => problem = problem.or(Some(error.hint(format!("the template is {}", template.uri)))),
        }
    }
    Err(problem.unwrap_or_else(|| unknown(uri)))
}

fn unknown(uri: &str) -> ApiError {
    let likeness = |template: &Template| strsim::jaro_winkler(uri, template.uri);
    let nearest = TEMPLATES.iter().max_by(|one, other| likeness(one).total_cmp(&likeness(other)));
    let nearest = nearest.map_or("", |template| template.uri);
    ApiError::invalid(format!("no resource has a URI like {uri:?}")).hint(format!(
        "the nearest template is {nearest}; each variable is percent-encoded once, slashes as %2F"
    ))
}

fn read(template: &Template, path: &str, query: Option<&str>) -> Result<Values, ApiError> {
    let mut values = Vec::new();
    for (part, text) in template.parts().zip(path.split('/')) {
        if let Part::Variable(name) = part {
            values.push((name, value(name, &decode(name, text)?)?));
        }
    }
    for pair in query.unwrap_or_default().split('&').filter(|pair| !pair.is_empty()) {
        let (key, text) = pair.split_once('=').unwrap_or((pair, ""));
        let Some(name) = template.query().find(|name| *name == key) else {
            let known: Vec<&str> = template.query().collect();
            let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
            return Err(ApiError::invalid(format!("{key:?} is no parameter here; there are: {known}")));
        };
        if values.iter().any(|(given, _)| *given == name) {
            return Err(ApiError::invalid(format!("{name} is given twice")));
        }
        if name == "labels" {
            // A comma that belongs to a name is encoded; one that separates is not.
            let names = text.split(',').filter(|text| !text.is_empty());
            let names = names.map(|text| decode(name, text)).collect::<Result<_, _>>()?;
            values.push((name, Given::List(names)));
        } else {
            values.push((name, value(name, &decode(name, text)?)?));
        }
    }
    Ok(Values(values))
}

fn decode(name: &str, text: &str) -> Result<String, ApiError> {
    let broken = text.split('%').skip(1).any(|rest| {
        let digits = rest.as_bytes().get(..2);
        !digits.is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit))
    });
    if broken {
        return Err(ApiError::invalid(format!("{name} holds a % that encodes nothing: write it as %25")));
    }
    match percent_decode_str(text).decode_utf8() {
        Ok(text) => Ok(text.into_owned()),
        Err(_) => Err(ApiError::invalid(format!("{name} is no UTF-8"))),
    }
}

fn value(name: &'static str, text: &str) -> Result<Given, ApiError> {
    let wrong = |what: &str| ApiError::invalid(format!("{name} must be {what}, not {text:?}"));
    match name {
        "sha" => {
            let full = text.len() == 40 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
            full.then(|| Given::Text(text.to_ascii_lowercase()))
                .ok_or_else(|| wrong("a full sha of 40 hexadecimal digits"))
        }
        "index" | "id" | "page" | "limit" => {
            let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
            let number = digits.then(|| text.parse().ok()).flatten().filter(|number: &i64| *number > 0);
            number.map(Given::Number).ok_or_else(|| wrong("a positive number"))
        }
        "kind" => one_of(text, &["issue", "pr"]).ok_or_else(|| wrong("issue or pr")),
        "state" => one_of(text, &["open", "closed", "all"]).ok_or_else(|| wrong("open, closed or all")),
        "owner" | "repo" | "org" if text.contains('/') => Err(wrong("a single name")),
        _ => match PathSegment::try_from(text) {
            Ok(_) => Ok(Given::Text(text.to_owned())),
            Err(_) => Err(wrong(
                "a name without backslash or control characters, and without `.`, `..` or nothing between slashes",
            )),
        },
    }
}

fn one_of(text: &str, words: &[&str]) -> Option<Given> {
    words.contains(&text).then(|| Given::Text(text.to_owned()))
}

/// The URI of a resource by the name of its template. A variable that has no value stays out of the query.
///
/// # Errors
/// `internal` when there is no such template, or a variable of its path has no value.
pub fn build(name: &str, values: &[(&str, &str)]) -> Result<String, ApiError> {
    let template = TEMPLATES.iter().find(|template| template.name == name);
    let template = template.ok_or_else(|| ApiError::internal(format!("no template is named {name}")))?;
    let given = |name: &str| values.iter().find(|(known, _)| *known == name).map(|(_, text)| encode(text));
    let mut parts = Vec::new();
    for part in template.parts() {
        parts.push(match part {
            Part::Literal(literal) => literal.to_owned(),
            Part::Variable(name) => {
                given(name).ok_or_else(|| ApiError::internal(format!("{} needs {name}", template.uri)))?
            }
        });
    }
    let query: Vec<String> =
        template.query().filter_map(|name| Some(format!("{name}={}", given(name)?))).collect();
    let query = if query.is_empty() { String::new() } else { format!("?{}", query.join("&")) };
    Ok(format!("{SCHEME}{}{query}", parts.join("/")))
}

/// A value as it stands in a URI.
#[must_use]
pub fn encode(text: &str) -> String {
    utf8_percent_encode(text, ENCODED).to_string()
}
