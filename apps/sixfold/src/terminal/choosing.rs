//! From keys to actions: picking, planning, playing and taking back, in the full-screen game.

use client::sentence;
use scene::{Pick, Place};

use super::app::{App, Asked, Mode};
use super::menu::{self, Choice};
use super::series::Series;

impl App {
    /// Picks what is at a place, or says why that leads nowhere. What was picked already is let go.
    pub(super) fn pick(&mut self, place: Place) {
        if !self.client().acts_here() {
            return self.note(match (self.client().is_over(), self.client().may_begin_again()) {
                (true, _) => "over.keys",
                (false, true) => "out.keys",
                (false, false) => "note.not-your-turn",
            });
        }
        self.stop_hint();
        let client = self.series.client_mut();
        client.pointing.look_at(place);
        if let Some(mut picks) = client.picks_with(place) {
            if picks == client.pointing.picked() {
                picks.pop();
            }
            return self.take(picks);
        }
        if client.pick_only_source_for(place) {
            return;
        }
        match client.why_not(place) {
            Some(why) => client.note = Some(why),
            None => self.note("note.nothing-there"),
        }
    }

    /// Does what an entry of the menu is for.
    pub(super) fn choose(&mut self, choice: Choice) {
        let client = self.client();
        match choice {
            Choice::Nothing => {}
            Choice::Pick(pick) => self.take(client.pointing.picked_and(&pick)),
            Choice::Turn(action) => self.play(&action),
            Choice::Unit(unit) => {
                if let Some(picks) = client.picks_with_unit(unit) {
                    self.take(picks);
                }
            }
        }
    }

    /// These are the picks now; if they are complete, the action is played.
    fn take(&mut self, picks: Vec<Pick>) {
        let client = self.series.client_mut();
        client.pointing.pick(picks);
        client.preview_next();
        let action = client.picture.picks.action(client.pointing.picked()).cloned();
        if let Some(action) = action {
            self.play(&action);
        }
    }

    /// Plays an action, or asks first if it can hardly be meant.
    fn play(&mut self, action: &str) {
        match self.client().preview(action).ask {
            Some(why) => {
                let why = sentence(&self.client().say(&why));
                self.mode = Mode::AskPlay(Asked::Action(action.to_owned()), why);
            }
            None => self.play_for_sure(action),
        }
    }

    /// A step of a plan is noted. Anything else is played with all that was planned before.
    pub(super) fn play_for_sure(&mut self, action: &str) {
        self.stop_hint();
        if self.client().is_tentative(action) {
            self.series.client_mut().plan_step(action);
            self.look_at_cursor();
        } else {
            self.played(|series| series.commit([action.to_owned()]));
        }
    }

    /// Has something played, and tells what went wrong if anything did.
    pub(super) fn played(&mut self, play: impl FnOnce(&mut Series) -> Result<(), String>) {
        let problem = play(&mut self.series).err();
        let problem = self.series.take_record_problem().or(problem);
        if let Some(problem) = problem {
            self.series.client_mut().note = Some(problem);
        }
        self.look_at_cursor();
    }

    /// Looks at the place of the cursor if something can be done there; a place where nothing can be done would only
    /// say so.
    pub(super) fn look_at_cursor(&mut self) {
        let client = self.series.client_mut();
        if let Some(place) = client.pointing.cursor().filter(|place| client.picks_with(*place).is_some()) {
            client.pointing.look_at(place);
        }
    }

    /// Takes back the last pick, else the last step of the plan, else the last action of a person.
    pub(super) fn undo(&mut self) {
        let client = self.series.client_mut();
        if client.pointing.unpick() {
            return;
        }
        let note = match () {
            () if client.unplan_step() => "plan.undone",
            () if self.series.undo() => "undo.done",
            () => "undo.nothing",
        };
        self.look_at_cursor();
        self.note(note);
    }

    /// Steps back: out of a hint, a pick, a plan, or what is laid over the board.
    pub(super) fn back(&mut self) {
        self.stop_hint();
        let client = self.series.client_mut();
        if client.dismiss_hint() || client.pointing.unpick() {
            return self.look_at_cursor();
        }
        if client.unplan() {
            self.look_at_cursor();
            return self.note("plan.none");
        }
        client.pointing.stop_considering();
        (client.panels.overlay, client.panels.selected) = (None, None);
    }

