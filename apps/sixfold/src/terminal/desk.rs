//! A campaign at this screen: its headquarters takes typed commands and steps, and everything is kept in a file.

use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use catalog::{DynJourney, RuledGame};
use client::{Client, Player, Tongue, sentence};
use game::{MatchPlayer, Message, PlayError, Record, Refusal, Seat, Texts};

use super::canvas::Ink;
use super::headquarters::{Lines, Told, step_of, typed};
use super::plain_commands::{self, Command, IN_CAMPAIGNS};
use super::record_file::RecordFile;
use super::series::Series;
use super::text::wrap;

/// After these steps of one commander it is the other one's turn to say something at this screen.
const ENDING_ONES_SAY: [&str; 3] = ["start", "hand-over", "give-up"];

/// A campaign, and the file in which it is kept.
pub(crate) struct Desk {
    journey: Rc<RefCell<Box<dyn DynJourney>>>,
    /// The battle that was being fought when the campaign was left.
    running: Option<Record>,
    /// The commander who types. Two commanders share the screen.
    here: Seat,
    game: RuledGame,
    tongue: Tongue,
    texts: Texts,
    file: RecordFile,
}

/// What follows a typed line.
#[derive(Debug, PartialEq)]
pub(crate) enum Answer {
    /// Something to read.
    Page(Lines),
    /// One sentence.
    Note(String),
    /// A step was taken. One sentence about the state after it.
    Done(String),
    /// A question before a step that cannot be taken back.
    Ask {
        /// The question.
        question: String,
        /// The step.
        step: String,
    },
    /// The battle begins.
    Fight,
    /// The person leaves.
    Quit,
}

#[expect(clippy::redundant_closure_for_method_calls, reason = "a method of `Told` alone is bound to one lifetime")]
impl Desk {
    /// A campaign that was begun or read. It is written to the file after every step and every action of a battle.
    pub(crate) fn new(
        (journey, running): (Box<dyn DynJourney>, Option<Record>),
        game: RuledGame,
        tongue: Tongue,
        file: PathBuf,
    ) -> Self {
        let texts = game.texts(tongue.language);
        let (journey, here) = (Rc::new(RefCell::new(journey)), Seat(0));
        Self { journey, running, here, game, tongue, texts, file: RecordFile::new(file) }
    }

    pub(crate) fn tongue(&self) -> &Tongue {
        &self.tongue
    }

    /// Writes the campaign to its file. Returns the error in words.
    pub(crate) fn save(&self) -> Result<(), String> {
        let text = self.journey.borrow().text(self.running.as_ref());
        self.file.write(&text).map_err(|error| {
            let message = Message::new("record.problem").with("path", self.file.path().display().to_string());
            self.tongue.tell(&message.with("problem", error.to_string()))
        })
    }

    /// The sentence about where the campaign is kept.
    pub(crate) fn kept(&self) -> String {
        self.tongue.tell(&Message::new("campaign.kept").with("path", self.file.path().display().to_string()))
    }

    /// Whether a battle has to be fought now.
    pub(crate) fn is_in_battle(&self) -> bool {
        self.journey.borrow().next_match().is_some()
    }

    /// The whole headquarters.
    pub(crate) fn overview(&self, width: usize) -> Lines {
        self.told(width, |told| told.overview())
    }

