//! `sixfold bench`: how fast a game plays and searches, on one thread. A server has a file of its own.

use std::time::{Duration, Instant};

use catalog::{Measured, Workload};
use serde_json::json;

use super::find_setup;
use crate::cli::{BenchArgs, BenchCommand};
use crate::failure::Failure;
use crate::output::Output;
use crate::progress::Progress;

pub(crate) fn run(command: &BenchCommand, output: &mut Output) -> Result<(), Failure> {
    match command {
        BenchCommand::Playouts(args) => measure(args, "playouts", "playouts_per_second", output, Workload::Playouts),
        BenchCommand::Search(args) => measure(args, "simulations", "simulations_per_second", output, Workload::Search),
        BenchCommand::Server(args) => super::bench_server::run(args, output),
        BenchCommand::Relay(args) => super::bench_relay::run(args, output),
    }
}

fn measure(args: &BenchArgs, what: &str, figure: &str, output: &mut Output, work: Workload) -> Result<(), Failure> {
    let (game, setup) = find_setup(&args.game)?;
    let mut clock = Clock::start(args);
    let measured = game.measure(work, &setup, &mut || clock.goes_on())?;
    let seconds = clock.started.elapsed().as_secs_f64();
    drop(clock);
    let Measured { games, actions, first_seat } = measured;
    let (each, share) = (actions as f64 / games as f64, first_seat / games as f64);
    let per_second = games as f64 / seconds;
    let answer = json!({
        "game": game.info().key, "setup": setup.to_string(), "seconds": seconds, what: games,
        figure: per_second, "mean_actions": each, "first_seat_share": share,
    });
    output.say(&answer, || {
        let first = game.info().seat_names[0];
        format!("{per_second:.0} {what} a second, {each:.1} actions a game, {:.1} % won by {first}", share * 100.0)
    })
}

struct Clock {
    started: Instant,
    length: Duration,
    progress: Progress,
}

impl Clock {
    fn start(args: &BenchArgs) -> Self {
        let progress = Progress::new("measuring");
        Self { started: Instant::now(), length: Duration::from_secs_f64(args.seconds), progress }
    }

    fn goes_on(&mut self) -> bool {
        let passed = self.started.elapsed();
        let goes_on = passed < self.length;
        if goes_on {
            self.progress.at(passed.as_secs_f32() / self.length.as_secs_f32());
        }
        goes_on
    }
}
