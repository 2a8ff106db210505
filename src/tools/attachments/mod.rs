//! Files attached to issues, comments and releases: the same six tools for each. Here is what they do; the tools are
//! in `entries.rs`, what carries files in `carriers.rs`.

mod carriers;
mod entries;

use schemars::transform::Transform;
use schemars::{JsonSchema, Schema};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use url::Url;

use self::carriers::{OnComment, OnIssue, OnRelease};
use self::entries::{
    CreateAttachment, DeleteAttachment, DownloadAttachment, EditAttachment, GetAttachment, ListAttachments,
};
use super::args::{LineArgs, PageArgs, RepoRef, not_blank};
use super::{Call, Domain, ToolEntry};
use crate::fetch::present::{Shown, present};
use crate::fetch::raw;
use crate::forgejo::api::types;
use crate::forgejo::operation::Operation;
use crate::forgejo::upload::{Holder, Upload};
use crate::forgejo::{Answer, ApiError, Forge, Kind};
use crate::reply::{Page, Raw, Record, Text};
use crate::schema::raw_input;
use crate::source::Source;
use crate::views::text::UserText;
use crate::views::{self, Done};

pub(super) const TOOLS: &[ToolEntry] = &[
    ToolEntry::of::<ListAttachments<OnIssue>>(),
    ToolEntry::of::<GetAttachment<OnIssue>>(),
    ToolEntry::of::<DownloadAttachment<OnIssue>>(),
    ToolEntry::of::<CreateAttachment<OnIssue>>(),
    ToolEntry::of::<EditAttachment<OnIssue>>(),
    ToolEntry::of::<DeleteAttachment<OnIssue>>(),
    ToolEntry::of::<ListAttachments<OnComment>>(),
    ToolEntry::of::<GetAttachment<OnComment>>(),
    ToolEntry::of::<DownloadAttachment<OnComment>>(),
    ToolEntry::of::<CreateAttachment<OnComment>>(),
    ToolEntry::of::<EditAttachment<OnComment>>(),
    ToolEntry::of::<DeleteAttachment<OnComment>>(),
    ToolEntry::of::<ListAttachments<OnRelease>>(),
    ToolEntry::of::<GetAttachment<OnRelease>>(),
    ToolEntry::of::<DownloadAttachment<OnRelease>>(),
    ToolEntry::of::<CreateAttachment<OnRelease>>(),
    ToolEntry::of::<EditAttachment<OnRelease>>(),
    ToolEntry::of::<DeleteAttachment<OnRelease>>(),
];

/// What a tool says of itself, where its type serves several.
#[derive(Clone, Copy, Debug)]
struct Words {
    name: &'static str,
    title: &'static str,
    about: &'static str,
    operations: &'static [&'static str],
}

impl Words {
    /// Puts the description into the schema of the tool's type, where other tools have their doc comment.
    fn told(self) -> impl Transform {
        move |schema: &mut Schema| {
            schema.insert("description".to_owned(), Value::from(self.about));
        }
    }
}

/// What files are attached to.
trait Carrier:
    std::fmt::Debug + std::fmt::Display + DeserializeOwned + JsonSchema + Send + Sync + 'static
{
    const DOMAIN: Domain;
    const LIST: Words;
    const GET: Words;
    const DOWNLOAD: Words;
    const CREATE: Words;
    const EDIT: Words;
    const DELETE: Words;
    /// What can be attached.
    type New: Into<FileOrLink> + std::fmt::Debug + DeserializeOwned + JsonSchema + Send + Sync + 'static;
    /// What can be changed.
    type Change: Into<NameOrLink> + std::fmt::Debug + DeserializeOwned + JsonSchema + Send + Sync + 'static;

    fn repo(&self) -> &RepoRef;
    fn holder(&self) -> Holder;
    fn list(&self, forge: &Forge) -> impl Future<Output = Result<Vec<types::Attachment>, ApiError>> + Send;
    fn get(&self, forge: &Forge, id: i64)
    -> impl Future<Output = Result<types::Attachment, ApiError>> + Send;
    fn edit(
        &self,
        forge: &Forge,
        id: i64,
        body: types::EditAttachmentOptions,
    ) -> impl Future<Output = Result<types::Attachment, ApiError>> + Send;
    fn delete(&self, forge: &Forge, id: i64) -> impl Future<Output = Result<(), ApiError>> + Send;
}

