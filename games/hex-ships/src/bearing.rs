//! The sides of a ship, and the fields of fire of its mounts.

use hex::{Direction, Hex};

/// The four sides of a ship.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// Strictly between the axes 60° left and right of the bow.
    Front,
    /// From the axis at the right of the bow to the one at the right of the stern, both included.
    Right,
    /// The same at the left.
    Left,
    /// Strictly between the two axes at the stern.
    Rear,
}

impl Side {
    /// The sides in the order of ships' sheets.
    pub const ALL: [Self; 4] = [Self::Front, Self::Right, Self::Left, Self::Rear];
    const NAMES: [&str; 4] = ["front", "right", "left", "rear"];

    /// The name in notation and files.
    pub fn name(self) -> &'static str {
        Self::NAMES[self as usize]
    }

    /// The side with this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|side| side.name() == name)
    }

    /// The side of a ship at this hex with this facing on which another hex lies. None for the ship's own hex.
    #[inline]
    pub fn towards(ship: Hex, facing: Direction, other: Hex) -> Option<Self> {
        let (direction, on_axis) = ship.bearing(other)?;
        Some(match (facing.turns_to(direction), on_axis) {
            (0, _) | (5, false) => Self::Front,
            (1, _) | (2, true) => Self::Right,
            (2, false) | (3, _) => Self::Rear,
            _ => Self::Left,
        })
    }
}

/// A field of fire: from one hex face to another, clockwise. A fixed mount has the same face twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// From 1, the bow, to 6.
    first: u8,
    last: u8,
}

impl Field {
    /// Parses a field: `1` for a fixed mount, `6-2` for a turret.
    pub fn read(text: &str) -> Option<Self> {
        let face = |text: &str| text.parse().ok().filter(|face: &u8| (1..=6).contains(face) && text.len() == 1);
        match text.split_once('-') {
            None => face(text).map(|face| Self { first: face, last: face }),
            Some((first, last)) => {
                let (first, last) = (face(first)?, face(last)?);
                (first != last).then_some(Self { first, last })
            }
        }
    }

    /// The text of the field in files.
    pub fn name(self) -> String {
        if self.is_fixed() { self.first.to_string() } else { format!("{}-{}", self.first, self.last) }
    }

    /// Whether it covers one row only.
    pub fn is_fixed(self) -> bool {
        self.first == self.last
    }

    /// Whether it covers everything: the gap between its last row and its first is included.
    pub fn is_all_round(self) -> bool {
        (self.last + 6 - self.first) % 6 == 5
    }

    /// The first and the last row of the field, for a ship with this facing.
    pub fn rows(self, facing: Direction) -> [Direction; 2] {
        [self.first, self.last].map(|face| facing.turn(i32::from(face) - 1))
    }

    /// Whether the field of a ship at this hex with this facing contains the target.
    #[inline]
    pub fn covers(self, ship: Hex, facing: Direction, target: Hex) -> bool {
        let [first, last] = self.rows(facing);
        ship.in_wedge(target, first, last)
    }

    /// Whether a critical on this side can break a weapon with this field (HS-14).
    pub fn is_on(self, side: Side) -> bool {
        if self.is_fixed() {
            let own = match self.first {
                1 => Side::Front,
                2 | 3 => Side::Right,
                4 => Side::Rear,
                _ => Side::Left,
            };
            return own == side;
        }
        // The k-th of the six sectors lies between face k and the next.
        let turns = (self.last + 6 - self.first) % 6;
        let takes_in = |sector: u8| self.is_all_round() || (sector + 6 - self.first) % 6 < turns;
        let sectors: &[u8] = match side {
            Side::Front => &[6, 1],
            Side::Right => &[2],
            Side::Rear => &[3, 4],
            Side::Left => &[5],
        };
        sectors.iter().any(|&sector| takes_in(sector))
    }
}