    fn told<T>(&self, width: usize, tell: impl FnOnce(&Told<'_>) -> T) -> T {
        let shown = self.journey.borrow().headquarters(self.here, self.tongue.language);
        let seat_names = self.game.info().seat_names;
        let here = (self.journey.borrow().seats() > 1).then_some(self.here);
        tell(&Told { shown: &shown, tongue: &self.tongue, texts: &self.texts, seat_names, here, width })
    }

    /// Carries out a typed line.
    pub(crate) fn obey(&mut self, line: &str, width: usize) -> Answer {
        let Some((command, _)) = plain_commands::command(IN_CAMPAIGNS, line, &self.tongue) else {
            return self.step(line, width);
        };
        let page = |desk: &Self, tell: fn(&Told<'_>) -> Lines| match desk.told(width, tell) {
            lines if lines.is_empty() => Answer::Note(desk.tongue.say("campaign.nothing")),
            lines => Answer::Page(lines),
        };
        match command {
            Command::Headquarters => page(self, |told| told.overview()),
            Command::Chart => page(self, |told| told.chart()),
            Command::Mission => page(self, |told| told.mission()),
            Command::Fleet => page(self, |told| told.fleet()),
            Command::Reserve => page(self, |told| told.reserve()),
            Command::Report => page(self, |told| told.report()),
            Command::Story => page(self, |told| told.story()),
            Command::Advise => Answer::Note(self.advice().unwrap_or_else(|| self.tongue.say("campaign.no-advice"))),
            Command::Commander if self.journey.borrow().seats() > 1 => {
                self.change_commander();
                page(self, |told| told.overview())
            }
            Command::Commander => Answer::Note(self.tongue.say("campaign.one-commander")),
            Command::Undo if self.journey.borrow_mut().undo() => self.done(width),
            Command::Undo => Answer::Note(self.tongue.say("campaign.no-undo")),
            Command::Quit => Answer::Quit,
            _ => Answer::Page(self.help(width)),
        }
    }

    /// The step that the computer would take, as it is typed.
    pub(crate) fn advice(&self) -> Option<String> {
        self.journey.borrow().advise(self.here).map(|step| typed(&step))
    }

    /// The commands and steps.
    pub(crate) fn help(&self, width: usize) -> Lines {
        let help = plain_commands::help_in_campaigns(&self.tongue);
        help.iter().flat_map(|line| wrap_after(line, width)).map(|line| (line, Ink::Plain)).collect()
    }

    /// Takes a typed step, or asks before one that cannot be taken back.
    fn step(&mut self, line: &str, width: usize) -> Answer {
        let step = step_of(line);
        let shown = self.journey.borrow().headquarters(self.here, self.tongue.language);
        let asks = shown.steps.iter().find(|button| button.step == step && button.refused.is_none());
        if let Some(why) = asks.and_then(|button| button.ask.as_ref()) {
            let why = self.told(width, |told| told.say(why));
            let question = self.tongue.tell(&Message::new("campaign.sure").with("why", why));
            return Answer::Ask { question, step };
        }
        self.take(&step, width)
    }

    /// Takes a step in notation.
    pub(crate) fn take(&mut self, step: &str, width: usize) -> Answer {
        let taken = self.journey.borrow_mut().play(self.here, step);
        match taken {
            Ok(()) => {
                if self.journey.borrow().seats() > 1 && ENDING_ONES_SAY.contains(&step) && !self.is_in_battle() {
                    self.change_commander();
                }
                self.done(width)
            }
            Err(error) => {
                let why = match &error {
                    PlayError::Notation(error) => self.told(width, |told| told.say(&error.message)),
                    PlayError::Refused(Refusal::Illegal(why)) => self.told(width, |told| told.say(why)),
                    PlayError::Refused(_) => self.tongue.say("campaign.over"),
                };
                Answer::Note(sentence(&why))
            }
        }
    }

    /// The other commander types from now on.
    fn change_commander(&mut self) {
        self.here = Seat((self.here.0 + 1) % self.journey.borrow().seats());
    }

    /// Saves after a step, and says what it has led to.
    fn done(&mut self, width: usize) -> Answer {
        if let Err(problem) = self.save() {
            return Answer::Note(problem);
        }
        if self.is_in_battle() {
            return Answer::Fight;
        }
        let words = self.told(width, |told| match &told.shown.end {
            Some(end) => told.say(end),
            None => [told.commander(), Some(told.strength())].into_iter().flatten().collect::<Vec<_>>().join(" "),
        });
        Answer::Done(if words.is_empty() { self.tongue.say("campaign.done") } else { words })
    }

    /// The battle that waits, as it begins or as it was left.
    pub(crate) fn battle(&mut self) -> Result<Series, String> {
        let (next, seed) = {
            let journey = self.journey.borrow();
            let next = journey.next_match().ok_or_else(|| self.tongue.say("campaign.nothing"))?;
            let seed = journey.match_seed(next.number);
            (next, seed)
        };
        let played = match &self.running {
            Some(record) => self.game.replay(record).map_err(|error| error.to_string())?,
            None => self.game.start(next.setup, seed.into()).map_err(|error| error.to_string())?,
        };
        let seated = |player: MatchPlayer| match player {
            MatchPlayer::Traveller(_) => Player::Person,
            MatchPlayer::Computer(level) => Player::Computer(level),
        };
        let players = next.players.into_iter().map(seated).collect();
        // The dice have the seed of the campaign. This one is for how the computer decides between equals.
        let client = Client::of_match(self.game.clone(), &self.tongue, u64::from(next.number), players, played);
        let (journey, file) = (Rc::clone(&self.journey), self.file.clone());
        let keep = move |record: &Record| {
            file.write(&journey.borrow().text(Some(record))).map_err(|error| (file.path(), error))
        };
        Ok(Series::battle(client, Box::new(keep)))
    }

    /// Takes over a battle. Returns whether it is over; otherwise it goes on when the campaign is opened again.
    pub(crate) fn come_back(&mut self, series: &Series) -> Result<bool, String> {
        let record = series.local().played.record();
        if !series.local().played.is_over() {
            self.running = Some(record);
            self.save()?;
            return Ok(false);
        }
        self.journey.borrow_mut().take(&record).map_err(|error| error.to_string())?;
        self.running = None;
        self.save()?;
        Ok(true)
    }
}

/// The sentence about a campaign that gave its place to a new one.
pub(crate) fn moved_aside(tongue: &Tongue, path: &Path, aside: &Path) -> String {
    let message = Message::new("campaign.aside").with("path", path.display().to_string());
    tongue.tell(&message.with("aside", aside.display().to_string()))
}

/// A line of the help: what does not fit goes on below, behind the blanks at the beginning.
fn wrap_after(line: &str, width: usize) -> Vec<String> {
    if line.chars().count() <= width {
        return vec![line.to_owned()];
    }
    let words = line.trim_start();
    let indent = line.len() - words.len();
    let lines = wrap(words, width.saturating_sub(indent).max(1)).into_iter();
    lines.map(|line| format!("{}{line}", " ".repeat(indent))).collect()
}
