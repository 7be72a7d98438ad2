//! `sixfold health`: whether a server is ready, for containers and scripts that have no other program to ask with.

use std::io::{Read as _, Write as _};
use std::net::{TcpStream, ToSocketAddrs as _};
use std::time::Duration;

use serde_json::json;

use crate::failure::Failure;
use crate::output::Output;

/// How long the server may take for each part of the answer.
const PATIENCE: Duration = Duration::from_secs(5);

pub(crate) fn run(url: &str, output: &mut Output) -> Result<(), Failure> {
    let no_address = || Failure::Input(format!("`{url}` is no address; http://127.0.0.1:7654 would be right"));
    if url.starts_with("https://") {
        let problem = "health is asked for in plain HTTP: a server that speaks TLS itself answers at its metrics_addr";
        return Err(Failure::Input(problem.to_owned()));
    }
    let rest = url.strip_prefix("http://").ok_or_else(no_address)?;
    let (host, path) = rest.split_once('/').unwrap_or((rest, ""));
    let path = if path.is_empty() { "readyz" } else { path };
    if host.is_empty() || !url.chars().all(|sign| sign.is_ascii_graphic()) {
        return Err(no_address());
    }
    let (ready, said) = match ask(host, path) {
        Ok((200, text)) => (true, text),
        Ok((status, text)) => (false, format!("{status} {text}")),
        Err(error) => (false, error.to_string()),
    };
    output.say(&json!({ "ready": ready, "said": said }), || said.clone())?;
    if ready { Ok(()) } else { Err(Failure::No) }
}

/// The status of an answer, and the first line of its text.
fn ask(host: &str, path: &str) -> std::io::Result<(u16, String)> {
    let wrong = |problem: &str| std::io::Error::new(std::io::ErrorKind::InvalidData, problem.to_owned());
    let with_port = if host.rsplit(':').next().is_some_and(|port| port.parse::<u16>().is_ok()) {
        host
    } else {
        &format!("{host}:80")
    };
    let addr = with_port.to_socket_addrs()?.next().ok_or_else(|| wrong("this name leads nowhere"))?;
    let mut stream = TcpStream::connect_timeout(&addr, PATIENCE)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    write!(stream, "GET /{path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n")?;
    let mut answer = Vec::new();
    stream.take(16 * 1024).read_to_end(&mut answer)?;
    let answer = String::from_utf8_lossy(&answer);
    let status =
        answer.split(' ').nth(1).and_then(|status| status.parse().ok()).ok_or_else(|| wrong("that is no HTTP"))?;
    let text = answer.split_once("\r\n\r\n").map_or("", |(_, text)| text);
    Ok((status, text.lines().next().unwrap_or_default().to_owned()))
}
