//! The real binary in the hands of whoever runs it: a disk without room, a storm of warnings, an end in the middle of a match.

#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "the helpers of a test are tests too")]

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

const PATIENCE: Duration = Duration::from_secs(30);

/// A server in a process of its own. Dropping it kills it.
struct Running {
    child: Child,
    addr: String,
    /// Where metrics are read, if the server was told to say them.
    metrics_addr: Option<String>,
    _output: BufReader<ChildStdout>,
}

impl Running {
    fn start(data_dir: &Path, arguments: &[&str]) -> Self {
        Self::start_in_shell(data_dir, "", arguments)
    }

    /// Starts a server after these commands of the shell.
    fn start_in_shell(data_dir: &Path, before: &str, arguments: &[&str]) -> Self {
        let binary = std::env::var_os("CARGO_BIN_EXE_sixfold").expect("cargo test sets this");
        let mut child = Command::new("sh")
            .args(["-c", &format!("{before}exec \"$0\" \"$@\"")])
            .arg(binary)
            .args(["serve", "--json", "--addr", "127.0.0.1:0", "--data-dir"])
            .arg(data_dir)
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        output.read_line(&mut line).unwrap();
        let said: Value = serde_json::from_str(&line).unwrap_or_else(|_| panic!("{line}"));
        let metrics_addr = said["metrics"].as_str().and_then(|url| url.split('/').nth(2)).map(str::to_owned);
        Self { child, addr: said["addr"].as_str().unwrap().to_owned(), metrics_addr, _output: output }
    }

    fn ask(&self, request: &str) -> (u16, String) {
        Self::ask_at(&self.addr, request)
    }

    fn ask_at(addr: &str, request: &str) -> (u16, String) {
        let mut stream = TcpStream::connect(addr).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (head, text) = answer.split_once("\r\n\r\n").unwrap();
        (head[9..12].parse().unwrap(), text.to_owned())
    }

    fn get(&self, path: &str) -> (u16, String) {
        self.ask(&format!("GET {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n\r\n", self.addr))
    }

    /// A sample of the metrics.
    fn metric(&self, name: &str) -> f64 {
        let addr = self.metrics_addr.as_ref().unwrap();
        let text = Self::ask_at(addr, &format!("GET /metrics HTTP/1.1\r\nhost: {addr}\r\nconnection: close\r\n\r\n")).1;
        let value = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        value.unwrap_or_else(|| panic!("{name}: {text}")).parse().unwrap()
    }

    /// Makes a table; returns the status and the answer.
    fn make_table(&self) -> (u16, String) {
        let body = json!({ "game": catalog::GAMES[0].info().key, "name": "Zephyrine" }).to_string();
        self.ask(&format!(
            "POST /api/tables HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\
             connection: close\r\n\r\n{body}",
            self.addr,
            body.len()
        ))
    }

    fn send(&self, signal: &str) {
        assert!(Command::new("kill").args([signal, &self.child.id().to_string()]).status().unwrap().success());
    }

