//! The generated files are what the build makes from the vendored description, and the table says what is true.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use forgejo_mcp::forgejo::operation::{
    Access, BodyKind, Kind, Location, Method, ResponseKind, described_version, operation, operations,
};

use crate::build::report::{Texts, report};
use crate::build::{adapt, convert, emit, generate, load};

fn root(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

#[test]
fn committed_files_are_current() {
    let swagger = load::swagger(&root("swagger/forgejo.v1.json")).unwrap();
    let older = load::older(&root("swagger/older")).unwrap();
    let generated = generate(&swagger, &older).unwrap();
    for (name, text) in generated.files() {
        let committed = fs::read_to_string(root("generated").join(name)).unwrap();
        assert!(
            committed.replace("\r\n", "\n") == text,
            "generated/{name} is stale: run `cargo build`, commit"
        );
    }
}

#[test]
fn older_descriptions_generate_too() {
    for older in load::older(&root("swagger/older")).unwrap() {
        let converted = convert::convert(&older.swagger).unwrap();
        let client = emit::client(&adapt::adapt(&converted)).unwrap();
        assert!(client.contains("pub fn issue_list_issues(&self)"), "{}", older.since);
    }
}

#[test]
fn the_table_holds_every_operation_and_the_client_all_but_the_forms() {
    assert_eq!(operations().len(), 512);
    assert_eq!(described_version(), "17.0.0-dev-609-a14eb80977+gitea-1.22.0");
    let client = fs::read_to_string(root("generated/client.rs")).unwrap();
    let forms: Vec<&str> = operations()
        .iter()
        .filter(|operation| !client.contains(&format!("\n    pub fn {}(", operation.function)))
        .map(|operation| operation.id)
        .collect();
    assert_eq!(
        forms,
        ["issueCreateIssueAttachment", "issueCreateIssueCommentAttachment", "repoCreateReleaseAttachment"]
    );
    assert!(forms.iter().all(|id| operation(id).unwrap().body_kind == BodyKind::Form));
    assert_eq!(client.matches("<'_> {\n        builder::").count(), 509);
}

#[test]
fn operations_are_found_by_id_and_by_function() {
    assert!(operations().is_sorted_by(|a, b| a.id < b.id));
    for row in operations() {
        assert_eq!(operation(row.id), Some(row));
        assert_eq!(operation(row.function), Some(row), "{}", row.function);
    }
    assert_eq!(operation("issueListEverything"), None);
}

#[test]
fn a_row_says_what_the_description_says() {
    let row = operation("repoDownloadPullDiffOrPatch").unwrap();
    assert_eq!(row.method, Method::Get);
    assert_eq!(row.path, "/api/v1/repos/{owner}/{repo}/pulls/{index}.{diffType}");
    assert_eq!(row.response, ResponseKind::Text);
    assert_eq!(row.parameters[3].allowed, ["diff", "patch"]);
    assert_eq!(row.parameters[4].location, Location::Query);

    let row = operation("notifyGetList").unwrap();
    let types = row.parameters.iter().find(|parameter| parameter.name == "subject-type").unwrap();
    assert_eq!((types.kind, types.allowed), (Kind::Strings, ["issue", "pull", "repository"].as_slice()));

    let row = operation("repoCreatePullReview").unwrap();
    let body: serde_json::Value = serde_json::from_str(row.body.unwrap()).unwrap();
    let position = &body["properties"]["comments"]["items"]["properties"]["new_position"];
    assert_eq!(position["type"], "integer");
    assert!(!row.body.unwrap().contains("$ref") && !row.body.unwrap().contains("x-go"));
}

#[test]
fn bodies_are_schemas_without_references() {
    for row in operations() {
        assert_eq!(row.body.is_none(), row.body_kind == BodyKind::None, "{}", row.id);
        let Some(body) = row.body else { continue };
        let schema: serde_json::Value = serde_json::from_str(body).unwrap();
        assert!(schema["type"].is_string(), "{}: {body}", row.id);
        assert!(!body.contains("\"$ref\"") && !body.contains("\"x-"), "{}", row.id);
    }
}

#[test]
fn typed_answers_without_a_body_have_a_substitute() {
    let substituted: BTreeMap<&str, &str> =
        operations().iter().filter_map(|row| row.empty_body.map(|body| (row.id, body))).collect();
    let expected = ["DispatchWorkflow", "issueEditComment", "issueEditCommentDeprecated", "issueGetComment"];
    assert_eq!(substituted, expected.into_iter().map(|id| (id, "{}")).collect());
}

#[test]
fn first_versions_are_known() {
    let mut counted: BTreeMap<&str, usize> = BTreeMap::new();
    for row in operations() {
        *counted.entry(row.since).or_default() += 1;
    }
    let known: BTreeSet<&str> = counted.keys().copied().collect();
    assert_eq!(known, ["10", "14", "15", "16", "17", "by 13"].into());
    for (id, since) in [
        ("issueListIssues", "10"),
        ("ListActionRuns", "by 13"),
        ("CancelActionRun", "16"),
        ("repoGetActionJob", "17"),
        ("lockIssue", "17"),
    ] {
        assert_eq!(operation(id).unwrap().since, since, "{id}");
    }
}

#[test]
fn access_was_reviewed() {
    let of = |access| -> Vec<&str> {
        operations().iter().filter(|row| row.access == access).map(|row| row.id).collect()
    };
    let secrets = of(Access::Secret);
    assert_eq!(secrets.len(), 5);
    assert!(secrets.iter().all(|id| id.ends_with("RegistrationToken")));
    let reading_posts: Vec<&str> =
        of(Access::Read).into_iter().filter(|id| operation(id).unwrap().method != Method::Get).collect();
    assert_eq!(reading_posts, ["renderMarkdown", "renderMarkdownRaw", "renderMarkup"]);

    // GETs that speak of credentials but hand out none: names of secrets, tokens without their text, client ids
    // without secrets, and the text that one signs to prove a GPG key.
    let harmless = [
        "adminListUserAccessTokens",
        "getActionsRun",
        "getVerificationToken",
        "orgListActionsSecrets",
        "repoListActionsSecrets",
        "userGetOAuth2Application",
        "userGetOAuth2Applications",
        "userGetTokens",
        "userListActionsSecrets",
    ];
    let spoken: Vec<&str> = of(Access::Read)
        .into_iter()
        .filter(|id| {
            let row = operation(id).unwrap();
            let text = format!("{} {} {}", row.id, row.path, row.summary).to_lowercase();
            ["token", "secret", "password", "oauth", "credential"].iter().any(|word| text.contains(word))
        })
        .collect();
    assert_eq!(spoken, harmless);
}

#[test]
fn wildcard_routes_end_in_their_parameter() {
    let wildcards: Vec<_> = operations().iter().filter(|row| row.wildcard).collect();
    assert_eq!(wildcards.len(), 14);
    assert!(wildcards.iter().all(|row| row.path.ends_with('}')));
    assert!(!operation("repoGetReleaseByTag").unwrap().wildcard);
    assert!(!operation("repoGetWikiPage").unwrap().wildcard);
}

#[test]
fn the_report_names_what_changed_and_who_uses_it() {
    let row =
        |id: &str, path: &str| format!("    Operation {{\n        id: \"{id}\",\n        {path}\n    }},\n");
    let old = format!("{}{}", row("getA", "/a"), row("getB", "/b"));
    let new = format!("{}{}", row("getB", "/b2"), row("getC", "/c"));
    let old_types =
        "pub mod types {\n    pub struct A {\n        x: i64,\n    }\n    pub struct P(String);\n}\n";
    let new_types =
        "pub mod types {\n    pub struct A {\n        y: i64,\n    }\n    pub enum E {\n    }\n}\n";
    let folder = std::env::temp_dir().join(format!("forgejo-mcp-report-{}", std::process::id()));
    fs::create_dir_all(folder.join("nested")).unwrap();
    fs::write(folder.join("nested/a.rs"), "const OPERATIONS: &[&str] = &[\"getA\", \"getB\"];").unwrap();
    let lines = report(
        &Texts { client: old_types, operations: &old },
        &Texts { client: new_types, operations: &new },
        &folder,
    );
    fs::remove_dir_all(&folder).unwrap();
    let file = folder.join("nested/a.rs").display().to_string();
    assert_eq!(
        lines,
        [
            "operations added (1): getC".to_owned(),
            "operations removed (1): getA".to_owned(),
            "operations changed (1): getB".to_owned(),
            "types added (1): E".to_owned(),
            "types removed (1): P".to_owned(),
            "types changed (1): A".to_owned(),
            format!("removed operation getA is used in {file}"),
            format!("changed operation getB is used in {file}"),
        ]
    );
}
