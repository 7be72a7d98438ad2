//! The threads on which the computer thinks, so that no connection waits for a search. A thread is given what a seat knows and
//! remembers, a level and a seed, and nothing else.
//!
//! A room asks one question at a time, so the queue is fair between rooms. A long thought is put back after a moment and
//! goes on when its turn comes again. Long and short thoughts are counted apart: many long ones keep no short one waiting.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use ai::{Bot, Level};
use catalog::{DynThinking, Position};
use protocol::{Refused, RefusedCode};
use tokio::sync::oneshot;

use crate::frame::refused;
use crate::ids::Entropy;
use crate::limits::Limits;
use crate::store::{Sitter, Who};

/// How long a thread works on one thought before it takes the next.
const SLICE: Duration = Duration::from_millis(50);
/// The most long thoughts that have begun, for each thread, and the most short ones. Each holds a search tree; a question
/// that waits is small.
const BEGUN_A_THREAD: usize = 4;
/// A thought is short if it has at most this many simulations.
const SHORT: u32 = 1500;

/// A question to the computer.
pub(crate) struct Question {
    /// What the seat that acts knows.
    pub(crate) position: Box<dyn Position>,
    pub(crate) level: &'static Level,
    pub(crate) seed: u64,
}

/// The threads that think. They are started when they are needed and end when this is dropped.
pub(crate) struct Thinkers {
    shared: Arc<Shared>,
}

struct Shared {
    most_threads: usize,
    most_waiting: usize,
    queue: Mutex<Queue>,
    work: Condvar,
}

#[derive(Default)]
struct Queue {
    waiting: VecDeque<Job>,
    begun: VecDeque<Thought>,
    /// The thoughts that have begun, those that a thread works on included: short ones and long ones.
    under_way: [usize; 2],
    /// Whether a thought that has begun is taken up before a new question.
    go_on_first: bool,
    threads: usize,
    idle: usize,
    closed: bool,
}

struct Job {
    question: Question,
    answer: oneshot::Sender<String>,
}

struct Thought {
    is_long: bool,
    thinking: Box<dyn DynThinking>,
    answer: oneshot::Sender<String>,
}

impl Job {
    fn is_long(&self) -> bool {
        self.question.level.simulations > SHORT
    }
}

enum Task {
    Begin(Job),
    GoOn(Thought),
}

impl Thinkers {
    pub(crate) fn new(limits: &Limits) -> Self {
        let shared = Shared {
            most_threads: limits.bot_threads.max(1),
            most_waiting: limits.waiting_bots,
            queue: Mutex::default(),
            work: Condvar::new(),
        };
        Self { shared: Arc::new(shared) }
    }

    /// Asks the computer. The answer is an action, or the sender is dropped if the thought went wrong. Dropping the receiver
    /// ends the thought. None if too many questions wait already.
    pub(crate) fn ask(&self, question: Question) -> Option<oneshot::Receiver<String>> {
        let mut queue = self.shared.lock();
        if queue.waiting.len() >= self.shared.most_waiting {
            queue.waiting.retain(|job| !job.answer.is_closed());
        }
        if queue.waiting.len() >= self.shared.most_waiting {
            return None;
        }
        if queue.idle <= queue.waiting.len() && queue.threads < self.shared.most_threads {
            let shared = self.shared.clone();
            let thread = std::thread::Builder::new().name("thinker".to_owned()).spawn(move || shared.work_on());
            queue.threads += usize::from(thread.is_ok());
        }
        if queue.threads == 0 {
            return None; // the system has no thread to give now
        }
        let (answer, answered) = oneshot::channel();
        queue.waiting.push_back(Job { question, answer });
        self.shared.work.notify_one();
        Some(answered)
    }
}

impl Drop for Thinkers {
    fn drop(&mut self) {
        self.shared.lock().closed = true;
        self.shared.work.notify_all();
    }
}

impl Task {
    fn is_long(&self) -> bool {
        match self {
            Self::Begin(job) => job.is_long(),
            Self::GoOn(thought) => thought.is_long,
        }
    }
}

impl Queue {
    /// What to think about next: by turns a new question and one that was put back, where there are both.
    fn take(&mut self, most_begun: usize) -> Option<Task> {
        self.go_on_first = !self.go_on_first;
        if self.go_on_first {
            self.go_on().or_else(|| self.begin(most_begun))
        } else {
            self.begin(most_begun).or_else(|| self.go_on())
        }
    }

