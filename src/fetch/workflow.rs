//! The inputs that a workflow declares, read from its file.
//!
//! This is no reader of YAML: it knows the usual block style only, and says nothing about a file in another one.

use super::At;
use super::raw::{self, AtPath};
use super::text::{LineRange, lines};
use crate::forgejo::{ApiError, Forge, Kind};

/// Where workflows may live, in the forge's order.
const FOLDERS: [&str; 3] = [".forgejo/workflows", ".gitea/workflows", ".github/workflows"];
/// More of a workflow than this is not read.
const MOST: usize = 256 * 1024;

/// An input of a workflow that is started by hand.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Input {
    pub name: String,
    pub required: bool,
}

/// The text of a workflow at a ref; `None` when there is no such workflow.
///
/// # Errors
/// Whatever kept it from being read.
pub async fn text(
    forge: &Forge,
    at: At<'_>,
    workflow: &str,
    reference: &str,
) -> Result<Option<String>, ApiError> {
    for folder in FOLDERS {
        match raw::open(forge, at, &format!("{folder}/{workflow}"), Some(reference)).await {
            Ok(AtPath::File(file)) => {
                let kept = lines(file.chunks, LineRange { start: 1, end: None }, MOST).await?;
                return Ok(Some(String::from_utf8_lossy(&kept.bytes).into_owned()));
            }
            Ok(AtPath::Folder | AtPath::Submodule { .. }) => {}
            Err(error) if error.kind() == Kind::NotFound => {}
            Err(error) => return Err(error),
        }
    }
    Ok(None)
}

/// The inputs that a workflow's text declares; `None` when they cannot be told.
#[must_use]
pub fn inputs(text: &str) -> Option<Vec<Input>> {
    let mut lines = text.lines().filter_map(Line::read);
    let dispatch = lines.find(|line| line.key == "workflow_dispatch")?;
    if !dispatch.value.is_empty() {
        return None;
    }
    let mut below = lines.take_while(|line| line.indent > dispatch.indent);
    let Some(inputs) = below.find(|line| line.key == "inputs") else {
        return Some(Vec::new());
    };
    if !inputs.value.is_empty() {
        return None;
    }
    let mut found: Vec<Input> = Vec::new();
    let mut indent = None;
    for line in below.take_while(|line| line.indent > inputs.indent) {
        if *indent.get_or_insert(line.indent) == line.indent {
            found.push(Input { name: line.key.to_owned(), required: false });
        } else if let Some(input) = found.last_mut()
            && line.key == "required"
        {
            input.required = line.value == "true";
        }
    }
    Some(found)
}

/// A line that starts with a key.
struct Line<'text> {
    indent: usize,
    key: &'text str,
    value: &'text str,
}

impl<'text> Line<'text> {
    fn read(line: &'text str) -> Option<Self> {
        let text = line.trim_start();
        if text.is_empty() || text.starts_with('#') {
            return None;
        }
        // A line without a key, such as an item of a list, still tells where a block ends.
        let (key, value) = text.split_once(':').unwrap_or((text, ""));
        let value = value.split(" #").next().unwrap_or_default().trim();
        let value = if value.starts_with('#') { "" } else { value };
        Some(Self { indent: line.len() - text.len(), key: key.trim().trim_matches(['"', '\'']), value })
    }
}
