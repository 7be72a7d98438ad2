//! `sixfold serve --clock-from-stdin`, with which the browser tests let time pass. The test uses the real binary and
//! two players, and moves the clock by a minute.

#![allow(clippy::unwrap_used, reason = "the helpers of a test are tests too")]

#[path = "../src/load/client.rs"]
mod client;

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Command, Stdio};

use client::{Client, Socket};
use game::{Exit, Seat, Share};
use protocol::{FromClient, FromServer};

async fn hear_until(socket: &mut Socket, right: impl Fn(&FromServer) -> bool) -> FromServer {
    loop {
        let message = serde_json::from_str(&socket.hear().await.unwrap()).unwrap();
        if right(&message) {
            return message;
        }
    }
}

#[test]
fn whoever_is_away_for_too_long_by_that_clock_has_lost() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = Command::new(std::env::var_os("CARGO_BIN_EXE_sixfold").expect("cargo test sets this"))
        .args(["serve", "--json", "--addr", "127.0.0.1:0", "--clock-from-stdin", "--data-dir"])
        .arg(folder.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(server.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let started: serde_json::Value = serde_json::from_str(&line).unwrap();
    let client = Client(started["addr"].as_str().unwrap().parse().unwrap());
    let mut clock = server.stdin.take().unwrap();
    let game = catalog::GAMES.iter().find(|game| game.info().grace_seconds.is_some()).unwrap().info();
    let grace = game.grace_seconds.unwrap();

    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let created = client.create(game.key).await.unwrap();
        let (mut red, _) = client.enter(&created.table, Some(&created.key)).await.unwrap();
        let (mut blue, _) = client.enter(&created.table, None).await.unwrap();
        let sit = FromClient::Sit { id: "sit".to_owned(), seat: None, name: String::new(), key: None, own: None };
        blue.say(&sit).await.unwrap();
        for socket in [&mut red, &mut blue] {
            let share = FromClient::Share { id: "share".to_owned(), share: Share([7; 32]) };
            socket.say(&share).await.unwrap();
            hear_until(socket, |message| matches!(message, FromServer::Done { .. })).await;
        }
        drop(blue);
        let missed = |message: &FromServer| {
            let left = Some(u64::from(grace) * 1000);
            matches!(message, FromServer::People { seats, .. } if seats[1].lost_in == left)
        };
        hear_until(&mut red, missed).await;
        writeln!(clock, "nonsense\nadvance {}\nadvance 0.5\nadvance 0.5", grace - 1).unwrap();
        let over = hear_until(&mut red, |message| matches!(message, FromServer::Moment(_))).await;
        let FromServer::Moment(over) = over else { unreachable!("hear_until accepts nothing else") };
        assert_eq!(over.what.exit(), Some(Exit::Dropped(Seat(1))));
    });
    server.kill().unwrap();
    server.wait().unwrap();
}
