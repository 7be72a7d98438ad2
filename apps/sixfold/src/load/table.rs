//! Simulated players at a table, who play random actions, one match after the other.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::io;
use std::rc::Rc;
use std::time::{Duration, Instant};

use catalog::DynGame;
use game::{Commitment, Pledge, Random, Seat, Setup, Share};
use protocol::FromClient;
use serde::Deserialize;
use serde_json::value::RawValue;

use super::client::{Client, Created, Socket, hear_any};
use super::knowledge::{Keeping, Knowledge};

/// The measurements, shared by all tables.
#[derive(Default)]
pub(crate) struct Measure {
    /// Whether moves are counted now; not during the warm-up.
    pub(crate) counts: bool,
    /// For each move, the time until all other players are told of it, in microseconds.
    pub(crate) micros: Vec<u32>,
    /// The number of tables whose first match has begun.
    pub(crate) begun: u32,
    /// The number of matches that were played to their end.
    pub(crate) games: u64,
}

/// What is played at every table.
#[derive(Clone)]
pub(crate) struct Played {
    pub(crate) game: &'static dyn DynGame,
    pub(crate) setup: Setup,
    /// The options of the setup that are not at their defaults, as they were given.
    pub(crate) options: Vec<String>,
    seats: usize,
    keeping: Keeping,
}

impl Played {
    pub(crate) fn new(game: &'static dyn DynGame, setup: Setup, options: Vec<String>) -> io::Result<Self> {
        let start = game.start(setup.clone(), game::Seed::number(0).into()).map_err(io::Error::other)?;
        let (seats, keeping) = (start.seats().into(), Keeping::of(game, &setup)?);
        Ok(Self { game, setup, options, seats, keeping })
    }
}

/// The fields of a message that a simulated player needs. The view is not parsed.
#[derive(Deserialize)]
struct Heard<'a> {
    r#type: &'a str,
    id: Option<&'a str>,
    seq: Option<u64>,
    actor: Option<Seat>,
    what: Option<HeardWhat<'a>>,
    #[serde(borrow)]
    view: Option<&'a RawValue>,
    #[serde(borrow)]
    start: Option<&'a RawValue>,
    /// The table of the rematch.
    table: Option<&'a str>,
    you: Option<Seat>,
    seat: Option<Seat>,
    commitment: Option<Commitment>,
    first_actor: Option<Seat>,
    key: Option<&'a str>,
    problem: Option<&'a str>,
}

#[derive(Deserialize)]
struct HeardWhat<'a> {
    #[serde(borrow)]
    action: Option<HeardAction<'a>>,
}

#[derive(Deserialize)]
struct HeardAction<'a> {
    seat: Seat,
    action: &'a str,
}

fn read(text: &str) -> io::Result<Heard<'_>> {
    serde_json::from_str(text).map_err(io::Error::other)
}

fn refused(problem: Option<&str>) -> io::Error {
    io::Error::other(problem.unwrap_or("refused").to_owned())
}

/// Plays all seats of a table, with a rematch after every end, until the future is dropped. `every` is the time between
/// two moves.
pub(crate) async fn play_on(
    client: Client,
    played: Played,
    number: u64,
    every: Option<Duration>,
    measure: Rc<RefCell<Measure>>,
) -> io::Result<()> {
    let mut random = Random::new(number);
    let mut pace =
        every.map(|every| Pace { every, due: Instant::now() + every.mul_f64(f64::from(random.below(1000)) / 1000.0) });
    let (mut sitting, keys) = Sitting::at_new_table(client, &played, &mut random).await?;
    measure.borrow_mut().begun += 1;
    loop {
        let table = sitting.play(&mut random, pace.as_mut(), &measure).await?;
        measure.borrow_mut().games += 1;
        sitting = Sitting::at_rematch(client, &played, &table, &keys, &mut random).await?;
    }
}

struct Pace {
    every: Duration,
    due: Instant,
}

