//! `sixfold worker`: where its settings come from. What it does is tested with the servers that it thinks for (`tests/cluster`).

#![allow(clippy::unwrap_used, reason = "the helpers of a test are tests too")]

use std::io::{BufRead as _, BufReader};
use std::process::{Child, Stdio};

use crate::common::{command, sixfold};
use crate::nats::Nats;

/// A process that is killed when the test ends.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        self.0.kill().unwrap();
        self.0.wait().unwrap();
    }
}

#[test]
fn a_worker_takes_the_password_of_its_bus_from_the_environment() {
    let nats = Nats::start_with_login("ann", "geheim");
    let mut worker = command("worker --json");
    worker.env("SIXFOLD_BUS", nats.address()).env("SIXFOLD_THREADS", "1").env("SIXFOLD_LOG", "info");
    let mut worker = Running(worker.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap());
    let mut started = String::new();
    BufReader::new(worker.0.stdout.take().unwrap()).read_line(&mut started).unwrap();
    let bus = format!("nats://127.0.0.1:{}/sixfold", nats.port());
    assert_eq!(started, format!("{{\"bus\":\"{bus}\",\"threads\":1}}\n"));
    let log = BufReader::new(worker.0.stderr.take().unwrap()).lines().map(Result::unwrap);
    let until_connected: Vec<_> = log.take_while(|line| !line.contains("connected to the bus")).collect();
    assert!(
        !until_connected.iter().any(|line| line.contains("refuses") || line.contains("geheim")),
        "{until_connected:?}"
    );
}

#[test]
fn a_worker_says_in_its_log_that_the_bus_refuses_its_password() {
    let nats = Nats::start_with_login("ann", "geheim");
    let bus = format!("nats://ann:falsch@127.0.0.1:{}", nats.port());
    let mut worker = Running(command("worker").env("SIXFOLD_BUS", bus).stderr(Stdio::piped()).spawn().unwrap());
    let mut log = BufReader::new(worker.0.stderr.take().unwrap()).lines().map(Result::unwrap);
    let refused = log.find(|line| line.contains("the bus refuses the user or the password")).expect("it is logged");
    assert!(refused.contains("ERROR") && !refused.contains("falsch"), "{refused}");
}

#[test]
fn a_worker_without_an_address_says_where_it_can_stand() {
    let said = sixfold("worker").complaint(2);
    assert!(said.contains("--bus nats://host:4222, or SIXFOLD_BUS in the environment"), "{said}");
}
