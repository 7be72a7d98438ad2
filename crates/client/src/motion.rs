//! What is seen to happen: the motions of moments and of plan steps, one after the other. No clock runs here. A function that
//! begins something returns after how many milliseconds [`Client::go_on_moving`] is to be called.

use std::sync::Arc;

use catalog::Position;
use game::{Seat, What};
use scene::motion::Step;
use scene::{Happening, Motion};

use crate::{Client, Dice, Moment};

/// If more moments than this wait to be seen, they are skipped.
const MOST_WAITING: usize = 12;
/// How long the result of dice stands before the next moment, in milliseconds.
const READING: u16 = 400;
/// How long each still picture of a turn stands, in milliseconds.
const STILL: u16 = 600;

/// How moments are seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    /// As they happen: without the plan steps of the person here, which were seen when they were planned.
    News,
    /// Everything that happened.
    Again,
    /// Everything that happened, as still pictures one after the other.
    Stills,
}

/// A motion that is being shown.
#[derive(Clone, Debug)]
pub struct Moving {
    /// The number of this part of the motion. A timer for another number is stale.
    pub number: u32,
    /// The motion.
    pub motion: Motion,
    /// Whether the board shows the position after it already.
    pub has_changed: bool,
    /// Which moment is shown when all motions are over; none for the newest one.
    then: Option<usize>,
    way: Way,
}

impl Moving {
    /// Which moment is shown when all motions are over; none for the newest one.
    pub(crate) fn then(&self) -> Option<usize> {
        self.then
    }

    /// How long this part of the motion takes, in milliseconds.
    fn wait(&self) -> u16 {
        if self.way == Way::Stills {
            return STILL;
        }
        if self.has_changed { self.motion.end() - self.motion.changes_at } else { self.motion.changes_at }
    }
}

impl Client {
    /// Something has happened after so many moments: it is seen, unless the person looks at the past. Returns the
    /// milliseconds until [`Client::go_on_moving`]; none if there is nothing to see.
    pub fn see_news(&mut self, known: usize, number: u32) -> Option<u32> {
        if self.hand_over_to().is_some() {
            return None;
        }
        if self.goes_on_with_news() {
            return None;
        }
        if self.moving.is_some() {
            self.end_motion();
        } else if self.history.is_past_shown() {
            return None;
        }
        self.see_from(known, None, Way::News, number)
    }

    /// Whether what is being seen goes on, and the news follow it.
    pub fn goes_on_with_news(&self) -> bool {
        let waiting = self.history.len() - self.moment_shown();
        let is_open = self.moving.as_ref().is_some_and(|moving| moving.then.is_none());
        is_open && waiting <= MOST_WAITING && self.history.is_past_shown()
    }

    /// Shows the moment after the one that was shown before, and what happened in it.
    pub fn see_shown(&mut self, number: u32) -> Option<u32> {
        let shown = self.moment_shown();
        let before = shown.checked_sub(1).filter(|before| *before >= self.history.first_known())?;
        self.see_from(before, self.history.shown(), Way::Again, number)
    }

    /// Shows again what the others have done since the last action of the person here, or else the last turn. In the past,
    /// shows the turn again that leads to the position that is shown.
    pub fn see_again(&mut self, number: u32) -> Option<u32> {
        self.end_motion();
        let from = self.history.last_turn(self.hand())?;
        self.see_from(from, self.history.shown(), Way::Again, number)
    }

    /// The same for people who want no motion: the position before the turn, and those after its moments, as still
    /// pictures one after the other.
    pub fn see_stills(&mut self, number: u32) -> Option<u32> {
        self.end_motion();
        let from = self.history.last_turn(self.hand())?;
        let then = self.history.shown();
        self.moving = Some(Moving { number, motion: Motion::default(), has_changed: true, then, way: Way::Stills });
        self.history.show(Some(from));
        self.land_at_once();
        self.refresh();
        Some(u32::from(STILL))
    }

    /// Whether a turn is shown as still pictures.
    pub fn shows_stills(&self) -> bool {
        self.moving.as_ref().is_some_and(|moving| moving.way == Way::Stills)
    }

    /// Whether there is a turn that can be seen again.
    pub fn can_see_again(&self) -> bool {
        self.hand_over_to().is_none() && self.history.last_turn(self.hand()).is_some()
    }

    /// The moments that are seen again.
    pub fn last_turn_told(&self) -> &[Moment] {
        let from = self.history.last_turn(self.hand()).unwrap_or(self.moment_shown());
        self.history.moments_from(from)
    }

    /// A plan step, or several at once, was taken in this position: it is seen.
    pub fn see_step(&mut self, before: &Arc<dyn Position>, number: u32) -> Option<u32> {
        self.plan.position()?;
        let motion = before.motion(&**self.position(), self.plan.only_new_step(), &[]);
        if motion.is_empty() {
            return None;
        }
        let moving = Moving { number, motion, has_changed: true, then: self.history.shown(), way: Way::News };
        let wait = moving.wait();
        self.moving = Some(moving);
        Some(u32::from(wait))
    }

