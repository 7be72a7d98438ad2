//! Helpers for several test files.
#![allow(dead_code, clippy::unwrap_used, reason = "not every test file needs everything, and helpers are tests too")]

pub(crate) mod naive;

use game::{Game, Random, Seat, Viewer};
use sixfold_hexlock::{Cell, Hexlock, Position, Side};

/// Red may attack d4 from d3 with two hexes beside it; b3 is far from everything.
pub(crate) const FRONT: &str = "
             .
          .     .
       .     R3    .
    .     R3    .     .
       .     R1    .
    .     .     .     .
       B3    B2    .
    .     .     .     .
       .     B3    .
    .     .     .     .
       .     .     .
          .     .
             B3";

/// A hex by its name.
pub(crate) fn at(name: &str) -> Cell {
    Cell::named(name).unwrap_or_else(|| panic!("{name} is no hex"))
}

/// All hexes.
pub(crate) fn cells() -> impl Iterator<Item = Cell> {
    (0..Cell::COUNT).map(|cell| Cell(cell as u8))
}

/// Whether a hex lies next to a hex of this side.
pub(crate) fn is_beside(position: &Position, cell: Cell, side: Side) -> bool {
    let hex = cell.hex();
    hex.neighbours().into_iter().filter_map(Cell::at).any(|next| position.owner(next) == Some(side))
}

/// The hexes whose HP a viewer may not know, computed from the rulebook and not from the view: for a player, enemy
/// hexes beside no own hex; for a spectator, hexes beside no enemy of their owner (HL-6). Empty after the end.
pub(crate) fn hidden_from(position: &Position, viewer: Viewer) -> Vec<Cell> {
    let over = position.winner().is_some();
    let hidden = |cell: &Cell| {
        let Some(owner) = position.owner(*cell) else { return false };
        match viewer {
            Viewer::Everything => false,
            _ if over => false,
            Viewer::Spectator => !is_beside(position, *cell, owner.other()),
            Viewer::Seat(Seat(seat)) => owner as u8 != seat && !is_beside(position, *cell, owner.other()),
        }
    };
    cells().filter(hidden).collect()
}

/// The same match with other HP wherever the viewer cannot see them (HL-8).
pub(crate) fn twins(game: &Hexlock, viewer: Viewer, random: &mut Random) -> Hexlock {
    let mut twin = game.clone();
    for cell in hidden_from(&game.position, viewer) {
        let owner = game.position.owner(cell).unwrap();
        twin.position.give(cell, owner, 1 + random.below(3) as u8);
    }
    twin
}

/// A random action.
pub(crate) fn some_action(game: &Hexlock, random: &mut Random) -> Option<<Hexlock as Game>::Action> {
    game.random_action(random, &mut Vec::new())
}
