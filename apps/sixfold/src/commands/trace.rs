//! `sixfold trace`: a record action by action, one JSON object for each.

use super::record;
use crate::cli::FileArgs;
use crate::failure::Failure;
use crate::output::Output;

pub(crate) fn run(args: &FileArgs, output: &mut Output) -> Result<(), Failure> {
    let text = record::read(&args.file)?;
    let by = record::load_rules(args.rules.as_deref(), &text)?;
    let (_, table) = record::replay(&text, by).map_err(|wrong| {
        Failure::Input(format!("{} is wrong in line {}: {}", record::name(&args.file), wrong.line, wrong.problem))
    })?;
    let mut said = Ok(());
    table.trace(&mut |step| {
        said = output.json(&step);
        said.is_ok()
    });
    said
}
