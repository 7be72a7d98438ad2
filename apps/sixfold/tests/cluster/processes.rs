//! The processes of a cluster, and what befalls them.

use std::io::{BufRead as _, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, mpsc};
use std::time::{Duration, Instant};

use game::Random;
use tempfile::TempDir;
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::Runtime;

use super::client::Client;
use super::nats::Nats;
use super::no_limits::NO_LIMITS;
use super::people;
use super::postgres::{Cluster, Sync};

const NODES: usize = 3;
const WORKERS: usize = 2;
/// Longer than the lease of a node.
const STOPPED: Duration = Duration::from_secs(5);
/// How long others may take to notice what befalls a node, beside the time that it lasts in any case. Generous: the fault before,
/// of NATS or of PostgreSQL, may keep nodes busy on a slow machine.
const TO_NOTICE: Duration = Duration::from_mins(2);

/// How long a process may take to start, and to end in order. Generous: everybody plays on meanwhile.
const TO_START: Duration = Duration::from_mins(2);
const TO_END: Duration = Duration::from_mins(2);

/// What a node logs of another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Word {
    Heard,
    /// It is alive by the store.
    NotHeard,
    /// It is neither alive by the store nor heard, and has not told that it closes.
    Gone,
}

const WORDS: [(Word, &str); 3] = [
    (Word::Heard, "another server of this store can be heard"),
    (Word::NotHeard, "another server uses this store and cannot be heard"),
    (Word::Gone, "another server of this store is gone: it has ended without a word, or is stopped"),
];

/// The addresses of the nodes as players know them. A node that was killed comes back at another one.
#[derive(Clone)]
pub(crate) struct Nodes(Arc<Mutex<Vec<SocketAddr>>>);

impl Nodes {
    /// Any of them, dead or alive.
    pub(crate) fn any(&self, random: &mut Random) -> Client {
        let nodes = self.0.lock().unwrap();
        Client(nodes[random.below(nodes.len() as u32) as usize])
    }
}

pub(crate) struct Processes {
    store: String,
    addresses: Nodes,
    nodes: Vec<Node>,
    workers: Vec<Killed>,
    nats: Nats,
    postgres: Cluster,
    /// Each node and each worker has a file for its log here.
    logs: TempDir,
}

struct Node {
    process: Killed,
    /// As other nodes name it in their logs.
    id: String,
    /// Where it says what it has counted since its start.
    metrics: SocketAddr,
    /// Its way to the bus, which can be cut.
    line: Arc<Line>,
}

impl Node {
    /// What it has logged last of another node.
    fn last_word_on(&self, other: &str) -> Option<Word> {
        let log = self.process.said();
        let about_it = log.lines().rev().filter(|line| line.contains(other));
        about_it.filter_map(|line| WORDS.iter().find(|(_, words)| line.contains(words))).map(|(word, _)| *word).next()
    }
}

/// A process that is killed when it is dropped.
struct Killed {
    child: Child,
    log: PathBuf,
}

impl Drop for Killed {
    fn drop(&mut self) {
        self.kill();
    }
}

impl Killed {
    /// Starts the binary, and returns the first line that it prints.
    fn start(arguments: &[&str], logs: &Path) -> (Self, serde_json::Value) {
        let (to_log, log) = tempfile::Builder::new().tempfile_in(logs).unwrap().keep().unwrap();
        let mut child = Command::new(std::env::var_os("CARGO_BIN_EXE_sixfold").expect("cargo test sets this"))
            .args(arguments)
            .args(["--json", "--log", "info"])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(to_log)
            .spawn()
            .unwrap();
        let (printed, (sender, first_line)) = (child.stdout.take().unwrap(), mpsc::channel());
        std::thread::spawn(move || {
            let mut line = String::new();
            BufReader::new(printed).read_line(&mut line).unwrap();
            let _ = sender.send(line); // nobody waits any more if it took too long
        });
        let started = Self { child, log };
        let line = first_line.recv_timeout(TO_START);
        let line = line.unwrap_or_else(|_| panic!("{arguments:?} does not start: {}", started.said()));
        let said = serde_json::from_str(&line);
        let said = said.unwrap_or_else(|_| panic!("{arguments:?} printed «{line}»: {}", started.said()));
        (started, said)
    }

