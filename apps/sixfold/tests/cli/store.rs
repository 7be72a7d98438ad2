//! `sixfold store check`, `store copy`, `store clean`, `backup` and `restore`.

#![allow(clippy::unwrap_used, reason = "the helpers of a test are tests too")]

use std::io::{BufRead as _, BufReader};
use std::process::{Child, Stdio};
use std::sync::LazyLock;

use catalog::Request;
use game::{Random, Seed};
use server::{Change, Postgres, Sqlite, Store, StoredEvent, StoredEventKind, TableId, TableRow, Write};

use crate::cluster::{Cluster, Sync};
use crate::common::{command, sixfold};

static CLUSTER: LazyLock<Cluster> = LazyLock::new(|| Cluster::start(Sync::Off));

/// A store as a report names it: without its password.
fn shown(store: &str) -> String {
    store.parse::<server::StoreAddress>().unwrap().to_string()
}

#[test]
fn a_store_is_checked_and_a_folder_without_one_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let check = format!("store check --data-dir {}", folder.path().display());
    assert!(sixfold(&check).complaint(2).contains("there is no database in"));
    drop(Sqlite::open(folder.path()).unwrap());
    let store = format!("sqlite:{}", folder.path().display());
    let nothing = "0 tables and 0 journeys with 0 events: everything is as it was written\n";
    assert_eq!(sixfold(&check).said(), format!("{store}: {nothing}"));
    let rows = sixfold(&format!("store check --store {store} --json")).objects();
    assert_eq!((&rows[0]["store"], &rows[0]["problems"]), (&store.as_str().into(), &0.into()));
    // A folder is named with its whole path: `data` is another one wherever the command is called.
    let here = command("store check --data-dir .").current_dir(folder.path()).output().unwrap();
    let said = String::from_utf8(here.stdout).unwrap();
    assert!(said.starts_with("sqlite:/") && said.ends_with(&format!(": {nothing}")), "{said}");

    let busy = Sqlite::open(folder.path()).unwrap();
    assert!(sixfold(&check).complaint(3).contains("in use by another server"));
    drop(busy);
    std::fs::write(folder.path().join("sixfold.db"), "this is no database, whatever its name says").unwrap();
    assert_eq!(sixfold(&check).code, 3);
}

#[test]
fn an_address_that_is_none_is_refused_without_its_password() {
    let refused = |store: &str, code| {
        for command in ["serve --addr 127.0.0.1:0", "store check", "backup never.sixfold"] {
            let told = sixfold(&format!("{command} --store {store}")).complaint(code);
            assert!(!told.contains("geheim"), "{told}");
            assert!(told.contains("sqlite:") || told.contains("postgres://") || told.contains("sslmode"), "{told}");
        }
    };
    refused("data", 2);
    refused("mysql://ann:geheim@localhost/games", 2);
    refused("postgres://ann:geheim@localhost:geheim/games", 2);
    refused("postgres://ann:geheim@db.example.org/games", 2);
    refused("postgres://ann:geheim@localhost/games?sslmode=require", 2);
    refused("postgres://ann:geheim@127.0.0.1:1/games", 3);
    let both = sixfold("serve --data-dir one --store sqlite:two");
    assert_eq!(both.code, 2, "{}", both.err);
}

/// Tables that nobody has been at since this time: two without a match, and one whose match has begun. At a fourth one somebody
/// is now: time counts only while a store is in use.
fn abandoned_tables(touched: u64, now: u64) -> Vec<Write> {
    let game = catalog::GAMES[0];
    let setup = game.setup([]).unwrap();
    let row = |number: i64, fair| TableRow {
        id: TableId::from_number(number),
        game: game.info().key.to_owned(),
        rules_version: game.info().rules_version,
        setup: setup.to_string(),
        rules: None,
        seed: Seed([7; 32]),
        fair,
        seats: vec![None; usize::from(game.start(setup.clone(), Seed([7; 32]).into()).unwrap().seats())],
        touched: Some(touched),
    };
    // A match that is played with the seed alone has begun; this one was never moved at.
    let used = TableRow { touched: Some(now), ..row(4, true) };
    [row(1, true), row(2, true), row(3, false), used].map(Write::Table).to_vec()
}