/// The file to attach.
#[derive(Debug, Deserialize, JsonSchema)]
struct FileArgs {
    /// The file in base64
    content: Option<String>,
    /// Or a file of the server's machine
    file_path: Option<String>,
    /// Needed with content
    #[schemars(extend("x-aliases" = ["name", "file_name"]))]
    filename: Option<String>,
    /// Guessed when left out
    mime_type: Option<String>,
}

/// The file to attach, or a link to one.
#[derive(Debug, Deserialize, JsonSchema)]
struct FileOrLink {
    #[serde(flatten)]
    file: FileArgs,
    /// Or a link to a file elsewhere
    external_url: Option<String>,
}

impl From<FileArgs> for FileOrLink {
    fn from(file: FileArgs) -> Self {
        Self { file, external_url: None }
    }
}

/// Another name.
#[derive(Debug, Deserialize, JsonSchema)]
struct NewName {
    /// New name
    #[schemars(extend("x-aliases" = ["filename"]))]
    name: String,
}

/// Another name, or another place that a link leads to.
#[derive(Debug, Deserialize, JsonSchema)]
struct NameOrLink {
    /// New name
    #[schemars(extend("x-aliases" = ["filename"]))]
    name: Option<String>,
    /// Links only
    #[schemars(extend("x-aliases" = ["browser_download_url"]))]
    external_url: Option<String>,
}

impl From<NewName> for NameOrLink {
    fn from(NewName { name }: NewName) -> Self {
        Self { name: Some(name), external_url: None }
    }
}

impl FileArgs {
    /// Opens the one source that the call names.
    async fn open(self, call: &Call) -> Result<Upload, ApiError> {
        let file_path = self.file_path.filter(|path| !path.is_empty());
        let (source, guessed) = match (self.content, file_path) {
            (Some(content), None) => (Source::base64(&content)?, None),
            (None, Some(path)) => (call.uploads.open(&path).await?, last_part(&path)),
            _ => return Err(ApiError::invalid("give exactly one of content and file_path")),
        };
        let name = file_name(self.filename, guessed, "content")?;
        let guess =
            || mime_guess::from_path(&name).first_raw().unwrap_or("application/octet-stream").to_owned();
        let mime =
            self.mime_type.filter(|mime| !mime.trim().is_empty()).or(source.mime).unwrap_or_else(guess);
        let chunks = Box::pin(call.forge.progress().watch(source.chunks, Some(source.size)));
        Ok(Upload { name, mime, size: source.size, chunks })
    }

    /// The name for a link, which leaves no room for a file.
    fn name_of_link(self) -> Result<Option<String>, ApiError> {
        match self {
            Self { content: None, file_path: None, filename, mime_type: None } => Ok(filename),
            _ => Err(ApiError::invalid("external_url takes the place of content, file_path and mime_type")),
        }
    }
}

/// The name of a file, given or read off its source.
fn file_name(given: Option<String>, guessed: Option<String>, source: &str) -> Result<String, ApiError> {
    let given = given.filter(|name| !name.trim().is_empty());
    let name =
        given.or(guessed).ok_or_else(|| ApiError::invalid(format!("filename is needed with {source}")))?;
    check_name("filename", &name)?;
    Ok(name)
}

fn check_name(parameter: &str, name: &str) -> Result<(), ApiError> {
    if name.contains(['/', '\\']) || name.chars().any(char::is_control) || matches!(name, "." | "..") {
        let problem = "must be a name without folders and control characters";
        return Err(ApiError::invalid(format!("{parameter} {problem}, not {name:?}")));
    }
    Ok(())
}

fn last_part(path: &str) -> Option<String> {
    path.rsplit(['/', '\\']).next().filter(|name| !name.is_empty()).map(str::to_owned)
}

