//! Three nodes and two workers on a real PostgreSQL and a real NATS, while people play games of every kind and come back to
//! any node. In turn a node, a worker, NATS and PostgreSQL are killed with -9, a node is stopped for longer than its lease,
//! a node is cut from the bus, and every node is replaced by a new one. Nothing acknowledged is lost or played twice, nobody loses
//! through it, players who leave for good are counted out and nobody else, every match ends, and every record verifies.

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

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fmt::{self, Display, Formatter};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use catalog::DynGame;
use game::{OptionKind, Random, Record, Seat};
use processes::Processes;
use server::{Postgres, Store as _, StoredEventKind};

/// How many tables are played at once. A table that has ended is followed by another one.
const TABLES: usize = 40;
/// How many more tables are played at which somebody leaves for good.
const TABLES_TO_LEAVE: usize = 4;
/// How long a node is cut from the bus: longer than it takes until other nodes notice that it cannot be heard.
const CUT_OFF: Duration = Duration::from_secs(6);
/// Sometimes it is cut off for longer than a player may be away.
const LONG_CUT: Duration = Duration::from_secs(70);
const LONG_CUTS_EVERY: u32 = 10;
/// How long everybody may take to end their match when everything works again.
const TO_END: Duration = Duration::from_mins(4);

/// What everybody knows of the run.
#[derive(Default)]
struct Ledger {
    /// What was acknowledged: by table and number of the event, the request.
    acknowledged: BTreeMap<(String, u64), String>,
    /// The tables that are being played at, with their games.
    playing: BTreeMap<String, String>,
    /// The tables that were played to their end, with their games.
    ended: Vec<(String, String)>,
    /// Who has left which table for good.
    left: BTreeMap<String, Seat>,
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
    let tables: Vec<_> = (0..TABLES + TABLES_TO_LEAVE)
        .map(|number| {
            let (nodes, ledger) = (processes.nodes(), ledger.clone());
            let random = Random::new(number as u64 + 1);
            runtime.spawn(async move {
                match number.checked_sub(TABLES) {
                    None => people::play_tables(number, nodes, ledger, random).await,
                    Some(number) => people::leave_tables(number, nodes, ledger, random).await,
                }
            })
        })
        .collect();
    let mut random = Random::new(7);
    let mut thoughts_of_workers = 0;
    for round in 0..rounds {
        let cut_off = if round % LONG_CUTS_EVERY == LONG_CUTS_EVERY - 1 { LONG_CUT } else { CUT_OFF };
        processes.have_every_fault(&mut random, cut_off);
        thoughts_of_workers += runtime.block_on(processes.thoughts_of_workers());
        processes.replace_every_node(&mut random);
        println!("round {round}: {} matches ended", ledger.lock().unwrap().ended.len());
    }
    ledger.lock().unwrap().is_closing = true;
    let began = Instant::now();
    for table in tables {
        let left = TO_END.saturating_sub(began.elapsed());
        let done = runtime.block_on(async { tokio::time::timeout(left, table).await });
        let Ok(done) = done else { panic!("matches that do not end: {}", describe(&processes, &ledger)) };
        done.expect("nobody found a fault");
    }
    println!("everything has ended {:?} after the last fault", began.elapsed());
    let ledger = std::mem::take(&mut *ledger.lock().unwrap());
    let (matches, requests) = (ledger.ended.len(), ledger.acknowledged.len());
    println!("{matches} matches, {requests} acknowledged requests, {thoughts_of_workers} thoughts of workers");
    assert!(matches >= 300 && requests >= 10 * matches, "a few hundred games were played: {matches}, {requests}");
    assert!(thoughts_of_workers > 0, "workers think for the nodes");
    assert!(ledger.left.len() >= TABLES_TO_LEAVE, "enough players have left: {}", ledger.left.len());
    let began = Instant::now();
    check_what_is_kept(&processes, &ledger, &runtime);
    processes.check_log();
    println!("everything is checked after another {:?}", began.elapsed());
}