    /// The part with this number is over: the next one begins. Returns the milliseconds until the next call; none if all is
    /// over or the number is stale.
    pub fn go_on_moving(&mut self, number: u32, next: u32) -> Option<u32> {
        let moving = self.moving.as_mut().filter(|moving| moving.number == number)?;
        if !moving.has_changed {
            (moving.has_changed, moving.number) = (true, next);
            let wait = moving.wait();
            self.dice = self.dice_landed();
            self.refresh();
            let reading = if self.dice == Dice::Landed && self.moments_wait() { READING } else { 0 };
            return Some(u32::from(wait.max(reading)));
        }
        let (then, way) = (moving.then, moving.way);
        if !self.moments_wait() {
            self.end_motion();
            return None;
        }
        self.see_from(self.moment_shown(), then, way, next)
    }

    /// Ends everything that moves: the board shows how it ends. Returns whether anything moved.
    pub fn end_motion(&mut self) -> bool {
        let Some(moving) = self.moving.take() else { return false };
        let is_shown = moving.has_changed && self.history.shown() == moving.then;
        if !is_shown {
            self.history.show(moving.then);
            self.land_at_once();
            self.refresh();
        }
        true
    }

    /// The dice of the moment that is shown have landed, without having been seen to fall.
    pub fn land_at_once(&mut self) {
        self.dice = self.dice_landed();
        let last = self.moment_shown().checked_sub(1).filter(|_| self.dice == Dice::Landed);
        self.paid = last.map(|last| paid(&self.motion_of(last, true))).unwrap_or_default();
    }

    /// What the dice that have just landed paid, for as long as they are told.
    pub fn paid_by_dice(&self) -> &[Step] {
        if self.dice == Dice::Landed { &self.paid } else { &[] }
    }

    /// How many milliseconds are left of what is being shown, from its last part on.
    pub fn motion_left(&self) -> u32 {
        self.moving.as_ref().map_or(0, |moving| {
            if moving.way == Way::Stills {
                return u32::from(STILL);
            }
            let over = if moving.has_changed { moving.motion.changes_at } else { 0 };
            u32::from(moving.motion.end() - over)
        })
    }

    /// Whether more moments are to be seen after the one that is shown.
    fn moments_wait(&self) -> bool {
        let then = self.moving.as_ref().and_then(|moving| moving.then);
        self.moment_shown() < then.unwrap_or(self.history.len())
    }

    /// Shows what happened from this moment on, one moment after the other, and then the moment `then`.
    fn see_from(&mut self, from: usize, then: Option<usize>, way: Way, number: u32) -> Option<u32> {
        let shown = self.history.shown();
        for moment in from..then.unwrap_or(self.history.len()) {
            let mut motion = self.motion_of(moment, way != Way::News);
            if motion.is_empty() {
                continue;
            }
            self.paid = paid(&motion);
            if way == Way::Stills {
                motion = Motion::default();
            }
            let moving = Moving { number, has_changed: motion.changes_at == 0, motion, then, way };
            let (wait, has_changed) = (moving.wait(), moving.has_changed);
            self.moving = Some(moving);
            self.history.show(Some(moment + 1));
            if !has_changed || self.history.shown() != shown || self.dice != Dice::Lie {
                self.dice = if way == Way::Stills { self.dice_landed() } else { Dice::Lie };
                self.refresh();
            }
            return Some(u32::from(wait));
        }
        self.moving = None;
        self.history.show(then);
        if self.history.shown() != shown {
            self.refresh();
        }
        self.land_at_once();
        None
    }

    /// What is seen of the moment with this index. A step that the person here has planned was seen when it was planned.
    fn motion_of(&self, moment: usize, all: bool) -> Motion {
        let (before, after) = (self.history.after(moment), self.history.after(moment + 1));
        let Some(told) = self.history.moment(moment) else { return Motion::default() };
        match &told.what {
            What::Action { seat, action, rolls, .. } => {
                let is_planned = || before.after(action).is_some_and(|after| after.is_tentative);
                if !all && self.is_here(*seat) && is_planned() {
                    return Motion::default();
                }
                before.motion(&**after, Some(action), rolls)
            }
            What::Exit { rolls, .. } => before.motion(&**after, None, rolls),
        }
    }

    /// Whether a person at this screen has this seat.
    fn is_here(&self, seat: Seat) -> bool {
        self.own_seat() == Some(seat) || self.local().is_some_and(|local| local.is_person(seat))
    }

    /// How dice are told once the board shows their result.
    fn dice_landed(&self) -> Dice {
        if self.rolls_shown().is_empty() { Dice::Lie } else { Dice::Landed }
    }
}

/// The steps that say what dice paid.
fn paid(motion: &Motion) -> Vec<Step> {
    motion.steps.iter().filter(|step| matches!(step.what, Happening::Pays { .. })).cloned().collect()
}
