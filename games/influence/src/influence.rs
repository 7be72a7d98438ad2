//! Influence's implementation of the `Game` trait.

use std::fmt;
use std::sync::Arc;

use game::{
    Chance, Dice, Game, Info, Luck, Message, Misfit, NotationError, Outcome, PositionError, Random, Refusal, Roll,
    Seat, Setup, SetupError, Symmetric, Turn, Viewer,
};

use crate::action::Action;
use crate::boards::Boards;
use crate::history::History;
use crate::options::{Options, SPECS};
use crate::paying::SIXTHS;
use crate::position::{Colour, Forbidden, Position};
use crate::position_text;
use crate::telling;
use crate::view::{InfluenceView, RuledView};

/// A match of Influence. One action is one turn (IN-10).
#[derive(Clone)]
pub struct Influence {
    /// The position.
    pub position: Position,
    /// The totals after every turn.
    pub history: History,
    boards: Arc<Boards>,
}

/// The board is in the position; whether the rule set has others too does not matter.
impl PartialEq for Influence {
    fn eq(&self, other: &Self) -> bool {
        self.position == other.position && self.history == other.history
    }
}

impl Influence {
    pub(crate) fn new(position: Position, history: &History, boards: &Arc<Boards>) -> Self {
        Self { position, history: *history, boards: Arc::clone(boards) }
    }
}

const SEATS: u8 = 2;

pub(crate) fn seat(colour: Colour) -> Seat {
    Seat(colour as u8)
}

/// A match that begins where somebody wants it; its board is the only one of its rule set.
impl From<Position> for Influence {
    fn from(position: Position) -> Self {
        let (history, boards) = (History::new(position.totals()), Arc::new(Boards::only(position.ground())));
        Self { position, history, boards }
    }
}

impl Game for Influence {
    type Action = Action;
    type View = RuledView;
    type Rules = Boards;

    const INFO: Info = Info {
        key: "influence",
        name: "Influence: Hex Edition",
        rules_version: 1,
        seat_names: &["black", "white"],
        presets: crate::options::PRESETS,
        options: SPECS,
        hidden: false,
        grace_seconds: None,
        rules: if cfg!(target_family = "wasm") {
            &[]
        } else {
            &[("en", include_str!("../data/rules.en.md")), ("de", include_str!("../data/rules.de.md"))]
        },
        texts: &[("en", game::text_file!("../data/en.txt")), ("de", game::other_language!("../data/de.txt"))],
    };

    fn start_by(setup: &Setup, boards: &Arc<Boards>, dice: &mut Dice) -> Result<Self, SetupError> {
        let (ground, options) = Options::of(setup, boards)?;
        let keystone = options.keystone.then(|| (dice.roll(ground.triangles().len() as u32) - 1) as u8);
        let position = Position::start(ground, options, keystone);
        let history = History::new(position.totals());
        Ok(Self::new(position, &history, boards))
    }

    fn read_position(text: &str, setup: &Setup, boards: &Arc<Boards>) -> Result<Self, PositionError> {
        position_text::read(text, setup, boards)
    }

    fn write_position(&self) -> String {
        position_text::write(self)
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
        self.position.each_legal(|action| actions.push(action));
    }

    fn check(&self, action: &Action) -> Result<(), Refusal> {
        if self.position.is_over() {
            return Err(Refusal::GameOver);
        }
        self.forbids(*action).map_or(Ok(()), |why| Err(Refusal::Illegal(why)))
    }

    #[inline]
    fn apply(&mut self, action: &Action, dice: &mut Dice) {
        let before = self.position.totals();
        let paid = if self.position.rolls(*action) {
            self.position.play_rolling(*action, || dice.roll(3))
        } else {
            self.position.play(*action)
        };
        let turn = paid.turn.unwrap_or_default();
        self.history.push([before[0] + turn[0], before[1] + turn[1]]);
        if paid.echo.is_some() {
            self.history.push(self.position.totals());
        }
    }

    fn write(&self, action: &Action) -> String {
        action.write(self.position.ground())
    }

    fn read(&self, text: &str) -> Result<Action, NotationError> {
        Action::read(text, self.position.ground())
    }

    fn view(&self, _viewer: Viewer) -> RuledView {
        RuledView::new(InfluenceView::from(self), &self.boards)
    }

