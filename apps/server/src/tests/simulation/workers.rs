//! Workers that think for the nodes of a simulation, and fail in every way in which a process can that is somewhere else.

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use tokio::time::sleep;

use super::faults::Faults;
use super::*;
use crate::bots::Thinkers;
use crate::games::Games;
use crate::workers::{Asked, Brain, WireQuestion, Workers};

/// How long a node waits for a worker that has died.
const SILENT_AFTER: Duration = Duration::from_secs(3);
const TRIES: u32 = 3;

/// The workers as one node reaches them.
pub(super) struct WorkersLine {
    faults: Arc<Faults>,
    brain: Brain,
}

impl WorkersLine {
    pub(super) fn new(config: &Config, faults: Arc<Faults>) -> Arc<Self> {
        let brain = Brain { thinkers: Thinkers::new(&config.limits, true), games: Games::new(config.games.clone()) };
        Arc::new(Self { faults, brain })
    }

    async fn ask_often(&self, question: &WireQuestion) -> Asked {
        for _ in 0..TRIES {
            sleep(self.faults.luck.millis(0, 15)).await;
            self.faults.go_on().await;
            if self.faults.has_no_bus() {
                return Asked::Nobody;
            }
            let fate = if self.faults.is_calm() { 0 } else { self.faults.luck.below(20) };
            let takes = match fate {
                1 => return Asked::Nobody,                         // none is there
                2 => return Asked::Action("no action".to_owned()), // it talks nonsense
                3 => None,                                         // it dies with the question
                4 => Some(self.faults.luck.millis(3_000, 90_000)), // it takes so long that much happens meanwhile
                _ => Some(self.faults.luck.millis(5, 400)),
            };
            let Some(takes) = takes else {
                sleep(SILENT_AFTER).await;
                continue;
            };
            sleep(takes).await;
            self.faults.go_on().await;
            return self.answer(question).await;
        }
        Asked::Nobody
    }

    /// What a worker says that gets the question as it comes over the bus.
    async fn answer(&self, question: &WireQuestion) -> Asked {
        let read = self.brain.read(&serde_json::to_vec(question).unwrap()).expect("it plays by the same rules");
        let thought = self.brain.thinkers.ask(read).expect("it has nothing else to do");
        Asked::Action(thought.await.expect("it finds an action"))
    }
}

impl Workers for WorkersLine {
    fn ask<'a>(&'a self, question: &'a WireQuestion) -> BoxFuture<'a, Asked> {
        self.ask_often(question).boxed()
    }
}
