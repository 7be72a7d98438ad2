//! What happened in a match as one viewer sees it.

use game::{Deed, Exit, Game, Logged, Match, Message, Outcome, Roll, Seat, Viewer};
use serde_json::value::RawValue;

/// Something that happened, and what one viewer is told of it and knows after it.
#[derive(Clone, Debug)]
pub struct Happened {
    /// What.
    pub what: Happening,
    /// The dice that it used.
    pub rolls: Vec<Roll>,
    /// The seats whose turns the rules then passed over.
    pub passed: Vec<Seat>,
    /// What the viewer is told of it.
    pub told: Vec<Message>,
    /// What the viewer knows after it: the text of its JSON, made once and never taken apart on the way.
    pub view: Box<RawValue>,
    /// Who acts next.
    pub actor: Option<Seat>,
    /// The result, if that was the end.
    pub outcome: Option<Outcome>,
}

/// What can happen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Happening {
    /// An action was played.
    Action {
        /// By whom.
        seat: Seat,
        /// In which turn.
        turn: u32,
        /// In notation.
        action: String,
    },
    /// Somebody left for good.
    Exit {
        /// Who, and how.
        exit: Exit,
        /// The last turn that was over by then or by its doing.
        turn: u32,
    },
}

/// An entry of the log, between these two states.
pub(crate) fn seen<G: Game>(before: &G, logged: &Logged<G::Action>, after: &G, viewer: Viewer) -> Happened {
    let (what, told) = match &logged.deed {
        Deed::Action { seat, action, text } => (
            Happening::Action { seat: *seat, turn: logged.turn, action: text.clone() },
            G::tell(before, action, &logged.rolls, after, viewer),
        ),
        Deed::Exit(exit) => (
            Happening::Exit { exit: *exit, turn: logged.turn },
            G::tell_exit(before, *exit, &logged.rolls, after, viewer),
        ),
    };
    Happened {
        what,
        rolls: logged.rolls.clone(),
        passed: logged.passed.clone(),
        told,
        view: text(after, viewer),
        actor: actor(after),
        outcome: after.outcome(),
    }
}

/// The last entry of the log, which may have ended the match without the state knowing it.
pub(crate) fn last_seen<G: Game>(before: &G, last: &Logged<G::Action>, table: &Match<G>, viewer: Viewer) -> Happened {
    let happened = seen(before, last, table.state(), viewer);
    Happened { actor: table.actor(), outcome: table.outcome(), ..happened }
}

pub(crate) fn text<G: Game>(state: &G, viewer: Viewer) -> Box<RawValue> {
    serde_json::value::to_raw_value(&state.view(viewer)).expect("a view is plain data")
}

pub(crate) fn actor<G: Game>(state: &G) -> Option<Seat> {
    state.outcome().is_none().then(|| state.turn().seat)
}
