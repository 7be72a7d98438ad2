//! The numbers of the rules, read from `data/tables.toml` and checked before a match is played with them.

use game::{MOST_SEATS, RuleFiles, RuleSet, RulesError, read_toml};
use serde::Deserialize;

use crate::ground::{board, zone_of};

/// The faces of a die.
pub const FACES: usize = 6;
/// The largest number of dice of an army. A position has room for this many.
pub const MOST_DICE: usize = 8;

/// The one file of a rule set.
const FILE: &str = "tables.toml";
/// The names of units: the message files have words for these.
const NAMES: [&str; FACES] = ["pawn", "bishop", "knight", "rook", "archer", "legion"];
/// From one corner of the board to the opposite one.
const FURTHEST: u8 = 12;

/// A rule set of Hex Dice: everything in the file.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tables {
    /// What the rule set is called.
    pub name: String,
    /// One die in so many may be rolled again in the setup.
    pub reroll_one_in: u8,
    /// The units, by face.
    #[serde(rename = "unit")]
    pub units: Vec<UnitKind>,
    /// The tables for each number of players.
    #[serde(rename = "table")]
    pub tables: Vec<Table>,
}

/// What a face is.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnitKind {
    /// The face.
    pub face: u8,
    /// Its name in message keys.
    pub name: String,
    /// The armour that an attack has to reach.
    pub armour: u8,
    /// The strength of its attack.
    pub attack: u8,
    /// Straight moves: the direction in sixths of a turn clockwise from forward, and the number of steps.
    #[serde(default)]
    pub slides: Vec<(u8, u8)>,
    /// Bent moves: this many steps straight, then one step to either side.
    #[serde(default)]
    pub bends: u8,
    /// Moves across an edge: between this direction and the next.
    #[serde(default)]
    pub squeezes: Vec<u8>,
    /// The smallest and the largest distance at which it attacks without moving.
    #[serde(default)]
    pub range: Option<(u8, u8)>,
    /// Whether it moves into the hex when an attack by range wins.
    #[serde(default)]
    pub charges: bool,
    /// The bonus to the armour of each friend next to it.
    #[serde(default)]
    pub aura: u8,
}

/// The layout for a number of players.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Table {
    /// The number of players.
    pub players: u8,
    /// The possible numbers of dice for each player. The first is the default.
    pub dice: Vec<u8>,
    /// The bases as (q, r), clockwise (HD-12).
    pub bases: Vec<(i32, i32)>,
    /// The zones where an army can deploy. The first one that is large enough is used.
    pub zones: Vec<Zone>,
}

/// A set of hexes around a base.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Zone {
    /// The hexes within this distance.
    pub within: u8,
    /// Also the hexes two columns to either side in the same row.
    #[serde(default)]
    pub sides: bool,
}

impl Tables {
    /// Reads and checks a file.
    fn read(file: &str) -> Result<Self, RulesError> {
        let tables: Self = read_toml(file).map_err(|error| RulesError::at(FILE, file, error.span, error.problem))?;
        // `begins` is the line of the value itself, or the one that names the unit or the table that it is in.
        let in_line = |Wrong { begins, problem }| RulesError::in_line(FILE, file, &begins, problem);
        tables.check().map_err(in_line)?;
        Ok(tables)
    }

    fn check(&self) -> Result<(), Wrong> {
        check_that(self.reroll_one_in > 0, "reroll_one_in", || "reroll_one_in is at least 1".to_owned())?;
        let faces: Vec<u8> = self.units.iter().map(|unit| unit.face).collect();
        let all_faces = faces.iter().copied().eq(1..=FACES as u8);
        check_that(all_faces, "[[unit]]", || format!("a unit a face, 1 to 6, not {faces:?}"))?;
        self.units.iter().try_for_each(UnitKind::check)?;
        check_that(!self.tables.is_empty(), "name", || "a table for some number of players is missing".to_owned())?;
        self.tables.iter().try_for_each(Table::check)
    }

    /// The layout for this number of players.
    pub fn table(&self, players: u8) -> Option<&Table> {
        self.tables.iter().find(|table| table.players == players)
    }
}

impl UnitKind {
    fn check(&self) -> Result<(), Wrong> {
        let Self { name, armour, attack, slides, bends, squeezes, range, aura, .. } = self;
        let begins = format!("name = \"{name}\"");
        let check_that = |holds: bool, problem: &str| check_that(holds, &begins, || format!("{name}: {problem}"));
        check_that(NAMES.contains(&name.as_str()), &format!("a unit is called one of {}", NAMES.join(", ")))?;
        let directions = slides.iter().map(|slide| slide.0).chain(squeezes.iter().copied());
        check_that(directions.max().unwrap_or(0) < 6, "a direction is from 0 to 5")?;
        let steps = slides.iter().map(|slide| slide.1).chain([*bends]);
        check_that(steps.max().unwrap_or(0) <= FURTHEST, "a way is at most 12 steps")?;
        check_that((1..=7).contains(armour), "armour is from 1 to 7")?;
        check_that(*attack <= 20 && *aura <= 5, "attack is at most 20 and aura at most 5")?;
        let (near, far) = range.unwrap_or((1, 1));
        check_that(near >= 1 && near <= far && far <= FURTHEST, "a range goes from near to far, from 1 to 12")
    }
}

