//! How the server is reached: over standard streams, or over HTTP by many.

use std::num::NonZeroU32;

use clap::{ArgAction, Args, ValueEnum};

/// How clients reach the server.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Transport {
    /// Standard input and output, for one client
    #[default]
    #[value(alias = "")]
    Stdio,
    /// Streamable HTTP at /mcp, for many clients, each with a token of its own
    #[value(alias = "streamable-http")]
    Http,
    /// The older HTTP with server-sent events at /sse, beside /mcp
    Sse,
}

/// The flags that say how the server is reached.
#[derive(Args, Clone, Debug, Default)]
pub struct ServingFlags {
    /// How clients reach the server
    #[arg(long, short = 't', env = "FORGEJO_TRANSPORT", value_enum, default_value_t)]
    pub transport: Transport,
    /// Address to listen on; 127.0.0.1 unless given
    #[arg(long, env = "FORGEJO_HTTP_HOST", value_name = "ADDRESS")]
    pub http_host: Option<String>,
    /// Port to listen on; 8080 unless given, 0 for any free one
    #[arg(long, env = "FORGEJO_HTTP_PORT", value_name = "PORT", value_parser = port)]
    pub http_port: Option<u16>,
    /// Port to listen on with --transport sse; that of --http-port unless given
    #[arg(long, env = "FORGEJO_SSE_PORT", value_name = "PORT", value_parser = port)]
    pub sse_port: Option<u16>,
    /// Names that clients may reach the server by, with or without a port; loopback names unless given, * for any
    #[arg(long, env = "FORGEJO_ALLOWED_HOSTS", value_delimiter = ',', value_name = "HOST,…")]
    pub allowed_hosts: Vec<String>,
    /// Web pages that may call the server, such as <https://app.example.org>; those of this machine unless given
    #[arg(long, env = "FORGEJO_ALLOWED_ORIGINS", value_delimiter = ',', value_name = "ORIGIN,…")]
    pub allowed_origins: Vec<String>,
    /// Lend the server's own token to requests that bring none
    #[arg(long, env = "FORGEJO_SHARE_TOKEN", action = ArgAction::SetTrue, value_parser = clap::builder::FalseyValueParser::new())]
    pub share_token: bool,
    /// Bytes that a request may hold at most; 32 MiB unless given
    #[arg(long, env = "FORGEJO_MAX_BODY", value_name = "BYTES", value_parser = super::flags::number)]
    pub max_body: Option<u64>,
    /// Requests that are worked on at once; 512 unless given
    #[arg(long, env = "FORGEJO_MAX_CONCURRENT", value_name = "COUNT", value_parser = super::flags::number)]
    pub max_concurrent: Option<u64>,
    /// Requests that each caller may make per second; no limit unless given
    #[arg(long, env = "FORGEJO_RATE_LIMIT", value_name = "COUNT", value_parser = super::flags::number)]
    pub rate_limit: Option<u64>,
}

/// How the server is reached.
#[derive(Clone, Debug)]
pub struct Serving {
    pub transport: Transport,
    /// A name or an address; one of IPv6 is without its brackets.
    pub host: String,
    pub port: u16,
    /// Names that clients may use; none: those of this machine.
    pub allowed_hosts: Vec<String>,
    /// Web pages that may call; none: those of this machine.
    pub allowed_origins: Vec<String>,
    pub share_token: bool,
    pub max_body: usize,
    pub max_concurrent: usize,
    pub rate_limit: Option<NonZeroU32>,
}

impl Serving {
    pub(super) fn of(flags: ServingFlags) -> Self {
        let http_port = flags.http_port.unwrap_or(8080);
        let port =
            if flags.transport == Transport::Sse { flags.sse_port.unwrap_or(http_port) } else { http_port };
        let size = |given: Option<u64>, usual: usize| {
            given.filter(|given| *given > 0).and_then(|given| usize::try_from(given).ok()).unwrap_or(usual)
        };
        let host = flags.http_host.map(|host| host.trim().trim_matches(['[', ']']).to_owned());
        let host = host.filter(|host| !host.is_empty());
        let rate = flags.rate_limit.map(|rate| u32::try_from(rate).unwrap_or(u32::MAX));
        Self {
            transport: flags.transport,
            host: host.unwrap_or_else(|| "127.0.0.1".to_owned()),
            port,
            allowed_hosts: super::values::words(flags.allowed_hosts),
            allowed_origins: super::values::words(flags.allowed_origins),
            share_token: flags.share_token,
            max_body: size(flags.max_body, 32 * 1024 * 1024),
            max_concurrent: size(flags.max_concurrent, 512),
            rate_limit: rate.and_then(NonZeroU32::new),
        }
    }

    /// Whether it listens on every address of the machine, which is no name to reach it by.
    #[must_use]
    pub fn is_everywhere(&self) -> bool {
        matches!(self.host.as_str(), "0.0.0.0" | "::")
    }
}

/// A port; a variable that is set to nothing means the usual one.
fn port(text: &str) -> Result<u16, String> {
    if text.trim().is_empty() {
        return Ok(8080);
    }
    text.trim().parse().map_err(|_| "not a port between 0 and 65535".to_owned())
}
