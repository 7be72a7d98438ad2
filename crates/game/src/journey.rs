//! A journey: a series of matches of one game with a state between them, such as a campaign.
//!
//! Between two matches the travellers take *steps*: actions of the journey, with a notation of their own. When they are
//! ready, the journey asks for a match ([`Journey::next_match`]). Whoever hosts it plays the match like any other one and
//! hands it back ([`Travel::take`]). A journey knows nothing of hosts, screens and files, like a game.

use std::fmt::Debug;
use std::sync::Arc;

use sha2::{Digest as _, Sha256};

use crate::dice::{Dice, Roll, Seed};
use crate::fault::Fault;
use crate::game::{Game, NotationError, Refusal};
use crate::game_match::{Match, PlayError};
use crate::message::Message;
use crate::record::Record;
use crate::replay::{At, ReplayError, replay_by};
use crate::rules::NamedRules;
use crate::seat::Seat;
use crate::setup::{OptionSpec, Setup, SetupError};

/// How a journey ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JourneyEnd {
    /// The travellers have reached their goal.
    Won,
    /// They have failed.
    Lost,
    /// They gave up.
    GivenUp,
}

impl JourneyEnd {
    /// All ends.
    pub const ALL: [Self; 3] = [Self::Won, Self::Lost, Self::GivenUp];

    /// The word in records.
    pub fn word(self) -> &'static str {
        ["won", "lost", "given up"][self as usize]
    }
}

/// Who plays a seat of the next match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MatchPlayer {
    /// The traveller with this seat in the journey.
    Traveller(Seat),
    /// The computer at the level with this name.
    Computer(String),
}

/// The match that a journey waits for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NextMatch {
    /// Its number in the journey, from 1.
    pub number: u32,
    /// Its options.
    pub setup: Setup,
    /// Who plays each seat, in seat order.
    pub players: Vec<MatchPlayer>,
}

/// The state of a journey between its matches.
pub trait Journey: Clone + PartialEq + Debug + Send + Sync + 'static {
    /// The game that its matches are of.
    type Game: Game;
    /// A step between matches.
    type Action: Clone + Eq + Debug + Send + Sync + 'static;

    /// Its name in commands, records and addresses: `campaign`.
    const KEY: &'static str;
    /// The options of a journey.
    const OPTIONS: &'static [OptionSpec];

    /// The values that a rule set has for an option, if each set has its own. None: [`Journey::OPTIONS`] says all.
    fn values_by(_rules: &<Self::Game as Game>::Rules, _option: &str) -> Option<Vec<String>> {
        None
    }

    /// The beginning of a journey.
    fn start_by(setup: &Setup, rules: &Arc<<Self::Game as Game>::Rules>, dice: &mut Dice) -> Result<Self, SetupError>;

    /// The number of travellers. Their seats are counted from 0.
    fn seats(&self) -> u8;

    /// How it ended, once it has.
    fn end(&self) -> Option<JourneyEnd>;

    /// Whether a traveller may take this step now.
    fn check(&self, seat: Seat, step: &Self::Action) -> Result<(), Refusal>;

    /// Takes a step that [`check`](Journey::check) allows.
    fn apply(&mut self, seat: Seat, step: &Self::Action, dice: &mut Dice);

    /// The notation of a step: without spaces and commas, and always the same text for the same step.
    fn write(&self, step: &Self::Action) -> String;

    /// Parses notation. The step need not be allowed.
    fn read(&self, text: &str) -> Result<Self::Action, NotationError>;

    /// The match that has to be played before the journey goes on, if there is one.
    fn next_match(&self) -> Option<NextMatch>;

    /// Whether a match with this setup, as records write it, is the next one. A journey may also take setups that an earlier
    /// version of it made, if nothing that happens depends on the difference.
    fn takes_setup(&self, setup: &str, next: &NextMatch) -> bool {
        setup == next.setup.to_string()
    }

    /// The step by which a traveller leaves the journey to the others for good, if there is one. A host asks more of it than of
    /// other steps: somebody has to be there who goes on.
    fn leaving(&self) -> Option<Self::Action> {
        None
    }

    /// Whether a traveller has left it so. The seat exists.
    fn has_left(&self, _seat: Seat) -> bool {
        false
    }

    /// Takes over the result of the match that was asked for. The match is over.
    fn take(&mut self, finished: &Match<Self::Game>, dice: &mut Dice);
}

/// What the log of a journey keeps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum JourneyEvent {
    /// A traveller took a step.
    Step {
        /// Who.
        seat: Seat,
        /// The step in notation.
        text: String,
        /// The dice that it used.
        rolls: Vec<Roll>,
    },
    /// A match was played.
    Match {
        /// Its record.
        record: Box<Record>,
        /// The dice that the journey rolled after it.
        rolls: Vec<Roll>,
    },
}

/// A journey under way: its start, its log and its current state.
#[derive(Clone, Debug)]
pub struct Travel<J: Journey> {
    rules: NamedRules<<J::Game as Game>::Rules>,
    setup: Setup,
    seed: Seed,
    players: Vec<String>,
    start: (J, Dice),
    start_rolls: Vec<Roll>,
    state: J,
    dice: Dice,
    log: Vec<JourneyEvent>,
}

