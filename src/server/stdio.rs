//! The stdio transport: one client, standard streams, gone soon after the client is.

use rmcp::ServiceExt;
use rmcp::service::ServerInitializeError;
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
    let running = match server.serve(transport).await {
        // A client that leaves before it says who it is has no complaint.
        Err(ServerInitializeError::ConnectionClosed(_)) => return Ok(()),
        running => running?,
    };
    running.waiting().await?;
    Ok(())
}
