//! Who is connected to a node at a table. What a node has told grows old: the time that it counts down runs on.

use std::time::Duration;

use game::Seat;
use tokio::time::Instant;

use crate::bus::Attendance;

/// Ends of a countdown that differ by less are the same: a notice needs a moment.
const SAME_END: Duration = Duration::from_secs(1);

/// Who was connected at a moment, and for whom time ran.
#[derive(Clone, Debug)]
pub(super) struct AsOf {
    pub(super) attendance: Attendance,
    pub(super) at: Instant,
}

impl Default for AsOf {
    fn default() -> Self {
        Self::now(Attendance::default())
    }
}

impl AsOf {
    pub(super) fn now(attendance: Attendance) -> Self {
        Self { attendance, at: Instant::now() }
    }

    /// The same with the time that is left now.
    pub(super) fn at_present(&self) -> Attendance {
        let mut attendance = self.attendance.clone();
        for (_, left) in &mut attendance.lost_in {
            *left = left.saturating_sub(self.at.elapsed().as_millis() as u64);
        }
        attendance
    }

    /// Whether the same people are there, and time runs for the same players and ends at the same moments. It may have begun anew.
    pub(super) fn says_the_same_as(&self, other: &Self) -> bool {
        self.attendance.seats == other.attendance.seats
            && self.attendance.watching == other.attendance.watching
            && self.ends().len() == other.ends().len()
            && self.ends().zip(other.ends()).all(|((seat, end), (other_seat, other))| {
                seat == other_seat && end.max(other).duration_since(end.min(other)) < SAME_END
            })
    }

    /// When time is up for whom.
    fn ends(&self) -> impl ExactSizeIterator<Item = (Seat, Instant)> {
        self.attendance.lost_in.iter().map(|&(seat, left)| (seat, self.at + Duration::from_millis(left)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_countdown_that_runs_on_says_nothing_new_and_one_that_begins_anew_does() {
        let counting =
            |left: u64| AsOf::now(Attendance { seats: vec![Seat(0)], watching: 2, lost_in: vec![(Seat(1), left)] });
        let told = counting(60_000);
        tokio::time::advance(Duration::from_secs(20)).await;
        assert_eq!(told.at_present().lost_in, [(Seat(1), 40_000)]);
        assert!(told.says_the_same_as(&told) && counting(40_000).says_the_same_as(&told));
        assert!(counting(39_100).says_the_same_as(&told) && told.says_the_same_as(&counting(40_900)));
        assert!(!counting(60_000).says_the_same_as(&told) && !told.says_the_same_as(&counting(60_000)));
        let mut others = [counting(40_000), counting(40_000), counting(40_000), counting(40_000)];
        others[0].attendance.lost_in[0].0 = Seat(2);
        others[1].attendance.lost_in.clear();
        others[2].attendance.seats.clear();
        others[3].attendance.watching = 1;
        assert!(others.iter().all(|other| !other.says_the_same_as(&told) && !told.says_the_same_as(other)));
    }
}
