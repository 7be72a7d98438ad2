//! The board with its tables, and what a table for so many players makes of it: bases, directions and zones.

use std::sync::OnceLock;

use game::MOST_SEATS;
use hex::{Direction, Hex, Mask, MaskBoard};

use crate::tables::{Table, Zone, tables};

/// No cell: what lies beyond the rim.
pub(crate) const OFF: u8 = u8::MAX;

/// The board's own tables.
#[inline]
pub fn board() -> &'static MaskBoard {
    MaskBoard::of_radius(tables().radius).expect("the tables are checked: the board fits a mask")
}

/// A match's ground: so many players with so many dice each.
#[derive(Debug)]
pub struct Ground {
    players: u8,
    dice: u8,
    bases: [u8; MOST_SEATS],
    forward: [Direction; MOST_SEATS],
    zones: [Mask; MOST_SEATS],
    /// `next[cell][direction]`: the neighbour that way, or [`OFF`].
    next: [[u8; 6]; 128],
    /// `axes[cell]`: the cells in a straight row with this one.
    axes: [Mask; 128],
}

impl Ground {
    /// The ground for so many players with so many dice each, if the tables have it.
    pub fn of(players: u8, dice: u8) -> Option<&'static Self> {
        grounds().iter().find(|ground| ground.players == players && ground.dice == dice)
    }

    fn new(table: &Table, dice: u8) -> Self {
        let cell = |hex: Hex| board().board().index(hex).map_or(OFF, |index| index as u8);
        let mut ground = Self {
            players: table.players,
            dice,
            bases: [OFF; MOST_SEATS],
            forward: [Direction::N; MOST_SEATS],
            zones: [Mask::EMPTY; MOST_SEATS],
            next: [[OFF; 6]; 128],
            axes: [Mask::EMPTY; 128],
        };
        for (seat, base) in table.base_hexes().enumerate() {
            let large_enough = |zone: &Mask| zone.len() >= usize::from(dice);
            ground.bases[seat] = cell(base);
            ground.forward[seat] = Direction::between(base, Hex::ORIGIN).expect("the tables are checked");
            let mut zones = table.zones.iter().map(|&zone| zone_of(base, zone));
            ground.zones[seat] = zones.find(large_enough).expect("a test deploys every army");
        }
        for (index, hex) in board().board().iter().enumerate() {
            ground.next[index] = hex.neighbours().map(cell);
            let straight = |other: &Hex| Direction::between(hex, *other).is_some();
            ground.axes[index] =
                board().board().iter().filter(straight).map(|other| usize::from(cell(other))).collect();
        }
        ground
    }

    /// How many players.
    #[inline]
    pub fn players(&self) -> u8 {
        self.players
    }

    /// How many dice each has.
    #[inline]
    pub fn dice(&self) -> u8 {
        self.dice
    }

    /// How many dice each may roll again in the setup.
    pub fn rerolls(&self) -> u8 {
        self.dice / tables().reroll_one_in
    }

    /// A seat's base.
    #[inline]
    pub fn base(&self, seat: usize) -> usize {
        usize::from(self.bases[seat])
    }

    /// The way from a seat's base to the centre.
    #[inline]
    pub fn forward(&self, seat: usize) -> Direction {
        self.forward[seat]
    }

    /// Where a seat deploys.
    #[inline]
    pub fn zone(&self, seat: usize) -> Mask {
        self.zones[seat]
    }

    /// The neighbour of a cell in a direction.
    #[inline]
    pub(crate) fn step(&self, cell: usize, direction: Direction) -> Option<usize> {
        let next = self.next[cell & 127][direction.index()];
        (next != OFF).then_some(usize::from(next))
    }

    /// The cells in a straight row with this one.
    #[inline]
    pub(crate) fn axes(&self, cell: usize) -> Mask {
        self.axes[cell & 127]
    }
}

/// Equal grounds are the same one.
impl PartialEq for Ground {
    fn eq(&self, other: &Self) -> bool {
        (self.players, self.dice) == (other.players, other.dice)
    }
}

impl Eq for Ground {}

/// Every ground there is, in the order of the tables.
pub fn grounds() -> &'static [Ground] {
    static GROUNDS: OnceLock<Vec<Ground>> = OnceLock::new();
    GROUNDS.get_or_init(|| {
        let of_table = |table: &'static Table| table.dice.iter().map(move |&dice| Ground::new(table, dice));
        tables().tables.iter().flat_map(of_table).collect()
    })
}

fn zone_of(base: Hex, zone: Zone) -> Mask {
    let sides =
        if zone.sides { [Hex::new(2, -1), Hex::new(-2, 1)].map(|step| base + step).to_vec() } else { Vec::new() };
    let hexes = base.disc(u32::from(zone.within)).chain(sides);
    hexes.filter_map(|hex| board().board().index(hex)).collect()
}
