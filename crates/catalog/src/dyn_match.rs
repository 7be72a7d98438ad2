//! A match with its types erased.

use ai::Evaluated;
use game::{
    Exit, Game, Info, Luck, MOST_SEATS, Match, Moment, Outcome, PlayError, Random, Record, Seat, Turn, Viewer,
    legal_actions,
};
use scene::Draw;

use crate::position::{Opened, Picture, Position};

#[cfg(not(target_family = "wasm"))]
use {game::Roll, serde::Serialize, serde_json::Value};

/// A match that is being played. Actions are text in the game's notation, and views are JSON.
pub trait DynMatch: Send {
    /// Name, options and seats of the game.
    fn info(&self) -> &'static Info;
    /// The public state of the match.
    fn standing(&self) -> Standing;
    /// Writes the name of a player into the record.
    fn name_player(&mut self, seat: Seat, name: &str);
    /// Every legal action.
    fn legal(&self) -> Vec<String>;
    /// One of the legal actions, all equally likely. None after the end.
    fn random_action(&self, random: &mut Random) -> Option<String>;
    /// Whether a request may be carried out now; if not, why.
    fn check(&self, request: &Request<'_>) -> Result<(), PlayError>;
    /// Carries out a request. Returns the moment for each of these viewers, in their order.
    fn carry_out(
        &mut self,
        request: &Request<'_>,
        viewers: &[Viewer],
    ) -> Result<Vec<Moment<Box<dyn Position>>>, PlayError>;
    /// Takes back the last event. Returns whether there was one.
    fn undo(&mut self) -> bool;
    /// The record of the match.
    fn record(&self) -> Record;
    /// The first position as a viewer saw it, and the seat that acted in it.
    fn start(&self, viewer: Viewer) -> (Box<dyn Position>, Option<Seat>);
    /// A viewer's moments of the events after the first `known`, at most `most` of them.
    fn some_moments(&self, known: usize, most: usize, viewer: Viewer) -> Vec<Moment<Box<dyn Position>>>;
    /// A copy, from which moments can be made while the match goes on.
    #[cfg(not(target_family = "wasm"))]
    fn copy(&self) -> Box<dyn DynMatch>;
    /// The current position of a viewer who has seen the whole match and remembers it. After the end everything is open.
    fn position(&self, viewer: Viewer) -> Box<dyn Position>;
    /// Calls `each` with every action in turn, without exits, until it returns `false`.
    #[cfg(not(target_family = "wasm"))]
    fn trace(&self, each: &mut dyn FnMut(TraceStep) -> bool);
    /// The luck of each seat: its measures, summed over the match.
    fn luck(&self) -> Vec<(Seat, Vec<Luck>)>;
    /// A hash of the state. Equal states have the same hash on every platform.
    fn state_hash(&self) -> u64;
}

/// A request of a seat to a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Request<'a> {
    /// To play an action.
    Play {
        /// The seat that asks.
        seat: Seat,
        /// The action in notation.
        action: &'a str,
    },
    /// To leave for good, or to record that a player left.
    Exit(Exit),
}

/// The public state of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The number of seats.
    pub seats: u8,
    /// The turn being played; after the end, the last one.
    pub turn: Turn,
    /// The seat that acts now. None after the end.
    pub actor: Option<Seat>,
    /// Whether the match is over.
    pub is_over: bool,
    /// The result, once there is one. An abandoned match has none.
    pub outcome: Option<Outcome>,
    /// The exit that ended the match, if one did.
    pub end: Option<Exit>,
    /// The number of events: actions and exits.
    pub events: usize,
    /// Whether the current state hides something from some viewer.
    pub keeps_secrets: bool,
    parts: [bool; MOST_SEATS],
}

impl Standing {
    /// Whether a seat is still in the game.
    pub fn has_part(&self, seat: Seat) -> bool {
        self.parts.get(seat.index()).copied().unwrap_or(false)
    }
}