    fn go_on(&mut self) -> Option<Task> {
        self.begun.pop_front().map(Task::GoOn)
    }

    /// The oldest question of a kind of which not too many are under way.
    fn begin(&mut self, most_begun: usize) -> Option<Task> {
        let has_room = self.under_way.map(|begun| begun < most_begun);
        let index = self.waiting.iter().position(|job| has_room[usize::from(job.is_long())])?;
        let job = self.waiting.remove(index)?;
        self.under_way[usize::from(job.is_long())] += 1;
        Some(Task::Begin(job))
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What a thread does until there are no thinkers any more.
    fn work_on(&self) {
        while let Some(task) = self.next() {
            // A panic costs this thought. It drops the sender of the answer, and the room notices.
            let is_long = task.is_long();
            let unfinished = catch_unwind(AssertUnwindSafe(|| think_a_while(task))).ok().flatten();
            let mut queue = self.lock();
            queue.under_way[usize::from(is_long)] -= usize::from(unfinished.is_none());
            queue.begun.extend(unfinished);
        }
    }

    fn next(&self) -> Option<Task> {
        let mut queue = self.lock();
        loop {
            if queue.closed {
                return None;
            }
            if let Some(task) = queue.take(BEGUN_A_THREAD * self.most_threads) {
                return Some(task);
            }
            queue.idle += 1;
            queue = self.work.wait(queue).unwrap_or_else(PoisonError::into_inner);
            queue.idle -= 1;
        }
    }
}

/// Works on a thought for a moment. Returns it if it is not done yet and somebody still waits for the answer.
fn think_a_while(task: Task) -> Option<Thought> {
    let mut thought = match task {
        Task::Begin(Job { answer, .. }) if answer.is_closed() => return None,
        Task::Begin(job) => {
            let is_long = job.is_long();
            let Job { question: Question { position, level, seed }, answer } = job;
            let thinking = position.think(&mut Bot::new(level, seed));
            Thought { is_long, thinking, answer }
        }
        Task::GoOn(thought) => thought,
    };
    let began = Instant::now();
    loop {
        if thought.answer.is_closed() {
            return None;
        }
        if thought.thinking.go_on() >= 1.0 {
            let Thought { thinking, answer, .. } = thought;
            let _ = thinking.decide().map(|action| answer.send(action)); // they may just have gone
            return None;
        }
        if began.elapsed() >= SLICE {
            return Some(thought);
        }
    }
}

/// The computer, as it sits down. Its share of the dice is drawn here and now.
pub(crate) fn sitter(level: &str, request: String, entropy: &Entropy) -> Result<Sitter, Refused> {
    let Some(level) = Level::named(level) else {
        let known: Vec<_> = ai::levels().iter().map(|level| level.name.as_str()).collect();
        let problem = format!("there is no such level; there is {}", known.join(", "));
        return Err(refused(RefusedCode::NoSuchLevel, problem));
    };
    let (name, who) = (game::computer_name(&level.name), Who::Bot(level.name.clone()));
    Ok(Sitter { name, who, request, share: Some(entropy.share()), seat_option: None })
}

/// The level with this name, or the default level if it no longer exists.
pub(crate) fn level(name: &str) -> &'static Level {
    Level::named(name).unwrap_or_else(Level::default_level)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn job(level: &str) -> Job {
        let level = Level::named(level).expect("there is such a level");
        let game = catalog::GAMES[0];
        let start = game.start(game.setup([]).unwrap(), game::Seed::number(0).into()).unwrap();
        let question = Question { position: start.position(game::Viewer::Spectator), level, seed: 0 };
        Job { question, answer: oneshot::channel().0 }
    }

    #[test]
    fn however_many_long_thoughts_there_are_a_short_one_comes_at_once() {
        let mut queue = Queue::default();
        queue.waiting.extend((0..50).map(|_| job("5")));
        let mut long = 0;
        while let Some(task) = queue.take(4) {
            assert!(task.is_long());
            long += 1;
        }
        assert_eq!((long, queue.under_way), (4, [0, 4]), "the others wait");
        queue.waiting.push_back(job("1"));
        assert!(queue.take(4).is_some_and(|task| !task.is_long()));
    }
}
