//! The first lessons of the games, which `build.rs` puts into the binary.

use catalog::DynGame;
use client::{Client, Lesson, LessonStep, Standing, Tongue, find};
use game::{Message, Texts};

/// A lesson: the key of its game, its data, and its sentences in each language.
type Source = (&'static str, &'static str, &'static [(&'static str, &'static str)]);

static LESSONS: &[Source] = include!(concat!(env!("OUT_DIR"), "/lessons.rs"));

/// A lesson at one of its steps.
pub(crate) struct Taught {
    pub(super) game: &'static dyn DynGame,
    lesson: Lesson,
    texts: Texts,
    tongue: Tongue,
    /// The index of the step.
    at: usize,
}

impl Taught {
    /// The lesson of a game in a language, at its first step. The error is for the designer of the lesson.
    pub(crate) fn find(game: &'static dyn DynGame, tongue: &Tongue) -> Result<Self, String> {
        let key = game.info().key;
        let (_, lesson, texts) = LESSONS.iter().find(|(known, ..)| *known == key).ok_or_else(|| key.to_owned())?;
        let own = texts.iter().find(|(language, _)| *language == tongue.language).or(texts.first());
        let texts = Texts::parse(own.map_or("", |(_, text)| text)).map_err(|error| error.to_string())?;
        Ok(Self { game, lesson: Lesson::read(lesson)?, texts, tongue: tongue.clone(), at: 0 })
    }

    /// The number of steps.
    pub(crate) fn steps(&self) -> usize {
        self.lesson.steps.len()
    }

    /// The number of the step, from 1.
    pub(crate) fn number(&self) -> usize {
        self.at + 1
    }

    /// Goes to the step with this number. Behind the last one is the end.
    pub(crate) fn go_to(&mut self, number: usize) {
        self.at = number.saturating_sub(1).min(self.steps());
    }

    /// The step; none at the end.
    pub(super) fn step(&self) -> Option<&LessonStep> {
        self.lesson.steps.get(self.at)
    }

    /// The position of the step, with nothing done.
    pub(crate) fn open(&self) -> Option<Result<Client, String>> {
        self.step().map(|step| step.open(self.game, &self.tongue))
    }

    /// A sentence of the lesson. A missing one shows its key, so that the mistake is seen.
    pub(super) fn sentence(&self, key: &str) -> String {
        find(&self.texts, key).unwrap_or_else(|| key.to_owned())
    }

    /// The name of the game and the number of the step.
    pub(super) fn heading(&self) -> Message {
        let heading = Message::new("lesson.step").with("name", self.game.info().name.to_owned());
        heading.with("number", self.number() as i64).with("of", self.steps() as i64)
    }

    /// The places that the step points out, if there are any.
    pub(super) fn marked(&self) -> Option<Message> {
        let step = self.step()?;
        let arrows = step.arrows.iter().map(|[from, to]| format!("{from} → {to}"));
        let marked: Vec<String> = step.marks.iter().cloned().chain(arrows).collect();
        (!marked.is_empty()).then(|| Message::new("lesson.marked").with("places", marked.join(", ")))
    }

    /// How to go on with the step at another time; none at the end.
    pub(super) fn later(&self) -> Option<Message> {
        let later = Message::new("lesson.later").with("game", self.game.info().key.to_owned());
        self.step().map(|_| later.with("number", self.number() as i64))
    }

    /// The one thing to do.
    pub(super) fn aim(&self) -> String {
        self.step().map(|step| self.sentence(&step.sentence("aim"))).unwrap_or_default()
    }

    /// What is said of the step as it stands: the explanation, the praise, or the reason.
    pub(super) fn words(&self, standing: &Standing) -> String {
        let Some(step) = self.step() else { return self.sentence("end") };
        match standing {
            Standing::Open => self.sentence(&step.sentence("text")),
            Standing::Done(key) => self.sentence(key),
            Standing::Missed(reason) => step.missed_in_words(reason.as_deref(), &self.texts, &self.tongue),
        }
    }
}
