//! Hex Dice's implementation of the `Game` trait.

use std::fmt;
use std::sync::Arc;

use game::{
    Chance, Dice, Exit, Game, Info, Luck, Message, Misfit, NotationError, Outcome, PositionError, Random, Refusal,
    Roll, Seat, Setup, SetupError, Turn, Viewer,
};

use crate::action::Action;
use crate::luck;
use crate::options::{self, SPECS};
use crate::position::Position;
use crate::position_text;
use crate::tables::{FACES, Tables};
use crate::telling;
use crate::view::{self, HexDiceView, RuledView};

/// A match of Hex Dice. A turn is one action, or two where a merge has a bonus.
#[derive(Clone, PartialEq, Eq)]
pub struct HexDice {
    /// The position.
    pub position: Position,
}

impl Game for HexDice {
    type Action = Action;
    type View = RuledView;
    type Rules = Tables;

    const INFO: Info = Info {
        key: "hex-dice",
        name: "Hex Dice",
        rules_version: 1,
        seat_names: &["red", "blue", "green", "gold", "violet", "grey"],
        presets: &[],
        options: SPECS,
        hidden: false,
        grace_seconds: Some(60),
        rules: if cfg!(target_family = "wasm") {
            &[]
        } else {
            &[("en", include_str!("../data/rules.en.md")), ("de", include_str!("../data/rules.de.md"))]
        },
        texts: &[("en", game::text_file!("../data/en.txt")), ("de", game::other_language!("../data/de.txt"))],
    };

    fn start_by(setup: &Setup, tables: &Arc<Tables>, dice: &mut Dice) -> Result<Self, SetupError> {
        let (ground, rules) = options::of(setup, tables)?;
        let mut position = Position::empty(Arc::new(ground), rules);
        position.roll_armies(|sides| dice.roll(sides));
        Ok(Self { position })
    }

    fn read_position(text: &str, setup: &Setup, tables: &Arc<Tables>) -> Result<Self, PositionError> {
        position_text::read(text, setup, tables)
    }

    fn write_position(&self) -> String {
        position_text::write(&self.position)
    }

    fn seats(&self) -> u8 {
        self.position.ground().players()
    }

    fn turn(&self) -> Turn {
        Turn { number: self.position.turn(), seat: Seat(self.position.seat) }
    }

    fn outcome(&self) -> Option<Outcome> {
        self.position.is_over().then(|| Outcome::places(self.position.places()))
    }

    fn legal(&self, actions: &mut Vec<Action>) {
        self.position.each_action(|action| actions.push(action));
    }

    fn check(&self, action: &Action) -> Result<(), Refusal> {
        if self.position.is_over() {
            return Err(Refusal::GameOver);
        }
        match self.position.forbids(*action) {
            Some(why) => Err(Refusal::Illegal(telling::refusal(&self.position, why))),
            None => Ok(()),
        }
    }

    fn apply(&mut self, action: &Action, dice: &mut Dice) {
        self.position.play(*action, |sides| dice.roll(sides));
    }

    fn chance(&self, action: &Action, weights: &mut Vec<u32>) -> Chance {
        let outcomes = match action {
            Action::Reroll(_) => FACES,
            Action::Choose(faces) if self.position.is_last_choice() => {
                if self.position.rerolls_any() || !faces.is_empty() {
                    return Chance::Rolled;
                }
                self.position.seats() // the only roll draws who is first
            }
            _ => return Chance::Certain,
        };
        weights.extend(std::iter::repeat_n(1, outcomes));
        Chance::Listed
    }

    fn apply_outcome(&mut self, action: &Action, outcome: usize) {
        self.position.play(*action, |_| outcome as u32 + 1);
    }

    fn write(&self, action: &Action) -> String {
        action.write()
    }

    fn read(&self, text: &str) -> Result<Action, NotationError> {
        Action::read(text)
    }

    fn view(&self, _viewer: Viewer) -> RuledView {
        RuledView::new(HexDiceView::from(&self.position), self.position.ground().tables())
    }

    fn try_imagine(view: &RuledView, random: &mut Random) -> Result<Self, Misfit> {
        Ok(Self { position: view::position(view, random)? })
    }

    fn luck(_before: &Self, action: &Action, rolls: &[Roll]) -> Vec<Luck> {
        luck::of_reroll(*action, rolls)
    }

    fn luck_of_all(before: &Self, action: Option<&Action>, rolls: &[Roll]) -> Vec<(Seat, Luck)> {
        let mut all = luck::of_setup(&before.position, action.copied(), rolls);
        let own = action.map(|action| Self::luck(before, action, rolls)).unwrap_or_default();
        all.extend(own.into_iter().map(|luck| (before.turn().seat, luck)));
        all
    }

    fn luck_of_start(&self) -> Vec<(Seat, Luck)> {
        luck::of_armies(&self.position)
    }

    fn tell(before: &Self, action: &Action, rolls: &[Roll], after: &Self, _viewer: Viewer) -> Vec<Message> {
        telling::told(&before.position, *action, rolls, &after.position)
    }

    fn tell_exit(before: &Self, exit: Exit, rolls: &[Roll], after: &Self, _viewer: Viewer) -> Vec<Message> {
        exit.seat().map_or_else(Vec::new, |_| telling::told_of_exit(&before.position, rolls, &after.position))
    }

    fn passed(&self) -> &[Seat] {
        self.position.passed()
    }

    fn has_part(&self, seat: Seat) -> bool {
        !self.position.is_out(seat.index()) && !self.position.has_left(seat.index())
    }

    fn withdraw(&mut self, seat: Seat, dice: &mut Dice) -> bool {
        self.position.withdraw(seat.index(), |sides| dice.roll(sides))
    }
}

impl fmt::Debug for HexDice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.position)
    }
}
