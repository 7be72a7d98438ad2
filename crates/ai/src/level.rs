//! The levels, read from `data/levels.toml`.

use std::sync::OnceLock;

use serde::{Deserialize, Serialize};

/// How strong an opponent is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Level {
    /// Its name on the command line and on buttons.
    pub name: String,
    /// A description of this opponent in a few words.
    pub about: String,
    /// The number of simulations for each action.
    pub simulations: u32,
    /// The chance in percent of playing another action than the best.
    pub slip: u32,
    /// The chance in percent of playing the action that [`known_best`](crate::Evaluated::known_best) returns, if it
    /// returns one.
    pub knows: u32,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    level: Vec<Level>,
}

/// All levels, the weakest first.
pub fn levels() -> &'static [Level] {
    static LEVELS: OnceLock<Vec<Level>> = OnceLock::new();
    LEVELS.get_or_init(|| parse(include_str!("../data/levels.toml")).expect("a test reads data/levels.toml"))
}

impl Level {
    /// The level with this name.
    pub fn named(name: &str) -> Option<&'static Self> {
        levels().iter().find(|level| level.name == name)
    }

    /// Its number, from 1 for the weakest.
    pub fn number(&self) -> u8 {
        levels().iter().position(|level| level.name == self.name).map_or(1, |index| index as u8 + 1)
    }

    /// The level for a player who chose none.
    pub fn default_level() -> &'static Self {
        &levels()[levels().len() / 2]
    }

    /// The level that gives hints.
    pub fn strongest() -> &'static Self {
        levels().last().expect("a test counts the levels")
    }
}

fn parse(file: &str) -> Result<Vec<Level>, game::DataError> {
    game::read_toml(file).map(|file: File| file.level)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_levels_are_sound_and_each_thinks_longer_than_the_last() {
        let levels = parse(include_str!("../data/levels.toml")).unwrap();
        assert!(levels.len() >= 3);
        for pair in levels.windows(2) {
            assert!(pair[0].simulations < pair[1].simulations && pair[0].slip >= pair[1].slip, "{pair:?}");
            assert!(pair[0].knows <= pair[1].knows, "{pair:?}");
            assert_ne!(pair[0].name, pair[1].name);
        }
        assert!(levels.iter().all(|level| level.simulations > 0 && level.slip < 100));
        assert_eq!((levels.last().unwrap().slip, levels.last().unwrap().knows), (0, 100));
    }

    #[test]
    fn a_mistake_in_the_file_is_named_with_its_line() {
        let error = parse("[[level]]\nname = \"1\"\nsimulation = 5\n").unwrap_err().to_string();
        assert!(error.contains("line 3") && error.contains("simulation"), "{error}");
    }
}
