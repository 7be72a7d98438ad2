//! The scene: stones on hexes, pointy-top.

use game::{Game as _, Message, Seat, Viewer};
use hex::Mask;
use scene::{Base, Draw, Mark, MarkKind, Orientation, Pick, Piece, Place, Preview, Scene, Shape, Sign, Threat, ThreatKind};

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
    fn scene(&self, _view: &{{Type}}View) -> Scene {
        let position = &self.0;
        let names = position.names();
        let hexes = position.board().board().iter().map(|hex| (hex, names.name(hex)));
        let mut scene = Scene::of_hexes(Orientation::PointyTop, hexes);
        for (seat, stones) in (0..).map(Seat).zip(position.stones()) {
            scene.pieces.extend(stones.iter().map(|cell| Piece::new(place(position, cell), seat, Shape::Stone)));
        }
        let last = position.last().into_iter().map(|cell| usize::from(cell.0)).collect();
        scene.marks.extend(marks(position, last, MarkKind::Last));
        scene.marks.extend(marks(position, position.row(), MarkKind::Winning));
        scene.style.base = Base::Slab;
        scene.style.signs = [MarkKind::Last, MarkKind::Winning].map(Sign::Mark).to_vec();
        scene
    }

    fn expected(&self, _view: &{{Type}}View) -> Message {
        match self.outcome() {
            None => Message::new("expect.place"),
            Some(outcome) if outcome.winner().is_some() => Message::new("expect.won").with("seat", self.seat()),
            Some(_) => Message::new("expect.drawn"),
        }
    }

    fn path(&self, cell: &Cell) -> Vec<Pick> {
        vec![Pick::Hex(self.0.board().board().hex(usize::from(cell.0)))]
    }

    fn preview(&self, view: &{{Type}}View, cell: &Cell) -> Preview {
        if let Some(why) = self.refusal(view, *cell) {
            return Preview { story: vec![why], ..Preview::default() };
        }
        let mut after = self.clone();
        after.0.place(*cell);
        let is_draw = after.outcome().is_some_and(|outcome| outcome.winner().is_none());
        Preview {
            marks: vec![Mark { place: place(&self.0, usize::from(cell.0)), kind: MarkKind::WouldPlace }],
            story: Self::tell(self, cell, &[], &after, Viewer::Everything),
            // What ends the game without winning it is asked about.
            ask: is_draw.then(|| Message::new("ask.draw")),
            ..Preview::default()
        }
    }

    fn danger(&self, _view: &{{Type}}View, seat: Seat) -> Vec<Threat> {
        if self.0.is_over() {
            return Vec::new();
        }
        let other = Seat(1 - seat.0);
        let threat = |cell: usize| {
            let words = Message::new("danger.row").with("seat", other).with("hex", self.write(&Cell(cell as u8)));
            Threat::new(ThreatKind::Ground, vec![place(&self.0, cell)], Vec::new(), words)
        };
        self.0.completing(other.index()).iter().map(threat).collect()
    }

    fn why_not(&self, view: &{{Type}}View, picked: &[Pick]) -> Option<Message> {
        let [Pick::Hex(hex)] = picked else { return None };
        let cell = self.0.board().board().index(*hex)?;
        self.refusal(view, Cell(cell as u8))
    }
}

impl {{Type}} {
    /// Why no stone may go here now. After the end no stone is placed, and the sentence of `expected` says so.
    fn refusal(&self, view: &{{Type}}View, cell: Cell) -> Option<Message> {
        if self.0.is_over() { Some(self.expected(view)) } else { self.forbids(cell) }
    }
}