impl<J: Journey> Travel<J> {
    /// Sets out.
    pub fn by(rules: &NamedRules<<J::Game as Game>::Rules>, setup: Setup, seed: Seed) -> Result<Self, SetupError> {
        let mut dice = Dice::seeded(&seed);
        let state = J::start_by(&setup, rules.rules(), &mut dice)?;
        let start_rolls = dice.take_rolls();
        let players = vec![String::new(); usize::from(state.seats())];
        let start = (state.clone(), dice.clone());
        Ok(Self { rules: rules.clone(), setup, seed, players, start, start_rolls, state, dice, log: Vec::new() })
    }

    /// The current state.
    pub fn state(&self) -> &J {
        &self.state
    }

    /// The options.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The rules that its matches are played by.
    pub fn rules(&self) -> &NamedRules<<J::Game as Game>::Rules> {
        &self.rules
    }

    /// The seed of its dice.
    pub fn seed(&self) -> &Seed {
        &self.seed
    }

    /// The dice rolled at the start.
    pub fn start_rolls(&self) -> &[Roll] {
        &self.start_rolls
    }

    /// The names of the travellers, in seat order.
    pub fn players(&self) -> &[String] {
        &self.players
    }

    /// Everything that happened.
    pub fn log(&self) -> &[JourneyEvent] {
        &self.log
    }

    /// Sets the name of a traveller for the record. The seat must exist.
    pub fn name_player(&mut self, seat: Seat, name: &str) {
        let words: Vec<&str> = name.split_whitespace().collect();
        self.players[seat.index()] = words.join(" ").chars().filter(|letter| !letter.is_control()).collect();
    }

    /// Takes a step for a traveller.
    pub fn play(&mut self, seat: Seat, step: &J::Action) -> Result<&JourneyEvent, Refusal> {
        self.check(seat, step)?;
        let text = self.state.write(step);
        self.state.apply(seat, step, &mut self.dice);
        self.log.push(JourneyEvent::Step { seat, text, rolls: self.dice.take_rolls() });
        Ok(self.log.last().expect("it was just pushed"))
    }

    /// Whether a traveller may take a step now; if not, why.
    pub fn check(&self, seat: Seat, step: &J::Action) -> Result<(), Refusal> {
        if self.state.end().is_some() {
            return Err(Refusal::GameOver);
        }
        if seat.0 >= self.state.seats() {
            return Err(Refusal::NoSuchSeat);
        }
        self.state.check(seat, step)
    }

    /// Takes a step given in notation.
    pub fn play_text(&mut self, seat: Seat, text: &str) -> Result<&JourneyEvent, PlayError> {
        let step = self.state.read(text)?;
        Ok(self.play(seat, &step)?)
    }

    /// The match that has to be played now, if there is one.
    pub fn next_match(&self) -> Option<NextMatch> {
        self.state.next_match()
    }

    /// The seed of the next match, for a host that the travellers trust, such as their own device. It follows from the
    /// seed of the journey, so that nobody can play a match again with other dice and keep the better one unnoticed.
    pub fn match_seed(&self, number: u32) -> Seed {
        let hash = Sha256::new().chain_update(b"sixfold journey match 1").chain_update(self.seed.0);
        Seed(hash.chain_update(number.to_be_bytes()).finalize().into())
    }

    /// Takes over a finished match. It is replayed and has to be the one that was asked for.
    pub fn take(&mut self, record: &Record) -> Result<&JourneyEvent, ReplayError> {
        let finished = self.replayed(record)?;
        if !finished.is_over() {
            return Err(ReplayError { at: At::Result, fault: Message::new("journey.match-runs").into() });
        }
        self.state.take(&finished, &mut self.dice);
        self.log.push(JourneyEvent::Match { record: Box::new(record.clone()), rolls: self.dice.take_rolls() });
        Ok(self.log.last().expect("it was just pushed"))
    }

    /// Replays the match that the journey waits for, finished or not.
    pub fn replayed(&self, record: &Record) -> Result<Match<J::Game>, ReplayError> {
        let wrong = |at: At, message: Message| ReplayError { at, fault: Fault::from(message) };
        let next = self.next_match().ok_or_else(|| wrong(At::Game, Message::new("journey.no-match")))?;
        if !self.state.takes_setup(&record.setup, &next) {
            let message = Message::new("journey.match-setup").with("right", next.setup.to_string());
            return Err(wrong(At::Setup, message.with("found", record.setup.clone())));
        }
        if record.fair.is_none() && record.seed != self.match_seed(next.number) {
            let message = Message::new("journey.match-seed").with("right", self.match_seed(next.number).to_string());
            return Err(wrong(At::Seed, message.with("found", record.seed.to_string())));
        }
        replay_by::<J::Game>(record, &self.rules)
    }

    /// Takes back the last step. Returns whether there was one since the last match: a match cannot be taken back.
    pub fn undo(&mut self) -> bool {
        if !matches!(self.log.last(), Some(JourneyEvent::Step { .. })) {
            return false;
        }
        self.log.pop();
        (self.state, self.dice) = self.start.clone();
        for event in &self.log {
            match event {
                JourneyEvent::Step { seat, text, .. } => {
                    let step = self.state.read(text).expect("it was taken before");
                    self.state.apply(*seat, &step, &mut self.dice);
                }
                JourneyEvent::Match { record, .. } => {
                    let finished = replay_by::<J::Game>(record, &self.rules).expect("it was replayed before");
                    self.state.take(&finished, &mut self.dice);
                }
            }
        }
        self.dice.take_rolls();
        true
    }
}
