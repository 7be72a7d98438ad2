//! A plan: steps that the person who acts can still take back, drawn as if they were played. Nobody else hears of them
//! until an action that cannot be taken back sends them all.

use std::sync::Arc;

use catalog::Position;
use game::Message;
use hex::Direction;
use scene::{End, Pick, Place};

use crate::Client;

/// The steps that were planned, the first one first.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    steps: Vec<Step>,
    /// After how many moments it was made.
    moment: usize,
    /// How many steps there were before the last input, which may have added several.
    shown_from: usize,
    /// The steps that one press on an end of the move has planned.
    way: Option<PlannedWay>,
}

/// Steps that lead to an end of the move, planned by one press.
#[derive(Clone, Debug)]
pub(crate) struct PlannedWay {
    /// How many steps there are before it.
    pub(crate) first: usize,
    /// How many steps it has.
    pub(crate) count: usize,
    /// Where it ends.
    pub(crate) place: Place,
    /// The facing at its end.
    pub(crate) facing: Direction,
    /// All ends that could be chosen instead.
    pub(crate) ends: Vec<End>,
}

#[derive(Clone, Debug)]
struct Step {
    said: PlannedStep,
    /// The position after it.
    position: Arc<dyn Position>,
}

/// A planned step, as the person picked it.
#[derive(Clone, Debug)]
pub(crate) struct PlannedStep {
    /// In notation.
    pub(crate) action: String,
    /// The picks that led to it.
    pub(crate) picks: Vec<Pick>,
    /// The numbers that could have been chosen in the place of its last pick.
    pub(crate) numbers: Vec<i64>,
    /// The preview's story, from before the step was taken.
    pub(crate) story: Vec<Message>,
}

impl Plan {
    /// Whether nothing is planned.
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// How many steps there are.
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// The steps in notation.
    pub fn actions(&self) -> Vec<String> {
        self.steps.iter().map(|step| step.said.action.clone()).collect()
    }

    /// The last step that ends with a number: its picks, the numbers that could stand there, and whether it is the last
    /// one of all.
    pub(crate) fn numbers(&self) -> Option<(&[Pick], &[i64], bool)> {
        let at = self.steps.iter().rposition(|step| step.said.numbers.len() > 1)?;
        Some((&self.steps[at].said.picks, &self.steps[at].said.numbers, at + 1 == self.steps.len()))
    }

    /// The story of the last step.
    pub fn last_story(&self) -> &[Message] {
        self.steps.last().map_or(&[], |step| &step.said.story)
    }

    /// The picks that led to the last step.
    pub fn last_picks(&self) -> Option<&[Pick]> {
        self.steps.last().map(|step| step.said.picks.as_slice())
    }

    /// The position after the last step.
    pub fn position(&self) -> Option<&Arc<dyn Position>> {
        self.steps.last().map(|step| &step.position)
    }

    /// The position after so many steps; none before the first.
    pub(crate) fn position_after(&self, steps: usize) -> Option<&Arc<dyn Position>> {
        self.steps.get(steps.checked_sub(1)?).map(|step| &step.position)
    }

    /// Adds a step to what was planned after so many moments. Returns whether the step can be taken, and taken back.
    pub(crate) fn add(&mut self, before: &dyn Position, said: PlannedStep, moment: usize) -> bool {
        let Some(position) = planned(before, &said.action) else { return false };
        self.moment = moment;
        self.shown_from = self.steps.len();
        self.steps.push(Step { said, position });
        true
    }

    /// Takes back the last step. Returns whether there was one.
    pub(crate) fn undo(&mut self) -> bool {
        let was = self.steps.len();
        self.truncate(was.saturating_sub(1));
        self.steps.len() < was
    }

    /// Takes back all but the first steps. A way that is not whole any more is no way: its steps were taken one by one.
    pub(crate) fn truncate(&mut self, steps: usize) {
        self.steps.truncate(steps);
        self.shown_from = self.shown_from.min(steps.saturating_sub(1));
        if self.way.as_ref().is_some_and(|way| way.first + way.count > self.steps.len()) {
            self.way = None;
        }
    }

    /// The way that is planned, if one is.
    pub(crate) fn way(&self) -> Option<&PlannedWay> {
        self.way.as_ref()
    }

    /// These steps are a way.
    pub(crate) fn mark_way(&mut self, way: PlannedWay) {
        self.way = Some(way);
    }

    /// Takes the way out, with all steps after it, which are returned.
    pub(crate) fn cut_way(&mut self) -> Vec<PlannedStep> {
        let Some(way) = self.way.take() else { return Vec::new() };
        let later = self.steps.split_off(way.first).into_iter().skip(way.count);
        later.map(|step| step.said).collect()
    }

    /// The last input has added all steps from this one on.
    pub(crate) fn show_from(&mut self, step: usize) {
        self.shown_from = step;
    }

    /// The only step that the last input has added. None if it has added several.
    pub(crate) fn only_new_step(&self) -> Option<&str> {
        let new = self.steps.get(self.shown_from..)?;
        if let [only] = new { Some(&only.said.action) } else { None }
    }

    /// Something happened: begins again in the newest position, after so many moments. Returns whether every step still
    /// fits.
    pub(crate) fn rebase(&mut self, newest: &Arc<dyn Position>, moment: usize) -> bool {
        let mut position = newest.clone();
        let mut steps = self.steps.clone();
        for step in &mut steps {
            let Some(after) = planned(&*position, &step.said.action) else { return false };
            step.position = after.clone();
            position = after;
        }
        (self.steps, self.moment) = (steps, moment);
        true
    }

