//! Players who come back to any node, again and again, and repeat what was not answered. Some leave for good.

use protocol::SeatInfo;
use tokio::time::{Instant, sleep, timeout};

use super::seated::Seated;
use super::world::World;
use super::*;

/// How long a player waits for an answer before they try another node, or for a node that is stopped to say anything.
const TO_ANSWER: Duration = Duration::from_secs(4);
/// After this many events whoever acts gives up, so that a run has an end.
const ENOUGH: u64 = 40;

/// A player of the simulation. They look at the truth instead of keeping the views that they were sent, but act only when they were
/// told of everything that has happened: a node that is behind and stays so keeps a match from its end.
pub(super) struct Player {
    world: Arc<World>,
    own: Seated,
    /// In their first turn after so many events they leave and never come back.
    leaves_after: Option<u64>,
    /// Whether a node has let them in the last time that they have tried.
    was_there: bool,
}

impl Player {
    /// A new table with its players: two people, or one and the computer.
    pub(super) async fn sit_down(
        world: &Arc<World>,
        game: &dyn catalog::DynGame,
        with_computer: bool,
    ) -> (String, Vec<Self>) {
        let bots = if with_computer { vec![bot_seat(1, "1")] } else { Vec::new() };
        let created = loop {
            let new = NewTable {
                game: game.info().key.to_owned(),
                options: Vec::new(),
                seat: None,
                name: "Ann".to_owned(),
                bots: bots.clone(),
                own: None,
                rules: None,
            };
            if let Ok(created) = world.any_node().1.create(new, Address::OTHERS).await {
                break created;
            }
        };
        let table = created.table;
        let player = |key: String, seat: u8| {
            let own = Seated::new(&table, key, Seat(seat), Share([seat + 1; 32]));
            Self { world: world.clone(), own, leaves_after: None, was_there: false }
        };
        let mut players = vec![player(created.key, 0)];
        if !with_computer {
            let mut second = player("k".repeat(protocol::KEY_LENGTH), 1);
            second.take_seat().await;
            players.push(second);
        }
        (table, players)
    }

    /// Makes them leave for good in their first turn after so many events.
    pub(super) fn leave_after(&mut self, events: u64) {
        self.leaves_after = Some(events);
    }

    async fn take_seat(&mut self) {
        loop {
            sleep(self.world.luck.millis(50, 1_000)).await;
            let (node, _) = self.world.any_node();
            let Some(mut client) = self.world.connect(node, &self.own.table) else { continue };
            let hello = FromClient::Hello { version: VERSION, key: None, since: 0 };
            if say(&mut client, &hello).await.is_none() || say(&mut client, &self.own.sit()).await.is_none() {
                continue;
            }
            while let Heard::Message(message) = hear(&mut client).await {
                if matches!(message, FromServer::Seated { .. }) {
                    return;
                }
            }
        }
    }

    /// Plays until the match is over or they leave for good.
    pub(super) async fn play_to_the_end(mut self) {
        while self.play_until_cut_off().await.is_none() {
            sleep(self.world.absence(self.was_there)).await;
        }
    }

    /// Plays over one connection. Something if they do not come back.
    async fn play_until_cut_off(&mut self) -> Option<()> {
        self.was_there = false;
        let (node, _) = self.world.any_node();
        let mut client = self.world.connect(node, &self.own.table)?;
        let key = Some(self.own.key.clone());
        say(&mut client, &FromClient::Hello { version: VERSION, key, since: 0 }).await?;
        if let Some(request) = self.own.unanswered() {
            say(&mut client, request).await?;
        }
        let mut told = None; // the number of the last event, once the match has begun
        loop {
            let heard = self.hear(node, &mut client).await;
            self.was_there |= matches!(heard, Heard::Message(FromServer::Welcome(_)));
            match heard {
                Heard::Message(FromServer::Moment(moment)) => told = Some(moment.seq),
                Heard::Message(FromServer::Begun(_)) => told = Some(0),
                Heard::Message(FromServer::Done { id, seq }) => {
                    if self.own.is_answered(&id) {
                        self.world.acknowledge(&self.own.table, seq, &id);
                    }
                }
                Heard::Message(FromServer::Welcome(welcome)) if !welcome.begun => {
                    say(&mut client, &self.own.commit(&welcome)).await?;
                    self.open_share(&mut client, &welcome.seats).await?;
                }
                Heard::Message(FromServer::Welcome(welcome)) => told = Some(welcome.seq),
                Heard::Message(FromServer::People { seats, .. }) => self.open_share(&mut client, &seats).await?,
                // The store failed, or another node was first: ask again elsewhere.
                Heard::Message(FromServer::Refused(refused)) => {
                    let (table, seat) = (&self.own.table, self.own.seat);
                    self.world.tell(format_args!("{table}: {seat:?} is refused: {}", refused.problem));
                    return None;
                }
                Heard::End => return None,
                Heard::Nothing if self.own.unanswered().is_some() => return None,
                Heard::Message(_) | Heard::Nothing => {}
            }
            if self.own.unanswered().is_some() {
                continue;
            }
            let Some(truth) = self.world.truth(&self.own.table) else { continue };
            if told != Some(truth.events() as u64) {
                continue; // the news is on its way
            }
            if truth.is_over() {
                return Some(());
            }
            if truth.actor() == Some(self.own.seat) {
                if self.leaves_after.is_some_and(|events| truth.events() as u64 >= events) {
                    self.world.leave(&self.own.table, self.own.seat);
                    return Some(());
                }
                sleep(self.world.luck.millis(0, 20_000)).await; // people think
                let action = self.choose(&*truth);
                let request = self.own.ask(action);
                say(&mut client, &request).await?;
            }
        }
    }

    /// The next message. A node that is stopped sends none, though its connections stay open.
    async fn hear(&self, node: usize, client: &mut Client) -> Heard {
        let silent_since = Instant::now();
        while self.world.is_stopped(node) {
            if silent_since.elapsed() >= TO_ANSWER {
                return Heard::End;
            }
            sleep(Duration::from_millis(100)).await;
        }
        hear(client).await
    }

    async fn open_share(&self, client: &mut Client, seats: &[SeatInfo]) -> Option<()> {
        match self.own.open_share(seats) {
            Some(share) => say(client, &share).await,
            None => Some(()),
        }
    }

    /// An action, or nothing to give up.
    fn choose(&self, truth: &dyn DynMatch) -> Option<String> {
        let legal = truth.legal();
        let is_enough = truth.events() as u64 >= ENOUGH;
        (!is_enough).then(|| legal[self.world.luck.below(legal.len() as u32) as usize].clone())
    }
}

async fn say(client: &mut Client, message: &FromClient) -> Option<()> {
    let text = serde_json::to_string(message).unwrap();
    client.socket().await.send(Message::Text(text.into())).await.ok()
}

/// What comes over a connection.
enum Heard {
    Message(FromServer),
    /// Nothing came in time.
    Nothing,
    /// The connection has ended.
    End,
}

async fn hear(client: &mut Client) -> Heard {
    loop {
        match timeout(TO_ANSWER, client.socket().await.next()).await {
            Err(_) => return Heard::Nothing,
            Ok(Some(Ok(Message::Text(text)))) => return Heard::Message(serde_json::from_str(&text).unwrap()),
            Ok(Some(Ok(Message::Ping(_) | Message::Pong(_)))) => {}
            Ok(_) => return Heard::End,
        }
    }
}
