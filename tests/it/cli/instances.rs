//! Named instances: which one is meant, and that what is for one never goes to another.

use super::{Cli, Ran};
use crate::harness::{TOKEN, Upstream};

fn forge() -> Upstream {
    let forge = Upstream::start();
    forge.replay("users/me");
    forge
}

/// A settings file with two instances, each with a token of its own.
fn two(work: &Upstream, home: &Upstream) -> String {
    format!(
        "[instances.work]\nurl = {:?}\ntoken = 'token-of-work'\n[instances.home]\nurl = {:?}\ntoken = 'token-of-home'\n",
        work.url, home.url
    )
}

/// A call with a settings file that nobody else can read, the flags and the variables.
fn call(settings: &str, flags: &[&str], variables: &[(&str, &str)]) -> Ran {
    let words = [flags, &["--cli", "get_my_user_info"]].concat();
    let cli = Cli::new(&words).file("settings.toml", settings);
    let path = cli.folder().join("settings.toml");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o600)).unwrap();
    }
    let cli = cli.env("FORGEJO_CONFIG", path);
    variables.iter().fold(cli, |cli, (name, value)| cli.env(name, value)).run()
}

/// The token that came last.
fn token(forge: &Upstream) -> Option<String> {
    let sent = forge.last("GET /user");
    sent.header("authorization").map(|value| value.strip_prefix("token ").unwrap().to_owned())
}

#[test]
fn an_instance_is_chosen_by_flag_by_variable_and_by_the_file() {
    let (work, home) = (forge(), forge());
    let settings = two(&work, &home);
    call(&settings, &["--instance=work"], &[]).json();
    assert_eq!(token(&work).as_deref(), Some("token-of-work"));
    call(&settings, &[], &[("FORGEJO_INSTANCE", "home")]).json();
    assert_eq!(token(&home).as_deref(), Some("token-of-home"));
    call(&format!("instance = 'home'\n{settings}"), &[], &[]).json();
    assert_eq!(home.seen().len(), 2);
    call(&format!("instance = 'home'\n{settings}"), &["--instance", "work"], &[]).json();
    assert_eq!((work.seen().len(), home.seen().len()), (2, 2));
}

#[test]
fn an_instance_that_was_asked_for_comes_before_the_variables_address() {
    let (work, home, other) = (forge(), forge(), forge());
    let settings = two(&work, &home);
    let variables = [("FORGEJO_URL", other.url.as_str()), ("FORGEJO_ACCESS_TOKEN", TOKEN)];
    let ran = call(&settings, &["--instance=work"], &variables);
    ran.json();
    assert_eq!(token(&work).as_deref(), Some("token-of-work"));
    assert!(other.seen().is_empty());
    // A default of the file does not.
    call(&format!("instance = 'work'\n{settings}"), &[], &variables).json();
    assert_eq!(token(&other).as_deref(), Some(TOKEN));
    assert_eq!(work.seen().len(), 1);
}

#[test]
fn an_instance_without_a_token_takes_one_that_is_for_no_other() {
    let work = forge();
    let settings = format!("[instances.work]\nurl = {:?}\n", work.url);
    call(&settings, &["--instance=work"], &[("FORGEJO_ACCESS_TOKEN", TOKEN)]).json();
    assert_eq!(token(&work).as_deref(), Some(TOKEN));
    let other = [("FORGEJO_ACCESS_TOKEN", TOKEN), ("FORGEJO_URL", "https://forge.example.org")];
    let ran = call(&settings, &["--instance=work"], &other);
    assert_eq!(token(&work), None);
    assert!(ran.err.contains("FORGEJO_ACCESS_TOKEN is for https://forge.example.org"), "{ran:?}");
    assert!(!ran.err.contains(TOKEN), "{ran:?}");
}

