//! A few places in which costly work is done. Those who wait take turns by the line that they ask from: somebody with hundreds of
//! requests keeps nobody else waiting for more than a turn.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::oneshot;

use crate::guests::Address;

/// The places, and who waits for one.
pub(crate) struct Places {
    known: Mutex<Known>,
}

struct Known {
    free: usize,
    /// In the order in which they came.
    waiting: Vec<Waiting>,
    /// The lines that have a place or wait for one.
    lines: HashMap<Address, Line>,
    /// How many places were given so far.
    given: u64,
}

struct Waiting {
    line: Address,
    place: oneshot::Sender<Place>,
}

#[derive(Clone, Copy, Default)]
struct Line {
    /// The places that it has now.
    has: usize,
    /// When it was last given one, as twice the number of that place. Lines that come anew are between two of these.
    served: u64,
}

/// A place, until it is dropped.
pub(crate) struct Place {
    places: Arc<Places>,
    line: Address,
}

impl Places {
    pub(crate) fn new(count: usize) -> Arc<Self> {
        let known = Known { free: count, waiting: Vec::new(), lines: HashMap::new(), given: 0 };
        Arc::new(Self { known: Mutex::new(known) })
    }

    /// Waits for a place. Whoever stops waiting has taken none.
    pub(crate) async fn take(self: &Arc<Self>, by: Address) -> Place {
        let line = by.line();
        let (place, given) = oneshot::channel();
        {
            let known = &mut *self.known();
            // Whoever comes anew, or once more, has its turn after those who wait already, and before the one that was served last.
            known.lines.entry(line).or_insert(Line { has: 0, served: (2 * known.given).saturating_sub(1) });
            known.waiting.push(Waiting { line, place });
        }
        self.give();
        given.await.expect("whoever waits is given a place")
    }

    /// Gives the free places to those who wait.
    fn give(self: &Arc<Self>) {
        loop {
            // The lock is let go before a place is handed over: it comes back if nobody waits for it any more.
            let Some(next) = self.known().next() else { return };
            let _ = next.place.send(Place { places: self.clone(), line: next.line });
        }
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Known {
    /// Who is given a free place: of the line that has the fewest, and of these the one that was served least recently.
    fn next(&mut self) -> Option<Waiting> {
        self.waiting.retain(|waiting| !waiting.place.is_closed());
        let waiting: HashSet<Address> = self.waiting.iter().map(|waiting| waiting.line).collect();
        self.lines.retain(|line, of_line| of_line.has > 0 || waiting.contains(line));
        if self.free == 0 {
            return None;
        }
        let turn = |waiting: &Waiting| {
            let Line { has, served } = self.lines.get(&waiting.line).copied().unwrap_or_default();
            (has, served)
        };
        // The first of several that are equal: they came in this order.
        let (next, _) = self.waiting.iter().enumerate().min_by_key(|(_, waiting)| turn(waiting))?;
        let next = self.waiting.remove(next);
        self.free -= 1;
        self.given += 1;
        let line = self.lines.entry(next.line).or_default();
        (line.has, line.served) = (line.has + 1, 2 * self.given);
        Some(next)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut known = self.places.known();
        known.free += 1;
        if let Some(line) = known.lines.get_mut(&self.line) {
            line.has -= 1;
        }
        drop(known);
        self.places.give();
    }
}

#[cfg(test)]
mod tests {
    use std::net::{IpAddr, Ipv4Addr};
    use std::time::Duration;

    use tokio::task::JoinHandle;
    use tokio::time::{Instant, sleep};

    use super::*;

    fn nth(number: u32) -> Address {
        IpAddr::V4(Ipv4Addr::from_bits(0x0a00_0000 + number)).into()
    }

    /// Works for a second in one of the places. Returns when that was done.
    fn work(places: &Arc<Places>, by: Address) -> JoinHandle<Duration> {
        let (places, began) = (places.clone(), Instant::now());
        tokio::spawn(async move {
            let _place = places.take(by).await;
            sleep(Duration::from_secs(1)).await;
            began.elapsed()
        })
    }

    #[tokio::test(start_paused = true)]
    async fn whoever_has_hundreds_of_requests_keeps_nobody_waiting_for_more_than_a_turn() {
        let places = Places::new(4);
        let crowds: Vec<_> = (0..1200).map(|number| work(&places, nth(number / 400))).collect();
        sleep(Duration::from_millis(10)).await;
        let (one, other) = (work(&places, nth(1000)), work(&places, nth(1001)));
        // The three lines of the crowds may each have one more turn.
        assert!(one.await.unwrap() <= Duration::from_secs(3));
        assert!(other.await.unwrap() <= Duration::from_secs(3));
        let last = crowds.into_iter().next_back().unwrap().await.unwrap();
        assert_eq!(last.as_secs(), 1202_u64.div_ceil(4), "no place is ever empty");
    }

    #[tokio::test(start_paused = true)]
    async fn lines_take_turns_where_nobody_has_a_place() {
        let places = Places::new(1);
        let crowds: Vec<_> = (0..300).map(|number| work(&places, nth(number / 100))).collect();
        sleep(Duration::from_millis(10)).await;
        assert!(work(&places, nth(7)).await.unwrap() <= Duration::from_secs(4));
        sleep(Duration::from_secs(30)).await;
        let done = |line: usize| crowds[100 * line..][..100].iter().filter(|work| work.is_finished()).count();
        let all = [done(0), done(1), done(2)];
        assert!(all.iter().all(|done| (9..=12).contains(done)), "{all:?}");
    }

    /// Lines that ask again as soon as they were served do not come before one that waits.
    #[tokio::test(start_paused = true)]
    async fn who_waits_is_served_although_others_ask_again_and_again() {
        let places = Places::new(4);
        for number in 0..8 {
            let places = places.clone();
            tokio::spawn(async move {
                for _ in 0..100 {
                    work(&places, nth(number)).await.unwrap();
                    sleep(Duration::from_millis(10)).await;
                }
            });
        }
        sleep(Duration::from_secs(5)).await;
        for _ in 0..5 {
            assert!(work(&places, nth(99)).await.unwrap() <= Duration::from_secs(4));
        }
    }

    #[tokio::test(start_paused = true)]
    async fn who_stops_waiting_takes_no_place_and_is_forgotten() {
        let places = Places::new(2);
        let working: Vec<_> = (0..50).map(|number| work(&places, nth(number))).collect();
        sleep(Duration::from_millis(500)).await;
        working[2..].iter().for_each(JoinHandle::abort);
        assert!(work(&places, nth(99)).await.unwrap() < Duration::from_millis(1600));
        for working in working.into_iter().take(2) {
            working.await.unwrap();
        }
        drop(places.take(nth(1)).await);
        let known = places.known();
        assert_eq!((known.free, known.waiting.len()), (2, 0));
        assert!(known.lines.is_empty());
    }
}
