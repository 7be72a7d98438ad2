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
use crate::limits::{BYTES_OF_A_PLAYER, Bucket, Limits, Rate};

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
    /// How many bytes more are not counted for its address at all.
    own: Bucket,
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
        let now = Instant::now();
        Self {
            bytes,
            reading: Pace::new(limits.request_bytes, now),
            uncounted: 0,
            own: Bucket::full(BYTES_OF_A_PLAYER, now),
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
        let now = Instant::now();
        let still_to_wait = self.reading.debt(now);
        self.reading = Pace::new(rate, now);
        self.reading.pause(still_to_wait, now);
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
        let (bytes, now) = (std::mem::take(&mut self.uncounted), Instant::now());
        if self.own.take_many(bytes as f64, now) {
            return;
        }
        if let Some(counted) = &self.counted {
            self.reading.pause(counted.read(bytes), now);
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

    /// Counts the time that has passed.
    fn fill(&mut self, now: Instant) {
        let passed = now.saturating_duration_since(self.filled).as_secs_f64();
        self.filled = now;
        self.bytes = (self.bytes + passed * self.rate.a_second).min(self.rate.at_once);
    }

    /// How long nothing may be read.
    fn debt(&mut self, now: Instant) -> Duration {
        self.fill(now);
        Duration::from_secs_f64((-self.bytes).max(0.0) / self.rate.a_second)
    }

    /// Reads nothing for so long, or for longer if it has to wait for longer anyway.
    fn pause(&mut self, pause: Duration, now: Instant) {
        if !pause.is_zero() {
            self.fill(now);
            self.bytes = self.bytes.min(-pause.as_secs_f64() * self.rate.a_second);
        }
    }

    /// Ready when at least one byte may be read.
    fn poll(&mut self, context: &mut Context<'_>) -> Poll<()> {
        if self.bytes > 0.0 {
            return Poll::Ready(());
        }
        loop {
            let now = Instant::now();
            self.fill(now);
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
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, DuplexStream, duplex};
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
        // Messages that come seldom and are taken at once are no trickle, whatever waited before. Each of them has to wait for a
        // moment, because the pipe holds less.
        stream.flush().await.unwrap();
        let quick = tokio::spawn(async move {
            for _ in 0..10 {
                there.read_exact(&mut [0; 1100]).await.unwrap();
            }
        });
        for _ in 0..10 {
            sleep(limits.write / 2).await;
            stream.write_all(&[0; 1100]).await.unwrap();
            stream.flush().await.unwrap();
        }
        quick.await.unwrap();
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

    /// A connection of this address whose client sends so many bytes at a time, as fast as it can or after a pause.
    fn sending(guests: &Arc<Guests>, limits: &Limits, last: u8, bytes: usize, pause: Duration) -> Stream<DuplexStream> {
        let (here, mut there) = duplex(1 << 10);
        tokio::spawn(async move {
            while there.write_all(&vec![0; bytes]).await.is_ok() {
                sleep(pause).await;
            }
        });
        let address = std::net::IpAddr::from([192, 0, 2, last]).into();
        let place = Arc::new(Semaphore::new(1)).try_acquire_owned().unwrap();
        let mut stream = Stream::new(here, limits, place, guests.connect(address).map(Arc::new));
        stream.become_socket(limits.socket_bytes, None);
        stream
    }

    /// How many seconds it takes to read so many bytes.
    async fn read(mut stream: Stream<DuplexStream>, bytes: usize) -> f64 {
        let began = Instant::now();
        stream.read_exact(&mut vec![0; bytes]).await.unwrap();
        began.elapsed().as_secs_f64()
    }

    fn fast_sockets() -> Limits {
        let mut limits = Limits { connections_an_address: 20, ..Limits::default() };
        limits.request_bytes = Rate { a_second: 1.0, at_once: 1.0 };
        limits.socket_bytes = Rate { a_second: 1e6, at_once: 1e6 };
        limits
    }

    #[tokio::test(start_paused = true)]
    async fn all_connections_of_an_address_together_are_read_at_its_rate() {
        let limits = fast_sockets();
        let guests = Arc::new(Guests::new(&limits));
        let flood = |last| read(sending(&guests, &limits, last, 1_000, Duration::ZERO), 300_000);
        let alone = flood(2).await;
        assert!(alone < 1.0, "{alone}");
        let many = futures_util::future::join_all((0..10).map(|_| flood(1))).await;
        // Beside what the address may send there is what each of the ten connections may send anyway.
        let (rate, own) = (limits.bytes_an_address(), BYTES_OF_A_PLAYER.with(BYTES_OF_A_PLAYER, |own, _| 10.0 * own));
        let least = (10.0 * 300_000.0 - rate.at_once - own.at_once) / (rate.a_second + own.a_second);
        let slowest = many.into_iter().fold(0.0, f64::max);
        assert!((least * 0.9..least * 1.5).contains(&slowest), "{slowest}, where {least} is the least");
    }

    #[tokio::test(start_paused = true)]
    async fn a_player_who_shares_an_address_with_a_flood_is_read_at_once() {
        let limits = fast_sockets();
        let guests = Arc::new(Guests::new(&limits));
        let mut floods: Vec<_> = (0..15)
            .map(|_| tokio::spawn(read(sending(&guests, &limits, 1, 1_000, Duration::ZERO), 3_000_000)))
            .collect();
        sleep(Duration::from_secs(10)).await;
        // Four messages a second of a kilobyte each for half a minute.
        let seconds = read(sending(&guests, &limits, 1, 1_000, Duration::from_millis(250)), 120_000).await;
        assert!((29.0..31.0).contains(&seconds), "{seconds}");
        assert!(!floods.iter().any(tokio::task::JoinHandle::is_finished), "the flood goes on");
        floods.drain(..).for_each(|flood| flood.abort());
    }

    #[tokio::test(start_paused = true)]
    async fn a_pause_after_a_long_silence_is_kept_and_a_longer_one_is_not_shortened() {
        let mut pace = Pace::new(Rate { a_second: 10.0, at_once: 1_000.0 }, Instant::now());
        sleep(Duration::from_secs(100)).await;
        pace.pause(Duration::from_secs(2), Instant::now());
        pace.pause(Duration::from_secs(1), Instant::now());
        let began = Instant::now();
        std::future::poll_fn(|context| pace.poll(context)).await;
        let waited = began.elapsed().as_secs_f64();
        assert!((2.0..2.3).contains(&waited), "{waited}");
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