    /// What it has logged.
    fn said(&self) -> String {
        std::fs::read_to_string(&self.log).unwrap()
    }

    /// Asks it to end, and waits until it has ended in order.
    fn end(mut self) {
        self.signal("TERM");
        let asked = Instant::now();
        let status = loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                break status;
            }
            assert!(asked.elapsed() < TO_END, "it does not end: {}", self.said());
            std::thread::sleep(Duration::from_millis(20));
        };
        assert!(status.success(), "it ends in order, not with {status}: {}", self.said());
    }

    fn kill(&mut self) {
        self.child.kill().unwrap(); // nothing happens if it has ended
        self.child.wait().unwrap();
    }

    fn signal(&self, signal: &str) {
        let sent = Command::new("kill").args(["-s", signal, &self.child.id().to_string()]).status();
        assert!(sent.unwrap().success());
    }
}

impl Processes {
    pub(crate) fn start(runtime: &Runtime) -> Self {
        let (postgres, nats) = (Cluster::start(Sync::Off), Nats::start());
        let store = postgres.new_database();
        let (addresses, logs) = (Nodes(Arc::default()), tempfile::tempdir().unwrap());
        let (nodes, workers) = (Vec::new(), Vec::new());
        let mut processes = Self { store, addresses, nodes, workers, nats, postgres, logs };
        for _ in 0..NODES {
            let line = runtime.block_on(Line::start(processes.nats.port()));
            let (node, addr) = processes.start_node(line);
            processes.addresses.0.lock().unwrap().push(addr);
            processes.nodes.push(node);
        }
        for _ in 0..WORKERS {
            let worker = processes.start_worker();
            processes.workers.push(worker);
        }
        processes
    }

    pub(crate) fn nodes(&self) -> Nodes {
        self.addresses.clone()
    }

    /// No node and no worker has met a bug. Errors are in the logs too: whatever is killed leaves some.
    pub(crate) fn check_logs(&self) {
        for log in std::fs::read_dir(self.logs.path()).unwrap() {
            let log = std::fs::read_to_string(log.unwrap().path()).unwrap();
            let bugs: Vec<_> = log.lines().filter(|line| line.contains("panicked")).collect();
            assert_eq!(bugs, [""; 0]);
        }
    }

    /// Waits until this is the last word of all others on a node that is at this place, or was. A fault that nobody notices is none.
    fn wait_for_word(&self, expected: Word, id: &str, place: usize) {
        let until = Instant::now() + TO_NOTICE;
        let others = self.nodes.iter().enumerate().filter(|(number, _)| *number != place);
        for (number, other) in others {
            while other.last_word_on(id) != Some(expected) {
                let word = other.last_word_on(id);
                assert!(Instant::now() < until, "node {number} on node {place}: {word:?}, not {expected:?}");
                std::thread::sleep(Duration::from_millis(50));
            }
        }
    }

    /// Waits until the fault before is over for everybody, so that nobody takes it for the next one.
    fn wait_until_all_hear_each_other(&self) {
        for (place, node) in self.nodes.iter().enumerate() {
            self.wait_for_word(Word::Heard, &node.id, place);
        }
    }

    /// The address of the store.
    pub(crate) fn store(&self) -> &str {
        &self.store
    }

    /// A new node, and its address for players.
    fn start_node(&self, line: Arc<Line>) -> (Node, SocketAddr) {
        let bus = format!("nats://127.0.0.1:{}", line.port);
        let mut arguments = vec!["serve", "--addr", "127.0.0.1:0", "--store", &self.store, "--bus", &bus];
        arguments.extend(["--metrics-addr", "127.0.0.1:0"]);
        arguments.extend(NO_LIMITS);
        let (process, said) = Killed::start(&arguments, self.logs.path());
        let log = process.said();
        let id = log.split_once(" node=").expect("it logs its start").1.split_whitespace().next().unwrap().to_owned();
        let said = |what: &str| said[what].as_str().unwrap().to_owned();
        let metrics = said("metrics").trim_start_matches("http://").trim_end_matches("/metrics").parse().unwrap();
        (Node { process, id, metrics, line }, said("addr").parse().unwrap())
    }

