//! The real binary while what it needs is away: a database or a bus that does not answer, and another server at its database
//! that it cannot hear.

#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "the helpers of a test are tests too")]

#[path = "../../server/testkit/postgres.rs"]
mod postgres;

use std::io::{BufRead as _, BufReader, Read as _};
use std::net::TcpListener;
use std::process::{Child, ChildStderr, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use postgres::{Cluster, Sync};

/// Everything ends at once. On a busy machine that takes a moment.
const AT_ONCE: Duration = Duration::from_secs(1);

/// A process of the binary. Dropping it kills it.
struct Running {
    child: Child,
    errors: BufReader<ChildStderr>,
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
        let errors = BufReader::new(child.stderr.take().unwrap());
        Self { child, errors }
    }

    /// Waits until it has said this on standard error. Returns the line.
    fn wait_for(&mut self, what: &str) -> String {
        let mut line = String::new();
        while !line.contains(what) {
            line.clear();
            assert_ne!(self.errors.read_line(&mut line).unwrap(), 0, "it has ended and never said: {what}");
        }
        line
    }

    /// Waits until it has printed a line.
    fn wait_for_start(&mut self) {
        let mut line = String::new();
        BufReader::new(self.child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        assert!(line.starts_with("Sixfold "), "{line}");
    }

    /// Sends a signal. Returns how it ended, how long that took, and what it said since.
    fn end(mut self, signal: &str) -> (ExitStatus, Duration, String) {
        let asked = Instant::now();
        assert!(Command::new("kill").args(["-s", signal, &self.child.id().to_string()]).status().unwrap().success());
        let status = self.child.wait().unwrap();
        let took = asked.elapsed();
        let mut said = String::new();
        self.errors.read_to_string(&mut said).unwrap();
        (status, took, said)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn a_server_that_is_asked_to_end_while_its_database_does_not_answer_ends_at_once() {
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    let store = format!("postgres://ann:secret@{}/games", silent.local_addr().unwrap());
    for signal in ["TERM", "INT"] {
        let server = Running::start(&["serve", "--addr", "127.0.0.1:0", "--store", &store]);
        let _connection = silent.accept().unwrap(); // it waits for an answer now
        let (status, took, said) = server.end(signal);
        assert!(status.success() && took < AT_ONCE, "{status} after {took:?}: {said}");
        let shown = store.replace(":secret", "");
        assert_eq!(said, format!("sixfold: ended as asked, while {shown} was being opened\n"));
    }
}

#[test]
fn a_worker_without_its_bus_says_that_it_waits_and_ends_at_once_when_it_is_asked_to() {
    let free = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let bus = format!("nats://{free}");
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
