//! Two simulated players at a table, who play random actions, one match after the other.

use std::cell::RefCell;
use std::io;
use std::rc::Rc;
use std::time::{Duration, Instant};

use catalog::{DynGame, DynMatch};
use game::{Random, Seat, Seed, Share};
use protocol::FromClient;
use serde::Deserialize;

use super::client::{Client, Created, Socket};

/// The measurements, shared by all tables.
#[derive(Default)]
pub(crate) struct Measure {
    /// Whether moves are counted now; not during the warm-up.
    pub(crate) counts: bool,
    /// For each move, the time until the opponent is told of it, in microseconds.
    pub(crate) micros: Vec<u32>,
    /// The number of matches that were played to their end.
    pub(crate) games: u64,
}

/// The fields of a message that a simulated player needs. The view is skipped.
#[derive(Deserialize)]
struct Heard<'a> {
    r#type: &'a str,
    seq: Option<u64>,
    actor: Option<Seat>,
    what: Option<HeardWhat<'a>>,
    /// The table of the rematch.
    table: Option<&'a str>,
    you: Option<Seat>,
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

/// Plays both seats of a table, with a rematch after every end, until the future is dropped. `every` is the time
/// between two moves.
pub(crate) async fn play_on(
    client: Client,
    game: &'static dyn DynGame,
    created: Created,
    number: u64,
    every: Option<Duration>,
    measure: Rc<RefCell<Measure>>,
) -> io::Result<()> {
    let (mut guest, _) = client.enter(&created.table, None).await?;
    guest
        .say(&FromClient::Sit { id: "sit".to_owned(), seat: None, name: "bench".to_owned(), key: None, own: None })
        .await?;
    let second_key = loop {
        let text = guest.hear().await?;
        if let Heard { r#type: "seated", key: Some(key), .. } = read(&text)? {
            break key.to_owned();
        }
    };
    drop(guest);
    let keys = [created.key, second_key];
    let mut table = created.table;
    let mut random = Random::new(number);
    let mut pace =
        every.map(|every| Pace { every, due: Instant::now() + every.mul_f64(f64::from(random.below(1000)) / 1000.0) });
    loop {
        let mut sitting = Sitting::sit_down(client, game, &table, &keys).await?;
        table = sitting.play(&mut random, pace.as_mut(), &measure).await?;
        measure.borrow_mut().games += 1;
    }
}

struct Pace {
    every: Duration,
    due: Instant,
}

/// One match.
struct Sitting {
    sockets: [Socket; 2],
    seats: [Seat; 2],
    first: usize,
    state: Box<dyn DynMatch>,
    sent: Instant,
}

impl Sitting {
    async fn sit_down(client: Client, game: &'static dyn DynGame, table: &str, keys: &[String; 2]) -> io::Result<Self> {
        let (mut one, welcome) = client.enter(table, Some(&keys[0])).await?;
        let (mut two, _) = client.enter(table, Some(&keys[1])).await?;
        let own = read(&welcome)?.you.ok_or_else(|| io::Error::other("the key opens no seat"))?;
        let seats = [own, Seat(1 - own.0)];
        // The measured games have no chance and no hidden knowledge. Every seed gives the same match, so any shares
        // will do.
        for socket in [&mut one, &mut two] {
            socket.say(&FromClient::Share { id: "share".to_owned(), share: Share([1; 32]) }).await?;
        }
        let first = loop {
            let text = one.hear().await?;
            match read(&text)? {
                Heard { r#type: "begun", first_actor, .. } => break usize::from(first_actor != Some(own)),
                Heard { r#type: "refused", problem, .. } => return Err(refused(problem)),
                _ => {}
            }
        };
        let setup = game.setup([]).map_err(io::Error::other)?;
        let state = game.start(setup, Seed::number(0).into()).map_err(io::Error::other)?;
        Ok(Self { sockets: [one, two], seats, first, state, sent: Instant::now() })
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
            let [one, two] = &mut self.sockets;
            let (who, text) = tokio::select! {
                text = one.hear() => (0, text?),
                text = two.hear() => (1, text?),
            };
            let heard = read(&text)?;
            match heard.r#type {
                "moment" => {}
                "next" => return Ok(heard.table.unwrap_or_default().to_owned()),
                "refused" => return Err(refused(heard.problem)),
                _ => continue,
            }
            let Some(HeardAction { seat, action }) = heard.what.and_then(|what| what.action) else { continue };
            if heard.seq == Some(self.state.events() as u64 + 1) {
                self.state.play(seat, action).map_err(io::Error::other)?;
            }
            if seat != self.seats[who] {
                let mut measure = measure.borrow_mut();
                if measure.counts {
                    measure.micros.push(self.sent.elapsed().as_micros() as u32);
                }
            }
            if heard.actor == Some(self.seats[who]) {
                self.act(who, random, pace.as_deref_mut()).await?;
            } else if heard.actor.is_none() && who == 0 {
                self.sockets[0].say(&FromClient::Rematch { id: "again".to_owned() }).await?;
            }
        }
    }

    async fn act(&mut self, who: usize, random: &mut Random, pace: Option<&mut Pace>) -> io::Result<()> {
        if let Some(pace) = pace {
            tokio::time::sleep_until(pace.due.into()).await;
            pace.due = (pace.due + pace.every).max(Instant::now());
        }
        let action = self.state.random_action(random).ok_or_else(|| io::Error::other("nothing to play"))?;
        let id = format!("{}", self.state.events());
        self.sent = Instant::now();
        self.sockets[who].say(&FromClient::Play { id, action }).await
    }
}
