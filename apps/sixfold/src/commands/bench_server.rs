//! `sixfold bench server`: how many moves a server takes a second, and how long until the opponent is told of a move; alone,
//! beside a bare relay, or while the computer thinks.

use std::cell::RefCell;
use std::io;
use std::rc::Rc;
use std::time::{Duration, Instant};

use ai::Level;
use serde_json::json;
use tokio::task::JoinSet;

use super::{bench_memory, find_game};
use crate::cli::BenchServerArgs;
use crate::failure::Failure;
use crate::load::{Measure, Place, Played, Servers, play_on, think_on};
use crate::output::Output;
use crate::progress::Progress;

/// The tables play this long before the measurement starts.
const WARM_UP: Duration = Duration::from_secs(1);

pub(crate) fn run(args: &BenchServerArgs, output: &mut Output) -> Result<(), Failure> {
    let played = played(args)?;
    let place = place(args, bench_memory::connections(&played, args)?)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let people = tokio::task::LocalSet::new();
    let idle = bench_memory::of_a_table(&played, &place, args.idle_tables);
    let idle_kib = if args.idle_tables > 0 { Some(runtime.block_on(people.run_until(idle))?) } else { None };
    let connected = bench_memory::of_connections(&played, &place, args.idle_connections);
    let connected = if args.idle_connections > 0 { Some(runtime.block_on(people.run_until(connected))?) } else { None };
    let connected_mb = connected.map(|kib| kib as f64 / 1024.0);
    let loads = runtime.block_on(people.run_until(async {
        let servers = Servers::start(&place, "load")?;
        measure(&played, &servers, args).await
    }))?;
    let relay = if let Some(keeping) = args.relay {
        let relayed = runtime.block_on(people.run_until(async {
            let relay = Servers::start_relay(&place, keeping)?;
            measure(&played, &relay, args).await
        }))?;
        Some(relayed.quiet)
    } else {
        None
    };
    let Loads { quiet, thinking, memory_kib } = loads;
    let memory_mb = memory_kib as f64 / 1024.0;
    let of_relay =
        relay.as_ref().map(|relay| (quiet.per_second / relay.per_second * 100.0, quiet.p99 / relay.p99 * 100.0));
    let of_quiet = thinking.as_ref().map(|thinking| thinking.p99 / quiet.p99 * 100.0);
    let answer = json!({
        "game": played.game.info().key, "setup": played.setup.to_string(), "tables": args.tables, "nodes": args.nodes,
        "seconds": quiet.seconds, "rate": args.rate, "moves": quiet.moves, "games": quiet.games,
        "moves_per_second": quiet.per_second, "p50_ms": quiet.p50, "p99_ms": quiet.p99,
        "server_memory_mb": memory_mb, "idle_table_kb": idle_kib, "idle_connections_mb": connected_mb,
        "relay_moves_per_second": relay.as_ref().map(|relay| relay.per_second),
        "relay_p99_ms": relay.as_ref().map(|relay| relay.p99),
        "moves_percent_of_relay": of_relay.map(|ratios| ratios.0), "p99_percent_of_relay": of_relay.map(|ratios| ratios.1),
        "thinking_p99_ms": thinking.as_ref().map(|thinking| thinking.p99), "thinking_p99_percent": of_quiet,
    });
    output.say(&answer, || {
        let idle = idle_kib.map_or_else(String::new, |kib| format!(", {kib:.1} KB an idle table"));
        let mut lines = vec![format!("{}, {memory_mb:.0} MB{idle}", quiet.line())];
        lines.extend(connected_mb.map(|mb| format!("{mb:.0} MB with {} idle connections", args.idle_connections)));
        if let Some((relay, (moves, p99))) = relay.as_ref().zip(of_relay) {
            lines.push(format!("a bare relay: {}", relay.line()));
            lines.push(format!("{moves:.0} % of its moves, {p99:.0} % of its p99"));
        }
        if let Some((thinking, percent)) = thinking.as_ref().zip(of_quiet) {
            lines.push(format!("while the computer thinks at {} tables: {}", args.thinking, thinking.line()));
            lines.push(format!("{percent:.0} % of the p99 without"));
        }
        lines.join("\n")
    })
}

