//! The clock by which absences are measured: the system's, or one that tests move by hand.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;
use tokio::time::Instant;

/// A clock. Clones show the same time. Pings and limits do not go by it.
#[derive(Clone)]
pub struct Clock(Kind);

#[derive(Clone)]
enum Kind {
    System { started: Instant },
    ByHand(Arc<watch::Sender<Duration>>),
}

impl Clock {
    /// The system's.
    pub fn of_the_system() -> Self {
        Self(Kind::System { started: Instant::now() })
    }

    /// For tests: one that stands still until it is moved.
    pub fn by_hand() -> Self {
        Self(Kind::ByHand(Arc::new(watch::Sender::new(Duration::ZERO))))
    }

    /// Moves a clock that is moved by hand; the system's goes by itself.
    pub fn advance(&self, by: Duration) {
        if let Kind::ByHand(time) = &self.0 {
            time.send_modify(|time| *time = time.saturating_add(by));
        }
    }

    /// The time since the clock was made.
    pub(crate) fn now(&self) -> Duration {
        match &self.0 {
            Kind::System { started } => started.elapsed(),
            Kind::ByHand(time) => *time.borrow(),
        }
    }

    /// Comes back at that time.
    pub(crate) async fn wait_until(&self, when: Duration) {
        match &self.0 {
            Kind::System { started } => tokio::time::sleep_until(*started + when).await,
            // It cannot close while somebody holds the clock.
            Kind::ByHand(time) => drop(time.subscribe().wait_for(|now| *now >= when).await),
        }
    }
}

impl fmt::Debug for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Clock({:?})", self.now())
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt as _;

    use super::*;

    #[tokio::test]
    async fn a_clock_by_hand_goes_only_when_it_is_moved() {
        let clock = Clock::by_hand();
        let (minute, almost) = (Duration::from_mins(1), Duration::from_millis(59_999));
        assert!(clock.wait_until(minute).now_or_never().is_none());
        clock.advance(almost);
        assert!(clock.wait_until(minute).now_or_never().is_none());
        clock.clone().advance(Duration::from_millis(1));
        assert!(clock.wait_until(minute).now_or_never().is_some());
        assert_eq!(clock.now(), minute);
    }

    #[tokio::test(start_paused = true)]
    async fn the_systems_clock_goes_by_itself() {
        let clock = Clock::of_the_system();
        clock.wait_until(Duration::from_mins(1)).await;
        assert_eq!(clock.now(), Duration::from_mins(1));
    }
}
