//! A hint: a whole move that the computer would make, drawn and told before anybody plays it.

use game::{Arg, Message};
use scene::{Pick, Place};
use serde_json::Value;

use super::Table;

/// What is known of the hint that somebody asked for.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Advice {
    /// Nobody asked.
    #[default]
    None,
    /// The computer thinks about it, step by step.
    Sought(Draft),
    /// It is there.
    Found(Hint),
}

/// The steps of a hint that are found so far; each can be taken back, so the move is not complete.
#[derive(Clone, Debug, PartialEq)]
pub struct Draft {
    /// In notation.
    pub steps: Vec<String>,
    /// What there is to see after them.
    pub view: Value,
    begun: Basis,
}

/// A whole move: steps of a plan, and the action that cannot be taken back.
#[derive(Clone, Debug, PartialEq)]
pub struct Hint {
    /// That action, in notation. Playing it plays the steps before it.
    pub action: String,
    /// The places that would be pointed at to say it.
    pub places: Vec<Place>,
    /// Where the piece that acts would go, from where it is.
    pub way: Vec<Place>,
    /// The move in words.
    pub story: Vec<Message>,
    /// The chance to win with it, in percent.
    pub percent: i64,
    /// How many steps of the plan are the hint's.
    steps: usize,
    /// It is shown only as long as nothing else was done.
    shown_at: Basis,
}

/// What a hint is about: after how many moments, and with what planned.
type Basis = (usize, Vec<String>);

impl Table {
    fn basis(&self) -> Basis {
        (self.moments.len(), self.plan.actions())
    }

    /// Begins to look for a hint at what is shown. The view is what the person knows.
    pub fn seek_hint(&mut self, view: Value) {
        self.advice = Advice::Sought(Draft { steps: Vec::new(), view, begun: self.basis() });
    }

    /// Takes the next step of the hint that is looked for, if it could be taken back: then the move is not complete.
    /// Says whether it was taken.
    pub fn draft_hint(&mut self, action: &str) -> bool {
        let hidden = self.game.info().hidden;
        let Advice::Sought(draft) = &mut self.advice else { return false };
        let is_step = !hidden && self.game.tentative(&draft.view, action).unwrap_or(false);
        let view = is_step.then(|| self.game.draft(&draft.view, &[action.to_owned()]).ok().flatten()).flatten();
        let taken = view.is_some();
        if let Some(view) = view {
            draft.steps.push(action.to_owned());
            draft.view = view;
        }
        taken
    }

    /// The hint is complete with this action: its steps are planned and drawn. Says whether it still fits.
    pub fn find_hint(&mut self, action: String, percent: i64) -> bool {
        let Advice::Sought(draft) = std::mem::take(&mut self.advice) else { return false };
        if draft.begun != self.basis() || !self.acts_here() {
            return false; // something else was done meanwhile
        }
        let here = |table: &Self| table.acting_unit().and_then(|unit| table.place_of(&Pick::Unit(unit)));
        let mut way: Vec<Place> = here(self).into_iter().collect();
        let mut story = Vec::new();
        for step in &draft.steps {
            if !self.plan_step(step) {
                return false;
            }
            tell(&mut story, self.plan.last_story().first());
            way.extend(here(self).filter(|place| way.last() != Some(place)));
        }
        tell(&mut story, self.preview(&action).story.first());
        let path = self.picture.picks.iter().find(|(_, known)| *known == action).map(|(path, _)| path.clone());
        let places: Vec<Place> = path.iter().flatten().filter_map(|pick| self.place_of(pick)).collect();
        let steps = draft.steps.len();
        self.cursor = places.last().copied().or(self.cursor);
        // What was pointed at before is not what is shown now.
        (self.looking, self.considering, self.armed, self.pressed) = (None, None, None, None);
        self.picked.clear();
        let shown_at = self.basis();
        self.advice = Advice::Found(Hint { action, places, way, story, percent, steps, shown_at });
        true
    }

    /// The hint, as long as nothing else was begun since.
    pub fn hint_shown(&self) -> Option<&Hint> {
        let Advice::Found(hint) = &self.advice else { return None };
        let untouched = self.picked.is_empty() && self.armed.is_none() && self.pressed.is_none();
        (self.acts_here() && untouched && hint.shown_at == self.basis()).then_some(hint)
    }

    /// Lets the hint go, and with it the steps that it has planned. Says whether there was one.
    pub fn dismiss_hint(&mut self) -> bool {
        let steps = self.hint_shown().map(|hint| hint.steps);
        self.advice = Advice::None;
        for _ in 0..steps.unwrap_or(0) {
            self.unplan_step();
        }
        steps.is_some()
    }
}

/// Adds a sentence; of several that only go on with the same thing, such as hex after hex of a way, the last is enough.
fn tell(story: &mut Vec<Message>, sentence: Option<&Message>) {
    fn words(message: &Message) -> impl Iterator<Item = &Arg> {
        message.args.values().filter(|arg| matches!(arg, Arg::Word(_)))
    }
    let Some(sentence) = sentence else { return };
    if story.last().is_some_and(|last| last.key == sentence.key && words(last).eq(words(sentence))) {
        story.pop();
    }
    story.push(sentence.clone());
}
