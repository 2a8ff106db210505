//! No text in a path leaves its route, and every name arrives as it was given: over all operations of the client.

use forgejo_mcp::forgejo::operation::{
    BodyKind, Kind, Location, Operation, Parameter, operation, operations,
};

use crate::drive::DRIVES;
use crate::recorder::Recorder;

/// What would end somewhere else, or nowhere.
const REFUSED: [&str; 14] =
    ["", ".", "..", "/", "x/../y", "x/./y", "../x", "x/..", "a//b", "/a", "a/", r"a\b", "a\nb", "a\u{7f}b"];

/// Odd names that arrive.
const TAKEN: [&str; 6] = ["a/b", "100%", "#?+ é", "a%2Fb", "...", "..a"];

#[test]
fn every_operation_with_a_text_in_its_path_is_driven() {
    let with_text: Vec<&str> = operations()
        .iter()
        .filter(|operation| operation.body_kind != BodyKind::Form)
        .filter(|operation| operation.parameters.iter().any(is_free_text))
        .map(|operation| operation.id)
        .collect();
    let driven: Vec<&str> = DRIVES.iter().map(|(id, _)| *id).collect();
    assert_eq!(driven, with_text);
}

fn is_free_text(parameter: &Parameter) -> bool {
    parameter.location == Location::Path && parameter.kind == Kind::String && parameter.allowed.is_empty()
}

#[tokio::test]
async fn what_would_leave_its_route_is_never_sent() {
    let server = Recorder::start("404 Not Found", "");
    let client = server.client();
    for (id, drive) in DRIVES {
        for value in REFUSED {
            let error = drive(&client, value).await.expect_err(id);
            assert!(error.starts_with("invalid request: "), "{id} with {value:?}: {error}");
        }
    }
    assert_eq!(server.taken(), Vec::<String>::new());
}

#[tokio::test]
async fn odd_names_arrive_as_they_are() {
    let server = Recorder::start("404 Not Found", "");
    let client = server.client();
    for (id, drive) in DRIVES {
        let operation = operation(id).unwrap();
        for value in TAKEN {
            let error = drive(&client, value).await.expect_err(id);
            assert_eq!(error, "status 404 Not Found", "{id} with {value:?}");
            let paths = server.taken();
            assert_eq!(paths.len(), 1, "{id}");
            assert_eq!(arrived(&paths[0], operation), Some(vec![value.to_owned()]), "{id}: {}", paths[0]);
        }
    }
}

#[tokio::test]
async fn wildcard_routes_survive_a_proxy_that_decodes_slashes() {
    let server = Recorder::start("404 Not Found", "");
    let client = server.client();
    let wildcards = DRIVES.iter().filter(|(id, _)| operation(id).unwrap().wildcard);
    let mut seen = 0;
    for (id, drive) in wildcards {
        drive(&client, "a/b c").await.expect_err(id);
        let path = server.taken().remove(0);
        let (_, last) = path.split_once("/a%2Fb%20c/a%2Fb%20c/").expect(id);
        assert!(last.ends_with("/a/b%20c"), "{id}: {path}");
        assert_eq!(last.replace("%2F", "/"), last, "{id}: a proxy changes nothing");
        seen += 1;
    }
    assert_eq!(seen, 14);
}

/// The different texts that a route reads from the raw path, as Forgejo does: split first, then decoded once. None if
/// the path is not of this route.
fn arrived(raw: &str, operation: &Operation) -> Option<Vec<String>> {
    let mut parts: Vec<String> = raw.split('/').map(str::to_owned).collect();
    let template: Vec<&str> = operation.path.split('/').collect();
    if operation.wildcard && parts.len() > template.len() {
        let rest = parts.split_off(template.len() - 1).join("/");
        parts.push(rest);
    }
    let mut names = Vec::new();
    for (part, pattern) in parts.iter().zip(&template) {
        match pattern.strip_prefix('{').and_then(|pattern| pattern.split_once('}')) {
            Some((name, ending)) => {
                let parameter = operation.parameters.iter().find(|parameter| parameter.name == name)?;
                let part = if ending.is_empty() { part } else { part.strip_suffix(".diff")? };
                if is_free_text(parameter) {
                    names.push(decode(part));
                }
            }
            None if part == pattern => {}
            None => return None,
        }
    }
    names.dedup();
    (parts.len() == template.len()).then_some(names)
}

fn decode(part: &str) -> String {
    let bytes = part.as_bytes();
    let mut decoded = Vec::new();
    let mut position = 0;
    while position < bytes.len() {
        if bytes[position] == b'%' {
            decoded.push(u8::from_str_radix(&part[position + 1..position + 3], 16).unwrap());
            position += 3;
        } else {
            decoded.push(bytes[position]);
            position += 1;
        }
    }
    String::from_utf8(decoded).unwrap()
}
