//! Servers in processes of their own, started from this same binary.

use std::io::{self, BufRead as _, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use serde::Deserialize;

use super::client::Client;
use super::no_limits::NO_LIMITS;
use crate::cli::RelayKeeping;

/// A running process that listens. Dropping it ends the process.
struct Listening {
    addr: SocketAddr,
    child: Child,
}

#[derive(Deserialize)]
struct Started {
    addr: SocketAddr,
}

impl Listening {
    /// Starts this binary with more arguments. It prints its address first.
    fn start(command: &mut Command) -> io::Result<Self> {
        let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn()?;
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("its output is piped")).read_line(&mut line)?;
        let started: Result<Started, _> = serde_json::from_str(&line);
        let Ok(Started { addr }) = started else {
            let _ = child.kill();
            let _ = child.wait();
            return Err(io::Error::other("the server did not start"));
        };
        Ok(Self { addr, child })
    }

    fn memory_kib(&self) -> io::Result<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()))?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let number = line.and_then(|line| line.split_whitespace().next()).and_then(|number| number.parse().ok());
        number.ok_or_else(|| io::Error::other("the system does not say how much memory a process has"))
    }
}

impl Drop for Listening {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What servers are started with.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    /// Where the folders of stores are made.
    pub(crate) under: PathBuf,
    /// The address of the store, which has a password perhaps; a folder of its own if there is none.
    pub(crate) store: Option<String>,
    /// The address of the bus.
    pub(crate) bus: Option<String>,
    /// How many processes.
    pub(crate) nodes: u32,
    /// How many connections each of them takes.
    pub(crate) connections: u32,
}

/// Running nodes over one store, or a relay. Dropping them ends the processes and removes the folder.
pub(crate) struct Servers {
    nodes: Vec<Listening>,
    folder: PathBuf,
    is_relay: bool,
}

impl Servers {
    /// Starts the nodes with limits that a load test does not reach.
    pub(crate) fn start(place: &Place, name: &str) -> io::Result<Self> {
        let mut servers = Self { nodes: Vec::new(), folder: folder(&place.under, name), is_relay: false };
        for _ in 0..place.nodes {
            let mut command = Command::new(std::env::current_exe()?);
            command.args(["serve", "--json", "--addr", "127.0.0.1:0"]).args(NO_LIMITS);
            command.arg("--connections").arg(place.connections.to_string());
            // By the environment and not by arguments: everybody on this machine can read those.
            match &place.store {
                Some(store) => command.env("SIXFOLD_STORE", store),
                None => command.arg("--data-dir").arg(&servers.folder),
            };
            if let Some(bus) = &place.bus {
                command.env("SIXFOLD_BUS", bus);
            }
            servers.nodes.push(Listening::start(&mut command)?);
        }
        Ok(servers)
    }

    /// Starts a relay.
    pub(crate) fn start_relay(place: &Place, keeping: RelayKeeping) -> io::Result<Self> {
        let folder = folder(&place.under, "relay");
        let mut command = Command::new(std::env::current_exe()?);
        command.args(["bench", "relay", "--json", "--keeping", &keeping.name(), "--data-dir"]).arg(&folder);
        Ok(Self { nodes: vec![Listening::start(&mut command)?], folder, is_relay: true })
    }

    /// How players reach them.
    pub(crate) fn site(&self) -> Site {
        let nodes = self.nodes.iter().map(|node| Client(node.addr)).collect();
        Site { nodes, is_relay: self.is_relay }
    }

    /// The resident memory of all processes together, in KiB.
    pub(crate) fn memory_kib(&self) -> io::Result<u64> {
        self.nodes.iter().map(Listening::memory_kib).sum()
    }
}

impl Drop for Servers {
    fn drop(&mut self) {
        self.nodes.clear();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

fn folder(under: &Path, name: &str) -> PathBuf {
    under.join(format!("sixfold-bench-{}-{name}", std::process::id()))
}

/// Where the players of a load test connect.
#[derive(Clone, Debug)]
pub(crate) struct Site {
    nodes: Vec<Client>,
    /// Whether a relay is there, which knows no rules, and no server.
    pub(crate) is_relay: bool,
}

impl Site {
    /// The node of a player. The players of a table are at different ones, if there are several.
    pub(crate) fn node(&self, table: u64, player: usize) -> Client {
        self.nodes[(table as usize + player) % self.nodes.len()]
    }
}
