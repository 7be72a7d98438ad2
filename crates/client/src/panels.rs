//! What stands beside the board while somebody decides: the piece that is looked at, what is laid over the board, the
//! buttons and numbers that can be chosen, and what the switches add up to.

use scene::{Overlay, Pick, Piece, Place, Preview, Sheet, Switch};

use crate::Client;

/// Numbers of which one can be chosen, side by side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stepper {
    /// The button that asks for it, if one does.
    pub button: Option<String>,
    /// All possible numbers, ascending.
    pub numbers: Vec<i64>,
    /// The number that is chosen or offered.
    pub now: i64,
    /// Whether that is planned already.
    pub planned: bool,
    /// Whether it can still be changed.
    pub open: bool,
}

impl Stepper {
    /// The number that is so many steps above or below the present one; none beyond the ends, and none if the number
    /// cannot be changed.
    pub fn beside(&self, by: isize) -> Option<i64> {
        let at = self.numbers.iter().position(|number| *number == self.now).filter(|_| self.open)?;
        at.checked_add_signed(by).and_then(|at| self.numbers.get(at)).copied()
    }
}

/// What the switches that are on add up to.
#[derive(Clone, Debug, PartialEq)]
pub struct Totals {
    /// The action that does it.
    pub action: String,
    /// What it would do.
    pub preview: Preview,
}

/// What the person has opened beside the board, and the buttons that stand there.
#[derive(Clone, Debug, Default)]
pub struct Panels {
    /// The piece whose sheet is open.
    pub selected: Option<u32>,
    /// The index of the shown overlay among the overlays of the shown piece.
    pub overlay: Option<usize>,
    /// The buttons offered since the last reset, and the number of moments at that reset.
    offered: Vec<Pick>,
    offered_after: usize,
}

impl Panels {
    /// Shows this overlay, or hides it if it is shown.
    pub fn toggle_overlay(&mut self, index: usize) {
        self.overlay = Some(index).filter(|_| self.overlay != Some(index));
    }

    /// Adds the buttons that are offered now. Without a plan, and after every moment, those offered before are gone.
    pub(crate) fn offer(&mut self, moments: usize, no_plan: bool, picks: Vec<Pick>) {
        if self.offered_after != moments || no_plan {
            (self.offered_after, self.offered) = (moments, Vec::new());
        }
        for pick in picks {
            if matches!(pick, Pick::Button(_)) && !self.offered.contains(&pick) {
                self.offered.push(pick);
            }
        }
    }
}

impl Client {
    /// The sheet of a piece.
    pub fn sheet(&self, unit: u32) -> Option<&Sheet> {
        self.picture.scene.sheets.iter().find(|sheet| sheet.unit == unit)
    }

    /// The piece that acts, where one does.
    pub fn acting_unit(&self) -> Option<u32> {
        self.picture.scene.sheets.iter().find(|sheet| sheet.acts).map(|sheet| sheet.unit)
    }

    /// A piece with a sheet that stands there.
    pub fn unit_at(&self, place: Place) -> Option<u32> {
        let here = |piece: &&Piece| piece.place == place;
        let units = self.picture.scene.pieces.iter().filter(here).filter_map(|piece| piece.unit);
        units.into_iter().find(|unit| self.sheet(*unit).is_some())
    }

    /// The piece that overlays are about: the chosen one, or the one that acts.
    pub fn unit_chosen(&self) -> Option<u32> {
        self.panels.selected.filter(|unit| self.sheet(*unit).is_some()).or_else(|| self.acting_unit())
    }

    /// The sheet to show: of the piece that is pointed at, else of the chosen one, else of the one that acts, else of the one
    /// that was picked beside the board, else the viewer's first.
    pub fn sheet_shown(&self) -> Option<&Sheet> {
        let pointed_at = self.pointing.looking().and_then(|place| self.unit_at(place));
        let picked = self.pointing.picked().iter().find_map(|pick| match pick {
            Pick::Unit(unit) => self.sheet(*unit),
            _ => None,
        });
        let all = &self.picture.scene.sheets;
        let own = || all.iter().find(|sheet| Some(sheet.seat) == self.own_seat());
        let about = pointed_at.or_else(|| self.unit_chosen()).and_then(|unit| self.sheet(unit));
        about.or(picked).or_else(own).or(all.first())
    }

    /// What can be laid over the board now.
    pub fn overlays(&self) -> Vec<&Overlay> {
        let chosen = self.unit_chosen();
        let fits = |overlay: &&Overlay| overlay.unit.is_none() || overlay.unit == chosen;
        self.picture.scene.overlays.iter().filter(fits).collect()
    }

