//! From keys to actions: picking, planning, playing and taking back, in the full-screen game.

use client::sentence;
use scene::{Pick, Place};

use super::app::{App, Asked, Mode};
use super::menu::{self, Choice};
use super::series::Series;

impl App {
    /// Picks the thing at a place, or says why it cannot be picked. Picking the last pick again removes it.
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

    /// Carries out a menu entry.
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

    /// Sets the picks. If they are a complete action, plays it.
    fn take(&mut self, picks: Vec<Pick>) {
        let client = self.series.client_mut();
        client.pointing.pick(picks);
        client.preview_next();
        let action = client.picture.picks.action(client.pointing.picked()).cloned();
        if let Some(action) = action {
            self.play(&action);
        }
    }

    /// Plays an action. Asks first if the preview carries a question.
    fn play(&mut self, action: &str) {
        match self.client().preview(action).ask {
            Some(why) => {
                let why = sentence(&self.client().say(&why));
                self.mode = Mode::AskPlay(Asked::Action(action.to_owned()), why);
            }
            None => self.play_for_sure(action),
        }
    }

    /// Adds a tentative action to the plan. Any other action is played after the steps of the plan.
    pub(super) fn play_for_sure(&mut self, action: &str) {
        self.stop_hint();
        if self.client().is_tentative(action) {
            self.series.client_mut().plan_step(action);
            self.look_at_cursor();
        } else {
            self.played(|series| series.commit([action.to_owned()]));
        }
    }

    /// Plays something and shows the problem if it failed.
    pub(super) fn played(&mut self, play: impl FnOnce(&mut Series) -> Result<(), String>) {
        let problem = play(&mut self.series).err();
        let problem = self.series.take_record_problem().or(problem);
        if let Some(problem) = problem {
            self.series.client_mut().note = Some(problem);
        }
        self.look_at_cursor();
    }

    /// Shows the preview at the cursor if something can be picked there. Otherwise it would only show why not.
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

    /// Goes back one level: closes a hint, a pick, a plan, or an overlay.
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

    /// Lets the game play the routine of the person who acts.
    pub(super) fn begin_routine(&mut self) {
        match self.series.client_mut().begin_routine() {
            None => self.note("routine.nothing"),
            Some(_) => self.stop_hint(), // `work` plays the action
        }
    }

    /// Plays the routine action of the seat that acts, if its person has chosen that. Returns whether it played.
    pub(super) fn follow_routine(&mut self) -> bool {
        let Some(action) = self.series.client_mut().next_of_routine() else { return false };
        self.play_for_sure(&action);
        true
    }

    /// Shows the sheet of the piece that is looked at, or of the next piece if that sheet is shown already.
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

    /// Shows the next overlay; after the last one, none.
    pub(super) fn next_overlay(&mut self) {
        if !self.series.client_mut().show_next_overlay() {
            self.note("overlay.none");
        }
    }

    /// Changes the number of the stepper. A step of a plan is taken at once. An action that cannot be taken back is
    /// previewed first.
    pub(super) fn step_number(&mut self, by: isize) {
        let Some(stepper) = self.client().stepper() else { return self.note("number.none") };
        if let Some(number) = menu::number_beside(&stepper, by) {
            self.choose_number(number);
        }
    }

    /// Chooses the number of the stepper.
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

    /// Plays the hint. Asks first if its last action carries a question.
    pub(super) fn play_hint(&mut self) {
        let Some(hint) = self.client().hint_found() else { return self.note("hint.none") };
        match hint.preview.ask.clone() {
            Some(why) => self.mode = Mode::AskPlay(Asked::Hint, sentence(&self.client().say(&why))),
            None => self.play_hint_for_sure(),
        }
    }

    pub(super) fn play_hint_for_sure(&mut self) {
        let Some(hint) = self.client().hint_found() else { return };
        let actions = hint.actions();
        self.played(|series| series.commit(actions));
    }
}
