//! What can be done with a view alone: all that a client of a running match has.

use ai::{Bot, Evaluated};
use game::{Chance, Dice, Message, Random, Seat, Viewer};
use scene::{Draw, Picks, Preview, Routine, Scene};
use serde::Serialize;
use serde_json::Value;

use crate::thinking::{DynThinking, Named};

/// What a viewer sees.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Picture {
    /// The board.
    pub scene: Scene,
    /// What is expected of whoever acts.
    pub expected: Message,
    /// What the viewer can do; nothing for those who do not act.
    pub picks: Picks<String>,
    /// What the viewer may leave to the game; nothing for those who do not act.
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

/// A text that is no view of this game.
#[derive(Debug)]
pub struct ViewError(serde_json::Error);

impl std::fmt::Display for ViewError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "this is no view of the game: {}", self.0)
    }
}

impl std::error::Error for ViewError {}

pub(crate) fn read<G: Draw>(view: &Value) -> Result<G::View, ViewError> {
    serde::Deserialize::deserialize(view).map_err(ViewError)
}

/// A state that fits the view, for what every such state agrees on: notation and the actor's legal actions.
fn any_state<G: Draw>(view: &G::View) -> G {
    G::imagine(view, &mut Random::new(0))
}

pub(crate) fn picture<G: Draw>(view: &G::View, acts: bool) -> Picture {
    let state = any_state::<G>(view);
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

/// The view is read once for all of them: a client asks for every legal action when somebody's turn begins.
pub(crate) fn previews<'a, G: Draw>(
    view: &G::View,
    actions: impl Iterator<Item = &'a str>,
) -> impl Iterator<Item = Preview> {
    let state = any_state::<G>(view);
    actions.map(move |action| state.read(action).map(|action| G::preview(view, &action)).unwrap_or_default())
}

/// What a viewer sees of a match that has not begun.
pub(crate) fn unbegun_picture<G: Draw>(view: G::View) -> Picture {
    picture::<G>(&G::unbegun(view), false)
}

pub(crate) fn tentative<G: Draw>(view: &G::View, action: &str) -> bool {
    any_state::<G>(view).read(action).is_ok_and(|action| G::tentative(view, &action))
}

/// Nothing is hidden from whoever plans, so everybody's view is theirs.
pub(crate) fn draft<G: Draw>(view: &G::View, actions: &[String]) -> Option<Value> {
    let mut state = any_state::<G>(view);
    for action in actions {
        let action = state.read(action).ok()?;
        let tentative = state.check(&action).is_ok() && G::tentative(&state.view(Viewer::Everything), &action);
        if !tentative {
            return None;
        }
        state.apply(&action, &mut Dice::scripted([]));
    }
    Some(serde_json::to_value(state.view(Viewer::Everything)).expect("a view is plain data"))
}

/// Like a draft, of an action that chance has no say in: it need not be one that can be taken back.
pub(crate) fn foresee<G: Draw>(view: &G::View, action: &str) -> Option<Value> {
    let mut state = any_state::<G>(view);
    let action = state.read(action).ok()?;
    if state.check(&action).is_err() || state.chance(&action, &mut Vec::new()) != Chance::Certain {
        return None;
    }
    state.apply(&action, &mut Dice::scripted([]));
    Some(serde_json::to_value(state.view(Viewer::Everything)).expect("a view is plain data"))
}

pub(crate) fn think<G: Draw + Evaluated>(view: &G::View, bot: &mut Bot) -> Box<dyn DynThinking> {
    Box::new(Named::<G> { thinking: bot.think(view), imagined: any_state(view) })
}
