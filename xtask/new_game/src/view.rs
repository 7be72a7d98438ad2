//! The whole state as plain data. Nothing is hidden, so every viewer gets all of it.

use game::Game as _;
use hex::Mask;
use serde::{Deserialize, Serialize};

use crate::position::{Cell, Position};
use crate::{{crate}}::{{Type}};

/// The whole state of a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct {{Type}}View {
    /// The number of hexes on a side of the board.
    pub base: u8,
    /// Red's stones.
    pub red: Vec<String>,
    /// Blue's stones.
    pub blue: Vec<String>,
    /// The stone that was placed last.
    pub last: Option<String>,
}

impl {{Type}}View {
    pub(crate) fn of(game: &{{Type}}) -> Self {
        let [red, blue] = game.0.stones().map(|stones| stones.iter().map(|cell| game.write(&Cell(cell as u8))).collect());
        Self { base: game.0.base(), red, blue, last: game.0.last().map(|cell| game.write(&cell)) }
    }

    pub(crate) fn game(&self) -> {{Type}} {
        let empty = {{Type}}(Position::empty(self.base));
        let cell = |name: &String| empty.read(name).expect("a view names hexes of its board");
        let mask = |names: &[String]| names.iter().map(|name| usize::from(cell(name).0)).collect::<Mask>();
        let stones = [mask(&self.red), mask(&self.blue)];
        {{Type}}(Position::with_stones(self.base, stones, self.last.as_ref().map(cell)))
    }
}
