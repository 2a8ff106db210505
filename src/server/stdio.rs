//! The stdio transport: one client, standard streams, gone soon after the client is.

use rmcp::ServiceExt;
use rmcp::transport::async_rw::AsyncRwTransport;

use super::Server;

/// The longest line that is accepted; well above any file that a write may carry.
const LONGEST_LINE: usize = 64 * 1024 * 1024;

/// Serves until the client closes its end.
///
/// # Errors
/// Whatever kept the session from starting.
pub async fn serve(server: Server) -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
    let (input, output) = rmcp::transport::stdio_pipes();
    let transport = AsyncRwTransport::new_server(input, output).with_max_line_length(LONGEST_LINE);
    let running = server.into_service().serve(transport).await?;
    running.waiting().await?;
    Ok(())
}
