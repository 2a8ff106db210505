//! What progenitor cannot take and what the description gets wrong, one documented pass each.
//!
//! Passes work on the OpenAPI form and never look at a version: what holds for one Forgejo holds for all that this
//! program talks to. Requests stay as strict as the description is; answers are read generously, since the forge
//! says `null`, leaves out what is required, and uses words that no enum lists.

pub(crate) mod definitions;
pub(crate) mod mocks;
pub(crate) mod parameters;
pub(crate) mod responses;

use serde_json::Value;

/// A step that changes the description in place.
type Pass = fn(&mut Value);

/// All passes in the order in which they run.
const PASSES: [Pass; 16] = [
    parameters::drop_multipart,
    parameters::make_path_segments_safe,
    responses::accept_any_success,
    responses::leave_contents_untyped,
    responses::wrap_found_topics,
    definitions::forget_unused,
    definitions::inline_plain_definitions,
    definitions::open_response_enums,
    definitions::read_dates_as_text,
    definitions::require_nothing_of_responses,
    definitions::require_only_named_properties,
    definitions::take_null_for_collections,
    definitions::take_null_for_listed_answers,
    definitions::take_null_for_deleted_files,
    definitions::drop_defaults,
    definitions::forget_unused,
];

/// Applies all passes.
pub(crate) fn adapt(converted: &Value) -> Value {
    let mut spec = converted.clone();
    for pass in PASSES {
        pass(&mut spec);
    }
    spec
}