fn played(args: &BenchServerArgs) -> Result<Played, Failure> {
    let game = match &args.game {
        Some(key) => find_game(key)?,
        None => catalog::GAMES[0],
    };
    let wrong = |error: &dyn std::fmt::Display| Failure::Input(error.to_string());
    let setup = game.setup(args.options.iter().map(String::as_str)).map_err(|error| wrong(&error))?;
    let played = Played::new(game, setup, args.options.clone()).map_err(|error| wrong(&error))?;
    if args.relay.is_some() && !played.fits_a_relay() {
        let problem = "a relay rolls no dice and keeps no secrets; --relay needs a game without them";
        return Err(Failure::Input(problem.to_owned()));
    }
    Ok(played)
}

fn place(args: &BenchServerArgs, connections: u32) -> Result<Place, Failure> {
    let under = args.data_dir.clone().unwrap_or_else(std::env::temp_dir);
    let text = |address: &crate::address_text::AddressText| address.reveal().to_owned();
    if let Some(store) = &args.store {
        store.store()?; // a wrong address is told at once and not by every node
    }
    if args.nodes > 1 && (args.store.is_none() || args.bus.is_none()) {
        let problem = "several nodes need one store and one bus: --store postgres://… --bus nats://…";
        return Err(Failure::Input(problem.to_owned()));
    }
    let (store, bus) = (args.store.as_ref().map(text), args.bus.as_ref().map(text));
    Ok(Place { under, store, bus, nodes: args.nodes, connections })
}

/// What was measured, quiet and while the computer thinks.
struct Loads {
    quiet: Load,
    thinking: Option<Load>,
    memory_kib: u64,
}

/// What people have played, and how long they have waited.
struct Load {
    seconds: f64,
    moves: usize,
    games: u64,
    per_second: f64,
    p50: f64,
    p99: f64,
}

impl Load {
    fn new(seconds: f64, Measure { mut micros, games, .. }: Measure) -> Self {
        micros.sort_unstable();
        let moves = micros.len();
        let at = |share: f64| {
            let micros = micros.get((moves as f64 * share) as usize);
            micros.map_or(f64::NAN, |&micros| f64::from(micros) / 1e3)
        };
        Self { seconds, moves, games, per_second: moves as f64 / seconds, p50: at(0.5), p99: at(0.99) }
    }

    fn line(&self) -> String {
        let Self { per_second, p50, p99, .. } = self;
        format!("{per_second:.0} moves a second, {p50:.2} ms to the opponents (p99 {p99:.2} ms)")
    }
}

/// All tables play on until they are dropped. If one ends, it has failed.
type Tables = JoinSet<io::Result<()>>;

async fn measure(played: &Played, servers: &Servers, args: &BenchServerArgs) -> io::Result<Loads> {
    let measure = Rc::new(RefCell::new(Measure::default()));
    let every = args.rate.map(|rate| Duration::from_secs_f64(f64::from(args.tables) / rate));
    let mut tables = Tables::new();
    for number in 0..args.tables {
        tables.spawn_local(play_on(servers.site(), played.clone(), number.into(), every, measure.clone()));
    }
    let mut progress = Progress::new("opening tables");
    while measure.borrow().begun < args.tables {
        tokio::select! {
            Some(ended) = tables.join_next() => ended.map_err(io::Error::other)??,
            () = tokio::time::sleep(Duration::from_millis(5)) => {}
        }
        progress.at(measure.borrow().begun as f32 / args.tables as f32);
    }
    let quiet = play_for(args.seconds, &mut tables, &measure).await?;
    let thinking = if args.thinking > 0 {
        for number in args.tables..args.tables + args.thinking {
            tables.spawn_local(think_on(servers.site(), played.clone(), number.into(), Level::strongest()));
        }
        Some(play_for(args.seconds, &mut tables, &measure).await?)
    } else {
        None
    };
    let memory_kib = servers.memory_kib()?;
    tables.abort_all();
    Ok(Loads { quiet, thinking, memory_kib })
}

async fn play_for(seconds: f64, tables: &mut Tables, measure: &RefCell<Measure>) -> io::Result<Load> {
    tokio::time::sleep(WARM_UP).await;
    *measure.borrow_mut() = Measure { counts: true, ..Measure::default() };
    let started = Instant::now();
    let end = tokio::time::Instant::now() + Duration::from_secs_f64(seconds);
    let mut progress = Progress::new("playing");
    loop {
        tokio::select! {
            Some(ended) = tables.join_next() => ended.map_err(io::Error::other)??,
            () = tokio::time::sleep(Duration::from_millis(200)) => {}
            () = tokio::time::sleep_until(end) => break,
        }
        progress.at((started.elapsed().as_secs_f64() / seconds) as f32);
    }
    let seconds = started.elapsed().as_secs_f64();
    Ok(Load::new(seconds, std::mem::take(&mut *measure.borrow_mut())))
}