    /// Ends the server; returns its log.
    fn end(mut self) -> String {
        self.send("-TERM");
        let mut log = String::new();
        self.child.stderr.take().unwrap().read_to_string(&mut log).unwrap();
        assert!(self.child.wait().unwrap().success(), "{log}");
        log
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn a_server_whose_disk_is_full_answers_and_is_not_ready() {
    let folder = tempfile::tempdir().unwrap();
    // No file may be larger than some hundred KB. A write beyond that fails, as on a full disk, and the signal for it is ignored.
    let without_room = "trap '' XFSZ; ulimit -f 600; ";
    let no_limits = ["--tables-per-second", "100000", "--tables-per-minute-per-address", "100000", "--log", "error"];
    let no_limits =
        [&no_limits[..], &["--requests-per-second-per-address", "100000", "--metrics-addr", "127.0.0.1:0"]].concat();
    let server = Running::start_in_shell(folder.path(), without_room, &no_limits);
    assert_eq!(server.get("/readyz"), (200, "ready\n".to_owned()));
    let numbers = || {
        let names = [
            "sixfold_ready",
            r#"sixfold_store_errors_total{what="write"}"#,
            r#"sixfold_store_errors_total{what="probe"}"#,
        ];
        names.map(|name| server.metric(name) as u64)
    };
    assert_eq!(numbers(), [1, 0, 0]);
    let began = Instant::now();
    while server.make_table().0 == 200 {
        assert!(began.elapsed() < PATIENCE, "the disk is never full");
    }
    std::thread::sleep(Duration::from_millis(1100)); // an answer holds for a second
    assert_eq!(server.get("/readyz"), (503, "the store takes no writes\n".to_owned()));
    let (status, health) = server.get("/api/health");
    assert!(status == 503 && health.contains(r#""ok":false"#), "{health}");
    let [ready, writes, probes] = numbers();
    assert!(ready == 0 && writes >= 1 && probes >= 1, "{writes}, {probes}");
    assert_eq!(server.get("/healthz"), (200, "ok\n".to_owned()));
    let health = |page: &str| {
        let mut health = Command::new(std::env::var_os("CARGO_BIN_EXE_sixfold").expect("cargo test sets this"));
        health.args(["health", &format!("http://{}{page}", server.addr)]).output().unwrap().status.code()
    };
    assert_eq!([health(""), health("/readyz"), health("/healthz")], [Some(1), Some(1), Some(0)]);
    let (log, named) = (server.end(), format!("the store failed: {}/sixfold.db: ", folder.path().display()));
    assert_eq!(log.matches(&named).count(), log.matches("the store failed: ").count(), "the log names the disk: {log}");
    assert!(log.contains(&named), "{log}");
}

#[test]
fn a_server_without_free_files_writes_few_lines_and_goes_on_when_there_are_some() {
    let folder = tempfile::tempdir().unwrap();
    // A host who asks for more connections than there are files gets them, with a warning.
    let server = Running::start_in_shell(folder.path(), "ulimit -n 64; ", &["--connections", "4000"]);
    let crowd: Vec<_> = (0..100).map(|_| TcpStream::connect(&server.addr).unwrap()).collect();
    std::thread::sleep(Duration::from_secs(3)); // it tries to accept ten times a second
    drop(crowd);
    assert_eq!(server.get("/healthz"), (200, "ok\n".to_owned()));
    let log = server.end();
    let accepting = log.lines().filter(|line| line.contains("accepting a connection")).count();
    let warned = log.lines().filter(|line| line.contains("for 32 connections, not for 4000")).count();
    assert_eq!(warned, 1, "{log}");
    assert!((1..=10).contains(&accepting) && log.lines().count() <= accepting + 2, "{log}");
}

#[test]
fn a_server_that_was_not_told_how_many_may_come_takes_as_many_as_there_are_files_for() {
    let folder = tempfile::tempdir().unwrap();
    let server = Running::start_in_shell(folder.path(), "ulimit -n 300; ", &["--log", "warn"]);
    let crowd: Vec<_> = (0..200).map(|_| TcpStream::connect(&server.addr).unwrap()).collect();
    std::thread::sleep(Duration::from_millis(300));
    let mut full = String::new();
    TcpStream::connect(&server.addr).unwrap().read_to_string(&mut full).unwrap();
    assert!(full.starts_with("HTTP/1.1 503 "), "it is full and says so: {full}");
    drop(crowd);
    let log = server.end();
    assert!(log.contains("for 150 connections, not for 4000") && !log.contains("accepting a connection"), "{log}");
}

#[test]
fn a_server_uses_the_open_files_that_the_system_lets_it_have() {
    let folder = tempfile::tempdir().unwrap();
    let server = Running::start_in_shell(folder.path(), "ulimit -Sn 100; ulimit -Hn 5000; ", &[]);
    let crowd: Vec<_> = (0..300).map(|_| TcpStream::connect(&server.addr).unwrap()).collect();
    std::thread::sleep(Duration::from_millis(300));
    assert_eq!(server.get("/healthz").0, 200);
    drop(crowd);
    assert_eq!(server.end(), "");
}

/// A server with a table that its disk has changed.
fn damaged(folder: &Path, arguments: &[&str]) -> (Running, String) {
    let server = Running::start(folder, &[]);
    let (_, made) = server.make_table();
    let made: Value = serde_json::from_str(&made).unwrap();
    server.end();
    let database = rusqlite::Connection::open(folder.join("sixfold.db")).unwrap();
    database.execute("UPDATE tables SET setup = setup || ' '", []).unwrap();
    drop(database);
    (Running::start(folder, arguments), format!("/api/tables/{}", made["table"].as_str().unwrap()))
}

#[test]
fn a_storm_of_the_same_warning_is_a_few_lines_and_a_number() {
    let folder = tempfile::tempdir().unwrap();
    let (server, table) = damaged(folder.path(), &[]);
    for _ in 0..200 {
        assert_eq!(server.get(&table).0, 500);
    }
    let log = server.end();
    assert_eq!(log.lines().filter(|line| line.contains("ERROR")).count(), 10 + 1, "{log}");
    assert!(log.contains("ERROR 190 more lines like the last ones from ") && log.lines().count() == 11, "{log}");
    assert!(!log.contains("Zephyrine"), "{log}");
}

#[test]
fn a_log_for_programs_has_a_json_object_a_line() {
    let folder = tempfile::tempdir().unwrap();
    let (server, table) = damaged(folder.path(), &["--log-format", "json", "--log", "debug"]);
    for _ in 0..12 {
        server.get(&table);
    }
    let log = server.end();
    let lines: Vec<Value> = log.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let said = |level: &str, message: &str| {
        let says = |line: &&Value| line["level"] == level && line["message"].as_str().unwrap().contains(message);
        lines.iter().filter(says).count()
    };
    assert_eq!((said("INFO", "listening"), said("INFO", "closed"), said("ERROR", "damaged")), (1, 1, 10), "{log}");
    assert_eq!(lines.iter().filter(|line| line["count"] == 2).count(), 1, "{log}");
}

#[test]
fn a_drain_ends_when_nobody_is_connected_or_at_the_second_request() {
    let folder = tempfile::tempdir().unwrap();
    let began = Instant::now();
    Running::start(folder.path(), &["--drain-seconds", "600"]).end();
    let server = Running::start(folder.path(), &["--drain-seconds", "600"]);
    let made: Value = serde_json::from_str(&server.make_table().1).unwrap();
    let mut socket = TcpStream::connect(&server.addr).unwrap();
    socket.set_read_timeout(Some(PATIENCE)).unwrap();
    write!(
        socket,
        "GET /api/tables/{}/socket HTTP/1.1\r\nhost: {}\r\nconnection: upgrade\r\nupgrade: websocket\r\n\
         sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
        made["table"].as_str().unwrap(),
        server.addr
    )
    .unwrap();
    let mut answer = [0; 12];
    socket.read_exact(&mut answer).unwrap();
    assert_eq!(&answer, b"HTTP/1.1 101");
    server.send("-TERM");
    while server.get("/readyz").0 != 503 {
        assert!(began.elapsed() < PATIENCE, "it does not say that it ends");
    }
    assert_eq!((server.get("/healthz").0, server.make_table().0), (200, 503), "it still answers");
    server.end(); // the second request
    assert!(began.elapsed() < PATIENCE);
}