/// One match that has begun, with everybody connected.
pub(crate) struct Sitting {
    sockets: Vec<Socket>,
    /// The seat of each socket.
    seats: Vec<Seat>,
    /// The socket of the seat that acts first.
    first: usize,
    knowledge: Knowledge,
    /// The number of the last event that a player has been told.
    seq: u64,
    /// The moves of which not all other players have been told, the oldest first.
    under_way: VecDeque<Move>,
}

struct Move {
    seq: u64,
    sent: Instant,
    told: usize,
}

impl Sitting {
    /// Makes a table, takes all of its seats and waits until the match has begun. Returns the keys of the players too.
    pub(crate) async fn at_new_table(
        client: Client,
        played: &Played,
        random: &mut Random,
    ) -> io::Result<(Self, Vec<String>)> {
        let Created { table, key, .. } = client.create(played.game.info().key, &played.options).await?;
        let (socket, promise, seat) = enter(client, &table, Some(&key)).await?;
        let (mut sockets, mut keys) = (vec![socket], vec![key]);
        let mut pledges = vec![new_pledge(promise, seat, random)?];
        while sockets.len() < played.seats {
            let (mut guest, promise, _) = enter(client, &table, None).await?;
            let (id, name) = ("sit".to_owned(), "bench".to_owned());
            guest.say(&FromClient::Sit { id, seat: None, name, key: None, own: None }).await?;
            let (seat, key) = hear_seated(&mut guest).await?;
            pledges.push(new_pledge(promise, Some(seat), random)?);
            sockets.push(guest);
            keys.push(key);
        }
        Ok((Self::begin(played, sockets, &pledges).await?, keys))
    }

    /// Connects all players to a table where they sit already, and waits until the match has begun.
    async fn at_rematch(
        client: Client,
        played: &Played,
        table: &str,
        keys: &[String],
        random: &mut Random,
    ) -> io::Result<Self> {
        let (mut sockets, mut pledges) = (Vec::with_capacity(keys.len()), Vec::with_capacity(keys.len()));
        for key in keys {
            let (socket, promise, seat) = enter(client, table, Some(key)).await?;
            pledges.push(new_pledge(promise, seat, random)?);
            sockets.push(socket);
        }
        Self::begin(played, sockets, &pledges).await
    }

    /// The players agree on the dice, and the match begins.
    async fn begin(played: &Played, mut sockets: Vec<Socket>, pledges: &[Pledge]) -> io::Result<Self> {
        // The answer to a request says that it is kept. When all have it, all commitments are told to everybody.
        for (socket, pledge) in sockets.iter_mut().zip(pledges) {
            let commit = FromClient::Commit { id: "commit".to_owned(), commitment: pledge.commitment() };
            socket.say(&commit).await?;
        }
        for socket in &mut sockets {
            hear_done(socket, "commit").await?;
        }
        for (socket, pledge) in sockets.iter_mut().zip(pledges) {
            socket.say(&FromClient::Share { id: "share".to_owned(), share: pledge.share }).await?;
        }
        let mut knowledge = Knowledge::new(played.keeping, played.game, &played.setup, sockets.len())?;
        let mut first = 0;
        for (player, socket) in sockets.iter_mut().enumerate() {
            loop {
                let text = socket.hear().await?;
                match read(&text)? {
                    Heard { r#type: "begun", first_actor, start, .. } => {
                        knowledge.show(player, start.map(RawValue::get));
                        first = if first_actor == Some(pledges[player].seat) { player } else { first };
                        break;
                    }
                    Heard { r#type: "refused", problem, .. } => return Err(refused(problem)),
                    _ => {}
                }
            }
        }
        let seats = pledges.iter().map(|pledge| pledge.seat).collect();
        Ok(Self { sockets, seats, first, knowledge, seq: 0, under_way: VecDeque::new() })
    }

    /// Plays to the end and returns the table of the rematch.
    async fn play(
        &mut self,
        random: &mut Random,
        mut pace: Option<&mut Pace>,
        measure: &RefCell<Measure>,
    ) -> io::Result<String> {
        self.act(self.first, random, pace.as_deref_mut()).await?;
        loop {
            let (who, text) = hear_any(&mut self.sockets).await?;
            let heard = read(&text)?;
            match heard.r#type {
                "moment" => {}
                "next" => return Ok(heard.table.unwrap_or_default().to_owned()),
                "refused" => return Err(refused(heard.problem)),
                _ => continue,
            }
            self.knowledge.show(who, heard.view.map(RawValue::get));
            let Some(HeardAction { seat, action }) = heard.what.and_then(|what| what.action) else { continue };
            let seq = heard.seq.unwrap_or_default();
            if seq == self.seq + 1 {
                self.knowledge.follow(seat, action)?;
                self.seq = seq;
            }
            if seat != self.seats[who] {
                self.note_told(seq, measure);
            }
            if heard.actor == Some(self.seats[who]) {
                self.act(who, random, pace.as_deref_mut()).await?;
            } else if heard.actor.is_none() && who == 0 {
                self.sockets[0].say(&FromClient::Rematch { id: "again".to_owned() }).await?;
            }
        }
    }

