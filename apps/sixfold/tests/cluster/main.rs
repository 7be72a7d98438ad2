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

use std::collections::{BTreeMap, HashSet};
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
/// How many matches are played in any case.
const MATCHES: usize = 300;
/// How long the last of them may take after the last fault. A slow machine has played few of them until then.
const TO_PLAY_ON: Duration = Duration::from_mins(20);
/// How long everybody may take to end their match when everything works again.
const TO_END: Duration = Duration::from_mins(6);
/// The options with which a match is over soon by its rules.
const SHORT: &[(&str, &[&str])] = &[
    ("hexoust", &["base=4"]),
    ("hexlock", &[]),
    ("influence", &["board=compact"]),
    ("hex-dice", &["quiet-turns=5"]),
    ("hex-ships", &["scenario=duel", "rounds=2"]),
];

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
    let rounds = std::env::var("CLUSTER_ROUNDS").map_or(250, |rounds| rounds.parse().unwrap());
    run(rounds);
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
    let began = Instant::now();
    let has_enough = || ledger.lock().unwrap().ended.len() >= MATCHES;
    // A table whose people found a fault ends early.
    while !has_enough() && !tables.iter().any(tokio::task::JoinHandle::is_finished) {
        assert!(began.elapsed() < TO_PLAY_ON, "too few matches end: {}", describe(&processes, &ledger));
        std::thread::sleep(Duration::from_millis(200));
    }
    println!("enough matches were played {:?} after the last fault", began.elapsed());
    ledger.lock().unwrap().is_closing = true;
    let began = Instant::now();
    for table in tables {
        let left = TO_END.saturating_sub(began.elapsed());
        let done = runtime.block_on(async { tokio::time::timeout(left, table).await });
        let Ok(done) = done else { panic!("matches that do not end: {}", describe(&processes, &ledger)) };
        done.expect("nobody found a fault");
    }
    println!("everything has ended {:?} later", began.elapsed());
    let ledger = std::mem::take(&mut *ledger.lock().unwrap());
    let (matches, requests) = (ledger.ended.len(), ledger.acknowledged.len());
    println!("{matches} matches, {requests} acknowledged requests, {thoughts_of_workers} thoughts of workers");
    assert!(matches >= MATCHES && requests >= 10 * matches, "a few hundred games were played: {matches}, {requests}");
    assert!(thoughts_of_workers > 0, "workers think for the nodes");
    assert!(ledger.left.len() >= TABLES_TO_LEAVE, "enough players have left: {}", ledger.left.len());
    let began = Instant::now();
    check_what_is_kept(&processes, &ledger, &runtime);
    processes.check_logs();
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
    let (mut games, mut random) = (BTreeMap::<&str, Ends>::new(), Random::new(1));
    for (table, game) in &ledger.ended {
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
        let is_by_rules = stored.events.iter().all(|event| matches!(event.kind, StoredEventKind::Play(_)));
        let ends = games.entry(game.as_str()).or_default();
        *(if is_by_rules { &mut ends.by_rules } else { &mut ends.by_exit }) += 1;
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
    println!("by game: {games:#?}");
    let all: BTreeMap<_, _> = (0..1000).map(KindOfTable::numbered).map(|kind| (kind.to_string(), kind.ends)).collect();
    for (kind, ends) in all {
        let found = games.get(kind.as_str()).unwrap_or_else(|| panic!("no match of {kind} was played"));
        let is_right = ends == Ending::BySomebody || (found.by_rules > 0 && found.by_exit == 0);
        assert!(is_right, "{kind}: every match ends by its rules: {found:?}");
    }
}

/// How matches of a kind have ended.
#[derive(Debug, Default)]
struct Ends {
    by_rules: u32,
    /// Somebody gave up or was counted out.
    by_exit: u32,
}

/// What is played at a table.
struct KindOfTable {
    game: &'static dyn DynGame,
    options: Vec<String>,
    /// The level of the computer, which has all seats but one.
    computer: Option<&'static str>,
    ends: Ending,
}

/// How a match comes to its end, unless somebody leaves it for good.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ending {
    /// It is played to the end.
    ByRules,
    /// After some events somebody gives up.
    BySomebody,
}

impl KindOfTable {
    /// For two people, without options.
    fn usual(game: &'static dyn DynGame) -> Self {
        Self { game, options: Vec::new(), computer: None, ends: Ending::BySomebody }
    }

    /// Every game comes about with every number of seats that it has, against the computer, and to its end. What is played at a
    /// number is the same in every run, and so is what the computer has to think there.
    fn numbered(number: usize) -> Self {
        let game = catalog::GAMES[number % catalog::GAMES.len()];
        let round = number / catalog::GAMES.len();
        let short = SHORT.iter().find(|(key, _)| *key == game.info().key);
        if let (4, Some((_, options))) = (round % 5, short) {
            let options = options.iter().map(|&option| option.to_owned()).collect();
            return Self { options, ends: Ending::ByRules, ..Self::usual(game) };
        }
        if round % 3 == 2 {
            // A computer that thinks for longer has a thought in hand when a worker is killed.
            let level = if round % 9 == 2 { "3" } else { "1" };
            return Self { computer: Some(level), ..Self::usual(game) };
        }
        let players = game.info().options.iter().find(|spec| spec.key == "players");
        match players.map(|spec| spec.kind) {
            Some(OptionKind::Choice(sizes)) => {
                Self { options: vec![format!("players={}", sizes[round % sizes.len()])], ..Self::usual(game) }
            }
            _ => Self::usual(game),
        }
    }
}

impl Display for KindOfTable {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let against = self.computer.map(|_| "against the computer".to_owned());
        let to_the_end = (self.ends == Ending::ByRules).then(|| "to the end".to_owned());
        let words = [self.game.info().key.to_owned()].into_iter().chain(self.options.clone());
        f.write_str(&words.chain(against).chain(to_the_end).collect::<Vec<_>>().join(" "))
    }
}
