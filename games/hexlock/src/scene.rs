//! The scene of Hexlock: hexes in the colours of their owners, flat-top (HL-9), with their HP as far as the viewer
//! knows it.

use game::{Message, Seat};
use hex::Mask;
use scene::{
    Area, Base, Change, Draw, Gauge, Health, Mark, MarkKind, Motion, Odds, Orientation, Pick, Piece, Place, Preview,
    Scene, Shape, Sign, Threat,
};

use crate::cell::{Cell, board};
use crate::combat::Strike;
use crate::danger;
use crate::hexlock::{Hexlock, seat};
use crate::motion;
use crate::numbers::{FULL_HP, HEXES_TO_WIN};
use crate::position::{Action, Position, Side, Story};
use crate::telling;
use crate::view::{Held, LockView};

fn mark(cell: Cell, kind: MarkKind) -> Mark {
    Mark { place: Place::Hex(cell.hex()), kind }
}

fn cells(cells: Mask) -> impl Iterator<Item = Cell> {
    cells.iter().map(|cell| Cell(cell as u8))
}

/// The signs that the board uses.
const SIGNS: [Sign; 9] = [
    Sign::Captures,
    Sign::Mark(MarkKind::Last),
    Sign::Mark(MarkKind::Converted),
    Sign::Mark(MarkKind::Enclosed),
    Sign::Mark(MarkKind::Aim),
    Sign::Mark(MarkKind::WouldConvert),
    Sign::Health,
    Sign::HealthUnknown,
    Sign::HealthRemembered,
];

impl Draw for Hexlock {
    /// The first seat begins in the uppermost hex.
    fn turned_for(&self, seat: Seat) -> u8 {
        if seat == self::seat(Side::Red) { 3 } else { 0 }
    }

    fn scene(&self, view: &LockView) -> Scene {
        let hexes = board().board().iter().enumerate().map(|(index, hex)| (hex, Cell(index as u8).name()));
        let mut scene = Scene::of_hexes(Orientation::FlatTop, hexes);
        scene.pieces = view.held.iter().filter_map(|held| piece(held, &self.position, view.memory)).collect();
        scene.notes = view.memory.then(|| Message::new("note.memory")).into_iter().collect();
        for side in Side::BOTH {
            let value = view.held.iter().filter(|held| held.owner == side).count() as i64;
            let label = Message::new("hexes").with("count", value);
            let count = Gauge::count(label, Some(seat(side)), value);
            scene.gauges.push(Gauge { most: Some(HEXES_TO_WIN as i64), ..count });
        }
        scene.marks = self.position.story().into_iter().flat_map(marks).collect();
        scene.style.base = Base::Slab;
        scene.style.signs = SIGNS.to_vec();
        scene
    }

    fn expected(&self, view: &LockView) -> Message {
        match view.winner {
            Some(winner) => Message::new("expect.nothing").with("seat", seat(winner)),
            None => Message::new("expect.act"),
        }
    }

    fn aim(&self, _view: &LockView, seat: Option<Seat>) -> Message {
        let aim = Message::new(if seat.is_some() { "aim" } else { "aim.watching" });
        aim.with("count", HEXES_TO_WIN as i64).with("all", Cell::COUNT as i64)
    }

    /// Chance decides who starts.
    fn unbegun(view: LockView) -> LockView {
        LockView { to_move: Side::Red, ..view }
    }

    fn path(&self, action: &Action) -> Vec<Pick> {
        match *action {
            Action::Expand(cell) => vec![Pick::Hex(cell.hex())],
            Action::Attack { source, target } => vec![Pick::Hex(source.hex()), Pick::Hex(target.hex())],
        }
    }

    fn preview(&self, view: &LockView, action: &Action) -> Preview {
        if let Some(why) = self.refusal(view, *action) {
            return Preview { story: vec![why], ..Preview::default() };
        }
        match *action {
            Action::Expand(cell) => expansion(&self.position, cell),
            Action::Attack { source, target } => attack(&self.position, source, target),
        }
    }

    fn motion(change: &Change<'_, Self>) -> Motion {
        motion::of(change)
    }

    fn danger(&self, _view: &LockView, seat: Seat) -> Vec<Threat> {
        danger::of(&self.position, Side::BOTH[seat.index()])
    }

