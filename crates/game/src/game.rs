//! The trait that every game implements, and what it is made of.

use std::fmt::Debug;
use std::hash::Hash;
use std::path::Path;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::dice::{Dice, Roll};
use crate::event::Exit;
use crate::message::Message;
use crate::outcome::Outcome;
use crate::random::Random;
use crate::seat::{Seat, Viewer};
use crate::setup::{OptionSpec, Preset, Setup, SetupError};

/// What there is to know of a game before it is played.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Info {
    /// Its name in commands, records and addresses.
    pub key: &'static str,
    /// Its name for people.
    pub name: &'static str,
    /// The game in a line.
    pub summary: &'static str,
    /// Whose game it is.
    pub credit: &'static str,
    /// Raised whenever old records would replay differently.
    pub rules_version: u32,
    /// What each seat is called in records, in seat order, for the largest table.
    pub seat_names: &'static [&'static str],
    /// What can be chosen when a match is set up.
    pub options: &'static [OptionSpec],
    /// Sets of options that go well together, for whoever does not want to choose one by one; the best to begin with first.
    pub presets: &'static [Preset],
    /// Whether a seat can know less than the whole state.
    pub hidden: bool,
    /// How long somebody may be away from a running match with others before it is lost for them; none for as long as
    /// they like.
    pub grace_seconds: Option<u32>,
    /// The rules in the players' words, in Markdown.
    #[serde(skip)]
    pub rules: &'static str,
    /// Message files, a language each: (`en`, its text).
    #[serde(skip)]
    pub texts: &'static [(&'static str, &'static str)],
}

/// Which turn is being played, and by whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// Counted from 1 over all seats; a turn that the rules pass over counts too.
    pub number: u32,
    /// Who acts next. This need not be the next seat round the table, nor another one than before.
    pub seat: Seat,
}

/// How an action's result depends on chance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chance {
    /// It does not.
    Certain,
    /// It has the outcomes whose weights were listed.
    Listed,
    /// It has too many outcomes to list; they can only be rolled.
    Rolled,
}

/// What chance gave beside what it gives on average, by one measure.
#[derive(Clone, Debug, PartialEq)]
pub struct Luck {
    /// The measure: a message without arguments.
    pub what: Message,
    /// On average.
    pub expected: f64,
    /// In fact.
    pub got: f64,
}

/// Why an action was not played. The state is as it was.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// There is nothing left to play.
    #[error("the game is over")]
    GameOver,
    /// Another seat acts now.
    #[error("it is not this seat's turn")]
    NotYourTurn {
        /// Who does.
        actor: Seat,
    },
    /// There is no such seat at this table.
    #[error("there is no such seat at this table")]
    NoSuchSeat,
    /// The seat has no part in the game any more.
    #[error("this seat is out of the game")]
    OutOfTheGame,
    /// The rules forbid it.
    #[error("{0}")]
    Illegal(Message),
}

/// A text that is no action in this game's notation.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{found}` is not an action of this game")]
pub struct NotationError {
    /// The beginning of what was read.
    pub found: String,
    /// What was wrong and what would be right: a sentence of the game. It has a gap for `found`.
    pub message: Message,
}

impl NotationError {
    /// A text of any length may have been sent; this many characters of it are repeated.
    const MOST_REPEATED: usize = 20;

    /// That this text is no action. The message gets the text as `found`.
    pub fn new(text: &str, message: Message) -> Self {
        let found: String = text.chars().take(Self::MOST_REPEATED).collect();
        Self { message: message.with("found", found.clone()), found }
    }
}

