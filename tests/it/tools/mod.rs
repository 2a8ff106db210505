//! The tools, a file per file of `src/tools`.

mod issues;
mod org_members;
mod orgs;
mod teams;
