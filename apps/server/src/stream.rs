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

/// A client that takes so many bytes within the time for a write is waited for. It is less than the slowest line carries, and more
/// than somebody gets by who only wants to keep an answer waiting.
const ENOUGH_TAKEN: usize = 4 << 10;

/// So many bytes are counted together for the address that sent them.
const COUNTED_TOGETHER: usize = 4 << 10;

/// A connection to a client, counted until it is dropped. Generic over what carries the bytes, for tests.
pub(crate) struct Stream<T = TcpStream> {
    bytes: T,
    reading: Pace,
    /// The bytes that were read and not yet counted for its address.
    uncounted: usize,
    write_limit: Duration,
    /// Runs from the moment when a write has to wait for the client, until the client has taken enough or everything.
    stalled: Option<Pin<Box<Sleep>>>,
    /// The bytes that it has taken meanwhile.
    taken: usize,
    /// Its place among all connections.
    _place: OwnedSemaphorePermit,
    /// Its place among those of its address; none if the address is known only once a proxy has told it.
    counted: Option<Arc<Counted>>,
}

impl<T> Stream<T> {
    pub(crate) fn new(bytes: T, limits: &Limits, place: OwnedSemaphorePermit, counted: Option<Arc<Counted>>) -> Self {
        let reading = Pace::new(limits.request_bytes, Instant::now());
        Self {
            bytes,
            reading,
            uncounted: 0,
            write_limit: limits.write,
            stalled: None,
            taken: 0,
            _place: place,
            counted,
        }
    }

    /// The connection is a WebSocket from now on: its messages are small. A connection through a proxy is counted for the
    /// address of its client.
    pub(crate) fn become_socket(&mut self, rate: Rate, proxied: Option<Arc<Counted>>) {
        self.reading = Pace::new(rate, Instant::now());
        if proxied.is_some() {
            self.counted = proxied;
        }
    }

    /// Counts bytes that were read for the address too. Some at a time, because all connections share the lock of the addresses.
    fn count(&mut self, bytes: usize) {
        self.uncounted += bytes;
        if self.uncounted < COUNTED_TOGETHER {
            return;
        }
        let bytes = std::mem::take(&mut self.uncounted);
        let pause = self.counted.as_ref().map_or(Duration::ZERO, |counted| counted.read(bytes));
        if !pause.is_zero() {
            self.reading.pause(pause);
        }
    }

    /// Fails if the client has taken too little for too long: an answer that trickles away holds its memory as one does that
    /// nobody reads.
    fn watch_write(&mut self, written: Poll<io::Result<usize>>, context: &mut Context<'_>) -> Poll<io::Result<usize>> {
        if let Poll::Ready(Ok(bytes)) = &written
            && self.stalled.is_some()
        {
            self.taken += bytes;
            if self.taken >= ENOUGH_TAKEN {
                self.stalled = None;
            }
        }
        if written.is_ready() { written } else { self.wait(context).map(Err) }
    }

    /// The same for the end of a write. Nothing waits for the client after it.
    fn watch_end(&mut self, ended: Poll<io::Result<()>>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        if ended.is_ready() {
            self.stalled = None;
            return ended;
        }
        self.wait(context).map(Err)
    }

    fn wait(&mut self, context: &mut Context<'_>) -> Poll<io::Error> {
        if self.stalled.is_none() {
            self.taken = 0;
        }
        let stalled = self.stalled.get_or_insert_with(|| Box::pin(sleep(self.write_limit)));
        ready!(stalled.as_mut().poll(context));
        self.stalled = None;
        Poll::Ready(io::ErrorKind::TimedOut.into())
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

    /// Reads nothing for so long.
    fn pause(&mut self, pause: Duration) {
        self.bytes = -pause.as_secs_f64() * self.rate.a_second;
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
        let bytes = into.filled().len() - before;
        this.reading.bytes -= bytes as f64;
        this.count(bytes);
        Poll::Ready(read)
    }
}

impl<T: AsyncWrite + Unpin> AsyncWrite for Stream<T> {
    fn poll_write(self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let this = self.get_mut();
        let written = Pin::new(&mut this.bytes).poll_write(context, bytes);
        this.watch_write(written, context)
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        let flushed = Pin::new(&mut this.bytes).poll_flush(context);
        this.watch_end(flushed, context)
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        let shut = Pin::new(&mut this.bytes).poll_shutdown(context);
        this.watch_end(shut, context)
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let this = self.get_mut();
        let written = Pin::new(&mut this.bytes).poll_write_vectored(context, bytes);
        this.watch_write(written, context)
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
    use crate::guests::Guests;

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
                sleep(limits.write / 6).await;
                there.read_exact(&mut [0; 1000]).await.unwrap();
            }
            there
        });
        stream.write_all(&vec![0; 50_000]).await.unwrap();
        let mut there = slow.await.unwrap();
        // Messages that come seldom and are taken at once are no trickle, whatever waited before.
        stream.flush().await.unwrap();
        for _ in 0..10 {
            sleep(limits.write / 2).await;
            stream.write_all(&[0; 700]).await.unwrap();
            stream.flush().await.unwrap();
            there.read_exact(&mut [0; 700]).await.unwrap();
        }
    }

    #[tokio::test(start_paused = true)]
    async fn an_answer_that_trickles_away_is_given_up() {
        let limits = Limits::default();
        let (here, mut there) = duplex(1000);
        let mut stream = stream(here, &limits);
        tokio::spawn(async move {
            loop {
                sleep(limits.write / 10).await;
                there.read_exact(&mut [0; 100]).await.unwrap();
            }
        });
        let began = Instant::now();
        let stalled = stream.write_all(&vec![0; 50_000]).await.unwrap_err();
        assert_eq!((stalled.kind(), began.elapsed()), (io::ErrorKind::TimedOut, limits.write));
    }

    #[tokio::test(start_paused = true)]
    async fn all_connections_of_an_address_together_are_read_at_its_rate() {
        let mut limits = Limits { connections_an_address: 20, ..Limits::default() };
        limits.socket_bytes = Rate { a_second: 1e6, at_once: 1e6 };
        let guests = Arc::new(Guests::new(&limits));
        let flood = |last: u8| {
            let address = std::net::IpAddr::from([192, 0, 2, last]).into();
            let (limits, counted) = (limits.clone(), guests.connect(address).map(Arc::new));
            async move {
                let (here, mut there) = duplex(1 << 10);
                tokio::spawn(async move { while there.write_all(&[0; 1_000]).await.is_ok() {} });
                let place = Arc::new(Semaphore::new(1)).try_acquire_owned().unwrap();
                let mut stream = Stream::new(here, &limits, place, counted);
                stream.become_socket(limits.socket_bytes, None);
                let began = Instant::now();
                stream.read_exact(&mut [0; 300_000]).await.unwrap();
                began.elapsed().as_secs_f64()
            }
        };
        let alone = flood(2).await;
        assert!(alone < 1.0, "{alone}");
        let many = futures_util::future::join_all((0..10).map(|_| flood(1))).await;
        let rate = limits.bytes_an_address();
        let least = (10.0 * 300_000.0 - rate.at_once) / rate.a_second;
        let last = many.into_iter().fold(0.0, f64::max);
        assert!((least * 0.9..least * 1.5).contains(&last), "{last}, where {least} is the least");
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
