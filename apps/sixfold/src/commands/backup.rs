//! `sixfold backup` and `sixfold restore`: everything that a server keeps, in one file, and back.

use server::{CopyError, StoreAddress, Unfinished};

use super::ending::EndRequests;
use super::store::{must_exist, say_report};
use crate::failure::Failure;
use crate::output::Output;
use crate::progress::Progress;
use crate::store_args::BackupArgs;

pub(crate) fn back_up(args: &BackupArgs, output: &mut Output) -> Result<(), Failure> {
    let address = args.store.address()?;
    must_exist(&address)?;
    let file = args.file.clone();
    if file.exists() {
        let problem = format!("{} is there already; a backup replaces nothing: give another name", file.display());
        return Err(Failure::Input(problem));
    }
    let source = address.clone();
    let report = until_asked_to_end("the backup was being written", move |unfinished| {
        let mut progress = Progress::new("writing the backup");
        server::back_up(&source, &file, unfinished, |done| progress.at(done))
    })?;
    say_report(&address, &report, output)
}

pub(crate) fn restore(args: &BackupArgs, output: &mut Output) -> Result<(), Failure> {
    let address: StoreAddress = args.store.address()?;
    let file = args.file.clone();
    if !file.is_file() {
        return Err(Failure::Input(format!("there is no file {}", file.display())));
    }
    let doing = "the backup was being restored; the same command goes on with it";
    let target = address.clone();
    let (copied, mut report) = until_asked_to_end(doing, move |unfinished| {
        let mut progress = Progress::new("restoring the backup");
        server::restore(&file, &target, unfinished, |done| progress.at(done))
    })?;
    report.problems.splice(0..0, copied.problems);
    say_report(&address, &report, output)
}

/// Works on another thread. If the process is asked to end before that is done, what is unfinished is removed.
fn until_asked_to_end<T: Send + 'static>(
    doing: &str,
    work: impl FnOnce(&Unfinished) -> Result<T, CopyError> + Send + 'static,
) -> Result<T, Failure> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let unfinished = Unfinished::default();
    let done = runtime.block_on(async {
        let mut ends = EndRequests::new()?;
        let of_work = unfinished.clone();
        tokio::select! {
            done = tokio::task::spawn_blocking(move || work(&of_work)) => {
                Ok(done.unwrap_or_else(|panicked| std::panic::resume_unwind(panicked.into_panic()))?)
            }
            () = ends.next() => {
                unfinished.remove();
                Err(Failure::System(format!("ended as asked, while {doing}")))
            }
        }
    });
    runtime.shutdown_background(); // SQLite and PostgreSQL cannot be interrupted, and the process ends now
    done
}