impl Table {
    /// The hexes of the bases.
    pub fn base_hexes(&self) -> impl Iterator<Item = hex::Hex> {
        self.bases.iter().map(|&(q, r)| hex::Hex::new(q, r))
    }

    fn check(&self) -> Result<(), Wrong> {
        let Self { players, dice, bases, zones } = self;
        let seats = usize::from(*players);
        let begins = format!("players = {players}");
        let check_that = |holds: bool, problem: String| check_that(holds, &begins, || problem);
        check_that((2..=MOST_SEATS).contains(&seats), format!("a table has 2 to 6 players, not {players}"))?;
        check_that(bases.len() == seats, format!("{players} players: a base each, not {}", bases.len()))?;
        let fit = !dice.is_empty() && dice.iter().all(|&dice| (1..=MOST_DICE).contains(&usize::from(dice)));
        check_that(fit, format!("{players} players: 1 to 8 dice each"))?;
        check_that(zones.iter().all(|zone| zone.within <= FURTHEST), format!("{players} players: within 12 steps"))?;
        for (index, base) in self.base_hexes().enumerate() {
            let straight = hex::Direction::between(base, hex::Hex::ORIGIN).is_some();
            check_that(
                board().board().contains(base) && straight,
                format!("{players} players: ({}, {}) has no straight way to the centre", base.q, base.r),
            )?;
            let is_first = self.base_hexes().position(|other| other == base) == Some(index);
            check_that(is_first, format!("{players} players: two bases on ({}, {})", base.q, base.r))?;
            let most = dice.iter().copied().max().unwrap_or(0);
            let room = zones.iter().any(|&zone| zone_of(base, zone).len() >= usize::from(most));
            check_that(room, format!("{players} players: no zone has room for {most} dice"))?;
        }
        Ok(())
    }
}

/// What is wrong, and how the line begins that says where.
struct Wrong {
    begins: String,
    problem: String,
}

fn check_that(holds: bool, begins: &str, problem: impl FnOnce() -> String) -> Result<(), Wrong> {
    if holds { Ok(()) } else { Err(Wrong { begins: begins.to_owned(), problem: problem() }) }
}

impl RuleSet for Tables {
    const FILES: &'static [(&'static str, &'static str)] = &[(FILE, game::text_file!("../data/tables.toml"))];

    fn parse(files: &RuleFiles) -> Result<Self, RulesError> {
        Self::read(files.get(FILE)?)
    }

    fn name(&self) -> &str {
        &self.name
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mistake(old: &str, new: &str) -> String {
        let file = Tables::FILES[0].1;
        assert!(file.contains(old), "{old}");
        Tables::read(&file.replacen(old, new, 1)).unwrap_err().to_string()
    }

    fn line_of(begins: &str) -> usize {
        1 + Tables::FILES[0].1.lines().position(|line| line.starts_with(begins)).unwrap()
    }

    #[test]
    fn a_mistake_in_the_file_is_named_with_its_line() {
        let error = mistake("armour = 1", "armor = 1");
        assert!(error.starts_with(&format!("tables.toml, line {}: ", line_of("armour = 1"))), "{error}");
        assert!(error.contains("armor"), "{error}");
    }

    #[test]
    fn what_would_break_the_game_is_refused_with_its_line() {
        for (right, wrong, line, about) in [
            ("face = 2", "face = 3", "[[unit]]", "a unit a face"),
            ("name = \"rook\"", "name = \"tower\"", "name = \"rook\"", "a unit is called one of"),
            ("slides = [[0, 3], [3, 1]]", "slides = [[6, 3]]", "name = \"pawn\"", "pawn: a direction"),
            ("slides = [[0, 3], [3, 1]]", "slides = [[0, 13]]", "name = \"pawn\"", "at most 12 steps"),
            ("range = [2, 3]", "range = [3, 2]", "name = \"archer\"", "archer: a range"),
            ("range = [2, 3]", "range = [2, 200]", "name = \"archer\"", "archer: a range"),
            ("players = 3", "players = 7", "players = 3", "2 to 6 players"),
            ("bases = [[0, -5], [0, 5]]", "bases = [[0, -5]]", "players = 2", "a base each"),
            ("bases = [[0, -5], [0, 5]]", "bases = [[0, -5], [0, -5]]", "players = 2", "two bases"),
            ("[6, 0], [-6, 6]]", "[5, 1], [-6, 6]]", "players = 3", "no straight way"),
            ("dice = [6, 8]", "dice = [6, 9]", "players = 2", "1 to 8 dice"),
            ("dice = [6, 8]", "dice = []", "players = 2", "1 to 8 dice"),
            ("reroll_one_in = 3", "reroll_one_in = 0", "reroll_one_in", "at least 1"),
        ] {
            let error = mistake(right, wrong);
            assert!(error.starts_with(&format!("tables.toml, line {}: ", line_of(line))), "{wrong}: {error}");
            assert!(error.contains(about), "{wrong}: {error}");
        }
    }
}
