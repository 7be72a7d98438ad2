//! A NATS server for a test, on a free port of this machine. It is killed when the test ends.

#![allow(dead_code, reason = "no test uses all of it")]
#![allow(clippy::unwrap_used, reason = "the helpers of a test are tests too")]

use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

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
        let free = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let port = free.local_addr().unwrap().port();
        drop(free);
        let mut nats = Self { port, login, server: None };
        nats.start_again();
        nats
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
        let port = self.port.to_string();
        let started = Command::new("nats-server")
            .args(["--addr", "127.0.0.1", "--port", &port])
            .args(self.login.into_iter().flat_map(|(user, password)| ["--user", user, "--pass", password]))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn();
        self.server = Some(started.expect("nats-server is installed: `cargo xtask test` does it"));
        let began = Instant::now();
        while TcpStream::connect((Ipv4Addr::LOCALHOST, self.port)).is_err() {
            assert!(began.elapsed() < Duration::from_secs(30), "the NATS server does not start");
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

impl Drop for Nats {
    fn drop(&mut self) {
        self.kill();
    }
}
