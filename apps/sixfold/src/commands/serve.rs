//! `sixfold serve`: the server for people with a browser.

use std::io;
use std::time::Duration;

use catalog::RuledGame;
use serde_json::json;
use server::{Config, Door, Rate};
use tracing_subscriber::filter::LevelFilter;

use crate::cli::{LogLevel, ServeArgs};
use crate::failure::Failure;
use crate::output::Output;
use crate::{page, rule_sets};

pub(crate) fn run(args: &ServeArgs, json: bool) -> Result<(), Failure> {
    start_log(args.log);
    let rule_sets = args.rules.iter().map(|folder| rule_sets::load_any(folder)).collect::<Result<Vec<_>, _>>()?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let served = runtime.block_on(async {
        let ended = end_asked_for()?; // the signal handlers exist before the address is printed
        let server =
            server::serve(config(args, rule_sets)).await.map_err(|error| Failure::System(error.to_string()))?;
        let addr = server.local_addr();
        let mut output = Output::new(json);
        output.say(&json!({ "addr": addr.to_string(), "url": format!("http://{addr}") }), || {
            format!("Sixfold is at http://{addr} (Ctrl-C ends it)")
        })?;
        output.flush()?;
        if args.open {
            open_browser(&format!("http://{addr}/"));
        }
        ended.await;
        server.shutdown().await;
        Ok(())
    });
    // What still thinks or reads on a thread of its own does not hold up the end.
    runtime.shutdown_timeout(Duration::from_secs(1));
    served
}

/// Sends what the server logs to standard error. Standard output is for programs that read the address.
fn start_log(level: LogLevel) {
    let level = match level {
        LogLevel::Off => LevelFilter::OFF,
        LogLevel::Error => LevelFilter::ERROR,
        LogLevel::Warn => LevelFilter::WARN,
        LogLevel::Info => LevelFilter::INFO,
        LogLevel::Debug => LevelFilter::DEBUG,
        LogLevel::Trace => LevelFilter::TRACE,
    };
    tracing_subscriber::fmt().with_writer(io::stderr).with_max_level(level).with_target(false).init();
}

fn config(args: &ServeArgs, rule_sets: Vec<RuledGame>) -> Config {
    let mut config = Config::new(&args.data_dir);
    config.addr = args.addr;
    config.assets = page::assets();
    config.games.extend(rule_sets);
    if let Some(threads) = args.bot_threads {
        config.limits.bot_threads = threads as usize;
    }
    config.door = Door { hosts: args.host.clone(), proxies: args.proxy.clone() };
    config.limits.connections = args.connections as usize;
    config.limits.connections_an_address = args.connections_per_address as usize;
    config.limits.messages = rate(args.messages_per_second, 3.0);
    config.limits.requests_an_address = rate(args.requests_per_second_per_address, 10.0);
    // A page of the past costs more than most requests.
    config.limits.pages_an_address = rate(args.requests_per_second_per_address.div_ceil(3), 10.0);
    config.limits.new_tables = rate(args.tables_per_second, 10.0);
    let a_minute = f64::from(args.tables_per_minute_per_address);
    config.limits.new_tables_an_address = Rate { a_second: a_minute / 60.0, at_once: a_minute };
    config
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

/// Completes when the person presses Ctrl-C or the system asks the process to end.
#[cfg(unix)]
fn end_asked_for() -> Result<impl Future<Output = ()>, Failure> {
    use tokio::signal::unix::{SignalKind, signal};
    let (mut interrupted, mut terminated) = (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?);
    Ok(async move {
        tokio::select! {
            _ = interrupted.recv() => {}
            _ = terminated.recv() => {}
        }
    })
}

/// Completes when the person presses Ctrl-C.
#[cfg(not(unix))]
fn end_asked_for() -> Result<impl Future<Output = ()>, Failure> {
    Ok(async {
        let _ = tokio::signal::ctrl_c().await;
    })
}
