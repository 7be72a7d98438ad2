//! How much of everything one server gives, and the bucket that measures it out.

use std::time::Duration;

use tokio::time::Instant;

/// What is bounded, and by how much.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Connections at once, sockets and plain requests together.
    pub connections: usize,
    /// Connections of one address at once. Here and in everything else that is limited by address, networks of IPv6 that
    /// have many addresses have twice or four times the limit of one address, but only a share of what everybody has (`guests`).
    pub connections_an_address: usize,
    /// How often one address may open a connection. All that it may have come back at once after a restart.
    pub new_connections_an_address: Rate,
    /// Addresses that are remembered at once with what they use. Beyond that, newcomers share one entry.
    pub addresses: usize,
    /// Rooms in memory at once; those without connections make place for others.
    pub rooms: usize,
    /// Connections to one room without a seat.
    pub viewers_a_room: usize,
    /// Connections to one room without a seat from one address.
    pub viewers_an_address: usize,
    /// Connections of one seat. They are counted apart from the viewers, so that no crowd keeps a player out.
    pub connections_a_seat: usize,
    /// Frames that wait for one slow reader before its connection is dropped.
    pub frames_a_connection: usize,
    /// The least time between two messages to a room about who has come or gone.
    pub presence_pause: Duration,
    /// Writes that wait for the store.
    pub waiting_writes: usize,
    /// Threads on which the computer thinks, for all rooms together.
    pub bot_threads: usize,
    /// Questions that wait for one of these threads; a room beyond that asks again.
    pub waiting_bots: usize,
    /// The least time that the computer takes for an action: people want to follow, and other rooms to write.
    pub bot_pause: Duration,
    /// How often a connection may send a message.
    pub messages: Rate,
    /// How fast the bytes of requests over HTTP are read from one connection.
    pub request_bytes: Rate,
    /// How fast the bytes of a WebSocket are read. Its messages are small and few.
    pub socket_bytes: Rate,
    /// How often one address may ask over HTTP.
    pub requests_an_address: Rate,
    /// How often tables and journeys may be made, by everybody together.
    pub new_tables: Rate,
    /// The same for one address.
    pub new_tables_an_address: Rate,
    /// How often one address may ask for a page of the past of a table.
    pub pages_an_address: Rate,
    /// Bytes of a page of the past before it is compressed, unless it has a single event.
    pub bytes_of_page: usize,
    /// Pages of the past that are made at once.
    pub page_makers: usize,
    /// Bytes of pages of the past that are kept in memory, because others may ask for the same.
    pub bytes_of_pages: usize,
    /// The same for the newest events of tables, which welcomes have.
    pub bytes_of_recent: usize,
    /// Journeys in memory at once; those that nobody looks at make place for others.
    pub journeys: usize,
    /// Requests of one address that wait for news of journeys at once.
    pub waits_an_address: usize,
    /// Bytes of long answers over HTTP that clients of one address have not read yet.
    pub answer_bytes_an_address: usize,
    /// The same for everybody together, of which a network of many addresses has a share.
    pub answer_bytes: usize,
    /// How often one traveller may take steps on a journey.
    pub journey_steps: Rate,
    /// How often the record of a journey may be taken over, by everybody together: all of it is played again.
    pub imports: Rate,
    /// The same for one address.
    pub imports_an_address: Rate,
    /// Bytes of records that are taken over, by everybody together: they stay in the store.
    pub import_bytes: Rate,
    /// The same for one address.
    pub import_bytes_an_address: Rate,
    /// Networks that are remembered at once with the records that they have imported. Beyond that, the one that has used least of its
    /// limits is forgotten.
    pub networks_that_import: usize,
    /// Tables and journeys that are read from the store and played again at once.
    pub loads: usize,
    /// How long a room without connections stays in memory.
    pub idle_room: Duration,
    /// How long a client may take to say hello, or the head of a request.
    pub hello: Duration,
    /// How long a write to a client may take.
    pub write: Duration,
    /// After how much silence a client is sent a ping.
    pub ping: Duration,
    /// How long a client may take to answer a ping; then its connection is dropped. The time that an absent player has to
    /// come back begins only then, so `ping` and `pong` together are short against it: at most 15 s.
    pub pong: Duration,
    /// After how much silence of the server a client is told that the connection still holds; well under
    /// [`protocol::SILENCE_MEANS_DEAD`].
    pub still: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            connections: 4_000,
            connections_an_address: 400,
            new_connections_an_address: Rate { a_second: 50.0, at_once: 500.0 },
            addresses: 100_000,
            rooms: 10_000,
            viewers_a_room: 200,
            viewers_an_address: 50,
            connections_a_seat: 8,
            frames_a_connection: 64,
            presence_pause: Duration::from_millis(300),
            waiting_writes: 4_096,
            bot_threads: std::thread::available_parallelism().map_or(1, |cores| (cores.get() / 2).max(1)),
            waiting_bots: 1_000,
            bot_pause: Duration::from_millis(200),
            messages: Rate { a_second: 20.0, at_once: 60.0 },
            request_bytes: Rate { a_second: 1e6, at_once: 4e6 },
            socket_bytes: Rate { a_second: 64e3, at_once: 256e3 },
            requests_an_address: Rate { a_second: 50.0, at_once: 500.0 },
            new_tables: Rate { a_second: 20.0, at_once: 200.0 },
            new_tables_an_address: Rate { a_second: 1.0, at_once: 60.0 },
            pages_an_address: Rate { a_second: 17.0, at_once: 170.0 },
            bytes_of_page: 256 << 10,
            page_makers: std::thread::available_parallelism().map_or(1, |cores| (cores.get() / 2).max(1)),
            bytes_of_pages: 16 << 20,
            bytes_of_recent: 16 << 20,
            journeys: 1_000,
            waits_an_address: 50,
            answer_bytes_an_address: 16 << 20,
            answer_bytes: 256 << 20,
            journey_steps: Rate { a_second: 10.0, at_once: 60.0 },
            imports: Rate { a_second: 0.5, at_once: 10.0 },
            imports_an_address: Rate { a_second: 0.05, at_once: 3.0 },
            import_bytes: Rate::a_day(400e6),
            import_bytes_an_address: Rate::a_day(20e6),
            networks_that_import: 4_096,
            loads: std::thread::available_parallelism().map_or(1, std::num::NonZero::get).max(4),
            idle_room: Duration::from_mins(1),
            hello: Duration::from_secs(10),
            write: Duration::from_secs(10),
            ping: Duration::from_secs(5),
            pong: Duration::from_secs(9),
            still: Duration::from_secs(6),
        }
    }
}

