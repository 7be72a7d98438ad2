//! A connection to a client as bytes. What a client sends is read at a bounded rate, so that frames which never become
//! a message cost little. A write that a client does not take ends the connection, so that no answer waits for ever.

use std::future::Future as _;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::sync::OwnedSemaphorePermit;
use tokio::time::{Instant, Sleep, sleep, sleep_until};

use crate::guests::Counted;
use crate::limits::{Limits, Rate};

/// A connection to a client, counted until it is dropped. Generic over what carries the bytes, for tests.
pub(crate) struct Stream<T = TcpStream> {
    bytes: T,
    reading: Pace,
    write_limit: Duration,
    /// Runs while a write waits for the client.
    stalled: Option<Pin<Box<Sleep>>>,
    /// Its place among all connections.
    _place: OwnedSemaphorePermit,
    /// Its place among those of its address; none if the address is known only once a proxy has told it.
    counted: Option<Arc<Counted>>,
}

impl<T> Stream<T> {
    pub(crate) fn new(bytes: T, limits: &Limits, place: OwnedSemaphorePermit, counted: Option<Arc<Counted>>) -> Self {
        let reading = Pace::new(limits.request_bytes, Instant::now());
        Self { bytes, reading, write_limit: limits.write, stalled: None, _place: place, counted }
    }

    /// The connection is a WebSocket from now on: its messages are small. A connection through a proxy is counted for the
    /// address of its client.
    pub(crate) fn become_socket(&mut self, rate: Rate, proxied: Option<Arc<Counted>>) {
        self.reading = Pace::new(rate, Instant::now());
        if proxied.is_some() {
            self.counted = proxied;
        }
    }

    /// Fails if the client has not taken anything for too long.
    fn watch<W>(&mut self, written: Poll<io::Result<W>>, context: &mut Context<'_>) -> Poll<io::Result<W>> {
        if written.is_ready() {
            self.stalled = None;
            return written;
        }
        let stalled = self.stalled.get_or_insert_with(|| Box::pin(sleep(self.write_limit)));
        ready!(stalled.as_mut().poll(context));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl Stream {
    /// The first byte that the client sends, which stays to be read.
    pub(crate) async fn first_byte(&self) -> io::Result<u8> {
        let mut first = [0];
        match self.bytes.peek(&mut first).await? {
            0 => Err(io::ErrorKind::UnexpectedEof.into()),
            _ => Ok(first[0]),
        }
    }
}

/// How fast bytes are read. Reading may overdraw it once; then it waits until that is made good.
struct Pace {
    rate: Rate,
    bytes: f64,
    filled: Instant,
    waiting: Option<Pin<Box<Sleep>>>,
}

impl Pace {
    fn new(rate: Rate, now: Instant) -> Self {
        Self { rate, bytes: rate.at_once, filled: now, waiting: None }
    }

    /// Ready when at least one byte may be read.
    fn poll(&mut self, context: &mut Context<'_>) -> Poll<()> {
        if self.bytes > 0.0 {
            return Poll::Ready(());
        }
        loop {
            let now = Instant::now();
            let passed = now.saturating_duration_since(self.filled).as_secs_f64();
            self.filled = now;
            self.bytes = (self.bytes + passed * self.rate.a_second).min(self.rate.at_once);
            if self.bytes > 0.0 {
                self.waiting = None;
                return Poll::Ready(());
            }
            // Some bytes at a time: a client that is too fast should not wake us for every single one.
            let enough = now + Duration::from_secs_f64(0.1 - self.bytes / self.rate.a_second);
            let waiting = self.waiting.insert(Box::pin(sleep_until(enough)));
            ready!(waiting.as_mut().poll(context));
        }
    }
}

impl<T: AsyncRead + Unpin> AsyncRead for Stream<T> {
    fn poll_read(self: Pin<&mut Self>, context: &mut Context<'_>, into: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        ready!(this.reading.poll(context));
        let before = into.filled().len();
        let read = ready!(Pin::new(&mut this.bytes).poll_read(context, into));
        this.reading.bytes -= (into.filled().len() - before) as f64;
        Poll::Ready(read)
    }
}

impl<T: AsyncWrite + Unpin> AsyncWrite for Stream<T> {
    fn poll_write(self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let this = self.get_mut();
        let written = Pin::new(&mut this.bytes).poll_write(context, bytes);
        this.watch(written, context)
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        let flushed = Pin::new(&mut this.bytes).poll_flush(context);
        this.watch(flushed, context)
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        let shut = Pin::new(&mut this.bytes).poll_shutdown(context);
        this.watch(shut, context)
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let this = self.get_mut();
        let written = Pin::new(&mut this.bytes).poll_write_vectored(context, bytes);
        this.watch(written, context)
    }

    fn is_write_vectored(&self) -> bool {
        self.bytes.is_write_vectored()
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, duplex};
    use tokio::sync::Semaphore;

    use super::*;

    fn stream<T>(bytes: T, limits: &Limits) -> Stream<T> {
        let place = Arc::new(Semaphore::new(1)).try_acquire_owned().unwrap();
        Stream::new(bytes, limits, place, None)
    }

    #[tokio::test(start_paused = true)]
    async fn an_answer_that_nobody_reads_is_given_up() {
        let limits = Limits::default();
        let (here, mut there) = duplex(1000);
        let mut stream = stream(here, &limits);
        stream.write_all(&[0; 1000]).await.unwrap();
        let began = Instant::now();
        let stalled = stream.write_all(&[0; 1000]).await.unwrap_err();
        assert_eq!((stalled.kind(), began.elapsed().as_secs()), (io::ErrorKind::TimedOut, limits.write.as_secs()));
        // A client that reads on gets all of it, however long it takes for the whole.
        there.read_exact(&mut [0; 1000]).await.unwrap();
        let slow = tokio::spawn(async move {
            for _ in 0..50 {
                sleep(limits.write / 2).await;
                there.read_exact(&mut [0; 1000]).await.unwrap();
            }
        });
        stream.write_all(&vec![0; 50_000]).await.unwrap();
        slow.await.unwrap();
    }

    #[tokio::test(start_paused = true)]
    async fn a_client_is_read_at_its_rate_after_a_first_burst() {
        let limits = Limits { request_bytes: Rate { a_second: 1000.0, at_once: 5000.0 }, ..Limits::default() };
        let (here, mut there) = duplex(1 << 20);
        there.write_all(&vec![0; 25_000]).await.unwrap();
        let mut stream = stream(here, &limits);
        let began = Instant::now();
        let mut buffer = [0; 500];
        for _ in 0..10 {
            stream.read_exact(&mut buffer).await.unwrap();
        }
        assert_eq!(began.elapsed(), Duration::ZERO, "a burst");
        for _ in 0..40 {
            stream.read_exact(&mut buffer).await.unwrap();
        }
        let seconds = began.elapsed().as_secs_f64();
        assert!((19.0..21.0).contains(&seconds), "{seconds}");
    }
}
