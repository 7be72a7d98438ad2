//! Helpers that run the real binary.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::build_folder::build_folder;

/// A record of HexOust with a forced pass, from the game's own test data.
pub(crate) const RECORD_WITH_A_PASS: &str =
    include_str!("../../../../games/hexoust/tests/golden/pass-on-base-4.record");

/// The output and the exit code of a run.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Run {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Run {
    /// The output of a run that must succeed.
    #[track_caller]
    pub(crate) fn said(self) -> String {
        assert_eq!((self.code, self.err.as_str()), (0, ""), "{}", self.out);
        self.out
    }

    /// The JSON objects of a run that must succeed, one for each line.
    #[track_caller]
    pub(crate) fn objects(self) -> Vec<Value> {
        self.said().lines().map(|line| serde_json::from_str(line).expect("every line is JSON")).collect()
    }

    /// The error message of a run that must fail without an answer.
    #[track_caller]
    pub(crate) fn complaint(self, code: i32) -> String {
        assert_eq!((self.code, self.out.as_str()), (code, ""), "{}", self.err);
        self.err
    }
}

/// The binary with these arguments, split at blanks.
pub(crate) fn command(args: &str) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO_BIN_EXE_sixfold").expect("cargo test sets this"));
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
    // A thread writes the input while the main thread reads the output, so that neither blocks the other. The write may
    // fail, because the binary may stop reading early.
    let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().expect("the binary ends");
    writer.join().expect("the writer does not panic");
    let text = |bytes| String::from_utf8(bytes).expect("the binary speaks UTF-8");
    Run { code: output.status.code().expect("no signal ended it"), out: text(output.stdout), err: text(output.stderr) }
}

/// The path of a file for one test. No file exists there yet.
pub(crate) fn fresh_path(name: &str) -> PathBuf {
    let path = build_folder().join(format!("{}-{name}", std::process::id()));
    let _ = std::fs::remove_file(&path);
    path
}

/// A file for one test with this content.
pub(crate) fn file(name: &str, content: impl AsRef<[u8]>) -> PathBuf {
    let path = fresh_path(name);
    std::fs::write(&path, content).expect("the test's folder can be written");
    path
}

/// Runs the binary with these arguments and a path, which may have blanks.
pub(crate) fn sixfold_on(args: &str, path: &Path) -> Run {
    let output = command(args).arg(path).stdin(Stdio::null()).output().expect("the binary starts");
    let text = |bytes| String::from_utf8(bytes).expect("the binary speaks UTF-8");
    let hide = |text: String| text.replace(&path.display().to_string(), "FILE");
    let code = output.status.code().expect("no signal ended it");
    Run { code, out: hide(text(output.stdout)), err: hide(text(output.stderr)) }
}

/// The keys of an object in alphabetical order.
pub(crate) fn keys(object: &Value) -> Vec<&str> {
    let mut keys: Vec<&str> = object.as_object().expect("the value is an object").keys().map(String::as_str).collect();
    keys.sort_unstable();
    keys
}

/// The list of all games, as error messages write it.
pub(crate) fn games() -> String {
    catalog::GAMES.iter().map(|game| game.info().key).collect::<Vec<_>>().join(", ")
}
