//! `--cli TOOL`: the tool's own flags, where its arguments come from, and what becomes of its answer.

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Arc;

use clap::builder::ArgAction;
use clap::error::ErrorKind;
use clap::{Arg, ArgMatches, Command, value_parser};
use rmcp::model::CallToolResult;
use serde_json::{Map, Value};

use super::client::Client;
use super::input::{self, Input};
use super::out::{self, Failure, Outcome};
use super::program::{Form, Program, Word, flags_beside, help_flag};
use super::{git_remote, pages, parameters, render, save, tool_help};
use crate::failure;
use crate::server::{Server, unknown_tool};
use crate::sink::Sink;
use crate::tools::{self, ToolEntry};

type Schema = Map<String, Value>;

/// Calls a tool. The words are the tool and everything after it.
pub(super) fn run(program: Program, arguments: &[OsString], words: &[OsString]) -> Outcome {
    let tool = find(words)?;
    let schema = tool.input();
    let matches = match command(tool, &schema).try_get_matches_from(words) {
        Err(error) if error.kind() == ErrorKind::DisplayHelp => {
            return out::decorated(&format!(
                "{}\n{}",
                error.render().ansi(),
                tool_help::below(tool, &schema)
            ));
        }
        matches => matches?,
    };
    let program = program.with_flags(arguments, words.len(), &matches)?;
    let server = super::server(&program)?;
    let given = arguments_of(&schema, &matches)?;
    let given = git_remote::complete(&server, &schema, given);
    let all_pages = matches.get_flag("all-pages");
    if all_pages && schema.get("properties").is_none_or(|all| all.get("page").is_none()) {
        return Err(Failure::Unusable(format!("--all-pages: {} has no pages", tool.name)));
    }
    let file = matches.get_one::<PathBuf>("output-file");
    let sink = file.cloned().map(save::sink).transpose()?;
    let call =
        Call { tool, schema: &schema, arguments: given, all_pages, form: program.shown.form(Form::Json) };
    super::wait_for(call.carry_out(server, sink))
}

fn find(words: &[OsString]) -> Outcome<&'static ToolEntry> {
    let written = words.first().map(|word| word.to_string_lossy()).unwrap_or_default();
    let found = tools::find(&written).or_else(|| tools::find(&written.replace('-', "_")));
    found.ok_or_else(|| {
        let names = tools::all().map(|tool| tool.name).chain(Word::NAMES);
        unknown_tool(&written, names, "forgejo-mcp --cli list shows all of them").into()
    })
}

/// The command line of one tool.
fn command(tool: &ToolEntry, schema: &Schema) -> Command {
    let (flags, taken) = parameters::flags(schema);
    let own = [
        Arg::new("args")
            .long("args")
            .value_name("JSON")
            .allow_hyphen_values(true)
            .help("All arguments as one JSON object, @FILE or -; flags win over it"),
        Arg::new("output-file")
            .long("output-file")
            .value_name("FILE")
            .value_parser(value_parser!(PathBuf))
            .help("Write the whole answer to a file: text, images and other bytes as they are"),
        Arg::new("all-pages")
            .long("all-pages")
            .action(ArgAction::SetTrue)
            .help("Follow the pages of a list to its end"),
        help_flag(),
    ];
    let own =
        own.into_iter().filter(|argument| argument.get_long().is_some_and(|long| !taken.contains(long)));
    let program = flags_beside(|long| taken.contains(long));
    let name = format!("forgejo-mcp --cli {}", tool.name);
    Command::new(name.clone())
        .bin_name(name.clone())
        .about(tool.description())
        .override_usage(format!("{name} [--PARAMETER VALUE]… [--args JSON]"))
        .next_help_heading("Parameters")
        .args(flags)
        .next_help_heading("Options")
        .args(own)
        .args(program)
        .disable_help_flag(true)
        .max_term_width(100)
}

/// The arguments: flags, over --args, over standard input.
fn arguments_of(schema: &Schema, matches: &ArgMatches) -> Outcome<Map<String, Value>> {
    let input = Input::default();
    let flags = parameters::given(schema, matches, &input)?;
    let written: Option<&String> = matches.try_get_one("args").ok().flatten();
    let mut arguments = match written {
        Some(written) => input::arguments("--args", &input.text("--args", written)?)?,
        None if flags.is_empty() => input.piped_arguments()?,
        None => Map::new(),
    };
    for name in flags.keys() {
        parameters::remove(&mut arguments, schema, name);
    }
    arguments.extend(flags);
    Ok(arguments)
}

struct Call<'call> {
    tool: &'static ToolEntry,
    schema: &'call Schema,
    arguments: Map<String, Value>,
    all_pages: bool,
    form: Form,
}

impl Call<'_> {
    async fn carry_out(self, server: Server, sink: Option<Arc<Sink>>) -> Outcome {
        let server = match &sink {
            Some(sink) => server.with_sink(Arc::clone(sink)),
            None => server,
        };
        let client = Client::start(server).await?;
        let result = if self.all_pages {
            pages::call(&client, self.tool.name, self.schema, self.arguments).await
        } else {
            client.call(self.tool.name, self.arguments).await
        };
        client.bar().end();
        let result = result?;
        if result.is_error == Some(true) {
            return Err(failed(&result));
        }
        match sink {
            Some(sink) => save::result(&result, &sink, self.form).await,
            None => out::text(&render::result(&result, self.form)),
        }
    }
}

/// A failed call as it is told to people.
fn failed(result: &CallToolResult) -> Failure {
    let text = render::texts(result).collect::<Vec<_>>().join("\n");
    let meta = result.meta.as_ref().and_then(|meta| meta.0.get("kind")).and_then(Value::as_str);
    match meta.map(failure::exit_status) {
        Some(2) => Failure::Unusable(text),
        _ => Failure::Failed(text),
    }
}
