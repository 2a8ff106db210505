//! What people read, as it stands. A change here is a change of the product: look at it, then `cargo insta accept`.

use std::fmt::Write;

use super::Cli;

#[test]
fn help_of_the_program() {
    insta::assert_snapshot!(Cli::new(&["--help"]).run().out());
}

#[test]
fn help_of_tools() {
    for tool in ["create_issue", "list_repo_issues", "create_pull_review"] {
        insta::assert_snapshot!(format!("help_of_{tool}"), Cli::new(&["--cli", tool, "--help"]).run().out());
    }
}

#[test]
fn list_of_tools() {
    let words =
        ["list", "--tools=get_my_user_info,list_repo_issues,create_issue,get_forgejo_mcp_server_version"];
    insta::assert_snapshot!(Cli::demo(&words).run().out());
}

#[test]
fn errors() {
    let mut shown = String::new();
    for words in [
        &["--cli"] as &[&str],
        &["--cli", "list"],
        &["list"],
        &["--demo", "--cli", "creat_issue"],
        &["--demo", "--cli", "nonexistent_tool"],
        &["--demo", "--cli", "create_issue", "--titel=x"],
        &["--demo", "--cli", "create_issue", "--owner=o", "--title=t"],
        &["--demo", "--cli", "create_issue", "--args", "{\"owner\": }"],
        &["--demo", "--cli", "create_issue", "--args", "[]"],
        &["--demo", "--cli", "create_issue", "--title", "@no-such-file"],
        &["--demo", "--cli", "create_issue", "--title", "--body", "x"],
        &["--demo", "--cli", "get_issue_by_index", "--owner=harbor", "--repo=lighthouse", "--index=999"],
        &["--demo", "--cli", "create_issue", "--owner=harbor", "--repo=lighthouse", "--title=t"],
        &["--demo", "--cli", "list", "--toolsets=isue"],
        &["--url=forge.example", "--cli", "list"],
    ] {
        let ran = Cli::new(words).run();
        assert_eq!(ran.out, "", "{ran:?}");
        let _ = write!(shown, "$ forgejo-mcp {}\n{}[{}]\n\n", words.join(" "), ran.err, ran.status);
    }
    insta::assert_snapshot!(shown);
}
