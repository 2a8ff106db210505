//! forgejo-mcp: Forgejo for AI agents, scripts and people.
//!
//! What lives where, and which way the arrows point:
//! `cli → server → tools, resources, prompts → views → forgejo → generated`.
//!
//! - [`forgejo`]: the boundary to the forge. Only it opens connections; it never imports `rmcp`.
//! - [`views`]: what we show instead of the forge's objects. Only views turn generated types into output.
//! - [`fetch`]: reads from the forge and makes views, for tools and resources alike.
//! - [`tools`]: one type per tool. They never import `reqwest` or read the environment.
//! - [`resources`]: one table of templates and their readers. [`completions`] and [`prompts`] stand on it.
//! - [`reply`], [`schema`], [`sink`], [`source`], [`secret`], [`progress`]: what the layers hand to each other.
//! - [`server`]: the one way through for every call, and the transports.
//! - [`cli`]: the only place that prints. [`config`]: the only place that reads the environment.
//! - [`demo`]: the recorded forge, a transport under the boundary.

pub mod cli;
pub mod completions;
pub mod config;
pub mod demo;
pub mod failure;
pub mod fetch;
pub mod forgejo;
pub mod nearest;
pub mod progress;
pub mod prompts;
pub mod reply;
pub mod resources;
pub mod schema;
pub mod secret;
pub mod server;
pub mod sink;
pub mod source;
pub mod tools;
pub mod views;
