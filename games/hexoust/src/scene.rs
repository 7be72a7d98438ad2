//! The scene of HexOust: stones on hexes, pointy-top (HO-6).

use game::{Arg, Game, Message, Random, Seat, Viewer};
use hex::{Hex, Mask};
use scene::{Draw, Gauge, Mark, MarkKind, Orientation, Pick, Piece, Place, Preview, Scene, Shape, Sign};

use crate::cell::Cell;
use crate::hexoust::{HexOust, seat};
use crate::position::{Colour, Placement, Position};
use crate::view::OustView;

fn place(position: &Position, cell: usize) -> Place {
    Place::Hex(position.board().board().hex(cell))
}

fn marks(position: &Position, cells: Mask, kind: MarkKind) -> impl Iterator<Item = Mark> {
    cells.iter().map(move |cell| Mark { place: place(position, cell), kind })
}

impl Draw for HexOust {
    fn scene(view: &OustView) -> Scene {
        let position = Position::from(view);
        let board = position.board();
        let hexes = board.board().iter().enumerate().map(|(cell, hex)| (hex, Cell(cell as u8).name(board)));
        let mut scene = Scene::of_hexes(Orientation::PointyTop, hexes);
        for colour in Colour::BOTH {
            let stones = position.stones(colour);
            let stone = |cell| Piece {
                about: about_stone(&position, colour, cell),
                ..Piece::new(place(&position, cell), seat(colour), Shape::Stone)
            };
            scene.pieces.extend(stones.iter().map(stone));
            let value = stones.len() as i64;
            let label = Message::new("stones").with("count", value);
            scene.gauges.push(Gauge::count(label, Some(seat(colour)), value));
        }
        // Marks the placements of this turn. Before its first placement, it marks those of the turn before.
        let now = usize::from(position.placed()[0].is_empty());
        scene.marks.extend(marks(&position, position.placed()[now], MarkKind::Last));
        scene.marks.extend(marks(&position, position.emptied()[now] & position.empty_cells(), MarkKind::Taken));
        scene.style.signs =
            [MarkKind::Last, MarkKind::Taken, MarkKind::WouldTake, MarkKind::WouldJoin].map(Sign::Mark).to_vec();
        scene
    }

    fn expected(view: &OustView) -> Message {
        let (key, colour) = match view.winner {
            Some(winner) => ("expect.nothing", winner),
            None if view.placed.is_empty() => ("expect.place", view.to_move),
            None => ("expect.again", view.to_move),
        };
        Message::new(key).with("seat", seat(colour.into()))
    }

    fn aim(_view: &OustView, seat: Option<Seat>) -> Message {
        // The word for a player's stones, because some languages inflect the colour.
        let enemy = |seat: Seat| Arg::word("stone-of", Self::INFO.seat_names[1 - seat.index()]);
        seat.map_or_else(|| Message::new("aim.watching"), |seat| Message::new("aim").with("enemy", enemy(seat)))
    }

    fn path(view: &OustView, cell: &Cell) -> Vec<Pick> {
        vec![Pick::Hex(view.board().board().hex(cell.index()))]
    }

    fn preview(view: &OustView, cell: &Cell) -> Preview {
        let game = Self::imagine(view, &mut Random::new(0));
        if let Some(why) = over(view).or_else(|| game.why_not(*cell)) {
            return Preview { story: vec![why], ..Preview::default() };
        }
        let position = &game.0;
        let mut after = game.clone();
        after.0.place(*cell);
        let mut shown = vec![Mark { place: place(position, cell.index()), kind: MarkKind::WouldPlace }];
        if let Placement::Capture(taken) = position.placement(*cell) {
            shown.extend(marks(position, taken, MarkKind::WouldTake));
            let joined = after.0.group(*cell) & position.stones(position.to_move());
            shown.extend(marks(position, joined, MarkKind::WouldJoin));
        }
        Preview { marks: shown, story: Self::tell(&game, cell, &[], &after, Viewer::Everything), ..Preview::default() }
    }

    fn why_not(view: &OustView, picked: &[Pick]) -> Option<Message> {
        let [Pick::Hex(hex)] = picked else { return None };
        let game = Self::imagine(view, &mut Random::new(0));
        cell_at(&game.0, *hex).and_then(|cell| over(view).or_else(|| game.why_not(cell)))
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
    sizes.sort_unstable_by(|one, other| other.cmp(one));
    if !sizes.is_empty() {
        let sizes: Vec<String> = sizes.iter().map(usize::to_string).collect();
        about.push(Message::new("about.touches").with("sizes", sizes.join(", ")));
    }
    about
}

/// After the end no placement is allowed. The sentence of `expected` says so.
fn over(view: &OustView) -> Option<Message> {
    view.winner.is_some().then(|| HexOust::expected(view))
}

fn cell_at(position: &Position, hex: Hex) -> Option<Cell> {
    position.board().board().index(hex).map(|index| Cell(index as u8))
}
