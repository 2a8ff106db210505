//! URIs: parsed and built, each variable encoded exactly once.

use forgejo_mcp::resources::TEMPLATES;
use forgejo_mcp::resources::uri::{build, parse};

#[test]
fn the_seventeen_templates_of_the_contract_are_exactly_there() {
    let uris: Vec<&str> = TEMPLATES.iter().map(|template| template.uri).collect();
    for uri in [
        "forgejo://owner/{owner}",
        "forgejo://repo/{owner}/{repo}",
        "forgejo://repo/{owner}/{repo}/commit/{sha}",
        "forgejo://repo/{owner}/{repo}/commit/{sha}/status",
        "forgejo://repo/{owner}/{repo}/issue/{index}",
        "forgejo://repo/{owner}/{repo}/issues{?state,labels,page,limit}",
        "forgejo://repo/{owner}/{repo}/{kind}/{index}/comment/{id}",
        "forgejo://repo/{owner}/{repo}/{kind}/{index}/comments{?page,limit}",
        "forgejo://repo/{owner}/{repo}/pr/{index}",
        "forgejo://repo/{owner}/{repo}/label/{id}",
        "forgejo://repo/{owner}/{repo}/labels{?page,limit}",
        "forgejo://org/{org}/labels{?page,limit}",
        "forgejo://repo/{owner}/{repo}/branch_protections",
        "forgejo://repo/{owner}/{repo}/branch_protection/{rule}",
        "forgejo://repo/{owner}/{repo}/hooks",
        "forgejo://repo/{owner}/{repo}/hook/{id}",
        "forgejo://repo/{owner}/{repo}/wiki/{pageName}",
    ] {
        assert!(uris.contains(&uri), "{uri}");
    }
    assert_eq!(uris.len(), 21);
}

#[test]
fn odd_names_are_built_and_parsed_to_themselves() {
    for name in [
        "release/*",
        "a/b",
        "Guides/Getting started",
        "100%",
        "a%2Fb",
        "#1",
        "a+b",
        "q?x&y=z",
        "Ünï 🚀",
        "~.-_",
    ] {
        let rule = build("branch_protection", &[("owner", "o"), ("repo", "r"), ("rule", name)]).unwrap();
        let (template, values) = parse(&rule).unwrap();
        assert_eq!(template.name, "branch_protection");
        assert_eq!(values.text("rule").unwrap(), name, "{rule}");
        let page = build("wiki_page", &[("owner", "o"), ("repo", "r"), ("pageName", name)]).unwrap();
        assert_eq!(parse(&page).unwrap().1.text("pageName").unwrap(), name);
        let file = build("file", &[("owner", "o"), ("repo", "r"), ("ref", name), ("path", name)]).unwrap();
        assert_eq!(parse(&file).unwrap().1.text("ref").unwrap(), name);
        assert_eq!(parse(&file).unwrap().1.text("path").unwrap(), name);
    }
}

#[test]
fn e2_a_double_encoded_slash_is_the_text_of_an_encoded_one() {
    let (_, values) = parse("forgejo://repo/o/r/branch_protection/a%252Fb").unwrap();
    assert_eq!(values.text("rule").unwrap(), "a%2Fb");
    let (_, values) = parse("forgejo://repo/o/r/wiki/a+b").unwrap();
    assert_eq!(values.text("pageName").unwrap(), "a+b", "a plus is no space");
}

#[test]
fn a_query_is_built_of_what_is_given() {
    let own = [("owner", "o"), ("repo", "r")];
    assert_eq!(build("labels", &own).unwrap(), "forgejo://repo/o/r/labels");
    let paged = [("owner", "o"), ("repo", "r"), ("page", "2"), ("limit", "5")];
    assert_eq!(build("labels", &paged).unwrap(), "forgejo://repo/o/r/labels?page=2&limit=5");
    assert!(build("labels", &[("owner", "o")]).is_err(), "a path needs all of its variables");
    assert!(build("nothing", &own).is_err());
}

#[test]
fn e4_a_list_is_found_with_and_without_a_query() {
    for query in ["", "?", "?page=2", "?limit=5", "?page=2&limit=5", "?limit=5&page=2"] {
        let (template, values) = parse(&format!("forgejo://repo/o/r/labels{query}")).unwrap();
        assert_eq!(template.name, "labels", "{query}");
        assert_eq!(values.maybe_small("limit"), query.contains("limit").then_some(5), "{query}");
        assert_eq!(values.maybe_small("page"), query.contains("page").then_some(2), "{query}");
    }
}

#[test]
fn labels_are_separated_by_commas_that_are_not_encoded() {
    let (_, values) = parse("forgejo://repo/o/r/issues?labels=bug,needs%3A%20triage%2C%20soon,").unwrap();
    assert_eq!(values.list("labels"), ["bug", "needs: triage, soon"]);
    let (_, values) = parse("forgejo://repo/o/r/issues?").unwrap();
    assert_eq!(values.list("labels"), [] as [&str; 0]);
}

#[test]
fn every_template_parses_what_is_built_from_it() {
    for template in TEMPLATES {
        let value = |name| match name {
            "sha" => "5884684a49eccfd812ca1ae940f4de99d917be97",
            "index" | "id" | "page" | "limit" => "7",
            "kind" => "pr",
            "state" => "all",
            _ => "x",
        };
        let values: Vec<(&str, &str)> = template.variables().map(|name| (name, value(name))).collect();
        let uri = build(template.name, &values).unwrap();
        assert_eq!(parse(&uri).unwrap().0.name, template.name, "{uri}");
    }
}

#[test]
fn what_is_wrong_is_said_with_the_template() {
    let said = |uri| parse(uri).map(|_| ()).unwrap_err().to_string();
    let short = said("forgejo://repo/o/r/commit/abc");
    assert!(short.contains("sha must be a full sha of 40 hexadecimal digits"), "{short}");
    assert!(short.contains("forgejo://repo/{owner}/{repo}/commit/{sha}"), "{short}");
    let slash = said("forgejo://repo/o/r/wiki/Guides/Start");
    assert!(slash.contains("%2F"), "{slash}");
    let kind = said("forgejo://repo/o/r/pull/3/comments");
    assert!(kind.contains("kind must be issue or pr"), "{kind}");
    let query = said("forgejo://repo/o/r/issues?assignee=me");
    assert!(query.contains("state, labels, page, limit"), "{query}");
}