async fn list(on: &impl Carrier, page: PageArgs, call: &Call) -> Result<Page<views::Attachment>, ApiError> {
    let rows = on.list(&call.forge).await.map_err(|error| missing(error, on))?;
    let (rows, paging) = page.of_whole(rows);
    Ok(Page::new(rows.into_iter().map(Into::into).collect(), paging))
}

async fn get(on: &impl Carrier, id: i64, call: &Call) -> Result<Record<views::Attachment>, ApiError> {
    Ok(Record::new(found(on, id, &call.forge).await?.into()))
}

async fn found(on: &impl Carrier, id: i64, forge: &Forge) -> Result<types::Attachment, ApiError> {
    on.get(forge, id).await.map_err(|error| missing_file(error, on, id))
}

async fn download(
    on: &impl Carrier,
    id: i64,
    lines: LineArgs,
    call: &Call,
    tool: &'static str,
) -> Result<Raw, ApiError> {
    let range = lines.range()?;
    let file = found(on, id, &call.forge).await?;
    let link = file.browser_download_url.clone().unwrap_or_default();
    let name = UserText::line(file.name.clone().unwrap_or_default());
    let Some(url) = call.forge.attachment_url(&file)? else {
        let text =
            format!("{} is a link to {link}: it lies outside this forge and is not fetched", name.as_str());
        return Ok(Raw::Text(Text { text, ..Text::default() }));
    };
    let opened = raw::download(&call.forge, url).await?;
    let mut note = Map::new();
    note.insert("name".to_owned(), Value::from(name.as_str()));
    // What is sent counts: the size in the record can be wrong.
    if let Some(size) = opened.size {
        note.insert("size".to_owned(), Value::from(size));
    }
    note.insert("download_url".to_owned(), Value::from(link));
    let how = Shown {
        name: name.as_str(),
        tool,
        range,
        text: call.bound.raw_text(lines.max_bytes),
        media: call.bound.media,
        sink: call.sink.as_deref(),
    };
    present(opened, how, note).await
}

async fn create(
    on: &impl Carrier,
    file: FileArgs,
    call: &Call,
) -> Result<Record<views::Attachment>, ApiError> {
    let file = file.open(call).await?;
    let size = file.size;
    let made = call.forge.attach_file(&on.repo().owner, &on.repo().repo, on.holder(), file).await;
    let made = match made {
        Ok(made) => made,
        Err(error) => return Err(refused(error, on, &call.forge).await),
    };
    let kept = made.size.and_then(|kept| u64::try_from(kept).ok());
    let differs = kept.filter(|kept| *kept != size);
    let warning = differs.map(|kept| format!("{size} bytes were sent, the forge says that it has {kept}"));
    Ok(Record::new(views::Attachment::from(made)).warn(warning))
}

/// Attaches a link instead of a file.
async fn link(
    on: &impl Carrier,
    release: i64,
    name: Option<String>,
    url: &str,
    call: &Call,
) -> Result<Record<views::Attachment>, ApiError> {
    let (name, url) = named_link(name, url)?;
    let made = call.forge.attach_link(&on.repo().owner, &on.repo().repo, release, &name, url.as_str()).await;
    Ok(Record::new(made.map_err(|error| missing(error, on))?.into()))
}

/// A link and its name, given or read off its end.
fn named_link(name: Option<String>, url: &str) -> Result<(String, Url), ApiError> {
    let url = web_address(url)?;
    let guessed = url.path_segments().and_then(|mut parts| parts.next_back()).and_then(last_part);
    Ok((file_name(name, guessed, "an external_url that ends in no name")?, url))
}

/// The arguments of an operation with a form that stand for the form.
pub(crate) fn form_parameters(takes_link: bool) -> Map<String, Value> {
    let mut schema = if takes_link { raw_input::<FormArgs>() } else { raw_input::<FileArgs>() };
    match schema.shift_remove("properties") {
        Some(Value::Object(properties)) => properties,
        _ => Map::new(),
    }
}

/// A file or a link, for an operation that takes either.
#[derive(Debug, Deserialize, JsonSchema)]
struct FormArgs {
    #[serde(flatten)]
    file: FileArgs,
    /// Link to a file elsewhere, instead of a file
    external_url: Option<String>,
}

