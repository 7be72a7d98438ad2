//! Accepts connections, counts them, and ends them.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt as _, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::hub::Hub;

/// How long connections may take to end when the server closes.
const LAST_CALL: Duration = Duration::from_secs(5);

const FULL: &[u8] = b"HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/json\r\nconnection: close\r\n\r\n\
{\"id\":null,\"code\":\"full\",\"problem\":\"there are too many connections; try again later\"}";

/// A connection, counted until it is dropped.
pub(crate) struct Stream {
    tcp: TcpStream,
    _counted: OwnedSemaphorePermit,
}

/// Accepts connections until the server closes, and comes back when all have ended.
pub(crate) async fn listen(listener: TcpListener, router: Router, hub: Arc<Hub>) {
    let places = Arc::new(Semaphore::new(hub.limits().connections));
    let mut closing = hub.closing();
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => Some(accepted),
            _ = closing.wait_for(|closing| *closing) => None,
        };
        let tcp = match accepted {
            None => break,
            Some(Ok((tcp, _))) => tcp,
            Some(Err(error)) => {
                // Out of file descriptors, most likely: they come back when somebody goes.
                tracing::warn!("accepting a connection: {error}");
                tokio::time::sleep(Duration::from_millis(100)).await;
                continue;
            }
        };
        let Ok(counted) = places.clone().try_acquire_owned() else {
            tokio::spawn(turn_away(tcp));
            continue;
        };
        let _ = tcp.set_nodelay(true); // a move is small and wanted now
        tokio::spawn(serve(Stream { tcp, _counted: counted }, router.clone(), hub.clone()));
    }
    drop(listener);
    let _ = tokio::time::timeout(LAST_CALL, places.acquire_many(hub.limits().connections as u32)).await;
}

async fn turn_away(mut tcp: TcpStream) {
    let _ = tokio::time::timeout(Duration::from_secs(1), tcp.write_all(FULL)).await;
}

async fn serve(stream: Stream, router: Router, hub: Arc<Hub>) {
    let mut closing = hub.closing();
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(hub.limits().hello)
        .max_buf_size(8 * 1024) // the least that hyper takes
        .serve_connection(TokioIo::new(stream), TowerToHyperService::new(router))
        .with_upgrades();
    let mut connection = std::pin::pin!(connection);
    let closed = tokio::select! {
        _ = connection.as_mut() => false,
        _ = closing.wait_for(|closing| *closing) => true,
    };
    if closed {
        connection.as_mut().graceful_shutdown();
        let _ = connection.await; // a client that breaks off is no problem of ours
    }
}

impl AsyncRead for Stream {
    fn poll_read(mut self: Pin<&mut Self>, context: &mut Context<'_>, into: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.tcp).poll_read(context, into)
    }
}

impl AsyncWrite for Stream {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.tcp).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.tcp).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.tcp).poll_shutdown(context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.tcp).poll_write_vectored(context, bytes)
    }

    fn is_write_vectored(&self) -> bool {
        self.tcp.is_write_vectored()
    }
}
