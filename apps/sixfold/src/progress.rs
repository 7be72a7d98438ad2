//! Progress on standard error for work that takes more than two seconds.

use std::io::{IsTerminal as _, Write as _};
use std::time::{Duration, Instant};

const QUIET: Duration = Duration::from_secs(2);
const EVERY_ON_A_SCREEN: Duration = Duration::from_millis(250);
const EVERY_IN_A_LOG: Duration = Duration::from_secs(10);

pub(crate) struct Progress {
    what: &'static str,
    started: Instant,
    shown: Option<Instant>,
    on_screen: bool,
}

impl Progress {
    pub(crate) fn new(what: &'static str) -> Self {
        Self { what, started: Instant::now(), shown: None, on_screen: std::io::stderr().is_terminal() }
    }

    /// Prints how much is done, from 0 to 1, if the last line is old enough.
    pub(crate) fn at(&mut self, done: f32) {
        let now = Instant::now();
        let every = if self.on_screen { EVERY_ON_A_SCREEN } else { EVERY_IN_A_LOG };
        if now - self.started < QUIET || self.shown.is_some_and(|last| now - last < every) {
            return;
        }
        self.shown = Some(now);
        let line = describe(self.what, done, now - self.started);
        // If standard error is closed, the work goes on without progress.
        let mut err = std::io::stderr();
        let _ = if self.on_screen { write!(err, "\r{line}\x1b[K") } else { writeln!(err, "{line}") };
        let _ = err.flush();
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if self.on_screen && self.shown.is_some() {
            eprint!("\r\x1b[K");
        }
    }
}

fn describe(what: &str, done: f32, passed: Duration) -> String {
    let passed = passed.as_secs_f32();
    let left = if done > 0.0 { format!(", about {:.0} s left", passed / done - passed) } else { String::new() };
    format!("{what}: {:.0} % after {passed:.0} s{left}", done * 100.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_tells_share_time_and_what_is_left() {
        assert_eq!(describe("playing", 0.25, Duration::from_secs(5)), "playing: 25 % after 5 s, about 15 s left");
        assert_eq!(describe("playing", 0.0, Duration::from_secs(3)), "playing: 0 % after 3 s");
    }
}
