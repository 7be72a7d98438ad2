//! `sixfold bench server`: how many moves a server takes a second, and how long until the opponent is told of a move.

use std::cell::RefCell;
use std::io;
use std::path::Path;
use std::rc::Rc;
use std::time::{Duration, Instant};

use catalog::DynGame;
use serde_json::json;

use super::find_game;
use crate::cli::BenchServerArgs;
use crate::failure::Failure;
use crate::load::{Client, Measure, ServerProcess, Socket, play_on};
use crate::output::Output;
use crate::progress::Progress;

/// The number of idle tables that are opened to measure the memory of one. A few tables before them are not counted.
const IDLE_TABLES: u64 = 1_000;
const UNCOUNTED_TABLES: u64 = 100;
/// The tables play this long before the measurement starts.
const WARM_UP: Duration = Duration::from_secs(1);

pub(crate) fn run(args: &BenchServerArgs, output: &mut Output) -> Result<(), Failure> {
    let game = match &args.game {
        Some(key) => find_game(key)?,
        None => catalog::GAMES[0],
    };
    if game.info().hidden || game.info().seat_names.len() != 2 {
        return Err(Failure::Input("the load client plays open games for two".to_owned()));
    }
    let folder = args.data_dir.clone().unwrap_or_else(std::env::temp_dir);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let people = tokio::task::LocalSet::new();
    let idle_kib = runtime.block_on(people.run_until(measure_idle(game, &folder)))?;
    let measured = runtime.block_on(people.run_until(measure_load(game, &folder, args)))?;
    let Measured { seconds, mut micros, games, memory_kib } = measured;
    micros.sort_unstable();
    let moves = micros.len();
    let at =
        |share: f64| micros.get((moves as f64 * share) as usize).map_or(f64::NAN, |&micros| f64::from(micros) / 1e3);
    let (per_second, p50, p99) = (moves as f64 / seconds, at(0.5), at(0.99));
    let memory_mb = memory_kib as f64 / 1024.0;
    let answer = json!({
        "game": game.info().key, "tables": args.tables, "seconds": seconds, "rate": args.rate, "moves": moves,
        "games": games, "moves_per_second": per_second, "p50_ms": p50, "p99_ms": p99,
        "server_memory_mb": memory_mb, "idle_table_kb": idle_kib,
    });
    output.say(&answer, || {
        format!(
            "{per_second:.0} moves a second, {p50:.2} ms to the opponent (p99 {p99:.2} ms), {memory_mb:.0} MB, \
             {idle_kib:.1} KB an idle table"
        )
    })
}

struct Measured {
    seconds: f64,
    micros: Vec<u32>,
    games: u64,
    memory_kib: u64,
}

async fn measure_idle(game: &'static dyn DynGame, folder: &Path) -> io::Result<f64> {
    let server = ServerProcess::start(folder, "idle")?;
    let client = Client(server.addr);
    let mut sitting = Vec::new();
    let mut before = 0;
    let mut progress = Progress::new("opening idle tables");
    for number in 0..UNCOUNTED_TABLES + IDLE_TABLES {
        if number == UNCOUNTED_TABLES {
            before = server.memory_kib()?;
        }
        sitting.push(sit_idle(client, game).await?);
        progress.at(number as f32 / (UNCOUNTED_TABLES + IDLE_TABLES) as f32);
    }
    Ok((server.memory_kib()?.saturating_sub(before)) as f64 / IDLE_TABLES as f64)
}

async fn sit_idle(client: Client, game: &'static dyn DynGame) -> io::Result<[Socket; 2]> {
    let created = client.create(game.info().key).await?;
    let (mut one, _) = client.enter(&created.table, Some(&created.key)).await?;
    let (mut two, _) = client.enter(&created.table, None).await?;
    let sit =
        protocol::FromClient::Sit { id: "sit".to_owned(), seat: None, name: "bench".to_owned(), key: None, own: None };
    two.say(&sit).await?;
    while !two.hear().await?.contains("\"seated\"") {}
    for socket in [&mut one, &mut two] {
        let share = protocol::FromClient::Share { id: "share".to_owned(), share: game::Share([1; 32]) };
        socket.say(&share).await?;
    }
    for socket in [&mut one, &mut two] {
        while !socket.hear().await?.contains("\"begun\"") {} // an idle table has begun and waits for the first move
    }
    Ok([one, two])
}

async fn measure_load(game: &'static dyn DynGame, folder: &Path, args: &BenchServerArgs) -> io::Result<Measured> {
    let server = ServerProcess::start(folder, "load")?;
    let client = Client(server.addr);
    let measure = Rc::new(RefCell::new(Measure::default()));
    let every = args.rate.map(|rate| Duration::from_secs_f64(f64::from(args.tables) / rate));
    let mut tables = tokio::task::JoinSet::new();
    for number in 0..args.tables {
        let created = client.create(game.info().key).await?;
        tables.spawn_local(play_on(client, game, created, u64::from(number), every, measure.clone()));
    }
    tokio::time::sleep(WARM_UP).await;
    measure.borrow_mut().counts = true;
    let started = Instant::now();
    let end = tokio::time::Instant::now() + Duration::from_secs_f64(args.seconds);
    let mut progress = Progress::new("playing");
    loop {
        tokio::select! {
            // A table plays until it is dropped. If one ends, it has failed.
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