impl Limits {
    /// How fast the bytes of one address are read that its connections send beyond [`BYTES_OF_A_PLAYER`]. That is a small part of what
    /// as many connections may send one by one, and at least what one of them may.
    pub(crate) fn bytes_an_address(&self) -> Rate {
        let a_second = BYTES_OF_A_PLAYER.a_second * self.connections_an_address as f64;
        Rate { a_second, at_once: 8.0 * a_second }.with(self.request_bytes, f64::max)
    }
}

/// So many bytes of a connection are not counted for its address: many times what a player sends. Players who share an address with
/// somebody who floods the server are not slowed down.
pub(crate) const BYTES_OF_A_PLAYER: Rate = Rate { a_second: 5e3, at_once: 16e3 };

/// How often something may happen.
#[derive(Clone, Copy, Debug)]
pub struct Rate {
    /// In the long run.
    pub a_second: f64,
    /// After a pause.
    pub at_once: f64,
}

impl Rate {
    /// So much a day, all of it at once after a day without any.
    pub fn a_day(most: f64) -> Self {
        Self { a_second: most / (24.0 * 60.0 * 60.0), at_once: most }
    }

    /// The same calculation for both numbers of two rates.
    pub(crate) fn with(self, other: Self, calculate: impl Fn(f64, f64) -> f64) -> Self {
        Self { a_second: calculate(self.a_second, other.a_second), at_once: calculate(self.at_once, other.at_once) }
    }
}

/// How long it takes at most until a bucket that was overdrawn has tokens again; well under the time in which a client has to answer
/// a ping ([`Limits::pong`]).
const LONGEST_DEBT: Duration = Duration::from_secs(2);

