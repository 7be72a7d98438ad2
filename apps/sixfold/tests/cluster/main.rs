//! Three nodes and two workers on a real PostgreSQL and a real NATS, while people play games of every kind and come back to
//! any node. In turn a node, a worker, NATS and PostgreSQL are killed with -9, a node is stopped for longer than its lease, and
//! a node is cut from the bus. Nothing acknowledged is lost or played twice, nobody loses through it, every match ends, and
//! every record verifies.

#![allow(clippy::unwrap_used, reason = "the helpers of a test are tests too")]
#![allow(clippy::print_stdout, reason = "a test that fails tells what was done before")]

#[path = "../../src/load/client.rs"]
mod client;
#[path = "../../../server/testkit/nats.rs"]
mod nats;
#[path = "../../src/load/no_limits.rs"]
mod no_limits;
mod people;
#[path = "../../../server/testkit/postgres.rs"]
mod postgres;
mod processes;
#[path = "../../../server/testkit/seated.rs"]
mod seated;

use std::collections::{BTreeMap, HashSet};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use catalog::DynGame;
use game::{Random, Record};
use people::Table;
use processes::Processes;
use server::{Postgres, Store as _, StoredEventKind};

/// How many tables are played at once. A table that has ended is followed by another one.
const TABLES: usize = 40;
/// How long everybody may take to end their match when everything works again.
const TO_END: Duration = Duration::from_mins(4);

/// What everybody knows of the run.
#[derive(Default)]
struct Ledger {
    /// What was acknowledged: by table and number of the event, the request.
    acknowledged: BTreeMap<(String, u64), String>,
    /// The tables that were played to their end, with their games.
    ended: Vec<(String, &'static str)>,
    /// Whether new tables may be made.
    is_closing: bool,
}

#[test]
fn nothing_is_lost_whatever_is_killed_stopped_or_cut_off() {
    run(2);
}

#[test]
#[ignore = "slow: a thousand kills"]
fn nothing_is_lost_over_a_thousand_kills() {
    run(250);
}

/// Lets people play through so many rounds of all faults.
fn run(rounds: u32) {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    let mut processes = Processes::start(&runtime);
    let ledger = Arc::new(Mutex::new(Ledger::default()));
    let tables: Vec<_> = (0..TABLES)
        .map(|number| {
            let (nodes, ledger) = (processes.nodes(), ledger.clone());
            let random = Random::new(number as u64 + 1);
            runtime.spawn(async move { people::play_tables(number, nodes, ledger, random).await })
        })
        .collect();
    let mut random = Random::new(7);
    for round in 0..rounds {
        processes.have_every_fault(&mut random);
        println!("round {round}: {} matches ended", ledger.lock().unwrap().ended.len());
    }
    ledger.lock().unwrap().is_closing = true;
    let began = Instant::now();
    for table in tables {
        let left = TO_END.saturating_sub(began.elapsed());
        let done = runtime.block_on(async { tokio::time::timeout(left, table).await });
        done.expect("every match ends").expect("nobody found a fault");
    }
    let ledger = std::mem::take(&mut *ledger.lock().unwrap());
    println!("{} matches, {} acknowledged requests", ledger.ended.len(), ledger.acknowledged.len());
    assert!(ledger.ended.len() >= TABLES * 2, "enough matches were played");
    check_what_is_kept(&processes, &ledger, &runtime);
}

/// Compares what the store has with what was acknowledged, and verifies every record.
fn check_what_is_kept(processes: &Processes, ledger: &Ledger, runtime: &tokio::runtime::Runtime) {
    let store = Postgres::open(&processes.store().parse().unwrap()).unwrap();
    let mut games = BTreeMap::<&str, u32>::new();
    for (table, game) in &ledger.ended {
        *games.entry(game).or_default() += 1;
        let stored = store.table(table.parse().unwrap(), 0).unwrap().expect("the table is kept");
        let mut requests = HashSet::new();
        for (number, event) in stored.events.iter().enumerate() {
            assert_eq!(event.seq, number as u64 + 1, "table {table} has a gap");
            let is_counted_out = matches!(event.kind, StoredEventKind::DropOut | StoredEventKind::Abandon);
            assert!(!is_counted_out, "somebody was counted out at {table} ({game}) though they came back in time");
            // Nobody asks for an exit by time.
            let is_new = event.request.is_empty() || requests.insert((event.seat, &event.request));
            assert!(is_new, "{} of {:?} was played twice at {table} ({game})", event.request, event.seat);
        }
        for ((_, seq), request) in ledger.acknowledged.range((table.clone(), 0)..=(table.clone(), u64::MAX)) {
            let kept = stored.events.get(*seq as usize - 1).map(|event| event.request.as_str());
            assert_eq!(kept, Some(request.as_str()), "event {seq} of {table} was acknowledged and is not there");
        }
        let node = processes.nodes().any(&mut Random::new(1));
        let record: Record = runtime.block_on(Table::record(node, table)).unwrap().parse().unwrap();
        catalog::find(&record.game).unwrap().replay(&record).expect("the record verifies");
    }
    println!("by game: {games:?}");
    assert_eq!(games.len(), catalog::GAMES.len(), "games of every kind");
}

/// The game of a table, its options, and the seats of the computer: every kind comes about.
fn kind_of_table(number: usize) -> (&'static dyn DynGame, Vec<String>, bool) {
    let game = catalog::GAMES[number % catalog::GAMES.len()];
    // Every third round of the games is played against the computer.
    (game, Vec::new(), number / catalog::GAMES.len() % 3 == 2)
}
