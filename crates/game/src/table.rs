//! A match being played: the state, and everything needed to write it down, take it back and show it again.

use crate::dice::{Dice, Roll};
use crate::fair::{Commitment, Origin};
use crate::game::{Game, NotationError, Refusal};
use crate::outcome::Outcome;
use crate::record::{EarlyEnd, Ending, NO_RESULT, Record, RecordAction, RecordFair, RecordTurn};
use crate::seat::Seat;
use crate::setup::{Setup, SetupError};

/// One match: where it started, what was played, and where it stands.
#[derive(Clone, Debug)]
pub struct Match<G: Game> {
    setup: Setup,
    origin: Origin,
    players: Vec<String>,
    dice: Dice,
    start_rolls: Vec<Roll>,
    /// The first position, with the dice as they lay then: undo and replay begin here.
    start: (G, Dice),
    state: G,
    played: Vec<Played<G::Action>>,
    end: Option<End>,
}

/// How a match ended before the rules ended it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// This seat gave up.
    Resigned(Seat),
    /// This seat was away for too long.
    Dropped(Seat),
    /// Nobody was left: there is no result.
    Abandoned,
}

/// One action as it was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played<A> {
    /// Who played it.
    pub seat: Seat,
    /// In which turn.
    pub turn: u32,
    /// What.
    pub action: A,
    /// The same in notation.
    pub text: String,
    /// The dice that it used.
    pub rolls: Vec<Roll>,
    /// The seats whose turns the rules then passed over.
    pub passed: Vec<Seat>,
}

