//! `sixfold verify`: says whether the record of a match or a campaign is right, or where and why it is wrong.

use catalog::RuledGame;
use game::{At, JourneyEnd, Record, Seat};
use serde_json::json;

use super::record::{self, Replayed, Wrong};
use crate::cli::VerifyArgs;
use crate::failure::Failure;
use crate::output::Output;

pub(crate) fn run(args: &VerifyArgs, output: &mut Output) -> Result<(), Failure> {
    let text = record::read(&args.file)?;
    if game::is_journey(&text) {
        return journey(args, &text, output);
    }
    let by = record::load_rules(args.rules.as_deref(), &text)?;
    let file = args.file.display().to_string();
    let name = record::name(&args.file);
    match verify(args, &text, by) {
        Ok(((game, table), dice)) => {
            let info = game.info();
            let record = table.record();
            let (actions, turns, result) = (record.actions().count(), record.turns().count(), record.result);
            let state_hash = format!("{:016x}", table.state_hash());
            let answer = json!({
                "file": file, "right": true, "game": info.key, "turns": turns, "actions": actions,
                "result": result, "state_hash": state_hash, "rolls": dice.rolls, "fair_dice": dice.fair,
            });
            output.say(&answer, || {
                let end = result.as_deref().unwrap_or("still running");
                let (turns, actions) = (count(turns, "turn"), count(actions, "action"));
                format!("{name} is right: {}, {turns}, {actions}, {end}{}", info.name, dice.in_words(args))
            })
        }
        Err(wrong) => say_wrong(&file, &name, &wrong, output),
    }
}

/// Says whether the record of a campaign is right: every step, every die and every battle in it.
fn journey(args: &VerifyArgs, text: &str, output: &mut Output) -> Result<(), Failure> {
    if args.commitment.is_some() || !args.shares.is_empty() {
        let problem = "--commitment and --share are for the record of a match, and this is the record of a campaign";
        return Err(Failure::Input(problem.to_owned()));
    }
    let (file, name) = (args.file.display().to_string(), record::name(&args.file));
    match record::travel(text, args.rules.as_deref())? {
        Ok((travelled, running)) => {
            let (info, end) = (travelled.info(), travelled.end().map(JourneyEnd::word));
            let shown = travelled.headquarters(Seat(0), "en");
            let (battles, events) = (shown.chapters.len(), travelled.events());
            let answer = json!({
                "file": file, "right": true, "game": info.key, "journey": travelled.key(),
                "setup": travelled.setup().to_string(), "battles": battles, "steps": events - battles,
                "in_battle": running.is_some(), "result": end,
            });
            output.say(&answer, || {
                let end = match (end, running.is_some()) {
                    (Some(end), _) => end,
                    (None, true) => "in a battle",
                    (None, false) => "still running",
                };
                let (battles, steps) = (count(battles, "battle"), count(events - battles, "step"));
                let (key, title) = (travelled.key(), shown.title);
                format!("{name} is right: {}, {key} «{title}», {battles}, {steps}, {end}", info.name)
            })
        }
        Err(wrong) => say_wrong(&file, &name, &wrong, output),
    }
}

fn say_wrong(file: &str, name: &str, wrong: &Wrong, output: &mut Output) -> Result<(), Failure> {
    let answer = json!({ "file": file, "right": false, "line": wrong.line, "problem": wrong.problem });
    output.say(&answer, || format!("{name} is wrong in line {}: {}", wrong.line, wrong.problem))?;
    Err(Failure::No)
}

/// The result of checking the dice.
struct Dice {
    rolls: usize,
    fair: bool,
}

impl Dice {
    fn in_words(&self, args: &VerifyArgs) -> String {
        let rolls = count(self.rolls, "roll");
        match (self.fair, self.rolls) {
            (false, 0) => String::new(),
            (false, _) => format!("\ndice: {rolls}, all as the seed gives them"),
            (true, _) => {
                let known = match (args.commitment.is_some(), args.shares.is_empty()) {
                    (true, true) => "; the commitment is the one that you know",
                    (true, false) => "; commitment and shares are those that you know",
                    (false, false) => "; the shares are those that you know",
                    (false, true) => "",
                };
                format!(
                    "\nfair dice: the secret is the one committed to, every seat added a share, {rolls} recomputed{known}"
                )
            }
        }
    }
}

fn verify(args: &VerifyArgs, text: &str, by: Option<RuledGame>) -> Result<(Replayed, Dice), Wrong> {
    let (game, table) = record::replay(text, by)?;
    let record = table.record();
    compare_with_known(args, &record).map_err(|(at, problem)| Wrong { line: at.line(text), problem })?;
    let rolls = record.rolls().count();
    let fair = record.fair.is_some();
    Ok(((game, table), Dice { rolls, fair }))
}

/// Compares a record that is right in itself with the commitment and the shares that the person knows.
fn compare_with_known(args: &VerifyArgs, record: &Record) -> Result<(), (At, String)> {
    let Some(fair) = &record.fair else {
        if args.commitment.is_some() || !args.shares.is_empty() {
            return Err((At::StartRolls, "the record has no commitment and no shares".to_owned()));
        }
        return Ok(());
    };
    if let Some(known) = args.commitment.filter(|known| *known != fair.commitment) {
        return Err((At::Commitment, format!("the commitment that you know is {known}")));
    }
    for (seat, known) in &args.shares {
        match fair.shares.iter().enumerate().find(|(_, (name, _))| name == seat) {
            Some((_, (_, share))) if share == known => {}
            Some((index, _)) => {
                return Err((At::Share(index), format!("the share of {seat} that you know is {known}")));
            }
            None => return Err((At::Share(0), format!("there is no share of `{seat}`"))),
        }
    }
    Ok(())
}

fn count(number: usize, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}
