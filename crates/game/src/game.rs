//! The trait that every game implements, and its types.

use std::fmt::Debug;
use std::hash::Hash;
use std::sync::Arc;

use serde::Serialize;

use crate::dice::{Dice, Roll};
use crate::event::Exit;
use crate::message::Message;
use crate::open::Misfit;
use crate::outcome::Outcome;
use crate::position_text::PositionError;
use crate::random::Random;
use crate::rules::{OpenView, RuleSet};
use crate::seat::{Seat, Viewer};
use crate::setup::{OptionSpec, Preset, Setup, SetupError};

/// The constant facts about a game.
#[derive(Clone, Copy, Debug)]
pub struct Info {
    /// Its name in commands, records and addresses.
    pub key: &'static str,
    /// Its name for people.
    pub name: &'static str,
    /// Must be raised whenever old records would replay differently.
    pub rules_version: u32,
    /// The names of the seats in records, in seat order, for the largest number of players.
    pub seat_names: &'static [&'static str],
    /// The options of a match.
    pub options: &'static [OptionSpec],
    /// Named sets of options for players who do not want to choose each option, the best one for beginners first.
    pub presets: &'static [Preset],
    /// Whether a seat can know less than the whole state.
    pub hidden: bool,
    /// How long a player may be away from a running match with other people before the match is lost for that player.
    /// None if there is no limit.
    pub grace_seconds: Option<u32>,
    /// The rules in the players' words, in Markdown, one file for each language, English first: (`en`, its text). None in the page,
    /// whose build compiles the same files: otherwise every visitor would download them twice.
    pub rules: &'static [(&'static str, &'static str)],
    /// The message files, one for each language, English first: (`en`, its text). They say everything that differs between
    /// languages: `summary`, `credit`, the names of seats, options and presets.
    pub texts: &'static [(&'static str, &'static str)],
}

/// The number and the seat of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// Counted from 1 over all seats, including turns that the rules skip.
    pub number: u32,
    /// The seat that acts next. It need not be the next seat in order and may be the same seat as before.
    pub seat: Seat,
}

/// How an action's result depends on chance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chance {
    /// The result is certain.
    Certain,
    /// The result is one of the outcomes whose weights were listed.
    Listed,
    /// There are too many outcomes to list. They can only be rolled.
    Rolled,
}

/// The result of chance compared with its average, by one measure.
#[derive(Clone, Debug, PartialEq)]
pub struct Luck {
    /// The measure: a message without arguments.
    pub what: Message,
    /// The average.
    pub expected: f64,
    /// The actual result.
    pub got: f64,
}

/// The reason why an action was not played. The state has not changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// There is nothing left to play.
    #[error("the game is over")]
    GameOver,
    /// Another seat acts now.
    #[error("it is not this seat's turn")]
    NotYourTurn {
        /// The seat that acts.
        actor: Seat,
    },
    /// The match has no such seat.
    #[error("this match has no such seat")]
    NoSuchSeat,
    /// The seat is out of the game.
    #[error("this seat is out of the game")]
    OutOfTheGame,
    /// The rules forbid the action.
    #[error("{0}")]
    Illegal(Message),
}

/// A text that is no action in this game's notation.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{found}` is not an action of this game")]
pub struct NotationError {
    /// The beginning of the text.
    pub found: String,
    /// What is wrong and what would be right: a sentence of the game. It has a placeholder for `found`.
    pub message: Message,
}

impl NotationError {
    /// The largest number of characters that are repeated from a text, which may have any length.
    const MOST_REPEATED: usize = 20;

    /// An error for this text. The message gets its beginning as `found`.
    pub fn new(text: &str, message: Message) -> Self {
        let found: String = text.chars().take(Self::MOST_REPEATED).collect();
        Self { message: message.with("found", found.clone()), found }
    }
}

