//! The whole state as plain data. Nothing is hidden, so every viewer gets all of it.

use game::{Game as _, Misfit};
use hex::{Mask, MaskBoard};
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

    /// The match that has this view. A view may come from a server that is wrong, so every part of it is checked.
    pub(crate) fn game(&self) -> Result<{{Type}}, Misfit> {
        Misfit::unless(self.base.checked_sub(1).and_then(MaskBoard::of_radius).is_some(), "base")?;
        let empty = {{Type}}(Position::empty(self.base));
        let cell = |name: &String, part| empty.read(name).map_err(|_| Misfit(part));
        let mask = |names: &[String], part| -> Result<Mask, Misfit> {
            names.iter().map(|name| Ok(usize::from(cell(name, part)?.0))).collect()
        };
        let stones = [mask(&self.red, "red")?, mask(&self.blue, "blue")?];
        // Red begins, and the players take turns.
        let ahead = stones[0].len().checked_sub(stones[1].len());
        Misfit::unless(!stones[0].intersects(stones[1]) && matches!(ahead, Some(0 | 1)), "blue")?;
        let last = self.last.as_ref().map(|name| cell(name, "last")).transpose()?;
        let is_stone = |last: Cell| (stones[0] | stones[1]).contains(usize::from(last.0));
        Misfit::unless(last.is_none_or(is_stone), "last")?;
        Ok({{Type}}(Position::with_stones(self.base, stones, last)))
    }
}
