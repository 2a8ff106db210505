//! Lists inside resources: at most thirty rows, and a cut is never silent. A sentinel names the tool that gives the
//! rest, the next page, and the total when the forge said it.

use serde::Serialize;

use super::{Content, Read};
use crate::forgejo::ApiError;
use crate::forgejo::page::{Ask, Paging};

/// The most rows that a resource holds.
pub const MOST: u32 = 30;

/// A list inside a resource.
#[derive(Clone, Copy, Debug)]
pub(super) struct List {
    /// The field that holds the rows, which is also what they are called.
    pub(super) name: &'static str,
    /// The tool that gives all of them.
    pub(super) tool: &'static str,
}

/// What to ask for: what the URI says, within the bound and the instance's cap, so that no row falls between pages.
pub(super) async fn ask(read: &Read<'_>) -> Ask {
    let limit = read.values.maybe_small("limit").unwrap_or(MOST).min(MOST);
    read.forge.ask(read.values.maybe_small("page"), Some(limit), MOST).await
}

impl Content {
    /// Puts rows into the record, with a sentinel when there are more.
    pub(super) fn embed<T: Serialize>(
        &mut self,
        list: List,
        mut rows: Vec<T>,
        paging: Paging,
    ) -> Result<(), ApiError> {
        let limit = usize::try_from(paging.limit.min(MOST)).unwrap_or(usize::MAX);
        let truncated = paging.has_more || rows.len() > limit;
        rows.truncate(limit);
        self.put(list.name, &rows)?;
        self.put("truncated", &truncated)?;
        if truncated {
            self.put("list_tool", &list.tool)?;
            self.put("sentinel", &sentinel(list, rows.len(), paging))?;
        }
        Ok(())
    }

    /// Says which page of a list the record holds.
    pub(super) fn put_paging(&mut self, paging: Paging) -> Result<(), ApiError> {
        self.put("page", &paging.page)?;
        self.put("limit", &paging.limit)?;
        match paging.total_count {
            Some(total) => self.put("total_count", &total),
            None => Ok(()),
        }
    }
}

fn sentinel(list: List, shown: usize, paging: Paging) -> String {
    let List { name, tool } = list;
    let what = match paging.total_count {
        Some(total) => format!("{shown} of {total} {name}"),
        None => format!("{shown} {name}, more follow"),
    };
    let next = paging.page.saturating_add(1);
    format!("[truncated: {what}; next: {tool} with page={next} and limit={}]", paging.limit)
}
