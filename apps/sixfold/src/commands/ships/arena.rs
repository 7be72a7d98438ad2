//! Battles of computer captains against each other, on as many threads as wanted.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, mpsc};

use ai::{Bot, Level};
use game::{Dice, Game as _, Seat, Seed, Setup, SetupError, Viewer};
use hex_ships::HexShips;
use hex_ships::rules::Rules;

use crate::failure::Failure;

/// Plays a battle to its end and returns the winner. The same setup, seed and level give the same battle.
pub(super) fn fight(
    rules: &Arc<Rules>,
    setup: &Setup,
    level: &'static Level,
    seed: u64,
) -> Result<Option<Seat>, SetupError> {
    let mut dice = Dice::seeded(&Seed::number(seed));
    let mut battle = HexShips::start_by(setup, rules, &mut dice)?;
    let mut captains = [0, 1].map(|seat| Bot::new(level, seed.wrapping_mul(2).wrapping_add(seat)));
    loop {
        if let Some(outcome) = battle.outcome() {
            return Ok(outcome.winner());
        }
        let seat = battle.turn().seat;
        let thinking = captains[seat.index()].think::<HexShips>(&battle.view(Viewer::Seat(seat)));
        let action = thinking.decide().expect("there is something to do until the battle is over");
        battle.apply(&action, &mut dice);
    }
}

/// The points for a battle.
pub(super) const WIN: f64 = 1.0;
pub(super) const DRAW: f64 = 0.5;
pub(super) const LOSS: f64 = 0.0;

/// A result as Red's points.
pub(super) fn points_of_red(winner: Option<Seat>) -> f64 {
    match winner {
        Some(Seat(0)) => WIN,
        Some(_) => LOSS,
        None => DRAW,
    }
}

/// Does a job for each item on these many threads. `done` gets the results on the calling thread, in the order in which
/// they are ready. An error of either ends the work.
pub(super) fn each<I: Sync, T: Send>(
    items: &[I],
    threads: usize,
    job: impl Fn(&I) -> Result<T, Failure> + Sync,
    mut done: impl FnMut(&I, T) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let (next, stopped) = (AtomicUsize::new(0), AtomicBool::new(false));
    std::thread::scope(|scope| {
        // A worker waits while its last result is not taken, so that results do not pile up.
        let (send, receive) = mpsc::sync_channel(threads);
        for _ in 0..threads {
            let (send, next, stopped, job) = (send.clone(), &next, &stopped, &job);
            scope.spawn(move || {
                while !stopped.load(Ordering::Relaxed) {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(item) = items.get(index) else { break };
                    if send.send((index, job(item))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(send);
        for (index, result) in receive {
            let taken = result.and_then(|result| done(&items[index], result));
            if taken.is_err() {
                stopped.store(true, Ordering::Relaxed);
                return taken;
            }
        }
        Ok(())
    })
}
