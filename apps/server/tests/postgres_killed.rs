//! PostgreSQL is killed and comes back, or hangs for a while: nothing that was acknowledged is lost, nobody waits for long, and
//! the store goes on by itself.

#![allow(clippy::unwrap_used, reason = "the helpers of a test are tests too")]

#[path = "../testkit/postgres.rs"]
mod cluster;

use std::collections::BTreeMap;
use std::io::{Read as _, Write as _};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{LazyLock, Mutex, PoisonError};
use std::time::{Duration, Instant};

use cluster::{Cluster, Sync};
use game::{Seat, Seed};
use sixfold_server::{
    Change, Config, Postgres, Store, StoreError, StoredEvent, StoredEventKind, TableId, TableRow, Write, Wrote, serve,
};

static CLUSTER: LazyLock<Cluster> = LazyLock::new(|| Cluster::start(Sync::On));
/// The tests of this file kill the same server, so each waits for the other.
static ALONE: Mutex<()> = Mutex::new(());

const NODES: usize = 2;
const TABLES: i64 = 12;
const KILLS: u64 = 6;
/// The most that a call may take while PostgreSQL is down.
const A_FEW_SECONDS: Duration = Duration::from_secs(12);

fn open(address: &str) -> Postgres {
    Postgres::open(&address.parse().unwrap()).unwrap()
}

fn id(number: i64) -> TableId {
    TableId::from_number(number)
}

fn row(number: i64) -> TableRow {
    TableRow {
        id: id(number),
        game: "sticks".to_owned(),
        rules_version: 1,
        setup: String::new(),
        rules: None,
        seed: Seed([7; 32]),
        fair: true,
        seats: vec![None, None],
        touched: Some(1_800_000_000),
    }
}

fn append(number: i64, seq: u64, request: &str) -> Write {
    let kind = StoredEventKind::Play("x".to_owned());
    Write::Change(id(number), Change::Event(StoredEvent { seq, seat: Seat(0), kind, request: request.to_owned() }))
}

/// What was acknowledged: the request of each event, by table and number.
type Ledger = BTreeMap<(i64, u64), String>;

/// Appends to all tables until it is told to stop. After a failure it reads what is there, as a room does.
fn play(store: &Postgres, node: usize, ledger: &Mutex<Ledger>, done: &AtomicBool, kept: &AtomicU64) {
    let mut next: BTreeMap<i64, u64> = (1..=TABLES).map(|number| (number, 1)).collect();
    let mut round = 0;
    while !done.load(Ordering::Relaxed) {
        round += 1;
        let asked = |(number, seq): (&i64, &u64)| (*number, *seq, format!("{node} {round} {number}"));
        let asked: Vec<_> = next.iter().map(asked).collect();
        let batch: Vec<Write> = asked.iter().map(|(number, seq, request)| append(*number, *seq, request)).collect();
        let started = Instant::now();
        let wrote = store.write(&batch);
        assert!(started.elapsed() < A_FEW_SECONDS, "a write took {:?}", started.elapsed());
        if let Ok(wrote) = &wrote {
            let mut ledger = ledger.lock().unwrap();
            for ((number, seq, request), wrote) in asked.into_iter().zip(wrote) {
                if *wrote == Wrote::Kept {
                    assert_eq!(ledger.insert((number, seq), request), None, "an event was acknowledged twice");
                    kept.fetch_add(1, Ordering::Relaxed);
                }
            }
        }
        if wrote.is_err() {
            std::thread::sleep(Duration::from_millis(10));
        }
        for (number, next) in &mut next {
            let started = Instant::now();
            // From the newest event that was seen on: it has to be there still.
            let known = (*next).saturating_sub(2);
            match store.table(id(*number), known) {
                Ok(table) => {
                    let there = known + table.unwrap().events.len() as u64;
                    assert!(there + 1 >= *next, "table {number} had {} events and has {there}", *next - 1);
                    *next = there + 1;
                }
                Err(StoreError::Failed(_)) => {}
                Err(error) => panic!("{error}"),
            }
            assert!(started.elapsed() < A_FEW_SECONDS, "a read took {:?}", started.elapsed());
        }
    }
}

#[test]
fn nothing_acknowledged_is_lost_when_postgres_is_killed_and_the_store_goes_on_by_itself() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let address = CLUSTER.new_database();
    let nodes: Vec<Postgres> = (0..NODES).map(|_| open(&address)).collect();
    nodes[0].write(&(1..=TABLES).map(|number| Write::Table(row(number))).collect::<Vec<_>>()).unwrap();
    let (ledger, done, kept) = (Mutex::new(Ledger::new()), AtomicBool::new(false), AtomicU64::new(0));
    std::thread::scope(|scope| {
        let playing: Vec<_> = nodes
            .iter()
            .enumerate()
            .map(|(node, store)| {
                let (ledger, done, kept) = (&ledger, &done, &kept);
                scope.spawn(move || play(store, node, ledger, done, kept))
            })
            .collect();
        // A player who found a fault has ended: then nobody waits for more.
        let wait_for = |wanted: u64| {
            let started = Instant::now();
            while kept.load(Ordering::Relaxed) < wanted && playing.iter().all(|player| !player.is_finished()) {
                assert!(started.elapsed() < Duration::from_mins(1), "the store does not go on");
                std::thread::sleep(Duration::from_millis(1));
            }
        };
        for kill in 1..=KILLS {
            wait_for(kept.load(Ordering::Relaxed) + 40 * kill);
            let begun = Instant::now();
            CLUSTER.kill();
            let killed = begun.elapsed();
            CLUSTER.restart();
            println!("kill {kill}: ended after {killed:?}, back after {:?}", begun.elapsed());
        }
        wait_for(kept.load(Ordering::Relaxed) + 100);
        done.store(true, Ordering::Relaxed);
    });
    let ledger = ledger.into_inner().unwrap();
    println!("{} events were acknowledged", ledger.len());
    let there = open(&address);
    let mut found = Ledger::new();
    for number in 1..=TABLES {
        for event in there.table(id(number), 0).expect("the chain is right").unwrap().events {
            found.insert((number, event.seq), event.request);
        }
    }
    for (place, request) in &ledger {
        assert_eq!(found.get(place), Some(request), "event {place:?} was acknowledged");
    }
}

