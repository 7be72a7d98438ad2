//! `sixfold worker`: a process that thinks for the servers at one bus.

use serde_json::json;
use server::{BusAddress, Config, Limits, Worker};

use super::ending::{EndRequests, Run};
use crate::cli::WorkerArgs;
use crate::failure::Failure;
use crate::logging::Log;
use crate::output::Output;
use crate::setting::place;

pub(crate) fn run(args: &WorkerArgs, json: bool) -> Result<(), Failure> {
    let bus = args.bus.bus().map_err(|problem| problem.at(&place(&args.settings, "bus")))?;
    let BusAddress::Nats(address) = &bus else {
        let needs =
            "a worker needs the address of a NATS server: --bus nats://host:4222, or SIXFOLD_BUS in the environment";
        return Err(Failure::Input(needs.to_owned()));
    };
    let log = Log::start(args.log, args.log_format);
    for note in &args.notes {
        tracing::warn!("{note}");
    }
    // Nobody plays in this process, so all cores may think.
    let all_cores = || std::thread::available_parallelism().map_or(1, usize::from);
    let bot_threads = args.threads.map_or_else(all_cores, |threads| threads as usize);
    let limits = Limits { bot_threads, ..Limits::default() };
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
    let worked = runtime.block_on(async {
        let mut ends = EndRequests::new()?;
        let start = async {
            let started = Worker::start(address, Config::built_in_games(), &limits).await;
            started.map_err(|error| Failure::System(error.to_string()))
        };
        let connecting = format!("{address} was being connected to");
        let Some(worker) = ends.or(start, &connecting).await? else { return Ok(Run::NotStarted) };
        let mut output = Output::new(json);
        output.say(&json!({ "bus": address.to_string(), "threads": limits.bot_threads }), || {
            format!("Sixfold thinks for {address} on {} threads (Ctrl-C ends it)", limits.bot_threads)
        })?;
        output.flush()?;
        let telling = tokio::spawn(log.clone().tell_what_was_left_out());
        worker.run(ends.next()).await;
        telling.abort();
        Ok(Run::Ended)
    });
    Run::leave(runtime, worked, &log)
}
