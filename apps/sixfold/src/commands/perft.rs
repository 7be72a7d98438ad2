//! `sixfold perft`: the number of ways to play.

use serde_json::json;

use super::find_setup;
use crate::cli::PerftArgs;
use crate::failure::Failure;
use crate::output::Output;
use crate::progress::Progress;

pub(crate) fn run(args: &PerftArgs, output: &mut Output) -> Result<(), Failure> {
    let (game, setup) = find_setup(&args.game)?;
    let key = game.info().key;
    for depth in 1..=args.depth {
        let mut progress = Progress::new("counting");
        let mut divided = Vec::new();
        let nodes = game.perft(&setup, depth, &mut |action, nodes, done| {
            progress.at(done);
            divided.push((action.to_owned(), nodes));
        })?;
        drop(progress);
        if args.divide && depth == args.depth {
            for (action, nodes) in &divided {
                output.say(&json!({ "game": key, "depth": depth, "first": action, "nodes": nodes }), || {
                    format!("{action} {nodes}")
                })?;
            }
        }
        let answer = json!({ "game": key, "setup": setup.to_string(), "depth": depth, "nodes": nodes });
        output.say(&answer, || format!("{depth} {nodes}"))?;
        output.flush()?;
    }
    Ok(())
}
