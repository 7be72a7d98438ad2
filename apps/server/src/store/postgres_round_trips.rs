//! How often a batch waits for PostgreSQL: three times, however many writes it has. A proxy between the store and the database
//! counts. It holds an answer back until the store has sent nothing for a while, so what the store sends without waiting for an
//! answer is one turn.

use std::io::{Read as _, Write as _};
use std::net::{Ipv4Addr, Shutdown, TcpListener, TcpStream};
use std::os::unix::net::UnixStream;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use tokio_postgres::config::Host;

use super::suite::{event, id, row};
use super::{Change, Postgres, PostgresAddress, Store as _, Write, Wrote, new_postgres_address};

/// A store that has sent nothing for this long waits for an answer.
const QUIET: Duration = Duration::from_millis(60);
/// A busy machine may let a store pause before it has sent everything, which counts as a turn. It does not do so every time.
const TRIES: u64 = 4;
const TABLES: i64 = 50;

/// What goes between a store and a database, over all connections.
struct Line {
    sent: Instant,
    /// Whether an answer has come since the store has sent something.
    is_answered: bool,
    turns: usize,
}

/// Carries everything between stores and the database at this address. Returns the address for stores, and the line.
fn proxy(address: &str) -> (String, Arc<Mutex<Line>>) {
    let parsed: PostgresAddress = address.parse().unwrap();
    let Host::Unix(folder) = &parsed.config().get_hosts()[0] else { panic!("the database of the tests has a socket") };
    let socket = folder.join(".s.PGSQL.5432");
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let port = listener.local_addr().unwrap().port();
    let line = Arc::new(Mutex::new(Line { sent: Instant::now(), is_answered: true, turns: 0 }));
    let carried = line.clone();
    std::thread::spawn(move || {
        for store in listener.incoming() {
            carry(store.unwrap(), &socket, &carried);
        }
    });
    let name = address.rsplit('/').next().unwrap();
    (format!("postgres://sixfold@127.0.0.1:{port}/{name}"), line)
}

/// Carries one connection, on two threads that end with it.
fn carry(mut store: TcpStream, socket: &PathBuf, line: &Arc<Mutex<Line>>) {
    let mut database = UnixStream::connect(socket).unwrap();
    let (mut from_store, mut to_database) = (store.try_clone().unwrap(), database.try_clone().unwrap());
    let sending = line.clone();
    std::thread::spawn(move || {
        let mut bytes = [0; 16 * 1024];
        while let Ok(count @ 1..) = from_store.read(&mut bytes) {
            let mut line = sending.lock().unwrap();
            line.turns += usize::from(std::mem::take(&mut line.is_answered));
            line.sent = Instant::now();
            drop(line);
            if to_database.write_all(&bytes[..count]).is_err() {
                break;
            }
        }
        let _ = to_database.shutdown(Shutdown::Both);
    });
    let answering = line.clone();
    std::thread::spawn(move || {
        let mut bytes = [0; 16 * 1024];
        while let Ok(count @ 1..) = database.read(&mut bytes) {
            loop {
                let mut line = answering.lock().unwrap();
                let left = QUIET.saturating_sub(line.sent.elapsed());
                if left.is_zero() {
                    line.is_answered = true;
                    break;
                }
                drop(line);
                std::thread::sleep(left);
            }
            if store.write_all(&bytes[..count]).is_err() {
                break;
            }
        }
        let _ = store.shutdown(Shutdown::Both);
    });
}

#[test]
fn a_batch_takes_three_round_trips_however_many_writes_it_has() {
    let (address, line) = proxy(&new_postgres_address());
    let store = Postgres::open(&address.parse().unwrap()).unwrap();
    let new: Vec<Write> = (1..=TABLES).map(|number| Write::Table(row(number))).collect();
    assert_eq!(store.write(&new).unwrap(), vec![Wrote::Kept; new.len()]);
    let turns_of = |batch: &[Write]| {
        let before = line.lock().unwrap().turns;
        assert_eq!(store.write(batch).unwrap(), vec![Wrote::Kept; batch.len()]);
        line.lock().unwrap().turns - before
    };
    let mut last = 0;
    // Each table has the same number of events, and `number` more of them follow.
    let mut next = |tables: i64, number: u64| {
        let batch: Vec<Write> = (last + 1..=last + number)
            .flat_map(|seq| {
                (1..=tables).map(move |table| Write::Change(id(table), Change::Event(event(seq, &format!("{seq}")))))
            })
            .collect();
        last += if tables == TABLES { number } else { 0 };
        batch
    };
    turns_of(&next(TABLES, 1)); // prepares the statements
    let many = (0..TRIES).map(|_| turns_of(&next(TABLES, 4))).min();
    // The first table is ahead of the others from now on.
    let ahead = last_of_first(&store);
    let one = (1..=TRIES).map(|more| {
        let seq = ahead + more;
        turns_of(&[Write::Change(id(1), Change::Event(event(seq, &format!("{seq}"))))])
    });
    assert_eq!((one.min(), many), (Some(3), Some(3)), "for one write, and for {}", 4 * TABLES);
}

/// The number of the last event of the first table.
fn last_of_first(store: &Postgres) -> u64 {
    store.table(id(1), 0).unwrap().unwrap().events.len() as u64
}
