//! `--cli list`: the tools that exist here, by domain.

use std::fmt::Write;

use serde_json::{Value, json};

use super::out::{self, Outcome};
use super::program::{Form, Shown};
use super::render;
use crate::server::Server;
use crate::tools::{self, Access, Domain, ToolEntry};

/// The narrowest column that a description is broken into.
const NARROWEST: usize = 30;

/// Prints the tools.
pub(super) fn run(shown: Shown, server: &Server) -> Outcome {
    let exist: Vec<&ToolEntry> = tools::all().filter(|tool| server.policy().exists(tool)).collect();
    let of = |domain: Domain| exist.iter().copied().filter(move |tool| tool.domain == domain);
    let by_domain = Domain::ALL.iter().flat_map(|domain| of(*domain));
    match shown.form(Form::Text) {
        Form::Json => out::text(&render::pretty(&by_domain.map(described).collect())),
        Form::Table => {
            let rows = by_domain.map(|tool| {
                [tool.domain.as_str(), tool.name, access(tool.access), &one_line(tool)]
                    .map(str::to_owned)
                    .to_vec()
            });
            out::text(&render::table(&["domain", "name", "access", "description"], rows))
        }
        Form::Text => {
            let widest = exist.iter().map(|tool| tool.name.len()).max().unwrap_or_default();
            let mut text = String::new();
            for domain in Domain::ALL {
                let mut tools = of(*domain).peekable();
                if tools.peek().is_none() {
                    continue;
                }
                let start = if text.is_empty() { "" } else { "\n" };
                let _ = writeln!(text, "{start}{}", domain.as_str());
                for tool in tools {
                    let lines = broken(&one_line(tool), out::width(), widest + 4);
                    let _ = writeln!(text, "  {:<widest$}  {lines}", tool.name);
                }
            }
            out::text(&text)
        }
    }
}

fn described(tool: &ToolEntry) -> Value {
    json!({
        "name": tool.name,
        "title": tool.title,
        "description": tool.description(),
        "domain": tool.domain.as_str(),
        "access": access(tool.access),
    })
}

fn access(access: Access) -> &'static str {
    match access {
        Access::Read => "read",
        Access::Create => "create",
        Access::Change => "change",
        Access::Destroy => "destroy",
    }
}

fn one_line(tool: &ToolEntry) -> String {
    tool.description().split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A text that goes on below itself when the terminal is too narrow for it.
fn broken(text: &str, width: Option<u16>, indent: usize) -> String {
    let Some(width) = width.map(|width| usize::from(width).saturating_sub(indent)) else {
        return text.to_owned();
    };
    if width < NARROWEST {
        return text.to_owned();
    }
    let mut lines = String::new();
    let mut length = 0;
    for word in text.split(' ') {
        let letters = word.chars().count();
        if length > 0 && length + 1 + letters > width {
            let _ = write!(lines, "\n{:indent$}", "");
            length = 0;
        }
        if length > 0 {
            lines.push(' ');
            length += 1;
        }
        lines.push_str(word);
        length += letters;
    }
    lines
}
