//! `sixfold serve`: the server for people with a browser.

use std::sync::Arc;
use std::time::Duration;

use catalog::RuledGame;
use serde_json::json;
use server::{BusAddress, Config, Door, NatsBus, NatsWorkers, Rate, Server, TlsFiles};

use super::ending::{EndRequests, Run};
use super::serve_check;
use crate::cli::ServeArgs;
use crate::failure::Failure;
use crate::logging::Log;
use crate::output::Output;
use crate::setting::{Origin, Setting, place};
use crate::{open_files, page, rule_sets};

pub(crate) fn run(args: &ServeArgs, json: bool) -> Result<(), Failure> {
    if args.operating.check {
        return serve_check::run(args, json);
    }
    let Prepared { config, bus, too_few_files } = prepare(args).map_err(|mut problems| problems.swap_remove(0))?;
    let log = Log::start(args.log, args.operating.log_format);
    if let Some(problem) = too_few_files {
        tracing::warn!("{problem}");
    }
    for note in &args.operating.notes {
        tracing::warn!("{note}");
    }
    let opening = format!("{} was being opened", config.store);
    let scheme = if config.tls.is_some() { "https" } else { "http" };
    let drain = Duration::from_secs(args.operating.drain_seconds.into());
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let served = runtime.block_on(async {
        let mut ends = EndRequests::new()?; // the signal handlers exist before the address is printed
        let Some(server) = ends.or(Box::pin(start(config, &bus)), &opening).await? else { return Ok(Run::NotStarted) };
        let addr = server.local_addr();
        let mut output = Output::new(json);
        let url = format!("{scheme}://{addr}");
        let metrics = server.metrics_addr().map(|addr| format!("http://{addr}/metrics"));
        output.say(&json!({ "addr": addr.to_string(), "url": url, "metrics": metrics }), || {
            format!("Sixfold is at {url} (Ctrl-C ends it)")
        })?;
        output.flush()?;
        if args.open {
            open_browser(&format!("{url}/"));
        }
        let telling = tokio::spawn(log.clone().tell_what_was_left_out());
        ends.next().await;
        if !drain.is_zero() {
            tokio::select! {
                () = server.drain(drain) => {}
                () = ends.next() => {}
            }
        }
        server.shutdown().await;
        telling.abort();
        Ok(Run::Ended)
    });
    Run::leave(runtime, served, &log)
}

/// Connects to the bus, opens the store and lets people in.
async fn start(mut config: Config, bus: &BusAddress) -> Result<Server, Failure> {
    if let BusAddress::Nats(address) = bus {
        let failed = |error: server::BusError| Failure::System(error.to_string());
        config.bus = Arc::new(NatsBus::connect(address).await.map_err(failed)?);
        config.workers = Some(Arc::new(NatsWorkers::connect(address).await.map_err(failed)?));
    }
    server::serve(config).await.map_err(|error| Failure::System(error.to_string()))
}

/// What a server is given.
pub(super) struct Prepared {
    pub(super) config: Config,
    pub(super) bus: BusAddress,
    /// What its host should know about the open files.
    pub(super) too_few_files: Option<String>,
}

/// What a server is given, or everything that is wrong with the settings.
pub(super) fn prepare(args: &ServeArgs) -> Result<Prepared, Vec<Failure>> {
    let at = |problem: Failure, name| problem.at(&place(&args.operating.settings, name));
    let rule_sets = args.rules.iter().map(|folder| rule_sets::load_any(folder)).collect::<Result<Vec<_>, _>>();
    let rule_sets = rule_sets.map_err(|problem| at(problem, "rules"));
    let store = args.store.address().map_err(|problem| at(problem, "store"));
    let bus = args.bus.bus().map_err(|problem| at(problem, "bus"));
    let tls = tls(args).map_err(|(problem, name)| at(problem, name));
    match (rule_sets, store, bus, tls) {
        (Ok(rule_sets), Ok(store), Ok(bus), Ok(tls)) => {
            let mut config = Config { store, tls, ..config(args, rule_sets) };
            let too_few_files = fit_open_files(args, &mut config);
            Ok(Prepared { config, bus, too_few_files })
        }
        (rule_sets, store, bus, tls) => {
            Err([rule_sets.err(), store.err(), bus.err(), tls.err()].into_iter().flatten().collect())
        }
    }
}

/// The files of the certificate. If one of the two is missing, the name of the setting that asks for it comes with the problem.
fn tls(args: &ServeArgs) -> Result<Option<TlsFiles>, (Failure, &'static str)> {
    match (&args.operating.tls_cert, &args.operating.tls_key) {
        (None, None) => Ok(None),
        (Some(cert), Some(key)) => Ok(Some(TlsFiles::new(cert, key))),
        (cert, _) => {
            let given = if cert.is_some() { "tls_cert" } else { "tls_key" };
            Err((Failure::Input("TLS needs both --tls-cert and --tls-key".to_owned()), given))
        }
    }
}

