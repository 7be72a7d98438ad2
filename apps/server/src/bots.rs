//! The threads on which the computer thinks, so that no connection waits for a search. A thread is given what a seat knows and
//! remembers, a level and a seed, and nothing else.
//!
//! A room asks one question at a time, so the queue is fair between rooms. A long thought is put back after a moment and
//! goes on when its turn comes again. Long and short thoughts are counted apart: many long ones keep no short one waiting.
//! Time is shared between the addresses that ask, so many tables of one stranger keep nobody else's computer waiting.

use std::collections::{HashMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use ai::{Bot, Level};
use catalog::{DynThinking, Position};
use protocol::{Refused, RefusedCode};
use tokio::sync::oneshot;

use crate::frame::refused;
use crate::guests::Address;
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
    /// The address whose share of the threads it takes.
    pub(crate) asker: Address,
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
    /// Whether it thinks at once, without threads.
    in_place: bool,
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
    /// Those who have thoughts under way.
    askers: HashMap<Address, Asker>,
    /// How often a task was taken from the queue.
    taken: u64,
    /// Whether a thought that has begun is taken up before a new question.
    go_on_first: bool,
    threads: usize,
    idle: usize,
    closed: bool,
}

/// What somebody has under way.
#[derive(Clone, Copy, Default)]
struct Asker {
    under_way: [usize; 2],
    /// The number of the last task that was theirs.
    served: u64,
}

struct Job {
    question: Question,
    answer: oneshot::Sender<String>,
}

