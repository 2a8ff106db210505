//! The settings file, and what comes before it.

use std::path::Path;

use clap::parser::ValueSource;
use clap::{Arg, Args, Command};
use forgejo_mcp::config::{self, Flags, LEFT_OUT};
use serde_json::json;

use super::{Cli, Ran};
use crate::harness::{TOKEN, Upstream};

/// A run that uses a settings file.
fn with_settings(words: &[&str], settings: &str) -> Cli {
    let cli = Cli::new(words).file("settings.toml", settings);
    let path = cli.folder().join("settings.toml");
    private(&path, 0o600);
    cli.env("FORGEJO_CONFIG", path)
}

/// Says who may read a file.
fn private(path: &Path, mode: u32) {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
    }
    let _ = (path, mode);
}

fn forge() -> Upstream {
    let forge = Upstream::start();
    forge.replay("users/me");
    forge
}

const ME: [&str; 2] = ["--cli", "get_my_user_info"];

/// What is wrong with a settings file.
fn refused(settings: &str) -> String {
    with_settings(&["--demo", "--cli", "list"], settings).run().unusable().to_owned()
}

#[test]
fn a_flag_comes_before_a_variable_and_that_before_the_file() {
    let (file, variable, flag) = (forge(), forge(), forge());
    let settings = format!("url = {:?}\nuser-agent = 'from the file'\n", file.url);
    with_settings(&ME, &settings).run().json();
    assert_eq!(file.last("GET /user").header("user-agent"), Some("from the file"));
    with_settings(&ME, &settings).env("FORGEJO_URL", &variable.url).run().json();
    assert_eq!(variable.last("GET /user").header("user-agent"), Some("from the file"));
    let words = [&["--url", flag.url.as_str()] as &[&str], &ME].concat();
    let cli = with_settings(&words, &settings).env("FORGEJO_URL", &variable.url);
    cli.env("FORGEJO_USER_AGENT", "from a variable").run().json();
    assert_eq!(flag.last("GET /user").header("user-agent"), Some("from a variable"));
    assert_eq!((file.seen().len(), variable.seen().len(), flag.seen().len()), (1, 1, 1));
    // After the tool, too.
    let words = [&ME as &[&str], &["--url", &flag.url]].concat();
    with_settings(&words, &settings).run().json();
    assert_eq!(flag.seen().len(), 2);
}

#[test]
fn what_is_set_to_nothing_is_not_set() {
    let file = forge();
    let settings = format!("url = {:?}\ntoolsets = ''\n", file.url);
    let cli = with_settings(&ME, &settings).env("FORGEJO_URL", "").env("FORGEJO_TIMEOUT", " ");
    cli.env("FORGEJO_TRANSPORT", "").env("FORGEJO_CONFIRM", "").run().json();
    assert_eq!(file.seen().len(), 1);
}

#[test]
fn a_switch_of_the_file_is_turned_off_by_its_variable() {
    let on = with_settings(&["--demo", "--cli", "list"], "read_only = true").run();
    assert!(!on.out().contains("create_issue"), "{on:?}");
    let cli = with_settings(&["--demo", "--cli", "list"], "read_only = true");
    let off = cli.env("FORGEJO_READ_ONLY", "false").run();
    assert!(off.out().contains("create_issue"), "{off:?}");
}

#[test]
fn old_names_of_variables_are_read_when_the_new_are_not_set() {
    let (old, new) = (forge(), forge());
    let run = |change: fn(Cli, &str) -> Cli| {
        let cli = Cli::new(&ME).env("GITEA_HOST", &old.url).env("GITEA_ACCESS_TOKEN", TOKEN);
        change(cli, &new.url).run()
    };
    run(|cli, _| cli).json();
    assert_eq!(old.last("GET /user").header("authorization"), Some(format!("token {TOKEN}").as_str()));
    run(|cli, url| cli.env("FORGEJO_URL", url).env("FORGEJO_ACCESS_TOKEN", "other")).json();
    assert_eq!(new.last("GET /user").header("authorization"), Some("token other"));
    let ran = run(|cli, _| cli.env("GITEA_DEBUG", "1"));
    assert!(ran.err.contains("forge answered"), "{ran:?}");
    let ran = run(|cli, _| cli.env("GITEA_DEBUG", "0"));
    assert!(!ran.err.contains("forge answered"), "{ran:?}");
}

#[cfg(target_os = "linux")]
#[test]
fn the_usual_place_is_read_when_it_is_there() {
    let cli = Cli::new(&["--demo", "--cli", "list"]);
    std::fs::create_dir(cli.folder().join("forgejo-mcp")).unwrap();
    let ran = cli.file("forgejo-mcp/config.toml", "tools = ['get_repo']").run();
    assert_eq!(ran.out().lines().count(), 2, "{ran:?}");
}

#[test]
fn a_file_that_was_named_must_be_there() {
    Cli::demo(&["list"]).run().out();
    let ran = Cli::new(&["--config", "no-such.toml", "--demo", "--cli", "list"]).run();
    assert!(ran.unusable().contains("no-such.toml cannot be read"), "{ran:?}");
    // Scripts and manuals depend on no settings.
    Cli::new(&["--config", "no-such.toml", "completions", "bash"]).run().out();
    Cli::new(&["--config", "no-such.toml", "man"]).run().out();
}

