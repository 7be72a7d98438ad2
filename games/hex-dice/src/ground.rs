//! The board, and the bases, directions and zones for each number of players.

use std::sync::{Arc, OnceLock};

use game::MOST_SEATS;
use hex::{Direction, Hex, Mask, MaskBoard};

use crate::tables::{Tables, UnitKind, Zone};

/// Stands for no cell: the neighbour lies beyond the rim.
pub(crate) const OFF: u8 = u8::MAX;

/// The board's radius: 127 hexes (HD-1). It is no part of a rule set: notation and the sizes of positions depend on it.
const RADIUS: u8 = 6;

/// The neighbour masks of the board. They are geometry and no rule, and so cached for the whole process.
#[inline]
pub fn board() -> &'static MaskBoard {
    MaskBoard::of_radius(RADIUS).expect("a board of this radius fits a mask")
}

/// Neighbours and rows of the board: geometry and no rule, and so cached for the whole process.
#[derive(Debug, PartialEq, Eq)]
struct Lines {
    /// `next[cell][direction]`: the neighbour that way, or [`OFF`].
    next: [[u8; 6]; 128],
    /// `axes[cell]`: the cells in a straight row with this one.
    axes: [Mask; 128],
}

impl Lines {
    fn of_board() -> &'static Self {
        static LINES: OnceLock<Lines> = OnceLock::new();
        LINES.get_or_init(|| {
            let mut lines = Self { next: [[OFF; 6]; 128], axes: [Mask::EMPTY; 128] };
            for (index, hex) in board().board().iter().enumerate() {
                lines.next[index] = hex.neighbours().map(cell);
                let straight = |other: &Hex| Direction::between(hex, *other).is_some();
                lines.axes[index] =
                    board().board().iter().filter(straight).map(|other| usize::from(cell(other))).collect();
            }
            lines
        })
    }
}

fn cell(hex: Hex) -> u8 {
    board().board().index(hex).map_or(OFF, |index| index as u8)
}

/// A match's ground: so many players with so many dice each, and the rule set that says what the dice are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ground {
    tables: Arc<Tables>,
    players: u8,
    dice: u8,
    bases: [u8; MOST_SEATS],
    forward: [Direction; MOST_SEATS],
    zones: [Mask; MOST_SEATS],
    lines: &'static Lines,
}

impl Ground {
    /// The ground for so many players with so many dice each, if the rule set has it.
    pub fn of(tables: &Arc<Tables>, players: u8, dice: u8) -> Option<Self> {
        let table = tables.table(players).filter(|table| table.dice.contains(&dice))?;
        let mut ground = Self {
            tables: Arc::clone(tables),
            players,
            dice,
            bases: [OFF; MOST_SEATS],
            forward: [Direction::N; MOST_SEATS],
            zones: [Mask::EMPTY; MOST_SEATS],
            lines: Lines::of_board(),
        };
        for (seat, base) in table.base_hexes().enumerate() {
            let large_enough = |zone: &Mask| zone.len() >= usize::from(dice);
            ground.bases[seat] = cell(base);
            ground.forward[seat] = Direction::between(base, Hex::ORIGIN).expect("the tables are checked");
            let mut zones = table.zones.iter().map(|&zone| zone_of(base, zone));
            ground.zones[seat] = zones.find(large_enough).expect("the tables are checked");
        }
        Some(ground)
    }

    /// The rule set.
    pub fn tables(&self) -> &Arc<Tables> {
        &self.tables
    }

    /// What a face is.
    ///
    /// # Panics
    /// If a die has no such face.
    #[inline]
    pub fn kind(&self, face: u8) -> &UnitKind {
        &self.tables.units[usize::from(face) - 1]
    }

    /// The number of players.
    #[inline]
    pub fn players(&self) -> u8 {
        self.players
    }

    /// The number of dice of each player.
    #[inline]
    pub fn dice(&self) -> u8 {
        self.dice
    }

    /// The number of dice that each player may reroll in the setup.
    pub fn rerolls(&self) -> u8 {
        self.dice / self.tables.reroll_one_in
    }

    /// A seat's base.
    #[inline]
    pub fn base(&self, seat: usize) -> usize {
        usize::from(self.bases[seat])
    }

    /// The direction from a seat's base to the centre.
    #[inline]
    pub fn forward(&self, seat: usize) -> Direction {
        self.forward[seat]
    }

    /// The hexes where a seat deploys.
    #[inline]
    pub fn zone(&self, seat: usize) -> Mask {
        self.zones[seat]
    }

    /// The neighbour of a cell in a direction.
    #[inline]
    pub(crate) fn step(&self, cell: usize, direction: Direction) -> Option<usize> {
        let next = self.lines.next[cell & 127][direction.index()];
        (next != OFF).then_some(usize::from(next))
    }

    /// The cells in a straight row with this one.
    #[inline]
    pub(crate) fn axes(&self, cell: usize) -> Mask {
        self.lines.axes[cell & 127]
    }
}

/// The hexes of a zone about a base.
pub(crate) fn zone_of(base: Hex, zone: Zone) -> Mask {
    let sides =
        if zone.sides { [Hex::new(2, -1), Hex::new(-2, 1)].map(|step| base + step).to_vec() } else { Vec::new() };
    let hexes = base.disc(u32::from(zone.within)).chain(sides);
    hexes.filter_map(|hex| board().board().index(hex)).collect()
}
