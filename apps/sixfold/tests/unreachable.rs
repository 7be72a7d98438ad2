//! The real binary while what it needs is away: a database or a bus that does not answer, and another server at its database
//! that it cannot hear. Whatever is away, a server ends when it is asked to.

#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "the helpers of a test are tests too")]

#[path = "../src/load/client.rs"]
mod client;
#[path = "../../server/testkit/nats.rs"]
mod nats;
#[path = "../../server/testkit/postgres.rs"]
mod postgres;
#[allow(dead_code, reason = "nobody takes a free seat here")]
#[path = "../../server/testkit/seated.rs"]
mod seated;

use std::io::{BufRead as _, BufReader, Read};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use client::{Client, Created, Socket};
use game::{Random, Seat, Share};
use nats::Nats;
use postgres::{Cluster, Sync};
use protocol::FromServer;
use seated::Seated;
use serde_json::json;
use tokio::time::timeout;

/// A process that ends at once ends long before that, also on a busy machine. One that waited for a bus that is not there would not
/// end.
const AT_ONCE: Duration = Duration::from_secs(10);
/// A thread that waits for a database which does not answer gives up three seconds after it has connected.
const BEFORE_THE_DATABASE_IS_GIVEN_UP: Duration = Duration::from_secs(2);
/// How often a server may be too slow for that because the machine is busy.
const TRIES: usize = 5;
/// How long the end of a server may take: rooms, connections, journal, lease and bus have some seconds each, about ten together.
const TO_END: Duration = Duration::from_secs(30);
const PATIENCE: Duration = Duration::from_mins(1);

/// Nobody listens at this port, and no other program of the machine gets it for a listener of its own.
const NOBODY: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 1);

/// A process of the binary. Dropping it kills it.
struct Running {
    child: Child,
    /// What it prints and what it says on standard error, line by line as it comes.
    printed: Receiver<String>,
    errors: Receiver<String>,
    /// What was taken from them, for whoever reads of a failure.
    said: String,
}

/// The lines that a process writes here, each with its end.
fn lines_of(output: impl Read + Send + 'static) -> Receiver<String> {
    let (sender, lines) = channel();
    std::thread::spawn(move || {
        let mut output = BufReader::new(output);
        loop {
            let mut line = String::new();
            if output.read_line(&mut line).unwrap() == 0 || sender.send(line).is_err() {
                return;
            }
        }
    });
    lines
}

impl Running {
    fn start(arguments: &[&str]) -> Self {
        let mut child = Command::new(std::env::var_os("CARGO_BIN_EXE_sixfold").expect("cargo test sets this"))
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let printed = lines_of(child.stdout.take().unwrap());
        let errors = lines_of(child.stderr.take().unwrap());
        Self { child, printed, errors, said: String::new() }
    }

    /// Waits until it has said this on standard error. Returns the line.
    fn wait_for(&mut self, what: &str) -> String {
        let until = Instant::now() + PATIENCE;
        loop {
            let left = until.saturating_duration_since(Instant::now());
            let line = self.errors.recv_timeout(left);
            let line = line.unwrap_or_else(|ended| panic!("it has not said «{what}»: {ended}: {}", self.said));
            self.said.push_str(&line);
            if line.contains(what) {
                return line;
            }
        }
    }

    /// Waits until it has printed a line. Returns the line.
    fn wait_for_start(&mut self) -> String {
        let line = self.printed.recv_timeout(PATIENCE).unwrap_or_else(|ended| {
            let said: String = self.errors.try_iter().collect();
            panic!("it prints nothing: {ended}: {}{said}", self.said)
        });
        assert!(line.starts_with("Sixfold "), "{line}");
        line
    }

    /// Waits until it lets people in. Returns its address.
    fn wait_for_address(&mut self) -> Client {
        let line = self.wait_for_start();
        Client(line.split_once("http://").unwrap().1.split_whitespace().next().unwrap().parse().unwrap())
    }

