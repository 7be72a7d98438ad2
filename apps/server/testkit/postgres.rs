//! A PostgreSQL server for tests, in a folder of its own, reached through a socket there. It ends with the process that started
//! it, however that ends: a shell waits for the end of its input and then stops the server and removes the folder.
//!
//! Tests of several crates include this file by its path.

#![allow(dead_code, reason = "no test uses all of it")]
#![allow(clippy::unwrap_used, reason = "the helpers of a test are tests too")]

use std::os::unix::fs::chown;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

/// The user of the database.
const USER: &str = "sixfold";
/// A port that names the socket; no port of the machine is taken.
const PORT: &str = "5432";
/// The server refuses to run as root; this user comes with Debian's package.
const SERVER_USER: &str = "postgres";
/// A server that was killed replays its log before it answers.
const TO_START: Duration = Duration::from_mins(1);

/// Whether what is committed survives the loss of power. Without it tests are faster.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sync {
    On,
    Off,
}

/// A PostgreSQL server that is running.
pub(crate) struct Cluster {
    folder: PathBuf,
    sync: Sync,
    databases: AtomicU32,
    /// Its input ends with this process.
    _watching: Child,
}

impl Cluster {
    /// Makes a cluster and starts its server.
    pub(crate) fn start(sync: Sync) -> Self {
        static CLUSTERS: AtomicU32 = AtomicU32::new(0);
        let number = CLUSTERS.fetch_add(1, Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("sixfold-postgres-{}-{number}", std::process::id()));
        std::fs::create_dir(&folder).expect("a folder for PostgreSQL");
        if is_root() {
            let number = |kind| output(Command::new("id").args([kind, SERVER_USER])).trim().parse().ok();
            chown(&folder, number("-u"), number("-g")).expect("the folder is given to the server's user");
        }
        let watching = watch(&folder);
        let cluster = Self { folder, sync, databases: AtomicU32::new(0), _watching: watching };
        let mut initdb = server_program("initdb");
        initdb.args(["--username", USER, "--auth", "trust", "--encoding", "UTF8", "--locale", "C", "--no-sync"]);
        cluster.run(initdb.arg("--pgdata").arg(cluster.data()));
        cluster.restart();
        cluster
    }

    /// Makes a new database and returns its address.
    pub(crate) fn new_database(&self) -> String {
        let name = format!("test{}", self.databases.fetch_add(1, Ordering::Relaxed));
        self.sql("postgres", &format!("CREATE DATABASE {name}"));
        self.address(&name)
    }

    /// The address of a database.
    pub(crate) fn address(&self, database: &str) -> String {
        let host = self.folder.display().to_string().replace('/', "%2F");
        format!("postgres://{USER}@{host}:{PORT}/{database}")
    }

    /// Runs a statement in the database with this name or address, behind the back of everybody else, and returns its answer.
    pub(crate) fn sql(&self, database: &str, sql: &str) -> String {
        let database = database.rsplit('/').next().expect("the name is at the end");
        let mut psql = Command::new(program("psql"));
        psql.arg("--host").arg(&self.folder).args(["--port", PORT, "--username", USER, "--dbname", database]);
        output(psql.args([
            "--no-psqlrc",
            "--quiet",
            "--tuples-only",
            "--no-align",
            "-v",
            "ON_ERROR_STOP=1",
            "--command",
            sql,
        ]))
    }

