//! `sixfold backup` and `sixfold restore` when something comes between: an end, a kill, a full disk, a disk that is not there.

#![allow(clippy::unwrap_used, reason = "the helpers of a test are tests too")]

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use server::Sqlite;

use crate::common::{Run, command, sixfold};

const PATIENCE: Duration = Duration::from_secs(30);

/// What is in a folder although nobody asked for it.
fn unfinished(folder: &Path) -> Vec<PathBuf> {
    let all = std::fs::read_dir(folder).into_iter().flatten().map(|entry| entry.unwrap().path());
    all.filter(|path| path.extension() == Some("part".as_ref())).collect()
}

/// A command that waits in the middle of its work, because somebody else has the database that it needs.
struct Waiting {
    child: Child,
    _busy: rusqlite::Connection,
}

impl Waiting {
    fn start(args: &str, needs: &Path, works_in: &Path) -> Self {
        let busy = rusqlite::Connection::open(needs.join("sixfold.db")).unwrap();
        busy.execute_batch("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE;").unwrap();
        let before = unfinished(works_in);
        let child = command(args).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
        let began = Instant::now();
        // The folder is there before the database is asked for.
        while unfinished(works_in).iter().all(|path| before.contains(path)) {
            assert!(began.elapsed() < PATIENCE, "it does not begin");
            std::thread::sleep(Duration::from_millis(2));
        }
        Self { child, _busy: busy }
    }

    fn end(self, signal: &str) -> (Option<i32>, String) {
        assert!(Command::new("kill").args([signal, &self.child.id().to_string()]).status().unwrap().success());
        let output = self.child.wait_with_output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    }
}

#[cfg(unix)]
#[test]
fn an_interrupted_backup_or_restore_leaves_no_copy_behind() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let (data, target, backups) = (path("data"), path("target"), path("backups"));
    drop((Sqlite::open(&data).unwrap(), Sqlite::open(&target).unwrap()));
    std::fs::create_dir(&backups).unwrap();
    let file = |name: &str| backups.join(name).display().to_string();
    let back_up = |name: &str| format!("backup {} --data-dir {}", file(name), data.display());
    sixfold(&back_up("whole.sixfold")).said();
    let restore = format!("restore {} --data-dir {}", file("whole.sixfold"), target.display());
    for (args, needs, works_in) in [(back_up("monday.sixfold"), &data, &backups), (restore, &target, &target)] {
        // Nobody can tidy up after a kill. The next one does, and so nothing is left when that is asked to end.
        Waiting::start(&args, needs, works_in).end("-KILL");
        assert_eq!(unfinished(works_in).len(), 1);
        for signal in ["-INT", "-TERM"] {
            let waiting = Waiting::start(&args, needs, works_in);
            let began = Instant::now();
            while unfinished(works_in).len() > 1 {
                assert!(began.elapsed() < PATIENCE, "what was left behind stays");
            }
            let (code, said) = waiting.end(signal);
            assert!(code == Some(3) && said.contains("ended as asked, while the backup was being "), "{said}");
            assert_eq!(unfinished(works_in), [""; 0].map(PathBuf::from), "{args} {signal}");
        }
        sixfold(&args).said();
    }
    assert!(backups.join("monday.sixfold").is_file());
}

#[test]
fn a_backup_makes_no_folder_because_its_disk_may_be_away() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    drop(Sqlite::open(&data).unwrap());
    let away = folder.path().join("mount");
    let args = format!("backup {}/monday.sixfold --data-dir {}", away.display(), data.display());
    let told = sixfold(&args).complaint(3);
    assert!(told.contains(&format!("there is no folder {};", away.display())), "{told}");
    assert!(!away.exists());
}

