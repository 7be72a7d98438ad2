//! The implementation of the `Game` trait.

use std::sync::Arc;

use game::{
    Dice, Game, Info, Message, Misfit, NotationError, OptionKind, OptionSpec, Outcome, PositionError, PositionText, Random,
    Refusal, Roll, Seat, Setup, SetupError, Turn, Viewer,
};

use crate::position::{Cell, Position};
use crate::view::{{Type}}View;

/// A match. One action is one stone, and a turn is one action.
#[derive(Clone, Debug, PartialEq)]
pub struct {{Type}}(pub Position);

const SEATS: u8 = 2;

impl Game for {{Type}} {
    type Action = Cell;
    type View = {{Type}}View;
    type Rules = ();

    const INFO: Info = Info {
        key: "{{key}}",
        name: "{{Title}}",
        rules_version: 1,
        seat_names: &["red", "blue"],
        presets: &[],
        options: &[OptionSpec {
            key: "base",
            kind: OptionKind::Whole { least: 3, most: 6 },
            default: "4",
            seat: None,
        }],
        hidden: false,
        grace_seconds: None,
        rules: if cfg!(target_family = "wasm") {
            &[]
        } else {
            &[("en", include_str!("../data/rules.en.md")), ("de", include_str!("../data/rules.de.md"))]
        },
        texts: &[("en", game::text_file!("../data/en.txt")), ("de", game::other_language!("../data/de.txt"))],
    };

    fn start_by(setup: &Setup, _rules: &Arc<()>, _dice: &mut Dice) -> Result<Self, SetupError> {
        Ok(Self(Position::empty(setup.whole("base") as u8)))
    }

    fn read_position(text: &str, setup: &Setup, _rules: &Arc<()>) -> Result<Self, PositionError> {
        let text = PositionText::cut(text, &[])?;
        let actor = text.actor(Self::INFO.seat_names)?;
        let game = Self(Position::read(text.drawing(), setup.whole("base") as u8)?);
        PositionError::unless(game.seat() == actor, || "Red begins, and the players take turns".to_owned())?;
        Ok(game)
    }

    fn write_position(&self) -> String {
        format!("act: {}\n{}", Self::INFO.seat_names[self.seat().index()], self.0.drawing())
    }

    fn seats(&self) -> u8 {
        SEATS
    }

    fn turn(&self) -> Turn {
        let number = self.0.placed() + usize::from(!self.0.is_over());
        Turn { number: number as u32, seat: self.seat() }
    }

    fn outcome(&self) -> Option<Outcome> {
        let winner = (!self.0.row().is_empty()).then(|| Outcome::win(self.seat(), SEATS));
        winner.or_else(|| self.0.is_over().then(|| Outcome::draw(SEATS)))
    }

    fn legal(&self, actions: &mut Vec<Cell>) {
        if !self.0.is_over() {
            actions.extend(self.0.empty_cells().iter().map(|cell| Cell(cell as u8)));
        }
    }

    fn check(&self, cell: &Cell) -> Result<(), Refusal> {
        if self.0.is_over() {
            return Err(Refusal::GameOver);
        }
        self.forbids(*cell).map_or(Ok(()), |why| Err(Refusal::Illegal(why)))
    }

    fn apply(&mut self, cell: &Cell, _dice: &mut Dice) {
        self.0.place(*cell);
    }

    fn write(&self, cell: &Cell) -> String {
        self.0.names().name(self.0.board().board().hex(usize::from(cell.0)))
    }

    fn read(&self, text: &str) -> Result<Cell, NotationError> {
        let found = self.0.names().find(text).and_then(|hex| self.0.board().board().index(hex));
        found.map(|cell| Cell(cell as u8)).ok_or_else(|| NotationError::new(text, Message::new("no-action")))
    }

    fn view(&self, _viewer: Viewer) -> {{Type}}View {
        {{Type}}View::of(self)
    }

    fn try_imagine(view: &{{Type}}View, _random: &mut Random) -> Result<Self, Misfit> {
        view.game()
    }

    fn tell(before: &Self, cell: &Cell, _rolls: &[Roll], after: &Self, _viewer: Viewer) -> Vec<Message> {
        let by = |key| Message::new(key).with("seat", before.seat());
        let mut told = vec![by("placed").with("hex", before.write(cell))];
        match after.outcome() {
            Some(outcome) if outcome.winner().is_some() => told.push(by("won")),
            Some(_) => told.push(Message::new("drawn")),
            None => {}
        }
        told
    }
}

impl {{Type}} {
    /// The seat that places next; after the end, the seat that placed last.
    pub(crate) fn seat(&self) -> Seat {
        Seat(self.0.player() as u8)
    }

    /// Why no stone may go here, if none may.
    pub(crate) fn forbids(&self, cell: Cell) -> Option<Message> {
        let index = usize::from(cell.0);
        if index >= self.0.board().board().len() {
            return Some(Message::new("off-board"));
        }
        (!self.0.empty_cells().contains(index)).then(|| Message::new("occupied").with("hex", self.write(&cell)))
    }
}