    /// A new node takes the place of this one. Returns the old one, which is still there.
    fn replace_node(&mut self, which: usize) -> Node {
        let (node, addr) = self.start_node(self.nodes[which].line.clone());
        self.addresses.0.lock().unwrap()[which] = addr;
        std::mem::replace(&mut self.nodes[which], node)
    }

    /// How many actions of the computer workers have found for the present nodes.
    pub(crate) async fn thoughts_of_workers(&self) -> u64 {
        let mut all = 0;
        for node in &self.nodes {
            let metrics = people::read(node.metrics, "/metrics").await.unwrap();
            let by_workers =
                metrics.lines().find_map(|line| line.strip_prefix("sixfold_thoughts_total{by=\"worker\"} "));
            all += by_workers.map_or(0, |count| count.parse::<u64>().unwrap());
        }
        all
    }

    fn start_worker(&self) -> Killed {
        Killed::start(&["worker", "--threads", "1", "--bus", &self.nats.address()], self.logs.path()).0
    }

    /// Replaces one node after the other as a host does who brings a new version: a new one starts, and the old one is asked to end.
    pub(crate) fn replace_every_node(&mut self, random: &mut Random) {
        for which in 0..NODES {
            println!("node {which} is replaced");
            self.replace_node(which).process.end();
            std::thread::sleep(Duration::from_millis(u64::from(random.below(1_000))));
        }
    }

    /// One fault after the other, with some play between them.
    pub(crate) fn have_every_fault(&mut self, random: &mut Random, cut_off: Duration) {
        let pause =
            |random: &mut Random| std::thread::sleep(Duration::from_millis(1_000 + u64::from(random.below(1_500))));
        pause(random);
        let which = random.below(NODES as u32) as usize;
        self.wait_until_all_hear_each_other();
        println!("node {which} is killed");
        self.nodes[which].process.kill();
        pause(random); // meanwhile its players find nobody at its address
        let killed = self.replace_node(which);
        self.wait_for_word(Word::Gone, &killed.id, which);
        pause(random);
        println!("a worker is killed");
        let which = random.below(WORKERS as u32) as usize;
        self.workers[which].kill();
        pause(random);
        self.workers[which] = self.start_worker();
        pause(random);
        println!("NATS is killed");
        self.nats.kill();
        pause(random);
        self.nats.start_again();
        pause(random);
        println!("PostgreSQL is killed");
        self.postgres.kill();
        pause(random);
        self.postgres.restart();
        pause(random);
        let which = random.below(NODES as u32) as usize;
        self.wait_until_all_hear_each_other();
        println!("node {which} is stopped");
        self.nodes[which].process.signal("STOP");
        std::thread::sleep(STOPPED);
        self.wait_for_word(Word::Gone, &self.nodes[which].id, which);
        self.nodes[which].process.signal("CONT");
        pause(random);
        let which = random.below(NODES as u32) as usize;
        self.wait_until_all_hear_each_other();
        println!("node {which} is cut from the bus");
        self.nodes[which].line.cut(true);
        std::thread::sleep(cut_off);
        self.wait_for_word(Word::NotHeard, &self.nodes[which].id, which);
        self.nodes[which].line.cut(false);
        pause(random);
    }
}

/// Carries the bytes between a node and NATS, unless it is cut.
struct Line {
    port: u16,
    is_cut: AtomicBool,
}

impl Line {
    async fn start(nats: u16) -> Arc<Self> {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let line = Arc::new(Self { port, is_cut: AtomicBool::new(false) });
        let carrying = line.clone();
        tokio::spawn(async move {
            while let Ok((node, _)) = listener.accept().await {
                tokio::spawn(carrying.clone().carry(node, nats));
            }
        });
        line
    }

    fn cut(&self, is_cut: bool) {
        self.is_cut.store(is_cut, Ordering::SeqCst);
    }

    async fn carry(self: Arc<Self>, mut node: TcpStream, nats: u16) {
        let Ok(mut nats) = TcpStream::connect(("127.0.0.1", nats)).await else { return };
        for stream in [&node, &nats] {
            stream.set_nodelay(true).unwrap(); // as both ends do: otherwise each notice takes 40 ms
        }
        let cut = async {
            while !self.is_cut.load(Ordering::SeqCst) {
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        };
        tokio::select! {
            _ = tokio::io::copy_bidirectional(&mut node, &mut nats) => {}
            () = cut => {} // both connections end here
        }
    }
}
