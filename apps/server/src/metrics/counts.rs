//! Everything that is counted, and the page with all of it.

use std::sync::Arc;
use std::time::{Duration, Instant};

use protocol::{FromClient, RefusedCode};
use serde::Serialize as _;

use super::numbers::{Counter, Counters, Gauge, Histogram};
use super::text::Text;
use crate::store::{Change, StoreError, Write, Wrote};

/// Bounds for times in seconds, from a write to a quick disk to a long thought.
const SECONDS: &[f64] = &[0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0];
/// Bounds for the number of writes that share a sync.
const WRITES: &[f64] = &[1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0, 512.0];

/// What the server counts, apart from what its parts know themselves.
#[derive(Debug)]
pub(crate) struct Numbers {
    started: Instant,
    /// Connections that speak WebSocket.
    pub(crate) sockets: Gauge,
    /// Requests over sockets, by kind.
    requests: Counters<&'static str>,
    /// Answers over HTTP, by the hundred of their status.
    answers: Counters<&'static str>,
    /// Refused requests, over HTTP and over sockets.
    refusals: Counters<RefusedCode>,
    /// How long the computer takes for an action, waiting included.
    pub(crate) thoughts: Histogram,
    /// Who found the computer's actions: `worker` or `node`.
    pub(crate) thought_by: Counters<&'static str>,
    /// How often a room has read its log again.
    pub(crate) reloads: Counter,
    /// Tables that were removed because nobody used them.
    pub(crate) removed_tables: Counter,
    /// Reads and writes that the store has failed.
    pub(crate) store_errors: Counters<&'static str>,
    pub(crate) journal: Arc<JournalNumbers>,
}

/// What the parts of the server know themselves, at this moment.
pub(crate) struct Now {
    pub(crate) is_ready: bool,
    pub(crate) is_leaving: bool,
    pub(crate) connections: u64,
    pub(crate) most_connections: u64,
    pub(crate) rooms: u64,
    pub(crate) waiting_questions: u64,
    pub(crate) thoughts_under_way: u64,
}

/// What the journal counts.
#[derive(Debug)]
pub(crate) struct JournalNumbers {
    batch: Histogram,
    seconds: Histogram,
    /// Writes that were kept, by kind.
    kept: Counters<&'static str>,
    /// Writes that came second.
    beaten: Counter,
}

impl Default for JournalNumbers {
    fn default() -> Self {
        Self {
            batch: Histogram::new(WRITES),
            seconds: Histogram::new(SECONDS),
            kept: Counters::default(),
            beaten: Counter::default(),
        }
    }
}

impl JournalNumbers {
    /// A batch was given to the store.
    pub(crate) fn count(&self, batch: &[Write], wrote: &Result<Vec<Wrote>, StoreError>, time: Duration) {
        self.batch.observe(batch.len() as f64);
        self.seconds.observe_time(time);
        for (write, wrote) in batch.iter().zip(wrote.iter().flatten()) {
            match wrote {
                Wrote::Kept => self.kept.add_one(kind_of_write(write)),
                Wrote::Beaten => self.beaten.add_one(),
            }
        }
    }
}

impl Numbers {
    pub(crate) fn new(journal: Arc<JournalNumbers>) -> Self {
        Self {
            started: Instant::now(),
            sockets: Gauge::default(),
            requests: Counters::default(),
            answers: Counters::from_zero(&["2xx", "4xx", "5xx"]),
            refusals: Counters::from_zero(&[RefusedCode::Full, RefusedCode::Unavailable, RefusedCode::TooFast]),
            thoughts: Histogram::new(SECONDS),
            thought_by: Counters::from_zero(&["node", "worker"]),
            reloads: Counter::default(),
            removed_tables: Counter::default(),
            store_errors: Counters::from_zero(&["read", "write", "probe", "damaged", "queue_full"]),
            journal,
        }
    }

    pub(crate) fn request(&self, request: &FromClient) {
        self.requests.add_one(kind_of_request(request));
    }

    pub(crate) fn refusal(&self, code: RefusedCode) {
        self.refusals.add_one(code);
    }

    /// An answer over HTTP with this status.
    pub(crate) fn answer(&self, status: u16) {
        self.answers.add_one(match status / 100 {
            1 => "1xx",
            2 => "2xx",
            3 => "3xx",
            4 => "4xx",
            _ => "5xx",
        });
    }