    /// One more of the other players is told of a move. The last one completes it.
    fn note_told(&mut self, seq: u64, measure: &RefCell<Measure>) {
        let others = self.sockets.len() - 1;
        let Some(index) = self.under_way.iter().position(|played| played.seq == seq) else { return };
        self.under_way[index].told += 1;
        if self.under_way[index].told < others {
            return;
        }
        let Some(played) = self.under_way.remove(index) else { return };
        let mut measure = measure.borrow_mut();
        if measure.counts {
            measure.micros.push(played.sent.elapsed().as_micros() as u32);
        }
    }

    async fn act(&mut self, who: usize, random: &mut Random, pace: Option<&mut Pace>) -> io::Result<()> {
        if let Some(pace) = pace {
            tokio::time::sleep_until(pace.due.into()).await;
            pace.due = (pace.due + pace.every).max(Instant::now());
        }
        let action = self.knowledge.random_action(who, random)?;
        let id = format!("{}", self.seq);
        self.under_way.push_back(Move { seq: self.seq + 1, sent: Instant::now(), told: 0 });
        self.sockets[who].say(&FromClient::Play { id, action }).await
    }
}

/// Connects with the key of a seat, or without one. Returns the server's commitment and the seat too.
async fn enter(client: Client, table: &str, key: Option<&str>) -> io::Result<(Socket, Commitment, Option<Seat>)> {
    let (socket, welcome) = client.enter(table, key).await?;
    let Heard { you, commitment, problem, .. } = read(&welcome)?;
    Ok((socket, commitment.ok_or_else(|| refused(problem))?, you))
}

/// A player's part in the dice, with a random share.
fn new_pledge(promise: Commitment, seat: Option<Seat>, random: &mut Random) -> io::Result<Pledge> {
    let seat = seat.ok_or_else(|| io::Error::other("the key opens no seat"))?;
    Ok(Pledge::new(promise, seat, Share(std::array::from_fn(|_| random.below(256) as u8))))
}

/// Waits for the answer to a request to sit down: the seat and its key.
async fn hear_seated(socket: &mut Socket) -> io::Result<(Seat, String)> {
    loop {
        let text = socket.hear().await?;
        match read(&text)? {
            Heard { r#type: "seated", seat: Some(seat), key: Some(key), .. } => return Ok((seat, key.to_owned())),
            Heard { r#type: "refused", problem, .. } => return Err(refused(problem)),
            _ => {}
        }
    }
}

/// Waits for the answer to a request.
async fn hear_done(socket: &mut Socket, request: &str) -> io::Result<()> {
    loop {
        let text = socket.hear().await?;
        match read(&text)? {
            Heard { r#type: "done", id: Some(id), .. } if id == request => return Ok(()),
            Heard { r#type: "refused", problem, .. } => return Err(refused(problem)),
            _ => {}
        }
    }
}