fn config(args: &ServeArgs, rule_sets: Vec<RuledGame>) -> Config {
    let mut config = Config::new("data");
    config.addr = args.addr;
    config.retention = args.keep.retention();
    config.assets = page::assets();
    config.games.extend(rule_sets);
    if let Some(threads) = args.bot_threads {
        config.limits.bot_threads = threads as usize;
    }
    config.door = Door { hosts: args.host.clone(), proxies: args.proxy.clone() };
    config.limits.connections = args.connections as usize;
    // Each connection may be at a table of its own.
    config.limits.rooms = config.limits.rooms.max(config.limits.connections);
    config.limits.connections_an_address = args.connections_per_address as usize;
    config.limits.messages = rate(args.messages_per_second, 3.0);
    config.limits.requests_an_address = rate(args.requests_per_second_per_address, 10.0);
    // Whoever sends each request over a connection of its own may do so, and all connections of an address may come back at once.
    let connecting = rate(args.requests_per_second_per_address, 10.0);
    let at_once = connecting.at_once.max(f64::from(args.connections_per_address));
    config.limits.new_connections_an_address = Rate { at_once, ..connecting };
    // A page of the past costs more than most requests.
    config.limits.pages_an_address = rate(args.requests_per_second_per_address.div_ceil(3), 10.0);
    config.limits.new_tables = rate(args.tables_per_second, 10.0);
    let a_minute = f64::from(args.tables_per_minute_per_address);
    config.limits.new_tables_an_address = Rate { a_second: a_minute / 60.0, at_once: a_minute };
    config.metrics_addr = args.operating.metrics_addr;
    config
}

/// Each connection is an open file. If the system allows too few of them, a server that nobody has told how many connections it should
/// take is content with fewer, so that it can say «full»; and its host is told.
fn fit_open_files(args: &ServeArgs, config: &mut Config) -> Option<String> {
    let room = open_files::too_few_for(args.connections)?;
    let is_default = |setting: &Setting| setting.name == "connections" && setting.origin == Origin::Default;
    if args.operating.settings.iter().any(is_default) {
        config.limits.connections = room as usize;
    }
    Some(format!(
        "the system lets this process open files for {room} connections, not for {}; raise it (LimitNOFILE, ulimits, ulimit -n) or set \
         connections = {room}",
        args.connections
    ))
}

/// Opens the page in a browser on this machine. Does nothing without a screen; the address is printed in any case.
fn open_browser(url: &str) {
    let has_screen = ["DISPLAY", "WAYLAND_DISPLAY"].iter().any(|name| std::env::var_os(name).is_some());
    let opener = match std::env::consts::OS {
        "macos" => "open",
        "windows" => "explorer",
        _ if has_screen => "xdg-open",
        _ => return,
    };
    let quiet = || std::process::Stdio::null();
    let started = std::process::Command::new(opener).arg(url).stdin(quiet()).stdout(quiet()).stderr(quiet()).spawn();
    if let Err(error) = started {
        eprintln!("sixfold: the browser was not opened ({opener}: {error}); the address is above");
    }
}

/// A rate limit. After a pause, the requests of `seconds_at_once` seconds may come at once.
fn rate(a_second: u32, seconds_at_once: f64) -> Rate {
    let a_second = f64::from(a_second);
    Rate { a_second, at_once: a_second * seconds_at_once }
}

#[cfg(test)]
mod tests {
    use clap::Parser as _;
    use server::Retention;

    use super::*;
    use crate::cli::{Cli, Command};

    #[test]
    fn each_connection_can_be_at_a_table_of_its_own() {
        let rooms = |connections: &str| {
            let cli = Cli::try_parse_from(["sixfold", "serve", "--connections", connections]).unwrap();
            let Command::Serve(args) = cli.command else { unreachable!("the command is serve") };
            config(&args, Vec::new()).limits.rooms
        };
        assert_eq!((rooms("50"), rooms("50000")), (10_000, 50_000));
    }

    #[test]
    fn a_server_keeps_tables_that_nobody_uses_for_as_long_as_it_is_told() {
        let retention = |args: &[&str]| {
            let cli = Cli::try_parse_from(["sixfold", "serve"].iter().chain(args)).unwrap();
            let Command::Serve(args) = cli.command else { unreachable!("the command is serve") };
            config(&args, Vec::new()).retention
        };
        assert_eq!(retention(&[]), Retention { unbegun_days: 7, unfinished_days: 90 });
        let told = retention(&["--keep-unbegun-days", "3", "--keep-unfinished-days", "0"]);
        assert_eq!(told, Retention { unbegun_days: 3, unfinished_days: 0 });
    }
}
