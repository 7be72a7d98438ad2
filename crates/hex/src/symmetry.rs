//! The twelve symmetries of the lattice about the origin.

use serde::{Deserialize, Serialize};

use crate::{Direction, Hex, Triangle, Vertex};

/// A rotation about the origin by steps of 60° clockwise, or a mirror that swaps east and west of the N–S axis followed
/// by a rotation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "u8", try_from = "u8")]
pub struct Symmetry {
    mirrored: bool,
    /// 0 to 5.
    turns: u8,
}

impl Symmetry {
    /// Leaves everything where it is.
    pub const IDENTITY: Symmetry = Symmetry::ALL[0];

    /// Swaps NE with NW and SE with SW: `(q, r)` becomes `(-q, q + r)`.
    pub const MIRROR: Symmetry = Symmetry::ALL[6];

    /// The identity and the five rotations clockwise, then those six after the mirror.
    pub const ALL: [Symmetry; 12] = {
        let mut all = [Symmetry { mirrored: false, turns: 0 }; 12];
        let mut index = 0;
        while index < 12 {
            all[index] = Symmetry { mirrored: index >= 6, turns: (index % 6) as u8 };
            index += 1;
        }
        all
    };

    /// The rotation by `steps` of 60° clockwise.
    pub const fn rotation(steps: i32) -> Symmetry {
        Symmetry::ALL[steps.rem_euclid(6) as usize]
    }

    /// The place in [`Symmetry::ALL`].
    #[inline]
    pub const fn index(self) -> usize {
        self.turns as usize + if self.mirrored { 6 } else { 0 }
    }

    /// Where the symmetry takes a hex.
    #[inline]
    pub const fn apply(self, hex: Hex) -> Hex {
        let Hex { q, r } = if self.mirrored { Hex::new(-hex.q, hex.q + hex.r) } else { hex };
        let s = -q - r;
        match self.turns {
            0 => Hex::new(q, r),
            1 => Hex::new(-r, -s),
            2 => Hex::new(s, q),
            3 => Hex::new(-q, -r),
            4 => Hex::new(r, s),
            _ => Hex::new(-s, -q),
        }
    }

    /// Where the symmetry takes a vertex.
    #[inline]
    pub const fn apply_vertex(self, vertex: Vertex) -> Vertex {
        let Hex { q, r } = self.apply(Hex::new(vertex.q, vertex.r));
        Vertex::new(q, r)
    }

    /// Where the symmetry takes a triangle.
    #[inline]
    pub fn apply_triangle(self, triangle: Triangle) -> Triangle {
        Triangle::from_corner_sum(self.apply(triangle.corner_sum())).expect("a symmetry takes triangles to triangles")
    }

    /// Which way a direction points afterwards.
    #[inline]
    pub const fn apply_direction(self, direction: Direction) -> Direction {
        let index = direction as i32;
        Direction::from_index(self.turns as i32 + if self.mirrored { -index } else { index })
    }

    /// First `first`, then this: `a.compose(b).apply(hex) == a.apply(b.apply(hex))`.
    #[must_use]
    pub const fn compose(self, first: Symmetry) -> Symmetry {
        let turns = if self.mirrored { self.turns + 6 - first.turns } else { self.turns + first.turns };
        Symmetry { mirrored: self.mirrored != first.mirrored, turns: turns % 6 }
    }

    /// The symmetry that undoes this one; a mirror image undoes itself.
    #[must_use]
    pub const fn inverse(self) -> Symmetry {
        if self.mirrored { self } else { Symmetry::rotation(-(self.turns as i32)) }
    }
}

impl From<Symmetry> for u8 {
    fn from(symmetry: Symmetry) -> u8 {
        symmetry.index() as u8
    }
}

impl TryFrom<u8> for Symmetry {
    type Error = String;

    fn try_from(index: u8) -> Result<Symmetry, String> {
        let symmetry = Symmetry::ALL.get(usize::from(index)).copied();
        symmetry.ok_or_else(|| format!("there are twelve symmetries, 0 to 11, and {index} is none of them"))
    }
}
