//! What a person does at a match: pick, play, plan, choose a number, take back, step back, ask for a hint. Each function
//! changes the client and returns what is left for the page or the terminal to do.

use std::sync::Arc;

use catalog::Position;
use game::Message;
use scene::{Pick, Place};

use crate::{Client, sentence};

/// Bounds the plan steps that a routine takes at once.
const MOST_STEPS_AT_ONCE: usize = 60;

/// What the page or the terminal has to do after an input of a person.
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub enum Reply {
    /// Nothing, except to draw the client anew.
    Nothing,
    /// More picks are needed. [`Client::picked_in_words`] says which.
    Picked,
    /// Nothing was done, for this reason. The reason is the client's note already.
    Refused(String),
    /// Ask the person for this reason, and call [`Client::play_asked`] if the answer is yes.
    Ask(Asked, String),
    /// A step was added to the plan.
    Planned,
    /// Play these actions one after the other: with [`Client::play_local`] on this device, otherwise on the server.
    Play(Vec<String>),
}

/// Something that needs a yes of the person before it is played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Asked {
    /// This action.
    Action(String),
    /// The whole hint.
    Hint,
}

/// What [`Client::undo`] has taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Undone {
    /// A mark or a pick.
    Pick,
    /// A step of the plan.
    Step,
    /// The last action of a person here, with everything that the computer has played since.
    Action,
    /// Nothing, because an action that was sent to a server stays played.
    Sent,
    /// Nothing, because nobody here has done anything yet.
    Nothing,
}

/// What [`Client::back`] has stepped out of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Back {
    /// The hint was dismissed.
    Hint,
    /// A mark, a pick or a routine ended.
    Pick,
    /// An earlier moment is shown. The caller shows the newest one, because it may throw dice for it.
    Past,
    /// The plan was taken back.
    Plan,
    /// No piece is selected any more.
    Selection,
}

impl Client {
    /// A person does something: a note and dice that have landed were about something else.
    pub fn begin_input(&mut self) {
        self.note = None;
        self.dice.look_away();
    }

    /// Picks the thing at a place, or says why it cannot be picked. Picking the last pick again takes it back. A place
    /// on which only one piece can act picks that piece. At an end of the move, the whole way there is planned.
    pub fn pick_at(&mut self, place: Place) -> Reply {
        self.pointing.look_at(place);
        if let Some(reply) = self.plan_way(place) {
            return reply;
        }
        if let Some(mut picks) = self.picks_with(place) {
            if picks == self.pointing.picked() {
                picks.pop();
            }
            return self.take(picks);
        }
        if self.pick_only_source_for(place) {
            return Reply::Nothing;
        }
        let why = self.why_not_now().or_else(|| self.why_not(place));
        self.refuse(why.unwrap_or_else(|| self.tongue.say("note.nothing-there")))
    }

    /// Sets the picks. If they are a complete action, plays it.
    pub fn take(&mut self, picks: Vec<Pick>) -> Reply {
        self.pointing.pick(picks);
        self.stop_routine();
        self.preview_next();
        match self.picture.picks.action(self.pointing.picked()).cloned() {
            Some(action) => self.play(&action),
            None => Reply::Picked,
        }
    }

    /// Plays an action for the person who acts here, or adds it to the plan. If the preview of the action has a
    /// question, that is asked first.
    pub fn play(&mut self, action: &str) -> Reply {
        if !self.acts_here() {
            return Reply::Nothing;
        }
        self.stop_routine();
        match self.preview(action).ask {
            Some(why) => Reply::Ask(Asked::Action(action.to_owned()), sentence(&self.say(&why))),
            None => self.play_for_sure(action),
        }
    }

    /// The person has said yes to a [`Reply::Ask`].
    pub fn play_asked(&mut self, asked: &Asked) -> Reply {
        self.stop_routine();
        match asked {
            Asked::Action(action) => self.play_for_sure(action),
            Asked::Hint => self.play_hint_for_sure(),
        }
    }

    /// Plays the next action of the routine that the person who acts has left to the game; none without a routine. The
    /// person has left it to the game, so nothing is asked. All plan steps of a move are taken at once.
    pub fn follow_routine(&mut self) -> Option<Reply> {
        let first = self.plan.len();
        let mut reply = None;
        for _ in 0..MOST_STEPS_AT_ONCE {
            let Some(action) = self.next_of_routine() else { break };
            if reply.is_some() && !self.is_tentative(&action) {
                break;
            }
            reply = Some(self.play_for_sure(&action));
            if reply != Some(Reply::Planned) {
                return reply;
            }
            self.plan.show_from(first);
        }
        reply
    }

