//! `sixfold serve` prints its address, answers, and ends when it is asked to.

#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "the helpers of a test are tests too")]

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Command, Stdio};

#[test]
fn it_says_where_it_is_and_ends_on_sigterm() {
    let folder = tempfile::tempdir().unwrap();
    let mut child = Command::new(std::env::var_os("CARGO_BIN_EXE_sixfold").expect("cargo test sets this"))
        .args(["serve", "--json", "--addr", "127.0.0.1:0", "--data-dir"])
        .arg(folder.path().join("new/folder"))
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let said: serde_json::Value = serde_json::from_str(&line).unwrap();
    let addr = said["addr"].as_str().unwrap();
    assert!(addr.starts_with("127.0.0.1:") && !addr.ends_with(":0"), "{addr}");

    let mut stream = TcpStream::connect(addr).unwrap();
    write!(stream, "GET /api/health HTTP/1.1\r\nhost: {addr}\r\nconnection: close\r\n\r\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 200 ") && answer.contains(r#""ok":true"#), "{answer}");

    assert!(Command::new("kill").args(["-TERM", &child.id().to_string()]).status().unwrap().success());
    assert!(child.wait().unwrap().success(), "the server ends with code 0");
}

#[test]
fn an_address_that_is_taken_is_named() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let addr = taken.local_addr().unwrap().to_string();
    let folder = tempfile::tempdir().unwrap();
    let mut serve = Command::new(std::env::var_os("CARGO_BIN_EXE_sixfold").expect("cargo test sets this"));
    let output = serve.args(["serve", "--addr", &addr, "--data-dir"]).arg(folder.path()).output().unwrap();
    assert_eq!(output.status.code(), Some(3));
    assert!(String::from_utf8_lossy(&output.stderr).contains(&addr));
}

#[test]
fn a_folder_that_another_server_uses_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let serve = || {
        let mut serve = Command::new(std::env::var_os("CARGO_BIN_EXE_sixfold").expect("cargo test sets this"));
        serve.args(["serve", "--addr", "127.0.0.1:0", "--data-dir"]).arg(folder.path());
        serve
    };
    let mut first = serve().stdout(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(first.stdout.take().unwrap()).read_line(&mut line).unwrap(); // the server has started
    let second = serve().output().unwrap();
    first.kill().unwrap();
    first.wait().unwrap();
    assert_eq!(second.status.code(), Some(3));
    let said = String::from_utf8_lossy(&second.stderr);
    assert!(said.contains("in use by another server") && said.contains(folder.path().to_str().unwrap()), "{said}");
}

/// The standard output and standard error of a server that ran for a short time.
fn written(log: &[&str]) -> (String, String) {
    let folder = tempfile::tempdir().unwrap();
    let mut child = Command::new(std::env::var_os("CARGO_BIN_EXE_sixfold").expect("cargo test sets this"))
        .args(["serve", "--addr", "127.0.0.1:0", "--data-dir"])
        .arg(folder.path())
        .args(log)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let mut said = String::new();
    output.read_line(&mut said).unwrap(); // the server has started
    assert!(Command::new("kill").args(["-TERM", &child.id().to_string()]).status().unwrap().success());
    output.read_to_string(&mut said).unwrap();
    let mut logged = String::new();
    child.stderr.take().unwrap().read_to_string(&mut logged).unwrap();
    assert!(child.wait().unwrap().success());
    (said, logged)
}

#[test]
fn the_log_goes_to_standard_error_and_is_quiet_unless_asked() {
    let (said, logged) = written(&[]);
    assert!(said.starts_with("Sixfold is at http://127.0.0.1:") && said.ends_with(" (Ctrl-C ends it)\n"), "{said}");
    assert_eq!(said.lines().count(), 1);
    assert_eq!(logged, "", "nothing went wrong");
    let (said, logged) = written(&["--log", "info"]);
    assert_eq!(said.lines().count(), 1, "{said}");
    assert!(logged.contains("INFO listening local_addr=127.0.0.1:") && logged.contains("INFO closed"), "{logged}");
}

#[test]
fn a_level_of_the_log_that_does_not_exist_is_refused_with_those_that_do() {
    let mut serve = Command::new(std::env::var_os("CARGO_BIN_EXE_sixfold").expect("cargo test sets this"));
    let output = serve.args(["serve", "--log", "loud"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("off, error, warn, info, debug, trace"), "{said}");
}