#[cfg(unix)]
#[test]
fn a_backup_that_finds_no_room_names_its_own_disk() {
    let folder = tempfile::tempdir().unwrap();
    let (data, backups) = (folder.path().join("data"), folder.path().join("backups"));
    drop(Sqlite::open(&data).unwrap());
    let large = "INSERT INTO rule_sets (fingerprint, files) VALUES (x'01', hex(zeroblob(100000)))";
    rusqlite::Connection::open(data.join("sixfold.db")).unwrap().execute(large, []).unwrap();
    std::fs::create_dir(&backups).unwrap();
    // No file may be larger than 40 KB, which is enough to read the database. A write beyond that fails, as on a full disk, and the signal for it is ignored.
    let mut backup = Command::new("sh");
    backup.args(["-c", "trap '' XFSZ; ulimit -f 80; exec \"$0\" \"$@\""]);
    backup.arg(std::env::var_os("CARGO_BIN_EXE_sixfold").unwrap()).arg("backup").arg(backups.join("monday.sixfold"));
    let output = backup.arg("--data-dir").arg(&data).output().unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    let right = format!("{}: the backup could not be written: ", backups.display());
    assert!(output.status.code() == Some(3) && told.contains(&right), "{told}");
    assert!(!told.contains(&data.display().to_string()), "{told}");
    assert_eq!(std::fs::read_dir(&backups).unwrap().count(), 0);
}

/// Runs a command with these variables, and returns what it says.
fn with(args: &str, variables: &[(&str, &str)]) -> Run {
    let output = command(args).envs(variables.iter().copied()).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Run { code: output.status.code().unwrap(), out: text(output.stdout), err: text(output.stderr) }
}

#[test]
fn the_commands_beside_a_server_take_the_store_from_where_the_server_takes_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let data = path("data");
    drop(Sqlite::open(Path::new(&data)).unwrap());
    let config = path("sixfold.toml");
    let shipped = include_str!("../../../../deploy/sixfold.toml");
    std::fs::write(&config, shipped.replace("/var/lib/sixfold", &data)).unwrap();
    let nothing = "0 tables and 0 journeys with 0 events: everything is as it was written\n";
    let by_address = format!("sqlite:{data}");
    for command in
        ["store check", "store clean", &format!("backup {}", path("one")), &format!("restore {}", path("one"))]
    {
        let clean = "removed 0 tables at which no match had begun and 0 with a match that nobody finished\n";
        let right = if command == "store clean" { clean } else { nothing };
        let again = |variables: &[(&str, &str)], more: &str| {
            if command.starts_with("backup") {
                let _ = std::fs::remove_file(path("one"));
            }
            let said = with(&format!("{command}{more}"), variables).said();
            assert_eq!(said, format!("{by_address}: {right}"), "{command}{more}");
        };
        again(&[("SIXFOLD_STORE", &by_address)], "");
        again(&[("SIXFOLD_DATA_DIR", &data), ("SIXFOLD_LOG", "info"), ("SIXFOLD_BUS", "nats://nats")], "");
        again(&[], &format!(" --config {config}"));
        again(&[("SIXFOLD_STORE", "postgres://ann@127.0.0.1:1/none")], &format!(" --data-dir {data}"));
        let both = [("SIXFOLD_STORE", by_address.as_str()), ("SIXFOLD_DATA_DIR", data.as_str())];
        assert!(with(command, &both).complaint(2).contains("exclude each other"));
        let misspelt = with(command, &[("SIXFOLD_DATADIR", data.as_str())]).complaint(2);
        assert!(misspelt.contains("did you mean SIXFOLD_DATA_DIR?"), "{misspelt}");
    }
    let wrong = with("store check", &[("SIXFOLD_STORE", "mysql://ann:geheim@localhost/x")]).complaint(2);
    assert!(wrong.contains("postgres://") && !wrong.contains("geheim"), "{wrong}");
    let noted = with("store check", &[("SIXFOLD_DATA", "x"), ("SIXFOLD_STORE", &by_address)]);
    let right = "sixfold: note: the environment: there is no setting SIXFOLD_DATA, so it has no effect\n";
    assert_eq!((noted.code, noted.out, noted.err.as_str()), (0, format!("{by_address}: {nothing}"), right));
}