#[test]
fn a_token_of_the_file_goes_to_its_address_alone() {
    let (own, other) = (forge(), forge());
    // The file's.
    let settings = format!("url = {:?}\ntoken = 'token-of-file'\n", own.url);
    call(&settings, &[], &[]).json();
    assert_eq!(token(&own).as_deref(), Some("token-of-file"));
    for (flags, variables) in [
        (&["--url", other.url.as_str()] as &[&str], &[] as &[(&str, &str)]),
        (&[], &[("FORGEJO_URL", other.url.as_str())]),
    ] {
        let ran = call(&settings, flags, variables);
        assert_eq!(token(&other), None, "{flags:?}");
        assert!(ran.err.contains("settings.toml, line 2) is for http://"), "{ran:?}");
    }
    call(&settings, &["--url", &format!("{}/", own.url)], &[]).json();
    assert_eq!(token(&own).as_deref(), Some("token-of-file"), "the same address is no other");
    // Flags and variables stand each for itself, as with the Go server.
    let variables = [("FORGEJO_URL", own.url.as_str()), ("FORGEJO_ACCESS_TOKEN", TOKEN)];
    call("", &["--url", &other.url], &variables).json();
    assert_eq!(token(&other).as_deref(), Some(TOKEN));
    // Of an instance, by another instance's address.
    let settings = format!("instance = 'work'\n{}", two(&own, &other));
    call(&settings, &["--url", &other.url], &[]);
    assert_eq!(token(&other), None);
    // A token that is for no address is for the one that is used.
    call("token = 'token-of-all'", &["--url", &other.url], &[]).json();
    assert_eq!(token(&other).as_deref(), Some("token-of-all"));
}

#[test]
fn a_default_instance_is_found_by_its_address_too() {
    let (work, home) = (forge(), forge());
    let settings = format!("instance = 'work'\n{}", two(&work, &home));
    call(&settings, &[], &[("FORGEJO_URL", &work.url)]).json();
    assert_eq!(token(&work).as_deref(), Some("token-of-work"));
}

#[test]
fn the_top_of_the_file_stands_below_an_instance() {
    let (work, home) = (forge(), forge());
    let settings = format!("user_agent = 'top'\n{}user_agent = 'own'\n", two(&work, &home));
    call(&settings, &["--instance=work"], &[]).json();
    assert_eq!(work.last("GET /user").header("user-agent"), Some("top"));
    call(&settings, &["--instance=home"], &[]).json();
    assert_eq!(home.last("GET /user").header("user-agent"), Some("own"));
    // One source of a token hides another kind of the level below.
    let settings = format!("token_file = 'no-such-file'\n{}", two(&work, &home));
    call(&settings, &["--instance=work"], &[]).json();
}

#[test]
fn what_cannot_be_meant_is_refused() {
    let (work, home) = (forge(), forge());
    let settings = two(&work, &home);
    let ran = call(&settings, &["--instance=wrok"], &[]);
    assert!(ran.unusable().contains("--instance: "), "{ran:?}");
    assert!(ran.err.contains("has no instance \"wrok\"\nhint: did you mean work?"), "{ran:?}");
    let ran = call(&format!("instance = 'xyz'\n{settings}"), &[], &[]);
    assert!(ran.unusable().contains("settings.toml, line 1)") && ran.err.contains("home, work"), "{ran:?}");
    let ran = call(&settings, &["--instance=work", "--url=https://forge.example"], &[]);
    assert!(ran.unusable().contains("--url and --instance both"), "{ran:?}");
    let variables = [("FORGEJO_INSTANCE", "work"), ("FORGEJO_URL", "https://forge.example")];
    let ran = call(&settings, &[], &variables);
    assert!(ran.unusable().contains("FORGEJO_URL and FORGEJO_INSTANCE both"), "{ran:?}");
    let ran = Cli::new(&["--instance=work", "--cli", "list"]).run();
    assert!(ran.unusable().contains("there is no settings file"), "{ran:?}");
    let ran = call(&settings, &[], &[]);
    assert!(ran.unusable().contains("choose one with --instance: home, work"), "{ran:?}");
    assert!(work.seen().is_empty() && home.seen().is_empty());
}
