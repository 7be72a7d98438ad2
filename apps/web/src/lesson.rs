//! The lesson that is open, and what this browser remembers of lessons.

use client::{Client, Lesson, LessonStep, Standing, Tongue, find};
use game::Texts;
use scene::{Pick, Place};
use serde::{Deserialize, Serialize};

use crate::model::Model;

/// A lesson at one of its steps.
pub struct Taught {
    /// The key of the game.
    pub game: &'static str,
    /// All steps.
    pub lesson: Lesson,
    /// Its sentences.
    pub texts: Texts,
    /// The language of the sentences.
    pub language: &'static str,
    /// The index of the step; the number of steps for the page at the end.
    pub at: usize,
    /// How the step stands, as it was last told.
    pub standing: Standing,
    /// Whether the step was missed since it was opened, so that showing the right action is offered.
    pub was_missed: bool,
    /// Whether the right action is shown.
    pub is_shown: bool,
}

/// What this browser remembers of the lesson of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Learned {
    /// The number of steps that were done from the first one on, without a gap. The lesson goes on after them.
    pub steps: usize,
    /// A bit for each step that was done, the lowest for the first one. Earlier versions of the page did not store it.
    #[serde(default)]
    pub each: u32,
    /// Whether all steps were done.
    pub done: bool,
}

impl Learned {
    /// The key in the storage.
    pub fn storage_key(game: &str) -> String {
        format!("sixfold.learned.{game}")
    }

    /// Whether the step with this index was done.
    pub fn has(self, step: usize) -> bool {
        step < self.steps || self.each & bit(step) != 0
    }

    /// The same with one more step done, of so many.
    #[must_use]
    pub fn with(self, step: usize, of: usize) -> Self {
        let each = Self { each: self.each | bit(step), ..self };
        let steps = (0..of).take_while(|step| each.has(*step)).count();
        Self { steps, done: self.done || steps == of, ..each }
    }
}

/// The bit of a step; none for a step that no lesson has ([`client::Lesson::read`] refuses more than 32).
fn bit(step: usize) -> u32 {
    u32::try_from(step).ok().and_then(|step| 1_u32.checked_shl(step)).unwrap_or(0)
}

/// The key in the storage that says that a game was played. It stays when the match itself is removed.
pub fn played_key(game: &str) -> String {
    format!("sixfold.played.{game}")
}

/// The paths of a lesson and of its sentences in a language.
pub fn paths(game: &str, language: &str) -> [String; 2] {
    [format!("content/{game}/lesson.toml"), format!("content/{game}/lesson.{language}.txt")]
}

impl Taught {
    /// The step; none at the page at the end.
    pub fn step(&self) -> Option<&LessonStep> {
        self.lesson.steps.get(self.at)
    }

    /// A sentence of the lesson. A missing one shows its key, so that the mistake is seen.
    pub fn sentence(&self, key: &str) -> String {
        find(&self.texts, key).unwrap_or_else(|| key.to_owned())
    }

    /// The words under the aim: the explanation, the praise, or the reason.
    pub fn words(&self, tongue: &Tongue) -> String {
        let Some(step) = self.step() else { return self.sentence("end") };
        match &self.standing {
            Standing::Open => self.sentence(&step.sentence("text")),
            Standing::Done(key) => self.sentence(key),
            Standing::Missed(reason) => step.missed_in_words(reason.as_deref(), &self.texts, tongue),
        }
    }

    /// The picks of the right action that are still to be made, while it is shown.
    pub fn shown_picks(&self, client: &Client) -> Vec<Pick> {
        let right = self.step().filter(|_| self.is_shown).and_then(|step| step.right(client));
        let Some(right) = right.filter(|_| client.acts_here()) else { return Vec::new() };
        let picked = client.pointing.picked();
        let paths = || client.picture.picks.iter().filter(|(_, action)| *action == right);
        let goes_on = paths().find(|(path, _)| path.starts_with(picked)).map(|(path, _)| path[picked.len()..].to_vec());
        goes_on.or_else(|| paths().next().map(|(path, _)| path.clone())).unwrap_or_default()
    }

    /// The places that are pointed out: those of the step, and where the right action that is shown goes on.
    pub fn marks(&self, client: &Client) -> Vec<Place> {
        let Some(step) = self.step().filter(|_| !matches!(self.standing, Standing::Done(_))) else { return Vec::new() };
        let shown = self.shown_picks(client);
        let next = shown.first().and_then(|pick| client.place_of(pick));
        step.marks.iter().filter_map(|name| client.place(name)).chain(next).collect()
    }

    /// The arrows over the board, until something is done, and again after a miss, whose reason may speak of them.
    pub fn arrows(&self, client: &Client) -> Vec<(Place, Place)> {
        let untouched = client.history.is_empty() && client.plan.is_empty();
        let is_missed = matches!(self.standing, Standing::Missed(_));
        let Some(step) = self.step().filter(|_| untouched || is_missed) else { return Vec::new() };
        step.arrows.iter().filter_map(|[from, to]| client.place(from).zip(client.place(to))).collect()
    }
}

impl Model {
    /// What is remembered of the lesson of a game.
    pub fn learned(&self, game: &str) -> Learned {
        self.load(&Learned::storage_key(game)).unwrap_or_default()
    }

    /// Whether this person has neither done the lesson of a game nor begun or played a match of it. The home page offers
    /// the lesson first then.
    pub fn is_new_to(&self, game: &str) -> bool {
        let is_known = self.learned(game).done || self.stored.contains_key(&played_key(game));
        !is_known && !self.saved().iter().any(|saved| saved.game() == game)
    }
}
