//! The computer's thinking in the worker: the messages between page and worker, and the code that runs inside. Nothing
//! here knows a browser.

use ai::{Bot, Level};
use catalog::{DynThinking, RuledGame};
use game::RuleFiles;

use crate::event::ThinkJob;
use crate::json;

/// The most rule sets that the worker keeps.
const MOST_SETS: usize = 8;

/// A job as it is sent to the worker.
pub struct Job {
    /// The key of the game.
    pub game: String,
    /// The fingerprint of the rule set, if it is not the built-in one.
    pub rules: Option<String>,
    /// The files of the rule set as JSON, unless the worker has them already.
    pub files: Option<String>,
    /// The view of the acting seat, as JSON.
    pub view: String,
    /// The level of the computer.
    pub level: String,
    /// The seed of the search.
    pub seed: u64,
}

/// The page's side: it writes jobs, and sends the files of each rule set once.
#[derive(Default)]
pub struct Jobs {
    /// The sets that the worker has, the last one last.
    sent: Vec<String>,
}

impl Jobs {
    /// The message that starts a job.
    pub fn write(&mut self, job: &ThinkJob) -> Job {
        let rules = job.game.rules().map(|rules| rules.fingerprint.to_string());
        let is_new = rules.as_ref().is_some_and(|rules| keep(&mut self.sent, rules.clone(), |sent| sent == rules));
        let files = job.game.rule_files().filter(|_| is_new);
        Job {
            game: job.game.info().key.to_owned(),
            rules,
            files: files.map(|files| serde_json::to_string(files).expect("rule files are plain data")),
            view: job.view.clone(),
            level: job.level.clone(),
            seed: job.seed,
        }
    }
}

/// Adds something to a short list unless the list has it. Returns whether it was added.
fn keep<T>(list: &mut Vec<T>, new: T, is_it: impl Fn(&T) -> bool) -> bool {
    let is_new = !list.iter().any(is_it);
    if is_new {
        list.push(new);
        let too_many = list.len().saturating_sub(MOST_SETS);
        list.drain(..too_many);
    }
    is_new
}

/// The worker's side: the rule sets that it has parsed.
#[derive(Default)]
pub struct Workshop {
    sets: Vec<RuledGame>,
}

impl Workshop {
    /// Starts a job. The error says what is wrong with it.
    pub fn begin(&mut self, job: &Job) -> Result<Thinker, String> {
        let game = self.game(job)?;
        let view = serde_json::from_str(&job.view).map_err(|error| error.to_string())?;
        let level = Level::named(&job.level).unwrap_or_else(Level::default_level);
        let position = game.open(&view).map_err(|error| error.to_string())?;
        Ok(Thinker { thinking: position.think(&mut Bot::new(level, job.seed)) })
    }

    fn game(&mut self, job: &Job) -> Result<RuledGame, String> {
        let Some(rules) = &job.rules else { return catalog::find_ruled(&job.game, None) };
        let is_it = |set: &RuledGame| {
            set.info().key == job.game && set.rules().is_some_and(|known| known.fingerprint.to_string() == *rules)
        };
        if let Some(files) = &job.files {
            let files: RuleFiles = json::read(files).map_err(|error| error.to_string())?;
            let parsed = catalog::find_ruled(&job.game, Some(&files))?;
            keep(&mut self.sets, parsed, is_it);
        }
        self.sets.iter().find(|set| is_it(set)).cloned().ok_or_else(|| "the worker lacks the rule set".to_owned())
    }
}

/// A bot that thinks.
pub struct Thinker {
    thinking: Box<dyn DynThinking>,
}

impl Thinker {
    /// Thinks a little and returns the share of the thinking that is done, from 0 to 1.
    pub fn go_on(&mut self) -> f32 {
        self.thinking.go_on()
    }

    /// The value of the best idea so far, from 0 to 1.
    pub fn value(&self) -> f32 {
        self.thinking.ideas().first().map_or(0.0, |idea| idea.value)
    }

    /// The action that the bot plays, after it has thought to the end. None if the game is over.
    pub fn decide(self) -> Option<String> {
        self.thinking.decide()
    }
}
