//! `sixfold luck`: what the dice gave beside what they give on average.

use serde_json::json;

use super::record;
use crate::cli::FileArgs;
use crate::failure::Failure;
use crate::output::Output;

pub(crate) fn run(args: &FileArgs, output: &mut Output) -> Result<(), Failure> {
    let text = record::read(&args.file)?;
    let by = record::load_rules(args.rules.as_deref(), &text)?;
    let (game, table) = record::replay(&text, by).map_err(|wrong| {
        Failure::Input(format!("{} is wrong in line {}: {}", record::name(&args.file), wrong.line, wrong.problem))
    })?;
    let (info, texts) = (game.info(), game.texts("en"));
    let mut measured = false;
    for (seat, sums) in table.luck() {
        let name = info.seat_names[seat.index()];
        for luck in sums {
            measured = true;
            let (what, expected, got) = (texts.say(&luck.what, info.seat_names), luck.expected, luck.got);
            let answer = json!({ "seat": name, "measure": luck.what.key, "expected": expected, "got": got });
            output.say(&answer, || {
                format!("{name:<8} {what:<28} expected {expected:>7.2}  got {got:>7.2}  {:+.2}", got - expected)
            })?;
        }
    }
    if !measured {
        output.say(&json!({}), || format!("Chance had no say in this match of {}.", info.name))?;
    }
    Ok(())
}
