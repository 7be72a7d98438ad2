//! Recorded matches of the computer against itself, which are played again on the home page, step by step.

use catalog::{DynGame, DynMatch, Picture};
use game::{Record, Seed, Viewer};
use scene::MarkKind;

/// The path of the recorded match of a game.
pub fn path(game: &str) -> String {
    format!("content/{game}/demo.txt")
}

/// The first picture shows the match after this share of its actions, in percent.
const OPENING: usize = 30;
/// A match with more actions than this many plays several of them in a step.
const MOST_STEPS: usize = 140;
/// At the end of a match, the picture stands still for this many steps.
const REST: usize = 4;
/// So many actions are played at once on the way to the first picture, so that the page does not block.
const AT_ONCE: usize = 4;

/// The recorded matches of all games, in the order of the catalogue.
#[derive(Default)]
pub struct Demos {
    all: Vec<(usize, Option<Demo>)>,
    /// The games whose boards are in sight.
    pub in_sight: Vec<usize>,
    /// The last match that made a step.
    last: usize,
    /// The time at which the next step is due, by the browser's clock.
    pub due: Option<f64>,
    /// How many times slower than usual the steps are, because the device could not keep up.
    pub slower: u32,
    /// How many steps came on time since the last late one.
    pub on_time: u32,
}

/// A recorded match that is played again.
struct Demo {
    game: &'static dyn DynGame,
    record: Record,
    actions: Vec<String>,
    played: Box<dyn DynMatch>,
    done: usize,
    /// Whether the first picture was reached.
    opened: bool,
    /// The steps since the end.
    rested: usize,
}

impl Demos {
    /// Whether the text of this game has been read.
    pub fn has(&self, game: usize) -> bool {
        self.all.iter().any(|(known, _)| *known == game)
    }

    /// Takes in the text for a game, by its index in the catalogue. A text that is no record of the game leaves its
    /// picture as it is.
    pub fn add(&mut self, index: usize, game: &'static dyn DynGame, text: &str) {
        self.all.push((index, Demo::read(game, text)));
    }

    /// Whether a match has not reached its first picture.
    pub fn is_preparing(&self) -> bool {
        self.matches().any(|(_, demo)| !demo.opened)
    }

    fn matches(&self) -> impl Iterator<Item = (usize, &Demo)> {
        self.all.iter().filter_map(|(game, demo)| Some((*game, demo.as_ref()?)))
    }

    /// Plays on towards the first picture of a match. Returns the game and its picture if it was reached. `None` if
    /// there is nothing to do.
    pub fn prepare(&mut self) -> Option<(usize, Option<Picture>)> {
        let all = self.all.iter_mut().filter_map(|(game, demo)| Some((*game, demo.as_mut()?)));
        let (game, demo) = all.into_iter().find(|(_, demo)| !demo.opened)?;
        for _ in 0..AT_ONCE {
            demo.play();
        }
        demo.opened |= demo.done >= demo.opening();
        Some((game, demo.opened.then(|| demo.picture())))
    }

    /// The next step of the next match that is in sight, and its picture.
    pub fn step(&mut self) -> Option<(usize, Picture)> {
        let count = self.all.len();
        let mut after = (1..=count).map(|by| (self.last + by) % count);
        let can_go_on = |at: &usize| self.in_sight.contains(&self.all[*at].0) && self.all[*at].1.is_some();
        self.last = after.find(can_go_on)?;
        let (game, demo) = &mut self.all[self.last];
        let demo = demo.as_mut()?;
        demo.step();
        Some((*game, demo.picture()))
    }

    /// Whether a match is in sight, so that its next step is due.
    pub fn is_watched(&self) -> bool {
        self.matches().any(|(game, _)| self.in_sight.contains(&game))
    }
}

impl Demo {
    fn read(game: &'static dyn DynGame, text: &str) -> Option<Self> {
        let record: Record = text.parse().ok()?;
        let actions = record.actions().map(|action| action.text.clone()).collect();
        let played = begin(game, &record)?;
        Some(Self { game, record, actions, played, done: 0, opened: false, rested: 0 })
    }

    fn opening(&self) -> usize {
        self.actions.len() * OPENING / 100
    }

    /// Plays the next action. A record that does not fit the rules any more ends there.
    fn play(&mut self) {
        let next = self.played.actor().zip(self.actions.get(self.done));
        let played = next.is_some_and(|(actor, action)| self.played.play(actor, action).is_ok());
        self.done = if played { self.done + 1 } else { self.actions.len() };
    }

    /// Plays on, or begins again some time after the end.
    fn step(&mut self) {
        if self.done < self.actions.len() {
            for _ in 0..=self.actions.len() / MOST_STEPS {
                self.play();
            }
        } else if self.rested < REST {
            self.rested += 1;
        } else if let Some(played) = begin(self.game, &self.record) {
            (self.played, self.done, self.rested) = (played, 0, 0);
        }
    }

    fn picture(&self) -> Picture {
        let mut picture = self.played.position(Viewer::Everything).picture(false);
        picture.scene.marks.retain(|mark| matches!(mark.kind, MarkKind::Home | MarkKind::Last | MarkKind::Taken));
        picture
    }
}

fn begin(game: &'static dyn DynGame, record: &Record) -> Option<Box<dyn DynMatch>> {
    let setup = game.setup(record.setup.split_whitespace()).ok()?;
    game.start(setup, record.seed.into()).ok()
}

/// The first position of a game, until its recorded match has arrived.
pub fn first_picture(game: &'static dyn DynGame) -> Option<Picture> {
    let played = game.start(game.setup([]).ok()?, Seed::number(6).into()).ok()?;
    Some(played.position(Viewer::Everything).picture(false))
}