/// Tokens that fill up with time; each thing done takes one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bucket {
    rate: Rate,
    tokens: f64,
    filled: Instant,
}

impl Bucket {
    pub(crate) fn full(rate: Rate, now: Instant) -> Self {
        Self { rate, tokens: rate.at_once, filled: now }
    }

    /// Whether nothing was taken for so long that it is as good as new.
    pub(crate) fn is_full(&self, now: Instant) -> bool {
        self.tokens_at(now) >= self.rate.at_once
    }

    fn tokens_at(&self, now: Instant) -> f64 {
        let passed = now.saturating_duration_since(self.filled).as_secs_f64();
        (self.tokens + passed * self.rate.a_second).min(self.rate.at_once)
    }

    /// Takes a token if there is one.
    pub(crate) fn take(&mut self, now: Instant) -> bool {
        self.take_many(1.0, now)
    }

    /// Takes so many tokens if they are there.
    pub(crate) fn take_many(&mut self, count: f64, now: Instant) -> bool {
        (self.tokens, self.filled) = (self.tokens_at(now), now);
        let enough = self.tokens >= count;
        if enough {
            self.tokens -= count;
        }
        enough
    }

    /// Takes so many tokens, also if they are not there. Returns how long it takes until they are, which is never longer than
    /// [`LONGEST_DEBT`]: whoever takes less from then on soon goes on as before.
    pub(crate) fn overdraw(&mut self, count: f64, now: Instant) -> Duration {
        let least = -self.rate.a_second * LONGEST_DEBT.as_secs_f64();
        (self.tokens, self.filled) = ((self.tokens_at(now) - count).max(least), now);
        Duration::from_secs_f64((-self.tokens).max(0.0) / self.rate.a_second)
    }

    /// Gives back tokens that were taken for something that was not done.
    pub(crate) fn give_back(&mut self, count: f64) {
        self.tokens = (self.tokens + count).min(self.rate.at_once);
    }

    /// How much of it is left, from 0 to 1.
    pub(crate) fn left(&self, now: Instant) -> f64 {
        if self.is_full(now) { 1.0 } else { self.tokens_at(now) / self.rate.at_once }
    }

    /// Whether so many tokens are there.
    pub(crate) fn has(&self, count: f64, now: Instant) -> bool {
        self.tokens_at(now) >= count
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bucket_gives_what_is_in_it_and_fills_with_time() {
        let start = Instant::now();
        let mut bucket = Bucket::full(Rate { a_second: 2.0, at_once: 3.0 }, start);
        assert_eq!([(); 4].map(|()| bucket.take(start)), [true, true, true, false]);
        let later = start + Duration::from_millis(600);
        assert_eq!([(); 2].map(|()| bucket.take(later)), [true, false]);
        let much_later = start + Duration::from_hours(1);
        assert_eq!([(); 4].map(|()| bucket.take(much_later)), [true, true, true, false]);
    }

    #[test]
    fn a_bucket_that_was_overdrawn_has_tokens_again_after_a_bounded_time() {
        let start = Instant::now();
        let mut bucket = Bucket::full(Rate { a_second: 10.0, at_once: 30.0 }, start);
        assert_eq!(bucket.overdraw(30.0, start), Duration::ZERO);
        assert_eq!(bucket.overdraw(5.0, start), Duration::from_millis(500));
        assert_eq!(bucket.overdraw(1e9, start), LONGEST_DEBT);
        assert_eq!(bucket.overdraw(1e9, start), LONGEST_DEBT);
        assert!(bucket.take(start + LONGEST_DEBT + Duration::from_millis(101)));
    }

    #[test]
    fn an_address_may_send_what_one_connection_may_however_few_connections_it_may_have() {
        for connections_an_address in [1, 20, 400] {
            let limits = Limits { connections_an_address, ..Limits::default() };
            let (one, all) = (limits.request_bytes, limits.bytes_an_address());
            assert!(all.a_second >= one.a_second && all.at_once >= one.at_once, "{all:?}");
        }
    }
}