    /// A tentative action is added to the plan. Any other action is played after the steps of the plan.
    fn play_for_sure(&mut self, action: &str) -> Reply {
        if !self.acts_here() {
            return Reply::Nothing;
        }
        if self.plan_step(action) {
            self.note = None;
            return Reply::Planned;
        }
        // The steps of a plan are played only if the action is legal after them.
        if self.plan_shown().is_some() && !self.picture.picks.iter().any(|(_, legal)| legal == action) {
            let message = Message::new("no-action").with("action", action.to_owned());
            return self.refuse(self.tongue.tell(&message));
        }
        Reply::Play(self.take_plan_and([action.to_owned()]))
    }

    /// The steps of the plan and then these actions, to be played. The plan is empty afterwards.
    fn take_plan_and(&mut self, actions: impl IntoIterator<Item = String>) -> Vec<String> {
        let mut all = self.take_plan();
        all.extend(actions);
        all
    }

    /// Chooses a number of the stepper. A step of a plan replaces the planned number. An action that cannot be taken
    /// back is only looked at until its number is chosen a second time.
    pub fn choose_number(&mut self, number: i64) -> Reply {
        let (Some(stepper), Some(picks)) = (self.stepper(), self.number_picks(number)) else { return Reply::Nothing };
        if stepper.planned {
            if stepper.now == number {
                return Reply::Nothing;
            }
            self.unplan_step();
        }
        let is_step = self.picture.picks.action(&picks).is_some_and(|action| self.is_tentative(action));
        if is_step || stepper.now == number {
            return self.take(picks);
        }
        self.pointing.consider(Pick::Number(number));
        Reply::Nothing
    }

    /// Takes back a mark or the last pick, else the last step of the plan, else the last action of a person here. All
    /// routines stop: they would play again what was taken back.
    pub fn undo(&mut self) -> Undone {
        self.routines.clear();
        match () {
            () if self.pointing.unmark() || self.pointing.unpick() => Undone::Pick,
            () if self.unplan_step() => Undone::Step,
            () if self.local().is_none() => Undone::Sent,
            () if self.undo_local() => Undone::Action,
            () => Undone::Nothing,
        }
    }

    /// Steps back: out of a hint, a mark, a routine, the last pick, the past, the plan, or the selection of a piece.
    pub fn back(&mut self) -> Back {
        if self.dismiss_hint() {
            return Back::Hint;
        }
        let stopped = self.stop_routine();
        if self.pointing.unmark() || stopped || self.pointing.unpick() {
            return Back::Pick;
        }
        if self.history.is_past_shown() {
            return Back::Past;
        }
        if self.unplan() {
            return Back::Plan;
        }
        self.panels.selected = None;
        Back::Selection
    }

    /// The person asks for a hint. Returns the position that the computer has to think about. Returns `None` if it
    /// thinks already, if the hint is known and shown again, or if there are no hints now, which the note says.
    pub fn seek_hint(&mut self) -> Option<Arc<dyn Position>> {
        if self.thinking.is_busy() {
            return None;
        }
        if self.hint_found().is_some() {
            self.look_at_hint();
            return None;
        }
        let position = self.ask_hint();
        if position.is_none() {
            self.note = Some(match self.local() {
                Some(_) => self.tongue.say("hint.not-now"),
                None => self.tongue.say("hint.not-online"),
            });
        }
        position
    }

    /// Plays the hint after the steps of the plan, if there is a hint. Asks first if the hint's last action has a
    /// question.
    pub fn play_hint(&mut self) -> Reply {
        self.stop_routine();
        match self.hint_found().map(|hint| hint.preview.ask.clone()) {
            None => Reply::Nothing,
            Some(Some(why)) => Reply::Ask(Asked::Hint, sentence(&self.say(&why))),
            Some(None) => self.play_hint_for_sure(),
        }
    }

    fn play_hint_for_sure(&mut self) -> Reply {
        match self.hint_found().map(crate::Hint::actions) {
            Some(actions) => Reply::Play(self.take_plan_and(actions)),
            None => Reply::Nothing,
        }
    }

    /// Notes why nothing was done. The reason must not stand beside the button of a marked action.
    pub(crate) fn refuse(&mut self, why: String) -> Reply {
        self.note = Some(why.clone());
        self.pointing.unmark();
        Reply::Refused(why)
    }
}
