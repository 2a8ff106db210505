//! What `tools/list` answers: definitions made on demand from the table of tools.

use std::borrow::Cow;
use std::sync::Arc;

use rmcp::model::{CacheScope, ListToolsResult, Tool, ToolAnnotations};

use super::Policy;
use crate::tools::{self, Access, ToolEntry};

/// How long a client may keep the list; it changes only with a restart.
const FRESH_MS: u64 = 3_600_000;

pub(super) fn tools(policy: &Policy, dry_run: bool) -> ListToolsResult {
    let listed =
        tools::all().filter(|tool| policy.lists(tool)).map(|tool| definition(tool, dry_run)).collect();
    let mut result = ListToolsResult::with_all_items(listed);
    result.ttl_ms = Some(FRESH_MS);
    result.cache_scope = Some(CacheScope::Private);
    result
}

/// A tool as clients see it.
fn definition(tool: &ToolEntry, dry_run: bool) -> Tool {
    let (description, input) = tool.wire();
    let mut definition = Tool::new(tool.name, Cow::Owned(description), Arc::new(input));
    definition.title = Some(tool.title.to_owned());
    // A dry run answers with the request instead of a result.
    let has_result = !(dry_run && tool.access.writes());
    definition.output_schema = tool.wire_output().filter(|_| has_result).map(Arc::new);
    definition.annotations = Some(
        ToolAnnotations::new()
            .read_only(!tool.access.writes())
            .destructive(matches!(tool.access, Access::Change | Access::Destroy))
            .idempotent(tool.idempotent)
            .open_world(true),
    );
    definition
}
