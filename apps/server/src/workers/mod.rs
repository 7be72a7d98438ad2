//! Processes that think for nodes (`sixfold worker`). A node asks through a NATS queue group, so that one worker gets the
//! question. A worker sees what the seat sees, like any player: its view, a level and a seed.
//!
//! While a worker thinks it asks the node every second whether somebody still waits. A node that does not hear of its
//! worker for some seconds asks again, and another worker gets the question. An answer that comes later is dropped.

mod ask;
mod serve;

use ai::Level;
use game::RuleFiles;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

pub use self::ask::NatsWorkers;
#[cfg(test)]
pub(crate) use self::serve::Brain;
pub use self::serve::{Worker, WorkerError};

/// The subject of questions, and the queue group of the workers.
const QUESTIONS: &str = "questions";
const GROUP: &str = "workers";

/// A question as it goes to a worker.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WireQuestion {
    /// The key of the game, and the version of its rules.
    pub(crate) game: String,
    pub(crate) rules_version: u32,
    /// The rule set; none for the built-in one.
    pub(crate) rules: Option<RuleFiles>,
    /// What the seat knows and remembers.
    pub(crate) view: Box<RawValue>,
    /// With its numbers: a worker of another version may have another level of that name.
    pub(crate) level: Level,
    pub(crate) seed: u64,
    /// A number for whom it is thought. Workers share their time between these numbers.
    pub(crate) asker: u64,
}

/// What a worker says.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum WireAnswer {
    /// It thinks. It goes on if the node answers.
    Thinking,
    /// The action, in notation.
    Action(String),
    /// It has too many questions already.
    Busy,
    /// It cannot think about this: its rules or its levels are others.
    Cannot,
}

/// What became of a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Asked {
    /// The action, in notation.
    Action(String),
    /// There is no worker for it now: the node thinks itself.
    Nobody,
}

/// A way to workers.
pub trait Workers: Send + Sync {
    /// Asks until a worker has answered or it is clear that none will. Dropping the future ends the thought.
    fn ask<'a>(&'a self, question: &'a WireQuestion) -> futures_util::future::BoxFuture<'a, Asked>;
}
