//! Secrets stay inside: the caller's token, and what the forge or a caller hands over as a secret, are in no log, error or
//! result, and go to no other origin.

use std::io::Write;
use std::sync::{Arc, Mutex};

use forgejo_mcp::config::{Config, Flags};
use forgejo_mcp::forgejo::operation::{ResponseKind, operations};
use forgejo_mcp::server::operations::is_irrecoverable;
use rmcp::model::ReadResourceRequestParams;
use serde_json::{Value, json};
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::fmt::MakeWriter;
use tracing_subscriber::prelude::*;

use super::calls::{all, arguments_of, arguments_of_operation, forge_for};
use super::forge::start;
use super::operations::door;
use super::values::Maker;
use crate::harness::{Answer, TOKEN, Upstream};

/// A secret of the forge.
const TOLD: &str = "canary-told-7d1f3a";
/// A secret of a caller.
const SENT: &str = "canary-sent-5ec2e7";

/// Everything that is logged on this thread.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl<'writer> MakeWriter<'writer> for Log {
    type Writer = Self;

    fn make_writer(&'writer self) -> Self {
        self.clone()
    }
}

impl Log {
    /// Logs everything there is. Of the protocol's library the program never shows more than warnings, since its
    /// traces hold whole messages.
    fn start() -> (Self, tracing::subscriber::DefaultGuard) {
        let log = Self::default();
        let levels = Targets::new().with_default(LevelFilter::TRACE).with_target("rmcp", LevelFilter::WARN);
        let lines =
            tracing_subscriber::fmt::layer().with_writer(log.clone()).with_ansi(false).with_filter(levels);
        let guard = tracing::subscriber::set_default(tracing_subscriber::registry().with(lines));
        (log, guard)
    }

    fn text(&self) -> String {
        String::from_utf8_lossy(&self.0.lock().unwrap()).into_owned()
    }
}

fn maker() -> Maker {
    Maker { secret: TOLD.to_owned(), ..Maker::default() }
}

fn no_secret(what: &str, text: &str) {
    for secret in [TOKEN, TOLD, SENT] {
        if let Some(at) = text.find(secret) {
            let from = text[..at].char_indices().rev().nth(200).map_or(0, |(at, _)| at);
            panic!("{what}: {secret} came out after: {}", &text[from..at]);
        }
    }
}

#[tokio::test]
async fn no_tool_logs_or_returns_a_secret() {
    let (log, _guard) = Log::start();
    for tool in all() {
        let forge = forge_for(tool, maker());
        let session = forge.session().await;
        let mut arguments = arguments_of(tool);
        let properties = tool.input();
        for name in ["secret", "authorization_header", "password"] {
            if properties["properties"].get(name).is_some() {
                arguments[name] = json!(SENT);
            }
        }
        let called = session.call(tool.name, arguments).await;
        no_secret(tool.name, &format!("{:?}", called.result));
    }
    let text = log.text();
    assert!(text.contains("forge answered"), "the log is caught");
    no_secret("the log", &text);
}

#[tokio::test]
async fn no_operation_logs_or_returns_a_secret_that_it_was_not_asked_for() {
    let (log, _guard) = Log::start();
    let forge = start(maker());
    let session = forge.session().await;
    let mut handed_out = Vec::new();
    for operation in operations() {
        let mut arguments = arguments_of_operation(operation);
        for (name, value) in &mut arguments {
            if forgejo_mcp::secret::is_field(name)
                && value.is_string()
                && !super::forge::is_in_path(operation, name)
            {
                *value = json!(SENT);
            }
        }
        let given = json!({ "name": operation.id, "arguments": arguments });
        let called = session.call(door(operation), given).await;
        let printed = format!("{:?}", called.result);
        if printed.contains(TOLD) {
            assert!(is_irrecoverable(operation), "{} tells a secret unasked", operation.id);
            handed_out.push(operation.id);
        } else {
            no_secret(operation.id, &printed);
        }
    }
    assert_eq!(handed_out, HANDED_OUT);
    no_secret("the log", &log.text());
}

/// Operations of which a secret is the very purpose; each is confirmed.
const HANDED_OUT: [&str; 13] = [
    "adminCreateUserAccessToken",
    "adminGetRegistrationToken",
    "adminGetRunnerRegistrationToken",
    "orgGetRunnerRegistrationToken",
    "registerAdminRunner",
    "registerOrgRunner",
    "registerRepoRunner",
    "registerUserRunner",
    "repoGetRunnerRegistrationToken",
    "userCreateOAuth2Application",
    "userCreateToken",
    "userGetRunnerRegistrationToken",
    "userUpdateOAuth2Application",
];

#[tokio::test]
async fn no_error_repeats_the_token_in_whatever_form_the_forge_does() {
    let (log, _guard) = Log::start();
    let said = format!("the header was \"token {TOKEN}\", said {TOKEN}");
    let answers = [
        Answer::json(401, &json!({ "message": said })),
        Answer::json(403, &json!({ "message": "no", "errors": [said] })),
        Answer::json(422, &json!({ "message": said, "url": said })),
        Answer::raw(500, "text/html", format!("<html><title>{said}</title><body>{said}</body></html>")),
        Answer::raw(404, "text/plain", said.clone()),
        Answer::json(200, &json!(said)),
        Answer::raw(200, "application/json", format!("{{\"{said}")),
        Answer::empty(307).header("location", &format!("/login?token={TOKEN}#{TOKEN}")),
        Answer::empty(302).header("location", &format!("http://127.0.0.1:9/{TOKEN}")),
    ];
    for answer in answers {
        let forge = Upstream::start();
        let status = format!("{answer:?}");
        forge.otherwise(move |_| answer.clone());
        let session = forge.session().await;
        for tool in all() {
            let called = session.call(tool.name, arguments_of(tool)).await;
            no_secret(&format!("{} on {status}", tool.name), &format!("{:?}", called.result));
        }
    }
    no_secret("the log", &log.text());
}

