//! The computer at a table of the real binary. The server is killed in the computer's turn, and the computer goes on
//! when somebody is back.

#![allow(clippy::unwrap_used, reason = "the helpers of a test are tests too")]

#[path = "../src/load/client.rs"]
mod client;
mod past;

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use catalog::DynMatch;
use client::{Client, Socket};
use game::{Random, Seat, Seed, Share, ShareCommitment};
use past::with_past;
use protocol::{BotSeat, FromClient, FromServer, Moment, Welcome, What};

const KILLS: usize = 6;
/// Far longer than the computer takes on a busy machine.
const PATIENCE: Duration = Duration::from_mins(1);

/// The real server. Dropping it kills it with SIGKILL.
struct Killable(Child, Client);

impl Killable {
    fn start(data_dir: &Path) -> Self {
        let mut child = Command::new(std::env::var_os("CARGO_BIN_EXE_sixfold").expect("cargo test sets this"))
            .args(["serve", "--json", "--addr", "127.0.0.1:0", "--bot-threads", "1", "--data-dir"])
            .arg(data_dir)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let started: serde_json::Value = serde_json::from_str(&line).expect("the server prints its address");
        Self(child, Client(started["addr"].as_str().unwrap().parse().unwrap()))
    }
}

impl Drop for Killable {
    fn drop(&mut self) {
        self.0.kill().unwrap();
        self.0.wait().unwrap();
    }
}

async fn hear(socket: &mut Socket) -> FromServer {
    let heard = tokio::time::timeout(PATIENCE, socket.hear()).await.expect("the server answers in time");
    serde_json::from_str(&heard.unwrap()).expect("the message follows the protocol")
}

async fn enter(server: &Killable, table: &str, key: &str) -> (Socket, Welcome) {
    let (socket, welcome) = server.1.enter(table, Some(key)).await.unwrap();
    match serde_json::from_str(&welcome).unwrap() {
        FromServer::Welcome(welcome) => (socket, with_past(server.1, *welcome, Some(key)).await.unwrap()),
        other => panic!("expected a welcome, not {other:?}"),
    }
}

fn follow(state: &mut dyn DynMatch, moment: &Moment) {
    assert_eq!(moment.seq, state.events() as u64 + 1, "no gaps");
    let What::Action { seat, action, .. } = &moment.what else { panic!("nobody leaves here") };
    state.play(*seat, action).expect("the log holds only legal moves");
}

#[test]
fn a_kill_in_the_computers_turn_loses_nothing_and_it_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let game = catalog::GAMES[0]; // this game has no dice, so any seed gives the same match
    let mut state = game.start(game.setup([]).unwrap(), Seed::number(0).into()).unwrap();
    let mut random = Random::new(7);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let mut server = Killable::start(folder.path());
        let created = server.1.create(game.info().key, &[]).await.unwrap();
        let (mut person, welcome) = enter(&server, &created.table, &created.key).await;
        let bot = BotSeat { seat: Seat(1), level: "2".to_owned() };
        let commitment = ShareCommitment::to(&welcome.commitment, Seat(0), &Share([1; 32]));
        person.say(&FromClient::Commit { id: "commit".to_owned(), commitment }).await.unwrap();
        person.say(&FromClient::SeatBot { id: "sit".to_owned(), bot }).await.unwrap();
        person.say(&FromClient::Share { id: "share".to_owned(), share: Share([1; 32]) }).await.unwrap();
        let share = loop {
            if let FromServer::Begun(begun) = hear(&mut person).await {
                break begun.seats[1].share;
            }
        };
        let mut in_its_turn = 0;
        while in_its_turn < KILLS {
            while state.actor() == Some(Seat(0)) {
                let (id, action) = (format!("m{}", state.events()), state.random_action(&mut random).unwrap());
                person.say(&FromClient::Play { id: id.clone(), action }).await.unwrap();
                loop {
                    match hear(&mut person).await {
                        FromServer::Moment(moment) => follow(state.as_mut(), &moment),
                        FromServer::Done { id: done, .. } if done == id => break,
                        FromServer::Refused(refused) => panic!("a legal move was refused: {refused:?}"),
                        _ => {}
                    }
                }
            }
            drop((person, server));
            server = Killable::start(folder.path());
            let welcome;
            (person, welcome) = enter(&server, &created.table, &created.key).await;
            assert_eq!(welcome.seats[1].share, share, "the computer keeps its share");
            let known = state.events();
            assert!(welcome.moments.len() >= known, "acknowledged moves are there");
            in_its_turn += usize::from(welcome.moments.len() == known);
            for moment in &welcome.moments[known..] {
                follow(state.as_mut(), moment);
            }
            while state.actor() == Some(Seat(1)) {
                if let FromServer::Moment(moment) = hear(&mut person).await {
                    follow(state.as_mut(), &moment);
                }
            }
            assert!(state.actor().is_some(), "the match is long enough");
        }
    });
}
