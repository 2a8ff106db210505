//! Resources, as clients see them on the wire.

mod bounds;
mod labels;
mod listing;
mod reading;
mod status;
mod templates;
mod uris;
pub(crate) mod wire;