/// Attaches what the arguments of an operation name.
pub(super) async fn by_operation(
    operation: &Operation,
    arguments: Map<String, Value>,
    call: &Call,
) -> Result<types::Attachment, ApiError> {
    let text = |name: &str| arguments.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
    let number = ["index", "id"].iter().find_map(|name| arguments.get(*name)?.as_i64()).unwrap_or_default();
    let (owner, repo) = (text("owner"), text("repo"));
    let holder = Holder::of(operation, number)
        .ok_or_else(|| ApiError::internal(format!("{} attaches to nothing known", operation.id)))?;
    let form: FormArgs = serde_json::from_value(Value::Object(arguments))
        .map_err(|error| ApiError::invalid(error.to_string()))?;
    match form.external_url.filter(|url| !url.is_empty()) {
        Some(url) => {
            let (name, url) = named_link(form.file.name_of_link()?, &url)?;
            call.forge.attach_link(&owner, &repo, number, &name, url.as_str()).await
        }
        None => call.forge.attach_file(&owner, &repo, holder, form.file.open(call).await?).await,
    }
}

fn web_address(url: &str) -> Result<Url, ApiError> {
    let parsed = Url::parse(url.trim()).ok().filter(|url| matches!(url.scheme(), "http" | "https"));
    parsed.ok_or_else(|| ApiError::invalid("external_url must start with https:// or http://"))
}

async fn edit(
    on: &impl Carrier,
    id: i64,
    name: Option<String>,
    url: Option<String>,
    call: &Call,
) -> Result<Record<views::Attachment>, ApiError> {
    let name = name.map(|name| not_blank("name", name)).transpose()?;
    if let Some(name) = &name {
        check_name("name", name)?;
    }
    let url = url.map(|url| web_address(&url)).transpose()?;
    if name.is_none() && url.is_none() {
        return Err(ApiError::invalid("nothing to change was named").hint("give name or external_url"));
    }
    let wanted = name.clone();
    let body = types::EditAttachmentOptions { name, browser_download_url: url.map(Into::into) };
    let edited = on.edit(&call.forge, id, body).await.map_err(|error| match error.status() {
        Some(400) => error.explain("this file is no link, so it can have no external_url"),
        _ => missing_file(error, on, id),
    })?;
    let kept = wanted.is_some() && edited.name != wanted;
    let warning = kept.then(|| "the forge answered, but did not take the name".to_owned());
    Ok(Record::new(views::Attachment::from(edited)).warn(warning))
}

async fn delete(on: &impl Carrier, id: i64, call: &Call) -> Result<Record<Done>, ApiError> {
    on.delete(&call.forge, id).await.map_err(|error| missing_file(error, on, id))?;
    Ok(Record::new(Done::new(format!("attachment {id} of {on} is deleted"))))
}

fn missing(error: ApiError, on: &impl Carrier) -> ApiError {
    match error.kind() {
        Kind::NotFound => error.explain(format!("not found: {on} is missing, or this token may not see it")),
        _ => error,
    }
}

/// The forge answers a bare `null` where a file is missing, or hangs on something else.
fn missing_file(error: ApiError, on: &impl Carrier, id: i64) -> ApiError {
    match error.kind() {
        Kind::NotFound => error
            .explain(format!("not found: {on} has no attachment {id}, or this token may not see it"))
            .hint("the tools that list attachments give their ids"),
        _ => error,
    }
}

/// Says why an upload was refused, with the instance's limits where they are the reason.
async fn refused(error: ApiError, on: &impl Carrier, forge: &Forge) -> ApiError {
    if !matches!(error.status(), Some(413 | 422)) || matches!(on.holder(), Holder::Release(_)) {
        return missing(error, on);
    }
    let Ok(api) = forge.api() else { return error };
    match api.get_general_attachment_settings().send().answer(forge).await {
        Ok(settings) => {
            let types = settings.allowed_types.clone().filter(|types| !types.is_empty());
            let size = settings.max_size.map_or_else(String::new, |size| format!(" of at most {size} MB"));
            error.hint(format!("this instance takes {}{size}", types.as_deref().unwrap_or("files")))
        }
        Err(_) => error,
    }
}
