//! Two commanders of one side (HS-45). Red's second commander has a seat of their own and some of Red's ships. Everything
//! else belongs to the side: enemies, aims, the deployment zone, and the result.

use game::{Outcome, Seat};

use crate::battle::{Battle, Step};
use crate::ship::Fate;

/// The most seats of a battle.
pub(crate) const MOST_SEATS: u8 = 3;

/// The seat of Red's second commander.
pub const WING: Seat = Seat(2);

/// The side of a seat: Red or Blue.
#[inline]
pub fn side_of(seat: Seat) -> Seat {
    if seat == WING { Seat(0) } else { seat }
}

impl Battle {
    /// Who commands a ship.
    pub fn commander_of(&self, ship: u8) -> Seat {
        self.ships[usize::from(ship)].commander
    }

    /// Who commands each ship, by number.
    pub(crate) fn commanders(&self) -> impl Iterator<Item = Seat> + '_ {
        self.ships().iter().map(|ship| ship.commander)
    }

    /// Whether a seat has ships of its own in the battle, lost ones too.
    pub fn commands(&self, seat: Seat) -> bool {
        self.commanders().any(|commander| commander == seat)
    }

    /// The other commander of a seat's side, if the side has two seats.
    pub(crate) fn partner(&self, seat: Seat) -> Option<Seat> {
        (self.seats == MOST_SEATS && side_of(seat) == Seat(0)).then(|| Seat(WING.0 - seat.0))
    }

    /// Who places the next ship of a side: the commander who has more ships waiting, the first one in a tie. So commanders with
    /// equally many ships take turns.
    pub(crate) fn deployer(&self, side: Seat) -> Seat {
        let waiting = |commander: Seat| {
            self.ships().iter().filter(|ship| ship.commander == commander && ship.fate == Fate::Waiting).count()
        };
        match self.partner(side) {
            Some(other) if waiting(other) > waiting(side) => other,
            _ => side,
        }
    }

    /// Gives the ships of a commander who leaves to the other commander of the side, who goes on with all of them. Returns
    /// whether there is one who still commands ships.
    pub(crate) fn hand_over(&mut self, leaver: Seat) -> bool {
        let Some(heir) = self.partner(leaver).filter(|heir| self.commands(*heir)) else { return false };
        for ship in &mut self.ships[..usize::from(self.count)] {
            if ship.commander == leaver {
                ship.commander = heir;
            }
        }
        if self.last_seat == leaver && self.result().is_none() {
            // The ship that acts goes on where it was, in a turn of its new commander.
            self.turn += 1;
            self.last_seat = heir;
            if let Step::Deploy { seat, .. } = &mut self.step {
                *seat = heir;
            }
        }
        true
    }

    /// The outcome if this side wins: its commanders share the first place.
    pub(crate) fn won_by(&self, side: Seat) -> Outcome {
        let winners = Seat::first(self.seats).filter(|seat| side_of(*seat) == side).count() as u8;
        let mut places = [1; MOST_SEATS as usize];
        for seat in Seat::first(self.seats).filter(|seat| side_of(*seat) != side) {
            places[seat.index()] = winners + 1;
        }
        Outcome::places(&places[..usize::from(self.seats)])
    }
}
