//! A view that was opened: read once, with a position that fits it, to answer everything that a client asks.

use std::any::Any;
use std::fmt;
use std::sync::OnceLock;

use ai::{Bot, Evaluated};
use game::{Chance, Dice, Message, Random, Seat, Viewer};
use scene::{Draw, Partway, Pick, Picks, Preview, Routine, Scene};
use serde::Serialize;
use serde_json::value::RawValue;

use crate::thinking::{DynThinking, Named};

/// What one viewer knows at one moment, opened: everything that a client of a running match can ask.
pub trait Position: Any + Send + Sync {
    /// What the viewer sees, and can do if `acts` says that it is the viewer's turn.
    fn picture(&self, acts: bool) -> Picture;

    /// What an action would do, as far as the viewer can know. Nothing for a text that is no action.
    fn preview(&self, action: &str) -> Preview;

    /// Why these picks lead nowhere, if the game has a reason to give.
    fn why_not(&self, picked: &[Pick]) -> Option<Message>;

    /// What is expected after some picks of an action and what they would do, if the game has words for them.
    fn partway(&self, picked: &[Pick]) -> Option<Partway>;

    /// The position after a legal action that chance has no say in; none in a game that hides something, where the viewer
    /// cannot know it.
    fn after(&self, action: &str) -> Option<After>;

    /// What is shown in place of this first position before its match begins: nothing that chance decides.
    fn unbegun(&self) -> Box<dyn Position>;

    /// Takes over what the same viewer knew at an earlier position and cannot see now.
    fn recall(&mut self, before: &dyn Position);

    /// Has a bot think for the seat that acts.
    fn think(&self, bot: &mut Bot) -> Box<dyn DynThinking>;

    /// The view as JSON, memory included.
    fn view(&self) -> Box<RawValue>;

    /// Whether this is the same view of the same game.
    fn is_same(&self, other: &dyn Position) -> bool;
}

/// A position one action ahead.
pub struct After {
    /// The position.
    pub position: Box<dyn Position>,
    /// Whether the action is a step of a plan, which can be taken back before anybody else hears of it.
    pub is_tentative: bool,
}

impl PartialEq for dyn Position {
    fn eq(&self, other: &Self) -> bool {
        self.is_same(other)
    }
}

impl fmt::Debug for dyn Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({})", self.view())
    }
}

/// What a viewer sees.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Picture {
    /// The board.
    pub scene: Scene,
    /// What is expected of the seat that acts.
    pub expected: Message,
    /// What the viewer can do; nothing for viewers who do not act.
    pub picks: Picks<String>,
    /// What the viewer may leave to the game; nothing for viewers who do not act.
    pub routine: Option<Routine<String>>,
    /// By how many sixths clockwise the board is turned for each seat, so that its side is at the bottom.
    pub turned: Vec<u8>,
    /// Whether each seat still takes part.
    pub parts: Vec<bool>,
    /// What each seat plays for.
    pub aims: Vec<Message>,
    /// What everybody plays for, for those who watch.
    pub aim_watching: Message,
}

/// JSON that is no view of this game.
#[derive(Debug)]
pub struct ViewError(pub(crate) serde_json::Error);

impl fmt::Display for ViewError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "this is no view of the game: {}", self.0)
    }
}

impl std::error::Error for ViewError {}

/// The one implementation of [`Position`].
pub(crate) struct Opened<G: Draw> {
    view: G::View,
    /// A state that fits the view, for what every such state agrees on: notation and the actor's legal actions. Made when
    /// it is first needed: most positions of a long match are only remembered.
    state: OnceLock<G>,
}

impl<G: Draw + Evaluated> Opened<G> {
    pub(crate) fn new(view: G::View) -> Self {
        Self { view, state: OnceLock::new() }
    }

    fn state(&self) -> &G {
        self.state.get_or_init(|| G::imagine(&self.view, &mut Random::new(0)))
    }
}

impl<G: Draw + Evaluated> Position for Opened<G> {
    fn picture(&self, acts: bool) -> Picture {
        let (view, state) = (&self.view, self.state());
        let paths = if acts { G::picks(view) } else { Picks::default() };
        let picks = Picks::new(paths.iter().map(|(path, action)| (path.clone(), state.write(action))));
        let routine = G::routine(view).filter(|_| acts);
        let seats = || Seat::first(state.seats());
        Picture {
            scene: G::scene(view),
            expected: G::expected(view),
            picks,
            routine: routine.map(|Routine { label, action }| Routine { label, action: state.write(&action) }),
            turned: seats().map(|seat| G::turned_for(view, seat)).collect(),
            parts: seats().map(|seat| state.has_part(seat)).collect(),
            aims: seats().map(|seat| G::aim(view, Some(seat))).collect(),
            aim_watching: G::aim(view, None),
        }
    }

    fn preview(&self, action: &str) -> Preview {
        self.state().read(action).map(|action| G::preview(&self.view, &action)).unwrap_or_default()
    }

    fn why_not(&self, picked: &[Pick]) -> Option<Message> {
        G::why_not(&self.view, picked)
    }

    fn partway(&self, picked: &[Pick]) -> Option<Partway> {
        G::partway(&self.view, picked)
    }

    fn after(&self, action: &str) -> Option<After> {
        if G::INFO.hidden {
            return None;
        }
        let mut state = self.state().clone();
        let action = state.read(action).ok()?;
        if state.check(&action).is_err() || state.chance(&action, &mut Vec::new()) != Chance::Certain {
            return None;
        }
        let is_tentative = G::tentative(&self.view, &action);
        state.apply(&action, &mut Dice::scripted([]));
        // Nothing is hidden from anybody, so all views are alike.
        Some(After { position: Box::new(Self::new(state.view(Viewer::Everything))), is_tentative })
    }

    fn unbegun(&self) -> Box<dyn Position> {
        Box::new(Self::new(G::unbegun(self.view.clone())))
    }

    fn recall(&mut self, before: &dyn Position) {
        if let Some(before) = (before as &dyn Any).downcast_ref::<Self>() {
            G::recall(&mut self.view, &before.view);
            self.state = OnceLock::new();
        }
    }

    fn think(&self, bot: &mut Bot) -> Box<dyn DynThinking> {
        Box::new(Named::<G> { thinking: bot.think(&self.view), imagined: self.state().clone() })
    }

    fn view(&self) -> Box<RawValue> {
        serde_json::value::to_raw_value(&self.view).expect("a view is plain data")
    }

    fn is_same(&self, other: &dyn Position) -> bool {
        (other as &dyn Any).downcast_ref::<Self>().is_some_and(|other| other.view == self.view)
    }
}