/// The state of a game, whole and open: only servers, searches and finished games hold one. Everybody else holds a
/// [`View`](Game::View).
///
/// One *action* is the smallest thing a player does; a *turn* is one or more of them by one seat. Nothing may assume
/// that a turn is one action or that seats alternate: ask [`turn`](Game::turn).
pub trait Game: Clone + PartialEq + Debug + Send + Sync + 'static {
    /// The smallest thing a player does.
    type Action: Clone + Eq + Ord + Hash + Debug + Send + Sync + 'static;
    /// What a viewer knows, built up from that viewer's knowledge and never cut down from the whole.
    type View: Clone + PartialEq + Debug + Serialize + DeserializeOwned + Send + Sync + 'static;

    /// Name, options and seats.
    const INFO: Info;

    /// The first position of a match. Chance in the setup is rolled here.
    fn start(setup: &Setup, dice: &mut Dice) -> Result<Self, SetupError>;

    /// How many seats this match has.
    fn seats(&self) -> u8;

    /// The turn being played; after the end, the last one.
    fn turn(&self) -> Turn;

    /// The result, once there is one.
    fn outcome(&self) -> Option<Outcome>;

    /// Appends every action open to the seat that acts, each once; none after the end.
    fn legal(&self, actions: &mut Vec<Self::Action>);

    /// Whether the rules allow this action now.
    fn check(&self, action: &Self::Action) -> Result<(), Refusal>;

    /// Plays an action that [`check`](Game::check) allows; anything else breaks the state or panics.
    /// Every player's action goes through [`play`](Game::play) instead.
    fn apply(&mut self, action: &Self::Action, dice: &mut Dice);

    /// The notation of an action: no space, no comma, and the same action always the same text.
    fn write(&self, action: &Self::Action) -> String;

    /// Reads notation. The action need not be legal; it only has to be one.
    fn read(&self, text: &str) -> Result<Self::Action, NotationError>;

    /// What a viewer knows. Two states that the viewer cannot tell apart give equal views.
    fn view(&self, viewer: Viewer) -> Self::View;

    /// A state that fits a view; what the view leaves open is drawn. With it a bot thinks about a game that it sees
    /// only as its seat does, and a client knows its own legal actions.
    fn imagine(view: &Self::View, random: &mut Random) -> Self;

    /// Takes over into a view what the same viewer knew at an earlier one and cannot see now. A viewer's own memory: no
    /// view that [`view`](Game::view) gives has anything of it.
    fn recall(_view: &mut Self::View, _before: &Self::View) {}

    /// How lucky whoever played this action was with these dice, by every measure that the game has.
    fn luck(_before: &Self, _action: &Self::Action, _rolls: &[Roll]) -> Vec<Luck> {
        Vec::new()
    }

    /// The same for every seat whose dice fell: by default those of an action are whoever's played it. Without an action they
    /// fell because somebody left.
    fn luck_of_all(before: &Self, action: Option<&Self::Action>, rolls: &[Roll]) -> Vec<(Seat, Luck)> {
        let own = action.map(|action| Self::luck(before, action, rolls)).unwrap_or_default();
        own.into_iter().map(|luck| (before.turn().seat, luck)).collect()
    }

    /// How lucky each seat was with the dice of this first position.
    fn luck_of_start(&self) -> Vec<(Seat, Luck)> {
        Vec::new()
    }

    /// What a viewer is told of an action between these two states, in order.
    fn tell(before: &Self, action: &Self::Action, rolls: &[Roll], after: &Self, viewer: Viewer) -> Vec<Message>;

    /// What a viewer is told of what the game did to go on without somebody, or how it ended by that. That they left
    /// need not be said.
    fn tell_exit(_before: &Self, _exit: Exit, _rolls: &[Roll], _after: &Self, _viewer: Viewer) -> Vec<Message> {
        Vec::new()
    }

    /// How the result of a legal action depends on chance; if [`Chance::Listed`], appends the weight of each outcome.
    fn chance(&self, _action: &Self::Action, _weights: &mut Vec<u32>) -> Chance {
        Chance::Certain
    }

    /// Plays a legal action with the outcome at this place of the list from [`chance`](Game::chance).
    fn apply_outcome(&mut self, _action: &Self::Action, _outcome: usize) {
        unreachable!("only a game that lists chance outcomes is asked for one")
    }

    /// The seats whose turns the rules passed over after the last action, in order.
    fn passed(&self) -> &[Seat] {
        &[]
    }

    /// Whether something is hidden from somebody right now that cannot be worked out from what everybody saw. People at one
    /// screen hand the device over only then.
    fn keeps_secrets(&self) -> bool {
        Self::INFO.hidden
    }

    /// Whether a seat still takes part in a running game: it was not thrown out and has not left. One that does not
    /// never acts.
    fn has_part(&self, _seat: Seat) -> bool {
        true
    }

    /// Goes on without a seat whose player has left for good, and says whether that can be; if not, nothing has changed
    /// and the match ends with that seat last. Asked only of a seat that [has a part](Game::has_part). Turns that nobody
    /// is there to play are [`passed`](Game::passed), those that this ends or skips included.
    fn withdraw(&mut self, _seat: Seat, _dice: &mut Dice) -> bool {
        false
    }

    /// From now on plays by the tables in a folder, for a game whose tables are files; says the option that names them in a
    /// setup, as `key=value`. Only before the first match.
    fn load_rules(_folder: &Path) -> Result<String, String> {
        Err(format!("the rules of {} are not in files", Self::INFO.name))
    }

    /// Plays an action if the rules allow it; otherwise nothing changes.
    fn play(&mut self, action: &Self::Action, dice: &mut Dice) -> Result<(), Refusal> {
        self.check(action)?;
        self.apply(action, dice);
        Ok(())
    }

    /// A legal action, all equally likely; `None` after the end. `scratch` saves an allocation a call.
    fn random_action(&self, random: &mut Random, scratch: &mut Vec<Self::Action>) -> Option<Self::Action> {
        scratch.clear();
        self.legal(scratch);
        random.pick(scratch).cloned()
    }

    /// How many legal actions there are.
    fn count_legal(&self) -> usize {
        let mut actions = Vec::new();
        self.legal(&mut actions);
        actions.len()
    }

    /// The same on every platform for equal states. Games override it where a search asks for it often.
    fn state_hash(&self) -> u64 {
        let open = serde_json::to_vec(&self.view(Viewer::Everything)).expect("a view is plain data");
        fnv1a(&open)
    }
}

/// A game that looks the same after turning or mirroring the board.
pub trait Symmetric: Game {
    /// How many symmetries this match's board has, the identity being number 0.
    fn symmetries(&self) -> usize;

    /// The state with a symmetry applied.
    #[must_use]
    fn turned(&self, symmetry: usize) -> Self;

    /// The action that corresponds to this one in the turned state.
    fn turned_action(&self, action: &Self::Action, symmetry: usize) -> Self::Action;
}

/// The actions open to the seat that acts.
pub fn legal_actions<G: Game>(state: &G) -> Vec<G::Action> {
    let mut actions = Vec::new();
    state.legal(&mut actions);
    actions
}

/// FNV-1a: short, and the same for ever. Used to compare, not to defend.
fn fnv1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}