#[test]
fn a_store_is_cleaned_of_tables_that_nobody_uses() {
    let folder = tempfile::tempdir().unwrap();
    let sqlite = format!("--data-dir {}", folder.path().display());
    assert!(sixfold(&format!("store clean {sqlite}")).complaint(2).contains("there is no database in"));
    let now = std::time::SystemTime::UNIX_EPOCH.elapsed().unwrap().as_secs();
    let ten_days_ago = now - 10 * 24 * 60 * 60;
    let store = Sqlite::open(folder.path()).unwrap();
    store.write(&abandoned_tables(ten_days_ago, now)).unwrap();
    assert!(sixfold(&format!("store clean {sqlite}")).complaint(3).contains("in use by another server"));
    drop(store);
    let address = CLUSTER.new_database();
    Postgres::open(&address.parse().unwrap()).unwrap().write(&abandoned_tables(ten_days_ago, now)).unwrap();
    for (store, name) in
        [(sqlite, format!("sqlite:{}", folder.path().display())), (format!("--store {address}"), shown(&address))]
    {
        let clean = |more: &str| sixfold(&format!("store clean {store} {more}")).said();
        let removed = |unbegun, unfinished| {
            format!(
                "{name}: removed {unbegun} tables at which no match had begun and {unfinished} with a match that nobody finished\n"
            )
        };
        assert_eq!(clean("--keep-unbegun-days 11"), removed(0, 0));
        assert_eq!(clean("--dry-run"), removed(2, 0).replace("removed", "would remove"));
        assert_eq!(clean("--keep-unbegun-days 0"), removed(0, 0));
        assert_eq!(clean(""), removed(2, 0), "the dry run has removed nothing");
        let rows = sixfold(&format!("store clean {store} --keep-unfinished-days 9 --json")).objects();
        assert_eq!(
            (&rows[0]["unbegun"], &rows[0]["unfinished"], &rows[0]["dry_run"]),
            (&0.into(), &1.into(), &false.into())
        );
        assert_eq!(sixfold(&format!("store check {store} --json")).objects()[0]["tables"], 1);
    }
}

/// A match that is played with the seed alone, with so many moves.
fn played(number: i64, moves: u64) -> Vec<Write> {
    let game = catalog::GAMES[0];
    let setup = game.setup([]).unwrap();
    let mut state = game.start(setup.clone(), Seed([7; 32]).into()).unwrap();
    let row = TableRow {
        id: TableId::from_number(number),
        game: game.info().key.to_owned(),
        rules_version: game.info().rules_version,
        setup: setup.to_string(),
        rules: None,
        seed: Seed([7; 32]),
        fair: false,
        seats: vec![None; usize::from(state.seats())],
        touched: None,
    };
    let mut writes = vec![Write::Table(row)];
    let mut random = Random::new(1);
    for seq in 1..=moves {
        let (seat, action) = (state.standing().actor.unwrap(), state.random_action(&mut random).unwrap());
        state.carry_out(&Request::Play { seat, action: &action }, &[]).unwrap();
        let event = StoredEvent { seq, seat, kind: StoredEventKind::Play(action), request: format!("move {seq}") };
        writes.push(Write::Change(TableId::from_number(number), Change::Event(event)));
    }
    writes
}

/// Two matches in a new store: one of four moves, whose second one damage changes, and one of three.
fn write_two_matches(store: &dyn Store) {
    let wrote = store.write(&[played(1, 4), played(2, 3)].concat()).unwrap();
    assert!(wrote.iter().all(|wrote| *wrote == server::Wrote::Kept));
}

const DAMAGE: &str = "UPDATE events SET seat = 1 - seat WHERE table_id = 1 AND seq = 2";

/// The problem that a command names, which has the answer no. Its last line is this.
#[track_caller]
fn only_problem(args: &str, last: &str) -> String {
    let run = sixfold(args);
    assert_eq!((run.code, run.err.as_str()), (1, ""), "{args}: {}", run.out);
    let lines: Vec<_> = run.out.lines().collect();
    let [problem, end] = lines.as_slice() else { panic!("{args}: {}", run.out) };
    assert!(*end == last || end.ends_with(&format!(": {last}")), "{args}: {end}");
    let table = TableId::from_number(1).to_string();
    assert!(problem.contains(&table) && problem.contains("event 2"), "{args}: {problem}");
    (*problem).to_owned()
}

#[test]
fn a_damaged_match_is_named_by_a_check_a_backup_and_a_restore_and_the_others_are_kept() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let sqlite = path("data");
    // Closed in order, so that every event is at its place.
    let store = Sqlite::open(std::path::Path::new(&sqlite)).unwrap();
    write_two_matches(&store);
    drop(store);
    assert!(sixfold(&format!("store check --data-dir {sqlite}")).said().contains(": 2 tables and 0 journeys with 7 "));
    let database = rusqlite::Connection::open(folder.path().join("data/sixfold.db")).unwrap();
    assert_eq!(database.execute(DAMAGE, []).unwrap(), 1);
    drop(database);

    let both = "2 tables and 0 journeys with 3 events: 1 problem";
    let problem = only_problem(&format!("store check --data-dir {sqlite}"), both);
    let rows = sixfold(&format!("store check --data-dir {sqlite} --json")).out;
    let rows: Vec<serde_json::Value> = rows.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((&rows[0]["problem"], &rows[1]["problems"]), (&problem.as_str().into(), &1.into()));
    // A backup of SQLite has every byte, what is damaged too, and says what nobody can get back from it.
    only_problem(&format!("backup {} --data-dir {sqlite}", path("one.sixfold")), both);
    let one = "1 tables and 0 journeys with 3 events: 1 problem";
    let whole = "1 tables and 0 journeys with 3 events: everything is as it was written\n";
    for target in [format!("sqlite:{}", path("restored")), CLUSTER.new_database()] {
        only_problem(&format!("restore {} --store {target}", path("one.sixfold")), one);
        assert_eq!(sixfold(&format!("store check --store {target}")).said(), format!("{}: {whole}", shown(&target)));
    }
    let copied = format!("store copy sqlite:{sqlite} sqlite:{}", path("copied"));
    only_problem(&copied, "everything else is in both stores: 1 tables and 0 journeys with 3 events");

    let postgres = CLUSTER.new_database();
    write_two_matches(&Postgres::open(&postgres.parse().unwrap()).unwrap());
    CLUSTER.sql(&postgres, DAMAGE);
    only_problem(&format!("store check --store {postgres}"), both);
    // A backup of PostgreSQL is written table by table, and has what is whole.
    only_problem(&format!("backup {} --store {postgres}", path("two.sixfold")), one);
    let restored = sixfold(&format!("restore {} --data-dir {}", path("two.sixfold"), path("whole"))).said();
    assert_eq!(restored, format!("sqlite:{}: {whole}", path("whole")));
}

