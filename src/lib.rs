//! forgejo-mcp.