    /// What is laid over the board.
    pub fn overlay_shown(&self) -> Option<&Overlay> {
        self.overlays().get(self.panels.overlay?).copied()
    }

    /// Lays the next overlay over the board; after the last one, none. Returns whether there are any.
    pub fn show_next_overlay(&mut self) -> bool {
        let count = self.overlays().len();
        let next = self.panels.overlay.map_or(0, |shown| shown + 1);
        self.panels.overlay = Some(next).filter(|next| *next < count);
        count > 0
    }

    /// Every button of the game that has a key: the key, and what the button says.
    pub fn buttons_with_keys(&self) -> Vec<(String, String)> {
        let keys = self.picture.scene.style.keys.iter();
        keys.map(|known| (known.key.clone().into_owned(), self.button_words(&known.button))).collect()
    }

    /// The key that a button is pressed with, if the game gives it one.
    pub fn key_of(&self, button: &str) -> Option<String> {
        self.picture.scene.style.key_of(button).map(str::to_owned)
    }

    /// The buttons offered since the last moment, each with its index among the present choices. A button that the plan
    /// makes impossible stays in its place without an index, so that nothing moves under a finger.
    pub fn pad(&self) -> Vec<(Pick, Option<usize>)> {
        let choices = self.choices();
        let stepper = self.stepper();
        let steps = |pick: &Pick| match (pick, &stepper) {
            (Pick::Number(_), Some(_)) => true,
            (Pick::Button(key), Some(stepper)) => stepper.button.as_deref() == Some(key),
            _ => false,
        };
        let stands = |pick: &&Pick| !steps(pick) && !self.only_switches(pick);
        let at = |pick: &Pick| choices.iter().position(|choice| choice == pick);
        let mut pad: Vec<(Pick, Option<usize>)> = Vec::new();
        if self.pointing.picked().is_empty() && self.acts_here() {
            pad.extend(self.panels.offered.iter().filter(stands).map(|pick| (pick.clone(), at(pick))));
        }
        for pick in choices.iter().filter(stands) {
            if !pad.iter().any(|(known, _)| known == pick) {
                pad.push((pick.clone(), at(pick)));
            }
        }
        pad
    }

    /// The action that turns a switch over, if the rules allow that now: the one whose last pick is the switch's.
    pub fn switch_action(&self, switch: &Switch) -> Option<&String> {
        let mut paths = self.picture.picks.iter().filter(|_| self.acts_here());
        paths.find(|(path, _)| path.last() == Some(&switch.pick)).map(|(_, action)| action)
    }

    /// Whether a pick leads to switches and nothing else: those have a list of their own.
    fn only_switches(&self, pick: &Pick) -> bool {
        let picks = self.pointing.picked_and(pick);
        let switches = &self.picture.scene.switches;
        let mut paths = self.picture.picks.iter().filter(|(path, _)| path.starts_with(&picks)).peekable();
        let turns_over = |path: &[Pick]| switches.iter().any(|switch| path.last() == Some(&switch.pick));
        paths.peek().is_some() && paths.all(|(path, _)| turns_over(path))
    }

    /// The numbers that can be chosen next, or the planned one, if there are any.
    pub fn stepper(&self) -> Option<Stepper> {
        if !self.acts_here() {
            return None;
        }
        let picked = self.pointing.picked();
        let offered = self.numbers_after(picked).map(|numbers| (numbers, picked.to_vec()));
        let asked = || {
            let open = self.picture.picks.after(&[]).into_iter().filter(|pick| !self.only_switches(pick));
            let button = open.into_iter().find_map(|pick| {
                let prefix = vec![pick.clone()];
                let numbers = self.numbers_after(&prefix).filter(|_| matches!(pick, Pick::Button(_)))?;
                // A step of a plan needs no confirmation, so its numbers are offered without pressing the button first.
                let tentative = self.picture.picks.action(&[pick.clone(), Pick::Number(numbers[0])]);
                tentative.is_some_and(|action| self.is_tentative(action)).then_some((numbers, prefix))
            });
            button.filter(|_| self.pointing.picked().is_empty())
        };
        let Some((numbers, prefix)) = offered.or_else(asked) else { return self.planned_number() };
        let considered = match self.pointing.considering() {
            Some(Pick::Number(number)) => Some(*number),
            _ => None,
        };
        let button = named(&prefix);
        // Without one each number is a button of its own.
        let had = considered.unwrap_or(self.stepper_after(button.as_deref())?.value);
        let now = numbers.iter().copied().min_by_key(|number| (number - had).abs())?;
        Some(Stepper { button, numbers, now, planned: false, open: true })
    }