    /// Leaves the routine of the person who acts to the game.
    pub(super) fn begin_routine(&mut self) {
        let client = self.series.client_mut();
        match client.actor().filter(|_| client.acts_here() && client.picture.routine.is_some()) {
            None => self.note("routine.nothing"),
            Some(seat) => {
                client.routines.push(seat);
                self.stop_hint();
            }
        }
    }

    /// Plays what the game offers to do for the seat that acts, if its person has left that to it; says whether it did.
    pub(super) fn follow_routine(&mut self) -> bool {
        let client = self.series.client_mut();
        let Some(seat) = client.actor().filter(|seat| client.acts_here() && client.routines.contains(seat)) else {
            return false;
        };
        let Some(action) = client.picture.routine.as_ref().map(|routine| routine.action.clone()) else {
            client.routines.retain(|other| *other != seat);
            return false;
        };
        self.play_for_sure(&action);
        true
    }

    /// Shows the sheet of the piece that is looked at, or of the next one if that is shown already.
    pub(super) fn next_sheet(&mut self) {
        let client = self.series.client_mut();
        let sheets = &client.picture.scene.sheets;
        let shown = client.sheet_shown().and_then(|shown| sheets.iter().position(|sheet| sheet.unit == shown.unit));
        let is_chosen = client.panels.selected.is_some();
        let next = shown.map(|at| if is_chosen { (at + 1) % sheets.len() } else { at });
        let Some(unit) = next.map(|next| sheets[next].unit) else { return self.note("sheet.none") };
        client.panels.selected = Some(unit);
        match client.place_of(&Pick::Unit(unit)) {
            Some(place) => client.pointing.look_at(place),
            None => client.pointing.look_at_nothing(),
        }
        self.wants_sheet = true;
    }

    /// Lays the next overlay over the board, and none after the last.
    pub(super) fn next_overlay(&mut self) {
        let client = self.series.client_mut();
        let count = client.overlays().len();
        if count == 0 {
            return self.note("overlay.none");
        }
        let next = client.panels.overlay.map_or(0, |shown| shown + 1);
        client.panels.overlay = Some(next).filter(|next| *next < count);
    }

    /// Steps along the number that is offered. A step of a plan is taken at once; what cannot be taken back is looked
    /// at first.
    pub(super) fn step_number(&mut self, by: isize) {
        let Some(stepper) = self.client().stepper() else { return self.note("number.none") };
        if let Some(number) = menu::number_beside(&stepper, by) {
            self.choose_number(number);
        }
    }

    /// Chooses the number that the stepper stands at.
    pub(super) fn set_number(&mut self) {
        match self.client().stepper().filter(|stepper| stepper.open && !stepper.planned) {
            Some(stepper) => self.choose_number(stepper.now),
            None => self.note("number.none"),
        }
    }

    fn choose_number(&mut self, number: i64) {
        self.stop_hint();
        let client = self.series.client_mut();
        let (Some(stepper), Some(picks)) = (client.stepper(), client.number_picks(number)) else { return };
        if stepper.planned {
            client.unplan_step();
        }
        let action = client.picture.picks.action(&picks).cloned();
        let is_step = action.is_some_and(|action| client.is_tentative(&action));
        if is_step || stepper.now == number {
            self.take(picks);
        } else {
            client.pointing.consider(Pick::Number(number));
        }
    }

    /// Plays the hint that was found, or asks first if its end can hardly be meant.
    pub(super) fn play_hint(&mut self) {
        let Some(hint) = self.client().hint_found() else { return self.note("hint.none") };
        match hint.preview.ask.clone() {
            Some(why) => self.mode = Mode::AskPlay(Asked::Hint, sentence(&self.client().say(&why))),
            None => self.play_hint_for_sure(),
        }
    }

    pub(super) fn play_hint_for_sure(&mut self) {
        let Some(hint) = self.client().hint_found() else { return };
        let actions: Vec<String> = hint.steps.iter().chain([&hint.action]).cloned().collect();
        self.played(|series| series.commit(actions));
    }
}
