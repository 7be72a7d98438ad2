//! A hex and the geometry that needs no board.

use std::cmp::Ordering;
use std::fmt;
use std::ops::{Add, Mul, Neg, Sub};

use serde::{Deserialize, Serialize};

use crate::{Direction, Triangle, Vertex};

/// A hex in axial coordinates, or the step from one hex to another.
///
/// The order is reading order: by `r`, then by `q`, the order of the cells of a [`Board`](crate::Board).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Hex {
    /// Grows towards the south-east.
    pub q: i32,
    /// Grows towards the south.
    pub r: i32,
}

impl Hex {
    /// The hex at (0, 0), the middle of every board.
    pub const ORIGIN: Hex = Hex::new(0, 0);

    /// The hex at `(q, r)`.
    #[inline]
    pub const fn new(q: i32, r: i32) -> Hex {
        Hex { q, r }
    }

    /// The third cube coordinate: `q + r + s` is always 0.
    #[inline]
    pub const fn s(self) -> i32 {
        -self.q - self.r
    }

    /// How many steps lead from here to `other`.
    #[inline]
    pub fn distance(self, other: Hex) -> i32 {
        hexx::Hex::from(self).distance_to(other.into())
    }

    /// The next hex in `direction`.
    #[inline]
    #[must_use]
    pub const fn neighbour(self, direction: Direction) -> Hex {
        let step = direction.offset();
        Hex::new(self.q + step.q, self.r + step.r)
    }

    /// The six hexes around this one, clockwise from north.
    #[inline]
    pub fn neighbours(self) -> [Hex; 6] {
        Direction::ALL.map(|direction| self.neighbour(direction))
    }

    /// The row of hexes that leaves this one in `direction`, without this one and without end.
    pub fn ray(self, direction: Direction) -> impl Iterator<Item = Hex> + Clone {
        (1..).map(move |steps| self + direction.offset() * steps)
    }

    /// The hexes at exactly `radius` steps, clockwise from the one due north: `6 * radius` of them, or just this hex
    /// for 0.
    pub fn ring(self, radius: u32) -> impl ExactSizeIterator<Item = Hex> {
        self.ring_from(radius, Direction::N)
    }

    /// [`ring`](Hex::ring), beginning on the ray of `first`.
    pub(crate) fn ring_from(self, radius: u32, first: Direction) -> impl ExactSizeIterator<Item = Hex> {
        // hexx names the senses of rotation for a y axis that points up: its "not clockwise" is clockwise for us.
        hexx::Hex::from(self).custom_ring(radius, first.into(), false).map(Hex::from)
    }

    /// The hexes at most `radius` steps away, this one included, in reading order.
    pub fn disc(self, radius: u32) -> impl ExactSizeIterator<Item = Hex> {
        // hexx goes column by column; a mirror image of its disc goes row by row.
        hexx::Hex::ZERO.range(radius).map(move |hexx::Hex { x, y }| self + Hex::new(y, x))
    }

    /// The straight line to `other`, both ends included: `distance + 1` hexes, each next to the one before.
    ///
    /// Where the line runs exactly along the side between two hexes, it takes the later one in reading order. The line
    /// is therefore the same from either end and exact at any length. hexx's own line is neither.
    pub fn line_to(self, other: Hex) -> impl ExactSizeIterator<Item = Hex> + DoubleEndedIterator {
        let length = self.distance(other);
        let step = other - self;
        // Of the three coordinates one changes at every step and is exact; another one is rounded; the third follows.
        let hexes = length + 1;
        (0..hexes).map(move |i| {
            let share = |total: i32| round_half_up(i64::from(total) * i64::from(i), i64::from(length));
            let moved = if step.q.abs() == length {
                Hex::new(i * step.q.signum(), share(step.r))
            } else if step.r.abs() == length {
                Hex::new(share(step.q), i * step.r.signum())
            } else {
                let r = share(step.r);
                Hex::new(-r - i * step.s().signum(), r)
            };
            self + moved
        })
    }

    /// The six corners, clockwise: the i-th lies between the i-th direction and the next.
    pub fn corners(self) -> [Triangle; 6] {
        Vertex::from(self).triangles()
    }
}

/// `numerator / denominator` to the nearest whole number, halves upwards.
fn round_half_up(numerator: i64, denominator: i64) -> i32 {
    // A line of length 0 has one hex, its start: nothing to divide.
    (2 * numerator + denominator).checked_div_euclid(2 * denominator).unwrap_or(0) as i32
}

impl Ord for Hex {
    fn cmp(&self, other: &Hex) -> Ordering {
        (self.r, self.q).cmp(&(other.r, other.q))
    }
}

impl PartialOrd for Hex {
    fn partial_cmp(&self, other: &Hex) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Hex {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "({}, {})", self.q, self.r)
    }
}

impl Add for Hex {
    type Output = Hex;
    #[inline]
    fn add(self, other: Hex) -> Hex {
        Hex::new(self.q + other.q, self.r + other.r)
    }
}

impl Sub for Hex {
    type Output = Hex;
    #[inline]
    fn sub(self, other: Hex) -> Hex {
        Hex::new(self.q - other.q, self.r - other.r)
    }
}

impl Neg for Hex {
    type Output = Hex;
    #[inline]
    fn neg(self) -> Hex {
        Hex::new(-self.q, -self.r)
    }
}

impl Mul<i32> for Hex {
    type Output = Hex;
    #[inline]
    fn mul(self, factor: i32) -> Hex {
        Hex::new(self.q * factor, self.r * factor)
    }
}

impl From<hexx::Hex> for Hex {
    #[inline]
    fn from(hexx::Hex { x, y }: hexx::Hex) -> Hex {
        Hex::new(x, y)
    }
}

impl From<Hex> for hexx::Hex {
    #[inline]
    fn from(Hex { q, r }: Hex) -> hexx::Hex {
        hexx::Hex::new(q, r)
    }
}
