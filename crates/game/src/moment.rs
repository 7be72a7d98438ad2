//! What a viewer is told of an event: moments. Server, page and terminal all show a match from these.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::dice::Roll;
use crate::event::{Event, EventKind, Exit};
use crate::game::{Game, Refusal};
use crate::game_match::{Match, PlayError};
use crate::message::Message;
use crate::outcome::Outcome;
use crate::seat::{Seat, Viewer};

/// Something that happened in a match, as one viewer sees it. The parameter is the view: JSON as a value
/// for clients, and as text for a server, which sends it as it is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Moment<V = Value> {
    /// Counted from 1 without gaps.
    pub seq: u64,
    /// The kind of event.
    pub what: What,
    /// What the viewer is told of it.
    pub told: Vec<Message>,
    /// What the viewer knows after it.
    pub view: V,
    /// Who acts next; nobody after the end.
    pub actor: Option<Seat>,
    /// The result, if that was the end.
    pub outcome: Option<Outcome>,
}

/// What can happen in a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum What {
    /// An action was played.
    Action {
        /// By whom.
        seat: Seat,
        /// In which turn.
        turn: u32,
        /// In the game's notation.
        action: String,
        /// The dice that it used.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        rolls: Vec<Roll>,
        /// The seats whose turns the rules then passed over.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        passed: Vec<Seat>,
    },
    /// Somebody left for good. The match goes on without them if there is somebody who acts next.
    Exit {
        /// Who, and how.
        exit: Exit,
        /// The last turn that had ended before the exit, or that the exit ended.
        turn: u32,
        /// The dice that the game used to go on without them.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        rolls: Vec<Roll>,
        /// The seats whose turns the rules then passed over.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        passed: Vec<Seat>,
    },
}

impl What {
    /// The seat that acted or left. None if everybody left.
    pub fn seat(&self) -> Option<Seat> {
        match self {
            Self::Action { seat, .. } => Some(*seat),
            Self::Exit { exit, .. } => exit.seat(),
        }
    }

    /// Who left, if somebody did.
    pub fn exit(&self) -> Option<Exit> {
        match self {
            Self::Exit { exit, .. } => Some(*exit),
            Self::Action { .. } => None,
        }
    }
}

impl<V> Moment<V> {
    /// The moment without its view, and the view.
    pub fn split(self) -> (Moment<()>, V) {
        let Self { seq, what, told, view, actor, outcome } = self;
        (Moment { seq, what, told, view: (), actor, outcome }, view)
    }

    /// The same moment with its view in another form.
    pub fn map_view<W>(self, into: impl FnOnce(V) -> W) -> Moment<W> {
        let (Moment { seq, what, told, view: (), actor, outcome }, view) = self.split();
        Moment { seq, what, told, view: into(view), actor, outcome }
    }
}

impl<G: Game> Match<G> {
    /// What a viewer is told of every event after the first `known`.
    pub fn moments(&self, known: usize, viewer: Viewer) -> Vec<Moment<G::View>> {
        self.some_moments(known, self.log().len().saturating_sub(known), viewer)
    }

    /// The same of at most `most` events.
    pub fn some_moments(&self, known: usize, most: usize, viewer: Viewer) -> Vec<Moment<G::View>> {
        let Some(left) = self.log().len().checked_sub(known).filter(|left| *left > 0) else { return Vec::new() };
        let count = left.min(most);
        let mut moments = Vec::with_capacity(count);
        self.each_state(known..known + count, |number, before, event, after| {
            moments.push(self.moment(number, before, event, after, viewer));
        });
        moments
    }

    /// Plays an action given in notation. Returns the moment that each of these viewers is told, in their order.
    pub fn play_and_tell(
        &mut self,
        seat: Seat,
        text: &str,
        viewers: &[Viewer],
    ) -> Result<Vec<Moment<G::View>>, PlayError> {
        if viewers.is_empty() {
            return self.play_text(seat, text).map(|_| Vec::new()); // spares a copy of the state
        }
        let before = self.state().clone();
        self.play_text(seat, text)?;
        Ok(self.tell_last(&before, viewers))
    }

    /// Somebody leaves for good. Returns the moment that each of these viewers is told, in their order.
    pub fn exit_and_tell(&mut self, exit: Exit, viewers: &[Viewer]) -> Result<Vec<Moment<G::View>>, Refusal> {
        let before = self.state().clone();
        self.exit(exit)?;
        Ok(self.tell_last(&before, viewers))
    }

    fn tell_last(&self, before: &G, viewers: &[Viewer]) -> Vec<Moment<G::View>> {
        let event = self.log().last().expect("an event was just logged");
        let tell = |&viewer: &Viewer| self.moment(self.log().len(), before, event, self.state(), viewer);
        viewers.iter().map(tell).collect()
    }

    /// The only function from an event to what a viewer is told of it. `number` is the number of the event, and the states
    /// are those before and after it.
    fn moment(
        &self,
        number: usize,
        before: &G,
        event: &Event<G::Action>,
        after: &G,
        viewer: Viewer,
    ) -> Moment<G::View> {
        let (turn, rolls, passed) = (event.turn, event.rolls.clone(), event.passed.clone());
        let (what, told) = match &event.kind {
            EventKind::Action { seat, action, text } => (
                What::Action { seat: *seat, turn, action: text.clone(), rolls, passed },
                G::tell(before, action, &event.rolls, after, viewer),
            ),
            EventKind::Exit(exit) => (
                What::Exit { exit: *exit, turn, rolls, passed },
                G::tell_exit(before, *exit, &event.rolls, after, viewer),
            ),
        };
        // After the last event the match is asked and not the state, which may not know of an exit that ended the match.
        let (view, actor, outcome) = if number == self.log().len() {
            (self.view(viewer), self.actor(), self.outcome())
        } else {
            (after.view(viewer), Some(after.turn().seat), None)
        };
        Moment { seq: number as u64, what, told, view, actor, outcome }
    }
}
