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

/// A run with a settings file that names these instances.
fn with_instances(words: &[&str], instances: &[(&str, &str)]) -> Cli {
    let settings: String =
        instances.iter().map(|(name, url)| format!("[instances.{name}]\nurl = {url:?}\n")).collect();
    let cli = Cli::new(&[&["--cli"], words].concat()).file("settings.toml", settings);
    let path = cli.folder().join("settings.toml");
    cli.env("FORGEJO_CONFIG", path)
}

#[test]
fn the_remote_chooses_among_named_instances_when_nothing_else_does() {
    let (work, home) = (forge_with(&["o/r"]), forge_with(&["o/r", "x/y"]));
    let instances = [("work", work.url.as_str()), ("home", home.url.as_str())];
    let (of_work, of_home) = (format!("{}/o/r.git", work.url), format!("{}/o/r.git", home.url));
    let issues = ["list_repo_issues"];
    in_repository(with_instances(&issues, &instances), &[("origin", &of_home)]).run().json();
    home.last("GET /repos/o/r/issues");
    assert!(work.targets().is_empty(), "{:?}", work.targets());
    // Flags after the tool are not lost on the way.
    let words = ["list_repo_issues", "--owner=x", "--repo=y", "--user-agent=lamp/1"];
    in_repository(with_instances(&words, &instances), &[("origin", &of_home)]).run().json();
    assert_eq!(home.last("GET /repos/x/y/issues").header("user-agent"), Some("lamp/1"));
    // Whatever was chosen stays chosen, and then the folder's remote must be of it.
    let cli = with_instances(&issues, &instances).env("FORGEJO_INSTANCE", "work");
    let ran = in_repository(cli, &[("origin", &of_home)]).run();
    assert!(ran.unusable().contains("missing required parameters `owner`"), "{ran:?}");
    let cli = with_instances(&issues, &instances).env("FORGEJO_URL", &work.url);
    let before = home.targets().len();
    in_repository(cli, &[("origin", &of_work), ("other", &of_home)]).run().json();
    work.last("GET /repos/o/r/issues");
    assert_eq!(home.targets().len(), before);
}

#[test]
fn a_remote_that_no_instance_has_chooses_none() {
    let forge = forge_with(&["o/r"]);
    let url = format!("{}/o/r.git", forge.url);
    for (instances, remote) in [
        (vec![("work", forge.url.as_str())], "https://forge.example/o/r.git"),
        // Two accounts on one forge.
        (vec![("alice", forge.url.as_str()), ("bob", forge.url.as_str())], url.as_str()),
    ] {
        let cli = with_instances(&["list_repo_issues"], &instances);
        let ran = in_repository(cli, &[("origin", remote)]).run();
        assert!(
            ran.unusable().contains("no Forgejo URL is set\nhint: choose one with --instance"),
            "{ran:?}"
        );
    }
    assert!(forge.targets().is_empty());
}
