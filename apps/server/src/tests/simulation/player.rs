//! Players who come back to any node, again and again, and repeat what was not answered.

use protocol::SeatInfo;
use tokio::time::{sleep, timeout};

use super::world::World;
use super::*;

/// How long a player waits for an answer before they try another node.
const TO_ANSWER: Duration = Duration::from_secs(4);
/// After this many events whoever acts gives up, so that a run has an end.
const ENOUGH: u64 = 40;

/// A player, with the request that was not answered yet.
pub(super) struct Player {
    world: Arc<World>,
    table: String,
    key: String,
    seat: Seat,
    share: Share,
    asked: Option<(String, FromClient)>,
    asks: u32,
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
            let share = Share([seat + 1; 32]);
            let (world, table) = (world.clone(), table.clone());
            Self { world, table, key, seat: Seat(seat), share, asked: None, asks: 0 }
        };
        let mut players = vec![player(created.key, 0)];
        if !with_computer {
            let mut second = player("k".repeat(protocol::KEY_LENGTH), 1);
            second.take_seat().await;
            players.push(second);
        }
        (table, players)
    }

    async fn take_seat(&mut self) {
        loop {
            sleep(self.world.luck.millis(50, 1_000)).await;
            let (node, _) = self.world.any_node();
            let Some(mut client) = self.world.connect(node, &self.table) else { continue };
            let (id, name, key) = ("sit".to_owned(), "Bo".to_owned(), Some(self.key.clone()));
            let hello = FromClient::Hello { version: VERSION, key: None, since: 0 };
            if say(&mut client, &hello).await.is_none() {
                continue;
            }
            let sit = FromClient::Sit { id, seat: Some(self.seat), name, key, own: None };
            if say(&mut client, &sit).await.is_none() {
                continue;
            }
            while let Heard::Message(message) = hear(&mut client).await {
                if matches!(message, FromServer::Seated { .. }) {
                    return;
                }
            }
        }
    }

    pub(super) async fn play_to_the_end(mut self) {
        while self.play_until_cut_off().await.is_none() {
            sleep(self.world.luck.millis(50, 1_000)).await;
        }
    }

    /// Plays over one connection. Something if the match is over.
    async fn play_until_cut_off(&mut self) -> Option<()> {
        let (node, _) = self.world.any_node();
        let mut client = self.world.connect(node, &self.table)?;
        let key = Some(self.key.clone());
        say(&mut client, &FromClient::Hello { version: VERSION, key, since: 0 }).await?;
        if let Some((_, request)) = self.asked.clone() {
            say(&mut client, &request).await?;
        }
        loop {
            match hear(&mut client).await {
                Heard::Message(FromServer::Done { id, seq }) => self.is_done(&id, seq),
                Heard::Message(FromServer::Welcome(welcome)) if !welcome.begun => {
                    let commitment = ShareCommitment::to(&welcome.commitment, self.seat, &self.share);
                    say(&mut client, &FromClient::Commit { id: "commit".to_owned(), commitment }).await?;
                    self.open_share(&mut client, &welcome.seats).await?;
                }
                Heard::Message(FromServer::People { seats, .. }) => self.open_share(&mut client, &seats).await?,
                // The store failed, or another node was first: ask again elsewhere.
                Heard::Message(FromServer::Refused(refused)) => {
                    self.world.tell(format_args!("{}: {:?} is refused: {}", self.table, self.seat, refused.problem));
                    return None;
                }
                Heard::End => return None,
                Heard::Nothing if self.asked.is_some() => return None,
                Heard::Message(_) | Heard::Nothing => {}
            }
            if self.asked.is_some() {
                continue;
            }
            let Some(truth) = self.world.truth(&self.table) else { continue };
            if truth.is_over() {
                return Some(());
            }
            if truth.actor() == Some(self.seat) {
                sleep(self.world.luck.millis(0, 20_000)).await; // people think
                let request = self.decide(&*truth);
                say(&mut client, &request).await?;
            }
        }
    }

    /// Opens the share once everybody has committed to theirs.
    async fn open_share(&self, client: &mut Client, seats: &[SeatInfo]) -> Option<()> {
        if seats[self.seat.index()].share.is_some() || seats.iter().any(|seat| seat.commitment.is_none()) {
            return Some(());
        }
        say(client, &FromClient::Share { id: "share".to_owned(), share: self.share }).await
    }

    /// What to ask for now. It stays the same until it is answered.
    fn decide(&mut self, truth: &dyn DynMatch) -> FromClient {
        self.asks += 1;
        let id = format!("seat {} ask {}", self.seat.0, self.asks);
        let request = if truth.events() as u64 >= ENOUGH {
            FromClient::Resign { id: id.clone() }
        } else {
            let legal = truth.legal();
            let action = legal[self.world.luck.below(legal.len() as u32) as usize].clone();
            FromClient::Play { id: id.clone(), action }
        };
        self.asked = Some((id, request.clone()));
        request
    }

    fn is_done(&mut self, id: &str, seq: u64) {
        if self.asked.as_ref().is_some_and(|(asked, _)| asked == id) {
            self.asked = None;
            self.world.acknowledge(&self.table, seq, id);
        }
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
