//! The triangles of the lattice.

use serde::{Deserialize, Serialize};

use crate::{Direction, Hex, Vertex};

/// Which way a triangle points when rows are level (on a pointy-top [`Layout`](crate::Layout)).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Points {
    /// One corner above, two below.
    Up,
    /// Two corners above, one below.
    Down,
}

/// A triangle of three neighbouring vertices: the corner where their hexes meet.
///
/// It is named by its first corner in reading order, `vertex`, and lies below it. A triangle that points up has
/// `vertex` as its tip; one that points down has it as its upper left corner. The order is reading order: band by band,
/// from left to right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Triangle {
    /// The first corner in reading order.
    pub vertex: Vertex,
    /// Up or down.
    pub points: Points,
}

impl Triangle {
    /// The triangle that hangs below `vertex`.
    #[inline]
    pub const fn new(vertex: Vertex, points: Points) -> Triangle {
        Triangle { vertex, points }
    }

    /// The three corners, clockwise from `vertex`.
    #[inline]
    pub const fn corners(self) -> [Vertex; 3] {
        let [second, third] = match self.points {
            Points::Up => [Direction::S, Direction::SW],
            Points::Down => [Direction::SE, Direction::S],
        };
        [self.vertex, self.vertex.neighbour(second), self.vertex.neighbour(third)]
    }

    /// The three hexes that meet here, clockwise.
    pub fn hexes(self) -> [Hex; 3] {
        self.corners().map(Hex::from)
    }

    /// The triangle with these corners, in any order. None if they are not all neighbours of each other.
    pub fn from_corners(corners: [Vertex; 3]) -> Option<Triangle> {
        let sum = corners.into_iter().fold(Hex::ORIGIN, |sum, corner| sum + corner.hex());
        Triangle::from_corner_sum(sum).filter(|triangle| triangle.corners().iter().all(|own| corners.contains(own)))
    }

    /// The three triangles across the edges, the i-th across the edge that lacks the i-th corner.
    pub const fn neighbours(self) -> [Triangle; 3] {
        let (points, directions) = match self.points {
            Points::Up => (Points::Down, [Some(Direction::SW), Some(Direction::NW), None]),
            Points::Down => (Points::Up, [Some(Direction::SE), None, Some(Direction::NE)]),
        };
        let mut all = [Triangle::new(self.vertex, points); 3];
        let mut i = 0;
        while i < 3 {
            if let Some(direction) = directions[i] {
                all[i].vertex = self.vertex.neighbour(direction);
            }
            i += 1;
        }
        all
    }

    /// The coordinates of the centroid as `(q, r)`; the floats are for drawing, [`corner_sum`](Triangle::corner_sum)
    /// is exact.
    pub fn centroid(self) -> (f64, f64) {
        let sum = self.corner_sum();
        (f64::from(sum.q) / 3.0, f64::from(sum.r) / 3.0)
    }

    /// The sum of the corners, which is three times the centroid. No two triangles share it, and symmetries act on it
    /// as on any hex.
    #[inline]
    pub const fn corner_sum(self) -> Hex {
        let (q, r) = match self.points {
            Points::Up => (-1, 2),
            Points::Down => (1, 1),
        };
        Hex::new(3 * self.vertex.q + q, 3 * self.vertex.r + r)
    }

    /// The triangle with this [`corner_sum`](Triangle::corner_sum), if there is one.
    pub fn from_corner_sum(sum: Hex) -> Option<Triangle> {
        [Points::Up, Points::Down].into_iter().find_map(|points| {
            let triangle = Triangle::new(Vertex::new(0, 0), points);
            let rest = sum - triangle.corner_sum();
            (rest.q % 3 == 0 && rest.r % 3 == 0)
                .then(|| Triangle { vertex: Vertex::new(rest.q / 3, rest.r / 3), points })
        })
    }
}
