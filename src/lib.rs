//! forgejo-mcp.

pub mod forgejo;