/// Shortcuts for the methods above.
impl dyn DynMatch + '_ {
    /// The number of seats.
    pub fn seats(&self) -> u8 {
        self.standing().seats
    }

    /// The seat that acts now. None after the end.
    pub fn actor(&self) -> Option<Seat> {
        self.standing().actor
    }

    /// The result, once there is one.
    pub fn outcome(&self) -> Option<Outcome> {
        self.standing().outcome
    }

    /// Whether the match is over.
    pub fn is_over(&self) -> bool {
        self.standing().is_over
    }

    /// The number of events: actions and exits.
    pub fn events(&self) -> usize {
        self.standing().events
    }

    /// A viewer's moments of all events after the first `known`.
    pub fn moments(&self, known: usize, viewer: Viewer) -> Vec<Moment<Box<dyn Position>>> {
        self.some_moments(known, usize::MAX, viewer)
    }

    /// The picture for a viewer who remembers the whole match, with the viewer's actions if it is the viewer's turn.
    pub fn picture(&self, viewer: Viewer) -> Picture {
        self.position(viewer).picture(self.actor().map(Viewer::Seat) == Some(viewer))
    }

    /// Plays an action for a seat.
    pub fn play(&mut self, seat: Seat, action: &str) -> Result<(), PlayError> {
        self.carry_out(&Request::Play { seat, action }, &[]).map(|_| ())
    }

    /// Records that a player leaves for good.
    pub fn exit(&mut self, exit: Exit) -> Result<(), PlayError> {
        self.carry_out(&Request::Exit(exit), &[]).map(|_| ())
    }
}

/// One action of a match with its circumstances, for programs.
#[cfg(not(target_family = "wasm"))]
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TraceStep {
    /// The number of the event, counted from 1, exits included.
    pub number: usize,
    /// The turn.
    pub turn: u32,
    /// The seat that acted.
    pub seat: &'static str,
    /// The legal actions.
    pub legal: Vec<String>,
    /// The action that was played.
    pub action: String,
    /// The dice that the action used.
    pub dice: Vec<Roll>,
    /// The seats whose turns the rules then skipped.
    pub passed: Vec<&'static str>,
    /// The state after the action, with nothing hidden.
    pub state: Value,
    /// The result, if the action ended the match.
    pub result: Option<String>,
}

fn opened<G: Draw + Evaluated>(view: G::View) -> Box<dyn Position> {
    Box::new(Opened::<G>::new(view))
}

/// The view of a viewer who has seen the whole match and remembers it.
fn recalled<G: Game>(game: &Match<G>, viewer: Viewer) -> G::View {
    let mut known = game.view(viewer);
    if G::INFO.hidden && !game.is_over() {
        let mut before = game.state_after(0).view(viewer);
        for state in game.states() {
            let mut view = state.view(viewer);
            G::recall(&mut view, &before);
            before = view;
        }
        G::recall(&mut known, &before);
    }
    known
}

fn legal<G: Game>(state: &G) -> Vec<String> {
    legal_actions(state).iter().map(|action| state.write(action)).collect()
}