#[test]
fn wrong_settings_are_told_with_their_place() {
    for (settings, place, said) in [
        ("tokn = 'x'", "line 1, column 1", "there is no setting \"tokn\"\nhint: did you mean token?"),
        ("\n\n  read_onli = true", "line 3, column 3", "hint: did you mean read_only?"),
        ("config = 'x'", "line 1, column 1", "there is no setting \"config\""),
        ("timeout = 'soon'", "line 1, column 11", "timeout: \"soon\" is not a whole number"),
        ("timeout = 1.5", "line 1, column 11", "takes a text or a whole number, not a fraction"),
        ("read-only = 'yes'", "line 1, column 13", "read_only takes true or false, not a text"),
        ("read-only = 1", "line 1, column 13", "read_only takes true or false, not a number"),
        ("url = ['a', 'b']", "line 1, column 7", "url takes one value, not a list"),
        ("url = true", "line 1, column 7", "takes a text or a whole number, not true or false"),
        ("tools = [['get_repo']]", "line 1, column 9", "not a list"),
        ("confirm = 'perhaps'", "line 1, column 11", "\"perhaps\" is none of auto, always, never"),
        ("url = 'x'\nurl = 'y'", "line 2, column 1", "duplicate key"),
        ("user-agent = 'x'\nuser_agent = 'y'", "line 2, column 1", "user_agent is set twice"),
        ("instances = 3", "line 1, column 1", "[instances.NAME]"),
        ("[instances]\nwork = 3", "line 2, column 1", "[instances.work]"),
        ("[instances.work]\ntimeout = 3", "line 1, column 12", "the instance work has no url"),
        ("[instances.work]\ninstance = 'x'", "line 2, column 1", "belongs to the top of the file"),
        ("[instances.work]\nurll = 'x'", "line 2, column 1", "did you mean url?"),
        ("[instans.work]\nurl = 'x'", "line 1, column 2", "did you mean instances?"),
        ("token_command = \"'open\"", "line 1, column 17", "the value is no command"),
    ] {
        let error = refused(settings);
        assert!(error.contains("settings.toml"), "{settings}: {error}");
        assert!(error.contains(place), "{settings}: {error}");
        assert!(error.contains(said), "{settings}: {error}");
    }
}

#[test]
fn what_is_found_wrong_later_is_told_with_its_place_too() {
    for (settings, said) in [
        ("\ntoolsets = ['isue']", "toolsets"),
        ("\ntools = ['create_isue']", "tools"),
        ("\nrepos = ['nonsense']", "repos"),
        ("\nrepo = 'nonsense'", "repo"),
        ("\nstate_key = 'short'", "state_key"),
    ] {
        let error = refused(settings);
        assert!(error.starts_with(&format!("error: {said} (")), "{settings}: {error}");
        assert!(error.contains("settings.toml, line 2): "), "{settings}: {error}");
    }
    let ran = with_settings(&ME, "url = 'forge.example'").run();
    assert!(ran.unusable().contains("settings.toml, line 1): the Forgejo URL"), "{ran:?}");
    let ran = Cli::demo(&["list"]).env("FORGEJO_TOOLSETS", "isue").run();
    assert!(ran.unusable().starts_with("error: FORGEJO_TOOLSETS: there is no \"isue\""), "{ran:?}");
}

#[test]
fn a_wrong_variable_is_told_by_its_name() {
    for (variable, value, said) in [
        ("FORGEJO_TIMEOUT", "soon", "\"soon\" is not a whole number"),
        ("FORGEJO_CONFIRM", "perhaps", "\"perhaps\" is none of auto, always, never"),
        ("FORGEJO_TRANSPORT", "pigeon", "\"pigeon\" is none of stdio"),
    ] {
        let ran = Cli::demo(&["list"]).env(variable, value).run();
        assert!(ran.unusable().starts_with(&format!("error: {variable}: {said}")), "{ran:?}");
    }
    let ran =
        Cli::new(&["--timeout", "never", "--demo", "--cli", "list"]).env("FORGEJO_TIMEOUT", "soon").run();
    assert!(ran.unusable().contains("--timeout"), "the flag is wrong first: {ran:?}");
}

#[test]
fn no_error_shows_a_secret() {
    for settings in [
        format!("token = '{TOKEN}"),
        format!("token = '{TOKEN}' x"),
        format!("token = ['{TOKEN}']"),
        format!("tokn = '{TOKEN}'"),
        format!("token-command = \"echo '{TOKEN}\""),
        format!("token = '{TOKEN}'\ntoken_file = 'x'\nurl = 'http://127.0.0.1:1'"),
    ] {
        let ran = with_settings(&ME, &settings).run();
        assert!(!ran.unusable().contains(TOKEN), "{ran:?}");
    }
}