    /// SIGKILL to the server. Its processes end without writing anything.
    pub(crate) fn kill(&self) {
        self.signal("KILL");
        let started = Instant::now();
        // Its other processes notice that it is gone, and end.
        while self.is_reachable() && started.elapsed() < TO_START {
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// The server and everything that it does for others stops without an end. Returns how to let it go on.
    pub(crate) fn hang(&self) -> impl FnOnce() + use<'_> {
        let own = "application_name <> 'psql' AND backend_type = 'client backend'";
        let serving = self.sql("postgres", &format!("SELECT pid FROM pg_stat_activity WHERE {own}"));
        let serving: Vec<String> = serving.lines().map(str::to_owned).collect();
        let all = move |signal: &str| {
            self.signal(signal);
            for pid in &serving {
                let sent = Command::new("kill").args(["-s", signal, pid]).env("LC_ALL", "C").output();
                let sent = sent.expect("the program is there");
                let told = String::from_utf8_lossy(&sent.stderr);
                // A connection may have ended since it was listed.
                assert!(sent.status.success() || told.contains("No such process"), "{pid}: {told}");
            }
        };
        all("STOP");
        move || all("CONT")
    }

    fn signal(&self, signal: &str) {
        let pid = std::fs::read_to_string(self.data().join("postmaster.pid")).expect("the server is running");
        let pid = pid.lines().next().expect("the first line is the number of the process").to_owned();
        self.run(Command::new("kill").args(["-s", signal, &pid]));
    }

    /// Starts the server, again if need be, and returns when it answers.
    pub(crate) fn restart(&self) {
        let fsync = match self.sync {
            Sync::On => "on",
            Sync::Off => "off",
        };
        let mut options = format!(
            "-c listen_addresses= -c unix_socket_directories={} -c port={PORT} -c fsync={fsync} -c max_connections=200",
            self.folder.display()
        );
        // A server that was killed syncs its files one by one before it answers; since version 14 it can do so at once.
        let version = std::fs::read_to_string(self.data().join("PG_VERSION")).unwrap_or_default();
        if version.trim().parse().is_ok_and(|version: u32| version >= 14) {
            options.push_str(" -c recovery_init_sync_method=syncfs");
        }
        let started = Instant::now();
        loop {
            let mut start = server_program("pg_ctl");
            start.args(["--wait", "--silent", "--options", &options, "--log"]).arg(self.folder.join("log"));
            start.arg("--pgdata").arg(self.data()).arg("start");
            let done = start.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status();
            if done.expect("pg_ctl is there").success() {
                return;
            }
            // The processes of a server that was killed may take a moment to end.
            assert!(started.elapsed() < TO_START, "PostgreSQL did not start: {}", self.log());
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    fn is_reachable(&self) -> bool {
        std::os::unix::net::UnixStream::connect(self.folder.join(format!(".s.PGSQL.{PORT}"))).is_ok()
    }

    fn data(&self) -> PathBuf {
        self.folder.join("data")
    }

    fn log(&self) -> String {
        std::fs::read_to_string(self.folder.join("log")).unwrap_or_default()
    }

    fn run(&self, command: &mut Command) {
        let output = command.stdin(Stdio::null()).output().expect("the program is there");
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{command:?}: {told}\n{}", self.log());
    }
}

/// Stops the server and removes its folder when this process ends or lets the input go.
fn watch(folder: &Path) -> Child {
    let script = r#"cat > /dev/null; "$1" --pgdata "$2/data" --mode immediate --silent stop; rm -rf "$2""#;
    let mut watch = server_program("sh");
    watch.args(["-c", script, "sh"]).arg(program("pg_ctl")).arg(folder);
    let quiet = || Stdio::null();
    watch.stdin(Stdio::piped()).stdout(quiet()).stderr(quiet()).spawn().expect("a shell is there")
}

/// A program run as a user that the server accepts.
fn server_program(name: &str) -> Command {
    let program = program(name);
    if !is_root() {
        return Command::new(program);
    }
    let mut command = Command::new("setpriv");
    command.args(["--reuid", SERVER_USER, "--regid", SERVER_USER, "--clear-groups"]).arg(program);
    command.current_dir("/"); // the user need not be able to read the folder of the test
    command
}

/// The program of the newest PostgreSQL where Debian installs it, or the one on the path.
fn program(name: &str) -> PathBuf {
    let versions = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let programs = versions.map(|version| version.path().join("bin").join(name)).filter(|program| program.is_file());
    let version = |program: &PathBuf| {
        let version = program.iter().nth(4).and_then(|name| name.to_str()?.parse::<u32>().ok());
        version.unwrap_or(0)
    };
    programs.max_by_key(version).unwrap_or_else(|| name.into())
}

fn is_root() -> bool {
    output(Command::new("id").arg("-u")).trim() == "0"
}

fn output(command: &mut Command) -> String {
    let told = command.stdin(Stdio::null()).output();
    let told = told.unwrap_or_else(|error| panic!("{command:?}: {error}; Debian's package is called postgresql"));
    assert!(told.status.success(), "{command:?}: {}", String::from_utf8_lossy(&told.stderr));
    String::from_utf8(told.stdout).expect("its output is text")
}
