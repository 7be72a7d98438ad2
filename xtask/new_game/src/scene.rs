//! The scene: stones on hexes, pointy-top.

use game::{Game as _, Message, Seat, Viewer};
use hex::Mask;
use scene::{Draw, Mark, MarkKind, Orientation, Pick, Piece, Place, Preview, Scene, Shape, Sign};

use crate::position::{Cell, Position};
use crate::view::{{Type}}View;
use crate::{{crate}}::{{Type}};

fn place(position: &Position, cell: usize) -> Place {
    Place::Hex(position.board().board().hex(cell))
}

fn marks(position: &Position, cells: Mask, kind: MarkKind) -> impl Iterator<Item = Mark> {
    cells.iter().map(move |cell| Mark { place: place(position, cell), kind })
}

impl Draw for {{Type}} {
    fn scene(view: &{{Type}}View) -> Scene {
        let position = view.game().0;
        let names = position.names();
        let hexes = position.board().board().iter().map(|hex| (hex, names.name(hex)));
        let mut scene = Scene::of_hexes(Orientation::PointyTop, hexes);
        for (seat, stones) in (0..).map(Seat).zip(position.stones()) {
            scene.pieces.extend(stones.iter().map(|cell| Piece::new(place(&position, cell), seat, Shape::Stone)));
        }
        let last = position.last().into_iter().map(|cell| usize::from(cell.0)).collect();
        scene.marks.extend(marks(&position, last, MarkKind::Last));
        scene.marks.extend(marks(&position, position.row(), MarkKind::Winning));
        scene.style.signs = [MarkKind::Last, MarkKind::Winning].map(Sign::Mark).to_vec();
        scene
    }

    fn expected(view: &{{Type}}View) -> Message {
        let game = view.game();
        let by = |key| Message::new(key).with("seat", game.seat());
        match game.outcome() {
            None => by("expect.place"),
            Some(outcome) if outcome.winner().is_some() => by("expect.won"),
            Some(_) => Message::new("expect.drawn"),
        }
    }

    fn path(view: &{{Type}}View, cell: &Cell) -> Vec<Pick> {
        vec![Pick::Hex(view.game().0.board().board().hex(usize::from(cell.0)))]
    }

    fn preview(view: &{{Type}}View, cell: &Cell) -> Preview {
        let game = view.game();
        if let Some(why) = over(view).or_else(|| game.why_not(*cell)) {
            return Preview { story: vec![why], ..Preview::default() };
        }
        let mut after = game.clone();
        after.0.place(*cell);
        let is_draw = after.outcome().is_some_and(|outcome| outcome.winner().is_none());
        Preview {
            marks: vec![Mark { place: place(&game.0, usize::from(cell.0)), kind: MarkKind::WouldPlace }],
            story: Self::tell(&game, cell, &[], &after, Viewer::Everything),
            // What ends the game without winning it is asked about.
            ask: is_draw.then(|| Message::new("ask.draw")),
            ..Preview::default()
        }
    }

    fn why_not(view: &{{Type}}View, picked: &[Pick]) -> Option<Message> {
        let [Pick::Hex(hex)] = picked else { return None };
        let game = view.game();
        let cell = game.0.board().board().index(*hex)?;
        over(view).or_else(|| game.why_not(Cell(cell as u8)))
    }
}

/// After the end no stone is placed. The sentence of `expected` says so.
fn over(view: &{{Type}}View) -> Option<Message> {
    view.game().0.is_over().then(|| {{Type}}::expected(view))
}
