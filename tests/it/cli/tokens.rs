//! Tokens in files and from commands.

use serde_json::json;

use super::Cli;
use crate::harness::{Answer, TOKEN, Upstream};

fn forge() -> Upstream {
    let forge = Upstream::start();
    forge.replay("users/me");
    forge
}

fn sent(forge: &Upstream) -> String {
    forge.last("GET /user").header("authorization").unwrap().to_owned()
}

#[test]
fn a_file_holds_the_token_on_its_first_line() {
    let forge = forge();
    let cli = forge.cli(&["get_my_user_info"]).file("token", format!("{TOKEN}\r\nnot this\n"));
    cli.env("FORGEJO_ACCESS_TOKEN_FILE", "token").run().json();
    assert_eq!(sent(&forge), format!("token {TOKEN}"));
    Cli::new(&["--token-file=token", "--url", &forge.url, "--cli", "get_my_user_info"])
        .file("token", "other")
        .run()
        .json();
    assert_eq!(sent(&forge), "token other");
}

#[test]
fn a_file_that_gives_no_token_fails_the_call() {
    let forge = forge();
    for (name, said) in
        [("missing", "missing cannot be read: "), ("empty", "empty is empty"), (".", "cannot be")]
    {
        let cli = forge.cli(&["get_my_user_info"]).file("empty", "\n");
        let ran = cli.env("FORGEJO_ACCESS_TOKEN_FILE", name).run();
        assert!(ran.failed().contains(said), "{name}: {ran:?}");
        assert!(ran.err.contains("hint: "), "{ran:?}");
    }
    assert!(forge.seen().is_empty(), "nothing goes out without its token");
    let cli = forge.cli(&["find_tools", "--query", "issues"]);
    cli.env("FORGEJO_ACCESS_TOKEN_FILE", "missing").run().out();
}

#[test]
fn two_places_at_one_level_are_refused_and_a_higher_level_wins() {
    let forge = forge();
    let words = ["--token-file=token", "--token=x", "--url", &forge.url, "--cli", "get_my_user_info"];
    let ran = Cli::new(&words).run();
    assert!(ran.err.contains("error: --token and --token-file both give a token"), "{ran:?}");
    let cli = forge.cli(&["get_my_user_info"]).env("FORGEJO_ACCESS_TOKEN", "x");
    let ran = cli.env("FORGEJO_ACCESS_TOKEN_COMMAND", "x").run();
    let said = "FORGEJO_ACCESS_TOKEN and FORGEJO_ACCESS_TOKEN_COMMAND both give a token";
    assert!(ran.unusable().contains(said), "{ran:?}");
    let cli = Cli::new(&["--token-file=token", "--cli", "get_my_user_info"]).file("token", TOKEN);
    let cli = cli.env("FORGEJO_URL", &forge.url).env("FORGEJO_ACCESS_TOKEN", "x");
    cli.env("GITEA_ACCESS_TOKEN", "y").run().json();
    assert_eq!(sent(&forge), format!("token {TOKEN}"));
    // The Go server's name is read when none of ours is set.
    let cli = forge.cli(&["get_my_user_info"]).file("token", "ours").env("GITEA_ACCESS_TOKEN", "y");
    cli.env("FORGEJO_ACCESS_TOKEN_FILE", "token").run().json();
    assert_eq!(sent(&forge), "token ours");
}

#[test]
fn the_demo_reads_no_token() {
    for setting in ["FORGEJO_ACCESS_TOKEN_FILE", "FORGEJO_ACCESS_TOKEN_COMMAND"] {
        Cli::demo(&["get_my_user_info"]).env(setting, "/no/such/thing").run().json();
    }
}

#[cfg(unix)]
mod commands {
    use super::*;

    fn ran(forge: &Upstream, command: &str) -> super::super::Ran {
        let cli = forge.cli(&["get_my_user_info", "--debug"]);
        cli.env("FORGEJO_ACCESS_TOKEN_COMMAND", command).run()
    }

    #[test]
    fn the_first_line_that_a_command_prints_is_the_token() {
        let forge = forge();
        for command in
            [format!("printf '%s\\n' '{TOKEN}' more"), format!("sh -c 'echo {TOKEN}; seq 100000; exit 0'")]
        {
            let ran = ran(&forge, &command);
            ran.json();
            assert_eq!(sent(&forge), format!("token {TOKEN}"));
            assert!(!ran.err.contains(TOKEN) && !ran.out.contains(TOKEN), "{ran:?}");
        }
    }

    #[test]
    fn a_command_runs_without_a_shell_and_without_standard_input() {
        let forge = forge();
        ran(&forge, "printf %s '$HOME;x'").json();
        assert_eq!(sent(&forge), "token $HOME;x");
        let cli = forge.cli(&["get_my_user_info", "--args", "{}"]).stdin("from standard input\n");
        let ran = cli.env("FORGEJO_ACCESS_TOKEN_COMMAND", "cat").run();
        assert!(ran.failed().contains("\"cat\" printed nothing"), "{ran:?}");
    }

    #[test]
    fn a_command_that_fails_fails_the_call_and_shows_no_output() {
        let forge = forge();
        for (command, said) in [
            ("/no/such/program", "\"/no/such/program\" cannot be run: "),
            (
                &format!("sh -c 'echo {TOKEN}; echo {TOKEN} is locked >&2; exit 3'"),
                "(exit status: 3): [secret] is locked",
            ),
            ("sh -c 'exit 7'", "failed (exit status: 7)"),
            ("true", "\"true\" printed nothing"),
            ("sh -c 'kill -9 $$'", "signal: 9"),
        ] {
            let ran = ran(&forge, command);
            assert_eq!(ran.status, 1, "{command}: {ran:?}");
            assert!(ran.err.contains(said), "{command}: {ran:?}");
            assert!(!ran.err.contains(TOKEN), "{ran:?}");
        }
        assert!(forge.seen().is_empty());
    }

    #[test]
    fn a_command_that_does_not_end_is_ended() {
        let forge = forge();
        let cli = forge.cli(&["get_my_user_info", "--timeout=1"]);
        let started = std::time::Instant::now();
        let ran = cli.env("FORGEJO_ACCESS_TOKEN_COMMAND", "sleep 30").run();
        assert!(ran.failed().contains("did not end within 1 s"), "{ran:?}");
        assert!(started.elapsed().as_secs() < 20);
    }

    /// A command that counts how often it ran and prints that.
    const COUNTS: &str = "sh -c 'echo x >> runs; echo token-$(wc -l < runs)'";

    #[test]
    fn one_command_serves_many_requests() {
        let forge = Upstream::start();
        let rows = json!([{ "number": 1, "title": "t" }]);
        forge.on("GET /repos/o/r/issues", Answer::json(200, &rows).header("x-total-count", "3"));
        let words = ["list_repo_issues", "--owner=o", "--repo=r", "--limit=1", "--all-pages"];
        let ran = forge.cli(&words).env("FORGEJO_ACCESS_TOKEN_COMMAND", COUNTS).run();
        assert!(forge.seen().len() >= 2, "{ran:?}");
        assert_eq!(ran.file("runs"), b"x\n");
    }
}