/// A server over this store, with its address.
struct Serving(Child, String);

impl Serving {
    fn start(store: &str) -> Self {
        let mut serve = command(&format!("serve --json --addr 127.0.0.1:0 --store {store}"));
        let mut child = serve.stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let said: serde_json::Value = serde_json::from_str(&line).expect("the server prints its address");
        Self(child, said["addr"].as_str().unwrap().to_owned())
    }

    /// Makes a table over HTTP and returns its name.
    fn new_table(&self) -> String {
        use std::io::{Read as _, Write as _};
        let game = catalog::GAMES[0].info().key;
        let (addr, body) = (&self.1, format!(r#"{{"game":"{game}","options":[],"name":"Ann"}}"#));
        let mut stream = std::net::TcpStream::connect(addr).unwrap();
        let head =
            format!("POST /api/tables HTTP/1.1\r\nhost: {addr}\r\nconnection: close\r\ncontent-type: application/json");
        write!(stream, "{head}\r\ncontent-length: {}\r\n\r\n{body}", body.len()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let body = answer.split_once("\r\n\r\n").unwrap().1;
        let made: serde_json::Value = serde_json::from_str(body).unwrap_or_else(|_| panic!("{answer}"));
        made["table"].as_str().unwrap_or_else(|| panic!("{answer}")).to_owned()
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        self.0.kill().unwrap();
        self.0.wait().unwrap();
    }
}

#[test]
fn a_running_server_is_backed_up_and_restored_and_copied_in_both_directions() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (sqlite, postgres) = (format!("sqlite:{}", path("data")), CLUSTER.new_database());
    let two = "2 tables and 0 journeys with 0 events";
    let right = |store: &str| format!("{}: {two}: everything is as it was written\n", shown(store));

    let server = Serving::start(&sqlite);
    server.new_table();
    server.new_table();
    let backup = format!("backup {} --store {sqlite}", path("one.sixfold"));
    assert_eq!(sixfold(&backup).said(), right(&sqlite), "the server runs on");
    assert!(sixfold(&backup).complaint(2).contains("replaces nothing"));
    server.new_table(); // not in the backup
    assert!(sixfold(&format!("restore {} --store {sqlite}", path("one.sixfold"))).complaint(3).contains("in use"));
    drop(server);
    // After a crash, with the write-ahead log that it left, and after a clean end, without one.
    let three =
        |name| sixfold(&format!("backup {} --store {sqlite} --json", path(name))).objects()[0]["tables"].clone();
    assert_eq!(three("after-a-crash.sixfold"), 3);
    sixfold(&format!("store check --store {sqlite}")).said();
    assert_eq!(three("after-a-clean-end.sixfold"), 3);

    assert!(sixfold(&format!("backup {} --store {postgres}", path("x"))).complaint(2).contains("there is no store in"));
    let restore = format!("restore {} --store {postgres}", path("one.sixfold"));
    assert_eq!(sixfold(&restore).said(), right(&postgres));
    assert_eq!(sixfold(&restore).said(), right(&postgres), "once more changes nothing");
    let copied = format!("everything is in both stores: {two}\n");
    let back = format!("sqlite:{}", path("back"));
    assert_eq!(sixfold(&format!("store copy {postgres} {back}")).said(), copied);
    assert_eq!(sixfold(&format!("store copy {back} {postgres}")).said(), copied);
    assert!(sixfold(&format!("store copy {back} {back}")).complaint(2).contains("to itself"));

    // A target with a table of its own is refused.
    let refused = sixfold(&format!("store copy {postgres} {sqlite}")).complaint(2);
    assert!(refused.contains("which the source has not"), "{refused}");

    let server = Serving::start(&postgres);
    server.new_table();
    assert_eq!(
        sixfold(&format!("store check --store {postgres} --json")).objects()[0]["tables"],
        3,
        "the server runs on"
    );
    assert_eq!(sixfold(&format!("backup {} --store {postgres} --json", path("two.sixfold"))).objects()[0]["tables"], 3);
    drop(server);
    assert!(
        sixfold(&format!("restore {} --data-dir {}", path("nothing"), path("new"))).complaint(2).contains("no file")
    );
}