    fn try_imagine(view: &RuledView, _random: &mut Random) -> Result<Self, Misfit> {
        Self::try_from(view)
    }

    /// The growth of the mover's lead compared with its average growth.
    fn luck(before: &Self, action: &Action, rolls: &[Roll]) -> Vec<Luck> {
        if !before.position.rolls(*action) {
            return Vec::new();
        }
        let sign = [1.0, -1.0][before.position.to_move() as usize];
        let lead = |position: &Position| sign * f64::from(position.lead()) / f64::from(SIXTHS);
        let (mut average, mut fallen) = (before.position.clone(), before.position.clone());
        let on_average = average.play(*action);
        let mut values = rolls.iter().map(|roll| roll.value);
        let paid = fallen.play_rolling(*action, || values.next().expect("these are the dice of the action"));
        // On average an echo pays the same as the turn before it. Whether there was an echo depends on the actual dice:
        // with a score threshold, the average does not tell whether the game ended.
        let [black, white] = on_average.turn.or(on_average.echo).unwrap_or_default().map(f64::from);
        let times = f64::from(u8::from(paid.turn.is_some()) + u8::from(paid.echo.is_some()));
        let expected = sign * times * (black - white) / f64::from(SIXTHS);
        let got = lead(&fallen) - lead(&before.position);
        vec![Luck { what: Message::new("luck.lead"), expected, got }]
    }

    fn tell(before: &Self, action: &Action, _rolls: &[Roll], after: &Self, _viewer: Viewer) -> Vec<Message> {
        telling::tell(before, *action, after)
    }

    fn chance(&self, action: &Action, _weights: &mut Vec<u32>) -> Chance {
        if self.position.rolls(*action) { Chance::Rolled } else { Chance::Certain }
    }

    #[inline]
    fn random_action(&self, random: &mut Random, _scratch: &mut Vec<Action>) -> Option<Action> {
        self.position.draw_legal(|bound| random.below(bound))
    }

    fn count_legal(&self) -> usize {
        self.position.count_legal() as usize
    }

    /// A faster hash than the default, because a search of games with dice needs it after every roll.
    fn state_hash(&self) -> u64 {
        let (_, options, keystone, stones, totals, tokens, turn, skipped, over, last) = self.position.parts();
        let switches = [
            options.dice,
            options.token,
            options.echo,
            options.thresholds,
            options.shifting,
            tokens[0],
            tokens[1],
            skipped,
            over,
        ];
        let bits = switches.iter().fold(0, |bits, &on| bits << 1 | u64::from(on));
        let numbers = [
            self.position.ground().full(),
            self.position.ground().triangles().len() as u64,
            bits << 32 | u64::from(options.komi) << 16 | u64::from(options.threshold),
            keystone.map_or(255, u64::from) << 32 | u64::from(turn),
            stones[0],
            stones[1],
            u64::from(totals[0]) << 32 | u64::from(totals[1]),
            last,
        ];
        numbers.into_iter().fold(0x9e37_79b9_7f4a_7c15, |hash: u64, number| {
            let mixed = (hash ^ number).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            mixed ^ mixed >> 29
        })
    }
}

impl Influence {
    /// The reason why this action may not be played, if there is one.
    pub(crate) fn forbids(&self, action: Action) -> Option<Message> {
        self.position.forbids(action).map(|forbidden| match forbidden {
            Forbidden::OffBoard => Message::new("off-board"),
            Forbidden::Occupied(point) => {
                Message::new("occupied").with("cell", self.position.ground().point_name(point).to_owned())
            }
            Forbidden::NoToken => Message::new("no-token"),
            Forbidden::TokenSpent => Message::new("token-spent"),
            Forbidden::NotTwo => Message::new("not-two"),
        })
    }
}

impl Symmetric for Influence {
    fn symmetries(&self) -> usize {
        self.position.symmetries()
    }

    fn turned(&self, symmetry: usize) -> Self {
        Self { position: self.position.turned(symmetry), ..self.clone() }
    }

    fn turned_action(&self, action: &Action, symmetry: usize) -> Action {
        self.position.turned_action(*action, symmetry)
    }
}

impl fmt::Debug for Influence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.position)
    }
}