    /// Sends a signal. Returns how it ended, how long that took, and what it said since.
    fn end(mut self, signal: &str) -> (ExitStatus, Duration, String) {
        let asked = Instant::now();
        assert!(Command::new("kill").args(["-s", signal, &self.child.id().to_string()]).status().unwrap().success());
        while self.child.try_wait().unwrap().is_none() && asked.elapsed() < 2 * TO_END {
            std::thread::sleep(Duration::from_millis(5));
        }
        let took = asked.elapsed();
        let _ = self.child.kill(); // if it has not ended
        let status = self.child.wait().unwrap();
        let said = self.errors.iter().collect(); // until it ends: the process is gone
        (status, took, said)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Somebody who plays against the computer, and has the first turn.
struct Player {
    seated: Seated,
    socket: Socket,
    /// What they ask for next.
    action: String,
}

impl Player {
    async fn sit_down(server: Client) -> Self {
        let game = *catalog::GAMES.iter().find(|game| game.info().grace_seconds.is_none()).unwrap();
        let bots = json!([{ "seat": 1, "level": "1" }]);
        let new = json!({ "game": game.info().key, "options": [], "name": "Ann", "bots": bots });
        let Created { table, key, .. } = server.post("/api/tables", &new).await.unwrap();
        let seated = Seated::new(&table, key, Seat(0), Share([7; 32]));
        let (socket, welcome) = server.enter(&table, Some(&seated.key)).await.unwrap();
        let mut player = Self { seated, socket, action: String::new() };
        let FromServer::Welcome(welcome) = serde_json::from_str(&welcome).unwrap() else { panic!("{welcome}") };
        player.socket.say(&player.seated.commit(&welcome)).await.unwrap();
        let start = loop {
            match player.hear().await.unwrap() {
                FromServer::People { seats, .. } => {
                    if let Some(share) = player.seated.open_share(&seats) {
                        player.socket.say(&share).await.unwrap();
                    }
                }
                FromServer::Begun(begun) => {
                    assert_eq!(begun.first_actor, Some(player.seated.seat));
                    break begun.start;
                }
                _ => {}
            }
        };
        player.action = game.open(&start).unwrap().random_action(&mut Random::new(1)).unwrap();
        player
    }

    /// The next message; none when the connection has ended.
    async fn hear(&mut self) -> Option<FromServer> {
        let heard = timeout(PATIENCE, self.socket.hear()).await.expect("the server says something or ends");
        heard.ok().map(|text| serde_json::from_str(&text).unwrap())
    }

    async fn play(&mut self) {
        let request = self.seated.ask(Some(self.action.clone()));
        self.socket.say(&request).await.unwrap();
    }

    /// Whether the request is acknowledged before the connection ends.
    async fn is_done(&mut self) -> bool {
        loop {
            match self.hear().await {
                None => return false,
                Some(FromServer::Done { id, .. }) if self.seated.is_answered(&id) => return true,
                Some(_) => {}
            }
        }
    }
}

#[test]
fn a_server_that_is_asked_to_end_while_its_database_does_not_answer_ends_at_once() {
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    let store = format!("postgres://ann:secret@{}/games", silent.local_addr().unwrap());
    for signal in ["TERM", "INT"] {
        let mut took = Vec::new();
        while took.iter().all(|took| *took >= BEFORE_THE_DATABASE_IS_GIVEN_UP) {
            assert!(took.len() < TRIES, "it waits for its database: {took:?}");
            let server = Running::start(&["serve", "--addr", "127.0.0.1:0", "--store", &store]);
            let _connection = silent.accept().unwrap(); // it waits for an answer now
            let (status, this_one_took, said) = server.end(signal);
            assert!(status.success(), "{status} after {this_one_took:?}: {said}");
            let shown = store.replace(":secret", "");
            assert_eq!(said, format!("sixfold: ended as asked, while {shown} was being opened\n"));
            took.push(this_one_took);
        }
    }
}

#[test]
fn a_server_with_a_move_that_its_database_does_not_keep_ends_within_seconds() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let cluster = Cluster::start(Sync::Off);
    let mut server = Running::start(&["serve", "--addr", "127.0.0.1:0", "--store", &cluster.new_database()]);
    let addr = server.wait_for_address();
    let mut player = runtime.block_on(Player::sit_down(addr));
    let go_on = cluster.hang();
    let is_done = runtime.spawn(async move {
        player.play().await;
        player.is_done().await
    });
    std::thread::sleep(Duration::from_millis(500)); // the move is on its way to the database
    assert!(!is_done.is_finished(), "nobody answers it");
    let (status, took, said) = server.end("TERM");
    go_on();
    println!("it has ended after {took:?}: {said}");
    assert!(status.success() && took < TO_END, "{status} after {took:?}: {said}");
    assert!(!runtime.block_on(is_done).unwrap(), "nothing is acknowledged that is not kept");
}

#[test]
fn a_server_whose_bus_has_gone_ends_within_seconds() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let (cluster, mut nats) = (Cluster::start(Sync::Off), Nats::start());
    let (store, bus) = (cluster.new_database(), nats.address());
    let mut server =
        Running::start(&["serve", "--addr", "127.0.0.1:0", "--store", &store, "--bus", &bus, "--log", "info"]);
    let addr = server.wait_for_address();
    server.wait_for("connected to the bus");
    let mut player = runtime.block_on(Player::sit_down(addr));
    nats.kill();
    server.wait_for("the bus is gone; trying again until it is back");
    let is_done = runtime.block_on(async {
        player.play().await;
        player.is_done().await
    });
    assert!(is_done, "a match goes on without a bus");
    let (status, took, said) = server.end("TERM");
    println!("it has ended after {took:?}: {said}");
    assert!(status.success() && took < TO_END, "{status} after {took:?}: {said}");
    assert!(said.contains("the bus has not taken the last notices of this node"), "{said}");
}

#[test]
fn a_worker_without_its_bus_says_that_it_waits_and_ends_at_once_when_it_is_asked_to() {
    let bus = format!("nats://{NOBODY}");
    for signal in ["TERM", "INT"] {
        let mut worker = Running::start(&["worker", "--threads", "1", "--bus", &bus]);
        worker.wait_for("the bus is not there yet; this worker takes questions when it is");
        worker.wait_for_start();
        let (status, took, said) = worker.end(signal);
        assert!(status.success() && took < AT_ONCE, "{status} after {took:?}: {said}");
    }
}

#[test]
fn two_servers_at_one_database_without_a_bus_say_so() {
    let cluster = Cluster::start(Sync::Off);
    let store = cluster.new_database();
    let start = || Running::start(&["serve", "--addr", "127.0.0.1:0", "--store", &store]);
    let (mut one, mut two) = (start(), start());
    for server in [&mut one, &mut two] {
        server.wait_for("another server uses this store and cannot be heard, so nobody is counted out");
    }
    let (status, _, said) = two.end("TERM");
    assert!(status.success(), "{said}");
    one.wait_for("every server that uses this store can be heard again, or is gone");
    let gone = one.wait_for("another server of this store is gone");
    assert!(!gone.contains("without a word"), "it has ended in order, and could not tell: {gone}");
}
