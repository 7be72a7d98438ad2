//! The aims of the two sides in a battle: whether they are met, and how the battle ends (HS-13, HS-19, HS-35).

use std::cmp::Ordering;

use game::Seat;
use hex::Hex;

use crate::battle::Battle;
use crate::event::{Ending, Event};
use crate::rules::{Aims, SideAim};
use crate::ship::{Fate, Ship};

impl Battle {
    /// The aims of both sides.
    pub fn aims(&self) -> &Aims {
        &self.aims
    }

    /// The aim of a seat.
    #[inline]
    pub fn aim(&self, seat: Seat) -> SideAim {
        self.aims.sides[seat.index()]
    }

    /// The ship that the aim of a seat is about: its own that it protects, or the enemy's that it has to destroy.
    pub fn named_ship(&self, seat: Seat) -> Option<u8> {
        match self.aim(seat) {
            SideAim::Protect { ship, .. } => Some(self.first_of(seat) + ship),
            SideAim::Kill { ship } => Some(self.first_of(Seat(1 - seat.0)) + ship),
            SideAim::Destroy | SideAim::Hold { .. } | SideAim::EscapeShips { .. } | SideAim::EscapePoints { .. } => {
                None
            }
        }
    }

    /// The number of a seat's ships that have escaped, and what they cost together. Squadrons cost, but are no ships (HS-38).
    pub fn escaped(&self, seat: Seat) -> (u8, u32) {
        let escaped = self.ships().iter().filter(|ship| ship.seat == seat && ship.fate == Fate::Escaped);
        let cost = |ship: &Ship| ship.design.cost_alone(self.rules(), self.set());
        let one = |ship: &Ship| u8::from(!ship.is_squadron());
        escaped.fold((0, 0), |(count, points), ship| (count + one(ship), points + cost(ship)))
    }

    /// Whether a seat has a working ship on the map. Squadrons alone are no fleet (HS-38).
    pub fn fights(&self, seat: Seat) -> bool {
        self.ships().iter().any(|ship| ship.seat == seat && !ship.is_squadron() && ship.works(self.rules()))
    }

    /// Whether a seat's aim is met if the round ends now.
    pub fn is_met(&self, seat: Seat) -> bool {
        let named = || self.named_ship(seat).and_then(|number| self.ship(number)).map(|ship| ship.fate);
        match self.aim(seat) {
            SideAim::Destroy => {
                let enemy = Seat(1 - seat.0);
                // A fleet that has got away as it had to is not destroyed.
                let got_away = self.aim(enemy) != SideAim::Destroy && self.is_met(enemy);
                !self.fights(enemy) && !got_away
            }
            SideAim::Hold { round } => self.round >= round && self.fights(seat),
            SideAim::Protect { round, .. } => match named() {
                Some(Fate::Escaped) => true,
                Some(Fate::Here) => self.round >= round,
                _ => false,
            },
            SideAim::EscapeShips { ships, .. } => self.escaped(seat).0 >= ships,
            SideAim::EscapePoints { points, .. } => self.escaped(seat).1 >= u32::from(points),
            SideAim::Kill { .. } => named() == Some(Fate::Destroyed),
        }
    }

    /// The winner and how the battle ends, if it ends with this round.
    pub(crate) fn ending(&self) -> Option<(Option<Seat>, Ending)> {
        let seats = [Seat(0), Seat(1)];
        let won = |winner: Seat| {
            let by_aim = self.is_met(winner) && self.aim(winner) != SideAim::Destroy;
            Some((Some(winner), if by_aim { Ending::Aim } else { Ending::Fleet }))
        };
        let (met, fights) = (seats.map(|seat| self.is_met(seat)), seats.map(|seat| self.fights(seat)));
        // A fleet that cannot fight any more and has not met its aim has lost, whatever the aims are (HS-19).
        match if met == [false, false] { fights } else { met } {
            [true, false] => won(seats[0]),
            [false, true] => won(seats[1]),
            [true, true] if met == [true, true] => Some((self.aims.both, Ending::Both)),
            [true, true] if self.round < self.rounds => None,
            [true, true] if self.aims.count_points() => {
                let points = self.points();
                let winner = match points[0].cmp(&points[1]) {
                    Ordering::Greater => Some(seats[0]),
                    Ordering::Less => Some(seats[1]),
                    Ordering::Equal => self.aims.neither,
                };
                Some((winner, Ending::Points(points)))
            }
            _ => Some((self.aims.neither, Ending::Neither)),
        }
    }

    /// Takes a ship off the map, whose last step led to this hex beyond the edge.
    pub(crate) fn leave_map(&mut self, number: u8, beyond: Hex, tell: &mut impl FnMut(Event)) {
        let edge = self.aim(self.seat_of(number)).edge();
        let escapes = edge.is_some_and(|edge| self.map.is_beyond(beyond, edge));
        let ship = &mut self.ships[usize::from(number)];
        ship.fate = if escapes { Fate::Escaped } else { Fate::Withdrawn };
        tell(if escapes { Event::Escaped { ship: number } } else { Event::Withdrew { ship: number } });
        self.share_fate(number, tell);
    }
}
