//! A parsed view, with a state that fits it, which answers all questions of a client.

use std::any::Any;
use std::fmt;
use std::sync::OnceLock;

use ai::{Bot, Evaluated};
use game::{Chance, Dice, Message, Random, Roll, Seat, Unreadable, Viewer};
use scene::{Area, Change, Draw, Motion, Partway, Pick, Picks, Place, Preview, Routine, Scene, Threat, Way};
use serde::Serialize;
use serde_json::value::RawValue;

use crate::thinking::{DynThinking, Named};

/// A viewer's knowledge at one moment. It answers everything that a client of a running match can ask.
pub trait Position: Any + Send + Sync {
    /// The viewer's picture, with the viewer's actions if `acts` says that it is the viewer's turn.
    fn picture(&self, acts: bool) -> Picture;

    /// The effects of an action, as far as the viewer can know them. Empty if the text is no action.
    fn preview(&self, action: &str) -> Preview;

    /// What the opponents of a seat could attack or take in their next turn, as far as the viewer can know it.
    fn danger(&self, seat: Seat) -> Vec<Threat>;

    /// The places at which a piece of a seat could be attacked in the opponents' next turn.
    fn exposed(&self, seat: Seat) -> Option<Area>;

    /// Why these picks lead to no action, if the game has a sentence for it.
    fn why_not(&self, picked: &[Pick]) -> Option<Message>;

    /// The next step and the effects of some picks that do not make an action yet, if the game has a sentence for them.
    fn partway(&self, picked: &[Pick]) -> Option<Partway>;

    /// The ways of the acting piece to one of the scene's ends, one for each facing.
    fn ways(&self, place: Place) -> Vec<Way<String>>;

    /// The position after a legal action that uses no chance. None in a game with hidden knowledge, where the viewer
    /// cannot know the next position.
    fn after(&self, action: &str) -> Option<After>;

    /// The position that is shown before the match begins in place of this first position: without anything that chance
    /// decides.
    fn unbegun(&self) -> Box<dyn Position>;

    /// Adds what the same viewer knew at an earlier position and cannot see now.
    fn recall(&mut self, before: &dyn Position);

    /// A random legal action of the seat that acts, as far as the viewer can know them. Only tools for developers ask for it.
    #[cfg(not(target_family = "wasm"))]
    fn random_action(&self, random: &mut Random) -> Option<String>;

    /// Lets a bot begin to think for the seat that acts.
    fn think(&self, bot: &mut Bot) -> Box<dyn DynThinking>;

    /// The view as JSON, including what the viewer remembers.
    fn view(&self) -> Box<RawValue>;

    /// What the viewer sees happen between this position and the next one, which an action or an exit with these dice led
    /// to. Empty if the other position is one of another game. An action or dice that do not fit this position, because a
    /// server is wrong or a view could not be opened, tell no more than a comparison of the two scenes.
    fn motion(&self, after: &dyn Position, action: Option<&str>, rolls: &[Roll]) -> Motion;

    /// Whether this is the same view of the same game.
    fn is_same(&self, other: &dyn Position) -> bool;
}

/// A position one action ahead.
pub struct After {
    /// The position.
    pub position: Box<dyn Position>,
    /// Whether the action is a plan step, which can be taken back before anybody else is told.
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

/// Everything that a viewer is shown.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Picture {
    /// The board.
    pub scene: Scene,
    /// A sentence that says what the acting seat has to do.
    pub expected: Message,
    /// The viewer's possible actions. Empty for viewers who do not act.
    pub picks: Picks<String>,
    /// The repeated action that the viewer may leave to the game. None for viewers who do not act.
    pub routine: Option<Routine<String>>,
    /// How many sixths clockwise the board is turned for each seat, so that the seat's side is at the bottom.
    pub turned: Vec<u8>,
    /// Whether each seat is still in the game.
    pub parts: Vec<bool>,
    /// The aim of each seat.
    pub aims: Vec<Message>,
    /// The aim of all seats, for spectators.
    pub aim_watching: Message,
}

