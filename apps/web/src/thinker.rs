//! The computer's thinking in the worker: the messages between page and worker, and the code that runs inside. Nothing
//! here knows a browser.

use ai::{Bot, Level};
use catalog::{DynThinking, RuledGame};
use game::{Fingerprint, RuleFiles};
use serde::{Deserialize, Serialize};

use crate::event::{ThinkJob, WorkerNews};

/// The most rule sets that the worker keeps.
const MOST_SETS: usize = 8;

/// A job as it is sent to the worker, in JSON.
#[derive(Serialize, Deserialize)]
struct Job {
    number: u32,
    game: String,
    /// The rule set, if it is not the built-in one.
    rules: Option<Fingerprint>,
    /// The files of the rule set, unless the worker has them already.
    files: Option<RuleFiles>,
    view: String,
    level: String,
    seed: u64,
}

/// The page's side: it writes jobs, and sends the files of each rule set once.
#[derive(Default)]
pub struct Jobs {
    /// The sets that the worker has, the last one last.
    sent: Vec<Fingerprint>,
}

impl Jobs {
    /// The message that starts a job.
    pub fn write(&mut self, job: &ThinkJob) -> String {
        let rules = job.game.rules().map(|rules| rules.fingerprint);
        let is_new = rules.is_some_and(|rules| keep(&mut self.sent, rules, |sent| *sent == rules));
        let job = Job {
            number: job.job,
            game: job.game.info().key.to_owned(),
            rules,
            files: job.game.rule_files().filter(|_| is_new).cloned(),
            view: job.view.clone(),
            level: job.level.clone(),
            seed: job.seed,
        };
        serde_json::to_string(&job).expect("a job is plain data")
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
    /// Starts the job of a message. The error says what is wrong with it.
    pub fn begin(&mut self, message: &str) -> Result<Thinker, String> {
        let job: Job = serde_json::from_str(message).map_err(|error| error.to_string())?;
        let game = self.game(&job)?;
        let view = serde_json::from_str(&job.view).map_err(|error| error.to_string())?;
        let level = Level::named(&job.level).unwrap_or_else(Level::default_level);
        let position = game.open(&view).map_err(|error| error.to_string())?;
        Ok(Thinker { job: job.number, thinking: position.think(&mut Bot::new(level, job.seed)), share: 0.0 })
    }

    fn game(&mut self, job: &Job) -> Result<RuledGame, String> {
        let Some(rules) = job.rules else { return catalog::find_ruled(&job.game, None) };
        let is_it =
            |set: &RuledGame| set.info().key == job.game && set.rules().is_some_and(|known| known.fingerprint == rules);
        if let Some(files) = &job.files {
            let parsed = catalog::find_ruled(&job.game, Some(files))?;
            keep(&mut self.sets, parsed, is_it);
        }
        self.sets.iter().find(|set| is_it(set)).cloned().ok_or_else(|| "the worker lacks the rule set".to_owned())
    }
}

/// A bot that thinks.
pub struct Thinker {
    job: u32,
    thinking: Box<dyn DynThinking>,
    share: f32,
}

impl Thinker {
    /// Thinks a little. Returns whether the thinking is done.
    pub fn go_on(&mut self) -> bool {
        self.share = self.thinking.go_on();
        self.share >= 1.0
    }

    /// The report of the share that is done.
    pub fn progress(&self) -> WorkerNews {
        WorkerNews::Progress(self.job, self.share)
    }

    /// The report of the action that the bot plays, after it has thought to the end; without one if the game is over.
    pub fn decide(self) -> WorkerNews {
        let value = self.thinking.ideas().first().map_or(0.0, |idea| idea.value);
        WorkerNews::Decided(self.job, self.thinking.decide(), value)
    }
}

impl WorkerNews {
    /// Reads a report of the worker. What cannot be read is a failure.
    pub fn read(text: &str) -> Self {
        serde_json::from_str(text).unwrap_or_else(|error| Self::Failed(error.to_string()))
    }

    /// The report as JSON, for a message.
    pub fn written(&self) -> String {
        serde_json::to_string(self).expect("a report is plain data")
    }
}
