//! Running the real binary.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

/// A game of HexOust with a forced pass, kept by the game itself.
pub(crate) const RECORD_WITH_A_PASS: &str =
    include_str!("../../../../games/hexoust/tests/golden/pass-on-base-4.record");

/// What a run has left behind.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Run {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Run {
    /// What was said by a run that went well.
    #[track_caller]
    pub(crate) fn said(self) -> String {
        assert_eq!((self.code, self.err.as_str()), (0, ""), "{}", self.out);
        self.out
    }

    /// The objects, a line each, that a run said that went well.
    #[track_caller]
    pub(crate) fn objects(self) -> Vec<Value> {
        self.said().lines().map(|line| serde_json::from_str(line).expect("every line is JSON")).collect()
    }

    /// The complaint of a run that failed without an answer.
    #[track_caller]
    pub(crate) fn complaint(self, code: i32) -> String {
        assert_eq!((self.code, self.out.as_str()), (code, ""), "{}", self.err);
        self.err
    }
}

/// The binary with these arguments, split at blanks.
pub(crate) fn command(args: &str) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO_BIN_EXE_sixfold").expect("cargo test says where it is"));
    command.args(args.split_whitespace()).env_remove("NO_COLOR").env("COLUMNS", "100").env("LC_ALL", "C.UTF-8");
    command
}

/// Runs the binary with these arguments, split at blanks.
pub(crate) fn sixfold(args: &str) -> Run {
    sixfold_hearing(args, b"")
}

/// Runs the binary with this on its standard input.
pub(crate) fn sixfold_hearing(args: &str, input: &[u8]) -> Run {
    let mut child = command(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    let mut stdin = child.stdin.take().expect("it was piped");
    let input = input.to_owned();
    // Beside the reading, so that neither waits for the other; whoever has heard enough may close the pipe.
    let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().expect("the binary ends");
    writer.join().expect("the writer does not panic");
    let text = |bytes| String::from_utf8(bytes).expect("the binary speaks UTF-8");
    Run { code: output.status.code().expect("it was not killed"), out: text(output.stdout), err: text(output.stderr) }
}

/// A path for a file of one test; nothing is there yet.
pub(crate) fn fresh_path(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{}-{name}", std::process::id()));
    let _ = std::fs::remove_file(&path);
    path
}

/// A file of one test with this in it.
pub(crate) fn file(name: &str, content: impl AsRef<[u8]>) -> PathBuf {
    let path = fresh_path(name);
    std::fs::write(&path, content).expect("the test's folder can be written");
    path
}

/// Runs the binary on a file, whose path may have blanks.
pub(crate) fn sixfold_on(args: &str, path: &Path) -> Run {
    let output = command(args).arg(path).stdin(Stdio::null()).output().expect("the binary starts");
    let text = |bytes| String::from_utf8(bytes).expect("the binary speaks UTF-8");
    let hide = |text: String| text.replace(&path.display().to_string(), "FILE");
    let code = output.status.code().expect("it was not killed");
    Run { code, out: hide(text(output.stdout)), err: hide(text(output.stderr)) }
}

/// The keys of an object in the order of the alphabet.
pub(crate) fn keys(object: &Value) -> Vec<&str> {
    let mut keys: Vec<&str> = object.as_object().expect("it is an object").keys().map(String::as_str).collect();
    keys.sort_unstable();
    keys
}

/// Every game, as complaints list them.
pub(crate) fn games() -> String {
    catalog::GAMES.iter().map(|game| game.info().key).collect::<Vec<_>>().join(", ")
}