    fn exposed(&self, _view: &LockView, seat: Seat) -> Option<Area> {
        danger::exposed(&self.position, Side::BOTH[seat.index()])
    }

    fn why_not(&self, view: &LockView, picked: &[Pick]) -> Option<Message> {
        let at = |pick: &Pick| if let Pick::Hex(hex) = pick { Cell::at(*hex) } else { None };
        match picked {
            [first] => {
                let cell = at(first)?;
                self.over(view).or_else(|| why_not_first(&self.position, cell))
            }
            [source, target] => {
                let (source, target) = (at(source)?, at(target)?);
                self.refusal(view, Action::Attack { source, target })
            }
            _ => None,
        }
    }
}

impl Hexlock {
    /// After the end nothing is allowed. The sentence of `expected` says so.
    fn over(&self, view: &LockView) -> Option<Message> {
        view.winner.is_some().then(|| self.expected(view))
    }

    /// The reason why this action is not allowed. It never depends on HP, which the viewer may not know.
    fn refusal(&self, view: &LockView, action: Action) -> Option<Message> {
        self.over(view).or_else(|| self.position.forbids(action).map(|why| telling::refusal(why, action)))
    }
}

/// A hex in its owner's colour. Remembered HP is shown only if the table has the memory aid; otherwise it is unknown.
fn piece(held: &Held, position: &Position, memory: bool) -> Option<Piece> {
    let recalled = held.remembered.filter(|_| memory && held.was_seen && held.hp.is_none());
    let health = Health { value: held.hp.or(recalled), most: FULL_HP, remembered: recalled.is_some() };
    let cell = Cell::named(&held.hex)?;
    Some(Piece {
        health: Some(health),
        condition: health.value.map(telling::condition),
        about: vec![telling::about_hex(position, cell, held.owner)],
        ..Piece::new(Place::Hex(cell.hex()), seat(held.owner), Shape::Hold)
    })
}

/// The place of the last turn, and the hexes that changed hands by attack or because they were surrounded.
fn marks(story: &Story) -> Vec<Mark> {
    let place = match story.action {
        Action::Expand(cell) | Action::Attack { target: cell, .. } => cell,
    };
    let captured = story.captured.map(|cell| mark(cell, MarkKind::Converted));
    let enclosed = cells(story.enclosed).map(|cell| mark(cell, MarkKind::Enclosed));
    [mark(place, MarkKind::Last)].into_iter().chain(captured).chain(enclosed).collect()
}

fn expansion(position: &Position, to: Cell) -> Preview {
    let mut after = position.clone();
    after.expand(to);
    let enclosed = after.story().map_or(Mask::EMPTY, |story| story.enclosed);
    let mut marks = vec![mark(to, MarkKind::WouldPlace)];
    marks.extend(cells(enclosed).map(|cell| mark(cell, MarkKind::WouldConvert)));
    Preview { marks, story: telling::told(position, Action::Expand(to), None, &after), ..Preview::default() }
}

/// The only certain thing about an attack is its target.
fn attack(position: &Position, source: Cell, target: Cell) -> Preview {
    let weights = position.combat(source, target).weights();
    let odds = Strike::ALL.into_iter().zip(weights).filter(|&(_, weight)| weight > 0);
    Preview {
        marks: vec![mark(target, MarkKind::Aim)],
        story: telling::attack_in_sight(position, source, target),
        odds: odds
            .map(|(strike, weight)| Odds { what: telling::strike_in_sight(position, source, target, strike), weight })
            .collect(),
        ..Preview::default()
    }
}

/// Why no action begins with this hex: the mover can neither expand to it nor attack from it.
fn why_not_first(position: &Position, cell: Cell) -> Option<Message> {
    if position.owner(cell) == Some(position.to_move()) {
        return position.targets(cell).is_empty().then(|| telling::about("no-enemy-beside", cell));
    }
    if position.owner(cell).is_none() {
        let action = Action::Expand(cell);
        return position.forbids(action).map(|why| telling::refusal(why, action));
    }
    let sources: Vec<String> = cells(position.sources(cell)).map(Cell::name).collect();
    Some(if sources.is_empty() {
        telling::about("enemy-out-of-reach", cell)
    } else {
        telling::about("pick-source-first", cell).with("sources", sources.join(", "))
    })
}
