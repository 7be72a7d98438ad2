//! A server in a process of its own, started from this same binary.

use std::io::{self, BufRead as _, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use serde::Deserialize;

use super::no_limits::NO_LIMITS;

/// A running server with a folder of its own. Dropping it ends the process and removes the folder.
pub(crate) struct ServerProcess {
    pub(crate) addr: SocketAddr,
    child: Child,
    folder: PathBuf,
}

#[derive(Deserialize)]
struct Started {
    addr: SocketAddr,
}

impl ServerProcess {
    /// Starts the server with limits that a load test does not reach.
    pub(crate) fn start(under: &Path, name: &str) -> io::Result<Self> {
        let folder = under.join(format!("sixfold-bench-{}-{name}", std::process::id()));
        let mut child = Command::new(std::env::current_exe()?)
            .args(["serve", "--json", "--addr", "127.0.0.1:0"])
            .args(NO_LIMITS)
            .arg("--data-dir")
            .arg(&folder)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()?;
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("its output is piped")).read_line(&mut line)?;
        let started: Result<Started, _> = serde_json::from_str(&line);
        let Ok(Started { addr }) = started else {
            let _ = child.kill();
            let _ = child.wait();
            return Err(io::Error::other("the server did not start"));
        };
        Ok(Self { addr, child, folder })
    }

    /// The resident memory of the process, in KiB.
    pub(crate) fn memory_kib(&self) -> io::Result<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()))?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let number = line.and_then(|line| line.split_whitespace().next()).and_then(|number| number.parse().ok());
        number.ok_or_else(|| io::Error::other("the system does not say how much memory a process has"))
    }
}

impl Drop for ServerProcess {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}