struct Thought {
    asker: Address,
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
    /// Without threads (`in_place`) every question is answered before [`Thinkers::ask`] returns.
    pub(crate) fn new(limits: &Limits, in_place: bool) -> Self {
        let shared = Shared {
            in_place,
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
        if self.shared.in_place {
            let (answer, answered) = oneshot::channel();
            let mut unfinished = Some(Task::Begin(Job { question, answer }));
            while let Some(task) = unfinished {
                unfinished = think_a_while(task).map(Task::GoOn);
            }
            return Some(answered);
        }
        let mut queue = self.shared.lock();
        if !queue.has_place(question.asker, self.shared.most_waiting) {
            queue.waiting.retain(|job| !job.answer.is_closed());
            if !queue.has_place(question.asker, self.shared.most_waiting) {
                return None;
            }
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

impl Thinkers {
    /// How many questions wait, and how many thoughts are under way.
    pub(crate) fn questions(&self) -> (usize, usize) {
        let queue = self.shared.lock();
        (queue.waiting.len(), queue.under_way.iter().sum())
    }
}

impl Drop for Thinkers {
    fn drop(&mut self) {
        self.shared.lock().closed = true;
        self.shared.work.notify_all();
    }
}

impl Task {
    fn asker(&self) -> Address {
        match self {
            Self::Begin(job) => job.question.asker,
            Self::GoOn(thought) => thought.asker,
        }
    }

    fn is_long(&self) -> bool {
        match self {
            Self::Begin(job) => job.is_long(),
            Self::GoOn(thought) => thought.is_long,
        }
    }
}

impl Queue {
    /// Whether one more question of this asker may wait. Nobody has more of them waiting than places are left, so however many
    /// one asker has, the next one who comes finds a place.
    fn has_place(&self, asker: Address, most: usize) -> bool {
        let free = most.saturating_sub(self.waiting.len());
        // Looked through only when many wait.
        free > self.waiting.len() || self.waiting.iter().filter(|job| job.question.asker == asker).count() < free
    }

    /// What to think about next: by turns a new question and one that was put back, where there are both.
    fn take(&mut self, most_begun: usize) -> Option<Task> {
        self.go_on_first = !self.go_on_first;
        if self.go_on_first {
            self.go_on().or_else(|| self.begin(most_begun))
        } else {
            self.begin(most_begun).or_else(|| self.go_on())
        }
    }

    /// The oldest thought of the asker who has waited longest.
    fn go_on(&mut self) -> Option<Task> {
        let served = |thought: &Thought| self.asker(thought.asker).served;
        let (index, _) = self.begun.iter().enumerate().min_by_key(|(_, thought)| served(thought))?;
        let thought = self.begun.remove(index)?;
        self.serve(thought.asker);
        Some(Task::GoOn(thought))
    }

    /// The oldest question of a kind of which not too many are under way, of the asker who has the fewest of them. Nobody
    /// has so many that the next one who comes finds no place.
    fn begin(&mut self, most_begun: usize) -> Option<Task> {
        let most_of_one = (most_begun * 3 / 4).max(1);
        let may_begin = |job: &&Job| {
            let kind = usize::from(job.is_long());
            self.under_way[kind] < most_begun && self.asker(job.question.asker).under_way[kind] < most_of_one
        };
        let rank = |job: &Job| {
            let asker = self.asker(job.question.asker);
            (asker.under_way[usize::from(job.is_long())], asker.served)
        };
        let candidates = self.waiting.iter().enumerate().filter(|(_, job)| may_begin(job));
        let (index, _) = candidates.min_by_key(|(_, job)| rank(job))?;
        let job = self.waiting.remove(index)?;
        let kind = usize::from(job.is_long());
        self.under_way[kind] += 1;
        self.askers.entry(job.question.asker).or_default().under_way[kind] += 1;
        self.serve(job.question.asker);
        Some(Task::Begin(job))
    }

    fn asker(&self, address: Address) -> Asker {
        self.askers.get(&address).copied().unwrap_or_default()
    }

    fn serve(&mut self, address: Address) {
        self.taken += 1;
        self.askers.entry(address).or_default().served = self.taken;
    }

    /// A thought of this asker is over.
    fn end(&mut self, address: Address, is_long: bool) {
        let kind = usize::from(is_long);
        self.under_way[kind] -= 1;
        if let Some(asker) = self.askers.get_mut(&address) {
            asker.under_way[kind] -= 1;
            if asker.under_way == [0, 0] {
                self.askers.remove(&address);
            }
        }
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
            let (asker, is_long) = (task.asker(), task.is_long());
            let unfinished = catch_unwind(AssertUnwindSafe(|| think_a_while(task))).ok().flatten();
            let mut queue = self.lock();
            match unfinished {
                Some(thought) => queue.begun.push_back(thought),
                None => queue.end(asker, is_long),
            }
            drop(queue);
            self.work.notify_one(); // a question that had no place may begin now
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
            let Job { question: Question { asker, position, level, seed }, answer } = job;
            let thinking = position.think(&mut Bot::new(level, seed));
            Thought { asker, is_long, thinking, answer }
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

/// The computer, as it sits down. Its share of the dice is drawn here and now; its commitment follows from the share.
pub(crate) fn sitter(level: &str, request: String, entropy: &Entropy) -> Result<Sitter, Refused> {
    let Some(level) = Level::named(level) else {
        let known: Vec<_> = ai::levels().iter().map(|level| level.name.as_str()).collect();
        let problem = format!("there is no such level; there is {}", known.join(", "));
        return Err(refused(RefusedCode::NoSuchLevel, problem));
    };
    let (name, who) = (game::computer_name(&level.name), Who::Bot(level.name.clone()));
    Ok(Sitter { name, who, request, commitment: None, share: Some(entropy.share()), seat_option: None })
}

/// The level with this name, or the default level if it no longer exists.
pub(crate) fn level(name: &str) -> &'static Level {
    Level::named(name).unwrap_or_else(Level::default_level)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn job(level: &str) -> Job {
        job_of(Address::OTHERS, level)
    }

    fn job_of(asker: Address, level: &str) -> Job {
        let level = Level::named(level).expect("there is such a level");
        let game = catalog::GAMES[0];
        let start = game.start(game.setup([]).unwrap(), game::Seed::number(0).into()).unwrap();
        let question = Question { asker, position: start.position(game::Viewer::Spectator), level, seed: 0 };
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
        assert_eq!((long, queue.under_way), (3, [0, 3]), "the others wait, and another asker finds a place");
        queue.waiting.push_back(job("1"));
        assert!(queue.take(4).is_some_and(|task| !task.is_long()));
    }

    #[test]
    fn however_many_questions_somebody_has_waiting_the_next_asker_finds_a_place() {
        let askers = [1, 2, 3, 4].map(|last| Address::from(std::net::IpAddr::from([192, 0, 2, last])));
        let mut queue = Queue::default();
        let waiting = askers.map(|asker| {
            let mut taken = 0;
            while queue.has_place(asker, 100) {
                queue.waiting.push_back(job_of(asker, "1"));
                taken += 1;
            }
            taken
        });
        assert_eq!(waiting, [50, 25, 13, 6]);
        assert!(!Queue::default().has_place(askers[0], 0), "a server that leaves all thoughts to workers");
    }

    #[test]
    fn many_tables_of_one_address_leave_half_of_the_time_to_another() {
        let [hog, guest] = [1, 2].map(|last| Address::from(std::net::IpAddr::from([192, 0, 2, last])));
        let mut queue = Queue::default();
        queue.waiting.extend((0..60).map(|_| job_of(hog, "5")));
        let work = |queue: &mut Queue| {
            let task = queue.take(4)?;
            let asker = task.asker();
            let thought = match task {
                Task::GoOn(thought) => thought,
                Task::Begin(Job { question: Question { asker, position, level, seed }, answer }) => {
                    Thought { asker, is_long: true, thinking: position.think(&mut Bot::new(level, seed)), answer }
                }
            };
            queue.begun.push_back(thought); // not done yet
            Some(asker)
        };
        for _ in 0..20 {
            work(&mut queue);
        }
        queue.waiting.push_back(job_of(guest, "5"));
        let served: Vec<_> = (0..40).filter_map(|_| work(&mut queue)).collect();
        assert!(served[..2].contains(&guest), "a newcomer begins at once");
        let theirs = served.iter().filter(|asker| **asker == guest).count();
        assert!(theirs >= 19, "{theirs} of 40 moments");
    }
}
