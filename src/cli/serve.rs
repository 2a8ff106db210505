//! Without `--cli` the program serves, until its client or whoever started it ends it.

use tokio::runtime::Builder;

use super::out::{self, Failure, Outcome};
use super::program::Program;
use super::{configured, tell, wait_for, wait_on};
use crate::config::{Config, Transport};
use crate::forgejo::{Kind, Source, no_url};
use crate::server::{Server, http, stdio};

pub(super) fn run(program: &Program) -> Outcome {
    match program.flags.serving.transport {
        Transport::Stdio => one(program),
        Transport::Http | Transport::Sse => many(program),
    }
}

fn one(program: &Program) -> Outcome {
    let server = configured(program, |config| config)?;
    if out::stdin_is_terminal() {
        tell(
            program,
            "note",
            "waiting for an MCP client on standard input; forgejo-mcp --help shows the command line",
        );
    }
    wait_for(async { stdio::serve(server).await.map_err(|error| Failure::Failed(error.to_string())) })
}

fn many(program: &Program) -> Outcome {
    let server = configured(program, Config::for_remote_callers)?;
    advise(program, server.config());
    wait_on(Builder::new_multi_thread(), listen(program, server))
}

async fn listen(program: &Program, server: Server) -> Outcome {
    let failed = |error: &dyn std::fmt::Display| Failure::Failed(error.to_string());
    let ended = told_to_end().map_err(|error| failed(&error))?;
    let transport = server.config().serving.transport;
    let listening = http::listen(server).await.map_err(|error| match error.kind() {
        Kind::InvalidArguments => Failure::Unusable(error.to_string()),
        _ => failed(&error),
    })?;
    let address = listening.address().map_err(|error| failed(&error))?;
    let older =
        if transport == Transport::Sse { format!(" and http://{address}/sse") } else { String::new() };
    tell(program, "note", &format!("listening on http://{address}/mcp{older}"));
    listening.serve(ended).await;
    Ok(())
}

/// Says what an operator may not have meant.
fn advise(program: &Program, config: &Config) {
    let loopback = matches!(config.serving.host.as_str(), "127.0.0.1" | "localhost" | "::1");
    if matches!(config.source, Source::Missing) {
        tell(program, "warning", &no_url().to_string());
    }
    if config.serving.share_token && !loopback {
        tell(
            program,
            "warning",
            "--share-token lends the server's token to everybody who reaches this address",
        );
    }
    if config.serving.is_everywhere() && config.serving.allowed_hosts.is_empty() {
        tell(
            program,
            "note",
            "only loopback names are answered; list this server's own with --allowed-hosts",
        );
    }
    if config.token_setting.is_some() && !config.serving.share_token {
        tell(
            program,
            "note",
            "the server's own token is not used without --share-token; each request brings one",
        );
    }
    if program.flags.allow_file_path_upload {
        tell(program, "note", "uploads by file_path are off over HTTP");
    }
}

/// Resolves when the program is told to end.
#[cfg(unix)]
fn told_to_end() -> std::io::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    Ok(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
    })
}

/// Resolves when the program is told to end.
#[cfg(windows)]
fn told_to_end() -> std::io::Result<impl Future<Output = ()>> {
    use tokio::signal::windows;
    let mut interrupt = windows::ctrl_c()?;
    let mut close = windows::ctrl_close()?;
    let mut shutdown = windows::ctrl_shutdown()?;
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = close.recv() => {}
            _ = shutdown.recv() => {}
        }
    })
}
