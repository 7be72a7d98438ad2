//! A whole cluster in one process, with a store, a bus, workers and a clock that are simulated. Nodes are killed and stopped,
//! the store and the bus go away, workers die and answer late, notices are lost, several at once and all drawn from a seed.
//! Nothing runs on a thread of its own and time is tokio's paused clock, so a seed does the same every time:
//! `SIMULATION_SEED=7 cargo test -p sixfold-server simulation` runs one.

mod faults;
mod player;
#[path = "../../../testkit/seated.rs"]
mod seated;
mod workers;
mod world;

use std::cell::Cell;
use std::sync::Once;

use self::world::World;
use super::*;

/// How many seeds a run of the daily tests tries.
const DAILY: u64 = 60;

/// What happened in a run, line by line.
type Story = Vec<String>;

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

fn run(seed: u64) -> Story {
    count_panics();
    PANICS.set(0);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build().unwrap();
    let story = runtime.block_on(async { World::new(seed).run().await });
    drop(runtime);
    assert_eq!(PANICS.get(), 0, "no task of a node panics");
    story
}

/// Runs each seed. Returns how many players were counted out in all of them.
fn run_all(seeds: impl Iterator<Item = u64>) -> usize {
    let chosen = std::env::var("SIMULATION_SEED").ok().map(|seed| seed.parse().unwrap());
    let seeds: Vec<u64> = chosen.map_or_else(|| seeds.collect(), |seed| vec![seed]);
    let mut counted_out = 0;
    for seed in seeds {
        let done = std::panic::catch_unwind(|| run(seed));
        match done {
            Ok(story) => counted_out += usize::from(tells_of_count_out(&story)),
            Err(problem) => {
                eprintln!("SIMULATION_SEED={seed} shows it again");
                std::panic::resume_unwind(problem);
            }
        }
    }
    counted_out
}

fn tells_of_count_out(story: &Story) -> bool {
    story.iter().any(|line| line.ends_with("is counted out"))
}

#[test]
fn whatever_fails_nothing_is_lost_or_played_twice_and_only_who_leaves_for_good_is_counted_out() {
    let counted_out = run_all(0..DAILY);
    let is_one_seed = std::env::var_os("SIMULATION_SEED").is_some();
    assert!(is_one_seed || counted_out >= DAILY as usize / 4, "{counted_out} players were counted out");
}

#[test]
#[ignore = "slow: some thousand seeds"]
fn whatever_fails_nothing_is_lost_or_played_twice_in_thousands_of_runs() {
    run_all(DAILY..20_000);
}

#[test]
fn a_seed_does_the_same_every_time() {
    let mut counted_out = 0;
    for seed in 0..6 {
        let [first, again] = [(); 2].map(|()| run(seed));
        if std::env::var_os("SIMULATION_STORY").is_some() {
            println!("{}", first.join("\n"));
        }
        assert!(first.len() > 20, "a story of {} lines", first.len());
        assert_eq!(first, again, "seed {seed}");
        counted_out += usize::from(tells_of_count_out(&first));
    }
    assert!((1..6).contains(&counted_out), "with players who leave for good and without");
}
