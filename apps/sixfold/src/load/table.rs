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

use super::child::Site;
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

    /// All seats of a table.
    pub(crate) fn all_seats(&self) -> impl Iterator<Item = Seat> + use<> {
        (0..self.seats as u8).map(Seat)
    }

    /// How many people a table seats.
    pub(crate) fn seats(&self) -> u32 {
        self.seats as u32
    }

    /// Whether the players know by themselves who acts next. A relay cannot tell them.
    pub(crate) fn fits_a_relay(&self) -> bool {
        self.keeping == Keeping::Mirror
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
    /// What a relay passes on.
    #[serde(borrow)]
    message: Option<HeardMessage<'a>>,
    problem: Option<&'a str>,
}

impl<'a> Heard<'a> {
    /// The action that it tells of, from a server or a relay.
    fn action(&mut self) -> Option<HeardAction<'a>> {
        if let Some(HeardMessage { action }) = self.message {
            return self.seat.map(|seat| HeardAction { seat, action });
        }
        self.what.take().and_then(|what| what.action)
    }
}

#[derive(Clone, Copy, Deserialize)]
struct HeardMessage<'a> {
    action: &'a str,
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
    site: Site,
    played: Played,
    number: u64,
    every: Option<Duration>,
    measure: Rc<RefCell<Measure>>,
) -> io::Result<()> {
    let mut random = Random::new(number);
    let mut pace =
        every.map(|every| Pace { every, due: Instant::now() + every.mul_f64(f64::from(random.below(1000)) / 1000.0) });
    if site.is_relay {
        // Tables of a relay are numbers, each match at one of its own.
        for table in (0..).map(|game: u64| number << 32 | game) {
            let mut sitting = Sitting::at_relay(&site, &played, table).await?;
            measure.borrow_mut().begun += u32::from(table == number << 32);
            sitting.play(&mut random, pace.as_mut(), &measure).await?;
            measure.borrow_mut().games += 1;
        }
    }
    let (mut sitting, keys) = Sitting::at_new_table(&site, number, &played, &mut random).await?;
    measure.borrow_mut().begun += 1;
    loop {
        let table = sitting.play(&mut random, pace.as_mut(), &measure).await?;
        measure.borrow_mut().games += 1;
        sitting = Sitting::at_rematch(&site, number, &played, &table, &keys, &mut random).await?;
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
    /// The seat that acts first. It may be a computer's.
    first_actor: Option<Seat>,
    knowledge: Knowledge,
    /// The number of the last event that a player has been told.
    seq: u64,
    /// The moves of which not all other players have been told, the oldest first.
    under_way: VecDeque<Move>,
    /// The player who acts when it is time. Until then everybody hears on: a move must not seem to take as long as the pause
    /// after it.
    due: Option<(usize, Instant)>,
}

struct Move {
    seq: u64,
    sent: Instant,
    told: usize,
}

impl Sitting {
    /// Makes a table, takes all of its seats and waits until the match has begun. Returns the keys of the players too.
    pub(crate) async fn at_new_table(
        site: &Site,
        number: u64,
        played: &Played,
        random: &mut Random,
    ) -> io::Result<(Self, Vec<String>)> {
        let client = site.node(number, 0);
        let Created { table, key, .. } = client.create(played.game.info().key, &played.options).await?;
        let (socket, promise, seat) = enter(client, &table, Some(&key)).await?;
        let (mut sockets, mut keys) = (vec![socket], vec![key]);
        let mut pledges = vec![new_pledge(promise, seat, random)?];
        while sockets.len() < played.seats {
            let (mut guest, promise, _) = enter(site.node(number, sockets.len()), &table, None).await?;
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
        site: &Site,
        number: u64,
        played: &Played,
        table: &str,
        keys: &[String],
        random: &mut Random,
    ) -> io::Result<Self> {
        let (mut sockets, mut pledges) = (Vec::with_capacity(keys.len()), Vec::with_capacity(keys.len()));
        for (player, key) in keys.iter().enumerate() {
            let (socket, promise, seat) = enter(site.node(number, player), table, Some(key)).await?;
            pledges.push(new_pledge(promise, seat, random)?);
            sockets.push(socket);
        }
        Self::begin(played, sockets, &pledges).await
    }

    /// Connects all players to a table of a relay. Nothing has to be agreed on there.
    async fn at_relay(site: &Site, played: &Played, table: u64) -> io::Result<Self> {
        let mut sockets = Vec::with_capacity(played.seats);
        for player in 0..played.seats {
            sockets.push(site.node(table, player).enter(&table.to_string(), None).await?.0);
        }
        let knowledge = Knowledge::new(played.keeping, played.game, &played.setup, played.seats)?;
        let first = knowledge.actor().map_or(0, Seat::index);
        let (seats, first_actor) = (played.all_seats().collect(), knowledge.actor());
        Ok(Self { sockets, seats, first, first_actor, knowledge, seq: 0, under_way: VecDeque::new(), due: None })
    }

    /// The players agree on the dice, and the match begins. Computers have agreed already.
    pub(crate) async fn begin(played: &Played, mut sockets: Vec<Socket>, pledges: &[Pledge]) -> io::Result<Self> {
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
        let (mut first, mut acts_first) = (0, None);
        for (player, socket) in sockets.iter_mut().enumerate() {
            loop {
                let text = socket.hear().await?;
                match read(&text)? {
                    Heard { r#type: "begun", first_actor, start, .. } => {
                        knowledge.show(player, start.map(RawValue::get));
                        acts_first = first_actor;
                        first = if first_actor == Some(pledges[player].seat) { player } else { first };
                        break;
                    }
                    Heard { r#type: "refused", problem, .. } => return Err(refused(problem)),
                    _ => {}
                }
            }
        }
        let seats = pledges.iter().map(|pledge| pledge.seat).collect();
        Ok(Self {
            sockets,
            seats,
            first,
            first_actor: acts_first,
            knowledge,
            seq: 0,
            under_way: VecDeque::new(),
            due: None,
        })
    }

    /// Plays to the end and returns the table of the rematch; a relay has none.
    async fn play(
        &mut self,
        random: &mut Random,
        mut pace: Option<&mut Pace>,
        measure: &RefCell<Measure>,
    ) -> io::Result<String> {
        self.act_in_time(self.first, random, pace.as_deref_mut()).await?;
        loop {
            let (who, text) = match self.due {
                None => hear_any(&mut self.sockets).await?,
                Some((player, due)) => tokio::select! {
                    biased;
                    heard = hear_any(&mut self.sockets) => heard?,
                    () = tokio::time::sleep_until(due.into()) => {
                        self.due = None;
                        self.act(player, random).await?;
                        continue;
                    }
                },
            };
            let mut heard = read(&text)?;
            let passed = match heard.r#type {
                "moment" => false,
                "passed" => true,
                "next" => return Ok(heard.table.unwrap_or_default().to_owned()),
                "refused" => return Err(refused(heard.problem)),
                _ => continue,
            };
            self.knowledge.show(who, heard.view.map(RawValue::get));
            let Some(HeardAction { seat, action }) = heard.action() else { continue };
            let seq = heard.seq.unwrap_or_default();
            if seq == self.seq + 1 {
                self.knowledge.follow(seat, action)?;
                self.seq = seq;
            }
            if seat != self.seats[who] {
                self.note_told(seq, measure);
            }
            // The match that is played along may be further than this player.
            let is_newest = seq == self.seq;
            let actor = if passed && is_newest { self.knowledge.actor() } else { heard.actor };
            if actor == Some(self.seats[who]) {
                self.act_in_time(who, random, pace.as_deref_mut()).await?;
            } else if passed {
                if is_newest && actor.is_none() && self.under_way.is_empty() {
                    return Ok(String::new());
                }
            } else if actor.is_none() && who == 0 {
                self.sockets[0].say(&FromClient::Rematch { id: "again".to_owned() }).await?;
            }
        }
    }

    /// One person plays against computers, to the end. Nothing is measured.
    pub(crate) async fn play_alone(&mut self, random: &mut Random) -> io::Result<()> {
        let own = self.seats[0];
        let mut actor = self.first_actor;
        loop {
            if actor == Some(own) {
                self.act(0, random).await?;
            }
            loop {
                let text = self.sockets[0].hear().await?;
                let mut heard = read(&text)?;
                match heard.r#type {
                    "moment" => {}
                    "refused" => return Err(refused(heard.problem)),
                    _ => continue,
                }
                self.knowledge.show(0, heard.view.map(RawValue::get));
                if let Some(HeardAction { seat, action }) = heard.action() {
                    self.knowledge.follow(seat, action)?;
                }
                self.seq = heard.seq.unwrap_or_default();
                actor = heard.actor;
                break;
            }
            if actor.is_none() {
                return Ok(());
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

    /// Acts now, or notes when it is time.
    async fn act_in_time(&mut self, who: usize, random: &mut Random, pace: Option<&mut Pace>) -> io::Result<()> {
        let Some(pace) = pace else { return self.act(who, random).await };
        self.due = Some((who, pace.due));
        pace.due = (pace.due + pace.every).max(Instant::now());
        Ok(())
    }

    async fn act(&mut self, who: usize, random: &mut Random) -> io::Result<()> {
        let action = self.knowledge.random_action(who, random)?;
        let id = format!("{}", self.seq);
        self.under_way.push_back(Move { seq: self.seq + 1, sent: Instant::now(), told: 0 });
        self.sockets[who].say(&FromClient::Play { id, action }).await
    }
}

/// Connects with the key of a seat, or without one. Returns the server's commitment and the seat too.
pub(super) async fn enter(
    client: Client,
    table: &str,
    key: Option<&str>,
) -> io::Result<(Socket, Commitment, Option<Seat>)> {
    let (socket, welcome) = client.enter(table, key).await?;
    let Heard { you, commitment, problem, .. } = read(&welcome)?;
    Ok((socket, commitment.ok_or_else(|| refused(problem))?, you))
}

/// A player's part in the dice, with a random share.
pub(super) fn new_pledge(promise: Commitment, seat: Option<Seat>, random: &mut Random) -> io::Result<Pledge> {
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
pub(super) async fn hear_done(socket: &mut Socket, request: &str) -> io::Result<()> {
    loop {
        let text = socket.hear().await?;
        match read(&text)? {
            Heard { r#type: "done", id: Some(id), .. } if id == request => return Ok(()),
            Heard { r#type: "refused", problem, .. } => return Err(refused(problem)),
            _ => {}
        }
    }
}
