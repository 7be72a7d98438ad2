//! `sixfold store`: what a server keeps, looked after.

use serde_json::json;
use server::{CleanReport, Config, CopyReport, StoreAddress, StoreReport, check_store, clean_store, copy_store};

use crate::failure::Failure;
use crate::output::Output;
use crate::progress::Progress;
use crate::store_args::{CleanArgs, CopyArgs, KnownStoreArgs, StoreCommand};

pub(crate) fn run(command: &StoreCommand, output: &mut Output) -> Result<(), Failure> {
    match command {
        StoreCommand::Check(args) => check(args, output),
        StoreCommand::Copy(args) => copy(args, output),
        StoreCommand::Clean(args) => clean(args, output),
    }
}

fn check(args: &KnownStoreArgs, output: &mut Output) -> Result<(), Failure> {
    let address = args.address()?;
    must_exist(&address)?;
    let store = address.open_moment()?;
    let mut progress = Progress::new("reading the store");
    let report = check_store(&*store, &Config::new("data"), |done| progress.at(done));
    drop(progress);
    say_report(&address, &report, output)
}

fn copy(args: &CopyArgs, output: &mut Output) -> Result<(), Failure> {
    let (from, to) = (args.from.store()?, args.to.store()?);
    if from == to {
        return Err(Failure::Input(format!("{from} is copied to itself: give two stores")));
    }
    must_exist(&from)?;
    let source = from.open_moment()?;
    let target = to.open()?;
    let mut progress = Progress::new("copying the store");
    let copied = copy_store(&*source, &*target, |done| progress.at(done));
    drop(progress);
    let CopyReport { tables, journeys, events, problems } = copied?;
    for problem in &problems {
        output.say(&json!({ "problem": problem }), || problem.clone())?;
    }
    let answer = json!({ "tables": tables, "journeys": journeys, "events": events, "problems": problems.len() });
    output.say(&answer, || {
        let all = if problems.is_empty() { "everything" } else { "everything else" };
        format!("{all} is in both stores: {tables} tables and {journeys} journeys with {events} events")
    })?;
    if problems.is_empty() { Ok(()) } else { Err(Failure::No) }
}

fn clean(args: &CleanArgs, output: &mut Output) -> Result<(), Failure> {
    let address = args.store.address()?;
    must_exist(&address)?;
    let store = address.open()?;
    let mut config = Config::new("data");
    config.retention = args.keep.retention();
    let mut progress = Progress::new("cleaning the store");
    let cleaned = clean_store(&*store, &config, args.dry_run, |done| progress.at(done));
    drop(progress);
    let CleanReport { unbegun, unfinished, events } = cleaned?;
    let store = name(&address);
    let answer = json!({
        "store": store, "unbegun": unbegun, "unfinished": unfinished, "events": events, "dry_run": args.dry_run,
    });
    output.say(&answer, || {
        let done = if args.dry_run { "would remove" } else { "removed" };
        format!(
            "{store}: {done} {unbegun} tables at which no match had begun and {unfinished} with a match that nobody finished"
        )
    })
}

/// Refuses an address without a store, before one is made there.
pub(super) fn must_exist(address: &StoreAddress) -> Result<(), Failure> {
    if address.exists()? {
        return Ok(());
    }
    Err(Failure::Input(match address {
        StoreAddress::Sqlite(folder) => format!("there is no database in {}", folder.display()),
        StoreAddress::Postgres(_) => format!("there is no store in {address}"),
    }))
}

/// The store as a report names it, without its password. A folder is named with its whole path, because `data` is another one wherever
/// the command is called.
fn name(address: &StoreAddress) -> String {
    match address {
        StoreAddress::Sqlite(folder) => {
            StoreAddress::from(std::path::absolute(folder).unwrap_or_else(|_| folder.clone())).to_string()
        }
        StoreAddress::Postgres(_) => address.to_string(),
    }
}

/// Says which store was used, what is there and what is wrong with it.
pub(super) fn say_report(address: &StoreAddress, report: &StoreReport, output: &mut Output) -> Result<(), Failure> {
    let StoreReport { tables, journeys, events, problems } = report;
    for problem in problems {
        output.say(&json!({ "problem": problem }), || problem.clone())?;
    }
    let store = name(address);
    let answer = json!({
        "store": store, "tables": tables, "journeys": journeys, "events": events, "problems": problems.len(),
    });
    output.say(&answer, || {
        let found = match problems.len() {
            0 => "everything is as it was written".to_owned(),
            1 => "1 problem".to_owned(),
            many => format!("{many} problems"),
        };
        format!("{store}: {tables} tables and {journeys} journeys with {events} events: {found}")
    })?;
    if problems.is_empty() { Ok(()) } else { Err(Failure::No) }
}
