//! `sixfold playout`: random games, a line each.

use game::{Outcome, Record};
use serde::Serialize;

use super::find_setup;
use crate::cli::PlayoutArgs;
use crate::failure::Failure;
use crate::output::Output;
use crate::progress::Progress;

#[derive(Serialize)]
struct Playout {
    seed: u64,
    winner: String,
    turns: Vec<String>,
    actions: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    record: Option<String>,
}

pub(crate) fn run(args: &PlayoutArgs, output: &mut Output) -> Result<(), Failure> {
    let (game, setup) = find_setup(&args.game)?;
    let names = game.info().seat_names;
    let mut progress = Progress::new("playing");
    for number in 0..args.games {
        let seed = args.seed.wrapping_add(number);
        let game_match = game.random_match(setup.clone(), seed)?;
        let record = game_match.record();
        let playout = Playout {
            seed,
            winner: winner(game_match.outcome().expect("a random match goes to the end"), names),
            turns: turns(&record),
            actions: game_match.events(),
            record: args.records.then(|| record.to_string()),
        };
        output.say(&playout, || match &playout.record {
            Some(record) => record.clone(),
            None => format!("{} {}", playout.winner, playout.turns.join(" ")),
        })?;
        progress.at((number + 1) as f32 / args.games as f32);
    }
    Ok(())
}

/// One word: the seat that won, or `draw` if several share the first place.
fn winner(outcome: Outcome, names: &[&str]) -> String {
    outcome.winner().map_or("draw", |seat| names[seat.index()]).to_owned()
}

fn turns(record: &Record) -> Vec<String> {
    record.turns().map(ToString::to_string).collect()
}