/// JSON that is no view of this game.
#[derive(Debug)]
pub struct ViewError(pub(crate) Unreadable);

impl fmt::Display for ViewError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "this is no view of the game: {}", self.0)
    }
}

impl std::error::Error for ViewError {}

/// The one implementation of [`Position`].
pub(crate) struct Opened<G: Draw> {
    view: G::View,
    /// A state that fits the view. All answers come from it and the view ([`Draw`] says what may be taken from which).
    /// It is built when it is first needed, because most positions of a long match are only kept.
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
        let paths = if acts { state.picks() } else { Picks::default() };
        let picks = Picks::new(paths.iter().map(|(path, action)| (path.clone(), state.write(action))));
        let routine = state.routine().filter(|_| acts);
        let seats = || Seat::first(state.seats());
        let mut scene = state.scene(view);
        scene.style.look = G::INFO.key.into();
        Picture {
            scene,
            expected: state.expected(view),
            picks,
            routine: routine.map(|Routine { label, action }| Routine { label, action: state.write(&action) }),
            turned: seats().map(|seat| state.turned_for(seat)).collect(),
            parts: seats().map(|seat| state.has_part(seat)).collect(),
            aims: seats().map(|seat| state.aim(view, Some(seat))).collect(),
            aim_watching: state.aim(view, None),
        }
    }

    fn preview(&self, action: &str) -> Preview {
        let state = self.state();
        state.read(action).map(|action| state.preview(&self.view, &action)).unwrap_or_default()
    }

    fn danger(&self, seat: Seat) -> Vec<Threat> {
        self.state().danger(&self.view, seat)
    }

    fn exposed(&self, seat: Seat) -> Option<Area> {
        self.state().exposed(&self.view, seat)
    }

    fn why_not(&self, picked: &[Pick]) -> Option<Message> {
        self.state().why_not(&self.view, picked)
    }

    fn partway(&self, picked: &[Pick]) -> Option<Partway> {
        self.state().partway(&self.view, picked)
    }

    fn ways(&self, place: Place) -> Vec<Way<String>> {
        let state = self.state();
        let written = |Way { unit, through, facing, steps, story }: Way<G::Action>| {
            let steps = steps.iter().map(|step| state.write(step)).collect();
            Way { unit, through, facing, steps, story }
        };
        state.ways(place).into_iter().map(written).collect()
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
        let is_tentative = state.tentative(&action);
        state.apply(&action, &mut Dice::scripted([]));
        // This game hides nothing, so every viewer has the same view.
        Some(After { position: Box::new(Self::new(state.view(Viewer::Everything))), is_tentative })
    }

    fn motion(&self, after: &dyn Position, action: Option<&str>, rolls: &[Roll]) -> Motion {
        let Some(after) = (after as &dyn Any).downcast_ref::<Self>() else { return Motion::default() };
        let state = self.state();
        let read = action.and_then(|action| state.read(action).ok()).filter(|action| fits(state, action, rolls));
        let change = Change {
            before: state,
            view_before: &self.view,
            action: read.as_ref(),
            rolls,
            after: after.state(),
            view_after: &after.view,
        };
        if action.is_some() && read.is_none() { change.compared() } else { G::motion(&change) }
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

    #[cfg(not(target_family = "wasm"))]
    fn random_action(&self, random: &mut Random) -> Option<String> {
        let state = self.state();
        let action = state.random_action(random, &mut Vec::new())?;
        Some(state.write(&action))
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

/// Whether the action can be played here with exactly these dice. In a game with hidden knowledge the state is a guess, and
/// nobody can tell; the motion of such a game does not play the action again.
fn fits<G: Draw>(state: &G, action: &G::Action, rolls: &[Roll]) -> bool {
    if G::INFO.hidden {
        return true;
    }
    if state.check(action).is_err() {
        return false;
    }
    let mut dice = Dice::told(rolls);
    state.clone().apply(action, &mut dice);
    dice.were_as_told()
}
