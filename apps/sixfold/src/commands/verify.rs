//! `sixfold verify`: is a record right, and if not, where and why.

use serde_json::json;

use super::record;
use crate::cli::FileArgs;
use crate::failure::Failure;
use crate::output::Output;

pub(crate) fn run(args: &FileArgs, output: &mut Output) -> Result<(), Failure> {
    let text = record::read(&args.file)?;
    let file = args.file.display().to_string();
    let name = record::name(&args.file);
    match record::replay(&text) {
        Ok((game, table)) => {
            let info = game.info();
            let result = table.outcome().map(|outcome| outcome.describe(info.seat_names));
            let (actions, turns) = (table.actions(), table.record().turns.len());
            let state_hash = format!("{:016x}", table.state_hash());
            let answer = json!({
                "file": file, "right": true, "game": info.key, "turns": turns, "actions": actions,
                "result": result, "state_hash": state_hash,
            });
            output.say(&answer, || {
                let end = result.as_deref().unwrap_or("still running");
                let (turns, actions) = (count(turns, "turn"), count(actions, "action"));
                format!("{name} is right: {}, {turns}, {actions}, {end}", info.name)
            })
        }
        Err(wrong) => {
            let answer = json!({ "file": file, "right": false, "line": wrong.line, "problem": wrong.problem });
            output.say(&answer, || format!("{name} is wrong in line {}: {}", wrong.line, wrong.problem))?;
            Err(Failure::No)
        }
    }
}

fn count(number: usize, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}