/// The matches that are being played, and what the store has of them.
fn describe(processes: &Processes, ledger: &Mutex<Ledger>) -> String {
    let store = Postgres::open(&processes.store().parse().unwrap()).unwrap();
    let ledger = ledger.lock().unwrap();
    let describe = |(table, game): (&String, &String)| {
        let events = store.table(table.parse().unwrap(), 0).map(|stored| stored.unwrap().events.len());
        format!("\n{table} ({game}), left by {:?}: {events:?} events", ledger.left.get(table))
    };
    ledger.playing.iter().map(describe).collect()
}

/// Compares what the store has with what was acknowledged, and verifies every record.
fn check_what_is_kept(processes: &Processes, ledger: &Ledger, runtime: &tokio::runtime::Runtime) {
    let store = Postgres::open(&processes.store().parse().unwrap()).unwrap();
    let (mut games, mut random) = (BTreeMap::<&str, u32>::new(), Random::new(1));
    for (table, game) in &ledger.ended {
        *games.entry(game.as_str()).or_default() += 1;
        let stored = store.table(table.parse().unwrap(), 0).unwrap().expect("the table is kept");
        let (mut requests, mut counted_out) = (HashSet::new(), Vec::new());
        for (number, event) in stored.events.iter().enumerate() {
            assert_eq!(event.seq, number as u64 + 1, "table {table} has a gap");
            assert_ne!(event.kind, StoredEventKind::Abandon, "somebody is always there at {table} ({game})");
            if event.kind == StoredEventKind::DropOut {
                counted_out.push(event.seat);
            }
            // Nobody asks for an exit by time.
            let is_new = event.request.is_empty() || requests.insert((event.seat, &event.request));
            assert!(is_new, "{} of {:?} was played twice at {table} ({game})", event.request, event.seat);
        }
        let left: Vec<Seat> = ledger.left.get(table).copied().into_iter().collect();
        assert_eq!(counted_out, left, "who was counted out at {table} ({game}), and who has left it for good");
        for ((_, seq), request) in ledger.acknowledged.range((table.clone(), 0)..=(table.clone(), u64::MAX)) {
            let kept = stored.events.get(*seq as usize - 1).map(|event| event.request.as_str());
            assert_eq!(kept, Some(request.as_str()), "event {seq} of {table} was acknowledged and is not there");
        }
        let node = processes.nodes().any(&mut random);
        let record = runtime.block_on(people::read(node.0, &format!("/api/tables/{table}/record"))).unwrap();
        let record: Record = record.parse().unwrap();
        catalog::find(&record.game).unwrap().replay(&record).expect("the record verifies");
    }
    println!("by game: {games:?}");
    let all: BTreeSet<_> = (0..1000).map(|number| KindOfTable::numbered(number).to_string()).collect();
    assert!(all.iter().all(|kind| games.contains_key(kind.as_str())), "tables of every kind: {all:?}");
}

/// What is played at a table.
struct KindOfTable {
    game: &'static dyn DynGame,
    options: Vec<String>,
    /// Whether all seats but one are the computer's.
    with_computer: bool,
}

impl KindOfTable {
    /// For two people, without options.
    fn usual(game: &'static dyn DynGame) -> Self {
        Self { game, options: Vec::new(), with_computer: false }
    }

    /// Every game comes about with every number of seats that it has, and against the computer.
    fn numbered(number: usize) -> Self {
        let game = catalog::GAMES[number % catalog::GAMES.len()];
        let round = number / catalog::GAMES.len();
        if round % 3 == 2 {
            return Self { with_computer: true, ..Self::usual(game) };
        }
        let players = game.info().options.iter().find(|spec| spec.key == "players");
        match players.map(|spec| spec.kind) {
            Some(OptionKind::Choice(sizes)) => Self {
                options: vec![format!("players={}", sizes[(round - round / 3) % sizes.len()])],
                ..Self::usual(game)
            },
            _ => Self::usual(game),
        }
    }
}

impl Display for KindOfTable {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let against = self.with_computer.then(|| "against the computer".to_owned());
        let words = [self.game.info().key.to_owned()].into_iter().chain(self.options.clone()).chain(against);
        f.write_str(&words.collect::<Vec<_>>().join(" "))
    }
}