#[cfg(unix)]
#[test]
fn a_file_with_secrets_that_others_can_read_is_warned_of() {
    let run = |settings: &str, mode: u32| {
        let cli = with_settings(&["--demo", "--cli", "get_my_user_info"], settings);
        let path = cli.folder().join("settings.toml");
        private(&path, mode);
        let ran = cli.run();
        ran.json();
        ran.err
    };
    assert!(run("token = 'x'", 0o644).contains("chmod 600"));
    assert!(run("[instances.work]\nurl = 'http://127.0.0.1'\ntoken = 'x'", 0o640).contains("chmod 600"));
    assert_eq!(run("token = 'x'", 0o600), "");
    assert_eq!(run("token_file = 'x'", 0o644), "", "no secret is in it");
}

#[test]
fn paths_are_taken_from_the_folder_of_the_file() {
    let forge = forge();
    let cli = Cli::new(&ME).file("token", TOKEN);
    std::fs::create_dir(cli.folder().join("etc")).unwrap();
    let settings = format!("url = {:?}\ntoken_file = '../token'\n", forge.url);
    let cli = cli.file("etc/settings.toml", settings);
    let path = cli.folder().join("etc/settings.toml");
    cli.env("FORGEJO_CONFIG", path).run().json();
    let sent = forge.last("GET /user");
    assert_eq!(sent.header("authorization"), Some(format!("token {TOKEN}").as_str()));
    let settings = format!("url = {:?}\ntoken_file = '~/token'\n", forge.url);
    with_settings(&ME, &settings).file("token", "at home\n").run().json();
    assert_eq!(forge.last("GET /user").header("authorization"), Some("token at home"));
}

#[test]
fn the_log_can_be_json() {
    let settings = "log_format = 'json'\ndebug = true\ntoken = 'x'";
    let ran: Ran = with_settings(&["--demo", "--cli", "get_my_user_info"], settings).run();
    ran.json();
    assert!(ran.err.contains("forge answered"), "{ran:?}");
    for line in ran.err.lines() {
        let line: serde_json::Value = serde_json::from_str(line).unwrap_or_else(|_| panic!("{line}"));
        assert!(line["level"].is_string(), "{line}");
    }
}

/// Values of which each flag takes at least one, as TOML and as the flag has it.
const SAMPLES: [(&str, &str); 7] = [
    ("true", "true"),
    ("['owner/name']", "owner/name"),
    ("['http://localhost']", "http://localhost"),
    ("7", "7"),
    ("'text'", "text"),
    ("'http://localhost'", "http://localhost"),
    ("'127.0.0.1'", "127.0.0.1"),
];

/// What a command line comes to with a settings file.
fn read(settings: &str) -> Result<clap::ArgMatches, config::Refusal> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("settings.toml");
    std::fs::write(&path, settings).unwrap();
    let words = ["forgejo-mcp".into(), "--config".into(), path.into_os_string()];
    let command = Flags::augment_args(Command::new("forgejo-mcp"));
    let first = config::read_without_file(command.clone(), &words)?;
    config::read(command, &words, first).map(|(matches, _)| matches)
}

fn settable(argument: &Arg) -> bool {
    let id = argument.get_id().as_str();
    let words = argument.get_possible_values();
    let choices = words.last().map(|word| (format!("'{}'", word.get_name()), word.get_name().to_owned()));
    let samples = SAMPLES.iter().map(|(toml, value)| ((*toml).to_owned(), (*value).to_owned()));
    samples.chain(choices).any(|(toml, value)| {
        let Ok(matches) = read(&format!("{id} = {toml}\n[instances.text]\nurl = 'http://localhost'\n"))
        else {
            return false;
        };
        let raw =
            matches.get_raw(id).into_iter().flatten().next().map(|raw| raw.to_string_lossy().into_owned());
        matches.value_source(id) == Some(ValueSource::DefaultValue)
            && raw.is_some_and(|raw| raw.ends_with(&value))
    })
}

#[test]
fn every_flag_is_a_setting_of_the_file_or_left_out_by_name() {
    let command = Flags::augment_args(Command::new("forgejo-mcp"));
    let mut checked = 0;
    for argument in command.get_arguments() {
        let id = argument.get_id().as_str();
        assert_ne!(settable(argument), LEFT_OUT.contains(&id), "{id}");
        assert!(argument.get_env().is_some() || id == "demo", "{id} is no variable");
        checked += 1;
    }
    assert!(checked > 25, "only {checked} flags");
    for id in LEFT_OUT {
        assert!(command.get_arguments().any(|argument| argument.get_id() == id), "{id} is no flag");
    }
}

#[test]
fn a_file_for_one_test_is_read_as_the_program_reads_it() {
    let matches = read("toolsets = ['issue', 'pull']\nmax_output = 0x1000\ntimeout = 1_0").unwrap();
    let toolsets: Vec<_> = matches.get_many::<String>("toolsets").unwrap().collect();
    assert_eq!(json!(toolsets), json!(["issue", "pull"]));
    assert_eq!(matches.get_one::<u64>("max_output"), Some(&4096));
    assert_eq!(matches.get_one::<u64>("timeout"), Some(&10));
}