    /// The number that is part of the plan; it can be changed while nothing was planned after it.
    fn planned_number(&self) -> Option<Stepper> {
        let (picks, numbers, is_last) = self.plan_shown()?.numbers()?;
        let open = is_last && self.pointing.picked().is_empty();
        let Some(Pick::Number(now)) = picks.last() else { return None };
        if self.picture.scene.switches.iter().any(|switch| Some(&switch.pick) == picks.last()) {
            return None; // switches are turned over where they stand
        }
        Some(Stepper { button: named(picks), numbers: numbers.to_vec(), now: *now, planned: true, open })
    }

    /// The numbers that can follow on these picks: at least two, each completes an action, and nothing else can follow.
    fn numbers_after(&self, picks: &[Pick]) -> Option<Vec<i64>> {
        let next = self.picture.picks.after(picks);
        let number = |pick: &&Pick| match pick {
            Pick::Number(number) => Some(*number),
            _ => None,
        };
        let mut numbers: Vec<i64> = next.iter().filter_map(number).collect();
        let complete = |number: &i64| {
            let path: Vec<Pick> = picks.iter().cloned().chain([Pick::Number(*number)]).collect();
            self.picture.picks.action(&path).is_some()
        };
        game::sort(&mut numbers);
        let only = numbers.len() == next.len() || picks.is_empty();
        (numbers.len() > 1 && only && numbers.iter().all(complete)).then_some(numbers)
    }

    /// The numbers that could stand in the place of the last one of these picks.
    pub(crate) fn numbers_beside(&self, picks: &[Pick]) -> Vec<i64> {
        match picks.split_last() {
            Some((Pick::Number(_), before)) => self.numbers_after(before).unwrap_or_default(),
            _ => Vec::new(),
        }
    }

    /// What the game says of the numbers that are picked after this button, or first.
    fn stepper_after(&self, button: Option<&str>) -> Option<&scene::Stepper> {
        self.picture.scene.steppers.iter().find(|stepper| stepper.after.as_deref() == button)
    }

    /// The name of the number that is picked after this button, or first.
    pub fn stepper_words(&self, button: Option<&str>) -> String {
        self.stepper_after(button).map(|stepper| self.say(&stepper.label)).unwrap_or_default()
    }

    /// The picks that choose this number of the stepper, from the position before it was planned if it is.
    pub fn number_picks(&self, number: i64) -> Option<Vec<Pick>> {
        let stepper = self.stepper().filter(|stepper| stepper.open && stepper.numbers.contains(&number))?;
        let before = match self.plan.last_picks() {
            Some(picks) if stepper.planned => picks[..picks.len() - 1].to_vec(),
            _ if self.pointing.picked().is_empty() => {
                stepper.button.map(|key| Pick::Button(key.into())).into_iter().collect()
            }
            _ => self.pointing.picked().to_vec(),
        };
        Some(before.into_iter().chain([Pick::Number(number)]).collect())
    }

    /// What the switches add up to: the preview of the first choice that cannot be taken back and has odds or sums.
    pub fn totals(&self) -> Option<Totals> {
        if self.picture.scene.switches.is_empty() || !self.acts_here() || !self.pointing.picked().is_empty() {
            return None;
        }
        self.choices().iter().find_map(|pick| {
            let action = self.action_of(pick).filter(|action| !self.is_tentative(action))?;
            let preview = self.preview(action);
            let tells = !preview.odds.is_empty() || !preview.pays.is_empty();
            tells.then(|| Totals { action: action.clone(), preview })
        })
    }
}

/// The button that these picks end with, not counting a number after it.
fn named(picks: &[Pick]) -> Option<String> {
    let last = match picks {
        [before @ .., Pick::Number(_)] => before.last(),
        other => other.last(),
    };
    match last {
        Some(Pick::Button(key)) => Some(key.clone().into_owned()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_stepped_along_until_its_end() {
        let stepper = Stepper { button: None, numbers: vec![-1, 0, 2], now: 0, planned: false, open: true };
        assert_eq!([-1, 1].map(|by| stepper.beside(by)), [Some(-1), Some(2)]);
        assert_eq!(Stepper { now: 2, ..stepper.clone() }.beside(1), None);
        assert_eq!(Stepper { open: false, ..stepper }.beside(1), None);
    }
}
