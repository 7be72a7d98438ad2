//! `sixfold bench server`: how many moves a server takes a second, and how long until the opponent is told of a move.

use std::cell::RefCell;
use std::io;
use std::path::Path;
use std::rc::Rc;
use std::time::{Duration, Instant};

use game::Random;
use serde_json::json;

use super::find_game;
use crate::cli::BenchServerArgs;
use crate::failure::Failure;
use crate::load::{Client, Measure, Played, ServerProcess, Sitting, play_on};
use crate::output::Output;
use crate::progress::Progress;

/// Before the idle tables whose memory is measured come a few that are not counted: one for so many.
const ONE_UNCOUNTED_FOR: u32 = 10;
/// The tables play this long before the measurement starts.
const WARM_UP: Duration = Duration::from_secs(1);

pub(crate) fn run(args: &BenchServerArgs, output: &mut Output) -> Result<(), Failure> {
    let game = match &args.game {
        Some(key) => find_game(key)?,
        None => catalog::GAMES[0],
    };
    let wrong = |error: &dyn std::fmt::Display| Failure::Input(error.to_string());
    let setup = game.setup(args.options.iter().map(String::as_str)).map_err(|error| wrong(&error))?;
    let played = Played::new(game, setup, args.options.clone()).map_err(|error| wrong(&error))?;
    let folder = args.data_dir.clone().unwrap_or_else(std::env::temp_dir);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let people = tokio::task::LocalSet::new();
    let idle = measure_idle(&played, &folder, args.idle_tables);
    let idle_kib = if args.idle_tables > 0 { Some(runtime.block_on(people.run_until(idle))?) } else { None };
    let measured = runtime.block_on(people.run_until(measure_load(&played, &folder, args)))?;
    let Measured { seconds, mut micros, games, memory_kib } = measured;
    micros.sort_unstable();
    let moves = micros.len();
    let at =
        |share: f64| micros.get((moves as f64 * share) as usize).map_or(f64::NAN, |&micros| f64::from(micros) / 1e3);
    let (per_second, p50, p99) = (moves as f64 / seconds, at(0.5), at(0.99));
    let memory_mb = memory_kib as f64 / 1024.0;
    let answer = json!({
        "game": game.info().key, "setup": played.setup.to_string(), "tables": args.tables, "seconds": seconds, "rate": args.rate, "moves": moves,
        "games": games, "moves_per_second": per_second, "p50_ms": p50, "p99_ms": p99,
        "server_memory_mb": memory_mb, "idle_table_kb": idle_kib,
    });
    output.say(&answer, || {
        let idle = idle_kib.map_or_else(String::new, |kib| format!(", {kib:.1} KB an idle table"));
        format!(
            "{per_second:.0} moves a second, {p50:.2} ms to the opponents (p99 {p99:.2} ms), {memory_mb:.0} MB{idle}"
        )
    })
}

struct Measured {
    seconds: f64,
    micros: Vec<u32>,
    games: u64,
    memory_kib: u64,
}

async fn measure_idle(played: &Played, folder: &Path, tables: u32) -> io::Result<f64> {
    let server = ServerProcess::start(folder, "idle")?;
    let client = Client(server.addr);
    let (mut sitting, mut before) = (Vec::new(), 0);
    let uncounted = tables / ONE_UNCOUNTED_FOR;
    let mut progress = Progress::new("opening idle tables");
    for number in 0..uncounted + tables {
        if number == uncounted {
            before = server.memory_kib()?;
        }
        // An idle table has begun and waits for the first move.
        sitting.push(Sitting::at_new_table(client, played, &mut Random::new(number.into())).await?);
        progress.at(number as f32 / (uncounted + tables) as f32);
    }
    Ok((server.memory_kib()?.saturating_sub(before)) as f64 / f64::from(tables))
}

async fn measure_load(played: &Played, folder: &Path, args: &BenchServerArgs) -> io::Result<Measured> {
    let server = ServerProcess::start(folder, "load")?;
    let client = Client(server.addr);
    let measure = Rc::new(RefCell::new(Measure::default()));
    let every = args.rate.map(|rate| Duration::from_secs_f64(f64::from(args.tables) / rate));
    let mut tables = tokio::task::JoinSet::new();
    for number in 0..args.tables {
        tables.spawn_local(play_on(client, played.clone(), number.into(), every, measure.clone()));
    }
    let mut progress = Progress::new("opening tables");
    while measure.borrow().begun < args.tables {
        tokio::select! {
            // A table plays until it is dropped. If one ends, it has failed.
            Some(ended) = tables.join_next() => ended.map_err(io::Error::other)??,
            () = tokio::time::sleep(Duration::from_millis(5)) => {}
        }
        progress.at(measure.borrow().begun as f32 / args.tables as f32);
    }
    tokio::time::sleep(WARM_UP).await;
    measure.borrow_mut().counts = true;
    let started = Instant::now();
    let end = tokio::time::Instant::now() + Duration::from_secs_f64(args.seconds);
    let mut progress = Progress::new("playing");
    loop {
        tokio::select! {
            Some(ended) = tables.join_next() => ended.map_err(io::Error::other)??,
            () = tokio::time::sleep(Duration::from_millis(200)) => {}
            () = tokio::time::sleep_until(end) => break,
        }
        progress.at((started.elapsed().as_secs_f64() / args.seconds) as f32);
    }
    let seconds = started.elapsed().as_secs_f64();
    let measured = std::mem::take(&mut *measure.borrow_mut());
    let memory_kib = server.memory_kib()?;
    tables.abort_all();
    Ok(Measured { seconds, micros: measured.micros, games: measured.games, memory_kib })
}
