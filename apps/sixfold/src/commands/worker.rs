//! `sixfold worker`: a process that thinks for the servers at one bus.

use std::time::Duration;

use serde_json::json;
use server::{BusAddress, Config, Limits, Worker};

use super::serve::{end_asked_for, start_log};
use crate::cli::WorkerArgs;
use crate::failure::Failure;
use crate::output::Output;

pub(crate) fn run(args: &WorkerArgs, json: bool) -> Result<(), Failure> {
    let BusAddress::Nats(address) = &args.bus else {
        return Err(Failure::Input("a worker needs the address of a NATS server: --bus nats://host:4222".to_owned()));
    };
    start_log(args.log);
    let mut limits = Limits::default();
    // Nobody plays in this process, so all cores may think.
    limits.bot_threads = match args.threads {
        Some(threads) => threads as usize,
        None => std::thread::available_parallelism().map_or(1, usize::from),
    };
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
    let worked = runtime.block_on(async {
        let ended = end_asked_for()?;
        let worker = Worker::start(address, Config::built_in_games(), &limits).await;
        let worker = worker.map_err(|error| Failure::System(error.to_string()))?;
        let mut output = Output::new(json);
        output.say(&json!({ "bus": address.to_string(), "threads": limits.bot_threads }), || {
            format!("Sixfold thinks for {address} on {} threads (Ctrl-C ends it)", limits.bot_threads)
        })?;
        output.flush()?;
        worker.run(ended).await;
        Ok(())
    });
    // What still thinks on a thread of its own does not hold up the end.
    runtime.shutdown_timeout(Duration::from_secs(1));
    worked
}
