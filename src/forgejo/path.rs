//! How names travel in the path of a request.
//!
//! The client encodes every parameter once, slashes included, and refuses what would leave its route. Here only the
//! routes are treated whose end Forgejo matches with a wildcard.

use url::Url;

use super::api::types::PathSegment;
use super::operation::Operation;

/// Turns the encoded slashes of the last parameter back into slashes on a wildcard route. Forgejo takes both forms
/// there; proxies pass only this one unchanged. On other routes nothing changes: a raw slash would be another route.
pub fn slashes_on_wildcard_route(url: &mut Url, operation: &Operation) {
    if !operation.wildcard {
        return;
    }
    let Some((route, last)) = url.path().rsplit_once('/') else { return };
    if last.contains("%2F") {
        let path = format!("{route}/{}", last.replace("%2F", "/"));
        url.set_path(&path);
    }
}

/// Encodes the pluses of a page's name: Forgejo reads the names of wiki pages the way forms are read, where a plus is
/// a space.
pub fn pluses_on_wiki_route(url: &mut Url, operation: &Operation) {
    if !operation.path.contains("/wiki/") || !url.path().contains('+') {
        return;
    }
    let path = url.path().replace('+', "%2B");
    url.set_path(&path);
}

/// Borrowed arguments go into paths as they are; the generated conversions want a `&str`.
impl TryFrom<&String> for PathSegment {
    type Error = <Self as TryFrom<&'static str>>::Error;

    fn try_from(name: &String) -> Result<Self, Self::Error> {
        Self::try_from(name.as_str())
    }
}
