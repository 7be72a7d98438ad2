//! A plan: steps that whoever acts can still take back, drawn as if they were played. Nobody else hears of them before
//! an action that cannot be taken back sends them all.

use std::sync::Arc;

use catalog::Position;
use game::Message;
use scene::Pick;

use crate::Table;

/// The steps that were planned, the first one first.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    steps: Vec<Step>,
    /// After how many moments it was made.
    moment: usize,
}

#[derive(Clone, Debug)]
struct Step {
    action: String,
    /// The picks that said it.
    picks: Vec<Pick>,
    /// The numbers that could have been chosen in the place of its last pick.
    numbers: Vec<i64>,
    /// What was said of it before it was taken.
    story: Vec<Message>,
    /// What there is to see after it.
    position: Arc<dyn Position>,
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
        self.steps.iter().map(|step| step.action.clone()).collect()
    }

    /// The last step that ends with a number: its picks, the numbers that could stand there, and whether it is the last one
    /// of all.
    pub(crate) fn numbers(&self) -> Option<(&[Pick], &[i64], bool)> {
        let at = self.steps.iter().rposition(|step| step.numbers.len() > 1)?;
        Some((&self.steps[at].picks, &self.steps[at].numbers, at + 1 == self.steps.len()))
    }

    /// What was said of the last step.
    pub fn last_story(&self) -> &[Message] {
        self.steps.last().map_or(&[], |step| &step.story)
    }

    /// The picks that said the last step.
    pub fn last_picks(&self) -> Option<&[Pick]> {
        self.steps.last().map(|step| step.picks.as_slice())
    }
}

impl Table {
    /// The plan, while the position is looked at that it begins with.
    pub fn plan_shown(&self) -> Option<&Plan> {
        (self.shown.is_none() && !self.plan.is_empty()).then_some(&self.plan)
    }

    /// What is to be seen after the last step of the plan, while that is what is looked at.
    pub(crate) fn drafted(&self) -> Option<&Arc<dyn Position>> {
        self.plan_shown()?.steps.last().map(|step| &step.position)
    }

    /// What is known at the moment that is shown, without what was only planned.
    pub(crate) fn known(&self) -> &Arc<dyn Position> {
        self.known_after(self.moment_shown())
    }

    /// What is known and remembered after so many moments. A view of ours or of the server's is a view of the game; one that
    /// is not shows what was before it.
    pub(crate) fn known_after(&self, moments: usize) -> &Arc<dyn Position> {
        let Some(last) = moments.checked_sub(1) else { return &self.start };
        self.positions[last].get_or_init(|| match self.game.open(&self.moments[last].view) {
            Ok(position) => position.into(),
            Err(_) => self.known_after(last).clone(),
        })
    }

    /// Whether an action could still be taken back: a step of a plan.
    pub fn is_tentative(&self, action: &str) -> bool {
        self.position().after(action).is_some_and(|after| after.is_tentative)
    }

    /// Takes a step of a plan and draws what comes of it. Says whether it could be taken.
    pub fn plan_step(&mut self, action: &str) -> bool {
        let picks = if self.picture.picks.action(&self.picked).is_some_and(|said| said == action) {
            self.picked.clone()
        } else {
            let path = self.picture.picks.iter().find(|(_, known)| known == action);
            path.map(|(path, _)| path.clone()).unwrap_or_default()
        };
        let (numbers, story) = (self.numbers_beside(&picks), self.preview(action).story);
        let Some(position) = planned(&**self.position(), action) else { return false };
        self.plan.moment = self.moments.len();
        self.plan.steps.push(Step { action: action.to_owned(), picks, numbers, story, position });
        self.refresh();
        true
    }

    /// Takes back the last step; says whether there was one.
    pub fn unplan_step(&mut self) -> bool {
        let taken = self.shown.is_none() && self.plan.steps.pop().is_some();
        if taken {
            self.refresh();
        }
        taken
    }

    /// Takes back the whole plan, and says whether there was one.
    pub fn unplan(&mut self) -> bool {
        let planned = !std::mem::take(&mut self.plan).is_empty();
        if planned {
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
        if self.plan.is_empty() || self.plan.moment == self.moments.len() {
            return false;
        }
        let fits = self.turn_is_here() && self.rebase().is_some();
        if !fits {
            self.plan = Plan::default();
        }
        !fits
    }

    fn rebase(&mut self) -> Option<()> {
        let mut position = self.known_after(self.moments.len()).clone();
        let mut steps = self.plan.steps.clone();
        for step in &mut steps {
            position = planned(&*position, &step.action)?;
            step.position = position.clone();
        }
        self.plan = Plan { steps, moment: self.moments.len() };
        Some(())
    }
}

/// The position after a step of a plan; none if it cannot be taken, or not be taken back.
pub(crate) fn planned(position: &dyn Position, action: &str) -> Option<Arc<dyn Position>> {
    let after = position.after(action).filter(|after| after.is_tentative)?;
    Some(after.position.into())
}