#[test]
fn calls_fail_within_seconds_while_postgres_is_down_or_hangs() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let store = open(&CLUSTER.new_database());
    store.write(&[Write::Table(row(1))]).unwrap();
    store.table(id(1), 0).unwrap().unwrap();
    let fails = |why: &str| {
        std::thread::scope(|scope| {
            for call in ["write", "read", "probe"] {
                let store = &store;
                scope.spawn(move || {
                    let started = Instant::now();
                    let failed = match call {
                        "write" => store.write(&[append(1, 1, why)]).map(drop),
                        "probe" => store.probe(),
                        _ => store.table(id(1), 0).map(drop),
                    };
                    assert!(matches!(failed, Err(StoreError::Failed(_))), "{call} while it {why}: {failed:?}");
                    assert!(started.elapsed() < A_FEW_SECONDS, "{call} while it {why}: {:?}", started.elapsed());
                });
            }
        });
    };
    store.probe().unwrap();
    let go_on = CLUSTER.hang();
    fails("hangs");
    go_on();
    store.probe().unwrap();
    assert_eq!(store.write(&[append(1, 1, "a")]).unwrap(), [Wrote::Kept], "nothing of a write that failed is left");
    CLUSTER.kill();
    fails("is down");
    CLUSTER.restart();
    store.probe().unwrap();
    assert_eq!(store.write(&[append(1, 2, "b")]).unwrap(), [Wrote::Kept]);
    assert_eq!(store.table(id(1), 0).unwrap().unwrap().events.len(), 2);
}

/// What a server says to a proxy that asks whether players may be sent to it.
fn readyz(addr: SocketAddr) -> String {
    let mut stream = TcpStream::connect(addr).unwrap();
    write!(stream, "GET /readyz HTTP/1.1\r\nhost: {addr}\r\nconnection: close\r\n\r\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    format!("{} {}", &answer[9..12], answer.rsplit("\r\n").next().unwrap().trim_end())
}

/// Waits until a server says this. An answer holds for a second.
fn wait_until_readyz_says(addr: SocketAddr, right: &str) {
    let began = Instant::now();
    while readyz(addr) != right {
        assert!(began.elapsed() < A_FEW_SECONDS, "{} instead of {right}", readyz(addr));
        std::thread::sleep(Duration::from_millis(100));
    }
}

/// As after a failover to a standby that nobody has promoted yet: it answers and can be read.
#[test]
fn a_database_that_can_only_be_read_is_not_ready_and_the_store_goes_on_when_it_takes_writes_again() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let address = CLUSTER.new_database();
    let store = open(&address);
    store.write(&[Write::Table(row(1))]).unwrap();
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let mut config = Config::new("unused");
    config.store = address.parse().unwrap();
    config.addr = (Ipv4Addr::LOCALHOST, 0).into();
    let server = runtime.block_on(serve(config)).unwrap();
    wait_until_readyz_says(server.local_addr(), "200 ready");
    let database = address.rsplit('/').next().unwrap();
    // Connections learn the setting when they are opened.
    let read_only = |setting: &str| {
        CLUSTER.sql("postgres", &format!("ALTER DATABASE {database} SET default_transaction_read_only = {setting}"));
    };
    let others = "SELECT count(pg_terminate_backend(pid, 5000)) FROM pg_stat_activity
                  WHERE datname = current_database() AND pid <> pg_backend_pid()";
    read_only("on");
    CLUSTER.sql(&address, others);
    for _ in 0..2 {
        for failed in [store.probe(), store.write(&[append(1, 1, "a")]).map(drop)] {
            let Err(StoreError::Failed(problem)) = failed else { panic!("{failed:?}") };
            assert!(problem.contains("read-only transaction"), "{problem}");
        }
        assert!(store.table(id(1), 0).unwrap().unwrap().events.is_empty(), "it is read");
    }
    wait_until_readyz_says(server.local_addr(), "503 the store takes no writes");
    read_only("off");
    store.probe().unwrap();
    assert_eq!(store.write(&[append(1, 1, "a")]).unwrap(), [Wrote::Kept]);
    wait_until_readyz_says(server.local_addr(), "200 ready");
    runtime.block_on(server.shutdown());
}
