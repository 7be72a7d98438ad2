//! People who play at tables of a cluster. They see what their seat sees, come back to any node, and repeat what was not
//! answered.

use std::io;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use catalog::DynGame;
use game::{Random, Seat, Share};
use protocol::{FromServer, Moment, RefusedCode, SeatInfo};
use serde_json::Value;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::{Instant, sleep, timeout};

use super::client::Socket;
use super::processes::Nodes;
use super::seated::Seated;
use super::{Ending, KindOfTable, Ledger};

/// How long somebody waits for an answer before they try another node.
const TO_ANSWER: Duration = Duration::from_secs(5);
/// How long somebody who is restless stays at one node.
const AT_ONE_NODE: Duration = Duration::from_secs(3);
/// After this many events whoever acts gives up, so that matches end.
const ENOUGH: u64 = 14;
/// So many where a match is played to its end. None of these takes so long.
const FAR_TOO_MANY: u64 = 1_000;

/// Plays one table after the other.
pub(crate) async fn play_tables(first: usize, nodes: Nodes, ledger: Arc<Mutex<Ledger>>, mut random: Random) {
    let mut number = first;
    while !ledger.lock().unwrap().is_closing {
        let kind = KindOfTable::numbered(number);
        let (table, people) = sit_down(&kind, &nodes, &ledger, &mut random).await;
        play(kind, table, people, &ledger).await;
        number += 7; // another game next time
    }
}

/// Plays one table after the other at which one of two people leaves for good. At every second one the other one stays in a
/// strange way: they connect to another node every few seconds.
pub(crate) async fn leave_tables(first: usize, nodes: Nodes, ledger: Arc<Mutex<Ledger>>, mut random: Random) {
    let waiting: Vec<_> = catalog::GAMES.iter().filter(|game| game.info().grace_seconds.is_some()).collect();
    let mut number = first;
    while !ledger.lock().unwrap().is_closing {
        let kind = KindOfTable::usual(*waiting[number % waiting.len()]);
        let (table, mut people) = sit_down(&kind, &nodes, &ledger, &mut random).await;
        let leaver = random.below(people.len() as u32) as usize;
        for (seat, person) in people.iter_mut().enumerate() {
            let is_restless = number / waiting.len() % 2 == 1;
            let goes = Manner::Leaves { after: u64::from(random.below(6)) };
            person.manner = if seat == leaver { goes } else { Manner::Stays { is_restless } };
        }
        play(kind, table, people, &ledger).await;
        number += 1;
    }
}

/// People play at a table to the end.
async fn play(kind: KindOfTable, table: String, people: Vec<Person>, ledger: &Mutex<Ledger>) {
    ledger.lock().unwrap().playing.insert(table.clone(), kind.to_string());
    let playing: Vec<_> = people.into_iter().map(|person| tokio::spawn(person.play_to_the_end())).collect();
    for person in playing {
        person.await.expect("nobody found a fault");
    }
    let mut ledger = ledger.lock().unwrap();
    ledger.playing.remove(&table);
    ledger.ended.push((table, kind.to_string()));
}

/// What a node answers to whoever reads this path: the record of a match that is over, or its metrics.
pub(crate) async fn read(addr: SocketAddr, path: &str) -> io::Result<String> {
    let mut stream = TcpStream::connect(addr).await?;
    let request = format!("GET {path} HTTP/1.1\r\nhost: {addr}\r\nconnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await?;
    let (head, body) = answer.split_once("\r\n\r\n").unwrap_or_default();
    if head.starts_with("HTTP/1.1 200") { Ok(body.to_owned()) } else { Err(io::Error::other(answer)) }
}

/// Makes a table. Its people sit at it, or one of them and the computer.
async fn sit_down(
    kind: &KindOfTable,
    nodes: &Nodes,
    ledger: &Arc<Mutex<Ledger>>,
    random: &mut Random,
) -> (String, Vec<Person>) {
    let KindOfTable { game, options, computer, ends } = kind;
    let setup = game.setup(options.iter().map(String::as_str)).unwrap();
    let seats = game.start(setup, game::Seed::number(0).into()).unwrap().seats();
    let with_level = |level| (1..seats).map(move |seat| serde_json::json!({ "seat": seat, "level": level }));
    let bots: Vec<Value> = computer.iter().flat_map(with_level).collect();
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
        let manner = match ends {
            Ending::ByRules => Manner::GivesUp { after: FAR_TOO_MANY },
            Ending::BySomebody => Manner::GivesUp { after: ENOUGH },
        };
        Person {
            game: *game,
            nodes: nodes.clone(),
            ledger: ledger.clone(),
            own,
            manner,
            before: None,
            random: random.split(),
        }
    };
    let mut people = vec![person(0, created.key.clone(), random)];
    if computer.is_none() {
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
    manner: Manner,
    /// The connection that they have had until now, while they connect to another node.
    before: Option<Socket>,
    random: Random,
}

/// How a match ends for somebody.
#[derive(Clone, Copy)]
enum Manner {
    /// In their first turn after so many events they give up.
    GivesUp { after: u64 },
    /// In their first turn after so many events they leave for good.
    Leaves { after: u64 },
    /// They wait for the end, at one node or at another one every few seconds.
    Stays { is_restless: bool },
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
        self.before = None;
        let goes_on_at = Instant::now() + AT_ONE_NODE;
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
            if matches!(self.manner, Manner::Stays { is_restless: true }) && Instant::now() >= goes_on_at {
                self.before = Some(socket);
                return Err(io::Error::other("they go on elsewhere"));
            }
            let is_own_turn = known.actor == Some(self.own.seat) && welcome.begun;
            if let Manner::Leaves { after } = self.manner
                && is_own_turn
                && known.seq >= after
                && self.own.unanswered().is_none()
            {
                self.ledger.lock().unwrap().left.insert(self.own.table.clone(), self.own.seat);
                return Ok(());
            }
            if self.own.unanswered().is_none() && is_own_turn {
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
        if matches!(self.manner, Manner::GivesUp { after } if known.seq >= after) {
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