/// The whole state of a game, secrets included. Only servers, searches and finished games have one. Everybody else gets
/// a [`View`](Game::View).
///
/// An *action* is the smallest thing that a player does. A *turn* consists of one or more actions by one seat. Code must not
/// assume that a turn is one action or that seats alternate: it asks [`turn`](Game::turn).
pub trait Game: Clone + PartialEq + Debug + Send + Sync + 'static {
    /// The smallest thing that a player does.
    type Action: Clone + Eq + Ord + Hash + Debug + Send + Sync + 'static;
    /// A viewer's knowledge. It is built from what that viewer may know, never by removing secrets from the whole
    /// state.
    type View: Clone + PartialEq + Debug + Serialize + OpenView<Self::Rules> + Send + Sync + 'static;
    /// The parsed rule set; `()` for a game without one. A state holds the set that it was started with.
    type Rules: RuleSet;

    /// Name, options and seats.
    const INFO: Info;

    /// An option that names the rule set, for a game whose setups named it before records had a line for it.
    const RULES_OPTION: Option<&'static str> = None;

    /// The first position of a match. Dice of the setup are rolled here.
    fn start_by(setup: &Setup, rules: &Arc<Self::Rules>, dice: &mut Dice) -> Result<Self, SetupError>;

    /// The position of a text, in a match with this setup and these rules. The text need not come from
    /// [`write_position`](Game::write_position): a wrong one is refused and never panics. [`read_position`](crate::read_position)
    /// also checks that the game can go on.
    fn read_position(text: &str, setup: &Setup, rules: &Arc<Self::Rules>) -> Result<Self, PositionError>;

    /// The text of this position, which is read as a position with the same legal actions. It does not tell what happened
    /// before. Only for positions in which the game goes on.
    fn write_position(&self) -> String;

    /// The same by the built-in rules, which are parsed for it: for tests and examples.
    fn start(setup: &Setup, dice: &mut Dice) -> Result<Self, SetupError> {
        Self::start_by(setup, &Arc::new(Self::Rules::built_in()), dice)
    }

    /// The number of seats of this match.
    fn seats(&self) -> u8;

    /// The current turn; after the end, the last one.
    fn turn(&self) -> Turn;

    /// The result, once there is one.
    fn outcome(&self) -> Option<Outcome>;

    /// The result if the game cannot go on after this seat has left. By default the seats that still take part share the first
    /// place, the leaver comes next, and the seats that were out before come last. A game whose seats share sides says who
    /// loses with the leaver.
    fn outcome_after_exit(&self, leaver: Seat) -> Outcome {
        let seats = self.seats();
        let stays = |seat: Seat| seat != leaver && self.has_part(seat);
        let winners = Seat::first(seats).filter(|&seat| stays(seat)).count() as u8;
        let place = |seat: Seat| match seat {
            seat if stays(seat) => 1,
            seat if seat == leaver => winners + 1,
            _ => seats,
        };
        Outcome::places(&Seat::first(seats).map(place).collect::<Vec<_>>())
    }

    /// Appends every legal action of the seat that acts, each once. Appends none after the end.
    fn legal(&self, actions: &mut Vec<Self::Action>);

    /// Whether the rules allow this action now.
    fn check(&self, action: &Self::Action) -> Result<(), Refusal>;

    /// Plays an action that [`check`](Game::check) allows. Any other action corrupts the state or panics. Actions of
    /// players go through [`play`](Game::play) instead.
    fn apply(&mut self, action: &Self::Action, dice: &mut Dice);

    /// The notation of an action: without spaces and commas, and always the same text for the same action.
    fn write(&self, action: &Self::Action) -> String;

    /// Parses notation. The action need not be legal.
    fn read(&self, text: &str) -> Result<Self::Action, NotationError>;

    /// A viewer's knowledge. Two states that the viewer cannot tell apart give equal views.
    fn view(&self, viewer: Viewer) -> Self::View;

    /// A state that fits a view. Everything that the view leaves open is drawn at random. The view may come from a server
    /// that is wrong: if it fits no state that can be drawn and played on, this says which part of it is wrong.
    fn try_imagine(view: &Self::View, random: &mut Random) -> Result<Self, Misfit>;

    /// A state that fits a view which a match has made, or which was checked by [`open_view`](crate::open_view). Bots use
    /// it to think about a game of which they know only their seat's view. Clients ask it what they may do and what to draw.
    fn imagine(view: &Self::View, random: &mut Random) -> Self {
        Self::try_imagine(view, random).expect("a view from outside was checked when it was opened")
    }

    /// Adds to a view what the same viewer knew at an earlier view and cannot see now. This is the viewer's own memory:
    /// the views of [`view`](Game::view) never contain it.
    fn recall(_view: &mut Self::View, _before: &Self::View) {}

    /// The luck of the acting seat with the dice of this action, by every measure of the game.
    fn luck(_before: &Self, _action: &Self::Action, _rolls: &[Roll]) -> Vec<Luck> {
        Vec::new()
    }

    /// The luck of every seat whose dice were rolled. By default the dice of an action belong to the seat that played
    /// it. Without an action, the dice were rolled because a player left.
    fn luck_of_all(before: &Self, action: Option<&Self::Action>, rolls: &[Roll]) -> Vec<(Seat, Luck)> {
        let own = action.map(|action| Self::luck(before, action, rolls)).unwrap_or_default();
        own.into_iter().map(|luck| (before.turn().seat, luck)).collect()
    }

    /// The luck of each seat with the dice of this first position.
    fn luck_of_start(&self) -> Vec<(Seat, Luck)> {
        Vec::new()
    }

    /// The messages that a viewer gets about an action between these two states, in order.
    fn tell(before: &Self, action: &Self::Action, rolls: &[Roll], after: &Self, viewer: Viewer) -> Vec<Message>;

    /// The messages that a viewer gets about how the game goes on after an exit, or how it ended by it. They need not
    /// say that the player left.
    fn tell_exit(_before: &Self, _exit: Exit, _rolls: &[Roll], _after: &Self, _viewer: Viewer) -> Vec<Message> {
        Vec::new()
    }

    /// How the result of a legal action depends on chance. For [`Chance::Listed`] it appends the weight of each
    /// outcome.
    fn chance(&self, _action: &Self::Action, _weights: &mut Vec<u32>) -> Chance {
        Chance::Certain
    }

    /// Plays a legal action with the outcome that has this index in the list of [`chance`](Game::chance).
    fn apply_outcome(&mut self, _action: &Self::Action, _outcome: usize) {
        unreachable!("only games that list chance outcomes are asked to apply one")
    }

    /// The seats whose turns the rules skipped after the last action, in order.
    fn passed(&self) -> &[Seat] {
        &[]
    }

    /// Whether the current state hides something from a viewer that cannot be deduced from what everybody saw. People
    /// at one screen hand the device over only then.
    fn keeps_secrets(&self) -> bool {
        Self::INFO.hidden
    }

    /// Whether a seat still takes part in a running game: it is not eliminated and has not left. A seat that does not
    /// take part never acts.
    fn has_part(&self, _seat: Seat) -> bool {
        true
    }

    /// Goes on without a seat whose player has left for good. Returns whether the game can do that. If not, nothing has
    /// changed and the match ends with that seat last. Called only for a seat that [has a part](Game::has_part). Turns
    /// that this ends or skips are added to [`passed`](Game::passed).
    fn withdraw(&mut self, _seat: Seat, _dice: &mut Dice) -> bool {
        false
    }

    /// Plays an action if the rules allow it; otherwise nothing changes.
    fn play(&mut self, action: &Self::Action, dice: &mut Dice) -> Result<(), Refusal> {
        self.check(action)?;
        self.apply(action, dice);
        Ok(())
    }

    /// A legal action, all equally likely; `None` after the end. `scratch` saves an allocation for each call.
    fn random_action(&self, random: &mut Random, scratch: &mut Vec<Self::Action>) -> Option<Self::Action> {
        scratch.clear();
        self.legal(scratch);
        random.pick(scratch).cloned()
    }

    /// The number of legal actions.
    fn count_legal(&self) -> usize {
        let mut actions = Vec::new();
        self.legal(&mut actions);
        actions.len()
    }

    /// A hash that is the same on every platform for equal states. Games override it if a search needs it often.
    fn state_hash(&self) -> u64 {
        let open = serde_json::to_vec(&self.view(Viewer::Everything)).expect("a view is plain data");
        fnv1a(&open)
    }
}

/// A game whose rules do not change when the board is turned or mirrored.
pub trait Symmetric: Game {
    /// The number of symmetries of this match's board. Number 0 is the identity.
    fn symmetries(&self) -> usize;

    /// The state with a symmetry applied.
    #[must_use]
    fn turned(&self, symmetry: usize) -> Self;

    /// The action that corresponds to this one in the turned state.
    fn turned_action(&self, action: &Self::Action, symmetry: usize) -> Self::Action;
}

/// The legal actions of the seat that acts.
pub fn legal_actions<G: Game>(state: &G) -> Vec<G::Action> {
    let mut actions = Vec::new();
    state.legal(&mut actions);
    actions
}

/// FNV-1a: a short hash that will never change. It compares states and protects nothing.
fn fnv1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}
