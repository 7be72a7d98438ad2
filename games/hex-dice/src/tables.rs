//! The numbers that a designer would tweak, read from `data/tables.toml` and checked before anybody plays with them.

use std::sync::OnceLock;

use game::MOST_SEATS;
use hex::Board;
use serde::Deserialize;

/// The faces of a die.
pub const FACES: usize = 6;
/// The most dice that an army may have: so many have room in a position.
pub const MOST_DICE: usize = 8;

/// Everything in the file.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tables {
    /// The board's.
    pub radius: u8,
    /// One die in so many may be rolled again in the setup.
    pub reroll_one_in: u8,
    /// So many turns by each player without a unit leaving the board are a draw.
    pub turns_without_progress: u16,
    /// How long a disconnected player has to come back.
    pub grace_seconds: u32,
    /// The units, by face.
    #[serde(rename = "unit")]
    pub units: Vec<UnitKind>,
    /// For each number of players.
    #[serde(rename = "table")]
    pub tables: Vec<Table>,
}

/// What a face is.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnitKind {
    /// Which face.
    pub face: u8,
    /// Its name in message keys.
    pub name: String,
    /// What an attack has to reach.
    pub armour: u8,
    /// What its attack reaches.
    pub attack: u8,
    /// Straight ways: the direction in sixths of a turn clockwise from forward, and how many steps.
    #[serde(default)]
    pub slides: Vec<(u8, u8)>,
    /// Crooked ways: so many steps straight, then one turned.
    #[serde(default)]
    pub bends: u8,
    /// Ways across an edge: between this direction and the next.
    #[serde(default)]
    pub squeezes: Vec<u8>,
    /// How near and how far it attacks without moving.
    #[serde(default)]
    pub range: Option<(u8, u8)>,
    /// Whether it moves in when such an attack wins.
    #[serde(default)]
    pub charges: bool,
    /// What it adds to the armour of each friend next to it.
    #[serde(default)]
    pub aura: u8,
}

/// A table for so many players.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Table {
    /// How many.
    pub players: u8,
    /// How many dice each of them may have; the first if nobody says otherwise.
    pub dice: Vec<u8>,
    /// Where their bases are, as (q, r), clockwise (HD-12).
    pub bases: Vec<(i32, i32)>,
    /// Where an army is deployed: the first of these that is large enough.
    pub zones: Vec<Zone>,
}

/// Hexes about a base.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Zone {
    /// Those within so many steps.
    pub within: u8,
    /// Also those two columns to either side in the same row.
    #[serde(default)]
    pub sides: bool,
}

/// The tables that ship.
#[inline]
pub fn tables() -> &'static Tables {
    static TABLES: OnceLock<Tables> = OnceLock::new();
    TABLES.get_or_init(|| Tables::read(include_str!("../data/tables.toml")).expect("a test reads data/tables.toml"))
}

/// What a face is.
///
/// # Panics
/// If a die has no such face.
#[inline]
pub fn kind(face: u8) -> &'static UnitKind {
    &tables().units[usize::from(face) - 1]
}

impl Tables {
    /// Reads and checks a file; an error says what is wrong and what would be right.
    pub fn read(file: &str) -> Result<Self, String> {
        let tables: Self = toml::from_str(file).map_err(|error| error.to_string())?;
        tables.check()?;
        Ok(tables)
    }

    fn check(&self) -> Result<(), String> {
        let ensure = |holds: bool, wrong: &dyn Fn() -> String| if holds { Ok(()) } else { Err(wrong()) };
        ensure(self.reroll_one_in > 0, &|| "reroll_one_in is at least 1".to_owned())?;
        ensure((2..=6).contains(&self.radius), &|| "the radius is from 2 to 6".to_owned())?;
        let faces: Vec<u8> = self.units.iter().map(|unit| unit.face).collect();
        ensure(faces.iter().copied().eq(1..=FACES as u8), &|| format!("a unit a face, 1 to 6, not {faces:?}"))?;
        for UnitKind { name, armour, slides, squeezes, range, .. } in &self.units {
            let directions = slides.iter().map(|slide| slide.0).chain(squeezes.iter().copied());
            ensure(directions.max().unwrap_or(0) < 6, &|| format!("{name}: a direction is from 0 to 5"))?;
            ensure((1..=7).contains(armour), &|| format!("{name}: armour is from 1 to 7"))?;
            let (near, far) = range.unwrap_or((1, 1));
            ensure(near >= 1 && near <= far, &|| format!("{name}: a range goes from near to far"))?;
        }
        let board = Board::new(self.radius);
        for table @ Table { players, dice, bases, zones } in &self.tables {
            let seats = usize::from(*players);
            ensure((2..=MOST_SEATS).contains(&seats), &|| format!("a table has 2 to 6 players, not {players}"))?;
            ensure(bases.len() == seats, &|| format!("{players} players: a base each, not {}", bases.len()))?;
            let largest = dice.iter().max().copied().map_or(0, usize::from);
            ensure((1..=MOST_DICE).contains(&largest), &|| format!("{players} players: 1 to 8 dice each"))?;
            ensure(!zones.is_empty(), &|| format!("{players} players: a zone is missing"))?;
            for base in table.base_hexes() {
                let straight = hex::Direction::between(base, hex::Hex::ORIGIN).is_some();
                ensure(board.contains(base) && straight, &|| {
                    format!("{players} players: ({}, {}) has no straight way to the centre", base.q, base.r)
                })?;
            }
        }
        Ok(())
    }

    /// The table for so many players.
    pub fn table(&self, players: u8) -> Option<&Table> {
        self.tables.iter().find(|table| table.players == players)
    }
}

impl Table {
    /// Where the bases are.
    pub fn base_hexes(&self) -> impl Iterator<Item = hex::Hex> {
        self.bases.iter().map(|&(q, r)| hex::Hex::new(q, r))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = include_str!("../data/tables.toml");

    #[test]
    fn a_mistake_in_the_file_is_named_with_its_line() {
        let error = Tables::read(&FILE.replace("armour = 1", "armor = 1")).unwrap_err();
        assert!(error.contains("armor") && error.contains("line"), "{error}");
    }

    #[test]
    fn what_would_break_the_game_is_refused() {
        for (right, wrong, about) in [
            ("face = 2", "face = 3", "a unit a face"),
            ("slides = [[0, 3], [3, 1]]", "slides = [[6, 3]]", "pawn: a direction"),
            ("range = [2, 3]", "range = [3, 2]", "archer: a range"),
            ("players = 3", "players = 7", "2 to 6 players"),
            ("bases = [[0, -5], [0, 5]]", "bases = [[0, -5]]", "a base each"),
            ("[6, 0], [-6, 6]]", "[5, 1], [-6, 6]]", "no straight way"),
            ("dice = [6, 8]", "dice = [6, 9]", "1 to 8 dice"),
            ("radius = 6", "radius = 7", "the radius"),
        ] {
            assert!(FILE.contains(right), "{right}");
            let error = Tables::read(&FILE.replacen(right, wrong, 1)).unwrap_err();
            assert!(error.contains(about), "{error}");
        }
    }
}
