//! From keys to actions: picking, planning, playing and taking back, in the full-screen game.

use client::{Back, Reply};
use scene::{Pick, Place};

use super::app::{App, Mode};
use super::menu::Choice;
use super::series::Series;

impl App {
    /// Picks the thing at a place, or says why it cannot be picked. After the end the terminal names its own keys.
    pub(super) fn pick(&mut self, place: Place) {
        if !self.client().acts_here() && self.client().may_begin_again() {
            let over = if self.series.is_battle() { "over.battle" } else { "over.keys" };
            return self.note(if self.client().is_over() { over } else { "out.keys" });
        }
        self.stop_hint();
        let reply = self.series.client_mut().pick_at(place);
        self.follow(reply);
    }

    /// Carries out a menu entry.
    pub(super) fn choose(&mut self, choice: Choice) {
        let client = self.client();
        match choice {
            Choice::Nothing => {}
            Choice::Pick(pick) => {
                let picks = client.pointing.picked_and(&pick);
                let reply = self.series.client_mut().take(picks);
                self.follow(reply);
            }
            Choice::Turn(action) => {
                let reply = self.series.client_mut().play(&action);
                self.follow(reply);
            }
            Choice::Unit(unit) => {
                if let Some(picks) = client.picks_with_unit(unit) {
                    let reply = self.series.client_mut().take(picks);
                    self.follow(reply);
                }
            }
        }
    }

    /// Does what the client leaves to the terminal after an input: asks, or plays.
    pub(super) fn follow(&mut self, reply: Reply) {
        match reply {
            Reply::Nothing | Reply::Picked | Reply::Refused(_) => {}
            Reply::Ask(asked, why) => self.mode = Mode::AskPlay(asked, why),
            Reply::Planned => {
                self.stop_hint();
                self.look_at_cursor();
            }
            Reply::Play(actions) => {
                self.stop_hint();
                self.played(|series| series.play(&actions));
            }
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
        let is_open = |place: &Place| client.picks_with(*place).is_some() || client.end_at(*place).is_some();
        if let Some(place) = client.pointing.cursor().filter(is_open) {
            client.pointing.look_at(place);
        }
    }

    /// Takes back the last pick, else the last step of the plan, else the last action of a person.
    pub(super) fn undo(&mut self) {
        let undone = self.series.undo();
        if let Some(words) = self.client().undone_in_words(undone) {
            self.look_at_cursor();
            self.series.client_mut().note = Some(words);
        }
    }

    /// Goes back one level: closes a hint, a pick, a plan, or an overlay.
    pub(super) fn back(&mut self) {
        self.stop_hint();
        let client = self.series.client_mut();
        match client.back() {
            Back::Hint | Back::Pick => self.look_at_cursor(),
            Back::Plan => {
                self.look_at_cursor();
                self.note("plan.none");
            }
            // No key of the terminal shows the past. An overlay has no button that closes it, so this key does.
            Back::Past | Back::Selection => {
                client.pointing.stop_considering();
                client.panels.overlay = None;
            }
        }
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
        let Some(reply) = self.series.client_mut().follow_routine() else { return false };
        self.follow(reply);
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
        if let Some(number) = stepper.beside(by) {
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
        let reply = self.series.client_mut().choose_number(number);
        self.follow(reply);
    }

    /// Plays the hint, or asks first.
    pub(super) fn play_hint(&mut self) {
        if self.client().hint_found().is_none() {
            return self.note("hint.none");
        }
        let reply = self.series.client_mut().play_hint();
        self.follow(reply);
    }
}
