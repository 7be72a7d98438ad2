//! People who play at tables of a cluster. They see what their seat sees, come back to any node, and repeat what was not
//! answered.

use std::io;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use catalog::DynGame;
use game::{Random, Seat, Share, ShareCommitment};
use protocol::{FromClient, FromServer, Moment, RefusedCode, SeatInfo};
use serde_json::Value;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::{sleep, timeout};

use super::client::{Client, Socket};
use super::processes::Nodes;
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
    let person = |seat: u8, key: String, random: &mut Random| Person {
        game,
        nodes: nodes.clone(),
        ledger: ledger.clone(),
        table: created.table.clone(),
        key,
        seat: Seat(seat),
        share: Share(std::array::from_fn(|_| random.below(256) as u8)),
        asked: None,
        asks: 0,
        random: random.split(),
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
    table: String,
    key: String,
    seat: Seat,
    share: Share,
    /// The request that was not answered yet.
    asked: Option<(String, FromClient)>,
    asks: u32,
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
        let (mut socket, _) = self.nodes.any(&mut self.random).enter(&self.table, None).await?;
        let (id, name, key) = ("sit".to_owned(), "Bo".to_owned(), Some(self.key.clone()));
        socket.say(&FromClient::Sit { id, seat: Some(self.seat), name, key, own: None }).await?;
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
        let entered = timeout(TO_ANSWER, node.enter(&self.table, Some(&self.key))).await;
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
            let commitment = ShareCommitment::to(&welcome.commitment, self.seat, &self.share);
            socket.say(&FromClient::Commit { id: "commit".to_owned(), commitment }).await?;
            self.open_share(&mut socket, &welcome.seats).await?;
        }
        if let Some((_, request)) = self.asked.clone() {
            socket.say(&request).await?;
        }
        loop {
            if known.is_over {
                return Ok(());
            }
            if self.asked.is_none() && known.actor == Some(self.seat) && welcome.begun {
                let request = self.decide(&known);
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
                    if refused.code == RefusedCode::GameOver {
                        self.asked = None;
                    }
                    return Err(io::Error::other(refused.problem));
                }
                _ => {}
            }
        }
    }

    /// Opens the share once everybody has committed to theirs.
    async fn open_share(&self, socket: &mut Socket, seats: &[SeatInfo]) -> io::Result<()> {
        if seats[self.seat.index()].share.is_some() || seats.iter().any(|seat| seat.commitment.is_none()) {
            return Ok(());
        }
        socket.say(&FromClient::Share { id: "share".to_owned(), share: self.share }).await
    }

    /// What to ask for now. It stays the same until it is answered.
    fn decide(&mut self, known: &Known) -> FromClient {
        self.asks += 1;
        let id = format!("seat {} ask {}", self.seat.0, self.asks);
        let action = if known.seq < ENOUGH {
            let position = self.game.open(&known.view).expect("the view can be read");
            position.random_action(&mut self.random)
        } else {
            None
        };
        let request = match action {
            Some(action) => FromClient::Play { id: id.clone(), action },
            None => FromClient::Resign { id: id.clone() },
        };
        self.asked = Some((id, request.clone()));
        request
    }

    fn is_done(&mut self, id: &str, seq: u64) {
        if self.asked.as_ref().is_some_and(|(asked, _)| asked == id) {
            self.asked = None;
            let before = self.ledger.lock().unwrap().acknowledged.insert((self.table.clone(), seq), id.to_owned());
            assert!(before.is_none_or(|before| before == id), "event {seq} of {} is somebody else's", self.table);
        }
    }
}

/// The next message. Servers say something every few seconds, so silence means that the node is stopped.
async fn hear(socket: &mut Socket) -> io::Result<FromServer> {
    let heard = timeout(2 * TO_ANSWER, socket.hear()).await.map_err(io::Error::other)??;
    serde_json::from_str(&heard).map_err(io::Error::other)
}
