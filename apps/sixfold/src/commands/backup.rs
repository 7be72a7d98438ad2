//! `sixfold backup` and `sixfold restore`: everything that a server keeps, in one file, and back.

use super::store::{must_exist, say_report};
use crate::failure::Failure;
use crate::output::Output;
use crate::progress::Progress;
use crate::store_args::BackupArgs;

pub(crate) fn back_up(args: &BackupArgs, output: &mut Output) -> Result<(), Failure> {
    let address = args.store.address()?;
    must_exist(&address)?;
    if args.file.exists() {
        let problem = format!("{} is there already; a backup replaces nothing: give another name", args.file.display());
        return Err(Failure::Input(problem));
    }
    let mut progress = Progress::new("writing the backup");
    let report = server::back_up(&address, &args.file, |done| progress.at(done));
    drop(progress);
    say_report(&report?, output)
}

pub(crate) fn restore(args: &BackupArgs, output: &mut Output) -> Result<(), Failure> {
    let address = args.store.address()?;
    if !args.file.is_file() {
        return Err(Failure::Input(format!("there is no file {}", args.file.display())));
    }
    let mut progress = Progress::new("restoring the backup");
    let restored = server::restore(&args.file, &address, |done| progress.at(done));
    drop(progress);
    let (copied, mut report) = restored?;
    report.problems.splice(0..0, copied.problems);
    say_report(&report, output)
}
