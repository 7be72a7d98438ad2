//! People who play at tables of a cluster. They see what their seat sees, come back to any node, and repeat what was not
//! answered.

use std::io;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use catalog::DynGame;
use game::{Random, Seat, Share};
use protocol::{FromServer, Moment, RefusedCode, SeatInfo};
use serde_json::Value;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::{sleep, timeout};

use super::client::{Client, Socket};
use super::processes::Nodes;
use super::seated::Seated;
use super::{Ledger, kind_of_table};

/// How long somebody waits for an answer before they try another node.
const TO_ANSWER: Duration = Duration::from_secs(5);
/// After this many events whoever acts gives up, so that matches end.
const ENOUGH: u64 = 14;

/// A table with its people.
pub(crate) struct Table;

/// Plays one table after the other.
pub(crate) async fn play_tables(first: usize, nodes: Nodes, ledger: Arc<Mutex<Ledger>>, mut random: Random) {
    let mut number = first;
    while !ledger.lock().unwrap().is_closing {
        let (game, options, with_computer) = kind_of_table(number);
        let (table, people) = sit_down(game, &options, with_computer, &nodes, &ledger, &mut random).await;
        let playing: Vec<_> = people.into_iter().map(|person| tokio::spawn(person.play_to_the_end())).collect();
        for person in playing {
            person.await.expect("nobody found a fault");
        }
        ledger.lock().unwrap().ended.push((table, game.info().key));
        number += 7; // another game next time
    }
}

impl Table {
    /// The record of a match that is over.
    pub(crate) async fn record(node: Client, table: &str) -> io::Result<String> {
        let mut stream = TcpStream::connect(node.0).await?;
        let request =
            format!("GET /api/tables/{table}/record HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n\r\n", node.0);
        stream.write_all(request.as_bytes()).await?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await?;
        let (head, body) = answer.split_once("\r\n\r\n").unwrap_or_default();
        if head.starts_with("HTTP/1.1 200") { Ok(body.to_owned()) } else { Err(io::Error::other(answer)) }
    }
}

/// Makes a table. Its people sit at it, or one of them and the computer.
async fn sit_down(
    game: &'static dyn DynGame,
    options: &[String],
    with_computer: bool,
    nodes: &Nodes,
    ledger: &Arc<Mutex<Ledger>>,
    random: &mut Random,
) -> (String, Vec<Person>) {
    let seats = game.start(game.setup([]).unwrap(), game::Seed::number(0).into()).unwrap().seats();
    let bots: Vec<Value> = if with_computer {
        (1..seats).map(|seat| serde_json::json!({ "seat": seat, "level": "1" })).collect()
    } else {
        Vec::new()
    };
    let new = serde_json::json!({ "game": game.info().key, "options": options, "name": "Ann", "bots": bots });
    let created: protocol::Created = loop {
        let asked = timeout(TO_ANSWER, nodes.any(random).post("/api/tables", &new)).await;
        if let Ok(Ok(created)) = asked {
            break created;
        }
        sleep(Duration::from_millis(200)).await;
    };
    let person = |seat: u8, key: String, random: &mut Random| {
        let share = Share(std::array::from_fn(|_| random.below(256) as u8));
        let own = Seated::new(&created.table, key, Seat(seat), share);
        Person { game, nodes: nodes.clone(), ledger: ledger.clone(), own, random: random.split() }
    };
    let mut people = vec![person(0, created.key.clone(), random)];
    if !with_computer {
        for seat in 1..seats {
            let letter = |random: &mut Random| char::from(b'a' + random.below(26) as u8);
            let key = (0..protocol::KEY_LENGTH).map(|_| letter(random)).collect();
            let mut guest = person(seat, key, random);
            while !matches!(timeout(4 * TO_ANSWER, guest.take_seat()).await, Ok(Ok(()))) {
                sleep(Duration::from_millis(200)).await;
            }
            people.push(guest);
        }
    }
    (created.table, people)
}

struct Person {
    game: &'static dyn DynGame,
    nodes: Nodes,
    ledger: Arc<Mutex<Ledger>>,
    own: Seated,
    random: Random,
}

/// What somebody knows of the match.
#[derive(Default)]
struct Known {
    seq: u64,
    actor: Option<Seat>,
    view: Value,
    is_over: bool,
}