    /// Whether it was made after other moments than these.
    pub(crate) fn is_stale(&self, moment: usize) -> bool {
        !self.is_empty() && self.moment != moment
    }
}

impl Client {
    /// The plan, while the position is looked at that it begins with.
    pub fn plan_shown(&self) -> Option<&Plan> {
        (!self.history.is_past_shown() && !self.plan.is_empty()).then_some(&self.plan)
    }

    /// Whether an action could still be taken back: a step of a plan.
    pub fn is_tentative(&self, action: &str) -> bool {
        self.position().after(action).is_some_and(|after| after.is_tentative)
    }

    /// Takes a step of a plan and draws what comes of it. Returns whether it could be taken.
    pub fn plan_step(&mut self, action: &str) -> bool {
        let picked = self.pointing.picked();
        let picks = if self.picture.picks.action(picked).is_some_and(|said| said == action) {
            picked.to_vec()
        } else {
            self.path_of(action)
        };
        let (numbers, story) = (self.numbers_beside(&picks), self.preview(action).story);
        let before = self.position().clone();
        let said = PlannedStep { action: action.to_owned(), picks, numbers, story };
        let taken = self.plan.add(&*before, said, self.history.len());
        if taken {
            self.refresh();
        }
        taken
    }

    /// The picks that make an action, if it is legal.
    pub(crate) fn path_of(&self, action: &str) -> Vec<Pick> {
        let path = self.picture.picks.iter().find(|(_, known)| known == action);
        path.map(|(path, _)| path.clone()).unwrap_or_default()
    }

    /// The position before the steps of the plan that the last input has added.
    pub fn before_last_step(&self) -> Option<&Arc<dyn Position>> {
        let before = self.plan.position_after(self.plan.shown_from).unwrap_or_else(|| self.history.position_shown());
        (!self.plan.is_empty()).then_some(before)
    }

    /// Takes back the last step. Returns whether there was one.
    pub fn unplan_step(&mut self) -> bool {
        let taken = !self.history.is_past_shown() && self.plan.undo();
        if taken {
            self.refresh();
        }
        taken
    }

    /// Takes back the whole plan. Returns whether there was one. While the past is shown, the plan stays.
    pub fn unplan(&mut self) -> bool {
        let planned = !self.history.is_past_shown() && !self.plan.is_empty();
        if planned {
            self.plan = Plan::default();
            self.refresh();
        }
        planned
    }

    /// Takes the steps out of the plan, to be played. The picture is not drawn anew.
    pub fn take_plan(&mut self) -> Vec<String> {
        std::mem::take(&mut self.plan).actions()
    }

    /// Something happened: a plan that no longer fits is let go, and one that does begins where the match now is. Says
    /// whether one was let go. The picture is not drawn anew.
    pub fn check_plan(&mut self) -> bool {
        if !self.plan.is_stale(self.history.len()) {
            return false;
        }
        let fits = self.turn_is_here() && self.plan.rebase(self.history.newest(), self.history.len());
        if !fits {
            self.plan = Plan::default();
        }
        !fits
    }
}

/// The position after a step of a plan; none if it cannot be taken, or not be taken back.
pub(crate) fn planned(position: &dyn Position, action: &str) -> Option<Arc<dyn Position>> {
    let after = position.after(action).filter(|after| after.is_tentative)?;
    Some(after.position.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::{Seed, Viewer};

    /// The first position of some game in which an action can be taken back, with that action.
    fn position_with_step() -> (Arc<dyn Position>, String) {
        let first = catalog::GAMES.iter().find_map(|game| {
            let started = game.start(game.setup([]).ok()?, Seed::number(1).into()).ok()?;
            let position: Arc<dyn Position> = started.position(Viewer::Seat(started.actor()?)).into();
            let step = started.legal().into_iter().find(|action| planned(&*position, action).is_some())?;
            Some((position, step))
        });
        first.expect("a game has plans")
    }

    fn said(action: &str) -> PlannedStep {
        let story = vec![Message::new("said")];
        PlannedStep { action: action.to_owned(), picks: Vec::new(), numbers: Vec::new(), story }
    }

    #[test]
    fn steps_are_added_and_taken_back() {
        let (position, step) = position_with_step();
        let mut plan = Plan::default();
        assert!(!plan.add(&*position, said("no action at all"), 0) && plan.is_empty());
        assert!(plan.add(&*position, said(&step), 3));
        assert_eq!((plan.len(), plan.actions()), (1, vec![step]));
        assert_eq!(plan.last_story(), [Message::new("said")]);
        assert!(!plan.position().unwrap().is_same(&*position), "the step is drawn");
        assert!(plan.undo() && !plan.undo() && plan.position().is_none());
    }

    #[test]
    fn a_plan_goes_on_where_every_step_still_fits_and_only_there() {
        let (position, step) = position_with_step();
        let mut plan = Plan::default();
        assert!(!plan.is_stale(7), "nothing is planned");
        plan.add(&*position, said(&step), 0);
        assert!(!plan.is_stale(0) && plan.is_stale(1));
        assert!(plan.rebase(&position, 1) && !plan.is_stale(1));
        assert_eq!(plan.actions(), [step.as_str()]);
        // In another game the step means nothing.
        let other = catalog::GAMES.iter().filter_map(|game| {
            let started = game.start(game.setup([]).ok()?, Seed::number(1).into()).ok()?;
            let position: Arc<dyn Position> = started.position(Viewer::Spectator).into();
            planned(&*position, &step).is_none().then_some(position)
        });
        let other = other.into_iter().next().expect("a game without such a step");
        assert!(!plan.rebase(&other, 2));
        assert_eq!((plan.len(), plan.is_stale(1)), (1, false), "it is as it was");
    }
}
