//! The scene of HexOust: stones on hexes, pointy-top (HO-6).

use game::{Arg, Game, Message, Seat, Viewer};
use hex::{Hex, Mask};
use scene::{
    Area, Base, Draw, Gauge, Mark, MarkKind, Orientation, Pick, Piece, Place, Preview, Scene, Shape, Sign, Threat,
};

use crate::cell::Cell;
use crate::danger;
use crate::hexoust::{HexOust, seat};
use crate::position::{Colour, Placement, Position};
use crate::view::OustView;

pub(crate) fn place(position: &Position, cell: usize) -> Place {
    Place::Hex(position.board().board().hex(cell))
}

fn marks(position: &Position, cells: Mask, kind: MarkKind) -> impl Iterator<Item = Mark> {
    cells.iter().map(move |cell| Mark { place: place(position, cell), kind })
}

impl Draw for HexOust {
    fn scene(&self, _view: &OustView) -> Scene {
        let position = &self.0;
        let board = position.board();
        let hexes = board.board().iter().enumerate().map(|(cell, hex)| (hex, Cell(cell as u8).name(board)));
        let mut scene = Scene::of_hexes(Orientation::PointyTop, hexes);
        for colour in Colour::BOTH {
            let stones = position.stones(colour);
            let stone = |cell| Piece {
                about: about_stone(position, colour, cell),
                ..Piece::new(place(position, cell), seat(colour), Shape::Stone)
            };
            scene.pieces.extend(stones.iter().map(stone));
            let value = stones.len() as i64;
            let label = Message::new("stones").with("count", value);
            scene.gauges.push(Gauge::count(label, Some(seat(colour)), value));
        }
        // Marks the placements of this turn. Before its first placement, it marks those of the turn before.
        let now = usize::from(position.placed()[0].is_empty());
        scene.marks.extend(marks(position, position.placed()[now], MarkKind::Last));
        scene.marks.extend(marks(position, position.emptied()[now] & position.empty_cells(), MarkKind::Taken));
        (scene.style.base, scene.style.joins) = (Base::Slab, true);
        scene.style.signs =
            [MarkKind::Last, MarkKind::Taken, MarkKind::WouldTake, MarkKind::WouldJoin].map(Sign::Mark).to_vec();
        scene.style.signs.insert(0, Sign::Captures);
        scene
    }

    fn expected(&self, _view: &OustView) -> Message {
        let position = &self.0;
        match position.winner() {
            Some(winner) => Message::new("expect.nothing").with("seat", seat(winner)),
            None if position.placed()[0].is_empty() => Message::new("expect.place"),
            None => Message::new("expect.again"),
        }
    }

    fn aim(&self, _view: &OustView, seat: Option<Seat>) -> Message {
        // The word for a player's stones, because some languages inflect the colour.
        let enemy = |seat: Seat| Arg::word("stone-of", Self::INFO.seat_names[1 - seat.index()]);
        seat.map_or_else(|| Message::new("aim.watching"), |seat| Message::new("aim").with("enemy", enemy(seat)))
    }

    fn path(&self, cell: &Cell) -> Vec<Pick> {
        vec![Pick::Hex(self.0.board().board().hex(cell.index()))]
    }

    fn preview(&self, view: &OustView, cell: &Cell) -> Preview {
        if let Some(why) = self.refusal(view, *cell) {
            return Preview { story: vec![why], ..Preview::default() };
        }
        let position = &self.0;
        let mut after = self.clone();
        after.0.place(*cell);
        let mut shown = vec![Mark { place: place(position, cell.index()), kind: MarkKind::WouldPlace }];
        if let Placement::Capture(taken) = position.placement(*cell) {
            shown.extend(marks(position, taken, MarkKind::WouldTake));
            let joined = after.0.group(*cell) & position.stones(position.to_move());
            shown.extend(marks(position, joined, MarkKind::WouldJoin));
        }
        Preview { marks: shown, story: Self::tell(self, cell, &[], &after, Viewer::Everything), ..Preview::default() }
    }

    fn danger(&self, _view: &OustView, seat: Seat) -> Vec<Threat> {
        danger::of(&self.0, Colour::BOTH[seat.index()])
    }

    fn exposed(&self, _view: &OustView, seat: Seat) -> Option<Area> {
        danger::exposed(&self.0, Colour::BOTH[seat.index()])
    }

    fn why_not(&self, view: &OustView, picked: &[Pick]) -> Option<Message> {
        let [Pick::Hex(hex)] = picked else { return None };
        cell_at(&self.0, *hex).and_then(|cell| self.refusal(view, cell))
    }
}

impl HexOust {
    /// The reason why no stone may be placed here now. After the end no placement is allowed, and the sentence of
    /// `expected` says so.
    fn refusal(&self, view: &OustView, cell: Cell) -> Option<Message> {
        if self.0.winner().is_some() { Some(self.expected(view)) } else { self.forbids(cell) }
    }
}

/// The size of a stone's group and of the enemy groups that it touches, which decide the captures.
fn about_stone(position: &Position, colour: Colour, cell: usize) -> Vec<Message> {
    let group = position.group(Cell(cell as u8));
    let mut about = vec![Message::new("about.group").with("count", group.len() as i64)];
    let beside = group.iter().fold(Mask::EMPTY, |beside, stone| beside | position.board().neighbour_mask(stone));
    let mut enemies = beside & position.stones(colour.other());
    let mut sizes = Vec::new();
    while let Some(enemy) = enemies.first() {
        let touched = position.group(Cell(enemy as u8));
        sizes.push(touched.len());
        enemies -= touched;
    }
    game::sort_by(&mut sizes, |one, other| other.cmp(one));
    if !sizes.is_empty() {
        let sizes: Vec<String> = sizes.iter().map(usize::to_string).collect();
        about.push(Message::new("about.touches").with("sizes", sizes.join(", ")));
    }
    about
}

fn cell_at(position: &Position, hex: Hex) -> Option<Cell> {
    position.board().board().index(hex).map(|index| Cell(index as u8))
}