impl Known {
    fn take(&mut self, moment: Moment) {
        (self.seq, self.actor, self.view) = (moment.seq, moment.actor, moment.view);
        self.is_over = moment.outcome.is_some();
    }
}

impl Person {
    async fn take_seat(&mut self) -> io::Result<()> {
        let (mut socket, _) = self.nodes.any(&mut self.random).enter(&self.own.table, None).await?;
        socket.say(&self.own.sit()).await?;
        loop {
            match hear(&mut socket).await? {
                FromServer::Seated { .. } => return Ok(()),
                FromServer::Refused(refused) => return Err(io::Error::other(refused.problem)),
                _ => {}
            }
        }
    }

    async fn play_to_the_end(mut self) {
        // A node that is stopped neither answers nor breaks off.
        while !matches!(self.play_until_cut_off().await, Ok(())) {
            let pause = 50 + u64::from(self.random.below(400));
            sleep(Duration::from_millis(pause)).await;
        }
    }

    /// Plays over one connection until the match is over.
    async fn play_until_cut_off(&mut self) -> io::Result<()> {
        let node = self.nodes.any(&mut self.random);
        let entered = timeout(TO_ANSWER, node.enter(&self.own.table, Some(&self.own.key))).await;
        let (mut socket, welcome) = entered.map_err(io::Error::other)??;
        let FromServer::Welcome(mut welcome) = serde_json::from_str(&welcome)? else {
            return Err(io::Error::other("not let in"));
        };
        let mut known = Known { seq: welcome.seq, actor: welcome.first_actor, ..Known::default() };
        match welcome.moments.pop() {
            Some(moment) => known.take(moment),
            None => known.view = welcome.start.take().unwrap_or_default(),
        }
        if !welcome.begun {
            socket.say(&self.own.commit(&welcome)).await?;
            self.open_share(&mut socket, &welcome.seats).await?;
        }
        if let Some(request) = self.own.unanswered() {
            socket.say(request).await?;
        }
        loop {
            if known.is_over {
                return Ok(());
            }
            if self.own.unanswered().is_none() && known.actor == Some(self.own.seat) && welcome.begun {
                let action = self.choose(&known);
                let request = self.own.ask(action);
                socket.say(&request).await?;
            }
            match hear(&mut socket).await? {
                FromServer::Moment(moment) => known.take(*moment),
                FromServer::Begun(begun) => {
                    (welcome.begun, known.actor, known.view) = (true, begun.first_actor, begun.start);
                }
                FromServer::People { seats, .. } if !welcome.begun => self.open_share(&mut socket, &seats).await?,
                FromServer::Done { id, seq } => self.is_done(&id, seq),
                FromServer::Refused(refused) => {
                    // The node could not keep it or knows less than another one: ask again elsewhere.
                    if let (RefusedCode::GameOver, Some(id)) = (refused.code, &refused.id) {
                        self.own.is_answered(id);
                    }
                    return Err(io::Error::other(refused.problem));
                }
                _ => {}
            }
        }
    }

    async fn open_share(&self, socket: &mut Socket, seats: &[SeatInfo]) -> io::Result<()> {
        match self.own.open_share(seats) {
            Some(share) => socket.say(&share).await,
            None => Ok(()),
        }
    }

    /// An action, or nothing to give up.
    fn choose(&mut self, known: &Known) -> Option<String> {
        if known.seq >= ENOUGH {
            return None;
        }
        let position = self.game.open(&known.view).expect("the view can be read");
        position.random_action(&mut self.random)
    }

    fn is_done(&mut self, id: &str, seq: u64) {
        if self.own.is_answered(id) {
            let table = &self.own.table;
            let before = self.ledger.lock().unwrap().acknowledged.insert((table.clone(), seq), id.to_owned());
            assert!(before.is_none_or(|before| before == id), "event {seq} of {table} is somebody else's");
        }
    }
}

/// The next message. Servers say something every few seconds, so silence means that the node is stopped.
async fn hear(socket: &mut Socket) -> io::Result<FromServer> {
    let heard = timeout(2 * TO_ANSWER, socket.hear()).await.map_err(io::Error::other)??;
    serde_json::from_str(&heard).map_err(io::Error::other)
}
