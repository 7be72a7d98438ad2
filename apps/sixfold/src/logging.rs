//! The log of a server, on standard error. Each kind of line, which is a place in the code that logs, is written a few times
//! a minute at most. Then the lines are counted, and the number is written when the minute is over: a stranger who causes a
//! warning with every request fills no disk.

use std::collections::HashMap;
use std::io::{self, Write};
use std::panic::PanicHookInfo;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde_json::json;
use tracing::callsite::Identifier;
use tracing::{Level, Metadata};
use tracing_subscriber::Layer as _;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::fmt::MakeWriter;
use tracing_subscriber::fmt::format::Writer;
use tracing_subscriber::fmt::time::{FormatTime as _, SystemTime};
use tracing_subscriber::fmt::writer::OptionalWriter;
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;

use crate::cli::{LogFormat, LogLevel};

/// How many lines of one kind are written in a [`WINDOW`].
const LINES: u64 = 10;
const WINDOW: Duration = Duration::from_mins(1);
/// How the names of our own crates begin.
const OUR_CRATES: &str = "sixfold";
/// How often to look whether the minute of a kind is over.
const LOOK: Duration = Duration::from_secs(5);

/// The log of this process.
#[derive(Clone)]
pub(crate) struct Log<W = fn() -> io::Stderr> {
    format: LogFormat,
    to: W,
    kinds: Arc<Mutex<HashMap<Identifier, Kind>>>,
}

/// What was written of one kind of line. There are as many kinds as places in the code.
struct Kind {
    began: Instant,
    lines: u64,
    level: Level,
    place: String,
}

impl Log {
    /// Sends everything that is logged from now on to standard error. Standard output is for programs that read the address.
    pub(crate) fn start(level: LogLevel, format: LogFormat) -> Self {
        let log = Self { format, to: io::stderr, kinds: Arc::default() };
        let lines = tracing_subscriber::fmt::layer().with_target(false).with_writer(log.clone());
        let lines = match format {
            LogFormat::Text => lines.boxed(),
            LogFormat::Json => lines.json().flatten_event(true).boxed(),
        };
        tracing_subscriber::registry().with(lines.with_filter(by_crate(level))).init();
        std::panic::set_hook(Box::new(tell_of_panic));
        log
    }

    /// Writes the number of lines that were left out, whenever a minute is over, until the task is ended.
    pub(crate) async fn tell_what_was_left_out(self) {
        loop {
            tokio::time::sleep(LOOK).await;
            self.tell_after(Instant::now(), WINDOW);
        }
    }

    /// Writes the number of lines that were left out so far.
    pub(crate) fn tell(&self) {
        self.tell_after(Instant::now(), Duration::ZERO);
    }
}

impl<W, T: Write> Log<W>
where
    W: Fn() -> T,
{
    /// Forgets the kinds of line whose first one is older than this, and says how many were left out of each.
    fn tell_after(&self, now: Instant, age: Duration) {
        let mut kinds = self.kinds.lock().unwrap_or_else(PoisonError::into_inner);
        kinds.retain(|_, kind| {
            let is_over = now.saturating_duration_since(kind.began) >= age;
            if is_over {
                self.tell_of(kind);
            }
            !is_over
        });
    }

    fn tell_of(&self, kind: &Kind) {
        let Some(left_out) = kind.lines.checked_sub(LINES).filter(|more| *more > 0) else { return };
        let Kind { level, place, .. } = kind;
        let mut now = String::new();
        let _ = SystemTime.format_time(&mut Writer::new(&mut now)); // a text takes everything
        let line = match self.format {
            LogFormat::Text => {
                format!("{now} {level:>5} {left_out} more lines like the last ones from {place} were left out")
            }
            LogFormat::Json => {
                let level = level.as_str();
                let message = "lines were left out";
                json!({ "timestamp": now, "level": level, "message": message, "count": left_out, "place": place })
                    .to_string()
            }
        };
        let _ = writeln!((self.to)(), "{line}"); // nobody reads the log: there is nobody to tell
    }

    /// Whether one more line of this kind may be written now.
    fn may_write(&self, about: &Metadata<'_>, now: Instant) -> bool {
        if *about.level() > Level::INFO {
            return true; // somebody has asked for all of it
        }
        let mut kinds = self.kinds.lock().unwrap_or_else(PoisonError::into_inner);
        let new = || {
            let place = format!("{}:{}", about.file().unwrap_or("?"), about.line().unwrap_or(0));
            Kind { began: now, lines: 0, level: *about.level(), place }
        };
        let kind = kinds.entry(about.callsite()).or_insert_with(new);
        if now.saturating_duration_since(kind.began) >= WINDOW {
            self.tell_of(kind);
            *kind = new();
        }
        kind.lines += 1;
        kind.lines <= LINES
    }
}

