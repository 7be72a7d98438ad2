//! The clock by which absences are measured: the system's, or one that is moved by hand, as tests do.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use tokio::sync::watch;
use tokio::time::Instant;

/// A task that waits looks at the time at least this often.
const STEP: Duration = Duration::from_secs(1);
/// The most that counts between two looks. If more time has passed, the process was stopped, and no player could come back.
const MOST_A_STEP: Duration = Duration::from_secs(2);

/// A clock. Clones show the same time. Pings and limits do not go by it.
#[derive(Clone)]
pub struct Clock {
    source: Source,
    /// None if all of the source's time counts.
    counted: Option<Arc<Mutex<Counted>>>,
}

#[derive(Clone)]
enum Source {
    System { started: Instant },
    ByHand(Arc<watch::Sender<Duration>>),
}

/// The time that passed while tasks waited and looked.
#[derive(Default)]
struct Counted {
    looked: Duration,
    time: Duration,
}

impl Clock {
    /// The system's clock, in steps: it does not go on while the process is stopped or its machine paused. Nor does it go on
    /// while no task waits, so two readings with no wait between them say nothing about how much time passed.
    pub fn of_the_system() -> Self {
        Self { source: Source::System { started: Instant::now() }, counted: None }.in_steps()
    }

    /// A clock that stands still until [`Clock::advance`] moves it. All of that time counts.
    pub fn by_hand() -> Self {
        Self { source: Source::ByHand(Arc::new(watch::Sender::new(Duration::ZERO))), counted: None }
    }

    /// A clock that follows this one but skips its jumps.
    pub(crate) fn in_steps(self) -> Self {
        Self { counted: Some(Arc::default()), ..self }
    }

    /// Moves a clock that is moved by hand; the system's goes by itself.
    pub fn advance(&self, by: Duration) {
        if let Source::ByHand(time) = &self.source {
            time.send_modify(|time| *time = time.saturating_add(by));
        }
    }

    /// The time since the clock was made, as far as it counts.
    pub(crate) fn now(&self) -> Duration {
        let time = self.source.now();
        match &self.counted {
            None => time,
            Some(counted) => counted.lock().unwrap_or_else(PoisonError::into_inner).look(time),
        }
    }

    /// The seconds since 1970, for absences that last longer than a server runs; by hand, all the time that it was moved.
    pub(crate) fn calendar(&self) -> u64 {
        let time = match &self.source {
            Source::System { .. } => SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default(),
            Source::ByHand(_) => self.source.now(),
        };
        time.as_secs()
    }

    /// Returns at that time.
    pub(crate) async fn wait_until(&self, when: Duration) {
        loop {
            let left = when.saturating_sub(self.now());
            if left.is_zero() {
                return;
            }
            let step = if self.counted.is_some() { left.min(STEP) } else { left };
            self.source.wait_until(self.source.now() + step).await;
        }
    }
}

impl Counted {
    fn look(&mut self, time: Duration) -> Duration {
        self.time += time.saturating_sub(self.looked).min(MOST_A_STEP);
        self.looked = self.looked.max(time); // another thread may have read it later and come first
        self.time
    }
}

impl Source {
    fn now(&self) -> Duration {
        match self {
            Self::System { started } => started.elapsed(),
            Self::ByHand(time) => *time.borrow(),
        }
    }

    async fn wait_until(&self, when: Duration) {
        match self {
            Self::System { started } => tokio::time::sleep_until(*started + when).await,
            // It cannot close while somebody holds the clock.
            Self::ByHand(time) => drop(time.subscribe().wait_for(|now| *now >= when).await),
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

    #[tokio::test]
    async fn a_clock_in_steps_does_not_count_a_jump() {
        let clock = Clock::by_hand().in_steps();
        let mut minute = std::pin::pin!(clock.wait_until(Duration::from_mins(1)));
        assert!(minute.as_mut().now_or_never().is_none());
        clock.advance(Duration::from_hours(1));
        assert!(minute.as_mut().now_or_never().is_none());
        assert_eq!(clock.now(), MOST_A_STEP);
        for _ in 0..57 {
            clock.advance(STEP);
            assert!(minute.as_mut().now_or_never().is_none());
        }
        clock.advance(STEP);
        assert!(minute.as_mut().now_or_never().is_some());
        assert_eq!(clock.now(), Duration::from_mins(1));
    }

    #[tokio::test(start_paused = true)]
    async fn a_system_that_hangs_is_no_time_that_passes() {
        let clock = Clock::of_the_system();
        let waiting = tokio::spawn({
            let clock = clock.clone();
            async move { clock.wait_until(Duration::from_mins(1)).await }
        });
        tokio::task::yield_now().await;
        tokio::time::advance(Duration::from_hours(1)).await;
        tokio::task::yield_now().await;
        assert!(!waiting.is_finished());
        assert_eq!(clock.now(), MOST_A_STEP);
        let resumed = Instant::now();
        waiting.await.unwrap();
        assert_eq!(resumed.elapsed(), Duration::from_secs(58));
    }

    #[tokio::test(start_paused = true)]
    async fn the_systems_clock_goes_by_itself() {
        let clock = Clock::of_the_system();
        clock.wait_until(Duration::from_mins(1)).await;
        assert_eq!(clock.now(), Duration::from_mins(1));
    }
}