    /// The page that a collector of metrics reads.
    pub(crate) fn page(&self, now: &Now) -> String {
        let mut text = Text::default();
        let version = env!("CARGO_PKG_VERSION");
        text.info("sixfold_build_info", "The version of the server.", "version", version);
        text.gauge("sixfold_uptime_seconds", "Since the server has started.", self.started.elapsed().as_secs());
        if let Some(bytes) = resident_bytes() {
            text.gauge("process_resident_memory_bytes", "Memory of the process.", bytes);
        }
        text.gauge("sixfold_ready", "1 while a write would succeed, as /readyz says.", now.is_ready.into());
        text.gauge(
            "sixfold_draining",
            "1 while the server is about to end and should get no new players.",
            now.is_leaving.into(),
        );
        text.gauge("sixfold_connections", "Connections, WebSockets and plain HTTP together.", now.connections);
        text.gauge("sixfold_connections_limit", "The most connections at once (--connections).", now.most_connections);
        text.gauge("sixfold_sockets", "WebSockets: players and spectators.", self.sockets.value());
        text.gauge("sixfold_rooms", "Tables in memory.", now.rooms);
        text.counters("sixfold_requests_total", "Requests over WebSockets.", "kind", self.requests.values());
        text.counters("sixfold_http_answers_total", "Answers over HTTP.", "status", self.answers.values());
        let refusals = self.refusals.values().into_iter().map(|(code, count)| (name(code), count)).collect();
        text.counters("sixfold_refusals_total", "Requests that were refused.", "code", refusals);
        let JournalNumbers { batch, seconds, kept, beaten } = &*self.journal;
        text.counters("sixfold_writes_total", "Writes that the store has kept.", "kind", kept.values());
        text.counter("sixfold_writes_beaten_total", "Writes that another node was faster than.", beaten.value());
        text.histogram("sixfold_journal_batch_writes", "Writes that shared a sync.", batch);
        text.histogram("sixfold_journal_write_seconds", "Time of the store for a batch.", seconds);
        text.counters("sixfold_store_errors_total", "What the store has failed.", "what", self.store_errors.values());
        text.counter("sixfold_reloads_total", "How often a room has read its log again.", self.reloads.value());
        text.counter(
            "sixfold_tables_removed_total",
            "Tables that were removed because nobody used them.",
            self.removed_tables.value(),
        );
        text.gauge("sixfold_thinking_waiting", "Questions that wait for a thread.", now.waiting_questions);
        text.gauge("sixfold_thinking_under_way", "Thoughts that have begun.", now.thoughts_under_way);
        text.counters(
            "sixfold_thoughts_total",
            "Actions of the computer, by who has found them.",
            "by",
            self.thought_by.values(),
        );
        text.histogram(
            "sixfold_thinking_seconds",
            "Time of the computer for an action, waiting included.",
            &self.thoughts,
        );
        text.into_string()
    }
}

/// The memory that the process has in use, where the system says so.
fn resident_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.trim().strip_suffix(" kB")?.parse::<u64>().ok().map(|kilobytes| kilobytes * 1024)
}

/// The word for a code in the protocol.
fn name(code: RefusedCode) -> String {
    let value = code.serialize(serde_json::value::Serializer);
    value.ok().and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default()
}

fn kind_of_request(request: &FromClient) -> &'static str {
    match request {
        FromClient::Hello { .. } => "hello",
        FromClient::Sit { .. } => "sit",
        FromClient::SeatBot { .. } => "seat_bot",
        FromClient::Commit { .. } => "commit",
        FromClient::Share { .. } => "share",
        FromClient::Play { .. } => "play",
        FromClient::Resign { .. } => "resign",
        FromClient::Rematch { .. } => "rematch",
    }
}

fn kind_of_write(write: &Write) -> &'static str {
    match write {
        Write::Table(_) => "table",
        Write::Journey(_) => "journey",
        Write::JourneyChange(..) => "journey_change",
        Write::Link(_) => "link",
        Write::Remove(_) => "remove",
        Write::Change(_, change) | Write::Fenced(_, _, change) => match change {
            Change::Sit(..) => "sit",
            Change::Free(..) => "free",
            Change::Commit(..) => "commit",
            Change::Share(..) => "share",
            Change::Event(_) => "event",
            Change::Rematch(_) => "rematch",
            Change::Touched(_) => "touched",
        },
    }
}
