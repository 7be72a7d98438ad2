//! The whole state as plain data, in the players' notation. HexOust hides nothing, so every viewer gets all of it.

use game::Misfit;
use hex::{Mask, MaskBoard};
use serde::{Deserialize, Serialize};

use crate::cell;
use crate::position::{Colour, Ended, Position};

/// The whole state of a match. Cells are listed by their names, with spaces between them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OustView {
    /// The number of cells on a side.
    pub base: u8,
    /// The number of the turn.
    pub turn: u32,
    /// The player who places next.
    pub to_move: Name,
    /// Red's stones.
    pub red: String,
    /// Blue's stones.
    pub blue: String,
    /// Stones placed in this turn so far.
    pub placed: String,
    /// Stones placed in the turn before.
    pub placed_before: String,
    /// Cells emptied in this turn so far.
    pub emptied: String,
    /// Cells emptied in the turn before.
    pub emptied_before: String,
    /// The player whose turn was skipped after the last placement.
    pub passed: Option<Name>,
    /// The winner.
    pub winner: Option<Name>,
}

/// The name of a colour in JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Name {
    /// Moves first.
    Red,
    /// Moves second.
    Blue,
}

impl From<Colour> for Name {
    fn from(colour: Colour) -> Self {
        match colour {
            Colour::Red => Self::Red,
            Colour::Blue => Self::Blue,
        }
    }
}

impl From<Name> for Colour {
    fn from(name: Name) -> Self {
        match name {
            Name::Red => Self::Red,
            Name::Blue => Self::Blue,
        }
    }
}

impl From<&Position> for OustView {
    fn from(position: &Position) -> Self {
        let board = position.board().board();
        let all = cell::names(position.board());
        let names = |cells: Mask| all.list(cells.iter().map(|cell| board.hex(cell)));
        let [placed, placed_before] = position.placed().map(names);
        let [emptied, emptied_before] = position.emptied().map(names);
        Self {
            base: position.base(),
            turn: position.turn(),
            to_move: position.to_move().into(),
            red: names(position.stones(Colour::Red)),
            blue: names(position.stones(Colour::Blue)),
            placed,
            placed_before,
            emptied,
            emptied_before,
            passed: position.passed().map(Name::from),
            winner: position.winner().map(Name::from),
        }
    }
}

impl TryFrom<&OustView> for Position {
    type Error = Misfit;

    fn try_from(view: &OustView) -> Result<Self, Misfit> {
        let board = view.base.checked_sub(1).and_then(MaskBoard::of_radius).ok_or(Misfit("base"))?;
        let names = cell::names(board);
        let mask = |list: &str, part| -> Result<Mask, Misfit> {
            let cells = names.find_list(list).map(|hex| board.board().index(hex?));
            cells.collect::<Option<Mask>>().ok_or(Misfit(part))
        };
        let (red, blue) = (mask(&view.red, "red")?, mask(&view.blue, "blue")?);
        Misfit::unless(!red.intersects(blue), "blue")?;
        let ended = Ended { winner: view.winner.map(Colour::from), passed: view.passed.map(Colour::from) };
        Ok(Self::set_up(view.base, red, blue, view.to_move.into(), view.turn).with_story(
            [mask(&view.placed, "placed")?, mask(&view.placed_before, "placed_before")?],
            [mask(&view.emptied, "emptied")?, mask(&view.emptied_before, "emptied_before")?],
            ended,
        ))
    }
}
