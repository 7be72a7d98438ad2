//! Hexlock's implementation of the `Game` trait.

use std::sync::Arc;

use game::{
    Chance, Dice, Game, Info, Luck, Message, Misfit, NotationError, OptionKind, OptionSpec, Outcome, PositionError,
    Random, Refusal, Roll, Seat, Setup, SetupError, Symmetric, Turn, Viewer,
};
use hex::Symmetry;

use crate::cell::Cell;
use crate::combat::Strike;
use crate::numbers::{DIE_SIDES, FULL_HP, GRACE_SECONDS};
use crate::position::{Action, Position, Side};
use crate::view::LockView;
use crate::{luck, position_text, telling};

/// A match of Hexlock. A turn is one action.
#[derive(Clone, Debug, PartialEq)]
pub struct Hexlock {
    /// The position.
    pub position: Position,
    /// Whether clients show HP that their player saw earlier and cannot see now (HL-7).
    pub memory: bool,
}

const SEATS: u8 = 2;

pub(crate) fn seat(side: Side) -> Seat {
    Seat(side as u8)
}

impl Hexlock {
    /// A match in this position, without the memory aid.
    pub fn standing(position: Position) -> Self {
        Self { position, memory: false }
    }
}

impl Game for Hexlock {
    type Action = Action;
    type View = LockView;
    type Rules = ();

    const INFO: Info = Info {
        key: "hexlock",
        name: "Hexlock",
        rules_version: 1,
        seat_names: &["red", "blue"],
        presets: &[],
        options: &[OptionSpec { key: "memory", kind: OptionKind::Switch, default: "off", seat: None }],
        hidden: true,
        grace_seconds: Some(GRACE_SECONDS),
        rules: if cfg!(target_family = "wasm") {
            &[]
        } else {
            &[("en", include_str!("../data/rules.en.md")), ("de", include_str!("../data/rules.de.md"))]
        },
        texts: &[("en", game::text_file!("../data/en.txt")), ("de", game::other_language!("../data/de.txt"))],
    };

    fn start_by(setup: &Setup, _rules: &Arc<()>, dice: &mut Dice) -> Result<Self, SetupError> {
        let first = Side::BOTH[dice.roll(u32::from(SEATS)) as usize - 1];
        Ok(Self { position: Position::start(first), memory: setup.is_on("memory") })
    }

    fn read_position(text: &str, setup: &Setup, _rules: &Arc<()>) -> Result<Self, PositionError> {
        position_text::read(text, setup)
    }

    fn write_position(&self) -> String {
        position_text::write(&self.position)
    }

    fn seats(&self) -> u8 {
        SEATS
    }

    fn turn(&self) -> Turn {
        Turn { number: self.position.turn(), seat: seat(self.position.to_move()) }
    }

    fn outcome(&self) -> Option<Outcome> {
        self.position.winner().map(|winner| Outcome::win(seat(winner), SEATS))
    }

    fn legal(&self, actions: &mut Vec<Action>) {
        self.position.each_action(|action| actions.push(action));
    }

    fn check(&self, action: &Action) -> Result<(), Refusal> {
        if self.position.winner().is_some() {
            return Err(Refusal::GameOver);
        }
        match self.position.forbids(*action) {
            Some(why) => Err(Refusal::Illegal(telling::refusal(why, *action))),
            None => Ok(()),
        }
    }

    fn apply(&mut self, action: &Action, dice: &mut Dice) {
        match *action {
            Action::Expand(cell) => self.position.expand(cell),
            Action::Attack { source, target } => {
                let strike = self.position.combat(source, target).strike(dice.roll(DIE_SIDES));
                self.position.attack(source, target, strike);
            }
        }
    }

    fn chance(&self, action: &Action, weights: &mut Vec<u32>) -> Chance {
        match *action {
            Action::Expand(_) => Chance::Certain,
            Action::Attack { source, target } => {
                weights.extend(self.position.combat(source, target).weights());
                Chance::Listed
            }
        }
    }

    fn apply_outcome(&mut self, action: &Action, outcome: usize) {
        match *action {
            Action::Expand(_) => unreachable!("an expansion lists no outcomes"),
            Action::Attack { source, target } => self.position.attack(source, target, Strike::ALL[outcome]),
        }
    }

    fn write(&self, action: &Action) -> String {
        action.notation()
    }

    fn read(&self, text: &str) -> Result<Action, NotationError> {
        Action::read(text).ok_or_else(|| NotationError::new(text, Message::new("no-action")))
    }

    /// Every hex begins with full HP, and everybody sees its owner. So there is nothing to hide until a hex is damaged.
    fn keeps_secrets(&self) -> bool {
        let held = self.position.hexes(Side::Red) | self.position.hexes(Side::Blue);
        held.iter().any(|cell| self.position.hp(Cell(cell as u8)) < FULL_HP)
    }

    fn view(&self, viewer: Viewer) -> LockView {
        LockView::of(self, viewer)
    }

    fn try_imagine(view: &LockView, random: &mut Random) -> Result<Self, Misfit> {
        view.imagined(random)
    }

    fn recall(view: &mut LockView, before: &LockView) {
        view.recall(before);
    }

    fn luck(before: &Self, action: &Action, rolls: &[Roll]) -> Vec<Luck> {
        match (*action, rolls) {
            (Action::Attack { source, target }, [roll, ..]) => {
                luck::of(before.position.combat(source, target), roll.value)
            }
            _ => Vec::new(),
        }
    }

    /// All messages are public: rolls, sums and results (HL-8). They never contain the remaining HP of a hex.
    fn tell(before: &Self, action: &Action, rolls: &[Roll], after: &Self, _viewer: Viewer) -> Vec<Message> {
        telling::told(&before.position, *action, rolls.first().map(|roll| roll.value), &after.position)
    }
}

impl Action {
    /// `d4` expands, `c3-d4` attacks d4 from c3.
    pub fn notation(self) -> String {
        match self {
            Self::Expand(cell) => cell.name(),
            Self::Attack { source, target } => format!("{}-{}", source.name(), target.name()),
        }
    }

    /// Reads [`notation`](Self::notation).
    pub fn read(text: &str) -> Option<Self> {
        match text.split_once('-') {
            None => Cell::named(text).map(Self::Expand),
            Some((source, target)) => Some(Self::Attack { source: Cell::named(source)?, target: Cell::named(target)? }),
        }
    }
}

impl Symmetric for Hexlock {
    fn symmetries(&self) -> usize {
        Symmetry::ALL.len()
    }

    fn turned(&self, symmetry: usize) -> Self {
        Self { position: self.position.turned(Symmetry::ALL[symmetry]), ..*self }
    }

    fn turned_action(&self, action: &Action, symmetry: usize) -> Action {
        action.turned(Symmetry::ALL[symmetry])
    }
}
