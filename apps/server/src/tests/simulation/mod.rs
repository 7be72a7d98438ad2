//! A whole cluster in one process, with a store, a bus, workers and a clock that are simulated. Nodes are killed and stopped,
//! the store and the bus go away, workers die and answer late, notices are lost, writes that have failed become durable all the
//! same and late, several at once and all drawn from a seed.
//! Nothing runs on a thread of its own and time is tokio's paused clock, so a seed does the same every time:
//! `SIMULATION_SEED=7 cargo test -p sixfold-server simulation` runs one.

mod faults;
mod player;
#[path = "../../../testkit/seated.rs"]
mod seated;
mod workers;
mod world;

use std::any::Any;
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::{Once, PoisonError};
use std::time::Instant;

use self::world::World;
use super::*;

/// How many seeds a run of the daily tests tries.
const DAILY: u64 = 60;

/// What happens in a run, line by line. Whoever starts the run has it also if the run fails.
#[derive(Clone, Default)]
struct Story(Arc<Mutex<Vec<String>>>);

impl Story {
    fn add(&self, line: String) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(line);
    }

    fn lines(&self) -> Vec<String> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

thread_local! {
    /// How often something has panicked on this thread. A task that panics ends alone, and its node goes on without it.
    static PANICS: Cell<u32> = const { Cell::new(0) };
}

/// Counts panics from now on, on every thread for itself.
fn count_panics() {
    static COUNTS: Once = Once::new();
    COUNTS.call_once(|| {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            PANICS.set(PANICS.get() + 1);
            before(panic);
        }));
    });
}

/// Runs a seed. If the run fails in any way, this tells its seed and its story.
fn run(seed: u64) -> Vec<String> {
    count_panics();
    PANICS.set(0);
    let (story, runtime) = (Story::default(), runtime());
    let world = story.clone();
    let failed = failure_of(seed, &story, || {
        runtime.block_on(async { World::new(seed, world).run().await });
        drop(runtime);
        assert_eq!(PANICS.get(), 0, "no task of a node panics");
    });
    if let Some((told, problem)) = failed {
        eprintln!("{told}");
        resume_unwind(problem);
    }
    story.lines()
}

fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build().unwrap()
}

/// What is told of a run that fails, with the panic that ended it.
fn failure_of(seed: u64, story: &Story, run: impl FnOnce()) -> Option<(String, Box<dyn Any + Send>)> {
    let problem = catch_unwind(AssertUnwindSafe(run)).err()?;
    let told = format!("{}\nSIMULATION_SEED={seed} shows it again; above is what happened", story.lines().join("\n"));
    Some((told, problem))
}

/// Runs a seed twice, which does the same both times.
fn run_twice(seed: u64) -> Vec<String> {
    let [first, again] = [(); 2].map(|()| run(seed));
    let differs = (0..first.len().max(again.len())).find(|&line| first.get(line) != again.get(line));
    if let Some(line) = differs {
        let (before, lines) = (first[..line].join("\n"), [first.get(line), again.get(line)]);
        panic!("{before}\nSIMULATION_SEED={seed} does something else the second time: {lines:#?}");
    }
    first
}

/// Runs each seed, or the one that was chosen. Returns what happened.
fn run_all(seeds: impl Iterator<Item = u64>, run: impl Fn(u64) -> Vec<String>) -> Vec<Vec<String>> {
    let chosen = std::env::var("SIMULATION_SEED").ok().map(|seed| seed.parse().unwrap());
    let began = Instant::now();
    let stories: Vec<_> = chosen.map_or_else(|| seeds.collect(), |seed| vec![seed]).into_iter().map(run).collect();
    println!("{} seeds ran in {:.1} s", stories.len(), began.elapsed().as_secs_f64());
    if std::env::var_os("SIMULATION_STORY").is_some() {
        for story in &stories {
            println!("{}", story.join("\n"));
        }
    }
    stories
}

#[test]
fn whatever_fails_nothing_is_lost_only_who_leaves_is_counted_out_and_a_seed_does_the_same_again() {
    let stories = run_all(0..DAILY, run_twice);
    for story in &stories {
        assert!(story.len() > 20, "a story of {} lines", story.len());
    }
    let tells_of_count_out = |story: &&Vec<String>| story.iter().any(|line| line.ends_with("is counted out"));
    let (counted_out, daily) = (stories.iter().filter(tells_of_count_out).count(), DAILY as usize);
    let is_one_seed = std::env::var_os("SIMULATION_SEED").is_some();
    assert!(
        is_one_seed || (daily / 4..=daily * 3 / 4).contains(&counted_out),
        "{counted_out} players were counted out"
    );
}

#[test]
#[ignore = "slow: some thousand seeds"]
fn whatever_fails_nothing_is_lost_or_played_twice_in_thousands_of_runs() {
    run_all(DAILY..20_000, |seed| {
        run(seed);
        Vec::new() // so many stories are too much for the memory
    });
}

/// Players and checks find problems in tasks and helpers of their own.
#[test]
fn a_run_that_fails_anywhere_tells_its_seed_and_its_story() {
    let (story, runtime) = (Story::default(), runtime());
    let world = story.clone();
    let failed = failure_of(7, &story, || {
        runtime.block_on(async {
            let world = World::new(7, world);
            world.acknowledge("here", 1, "one");
            tokio::spawn(async move { world.acknowledge("here", 1, "another") }).await.unwrap();
        });
    });
    let (told, _) = failed.expect("one event was acknowledged for two requests");
    for part in ["event 1 is acknowledged for one\n", "event 1 is acknowledged for another\n", "SIMULATION_SEED=7 "] {
        assert!(told.contains(part), "{told}");
    }
}
