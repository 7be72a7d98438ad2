//! Resolution: what the triangles pay. All amounts are whole sixths of a point, so nothing is ever rounded.

use crate::ground::{Corner, Frame, Ground};

/// Sixths in a point.
pub const SIXTHS: u32 = 6;

/// The pay for one corner: a third of a point.
pub(crate) const CORNER: u32 = SIXTHS / 3;

/// The additional pay for a wholly held triangle with thresholds: 1.5 points instead of 1.
pub(crate) const THRESHOLD_BONUS: u32 = SIXTHS / 2;

/// The part of a position that a resolution depends on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Resolution<'a> {
    pub(crate) ground: &'a Ground,
    pub(crate) frame: &'a Frame,
    pub(crate) stones: [u64; 2],
    pub(crate) keystone: Option<u8>,
    pub(crate) thresholds: bool,
}

impl Resolution<'_> {
    /// The pay of each player. With dice this is the average, which equals the pay without dice (IN-9).
    pub(crate) fn pays(&self) -> [u32; 2] {
        let holders = self.holders();
        let mut pays = [0, 1].map(|colour| {
            let mut corners = 0;
            let mut rest = self.stones[colour];
            while rest != 0 {
                corners += u32::from(self.frame.at[rest.trailing_zeros() as usize]);
                rest &= rest - 1;
            }
            // A centre is a corner of all six triangles of its hexagon.
            CORNER * (corners + 6 * holders[colour].count_ones())
        });
        if self.thresholds {
            for (mask, centre) in &self.frame.whole {
                for colour in [0, 1] {
                    let held = self.stones[colour] & mask == *mask;
                    let centre_held = centre.is_none_or(|hexagon| holders[colour] >> hexagon & 1 == 1);
                    pays[colour] += THRESHOLD_BONUS * u32::from(held && centre_held);
                }
            }
        }
        if let Some(keystone) = self.keystone {
            let once_more = self.triangle_pays(usize::from(keystone), &holders);
            pays = [pays[0] + once_more[0], pays[1] + once_more[1]];
        }
        pays
    }

    /// The pay of each player when the triangles roll, in the order of the board (IN-9). `roll` is a d3.
    pub(crate) fn rolled(&self, mut roll: impl FnMut() -> u32) -> [u32; 2] {
        let holders = self.holders();
        let mut pays = [0; 2];
        for (index, corners) in self.frame.corners.iter().enumerate() {
            let owners = corners.map(|corner| self.owner(corner, &holders));
            let factor = if self.keystone == Some(index as u8) { 2 } else { 1 };
            match owners {
                [None, None, None] => {}
                [Some(a), Some(b), Some(c)] if a == b && b == c => pays[a] += factor * self.whole_pays(),
                _ => {
                    if let Some(owner) = owners[roll() as usize - 1] {
                        pays[owner] += factor * SIXTHS;
                    }
                }
            }
        }
        pays
    }

    /// The triangles that roll when dice are on (IN-9), by number, with the owner of each corner: those that have an owner
    /// and are not wholly one player's.
    pub(crate) fn rolling(&self) -> impl Iterator<Item = (usize, [Option<usize>; 3])> {
        let holders = self.holders();
        let owners = move |corners: &[Corner; 3]| corners.map(|corner| self.owner(corner, &holders));
        self.frame.corners.iter().map(owners).enumerate().filter(|(_, [a, b, c])| {
            let is_whole = a.is_some() && a == b && b == c;
            !is_whole && [a, b, c].into_iter().any(Option::is_some)
        })
    }

    /// The number of corners of a triangle that each player has.
    pub(crate) fn corners_of(&self, triangle: usize) -> [u32; 2] {
        let holders = self.holders();
        self.count(self.frame.corners[triangle], &holders)
    }

    /// The hexagons whose centres each player has, as sets (IN-1).
    pub(crate) fn holders(&self) -> [u64; 2] {
        let mut holders = [0; 2];
        for (index, hexagon) in self.ground.hexagons().iter().enumerate() {
            let [black, white] = self.stones.map(|stones| (stones & hexagon.corners).count_ones());
            holders[0] |= u64::from(black > white) << index;
            holders[1] |= u64::from(white > black) << index;
        }
        holders
    }

    fn count(&self, corners: [Corner; 3], holders: &[u64; 2]) -> [u32; 2] {
        let mut counts = [0; 2];
        for owner in corners.into_iter().filter_map(|corner| self.owner(corner, holders)) {
            counts[owner] += 1;
        }
        counts
    }

    /// The pay of one triangle to each player: the average if dice are rolled, and doubled if it is the keystone.
    pub(crate) fn pays_of(&self, triangle: usize) -> [u32; 2] {
        let factor = if self.keystone == Some(triangle as u8) { 2 } else { 1 };
        self.triangle_pays(triangle, &self.holders()).map(|pays| factor * pays)
    }

    /// Whether all three corners of a triangle are this colour's.
    pub(crate) fn is_whole(&self, triangle: usize, colour: usize) -> bool {
        self.corners_of(triangle)[colour] == 3
    }

    fn triangle_pays(&self, triangle: usize, holders: &[u64; 2]) -> [u32; 2] {
        let pay = |corners: u32| if corners == 3 { self.whole_pays() } else { CORNER * corners };
        self.count(self.frame.corners[triangle], holders).map(pay)
    }

    /// The pay of a triangle that one player holds wholly, unless it is the keystone.
    pub(crate) fn whole_pays(&self) -> u32 {
        SIXTHS + if self.thresholds { THRESHOLD_BONUS } else { 0 }
    }

    fn owner(&self, corner: Corner, holders: &[u64; 2]) -> Option<usize> {
        let of = |sets: &[u64; 2], index: u8| (0..2).find(|&colour| sets[colour] >> index & 1 == 1);
        match corner {
            Corner::Point(point) => of(&self.stones, point),
            Corner::Centre(hexagon) => of(holders, hexagon),
            Corner::Outside => None,
        }
    }
}
