//! The repository of the folder one stands in.

use std::path::Path;
use std::process::Command;

use serde_json::json;

use super::Cli;
use crate::harness::{Answer, Upstream};

fn git(folder: &Path, words: &[&str]) {
    let ran = Command::new("git")
        .args(words)
        .current_dir(folder)
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .output()
        .unwrap();
    assert!(ran.status.success(), "{words:?}: {}", String::from_utf8_lossy(&ran.stderr));
}

/// A run in a repository with these remotes.
fn in_repository(cli: Cli, remotes: &[(&str, &str)]) -> Cli {
    git(cli.folder(), &["init", "--quiet", "--initial-branch=main"]);
    for (name, url) in remotes {
        git(cli.folder(), &["remote", "add", name, url]);
    }
    cli
}

fn forge_with(repositories: &[&str]) -> Upstream {
    let forge = Upstream::start();
    for name in repositories {
        forge.on(&format!("GET /repos/{name}/issues"), Answer::json(200, &json!([])));
    }
    forge
}

#[test]
fn a_remote_of_the_instance_names_the_repository() {
    let forge = forge_with(&["o/r"]);
    let host = forge.url.strip_prefix("http://").unwrap();
    for url in [
        format!("{}/o/r.git", forge.url),
        format!("http://somebody@{host}/o/r"),
        "git@127.0.0.1:o/r.git".to_owned(),
        "ssh://git@127.0.0.1:2222/o/r.git".to_owned(),
    ] {
        let before = forge.targets().len();
        in_repository(forge.cli(&["list_repo_issues"]), &[("origin", &url)]).run().json();
        assert!(forge.targets().len() > before, "{url}");
    }
}

#[test]
fn other_hosts_ports_and_paths_do_not_count() {
    let forge = forge_with(&["o/r"]);
    let port: u16 = forge.url.rsplit(':').next().unwrap().parse().unwrap();
    for url in [
        "https://forge.example/o/r.git".to_owned(),
        format!("http://127.0.0.1:{}/o/r.git", port.wrapping_add(1).max(1)),
        "git@forge.example:o/r.git".to_owned(),
        format!("{}/below/o/r.git", forge.url),
        format!("{}/o", forge.url),
        "/srv/git/o/r.git".to_owned(),
        "C:/git/o/r.git".to_owned(),
    ] {
        let ran = in_repository(forge.cli(&["list_repo_issues"]), &[("origin", &url)]).run();
        assert!(ran.unusable().contains("missing required parameters `owner`"), "{url}: {ran:?}");
    }
    assert!(forge.targets().is_empty());
}

#[test]
fn an_instance_below_a_path_has_its_remotes_there() {
    let forge = Upstream::start();
    forge.on("GET /git/api/v1/repos/o/r/issues", Answer::json(200, &json!([])));
    let base = format!("{}/git", forge.url);
    let cli = Cli::new(&["--cli", "list_repo_issues", "--url", &base]);
    in_repository(cli, &[("origin", &format!("{base}/o/r.git"))]).run().json();
    let cli = Cli::new(&["--cli", "list_repo_issues", "--url", &base]);
    let ran = in_repository(cli, &[("origin", &format!("{}/o/r.git", forge.url))]).run();
    ran.unusable();
}

#[test]
fn the_remote_of_the_branch_comes_before_origin() {
    let forge = forge_with(&["fork/r", "o/r"]);
    let (own, main) = (format!("{}/fork/r.git", forge.url), format!("{}/o/r.git", forge.url));
    let remotes = [("fork", own.as_str()), ("origin", main.as_str()), ("hub", "https://hub.example/x/y")];
    in_repository(forge.cli(&["list_repo_issues"]), &remotes).run().json();
    forge.last("GET /repos/o/r/issues");
    let cli = in_repository(forge.cli(&["list_repo_issues"]), &remotes);
    git(cli.folder(), &["config", "branch.main.remote", "fork"]);
    cli.run().json();
    forge.last("GET /repos/fork/r/issues");
    // Two that could be meant, and neither is the branch's nor origin.
    let ran = in_repository(forge.cli(&["list_repo_issues"]), &[("a", &own), ("b", &main)]).run();
    ran.unusable();
}

#[test]
fn what_is_given_comes_before_the_folder() {
    let forge = forge_with(&["o/r", "given/x", "set/up"]);
    let url = format!("{}/o/r.git", forge.url);
    let words = ["list_repo_issues", "--owner=given", "--repo=x"];
    in_repository(forge.cli(&words), &[("origin", &url)]).run().json();
    forge.last("GET /repos/given/x/issues");
    in_repository(forge.cli(&["list_repo_issues"]).env("FORGEJO_REPO", "set/up"), &[("origin", &url)])
        .run()
        .json();
    forge.last("GET /repos/set/up/issues");
    let ran = in_repository(forge.cli(&["list_repo_issues", "--owner=given"]), &[("origin", &url)]).run();
    assert!(ran.unusable().contains("`repo`"), "one of the two is no half of another: {ran:?}");
    let ran = in_repository(forge.cli(&["list_repo_issues", "--repos=other/*"]), &[("origin", &url)]).run();
    ran.failed();
    assert!(!forge.targets().iter().any(|target| target.contains("/o/r/")), "{:?}", forge.targets());
}

#[test]
fn the_folder_never_replaces_the_url() {
    let forge = forge_with(&["o/r"]);
    let url = format!("{}/o/r.git", forge.url);
    let ran = in_repository(Cli::new(&["--cli", "list_repo_issues"]), &[("origin", &url)]).run();
    assert!(ran.unusable().contains("no Forgejo URL is set"), "{ran:?}");
}
