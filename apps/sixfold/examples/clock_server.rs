//! The server with the page, by a clock that moves only when it is told. The browser tests start it to let the time of
//! absent players pass; `sixfold serve` has no such clock.
//!
//!     clock_server ADDRESS DATA_DIR
//!
//! It prints its address as one line of JSON, as `sixfold serve --json` does. Each line `advance SECONDS` on standard input
//! moves the clock. It runs until it is killed.

#![allow(clippy::print_stdout, reason = "the tests read the address there")]

#[path = "../src/page.rs"]
mod page;

use std::error::Error;
use std::io;
use std::time::Duration;

use serde_json::json;
use server::{Clock, Config};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [address, data_dir] = arguments.as_slice() else { return Err("usage: clock_server ADDRESS DATA_DIR".into()) };
    let clock = Clock::by_hand();
    let mut config = Config::new(data_dir);
    config.addr = address.parse()?;
    config.assets = page::assets();
    config.clock = clock.clone();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let server = runtime.block_on(server::serve(config))?;
    println!("{}", json!({ "addr": server.local_addr().to_string() }));
    for line in io::stdin().lines() {
        let line = line?;
        let seconds = line.strip_prefix("advance ").and_then(|seconds| seconds.parse().ok());
        let seconds = seconds.ok_or_else(|| format!("expected `advance SECONDS`, not `{line}`"))?;
        clock.advance(Duration::try_from_secs_f64(seconds)?);
    }
    loop {
        std::thread::park(); // the input has ended: the clock stands still, and the server runs on
    }
}
