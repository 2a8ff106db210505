//! The tools, a file per file of `src/tools`.

mod branch_protections;
mod hooks;
mod issues;
mod labels;
mod org_labels;
mod org_members;
mod orgs;
mod repo_create;
mod search_users;
mod teams;
