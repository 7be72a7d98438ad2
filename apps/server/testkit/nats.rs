//! A NATS server for a test, on a free port of this machine. It is killed when the test ends.

#![allow(dead_code, reason = "no test uses all of it")]
#![allow(clippy::unwrap_used, reason = "the helpers of a test are tests too")]

use std::io::{BufRead as _, BufReader};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

/// How long a server may take to start on a busy machine, and how long it may keep silent.
const TO_START: Duration = Duration::from_mins(1);
/// How often another port is tried. Between the moment when a port is found to be free and the moment when the server listens,
/// another program may take it.
const PORTS: usize = 10;

/// A NATS server.
pub(crate) struct Nats {
    port: u16,
    /// The user and the password that clients have to give.
    login: Option<(&'static str, &'static str)>,
    server: Option<Child>,
}

impl Nats {
    /// Starts a server on a free port.
    pub(crate) fn start() -> Self {
        Self::start_for(None)
    }

    /// Starts a server on a free port that takes nobody but this user with this password.
    pub(crate) fn start_with_login(user: &'static str, password: &'static str) -> Self {
        Self::start_for(Some((user, password)))
    }

    fn start_for(login: Option<(&'static str, &'static str)>) -> Self {
        let mut ended = Vec::new();
        while ended.len() < PORTS {
            let free = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
            let port = free.local_addr().unwrap().port();
            drop(free);
            let mut nats = Self { port, login, server: None };
            match nats.try_to_start() {
                Ok(()) => return nats,
                Err(status) => ended.push((port, status)),
            }
        }
        panic!("the NATS server does not stay on any port: {ended:?}")
    }

    /// The address for `--bus`, with the user and the password if there are any.
    pub(crate) fn address(&self) -> String {
        let login = self.login.map(|(user, password)| format!("{user}:{password}@")).unwrap_or_default();
        format!("nats://{login}127.0.0.1:{}", self.port)
    }

    /// Its port on this machine.
    pub(crate) fn port(&self) -> u16 {
        self.port
    }

    /// Ends the server as a crash does.
    pub(crate) fn kill(&mut self) {
        if let Some(mut server) = self.server.take() {
            server.kill().unwrap();
            server.wait().unwrap();
        }
    }

    /// Starts the server again on its port, and waits until it takes connections.
    pub(crate) fn start_again(&mut self) {
        let began = Instant::now();
        while let Err(status) = self.try_to_start() {
            assert!(began.elapsed() < TO_START, "the NATS server does not stay on port {}: {status}", self.port);
            std::thread::sleep(Duration::from_millis(50)); // somebody has the port for a moment
        }
    }

    /// Starts the server and waits until it takes connections. Returns how it has ended if it does not stay.
    fn try_to_start(&mut self) -> Result<(), ExitStatus> {
        static SERVERS: AtomicU32 = AtomicU32::new(0);
        let name = format!("sixfold-{}-{}", std::process::id(), SERVERS.fetch_add(1, Ordering::Relaxed));
        let port = self.port.to_string();
        let started = Command::new("nats-server")
            .args(["--addr", "127.0.0.1", "--port", &port, "--name", &name])
            .args(self.login.into_iter().flat_map(|(user, password)| ["--user", user, "--pass", password]))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn();
        let server = self.server.insert(started.expect("nats-server is installed: `cargo xtask test` does it"));
        let began = Instant::now();
        loop {
            if let Some(status) = server.try_wait().unwrap() {
                self.server = None;
                return Err(status);
            }
            // Another program may listen there, even another NATS server.
            if greeting(self.port).is_some_and(|greeting| greeting.contains(&format!("\"{name}\""))) {
                return Ok(());
            }
            assert!(began.elapsed() < TO_START, "the NATS server does not start");
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

/// The line with which a NATS server greets everybody who connects: who it is.
fn greeting(port: u16) -> Option<String> {
    let stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port)).ok()?;
    stream.set_read_timeout(Some(Duration::from_secs(5))).ok()?;
    let mut line = String::new();
    BufReader::new(stream).read_line(&mut line).ok()?;
    Some(line).filter(|line| line.starts_with("INFO "))
}

impl Drop for Nats {
    fn drop(&mut self) {
        self.kill();
    }
}
