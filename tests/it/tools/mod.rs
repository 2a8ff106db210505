//! The tools, a file per file of `src/tools`.

mod attachments;
mod issues;
mod release_writes;