impl<G: Draw + Evaluated> DynMatch for Match<G> {
    fn info(&self) -> &'static Info {
        const { &G::INFO }
    }

    fn standing(&self) -> Standing {
        let state = self.state();
        let seats = state.seats();
        Standing {
            seats,
            turn: state.turn(),
            actor: self.actor(),
            is_over: self.is_over(),
            outcome: self.outcome(),
            end: self.end(),
            events: self.log().len(),
            keeps_secrets: state.keeps_secrets(),
            parts: std::array::from_fn(|seat| seat < usize::from(seats) && state.has_part(Seat(seat as u8))),
        }
    }

    fn name_player(&mut self, seat: Seat, name: &str) {
        self.name_player(seat, name);
    }

    fn legal(&self) -> Vec<String> {
        if self.actor().is_some() { legal(self.state()) } else { Vec::new() }
    }

    fn random_action(&self, random: &mut Random) -> Option<String> {
        self.actor()?;
        let action = self.state().random_action(random, &mut Vec::new())?;
        Some(self.state().write(&action))
    }

    fn check(&self, request: &Request<'_>) -> Result<(), PlayError> {
        match *request {
            Request::Play { seat, action } => Ok(self.check(seat, &self.state().read(action)?)?),
            Request::Exit(exit) => Ok(self.check_exit(exit)?),
        }
    }

    fn carry_out(
        &mut self,
        request: &Request<'_>,
        viewers: &[Viewer],
    ) -> Result<Vec<Moment<Box<dyn Position>>>, PlayError> {
        let moments = match *request {
            Request::Play { seat, action } => self.play_and_tell(seat, action, viewers)?,
            Request::Exit(exit) => self.exit_and_tell(exit, viewers)?,
        };
        Ok(moments.into_iter().map(|moment| moment.map_view(opened::<G>)).collect())
    }

    fn undo(&mut self) -> bool {
        self.undo()
    }

    fn record(&self) -> Record {
        self.record()
    }

    fn start(&self, viewer: Viewer) -> (Box<dyn Position>, Option<Seat>) {
        let start = self.state_after(0);
        let actor = start.outcome().is_none().then(|| start.turn().seat);
        (opened::<G>(start.view(viewer)), actor)
    }

    fn some_moments(&self, known: usize, most: usize, viewer: Viewer) -> Vec<Moment<Box<dyn Position>>> {
        let moments = self.some_moments(known, most, viewer).into_iter();
        moments.map(|moment| moment.map_view(opened::<G>)).collect()
    }

    #[cfg(not(target_family = "wasm"))]
    fn copy(&self) -> Box<dyn DynMatch> {
        Box::new(self.clone())
    }

    fn position(&self, viewer: Viewer) -> Box<dyn Position> {
        opened::<G>(recalled(self, viewer))
    }

    #[cfg(not(target_family = "wasm"))]
    fn trace(&self, each: &mut dyn FnMut(TraceStep) -> bool) {
        let names = G::INFO.seat_names;
        let mut before = self.state_after(0);
        for (index, (event, after)) in self.log().iter().zip(self.states()).enumerate() {
            let game::EventKind::Action { seat, text, .. } = &event.kind else {
                before = after;
                continue;
            };
            let step = TraceStep {
                number: index + 1,
                turn: event.turn,
                seat: names[seat.index()],
                legal: legal(&before),
                action: text.clone(),
                dice: event.rolls.clone(),
                passed: event.passed.iter().map(|seat| names[seat.index()]).collect(),
                state: serde_json::to_value(after.view(Viewer::Everything)).expect("a view is plain data"),
                result: after.outcome().map(|outcome| outcome.describe(names)),
            };
            if !each(step) {
                return;
            }
            before = after;
        }
    }

    fn luck(&self) -> Vec<(Seat, Vec<Luck>)> {
        let mut seats: Vec<(Seat, Vec<Luck>)> =
            Seat::first(self.state().seats()).map(|seat| (seat, Vec::new())).collect();
        let mut add = |seat: Seat, luck: Luck| {
            let sums = &mut seats[seat.index()].1;
            match sums.iter_mut().find(|sum| sum.what == luck.what) {
                Some(sum) => {
                    sum.expected += luck.expected;
                    sum.got += luck.got;
                }
                None => sums.push(luck),
            }
        };
        let mut before = self.state_after(0);
        for (seat, luck) in before.luck_of_start() {
            add(seat, luck);
        }
        for (event, after) in self.log().iter().zip(self.states()) {
            let action = event.action().map(|(_, action)| action);
            for (seat, luck) in G::luck_of_all(&before, action, &event.rolls) {
                add(seat, luck);
            }
            before = after;
        }
        seats
    }

    fn state_hash(&self) -> u64 {
        self.state().state_hash()
    }
}
