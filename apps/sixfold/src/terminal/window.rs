//! Divides a window into board and panel. The panel is beside the board if there is room, otherwise under it. If the
//! board is larger than the window, only a part of it is shown, so that the panel is always visible.

use scene::{Place, Scene};

use super::board::{Layout, Scale, Sight};

/// Lines above the board.
pub(crate) const TITLE_LINES: usize = 2;
const GAP: usize = 3;
/// The width of the panel beside a board, at least and at most.
const NARROWEST: usize = 30;
const WIDEST: usize = 52;
/// The least height of the panel under a whole board, and its height under a part of a board.
const LOWEST: usize = 4;
const LOWEST_UNDER_PART: usize = 7;
/// If the part of the board beside the panel would be narrower than this, the panel goes under it.
const NARROWEST_PART: usize = 34;
/// In a window with fewer lines, the board is shown whole even if the panel gets no line.
const LOW_WINDOW: usize = 16;

/// A rectangle in the window: its upper left corner and its size, in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Area {
    pub(crate) column: usize,
    pub(crate) line: usize,
    pub(crate) width: usize,
    pub(crate) height: usize,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Window {
    pub(crate) sight: Sight,
    /// The area of the board.
    pub(crate) board: Area,
    /// The column and the line of the whole board that are shown in the upper left corner of that area.
    pub(crate) first: (usize, usize),
    pub(crate) panel: Area,
    /// The longest line of the panel that is not wrapped.
    pub(crate) longest_line: usize,
    /// Whether the panel is beside the board.
    pub(crate) beside: bool,
}

impl Window {
    /// Divides a window of this size for a board that is turned by `turned` sixths. The given place stays visible.
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
        // In a game with many decisions, a smaller board with a high panel is better than a larger board over a low
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

    /// The place of the board at this character of the window.
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
