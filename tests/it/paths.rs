//! Slashes in the paths of requests.

use forgejo_mcp::forgejo::operation::operation;
use forgejo_mcp::forgejo::path::{pluses_on_wiki_route, slashes_on_wildcard_route};
use url::Url;

fn sent(id: &str, path: &str) -> String {
    let mut url = Url::parse(&format!("https://forge.example/sub{path}?ref=a%2Fb")).unwrap();
    slashes_on_wildcard_route(&mut url, operation(id).unwrap());
    assert_eq!(url.query(), Some("ref=a%2Fb"));
    url.path().strip_prefix("/sub").unwrap().to_owned()
}

#[test]
fn slashes_come_back_at_the_end_of_wildcard_routes() {
    let sent = |path| sent("repoGetRawFile", path);
    assert_eq!(sent("/api/v1/repos/o/r/raw/docs%2Fa.md"), "/api/v1/repos/o/r/raw/docs/a.md");
    assert_eq!(sent("/api/v1/repos/o%2Fx/r/raw/a%2Fb%2Fc"), "/api/v1/repos/o%2Fx/r/raw/a/b/c");
}

#[test]
fn nothing_else_is_decoded() {
    let sent = |path| sent("repoGetRawFile", path);
    assert_eq!(sent("/api/v1/repos/o/r/raw/100%25"), "/api/v1/repos/o/r/raw/100%25");
    assert_eq!(sent("/api/v1/repos/o/r/raw/a%252Fb%23%3F%20"), "/api/v1/repos/o/r/raw/a%252Fb%23%3F%20");
}

#[test]
fn other_routes_keep_their_encoded_slashes() {
    let path = "/api/v1/repos/o/r/releases/tags/a%2Fb";
    assert_eq!(sent("repoGetReleaseByTag", path), path);
}

#[test]
fn pluses_are_encoded_in_names_of_wiki_pages_only() {
    let sent = |id: &str, path: &str| {
        let mut url = Url::parse(&format!("https://forge.example{path}?q=a+b")).unwrap();
        pluses_on_wiki_route(&mut url, operation(id).unwrap());
        assert_eq!(url.query(), Some("q=a+b"));
        url.path().to_owned()
    };
    let page = |name: &str| format!("/api/v1/repos/o/r/wiki/page/{name}");
    assert_eq!(sent("repoGetWikiPage", &page("a+b%2F100%25")), page("a%2Bb%2F100%25"));
    assert_eq!(sent("repoGetBranch", "/api/v1/repos/o/r/branches/a+b"), "/api/v1/repos/o/r/branches/a+b");
}
