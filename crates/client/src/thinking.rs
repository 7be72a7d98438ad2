//! The computer's search: for its own seat, or for a person who asked for a hint.

use crate::Advice;

/// The computer in thought, and what it advises.
#[derive(Clone, Debug, Default)]
pub struct Thinking {
    thought: Option<Thought>,
    /// The hint that a person has asked for.
    pub advice: Advice,
}

/// One thought of the computer.
#[derive(Clone, Debug, PartialEq)]
pub struct Thought {
    /// The number of the job. Answers to other jobs are stale.
    pub job: u32,
    /// How much of it is done, from 0 to 1.
    pub share: f32,
    /// Whether it thinks for a person.
    pub is_hint: bool,
}

impl Thinking {
    /// What it thinks about now.
    pub fn thought(&self) -> Option<&Thought> {
        self.thought.as_ref()
    }

    /// Whether it thinks.
    pub fn is_busy(&self) -> bool {
        self.thought.is_some()
    }

    /// It begins to think; a thought before this one is stale.
    pub fn begin(&mut self, job: u32, is_hint: bool) {
        self.thought = Some(Thought { job, share: 0.0, is_hint });
    }

    /// So much of this job is done.
    pub fn progress(&mut self, job: u32, share: f32) {
        if let Some(thought) = self.thought.as_mut().filter(|thought| thought.job == job) {
            thought.share = share;
        }
    }

    /// This job is done: gives the thought, unless the job is stale.
    pub fn finish(&mut self, job: u32) -> Option<Thought> {
        self.thought.take_if(|thought| thought.job == job)
    }

    /// Stops thinking. Returns whether it thought.
    pub fn stop(&mut self) -> bool {
        self.thought.take().is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_to_stale_jobs_are_not_taken() {
        let mut thinking = Thinking::default();
        thinking.begin(1, false);
        thinking.begin(2, true);
        thinking.progress(1, 0.5);
        assert_eq!(thinking.finish(1), None);
        assert_eq!(thinking.thought(), Some(&Thought { job: 2, share: 0.0, is_hint: true }));
        thinking.progress(2, 0.5);
        assert_eq!(thinking.finish(2).map(|thought| thought.share), Some(0.5));
        assert!(!thinking.is_busy() && !thinking.stop());
    }
}
