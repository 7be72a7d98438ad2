//! How a game ended, for any number of seats.

use serde::{Deserialize, Serialize};

use crate::seat::{MOST_SEATS, Seat};

/// One number for each seat. Unused seats have 0.
pub type Values = [f32; MOST_SEATS];

/// The place of each seat, 1 being the best. Seats that drew share a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    seats: u8,
    places: [u8; MOST_SEATS],
}

impl Outcome {
    /// One seat wins and all others share the second place.
    pub fn win(winner: Seat, seats: u8) -> Self {
        assert!(winner.0 < seats && usize::from(seats) <= MOST_SEATS, "the winner is one of the seats");
        let mut places = [0; MOST_SEATS];
        places[..usize::from(seats)].fill(2);
        places[winner.index()] = 1;
        Self { seats, places }
    }

    /// Everybody shares the first place.
    pub fn draw(seats: u8) -> Self {
        Self::places(&[1; MOST_SEATS][..usize::from(seats)])
    }

    /// The outcome with these places in seat order, 1 being the best. Seats that drew have the same number.
    pub fn places(places: &[u8]) -> Self {
        assert!((2..=MOST_SEATS).contains(&places.len()), "a table has two to six seats");
        assert!(places.contains(&1), "at least one seat is first");
        let mut all = [0; MOST_SEATS];
        all[..places.len()].copy_from_slice(places);
        Self { seats: places.len() as u8, places: all }
    }

    /// The number of seats.
    pub fn seats(&self) -> u8 {
        self.seats
    }

    /// The place that a seat took.
    pub fn place(&self, seat: Seat) -> u8 {
        self.places[seat.index()]
    }

    /// The seat in first place, if there is exactly one.
    pub fn winner(&self) -> Option<Seat> {
        let mut first = Seat::first(self.seats).filter(|&seat| self.place(seat) == 1);
        first.next().filter(|_| first.next().is_none())
    }

    /// The value of the outcome for each seat: 1 for beating everybody, 0 for losing to everybody, and half a step for
    /// each seat drawn with. With two seats these are 1, ½ and 0.
    pub fn values(&self) -> Values {
        let mut values = [0.0; MOST_SEATS];
        let share = 1.0 / f32::from(2 * (self.seats - 1));
        for seat in Seat::first(self.seats) {
            let halves: u8 = Seat::first(self.seats)
                .filter(|&other| other != seat)
                .map(|other| match self.place(seat).cmp(&self.place(other)) {
                    std::cmp::Ordering::Less => 2,
                    std::cmp::Ordering::Equal => 1,
                    std::cmp::Ordering::Greater => 0,
                })
                .sum();
            values[seat.index()] = f32::from(halves) * share;
        }
        values
    }

    /// The outcome in words, as in a record: `red wins`, `draw`, or with more than two seats `red 1, blue 2, green 2`.
    pub fn describe(&self, seat_names: &[&str]) -> String {
        match (self.winner(), self.seats) {
            (Some(winner), 2) => format!("{} wins", seat_names[winner.index()]),
            (None, _) if Seat::first(self.seats).all(|seat| self.place(seat) == 1) => "draw".to_owned(),
            _ => {
                let place = |seat: Seat| format!("{} {}", seat_names[seat.index()], self.place(seat));
                Seat::first(self.seats).map(place).collect::<Vec<_>>().join(", ")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_seats_win_lose_or_draw() {
        let win = Outcome::win(Seat(1), 2);
        assert_eq!(win.winner(), Some(Seat(1)));
        assert_eq!(win.values()[..2], [0.0, 1.0]);
        assert_eq!(win.describe(&["red", "blue"]), "blue wins");
        let draw = Outcome::draw(2);
        assert_eq!(draw.winner(), None);
        assert_eq!(draw.values()[..2], [0.5, 0.5]);
        assert_eq!(draw.describe(&["red", "blue"]), "draw");
    }

    #[test]
    fn places_of_four_are_worth_steps_and_shared_places_half_steps() {
        let outcome = Outcome::places(&[2, 1, 4, 2]);
        let expected = [0.5, 1.0, 0.0, 0.5];
        for (value, expected) in outcome.values().iter().zip(expected) {
            assert!((value - expected).abs() < 1e-6);
        }
        assert_eq!(outcome.describe(&["a", "b", "c", "d"]), "a 2, b 1, c 4, d 2");
    }

    #[test]
    fn values_of_any_outcome_sum_to_half_the_seats() {
        for seats in 2..=6_u8 {
            for outcome in [Outcome::draw(seats), Outcome::win(Seat(seats - 1), seats)] {
                let sum: f32 = outcome.values().iter().sum();
                assert!((sum - f32::from(seats) / 2.0).abs() < 1e-5, "{seats} seats: {sum}");
            }
        }
    }
}
