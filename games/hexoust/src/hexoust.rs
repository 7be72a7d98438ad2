//! HexOust's implementation of the `Game` trait.

use std::sync::Arc;

use game::{
    Dice, Game, Info, Message, Misfit, NotationError, OptionKind, OptionSpec, Outcome, PositionError, Random, Refusal,
    Roll, Seat, Setup, SetupError, Symmetric, Turn, Viewer,
};
use hex::Symmetry;

use crate::cell::Cell;
use crate::position::{Colour, Placement, Position};
use crate::position_text;
use crate::view::OustView;

/// A match of HexOust. One action is one placement, and a turn is one or more placements (HO-1).
#[derive(Clone, Debug, PartialEq)]
pub struct HexOust(pub Position);

const SEATS: u8 = 2;

pub(crate) fn seat(colour: Colour) -> Seat {
    Seat(colour as u8)
}

impl Game for HexOust {
    type Action = Cell;
    type View = OustView;
    type Rules = ();

    const INFO: Info = Info {
        key: "hexoust",
        name: "HexOust",
        rules_version: 1,
        seat_names: &["red", "blue"],
        presets: &[],
        options: &[OptionSpec { key: "base", kind: OptionKind::Whole { least: 4, most: 7 }, default: "7", seat: None }],
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
        position_text::read(text, setup)
    }

    fn write_position(&self) -> String {
        position_text::write(&self.0)
    }

    fn seats(&self) -> u8 {
        SEATS
    }

    fn turn(&self) -> Turn {
        Turn { number: self.0.turn(), seat: seat(self.0.to_move()) }
    }

    fn outcome(&self) -> Option<Outcome> {
        self.0.winner().map(|winner| Outcome::win(seat(winner), SEATS))
    }

    fn legal(&self, actions: &mut Vec<Cell>) {
        actions.extend(self.0.legal().iter().map(|cell| Cell(cell as u8)));
    }

    fn check(&self, cell: &Cell) -> Result<(), Refusal> {
        if self.0.winner().is_some() {
            return Err(Refusal::GameOver);
        }
        self.forbids(*cell).map_or(Ok(()), |why| Err(Refusal::Illegal(why)))
    }

    fn apply(&mut self, cell: &Cell, _dice: &mut Dice) {
        self.0.place(*cell);
    }

    fn write(&self, cell: &Cell) -> String {
        cell.name(self.0.board())
    }

    fn read(&self, text: &str) -> Result<Cell, NotationError> {
        Cell::named(text, self.0.board()).ok_or_else(|| {
            let middle = char::from(b'a' + self.0.base() - 1);
            let (last, widest) = (char::from(b'a' + 2 * (self.0.base() - 1)), 2 * self.0.base() - 1);
            let rows = Message::new("no-action").with("last", last.to_string());
            NotationError::new(text, rows.with("widest", format!("{middle}{widest}")))
        })
    }

    fn view(&self, _viewer: Viewer) -> OustView {
        OustView::from(&self.0)
    }

    fn try_imagine(view: &OustView, _random: &mut Random) -> Result<Self, Misfit> {
        Position::try_from(view).map(Self)
    }

    fn tell(before: &Self, cell: &Cell, _rolls: &[Roll], after: &Self, _viewer: Viewer) -> Vec<Message> {
        let mover = before.0.to_move();
        let placed = |key| Message::new(key).with("seat", seat(mover)).with("cell", before.write(cell));
        let mut told = match before.0.placement(*cell) {
            Placement::Capture(taken) => vec![placed("captured").with("count", taken.len() as i64)],
            _ => vec![placed("placed")],
        };
        let went_over = after.turn().number != before.turn().number;
        let quiet = before.0.placement(*cell) == Placement::Quiet;
        if let Some(winner) = after.0.winner() {
            told.push(Message::new("won").with("seat", seat(winner)));
        } else if went_over && !quiet {
            told.push(Message::new("stuck").with("seat", seat(mover)));
        }
        if let Some(passed) = after.0.passed() {
            told.push(Message::new("passed").with("seat", seat(passed)));
        }
        told
    }

    fn passed(&self) -> &[Seat] {
        match self.0.passed() {
            None => &[],
            Some(Colour::Red) => &[Seat(0)],
            Some(Colour::Blue) => &[Seat(1)],
        }
    }

    #[inline]
    fn random_action(&self, random: &mut Random, _scratch: &mut Vec<Cell>) -> Option<Cell> {
        self.0.draw_legal(|bound| random.below(bound))
    }

    fn count_legal(&self) -> usize {
        self.0.legal().len()
    }
}

impl HexOust {
    /// The reason why a stone may not be placed here, if there is one.
    pub(crate) fn forbids(&self, cell: Cell) -> Option<Message> {
        let about = |key| Message::new(key).with("cell", self.write(&cell));
        if cell.index() >= self.0.board().board().len() {
            return Some(Message::new("off-board"));
        }
        if !self.0.empty_cells().contains(cell.index()) {
            return Some(about("occupied"));
        }
        match self.0.placement(cell) {
            Placement::Quiet | Placement::Capture(_) => None,
            Placement::TouchesNothing => Some(about("touches-nothing")),
            Placement::NotLarger { own, enemy } => {
                Some(about("not-larger").with("own", i64::from(own)).with("enemy", i64::from(enemy)))
            }
        }
    }
}

impl Symmetric for HexOust {
    fn symmetries(&self) -> usize {
        Symmetry::ALL.len()
    }

    fn turned(&self, symmetry: usize) -> Self {
        Self(self.0.turned(Symmetry::ALL[symmetry]))
    }

    fn turned_action(&self, cell: &Cell, symmetry: usize) -> Cell {
        Cell(self.0.board().turned_cell(cell.index(), Symmetry::ALL[symmetry]) as u8)
    }
}