/// Why a text was not played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlayError {
    /// It is no action.
    #[error(transparent)]
    Notation(#[from] NotationError),
    /// It is one, but not allowed.
    #[error(transparent)]
    Refused(#[from] Refusal),
}

impl<G: Game> Match<G> {
    /// Sits down to a new match.
    pub fn new(setup: Setup, origin: impl Into<Origin>) -> Result<Self, SetupError> {
        let origin = origin.into();
        let mut dice = origin.dice();
        let state = G::start(&setup, &mut dice)?;
        Ok(Self::begin(setup, origin, state, dice))
    }

    /// A match that begins in a position of one's own choice. Its record does not tell that, so it cannot be replayed.
    pub fn from_position(setup: Setup, origin: impl Into<Origin>, state: G) -> Self {
        let origin = origin.into();
        let dice = origin.dice();
        Self::begin(setup, origin, state, dice)
    }

    fn begin(setup: Setup, origin: Origin, state: G, mut dice: Dice) -> Self {
        let start_rolls = dice.take_rolls();
        let players = vec![String::new(); usize::from(state.seats())];
        let start = (state.clone(), dice.clone());
        Self { setup, origin, players, dice, start_rolls, start, state, played: Vec::new(), end: None }
    }

    /// Names who sits where, for the record. The seat has to be at the table.
    pub fn name_player(&mut self, seat: Seat, name: &str) {
        // A record is lines of text: a name is one line without the blanks at its ends, and nothing that moves a cursor.
        let words: Vec<String> = name
            .split_whitespace()
            .map(|word| word.chars().filter(|letter| !letter.is_control()).collect())
            .filter(|word: &String| !word.is_empty())
            .collect();
        self.players[seat.index()] = words.join(" ");
    }

    /// The state, whole and open.
    pub fn state(&self) -> &G {
        &self.state
    }

    /// What was played so far.
    pub fn played(&self) -> &[Played<G::Action>] {
        &self.played
    }

    /// The dice rolled while the match was set up.
    pub fn start_rolls(&self) -> &[Roll] {
        &self.start_rolls
    }

    /// Who acts now; nobody after the end.
    pub fn actor(&self) -> Option<Seat> {
        if self.is_over() { None } else { Some(self.state.turn().seat) }
    }

    /// Whether nothing more can be played.
    pub fn is_over(&self) -> bool {
        self.end.is_some() || self.state.outcome().is_some()
    }

    /// The result: by the rules, or because a seat gave up or was away. A match that was abandoned has none.
    pub fn outcome(&self) -> Option<Outcome> {
        match self.end {
            Some(End::Resigned(seat) | End::Dropped(seat)) => Some(loss(seat, self.state.seats())),
            Some(End::Abandoned) => None,
            None => self.state.outcome(),
        }
    }

    /// How it ended before the rules ended it, if it did.
    pub fn end(&self) -> Option<End> {
        self.end
    }

    /// Where its chance comes from.
    pub fn origin(&self) -> &Origin {
        &self.origin
    }

    /// Whether a seat may play this action now, and why not.
    pub fn check(&self, seat: Seat, action: &G::Action) -> Result<(), Refusal> {
        match self.actor() {
            None => Err(Refusal::GameOver),
            Some(actor) if actor != seat => Err(Refusal::NotYourTurn { actor }),
            Some(_) => self.state.check(action),
        }
    }

    /// Plays an action for a seat.
    pub fn play(&mut self, seat: Seat, action: &G::Action) -> Result<&Played<G::Action>, Refusal> {
        self.check(seat, action)?; // first of all: what is no action of this board need not have a notation
        let (turn, text) = (self.state.turn().number, self.state.write(action));
        self.state.apply(action, &mut self.dice);
        let passed = self.state.passed().to_vec();
        let rolls = self.dice.take_rolls();
        self.played.push(Played { seat, turn, action: action.clone(), text, rolls, passed });
        Ok(self.played.last().expect("it was just pushed"))
    }

    /// Plays an action given in notation.
    pub fn play_text(&mut self, seat: Seat, text: &str) -> Result<&Played<G::Action>, PlayError> {
        let action = self.state.read(text)?;
        Ok(self.play(seat, &action)?)
    }

    /// Ends the match before the rules do, at any time before its end.
    pub fn end_early(&mut self, end: End) -> Result<(), Refusal> {
        if self.is_over() {
            return Err(Refusal::GameOver);
        }
        match end {
            End::Resigned(seat) | End::Dropped(seat) if seat.0 >= self.state.seats() => Err(Refusal::NoSuchSeat),
            _ => {
                self.end = Some(end);
                Ok(())
            }
        }
    }

    /// Takes back the last action (or the early end) and says whether there was one. The match is played again from
    /// its start, so the dice are back where they were and no game needs to know how to undo.
    pub fn undo(&mut self) -> bool {
        if self.end.take().is_some() {
            return true;
        }
        let Some(keep) = self.played.len().checked_sub(1) else { return false };
        let (state, dice) = self.replayed(keep);
        (self.state, self.dice) = (state, dice);
        self.played.truncate(keep);
        true
    }

    /// The state after the first `actions` actions, of which there have to be that many.
    pub fn state_after(&self, actions: usize) -> G {
        self.replayed(actions).0
    }

    /// The state after each action in turn.
    pub fn states(&self) -> impl Iterator<Item = G> {
        let (mut state, mut dice) = self.replayed(0);
        self.played.iter().map(move |played| {
            state.apply(&played.action, &mut dice);
            state.clone()
        })
    }

    /// The match as it is written down.
    pub fn record(&self) -> Record {
        let names = G::INFO.seat_names;
        let name = |seat: Seat| names[seat.index()].to_owned();
        let mut turns: Vec<RecordTurn> = Vec::new();
        for played in &self.played {
            let action = RecordAction { text: played.text.clone(), rolls: played.rolls.clone() };
            match turns.last_mut().filter(|turn| turn.number == played.turn) {
                Some(turn) => turn.actions.push(action),
                None => turns.push(RecordTurn { number: played.turn, seat: name(played.seat), actions: vec![action] }),
            }
            for (&seat, number) in played.passed.iter().zip(played.turn + 1..) {
                turns.push(RecordTurn { number, seat: name(seat), actions: Vec::new() });
            }
        }
        Record {
            game: G::INFO.key.to_owned(),
            rules_version: G::INFO.rules_version,
            setup: self.setup.to_string(),
            seed: *self.origin.secret(),
            fair: match &self.origin {
                Origin::Seed(_) => None,
                Origin::Fair { secret, shares } => Some(RecordFair {
                    commitment: Commitment::to(secret),
                    shares: names.iter().zip(shares).map(|(seat, share)| ((*seat).to_owned(), *share)).collect(),
                }),
            },
            start_rolls: self.start_rolls.clone(),
            players: self
                .players
                .iter()
                .zip(names)
                .filter(|(who, _)| !who.is_empty())
                .map(|(who, seat)| ((*seat).to_owned(), who.clone()))
                .collect(),
            turns,
            ending: self.is_over().then(|| Ending {
                early: self.end.map(|end| match end {
                    End::Resigned(seat) => EarlyEnd::Resigns(name(seat)),
                    End::Dropped(seat) => EarlyEnd::DropsOut(name(seat)),
                    End::Abandoned => EarlyEnd::Abandoned,
                }),
                result: self.outcome().map_or_else(|| NO_RESULT.to_owned(), |outcome| outcome.describe(names)),
            }),
        }
    }

    fn replayed(&self, actions: usize) -> (G, Dice) {
        let (mut state, mut dice) = self.start.clone();
        for played in &self.played[..actions] {
            state.apply(&played.action, &mut dice);
        }
        dice.take_rolls();
        (state, dice)
    }
}

/// Whoever gives up or drops out is last; everybody else shares the first place.
fn loss(seat: Seat, seats: u8) -> Outcome {
    let mut places = [1; crate::seat::MOST_SEATS];
    places[seat.index()] = seats;
    Outcome::places(&places[..usize::from(seats)])
}
