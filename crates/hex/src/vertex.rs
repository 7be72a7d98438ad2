//! The points and edges of the triangular lattice.

use std::cmp::Ordering;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{Direction, Hex, Points, Triangle};

/// A point of the triangular lattice: where a hex has its centre.
///
/// The order is reading order: by `r`, then by `q`. Rows of constant `r` are level on a pointy-top [`Layout`](crate::Layout).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Vertex {
    /// Grows along a row.
    pub q: i32,
    /// The row; grows downwards.
    pub r: i32,
}

impl Vertex {
    /// The point about which the symmetries turn.
    pub const ORIGIN: Vertex = Vertex::new(0, 0);

    /// The vertex at `(q, r)`.
    #[inline]
    pub const fn new(q: i32, r: i32) -> Vertex {
        Vertex { q, r }
    }

    /// The third cube coordinate: `q + r + s` is always 0.
    #[inline]
    pub const fn s(self) -> i32 {
        -self.q - self.r
    }

    /// The hex around this vertex.
    #[inline]
    pub const fn hex(self) -> Hex {
        Hex::new(self.q, self.r)
    }

    /// How many edges lead from here to `other`.
    #[inline]
    pub fn distance(self, other: Vertex) -> i32 {
        self.hex().distance(other.hex())
    }

    /// The next vertex in `direction`.
    #[inline]
    #[must_use]
    pub const fn neighbour(self, direction: Direction) -> Vertex {
        let Hex { q, r } = self.hex().neighbour(direction);
        Vertex::new(q, r)
    }

    /// The six vertices around this one, clockwise from N.
    #[inline]
    pub fn neighbours(self) -> [Vertex; 6] {
        Direction::ALL.map(|direction| self.neighbour(direction))
    }

    /// The six triangles at this vertex, clockwise: the i-th lies between the i-th direction and the next.
    pub fn triangles(self) -> [Triangle; 6] {
        let north = self.neighbour(Direction::N);
        [
            Triangle::new(north, Points::Down),
            Triangle::new(self.neighbour(Direction::NE), Points::Up),
            Triangle::new(self, Points::Down),
            Triangle::new(self, Points::Up),
            Triangle::new(self.neighbour(Direction::NW), Points::Down),
            Triangle::new(north, Points::Up),
        ]
    }
}

impl Ord for Vertex {
    fn cmp(&self, other: &Vertex) -> Ordering {
        (self.r, self.q).cmp(&(other.r, other.q))
    }
}

impl PartialOrd for Vertex {
    fn partial_cmp(&self, other: &Vertex) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Vertex {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.hex().fmt(formatter)
    }
}

impl From<Hex> for Vertex {
    fn from(Hex { q, r }: Hex) -> Vertex {
        Vertex::new(q, r)
    }
}

impl From<Vertex> for Hex {
    fn from(vertex: Vertex) -> Hex {
        vertex.hex()
    }
}

/// The edge between two neighbouring vertices: the side that their hexes share.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Edge {
    /// The earlier end in reading order, so that an edge is the same from both sides.
    from: Vertex,
    along: Direction,
}

impl Edge {
    /// The edge between two vertices, if they are neighbours.
    pub fn between(a: Vertex, b: Vertex) -> Option<Edge> {
        let (from, to) = (a.min(b), a.max(b));
        let along = Direction::between(from.hex(), to.hex()).filter(|_| from.distance(to) == 1)?;
        Some(Edge { from, along })
    }

    /// The two ends, in reading order.
    pub fn ends(self) -> [Vertex; 2] {
        [self.from, self.from.neighbour(self.along)]
    }

    /// The two triangles on its sides.
    pub fn triangles(self) -> [Triangle; 2] {
        let around = self.from.triangles();
        [around[self.along.turn(-1).index()], around[self.along.index()]]
    }
}
