//! A match: the state, and everything needed to record it, undo it and replay it.

use crate::dice::{Dice, Roll};
use crate::event::{Event, EventKind, Exit};
use crate::fair::{Commitment, Origin};
use crate::game::{Game, NotationError, Refusal};
use crate::message::Message;
use crate::outcome::Outcome;
use crate::position_text::{PositionError, read_position};
use crate::record::{NO_RESULT, Record, RecordAction, RecordExit, RecordFair, RecordLine, RecordTurn};
use crate::rules::{NamedRules, RulesId, STANDARD};
use crate::seat::{Seat, Viewer};
use crate::setup::{Setup, SetupError};

/// One match: its start, its events and its current state.
#[derive(Clone, Debug)]
pub struct Match<G: Game> {
    setup: Setup,
    /// None for the built-in rules.
    rules: Option<RulesId>,
    origin: Origin,
    players: Vec<String>,
    dice: Dice,
    start_rolls: Vec<Roll>,
    /// The first position, with the dice as they were then. Undo and replay begin here.
    start: (G, Dice),
    state: G,
    log: Vec<Event<G::Action>>,
    /// Whether the last exit ended the match. If the game goes on without a seat, only the rules end it.
    ended_by_exit: bool,
}

/// The reason why a text was not played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlayError {
    /// The text is no action.
    #[error(transparent)]
    Notation(#[from] NotationError),
    /// The text is an action that is not allowed now.
    #[error(transparent)]
    Refused(#[from] Refusal),
}

impl PlayError {
    /// The game's message, which is shown in the reader's language. None if the reason does not come from the game's
    /// rules, such as a match that is over.
    pub fn message(&self) -> Option<&Message> {
        match self {
            Self::Notation(error) => Some(&error.message),
            Self::Refused(Refusal::Illegal(why)) => Some(why),
            Self::Refused(_) => None,
        }
    }
}

impl<G: Game> Match<G> {
    /// A new match by the built-in rules, which are parsed for it: for tests and examples.
    pub fn new(setup: Setup, origin: impl Into<Origin>) -> Result<Self, SetupError> {
        Self::by(&NamedRules::built_in(), setup, origin)
    }

    /// A new match by these rules.
    pub fn by(rules: &NamedRules<G::Rules>, setup: Setup, origin: impl Into<Origin>) -> Result<Self, SetupError> {
        let setup = naming_rules::<G>(setup, rules.id())?;
        let origin = origin.into();
        let mut dice = origin.dice();
        let state = G::start_by(&setup, rules.rules(), &mut dice)?;
        Ok(Self::begin(setup, rules.id().cloned(), origin, state, dice))
    }

    /// A match that begins in a given position. Its record does not contain that position, so it cannot be replayed.
    pub fn from_position(setup: Setup, origin: impl Into<Origin>, state: G) -> Self {
        let origin = origin.into();
        let dice = origin.dice();
        Self::begin(setup, None, origin, state, dice)
    }

    /// A match by these rules that begins in the position of a text. It cannot be replayed either.
    pub fn from_text(
        rules: &NamedRules<G::Rules>,
        setup: Setup,
        origin: impl Into<Origin>,
        text: &str,
    ) -> Result<Self, PositionError> {
        let setup = naming_rules::<G>(setup, rules.id())?;
        let state = read_position::<G>(text, &setup, rules.rules())?;
        let origin = origin.into();
        let dice = origin.dice();
        Ok(Self::begin(setup, rules.id().cloned(), origin, state, dice))
    }

    fn begin(setup: Setup, rules: Option<RulesId>, origin: Origin, state: G, mut dice: Dice) -> Self {
        let start_rolls = dice.take_rolls();
        let players = vec![String::new(); usize::from(state.seats())];
        let start = (state.clone(), dice.clone());
        Self { setup, rules, origin, players, dice, start_rolls, start, state, log: Vec::new(), ended_by_exit: false }
    }

    /// Sets the name of a seat's player for the record. The seat must exist.
    pub fn name_player(&mut self, seat: Seat, name: &str) {
        // A record consists of lines, so a name is one line without control characters and outer blanks.
        let words: Vec<String> = name
            .split_whitespace()
            .map(|word| word.chars().filter(|letter| !letter.is_control()).collect())
            .filter(|word: &String| !word.is_empty())
            .collect();
        self.players[seat.index()] = words.join(" ");
    }

    /// The whole state, secrets included.
    pub fn state(&self) -> &G {
        &self.state
    }

    /// What a viewer knows now. After the end everything is open, whatever ended the match: the state may not know of an
    /// exit that did.
    pub fn view(&self, viewer: Viewer) -> G::View {
        self.state.view(if self.is_over() { Viewer::Everything } else { viewer })
    }

    /// The events so far.
    pub fn log(&self) -> &[Event<G::Action>] {
        &self.log
    }

    /// The actions so far.
    pub fn actions(&self) -> impl Iterator<Item = &G::Action> {
        self.log.iter().filter_map(|event| event.action().map(|(_, action)| action))
    }

    /// The dice rolled during the setup.
    pub fn start_rolls(&self) -> &[Roll] {
        &self.start_rolls
    }

    /// The seat that acts now. None after the end.
    pub fn actor(&self) -> Option<Seat> {
        if self.is_over() { None } else { Some(self.state.turn().seat) }
    }

    /// Whether the match is over.
    pub fn is_over(&self) -> bool {
        self.ended_by_exit || self.state.outcome().is_some()
    }

    /// The result: by the rules, or because a seat gave up or was away for too long. An abandoned match has none.
    pub fn outcome(&self) -> Option<Outcome> {
        if !self.ended_by_exit {
            return self.state.outcome();
        }
        self.last_exit()?.seat().map(|seat| self.state.outcome_after_exit(seat))
    }

    /// The exit that ended the match, if one did.
    pub fn end(&self) -> Option<Exit> {
        self.last_exit().filter(|_| self.is_over())
    }

    fn last_exit(&self) -> Option<Exit> {
        match self.log.last()?.kind {
            EventKind::Exit(exit) => Some(exit),
            EventKind::Action { .. } => None,
        }
    }

    /// The source of its chance.
    pub fn origin(&self) -> &Origin {
        &self.origin
    }

    /// Whether a seat may play this action now; if not, why.
    pub fn check(&self, seat: Seat, action: &G::Action) -> Result<(), Refusal> {
        match self.actor() {
            None => Err(Refusal::GameOver),
            Some(actor) if actor != seat => Err(Refusal::NotYourTurn { actor }),
            Some(_) => self.state.check(action),
        }
    }

    /// Plays an action for a seat.
    pub fn play(&mut self, seat: Seat, action: &G::Action) -> Result<&Event<G::Action>, Refusal> {
        self.check(seat, action)?; // before `write`, which may not know the notation of an impossible action
        let (turn, text) = (self.state.turn().number, self.state.write(action));
        self.state.apply(action, &mut self.dice);
        Ok(self.write_down(EventKind::Action { seat, action: action.clone(), text }, turn))
    }

    /// Plays an action given in notation.
    pub fn play_text(&mut self, seat: Seat, text: &str) -> Result<&Event<G::Action>, PlayError> {
        let action = self.state.read(text)?;
        Ok(self.play(seat, &action)?)
    }

    /// Whether a player may leave now; if not, why.
    pub fn check_exit(&self, exit: Exit) -> Result<(), Refusal> {
        match exit.seat() {
            _ if self.is_over() => Err(Refusal::GameOver),
            Some(seat) if seat.0 >= self.state.seats() => Err(Refusal::NoSuchSeat),
            Some(seat) if !self.state.has_part(seat) => Err(Refusal::OutOfTheGame),
            _ => Ok(()),
        }
    }

    /// Records that a player leaves for good. The match goes on without the player if the game can; otherwise it is
    /// over.
    pub fn exit(&mut self, exit: Exit) -> Result<&Event<G::Action>, Refusal> {
        self.check_exit(exit)?;
        self.ended_by_exit = !leave(&mut self.state, exit, &mut self.dice);
        if self.ended_by_exit {
            let turn = self.state.turn().number;
            self.log.push(Event { kind: EventKind::Exit(exit), turn, rolls: Vec::new(), passed: Vec::new() });
            return Ok(self.log.last().expect("it was just pushed"));
        }
        let over = u32::from(self.state.outcome().is_some());
        let turn = (self.state.turn().number + over).saturating_sub(1 + self.state.passed().len() as u32);
        Ok(self.write_down(EventKind::Exit(exit), turn))
    }

    fn write_down(&mut self, kind: EventKind<G::Action>, turn: u32) -> &Event<G::Action> {
        let (passed, rolls) = (self.state.passed().to_vec(), self.dice.take_rolls());
        self.log.push(Event { kind, turn, rolls, passed });
        self.log.last().expect("it was just pushed")
    }

    /// Takes back the last event. Returns whether there was one. The match is replayed from its start, so the dice are
    /// back in their old state and no game has to implement undo.
    pub fn undo(&mut self) -> bool {
        let Some(keep) = self.log.len().checked_sub(1) else { return false };
        (self.state, self.dice) = self.replayed(keep);
        self.log.truncate(keep);
        self.ended_by_exit = false;
        true
    }

    /// The state after the first `count` events. There must be that many.
    pub fn state_after(&self, count: usize) -> G {
        self.replayed(count).0
    }

    /// The state after each event in turn.
    pub fn states(&self) -> impl Iterator<Item = G> {
        let (mut state, mut dice) = self.replayed(0);
        self.log.iter().map(move |event| {
            repeat(&mut state, &event.kind, &mut dice);
            state.clone()
        })
    }

    /// Calls `each` with these events, by their indexes, and with the number of each and the states before and after it. They
    /// must exist.
    pub(crate) fn each_state(
        &self,
        events: std::ops::Range<usize>,
        mut each: impl FnMut(usize, &G, &Event<G::Action>, &G),
    ) {
        let (mut state, mut dice) = self.replayed(events.start);
        for (event, number) in self.log[events.clone()].iter().zip(events.start + 1..) {
            let before = state.clone();
            repeat(&mut state, &event.kind, &mut dice);
            each(number, &before, event, &state);
        }
    }

    /// The record of the match.
    pub fn record(&self) -> Record {
        let names = G::INFO.seat_names;
        let name = |seat: Seat| names[seat.index()].to_owned();
        let mut lines: Vec<RecordLine> = Vec::new();
        for Event { kind, turn, rolls, passed } in &self.log {
            match kind {
                EventKind::Action { seat, text, .. } => {
                    let action = RecordAction { text: text.clone(), rolls: rolls.clone() };
                    match lines.last_mut() {
                        Some(RecordLine::Turn(line)) if line.number == *turn => line.actions.push(action),
                        _ => lines.push(RecordTurn { number: *turn, seat: name(*seat), actions: vec![action] }.into()),
                    }
                }
                EventKind::Exit(exit) => lines.push(RecordLine::Exit(match *exit {
                    Exit::Resigned(seat) => RecordExit::Resigns(name(seat), rolls.clone()),
                    Exit::Dropped(seat) => RecordExit::DropsOut(name(seat), rolls.clone()),
                    Exit::Abandoned => RecordExit::Abandoned,
                })),
            }
            for (&seat, number) in passed.iter().zip(turn + 1..) {
                lines.push(RecordTurn { number, seat: name(seat), actions: Vec::new() }.into());
            }
        }
        Record {
            game: G::INFO.key.to_owned(),
            rules_version: G::INFO.rules_version,
            setup: self.setup.to_string(),
            rules: self.rules.clone(),
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
            lines,
            result: self
                .is_over()
                .then(|| self.outcome().map_or_else(|| NO_RESULT.to_owned(), |outcome| outcome.describe(names))),
        }
    }

    fn replayed(&self, count: usize) -> (G, Dice) {
        let (mut state, mut dice) = self.start.clone();
        for event in &self.log[..count] {
            repeat(&mut state, &event.kind, &mut dice);
        }
        dice.take_rolls();
        (state, dice)
    }
}

/// Fills in the option that names the rule set, in a game that has one. If nobody has chosen a set, the option gets the
/// name of the set of this match.
fn naming_rules<G: Game>(setup: Setup, rules: Option<&RulesId>) -> Result<Setup, SetupError> {
    let Some(spec) = G::RULES_OPTION.and_then(|key| G::INFO.options.iter().find(|spec| spec.key == key)) else {
        return Ok(setup);
    };
    let played = rules.map_or(STANDARD, |id| &id.name);
    match setup.get(spec.key) {
        named if named == played => Ok(setup),
        STANDARD => setup.with(spec, played),
        named => {
            let (key, named, played) = (spec.key, named.to_owned(), played.to_owned());
            Err(SetupError::OtherRules { key, named, played })
        }
    }
}

/// Repeats an event that happened before in this state.
fn repeat<G: Game>(state: &mut G, kind: &EventKind<G::Action>, dice: &mut Dice) {
    match kind {
        EventKind::Action { action, .. } => state.apply(action, dice),
        EventKind::Exit(exit) => {
            leave(state, *exit, dice);
        }
    }
}

/// Whether the game goes on after this exit.
fn leave<G: Game>(state: &mut G, exit: Exit, dice: &mut Dice) -> bool {
    exit.seat().is_some_and(|seat| state.withdraw(seat, dice))
}
