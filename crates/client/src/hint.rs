//! A hint: a whole move that the computer would make, drawn and told before anybody plays it.

use std::sync::Arc;

use catalog::Position;
use game::{Arg, Message};
use scene::{Pick, Piece, Place, Preview, Scene, Shape};

use crate::plan::planned;
use crate::{Client, Dice};

/// The state of the hint.
#[derive(Clone, Debug, Default)]
pub enum Advice {
    /// Nobody asked.
    #[default]
    None,
    /// The computer thinks about it, step by step.
    Sought(Draft),
    /// It is there.
    Found(Box<Hint>),
}

/// The steps of a hint that are found so far; each can be taken back, so the move is not complete.
#[derive(Clone, Debug)]
pub struct Draft {
    /// In notation.
    pub steps: Vec<String>,
    /// The position after them.
    pub position: Arc<dyn Position>,
    begun: Basis,
}

/// A whole move: steps that could be taken back, and the action that cannot. It is drawn and told beside what is really
/// there, and nothing of it is planned before somebody plays it.
#[derive(Clone, Debug, PartialEq)]
pub struct Hint {
    /// The steps, in notation.
    pub steps: Vec<String>,
    /// The action that ends the move.
    pub action: String,
    /// The places of its picks.
    pub places: Vec<Place>,
    /// Where the piece that acts would go, from where it is.
    pub way: Vec<Place>,
    /// The shape of the piece that it would put on a place, if its picks tell.
    pub shape: Option<Shape>,
    /// The pieces with a facing that the move would shift or turn, as they would stand after it.
    pub moved: Vec<Piece>,
    /// The move in words.
    pub story: Vec<Message>,
    /// What the last action would do after the steps.
    pub preview: Preview,
    /// The chance to win with it, in percent.
    pub percent: i64,
    /// The number of moments and the plan that it was found for. It is stale for any other.
    found_at: Basis,
}

impl Hint {
    /// The actions that play it, in notation.
    pub fn actions(&self) -> Vec<String> {
        self.steps.iter().chain([&self.action]).cloned().collect()
    }

    /// Whether it points at a place.
    pub fn points_at(&self, place: Place) -> bool {
        self.places.contains(&place)
            || self.way.last() == Some(&place)
            || self.moved.iter().any(|piece| piece.place == place)
    }
}

/// What comes of an action on which the computer has decided for a hint.
#[derive(Clone, Debug)]
pub enum Decided {
    /// It could be taken back, so the move is not complete: the computer is to think about this position next.
    Further(Arc<dyn Position>),
    /// The hint is there.
    Found,
    /// Something else was done meanwhile.
    Stale,
}

/// Bounds the steps of a hint, so that a search that never ends its move stops.
const MOST_STEPS: usize = 60;

/// What a hint is about: after how many moments, and with what planned.
type Basis = (usize, Vec<String>);

impl Client {
    fn basis(&self) -> Basis {
        (self.history.len(), self.plan.actions())
    }

    /// Begins to look for a hint for the person who acts: gives the position that the computer is to think about, which
    /// is what that person knows, with what is planned. None if nobody here acts, or if the match is on a server.
    pub fn ask_hint(&mut self) -> Option<Arc<dyn Position>> {
        self.local().filter(|_| self.acts_here())?;
        let position = self.position().clone();
        self.thinking.advice =
            Advice::Sought(Draft { steps: Vec::new(), position: position.clone(), begun: self.basis() });
        Some(position)
    }

    /// The computer has decided on an action of this value, from 0 to 1: one more step of the hint, or its end.
    pub fn decide_hint(&mut self, action: String, value: f32) -> Decided {
        if self.draft_hint(&action)
            && let Advice::Sought(draft) = &self.thinking.advice
            && draft.steps.len() < MOST_STEPS
        {
            return Decided::Further(draft.position.clone());
        }
        let percent = i64::from((value * 100.0).round() as i32);
        if self.find_hint(action, percent) { Decided::Found } else { Decided::Stale }
    }

    /// Takes the next step of the hint that is looked for, if it could be taken back: then the move is not complete.
    /// Returns whether it was taken.
    fn draft_hint(&mut self, action: &str) -> bool {
        let Advice::Sought(draft) = &mut self.thinking.advice else { return false };
        let Some(position) = planned(&*draft.position, action) else { return false };
        draft.steps.push(action.to_owned());
        draft.position = position;
        true
    }

    /// The hint is complete with this action. Returns whether it still fits.
    fn find_hint(&mut self, action: String, percent: i64) -> bool {
        let Advice::Sought(draft) = std::mem::take(&mut self.thinking.advice) else { return false };
        if draft.begun != self.basis() || !self.acts_here() {
            return false; // something else was done meanwhile
        }
        let Some(hint) = self.work_out(draft, action, percent) else { return false };
        self.pointing.reset(); // what was pointed at before is not what is shown now
        if let Some(place) = hint.places.last() {
            self.pointing.move_cursor(*place);
        }
        self.thinking.advice = Advice::Found(Box::new(hint));
        self.look_at_hint();
        true
    }

