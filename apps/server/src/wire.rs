//! What carries the bytes of a connection: TCP as it is, or TLS over it.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _, ReadBuf};
use tokio::time::timeout;
use tokio_rustls::server::TlsStream;

use crate::guests::Counted;
use crate::limits::Rate;
use crate::stream::Stream;
use crate::tls::Tls;

/// The first byte of every TLS handshake.
const HANDSHAKE: u8 = 22;

const SPEAK_TLS: &[u8] =
    b"HTTP/1.1 400 Bad Request\r\ncontent-type: text/plain; charset=utf-8\r\nconnection: close\r\n\r\n\
This address speaks HTTPS. Write https:// in front of it.\n";

/// A connection as HTTP uses it.
pub(crate) enum Wire {
    Plain(Stream),
    /// Boxed: it has the buffers and keys of TLS.
    Tls(Box<TlsStream<Stream>>),
}

impl Wire {
    /// Shakes hands if the server speaks TLS. None if that fails or takes longer than `limit`; a client that speaks plain
    /// HTTP is told what would be right.
    pub(crate) async fn open(stream: Stream, tls: Option<&Tls>, limit: Duration) -> Option<Self> {
        let Some(tls) = tls else { return Some(Self::Plain(stream)) };
        let handshake = async {
            if stream.first_byte().await? != HANDSHAKE {
                refuse_plain(stream).await;
                return Err(io::ErrorKind::InvalidData.into());
            }
            tls.acceptor().accept(stream).await
        };
        let stream = timeout(limit, handshake).await.ok()?.ok()?;
        Some(Self::Tls(Box::new(stream)))
    }

    /// The connection is a WebSocket from now on; see [`Stream::become_socket`].
    pub(crate) fn become_socket(&mut self, rate: Rate, proxied: Option<Arc<Counted>>) {
        match self {
            Self::Plain(stream) => stream.become_socket(rate, proxied),
            Self::Tls(stream) => stream.get_mut().0.become_socket(rate, proxied),
        }
    }
}

/// Answers in plain HTTP. What the client has sent is read first: closing before that could take the answer back.
async fn refuse_plain(mut stream: Stream) {
    let _ = timeout(Duration::from_secs(1), async {
        let _ = stream.read(&mut [0; 4096]).await;
        stream.write_all(SPEAK_TLS).await?;
        stream.shutdown().await
    })
    .await;
}

macro_rules! either {
    ($wire:expr, $bytes:ident => $call:expr) => {
        match $wire.get_mut() {
            Wire::Plain(stream) => {
                let $bytes = Pin::new(stream);
                $call
            }
            Wire::Tls(stream) => {
                let $bytes = Pin::new(&mut **stream);
                $call
            }
        }
    };
}

impl AsyncRead for Wire {
    fn poll_read(self: Pin<&mut Self>, context: &mut Context<'_>, into: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        either!(self, bytes => bytes.poll_read(context, into))
    }
}

impl AsyncWrite for Wire {
    fn poll_write(self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        either!(self, wire => wire.poll_write(context, bytes))
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        either!(self, wire => wire.poll_flush(context))
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        either!(self, wire => wire.poll_shutdown(context))
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        either!(self, wire => wire.poll_write_vectored(context, bytes))
    }

    fn is_write_vectored(&self) -> bool {
        match self {
            Self::Plain(stream) => stream.is_write_vectored(),
            Self::Tls(stream) => stream.is_write_vectored(),
        }
    }
}
