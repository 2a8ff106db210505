//! The tools, a file per file of `src/tools`.

mod issues;
