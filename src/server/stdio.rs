//! The stdio transport: one client, standard streams, gone soon after the client is.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};

use rmcp::ServiceExt;
use rmcp::service::ServerInitializeError;
use rmcp::transport::async_rw::AsyncRwTransport;
use tokio::io::{AsyncRead, ReadBuf};
use tokio_util::sync::CancellationToken;

use super::Server;

/// The longest line that is accepted; well above any file that a write may carry.
const LONGEST_LINE: usize = 64 * 1024 * 1024;

/// Serves until the client closes its end.
///
/// # Errors
/// Whatever kept the session from starting.
pub async fn serve(server: Server) -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
    let (input, output) = rmcp::transport::stdio_pipes();
    let input = Ending { input, ended: server.shared.closing.clone() };
    let transport = AsyncRwTransport::new_server(input, output).with_max_line_length(LONGEST_LINE);
    let running = match server.into_service().serve(transport).await {
        // A client that leaves before it says who it is has no complaint.
        Err(ServerInitializeError::ConnectionClosed(_)) => return Ok(()),
        running => running?,
    };
    running.waiting().await?;
    Ok(())
}

/// Tells calls under way that their client is gone: rmcp would wait for them for seconds.
struct Ending<R> {
    input: R,
    ended: CancellationToken,
}

impl<R: AsyncRead + Unpin> AsyncRead for Ending<R> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let read = Pin::new(&mut self.input).poll_read(context, buffer);
        let at_end =
            matches!(&read, Poll::Ready(Ok(()))) && buffer.filled().len() == before && buffer.remaining() > 0;
        if at_end || matches!(&read, Poll::Ready(Err(_))) {
            self.ended.cancel();
        }
        read
    }
}
