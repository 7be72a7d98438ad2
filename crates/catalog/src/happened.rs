//! An action of a match as one viewer sees it.

use game::{Game, Message, Outcome, Played, Roll, Seat, Viewer};
use serde_json::value::RawValue;

/// An action that was played, and what one viewer is told of it and knows after it.
#[derive(Clone, Debug)]
pub struct Happened {
    /// By whom.
    pub seat: Seat,
    /// In which turn.
    pub turn: u32,
    /// In notation.
    pub action: String,
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
    /// The result, if that was the end by the rules.
    pub outcome: Option<Outcome>,
}

pub(crate) fn seen<G: Game>(before: &G, played: &Played<G::Action>, after: &G, viewer: Viewer) -> Happened {
    Happened {
        seat: played.seat,
        turn: played.turn,
        action: played.text.clone(),
        rolls: played.rolls.clone(),
        passed: played.passed.clone(),
        told: G::tell(before, &played.action, &played.rolls, after, viewer),
        view: text(after, viewer),
        actor: actor(after),
        outcome: after.outcome(),
    }
}

pub(crate) fn text<G: Game>(state: &G, viewer: Viewer) -> Box<RawValue> {
    serde_json::value::to_raw_value(&state.view(viewer)).expect("a view is plain data")
}

pub(crate) fn actor<G: Game>(state: &G) -> Option<Seat> {
    state.outcome().is_none().then(|| state.turn().seat)
}
