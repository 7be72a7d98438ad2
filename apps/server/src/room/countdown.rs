//! Who is away from a running match, and until when they may be. A countdown is a task that sleeps; it holds its room in
//! memory until it is decided, and there is at most one a seat.

use std::sync::Arc;
use std::time::Duration;

use game::Seat;
use tokio::sync::oneshot;

use super::Room;
use crate::clock::Clock;

/// When a store that could not keep the end of a match is asked again.
const ASK_AGAIN: Duration = Duration::from_secs(5);

/// The countdowns of one table.
pub(super) struct Countdowns {
    clock: Clock,
    running: Vec<Countdown>,
}

struct Countdown {
    seat: Seat,
    until: Duration,
    /// When this is dropped the task ends.
    _stop: oneshot::Sender<()>,
}

impl Countdowns {
    pub(super) fn new(clock: Clock) -> Self {
        Self { clock, running: Vec::new() }
    }

    /// Has a countdown run for each of these seats and for no other; those that run already run on.
    pub(super) fn run(&mut self, away: &[Seat], grace: Duration, room: &Arc<Room>) {
        self.running.retain(|countdown| away.contains(&countdown.seat));
        for &seat in away {
            if self.left(seat).is_none() {
                let until = self.clock.now() + grace;
                let (stop, stopped) = oneshot::channel();
                self.running.push(Countdown { seat, until, _stop: stop });
                tokio::spawn(count_down(room.clone(), self.clock.clone(), seat, until, stopped));
            }
        }
    }

    /// Nobody is waited for any more.
    pub(super) fn stop(&mut self) {
        self.running = Vec::new();
    }

    /// Those for whom time runs.
    pub(super) fn seats(&self) -> Vec<Seat> {
        self.running.iter().map(|countdown| countdown.seat).collect()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.running.is_empty()
    }

    /// How long a seat may still be away; none if no time runs for it.
    pub(super) fn left(&self, seat: Seat) -> Option<Duration> {
        let countdown = self.running.iter().find(|countdown| countdown.seat == seat)?;
        Some(countdown.until.saturating_sub(self.clock.now()))
    }
}

async fn count_down(
    room: Arc<Room>,
    clock: Clock,
    seat: Seat,
    mut until: Duration,
    mut stopped: oneshot::Receiver<()>,
) {
    loop {
        tokio::select! {
            _ = &mut stopped => return,
            () = clock.wait_until(until) => {}
        }
        if room.time_is_up(seat).await.is_ok() {
            return;
        }
        until = clock.now() + ASK_AGAIN;
    }
}
