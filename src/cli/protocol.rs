//! `--cli resources`, `read` and `prompts`: what the server has beside tools, asked for as every client does.

use std::path::PathBuf;

use rmcp::model::{
    ErrorCode, Prompt, ReadResourceRequestParams, Resource, ResourceContents, ResourceTemplate,
};
use rmcp::service::ServiceError;
use serde::Serialize;
use serde_json::Value;

use super::client::{Client, refused};
use super::out::{self, Outcome};
use super::program::{Form, Shown};
use super::{render, save, wait_for};
use crate::server::Server;

/// Prints the resources and the templates of resources.
pub(super) fn resources(shown: Shown, server: Server) -> Outcome {
    let (fixed, templates) = wait_for(async {
        let client = Client::start(server).await?;
        let fixed = known(client.session().list_all_resources().await)?;
        Ok((fixed, known(client.session().list_all_resource_templates().await)?))
    })?;
    let form = shown.form(Form::Text);
    if form == Form::Json {
        let mut all = values(&fixed);
        all.extend(values(&templates));
        return out::text(&render::pretty(&Value::Array(all)));
    }
    let fixed =
        fixed.iter().map(|resource: &Resource| (&resource.uri, &resource.description, &resource.title));
    let templates = templates
        .iter()
        .map(|template: &ResourceTemplate| (&template.uri_template, &template.description, &template.title));
    let rows: Vec<Vec<String>> = fixed
        .chain(templates)
        .map(|(uri, description, title)| vec![uri.clone(), sentence(description.as_ref().or(title.as_ref()))])
        .collect();
    listed(&["uri", "description"], rows, "this server has no resources")
}

/// Prints the prompts.
pub(super) fn prompts(shown: Shown, server: Server) -> Outcome {
    let prompts = wait_for(async {
        let client = Client::start(server).await?;
        known(client.session().list_all_prompts().await)
    })?;
    if shown.form(Form::Text) == Form::Json {
        return out::text(&render::pretty(&Value::Array(values(&prompts))));
    }
    let rows = prompts.iter().map(|prompt: &Prompt| {
        let arguments = prompt.arguments.iter().flatten();
        let arguments = arguments.map(|argument| {
            let optional = if argument.required == Some(true) { "" } else { "?" };
            format!("{}{optional}", argument.name)
        });
        vec![
            prompt.name.clone(),
            arguments.collect::<Vec<_>>().join(", "),
            sentence(prompt.description.as_ref().or(prompt.title.as_ref())),
        ]
    });
    listed(&["name", "arguments", "description"], rows.collect(), "this server has no prompts")
}

/// Prints a resource, or writes it to a file.
pub(super) fn read(shown: Shown, server: Server, uri: String, file: Option<PathBuf>) -> Outcome {
    let sink = file.map(save::sink).transpose()?;
    let form = shown.form(Form::Json);
    wait_for(async move {
        let client = Client::start(server).await?;
        let read = client.session().read_resource(ReadResourceRequestParams::new(uri)).await;
        let contents = read.map_err(refused)?.contents;
        match (sink, contents.first()) {
            (Some(sink), Some(first)) => save::resource(first, &sink).await,
            (Some(_), None) => Ok(()),
            (None, _) if form == Form::Json => out::text(&render::pretty(&json_of(&contents))),
            (None, _) => {
                let texts: Vec<String> = contents.iter().map(render::contents).collect();
                out::text(&texts.join("\n"))
            }
        }
    })
}

/// The JSON that a resource holds, else its contents as the protocol has them.
fn json_of(contents: &[ResourceContents]) -> Value {
    let held = contents.iter().find_map(|contents| match contents {
        ResourceContents::TextResourceContents { mime_type: Some(mime), text, .. }
            if mime == "application/json" =>
        {
            serde_json::from_str(text).ok()
        }
        _ => None,
    });
    held.unwrap_or_else(|| serde_json::to_value(contents).unwrap_or_default())
}

/// A list, which is empty when the server does not know the question.
fn known<T>(answer: Result<Vec<T>, ServiceError>) -> Outcome<Vec<T>> {
    match answer {
        Err(ServiceError::McpError(error)) if error.code == ErrorCode::METHOD_NOT_FOUND => Ok(Vec::new()),
        answer => answer.map_err(refused),
    }
}

fn values<T: Serialize>(rows: &[T]) -> Vec<Value> {
    rows.iter().filter_map(|row| serde_json::to_value(row).ok()).collect()
}

fn sentence(text: Option<&String>) -> String {
    text.map(|text| text.split_whitespace().collect::<Vec<_>>().join(" ")).unwrap_or_default()
}

fn listed(columns: &[&str], rows: Vec<Vec<String>>, none: &str) -> Outcome {
    if rows.is_empty() {
        out::say("note", none);
        return Ok(());
    }
    out::text(&render::table(columns, rows.into_iter()))
}
