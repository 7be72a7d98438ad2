//! `sixfold serve`: tables for people with a browser.

use serde_json::json;
use server::{Config, Rate};

use crate::cli::ServeArgs;
use crate::failure::Failure;
use crate::output::Output;

pub(crate) fn run(args: &ServeArgs, json: bool) -> Result<(), Failure> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let ended = end_asked_for()?; // before anybody can know the address
        let server = server::serve(config(args)).await.map_err(|error| Failure::System(error.to_string()))?;
        let addr = server.local_addr();
        let mut output = Output::new(json);
        output.say(&json!({ "addr": addr.to_string(), "url": format!("http://{addr}") }), || {
            format!("Sixfold is at http://{addr} (Ctrl-C ends it)")
        })?;
        output.finish()?;
        ended.await;
        server.shutdown().await;
        Ok(())
    })
}

fn config(args: &ServeArgs) -> Config {
    let mut config = Config::new(&args.data_dir);
    config.addr = args.addr;
    config.limits.connections = args.connections as usize;
    config.limits.messages = rate(args.messages_per_second, 3.0);
    config.limits.new_tables = rate(args.tables_per_second, 10.0);
    config
}

/// After a pause a client may do at once what it else may do in so many seconds.
fn rate(a_second: u32, seconds_at_once: f64) -> Rate {
    let a_second = f64::from(a_second);
    Rate { a_second, at_once: a_second * seconds_at_once }
}

/// Comes back when the person or the system wants an end.
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

/// Comes back when the person wants an end.
#[cfg(not(unix))]
fn end_asked_for() -> Result<impl Future<Output = ()>, Failure> {
    Ok(async {
        let _ = tokio::signal::ctrl_c().await;
    })
}