    /// Applies a whole move without playing it: its path, its words and its result.
    fn work_out(&self, draft: Draft, action: String, percent: i64) -> Option<Hint> {
        let Draft { steps, begun, .. } = draft;
        let (mut position, mut picture) = (self.position().clone(), self.picture.clone());
        let mut way: Vec<Place> = acting_place(&picture.scene).into_iter().collect();
        let mut story = Vec::new();
        for step in &steps {
            tell(&mut story, position.preview(step).story.first());
            position = planned(&*position, step)?;
            picture = position.picture(true);
            way.extend(acting_place(&picture.scene).filter(|place| way.last() != Some(place)));
        }
        let preview = position.preview(&action);
        tell(&mut story, preview.story.first());
        let path = picture.picks.iter().find(|(_, known)| *known == action).map(|(path, _)| path);
        let places = path.into_iter().flatten().filter_map(|pick| place_in(&picture.scene, pick)).collect();
        let shape = path.and_then(|path| self.shape_put_by(path.iter().rev()));
        let moved = self.moved_by(&*position, &action, &picture.scene);
        Some(Hint { steps, action, places, way, shape, moved, story, preview, percent, found_at: begun })
    }

    /// The pieces with a facing that would stand or face elsewhere after this action. If chance decides about the
    /// action, its result is unknown, and `scene`, the position before it, is compared instead. Empty if the game hides
    /// something or has no facings: then the marks of the preview show enough.
    fn moved_by(&self, position: &dyn Position, action: &str, scene: &Scene) -> Vec<Piece> {
        if self.game.info().hidden || scene.pieces.iter().all(|piece| piece.facing.is_none()) {
            return Vec::new();
        }
        let after = position.after(action).map(|after| after.position.picture(false));
        let pieces = after.map_or_else(|| scene.pieces.clone(), |after| after.scene.pieces);
        // The end of a move may move other pieces too. The hint is about the piece that acts, if there is one.
        let acting = acting(scene);
        let is_it = |piece: &Piece| self.actor() == Some(piece.seat) && (acting.is_none() || piece.unit == acting);
        let pose = |piece: &Piece| (piece.unit, piece.place, piece.facing);
        let stays = |piece: &Piece| self.picture.scene.pieces.iter().any(|now| pose(now) == pose(piece));
        pieces.into_iter().filter(|piece| piece.facing.is_some() && is_it(piece) && !stays(piece)).collect()
    }

    /// The hint, as long as nothing else was begun since.
    pub fn hint_found(&self) -> Option<&Hint> {
        let Advice::Found(hint) = &self.thinking.advice else { return None };
        (self.acts_here() && !self.pointing.has_begun() && hint.found_at == self.basis()).then_some(hint)
    }

    /// The same, while nothing else is pointed at or said. The hint comes back afterwards.
    pub fn hint_shown(&self) -> Option<&Hint> {
        let elsewhere = self.note.is_some() || self.pointing.is_looking();
        self.hint_found().filter(|_| !elsewhere && self.dice == Dice::Lie)
    }

    /// The preview of the hint that is shown, if the totals of the switches do not show the same odds already.
    pub fn hint_preview_untold(&self) -> Option<&Preview> {
        let is_told =
            |hint: &Hint| hint.steps.is_empty() && self.totals().is_some_and(|totals| totals.action == hint.action);
        self.hint_shown().filter(|hint| !is_told(hint)).map(|hint| &hint.preview)
    }

    /// Looks at the hint, and at nothing else.
    pub fn look_at_hint(&mut self) {
        self.pointing.look_at_nothing();
        (self.note, self.dice) = (None, Dice::Lie);
    }

    /// Lets the hint go. Returns whether there was one.
    pub fn dismiss_hint(&mut self) -> bool {
        let found = self.hint_found().is_some();
        self.thinking.advice = Advice::None;
        found
    }

    /// Something was done: drops a hint about an earlier position or plan.
    pub(crate) fn check_hint(&mut self) {
        if matches!(&self.thinking.advice, Advice::Found(hint) if hint.found_at != self.basis()) {
            self.thinking.advice = Advice::None;
        }
    }
}

/// The piece that acts in a scene, where one does.
fn acting(scene: &Scene) -> Option<u32> {
    scene.sheets.iter().find(|sheet| sheet.acts).map(|sheet| sheet.unit)
}

fn acting_place(scene: &Scene) -> Option<Place> {
    place_in(scene, &Pick::Unit(acting(scene)?))
}

/// Where a pick is on the board of a scene, if it is.
fn place_in(scene: &Scene, pick: &Pick) -> Option<Place> {
    match pick {
        Pick::Unit(unit) => scene.pieces.iter().find(|piece| piece.unit == Some(*unit)).map(|piece| piece.place),
        other => other.place(),
    }
}

/// Adds a sentence. It replaces the one before if it continues it, as in a way told hex by hex: its key is the same, or
/// the same with something after a dot, and it has the same words in its gaps.
fn tell(story: &mut Vec<Message>, sentence: Option<&Message>) {
    fn words(message: &Message) -> impl Iterator<Item = &Arg> {
        message.args.values().filter(|arg| matches!(arg, Arg::Word(_)))
    }
    let Some(sentence) = sentence else { return };
    let goes_on = |last: &Message| {
        let rest = sentence.key.strip_prefix(&*last.key);
        let more = rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
        more && words(last).all(|word| words(sentence).any(|other| other == word))
    };
    if story.last().is_some_and(goes_on) {
        story.pop();
    }
    story.push(sentence.clone());
}