impl<'a, W, T: Write + 'a> MakeWriter<'a> for Log<W>
where
    W: Fn() -> T,
{
    type Writer = OptionalWriter<T>;

    fn make_writer(&'a self) -> Self::Writer {
        OptionalWriter::some((self.to)())
    }

    fn make_writer_for(&'a self, about: &Metadata<'_>) -> Self::Writer {
        self.may_write(about, Instant::now()).then(&self.to).into()
    }
}

/// A panic is a bug of ours. The log gets its place, like every other line. Its message stays out: it may quote what was played.
fn tell_of_panic(panic: &PanicHookInfo<'_>) {
    let place =
        panic.location().map_or_else(|| "an unknown place".to_owned(), |at| format!("{}:{}", at.file(), at.line()));
    tracing::error!("a bug: the program panicked at {place}");
}

/// Details are told by our own crates alone. Libraries do not know what is secret: at `trace` the client of NATS writes down every
/// message, and with it what the computer's seats see.
fn by_crate(level: LogLevel) -> Targets {
    let ours = filter(level);
    Targets::new().with_default(ours.min(LevelFilter::INFO)).with_target(OUR_CRATES, ours)
}

fn filter(level: LogLevel) -> LevelFilter {
    match level {
        LogLevel::Off => LevelFilter::OFF,
        LogLevel::Error => LevelFilter::ERROR,
        LogLevel::Warn => LevelFilter::WARN,
        LogLevel::Info => LevelFilter::INFO,
        LogLevel::Debug => LevelFilter::DEBUG,
        LogLevel::Trace => LevelFilter::TRACE,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, Default)]
    struct Lines(Arc<Mutex<Vec<u8>>>);

    impl Lines {
        fn take(&self) -> Vec<String> {
            let bytes = std::mem::take(&mut *self.0.lock().unwrap());
            String::from_utf8(bytes).unwrap().lines().map(str::to_owned).collect()
        }
    }

    impl Write for Lines {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn details_are_told_by_our_own_crates_alone() {
        let told = |level, target: &str| {
            let wants = |detail| by_crate(level).would_enable(target, &detail);
            [Level::ERROR, Level::INFO, Level::DEBUG, Level::TRACE].map(wants)
        };
        assert_eq!(told(LogLevel::Trace, "sixfold_server::room"), [true; 4]);
        assert_eq!(told(LogLevel::Trace, "async_nats::connection"), [true, true, false, false]);
        assert_eq!(told(LogLevel::Error, "async_nats::connection"), [true, false, false, false]);
        assert_eq!(told(LogLevel::Off, "sixfold_server::room"), [false; 4]);
    }

    #[test]
    fn a_panic_is_a_line_like_any_other_and_says_nothing_of_what_was_played() {
        let lines = Lines::default();
        let to = lines.clone();
        let log = Log { format: LogFormat::Json, to: move || to.clone(), kinds: Arc::default() };
        let subscriber = tracing_subscriber::fmt().json().flatten_event(true).with_writer(log).finish();
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(tell_of_panic));
        tracing::subscriber::with_default(subscriber, || {
            for _ in 0..15 {
                let played = "a1-b2";
                let _ = std::panic::catch_unwind(|| panic!("no such piece: {played}"));
            }
        });
        std::panic::set_hook(before);
        let said = lines.take();
        assert_eq!(said.len(), 10, "{said:?}");
        for line in &said {
            let line: serde_json::Value = serde_json::from_str(line).unwrap();
            let message = line["message"].as_str().unwrap();
            assert!(
                message.starts_with("a bug: the program panicked at ") && message.contains("logging.rs:"),
                "{message}"
            );
            assert!(!message.contains("a1-b2"));
        }
    }

    #[test]
    fn the_number_of_lines_that_were_left_out_has_the_level_of_these_lines_and_the_time_as_every_line_has() {
        for format in [LogFormat::Text, LogFormat::Json] {
            let lines = Lines::default();
            let to = lines.clone();
            let log = Log { format, to: move || to.clone(), kinds: Arc::default() };
            let subscriber = tracing_subscriber::fmt().with_ansi(false).with_target(false);
            let (subscriber, writer) = (subscriber.with_max_level(LevelFilter::ERROR), log.clone());
            let knock = || (0..15).for_each(|_| tracing::error!("the store failed"));
            if format == LogFormat::Json {
                let subscriber = subscriber.json().flatten_event(true).with_writer(writer).finish();
                tracing::subscriber::with_default(subscriber, knock);
            } else {
                tracing::subscriber::with_default(subscriber.with_writer(writer).finish(), knock);
            }
            log.tell_after(Instant::now(), Duration::ZERO);
            let said = lines.take();
            let [first, .., last] = said.as_slice() else { panic!("{said:?}") };
            let began = |line: &str| {
                if let Ok(line) = serde_json::from_str::<serde_json::Value>(line) {
                    return ["timestamp", "level"].map(|name| line[name].as_str().unwrap().to_owned());
                }
                let mut words = line.split_whitespace().map(str::to_owned);
                [(); 2].map(|()| words.next().unwrap())
            };
            let ([time, level], [first_time, first_level]) = (began(last), began(first));
            assert_eq!((said.len(), level.as_str(), first_level.as_str()), (11, "ERROR", "ERROR"), "{said:?}");
            assert!(
                time.len() == first_time.len() && time[..10] == first_time[..10] && time.ends_with('Z'),
                "{said:?}"
            );
        }
    }

    #[test]
    fn a_storm_is_counted_by_kind_and_told_when_its_minute_is_over() {
        let lines = Lines::default();
        let to = lines.clone();
        let log = Log { format: LogFormat::Text, to: move || to.clone(), kinds: Arc::default() };
        let subscriber = tracing_subscriber::fmt().with_max_level(LevelFilter::DEBUG).with_writer(log.clone()).finish();
        let storm = || {
            for number in 0..15 {
                tracing::warn!(number, "a stranger knocks");
                tracing::debug!(number, "all of it");
            }
            tracing::error!("something else");
        };
        let began = Instant::now();
        tracing::subscriber::with_default(subscriber, || {
            storm();
            let said = lines.take();
            let count = |word: &str| said.iter().filter(|line| line.contains(word)).count();
            assert_eq!((count("knocks"), count("all of it"), count("something else")), (10, 15, 1), "{said:?}");
            log.tell_after(began + WINDOW / 2, WINDOW);
            assert_eq!(lines.take(), [""; 0], "the minute is not over");
            log.tell_after(Instant::now() + WINDOW, WINDOW);
            let said = lines.take();
            assert!(said.len() == 1 && said[0].contains("Z  WARN 5 more lines like the last ones from "), "{said:?}");
            storm();
            assert_eq!(lines.take().iter().filter(|line| line.contains("knocks")).count(), 10, "a new minute");
        });
    }
}
