//! `sixfold store`: what a server keeps, looked after while the server does not run.

use serde_json::json;
use server::{Config, Sqlite, StoreReport, check_store};

use crate::cli::{StoreArgs, StoreCommand};
use crate::failure::Failure;
use crate::output::Output;
use crate::progress::Progress;

pub(crate) fn run(command: &StoreCommand, output: &mut Output) -> Result<(), Failure> {
    match command {
        StoreCommand::Check(args) => check(args, output),
    }
}

fn check(args: &StoreArgs, output: &mut Output) -> Result<(), Failure> {
    if !Sqlite::is_in(&args.data_dir) {
        return Err(Failure::Input(format!("there is no database in {}", args.data_dir.display())));
    }
    let store = Sqlite::open(&args.data_dir).map_err(|error| Failure::System(error.to_string()))?;
    let mut progress = Progress::new("reading the store");
    let report = check_store(&store, &Config::new(&args.data_dir), |done| progress.at(done));
    drop(progress);
    let StoreReport { tables, journeys, events, problems } = report;
    for problem in &problems {
        output.say(&json!({ "problem": problem }), || problem.clone())?;
    }
    let answer = json!({ "tables": tables, "journeys": journeys, "events": events, "problems": problems.len() });
    output.say(&answer, || {
        let found = match problems.len() {
            0 => "everything is as it was written".to_owned(),
            1 => "1 problem".to_owned(),
            many => format!("{many} problems"),
        };
        format!("{tables} tables and {journeys} journeys with {events} events: {found}")
    })?;
    if problems.is_empty() { Ok(()) } else { Err(Failure::No) }
}
