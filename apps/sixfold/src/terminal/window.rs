//! Where board and panel go in a window: the panel beside the board if there is room, else under it. A board that is
//! larger than the window is shown in part, so that the panel is always there.

use scene::{Place, Scene};

use super::board::{Layout, Scale, Sight};

/// Lines above the board.
pub(crate) const TITLE_LINES: usize = 2;
const GAP: usize = 3;
/// The panel's width beside a board.
const NARROWEST: usize = 30;
const WIDEST: usize = 52;
/// What the panel needs under a whole board, and what it gets under a part of one.
const LOWEST: usize = 4;
const LOWEST_UNDER_PART: usize = 7;
/// A part of a board that is narrower than this is better shown above the panel.
const NARROWEST_PART: usize = 34;
/// In a window that is lower than this the board comes first.
const LOW_WINDOW: usize = 16;

/// A part of the window: its left upper corner and its size, in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Area {
    pub(crate) column: usize,
    pub(crate) line: usize,
    pub(crate) width: usize,
    pub(crate) height: usize,
}

/// How a window is divided.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Window {
    pub(crate) sight: Sight,
    /// Where the board is.
    pub(crate) board: Area,
    /// The column and the line of the whole board that are shown at the corner of that area.
    pub(crate) first: (usize, usize),
    pub(crate) panel: Area,
    /// How long a line of the panel can be that is not wrapped.
    pub(crate) longest_line: usize,
    /// Whether the panel stands beside the board.
    pub(crate) beside: bool,
}

impl Window {
    /// Divides a window of this size for a board that is turned by so many sixths, with this place in sight.
    pub(crate) fn new(scene: &Scene, turned: u8, in_sight: Option<Place>, size: (u16, u16)) -> Self {
        let (width, height) = (usize::from(size.0), usize::from(size.1));
        let room = height.saturating_sub(TITLE_LINES);
        let of_scale = |scale| Sight { scale, turned };
        let has_room_beside = |board: (usize, usize)| board.0 + GAP + NARROWEST <= width && board.1 <= room;
        let lowest = if height < LOW_WINDOW { 0 } else { 1 + LOWEST };
        let has_room_under = |board: (usize, usize)| board.0 <= width && board.1 + lowest <= room;
        let find = |fits: &dyn Fn((usize, usize)) -> bool| {
            Scale::ALL.into_iter().find(|&scale| fits(Layout::new(scene, of_scale(scale)).size()))
        };
        // Where there is much to decide about, a smaller board with a high panel is better than a larger one over a low
        // panel.
        let beside_first = (scene.style.layout == scene::Layout::BesideBoard).then(|| find(&has_room_beside)).flatten();
        let scale = beside_first.or_else(|| find(&|board| has_room_beside(board) || has_room_under(board)));
        let sight = of_scale(scale.unwrap_or(Scale::Compact));
        let layout = Layout::new(scene, sight);
        let whole = layout.size();
        let beside = match scale {
            Some(_) => has_room_beside(whole),
            None => width >= NARROWEST_PART + GAP + NARROWEST,
        };
        let shown = match (scale, beside) {
            (Some(_), _) => whole,
            (None, true) => (whole.0.min(width - GAP - NARROWEST), whole.1.min(room)),
            (None, false) => {
                (whole.0.min(width), whole.1.min(room.saturating_sub(1 + LOWEST_UNDER_PART).max(room / 2)))
            }
        };
        let board = Area { column: 0, line: TITLE_LINES, width: shown.0, height: shown.1 };
        let (column, line) =
            if beside { (board.width + GAP, TITLE_LINES) } else { (2, TITLE_LINES + board.height + 1) };
        let longest_line = width.saturating_sub(column + 1);
        let panel = Area { column, line, width: longest_line.min(WIDEST), height: height.saturating_sub(line) };
        Self { sight, board, first: layout.first(in_sight, shown), panel, longest_line, beside }
    }

    /// The place of the board that is shown at this character of the window.
    pub(crate) fn place_at(&self, scene: &Scene, column: u16, line: u16) -> Option<Place> {
        let (column, line) = (usize::from(column), usize::from(line).checked_sub(self.board.line)?);
        let inside = column < self.board.width && line < self.board.height;
        let layout = inside.then(|| Layout::new(scene, self.sight))?;
        layout.place_at(column + self.first.0, line + self.first.1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hex::{Hex, Orientation};

    fn board(radius: i32) -> Scene {
        let hexes = Hex::ORIGIN.disc(radius as u32);
        Scene::of_hexes(Orientation::PointyTop, hexes.map(|hex| (hex, "x".to_owned())))
    }

    #[test]
    fn the_panel_has_its_room_in_every_usual_window() {
        for radius in [3, 6, 12, 30] {
            for size in [(120, 40), (80, 24), (60, 20), (44, 30)] {
                let window = Window::new(&board(radius), 0, Some(Place::Hex(Hex::ORIGIN)), size);
                let Window { board, panel, .. } = window;
                assert!(panel.height >= LOWEST && panel.width + 1 >= NARROWEST, "{radius} {size:?}: {window:?}");
                assert!(board.width <= usize::from(size.0) && board.line + board.height <= usize::from(size.1));
                let apart = if window.beside { panel.column >= board.width } else { panel.line > board.height };
                assert!(apart, "{radius} {size:?}: {window:?}");
            }
        }
    }

    #[test]
    fn the_place_of_the_cursor_is_in_sight_wherever_it_is() {
        let scene = board(30);
        for place in scene.cells.iter().map(|cell| cell.place) {
            let window = Window::new(&scene, 0, Some(place), (80, 24));
            let (column, line) = Layout::new(&scene, window.sight).at(place).unwrap();
            let (left, top) = window.first;
            assert!((left + 1..left + window.board.width - 1).contains(&column), "{place:?} {window:?}");
            assert!((top..top + window.board.height).contains(&line), "{place:?} {window:?}");
        }
    }
}
