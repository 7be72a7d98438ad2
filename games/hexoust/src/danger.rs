//! Danger at a glance: the groups that the opponent could capture in its next turn.

use game::{Message, SortedMap, SortedSet};
use hex::Mask;
use scene::{Area, Threat, ThreatKind};

use crate::cell::Cell;
use crate::hexoust::seat;
use crate::position::{Colour, Placement, Position};
use crate::scene::place;

/// Captures that need others before them are searched in at most this many positions, so that drawing stays fast. Long
/// chains on a full board may need more. Then some groups at their ends are not listed.
const MOST_POSITIONS: usize = 150;

/// The hexes from which each group of a colour can be captured, by the first stone of the group.
#[derive(Default)]
struct Captures {
    /// By the first placement of the turn.
    at_once: SortedMap<usize, Mask>,
    /// By a later placement of the turn: the hexes of the first placement.
    later: SortedMap<usize, Mask>,
}

/// The groups of a colour that could be captured.
pub(crate) fn of(position: &Position, colour: Colour) -> Vec<Threat> {
    if position.winner().is_some() {
        return Vec::new();
    }
    let captures = captures(position, colour);
    let threat = |group: usize, from: Mask, kind, key| {
        let stones = position.group(Cell(group as u8));
        let board = position.board();
        let names: Vec<String> = from.iter().map(|cell| Cell(cell as u8).name(board)).collect();
        let words = Message::new(key)
            .with("count", stones.len() as i64)
            .with("cell", Cell(group as u8).name(board))
            .with("seat", seat(colour))
            .with("ways", names.len() as i64)
            .with("from", names.join(", "));
        let places = |cells: Mask| cells.iter().map(|cell| place(position, cell)).collect();
        Threat::new(kind, places(stones), places(from), words)
    };
    let at_once = captures.at_once.iter().map(|(&group, &from)| threat(group, from, ThreatKind::Lost, "danger.taken"));
    let later = captures.later.iter().filter(|(group, _)| !captures.at_once.contains_key(group));
    let later = later.map(|(&group, &from)| threat(group, from, ThreatKind::MayBeLost, "danger.taken-later"));
    at_once.chain(later).collect()
}

/// The hexes where the opponent could capture a stone of this colour at once: one that is there, or one that the colour
/// placed there now.
pub(crate) fn exposed(position: &Position, colour: Colour) -> Option<Area> {
    let placing = position.handed_to(colour);
    let would_be_taken = |&cell: &usize| {
        let mut after = placing.clone();
        after.place(Cell(cell as u8));
        after.winner().is_none() && taken_at_once(&after, colour).contains(cell)
    };
    let cells = taken_at_once(position, colour) | placing.legal().iter().filter(would_be_taken).collect();
    let places: Vec<_> = cells.iter().map(|cell| place(position, cell)).collect();
    let label = Message::new("exposed").with("seat", seat(colour));
    (position.winner().is_none() && !places.is_empty()).then_some(Area { label, places })
}

/// The stones of a colour that the first placement of the opponent's turn could take.
fn taken_at_once(position: &Position, colour: Colour) -> Mask {
    let now = position.handed_to(colour.other());
    now.empty_cells().iter().fold(Mask::EMPTY, |all, cell| match now.placement(Cell(cell as u8)) {
        Placement::Capture(taken) => all | taken,
        _ => all,
    })
}

/// Walks through the captures of the opponent's next turn, breadth first.
fn captures(position: &Position, colour: Colour) -> Captures {
    let mut captures = Captures::default();
    let mut known = SortedSet::new();
    let mut waiting = vec![(position.handed_to(colour.other()), None)];
    let mut next = 0;
    while let Some((now, first)) = waiting.get(next).cloned() {
        next += 1;
        for cell in now.empty_cells() {
            let Placement::Capture(taken) = now.placement(Cell(cell as u8)) else { continue };
            let (found, from) = match first {
                None => (&mut captures.at_once, cell),
                Some(first) => (&mut captures.later, first),
            };
            let mut left = taken;
            while let Some(group) = left.first() {
                found.entry(group).or_default().insert(from);
                left -= now.group(Cell(group as u8));
            }
            if waiting.len() < MOST_POSITIONS {
                let mut after = now.clone();
                after.place(Cell(cell as u8));
                let goes_on = after.winner().is_none() && after.to_move() != colour && after.turn() == now.turn();
                if goes_on && known.insert(Colour::BOTH.map(|colour| after.stones(colour))) {
                    waiting.push((after, Some(from)));
                }
            }
        }
    }
    captures
}