#[tokio::test]
async fn a_token_that_its_owner_puts_where_a_name_belongs_is_not_repeated() {
    let (log, _guard) = Log::start();
    let forge = Upstream::start();
    for repos in [vec![], vec!["harbor/*".to_owned()]] {
        let session = forge.session_with(|flags| flags.repos.clone_from(&repos)).await;
        for tool in all() {
            let mut arguments = arguments_of(tool);
            for value in arguments.as_object_mut().unwrap().values_mut().filter(|value| value.is_string()) {
                *value = json!(TOKEN);
            }
            let called = session.call(tool.name, arguments.clone()).await;
            no_secret(tool.name, &format!("{:?}", called.result));
            arguments[TOKEN] = json!(1);
            let called = session.call(tool.name, arguments).await;
            no_secret(tool.name, &called.error());
        }
        no_secret("a tool", &session.call(TOKEN, json!({})).await.error());
        let uri = format!("forgejo://repo/{TOKEN}/{TOKEN}");
        let read = session.client().read_resource(ReadResourceRequestParams::new(uri)).await;
        no_secret("a resource", &format!("{:?}", read.unwrap_err()));
    }
    no_secret("the log", &log.text());
}

#[tokio::test]
async fn no_redirect_takes_the_token_to_another_origin() {
    let other = Upstream::start();
    other.otherwise(|_| Answer::json(200, &json!({})));
    let elsewhere = other.url.clone();
    let forge = Upstream::start();
    forge
        .otherwise(move |seen| Answer::empty(307).header("location", &format!("{elsewhere}{}", seen.target)));
    let session = forge.session().await;
    let mut streamed = 0;
    for operation in operations() {
        let given = json!({ "name": operation.id, "arguments": arguments_of_operation(operation) });
        session.call(door(operation), given).await;
        for seen in other.taken() {
            let streams = matches!(operation.response, ResponseKind::Text | ResponseKind::Binary);
            assert!(streams && seen.method == "GET", "{} went elsewhere", operation.id);
            no_secret(operation.id, &format!("{seen:?}"));
            assert!(seen.header("authorization").is_none() && seen.header("cookie").is_none());
            streamed += 1;
        }
    }
    assert!(streamed > 5, "files may lie elsewhere: {streamed}");
    let sent = forge.taken();
    assert!(
        sent.iter().all(|seen| seen.header("authorization").is_some_and(|header| header.ends_with(TOKEN)))
    );
}

#[tokio::test]
async fn nothing_prints_the_token() {
    let forge = Upstream::start();
    let flags = Flags {
        url: Some(forge.url.clone()),
        token: Some(forgejo_mcp::secret::Secret::new(TOKEN)),
        state_key: Some(forgejo_mcp::secret::Secret::new(&SENT.repeat(3))),
        ..Flags::default()
    };
    no_secret("the flags", &format!("{flags:?}"));
    let config = Config::from_flags(flags).unwrap();
    no_secret("the configuration", &format!("{config:?}"));
    let server = forge.server(|_| {});
    let client = server.forge().api().unwrap();
    no_secret("the client", &format!("{client:?}"));
    // A panic prints what it was given: a value that cannot be read is never formatted with its secret.
    let secret = forgejo_mcp::secret::Secret::new(TOKEN);
    let caught = std::panic::catch_unwind(|| panic!("{secret:?}")).unwrap_err();
    no_secret("a panic", caught.downcast_ref::<String>().unwrap());
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn the_program_shows_its_token_to_no_other_process_and_no_log() {
    use std::process::{Command, Stdio};
    let forge = Upstream::start();
    forge.otherwise(|_| Answer::json(401, &json!({ "message": format!("bad {TOKEN}") })));
    let mut child = Command::new(env!("CARGO_BIN_EXE_forgejo-mcp"))
        .arg("--debug")
        .env_clear()
        .env("FORGEJO_URL", &forge.url)
        .env("FORGEJO_ACCESS_TOKEN", TOKEN)
        .env("RUST_LOG", "trace")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let hello = json!({ "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": { "name": "t", "version": "1" } });
    let messages = [
        json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": hello }),
        json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }),
        json!({ "jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": { "name": "get_my_user_info", "arguments": {} } }),
    ];
    for message in messages {
        writeln!(stdin, "{message}").unwrap();
    }
    while forge.seen().is_empty() {
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
    let line = std::fs::read(format!("/proc/{}/cmdline", child.id())).unwrap();
    no_secret("the command line", &String::from_utf8_lossy(&line));
    tokio::time::sleep(std::time::Duration::from_millis(300)).await;
    drop(stdin);
    let output = child.wait_with_output().unwrap();
    no_secret("standard output", &String::from_utf8_lossy(&output.stdout));
    let log = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(log.contains("forge answered"), "{log}");
    no_secret("the log", &log);
    let answers: Vec<Value> = output
        .stdout
        .split(|byte| *byte == b'\n')
        .filter_map(|line| serde_json::from_slice(line).ok())
        .collect();
    assert!(answers.iter().any(|answer| answer["id"] == 2), "{answers:?}");
}
