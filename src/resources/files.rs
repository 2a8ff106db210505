//! Files at a ref, and wiki pages: a record of what it is, then the content as it is.

use bytes::Bytes;
use serde::Serialize;

use super::{Beside, Content, Lifetime, Read};
use crate::fetch::raw::{self, AtPath, RawFile};
use crate::fetch::text::{LineRange, Lines, lines, readable};
use crate::fetch::wiki;
use crate::forgejo::{ApiError, Kind};
use crate::views;
use crate::views::text::{UserText, counted};

/// What stands at a path.
#[derive(Serialize, Default)]
struct File<'read> {
    path: &'read str,
    #[serde(rename = "ref")]
    reference: &'read str,
    /// text, binary, symlink or submodule
    kind: &'static str,
    sha: Option<String>,
    size: Option<u64>,
    mime: Option<String>,
    /// Where a symlink or submodule points.
    target: Option<String>,
}

const WHOLE: LineRange = LineRange { start: 1, end: None };
/// The longest path that a symlink can hold.
const LONGEST_TARGET: usize = 4096;

pub(super) async fn file(read: &Read<'_>) -> Result<Content, ApiError> {
    let (path, reference) = (read.values.text("path")?, read.values.text("ref")?);
    let lifetime = if is_full_sha(reference) { Lifetime::Forever } else { Lifetime::Minute };
    let shown = File { path, reference, ..File::default() };
    let content = match raw::open(read.forge, read.at()?, path, Some(reference)).await? {
        AtPath::File(file) => of_file(read, file, shown).await?,
        AtPath::Submodule { url, sha } => bare(&File { kind: "submodule", sha, target: url, ..shown })?,
        AtPath::Folder => {
            return Err(ApiError::new(Kind::NotFound, format!("{path} is a folder, not a file"))
                .hint("list_repo_contents lists it"));
        }
    };
    Ok(content.living(lifetime))
}

async fn of_file(read: &Read<'_>, mut file: RawFile, shown: File<'_>) -> Result<Content, ApiError> {
    let shown = File { sha: file.sha.take(), size: file.size, ..shown };
    if file.is_symlink {
        let target = lines(file.chunks, WHOLE, LONGEST_TARGET).await?.bytes;
        return bare(&File { kind: "symlink", target: Some(readable(&target).0), ..shown });
    }
    let mime = file.mime();
    if !file.is_text().await? {
        let bytes = file.bytes(read.bound.media).await?;
        let mut content = bare(&File { kind: "binary", mime: Some(mime.clone()), ..shown })?;
        let Some(bytes) = bytes else {
            content.put("truncated", &true)?;
            let sentinel = format!(
                "[truncated: larger than {} bytes; get_file_content can save it to a file]",
                read.bound.media
            );
            content.put("sentinel", &sentinel)?;
            return Ok(content);
        };
        return Ok(content.beside(Beside::Blob { mime, bytes }));
    }
    let charset = file.charset();
    let mut kept = lines(file.chunks, WHOLE, read.bound.text).await?;
    kept.decode(charset, read.bound.text);
    let (text, cleaned) = readable(&kept.bytes);
    let mut content = bare(&File { kind: "text", mime: Some(mime.clone()), ..shown })?;
    content.cleaned += cleaned;
    say_cut(&mut content, &kept, "get_file_content")?;
    Ok(content.beside(Beside::Text { mime, text }))
}

fn bare(file: &File<'_>) -> Result<Content, ApiError> {
    Ok(Content::of(file, "")?.beside(Beside::Nothing))
}

pub(super) async fn wiki_page(read: &Read<'_>) -> Result<Content, ApiError> {
    let found = wiki::find(read.forge, read.at()?, read.values.text("pageName")?).await?;
    let chunks = futures::stream::iter([Ok(Bytes::from(found.content()?))]);
    let mut content = Content::of(&views::WikiPage::from(found.page), "")?;
    let kept = lines(chunks, WHOLE, read.bound.text).await?;
    let text = UserText::body(String::from_utf8_lossy(&kept.bytes));
    let (_, cleaned) = counted(|| serde_json::to_value(&text));
    content.cleaned += cleaned;
    say_cut(&mut content, &kept, "get_wiki_page")?;
    let text = text.as_str().to_owned();
    Ok(content.beside(Beside::Text { mime: "text/markdown".to_owned(), text }))
}

/// Says that lines are left out, and which tool gives them.
fn say_cut(content: &mut Content, kept: &Lines, tool: &'static str) -> Result<(), ApiError> {
    if !kept.more && !kept.cut_inside {
        return Ok(());
    }
    content.put("truncated", &true)?;
    content.put("list_tool", &tool)?;
    let next = if kept.cut_inside { kept.last } else { kept.last + 1 };
    content.put(
        "sentinel",
        &format!("[truncated: lines 1-{}, more follow; next: {tool} from line {next}]", kept.last),
    )
}

fn is_full_sha(reference: &str) -> bool {
    reference.len() == 40 && reference.bytes().all(|byte| byte.is_ascii_hexdigit())
}
